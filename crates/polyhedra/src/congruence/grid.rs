//! Grids and their operations.

use std::fmt;

use logic::{Integer, Rational};

use super::Congruence;
use super::module::Module;
use super::transform::homogeneous;
use crate::affine::{Affine, Constraint};
use crate::row::Row;

/// The solutions of a system of affine equalities and congruences.
///
/// Two grids are equal as values exactly if they are equal as sets (and in the same space).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    pub(super) dimensions: usize,
    /// `None` for the empty grid.
    pub(super) pair: Option<Pair>,
}

/// Both descriptions of a grid that is not empty. Each is the dual of the other.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    /// The expressions that are integers on the grid, and those that are zero. The number one is
    /// among the integers.
    pub(super) congruences: Module,
    /// Points are the vectors with a one in column 0.
    pub(super) generators: Module,
}

/// What the values of an expression have in common: they are `remainder` plus integer multiples of
/// `modulus`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Residue {
    /// The least value that is not negative; the only one where the modulus is zero.
    pub remainder: Rational,
    /// The distance of neighbouring values; zero where there is only one.
    pub modulus: Rational,
}

impl Grid {
    /// The whole space.
    #[must_use]
    pub fn top(dimensions: usize) -> Self {
        let columns = dimensions + 1;
        let mut one = vec![Rational::ZERO; columns];
        one[0] = Rational::ONE;
        Grid::of_congruences(dimensions, Module::new(columns, Vec::new(), vec![one]))
    }

    /// The empty set.
    #[must_use]
    pub fn bottom(dimensions: usize) -> Self {
        Grid {
            dimensions,
            pair: None,
        }
    }

    /// The solutions of congruences.
    ///
    /// # Panics
    /// Where a congruence has a dimension that the space does not have.
    #[must_use]
    pub fn from_congruences<'a>(
        dimensions: usize,
        congruences: impl IntoIterator<Item = &'a Congruence>,
    ) -> Self {
        Grid::top(dimensions).meet_congruences(congruences)
    }

    pub(super) fn of_congruences(dimensions: usize, congruences: Module) -> Self {
        // Half of one is an integer nowhere.
        let pair = (!congruences.divides_one()).then(|| Pair {
            generators: congruences.dual(),
            congruences,
        });
        Grid { dimensions, pair }
    }

    pub(super) fn of_generators(dimensions: usize, generators: Module) -> Self {
        Grid {
            dimensions,
            pair: Some(Pair {
                congruences: generators.dual(),
                generators,
            }),
        }
    }

    /// The number of dimensions of the space.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Whether there is no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pair.is_none()
    }

    /// The canonical congruences, equalities first. One that is false for the empty grid.
    #[must_use]
    pub fn congruences(&self) -> Vec<Congruence> {
        let Some(pair) = &self.pair else {
            let one = Affine::constant_of(1);
            return vec![Congruence::new(&one, &Integer::ZERO)];
        };
        let affine = |vector: Vec<Rational>| {
            let constant = vector[0].clone();
            Affine::new(vector.into_iter().skip(1).enumerate(), constant)
        };
        let lines = pair.congruences.lines().iter();
        let equalities = lines.map(|line| {
            let expression = affine(line.entries().map(Rational::from).collect());
            Congruence::new(&expression, &Integer::ZERO)
        });
        let others = pair.congruences.vectors().map(affine);
        let others = others.filter(|expression| expression.coefficients().len() > 0);
        let proper = others.map(|expression| Congruence::new(&expression, &Integer::ONE));
        equalities.chain(proper).collect()
    }

    /// The equalities among the canonical congruences, as a polyhedron takes them.
    #[must_use]
    pub fn equalities(&self) -> Vec<Constraint> {
        self.congruences()
            .iter()
            .filter_map(Congruence::to_equality)
            .collect()
    }

    /// The points of both grids.
    ///
    /// # Panics
    /// Where they are of different spaces.
    #[must_use]
    pub fn meet(&self, other: &Grid) -> Grid {
        self.assert_same_space(other);
        match (&self.pair, &other.pair) {
            (Some(a), Some(b)) => {
                Grid::of_congruences(self.dimensions, a.congruences.sum(&b.congruences))
            }
            _ => Grid::bottom(self.dimensions),
        }
    }

    /// The points that satisfy all congruences.
    ///
    /// # Panics
    /// Where a congruence has a dimension that the space does not have.
    #[must_use]
    pub fn meet_congruences<'a>(
        &self,
        congruences: impl IntoIterator<Item = &'a Congruence>,
    ) -> Grid {
        let Some(pair) = &self.pair else {
            return self.clone();
        };
        let (mut lines, mut vectors) = (Vec::new(), Vec::new());
        for congruence in congruences {
            match self.vector(congruence) {
                Vector::Equality(row) => lines.push(row),
                Vector::Integer(vector) => vectors.push(vector),
            }
        }
        let more = Module::new(self.dimensions + 1, lines, vectors);
        Grid::of_congruences(self.dimensions, pair.congruences.sum(&more))
    }

    /// The points that satisfy the equalities among the constraints; inequalities are passed over.
    ///
    /// # Panics
    /// Where an equality has a dimension that the space does not have.
    #[must_use]
    pub fn meet_equalities<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Grid {
        let equalities = constraints.into_iter().filter_map(Congruence::of_equality);
        self.meet_congruences(&equalities.collect::<Vec<_>>())
    }

    fn vector(&self, congruence: &Congruence) -> Vector {
        assert!(
            congruence.dimensions() <= self.dimensions,
            "a dimension of another space"
        );
        let mut entries = vec![Integer::ZERO; self.dimensions + 1];
        entries[0] = congruence.constant().clone();
        for (dimension, coefficient) in congruence.coefficients() {
            entries[dimension + 1] = coefficient.clone();
        }
        let divide = |entry: &Integer| Rational::new(entry.clone(), congruence.modulus().clone());
        match entries.iter().map(divide).collect() {
            Some(vector) => Vector::Integer(vector),
            None => Vector::Equality(Row::of(entries)),
        }
    }

    /// The least grid that contains both.
    ///
    /// # Panics
    /// Where they are of different spaces.
    #[must_use]
    pub fn join(&self, other: &Grid) -> Grid {
        self.assert_same_space(other);
        match (&self.pair, &other.pair) {
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            (Some(a), Some(b)) => {
                Grid::of_generators(self.dimensions, a.generators.sum(&b.generators))
            }
        }
    }

    /// Whether every point of this grid is in the other.
    ///
    /// # Panics
    /// Where they are of different spaces.
    #[must_use]
    pub fn is_subset(&self, other: &Grid) -> bool {
        self.assert_same_space(other);
        match (&self.pair, &other.pair) {
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) => b.congruences.is_integral_on(&a.generators),
        }
    }

    /// Whether every point satisfies the congruence.
    ///
    /// # Panics
    /// Where the congruence has a dimension that the space does not have.
    #[must_use]
    pub fn entails(&self, congruence: &Congruence) -> bool {
        let Some(pair) = &self.pair else {
            return true;
        };
        let (lines, vectors) = match self.vector(congruence) {
            Vector::Equality(row) => (vec![row], Vec::new()),
            Vector::Integer(vector) => (Vec::new(), vec![vector]),
        };
        Module::new(self.dimensions + 1, lines, vectors).is_integral_on(&pair.generators)
    }

    /// Whether a point, which has a number for every dimension, is in the grid.
    ///
    /// # Panics
    /// Where the point is of another space.
    #[must_use]
    pub fn contains(&self, point: &[Rational]) -> bool {
        assert_eq!(point.len(), self.dimensions, "the coordinates of the point");
        self.congruences()
            .iter()
            .all(|congruence| congruence.holds_at(point))
    }

    /// What the values of an expression have in common; `None` where they are all numbers, or the
    /// grid is empty.
    ///
    /// # Panics
    /// Where the expression has a dimension that the space does not have.
    #[must_use]
    pub fn residue(&self, expression: &Affine) -> Option<Residue> {
        let value = |vector: &[Rational]| vec![vector[0].clone(), homogeneous(expression, vector)];
        let values = Grid::of_generators(1, self.pair.as_ref()?.generators.map(2, value));
        let congruences = values.congruences();
        let congruence = congruences.first()?;
        let (_, coefficient) = congruence.coefficients().next()?;
        let remainder = Rational::new(-congruence.constant(), coefficient.clone())?;
        let modulus = Rational::new(congruence.modulus().clone(), coefficient.abs())?;
        let below = match remainder.checked_div(&modulus) {
            Some(quotient) => &Rational::from(quotient.floor()) * &modulus,
            None => Rational::ZERO,
        };
        Some(Residue {
            remainder: &remainder - &below,
            modulus,
        })
    }

    fn assert_same_space(&self, other: &Grid) {
        assert_eq!(
            self.dimensions, other.dimensions,
            "grids of different spaces"
        );
    }
}

/// A congruence as a vector.
enum Vector {
    /// Its scalar product with points is zero.
    Equality(Row),
    /// Its scalar product with points is an integer.
    Integer(Vec<Rational>),
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, congruence) in self.congruences().iter().enumerate() {
            let separator = if number == 0 { "" } else { ", " };
            write!(f, "{separator}{congruence}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}} of {} dimensions", self.dimensions)
    }
}
