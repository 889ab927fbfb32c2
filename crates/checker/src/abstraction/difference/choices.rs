//! Rules for inputs on which two functions differ, whatever the specification chooses.
//!
//! All runs of the specification on the inputs are followed, with its choices left open. A run is
//! followed as long as it shows what the implementation has shown, for some choices. If none of them
//! is an answer, and all have ended or shown something else, there is none. One of them at least has to
//! be a run that is not dropped before: otherwise the input is excluded.

use budget::Budget;
use evidence::abstraction::Difference;
use logic::{Term, Value, Var};
use program::Function;
use program::function::symbolic::{Effect, Onward, PathEnd};
use program::function::{Observed, Run, RunEnd, Seen};
use smt::{Outcome, Solver, Strategy};

use super::EXCLUDED;
use crate::{Rejected, broken};

/// How many paths are looked at, ends included.
const MOST_PATHS: usize = 20_000;

/// No choice of the specification allows a run of the implementation.
pub(super) fn check(
    specification: &Function,
    difference: &Difference,
    ours: &Run,
    budget: &Budget,
) -> Result<(), Rejected> {
    let inputs = difference.inputs.iter().zip(&specification.inputs);
    let inputs = inputs.map(|(datum, var)| datum.decode(&var.sort));
    let inputs: Option<Vec<Value>> = inputs.collect();
    let inputs = inputs.ok_or_else(|| broken("Inputs", "an input is not of its sort"))?;
    let answer = |event: usize, position: usize, var: &Var| {
        let results = difference.results.get(event);
        let datum = results.and_then(|results| results.get(position));
        let value = datum.and_then(|datum| datum.decode(&var.sort));
        value.unwrap_or_else(|| Value::default_of(&var.sort))
    };
    let mut judge = Judge {
        ours,
        budget,
        solver: Solver::new(Strategy::Incremental),
        looked_at: 0,
        has_run: false,
        objection: None,
    };
    let all = specification.follow_all(&inputs, &answer, &mut |effect, end| match judge
        .judge(effect, end)
    {
        Ok(onward) => onward,
        Err(rejected) => {
            judge.objection = Some(rejected);
            Onward::Stop
        }
    });
    match (all, judge.objection) {
        (Some(true), None) if judge.has_run => Ok(()),
        (Some(true), None) => Err(broken("Difference", EXCLUDED)),
        (_, Some(objection)) => Err(objection),
        (_, None) => Err(broken("Inputs", "there are too few inputs")),
    }
}

struct Judge<'a> {
    ours: &'a Run,
    budget: &'a Budget,
    solver: Solver,
    looked_at: usize,
    /// Whether the specification has a run that ends, or shows something else than the
    /// implementation.
    has_run: bool,
    /// Why the difference is none, or not known to be one.
    objection: Option<Rejected>,
}

impl Judge<'_> {
    fn judge(&mut self, effect: &Effect, end: PathEnd) -> Result<Onward, Rejected> {
        let onward = self.onward(effect, end)?;
        // What is left is no answer; it is a run all the same, if there are choices for it.
        if onward == Onward::Leave && !self.has_run {
            self.has_run = self.is_possible(effect.condition.clone())?;
        }
        Ok(onward)
    }

    fn onward(&mut self, effect: &Effect, end: PathEnd) -> Result<Onward, Rejected> {
        self.budget.check()?;
        self.looked_at += 1;
        if self.looked_at > MOST_PATHS {
            let what = "the specification has too many runs on the inputs";
            return Err(broken("Specification", what));
        }
        let is_over = !matches!(self.ours.end, RunEnd::Stopped | RunEnd::Dropped);
        let count = self.ours.events.len();
        // What is answered for certain does not count where the behaviour is undefined in the end.
        let shown = match end {
            PathEnd::Returned => &effect.events[..],
            PathEnd::Arrived | PathEnd::Undefined(_) => &effect.events[..effect.committed],
        };
        if shown.len() > count && is_over {
            return Ok(Onward::Leave);
        }
        let mut alike = effect.condition.clone();
        for (ours, (name, arguments)) in self.ours.events.iter().zip(shown) {
            if ours.name != *name || ours.arguments.len() != arguments.len() {
                return Ok(Onward::Leave);
            }
            alike.push(allows(arguments, &ours.arguments));
        }
        if !self.is_possible(alike.clone())? {
            return Ok(Onward::Leave);
        }
        let allowed = || broken("Difference", "the specification allows the run");
        match (end, &self.ours.end) {
            (PathEnd::Undefined(_), _) => Err(allowed()),
            (_, RunEnd::Stopped | RunEnd::Dropped) if shown.len() >= count => {
                let what = "the implementation's run has not ended, and shows nothing else so far";
                Err(broken("Difference", what))
            }
            (PathEnd::Arrived, _) => Ok(Onward::Follow),
            // The specification ends before it has shown everything, or where the other does not.
            (PathEnd::Returned, _) if shown.len() < count => Ok(Onward::Leave),
            (PathEnd::Returned, RunEnd::Returned(values)) => {
                let theirs = effect.returned.as_deref().unwrap_or_default();
                if theirs.len() != values.len() {
                    return Ok(Onward::Leave);
                }
                alike.push(allows(theirs, values));
                match self.is_possible(alike)? {
                    true => Err(allowed()),
                    false => Ok(Onward::Leave),
                }
            }
            (PathEnd::Returned, _) => Ok(Onward::Leave),
        }
    }

    fn is_possible(&mut self, conditions: Vec<Term>) -> Result<bool, Rejected> {
        let formula = Term::and(conditions).simplify();
        if let Some(Value::Bool(known)) = formula.as_value() {
            return Ok(*known);
        }
        match self.solver.satisfy(&formula, self.budget) {
            Outcome::Sat(_) => Ok(true),
            Outcome::Unsat(()) => Ok(false),
            Outcome::Unknown(reason) => Err(Rejected::Unanswered(reason)),
        }
    }
}

/// The formula that says that values which were seen refine those of the specification.
fn allows(theirs: &[Observed], ours: &[Seen]) -> Term {
    let pairs = theirs.iter().zip(ours);
    Term::and(pairs.map(|(theirs, ours)| match ours {
        None => theirs.poison.clone(),
        Some(value) => {
            let value = Term::value(value.clone());
            let equal = Term::eq(theirs.value.clone(), value);
            Term::or([theirs.poison.clone(), equal])
        }
    }))
}
