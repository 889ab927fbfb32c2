//! Where the steps of a thread end.

use crate::dependence::Dependence;
use crate::threads::{ThreadId, Threads};

/// The places at which steps end: the exit, one on each loop, and where other threads matter.
pub(crate) fn stops(threads: &Threads, thread: ThreadId, dependence: &mut Dependence) -> Vec<bool> {
    let graph = &threads.all[thread].graph;
    let others: Vec<ThreadId> = threads.concurrent(thread).iter().collect();
    let asserted = others.iter().any(|other| threads.asserts(*other));
    let mut private = |edge: usize| {
        others.iter().all(|other| {
            let theirs = threads.all[*other].graph.edges().len();
            (0..theirs).all(|their| dependence.commute((thread, edge), (*other, their)))
        })
    };
    let mut stops = vec![false; graph.location_count()];
    for place in graph.locations() {
        let leaving = graph.edges_from(place).map(|(edge, _)| edge);
        let mut relevant: Vec<usize> = leaving.collect();
        if asserted {
            // A failure elsewhere may come while this thread stands still in the middle. What
            // it has done so far must then not matter either.
            let coming = graph.edges().iter().enumerate();
            relevant.extend(coming.filter(|(_, e)| e.to == place).map(|(edge, _)| edge));
        }
        // At the borders of an atomic block it is the whole block that has to commute.
        let at_border = !others.is_empty()
            && graph.edges().iter().any(|edge| {
                edge.from == place && graph.is_atomic(edge.to)
                    || edge.to == place && graph.is_atomic(edge.from)
            });
        stops[place.index()] =
            !graph.is_atomic(place) && (at_border || !relevant.into_iter().all(&mut private));
    }
    stops[graph.exit().index()] = true;
    for (edge, _) in &threads.all[thread].parts {
        // Behind parallel parts a new step begins.
        stops[graph.edges()[*edge].to.index()] = true;
    }
    cut_loops(graph, &mut stops);
    stops
}

/// Adds stops until no cycle is without one.
fn cut_loops(graph: &program::Graph, stops: &mut [bool]) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; graph.location_count()];
    let mut stack = vec![(graph.entry(), 0)];
    marks[graph.entry().index()] = Mark::Open;
    while let Some((place, next)) = stack.last_mut() {
        let Some((_, edge)) = graph.edges_from(*place).nth(*next) else {
            marks[place.index()] = Mark::Done;
            stack.pop();
            continue;
        };
        *next += 1;
        match marks[edge.to.index()] {
            Mark::New => {
                marks[edge.to.index()] = Mark::Open;
                stack.push((edge.to, 0));
            }
            Mark::Open => stops[edge.to.index()] = true,
            Mark::Done => {}
        }
    }
}
