//! Counterexamples told for people.

mod fair;
mod functions;
mod long;
mod orders;
mod processes;
mod runs;
pub mod seen;
mod unwinding;
mod words;

use budget::Budget;
use evidence::safety::FiniteViolation;
use evidence::simulation::{FiniteRefutation, LosingPosition, Why};
use evidence::unwinding::Player;
use evidence::{Evidence, LabelData};
use logic::Symbol;
use program::Origin;
use program::concrete::{Label, State};
use program::system::System;
use program::system::concrete::Failure;
use question::{Question, SafeFor, Simulated};
use rustc_hash::FxHashMap;

use crate::actor::Actor;

/// A counterexample as a sequence of events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// What happens, in a line.
    pub headline: String,
    /// The start and the steps.
    pub events: Vec<Event>,
    /// Why this refutes the claim.
    pub conclusion: String,
    /// How a system of processes fails, if the claim is about one.
    pub failure: Option<Failure>,
    /// A run on the same values that ends well, because messages of different senders come in another
    /// order.
    pub other_order: Option<Vec<Event>>,
}

impl Story {
    /// Whether nothing is told, as where evidence is no run of anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.headline.is_empty() && self.events.is_empty()
    }
}

/// Something that happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The program that does it.
    pub actor: Symbol,
    /// What it does.
    pub action: String,
    /// The variables that have other values afterwards, or all of them at the start.
    pub values: Vec<(Symbol, String)>,
    /// The statement that does it.
    pub origin: Option<Origin>,
}

/// What a process does in the step that fails.
pub const FAILS: &str = "fails";

/// How a run of a system fails, in one sentence.
#[must_use]
pub fn failure_sentence(system: &System, failure: &Failure) -> String {
    let (headline, conclusion) = processes::wrong(system, failure);
    format!("{headline}: {conclusion}")
}

/// Tells the story of a refutation; `None` for a proof, or where the evidence speaks of something else.
#[must_use]
pub fn tell(question: &Question, evidence: &Evidence, budget: &Budget) -> Option<Story> {
    match (question, evidence) {
        (Question::Simulated(question), Evidence::FiniteRefutation(refutation)) => {
            tell_refutation(question, refutation)
        }
        (Question::Simulated(question), Evidence::Unwinding(strategy))
            if strategy.winner == Player::Falsifier =>
        {
            unwinding::tell(question, strategy)
        }
        (Question::SafeFor(question), Evidence::FiniteViolation(violation)) => {
            tell_violation(question, violation)
        }
        (Question::SafeFor(question), Evidence::Violation(violation)) => {
            runs::tell(question, violation)
        }
        (Question::Included(question), Evidence::FairInclusion(evidence)) => {
            fair::tell(question, evidence, budget)
        }
        (Question::Included(question), Evidence::FairRun(run)) => fair::tell_run(question, run),
        (Question::Satisfies(question), Evidence::Satisfaction(evidence)) => {
            fair::tell_violation(question, evidence, budget)
        }
        (Question::AllSizes(question), Evidence::Network(evidence)) => {
            fair::tell_network(question, evidence, budget)
        }
        (Question::Refines(question), Evidence::Refinement(evidence)) => {
            functions::tell(question, evidence)
        }
        (Question::Safe(question), Evidence::FailingRun(run)) => processes::tell(question, run),
        (Question::Safe(question), Evidence::LongRun(run)) => long::tell(question, run, budget),
        (Question::Words(question), Evidence::Words(evidence)) => words::tell(question, evidence),
        _ => None,
    }
}

impl Actor {
    fn start(&self, state: &State) -> Event {
        let vars = self.machine.layout().vars();
        let values = vars
            .iter()
            .zip(&state.store)
            .map(|(v, x)| (v.name, x.to_string()));
        Event {
            actor: self.alias,
            action: "starts".to_owned(),
            values: values.collect(),
            origin: None,
        }
    }

    /// The step between two states; the label says what is seen of it.
    fn step(&self, before: &State, label: &Label, after: &State) -> Event {
        let action = match label {
            Label::Silent => "takes a silent step".to_owned(),
            Label::Send { value, channel } => format!("sends {value} on {channel}"),
            Label::Receive { value, channel } => format!("receives {value} on {channel}"),
            Label::Fail => "fails an assertion".to_owned(),
        };
        Event {
            actor: self.alias,
            action,
            values: self.changed(before, after),
            origin: self.origin(before, label, after),
        }
    }
}

/// Follows Falsifier's strategy against the replies that hold out longest.
fn tell_refutation(question: &Simulated, refutation: &FiniteRefutation) -> Option<Story> {
    let [source, target]: [Actor; 2] = Actor::all(&question.setting).try_into().ok()?;
    let source_states = source.decode(&refutation.source)?;
    let target_states = target.decode(&refutation.target)?;
    let positions: FxHashMap<(u32, u32), &LosingPosition> = refutation
        .positions
        .iter()
        .map(|p| ((p.source, p.target), p))
        .collect();
    let mut here = refutation.positions.first()?;
    let mut events = vec![
        source.start(&source_states[here.source as usize]),
        target.start(&target_states[here.target as usize]),
    ];
    let mut moves = 0;
    let mut visited: Vec<(u32, u32)> = Vec::new();
    let conclusion = loop {
        let before = &source_states[here.source as usize];
        let (label, next) = match &here.why {
            Why::Ending => {
                break format!(
                    "{} has ended, and {} cannot end in a state where the postcondition holds",
                    source.alias, target.alias
                );
            }
            Why::Step { label, source } => (label.clone(), *source),
            Why::Divergence { source } => (LabelData::Silent, *source),
        };
        if visited.contains(&(here.source, here.target)) {
            break format!(
                "{} goes on like this forever without being seen, and {} can only stand still",
                source.alias, target.alias
            );
        }
        visited.push((here.source, here.target));
        let after = &source_states[next as usize];
        let label = source
            .steps(before)
            .into_iter()
            .find(|step| step.state == *after && LabelData::from(&step.label) == label)?
            .label;
        moves += 1;
        events.push(source.step(before, &label, after));
        let replies = positions.iter().filter(|((s, t), position)| {
            *s == next
                && (position.stage < here.stage
                    || (*t == here.target && position.stage == here.stage))
        });
        // Standing still goes on with a divergence; otherwise the reply that holds out longest.
        let reply = replies
            .map(|(_, position)| *position)
            .filter(|position| {
                let end = &target_states[position.target as usize];
                let start = &target_states[here.target as usize];
                (label == Label::Silent && start == end)
                    || !target.path(start, &label, end).is_empty()
            })
            .max_by_key(|position| (position.stage, std::cmp::Reverse(position.target)));
        let Some(reply) = reply else {
            break match label {
                Label::Silent => format!("{} has no answer", target.alias),
                label => format!("{} cannot {}", target.alias, imperative(&label)),
            };
        };
        let start = &target_states[here.target as usize];
        let end = &target_states[reply.target as usize];
        for (before, label, after) in target.path(start, &label, end) {
            events.push(target.step(&before, &label, &after));
        }
        here = reply;
    };
    let headline = if moves == 1 {
        format!("{} wins in 1 move", source.alias)
    } else {
        format!("{} wins in {moves} moves", source.alias)
    };
    Some(Story {
        headline,
        events,
        conclusion,
        failure: None,
        other_order: None,
    })
}

fn imperative(label: &Label) -> String {
    match label {
        Label::Silent => "take a silent step".to_owned(),
        Label::Send { value, channel } => format!("send {value} on {channel}"),
        Label::Receive { value, channel } => format!("receive {value} on {channel}"),
        Label::Fail => "fail an assertion".to_owned(),
    }
}

fn tell_violation(question: &SafeFor, violation: &FiniteViolation) -> Option<Story> {
    let actors = Actor::all(&question.setting);
    let mut events = Vec::new();
    for (actor, run) in actors.iter().zip(&violation.runs) {
        let states = actor.decode(run)?;
        events.push(actor.start(states.first()?));
        for pair in states.windows(2) {
            let step = actor
                .steps(&pair[0])
                .into_iter()
                .find(|step| step.state == pair[1])?;
            events.push(actor.step(&pair[0], &step.label, &pair[1]));
        }
    }
    violated(question, &actors, violation.failed, events)
}

/// The story of runs that violate a `safe for` claim.
fn violated(
    question: &SafeFor,
    actors: &[Actor],
    failed: Option<u32>,
    events: Vec<Event>,
) -> Option<Story> {
    let (headline, conclusion) = match failed {
        Some(position) => {
            let alias = actors.get(position as usize)?.alias;
            (
                format!("{alias} fails an assertion"),
                format!("an assertion of {alias} fails"),
            )
        }
        None => (
            "runs that start related do not end so".to_owned(),
            format!("at the end, {} does not hold", question.ensures),
        ),
    };
    Some(Story {
        headline,
        events,
        conclusion,
        failure: None,
        other_order: None,
    })
}
