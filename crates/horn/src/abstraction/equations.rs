//! Systems of equations between abstract states, made from the cases of clauses.

use std::collections::{BTreeMap, BTreeSet};

use polyhedra::{Affine, Constraint, Polyhedron, Relation};

use super::case::{Case, Place, numbers};
use super::element::Element;
use crate::problem::Problem;

/// The places of a system, and the cases between them.
pub(super) struct Graph {
    pub(super) places: Vec<Place>,
    /// For each place the number of its dimensions.
    sizes: Vec<usize>,
    links: Vec<Link>,
    /// For each place constraints that widening tries to keep.
    thresholds: Vec<Vec<Constraint>>,
}

/// A case with its places by their numbers.
struct Link {
    head: Option<usize>,
    body: Vec<usize>,
    relation: Element,
}

/// `states[target]` contains what the relation allows for points of the sources. The dimensions of
/// the target come first in the relation, then those of the sources in their order.
pub(super) struct Edge {
    pub(super) target: usize,
    pub(super) sources: Vec<usize>,
    pub(super) relation: Element,
}

/// Inclusions whose least solution is asked for.
pub(super) struct Equations<'a> {
    pub(super) sizes: &'a [usize],
    pub(super) thresholds: &'a [Vec<Constraint>],
    pub(super) edges: Vec<Edge>,
}

/// The most thresholds of a place.
const MOST_THRESHOLDS: usize = 64;

impl Graph {
    pub(super) fn new(problem: &Problem<'_>, cases: Vec<Case>) -> Self {
        let places: BTreeSet<Place> = (cases.iter())
            .flat_map(|case| case.body.iter().chain(&case.head))
            .copied()
            .collect();
        let places: Vec<Place> = places.into_iter().collect();
        let positions: BTreeMap<Place, usize> = places
            .iter()
            .enumerate()
            .map(|(i, place)| (*place, i))
            .collect();
        let size = |place: &Place| numbers(&problem.parameters[place.predicate]).count();
        let sizes: Vec<usize> = places.iter().map(size).collect();
        let links: Vec<Link> = (cases.into_iter())
            .map(|case| Link {
                head: case.head.map(|place| positions[&place]),
                body: case.body.iter().map(|place| positions[place]).collect(),
                relation: case.relation,
            })
            .collect();
        let thresholds = thresholds(&sizes, &links);
        Graph {
            places,
            sizes,
            links,
            thresholds,
        }
    }

    /// The number of cases.
    pub(super) fn count(&self) -> usize {
        self.links.len()
    }

    fn equations(&self, edges: Vec<Edge>) -> Equations<'_> {
        Equations {
            sizes: &self.sizes,
            thresholds: &self.thresholds,
            edges,
        }
    }

    /// The states that clauses derive; only those within the bounds, where there are some.
    pub(super) fn forward(&self, bounds: Option<&[Element]>) -> Equations<'_> {
        let mut edges = Vec::new();
        for link in &self.links {
            let Some(target) = link.head else { continue };
            let relation = match bounds {
                Some(bounds) => link.relation.confined_to(&bounds[target], 0).reduced(),
                None => link.relation.clone(),
            };
            if !relation.is_empty() {
                edges.push(Edge {
                    target,
                    sources: link.body.clone(),
                    relation,
                });
            }
        }
        self.equations(edges)
    }

    /// The states from which a query may be reached by way of derivable states, which are given.
    pub(super) fn backward(&self, derivable: &[Element]) -> Equations<'_> {
        let mut edges = Vec::new();
        for link in &self.links {
            let head = link.head.map_or(0, |head| self.sizes[head]);
            let mut relation = link.relation.clone();
            let mut first = head;
            for place in &link.body {
                relation = relation.confined_to(&derivable[*place], first);
                first += self.sizes[*place];
            }
            let relation = relation.reduced();
            if relation.is_empty() {
                continue;
            }
            let mut first = head;
            for place in &link.body {
                let size = self.sizes[*place];
                let own = relation.rename(size + head, |dimension| {
                    let offset = dimension.checked_sub(first);
                    match offset.filter(|offset| *offset < size) {
                        Some(offset) => Some(offset),
                        None => (dimension < head).then_some(size + dimension),
                    }
                });
                edges.push(Edge {
                    target: *place,
                    sources: link.head.into_iter().collect(),
                    relation: own,
                });
                first += size;
            }
        }
        self.equations(edges)
    }
}

/// What the clauses require of the states that they use and of those that they make: guards, their
/// opposites, and guards as they are after a step.
fn thresholds(sizes: &[usize], links: &[Link]) -> Vec<Vec<Constraint>> {
    let mut found: Vec<BTreeSet<Constraint>> = vec![BTreeSet::new(); sizes.len()];
    for link in links {
        let mut first = 0;
        for place in link.head.iter().chain(&link.body) {
            let size = sizes[*place];
            let own = link.relation.polyhedron().rename(size, |dimension| {
                let offset = dimension.checked_sub(first)?;
                (offset < size).then_some(offset)
            });
            first += size;
            add_thresholds(&own, &mut found[*place]);
        }
    }
    let few = |all: BTreeSet<Constraint>| all.into_iter().take(MOST_THRESHOLDS).collect();
    found.into_iter().map(few).collect()
}

fn add_thresholds(guard: &Polyhedron, found: &mut BTreeSet<Constraint>) {
    for constraint in guard.constraints() {
        let expression = constraint.expression();
        let one = Affine::constant_of(1);
        found.insert(Constraint::new(Relation::Le, &expression));
        match constraint.relation() {
            Relation::Eq => drop(found.insert(Constraint::new(Relation::Le, &-&expression))),
            Relation::Le => {
                found.insert(Constraint::new(Relation::Le, &-&expression));
                found.insert(Constraint::new(Relation::Le, &(&one - &expression)));
                found.insert(Constraint::new(Relation::Le, &(&expression - &one)));
            }
        }
    }
}
