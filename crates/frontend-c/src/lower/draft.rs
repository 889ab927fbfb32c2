//! A graph in the making.
//!
//! Statements are joined by steps that do nothing; [`Draft::finish`] takes most of them out again,
//! since every step of a process is one more for an engine to look at.

use std::collections::BTreeMap;
use std::sync::Arc;

use program::system::{Action, Annotation, Edge, Named, ProcessBuilder, ProcessGraph, Visible};
use program::{Location, Origin};

/// A graph that grows at one place: where the process is while its text is read.
#[derive(Debug)]
pub(super) struct Draft {
    locations: usize,
    edges: Vec<Edge>,
    annotations: BTreeMap<Location, Annotation>,
    /// What can be named, in one scope after the other, and the position of its scope for each location.
    scopes: Vec<Arc<[Named]>>,
    scope_of: Vec<usize>,
}

impl Draft {
    pub(super) fn new() -> Self {
        Draft {
            locations: 1,
            edges: Vec::new(),
            annotations: BTreeMap::new(),
            scopes: vec![Arc::new([])],
            scope_of: vec![0],
        }
    }

    pub(super) fn entry() -> Location {
        Location::at(0)
    }

    pub(super) fn location(&mut self) -> Location {
        self.locations += 1;
        self.scope_of.push(self.scopes.len() - 1);
        Location::at(self.locations - 1)
    }

    /// A step from a place to another.
    pub(super) fn edge(&mut self, from: Location, action: Action, to: Location, origin: Origin) {
        // Where a process stands, it sees what its next step sees.
        self.scope_of[from.index()] = self.scopes.len() - 1;
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

    /// What can be named in the steps that are made from now on.
    pub(super) fn see(&mut self, names: Vec<Named>) {
        if self.scopes.last().is_none_or(|last| **last != names[..]) {
            self.scopes.push(names.into());
        }
    }

    /// The size of the graph, to come back to.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.locations, self.edges.len())
    }

    /// Takes everything away that was added since the graph had this size.
    pub(super) fn shrink(&mut self, (locations, edges): (usize, usize)) {
        self.locations = locations;
        self.scope_of.truncate(locations);
        self.edges.truncate(edges);
        self.annotations
            .retain(|location, _| location.index() < locations);
    }

    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// The graph that ends at `exit`, without needless steps and without what is never reached, and what
    /// can be named where.
    pub(super) fn finish(mut self, exit: Location) -> (ProcessGraph, Visible) {
        self.scope_of[exit.index()] = self.scopes.len() - 1;
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
        let mut scope_of = vec![0; numbers.len()];
        for (old, new) in &numbers {
            scope_of[new.index()] = self.scope_of[old.index()];
        }
        let visible = Visible::new(self.scopes, scope_of);
        (builder.finish(exit), visible)
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
