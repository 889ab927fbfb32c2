//! Functions that differ: the inputs, and what each does on them.

use evidence::abstraction::Refinement;
use logic::Symbol;
use question::Refines;

use super::{Event, Story};
use crate::functions::{self, Meaning};

/// How many of the inputs are told.
const MOST_INPUTS: usize = 10;

/// The story of inputs on which an implementation does what its specification does not; none for a
/// proof.
pub(super) fn tell(question: &Refines, evidence: &Refinement) -> Option<Story> {
    let Refinement::Difference(difference) = evidence else {
        return None;
    };
    let comparison = &question.comparison;
    let [implementation, specification] = question.aliases;
    let meaning = comparison.meaning.downcast_ref::<Meaning>()?;
    let pair = comparison.refutation();
    let event = |actor: Symbol, action: String| Event {
        actor,
        action,
        values: Vec::new(),
        origin: None,
    };
    let conclusion = format!("{implementation} does what {specification} does not allow");
    let told = match functions::story(pair, meaning, difference) {
        Ok(told) => told,
        // A story in which nothing differs is none.
        Err(untold) => {
            return Some(Story {
                headline: untold.to_string(),
                events: Vec::new(),
                conclusion,
                failure: None,
                other_order: None,
            });
        }
    };
    let given = told.inputs.iter().take(MOST_INPUTS).map(|it| &*it.text);
    let mut given: Vec<&str> = given.collect();
    if told.inputs.len() > MOST_INPUTS {
        given.push("…");
    }
    let starts = match given.is_empty() {
        true => "starts".to_owned(),
        false => format!("starts with {}", given.join("; ")),
    };
    let mut events = vec![
        event(implementation, starts),
        event(specification, "starts with the same inputs".to_owned()),
    ];
    for (actor, deeds) in [
        (specification, &told.specification),
        (implementation, &told.implementation),
    ] {
        events.extend(deeds.iter().map(|deed| event(actor, deed.to_string())));
    }
    Some(Story {
        headline: told.difference,
        events,
        conclusion,
        failure: None,
        other_order: None,
    })
}
