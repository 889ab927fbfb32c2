//! The numbers that linear forms are made of.

use std::convert::Infallible;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use super::{Linear, Normalised, Relation};
use crate::{Integer, Op, Rational, Sort, Term, Value};

/// `Integer` for terms of the sort `Int`, `Rational` for terms of the sort `Real`.
pub trait Coefficient: Clone + Ord + Hash + Debug + Display + Sealed {
    /// What divisibility is about; there is none of the reals.
    type Modulus: Clone + Ord + Hash + Debug + Display;

    /// The sort of the terms.
    const SORT: Sort;

    /// Zero.
    #[must_use]
    fn zero() -> Self;

    /// One.
    #[must_use]
    fn one() -> Self;

    /// The sum.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;

    /// The product.
    #[must_use]
    fn times(&self, other: &Self) -> Self;

    /// The number with the other sign.
    #[must_use]
    fn negated(&self) -> Self;

    /// Whether the number is zero.
    #[must_use]
    fn is_zero(&self) -> bool;

    /// Whether the number is below zero.
    #[must_use]
    fn is_negative(&self) -> bool;

    /// The number that a literal stands for.
    #[must_use]
    fn of_value(value: &Value) -> Option<&Self>;

    /// The literal.
    #[must_use]
    fn literal(self) -> Term;
}

/// What the two kinds of coefficients do differently; nobody else implements it.
pub trait Sealed: Sized {
    /// The normal form of a comparison with zero.
    fn normalise(
        relation: Relation<<Self as Coefficient>::Modulus>,
        expression: Linear<Self>,
    ) -> Normalised<Self>
    where
        Self: Coefficient;

    /// The term as a literal times another term, where it is a division that can be read so.
    fn quotient(term: &Term) -> Option<(Self, Term)>;

    /// A formula that says that a number divides a linear term.
    fn congruence(term: &Term) -> Option<(<Self as Coefficient>::Modulus, Linear<Self>)>
    where
        Self: Coefficient;

    /// The formula that says that a number divides a linear term.
    fn divides(modulus: &<Self as Coefficient>::Modulus, expression: &Linear<Self>) -> Term
    where
        Self: Coefficient;

    /// Whether `e + c <= 0` reads better as `e < 0`.
    fn is_strictness(constant: &Self) -> bool;
}

impl Coefficient for Integer {
    type Modulus = Integer;

    const SORT: Sort = Sort::Int;

    fn zero() -> Self {
        Integer::ZERO
    }

    fn one() -> Self {
        Integer::ONE
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn negated(&self) -> Self {
        -self
    }

    fn is_zero(&self) -> bool {
        Integer::is_zero(self)
    }

    fn is_negative(&self) -> bool {
        Integer::is_negative(self)
    }

    fn of_value(value: &Value) -> Option<&Self> {
        value.as_int()
    }

    fn literal(self) -> Term {
        Term::int(self)
    }
}

impl Sealed for Integer {
    fn normalise(relation: Relation<Integer>, expression: Linear<Self>) -> Normalised<Self> {
        let (relation, expression) = match relation {
            // Between integers `e < 0` is `e + 1 <= 0`.
            Relation::Lt => (Relation::Le, expression.plus_constant(&Integer::ONE)),
            relation => (relation, expression),
        };
        if let Relation::Divides(modulus) = relation {
            return normalise_congruence(&modulus, &expression);
        }
        let constant = expression.constant();
        let divisor = expression.content();
        if divisor.is_zero() {
            return Normalised::Literal(match relation {
                Relation::Eq => constant.is_zero(),
                _ => !constant.is_positive(),
            });
        }
        if relation == Relation::Eq && !divisor.divides(constant) {
            return Normalised::Literal(false);
        }
        // `d*e + c <= 0` over the integers is `e <= floor(-c / d)`.
        let bound = (-constant)
            .div_floor(&divisor)
            .expect("the greatest common divisor is not zero here");
        let mut reduced = expression.map_coefficients(|c| exact(c, &divisor));
        reduced = reduced.plus_constant(&-(bound + reduced.constant()));
        if relation == Relation::Eq && reduced.leads_negative() {
            reduced = -&reduced;
        }
        Normalised::atom(relation, reduced)
    }

    fn quotient(_: &Term) -> Option<(Self, Term)> {
        None
    }

    fn congruence(term: &Term) -> Option<(Integer, Linear<Self>)> {
        match (term.op()?, term.children()) {
            (Op::Divisible(modulus), [term]) => Some((modulus.clone(), Linear::of(term)?)),
            // `e mod m = r`, on either side.
            (Op::Eq, [a, b]) => {
                let (remainder, rest) = match (a.op(), b.op()) {
                    (Some(Op::Mod), None) => (a, b.as_value()?.as_int()?),
                    (None, Some(Op::Mod)) => (b, a.as_value()?.as_int()?),
                    _ => return None,
                };
                let [dividend, modulus] = remainder.children() else {
                    return None;
                };
                let modulus = modulus.as_value()?.as_int()?;
                let possible = !rest.is_negative() && *rest < modulus.abs();
                (possible && !modulus.is_zero()).then_some(())?;
                Some((modulus.abs(), Linear::of(dividend)?.plus_constant(&-rest)))
            }
            _ => None,
        }
    }

    fn divides(modulus: &Integer, expression: &Linear<Self>) -> Term {
        let (_, remainder) = (-expression.constant())
            .div_mod(modulus)
            .expect("a modulus is positive");
        let sum = expression.plus_constant(&-expression.constant()).to_term();
        if remainder.is_zero() {
            Term::divisible(modulus.clone(), sum)
        } else {
            let modulus = Term::int(modulus.clone());
            Term::eq(Term::modulo(sum, modulus), Term::int(remainder))
        }
    }

    fn is_strictness(constant: &Self) -> bool {
        constant.is_one()
    }
}

/// The quotient of a number and one of its divisors.
fn exact(number: &Integer, divisor: &Integer) -> Integer {
    number
        .div_mod(divisor)
        .expect("the divisor is not zero because it divides a coefficient")
        .0
}

fn normalise_congruence(modulus: &Integer, expression: &Linear<Integer>) -> Normalised<Integer> {
    let reduced = expression.reduced(modulus);
    let divisor = modulus.gcd(&reduced.content());
    if !divisor.divides(reduced.constant()) {
        return Normalised::Literal(false);
    }
    let modulus = exact(modulus, &divisor);
    if modulus.is_one() {
        return Normalised::Literal(true);
    }
    let constant = exact(reduced.constant(), &divisor);
    let mut reduced = reduced.map_coefficients(|c| exact(c, &divisor));
    reduced = reduced
        .plus_constant(&(constant - reduced.constant()))
        .reduced(&modulus);
    if reduced.leads_negative() {
        reduced = (-&reduced).reduced(&modulus);
    }
    Normalised::atom(Relation::Divides(modulus), reduced)
}

impl Coefficient for Rational {
    type Modulus = Infallible;

    const SORT: Sort = Sort::Real;

    fn zero() -> Self {
        Rational::ZERO
    }

    fn one() -> Self {
        Rational::ONE
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn negated(&self) -> Self {
        -self
    }

    fn is_zero(&self) -> bool {
        Rational::is_zero(self)
    }

    fn is_negative(&self) -> bool {
        Rational::is_negative(self)
    }

    fn of_value(value: &Value) -> Option<&Self> {
        match value {
            Value::Real(value) => Some(value),
            _ => None,
        }
    }

    fn literal(self) -> Term {
        Term::real(self)
    }
}

impl Sealed for Rational {
    fn normalise(relation: Relation<Infallible>, expression: Linear<Self>) -> Normalised<Self> {
        let constant = expression.constant();
        let mut factor: Option<Rational> = None;
        for (_, c) in expression.monomials() {
            // The least factor that makes all coefficients integers without a common divisor.
            let (n, d) = (c.numerator().abs(), c.denominator().clone());
            factor = Rational::new(
                factor.as_ref().map_or(d.clone(), |f| f.numerator().lcm(&d)),
                factor
                    .as_ref()
                    .map_or(n.clone(), |f| f.denominator().gcd(&n)),
            );
        }
        let Some(factor) = factor else {
            return Normalised::Literal(match relation {
                Relation::Le => !constant.is_positive(),
                Relation::Lt => constant.is_negative(),
                Relation::Eq => constant.is_zero(),
                Relation::Divides(never) => match never {},
            });
        };
        let mut scaled = expression.scaled(&factor);
        if relation == Relation::Eq && scaled.leads_negative() {
            scaled = -&scaled;
        }
        Normalised::atom(relation, scaled)
    }

    fn quotient(term: &Term) -> Option<(Self, Term)> {
        let (Op::RealDiv, [dividend, divisor]) = (term.op()?, term.children()) else {
            return None;
        };
        let divisor = Rational::of_value(divisor.as_value()?)?;
        Some((Rational::ONE.checked_div(divisor)?, dividend.clone()))
    }

    fn congruence(_: &Term) -> Option<(Infallible, Linear<Self>)> {
        None
    }

    fn divides(modulus: &Infallible, _: &Linear<Self>) -> Term {
        match *modulus {}
    }

    fn is_strictness(_: &Self) -> bool {
        false
    }
}
