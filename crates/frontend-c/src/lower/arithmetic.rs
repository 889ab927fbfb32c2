//! The arithmetic of C.

use logic::{Integer, Term};

use crate::constant;
use crate::syntax::{Binary, Scalar};
use crate::token::Signedness;

use super::value::{Value, carried, narrowed, wrapped};

/// Why an operator has no value here.
pub(super) enum Refusal {
    /// The operands have no such operator.
    Wrong,
    /// Bits of numbers that are not known.
    Bits,
}

/// The type in which an operator with one operand computes: C's integer promotions.
pub(super) fn promoted(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Integer { bits, .. } if bits >= Scalar::INT_BITS => scalar,
        Scalar::Real | Scalar::Float => scalar,
        _ => Scalar::INT,
    }
}

/// The type in which an operator computes: C's usual arithmetic conversions.
pub(super) fn common(a: Scalar, b: Scalar) -> Scalar {
    match (promoted(a), promoted(b)) {
        (Scalar::Real, _) | (_, Scalar::Real) => Scalar::Real,
        (Scalar::Float, _) | (_, Scalar::Float) => Scalar::Float,
        (Scalar::Integer { sign: s, bits: m }, Scalar::Integer { sign: t, bits: n }) => {
            let wider = m.max(n);
            let is_unsigned = |sign, bits| sign == Signedness::Unsigned && bits == wider;
            let sign = if is_unsigned(s, m) || is_unsigned(t, n) {
                Signedness::Unsigned
            } else {
                Signedness::Signed
            };
            Scalar::Integer { sign, bits: wider }
        }
        _ => Scalar::INT,
    }
}

/// An operator on two values. Divisors must not be zero; the caller asserts that.
pub(super) fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, Refusal> {
    if !left.scalar.is_number() || !right.scalar.is_number() {
        return Err(Refusal::Wrong);
    }
    if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) {
        let (left_type, right_type) = (promoted(left.scalar), promoted(right.scalar));
        if left_type.is_real() || right_type.is_real() {
            return Err(Refusal::Wrong);
        }
        return bits(
            operator,
            &left.convert(left_type),
            &right.convert(right_type),
        );
    }
    let scalar = common(left.scalar, right.scalar);
    let (a, b) = (left.convert(scalar).term, right.convert(scalar).term);
    let of = |term| Ok(Value { term, scalar });
    let compared = |term| Ok(Value::of_int(term));
    let is_real = scalar.is_real();
    let unsigned_bits = match scalar {
        Scalar::Integer {
            sign: Signedness::Unsigned,
            bits,
        } => Some(bits),
        _ => None,
    };
    match operator {
        Binary::Add => {
            let sum = Term::add([a, b]);
            of(match unsigned_bits {
                Some(bits) => carried(sum, bits),
                None => sum,
            })
        }
        Binary::Subtract => {
            let difference = Term::sub(a, b);
            of(match unsigned_bits {
                Some(bits) => wrapped(difference, bits),
                None => difference,
            })
        }
        Binary::Multiply => {
            let product = Term::mul([a, b]);
            of(match unsigned_bits {
                Some(bits) => narrowed(product, Signedness::Unsigned, bits),
                None => product,
            })
        }
        Binary::Divide if is_real => of(Term::real_div(a, b)),
        Binary::Divide => of(toward_zero(a, b, unsigned_bits.is_some(), Term::div)),
        Binary::Remainder if is_real => Err(Refusal::Wrong),
        Binary::Remainder => of(toward_zero(a, b, unsigned_bits.is_some(), Term::modulo)),
        Binary::Less => compared(Term::lt(a, b)),
        Binary::LessEqual => compared(Term::le(a, b)),
        Binary::Greater => compared(Term::gt(a, b)),
        Binary::GreaterEqual => compared(Term::ge(a, b)),
        Binary::Equal => compared(Term::eq(a, b)),
        Binary::NotEqual => compared(Term::ne(a, b)),
        _ if is_real => Err(Refusal::Wrong),
        _ => bits(
            operator,
            &Value { term: a, scalar },
            &Value { term: b, scalar },
        ),
    }
}

/// Quotient or remainder with C's rounding toward zero, from the operator whose remainder is never
/// negative: both agree where the dividend is not negative, and the signs of quotient and remainder
/// turn with that of the dividend.
fn toward_zero(a: Term, b: Term, is_unsigned: bool, operator: fn(Term, Term) -> Term) -> Term {
    let straight = operator(a.clone(), b.clone());
    if is_unsigned {
        return straight;
    }
    let turned = Term::neg(operator(Term::neg(a.clone()), b));
    Term::ite(Term::ge(a, Term::int(0)), straight, turned)
}

/// Operators on bits, where enough is known of the operands to say it in arithmetic.
fn bits(operator: Binary, left: &Value, right: &Value) -> Result<Value, Refusal> {
    let scalar = left.scalar;
    let of = |term| match scalar {
        Scalar::Integer {
            sign: sign @ Signedness::Unsigned,
            bits,
        } if operator == Binary::ShiftLeft => Value {
            term: narrowed(term, sign, bits),
            scalar,
        },
        _ => Value { term, scalar },
    };
    if let (Some(a), Some(b)) = (left.literal(), right.literal()) {
        let value = constant::binary(operator, a, b).ok_or(Refusal::Bits)?;
        return Ok(of(Term::int(value)));
    }
    let power = |by: i64| {
        let by = u32::try_from(by)
            .ok()
            .filter(|by| *by < 63)
            .ok_or(Refusal::Bits)?;
        Ok(Term::int(Integer::power_of_two(by)))
    };
    match (operator, left.literal(), right.literal()) {
        (Binary::ShiftLeft, _, Some(by)) => Ok(of(Term::mul([left.number(), power(by)?]))),
        (Binary::ShiftRight, _, Some(by)) => Ok(of(Term::div(left.number(), power(by)?))),
        // The lowest bits of a number in two's complement are its remainder.
        (Binary::BitAnd, _, Some(mask)) if is_mask(mask) => {
            Ok(of(Term::modulo(left.number(), Term::int(mask + 1))))
        }
        (Binary::BitAnd, Some(mask), _) if is_mask(mask) => {
            Ok(of(Term::modulo(right.number(), Term::int(mask + 1))))
        }
        _ => Err(Refusal::Bits),
    }
}

/// Whether a number has all its bits at the lowest places.
fn is_mask(value: i64) -> bool {
    value > 0 && value < i64::MAX && value & (value + 1) == 0
}

#[cfg(test)]
mod tests {
    use logic::Sort;

    use super::*;

    /// Computes with literals hidden in variables, and puts the literals in at the end.
    fn compute(operator: Binary, a: i64, b: i64, scalar: Scalar) -> i64 {
        let var = |name: &str| logic::Var::new(name, Sort::Int);
        let value = |name: &str| Value {
            term: var(name).term(),
            scalar,
        };
        let result = binary(operator, &value("a"), &value("b"));
        let Ok(result) = result else {
            panic!("the operator has a value");
        };
        let mut model = logic::Model::default();
        model.set(var("a"), logic::Value::Int(a.into()));
        model.set(var("b"), logic::Value::Int(b.into()));
        match model.eval(&result.number()) {
            Ok(logic::Value::Int(value)) => value.to_i64().expect("a small number"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn division_rounds_toward_zero() {
        for a in -7..=7 {
            for b in [-3, -2, -1, 1, 2, 3] {
                assert_eq!(
                    compute(Binary::Divide, a, b, Scalar::INT),
                    a / b,
                    "{a} / {b}"
                );
                assert_eq!(
                    compute(Binary::Remainder, a, b, Scalar::INT),
                    a % b,
                    "{a} % {b}"
                );
            }
        }
    }

    #[test]
    fn unsigned_differences_wrap() {
        let unsigned = Scalar::Integer {
            sign: Signedness::Unsigned,
            bits: 32,
        };
        assert_eq!(compute(Binary::Subtract, 3, 5, unsigned), (1 << 32) - 2);
        assert_eq!(compute(Binary::Subtract, 5, 3, unsigned), 2);
        assert_eq!(compute(Binary::Subtract, 3, 5, Scalar::INT), -2);
        let largest = (1 << 32) - 1;
        assert_eq!(compute(Binary::Add, largest, 1, unsigned), 0);
        assert_eq!(compute(Binary::Add, largest, 1, Scalar::INT), 1 << 32);
        assert_eq!(compute(Binary::Multiply, 65_537, 65_536, unsigned), 65_536);
    }

    #[test]
    fn known_bits_are_computed() {
        let value = |operator, a, b| {
            let result = binary(operator, &Value::int(a), &Value::int(b)).ok();
            result.and_then(|value| value.literal())
        };
        assert_eq!(value(Binary::BitXor, 5, 1), Some(4));
        assert_eq!(value(Binary::BitAnd, 6, 3), Some(2));
        assert_eq!(value(Binary::ShiftLeft, 1, 4), Some(16));
        assert_eq!(value(Binary::ShiftRight, -5, 1), Some(-3));
    }
}
