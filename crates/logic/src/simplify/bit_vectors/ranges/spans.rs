//! How large a bit-vector can be, by what it is made of.

use super::super::interval::{Interval, Span, total};
use super::super::sum::Sum;
use super::super::{literal, width};
use super::Ranges;
use crate::{Integer, Op, Term, recursion};

impl Ranges {
    /// The values that a bit-vector can have.
    pub(super) fn span(&self, term: &Term) -> Span {
        if let Some(known) = self.spans.borrow().get(term) {
            return known.clone();
        }
        let mut span = recursion::guard(|| self.computed(term));
        if let Some(known) = self.known.get(term) {
            let width = width(term);
            span = span.narrowed(width, true, &known.signed);
            span = span.narrowed(width, false, &known.unsigned);
        }
        let mut memory = self.spans.borrow_mut();
        memory.insert(term.clone(), span.clone());
        span
    }

    /// The numbers that a sum is before it is cut to its width, its parts read in one way.
    pub(super) fn total(&self, sum: &Sum, signed: bool) -> Interval {
        total(sum, |part| self.span(part).read(signed).clone())
    }

    fn computed(&self, term: &Term) -> Span {
        let width = width(term);
        let all = Span::of_width(width);
        if let Some(bits) = literal(term) {
            return all.narrowed(width, false, &Interval::only(bits.unsigned().clone()));
        }
        let Some(op) = term.op() else { return all };
        // What is known only where it can be written without loss.
        let exactly = |span: Span, signed: bool, value: Interval| match value
            .is_within(&Interval::of_width(width, signed))
        {
            true => span.narrowed(width, signed, &value),
            false => span,
        };
        let either = |span: Span, value: Interval| {
            let span = exactly(span, true, value.clone());
            exactly(span, false, value)
        };
        match (op, term.children()) {
            (Op::BvMul, [a, b]) if literal(a).is_none() && literal(b).is_none() => {
                let (a, b) = (self.span(a), self.span(b));
                let span = either(all, a.signed.product(&b.signed));
                either(span, a.unsigned.product(&b.unsigned))
            }
            (Op::BvShl, [_, by]) if literal(by).is_none() => all,
            (Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvShl | Op::BvMul, _) => {
                let Some(sum) = Sum::of(term) else { return all };
                if sum.parts().any(|(part, _)| part == term) {
                    return all;
                }
                let span = either(all, self.total(&sum, true));
                either(span, self.total(&sum, false))
            }
            (Op::SignExtend(_), [a]) => all.narrowed(width, true, &self.span(a).signed),
            (Op::ZeroExtend(_), [a]) => all.narrowed(width, false, &self.span(a).unsigned),
            (Op::Extract(high, low), [a]) => {
                let inner = self.span(a);
                if *low == 0 {
                    let span = exactly(all, true, inner.signed);
                    exactly(span, false, inner.unsigned)
                } else if *high + 1 == super::super::width(a) {
                    let by = Integer::power_of_two(*low);
                    let span = exactly(all, true, inner.signed.divided(&by));
                    exactly(span, false, inner.unsigned.divided(&by))
                } else {
                    all
                }
            }
            (Op::Concat, [a, b]) => {
                let (a, low) = (self.span(a).unsigned, self.span(b).unsigned);
                let factor = Integer::power_of_two(super::super::width(b));
                exactly(all, false, a.times(&factor).plus(&low))
            }
            (Op::BvAnd, [a, b]) => {
                let (a, b) = (self.span(a).unsigned, self.span(b).unsigned);
                exactly(all, false, Interval::new(Integer::ZERO, a.high.min(b.high)))
            }
            (Op::BvOr | Op::BvXor, [a, b]) => {
                let (a, b) = (self.span(a).unsigned, self.span(b).unsigned);
                let low = match op {
                    Op::BvOr => a.low.max(b.low),
                    _ => Integer::ZERO,
                };
                let greatest = a.high.max(b.high);
                let bits = (0..=width).find(|bits| greatest < Integer::power_of_two(*bits));
                let high = Integer::power_of_two(bits.unwrap_or(width)) - Integer::ONE;
                exactly(all, false, Interval::new(low, high))
            }
            (Op::BvLshr, [a, _]) => {
                let high = self.span(a).unsigned.high;
                exactly(all, false, Interval::new(Integer::ZERO, high))
            }
            (Op::BvUdiv, [a, by]) => match literal(by) {
                Some(by) if !by.unsigned().is_zero() => {
                    exactly(all, false, self.span(a).unsigned.divided(by.unsigned()))
                }
                _ => all,
            },
            (Op::BvUrem, [a, by]) => match literal(by) {
                Some(by) if !by.unsigned().is_zero() => {
                    let most = by.unsigned() - &Integer::ONE;
                    let high = self.span(a).unsigned.high.min(most);
                    exactly(all, false, Interval::new(Integer::ZERO, high))
                }
                _ => all,
            },
            (Op::BvSrem, [a, by]) => match literal(by) {
                Some(by) if !by.unsigned().is_zero() => {
                    // The remainder has the sign of what is divided.
                    let most = by.signed().abs() - Integer::ONE;
                    let a = self.span(a).signed;
                    let low = a.low.min(Integer::ZERO).max(-&most);
                    let high = a.high.max(Integer::ZERO).min(most);
                    exactly(all, true, Interval::new(low, high))
                }
                _ => all,
            },
            (Op::Ite, [_, then, otherwise]) => self.span(then).join(&self.span(otherwise)),
            _ => all,
        }
    }
}
