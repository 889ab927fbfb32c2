//! Comparisons of bit-vectors.
//!
//! With a literal they read `x < c` and `c <= x`, so that each is the negation of the other on its
//! face.

use super::sum::Sum;
use super::{literal, width};
use crate::{BitVec, Integer, Op, Term};

/// Whether numbers have a sign in a comparison.
pub(super) fn is_signed(op: &Op) -> bool {
    matches!(op, Op::BvSlt | Op::BvSle)
}

pub(super) fn is_strict(op: &Op) -> bool {
    matches!(op, Op::BvUlt | Op::BvSlt)
}

pub(super) fn operator(signed: bool, strict: bool) -> Op {
    match (signed, strict) {
        (true, true) => Op::BvSlt,
        (true, false) => Op::BvSle,
        (false, true) => Op::BvUlt,
        (false, false) => Op::BvUle,
    }
}

/// The least and the greatest number of a width.
pub(super) fn limits(width: u32, signed: bool) -> (Integer, Integer) {
    match signed {
        true => {
            let half = Integer::power_of_two(width - 1);
            (-&half, half - Integer::ONE)
        }
        false => (Integer::ZERO, Integer::power_of_two(width) - Integer::ONE),
    }
}

pub(super) fn number(bits: &BitVec, signed: bool) -> Integer {
    match signed {
        true => bits.signed(),
        false => bits.unsigned().clone(),
    }
}

/// An extension, taken apart: whether it is by sign, and what is extended.
fn extension(term: &Term) -> Option<(bool, &Term)> {
    match (term.op()?, term.children()) {
        (Op::ZeroExtend(_), [x]) => Some((false, x)),
        (Op::SignExtend(_), [x]) => Some((true, x)),
        _ => None,
    }
}

/// Which side of a comparison is the literal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

pub(super) fn order(op: &Op, a: &Term, b: &Term) -> Option<Term> {
    let (signed, strict) = (is_signed(op), is_strict(op));
    if a == b {
        return Some(Term::bool(!strict));
    }
    match (literal(a), literal(b)) {
        (Some(bits), None) => return bounded(signed, strict, b, bits, Side::Left),
        (None, Some(bits)) => return bounded(signed, strict, a, bits, Side::Right),
        _ => {}
    }
    let ((by_sign, x), (other_by_sign, y)) = (extension(a)?, extension(b)?);
    if by_sign != other_by_sign || width(x) != width(y) {
        return None;
    }
    // Both extensions keep the order without sign; with sign, zeros in front take the sign away.
    let op = operator(signed && by_sign, strict);
    Some(Term::app(op, vec![x.clone(), y.clone()]))
}

/// A comparison of a term with a literal on one side.
fn bounded(signed: bool, strict: bool, term: &Term, bits: &BitVec, side: Side) -> Option<Term> {
    let width_here = width(term);
    let (least, greatest) = limits(width_here, signed);
    let mut bound = number(bits, signed);
    // `x <= c` is `x < c + 1`, and `c < x` is `c + 1 <= x`.
    let wanted = side == Side::Right;
    let mut changed = false;
    if strict != wanted {
        if bound == greatest {
            return Some(Term::bool(side == Side::Right));
        }
        bound = bound + Integer::ONE;
        changed = true;
    }
    if bound == least {
        return Some(Term::bool(side == Side::Left));
    }
    let written = |term: &Term, bound: &Integer, signed: bool| {
        let literal = Term::bit_vec(width(term), bound.clone());
        match side {
            Side::Right => Term::app(operator(signed, true), vec![term.clone(), literal]),
            Side::Left => Term::app(operator(signed, false), vec![literal, term.clone()]),
        }
    };
    if let Some((by_sign, x)) = extension(term) {
        let (low, high) = limits(width(x), by_sign);
        // With signs, the extended value is the number that is extended; without, it is so where
        // zeros were put in front.
        if signed || !by_sign {
            return Some(if bound <= low {
                Term::bool(side == Side::Left)
            } else if bound > high {
                Term::bool(side == Side::Right)
            } else {
                written(x, &bound, by_sign)
            });
        }
    }
    if !signed && bound.is_one() {
        let zero = Term::eq(term.clone(), Term::bit_vec(width_here, 0));
        return Some(match side {
            Side::Right => zero,
            Side::Left => Term::not(zero),
        });
    }
    changed.then(|| written(term, &bound, signed))
}

pub(super) fn equation(a: &Term, b: &Term) -> Option<Term> {
    let narrow = |x: &Term, by_sign: bool, bits: &BitVec| {
        let value = number(bits, by_sign);
        let (low, high) = limits(width(x), by_sign);
        match low <= value && value <= high {
            true => Term::eq(x.clone(), Term::bit_vec(width(x), value)),
            false => Term::bottom(),
        }
    };
    match (extension(a), extension(b), literal(a), literal(b)) {
        (Some((left, x)), Some((right, y)), _, _) if left == right && width(x) == width(y) => {
            return Some(Term::eq(x.clone(), y.clone()));
        }
        (Some((by_sign, x)), _, _, Some(bits)) | (_, Some((by_sign, x)), Some(bits), _) => {
            return Some(narrow(x, by_sign, bits));
        }
        _ => {}
    }
    let is_sum = |term: &Term| {
        matches!(
            term.op(),
            Some(Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvShl | Op::BvMul)
        )
    };
    if !is_sum(a) && !is_sum(b) {
        return None;
    }
    let difference = Sum::of(a)?.minus(&Sum::of(b)?);
    if let Some(constant) = difference.as_constant() {
        return Some(Term::bool(constant.unsigned().is_zero()));
    }
    let (left, right) = difference.is_zero();
    let unchanged = (&left, &right) == (a, b) || (&left, &right) == (b, a);
    (!unchanged).then(|| Term::eq(left, right))
}
