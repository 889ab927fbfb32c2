//! Evidence from a solved game.

use std::collections::VecDeque;

use budget::Budget;
use evidence::simulation::{
    Answer, FiniteRefutation, FiniteSimulation, LosingPosition, RelatedPair, Why,
};
use evidence::{Evidence, Reason, StateData};
use rustc_hash::{FxHashMap, FxHashSet};

use super::game::{Game, Loss, NodeId};
use crate::lts::{LabelId, Labels, Lts, SILENT};

/// Numbers states in the order in which they are first mentioned.
struct Mentioned<'a> {
    lts: &'a Lts,
    ids: FxHashMap<u32, u32>,
    states: Vec<StateData>,
}

impl<'a> Mentioned<'a> {
    fn of(lts: &'a Lts) -> Self {
        Mentioned {
            lts,
            ids: FxHashMap::default(),
            states: Vec::new(),
        }
    }

    fn id(&mut self, state: u32) -> u32 {
        *self.ids.entry(state).or_insert_with(|| {
            self.states.push(self.lts.state(state).into());
            self.states.len() as u32 - 1
        })
    }
}

/// Verifier's strategy from all initial pairs.
pub(super) fn proof(game: &Game<'_>, budget: &Budget) -> Result<Evidence, Reason> {
    let mut source = Mentioned::of(game.source);
    let mut target = Mentioned::of(game.target);
    let mut ids: FxHashMap<NodeId, u32> = FxHashMap::default();
    let mut order: Vec<NodeId> = Vec::new();
    let mut number = |pair: NodeId, order: &mut Vec<NodeId>| {
        *ids.entry(pair).or_insert_with(|| {
            order.push(pair);
            order.len() as u32 - 1
        })
    };
    for start in game.starts() {
        number(*start, &mut order);
    }
    let mut finder = Finder {
        game,
        known: FxHashMap::default(),
    };
    let mut pairs = Vec::new();
    let mut meter = budget.meter();
    while pairs.len() < order.len() {
        if meter.tick()? {
            budget.report(|| format!("{} pairs of the relation", pairs.len()));
        }
        let pair = order[pairs.len()];
        let (s, t) = game.pair(pair);
        let mut answers = Vec::new();
        for (label, next) in &game.source.steps[s as usize] {
            // Standing still is the simplest answer where it lowers the rank.
            let stay = game.find_pair(*next, t).filter(|_| *label == SILENT);
            let stay =
                stay.filter(|stay| game.is_won(*stay) && game.rank_of(*stay) < game.rank_of(pair));
            let (path, reached) = match stay {
                Some(stay) => (Vec::new(), stay),
                None => finder.moving_answer(*label, *next, t),
            };
            answers.push(Answer {
                path: path.iter().map(|state| target.id(*state)).collect(),
                pair: number(reached, &mut order),
            });
        }
        let ending = game
            .source
            .is_final(s)
            .then(|| finder.ending(s, t))
            .transpose()?;
        pairs.push(RelatedPair {
            source: source.id(s),
            target: target.id(t),
            rank: game.rank_of(pair),
            answers,
            ending: ending.map(|path| path.iter().map(|state| target.id(*state)).collect()),
        });
    }
    Ok(Evidence::FiniteSimulation(FiniteSimulation {
        source: source.states,
        target: target.states,
        pairs,
    }))
}

/// Finds shortest answers, and remembers them.
struct Finder<'a> {
    game: &'a Game<'a>,
    known: FxHashMap<(LabelId, u32, u32), (Vec<u32>, NodeId)>,
}

impl Finder<'_> {
    /// A shortest path of the target from a state, with at least one step, that shows the label and
    /// leads to a pair with the source's state from which Verifier wins.
    fn moving_answer(&mut self, label: LabelId, source: u32, target: u32) -> (Vec<u32>, NodeId) {
        let key = (label, source, target);
        if let Some(answer) = self.known.get(&key) {
            return answer.clone();
        }
        let steps = &self.game.target.steps;
        // A node of the search is a state of the target and whether the label has been shown.
        let start = (target, label == SILENT);
        let mut parents: FxHashMap<(u32, bool), Option<(u32, bool)>> = FxHashMap::default();
        let mut queue = VecDeque::from([start]);
        let (end, pair) = 'search: loop {
            let (state, shown) = queue
                .pop_front()
                .expect("a pair that is won has an answer to every step");
            for (l, to) in &steps[state as usize] {
                let next = if *l == SILENT {
                    (*to, shown)
                } else if *l == label && !shown {
                    (*to, true)
                } else {
                    continue;
                };
                if parents.contains_key(&next) {
                    continue;
                }
                // The start is no parent of its own, so that a cycle back to it counts as a path.
                parents.insert(next, ((state, shown) != start).then_some((state, shown)));
                if next.1
                    && let Some(pair) = self.game.find_pair(source, next.0)
                    && self.game.is_won(pair)
                {
                    break 'search (next, pair);
                }
                queue.push_back(next);
            }
        };
        let mut path = vec![end.0];
        let mut node = end;
        while let Some(Some(parent)) = parents.get(&node) {
            path.push(parent.0);
            node = *parent;
        }
        path.reverse();
        self.known.insert(key, (path.clone(), pair));
        (path, pair)
    }

    /// A shortest silent path of the target to an end where the postcondition holds.
    fn ending(&self, source: u32, target: u32) -> Result<Vec<u32>, Reason> {
        let game = self.game;
        let mut parents: FxHashMap<u32, u32> = FxHashMap::from_iter([(target, target)]);
        let mut queue = VecDeque::from([target]);
        loop {
            let state = queue.pop_front().expect("a pair that is won has an ending");
            if game.target.is_final(state)
                && game
                    .ensures
                    .holds(&[game.source.state(source), game.target.state(state)])?
            {
                let mut path = Vec::new();
                let mut node = state;
                while node != target {
                    path.push(node);
                    node = parents[&node];
                }
                path.reverse();
                return Ok(path);
            }
            for (label, to) in &game.target.steps[state as usize] {
                if *label == SILENT && !parents.contains_key(to) {
                    parents.insert(*to, state);
                    queue.push_back(*to);
                }
            }
        }
    }
}

/// Falsifier's strategy from a lost initial pair.
pub(super) fn refutation(game: &Game<'_>, labels: &Labels, start: NodeId) -> Evidence {
    let mut source = Mentioned::of(game.source);
    let mut target = Mentioned::of(game.target);
    let mut seen: FxHashSet<NodeId> = FxHashSet::from_iter([start]);
    let mut order = vec![start];
    let mut positions = Vec::new();
    while positions.len() < order.len() {
        let pair = order[positions.len()];
        let (s, t) = game.pair(pair);
        let (stage, loss) = game.loss(pair);
        let mut follow = |next: u32, targets: Vec<u32>| {
            for t in targets {
                let pair = game
                    .find_pair(next, t)
                    .expect("the game holds every answer");
                if seen.insert(pair) {
                    order.push(pair);
                }
            }
        };
        let why = match loss {
            Loss::Ending => Why::Ending,
            Loss::Step(position) => {
                let (label, next) = game.source.steps[s as usize][position as usize];
                follow(next, weak_successors(game.target, t, label));
                Why::Step {
                    label: labels.label(label).into(),
                    source: source.id(next),
                }
            }
            Loss::Divergence(position) => {
                let (_, next) = game.source.steps[s as usize][position as usize];
                follow(next, weak_successors(game.target, t, SILENT));
                Why::Divergence {
                    source: source.id(next),
                }
            }
        };
        positions.push(LosingPosition {
            source: source.id(s),
            target: target.id(t),
            stage,
            why,
        });
    }
    Evidence::FiniteRefutation(FiniteRefutation {
        source: source.states,
        target: target.states,
        positions,
    })
}

/// The states that the target reaches while showing the label, or nothing where it is silent.
fn weak_successors(target: &Lts, start: u32, label: LabelId) -> Vec<u32> {
    let first = (start, label == SILENT);
    let mut seen = FxHashSet::from_iter([first]);
    let mut order = vec![first];
    let mut next = 0;
    while next < order.len() {
        let (state, shown) = order[next];
        next += 1;
        for (l, to) in &target.steps[state as usize] {
            let node = match (*l == SILENT, *l == label && !shown) {
                (true, _) => (*to, shown),
                (false, true) => (*to, true),
                (false, false) => continue,
            };
            if seen.insert(node) {
                order.push(node);
            }
        }
    }
    order
        .into_iter()
        .filter(|(_, shown)| *shown)
        .map(|(state, _)| state)
        .collect()
}
