//! Sums of monomials.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::{Add, Neg, Sub};

use super::Coefficient;
use crate::{Integer, Node, Op, Term};

/// A linear term: a sum of monomials, each a term and its coefficient, and a constant.
///
/// Invariant: the monomials are in the order of their terms, each occurs once, none is a literal or
/// a sum, and no coefficient is zero. Equal linear terms are therefore equal values.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Linear<C> {
    monomials: Vec<(Term, C)>,
    constant: C,
}

/// What may be a monomial.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaves {
    Variables,
    Anything,
}

impl<C: Coefficient> Linear<C> {
    /// The constant.
    #[must_use]
    pub fn literal(constant: C) -> Self {
        Linear {
            monomials: Vec::new(),
            constant,
        }
    }

    /// The linear form of a term of the sort of `C`. What is not linear, such as a product of
    /// variables or an array element, is taken as a whole. `None` for a term of another sort.
    #[must_use]
    pub fn of(term: &Term) -> Option<Self> {
        Linear::read(term, Leaves::Anything)
    }

    /// The linear form of a term in which only variables have coefficients; `None` for a term that
    /// is not linear, or of another sort.
    #[must_use]
    pub fn of_strict(term: &Term) -> Option<Self> {
        Linear::read(term, Leaves::Variables)
    }

    fn read(term: &Term, leaves: Leaves) -> Option<Self> {
        if !term.sort().is_comparable(&C::SORT) {
            return None;
        }
        let mut constant = C::zero();
        let mut found: BTreeMap<Term, C> = BTreeMap::new();
        // Terms are ordered by depth first. Taking the greatest first, all that a shared part is
        // multiplied with has been added up before the part itself is looked at.
        let mut open: BTreeMap<Term, C> = BTreeMap::from([(term.clone(), C::one())]);
        let add = |to: &mut BTreeMap<Term, C>, term: &Term, factor: C| match to.get_mut(term) {
            Some(sum) => *sum = sum.plus(&factor),
            None => {
                to.insert(term.clone(), factor);
            }
        };
        while let Some((term, factor)) = open.pop_last() {
            if factor.is_zero() {
                continue;
            }
            match term.node() {
                Node::Const(value) => {
                    let value = C::of_value(value).expect("the sort of the term was checked");
                    constant = constant.plus(&factor.times(value));
                }
                Node::App(Op::Add, summands) => {
                    for summand in summands {
                        add(&mut open, summand, factor.clone());
                    }
                }
                Node::App(Op::Mul, factors) => match factors[0].as_value().and_then(C::of_value) {
                    Some(literal) if factors.len() == 2 => {
                        add(&mut open, &factors[1], factor.times(literal));
                    }
                    Some(literal) if leaves == Leaves::Anything => {
                        let product = Term::mul(factors[1..].iter().cloned());
                        add(&mut found, &product, factor.times(literal));
                    }
                    None if leaves == Leaves::Anything => add(&mut found, &term, factor),
                    _ => return None,
                },
                _ => match C::quotient(&term) {
                    Some((literal, dividend)) => {
                        add(&mut open, &dividend, factor.times(&literal));
                    }
                    None if leaves == Leaves::Variables && term.as_var().is_none() => return None,
                    None => add(&mut found, &term, factor),
                },
            }
        }
        let monomials = found.into_iter().filter(|(_, c)| !c.is_zero()).collect();
        Some(Linear {
            monomials,
            constant,
        })
    }

    /// The monomials in order: terms with their coefficients.
    pub fn monomials(&self) -> impl ExactSizeIterator<Item = (&Term, &C)> {
        self.monomials.iter().map(|(term, c)| (term, c))
    }

    /// The constant summand.
    #[must_use]
    pub fn constant(&self) -> &C {
        &self.constant
    }

    /// The coefficient of a term; zero where it does not occur.
    #[must_use]
    pub fn coefficient(&self, term: &Term) -> C {
        match self
            .monomials
            .binary_search_by(|(other, _)| other.cmp(term))
        {
            Ok(position) => self.monomials[position].1.clone(),
            Err(_) => C::zero(),
        }
    }

    /// Whether there is no monomial.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        self.monomials.is_empty()
    }

    /// Whether the first coefficient is below zero.
    #[must_use]
    pub fn leads_negative(&self) -> bool {
        self.monomials.first().is_some_and(|(_, c)| c.is_negative())
    }

    /// The sum with a constant.
    #[must_use]
    pub fn plus_constant(&self, constant: &C) -> Self {
        Linear {
            monomials: self.monomials.clone(),
            constant: self.constant.plus(constant),
        }
    }

    /// The product with a number.
    #[must_use]
    pub fn scaled(&self, factor: &C) -> Self {
        let mut scaled = self.map_coefficients(|c| c.times(factor));
        scaled.constant = self.constant.times(factor);
        scaled
    }

    /// The linear term with other coefficients and the same constant.
    #[must_use]
    pub(crate) fn map_coefficients(&self, mut map: impl FnMut(&C) -> C) -> Self {
        let monomials = self.monomials.iter();
        Linear {
            monomials: monomials
                .map(|(term, c)| (term.clone(), map(c)))
                .filter(|(_, c)| !c.is_zero())
                .collect(),
            constant: self.constant.clone(),
        }
    }

    /// The linear term with a linear term for one of its monomials.
    #[must_use]
    pub fn replaced(&self, monomial: &Term, by: &Linear<C>) -> Self {
        let factor = self.coefficient(monomial);
        let mut rest = self.clone();
        rest.monomials.retain(|(term, _)| term != monomial);
        &rest + &by.scaled(&factor)
    }

    /// The part with positive coefficients and the part with negative ones, negated; neither has a
    /// constant.
    pub(crate) fn split_by_sign(&self) -> (Self, Self) {
        let part = |negative: bool| {
            let mut part = self.clone();
            part.constant = C::zero();
            part.monomials.retain(|(_, c)| c.is_negative() == negative);
            part
        };
        (part(false), -&part(true))
    }

    /// The term: monomials in order, the constant last.
    #[must_use]
    pub fn to_term(&self) -> Term {
        let monomials = self.monomials.iter();
        Term::add(
            monomials
                .map(|(term, c)| Term::mul([c.clone().literal(), term.clone()]))
                .chain([self.constant.clone().literal()]),
        )
    }

    fn merge(&self, other: &Self, sign: impl Fn(&C) -> C) -> Self {
        let mut monomials = Vec::with_capacity(self.monomials.len() + other.monomials.len());
        let (mut left, mut right) = (&self.monomials[..], &other.monomials[..]);
        while let ([(a, c), left_rest @ ..], [(b, d), right_rest @ ..]) = (left, right) {
            let order = a.cmp(b);
            let (term, coefficient) = match order {
                Ordering::Less => (a, c.clone()),
                Ordering::Greater => (b, sign(d)),
                Ordering::Equal => (a, c.plus(&sign(d))),
            };
            if !coefficient.is_zero() {
                monomials.push((term.clone(), coefficient));
            }
            if order.is_le() {
                left = left_rest;
            }
            if order.is_ge() {
                right = right_rest;
            }
        }
        monomials.extend_from_slice(left);
        monomials.extend(right.iter().map(|(term, d)| (term.clone(), sign(d))));
        Linear {
            monomials,
            constant: self.constant.plus(&sign(&other.constant)),
        }
    }
}

impl Linear<Integer> {
    /// The greatest common divisor of the coefficients, the constant left out; zero where there is
    /// no monomial.
    #[must_use]
    pub fn content(&self) -> Integer {
        let coefficients = self.monomials.iter();
        coefficients.fold(Integer::ZERO, |gcd, (_, c)| gcd.gcd(c))
    }

    /// The congruent linear term with the coefficients and the constant nearest to zero; half of
    /// an even modulus is taken with a plus sign.
    #[must_use]
    pub fn reduced(&self, modulus: &Integer) -> Self {
        let nearest = |c: &Integer| {
            let (_, remainder) = c.div_mod(modulus).expect("a modulus is positive");
            if &remainder + &remainder > *modulus {
                remainder - modulus
            } else {
                remainder
            }
        };
        let mut reduced = self.map_coefficients(nearest);
        reduced.constant = nearest(&self.constant);
        reduced
    }
}

impl<C: Coefficient> Add for &Linear<C> {
    type Output = Linear<C>;
    fn add(self, other: Self) -> Linear<C> {
        self.merge(other, C::clone)
    }
}

impl<C: Coefficient> Sub for &Linear<C> {
    type Output = Linear<C>;
    fn sub(self, other: Self) -> Linear<C> {
        self.merge(other, C::negated)
    }
}

impl<C: Coefficient> Neg for &Linear<C> {
    type Output = Linear<C>;
    fn neg(self) -> Linear<C> {
        let mut negated = self.map_coefficients(C::negated);
        negated.constant = self.constant.negated();
        negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rational, Sort};

    fn int(name: &str) -> Term {
        Term::constant(name, Sort::Int)
    }

    #[test]
    fn like_monomials_are_gathered() {
        let (x, y) = (int("x"), int("y"));
        let term = Term::sub(
            Term::mul([
                Term::int(2),
                Term::add([x.clone(), y.clone(), Term::int(3)]),
            ]),
            Term::add([y.clone(), y.clone()]),
        );
        let linear = Linear::<Integer>::of(&term).unwrap();
        assert_eq!(linear.to_term().to_string(), "2*x + 6");
        assert_eq!(linear.coefficient(&y), Integer::ZERO);
        assert_eq!(linear.coefficient(&x), Integer::from(2));
    }

    #[test]
    fn only_the_loose_reading_takes_what_is_not_linear() {
        let (x, y) = (int("x"), int("y"));
        let term = Term::add([Term::mul([Term::int(3), x.clone(), y.clone()]), x.clone()]);
        assert_eq!(Linear::<Integer>::of_strict(&term), None);
        let linear = Linear::<Integer>::of(&term).unwrap();
        assert_eq!(linear.coefficient(&Term::mul([x, y])), Integer::from(3));
    }

    #[test]
    fn integers_and_reals_are_not_confused() {
        let x = int("x");
        let u = Term::constant("u", Sort::Real);
        assert_eq!(Linear::<Rational>::of(&x), None);
        assert_eq!(Linear::<Integer>::of(&u), None);
        let half = Term::real_div(Term::add([u.clone(), Term::real(1)]), Term::real(2));
        let linear = Linear::<Rational>::of_strict(&half).unwrap();
        assert_eq!(linear.coefficient(&u), "1/2".parse().unwrap());
        assert_eq!(*linear.constant(), "1/2".parse().unwrap());
    }

    #[test]
    fn shared_sums_are_read_once() {
        let mut sum = Term::add([int("x"), int("y")]);
        for _ in 0..500 {
            sum = Term::add([sum.clone(), sum]);
        }
        let linear = Linear::<Integer>::of(&sum).unwrap();
        assert_eq!(linear.coefficient(&int("x")), Integer::power_of_two(500));
    }

    #[test]
    fn a_monomial_can_be_replaced() {
        let (x, y) = (int("x"), int("y"));
        let read = |term: &Term| Linear::<Integer>::of(term).unwrap();
        let term = read(&Term::add([
            Term::mul([Term::int(3), x.clone()]),
            y.clone(),
        ]));
        let by = read(&Term::sub(Term::int(1), y));
        assert_eq!(term.replaced(&x, &by).to_term().to_string(), "-2*y + 3");
    }
}
