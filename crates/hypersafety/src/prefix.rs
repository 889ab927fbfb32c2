//! The beginning of a trace, and what holds at its end.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::Reason;
use logic::linear::Linear;
use logic::{Integer, Model, Substitution, Term, Value, Var};
use smt::{Outcome, Solver};

use crate::trace::{Contradiction, Unrolled};
use crate::triples::reason;

/// The beginning of a trace, of which questions are asked.
pub(crate) struct Prefix<'t> {
    trace: &'t Unrolled,
    budget: &'t Budget,
    solver: &'t mut Solver,
    position: usize,
    /// Runs: for each the states before the steps that it takes, and at its end.
    runs: Vec<Vec<Model>>,
    /// How often the solver was asked.
    pub(crate) questions: usize,
}

impl<'t> Prefix<'t> {
    /// The first steps of the trace, without conditions that do not matter for the contradiction.
    pub(crate) fn new(
        trace: &'t Unrolled,
        contradiction: &Contradiction,
        solver: &'t mut Solver,
        budget: &'t Budget,
    ) -> Self {
        for conditions in &trace.conditions[..contradiction.length] {
            solver.push();
            for condition in conditions {
                if contradiction.relevant.contains(condition) {
                    solver.assert(condition);
                }
            }
        }
        Prefix {
            trace,
            budget,
            solver,
            position: contradiction.length,
            runs: Vec::new(),
            questions: 0,
        }
    }

    /// Goes back to the state before a step, and looks at a run that comes there.
    pub(crate) fn shorten(&mut self, position: usize) -> Result<(), Reason> {
        while self.position > position {
            self.solver.pop();
            self.position -= 1;
        }
        if self.states().next().is_none() {
            self.questions += 1;
            match self.solver.check(self.budget) {
                Outcome::Sat(sat) => {
                    let run = run(&self.trace.states[..=self.position], &sat, &[]);
                    self.runs.extend(run);
                }
                Outcome::Unsat(_) | Outcome::Unknown(smt::Reason::Incomplete(_)) => {}
                Outcome::Unknown(why) => return Err(reason(why)),
            }
        }
        Ok(())
    }

    /// Whether a literal holds in all runs that were seen.
    pub(crate) fn may_hold(&self, literal: &Term) -> bool {
        self.runs.iter().all(|run| {
            let state = run.get(self.position);
            state.is_none_or(|state| state.holds(literal) != Ok(false))
        })
    }

    /// Whether a literal holds at the end of the prefix.
    pub(crate) fn implies(&mut self, literal: &Term) -> Result<bool, Reason> {
        if !self.may_hold(literal) {
            return Ok(false);
        }
        self.questions += 1;
        let seen = literal.substitute(&self.trace.states[self.position]);
        let refuted = Term::not(seen.clone());
        match self
            .solver
            .check_assuming(std::slice::from_ref(&refuted), self.budget)
        {
            Outcome::Unsat(_) => Ok(true),
            Outcome::Sat(sat) => {
                let run = run(&self.trace.states[..=self.position], &sat, &[seen]);
                self.runs.extend(run);
                Ok(false)
            }
            Outcome::Unknown(smt::Reason::Incomplete(_)) => Ok(false),
            Outcome::Unknown(why) => Err(reason(why)),
        }
    }

    fn states(&self) -> impl Iterator<Item = &Model> {
        self.runs.iter().filter_map(|run| run.get(self.position))
    }

    /// The value that a linear term has in all runs that were seen, if it has one.
    pub(crate) fn value(&self, term: &Linear<Integer>) -> Option<Integer> {
        let term = term.to_term();
        let values = self.states().map(|state| match state.eval(&term) {
            Ok(Value::Int(value)) => Some(value),
            _ => None,
        });
        let values: BTreeSet<Integer> = values.collect::<Option<_>>()?;
        let mut values = values.into_iter();
        let value = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// Equations `x = y + c` that hold in all runs that were seen.
    pub(crate) fn differences(&self, vars: &[Var]) -> Vec<Term> {
        let mut found = Vec::new();
        for (position, a) in vars.iter().enumerate() {
            for b in &vars[position + 1..] {
                let values = self.states().map(|state| {
                    let (Value::Int(x), Value::Int(y)) = (state.get(a)?, state.get(b)?) else {
                        return None;
                    };
                    Some(x - y)
                });
                let values: Option<BTreeSet<Integer>> = values.collect();
                if let Some(values) = values
                    && values.len() == 1
                    && let Some(difference) = values.into_iter().next()
                {
                    let shifted = Term::add([b.term(), Term::int(difference)]);
                    found.push(Term::eq(a.term(), shifted).simplify());
                }
            }
        }
        found
    }

    /// Equations `x = c`, and which truth values variables have, in all runs that were seen.
    pub(crate) fn values(&self, vars: &[Var]) -> Vec<Term> {
        let mut found = Vec::new();
        for var in vars {
            let values: BTreeSet<Option<&Value>> =
                self.states().map(|state| state.get(var)).collect();
            if let [Some(value)] = values.into_iter().collect::<Vec<_>>().as_slice()
                && !matches!(value, Value::Array(_))
            {
                let literal = Term::eq(var.term(), Term::value((*value).clone()));
                found.push(literal.simplify());
            }
        }
        found
    }
}

impl Drop for Prefix<'_> {
    fn drop(&mut self) {
        for _ in 0..self.position {
            self.solver.pop();
        }
    }
}

/// The states of a run that a model shows, as far as they are states: without the conditions
/// that do not matter, a variable may leave its range. Some terms must have values, too.
fn run(states: &[Substitution], sat: &smt::Satisfiable, terms: &[Term]) -> Option<Vec<Model>> {
    let values = states.iter().flat_map(|state| state.iter());
    let values: Vec<Term> = values.map(|(_, term)| term.clone()).collect();
    let start = sat.model_of(values.iter().chain(terms)).ok()?;
    let mut run = Vec::new();
    for state in states {
        let mut model = start.clone();
        for (var, term) in state.iter() {
            if let Ok(value) = start.eval(term) {
                if !value.is_of(&var.sort) {
                    return Some(run);
                }
                model.set(var.clone(), value);
            }
        }
        run.push(model);
    }
    Some(run)
}
