//! Runs of systems of processes that violate a claim and are too long to be told step by step: what
//! goes on in a loop is one event.

use budget::Budget;
use checker::collective::{Part, Rounds, way};
use evidence::long_run::LongRun;
use logic::{Model, Symbol, Term, Value};
use program::system::concrete::{Choice, Ending, Failure, Interpreter};
use program::system::{Action, State, System};
use question::Safe;

use super::processes::{described, is_told, violated};
use super::seen::{self, Written};
use super::{Event, FAILS, Story};

/// Tells one of the ways that the run may take.
pub(super) fn tell(question: &Safe, run: &LongRun, budget: &Budget) -> Option<Story> {
    let system = &question.system;
    let values: Model = run.start(system)?.into_iter().collect();
    let inputs = system.inputs.iter().filter_map(|var| {
        let value = values.get(var)?.clone();
        Some((var.clone(), value))
    });
    let inputs: Model = inputs.collect();
    let parts = way(question, run, budget)?;
    let mut events = vec![Event {
        actor: system.name,
        action: "starts".to_owned(),
        values: inputs
            .vars()
            .map(|(var, value)| (var.name, value.to_string()))
            .collect(),
        origin: None,
    }];
    let mut written = Written::default();
    for part in &parts {
        if let Some(rounds) = &part.rounds {
            events.extend(goes_round(system, rounds));
            written.note_all(system, &rounds.before, &rounds.after);
        }
        events.extend(steps(system, part, &mut written));
    }
    let last = parts.last()?;
    let failure = failure(system, last, inputs)?;
    if last.fails() {
        let (_, step) = last.steps.last()?;
        let process = &system.processes[system.process_of(step.mover)];
        events.push(Event {
            actor: process.name,
            action: FAILS.to_owned(),
            values: Vec::new(),
            origin: Some(process.graph.edges()[step.edge].origin),
        });
    }
    Some(violated(system, &last.end, &failure, events, &written))
}

/// That processes go round a loop, one event for each.
fn goes_round(system: &System, rounds: &Rounds) -> Vec<Event> {
    let often = match rounds.count.as_ref().map(grouped) {
        Some(count) if count == "1" => "once".to_owned(),
        Some(count) => format!("{count} times"),
        None => "again and again, until it ends".to_owned(),
    };
    let changed = seen::changed(system, &rounds.before, &rounds.after);
    let event = |mover: &usize| {
        let process = &system.processes[*mover];
        let others = rounds.movers.iter().filter(|other| *other != mover);
        let others: Vec<&str> = others.map(|p| system.processes[*p].name.as_str()).collect();
        let with = match others.is_empty() {
            true => String::new(),
            false => format!(" with {}", others.join(", ")),
        };
        let own = format!("{}.", process.name);
        let is_own = |(name, _): &&(Symbol, String)| name.as_str().starts_with(&own);
        let mut edges = process.graph.edges_from(rounds.before.at[*mover]);
        Event {
            actor: process.name,
            action: format!("goes round the loop{with} {often}"),
            values: changed.iter().filter(is_own).cloned().collect(),
            origin: edges.next().map(|(_, edge)| edge.origin),
        }
    };
    rounds.movers.iter().map(event).collect()
}

/// A number with its digits in groups of three.
fn grouped(number: &logic::Integer) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The steps of a part, but one that fails.
fn steps(system: &System, part: &Part, written: &mut Written) -> Vec<Event> {
    let mut events = Vec::new();
    let taken = part.steps.len() - usize::from(part.fails());
    for (before, step) in &part.steps[..taken] {
        let position = system.process_of(step.mover);
        let process = &system.processes[position];
        let edge = &process.graph.edges()[step.edge];
        let mut values = seen::changed(system, before, &step.next);
        if let (Action::Assign(var, _), true) = (&edge.action, values.is_empty()) {
            values.extend(seen::one(system, before, &step.next, position, var));
        }
        if !values.is_empty() || is_told(&edge.action) {
            let choice = Choice {
                mover: step.mover,
                edge: step.edge,
                path: step.path.clone(),
                value: None,
            };
            events.push(Event {
                actor: process.name,
                action: described(system, before, &step.next, &choice),
                values,
                origin: Some(edge.origin),
            });
        }
        written.note(system, &edge.action, before, &step.next);
    }
    events
}

/// How the last part fails. Where the run just ends, that is judged with possible values for what is
/// not known.
fn failure(system: &System, part: &Part, inputs: Model) -> Option<Failure> {
    if part.fails() {
        let (_, step) = part.steps.last()?;
        let violated = |formula: &Term| part.possible.holds(formula) == Ok(false);
        let mut duties = step.duties.iter();
        let duty = duties.find(|duty| violated(&duty.formula));
        return Some(duty.or(step.duties.first())?.failure.clone());
    }
    let possible = |term: &Term| {
        let value = part.possible.eval(term);
        Term::value(value.unwrap_or_else(|_| Value::default_of(term.sort())))
    };
    let state: State = part.end.map(&mut |_, term| possible(term));
    let interpreter = Interpreter::new(system, inputs).ok()??;
    match interpreter.ending(&state).ok()? {
        Ending::Failed(failure) => Some(failure),
        Ending::Ended | Ending::Stopped => None,
    }
}
