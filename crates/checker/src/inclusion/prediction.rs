//! Rules for predictions (papers/004, Theorem 1): an automaton whose acceptance is any condition
//! on marks, and one with generalised Büchi acceptance that predicts which disjunct of the
//! condition the rest of its run satisfies.
//!
//! The paper predicts for each compassion requirement apart that its premise has come to an end;
//! a disjunct predicts this for all at once.

use evidence::inclusion::{Predicted, Prediction};
use question::automaton::{Automaton, Disjunct, Transition};
use rustc_hash::FxHashSet;

use super::DISJUNCTS;
use crate::{Rejected, broken};

struct Rules<'a> {
    states: &'a [Predicted],
    disjuncts: Vec<Disjunct>,
    goals: u32,
}

impl<'a> Rules<'a> {
    fn new(
        plain: &Automaton,
        predicting: &Automaton,
        prediction: &'a Prediction,
    ) -> Result<Self, Rejected> {
        let disjuncts = plain.acceptance().disjuncts(DISJUNCTS);
        let disjuncts = disjuncts.ok_or_else(|| broken("Prediction", "too many disjuncts"))?;
        if prediction.states.len() != predicting.states() as usize {
            return Err(broken("Prediction", "there is not one for each state"));
        }
        for predicted in &prediction.states {
            if predicted.state >= plain.states() {
                return Err(Rejected::Dangling {
                    what: "state",
                    position: predicted.state,
                });
            }
            match predicted.disjunct {
                Some(position) if position as usize >= disjuncts.len() => {
                    return Err(Rejected::Dangling {
                        what: "disjunct",
                        position,
                    });
                }
                _ => {}
            }
        }
        Ok(Rules {
            states: &prediction.states,
            disjuncts,
            goals: super::goals("Prediction", predicting)?,
        })
    }

    fn of(&self, state: u32) -> Predicted {
        self.states[state as usize]
    }

    fn disjunct(&self, position: u32) -> Disjunct {
        self.disjuncts[position as usize]
    }

    /// The goals that a transition reaches under a prediction: goal `i` stands for the `i`-th mark
    /// that must come infinitely often; goals beyond are always reached.
    fn reached(&self, disjunct: Disjunct, marks: u64) -> u64 {
        let inf: Vec<u32> = (0..64)
            .filter(|mark| disjunct.inf >> mark & 1 == 1)
            .collect();
        let reaches = |goal: &u32| {
            let mark = inf.get(*goal as usize);
            mark.is_none_or(|mark| marks >> mark & 1 == 1)
        };
        (0..self.goals)
            .filter(reaches)
            .fold(0, |goals, goal| goals | 1 << goal)
    }

    /// All marks that must come infinitely often have their goal.
    fn rule_goals(&self) -> Result<(), Rejected> {
        let enough = |disjunct: &Disjunct| disjunct.inf.count_ones() <= self.goals;
        match self.disjuncts.iter().all(enough) && self.goals > 0 {
            true => Ok(()),
            false => Err(broken("Prediction", "there are too few goals")),
        }
    }
}

/// Every accepted run of the plain automaton has an accepted run with the right prediction: at
/// the start where no mark that must end ever comes, else with the last of these.
pub(super) fn check_prediction(
    plain: &Automaton,
    predicting: &Automaton,
    prediction: &Prediction,
) -> Result<usize, Rejected> {
    let rules = Rules::new(plain, predicting, prediction)?;
    let every = || (0..rules.disjuncts.len() as u32).map(Some);
    let initial: FxHashSet<Predicted> = (predicting.initial().iter())
        .map(|state| rules.of(*state))
        .collect();
    let open = rules.disjuncts.iter().any(|disjunct| disjunct.fin != 0);
    for state in plain.initial() {
        for disjunct in every().chain(open.then_some(None)) {
            let state = *state;
            if !initial.contains(&Predicted { state, disjunct }) {
                return Err(broken("Prediction", format!("at initial state {state}")));
            }
        }
    }
    let mut obligations = 0;
    for state in 0..predicting.states() {
        let here = rules.of(state);
        let has = |step: &Transition, disjunct: Option<u32>, goals: u64| {
            let target = Predicted {
                state: step.to,
                disjunct,
            };
            let mut steps = predicting.reading(state, step.letter).iter();
            steps.any(|found| rules.of(found.to) == target && goals & !found.marks == 0)
        };
        for step in plain.from(here.state) {
            obligations += 1;
            let kept = match here.disjunct {
                Some(position) => {
                    let disjunct = rules.disjunct(position);
                    step.marks & disjunct.fin != 0
                        || has(step, Some(position), rules.reached(disjunct, step.marks))
                }
                None => {
                    let ends = |p: &Option<u32>| {
                        p.is_some_and(|p| rules.disjunct(p).fin & step.marks != 0)
                    };
                    has(step, None, 0) && every().filter(ends).all(|p| has(step, p, 0))
                }
            };
            if !kept {
                return Err(broken("Prediction", format!("from state {state}")));
            }
        }
    }
    Ok(obligations)
}

/// Every accepted run of the predicting automaton is one of the plain automaton: predictions change
/// finitely often, and the last one comes true.
pub(super) fn check_projection(
    predicting: &Automaton,
    plain: &Automaton,
    prediction: &Prediction,
) -> Result<usize, Rejected> {
    let rules = Rules::new(plain, predicting, prediction)?;
    rules.rule_goals()?;
    for state in predicting.initial() {
        if !plain.initial().contains(&rules.of(*state).state) {
            return Err(broken("Projection", format!("at initial state {state}")));
        }
    }
    for step in predicting.transitions() {
        let (from, to) = (rules.of(step.from), rules.of(step.to));
        let changes = from.disjunct != to.disjunct;
        let allowed = match (from.disjunct, to.disjunct) {
            (None, _) => step.marks == 0,
            (Some(_), None) => false,
            (Some(a), Some(b)) => {
                let (a, b) = (rules.disjunct(a).fin, rules.disjunct(b).fin);
                !changes || a != b && a & !b == 0
            }
        };
        let possible = |found: &&Transition| {
            found.to == to.state
                && match from.disjunct {
                    Some(position) if !changes => {
                        let disjunct = rules.disjunct(position);
                        found.marks & disjunct.fin == 0
                            && step.marks & !rules.reached(disjunct, found.marks) == 0
                    }
                    _ => true,
                }
        };
        let mut found = plain.reading(from.state, step.letter).iter();
        if !allowed || !found.any(|found| possible(&found)) {
            return Err(broken("Projection", format!("from state {}", step.from)));
        }
    }
    Ok(predicting.transitions().len())
}
