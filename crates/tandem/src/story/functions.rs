//! Functions that differ: the inputs, and what each does on them.

use evidence::abstraction::Refinement;
use logic::Symbol;
use program::Task;
use program::import::Compared;

use super::{Event, Story};
use crate::refinement;

/// The story of inputs on which an implementation does what its specification does not; none for a
/// proof.
pub(super) fn tell(task: &Task, evidence: &Refinement) -> Option<Story> {
    let (Refinement::Difference(difference), Some(Compared::Functions(comparison))) =
        (evidence, &task.compared)
    else {
        return None;
    };
    let [implementation, specification] = task.aliases[..] else {
        return None;
    };
    let specified = &comparison.refutation().specification;
    let inputs = |number: u64| refinement::sample(specified, number);
    let question = refinement::question_of(comparison, &inputs);
    let [theirs, ours] = refinement::tell(&question, difference).ok()?;
    let values: Vec<(Symbol, String)> = specified
        .inputs
        .iter()
        .zip(&difference.inputs)
        .filter_map(|(var, value)| {
            // As everywhere in stories, the name of the owner stands before that of the variable.
            let name = Symbol::new(&format!("input.{}", var.name));
            Some((name, refinement::plain(&value.decode(&var.sort)?)))
        })
        .collect();
    let event = |actor: Symbol, action: &str, values: &[(Symbol, String)]| Event {
        actor,
        action: action.to_owned(),
        values: values.to_vec(),
        origin: None,
    };
    let headline = format!("{implementation} {ours}, {specification} {theirs}");
    Some(Story {
        headline,
        events: vec![
            event(implementation, "starts", &values),
            event(specification, "starts with the same inputs", &[]),
            event(implementation, &ours, &[]),
            event(specification, &theirs, &[]),
        ],
        conclusion: format!("{implementation} does what {specification} does not allow"),
    })
}
