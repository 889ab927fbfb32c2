//! Stories of claims about fair runs: one that the specification cannot follow, or that violates a
//! temporal formula.

use budget::Budget;
use evidence::StateData;
use evidence::fair_run::FairRun;
use evidence::inclusion::{FairInclusion, Inclusion, Satisfaction};
use evidence::network::Network;
use fairness::claim::Run;
use program::concrete::State;
use question::{AllSizes, Group, Included, Satisfies, Setting};

use super::{Actor, Event, Story};

/// Tells the story of a separation; `None` for a proof.
pub(super) fn tell(
    question: &Included,
    evidence: &FairInclusion,
    budget: &Budget,
) -> Option<Story> {
    let Inclusion::Separation(lasso) = &evidence.inclusion else {
        return None;
    };
    let run = fairness::claim::run_of(question, evidence, lasso, budget)?;
    story(
        &question.setting,
        cannot_follow(question),
        &evidence.concrete,
        &run,
    )
}

/// Tells the story of a run that stands alone.
pub(super) fn tell_run(question: &Included, evidence: &FairRun) -> Option<Story> {
    let run = Run {
        prefix: (0..evidence.cycle).collect(),
        cycle: (evidence.cycle..evidence.states.len() as u32).collect(),
    };
    story(
        &question.setting,
        cannot_follow(question),
        &evidence.states,
        &run,
    )
}

fn cannot_follow(question: &Included) -> String {
    let [first, second] = question.setting.aliases;
    format!("{first} has a fair run that {second} cannot follow")
}

/// Tells the story of a run that violates a temporal formula; `None` for a proof.
pub(super) fn tell_violation(
    question: &Satisfies,
    evidence: &Satisfaction,
    budget: &Budget,
) -> Option<Story> {
    let Inclusion::Separation(lasso) = &evidence.inclusion else {
        return None;
    };
    let run = fairness::satisfaction::run_of(question, evidence, lasso, budget)?;
    let [alias] = question.setting.aliases;
    let headline = format!("{alias} has a fair run that violates it");
    story(&question.setting, headline, &evidence.states, &run)
}

/// Tells the story of a network with a violating run; `None` for a proof.
pub(super) fn tell_network(
    question: &AllSizes,
    evidence: &Network,
    budget: &Budget,
) -> Option<Story> {
    let Network::Violation(violation) = evidence else {
        return None;
    };
    let instance = question.instance(violation.copies).ok()?;
    let story = tell_violation(&instance, &violation.run, budget)?;
    let copies = match violation.copies {
        1 => "1 copy".to_owned(),
        copies => format!("{copies} copies"),
    };
    Some(Story {
        headline: format!("with {copies}, {}", story.headline),
        ..story
    })
}

fn story(
    setting: &Setting<impl Group>,
    headline: String,
    listed: &[StateData],
    run: &Run,
) -> Option<Story> {
    let actor = Actor::all(setting).into_iter().next()?;
    let mut states = Vec::new();
    for position in run.prefix.iter().chain(&run.cycle) {
        let data = listed.get(*position as usize)?;
        states.push(data.decode(actor.machine.layout())?);
    }
    let mut events = vec![actor.start(states.first()?)];
    for (before, after) in states.iter().zip(&states[1..]) {
        events.push(change(&actor, before, after));
    }
    let conclusion = match run.cycle.len() {
        1 => "the last state is repeated for ever".to_owned(),
        length => format!("the last {length} states are repeated for ever"),
    };
    Some(Story {
        headline,
        events,
        conclusion,
        failure: None,
        other_order: None,
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
