//! Sums of bit-vectors: a coefficient for each part, modulo a power of two.

use std::collections::BTreeMap;

use super::{exponent, literal, width};
use crate::{BitVec, Integer, Op, Term};

/// The most parts that a sum is written with; longer ones stay as they are.
const MOST_PARTS: usize = 24;

/// `sum of coefficient * part + constant`, modulo `2^width`.
pub(super) struct Sum {
    width: u32,
    parts: BTreeMap<Term, BitVec>,
    constant: BitVec,
}

impl Sum {
    fn zero(width: u32) -> Self {
        Sum {
            width,
            parts: BTreeMap::new(),
            constant: BitVec::new(width, &Integer::ZERO),
        }
    }

    /// The sum that a term is; `None` where it has too many parts.
    pub(super) fn of(term: &Term) -> Option<Sum> {
        let mut sum = Sum::zero(width(term));
        // A list instead of recursion: sums may be deep.
        let mut open = vec![(term.clone(), BitVec::new(sum.width, &Integer::ONE))];
        let mut looked_at = 0;
        while let Some((term, factor)) = open.pop() {
            looked_at += 1;
            if looked_at > 4 * MOST_PARTS || sum.parts.len() > MOST_PARTS {
                return None;
            }
            let parts = term.children();
            let negative = || BitVec::new(factor.width(), &-factor.unsigned());
            let times = |bits: &Integer| BitVec::new(factor.width(), &(factor.unsigned() * bits));
            match (term.op(), parts) {
                (Some(Op::BvAdd), _) => {
                    open.extend(parts.iter().map(|part| (part.clone(), factor.clone())));
                }
                (Some(Op::BvSub), [a, b]) => {
                    open.push((a.clone(), factor.clone()));
                    open.push((b.clone(), negative()));
                }
                (Some(Op::BvNeg), [a]) => open.push((a.clone(), negative())),
                (Some(Op::BvNot), [a]) => {
                    open.push((a.clone(), negative()));
                    sum.add_constant(&-factor.unsigned());
                }
                (Some(Op::BvMul), [a, b]) => match (literal(a), literal(b)) {
                    (Some(bits), _) => open.push((b.clone(), times(bits.unsigned()))),
                    (_, Some(bits)) => open.push((a.clone(), times(bits.unsigned()))),
                    _ => sum.add(&term, &factor),
                },
                (Some(Op::BvShl), [a, by]) => match literal(by).map(BitVec::unsigned) {
                    Some(by) if *by < Integer::from(i64::from(sum.width)) => {
                        let by = by.to_i64().unwrap_or_default() as u32;
                        open.push((a.clone(), times(&Integer::power_of_two(by))));
                    }
                    _ => sum.add(&term, &factor),
                },
                _ => match literal(&term) {
                    Some(bits) => sum.add_constant(&(factor.unsigned() * bits.unsigned())),
                    None => sum.add(&term, &factor),
                },
            }
        }
        Some(sum)
    }

    fn add(&mut self, part: &Term, factor: &BitVec) {
        let known = self.parts.get(part).map(BitVec::unsigned);
        let total = known.map_or(factor.unsigned().clone(), |known| known + factor.unsigned());
        let total = BitVec::new(self.width, &total);
        match total.unsigned().is_zero() {
            true => drop(self.parts.remove(part)),
            false => drop(self.parts.insert(part.clone(), total)),
        }
    }

    fn add_constant(&mut self, value: &Integer) {
        self.constant = BitVec::new(self.width, &(self.constant.unsigned() + value));
    }

    /// The parts with their factors.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&Term, &BitVec)> {
        self.parts.iter()
    }

    pub(super) fn constant(&self) -> &BitVec {
        &self.constant
    }

    /// This sum without another one.
    pub(super) fn minus(mut self, other: &Sum) -> Sum {
        for (part, factor) in &other.parts {
            self.add(part, &BitVec::new(self.width, &-factor.unsigned()));
        }
        self.add_constant(&-other.constant.unsigned());
        self
    }

    /// The value, where there is nothing but a constant.
    pub(super) fn as_constant(&self) -> Option<&BitVec> {
        self.parts.is_empty().then_some(&self.constant)
    }

    /// The equation that says that the sum is zero: what is added on one side, the rest on the other.
    /// The negation of the sum gives the same equation.
    pub(super) fn is_zero(&self) -> (Term, Term) {
        let negative = |bits: &BitVec| BitVec::new(self.width, &-bits.unsigned());
        let is_own_negative = |bits: &BitVec| negative(bits) == *bits;
        let mut leading = self.parts.values().chain([&self.constant]);
        let leading = leading.find(|factor| !is_own_negative(factor));
        let flip = leading.is_some_and(|factor| factor.signed().is_negative());
        let mut left = Sum::zero(self.width);
        let mut right = Sum::zero(self.width);
        for (part, factor) in &self.parts {
            let factor = if flip {
                negative(factor)
            } else {
                factor.clone()
            };
            let (side, factor) = match factor.signed().is_negative() && !is_own_negative(&factor) {
                true => (&mut right, negative(&factor)),
                false => (&mut left, factor),
            };
            side.parts.insert(part.clone(), factor);
        }
        right.constant = match flip {
            true => self.constant.clone(),
            false => negative(&self.constant),
        };
        (left.term(), right.term())
    }

    /// The sum as a term.
    pub(super) fn term(&self) -> Term {
        let constant = || Term::bit_vec(self.width, self.constant.signed());
        if self.parts.is_empty() {
            return constant();
        }
        let minus_one =
            |bits: &BitVec| bits.signed() == Integer::MINUS_ONE && !bits.unsigned().is_one();
        let scaled = |part: &Term, factor: &BitVec| match exponent(factor) {
            Some(0) => part.clone(),
            Some(by) => {
                let by = Term::bit_vec(self.width, i64::from(by));
                Term::app(Op::BvShl, vec![part.clone(), by])
            }
            None => {
                let factor = Term::bit_vec(self.width, factor.signed());
                Term::app(Op::BvMul, vec![factor, part.clone()])
            }
        };
        let (taken, added): (Vec<_>, Vec<_>) =
            self.parts.iter().partition(|(_, factor)| minus_one(factor));
        let join = |op, a: Term, b: Term| Term::app(op, vec![a, b]);
        let mut added = added.into_iter().map(|(part, factor)| scaled(part, factor));
        let mut taken = taken.into_iter().map(|(part, _)| part.clone());
        let mut constant_left = !self.constant.unsigned().is_zero();
        let mut total = match added.next() {
            Some(first) => added.fold(first, |a, b| join(Op::BvAdd, a, b)),
            None => {
                let first = taken.next().expect("a sum with parts has one");
                let op = match minus_one(&self.constant) {
                    true => Op::BvNot,
                    false => Op::BvNeg,
                };
                constant_left &= op == Op::BvNeg;
                Term::app(op, vec![first])
            }
        };
        total = taken.fold(total, |a, b| join(Op::BvSub, a, b));
        match constant_left {
            true => join(Op::BvAdd, total, constant()),
            false => total,
        }
    }
}

/// A term of which the lowest bits of `term` are zero and the others those of the result, for as many
/// bits as are said; `None` where that cannot be seen from the factors of a sum.
pub(super) fn shifted_down(term: &Term, by: u32) -> Option<Term> {
    let mut sum = Sum::of(term)?;
    let divisor = Integer::power_of_two(by);
    let divided = |bits: &BitVec| match divisor.divides(bits.unsigned()) {
        true => {
            let quotient = bits.unsigned().div_floor(&divisor)?;
            Some(BitVec::new(bits.width(), &quotient))
        }
        false => None,
    };
    sum.constant = divided(&sum.constant)?;
    for factor in sum.parts.values_mut() {
        *factor = divided(factor)?;
    }
    Some(sum.term())
}

/// The sum that a term is, in normal form; `None` where it is in that form.
pub(super) fn normal(term: &Term) -> Option<Term> {
    let normal = Sum::of(term)?.term();
    (normal != *term).then_some(normal)
}

/// Whether two bit-vectors of one width differ by a constant that is not zero.
pub(in crate::simplify) fn are_distinct(a: &Term, b: &Term) -> bool {
    let (Some(a), Some(b)) = (Sum::of(a), Sum::of(b)) else {
        return false;
    };
    let difference = a.minus(&b);
    let constant = difference.as_constant();
    constant.is_some_and(|constant| !constant.unsigned().is_zero())
}
