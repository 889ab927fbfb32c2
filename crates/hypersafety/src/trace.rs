//! Traces, unrolled: the states along a trace in terms of the state at its start.

use budget::Budget;
use evidence::Reason;
use logic::{FreshNames, Model, Substitution, Term, Var};
use smt::{Outcome, Solver};

use crate::alphabet::{Alphabet, BranchId};
use crate::triples::reason;

/// A trace with what it does.
pub(crate) struct Unrolled {
    /// The steps.
    pub(crate) steps: Vec<BranchId>,
    /// Before each step, and at the end, the variables in terms of what they were at the start.
    pub(crate) states: Vec<Substitution>,
    /// What each step requires of the state at the start and of the values that are chosen.
    pub(crate) conditions: Vec<Vec<Term>>,
    /// The values that each step chooses.
    pub(crate) chosen: Vec<Vec<Var>>,
}

/// Whether a trace can be followed.
pub(crate) enum Feasibility {
    /// It can, for instance from this state and with these chosen values.
    Feasible(Model),
    /// It cannot.
    Infeasible(Contradiction),
}

/// Why a trace cannot be followed.
pub(crate) struct Contradiction {
    /// So many of its first steps contradict each other.
    pub(crate) length: usize,
    /// The conditions that do.
    pub(crate) relevant: Vec<Term>,
}

impl Unrolled {
    pub(crate) fn new(steps: Vec<BranchId>, alphabet: &Alphabet) -> Self {
        let mut names = FreshNames::new();
        for branch in &alphabet.branches {
            branch
                .case
                .guard
                .iter()
                .for_each(|term| names.avoid_term(term));
            for (var, term) in &branch.case.updates {
                names.avoid(var.name);
                names.avoid_term(term);
            }
        }
        let mut state = Substitution::new();
        let mut unrolled = Unrolled {
            steps,
            states: vec![state.clone()],
            conditions: Vec::new(),
            chosen: Vec::new(),
        };
        for step in &unrolled.steps {
            let branch = &alphabet.branches[*step];
            let chosen: Vec<Var> = branch.chosen.iter().map(|var| names.fresh(var)).collect();
            let mut before = state.clone();
            for (var, fresh) in branch.chosen.iter().zip(&chosen) {
                before.insert(var.clone(), fresh.term());
            }
            let seen = |term: &Term| term.substitute(&before).simplify();
            unrolled
                .conditions
                .push(branch.case.guard.iter().map(seen).collect());
            for (var, term) in &branch.case.updates {
                state.insert(var.clone(), seen(term));
            }
            unrolled.states.push(state.clone());
            unrolled.chosen.push(chosen);
        }
        unrolled
    }

    /// Whether the trace can be followed.
    pub(crate) fn feasibility(
        &self,
        solver: &mut Solver,
        budget: &Budget,
    ) -> Result<Feasibility, Reason> {
        solver.push();
        let mut answer = self.shortest_contradiction(solver, budget);
        if let Ok(Feasibility::Infeasible(found)) = &mut answer {
            self.blame_the_beginning(found, solver, budget);
        }
        solver.pop();
        answer
    }

    /// Takes conditions of the last step out of a contradiction as far as those of earlier steps
    /// suffice: what holds from the start on is the better reason.
    fn blame_the_beginning(&self, found: &mut Contradiction, solver: &mut Solver, budget: &Budget) {
        let earlier = self.conditions[..found.length - 1].iter().flatten();
        let earlier: Vec<Term> = earlier.cloned().collect();
        let is_relevant = |condition: &&Term| found.relevant.contains(condition);
        let last = self.conditions[found.length - 1].iter();
        let mut last: Vec<Term> = last.filter(is_relevant).cloned().collect();
        let mut position = last.len();
        while position > 0 && last.len() > 1 {
            position -= 1;
            let dropped = last.remove(position);
            let all: Vec<Term> = earlier.iter().chain(&last).cloned().collect();
            match solver.check_assuming(&all, budget) {
                Outcome::Unsat(unsat) if let Ok(core) = unsat.core() => found.relevant = core,
                _ => last.insert(position, dropped),
            }
        }
    }

    /// The contradiction that ends first.
    fn shortest_contradiction(
        &self,
        solver: &mut Solver,
        budget: &Budget,
    ) -> Result<Feasibility, Reason> {
        let mut found: Option<Contradiction> = None;
        loop {
            let length = found
                .as_ref()
                .map_or(self.conditions.len(), |found| found.length - 1);
            let all: Vec<Term> = (self.conditions[..length].iter().flatten())
                .cloned()
                .collect();
            match solver.check_assuming(&all, budget) {
                Outcome::Unsat(unsat) => {
                    let relevant = unsat.core().map_err(reason)?;
                    let is_relevant = |step: &Vec<Term>| {
                        let mut conditions = step.iter();
                        conditions.any(|condition| relevant.contains(condition))
                    };
                    let last = self.conditions[..length].iter().rposition(is_relevant);
                    let Some(last) = last else {
                        let what = "a trace is impossible without a reason";
                        return Err(Reason::Incomplete(what.to_owned()));
                    };
                    found = Some(Contradiction {
                        length: last + 1,
                        relevant,
                    });
                }
                Outcome::Sat(sat) => {
                    if let Some(found) = found {
                        return Ok(Feasibility::Infeasible(found));
                    }
                    // The final states are asked for too, so that all functions get their values.
                    let last = self.states.last().into_iter().flat_map(Substitution::iter);
                    let last: Vec<Term> = last.map(|(_, term)| term.clone()).collect();
                    let model = sat.model_of(all.iter().chain(&last)).map_err(reason)?;
                    return Ok(Feasibility::Feasible(model));
                }
                Outcome::Unknown(smt::Reason::Incomplete(why)) => {
                    return match found {
                        Some(found) => Ok(Feasibility::Infeasible(found)),
                        None => Err(Reason::Incomplete(why)),
                    };
                }
                Outcome::Unknown(why) => return Err(reason(why)),
            }
        }
    }
}
