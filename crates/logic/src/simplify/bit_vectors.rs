//! Bit-vectors: one way to write sums, extensions, slices, shifts by a constant and comparisons.
//!
//! Compilers write the same value in many ways: a shift for a product, a mask for a truncation, a
//! narrow comparison for a wide one. Terms in normal form are equal far more often than these are, and
//! equal terms need no solver.

mod compare;
mod interval;
mod ranges;
mod slice;
mod sum;

use crate::{BitVec, Integer, Op, Sort, Term, Value};

pub use ranges::Ranges;
pub(super) use sum::are_distinct;

/// The width of a bit-vector.
fn width(term: &Term) -> u32 {
    match term.sort() {
        Sort::BitVec(width) => *width,
        sort => unreachable!("{sort:?} is no bit-vector"),
    }
}

fn literal(term: &Term) -> Option<&BitVec> {
    match term.as_value() {
        Some(Value::BitVec(bits)) => Some(bits),
        _ => None,
    }
}

/// The exponent of a literal that is a power of two.
fn exponent(bits: &BitVec) -> Option<u32> {
    (0..bits.width()).find(|exponent| Integer::power_of_two(*exponent) == *bits.unsigned())
}

/// The operator on simplified arguments, in normal form; `None` where it is in that form.
pub(super) fn step(op: &Op, arguments: &[Term], term: &Term) -> Option<Term> {
    match (op, arguments) {
        (Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot, _) => sum::normal(term),
        (Op::BvMul, [a, b]) => product(a, b, term),
        (Op::BvShl | Op::BvLshr | Op::BvAshr, [a, by]) => shift(op, a, literal(by)?, term),
        (Op::BvUdiv, [a, by]) => {
            let exponent = exponent(literal(by)?)?;
            Some(slice::lowered(a, exponent))
        }
        (Op::BvUrem, [a, by]) => match exponent(literal(by)?)? {
            0 => Some(Term::bit_vec(width(a), 0)),
            bits => Some(slice::masked(a, bits)),
        },
        (Op::BvAnd | Op::BvOr | Op::BvXor, [a, b]) => bitwise(op, a, b),
        (Op::Extract(high, low), [a]) => slice::extract(*high, *low, a),
        (Op::ZeroExtend(more), [a]) => slice::zero_extend(*more, a),
        (Op::SignExtend(more), [a]) => slice::sign_extend(*more, a),
        (Op::Concat, [a, b]) => slice::concat(a, b),
        (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, [a, b]) => compare::order(op, a, b),
        _ => None,
    }
}

/// An equation of bit-vectors in normal form; `None` where it is in that form.
pub(super) fn equation(a: &Term, b: &Term) -> Option<Term> {
    compare::equation(a, b)
}

fn product(a: &Term, b: &Term, term: &Term) -> Option<Term> {
    if literal(a).is_some() || literal(b).is_some() {
        return sum::normal(term);
    }
    (b < a).then(|| Term::app(Op::BvMul, vec![b.clone(), a.clone()]))
}

/// A shift by a constant: to the left it is a product, to the right a slice.
fn shift(op: &Op, a: &Term, by: &BitVec, term: &Term) -> Option<Term> {
    let width = width(a);
    let by = by.unsigned().to_i64().filter(|by| *by < i64::from(width));
    match (op, by) {
        (Op::BvShl, Some(_)) => sum::normal(term),
        (Op::BvLshr, Some(by)) => Some(slice::lowered(a, by as u32)),
        (Op::BvShl | Op::BvLshr, None) => Some(Term::bit_vec(width, 0)),
        (_, by) => {
            let by = by.map_or(width - 1, |by| by as u32);
            let slice = slice::extracted(width - 1, by, a);
            Some(Term::app(Op::SignExtend(by), vec![slice]))
        }
    }
}

fn bitwise(op: &Op, a: &Term, b: &Term) -> Option<Term> {
    let width = width(a);
    if a == b {
        return Some(match op {
            Op::BvXor => Term::bit_vec(width, 0),
            _ => a.clone(),
        });
    }
    let (a, b, moved) = match (literal(a), literal(b)) {
        (Some(_), None) => (b, a, true),
        (None, Some(_)) => (a, b, false),
        _ if b < a => (b, a, true),
        _ => (a, b, false),
    };
    let plain = || Term::app(op.clone(), vec![a.clone(), b.clone()]);
    let Some(bits) = literal(b) else {
        return moved.then(plain);
    };
    let all = Integer::power_of_two(width) - Integer::ONE;
    let (none, all) = (bits.unsigned().is_zero(), *bits.unsigned() == all);
    match op {
        Op::BvAnd if none => return Some(b.clone()),
        Op::BvAnd if all => return Some(a.clone()),
        Op::BvOr if none => return Some(a.clone()),
        Op::BvOr if all => return Some(b.clone()),
        Op::BvXor if none => return Some(a.clone()),
        Op::BvXor if all => return Some(Term::app(Op::BvNot, vec![a.clone()])),
        _ => {}
    }
    if *op == Op::BvAnd
        && let Some(kept) = exponent(&BitVec::new(width, &(bits.unsigned() + &Integer::ONE)))
    {
        return Some(slice::masked(a, kept));
    }
    match (a.op(), a.children()) {
        // Constants come together.
        (Some(inner), [x, constant]) if inner == op && literal(constant).is_some() => {
            let constant = Term::app(op.clone(), vec![constant.clone(), b.clone()]);
            Some(Term::app(op.clone(), vec![x.clone(), constant]))
        }
        (Some(Op::ZeroExtend(more)), [x]) if *op == Op::BvAnd => {
            let narrow = slice::extracted(width - more - 1, 0, b);
            let inner = Term::app(Op::BvAnd, vec![x.clone(), narrow]);
            Some(Term::app(Op::ZeroExtend(*more), vec![inner]))
        }
        _ => moved.then(plain),
    }
}

#[cfg(test)]
mod tests;
