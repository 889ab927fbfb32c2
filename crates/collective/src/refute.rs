//! The search for a run that fails.

use std::collections::BTreeSet;

use budget::Budget;
use logic::{Integer, Model, Sort, Term, Value, Var};
use program::system::concrete::Search as Orders;
use program::system::concrete::{Exploration, Interpreter, explore};

use crate::sample::{Dice, Found, Order, Samples, random_values};
use crate::state::Context;

/// How many runs are made, how long they are, and how many states are explored.
const RUNS: u64 = 150;
const SHORT_RUNS: u64 = 100;
const LONGEST_RUN: usize = 6000;
const STATES: usize = 4000;

/// How many of the runs are made at once where a proof has failed.
const FIRST_RUNS: u64 = 30;

/// What runs have shown.
pub(crate) enum Shown {
    /// One fails.
    Failure(Found),
    /// None fails, as far as they went, and some were given up before they had ended, or could not
    /// begin.
    TooLong,
    /// None fails.
    Nothing,
}

/// Looks for a run that fails, for a short time.
pub(crate) fn soon(context: &Context<'_>, budget: &Budget) -> Shown {
    shown(context, 0..FIRST_RUNS, budget)
}

/// Looks for a run that fails by chance.
pub(crate) fn among_many(context: &Context<'_>, budget: &Budget) -> Shown {
    let shown = shown(context, 0..RUNS, budget);
    if !matches!(shown, Shown::Failure(_)) {
        budget.covered(|| format!("{RUNS} runs that were chosen by chance do not fail"));
    }
    shown
}

/// Looks for a run that fails in all orders, for small inputs.
pub(crate) fn in_all_orders(context: &Context<'_>, budget: &Budget) -> Option<Found> {
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

/// Looks for a run that fails with these values at the start.
pub(crate) fn from_start(context: &Context<'_>, values: &Model, budget: &Budget) -> Option<Found> {
    const TRIED: u64 = 10;
    if values.holds(&context.system.assumption) != Ok(true) {
        return None;
    }
    for seed in 0..TRIED {
        budget.check().ok()?;
        let mut dice = Dice::new(9000 + seed);
        let order = match seed % 2 {
            0 => Order::Scheduled,
            _ => Order::Random,
        };
        let mut aside = Samples::default();
        let found = aside.run(
            context,
            values.clone(),
            order,
            &mut dice,
            (LONGEST_RUN, budget),
        );
        if found.is_some() {
            return found;
        }
    }
    None
}

/// What the runs of these numbers show.
fn shown(context: &Context<'_>, seeds: std::ops::Range<u64>, budget: &Budget) -> Shown {
    let mut samples = Samples::default();
    match by_chance(context, &mut samples, seeds, budget) {
        Some(found) => Shown::Failure(found),
        None if samples.has_given_up => Shown::TooLong,
        None => Shown::Nothing,
    }
}

/// Looks for a run that fails among those of these numbers.
fn by_chance(
    context: &Context<'_>,
    samples: &mut Samples,
    seeds: std::ops::Range<u64>,
    budget: &Budget,
) -> Option<Found> {
    let numbers = numbers(context);
    for seed in seeds {
        budget.check().ok()?;
        budget.report(|| format!("run {seed} by chance"));
        let mut dice = Dice::new(1000 + seed);
        let reach = reach(seed);
        let Some(mut values) = random_values(context, &mut dice, reach) else {
            // No small inputs are allowed: nothing is known of what happens behind larger ones.
            samples.has_given_up = true;
            continue;
        };
        let is_long = seed >= SHORT_RUNS;
        if is_long {
            let number = numbers.get(dice.roll(2 * numbers.len()));
            aim(context, number, &mut dice, &mut values);
        }
        let order = match seed % 3 {
            0 => Order::Scheduled,
            _ => Order::Random,
        };
        let longest = if is_long {
            LONGEST_RUN
        } else {
            LONGEST_RUN / 4
        };
        let found = samples.run(context, values, order, &mut dice, (longest, budget));
        if found.is_some() {
            return found;
        }
        samples.points.clear();
    }
    None
}

/// How far the values of a run reach: most failures show with small ones, some only behind many
/// iterations.
fn reach(seed: u64) -> usize {
    let seed = seed as usize;
    match seed.checked_sub(SHORT_RUNS as usize) {
        None => 1 + seed % 7,
        Some(more) => 8 + 4 * more,
    }
}

/// The numbers of the program that runs with small values would hardly come to, and those one more.
fn numbers(context: &Context<'_>) -> Vec<Integer> {
    const SMALL: i64 = 8;
    const LARGE: i64 = 2000;
    let mut numbers = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<&Term> = context.system.telling_terms();
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            open.extend(term.children());
            let number = term.as_value().and_then(|value| value.as_int()?.to_i64());
            let number = number.filter(|n| (SMALL..LARGE).contains(n));
            numbers.extend(number.into_iter().flat_map(|n| [n, n + 1]));
        }
    }
    numbers.into_iter().map(Integer::from).collect()
}

/// Gives an input a number of the program, where its assumption allows that.
fn aim(context: &Context<'_>, number: Option<&Integer>, dice: &mut Dice, values: &mut Model) {
    let inputs = context.system.inputs.iter();
    let inputs: Vec<&Var> = inputs.filter(|input| input.sort == Sort::Int).collect();
    let input = inputs.get(dice.roll(inputs.len()));
    if let (Some(number), Some(input)) = (number, input) {
        let mut aimed = values.clone();
        aimed.set((*input).clone(), Value::Int(number.clone()));
        if aimed.holds(&context.system.assumption) == Ok(true) {
            *values = aimed;
        }
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
