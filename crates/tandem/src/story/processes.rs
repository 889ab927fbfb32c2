//! Runs of systems of processes that violate a claim.

use evidence::collective::FailingRun;
use logic::{Model, Value, Var};
use program::system::concrete::{Choice, Ending, Failure, Interpreter, Outcome, State, Waiting};
use program::system::{Action, Source, System};
use program::{Origin, Task};

use super::{Event, Story};

/// Tells a run process by process.
pub(super) fn tell(task: &Task, run: &FailingRun) -> Option<Story> {
    let system = task.system.as_deref()?;
    let values: Model = run.start(system)?.into_iter().collect();
    let inputs = system.inputs.iter().filter_map(|var| {
        let value = values.get(var)?.clone();
        Some((var.clone(), value))
    });
    let inputs: Model = inputs.collect();
    let interpreter = Interpreter::new(system, inputs.clone()).ok()??;
    let open = |var: &Var| {
        let value = values.get(var).cloned();
        value.unwrap_or_else(|| Value::default_of(&var.sort))
    };
    let mut state = interpreter.start(&open).ok()?;
    let mut events = vec![Event {
        actor: system.name,
        action: "starts".to_owned(),
        values: inputs
            .vars()
            .map(|(v, x)| (v.name, x.to_string()))
            .collect(),
        origin: None,
    }];
    for step in &run.schedule {
        let choice = FailingRun::choice(step, system)?;
        let edge = &system.processes[choice.process].graph.edges()[choice.edge];
        let actor = system.processes[choice.process].name;
        match interpreter.step(&state, &choice).ok()? {
            Outcome::Next(next) => {
                let values = changed(system, &state, &next);
                let is_quiet = values.is_empty() && matches!(edge.action, Action::Assume(_));
                if !is_quiet {
                    events.push(Event {
                        actor,
                        action: described(system, &state, &choice),
                        values,
                        origin: Some(edge.origin),
                    });
                }
                state = next;
            }
            Outcome::Failed(failure) => {
                events.push(Event {
                    actor,
                    action: "fails".to_owned(),
                    values: Vec::new(),
                    origin: Some(edge.origin),
                });
                return Some(violated(system, &state, &failure, events));
            }
        }
    }
    match interpreter.ending(&state).ok()? {
        Ending::Failed(failure) => Some(violated(system, &state, &failure, events)),
        _ => None,
    }
}

/// What a step does, in a few words.
fn described(system: &System, state: &State, choice: &Choice) -> String {
    let process = &system.processes[choice.process];
    match &process.graph.edges()[choice.edge].action {
        Action::Assume(_) => "goes on".to_owned(),
        Action::Assign(..) => "assigns".to_owned(),
        Action::Havoc(_) => "chooses a value".to_owned(),
        Action::Assert(_) => "asserts".to_owned(),
        Action::Send { to, .. } => format!("sends to rank {to}"),
        Action::Flush { to, .. } => format!("sees that rank {to} has received"),
        Action::Receive { from, .. } => match (from, choice.sender) {
            (Source::Any, Some(sender)) => {
                format!("receives from {}, of any", system.processes[sender].name)
            }
            (Source::Any, None) => "receives".to_owned(),
            (Source::Rank(rank), _) => format!("receives from rank {rank}"),
        },
        Action::Collective(_) => {
            let together = state.locations.len();
            format!("meets with the other processes of {together}")
        }
        Action::CollectiveAssert { label, .. } => format!("takes part in the assertion {label}"),
    }
}

/// The variables that a step has changed.
fn changed(system: &System, before: &State, after: &State) -> Vec<(logic::Symbol, String)> {
    let mut values = Vec::new();
    for (position, process) in system.processes.iter().enumerate() {
        let stores = before.stores[position].iter().zip(&after.stores[position]);
        for (variable, (old, new)) in process.variables.iter().zip(stores) {
            if old != new {
                values.push((variable.var.name, new.to_string()));
            }
        }
    }
    values
}

/// What is wrong with a run: a headline and a sentence.
pub(super) fn wrong(system: &System, failure: &Failure) -> (String, String) {
    let name = |process: usize| system.processes[process].name;
    match failure {
        Failure::Assertion { process, .. } => (
            format!("{} fails an assertion", name(*process)),
            format!("an assertion of {} fails", name(*process)),
        ),
        Failure::Collective { label, claimant } => (
            format!("the collective assertion {label} fails"),
            format!(
                "what {} claims of all processes does not hold",
                name(*claimant)
            ),
        ),
        Failure::NoSuchProcess { process, rank, .. } => (
            format!("{} names a process that does not exist", name(*process)),
            format!("no process has the rank {rank}"),
        ),
        Failure::WrongSort { process, .. } => (
            format!("{} receives a message of another type", name(*process)),
            "the variable cannot hold the message".to_owned(),
        ),
        Failure::OutOfRange {
            process,
            var,
            value,
        } => (
            format!("{} leaves the range of a variable", name(*process)),
            format!("{var} would become {value}"),
        ),
        Failure::Roots { process } => (
            "the processes disagree in a collective operation".to_owned(),
            format!("{} names another root than those before it", name(*process)),
        ),
        Failure::Deadlock { waiting } => {
            let who: Vec<String> = waiting.iter().map(|w| wait(system, w)).collect();
            ("a deadlock".to_owned(), who.join("; "))
        }
        Failure::Unmatched { label, process } => (
            format!("the collective assertion {label} lacks partners"),
            format!("{} has taken part more often than others", name(*process)),
        ),
        Failure::LeftMessage { from, to } => (
            "a message is left".to_owned(),
            format!("{} never receives a message of {}", name(*to), name(*from)),
        ),
        Failure::Ensures => (
            "all processes end, but not as they should".to_owned(),
            format!("at the end, {} does not hold", system.ensures),
        ),
    }
}

/// The story with its end: the state of all processes, and what is wrong with it.
fn violated(system: &System, state: &State, failure: &Failure, mut events: Vec<Event>) -> Story {
    let (headline, conclusion) = wrong(system, failure);
    let is_end = !matches!(
        failure,
        Failure::Assertion { .. } | Failure::Collective { .. }
    );
    for (position, process) in system.processes.iter().enumerate() {
        let store = process.variables.iter().zip(&state.stores[position]);
        let has_ended = state.locations[position] == process.graph.exit();
        events.push(Event {
            actor: process.name,
            action: if has_ended && is_end {
                "has ended"
            } else {
                "is here"
            }
            .to_owned(),
            values: store.map(|(v, x)| (v.var.name, x.to_string())).collect(),
            origin: place(system, state, position),
        });
    }
    Story {
        headline,
        events,
        conclusion,
    }
}

fn place(system: &System, state: &State, process: usize) -> Option<Origin> {
    let graph = &system.processes[process].graph;
    let (_, edge) = graph.edges_from(state.locations[process]).next()?;
    Some(edge.origin)
}

fn wait(system: &System, waiting: &Waiting) -> String {
    let process = &system.processes[waiting.process];
    let whom = waiting
        .for_process
        .map(|other| system.processes[other].name);
    match (&process.graph.edges()[waiting.edge].action, whom) {
        (Action::Collective(_), _) => format!("{} waits for its group", process.name),
        (Action::Flush { .. }, Some(whom)) => {
            format!("{} waits until {whom} receives", process.name)
        }
        (_, Some(whom)) => format!("{} waits for a message of {whom}", process.name),
        (_, None) => format!("{} waits for a message of anybody", process.name),
    }
}
