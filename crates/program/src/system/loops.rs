//! The loops of a process and how they are nested.

use std::collections::BTreeSet;

use super::ProcessGraph;
use crate::Location;

/// The natural loops of a graph, by their heads.
///
/// Every cycle of the graph goes through a head: heads are the targets of edges that lead back in
/// a depth-first search. In structured programs a loop's body is what lies between its head and
/// such an edge; in others it may be estimated too large, which costs proofs but no truth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loops {
    heads: Vec<Location>,
    bodies: Vec<BTreeSet<Location>>,
}

impl Loops {
    /// The loops of a graph.
    #[must_use]
    pub fn of(graph: &ProcessGraph) -> Self {
        let back = back_edges(graph);
        let heads: BTreeSet<Location> = back.iter().map(|(_, head)| *head).collect();
        let heads: Vec<Location> = heads.into_iter().collect();
        let mut incoming = vec![Vec::new(); graph.location_count()];
        for edge in graph.edges() {
            incoming[edge.to.index()].push(edge.from);
        }
        let body = |head: &Location| {
            let mut body = BTreeSet::from([*head]);
            let ends = back.iter().filter(|(_, to)| to == head);
            let mut open: Vec<Location> = ends.map(|(from, _)| *from).collect();
            while let Some(location) = open.pop() {
                if body.insert(location) {
                    open.extend(&incoming[location.index()]);
                }
            }
            body
        };
        let bodies = heads.iter().map(body).collect();
        Loops { heads, bodies }
    }

    /// Whether a loop's iterations start at the location.
    #[must_use]
    pub fn is_head(&self, location: Location) -> bool {
        self.heads.contains(&location)
    }

    /// The heads in order.
    #[must_use]
    pub fn heads(&self) -> &[Location] {
        &self.heads
    }

    /// Whether the location belongs to the loop with this head.
    #[must_use]
    pub fn contains(&self, head: Location, location: Location) -> bool {
        let position = self.heads.iter().position(|h| *h == head);
        position.is_some_and(|i| self.bodies[i].contains(&location))
    }
}

/// The edges that lead back to a location that is still being searched.
fn back_edges(graph: &ProcessGraph) -> BTreeSet<(Location, Location)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; graph.location_count()];
    let mut back = BTreeSet::new();
    let targets =
        |l: Location| -> Vec<Location> { graph.edges_from(l).map(|(_, edge)| edge.to).collect() };
    let mut path = vec![(graph.entry(), targets(graph.entry()))];
    marks[graph.entry().index()] = Mark::Open;
    while let Some((location, rest)) = path.last_mut() {
        let location = *location;
        let Some(next) = rest.pop() else {
            marks[location.index()] = Mark::Done;
            path.pop();
            continue;
        };
        match marks[next.index()] {
            Mark::Open => {
                back.insert((location, next));
            }
            Mark::New => {
                marks[next.index()] = Mark::Open;
                path.push((next, targets(next)));
            }
            Mark::Done => {}
        }
    }
    back
}
