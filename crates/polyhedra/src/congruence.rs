//! Affine congruences: grids (P. Granger 1991; R. Bagnara et al. 2006).
//!
//! A grid is the set of solutions of affine equalities and congruences. In homogeneous coordinates
//! it is the sum of a lattice and a linear space, and the expressions that are integers on it are
//! again such a sum, the dual one. So everything is done by one kind of object, the `Module`, of
//! which a grid keeps both: a meet adds congruences, a join adds generators, and a dual is the
//! inverse of a matrix.
//!
//! There is no widening because none is needed: a chain of grids that grows is finite, as each step
//! adds a dimension to the linear space or divides the volume of a cell of the lattice by an integer.

mod grid;
mod module;
mod transform;

pub use grid::{Grid, Residue};

use std::fmt;

use logic::{Integer, Rational};

use crate::affine::{Affine, Constraint, Relation};
use crate::row::exact_quotient;

/// An affine expression with integer coefficients that is a multiple of a positive modulus, or zero
/// where the modulus is zero: the forms `Divides` and `Eq` of `logic::linear::LinearAtom`.
///
/// Invariant: the coefficients, the constant and the modulus have no common divisor.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Congruence {
    modulus: Integer,
    coefficients: Vec<(usize, Integer)>,
    constant: Integer,
}

impl Congruence {
    /// `expression ≡ 0 (mod modulus)`; the sign of the modulus does not matter, and modulo zero the
    /// expression is zero.
    #[must_use]
    pub fn new(expression: &Affine, modulus: &Integer) -> Self {
        let denominator = expression.denominator();
        let scale = Rational::from(denominator.clone());
        let whole = |value: &Rational| (value * &scale).numerator().clone();
        let coefficients = expression.coefficients();
        Congruence::of_integers(
            (modulus * &denominator).abs(),
            coefficients
                .map(|(dimension, c)| (dimension, whole(c)))
                .collect(),
            whole(expression.constant()),
        )
    }

    /// The coefficients must be in order and not zero, the modulus not negative.
    fn of_integers(
        modulus: Integer,
        mut coefficients: Vec<(usize, Integer)>,
        constant: Integer,
    ) -> Self {
        let divisor = coefficients
            .iter()
            .fold(modulus.gcd(&constant), |gcd, (_, c)| gcd.gcd(c));
        if divisor.is_zero() || divisor.is_one() {
            return Congruence {
                modulus,
                coefficients,
                constant,
            };
        }
        for (_, coefficient) in &mut coefficients {
            *coefficient = exact_quotient(coefficient, &divisor);
        }
        Congruence {
            modulus: exact_quotient(&modulus, &divisor),
            coefficients,
            constant: exact_quotient(&constant, &divisor),
        }
    }

    /// The modulus; zero for an equality.
    #[must_use]
    pub fn modulus(&self) -> &Integer {
        &self.modulus
    }

    /// The dimensions with their coefficients, which are not zero, in order.
    pub fn coefficients(&self) -> impl ExactSizeIterator<Item = (usize, &Integer)> {
        self.coefficients
            .iter()
            .map(|(dimension, c)| (*dimension, c))
    }

    /// The constant summand.
    #[must_use]
    pub fn constant(&self) -> &Integer {
        &self.constant
    }

    /// The expression that is a multiple of the modulus.
    #[must_use]
    pub fn expression(&self) -> Affine {
        Affine::of_parts(&self.coefficients, &self.constant)
    }

    /// The equality, where it is one.
    #[must_use]
    pub fn to_equality(&self) -> Option<Constraint> {
        self.modulus.is_zero().then(|| {
            Constraint::of_integers(
                Relation::Eq,
                self.coefficients.clone(),
                self.constant.clone(),
            )
        })
    }

    /// Whether a point satisfies the congruence, where a dimension that it does not have is zero.
    #[must_use]
    pub fn holds_at(&self, point: &[Rational]) -> bool {
        match self.expression().value_at(point).to_integer() {
            Some(value) => self.modulus.divides(value),
            None => false,
        }
    }

    /// The least number of dimensions that a space with this congruence has.
    fn dimensions(&self) -> usize {
        self.coefficients
            .last()
            .map_or(0, |(dimension, _)| dimension + 1)
    }

    /// The equality as a congruence; `None` for an inequality.
    #[must_use]
    pub fn of_equality(constraint: &Constraint) -> Option<Self> {
        (constraint.relation() == Relation::Eq)
            .then(|| Congruence::new(&constraint.expression(), &Integer::ZERO))
    }
}

impl fmt::Display for Congruence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expression = self.expression();
        if self.modulus.is_zero() {
            write!(f, "{expression} = 0")
        } else {
            write!(f, "{expression} = 0 (mod {})", self.modulus)
        }
    }
}
