//! Runs of systems of processes: one order of steps, printed process by process.

use logic::{Model, Term, Value, Var};
use program::concrete::Random;
use program::system::concrete::{Choice, Ending, Failure, Interpreter, Outcome, StepError};
use program::system::{Action, State, System};

use crate::args::RunArgs;
use crate::console::Console;
use crate::diagnostics::Complaint;
use crate::exit::Exit;
use crate::file::File;
use crate::render::{bindings, pad, shorten};
use report::Binding;

use super::Failure as Stopped;
use super::start;
use super::trace::statement;

/// The width of the column for statements.
const STATEMENT: usize = 36;

/// How often inputs are chosen at random until they satisfy the system's assumption.
const PATIENCE: usize = 1000;

/// Who takes the next step.
enum Schedule {
    /// Anybody, by chance.
    Random,
    /// The processes of a list, one by one.
    Script(std::vec::IntoIter<String>),
}

/// Runs a system.
pub(super) fn execute(
    args: &RunArgs,
    file: &File,
    system: &System,
    console: &mut Console,
) -> Result<Exit, Stopped> {
    let mut random = Random::new(args.choices.random.unwrap_or_default());
    let mut schedule = schedule(args, system)?;
    let inputs = inputs(system, &args.values, &mut random)?;
    let interpreter = Interpreter::new(system, inputs.clone())
        .ok()
        .flatten()
        .ok_or_else(|| {
            let hint = "give values to the inputs with --set NAME=VALUE".to_owned();
            Complaint::new("no inputs were found that satisfy the system's assumption")
                .hint(Some(hint))
        })?;
    let mut state = interpreter
        .start(&|var| Value::default_of(&var.sort))
        .map_err(|why| impossible(&why.into()))?;
    let given: Vec<Binding> = inputs
        .vars()
        .map(|(var, value)| shown((var.name, value.to_string())))
        .collect();
    let start = format!("start  {}", bindings(&given));
    console.print(&format!("{}\n", start.trim_end()))?;
    for number in 1..=args.steps {
        console.flush()?;
        let choices = interpreter
            .choices(&state)
            .map_err(|why| impossible(&why.into()))?;
        if choices.is_empty() {
            return ended(&interpreter, &state, console);
        }
        let Some(mut choice) = choose(&mut schedule, system, &choices, &mut random)? else {
            console.print("stopped: the script is at its end\n")?;
            return Ok(Exit::Fine);
        };
        let process = &system.processes[system.process_of(choice.mover)];
        let edge = &process.graph.edges()[choice.edge];
        if let Action::Havoc(var) = &edge.action {
            let value = random.value(var, &Term::top(), &|_| None);
            choice.value = Some(value.unwrap_or_else(|| Value::default_of(&var.sort)));
        }
        let outcome = interpreter
            .step(&state, &choice)
            .map_err(|why| impossible(&why))?;
        let changes = match &outcome {
            Outcome::Next(next) => {
                let changed = stories::story::seen::changed(system, &state, next).into_iter();
                changed.map(shown).collect()
            }
            Outcome::Failed(_) => Vec::new(),
        };
        let line = file.place(edge.origin).map_or(0, |place| place.line);
        let path = &file.source_of(edge.origin).path;
        let text = format!(
            "{number:>5}  {}  {}  {}  {}",
            pad(process.name.as_str(), 6),
            pad(&format!("{path}:{line}"), path.len() + 5),
            pad(
                &shorten(&statement(file, edge.origin), STATEMENT),
                STATEMENT
            ),
            bindings(&changes),
        );
        // Steps that do nothing only join others.
        if edge.action != Action::skip() {
            console.print(&format!("{}\n", text.trim_end()))?;
        }
        match outcome {
            Outcome::Next(next) => state = next,
            Outcome::Failed(failure) => {
                console.print(&format!("{}\n", sentence(system, &failure)))?;
                return Ok(Exit::Refuted);
            }
        }
    }
    console.print(&format!(
        "stopped after {} steps (see --steps)\n",
        args.steps
    ))?;
    Ok(Exit::Fine)
}

/// Who decides, according to the arguments.
fn schedule(args: &RunArgs, system: &System) -> Result<Schedule, Complaint> {
    let Some(script) = &args.choices.script else {
        return Ok(Schedule::Random);
    };
    let text = match script.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|why| Complaint::new(format!("{path} cannot be read: {why}")))?,
        None => script.clone(),
    };
    let words = text.split([',', ' ', '\n']).map(str::trim);
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let names: Vec<&str> = system.processes.iter().map(|p| p.name.as_str()).collect();
    if let Some(word) = words.iter().find(|word| !names.contains(&word.as_str())) {
        let hint = format!(
            "a script lists who takes the next step: {}",
            names.join(", ")
        );
        return Err(Complaint::new(format!("there is no process `{word}`")).hint(Some(hint)));
    }
    Ok(Schedule::Script(words.into_iter()))
}

/// The next step; none where the script is at its end.
fn choose(
    schedule: &mut Schedule,
    system: &System,
    choices: &[Choice],
    random: &mut Random,
) -> Result<Option<Choice>, Complaint> {
    match schedule {
        Schedule::Random => Ok(choices.get(random.below(choices.len())).cloned()),
        Schedule::Script(rest) => {
            let Some(name) = rest.next() else {
                return Ok(None);
            };
            let actor = |choice: &Choice| system.processes[system.process_of(choice.mover)].name;
            let is_next = |choice: &&Choice| actor(choice).as_str() == name;
            match choices.iter().find(is_next) {
                Some(choice) => Ok(Some(choice.clone())),
                None => Err(Complaint::new(format!("{name} cannot take a step here"))),
            }
        }
    }
}

/// Values for all inputs: those that the user sets, the others by chance.
fn inputs(system: &System, settings: &[String], random: &mut Random) -> Result<Model, Complaint> {
    let all: Vec<&Var> = system.inputs.iter().collect();
    let set = start::settled(&all, settings)?;
    let mut model = Model::new();
    for _ in 0..PATIENCE {
        model = set.clone().into_iter().collect();
        for var in &system.inputs {
            if !set.contains_key(var) {
                let known = |other: &Var| model.get(other).cloned();
                let value = random.value(var, &system.assumption, &known);
                let value = value.unwrap_or_else(|| Value::default_of(&var.sort));
                model.set(var.clone(), value);
            }
        }
        if model.holds(&system.assumption) == Ok(true) {
            break;
        }
    }
    Ok(model)
}

/// What a run is that cannot go on.
fn ended(
    interpreter: &Interpreter<'_>,
    state: &State,
    console: &mut Console,
) -> Result<Exit, Stopped> {
    let system = interpreter.system();
    let ending = interpreter
        .ending(state)
        .map_err(|why| impossible(&why.into()))?;
    let (text, exit) = match ending {
        Ending::Ended => ("all processes have ended".to_owned(), Exit::Fine),
        Ending::Stopped => ("stuck: an assumption does not hold".to_owned(), Exit::Fine),
        Ending::Failed(failure) => (sentence(system, &failure), Exit::Refuted),
    };
    console.print(&format!("{text}\n"))?;
    Ok(exit)
}

fn sentence(system: &System, failure: &Failure) -> String {
    stories::story::failure_sentence(system, failure)
}

fn shown((name, value): (logic::Symbol, String)) -> Binding {
    Binding {
        name: name.to_string(),
        value,
    }
}

fn impossible(why: &StepError) -> Complaint {
    Complaint::new(format!("the run cannot go on: {why}"))
}
