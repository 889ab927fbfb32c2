//! The search for an infinite run: what is tried, and in which order.

use budget::Budget;
use evidence::ranking::{Recurrence, TransitionGraph};
use logic::Term;

use crate::components::components;
use crate::cycles::along_cycles;
use crate::fixpoint::{Recurrent, greatest};
use crate::unroll::Unrolling;
use crate::{Effort, NotFound};

/// The steps of a lasso, at first and in the end.
const SHORT_LASSO: usize = 5;
const LONG_LASSO: usize = 24;

/// The rounds of a fixpoint, at first and in the end.
const FEW_ROUNDS: usize = 2;
const MANY_ROUNDS: usize = 8;

/// The steps into a recurrent set.
const LONGEST_WAY: usize = 24;

/// Lassos first, then greatest fixpoints, then what cycles keep.
pub(crate) fn refute(
    graph: &TransitionGraph,
    effort: Effort,
    budget: &Budget,
) -> Result<Recurrence, NotFound> {
    if let Some(recurrence) = Unrolling::lasso(graph, SHORT_LASSO, budget)? {
        return Ok(recurrence);
    }
    if let Some(recurrence) = fixpoints(graph, FEW_ROUNDS, budget)? {
        return Ok(recurrence);
    }
    if effort == Effort::Little {
        return Err(NotFound::Nothing);
    }
    let mut recurrence = None;
    along_cycles(graph, budget, |found| {
        recurrence = reached(graph, found, budget)?;
        Ok(recurrence.is_some())
    })?;
    if recurrence.is_none() {
        recurrence = Unrolling::lasso(graph, LONG_LASSO, budget)?;
    }
    if recurrence.is_none() {
        recurrence = fixpoints(graph, MANY_ROUNDS, budget)?;
    }
    recurrence.ok_or(NotFound::Nothing)
}

/// The greatest fixpoint of each component, if a run gets into one.
fn fixpoints(
    graph: &TransitionGraph,
    rounds: usize,
    budget: &Budget,
) -> Result<Option<Recurrence>, NotFound> {
    let arcs: Vec<(usize, usize)> = graph.edges().iter().map(|e| (e.from, e.to)).collect();
    for component in components(&arcs) {
        let mut regions = vec![Term::bottom(); graph.location_count()];
        for location in component {
            regions[location] = graph.invariant(location).clone();
        }
        if let Some(found) = greatest(graph, regions, rounds, budget)?
            && let Some(recurrence) = reached(graph, found, budget)?
        {
            return Ok(Some(recurrence));
        }
    }
    Ok(None)
}

/// The recurrence, if a run gets into the recurrent set.
fn reached(
    graph: &TransitionGraph,
    found: Recurrent,
    budget: &Budget,
) -> Result<Option<Recurrence>, NotFound> {
    let Recurrent { regions, cases } = found;
    let prefix = Unrolling::into_regions(graph, &regions, LONGEST_WAY, budget)?;
    Ok(prefix.map(|prefix| Recurrence {
        start: prefix.start,
        path: prefix.path,
        regions,
        cases,
    }))
}
