//! Runs of systems of processes that violate a claim.

use evidence::collective::FailingRun;
use logic::{Model, Symbol, Term, Value, Var};
use program::Origin;
use program::system::concrete::{Choice, Ending, Failure, Interpreter, Outcome, Waiting, value_of};
use program::system::{
    Action, Agreed, Meaning, OperationKind, Source, State, Symbolic, System, valuation,
};
use question::Safe;

use super::seen::Written;
use super::{Event, FAILS, Story, orders, seen};

/// Tells a run process by process.
pub(super) fn tell(question: &Safe, run: &FailingRun) -> Option<Story> {
    let system = &question.system;
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
    let start = interpreter.start(&open).ok()?;
    let schedule = run.schedule.iter();
    let schedule = schedule.map(|step| FailingRun::choice(step, system));
    let schedule: Vec<Choice> = schedule.collect::<Option<_>>()?;
    let told = replay(&interpreter, &start, &schedule)?;
    let mut events = vec![Event {
        actor: system.name,
        action: "starts".to_owned(),
        values: inputs
            .vars()
            .map(|(v, x)| (v.name, x.to_string()))
            .collect(),
        origin: None,
    }];
    events.extend(told.events);
    let failure = match told.failure {
        Some(failure) => failure,
        None => match interpreter.ending(&told.state).ok()? {
            Ending::Failed(failure) => failure,
            _ => return None,
        },
    };
    let mut story = violated(system, &told.state, &failure, events, &told.written);
    let other = orders::that_ends_well(&interpreter, &start, &schedule);
    let other = other.and_then(|schedule| replay(&interpreter, &start, &schedule));
    if let Some(other) = other.filter(|other| other.from_anybody != told.from_anybody) {
        let sentence = differing(system, &told.from_anybody, &other.from_anybody);
        story.conclusion = format!("{}; {sentence}", story.conclusion);
        story.other_order = Some(other.events);
    }
    Some(story)
}

/// A run as it is told.
struct Told {
    events: Vec<Event>,
    /// Where it has come to.
    state: State,
    /// How its last step fails, if it does.
    failure: Option<Failure>,
    written: Written,
    /// For each process, from whom it has got messages that could have come from anybody.
    from_anybody: Vec<Vec<Symbol>>,
}

/// Takes the steps of a run and tells them.
fn replay(interpreter: &Interpreter<'_>, start: &State, schedule: &[Choice]) -> Option<Told> {
    let system = interpreter.system();
    let mut told = Told {
        events: Vec::new(),
        state: start.clone(),
        failure: None,
        written: Written::default(),
        from_anybody: vec![Vec::new(); system.processes.len()],
    };
    for choice in schedule {
        let position = system.process_of(choice.mover);
        let process = &system.processes[position];
        let edge = &process.graph.edges()[choice.edge];
        let actor = process.name;
        match interpreter.step(&told.state, choice).ok()? {
            Outcome::Next(next) => {
                let state = &told.state;
                let mut values = seen::changed(system, state, &next);
                if let (Action::Assign(var, _), true) = (&edge.action, values.is_empty()) {
                    values.extend(seen::one(system, state, &next, position, var));
                }
                let is_open = choice.mover != position
                    || matches!(&edge.action, Action::Receive { from, .. } if *from == Source::Any);
                if let (true, Some(sender)) = (is_open, sender(system, position, state, &next)) {
                    told.from_anybody[position].push(sender);
                }
                if !values.is_empty() || is_told(&edge.action) {
                    told.events.push(Event {
                        actor,
                        action: described(system, state, &next, choice),
                        values,
                        origin: Some(edge.origin),
                    });
                }
                told.written.note(system, &edge.action, state, &next);
                told.state = next;
            }
            Outcome::Failed(failure) => {
                told.events.push(Event {
                    actor,
                    action: FAILS.to_owned(),
                    values: Vec::new(),
                    origin: Some(edge.origin),
                });
                told.failure = Some(failure);
                return Some(told);
            }
        }
    }
    Some(told)
}

/// In what two runs differ that get messages in different orders.
fn differing(system: &System, failing: &[Vec<Symbol>], other: &[Vec<Symbol>]) -> String {
    let both = failing.iter().zip(other).enumerate();
    let differ = both.filter(|(_, (failing, other))| failing != other);
    let list = |senders: &[Symbol]| match senders {
        [] => "nobody".to_owned(),
        _ => {
            let names: Vec<&str> = senders.iter().map(|name| name.as_str()).collect();
            names.join(", ")
        }
    };
    let parts: Vec<String> = differ
        .map(|(process, (failing, other))| {
            let name = system.processes[process].name;
            let (failing, other) = (list(failing), list(other));
            format!(
                "{name} gets messages from {failing}; all ends well where it gets them from {other}"
            )
        })
        .collect();
    parts.join("; ")
}

/// Whose message a process has got in a step.
fn sender(system: &System, position: usize, before: &State, after: &State) -> Option<Symbol> {
    let mut queues = before.queues.iter();
    let shorter = queues
        .find(|((from, to), queue)| *to == position && after.queue(*from, *to).len() < queue.len());
    shorter.map(|((from, _), _)| system.processes[*from].name)
}

/// What a step does, in a few words.
pub(super) fn described(system: &System, before: &State, after: &State, choice: &Choice) -> String {
    let position = system.process_of(choice.mover);
    let process = &system.processes[position];
    let action = &process.graph.edges()[choice.edge].action;
    let sender = || sender(system, position, before, after);
    if choice.mover != position {
        return match sender() {
            Some(name) => format!("gets a message of {name} for a receive that has begun"),
            None => "gets a message".to_owned(),
        };
    }
    let values = valuation(system, before, position);
    let rank = |term: &Term| {
        let value = Symbolic.value(term, &values).ok();
        let value = value.as_ref().and_then(value_of);
        let number = value.as_ref().and_then(|value| value.as_int()?.to_i64());
        let peer = number.and_then(|number| usize::try_from(number).ok());
        match peer.and_then(|rank| system.process_at(process.group, rank)) {
            Some(peer) => system.processes[peer].name.to_string(),
            None => format!("rank {term}"),
        }
    };
    match action {
        Action::Assume(_) => "goes on".to_owned(),
        Action::Assign(..) => "assigns".to_owned(),
        Action::Havoc(_) => "chooses a value".to_owned(),
        Action::Assert(_) | Action::Presume(..) => "goes on".to_owned(),
        Action::Use(_) => "uses memory".to_owned(),
        Action::Send { to, .. } => format!("sends to {}", rank(to)),
        Action::Flush { to, .. } => format!("goes on, since {} has received", rank(to)),
        Action::MayWait { to, into, .. } => {
            let mut variables = process.variables.iter();
            let at = variables.position(|variable| variable.var == *into);
            let waits = at.map(|at| after.values[position][at].is_true());
            match waits {
                Some(true) => format!("waits until {} receives", rank(to)),
                _ => format!("need not wait for {} to receive", rank(to)),
            }
        }
        Action::Receive { from, .. } => match (from, sender()) {
            (Source::Any, Some(sender)) => format!("receives from {sender}, of any"),
            (Source::Any, None) => "receives".to_owned(),
            (Source::Rank(from), _) => format!("receives from {}", rank(from)),
            (Source::Aside(_), _) => "receives what it has put aside".to_owned(),
        },
        Action::Probe {
            aside_into: Some(_),
            ..
        } => "looks for a message and puts it aside".to_owned(),
        Action::Probe { .. } => "looks for a message".to_owned(),
        Action::Collective(collective) => format!("leaves {}", collective.name),
        Action::Begin { operation, .. } => match &operation.kind {
            OperationKind::Send { .. } => "begins to send".to_owned(),
            OperationKind::Receive { .. } => "begins to receive".to_owned(),
            OperationKind::Collective(collective) => format!("begins {}", collective.name),
            OperationKind::Nothing { source: None } => "begins to send to nobody".to_owned(),
            OperationKind::Nothing { source: Some(_) } => {
                "begins to receive from nobody".to_owned()
            }
        },
        Action::Start { .. } => "starts an operation again".to_owned(),
        Action::Complete(_) => "completes".to_owned(),
        Action::Free { .. } => "gives up an operation".to_owned(),
        Action::Finish => "is done with communicating".to_owned(),
        Action::CollectiveAssert { label, .. } => format!("takes part in the assertion {label}"),
    }
}

/// Whether a step is told that changes nothing that people see.
pub(super) fn is_told(action: &Action) -> bool {
    match action {
        Action::Assume(_)
        | Action::Assign(..)
        | Action::Havoc(_)
        | Action::Assert(_)
        | Action::Presume(..)
        | Action::Use(_)
        | Action::CollectiveAssert { .. } => false,
        Action::Send { .. }
        | Action::Flush { .. }
        | Action::MayWait { .. }
        | Action::Receive { .. }
        | Action::Probe { .. }
        | Action::Collective(_)
        | Action::Begin { .. }
        | Action::Start { .. }
        | Action::Complete(_)
        | Action::Free { .. }
        | Action::Finish => true,
    }
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
            format!("no process has the rank {}", Failure::shown(rank)),
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
            format!("{var} would become {}", Failure::shown(value)),
        ),
        Failure::Mismatch {
            process,
            edge,
            other,
            what,
        } => {
            let call = |process: usize, edge: usize| called(system, process, edge);
            let own = call(*process, *edge);
            let differ = match what {
                Agreed::Name => "are at different operations of their group",
                Agreed::Root => "name different roots",
                Agreed::Operator => "combine values in different ways",
                Agreed::Type => "disagree about the type",
                Agreed::Count => "disagree about the number of elements",
                Agreed::Place => "disagree about MPI_IN_PLACE",
            };
            let sentence = match other {
                Some((other, edge)) => format!(
                    "{} calls {own}, and {} calls {}: they {differ}",
                    name(*process),
                    name(*other),
                    call(*other, *edge)
                ),
                None => format!("{} and its partners {differ} in {own}", name(*process)),
            };
            ("two calls do not match".to_owned(), sentence)
        }
        Failure::InUse { process, edge, by } => (
            format!("{} touches memory that is in use", name(*process)),
            format!(
                "{} uses it, which has begun and is not completed, at {}",
                called(system, *process, *by),
                called(system, *process, *edge),
            ),
        ),
        Failure::NoRequest { process, edge } if starts(system, *process, *edge) => (
            format!(
                "{} starts an operation that cannot be started",
                name(*process)
            ),
            "it is under way already, or nothing persistent has this number".to_owned(),
        ),
        Failure::NoRequest { process, .. } => (
            format!(
                "{} names an operation that is not under way",
                name(*process)
            ),
            "nothing that has begun has this number".to_owned(),
        ),
        Failure::NoMessage { process, .. } => (
            format!(
                "{} receives a message that it has not put aside",
                name(*process)
            ),
            "no message that a matched probe has found has this number".to_owned(),
        ),
        Failure::LeftRequest { process, edge } => (
            format!("{} leaves an operation uncompleted", name(*process)),
            format!("{} is never completed", called(system, *process, *edge)),
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
pub(super) fn violated(
    system: &System,
    state: &State,
    failure: &Failure,
    mut events: Vec<Event>,
    written: &Written,
) -> Story {
    let (headline, conclusion) = wrong(system, failure);
    let is_end = !matches!(
        failure,
        Failure::Assertion { .. } | Failure::Collective { .. }
    );
    for (position, process) in system.processes.iter().enumerate() {
        let has_ended = state.at[position] == process.graph.exit();
        events.push(Event {
            actor: process.name,
            action: if has_ended && is_end {
                "has ended"
            } else {
                "is here"
            }
            .to_owned(),
            values: seen::standing(system, state, position, written),
            origin: place(system, state, position),
        });
    }
    Story {
        headline,
        events,
        conclusion,
        failure: Some(failure.clone()),
        other_order: None,
    }
}

fn place(system: &System, state: &State, process: usize) -> Option<Origin> {
    let graph = &system.processes[process].graph;
    let (_, edge) = graph.edges_from(state.at[process]).next()?;
    Some(edge.origin)
}

fn wait(system: &System, waiting: &Waiting) -> String {
    let process = &system.processes[waiting.process];
    let whom = waiting
        .for_process
        .map(|other| system.processes[other].name);
    match (&process.graph.edges()[waiting.edge].action, whom) {
        (Action::Collective(collective), _) => {
            format!(
                "{} waits for its group in {}",
                process.name, collective.name
            )
        }
        (Action::Complete(_), Some(whom)) => {
            format!(
                "{} waits for {whom} to complete what has begun",
                process.name
            )
        }
        (Action::Complete(_), None) => format!("{} waits to complete what has begun", process.name),
        (Action::Flush { .. }, Some(whom)) => {
            format!("{} waits until {whom} receives", process.name)
        }
        (_, Some(whom)) => format!("{} waits for a message of {whom}", process.name),
        (_, None) => format!("{} waits for a message of anybody", process.name),
    }
}

/// What an edge of a process does, by name.
fn called(system: &System, process: usize, edge: usize) -> String {
    match &system.processes[process].graph.edges()[edge].action {
        Action::Collective(collective) => collective.name.to_string(),
        Action::Begin { operation, .. } => match &operation.kind {
            OperationKind::Send { .. } => "a send".to_owned(),
            OperationKind::Receive { .. } => "a receive".to_owned(),
            OperationKind::Nothing { source: None } => "a send to nobody".to_owned(),
            OperationKind::Nothing { source: Some(_) } => "a receive from nobody".to_owned(),
            OperationKind::Collective(collective) => collective.name.to_string(),
        },
        _ => "a step".to_owned(),
    }
}

/// Whether an edge starts a persistent operation.
fn starts(system: &System, process: usize, edge: usize) -> bool {
    let edge = system.processes[process].graph.edges().get(edge);
    edge.is_some_and(|edge| matches!(edge.action, Action::Start { .. }))
}
