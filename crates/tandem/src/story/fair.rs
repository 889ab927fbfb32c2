//! Stories of claims `included in`: a fair run of the concrete program that the specification
//! cannot follow.

use evidence::inclusion::{FairInclusion, Inclusion};
use program::Task;
use program::concrete::State;

use super::{Actor, Event, Story};

/// Tells the story of a separation; `None` for a proof.
pub(super) fn tell(task: &Task, evidence: &FairInclusion) -> Option<Story> {
    let Inclusion::Separation(lasso) = &evidence.inclusion else {
        return None;
    };
    let run = fairness::claim::run_of(task, evidence, lasso)?;
    let actor = Actor::all(task).into_iter().next()?;
    let state = |position: u32| {
        let data = evidence.concrete.get(position as usize)?;
        data.decode(actor.machine.layout())
    };
    let mut states = Vec::new();
    for position in run.prefix.iter().chain(&run.cycle) {
        states.push(state(*position)?);
    }
    let start = states.first()?;
    let mut events = vec![actor.start(start)];
    for (before, after) in states.iter().zip(&states[1..]) {
        events.push(change(&actor, before, after));
    }
    let length = run.cycle.len();
    let names = (&task.aliases[0], &task.aliases[1]);
    Some(Story {
        headline: format!("{} has a fair run that {} cannot follow", names.0, names.1),
        events,
        conclusion: format!("the last {length} states are repeated for ever"),
    })
}

/// A step as the change that it makes.
fn change(actor: &Actor, before: &State, after: &State) -> Event {
    let vars = actor.machine.layout().vars();
    let values = vars.iter().zip(before.store.iter().zip(&after.store));
    let changed = values.filter(|(_, (before, after))| before != after);
    Event {
        actor: actor.alias,
        action: "steps".to_owned(),
        values: changed
            .map(|(var, (_, after))| (var.name, after.to_string()))
            .collect(),
        origin: None,
    }
}
