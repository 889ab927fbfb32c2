//! Slices and extensions of bit-vectors.

use rustc_hash::FxHashSet;

use super::{literal, width};
use crate::{Op, Term};

/// The bits from `low` to `high`.
pub(super) fn extracted(high: u32, low: u32, a: &Term) -> Term {
    match low == 0 && high + 1 == width(a) {
        true => a.clone(),
        false => Term::app(Op::Extract(high, low), vec![a.clone()]),
    }
}

pub(super) fn extended(op: Op, a: Term) -> Term {
    match op {
        Op::ZeroExtend(0) | Op::SignExtend(0) => a,
        op => Term::app(op, vec![a]),
    }
}

/// The lowest bits, with zeros in front.
pub(super) fn masked(a: &Term, bits: u32) -> Term {
    extended(Op::ZeroExtend(width(a) - bits), extracted(bits - 1, 0, a))
}

/// A shift to the right with zeros in front.
pub(super) fn lowered(a: &Term, by: u32) -> Term {
    let high = width(a) - 1;
    extended(Op::ZeroExtend(by), extracted(high, by, a))
}

/// The largest operand, as a graph, of which any slice is taken part by part. The parts of large ones
/// are shared, and every part has as many slices as there are pairs of bits: a few rounds of shifts
/// and exclusive disjunctions would need all the memory there is. The lowest bits are few slices.
const LARGEST_SLICED: usize = 64;

fn is_small(term: &Term) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            open.extend(term.children());
        }
        if seen.len() > LARGEST_SLICED {
            return false;
        }
    }
    true
}

/// A conditional with a literal on one side at least, taken apart.
fn choice(a: &Term) -> Option<[&Term; 3]> {
    match (a.op(), a.children()) {
        (Some(Op::Ite), [condition, then, otherwise])
            if literal(then).is_some() || literal(otherwise).is_some() =>
        {
            Some([condition, then, otherwise])
        }
        _ => None,
    }
}

fn chosen([condition, then, otherwise]: [&Term; 3], map: impl Fn(&Term) -> Term) -> Term {
    Term::ite(condition.clone(), map(then), map(otherwise))
}

pub(super) fn extract(high: u32, low: u32, a: &Term) -> Option<Term> {
    if low == 0 && high + 1 == width(a) {
        return Some(a.clone());
    }
    if let Some(parts) = choice(a) {
        return Some(chosen(parts, |part| extracted(high, low, part)));
    }
    let (op, parts) = (a.op()?, a.children());
    match (op, parts) {
        (Op::Extract(_, below), [x]) => Some(extracted(high + below, low + below, x)),
        (Op::ZeroExtend(_) | Op::SignExtend(_), [x]) if high < width(x) => {
            Some(extracted(high, low, x))
        }
        (Op::ZeroExtend(_), [x]) if low >= width(x) => Some(Term::bit_vec(high - low + 1, 0)),
        (Op::ZeroExtend(_), [x]) => {
            let more = high + 1 - width(x);
            let slice = extracted(width(x) - 1, low, x);
            Some(extended(Op::ZeroExtend(more), slice))
        }
        (Op::SignExtend(_), [x]) if low < width(x) => {
            let more = high + 1 - width(x);
            let slice = extracted(width(x) - 1, low, x);
            Some(extended(Op::SignExtend(more), slice))
        }
        (Op::Concat, [_, b]) if high < width(b) => Some(extracted(high, low, b)),
        (Op::Concat, [a, b]) if low >= width(b) => {
            Some(extracted(high - width(b), low - width(b), a))
        }
        (Op::BvAnd | Op::BvOr | Op::BvXor, _) if low == 0 || is_small(a) => {
            let parts = parts.iter().map(|part| extracted(high, low, part));
            Some(Term::app(op.clone(), parts.collect()))
        }
        // The lowest bits of a sum or a product depend on the lowest bits only.
        (Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvMul, _) if low == 0 => {
            let parts = parts.iter().map(|part| extracted(high, low, part));
            Some(Term::app(op.clone(), parts.collect()))
        }
        // What is a multiple of a power of two is shifted without loss.
        (Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvMul, _) if low > 0 => {
            let shifted = super::sum::shifted_down(a, low)?;
            Some(extracted(high - low, 0, &shifted))
        }
        (Op::BvShl, [x, by]) => {
            let by = u32::try_from(literal(by)?.unsigned().to_i64()?).ok()?;
            if low >= by {
                Some(extracted(high - by, low - by, x))
            } else if high < by {
                Some(Term::bit_vec(high - low + 1, 0))
            } else if low == 0 {
                let narrow = extracted(high, 0, x);
                let by = Term::bit_vec(high + 1, i64::from(by));
                Some(Term::app(Op::BvShl, vec![narrow, by]))
            } else {
                None
            }
        }
        _ => None,
    }
}

pub(super) fn zero_extend(more: u32, a: &Term) -> Option<Term> {
    if more == 0 {
        return Some(a.clone());
    }
    if let Some(parts) = choice(a) {
        let extend = |part: &Term| Term::app(Op::ZeroExtend(more), vec![part.clone()]);
        return Some(chosen(parts, extend));
    }
    match (a.op()?, a.children()) {
        (Op::ZeroExtend(inner), [x]) => {
            Some(Term::app(Op::ZeroExtend(more + inner), vec![x.clone()]))
        }
        _ => None,
    }
}

pub(super) fn sign_extend(more: u32, a: &Term) -> Option<Term> {
    if more == 0 {
        return Some(a.clone());
    }
    if let Some(parts) = choice(a) {
        let extend = |part: &Term| Term::app(Op::SignExtend(more), vec![part.clone()]);
        return Some(chosen(parts, extend));
    }
    match (a.op()?, a.children()) {
        (Op::SignExtend(inner), [x]) => {
            Some(Term::app(Op::SignExtend(more + inner), vec![x.clone()]))
        }
        // What has a zero in front is not negative.
        (Op::ZeroExtend(inner), [x]) => {
            Some(Term::app(Op::ZeroExtend(more + inner), vec![x.clone()]))
        }
        _ => None,
    }
}

pub(super) fn concat(a: &Term, b: &Term) -> Option<Term> {
    if literal(a).is_some_and(|bits| bits.unsigned().is_zero()) {
        return Some(Term::app(Op::ZeroExtend(width(a)), vec![b.clone()]));
    }
    // Neighbouring slices of one bit-vector.
    match (a.op()?, a.children(), b.op()?, b.children()) {
        (Op::Extract(high, middle), [x], Op::Extract(below, low), [y])
            if x == y && *middle == below + 1 =>
        {
            Some(extracted(*high, *low, x))
        }
        (Op::ZeroExtend(more), [x], _, _) => {
            let whole = Term::app(Op::Concat, vec![x.clone(), b.clone()]);
            Some(Term::app(Op::ZeroExtend(*more), vec![whole]))
        }
        _ => None,
    }
}
