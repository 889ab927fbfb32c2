//! The control-flow graph of one process.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Symbol, Term};

use super::Action;
use crate::{Location, Origin};

/// An edge of a process.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Location,
    /// What it does.
    pub action: Action,
    /// Where it leads.
    pub to: Location,
    /// The statement that it comes from.
    pub origin: Origin,
}

/// What the author says of a loop, at the location where each of its iterations starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Annotation {
    /// What brings the loops of different processes together.
    pub label: Symbol,
    /// The collective invariant. It is claimed as a collective assertion is, each time the
    /// location is left, except that a snapshot without partners is no failure.
    pub invariant: Option<Term>,
    /// Where it stands.
    pub origin: Origin,
}

/// A finite graph with an entry and an exit.
///
/// Invariants: every edge joins locations of the graph; the exit has no outgoing edge; a location
/// from which a communication starts has no other edge.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProcessGraph {
    edges: Vec<Edge>,
    outgoing: Vec<Vec<usize>>,
    annotations: BTreeMap<Location, Annotation>,
    entry: Location,
    exit: Location,
}

impl ProcessGraph {
    /// The number of locations.
    #[must_use]
    pub fn location_count(&self) -> usize {
        self.outgoing.len()
    }

    /// All edges in the order of their making.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges that start at a location, with their positions in [`ProcessGraph::edges`].
    pub fn edges_from(&self, location: Location) -> impl Iterator<Item = (usize, &Edge)> {
        let outgoing = self.outgoing[location.index()].iter();
        outgoing.map(|edge| (*edge, &self.edges[*edge]))
    }

    /// Where the process starts.
    #[must_use]
    pub fn entry(&self) -> Location {
        self.entry
    }

    /// Where the process has ended.
    #[must_use]
    pub fn exit(&self) -> Location {
        self.exit
    }

    /// What the author says of the loop that starts its iterations here.
    #[must_use]
    pub fn annotation(&self, location: Location) -> Option<&Annotation> {
        self.annotations.get(&location)
    }

    /// All annotations.
    pub fn annotations(&self) -> impl Iterator<Item = (Location, &Annotation)> {
        self.annotations.iter().map(|(l, a)| (*l, a))
    }

    /// The label and formula of which leaving a location gives a snapshot: an invariant's.
    #[must_use]
    pub fn invariant(&self, location: Location) -> Option<(Symbol, &Term)> {
        let annotation = self.annotations.get(&location)?;
        Some((annotation.label, annotation.invariant.as_ref()?))
    }

    /// The labels of collective assertions and of invariants.
    pub fn labels(&self) -> impl Iterator<Item = Symbol> {
        let asserted = self.edges.iter().filter_map(|edge| match edge.action {
            Action::CollectiveAssert { label, .. } => Some(label),
            _ => None,
        });
        let invariants = self.annotations.values();
        let invariants = invariants
            .filter(|a| a.invariant.is_some())
            .map(|a| a.label);
        let all: BTreeSet<Symbol> = asserted.chain(invariants).collect();
        all.into_iter()
    }

    /// Whether a label is one of these.
    #[must_use]
    pub fn has_label(&self, label: Symbol) -> bool {
        let is_asserted = |edge: &Edge| matches!(edge.action, Action::CollectiveAssert { label: own, .. } if own == label);
        let mut invariants = self.annotations.values();
        self.edges.iter().any(is_asserted)
            || invariants.any(|a| a.invariant.is_some() && a.label == label)
    }

    /// The graph with its edges and annotations changed; edges stay between their locations.
    pub(super) fn map(
        &self,
        edge: &dyn Fn(&Edge) -> Edge,
        annotation: &dyn Fn(&Annotation) -> Annotation,
    ) -> ProcessGraph {
        let annotations = self.annotations.iter();
        ProcessGraph {
            edges: self.edges.iter().map(edge).collect(),
            annotations: annotations.map(|(l, a)| (*l, annotation(a))).collect(),
            ..self.clone()
        }
    }

    /// The graph with other actions on its edges, each of which communicates if the one before did.
    #[must_use]
    pub fn with_actions(&self, change: &dyn Fn(&Edge) -> Action) -> ProcessGraph {
        let changed = |edge: &Edge| Edge {
            action: change(edge),
            ..edge.clone()
        };
        self.map(&changed, &Annotation::clone)
    }

    /// The locations that can be reached from one, itself included.
    #[must_use]
    pub fn reachable_from(&self, start: Location) -> Vec<bool> {
        let mut reached = vec![false; self.location_count()];
        let mut open = vec![start];
        while let Some(location) = open.pop() {
            if !std::mem::replace(&mut reached[location.index()], true) {
                open.extend(self.edges_from(location).map(|(_, edge)| edge.to));
            }
        }
        reached
    }
}

/// Builds the graph of a process location by location and edge by edge.
#[derive(Debug)]
pub struct ProcessBuilder {
    locations: usize,
    edges: Vec<Edge>,
    annotations: BTreeMap<Location, Annotation>,
}

impl Default for ProcessBuilder {
    fn default() -> Self {
        ProcessBuilder {
            locations: 1,
            edges: Vec::new(),
            annotations: BTreeMap::new(),
        }
    }
}

impl ProcessBuilder {
    /// A graph with nothing but its entry.
    #[must_use]
    pub fn new() -> Self {
        ProcessBuilder::default()
    }

    /// Where the process starts.
    #[must_use]
    pub fn entry(&self) -> Location {
        Location::at(0)
    }

    /// A new location.
    pub fn location(&mut self) -> Location {
        self.locations += 1;
        Location::at(self.locations - 1)
    }

    /// A new edge.
    pub fn edge(&mut self, from: Location, action: Action, to: Location, origin: Origin) {
        assert!(from.index() < self.locations && to.index() < self.locations);
        self.edges.push(Edge {
            from,
            action,
            to,
            origin,
        });
    }

    /// Says something of the loop whose iterations start at a location.
    pub fn annotate(&mut self, location: Location, annotation: Annotation) {
        self.annotations.insert(location, annotation);
    }

    /// The graph that ends at `exit`.
    #[must_use]
    pub fn finish(self, exit: Location) -> ProcessGraph {
        let mut outgoing = vec![Vec::new(); self.locations];
        for (position, edge) in self.edges.iter().enumerate() {
            outgoing[edge.from.index()].push(position);
        }
        assert!(outgoing[exit.index()].is_empty(), "the exit is the end");
        let alone = |edges: &Vec<usize>| {
            edges.len() < 2 || edges.iter().all(|e| self.edges[*e].action.is_local())
        };
        assert!(
            outgoing.iter().all(alone),
            "a communication is the only edge of its location"
        );
        ProcessGraph {
            edges: self.edges,
            outgoing,
            annotations: self.annotations,
            entry: Location::at(0),
            exit,
        }
    }
}
