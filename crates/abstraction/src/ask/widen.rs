//! Extensions of sums, where it is known that the sum does not overflow.
//!
//! A compiler makes a counter wider: what one function computes as the extension of `i + 1`, the other
//! one computes as the extension of `i`, plus one. Both are the same where `i` is less than
//! something, and then they should be the same term.

use std::collections::BTreeMap;

use logic::{Integer, Op, Sort, Term, Value};

/// What premises say of the size of terms.
#[derive(Clone, Default)]
pub(super) struct Sizes {
    signed: BTreeMap<Term, Range>,
    unsigned: BTreeMap<Term, Range>,
}

/// The least and the greatest value that a term can have.
#[derive(Clone, Debug)]
struct Range {
    low: Integer,
    high: Integer,
}

impl Range {
    fn of(width: u32, signed: bool) -> Range {
        match signed {
            true => {
                let half = Integer::power_of_two(width - 1);
                Range {
                    low: -&half,
                    high: half - Integer::ONE,
                }
            }
            false => Range {
                low: Integer::ZERO,
                high: Integer::power_of_two(width) - Integer::ONE,
            },
        }
    }

    /// Whether this range, moved by a number, lies within another.
    fn fits(&self, by: &Integer, within: &Range) -> bool {
        &self.low + by >= within.low && &self.high + by <= within.high
    }
}

fn width(term: &Term) -> Option<u32> {
    match term.sort() {
        Sort::BitVec(width) => Some(*width),
        _ => None,
    }
}

fn number(term: &Term, signed: bool) -> Option<Integer> {
    match term.as_value()? {
        Value::BitVec(bits) if signed => Some(bits.signed()),
        Value::BitVec(bits) => Some(bits.unsigned().clone()),
        _ => None,
    }
}

impl Sizes {
    pub(super) fn of(premises: &[Term]) -> Self {
        let mut sizes = Sizes::default();
        for premise in premises {
            sizes.learn(premise);
        }
        sizes
    }

    fn learn(&mut self, premise: &Term) {
        let (Some(op), [a, b]) = (premise.op(), premise.children()) else {
            return;
        };
        let (signed, strict) = match op {
            Op::BvSlt => (true, Integer::ONE),
            Op::BvSle => (true, Integer::ZERO),
            Op::BvUlt => (false, Integer::ONE),
            Op::BvUle => (false, Integer::ZERO),
            _ => return,
        };
        let Some(width) = width(a) else { return };
        let all = Range::of(width, signed);
        let limit =
            |term: &Term, other: &Integer| number(term, signed).unwrap_or_else(|| other.clone());
        let high = limit(b, &all.high) - strict.clone();
        let low = limit(a, &all.low) + strict;
        let ranges = match signed {
            true => &mut self.signed,
            false => &mut self.unsigned,
        };
        if a.as_value().is_none() {
            let range = ranges.entry(a.clone()).or_insert_with(|| all.clone());
            range.high = std::cmp::min(range.high.clone(), high);
        }
        if b.as_value().is_none() {
            let range = ranges.entry(b.clone()).or_insert_with(|| all.clone());
            range.low = std::cmp::max(range.low.clone(), low);
        }
    }

    fn signed(&self, term: &Term, width: u32) -> Range {
        let known = self.signed.get(term).cloned();
        let range = known.unwrap_or_else(|| Range::of(width, true));
        // Small numbers are the same with and without a sign.
        match self.unsigned.get(term) {
            Some(small) if small.high <= Range::of(width, true).high => Range {
                low: std::cmp::max(range.low, small.low.clone()),
                high: std::cmp::min(range.high, small.high.clone()),
            },
            _ => range,
        }
    }

    fn unsigned(&self, term: &Term, width: u32) -> Range {
        let known = self.unsigned.get(term).cloned();
        known.unwrap_or_else(|| Range::of(width, false))
    }

    /// The term with constants taken out of extensions where nothing overflows.
    pub(super) fn widened(&self, term: &Term) -> Term {
        if self.signed.is_empty() && self.unsigned.is_empty() {
            return term.clone();
        }
        term.rewrite(|part| self.taken_out(&part).unwrap_or(part))
    }

    fn taken_out(&self, part: &Term) -> Option<Term> {
        let (more, by_sign) = match part.op()? {
            Op::SignExtend(more) => (*more, true),
            Op::ZeroExtend(more) => (*more, false),
            _ => return None,
        };
        let [sum] = part.children() else { return None };
        let (Some(Op::BvAdd), [x, by]) = (sum.op(), sum.children()) else {
            return None;
        };
        let width = width(x)?;
        let constant = number(by, true)?;
        let signed = self.signed(x, width);
        let (all, naturals) = (
            Range::of(width, true),
            Range {
                low: Integer::ZERO,
                high: Range::of(width, true).high,
            },
        );
        let extended = |op| Term::app(op, vec![x.clone()]);
        let plus = |base: Term, constant: Integer| {
            Some(Term::app(
                Op::BvAdd,
                vec![base, Term::bit_vec(width + more, constant)],
            ))
        };
        if by_sign && signed.fits(&constant, &all) {
            return plus(extended(Op::SignExtend(more)), constant);
        }
        // A number that is not negative is extended by its sign everywhere.
        let stays = signed.fits(&constant, &naturals);
        if !by_sign && stays && signed.low >= Integer::ZERO {
            return plus(extended(Op::SignExtend(more)), constant);
        }
        let unsigned = self.unsigned(x, width);
        let within = Range::of(width, false);
        if by_sign {
            return None;
        }
        if unsigned.fits(&constant, &within) {
            return plus(extended(Op::ZeroExtend(more)), constant);
        }
        let positive = number(by, false)?;
        if unsigned.fits(&positive, &within) {
            return plus(extended(Op::ZeroExtend(more)), positive);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(name: &str) -> Term {
        Term::constant(name, Sort::BitVec(8))
    }

    fn app(op: Op, a: &Term, b: &Term) -> Term {
        Term::app(op, vec![a.clone(), b.clone()])
    }

    fn next(op: Op, by: i64) -> Term {
        let sum = app(Op::BvAdd, &word("i"), &Term::bit_vec(8, by));
        Term::app(op, vec![sum])
    }

    fn moved(op: Op, by: i64) -> Term {
        let base = Term::app(op, vec![word("i")]);
        app(Op::BvAdd, &base, &Term::bit_vec(16, by))
    }

    #[test]
    fn a_number_below_another_has_a_successor() {
        let sizes = Sizes::of(&[app(Op::BvSlt, &word("i"), &word("n"))]);
        let extended = next(Op::SignExtend(8), 1);
        assert_eq!(sizes.widened(&extended), moved(Op::SignExtend(8), 1));
        // By two it may overflow, and without its sign as well.
        for other in [next(Op::SignExtend(8), 2), next(Op::ZeroExtend(8), 1)] {
            assert_eq!(sizes.widened(&other), other);
        }
    }

    #[test]
    fn a_number_above_another_has_a_predecessor() {
        let sizes = Sizes::of(&[app(Op::BvUlt, &word("n"), &word("i"))]);
        let extended = next(Op::ZeroExtend(8), -1);
        assert_eq!(sizes.widened(&extended), moved(Op::ZeroExtend(8), -1));
        let other = next(Op::ZeroExtend(8), 1);
        assert_eq!(sizes.widened(&other), other);
    }

    #[test]
    fn naturals_are_extended_by_their_sign() {
        let natural = app(Op::BvSle, &Term::bit_vec(8, 0), &word("i"));
        let sizes = Sizes::of(&[natural, app(Op::BvSlt, &word("i"), &word("n"))]);
        assert_eq!(
            sizes.widened(&next(Op::ZeroExtend(8), 1)),
            moved(Op::SignExtend(8), 1)
        );
    }
}
