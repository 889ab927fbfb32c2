//! What comparisons say of the values of bit-vectors.

use super::super::interval::{Interval, Span};
use super::super::sum::Sum;
use super::super::{literal, width};
use super::Ranges;
use crate::{Integer, Op, Sort, Term};

/// How often what was learnt of one side is used for the other.
const MOST_ROUNDS: usize = 3;

/// A comparison that holds.
struct Fact<'t> {
    kind: Kind,
    left: &'t Term,
    right: &'t Term,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The left one is less, or at most as large.
    Order {
        signed: bool,
        strict: bool,
    },
    Equal,
    Unequal,
}

impl<'t> Fact<'t> {
    fn of(formula: &'t Term) -> Option<Fact<'t>> {
        let (atom, holds) = match (formula.op()?, formula.children()) {
            (Op::Not, [atom]) => (atom, false),
            _ => (formula, true),
        };
        let [left, right] = atom.children() else {
            return None;
        };
        if !matches!(left.sort(), Sort::BitVec(_)) {
            return None;
        }
        let order = |signed, strict| match holds {
            true => (Kind::Order { signed, strict }, left, right),
            false => {
                let strict = !strict;
                (Kind::Order { signed, strict }, right, left)
            }
        };
        let (kind, left, right) = match (atom.op()?, holds) {
            (Op::BvSlt, _) => order(true, true),
            (Op::BvSle, _) => order(true, false),
            (Op::BvUlt, _) => order(false, true),
            (Op::BvUle, _) => order(false, false),
            (Op::Eq, true) => (Kind::Equal, left, right),
            (Op::Eq, false) => (Kind::Unequal, left, right),
            _ => return None,
        };
        Some(Fact { kind, left, right })
    }
}

/// Whether a formula is a comparison, from which something may be learnt.
pub(super) fn is_fact(formula: &Term) -> bool {
    Fact::of(formula).is_some()
}

/// Whether a formula is a comparison of terms that are written in no other way under any range.
pub(super) fn is_simple(formula: &Term) -> bool {
    let is_simple = |term: &Term| term.as_var().is_some() || literal(term).is_some();
    Fact::of(formula).is_some_and(|fact| is_simple(fact.left) && is_simple(fact.right))
}

impl Ranges {
    /// Adds what formulas say that hold.
    pub(super) fn learn<'t>(&mut self, formulas: impl Iterator<Item = &'t Term>) {
        let facts: Vec<Fact<'_>> = formulas.filter_map(Fact::of).collect();
        self.rewritten.get_mut().clear();
        for _ in 0..MOST_ROUNDS {
            let mut news = false;
            for fact in &facts {
                news |= self.learn_fact(fact);
            }
            if !news {
                break;
            }
        }
    }

    fn learn_fact(&mut self, fact: &Fact<'_>) -> bool {
        let (left, right) = (fact.left, fact.right);
        let width = width(left);
        let spans = (self.span(left), self.span(right));
        match fact.kind {
            Kind::Order { signed, strict } => {
                let (a, b) = (spans.0.read(signed), spans.1.read(signed));
                let all = Interval::of_width(width, signed);
                let apart = Integer::from(i64::from(strict));
                let (high, low) = (&b.high - &apart, &a.low + &apart);
                let mut news = false;
                // Nothing is below the least number; the premises contradict each other then.
                if high >= all.low {
                    news |= self.narrow(left, signed, &Interval::new(all.low.clone(), high));
                }
                if low <= all.high {
                    news |= self.narrow(right, signed, &Interval::new(low, all.high));
                }
                news
            }
            Kind::Equal => {
                let news = self.narrow(left, true, &spans.1.signed);
                self.narrow(right, true, &spans.0.signed) || news
            }
            Kind::Unequal => {
                let (term, bits, span) = match (literal(left), literal(right)) {
                    (None, Some(bits)) => (left, bits, &spans.0),
                    (Some(bits), None) => (right, bits, &spans.1),
                    _ => return false,
                };
                let mut news = false;
                for signed in [true, false] {
                    let value = super::super::compare::number(bits, signed);
                    let Interval { low, high } = span.read(signed).clone();
                    if low == high {
                        continue;
                    }
                    if low == value {
                        news |= self.narrow(term, signed, &Interval::new(low + Integer::ONE, high));
                    } else if high == value {
                        news |= self.narrow(term, signed, &Interval::new(low, high - Integer::ONE));
                    }
                }
                news
            }
        }
    }

    /// Notes that a term, read with or without a sign, is in an interval; whether that is new.
    fn narrow(&mut self, term: &Term, signed: bool, to: &Interval) -> bool {
        if literal(term).is_some() {
            return false;
        }
        let before = self.span(term);
        let after = before.narrowed(width(term), signed, to);
        if after == before {
            return false;
        }
        self.known.insert(term.clone(), after.clone());
        self.spans.get_mut().clear();
        self.narrow_inside(term, &after);
        true
    }

    /// What a term says of the only part that it has.
    fn narrow_inside(&mut self, term: &Term, span: &Span) {
        match (term.op(), term.children()) {
            (Some(Op::SignExtend(_)), [inner]) => drop(self.narrow(inner, true, &span.signed)),
            (Some(Op::ZeroExtend(_)), [inner]) => drop(self.narrow(inner, false, &span.unsigned)),
            (Some(Op::BvAdd), _) => {
                let Some(sum) = Sum::of(term) else { return };
                let mut parts = sum.parts();
                let (Some((part, factor)), None) = (parts.next(), parts.next()) else {
                    return;
                };
                if !factor.unsigned().is_one() || part == term {
                    return;
                }
                let by = sum.constant().signed();
                let here = self.span(part);
                for signed in [true, false] {
                    let all = Interval::of_width(width(term), signed);
                    if here.read(signed).moved(&by).is_within(&all) {
                        let part = part.clone();
                        self.narrow(&part, signed, &span.read(signed).moved(&-&by));
                    }
                }
            }
            _ => {}
        }
    }
}
