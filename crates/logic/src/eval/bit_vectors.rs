//! Operators on bit-vectors.

mod narrow;

use crate::{BitVec, Integer, Op, Value};

/// The value of an operator on one bit-vector.
pub(super) fn unary(op: &Op, a: &BitVec) -> Value {
    let narrow = a
        .to_u64()
        .and_then(|bits| narrow::unary(op, a.width(), bits));
    narrow.unwrap_or_else(|| any_unary(op, a))
}

/// The value of an operator on two bit-vectors.
pub(super) fn binary(op: &Op, a: &BitVec, b: &BitVec) -> Value {
    let both = a.to_u64().zip(b.to_u64());
    let narrow = both.and_then(|(x, y)| narrow::binary(op, a.width(), x, y));
    narrow.unwrap_or_else(|| any_binary(op, a, b))
}

/// The same for any width.
fn any_unary(op: &Op, a: &BitVec) -> Value {
    let width = a.width();
    let (width, value) = match op {
        Op::BvNot => (
            width,
            Integer::power_of_two(width) - Integer::ONE - a.unsigned(),
        ),
        Op::BvNeg => (width, -a.unsigned()),
        Op::Extract(high, low) => {
            let (shifted, _) = a
                .unsigned()
                .div_mod(&Integer::power_of_two(*low))
                .expect("a power of two is not zero");
            (high - low + 1, shifted)
        }
        Op::ZeroExtend(more) => (width + more, a.unsigned().clone()),
        Op::SignExtend(more) => (width + more, a.signed()),
        Op::BvToInt => return Value::Int(a.unsigned().clone()),
        op => panic!("the operator {op:?} does not take one bit-vector"),
    };
    Value::BitVec(BitVec::new(width, &value))
}

/// The same for any width.
fn any_binary(op: &Op, a: &BitVec, b: &BitVec) -> Value {
    let width = a.width();
    let all_ones = || Integer::power_of_two(width) - Integer::ONE;
    // Quotient and remainder truncated towards zero, with SMT-LIB's results for a zero divisor.
    let truncated = |a: &Integer, b: &Integer| match a.abs().div_mod(&b.abs()) {
        Some((q, r)) => (
            if a.is_negative() == b.is_negative() {
                q
            } else {
                -q
            },
            if a.is_negative() { -r } else { r },
        ),
        None => (
            if a.is_negative() {
                Integer::ONE
            } else {
                Integer::MINUS_ONE
            },
            a.clone(),
        ),
    };
    let shift = b
        .unsigned()
        .to_i64()
        .filter(|shift| *shift < i64::from(width));
    let value = match op {
        Op::BvAnd => a.unsigned().bit_and(b.unsigned()),
        Op::BvOr => a.unsigned().bit_or(b.unsigned()),
        Op::BvXor => a.unsigned().bit_xor(b.unsigned()),
        Op::BvAdd => a.unsigned() + b.unsigned(),
        Op::BvSub => a.unsigned() - b.unsigned(),
        Op::BvMul => a.unsigned() * b.unsigned(),
        Op::BvUdiv => a
            .unsigned()
            .div_mod(b.unsigned())
            .map_or_else(all_ones, |(q, _)| q),
        Op::BvUrem => a
            .unsigned()
            .div_mod(b.unsigned())
            .map_or_else(|| a.unsigned().clone(), |(_, r)| r),
        Op::BvSdiv => truncated(&a.signed(), &b.signed()).0,
        Op::BvSrem => truncated(&a.signed(), &b.signed()).1,
        Op::BvSmod => {
            let (a, b) = (a.signed(), b.signed());
            let remainder = truncated(&a, &b).1;
            if remainder.is_zero() || b.is_zero() || remainder.is_negative() == b.is_negative() {
                remainder
            } else {
                remainder + b
            }
        }
        Op::BvShl => match shift {
            Some(shift) => a.unsigned() * Integer::power_of_two(shift as u32),
            None => Integer::ZERO,
        },
        Op::BvLshr => match shift {
            Some(shift) => a
                .unsigned()
                .div_floor(&Integer::power_of_two(shift as u32))
                .expect("a power of two is not zero"),
            None => Integer::ZERO,
        },
        Op::BvAshr => match shift {
            Some(shift) => a
                .signed()
                .div_floor(&Integer::power_of_two(shift as u32))
                .expect("a power of two is not zero"),
            None if a.signed().is_negative() => Integer::MINUS_ONE,
            None => Integer::ZERO,
        },
        Op::BvUlt => return Value::Bool(a.unsigned() < b.unsigned()),
        Op::BvUle => return Value::Bool(a.unsigned() <= b.unsigned()),
        Op::BvSlt => return Value::Bool(a.signed() < b.signed()),
        Op::BvSle => return Value::Bool(a.signed() <= b.signed()),
        Op::Concat => {
            let value = a.unsigned() * Integer::power_of_two(b.width()) + b.unsigned();
            return Value::BitVec(BitVec::new(width + b.width(), &value));
        }
        op => panic!("the operator {op:?} does not take two bit-vectors"),
    };
    Value::BitVec(BitVec::new(width, &value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_bits_and_many_have_the_same_results() {
        use Op::*;
        let ops = [
            BvAnd, BvOr, BvXor, BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvSmod, BvShl,
            BvLshr, BvAshr, BvUlt, BvUle, BvSlt, BvSle, Concat,
        ];
        for width in [1, 2, 7, 8, 31, 32, 33, 63, 64] {
            let middle = Integer::power_of_two(width - 1);
            let near = |base: &Integer| [-2, -1, 0, 1, 2].map(|by| base + &Integer::from(by));
            let bases = [Integer::ZERO, middle, Integer::from(u64::from(width))];
            let values: Vec<BitVec> = bases
                .iter()
                .flat_map(near)
                .map(|value| BitVec::new(width, &value))
                .collect();
            for a in &values {
                let middle = width / 2;
                for op in [
                    BvNot,
                    BvNeg,
                    Extract(width - 1, 0),
                    Extract(middle, middle),
                    Extract(width - 1, middle),
                    ZeroExtend(3),
                    SignExtend(3),
                    BvToInt,
                ] {
                    assert_eq!(unary(&op, a), any_unary(&op, a), "{op:?} {a:?}");
                }
                for b in &values {
                    for op in &ops {
                        let (few, many) = (binary(op, a, b), any_binary(op, a, b));
                        assert_eq!(few, many, "{op:?} {a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_are_taken_modulo_a_power_of_two() {
        for width in [1, 8, 63, 64, 65] {
            let all = Integer::power_of_two(width);
            for number in [-3, -1, 0, 1, 5] {
                let number = Integer::from(number);
                let (_, expected) = number.div_mod(&all).unwrap();
                let around = &number + &all;
                assert_eq!(*BitVec::new(width, &number).unsigned(), expected);
                assert_eq!(BitVec::new(width, &around), BitVec::new(width, &number));
            }
        }
    }
}
