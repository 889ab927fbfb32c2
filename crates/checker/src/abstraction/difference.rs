//! Rules for inputs on which two functions differ: both are run again.
//!
//! A counterexample needs a run of the specification that is not dropped, though the definition of
//! refinement asks for less where the specification has shown something else before.

mod choices;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

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
    /// The choices are the implementation's. A specification makes its own, of which these may be none;
    /// whatever is chosen is a choice.
    fn choose(&mut self, var: &Var) -> Value {
        let datum = self.difference.choices.get(self.asked);
        self.asked += 1;
        let value = datum.and_then(|datum| datum.decode(&var.sort));
        value.unwrap_or_else(|| Value::default_of(&var.sort))
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

/// Why runs on an excluded input are no counterexample.
const EXCLUDED: &str = "the specification excludes the input";

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
    match differs(&ours, &theirs) {
        true => Ok(()),
        false if theirs.end == RunEnd::Dropped => Err(broken("Difference", EXCLUDED)),
        false => Err(broken("Difference", "the specification allows the run")),
    }
}

/// In what a run is none that a specification's only run allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contrast {
    /// The events at this position differ.
    Event(usize),
    /// The implementation never has the event that the specification has at this position.
    Missing(usize),
    /// The specification never has the event that the implementation has at this position.
    Added(usize),
    /// Both return, and the values at this position differ.
    Returned(usize),
    /// Both have the same events and end in different ways.
    End,
}

/// In what two runs differ; none where the specification's run allows the implementation's. It is for
/// those who tell people about a difference, and says nothing but what the rule says.
#[must_use]
pub fn contrast(ours: &Run, theirs: &Run) -> Option<Contrast> {
    if !differs(ours, theirs) {
        return None;
    }
    let count = ours.events.len().min(theirs.shown().len());
    let mut pairs = ours.events.iter().zip(theirs.shown());
    Some(match Shown::of(&ours.events, theirs.shown()) {
        Shown::Apart => {
            Contrast::Event(pairs.position(|(ours, theirs)| !event_refines(ours, theirs))?)
        }
        Shown::Fewer => Contrast::Missing(count),
        Shown::More => Contrast::Added(count),
        Shown::Same => match (&ours.end, &theirs.end) {
            (RunEnd::Returned(ours), RunEnd::Returned(theirs)) => {
                let mut values = ours.iter().zip(theirs);
                Contrast::Returned(
                    values.position(|(ours, theirs)| theirs.is_some() && ours != theirs)?,
                )
            }
            _ => Contrast::End,
        },
    })
}

/// How the events of two runs compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    /// At some position both have an event, and the implementation's does not refine the
    /// specification's.
    Apart,
    /// The implementation's are the first ones of the specification's, which has more.
    Fewer,
    /// Both have the same.
    Same,
    /// The specification's are the first ones of the implementation's, which has more.
    More,
}

impl Shown {
    fn of(ours: &[EventRecord], theirs: &[EventRecord]) -> Shown {
        let mut pairs = ours.iter().zip(theirs);
        if pairs.any(|(ours, theirs)| !event_refines(ours, theirs)) {
            return Shown::Apart;
        }
        match ours.len().cmp(&theirs.len()) {
            Ordering::Less => Shown::Fewer,
            Ordering::Equal => Shown::Same,
            Ordering::Greater => Shown::More,
        }
    }
}

/// Whether a run is not allowed by the only one that a specification has: a row for each way in which
/// events compare and the specification's run ends, by how the implementation's ends.
/// [`program::function`] says what is allowed.
fn differs(ours: &Run, theirs: &Run) -> bool {
    use RunEnd::{Diverges, Dropped, Returned, Stalls, Stopped, Undefined};
    let shown = Shown::of(&ours.events, theirs.shown());
    // Running on for ever in silence is undefined where progress must be made.
    match (shown, &theirs.end, &ours.end) {
        // The specification's only run is dropped: the input is excluded. That it may have shown
        // something else before would count, but nobody should be told of a run that is none.
        (
            Shown::Apart | Shown::Fewer | Shown::Same | Shown::More,
            Dropped,
            Returned(_) | Undefined | Stalls | Diverges | Stopped | Dropped,
        ) => false,

        // Something else was shown. Undefined behaviour of the specification comes too late for that,
        // and what is shown before a run is stopped or dropped has been shown.
        (
            Shown::Apart,
            Returned(_) | Undefined | Stalls | Diverges | Stopped,
            Returned(_) | Undefined | Stalls | Diverges | Stopped | Dropped,
        ) => true,

        // The specification has shown more, and the implementation never will.
        (
            Shown::Fewer,
            Returned(_) | Undefined | Stalls | Diverges | Stopped,
            Returned(_) | Undefined | Stalls | Diverges,
        ) => true,
        // It still may.
        (Shown::Fewer, Returned(_) | Undefined | Stalls | Diverges | Stopped, Stopped) => false,
        // All that counts of a run that is dropped is what it has shown.
        (Shown::Fewer, Returned(_) | Undefined | Stalls | Diverges | Stopped, Dropped) => false,

        // Undefined behaviour allows whatever comes behind the same events.
        (
            Shown::Same | Shown::More,
            Undefined | Stalls,
            Returned(_) | Undefined | Stalls | Diverges | Stopped | Dropped,
        ) => false,
        // The specification may still show the rest, end in the same way or become undefined.
        (
            Shown::Same | Shown::More,
            Stopped,
            Returned(_) | Undefined | Stalls | Diverges | Stopped | Dropped,
        ) => false,

        // The specification will never show what the implementation has shown, however that ends.
        (
            Shown::More,
            Returned(_) | Diverges,
            Returned(_) | Undefined | Stalls | Diverges | Stopped | Dropped,
        ) => true,

        // The same events: the ends must be alike, and what is returned must refine.
        (Shown::Same, Returned(theirs), Returned(ours)) => !all_refine(ours, theirs),
        (Shown::Same, Returned(_), Undefined | Stalls | Diverges) => true,
        (Shown::Same, Diverges, Returned(_) | Undefined | Stalls) => true,
        // Neither ends.
        (Shown::Same, Diverges, Diverges) => false,
        // How the implementation ends is not known, or does not matter.
        (Shown::Same, Returned(_) | Diverges, Stopped | Dropped) => false,
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
