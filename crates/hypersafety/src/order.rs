//! Which order of the threads is tried first at a node of the game.

use evidence::Reason;

use crate::alphabet::LetterId;
use crate::game::{Game, Key, NodeId};
use crate::threads::ThreadId;

/// Which order of threads is tried first at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Preference {
    /// The one that loses the fewest assertions.
    FewestLost,
    /// The one that leads to nodes that exist, and of the others the one after which most hold.
    FewestNew,
    /// The threads take turns.
    InTurn,
}

/// How many orders of threads are tried at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Patience {
    /// Only the first: where it fails, something is to be learnt.
    FirstOrder,
    /// Each of them, so that a lost game is lost with every order.
    AllOrders,
}

/// What is known of the nodes that some letters lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Novelty {
    /// All of them exist.
    Closed,
    /// One of them is new.
    New,
    /// One of them is lost.
    Lost,
}

impl Game<'_, '_> {
    /// The orders to try: each thread that may move comes first in one of them, followed by those
    /// that depend on it. The preference says which one is the first.
    pub(crate) fn orders(&mut self, id: NodeId) -> Result<Vec<Vec<ThreadId>>, Reason> {
        let key = self.nodes[id].key.clone();
        let enabled = self.control.enabled(key.state).to_vec();
        let movable: Vec<ThreadId> = self.control.movable(key.state);
        let mut ranked = Vec::new();
        for first in &movable {
            let own: Vec<LetterId> = enabled
                .iter()
                .copied()
                .filter(|letter| {
                    self.alphabet.letters[*letter].thread == *first && !key.asleep.contains(*letter)
                })
                .collect();
            if own.is_empty() {
                continue;
            }
            let rank = if movable.len() == 1 {
                (Novelty::Closed, 0)
            } else if self.preference == Preference::InTurn {
                let at = self.control.positions(key.state)[*first];
                let wait = self.turns.wait(key.turn.unwrap_or_default(), *first, at);
                (Novelty::Closed, wait as i64)
            } else {
                self.rank(&key, &own)?
            };
            ranked.push((rank, *first));
        }
        ranked.sort();
        if self.patience == Patience::FirstOrder {
            ranked.truncate(1);
        }
        let order = |first: ThreadId| {
            let mut order = vec![first];
            let rest = movable.iter().copied().filter(|thread| *thread != first);
            let (near, far): (Vec<_>, Vec<_>) =
                rest.partition(|thread| self.alphabet.related[first].contains(*thread));
            order.extend(near);
            order.extend(far);
            order
        };
        Ok(ranked.into_iter().map(|(_, first)| order(first)).collect())
    }

    /// How promising it is to read some letters first: whether that leads to new nodes, and how many
    /// assertions fewer there are afterwards, on average over the cases.
    fn rank(&mut self, key: &Key, letters: &[LetterId]) -> Result<(Novelty, i64), Reason> {
        let (mut lost, mut fewer, mut count) = (0, 0, 0);
        let mut novelty = Novelty::Closed;
        for letter in letters {
            let state = self.control.step(key.state, *letter);
            let asleep = key
                .asleep
                .without(&self.alphabet.letters[*letter].dependent);
            for branch in &self.alphabet.letters[*letter].branches {
                let Some(holds) = self.post(&key.holds, *branch, (state, None))? else {
                    continue;
                };
                lost += key.holds.without(&holds).len() as i64;
                fewer += key.holds.len() as i64 - holds.len() as i64;
                count += 1;
                let next = Key {
                    state,
                    asleep: asleep.clone(),
                    holds,
                    turn: None,
                };
                novelty = novelty.max(match self.known(&next) {
                    Some(id) if self.nodes[id].is_lost => Novelty::Lost,
                    // A node with fewer assertions may still be lost, so it is no reason to hurry.
                    Some(_) if self.ids.contains_key(&next) => Novelty::Closed,
                    _ => Novelty::New,
                });
            }
        }
        let average = |sum: i64| if count == 0 { 0 } else { 100 * sum / count };
        Ok(match self.preference {
            Preference::FewestLost | Preference::InTurn => (Novelty::Closed, average(lost)),
            Preference::FewestNew => (novelty, average(fewer)),
        })
    }
}
