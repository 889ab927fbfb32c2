//! From any acceptance to justice (papers/004, Theorem 1): a state is joined by a prediction of
//! the way in which the rest of the run will be accepted.
//!
//! How predictions are made depends on the side. The included automaton is easier to follow where
//! it predicts late and once; the including one can follow more where it may predict early and
//! make predictions more precise by and by.

use evidence::inclusion::{Predicted, Prediction};
use question::automaton::{Acceptance, Automaton, Disjunct, Transition};
use rustc_hash::FxHashMap;

use crate::lasso::DISJUNCTS;

/// When predictions are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Once: at the start, or with a step whose mark must be the last of its kind.
    Once,
    /// At any step, and again for more marks that come to an end.
    Gradual,
}

/// An automaton with generalised Büchi acceptance and the same language, and what its states are;
/// none where the acceptance has too many disjuncts.
pub(crate) fn predicting(automaton: &Automaton, style: Style) -> Option<(Automaton, Prediction)> {
    let disjuncts = automaton.acceptance().disjuncts(DISJUNCTS)?;
    let goals = (disjuncts.iter()).map(|disjunct| disjunct.inf.count_ones());
    let goals = goals.max().unwrap_or(0).max(1);
    let mut builder = Builder {
        numbers: FxHashMap::default(),
        found: Vec::new(),
    };
    let all = || (0..disjuncts.len() as u32).map(Some);
    let open = disjuncts.iter().any(|disjunct| disjunct.fin != 0);
    let mut initial = Vec::new();
    for state in automaton.initial() {
        for disjunct in all().chain(open.then_some(None)) {
            initial.push(builder.number(*state, disjunct));
        }
    }
    let mut transitions = Vec::new();
    let mut position = 0;
    while let Some(here) = builder.found.get(position).copied() {
        for step in automaton.from(here.state) {
            let mut add = |disjunct: Option<u32>, marks: u64| {
                transitions.push(Transition {
                    from: position as u32,
                    letter: step.letter,
                    to: builder.number(step.to, disjunct),
                    marks,
                });
            };
            let of = |position: Option<u32>| position.map(|position| disjuncts[position as usize]);
            match of(here.disjunct) {
                None => {
                    add(None, 0);
                    for next in all() {
                        let ends = of(next).is_some_and(|next| next.fin & step.marks != 0);
                        if ends || style == Style::Gradual {
                            add(next, 0);
                        }
                    }
                }
                Some(own) => {
                    if own.fin & step.marks == 0 {
                        add(here.disjunct, reached(own, step.marks, goals));
                    }
                    let more = |next: Disjunct| own.fin != next.fin && own.fin & !next.fin == 0;
                    for next in all().filter(|next| of(*next).is_some_and(more)) {
                        if style == Style::Gradual {
                            add(next, 0);
                        }
                    }
                }
            }
        }
        position += 1;
    }
    let predicting = Automaton::new(
        automaton.letters(),
        builder.found.len() as u32,
        initial,
        transitions,
        Acceptance::justice(goals),
    )
    .ok()?;
    let states = builder.found;
    Some((predicting, Prediction { states }))
}

/// The goals that marks reach: goal `i` is the `i`-th mark that must come infinitely often; goals
/// beyond are always reached.
fn reached(disjunct: Disjunct, marks: u64, goals: u32) -> u64 {
    let mut wanted = (0..64).filter(|mark| disjunct.inf >> mark & 1 == 1);
    (0..goals).fold(0, |reached, goal| {
        let reaches = wanted.next().is_none_or(|mark| marks >> mark & 1 == 1);
        reached | u64::from(reaches) << goal
    })
}

struct Builder {
    numbers: FxHashMap<Predicted, u32>,
    found: Vec<Predicted>,
}

impl Builder {
    fn number(&mut self, state: u32, disjunct: Option<u32>) -> u32 {
        let predicted = Predicted { state, disjunct };
        *self.numbers.entry(predicted).or_insert_with(|| {
            self.found.push(predicted);
            self.found.len() as u32 - 1
        })
    }
}
