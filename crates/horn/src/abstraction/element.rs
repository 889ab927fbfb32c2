//! The abstract domain: a polyhedron and a grid, each of which makes the other smaller.

#[cfg(test)]
use logic::Rational;
use polyhedra::congruence::{Congruence, Grid};
use polyhedra::{Affine, Constraint, Polyhedron, Relation};

/// The points that are both in a polyhedron and in a grid. Dimensions of the sort `Int` are integers
/// because the grid says so.
///
/// Two elements may be different as values and equal as sets: what one half implies about the other
/// is found by [`Element::reduced`] only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Element {
    polyhedron: Polyhedron,
    grid: Grid,
}

/// How often both halves learn from each other. More rounds could go on for ever, as with the
/// integers of a thin triangle.
const ROUNDS: usize = 3;

impl Element {
    pub(super) fn top(dimensions: usize) -> Self {
        Element {
            polyhedron: Polyhedron::top(dimensions),
            grid: Grid::top(dimensions),
        }
    }

    pub(super) fn bottom(dimensions: usize) -> Self {
        Element {
            polyhedron: Polyhedron::bottom(dimensions),
            grid: Grid::bottom(dimensions),
        }
    }

    pub(super) fn dimensions(&self) -> usize {
        self.polyhedron.dimensions()
    }

    /// Whether one of the halves has no point.
    pub(super) fn is_empty(&self) -> bool {
        self.polyhedron.is_empty() || self.grid.is_empty()
    }

    pub(super) fn polyhedron(&self) -> &Polyhedron {
        &self.polyhedron
    }

    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    pub(super) fn meet(&self, other: &Element) -> Element {
        Element {
            polyhedron: self.polyhedron.meet(&other.polyhedron),
            grid: self.grid.meet(&other.grid),
        }
    }

    /// The points that satisfy constraints and congruences.
    pub(super) fn confined(&self, constraints: &[Constraint], more: &[Congruence]) -> Element {
        let equalities = constraints.iter().filter_map(Congruence::of_equality);
        let congruences: Vec<Congruence> = equalities.chain(more.iter().cloned()).collect();
        let grid = if congruences.is_empty() {
            self.grid.clone()
        } else {
            self.grid.meet_congruences(&congruences)
        };
        Element {
            polyhedron: self.polyhedron.meet_constraints(constraints),
            grid,
        }
    }

    /// The convex hull, and the least grid.
    pub(super) fn join(&self, other: &Element) -> Element {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        Element {
            polyhedron: self.polyhedron.join(&other.polyhedron),
            grid: self.grid.join(&other.grid),
        }
    }

    /// The widening of polyhedra up to thresholds; grids need none, as they do not grow for ever.
    /// The result is not reduced, which could undo the widening.
    pub(super) fn widen(&self, next: &Element, thresholds: &[Constraint]) -> Element {
        if self.is_empty() {
            return next.clone();
        }
        let polyhedron = &self.polyhedron;
        Element {
            polyhedron: polyhedron.widen_up_to(&next.polyhedron, thresholds),
            grid: self.grid.join(&next.grid),
        }
    }

    /// Whether both halves say that every point is in the other element.
    pub(super) fn is_subset(&self, other: &Element) -> bool {
        self.is_empty()
            || (self.polyhedron.is_subset(&other.polyhedron) && self.grid.is_subset(&other.grid))
    }

    /// The element in another space, as with [`Polyhedron::rename`].
    pub(super) fn rename(
        &self,
        dimensions: usize,
        number: impl Fn(usize) -> Option<usize>,
    ) -> Element {
        Element {
            polyhedron: self.polyhedron.rename(dimensions, &number),
            grid: self.grid.rename(dimensions, &number),
        }
    }

    /// An element with the same points whose halves have learnt from each other: equalities go both
    /// ways, and a bound moves to the next value that the grid allows.
    pub(super) fn reduced(self) -> Element {
        let mut element = self;
        for _ in 0..ROUNDS {
            if element.is_empty() {
                break;
            }
            let equalities = element.polyhedron.equalities();
            let fresh: Vec<Congruence> = (equalities.iter())
                .filter_map(Congruence::of_equality)
                .filter(|equality| !element.grid.entails(equality))
                .collect();
            if !fresh.is_empty() {
                element.grid = element.grid.meet_congruences(&fresh);
            }
            let news = element.news();
            if news.is_empty() {
                break;
            }
            element.polyhedron = element.polyhedron.meet_constraints(&news);
        }
        if element.is_empty() {
            return Element::bottom(element.dimensions());
        }
        element
    }

    /// What the grid says about the polyhedron that it does not say itself.
    fn news(&self) -> Vec<Constraint> {
        let mut news = self.grid.equalities();
        news.retain(|equality| !self.polyhedron.entails(equality));
        for constraint in self.polyhedron.constraints() {
            if constraint.relation() == Relation::Eq {
                continue;
            }
            let expression = constraint.expression();
            if let Some(residue) = self.grid.residue(&expression)
                && residue.modulus.is_positive()
                && residue.remainder.is_positive()
            {
                let greatest = &residue.remainder - &residue.modulus;
                news.push(Constraint::le(&expression, &Affine::constant_of(greatest)));
            }
        }
        news
    }

    /// Whether a point is in the element.
    #[cfg(test)]
    pub(super) fn contains(&self, point: &[Rational]) -> bool {
        self.polyhedron.contains(point) && self.grid.contains(point)
    }
}
