//! Rules for inputs on which two functions differ: both are run again.

mod choices;

use budget::Budget;
use evidence::Datum;
use evidence::abstraction::Difference;
use logic::{Value, Var};
use program::Function;
use program::function::{Environment, EventRecord, Keep, Run, RunEnd, RunError, Seen};

use crate::{Rejected, broken};

/// Answers as the evidence says; where it says nothing, with the default of the sort.
struct Script<'e> {
    difference: &'e Difference,
    asked: usize,
    /// Whether the evidence has a value of another sort.
    misfit: bool,
}

impl Script<'_> {
    fn value(&mut self, datum: Option<&Datum>, var: &Var) -> Value {
        let decoded = datum.map(|datum| datum.decode(&var.sort));
        self.misfit |= decoded == Some(None);
        let value = decoded.flatten();
        value.unwrap_or_else(|| Value::default_of(&var.sort))
    }
}

impl Environment for Script<'_> {
    fn choose(&mut self, var: &Var) -> Value {
        let datum = self.difference.choices.get(self.asked);
        self.asked += 1;
        self.value(datum, var)
    }

    fn result(&mut self, event: usize, position: usize, var: &Var) -> Value {
        let results = self.difference.results.get(event);
        self.value(results.and_then(|results| results.get(position)), var)
    }
}

/// Runs a function as the evidence says.
///
/// # Errors
/// Where the evidence has values of other sorts, or a term has no value.
pub fn replay(function: &Function, difference: &Difference) -> Result<Run, Rejected> {
    let inputs = difference.inputs.iter().zip(&function.inputs);
    let inputs = inputs.map(|(datum, var)| datum.decode(&var.sort));
    let inputs: Option<Vec<Value>> = inputs.collect();
    let inputs = inputs.ok_or_else(|| broken("Inputs", "an input is not of its sort"))?;
    let mut script = Script {
        difference,
        asked: 0,
        misfit: false,
    };
    let run = function.run(
        &inputs,
        &mut script,
        difference.most as usize,
        Keep::Outcome,
    );
    let run = run.map_err(|error| match error {
        RunError::Eval(error) => Rejected::from(error),
        RunError::Inputs => broken("Inputs", error.to_string()),
    })?;
    match script.misfit {
        true => Err(broken("Inputs", "a value is not of its sort")),
        false => Ok(run),
    }
}

/// The implementation's run is none that the specification allows.
pub(super) fn check(
    specification: &Function,
    implementation: &Function,
    difference: &Difference,
    budget: &Budget,
) -> Result<(), Rejected> {
    let ours = replay(implementation, difference)?;
    let theirs = replay(specification, difference)?;
    if theirs.choices > 0 {
        return choices::check(specification, difference, &ours, budget);
    }
    match differs(&ours, &theirs, specification.must_progress) {
        true => Ok(()),
        false => Err(broken("Difference", "the specification allows the run")),
    }
}

/// Whether a run is not allowed by the only one that a specification has.
fn differs(ours: &Run, theirs: &Run, must_progress: bool) -> bool {
    let mut pairs = ours.events.iter().zip(&theirs.events);
    if pairs.any(|(a, b)| !event_refines(a, b)) {
        return true;
    }
    let undefined =
        theirs.end == RunEnd::Undefined || (must_progress && theirs.end == RunEnd::Diverges);
    if ours.events.len() < theirs.events.len() {
        // The specification goes on where the implementation does not.
        return !matches!(ours.end, RunEnd::Stopped | RunEnd::Dropped);
    }
    if undefined || theirs.end == RunEnd::Stopped {
        return false;
    }
    if ours.events.len() > theirs.events.len() {
        // Whatever comes of the implementation's run: a dropped one is no run at all.
        return ours.end != RunEnd::Dropped;
    }
    match (&ours.end, &theirs.end) {
        (RunEnd::Stopped | RunEnd::Dropped, _) => false,
        (RunEnd::Returned(ours), RunEnd::Returned(theirs)) => !all_refine(ours, theirs),
        (RunEnd::Diverges, RunEnd::Diverges) => false,
        _ => true,
    }
}

fn event_refines(ours: &EventRecord, theirs: &EventRecord) -> bool {
    ours.name == theirs.name && all_refine(&ours.arguments, &theirs.arguments)
}

fn all_refine(ours: &[Seen], theirs: &[Seen]) -> bool {
    ours.len() == theirs.len()
        && ours
            .iter()
            .zip(theirs)
            .all(|(ours, theirs)| theirs.is_none() || ours == theirs)
}
