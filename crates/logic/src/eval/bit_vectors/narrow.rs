//! Operators on bit-vectors of at most 64 bits, by the machine's own arithmetic.

use crate::{BitVec, Op, Value};

/// The value of an operator on bits of a width; `None` where it is to be found in another way.
pub(super) fn unary(op: &Op, width: u32, a: u64) -> Option<Value> {
    let (width, bits) = match op {
        Op::BvNot => (width, !a),
        Op::BvNeg => (width, a.wrapping_neg()),
        Op::Extract(high, low) => (high - low + 1, a >> low),
        Op::ZeroExtend(more) => (width + more, a),
        Op::SignExtend(more) => (width + more, signed(width, a) as u64),
        _ => return None,
    };
    (width <= 64).then(|| Value::BitVec(BitVec::narrow(width, bits)))
}

/// The same for two of them.
pub(super) fn binary(op: &Op, width: u32, a: u64, b: u64) -> Option<Value> {
    let shift = u32::try_from(b).ok().filter(|shift| *shift < width);
    let bits = match op {
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvAdd => a.wrapping_add(b),
        Op::BvSub => a.wrapping_sub(b),
        Op::BvMul => a.wrapping_mul(b),
        Op::BvUdiv => a.checked_div(b).unwrap_or(u64::MAX),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        Op::BvShl => shift.map_or(0, |shift| a << shift),
        Op::BvLshr => shift.map_or(0, |shift| a >> shift),
        Op::BvAshr => (signed(width, a) >> shift.unwrap_or(width - 1)) as u64,
        Op::BvUlt => return Some(Value::Bool(a < b)),
        Op::BvUle => return Some(Value::Bool(a <= b)),
        Op::BvSlt => return Some(Value::Bool(signed(width, a) < signed(width, b))),
        Op::BvSle => return Some(Value::Bool(signed(width, a) <= signed(width, b))),
        _ => return None,
    };
    Some(Value::BitVec(BitVec::narrow(width, bits)))
}

/// Bits of a width as a number with a sign.
fn signed(width: u32, bits: u64) -> i64 {
    let unused = 64 - width;
    (bits << unused) as i64 >> unused
}
