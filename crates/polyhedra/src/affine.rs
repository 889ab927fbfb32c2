//! Affine expressions over dimensions, and their comparisons with zero.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use logic::{Integer, Rational};

use crate::row::exact_quotient;

/// An affine expression: a sum of dimensions with rational coefficients, and a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Affine {
    /// In the order of the dimensions; no coefficient is zero.
    coefficients: Vec<(usize, Rational)>,
    constant: Rational,
}

impl Affine {
    /// The expression with these coefficients; a dimension that occurs more than once has the sum.
    #[must_use]
    pub fn new(
        coefficients: impl IntoIterator<Item = (usize, Rational)>,
        constant: Rational,
    ) -> Self {
        let mut sum = BTreeMap::new();
        for (dimension, coefficient) in coefficients {
            let entry = sum.entry(dimension).or_insert(Rational::ZERO);
            *entry = &*entry + &coefficient;
        }
        Affine {
            coefficients: sum.into_iter().filter(|(_, c)| !c.is_zero()).collect(),
            constant,
        }
    }

    /// The expression with these integer coefficients.
    #[must_use]
    pub fn of_integers<I: Into<Integer>>(
        coefficients: impl IntoIterator<Item = (usize, I)>,
        constant: I,
    ) -> Self {
        let coefficients = coefficients.into_iter();
        Affine::new(
            coefficients.map(|(dimension, c)| (dimension, Rational::from(c.into()))),
            Rational::from(constant.into()),
        )
    }

    /// The coefficients must be in order and not zero.
    pub(crate) fn of_parts(coefficients: &[(usize, Integer)], constant: &Integer) -> Self {
        let coefficients = coefficients.iter();
        Affine {
            coefficients: coefficients
                .map(|(dimension, c)| (*dimension, Rational::from(c.clone())))
                .collect(),
            constant: Rational::from(constant.clone()),
        }
    }

    /// A number.
    #[must_use]
    pub fn constant_of(constant: impl Into<Rational>) -> Self {
        Affine {
            coefficients: Vec::new(),
            constant: constant.into(),
        }
    }

    /// A dimension.
    #[must_use]
    pub fn dimension(dimension: usize) -> Self {
        Affine {
            coefficients: vec![(dimension, Rational::ONE)],
            constant: Rational::ZERO,
        }
    }

    /// The dimensions with their coefficients, which are not zero, in order.
    pub fn coefficients(&self) -> impl ExactSizeIterator<Item = (usize, &Rational)> {
        self.coefficients
            .iter()
            .map(|(dimension, c)| (*dimension, c))
    }

    /// The constant summand.
    #[must_use]
    pub fn constant(&self) -> &Rational {
        &self.constant
    }

    /// The product with a number.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        let coefficients = self.coefficients.iter();
        Affine::new(
            coefficients.map(|(dimension, c)| (*dimension, c * factor)),
            &self.constant * factor,
        )
    }

    /// The value at a point, where a dimension that the point does not have is zero.
    #[must_use]
    pub fn value_at(&self, point: &[Rational]) -> Rational {
        let terms = self.coefficients.iter();
        terms.fold(self.constant.clone(), |sum, (dimension, c)| {
            match point.get(*dimension) {
                Some(value) => sum + c * value,
                None => sum,
            }
        })
    }

    /// The least positive number that makes every coefficient and the constant an integer.
    pub(crate) fn denominator(&self) -> Integer {
        let coefficients = self.coefficients.iter();
        coefficients.fold(self.constant.denominator().clone(), |lcm, (_, c)| {
            lcm.lcm(c.denominator())
        })
    }
}

impl Add for &Affine {
    type Output = Affine;
    fn add(self, other: Self) -> Affine {
        let terms = self.coefficients.iter().chain(&other.coefficients);
        Affine::new(terms.cloned(), &self.constant + &other.constant)
    }
}

impl Neg for &Affine {
    type Output = Affine;
    fn neg(self) -> Affine {
        self.scaled(&Rational::from(-1))
    }
}

impl Sub for &Affine {
    type Output = Affine;
    fn sub(self, other: Self) -> Affine {
        self + &-other
    }
}

/// How an affine expression is compared with zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// It is zero.
    Eq,
    /// It is at most zero.
    Le,
}

/// An affine expression with integer coefficients that is at most zero, or zero: the forms `Le` and
/// `Eq` of `logic::linear::LinearAtom`.
///
/// Invariant: the numbers have no common divisor.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Constraint {
    relation: Relation,
    coefficients: Vec<(usize, Integer)>,
    constant: Integer,
}

impl Constraint {
    /// The comparison of an expression with zero.
    #[must_use]
    pub fn new(relation: Relation, expression: &Affine) -> Self {
        let denominator = expression.denominator();
        let whole = |value: &Rational| {
            value.numerator() * &exact_quotient(&denominator, value.denominator())
        };
        let coefficients = expression.coefficients();
        Constraint::of_integers(
            relation,
            coefficients
                .map(|(dimension, c)| (dimension, whole(c)))
                .collect(),
            whole(&expression.constant),
        )
    }

    /// The coefficients must be in order and not zero.
    pub(crate) fn of_integers(
        relation: Relation,
        mut coefficients: Vec<(usize, Integer)>,
        mut constant: Integer,
    ) -> Self {
        let divisor = coefficients
            .iter()
            .fold(constant.clone(), |gcd, (_, c)| gcd.gcd(c))
            .abs();
        if !divisor.is_zero() && !divisor.is_one() {
            for (_, coefficient) in &mut coefficients {
                *coefficient = exact_quotient(coefficient, &divisor);
            }
            constant = exact_quotient(&constant, &divisor);
        }
        Constraint {
            relation,
            coefficients,
            constant,
        }
    }

    /// `left <= right`.
    #[must_use]
    pub fn le(left: &Affine, right: &Affine) -> Self {
        Constraint::new(Relation::Le, &(left - right))
    }

    /// `left >= right`.
    #[must_use]
    pub fn ge(left: &Affine, right: &Affine) -> Self {
        Constraint::le(right, left)
    }

    /// `left = right`.
    #[must_use]
    pub fn eq(left: &Affine, right: &Affine) -> Self {
        Constraint::new(Relation::Eq, &(left - right))
    }

    /// How the expression is compared with zero.
    #[must_use]
    pub fn relation(&self) -> Relation {
        self.relation
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

    /// The expression that is compared with zero.
    #[must_use]
    pub fn expression(&self) -> Affine {
        Affine::of_parts(&self.coefficients, &self.constant)
    }

    /// Whether a point satisfies the constraint.
    #[must_use]
    pub fn holds_at(&self, point: &[Rational]) -> bool {
        let value = self.expression().value_at(point);
        match self.relation {
            Relation::Eq => value.is_zero(),
            Relation::Le => !value.is_positive(),
        }
    }

    /// The least number of dimensions that a space with this constraint has.
    pub(crate) fn dimensions(&self) -> usize {
        self.coefficients
            .last()
            .map_or(0, |(dimension, _)| dimension + 1)
    }
}

impl fmt::Display for Affine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (dimension, coefficient) in &self.coefficients {
            write!(f, "{coefficient}*x{dimension} + ")?;
        }
        write!(f, "{}", self.constant)
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = match self.relation {
            Relation::Eq => "=",
            Relation::Le => "<=",
        };
        write!(f, "{} {relation} 0", self.expression())
    }
}
