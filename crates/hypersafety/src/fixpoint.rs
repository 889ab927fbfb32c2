//! What the two fixpoints of papers/001, section 7, have in common: the orders that matter at a
//! state, what may go wrong there, and how a won game becomes a strategy.

use std::rc::Rc;

use evidence::Reason;
use rustc_hash::FxHashMap;

use crate::alphabet::{Alphabet, BranchId, LetterId};
use crate::antichain;
use crate::bits::Bits;
use crate::control::{Control, StateId};
use crate::counterexample::{Move, Refutation};
use crate::game::{Game, Key};
use crate::options::{Method, Orders};
use crate::plain;
use crate::threads::ThreadId;
use crate::triples::Triples;

/// Decides whether the assertions of a game prove some reduction; says why not, if they do not. If
/// they do, the nodes of the game are a strategy that shows it.
pub(crate) fn check(
    game: &mut Game,
    method: Method,
    orders: Orders,
) -> Result<Option<Refutation>, Reason> {
    match method {
        Method::Lazy => game.play(),
        Method::Antichain => antichain::check(game, orders),
        Method::Plain => plain::check(game, orders),
    }
}

/// An order of the threads at a state, as far as it matters there.
#[derive(Debug)]
pub(crate) struct Order {
    pub(crate) threads: Vec<ThreadId>,
    /// For each letter that control allows those that go to sleep behind it, which are `R(a) \ D(a)`
    /// in the paper's words.
    pub(crate) explored: Vec<(LetterId, Bits)>,
}

impl Order {
    /// The first of the threads.
    pub(crate) fn first(&self) -> ThreadId {
        self.threads.first().copied().unwrap_or_default()
    }

    /// Whether everything that goes to sleep with this order does so with another one as well. The
    /// prover then has no reason to choose this one (Lemma 7.3).
    fn is_dominated(&self, by: &Order) -> bool {
        let pairs = self.explored.iter().zip(&by.explored);
        pairs.into_iter().all(|(a, b)| a.1.is_subset(&b.1))
    }
}

/// The orders to choose from at each state, made as they are asked for.
pub(crate) struct Choices {
    class: Orders,
    known: FxHashMap<StateId, Rc<[Order]>>,
}

/// With more threads there are too many orders to look at each of them.
const MOST_THREADS: [(Orders, usize); 2] = [(Orders::Partition, 10), (Orders::Total, 6)];

impl Choices {
    pub(crate) fn new(class: Orders) -> Self {
        Choices {
            class,
            known: FxHashMap::default(),
        }
    }

    /// The orders that matter at a state; there is at least one.
    pub(crate) fn at(
        &mut self,
        state: StateId,
        alphabet: &Alphabet,
        control: &Control,
    ) -> Result<Rc<[Order]>, Reason> {
        if let Some(known) = self.known.get(&state) {
            return Ok(Rc::clone(known));
        }
        let movable = control.movable(state);
        let limits = MOST_THREADS.iter();
        let mut limits = limits.filter(|(class, _)| *class == self.class);
        if limits.any(|(_, most)| movable.len() > *most) {
            let what = format!("{} threads have too many orders", movable.len());
            return Err(Reason::Incomplete(what));
        }
        let blocks = match self.class {
            Orders::Partition => partitions(&movable),
            Orders::Total => permutations(&movable),
        };
        let enabled = control.enabled(state);
        let mut orders: Vec<Order> = Vec::new();
        for blocks in blocks {
            let order = order(&blocks, enabled, alphabet);
            if !orders.iter().any(|other| order.is_dominated(other)) {
                orders.retain(|other| !other.is_dominated(&order));
                orders.push(order);
            }
        }
        let orders: Rc<[Order]> = orders.into();
        self.known.insert(state, Rc::clone(&orders));
        Ok(orders)
    }
}

/// The ways to have some threads before all others. Those with none on one side let nothing sleep.
fn partitions(threads: &[ThreadId]) -> Vec<Vec<Vec<ThreadId>>> {
    let all = 1_usize << threads.len();
    let sides = |mask: usize| {
        let (first, second): (Vec<_>, Vec<_>) =
            (0..threads.len()).partition(|position| mask >> position & 1 == 1);
        [first, second].map(|side| side.into_iter().map(|at| threads[at]).collect())
    };
    if threads.len() < 2 {
        return vec![vec![threads.to_vec()]];
    }
    (1..all - 1).map(|mask| sides(mask).to_vec()).collect()
}

/// The ways to have all threads one after the other.
fn permutations(threads: &[ThreadId]) -> Vec<Vec<Vec<ThreadId>>> {
    let mut found: Vec<Vec<Vec<ThreadId>>> = vec![Vec::new()];
    for thread in threads {
        let longer = found.iter().flat_map(|order| {
            (0..=order.len()).map(|at| {
                let mut order = order.clone();
                order.insert(at, vec![*thread]);
                order
            })
        });
        found = longer.collect();
    }
    found
}

fn order(blocks: &[Vec<ThreadId>], enabled: &[LetterId], alphabet: &Alphabet) -> Order {
    let block = |letter: LetterId| {
        let thread = alphabet.letters[letter].thread;
        blocks.iter().position(|block| block.contains(&thread))
    };
    let explored = enabled.iter().map(|letter| {
        let dependent = &alphabet.letters[*letter].dependent;
        let earlier = enabled
            .iter()
            .copied()
            .filter(|other| block(*other) < block(*letter) && !dependent.contains(*other));
        (*letter, earlier.collect())
    });
    Order {
        threads: blocks.concat(),
        explored: explored.collect(),
    }
}

/// A way to violate something, and the letter that does it; none at the end of the programs.
pub(crate) type Risk = (Option<LetterId>, BranchId);

impl Game<'_, '_> {
    /// The violations that the assertions which hold at a state do not rule out.
    pub(crate) fn open_risks(&mut self, state: StateId, holds: &Bits) -> Result<Vec<Risk>, Reason> {
        let mut risks: Vec<Risk> = Vec::new();
        if self.control.is_final(state) {
            risks.extend(
                self.alphabet
                    .violations
                    .iter()
                    .map(|branch| (None, *branch)),
            );
        }
        for letter in self.control.enabled(state) {
            let failures = self.alphabet.letters[*letter].failures.iter();
            risks.extend(failures.map(|branch| (Some(*letter), *branch)));
        }
        let mut open = Vec::new();
        for (letter, branch) in risks {
            if !self.triples.entails(holds, branch, Triples::FALSE)? {
                open.push((letter, branch));
            }
        }
        Ok(open)
    }

    /// The ways to start, and where.
    pub(crate) fn starts(&mut self) -> Result<Vec<(BranchId, Key)>, Reason> {
        let mut starts = Vec::new();
        for start in self.alphabet.starts.clone() {
            let at = Control::START;
            if let Some(holds) = self.post(&Bits::default(), start, (at, None))? {
                starts.push((start, Key::at(at, Bits::default(), holds)));
            }
        }
        Ok(starts)
    }

    /// Builds the nodes that a winning strategy leads to. The strategy picks one of the orders at
    /// each key.
    pub(crate) fn adopt(
        &mut self,
        starts: &[(BranchId, Key)],
        choices: &mut Choices,
        strategy: &mut dyn FnMut(&Key, &[Order]) -> Option<usize>,
    ) -> Result<(), Reason> {
        let mut open = Vec::new();
        for (start, key) in starts {
            let root = self.node(key.clone());
            self.roots.push((*start, root));
            open.push(root);
        }
        while let Some(id) = open.pop() {
            let key = self.nodes[id].key.clone();
            let orders = choices.at(key.state, self.alphabet, self.control)?;
            let picked = strategy(&key, &orders);
            let order = picked.map(|picked| &orders[picked]).ok_or_else(|| {
                Reason::Incomplete("the strategy of a won game was lost".to_owned())
            })?;
            let mut moves = Vec::new();
            for (letter, explored) in &order.explored {
                if key.asleep.contains(*letter) {
                    continue;
                }
                let state = self.control.step(key.state, *letter);
                let letter = &self.alphabet.letters[*letter];
                let asleep = slept(&key.asleep, explored, &letter.dependent);
                if self.control.is_dead(state, &asleep) {
                    continue;
                }
                for branch in &letter.branches {
                    let Some(holds) = self.post(&key.holds, *branch, (state, None))? else {
                        continue;
                    };
                    let before = self.nodes.len();
                    let to = self.representative(Key::at(state, asleep.clone(), holds));
                    if to == before {
                        open.push(to);
                    }
                    moves.push(Move {
                        branch: *branch,
                        to,
                        thread: letter.thread,
                    });
                }
            }
            self.settle(id, order.threads.clone(), moves);
        }
        Ok(())
    }
}

/// What is asleep behind a letter: what was asleep before or explored earlier, and commutes with it.
pub(crate) fn slept(asleep: &Bits, explored: &Bits, dependent: &Bits) -> Bits {
    let mut slept = asleep.without(dependent);
    slept.extend_from(explored);
    slept
}
