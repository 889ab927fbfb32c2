//! Intervals of numbers, and what they say of bit-vectors.

use super::sum::Sum;
use crate::Integer;

/// The numbers from `low` to `high`; there is one at least.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) low: Integer,
    pub(super) high: Integer,
}

impl Interval {
    pub(super) fn new(low: Integer, high: Integer) -> Self {
        debug_assert!(low <= high);
        Interval { low, high }
    }

    pub(super) fn only(value: Integer) -> Self {
        Interval::new(value.clone(), value)
    }

    /// The numbers that so many bits can write, with or without a sign.
    pub(super) fn of_width(width: u32, signed: bool) -> Self {
        let (low, high) = super::compare::limits(width, signed);
        Interval::new(low, high)
    }

    pub(super) fn is_within(&self, other: &Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The numbers that are in both; this one where there are none, since nothing is known then.
    pub(super) fn meet(&self, other: &Interval) -> Interval {
        let low = self.low.clone().max(other.low.clone());
        let high = self.high.clone().min(other.high.clone());
        match low <= high {
            true => Interval::new(low, high),
            false => self.clone(),
        }
    }

    /// The numbers between those of both.
    pub(super) fn join(&self, other: &Interval) -> Interval {
        let low = self.low.clone().min(other.low.clone());
        let high = self.high.clone().max(other.high.clone());
        Interval::new(low, high)
    }

    pub(super) fn plus(&self, other: &Interval) -> Interval {
        Interval::new(&self.low + &other.low, &self.high + &other.high)
    }

    pub(super) fn moved(&self, by: &Integer) -> Interval {
        Interval::new(&self.low + by, &self.high + by)
    }

    pub(super) fn times(&self, factor: &Integer) -> Interval {
        let (low, high) = (&self.low * factor, &self.high * factor);
        match factor.is_negative() {
            true => Interval::new(high, low),
            false => Interval::new(low, high),
        }
    }

    /// The products of numbers of both.
    pub(super) fn product(&self, other: &Interval) -> Interval {
        self.times(&other.low).join(&self.times(&other.high))
    }

    /// The quotients by a positive number, rounded down.
    pub(super) fn divided(&self, by: &Integer) -> Interval {
        let floor = |value: &Integer| value.div_floor(by).unwrap_or(Integer::ZERO);
        Interval::new(floor(&self.low), floor(&self.high))
    }
}

/// The numbers that a bit-vector may be, with a sign and without.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) signed: Interval,
    pub(super) unsigned: Interval,
}

impl Span {
    pub(super) fn of_width(width: u32) -> Self {
        Span {
            signed: Interval::of_width(width, true),
            unsigned: Interval::of_width(width, false),
        }
    }

    pub(super) fn read(&self, signed: bool) -> &Interval {
        match signed {
            true => &self.signed,
            false => &self.unsigned,
        }
    }

    /// What is left where the number, read in one way, is in an interval of what a width can write.
    pub(super) fn narrowed(&self, width: u32, signed: bool, to: &Interval) -> Span {
        let mut span = self.clone();
        match signed {
            true => span.signed = span.signed.meet(to),
            false => span.unsigned = span.unsigned.meet(to),
        }
        // What one reading says, it says of the other one where both have the same sign throughout.
        let (modulus, greatest) = (
            Integer::power_of_two(width),
            Integer::power_of_two(width - 1) - Integer::ONE,
        );
        if !span.signed.low.is_negative() {
            span.unsigned = span.unsigned.meet(&span.signed);
        } else if span.signed.high.is_negative() {
            span.unsigned = span.unsigned.meet(&span.signed.moved(&modulus));
        }
        if span.unsigned.high <= greatest {
            span.signed = span.signed.meet(&span.unsigned);
        } else if span.unsigned.low > greatest {
            span.signed = span.signed.meet(&span.unsigned.moved(&-&modulus));
        }
        span
    }

    pub(super) fn join(&self, other: &Span) -> Span {
        Span {
            signed: self.signed.join(&other.signed),
            unsigned: self.unsigned.join(&other.unsigned),
        }
    }
}

/// The numbers that a sum is before it is cut to its width, if its parts are read in one way.
pub(super) fn total(sum: &Sum, part: impl Fn(&crate::Term) -> Interval) -> Interval {
    let start = Interval::only(sum.constant().signed());
    let parts = sum.parts();
    parts.fold(start, |total, (term, factor)| {
        total.plus(&part(term).times(&factor.signed()))
    })
}
