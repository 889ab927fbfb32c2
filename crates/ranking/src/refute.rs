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
const SHORT_LASSO: usize = 6;
const LONG_LASSO: usize = 24;

/// The rounds of a fixpoint, at first and in the end.
const FEW_ROUNDS: usize = 3;
const MANY_ROUNDS: usize = 12;

/// The steps into a recurrent set.
const LONGEST_WAY: usize = 24;

/// Lassos first, then greatest fixpoints, then what cycles keep.
pub(crate) fn refute(
    graph: &TransitionGraph,
    effort: Effort,
    budget: &Budget,
) -> Result<Recurrence, NotFound> {
    let (steps, rounds) = match effort {
        Effort::Little => (SHORT_LASSO, FEW_ROUNDS),
        Effort::Full => (LONG_LASSO, MANY_ROUNDS),
    };
    if let Some(recurrence) = Unrolling::lasso(graph, SHORT_LASSO, budget)? {
        return Ok(recurrence);
    }
    // Where no cycle is there, nothing is infinite, and the regions would only shrink to nothing.
    let arcs: Vec<(usize, usize)> = graph.edges().iter().map(|e| (e.from, e.to)).collect();
    for component in components(&arcs) {
        let mut regions = vec![Term::bottom(); graph.location_count()];
        for location in component {
            regions[location] = graph.invariant(location).clone();
        }
        if let Some(found) = greatest(graph, regions, rounds, budget)?
            && let Some(recurrence) = reached(graph, found, budget)?
        {
            return Ok(recurrence);
        }
    }
    let mut recurrence = None;
    along_cycles(graph, budget, |found| {
        recurrence = reached(graph, found, budget)?;
        Ok(recurrence.is_some())
    })?;
    if let Some(recurrence) = recurrence {
        return Ok(recurrence);
    }
    if steps > SHORT_LASSO
        && let Some(recurrence) = Unrolling::lasso(graph, steps, budget)?
    {
        return Ok(recurrence);
    }
    Err(NotFound::Nothing)
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
