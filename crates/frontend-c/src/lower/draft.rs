//! A graph in the making.
//!
//! Statements are joined by steps that do nothing; [`Draft::finish`] takes most of them out again,
//! since every step of a process is one more for an engine to look at.

use std::collections::BTreeMap;

use program::system::{Action, Annotation, Edge, ProcessBuilder, ProcessGraph};
use program::{Location, Origin};

/// A graph that grows at one place: where the process is while its text is read.
#[derive(Debug)]
pub(super) struct Draft {
    locations: usize,
    edges: Vec<Edge>,
    annotations: BTreeMap<Location, Annotation>,
}

impl Draft {
    pub(super) fn new() -> Self {
        Draft {
            locations: 1,
            edges: Vec::new(),
            annotations: BTreeMap::new(),
        }
    }

    pub(super) fn entry() -> Location {
        Location::at(0)
    }

    pub(super) fn location(&mut self) -> Location {
        self.locations += 1;
        Location::at(self.locations - 1)
    }

    /// A step from a place to another.
    pub(super) fn edge(&mut self, from: Location, action: Action, to: Location, origin: Origin) {
        self.edges.push(Edge {
            from,
            action,
            to,
            origin,
        });
    }

    pub(super) fn annotate(&mut self, location: Location, annotation: Annotation) {
        self.annotations.insert(location, annotation);
    }

    /// The size of the graph, to come back to.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.locations, self.edges.len())
    }

    /// Takes everything away that was added since the graph had this size.
    pub(super) fn shrink(&mut self, (locations, edges): (usize, usize)) {
        self.locations = locations;
        self.edges.truncate(edges);
        self.annotations
            .retain(|location, _| location.index() < locations);
    }

    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// The graph that ends at `exit`, without needless steps and without what is never reached.
    pub(super) fn finish(self, exit: Location) -> ProcessGraph {
        let places = self.merged(exit);
        let mut outgoing: BTreeMap<Location, Vec<&Edge>> = BTreeMap::new();
        for edge in &self.edges {
            outgoing.entry(edge.from).or_default().push(edge);
        }
        let mut builder = ProcessBuilder::new();
        let mut numbers = BTreeMap::new();
        let mut open = vec![places[Draft::entry().index()]];
        numbers.insert(open[0], builder.entry());
        let mut number = |builder: &mut ProcessBuilder, open: &mut Vec<Location>, place| {
            *numbers.entry(place).or_insert_with(|| {
                open.push(place);
                builder.location()
            })
        };
        let mut at = 0;
        while let Some(place) = open.get(at).copied() {
            at += 1;
            let from = number(&mut builder, &mut open, place);
            for edge in outgoing.get(&place).into_iter().flatten() {
                let to = number(&mut builder, &mut open, places[edge.to.index()]);
                builder.edge(from, edge.action.clone(), to, edge.origin);
            }
            if let Some(annotation) = self.annotations.get(&place) {
                builder.annotate(from, annotation.clone());
            }
        }
        let exit = number(&mut builder, &mut open, exit);
        builder.finish(exit)
    }

    /// For each location the one that takes its place: where a location has nothing but a step that
    /// does nothing, the one that the step leads to.
    fn merged(&self, exit: Location) -> Vec<Location> {
        let mut next: Vec<Option<Location>> = vec![None; self.locations];
        let mut count = vec![0_usize; self.locations];
        for edge in &self.edges {
            count[edge.from.index()] += 1;
            let is_skip = matches!(&edge.action, Action::Assume(formula) if formula.is_true());
            if is_skip && !self.annotations.contains_key(&edge.from) {
                next[edge.from.index()] = Some(edge.to);
            }
        }
        let follow = |start: usize| {
            let mut place = Location::at(start);
            // A cycle of such steps is a loop that does nothing forever, and must stay one.
            for _ in 0..self.locations {
                match next[place.index()] {
                    Some(to) if count[place.index()] == 1 && place != exit => place = to,
                    _ => return place,
                }
            }
            Location::at(start)
        };
        (0..self.locations).map(follow).collect()
    }
}
