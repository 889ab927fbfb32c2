//! The places at which steps end.

use std::collections::BTreeSet;

use evidence::reduction::Place;
use program::{Action, Command, Graph, Location};

use crate::commutation::Commutation;
use crate::threads::Threads;
use crate::{Rejected, broken};

/// Rule Stops: paths end at the ends of threads and behind parallel parts, the stops cut every
/// cycle, and a place that is no stop lies in an atomic block or is private. A place in front of or
/// behind an atomic block is not private where other threads run: a command of the block may commute
/// with theirs, but the block is one step, and all of it would have to.
pub(crate) fn rule_stops(
    threads: &Threads,
    stops: &[Place],
    commutation: &Commutation,
) -> Result<Vec<Vec<bool>>, Rejected> {
    let mut is_stop: Vec<Vec<bool>> = threads
        .graphs
        .iter()
        .map(|graph| vec![false; graph.location_count()])
        .collect();
    for stop in stops {
        let dangling = Rejected::Dangling {
            what: "location",
            position: stop.location,
        };
        let thread = is_stop.get_mut(stop.thread as usize);
        let place = thread.and_then(|places| places.get_mut(stop.location as usize));
        *place.ok_or(dangling)? = true;
    }
    for (thread, graph) in threads.graphs.iter().enumerate() {
        is_stop[thread][graph.exit().index()] = true;
        for edge in graph.edges() {
            if matches!(edge.action, Action::Par(_)) {
                is_stop[thread][edge.to.index()] = true;
            }
        }
    }
    for (thread, graph) in threads.graphs.iter().enumerate() {
        let others: Vec<usize> = (0..threads.graphs.len())
            .filter(|other| threads.are_concurrent(thread, *other))
            .collect();
        let is_private = |edge: usize| {
            others.iter().all(|other| {
                threads
                    .edges(*other)
                    .all(|their| commutation.holds(threads, (thread, edge), (*other, their)))
            })
        };
        let is_asserted = others.iter().any(|other| {
            threads
                .edges(*other)
                .any(|edge| matches!(threads.command(*other, edge), Some(Command::Assert(_))))
        });
        for place in graph.locations() {
            if is_stop[thread][place.index()] || graph.is_atomic(place) {
                continue;
            }
            let relevant = |edge: &usize| {
                let edge = &graph.edges()[*edge];
                edge.from == place || (is_asserted && edge.to == place)
            };
            let at_border = !others.is_empty()
                && graph.edges().iter().any(|edge| {
                    edge.from == place && graph.is_atomic(edge.to)
                        || edge.to == place && graph.is_atomic(edge.from)
                });
            if at_border || !threads.edges(thread).filter(relevant).all(is_private) {
                let what = format!(
                    "location {} of thread {thread} is not private",
                    place.index()
                );
                return Err(broken("Stops", what));
            }
        }
        rule_cut(graph, &is_stop[thread], thread)?;
    }
    Ok(is_stop)
}

/// Without the stops, no cycle is left: places without a way on can be taken away one by one.
fn rule_cut(graph: &Graph, stops: &[bool], thread: usize) -> Result<(), Rejected> {
    let inner = |place: Location| !stops[place.index()];
    let mut left: BTreeSet<Location> = graph.locations().filter(|place| inner(*place)).collect();
    loop {
        let ends = |place: &Location| {
            let mut ways = graph.edges_from(*place).map(|(_, edge)| edge.to);
            !ways.any(|to| left.contains(&to))
        };
        let ready: Vec<Location> = left.iter().copied().filter(ends).collect();
        if ready.is_empty() {
            break;
        }
        ready.iter().for_each(|place| {
            left.remove(place);
        });
    }
    if left.is_empty() {
        Ok(())
    } else {
        Err(broken(
            "Stops",
            format!("a cycle of thread {thread} has no stop"),
        ))
    }
}
