//! Traces, unrolled: the states along a trace in terms of the state at its start.

use budget::Budget;
use evidence::Reason;
use logic::{FreshNames, Model, Substitution, Term, Var};
use smt::{Outcome, Solver, Strategy};

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
    /// It cannot; its first steps up to here already contradict each other.
    Infeasible(usize),
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
    pub(crate) fn feasibility(&self, budget: &Budget) -> Result<Feasibility, Reason> {
        let mut solver = Solver::new(Strategy::Incremental);
        for (position, conditions) in self.conditions.iter().enumerate() {
            conditions.iter().for_each(|formula| solver.assert(formula));
            let is_last = position + 1 == self.conditions.len();
            match solver.check(budget) {
                Outcome::Unsat(_) => return Ok(Feasibility::Infeasible(position + 1)),
                Outcome::Unknown(why) => return Err(reason(why)),
                Outcome::Sat(sat) if is_last => {
                    // The final states are asked for too, so that all functions get their values.
                    let last = self.states.last().into_iter().flat_map(Substitution::iter);
                    let last: Vec<Term> = last.map(|(_, term)| term.clone()).collect();
                    let all = self.conditions.iter().flatten().chain(&last);
                    return Ok(Feasibility::Feasible(sat.model_of(all).map_err(reason)?));
                }
                Outcome::Sat(_) => {}
            }
        }
        Err(Reason::Incomplete("a trace has no step".to_owned()))
    }
}
