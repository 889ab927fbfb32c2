//! The lost states one by one (papers/001, section 7.2, rule Inactive): a state of the programs with
//! what is asleep and what holds is lost if every order leads to a lost one.
//!
//! This is the method that antichains improve on. It is kept to compare with, in time and in
//! verdicts.

use std::collections::VecDeque;

use evidence::Reason;
use rustc_hash::FxHashMap;

use crate::counterexample::{Loss, Lost, Move, Refutation};
use crate::fixpoint::{Choices, slept};
use crate::game::{Game, Key};
use crate::options::Orders;
use crate::threads::ThreadId;

/// Decides whether the assertions of a game prove a reduction with some class of orders.
pub(crate) fn check(game: &mut Game, orders: Orders) -> Result<Option<Refutation>, Reason> {
    let mut choices = Choices::new(orders);
    let mut states = States::default();
    let starts = game.starts()?;
    let mut roots = Vec::new();
    for (start, key) in &starts {
        roots.push((*start, states.id(key)));
    }
    let violated = states.explore(game, &mut choices)?;
    states.propagate(violated);
    game.explored = states.all.len();
    if let Some(start) = roots.iter().find(|(_, root)| states.all[*root].is_lost) {
        let lost = states.all.into_iter().map(|state| Lost {
            place: (state.key.state, None),
            losses: state.losses,
        });
        return Ok(Some(Refutation {
            start: *start,
            lost: lost.collect(),
        }));
    }
    game.adopt(&starts, &mut choices, &mut |key, _| {
        let state = &states.all[*states.ids.get(key)?];
        state
            .attempts
            .iter()
            .position(|attempt| !attempt.has_failed)
    })?;
    Ok(None)
}

/// A state of the paper's automaton.
struct State {
    key: Key,
    /// What each order leads to.
    attempts: Vec<Attempt>,
    /// The moves that lead here: from which state, with which of its orders, and the move.
    coming: Vec<(usize, usize, Move)>,
    is_lost: bool,
    losses: Vec<Loss>,
}

/// An order that the prover may choose at a state.
struct Attempt {
    first: ThreadId,
    has_failed: bool,
}

#[derive(Default)]
struct States {
    all: Vec<State>,
    ids: FxHashMap<Key, usize>,
}

impl States {
    fn id(&mut self, key: &Key) -> usize {
        if let Some(id) = self.ids.get(key) {
            return *id;
        }
        let id = self.all.len();
        self.ids.insert(key.clone(), id);
        self.all.push(State {
            key: key.clone(),
            attempts: Vec::new(),
            coming: Vec::new(),
            is_lost: false,
            losses: Vec::new(),
        });
        id
    }

    /// Visits all states that some orders lead to; returns those at which something is violated.
    fn explore(
        &mut self,
        game: &mut Game,
        choices: &mut Choices,
    ) -> Result<VecDeque<usize>, Reason> {
        let mut violated = VecDeque::new();
        let mut next = 0;
        while next < self.all.len() {
            game.tick()?;
            let key = self.all[next].key.clone();
            let risks = game.open_risks(key.state, &key.holds)?;
            let mut awake = risks
                .iter()
                .filter(|(letter, _)| letter.is_none_or(|letter| !key.asleep.contains(letter)));
            if let Some((_, violation)) = awake.next() {
                let state = &mut self.all[next];
                state.is_lost = true;
                state.losses.push(Loss::Violation(*violation));
                violated.push_back(next);
                next += 1;
                continue;
            }
            let orders = choices.at(key.state, game.alphabet, game.control)?;
            for (number, order) in orders.iter().enumerate() {
                self.all[next].attempts.push(Attempt {
                    first: order.first(),
                    has_failed: false,
                });
                for (letter, explored) in &order.explored {
                    if key.asleep.contains(*letter) {
                        continue;
                    }
                    let to = game.control.step(key.state, *letter);
                    let letter = &game.alphabet.letters[*letter];
                    let asleep = slept(&key.asleep, explored, &letter.dependent);
                    for branch in &letter.branches {
                        let Some(holds) = game.post(&key.holds, *branch, (to, None))? else {
                            continue;
                        };
                        let to = self.id(&Key::at(to, asleep.clone(), holds));
                        let step = Move {
                            branch: *branch,
                            to,
                            thread: letter.thread,
                        };
                        self.all[to].coming.push((next, number, step));
                    }
                }
            }
            next += 1;
        }
        Ok(violated)
    }

    /// Finds all lost states from the violations on backwards. A state knows its losses before it is
    /// lost, so that they lead to states that were lost earlier.
    fn propagate(&mut self, mut lost: VecDeque<usize>) {
        while let Some(at) = lost.pop_front() {
            for (from, number, step) in std::mem::take(&mut self.all[at].coming) {
                let state = &mut self.all[from];
                let attempt = &mut state.attempts[number];
                if state.is_lost || std::mem::replace(&mut attempt.has_failed, true) {
                    continue;
                }
                state.losses.push(Loss::Move(attempt.first, step));
                if state.attempts.iter().all(|attempt| attempt.has_failed) {
                    state.is_lost = true;
                    lost.push_back(from);
                }
            }
        }
    }
}
