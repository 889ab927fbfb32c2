//! The rules by which terms are written in one way under ranges.

use std::collections::BTreeMap;

use super::super::compare::{is_signed, is_strict, operator};
use super::super::interval::Interval;
use super::super::slice::{extended, extracted};
use super::super::sum::Sum;
use super::super::{literal, width};
use super::Ranges;
use crate::{Integer, Op, Sort, Term};

/// A sum of multiples of terms of one width over the integers, and a constant.
struct Total {
    width: u32,
    parts: BTreeMap<Term, Integer>,
    constant: Integer,
}

impl Total {
    fn of(sum: &Sum, width: u32) -> Self {
        let parts = sum
            .parts()
            .map(|(part, factor)| (part.clone(), factor.signed()));
        Total {
            width,
            parts: parts.collect(),
            constant: sum.constant().signed(),
        }
    }

    fn minus(mut self, other: &Total) -> Total {
        for (part, factor) in &other.parts {
            let entry = self.parts.entry(part.clone()).or_insert(Integer::ZERO);
            *entry = &*entry - factor;
        }
        self.parts.retain(|_, factor| !factor.is_zero());
        self.constant = &self.constant - &other.constant;
        self
    }

    /// The greatest number that divides all factors.
    fn content(&self) -> Integer {
        let factors = self.parts.values();
        factors.fold(Integer::ZERO, |known, factor| known.gcd(factor))
    }

    /// The parts with the factors that have a sign, without it.
    fn side(&self, negative: bool) -> Total {
        let parts = self.parts.iter();
        let parts = parts.filter(|(_, factor)| factor.is_negative() == negative);
        Total {
            width: self.width,
            parts: parts
                .map(|(part, factor)| (part.clone(), factor.abs()))
                .collect(),
            constant: Integer::ZERO,
        }
    }

    fn interval(&self, ranges: &Ranges, signed: bool) -> Interval {
        let start = Interval::only(self.constant.clone());
        self.parts.iter().fold(start, |total, (part, factor)| {
            total.plus(&ranges.span(part).read(signed).times(factor))
        })
    }

    fn fits(&self, ranges: &Ranges, signed: bool) -> bool {
        let all = Interval::of_width(self.width, signed);
        self.interval(ranges, signed).is_within(&all)
    }

    /// The bit-vector of the given width, its parts changed in some way.
    fn term(&self, width: u32, part: impl Fn(&Term) -> Term) -> Term {
        let constant = Term::bit_vec(width, self.constant.clone());
        self.parts.iter().fold(constant, |sum, (term, factor)| {
            let factor = Term::bit_vec(width, factor.clone());
            let scaled = Term::app(Op::BvMul, vec![factor, part(term)]);
            Term::app(Op::BvAdd, vec![sum, scaled])
        })
    }

    /// The width that all parts have been extended from in this way; `None` where they have not.
    fn narrow(&self, by_sign: bool) -> Option<u32> {
        let mut widths = self.parts.keys().map(|part| {
            let (own, inner) = extension(part)?;
            (own == by_sign).then(|| width(inner))
        });
        let first = widths.next()??;
        widths.all(|width| width == Some(first)).then_some(first)
    }
}

/// An extension, taken apart: whether it is by sign, and what is extended.
fn extension(term: &Term) -> Option<(bool, &Term)> {
    match (term.op()?, term.children()) {
        (Op::SignExtend(_), [inner]) => Some((true, inner)),
        (Op::ZeroExtend(_), [inner]) => Some((false, inner)),
        _ => None,
    }
}

fn inner(part: &Term) -> Term {
    extension(part).map_or_else(|| part.clone(), |(_, inner)| inner.clone())
}

fn is_sum(term: &Term) -> bool {
    matches!(
        term.op(),
        Some(Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvShl | Op::BvMul)
    )
}

impl Ranges {
    /// The same value in another way; `None` where no rule has one.
    pub(super) fn step(&self, term: &Term) -> Option<Term> {
        match (term.op()?, term.children()) {
            (Op::SignExtend(more), [a]) => self.extension(true, *more, a),
            (Op::ZeroExtend(more), [a]) => self.extension(false, *more, a),
            (op @ (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle), [a, b]) => self.order(op, a, b),
            (Op::Eq, [a, b]) if matches!(a.sort(), Sort::BitVec(_)) => self.equation(a, b),
            (Op::BvSdiv, [a, b]) => self.division(Op::BvUdiv, a, b),
            (Op::BvSrem | Op::BvSmod, [a, b]) => self.division(Op::BvUrem, a, b),
            _ => None,
        }
    }

    /// A division of numbers that are not negative is one without signs, also by zero: the quotient
    /// is then all ones and the remainder what was divided.
    fn division(&self, op: Op, a: &Term, b: &Term) -> Option<Term> {
        let is_natural = |term: &Term| !self.span(term).signed.low.is_negative();
        (is_natural(a) && is_natural(b)).then(|| Term::app(op, vec![a.clone(), b.clone()]))
    }

    fn extension(&self, signed: bool, more: u32, a: &Term) -> Option<Term> {
        let (narrow, wide) = (width(a), width(a) + more);
        let fits = Interval::of_width(narrow, signed);
        // What was cut off and put back.
        if let (Some(Op::Extract(_, 0)), [whole]) = (a.op(), a.children())
            && self.span(whole).read(signed).is_within(&fits)
        {
            let by = match signed {
                true => Op::SignExtend,
                false => Op::ZeroExtend,
            };
            return Some(match width(whole) >= wide {
                true => extracted(wide - 1, 0, whole),
                false => extended(by(wide - width(whole)), whole.clone()),
            });
        }
        if is_sum(a)
            && let Some(sum) = Sum::of(a)
            && sum.parts().all(|(part, _)| part != a)
        {
            for by_sign in [true, false] {
                if self.total(&sum, by_sign).is_within(&fits) {
                    let op = match by_sign {
                        true => Op::SignExtend(more),
                        false => Op::ZeroExtend(more),
                    };
                    let extend = |part: &Term| extended(op.clone(), part.clone());
                    return Some(Total::of(&sum, narrow).term(wide, extend));
                }
            }
        }
        // A number that is not negative is extended by its sign, which is zero.
        let is_natural = !self.span(a).signed.low.is_negative();
        let is_extended = extension(a).is_some() || literal(a).is_some();
        (!signed && more > 0 && is_natural && !is_extended)
            .then(|| Term::app(Op::SignExtend(more), vec![a.clone()]))
    }

    fn order(&self, op: &Op, a: &Term, b: &Term) -> Option<Term> {
        let (mut signed, strict) = (is_signed(op), is_strict(op));
        let (left, right) = (self.span(a), self.span(b));
        let (x, y) = (left.read(signed), right.read(signed));
        let (always, never) = match strict {
            true => (x.high < y.low, x.low >= y.high),
            false => (x.high <= y.low, x.low > y.high),
        };
        if always || never {
            return Some(Term::bool(always));
        }
        let is_natural = !left.signed.low.is_negative() && !right.signed.low.is_negative();
        let turned = !signed && is_natural;
        signed |= turned;
        let as_it_is = || {
            let op = operator(signed, strict);
            turned.then(|| Term::app(op, vec![a.clone(), b.clone()]))
        };
        if !is_sum(a) && !is_sum(b) {
            return as_it_is();
        }
        let normal = self.normal_order(signed, strict, a, b);
        normal
            .filter(|normal| normal.simplify() != Term::app(op.clone(), vec![a.clone(), b.clone()]))
            .or_else(as_it_is)
    }

    /// A comparison of sums that do not overflow, as one over the integers: each part on one side
    /// only, common factors gone, and as narrow as it can be.
    fn normal_order(&self, signed: bool, strict: bool, a: &Term, b: &Term) -> Option<Term> {
        let here = width(a);
        let both = [a, b].map(|side| Some(Total::of(&Sum::of(side)?, here)));
        let [Some(left), Some(right)] = both else {
            return None;
        };
        if !left.fits(self, signed) || !right.fits(self, signed) {
            return None;
        }
        // `difference <= 0`.
        let mut difference = left.minus(&right);
        if strict {
            difference.constant = difference.constant + Integer::ONE;
        }
        let content = difference.content();
        if content.is_zero() {
            return Some(Term::bool(!difference.constant.is_positive()));
        }
        // Rounded up: a multiple of the content is at most `-c` if it is at most the next one below.
        let rounded = (-&difference.constant).div_floor(&content)?;
        difference.constant = -&rounded;
        for factor in difference.parts.values_mut() {
            *factor = factor.div_floor(&content)?;
        }
        let (mut low, mut high) = (difference.side(false), difference.side(true));
        // `low + c <= high`: the constant goes where it is added, or makes the comparison strict.
        let mut strict = false;
        let mut constant = difference.constant;
        if constant.is_positive() {
            strict = true;
            constant = constant - Integer::ONE;
            low.constant = constant;
        } else {
            high.constant = -&constant;
        }
        for by_sign in [true, false] {
            let narrow = [&low, &high].map(|side| match side.parts.is_empty() {
                true => None,
                false => Some(side.narrow(by_sign)),
            });
            let width = match narrow {
                [Some(Some(a)), Some(Some(b))] if a == b => a,
                [Some(Some(a)), None] | [None, Some(Some(a))] => a,
                _ => continue,
            };
            let narrow = |side: &Total| {
                let all = Interval::of_width(width, by_sign);
                let whole = side.interval(self, signed);
                whole.is_within(&all).then(|| side.term(width, inner))
            };
            if let (Some(low), Some(high)) = (narrow(&low), narrow(&high)) {
                return Some(Term::app(operator(by_sign, strict), vec![low, high]));
            }
        }
        if !low.fits(self, signed) || !high.fits(self, signed) {
            return None;
        }
        let [low, high] = [low, high].map(|side| side.term(here, Term::clone));
        Some(Term::app(operator(signed, strict), vec![low, high]))
    }

    fn equation(&self, a: &Term, b: &Term) -> Option<Term> {
        let (left, right) = (self.span(a), self.span(b));
        let apart = |x: &Interval, y: &Interval| x.high < y.low || y.high < x.low;
        if apart(&left.signed, &right.signed) || apart(&left.unsigned, &right.unsigned) {
            return Some(Term::bottom());
        }
        if !is_sum(a) && !is_sum(b) {
            return None;
        }
        let here = width(a);
        let difference = Sum::of(a)?.minus(&Sum::of(b)?);
        let mut difference = Total::of(&difference, here);
        for signed in [true, false] {
            let total = difference.interval(self, signed);
            // A multiple of `2^width` that is smaller than that is zero.
            let is_small = |width: u32| {
                let modulus = Integer::power_of_two(width);
                total.high < modulus && -&total.low < modulus
            };
            if !is_small(here) {
                continue;
            }
            let content = difference.content();
            if content.is_zero() {
                return Some(Term::bool(difference.constant.is_zero()));
            }
            if total.low.is_positive()
                || total.high.is_negative()
                || !content.divides(&difference.constant)
            {
                return Some(Term::bottom());
            }
            let narrow = difference.narrow(signed).filter(|width| is_small(*width));
            if content.is_one() && narrow.is_none() {
                continue;
            }
            for factor in difference.parts.values_mut() {
                *factor = factor.div_floor(&content)?;
            }
            difference.constant = difference.constant.div_floor(&content)?;
            let sum = match narrow {
                Some(width) => difference.term(width, inner),
                None => difference.term(here, Term::clone),
            };
            let zero = Term::bit_vec(width(&sum), 0);
            return Some(Term::eq(sum, zero));
        }
        None
    }
}
