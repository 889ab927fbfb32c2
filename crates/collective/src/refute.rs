//! The search for a run that fails.

use budget::Budget;
use logic::{Model, Value, Var};
use program::system::concrete::Search as Orders;
use program::system::concrete::{Exploration, Interpreter, explore};

use crate::sample::{Dice, Found, Order, Samples, random_values};
use crate::state::Context;

/// How many runs are made, how long they are, and how many states are explored.
const RUNS: u64 = 150;
const LONGEST_RUN: usize = 1500;
const STATES: usize = 4000;

/// Looks for a run that fails: first by chance, then in all orders for small inputs.
pub(crate) fn refute(context: &Context<'_>, budget: &Budget) -> Option<Found> {
    let mut samples = Samples::default();
    for seed in 0..RUNS {
        budget.check().ok()?;
        budget.report(|| format!("run {seed} by chance"));
        let mut dice = Dice::new(1000 + seed);
        let reach = reach(seed);
        let Some(values) = random_values(context, &mut dice, reach) else {
            continue;
        };
        let order = match seed % 3 {
            0 => Order::Scheduled,
            _ => Order::Random,
        };
        let found = samples.run(context, values, order, &mut dice, LONGEST_RUN);
        if found.is_some() {
            return found;
        }
        samples.points.clear();
    }
    for seed in 0..12 {
        budget.check().ok()?;
        budget.report(|| "exploring all orders of steps".to_owned());
        let mut dice = Dice::new(5000 + seed);
        let values = random_values(context, &mut dice, 1 + seed as usize / 3)?;
        for orders in [Orders::LocalFirst, Orders::Exhaustive] {
            if let Some(schedule) = explore_from(context, &values, orders) {
                return Some(Found { values, schedule });
            }
        }
    }
    None
}

/// How far the values of a run reach: most failures show with small ones, some only behind many
/// iterations.
fn reach(seed: u64) -> usize {
    let seed = seed as usize;
    match seed.checked_sub(100) {
        None => 1 + seed % 7,
        Some(more) => 8 + 4 * more,
    }
}

fn explore_from(
    context: &Context<'_>,
    values: &Model,
    orders: Orders,
) -> Option<Vec<program::system::concrete::Choice>> {
    let system = context.system;
    let inputs = system.inputs.iter().filter_map(|var| {
        let value = values.get(var)?.clone();
        Some((var.clone(), value))
    });
    let interpreter = Interpreter::new(system, inputs.collect()).ok()??;
    let open = |var: &Var| {
        let value = values.get(var).cloned();
        value.unwrap_or_else(|| Value::default_of(&var.sort))
    };
    let start = interpreter.start(&open).ok()?;
    let tried = |var: &Var| {
        let mut dice = Dice::new(77);
        let mut values = vec![Value::default_of(&var.sort)];
        values.extend((0..3).map(|_| dice.value(&var.sort, 3)));
        values
    };
    match explore(&interpreter, start, orders, &tried, STATES) {
        Exploration::Failure(schedule, _) => Some(schedule),
        Exploration::Safe | Exploration::Incomplete => None,
    }
}
