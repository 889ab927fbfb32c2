//! Running a function of an imported file.

use logic::{Value, Var};
use program::Function;
use program::function::{Environment, Keep, RunEnd, RunError};
use stories::functions::{outcome, plain};
use tandem::refinement::sample;

use super::Failure;
use super::start::settled;
use crate::args::RunArgs;
use crate::console::Console;
use crate::diagnostics::Complaint;
use crate::exit::Exit;
use crate::render::shorten;

/// How much of a value is shown; memory can be long.
const LONGEST: usize = 100;

/// What is not known answers zero, and so does whoever chooses.
struct Zeros;

impl Environment for Zeros {
    fn choose(&mut self, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }

    fn result(&mut self, _: usize, _: usize, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }
}

/// Runs a function on inputs: those that the user sets, and others that make sense.
pub(super) fn execute(
    args: &RunArgs,
    name: &str,
    function: &Function,
    console: &mut Console,
) -> Result<Exit, Failure> {
    if args.choices.ask || args.choices.script.is_some() {
        let message = format!("{name} is a function, and makes no choices");
        let hint = "give it inputs with --set NAME=VALUE, or others with --random SEED";
        return Err(Complaint::new(message).hint(Some(hint.to_owned())).into());
    }
    let all: Vec<&Var> = function.inputs.iter().collect();
    let set = settled(&all, &args.values)?;
    let sampled = sample(function, args.choices.random.unwrap_or(0));
    let inputs = function.inputs.iter().zip(sampled);
    let inputs = inputs.map(|(var, value)| set.get(var).cloned().unwrap_or(value));
    let inputs: Vec<Value> = inputs.collect();
    console.print(&format!("{name} starts with\n"))?;
    for (var, value) in function.inputs.iter().zip(&inputs) {
        let value = shorten(&plain(value), LONGEST);
        console.print(&format!("    {} = {value}\n", var.name))?;
    }
    let run = function.run(&inputs, &mut Zeros, args.steps, Keep::Outcome);
    let run = run.map_err(|error| match error {
        RunError::Eval(error) => Complaint::new(format!("the run cannot go on: {error}")),
        RunError::Inputs => Complaint::new(error.to_string()),
    })?;
    for event in 0..run.events.len() {
        let text = outcome(&run, Some(event));
        console.print(&format!("{name} {}\n", shorten(&text, LONGEST)))?;
    }
    let end = match run.end {
        RunEnd::Stopped => format!("stopped after {} blocks (see --steps)", args.steps),
        _ => format!("{name} {}", shorten(&outcome(&run, None), LONGEST)),
    };
    console.print(&format!("{end}\n"))?;
    Ok(Exit::Fine)
}
