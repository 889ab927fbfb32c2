//! The abstract domain: a polyhedron and a grid, each of which makes the other smaller.

use logic::Integer;
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

/// The constraints of a polyhedron that is not simplified.
const MOST_CONSTRAINTS: usize = 32;

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

    /// How much work the element is: the number of coefficients of the polyhedron.
    pub(super) fn complexity(&self) -> usize {
        self.polyhedron.constraints().len() * self.dimensions()
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
            grid: self.joined_grid(other),
        }
    }

    fn joined_grid(&self, other: &Element) -> Grid {
        if self.grid == other.grid {
            self.grid.clone()
        } else {
            self.grid.join(&other.grid)
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
            grid: self.joined_grid(next),
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

    /// The points whose dimensions from some one on are a point of a state.
    pub(super) fn confined_to(&self, state: &Element, first: usize) -> Element {
        let dimensions = self.dimensions();
        let placed = |dimension: usize| Some(first + dimension);
        let polyhedron = state.polyhedron.rename(dimensions, placed);
        let known = self.lattice();
        let congruences: Vec<Congruence> = (state.grid.congruences().iter())
            .map(|congruence| shifted(congruence, first))
            .filter(|congruence| !known.is_clearly_satisfied(congruence))
            .collect();
        let grid = if state.grid.is_empty() {
            Grid::bottom(dimensions)
        } else if congruences.is_empty() {
            self.grid.clone()
        } else {
            self.grid.meet_congruences(&congruences)
        };
        Element {
            polyhedron: self.polyhedron.meet(&polyhedron),
            grid,
        }
    }

    /// A larger element where the polyhedron has too many constraints to go on with, and to be read:
    /// only the equalities stay, the bounds of one or two dimensions, and the thresholds that hold.
    pub(super) fn simplified(self, thresholds: &[Constraint]) -> Element {
        let mut constraints = self.polyhedron.constraints();
        if constraints.len() <= MOST_CONSTRAINTS.max(2 * self.dimensions()) {
            return self;
        }
        constraints.retain(|constraint| {
            constraint.relation() == Relation::Eq || constraint.coefficients().len() <= 2
        });
        let holding = thresholds.iter();
        constraints.extend(
            holding
                .filter(|known| self.polyhedron.entails(known))
                .cloned(),
        );
        for dimension in 0..self.dimensions() {
            let value = Affine::dimension(dimension);
            let Some(bounds) = self.polyhedron.bounds(&value) else {
                continue;
            };
            let lower = bounds
                .lower
                .map(|least| Constraint::ge(&value, &Affine::constant_of(least)));
            let upper = bounds
                .upper
                .map(|most| Constraint::le(&value, &Affine::constant_of(most)));
            constraints.extend(lower.into_iter().chain(upper));
        }
        Element {
            polyhedron: Polyhedron::from_constraints(self.dimensions(), &constraints),
            grid: self.grid,
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
            let lattice = element.lattice();
            let mut news = lattice.equalities.clone();
            news.retain(|equality| !element.polyhedron.entails(equality));
            if !news.is_empty() {
                element.polyhedron = element.polyhedron.meet_constraints(&news);
            }
            // Now the polyhedron has all equalities of the grid; it may have more.
            let equalities = element.polyhedron.equalities();
            let lattice = if equalities.len() > lattice.equalities.len() {
                element.grid = element.grid.meet_equalities(&equalities);
                element.lattice()
            } else {
                lattice
            };
            let bounds = element.bounds(&lattice);
            if bounds.is_empty() {
                break;
            }
            element.polyhedron = element.polyhedron.meet_constraints(&bounds);
        }
        if element.is_empty() {
            return Element::bottom(element.dimensions());
        }
        element
    }

    /// The bounds of the polyhedron that the grid moves, where they are then.
    fn bounds(&self, lattice: &Lattice) -> Vec<Constraint> {
        let constraints = self.polyhedron.constraints();
        let is_solved = |constraint: &Constraint| {
            let (_, first) = constraint.coefficients().next()?;
            Some(constraint.relation() == Relation::Le || first.abs().is_one())
        };
        let is_plain = lattice.is_plain && constraints.iter().all(|c| is_solved(c) == Some(true));
        let mut moved = Vec::new();
        for constraint in &constraints {
            if constraint.relation() == Relation::Eq || (is_plain && lattice.is_tight(constraint)) {
                continue;
            }
            let expression = constraint.expression();
            if let Some(residue) = self.grid.residue(&expression)
                && residue.modulus.is_positive()
                && residue.remainder.is_positive()
            {
                let greatest = &residue.remainder - &residue.modulus;
                moved.push(Constraint::le(&expression, &Affine::constant_of(greatest)));
            }
        }
        moved
    }

    fn lattice(&self) -> Lattice {
        let mut lattice = Lattice {
            equalities: Vec::new(),
            integers: vec![false; self.dimensions()],
            is_plain: true,
        };
        for congruence in self.grid.congruences() {
            match congruence.to_equality() {
                Some(equality) => lattice.equalities.push(equality),
                None => match integer_in(&congruence) {
                    Some(dimension) => lattice.integers[dimension] = true,
                    None => lattice.is_plain = false,
                },
            }
        }
        lattice
    }

    /// Whether a point is in the element.
    #[cfg(test)]
    pub(super) fn contains(&self, point: &[Rational]) -> bool {
        self.polyhedron.contains(point) && self.grid.contains(point)
    }
}

/// What is seen of a grid at a glance, which saves most questions to it.
struct Lattice {
    equalities: Vec<Constraint>,
    /// The dimensions of which a congruence says nothing but that they are integers.
    integers: Vec<bool>,
    /// Whether there are no other congruences.
    is_plain: bool,
}

impl Lattice {
    /// Whether a congruence says no more than that a dimension is an integer that is known as one.
    fn is_clearly_satisfied(&self, congruence: &Congruence) -> bool {
        integer_in(congruence).is_some_and(|dimension| self.integers[dimension])
    }

    /// Whether a bound is reached by integers, where all equalities are solved for a dimension that
    /// has no other constraints, and the others are integers and nothing else.
    fn is_tight(&self, constraint: &Constraint) -> bool {
        let mut divisor = Integer::ZERO;
        for (dimension, coefficient) in constraint.coefficients() {
            if !self.integers[dimension] {
                return false;
            }
            divisor = divisor.gcd(coefficient);
        }
        divisor.is_one()
    }
}

/// The dimension of which a congruence says that it is an integer, and nothing else.
fn integer_in(congruence: &Congruence) -> Option<usize> {
    let mut coefficients = congruence.coefficients();
    let (dimension, coefficient) = coefficients.next()?;
    let is_integer = congruence.modulus().is_one() && coefficient.abs().is_one();
    (is_integer && coefficients.next().is_none()).then_some(dimension)
}

/// The congruence about dimensions that come later by some number.
fn shifted(congruence: &Congruence, by: usize) -> Congruence {
    let coefficients = congruence.coefficients();
    let moved = coefficients.map(|(dimension, c)| (dimension + by, c.clone()));
    let expression = Affine::of_integers(moved, congruence.constant().clone());
    Congruence::new(&expression, congruence.modulus())
}
