//! The rule for runs that violate a claim: the interpreter replays them.

use budget::Budget;
use evidence::collective::FailingRun;
use logic::{Model, Value};
use program::system::concrete::{Ending, Interpreter, Outcome};
use question::Safe;

use crate::{Accepted, Established, Rejected, broken};

/// Replays a run.
pub(crate) fn check(
    question: &Safe,
    run: &FailingRun,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let system = &question.system;
    let start = run.start(system);
    let start = start.ok_or_else(|| broken("Start", "the values do not fit the variables"))?;
    let values: Model = start.into_iter().collect();
    let inputs = system.inputs.iter().filter_map(|var| {
        let value = values.get(var)?.clone();
        Some((var.clone(), value))
    });
    let interpreter = Interpreter::new(system, inputs.collect())?;
    let interpreter = interpreter.ok_or_else(|| broken("Start", "the inputs are not allowed"))?;
    let open = |var: &logic::Var| {
        let value = values.get(var).cloned();
        value.unwrap_or_else(|| Value::default_of(&var.sort))
    };
    let mut state = interpreter.start(&open)?;
    let accepted = |obligations| Accepted {
        verdict: Established::Refuted,
        obligations,
        vacuous: None,
    };
    for (position, step) in run.schedule.iter().enumerate() {
        budget.check()?;
        let refused = |what: String| broken("Run", format!("step {position}: {what}"));
        let choice = FailingRun::choice(step, system);
        let choice = choice.ok_or_else(|| refused("it is no step of the system".to_owned()))?;
        match interpreter.step(&state, &choice) {
            Ok(Outcome::Next(next)) => state = next,
            Ok(Outcome::Failed(_)) if position + 1 == run.schedule.len() => {
                return Ok(accepted(position + 1));
            }
            Ok(Outcome::Failed(_)) => return Err(refused("the run fails too early".to_owned())),
            Err(error) => return Err(refused(error.to_string())),
        }
    }
    let goes_on = !interpreter.choices(&state)?.is_empty();
    match interpreter.ending(&state)? {
        Ending::Failed(_) if !goes_on => Ok(accepted(run.schedule.len() + 1)),
        _ => Err(broken("Run", "the run does not violate the claim")),
    }
}
