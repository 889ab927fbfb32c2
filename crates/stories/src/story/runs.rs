//! Runs of programs with infinitely many states, told for people.

use evidence::reduction::Violation;
use program::concrete::{Performed, State};
use question::SafeFor;

use super::{Actor, Event, Story, violated};

/// Tells how runs violate a `safe for` claim.
pub(super) fn tell(question: &SafeFor, violation: &Violation) -> Option<Story> {
    let fixed = question.interpreted(&violation.interpretation(question)?);
    let values = violation.start(&fixed)?;
    let actors = Actor::all(&fixed.setting);
    let mut events = Vec::new();
    for (actor, run) in actors.iter().zip(&violation.runs) {
        let mut state: State = actor.machine.initial(&|var| values.get(var).cloned());
        events.push(actor.start(&state));
        for choice in run {
            let moves = actor.machine.moves(&state);
            let chosen = moves
                .iter()
                .find(|step| step.path == choice.path && step.edge == choice.edge)?;
            let input = match (actor.machine.input(&state, chosen), &choice.input) {
                (Some((var, _)), Some(datum)) => Some(datum.decode(&var.sort)?),
                _ => None,
            };
            let performed = actor.machine.perform(&state, chosen, input.as_ref());
            let Ok(Performed::Step(step)) = performed else {
                return None;
            };
            // Steps at which nothing is to be seen would only make the story longer.
            if step.state.store != state.store || step.label != program::concrete::Label::Silent {
                events.push(Event {
                    origin: Some(chosen.origin),
                    ..actor.step(&state, &step.label, &step.state)
                });
            }
            state = step.state;
        }
    }
    violated(question, &actors, violation.failed, events)
}
