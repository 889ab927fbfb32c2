//! Whether a run of the implementation is one that the specification does not have.

use budget::Budget;
use evidence::Datum;
use evidence::abstraction::Difference;
use logic::Value;
use program::function::{Keep, Run, RunEnd, Seen};

use crate::Pair;
use crate::choices::is_impossible;
use crate::inputs::{Pool, Seeded};

/// How many blocks a test goes through at most.
pub(crate) const MOST_BLOCKS: usize = 500;

/// What is done where the specification chooses something.
#[derive(Clone, Copy)]
pub(crate) enum Choosy<'b> {
    /// Nothing: it has other runs.
    Skip,
    /// All of its runs are followed, within a budget.
    Follow(&'b Budget),
}

/// Runs both functions on inputs; what they did differently, if they did.
pub(crate) fn try_inputs(
    pair: Pair<'_>,
    pool: &Pool<'_>,
    inputs: &[Value],
    seed: u64,
    most: usize,
    choosy: Choosy<'_>,
) -> Option<Difference> {
    let Pair {
        specification,
        implementation,
    } = pair;
    let mut environment = Seeded::new(pool, seed);
    let theirs = specification
        .run(inputs, &mut environment, most, Keep::Outcome)
        .ok()?;
    let chooses = theirs.choices > 0;
    // What the specification has shown before its behaviour is undefined counts; and where it chooses
    // nothing and is dropped, the input is excluded.
    let allows_all = theirs.end.is_undefined() && theirs.shown().is_empty()
        || theirs.end == RunEnd::Dropped && !chooses;
    if chooses && matches!(choosy, Choosy::Skip) || allows_all {
        return None;
    }
    let results = environment.results;
    let mut environment = Seeded::new(pool, seed);
    let ours = implementation
        .run(inputs, &mut environment, most, Keep::Outcome)
        .ok()?;
    // A choice that drops the specification's run says nothing of its other choices.
    let is_open = chooses && theirs.end == RunEnd::Dropped;
    if !is_open && !differs(&ours, &theirs) {
        return None;
    }
    if let (true, Choosy::Follow(budget)) = (chooses, choosy) {
        let environment = || Seeded::new(pool, seed);
        if !is_impossible(specification, inputs, &ours, environment, budget) {
            return None;
        }
    }
    let data = |values: &[Value]| values.iter().map(Datum::from).collect::<Vec<Datum>>();
    let results = match results.len() > environment.results.len() {
        true => results,
        false => environment.results,
    };
    Some(Difference {
        inputs: data(inputs),
        choices: data(&environment.choices),
        results: results.iter().map(|values| data(values)).collect(),
        most: most as u32,
    })
}

/// Tries many inputs.
pub(crate) fn try_many(
    pair: Pair<'_>,
    pool: &Pool<'_>,
    tests: std::ops::Range<u64>,
    most: usize,
    choosy: Choosy<'_>,
    budget: &Budget,
) -> Option<Difference> {
    let mut tests = tests.take_while(|_| budget.check().is_ok());
    tests.find_map(|number| {
        // A run takes as much as it is long at most.
        budget.spend(most as u64);
        let inputs = pool.inputs(&pair.specification.inputs, number);
        try_inputs(pair, pool, &inputs, number, most, choosy)
    })
}

/// Whether the only run that the specification has does not allow a run.
pub(crate) fn differs(ours: &Run, theirs: &Run) -> bool {
    // An input on which the specification's run is dropped is excluded.
    if theirs.end == RunEnd::Dropped {
        return false;
    }
    let common = ours.events.iter().zip(theirs.shown());
    for (ours, theirs) in common {
        if ours.name != theirs.name || !refines(&ours.arguments, &theirs.arguments) {
            return true;
        }
    }
    let (our_count, their_count) = (ours.events.len(), theirs.shown().len());
    if our_count < their_count {
        return !matches!(ours.end, RunEnd::Stopped | RunEnd::Dropped);
    }
    match (&ours.end, &theirs.end) {
        (_, RunEnd::Undefined | RunEnd::Stalls | RunEnd::Stopped) => false,
        _ if our_count > their_count => true,
        (RunEnd::Stopped | RunEnd::Dropped, _) | (RunEnd::Diverges, RunEnd::Diverges) => false,
        (RunEnd::Returned(ours), RunEnd::Returned(theirs)) => !refines(ours, theirs),
        _ => true,
    }
}

fn refines(ours: &[Seen], theirs: &[Seen]) -> bool {
    let mut pairs = ours.iter().zip(theirs);
    ours.len() == theirs.len() && pairs.all(|(a, b)| b.is_none() || a == b)
}
