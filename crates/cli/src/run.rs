//! `tandem run`.

mod ask;
mod decider;
mod function;
mod script;
mod start;
mod system;
mod trace;
mod value;

use std::io::{self, IsTerminal};

use program::concrete::{self, Control, Machine, Random, Stop};

use crate::args::RunArgs;
use crate::console::Console;
use crate::diagnostics::Complaint;
use crate::exit::Exit;
use crate::file::File;

use ask::Ask;
use decider::Decider;
use script::Script;
use trace::Trace;

/// Runs the command.
pub(crate) fn run(args: &RunArgs, console: &mut Console) -> io::Result<Exit> {
    let Some(file) = File::open_valid(&args.file, &args.reading, console) else {
        return Ok(Exit::BadInput);
    };
    match execute(args, &file, console) {
        Ok(exit) => Ok(exit),
        Err(Failure::Output(error)) => Err(error),
        Err(Failure::Input(complaint)) => {
            console.flush()?;
            complaint.show(console);
            Ok(Exit::BadInput)
        }
    }
}

/// Why a run comes to no end.
enum Failure {
    /// The user asked for something impossible.
    Input(Complaint),
    /// The trace cannot be written.
    Output(io::Error),
}

impl From<Complaint> for Failure {
    fn from(complaint: Complaint) -> Self {
        Failure::Input(complaint)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

fn execute(args: &RunArgs, file: &File, console: &mut Console) -> Result<Exit, Failure> {
    if let Some(system) = file.system(args.program.as_deref())? {
        return system::execute(args, file, system, console);
    }
    if let Some((name, function)) = file.function(args.program.as_deref())? {
        return self::function::execute(args, &name, function, console);
    }
    let program = file.program(args.program.as_deref())?;
    let machine = Machine::new(program, &file.module().constants);
    let mut decider = decider(args, file, program)?;
    let values = start::values(file.module(), program, &args.values, decider.as_mut())?;
    let mut state = machine.initial(&|var| values.get(var).cloned());
    let trace = Trace::new(file, program, &machine);
    console.print(&trace.start(&state))?;
    let mut taken = 0;
    let stop = loop {
        // What happened so far has to be seen before anything is asked.
        console.flush()?;
        if taken == args.steps && !machine.is_final(&state) && state.control != Control::Failed {
            break Stop::Limit;
        }
        let run = concrete::run(&machine, state.clone(), &mut decider, 1)
            .map_err(|error| Complaint::new(format!("the run cannot go on: {error}")))?;
        if let Some(problem) = decider.problem() {
            return Err(Complaint::new(problem).into());
        }
        for (choice, label, after) in run.steps {
            taken += 1;
            console.print(&trace.step(taken, &choice.chosen, &label, &state, &after))?;
            state = after;
        }
        if run.stop != Stop::Limit {
            break run.stop;
        }
    };
    let (sentence, exit) = match stop {
        Stop::Exit => ("the program has ended".to_owned(), Exit::Fine),
        Stop::Failed => ("an assertion has failed".to_owned(), Exit::Refuted),
        Stop::Stuck => ("stuck: no step is possible".to_owned(), Exit::Fine),
        Stop::Chooser => (format!("stopped: {}", decider.why_stopped()), Exit::Fine),
        Stop::Limit => (
            format!("stopped after {taken} steps (see --steps)"),
            Exit::Fine,
        ),
    };
    console.print(&format!("{sentence}\n"))?;
    Ok(exit)
}

/// Who decides, according to the arguments.
fn decider<'a>(
    args: &RunArgs,
    file: &'a File,
    program: &'a program::Program,
) -> Result<Box<dyn Decider + 'a>, Complaint> {
    if let Some(script) = &args.choices.script {
        return Ok(Box::new(Script::read(script)?));
    }
    if let Some(seed) = args.choices.random {
        return Ok(Box::new(Random::new(seed)));
    }
    if args.choices.ask || (io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Ok(Box::new(Ask::new(file, program)));
    }
    Ok(Box::new(Random::new(0)))
}
