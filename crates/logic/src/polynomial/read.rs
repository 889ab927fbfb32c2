//! Terms as polynomials.

use rustc_hash::FxHashMap;

use super::{MOST_FACTORS, Monomial, Polynomial, WIDEST, low_bits, width};
use crate::{Op, Term, Value, recursion};

/// What monomials are equal to, as far as is known.
#[derive(Default)]
pub(super) struct Reader {
    known: FxHashMap<(Term, u32), Polynomial>,
    normal: FxHashMap<Term, Term>,
    products: FxHashMap<Term, bool>,
    /// Products, by their factors, with what they are equal to modulo its width.
    definitions: Vec<(Monomial, Polynomial)>,
    /// Terms that are half of a polynomial whose values are even, though not its coefficients.
    halves: FxHashMap<Term, Polynomial>,
    /// Formulas that are known to hold or to fail.
    facts: FxHashMap<Term, bool>,
}

impl Reader {
    /// Notes that a formula holds.
    pub(super) fn assume(&mut self, fact: &Term) {
        match (fact.op(), fact.children()) {
            (Some(Op::Not), [denied]) => drop(self.facts.insert(denied.clone(), false)),
            (Some(Op::BvSle), [zero, term]) if is_zero(zero) => {
                self.facts.insert(negative(term), false);
            }
            _ => drop(self.facts.insert(fact.clone(), true)),
        }
    }

    /// Notes what a product is equal to. It must not occur on the other side.
    pub(super) fn define(&mut self, product: Monomial, equal: Polynomial) {
        self.definitions.push((product, equal));
        self.known.clear();
        self.normal.clear();
    }

    /// Whether a product of two terms that are no literals occurs somewhere.
    pub(super) fn has_product(&mut self, term: &Term) -> bool {
        if let Some(known) = self.products.get(term) {
            return *known;
        }
        let here = term.op() == Some(&Op::BvMul)
            && term.children().iter().all(|part| part.as_value().is_none());
        let found =
            here || recursion::guard(|| term.children().iter().any(|part| self.has_product(part)));
        self.products.insert(term.clone(), found);
        found
    }

    /// The term with polynomials in normal form.
    pub(super) fn normal(&mut self, term: &Term) -> Term {
        if !self.has_product(term) {
            return term.clone();
        }
        if let Some(known) = self.normal.get(term) {
            return known.clone();
        }
        let result = recursion::guard(|| match (term.op(), term.children()) {
            (Some(Op::Eq), [a, _]) if width(a).is_some_and(|width| width <= WIDEST) => self
                .difference(term)
                .map(|difference| difference.equation()),
            (Some(op), _) if is_computed(op) => match width(term) {
                Some(width) if width <= WIDEST => Some(self.read(term, width).term()),
                _ => None,
            },
            _ => None,
        });
        let result = result.unwrap_or_else(|| self.inside(term));
        self.normal.insert(term.clone(), result.clone());
        result
    }

    /// The term with its parts in normal form.
    fn inside(&mut self, term: &Term) -> Term {
        recursion::guard(|| term.map_children(|part| self.normal(part)))
    }

    /// The difference of the two sides of an equation of bit-vectors.
    pub(super) fn difference(&mut self, equation: &Term) -> Option<Polynomial> {
        let [a, b] = equation.children() else {
            return None;
        };
        let width = width(a).filter(|width| *width <= WIDEST)?;
        let (a, b) = (self.read(a, width), self.read(b, width));
        let difference = a.sum(u128::MAX, &b);
        let is_half = |factor: &Term| self.halves.contains_key(factor);
        let mut monomials = difference.coefficients.keys();
        match monomials.any(|monomial| monomial.factors.iter().any(is_half)) {
            // Twice the difference is nought modulo twice as much: then halves are whole.
            true if width < WIDEST => Some(self.reduced(difference.doubled())),
            _ => Some(difference),
        }
    }

    /// The unsigned value of a term modulo two to a width, which may be larger than its own.
    fn read(&mut self, term: &Term, wanted: u32) -> Polynomial {
        let key = (term.clone(), wanted);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let read = recursion::guard(|| self.computed(term, wanted));
        let read = read.unwrap_or_else(|| match width(term) {
            Some(1) => {
                let one = Term::bit_vec(1, 1);
                let inside = self.inside(term);
                self.bit(wanted, &Term::eq(inside, one))
            }
            _ => {
                let inside = self.inside(term);
                if let Some(whole) = self.whole(term) {
                    self.halves.insert(inside.clone(), whole);
                }
                Polynomial::factor(wanted, inside)
            }
        });
        let reduced = self.reduced(read);
        self.known.insert(key, reduced.clone());
        reduced
    }

    fn bit(&self, wanted: u32, formula: &Term) -> Polynomial {
        match self.facts.get(formula) {
            Some(holds) => Polynomial::constant(wanted, u128::from(*holds)),
            None => Polynomial::bit(wanted, formula),
        }
    }

    /// What a term computes; `None` where it is not looked into.
    fn computed(&mut self, term: &Term, wanted: u32) -> Option<Polynomial> {
        if let Some(Value::BitVec(bits)) = term.as_value() {
            return Some(Polynomial::constant(wanted, low_bits(bits.unsigned())));
        }
        let own = width(term)?;
        let arguments = term.children();
        // What is computed modulo two to the own width says nothing of the bits above it.
        let fits = wanted <= own;
        let minus = u128::MAX;
        match (term.op()?, arguments) {
            (Op::BvAdd, [a, b]) if fits => Some(self.read(a, wanted).sum(1, &self.read(b, wanted))),
            (Op::BvAdd, [a, b]) => {
                let sum = self.read(a, wanted).sum(1, &self.read(b, wanted));
                // A literal on either side carries as the other way round does.
                let other = if a.as_value().is_some() { b } else { a };
                let (whole, other) = (self.normal(term), self.normal(other));
                let carry = self.bit(wanted, &Term::app(Op::BvUlt, vec![whole, other]));
                Some(sum.sum(above(own, wanted).wrapping_neg(), &carry))
            }
            (Op::BvSub, [a, b]) => {
                let difference = self.read(a, wanted).sum(minus, &self.read(b, wanted));
                if fits {
                    return Some(difference);
                }
                let less = Term::app(Op::BvUlt, vec![self.normal(a), self.normal(b)]);
                let borrow = self.bit(wanted, &less);
                Some(difference.sum(above(own, wanted), &borrow))
            }
            (Op::BvNeg, [a]) => {
                let negation = self.read(a, wanted).scaled(minus);
                if fits {
                    return Some(negation);
                }
                let none = Term::eq(self.normal(a), Term::bit_vec(own, 0));
                let mut some = Polynomial::constant(wanted, 1);
                some.add(minus, &self.bit(wanted, &none));
                Some(negation.sum(above(own, wanted), &some))
            }
            (Op::BvNot, [a]) => {
                let all = Polynomial::constant(wanted, above(own, wanted).wrapping_sub(1));
                Some(all.sum(minus, &self.read(a, wanted)))
            }
            (Op::BvMul, [a, b]) if fits => match (literal(a), literal(b)) {
                (Some(factor), _) => Some(self.multiple(factor, b, wanted)),
                (_, Some(factor)) => Some(self.multiple(factor, a, wanted)),
                _ => self.read(a, wanted).product(&self.read(b, wanted)),
            },
            (Op::BvShl, [a, by]) if fits => {
                let by = literal(by)?;
                let factor = if by < u128::from(wanted) { 1 << by } else { 0 };
                Some(self.multiple(factor, a, wanted))
            }
            (Op::Concat, [high, low]) => {
                let factor = above(width(low)?, wanted);
                let high = self.multiple(factor, high, wanted);
                Some(self.read(low, wanted).sum(1, &high))
            }
            (Op::ZeroExtend(_), [a]) => Some(self.read(a, wanted)),
            (Op::SignExtend(more), [a]) => {
                let sign = negative(&self.normal(a));
                let sign = self.bit(wanted, &sign);
                let inner = above(own - more, wanted);
                let copies = above(own, wanted).wrapping_sub(inner);
                Some(self.read(a, wanted).sum(copies, &sign))
            }
            (Op::Extract(high, low), [a]) if wanted <= high + 1 - low => {
                self.slice(a, *low, wanted)
            }
            (Op::BvLshr, [a, by]) => {
                let by = literal(by).filter(|by| *by < u128::from(own))? as u32;
                (wanted <= own - by).then(|| self.slice(a, by, wanted))?
            }
            _ => None,
        }
    }

    /// A multiple of a term: where the factor is even, the topmost bits of the term do not matter.
    fn multiple(&mut self, factor: u128, term: &Term, wanted: u32) -> Polynomial {
        let nought = Polynomial::zero(wanted);
        let twos = factor.trailing_zeros();
        match twos < wanted {
            true => nought.sum(factor, &self.read(term, wanted - twos)),
            false => nought,
        }
    }

    /// So many bits of a term from a place on, where that is the division of a polynomial.
    fn slice(&mut self, term: &Term, from: u32, wanted: u32) -> Option<Polynomial> {
        let whole = (wanted + from <= WIDEST).then(|| self.read(term, wanted + from))?;
        (from <= whole.twos().min(wanted + from - 1)).then(|| whole.halved(from))
    }

    /// The polynomial whose half a term is, where its values are even.
    fn whole(&mut self, term: &Term) -> Option<Polynomial> {
        let (twice, width) = match (term.op()?, term.children()) {
            (Op::Extract(high, 1), [twice]) => (twice, high + 1),
            (Op::BvLshr, [twice, by]) if literal(by) == Some(1) => (twice, width(term)?),
            _ => return None,
        };
        let whole = (width <= WIDEST).then(|| self.read(twice, width))?;
        whole.is_even().then_some(whole)
    }

    /// The polynomial without twice a half, and with the products replaced that are known to be equal
    /// to something else.
    fn reduced(&self, polynomial: Polynomial) -> Polynomial {
        let mut polynomial = self.without_halves(polynomial);
        // What replaces a product may mention those that were defined later, never earlier ones.
        for _ in 0..self.definitions.len() {
            let mut replaced = false;
            for (product, equal) in &self.definitions {
                let found = polynomial
                    .coefficients
                    .iter()
                    .filter(|(monomial, coefficient)| {
                        let modulus = polynomial.width - coefficient.trailing_zeros();
                        monomial.factors == product.factors && modulus <= equal.width
                    });
                let found: Vec<(Monomial, u128)> = found.map(|(m, c)| (m.clone(), *c)).collect();
                for (monomial, coefficient) in found {
                    polynomial.coefficients.remove(&monomial);
                    for (other, factor) in &equal.coefficients {
                        let mut other = other.clone();
                        other.bits.extend(monomial.bits.iter().cloned());
                        polynomial.add_term(other, factor.wrapping_mul(coefficient));
                    }
                    replaced = true;
                }
            }
            if !replaced {
                break;
            }
        }
        polynomial
    }
}

impl Reader {
    /// The polynomial in which twice a half is the whole.
    fn without_halves(&self, mut polynomial: Polynomial) -> Polynomial {
        if self.halves.is_empty() {
            return polynomial;
        }
        for _ in 0..MOST_FACTORS {
            let found = polynomial
                .coefficients
                .iter()
                .find_map(|(monomial, coefficient)| {
                    let rest = coefficient.trailing_zeros().checked_sub(1)?;
                    let mut halves = monomial.factors.iter().enumerate();
                    halves.find_map(|(position, factor)| {
                        let whole = self.halves.get(factor)?;
                        let fits = polynomial.width - rest <= whole.width;
                        let mut others = monomial.clone();
                        others.factors.remove(position);
                        let times = |other: &Monomial| other.times(&others);
                        let products: Option<Vec<Monomial>> =
                            whole.coefficients.keys().map(times).collect();
                        let products = products.filter(|_| fits)?;
                        Some((monomial.clone(), *coefficient, whole, products))
                    })
                });
            let Some((monomial, coefficient, whole, products)) = found else {
                break;
            };
            polynomial.coefficients.remove(&monomial);
            for (product, factor) in products.into_iter().zip(whole.coefficients.values()) {
                polynomial.add_term(product, factor.wrapping_mul(coefficient >> 1));
            }
        }
        polynomial
    }
}

/// Two to the width modulo two to another one.
fn above(width: u32, wanted: u32) -> u128 {
    match width < wanted {
        true => 1 << width,
        false => 0,
    }
}

fn is_zero(term: &Term) -> bool {
    literal(term) == Some(0)
}

fn literal(term: &Term) -> Option<u128> {
    match term.as_value()? {
        Value::BitVec(bits) if bits.width() <= WIDEST => Some(low_bits(bits.unsigned())),
        _ => None,
    }
}

/// The formula that says that a bit-vector is negative.
fn negative(term: &Term) -> Term {
    let zero = Term::bit_vec(width(term).unwrap_or(1), 0);
    Term::app(Op::BvSlt, vec![term.clone(), zero])
}

/// Whether the results of an operator are read as polynomials.
fn is_computed(op: &Op) -> bool {
    matches!(
        op,
        Op::BvAdd
            | Op::BvSub
            | Op::BvNeg
            | Op::BvNot
            | Op::BvMul
            | Op::BvShl
            | Op::Concat
            | Op::ZeroExtend(_)
            | Op::SignExtend(_)
            | Op::Extract(..)
            | Op::BvLshr
    )
}
