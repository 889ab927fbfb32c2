//! A word that one automaton has and another does not.

use evidence::inclusion::Inclusion;
use logic::Symbol;
use question::Words;

use super::{Event, Story};

/// The story of a word that separates two automata; none for a proof.
pub(super) fn tell(question: &Words, evidence: &Inclusion) -> Option<Story> {
    let Inclusion::Separation(lasso) = evidence else {
        return None;
    };
    let [first, second] = question.names;
    let step = |position: &u32| {
        let transitions = question.automata[0].transitions();
        let step = transitions.get(*position as usize)?;
        let letter = question.letters.get(step.letter as usize)?;
        let state = question.states.get(step.from as usize)?;
        Some(Event {
            actor: first,
            action: format!("reads {letter}"),
            values: vec![(Symbol::new("state"), state.clone())],
            origin: None,
        })
    };
    let steps = lasso.prefix.iter().chain(&lasso.cycle).map(step);
    let conclusion = match lasso.cycle.len() {
        1 => format!("the last step is repeated for ever; {second} accepts no such word"),
        length => {
            format!("the last {length} steps are repeated for ever; {second} accepts no such word")
        }
    };
    Some(Story {
        headline: format!("{first} has a word that {second} does not have"),
        events: steps.collect::<Option<_>>()?,
        conclusion,
        failure: None,
        other_order: None,
    })
}
