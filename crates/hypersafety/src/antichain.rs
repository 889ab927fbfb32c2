//! The antichain fixpoint (papers/001, Lemma 7.4).
//!
//! If a state is lost with some letters asleep, it is lost with fewer asleep (Lemma 7.3). So the lost
//! states with the same place in the programs and the same assertions are given by the largest sets
//! of sleeping letters among them, which are pairwise incomparable: an antichain. The antichains are
//! the least fixpoint of
//!
//! ```text
//!   F(X)(q, h)  =  ⊓ over orders R,  ⊔ over letters a and S in X(q', h'):
//!                      (S ∪ D(a)) \ {a}   where R(a) \ D(a) ⊆ S
//! ```
//!
//! with `q'` and `h'` behind `a`. Here a letter may have several cases, each with its own `h'`, and a
//! letter that is awake may fail an assertion, with which every set without it is lost. Only letters
//! that start where the threads are can be asleep, so that the sets are kept within these.

use std::collections::VecDeque;

use evidence::Reason;
use rustc_hash::FxHashMap;

use crate::alphabet::{Alphabet, BranchId, LetterId};
use crate::bits::Bits;
use crate::control::StateId;
use crate::counterexample::{Loss, Lost, Move, Refutation};
use crate::fixpoint::{Choices, Order, Risk, slept};
use crate::game::Game;
use crate::options::Orders;

/// Decides whether the assertions of a game prove a reduction with some class of orders.
pub(crate) fn check(game: &mut Game, orders: Orders) -> Result<Option<Refutation>, Reason> {
    let mut choices = Choices::new(orders);
    let mut antichains = Antichains::default();
    let starts = game.starts()?;
    let mut roots = Vec::new();
    for (start, key) in &starts {
        roots.push((*start, antichains.id(key.state, &key.holds)));
    }
    antichains.explore(game)?;
    game.explored = antichains.pairs.len();
    if let Some(start) = antichains.iterate(game, &mut choices, &roots)? {
        let lost = antichains.elements.into_iter().map(|element| Lost {
            place: (antichains.pairs[element.pair].state, None),
            losses: element.losses,
        });
        return Ok(Some(Refutation {
            start,
            lost: lost.collect(),
        }));
    }
    let alphabet = game.alphabet;
    game.adopt(&starts, &mut choices, &mut |key, orders| {
        let pair = antichains.ids.get(&(key.state, key.holds.clone()))?;
        let wins = |order: &Order| antichains.wins(*pair, &key.asleep, order, alphabet);
        orders.iter().position(wins)
    })?;
    Ok(None)
}

/// A pair, by its number.
type PairId = usize;

/// A place in the programs and the assertions that hold there.
struct Pair {
    state: StateId,
    holds: Bits,
    /// The letters that may be asleep here.
    possible: Bits,
    /// What may go wrong.
    risks: Vec<Risk>,
    steps: Vec<Step>,
    /// Where a step leads here.
    parents: Vec<PairId>,
    /// The largest sets of letters with which this is lost so far, by the numbers of elements.
    largest: Vec<usize>,
}

/// A case of a letter, and where it leads.
#[derive(Clone, Copy)]
struct Step {
    letter: LetterId,
    /// Its position among the letters that control allows.
    position: usize,
    branch: BranchId,
    to: PairId,
}

/// A set of letters with which a pair is lost, and why. The losses lead to earlier elements.
struct Element {
    pair: PairId,
    asleep: Bits,
    losses: Vec<Loss>,
}

#[derive(Default)]
struct Antichains {
    pairs: Vec<Pair>,
    ids: FxHashMap<(StateId, Bits), PairId>,
    elements: Vec<Element>,
}

impl Antichains {
    fn id(&mut self, state: StateId, holds: &Bits) -> PairId {
        let key = (state, holds.clone());
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = self.pairs.len();
        self.ids.insert(key, id);
        self.pairs.push(Pair {
            state,
            holds: holds.clone(),
            possible: Bits::default(),
            risks: Vec::new(),
            steps: Vec::new(),
            parents: Vec::new(),
            largest: Vec::new(),
        });
        id
    }

    /// Visits all pairs that can be reached, whatever is asleep.
    fn explore(&mut self, game: &mut Game) -> Result<(), Reason> {
        let mut next = 0;
        while next < self.pairs.len() {
            game.tick()?;
            let (state, holds) = (self.pairs[next].state, self.pairs[next].holds.clone());
            self.pairs[next].possible = game.control.possible(state);
            self.pairs[next].risks = game.open_risks(state, &holds)?;
            let enabled = game.control.enabled(state).to_vec();
            for (position, letter) in enabled.into_iter().enumerate() {
                let after = game.control.step(state, letter);
                for branch in &game.alphabet.letters[letter].branches {
                    let Some(holds) = game.post(&holds, *branch, (after, None))? else {
                        continue;
                    };
                    let to = self.id(after, &holds);
                    self.pairs[next].steps.push(Step {
                        letter,
                        position,
                        branch: *branch,
                        to,
                    });
                    if !self.pairs[to].parents.contains(&next) {
                        self.pairs[to].parents.push(next);
                    }
                }
            }
            next += 1;
        }
        Ok(())
    }

    /// Iterates to the least fixpoint, or until a start is lost.
    fn iterate(
        &mut self,
        game: &mut Game,
        choices: &mut Choices,
        roots: &[(BranchId, PairId)],
    ) -> Result<Option<(BranchId, usize)>, Reason> {
        let mut open: VecDeque<PairId> = VecDeque::new();
        let mut is_open = vec![false; self.pairs.len()];
        for id in (0..self.pairs.len()).rev() {
            if self.violate(id) {
                open.extend(&self.pairs[id].parents);
            }
        }
        open.iter().for_each(|id| is_open[*id] = true);
        loop {
            for (start, root) in roots {
                // The empty set is a subset of any.
                if let Some(element) = self.pairs[*root].largest.first() {
                    return Ok(Some((*start, *element)));
                }
            }
            let Some(id) = open.pop_front() else {
                return Ok(None);
            };
            is_open[id] = false;
            game.tick()?;
            let orders = choices.at(self.pairs[id].state, game.alphabet, game.control)?;
            if self.improve(id, &orders, game)? {
                for parent in &self.pairs[id].parents {
                    if !std::mem::replace(&mut is_open[*parent], true) {
                        open.push_back(*parent);
                    }
                }
            }
        }
    }

    /// Adds the sets with which something is violated right here.
    fn violate(&mut self, id: PairId) -> bool {
        let risks = self.pairs[id].risks.clone();
        for (letter, branch) in &risks {
            let mut asleep = self.pairs[id].possible.clone();
            if let Some(letter) = letter {
                asleep.remove(*letter);
            }
            self.add(id, asleep, vec![Loss::Violation(*branch)]);
        }
        !risks.is_empty()
    }

    /// Adds a set unless a larger one is known; says whether it did.
    fn add(&mut self, pair: PairId, asleep: Bits, losses: Vec<Loss>) -> bool {
        let elements = &self.elements;
        let largest = &mut self.pairs[pair].largest;
        if (largest.iter()).any(|known| asleep.is_subset(&elements[*known].asleep)) {
            return false;
        }
        largest.retain(|known| !elements[*known].asleep.is_subset(&asleep));
        largest.push(elements.len());
        self.elements.push(Element {
            pair,
            asleep,
            losses,
        });
        true
    }

    /// Applies the function of Lemma 7.4 to a pair; says whether it has more lost sets now.
    fn improve(&mut self, id: PairId, orders: &[Order], game: &mut Game) -> Result<bool, Reason> {
        let candidates = self.candidates(id, game.alphabet);
        // With the order that leaves the fewest possibilities first, the meet stays small.
        let mut choices: Vec<Vec<usize>> = Vec::new();
        for order in orders {
            let fitting = candidates.iter().enumerate().filter(|(_, candidate)| {
                let (_, explored) = &order.explored[candidate.position];
                let element = &self.elements[candidate.step.to];
                let reached = &self.pairs[element.pair].possible;
                explored.common(reached).is_subset(&element.asleep)
            });
            choices.push(fitting.map(|(position, _)| position).collect());
        }
        let mut numbers: Vec<usize> = (0..orders.len()).collect();
        numbers.sort_by_key(|number| choices[*number].len());
        let mut meet = vec![(self.pairs[id].possible.clone(), Vec::new())];
        for number in numbers {
            game.tick()?;
            let first = orders[number].first();
            let mut next: Vec<(Bits, Vec<Loss>)> = Vec::new();
            for (asleep, losses) in &meet {
                for candidate in &choices[number] {
                    let candidate = &candidates[*candidate];
                    let both = asleep.common(&candidate.asleep);
                    if self.is_known(id, &both) || next.iter().any(|(set, _)| both.is_subset(set)) {
                        continue;
                    }
                    next.retain(|(set, _)| !set.is_subset(&both));
                    let mut losses = losses.clone();
                    losses.push(Loss::Move(first, candidate.step));
                    next.push((both, losses));
                }
            }
            meet = next;
        }
        let mut is_more = false;
        for (asleep, losses) in meet {
            is_more |= self.add(id, asleep, losses);
        }
        Ok(is_more)
    }

    fn is_known(&self, id: PairId, asleep: &Bits) -> bool {
        let mut known = self.pairs[id].largest.iter();
        known.any(|known| asleep.is_subset(&self.elements[*known].asleep))
    }

    /// The largest sets with which some letter leads to a lost state.
    fn candidates(&self, id: PairId, alphabet: &Alphabet) -> Vec<Candidate> {
        let pair = &self.pairs[id];
        let mut found = Vec::new();
        for step in &pair.steps {
            let letter = &alphabet.letters[step.letter];
            for element in &self.pairs[step.to].largest {
                let mut asleep = self.elements[*element].asleep.clone();
                asleep.extend_from(&letter.dependent);
                asleep.remove(step.letter);
                found.push(Candidate {
                    position: step.position,
                    asleep: asleep.common(&pair.possible),
                    step: Move {
                        branch: step.branch,
                        to: *element,
                        thread: letter.thread,
                    },
                });
            }
        }
        found
    }

    /// Whether no letter leads to a lost state with an order.
    fn wins(&self, id: PairId, asleep: &Bits, order: &Order, alphabet: &Alphabet) -> bool {
        self.pairs[id].steps.iter().all(|step| {
            if asleep.contains(step.letter) {
                return true;
            }
            let (_, explored) = &order.explored[step.position];
            let dependent = &alphabet.letters[step.letter].dependent;
            let slept = slept(asleep, explored, dependent);
            !self.is_known(step.to, &slept.common(&self.pairs[step.to].possible))
        })
    }
}

/// A letter that leads to a lost state, and the largest set that must then be asleep before it.
struct Candidate {
    /// The letter's position among those that control allows.
    position: usize,
    asleep: Bits,
    /// The move, to an element.
    step: Move,
}
