//! Values of C expressions as terms, and the arithmetic of C.
//!
//! Signed integers are unbounded and floating-point numbers are reals. Unsigned types are exact: their
//! values lie in their range, since arithmetic in them and conversions to and from them wrap around.
//! So are types that are narrower than `int`, in which nothing is computed.

use logic::{Integer, Op, Sort, Term};

use crate::constant;
use crate::syntax::{Binary, Scalar};
use crate::token::Signedness;

/// A value with its type in C. Comparisons have the type `int` and a formula as their term.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) term: Term,
    pub(super) scalar: Scalar,
}

/// Why an operator has no value here.
pub(super) enum Refusal {
    /// The operands have no such operator.
    Wrong,
    /// Bits of numbers that are not known.
    Bits,
}

/// The sort of a variable of a type.
pub(super) fn sort(scalar: Scalar) -> Sort {
    match scalar {
        Scalar::Real => Sort::Real,
        _ => Sort::Int,
    }
}

impl Value {
    pub(super) fn int(value: i64) -> Value {
        Value::of_int(Term::int(value))
    }

    pub(super) fn of_int(term: Term) -> Value {
        Value {
            term,
            scalar: Scalar::INT,
        }
    }

    /// The value as a number.
    pub(super) fn number(&self) -> Term {
        if *self.term.sort() == Sort::Bool {
            Term::ite(self.term.clone(), Term::int(1), Term::int(0))
        } else {
            self.term.clone()
        }
    }

    /// Whether the value counts as true.
    pub(super) fn truth(&self) -> Term {
        match self.term.sort() {
            Sort::Bool => self.term.clone(),
            sort => Term::ne(self.term.clone(), Term::number(sort, 0)),
        }
    }

    /// The value if it is a known integer.
    pub(super) fn literal(&self) -> Option<i64> {
        match self.number().as_value() {
            Some(logic::Value::Int(value)) => value.to_i64(),
            _ => None,
        }
    }

    /// The value converted to a type.
    pub(super) fn convert(&self, to: Scalar) -> Value {
        let is_real = *self.term.sort() == Sort::Real;
        let term = match to {
            Scalar::Bool => Value::of_int(self.truth()).number(),
            Scalar::Real if is_real => self.term.clone(),
            Scalar::Real => Term::to_real(self.number()),
            Scalar::Integer { sign, bits } => self.integer(sign, bits),
            Scalar::Void | Scalar::Status | Scalar::Request | Scalar::Opaque => self.number(),
        };
        Value { term, scalar: to }
    }
}

impl Value {
    /// The value converted to an integer type.
    fn integer(&self, sign: Signedness, bits: u8) -> Term {
        let whole = if *self.term.sort() == Sort::Real {
            truncated(self.term.clone())
        } else {
            self.number()
        };
        if self.fits(sign, bits) {
            return whole;
        }
        let is_known = whole.as_value().is_some();
        match (self.scalar, sign) {
            _ if is_known || bits < Scalar::INT_BITS => narrowed(whole, sign, bits),
            (
                Scalar::Integer {
                    sign: Signedness::Unsigned,
                    bits: width,
                },
                Signedness::Signed,
            ) if width == bits => lowered(whole, bits),
            (
                Scalar::Integer {
                    sign: Signedness::Unsigned,
                    ..
                },
                _,
            ) => narrowed(whole, sign, bits),
            (Scalar::Integer { bits: width, .. }, Signedness::Unsigned) if width > bits => {
                narrowed(whole, sign, bits)
            }
            (_, Signedness::Unsigned) => wrapped(whole, bits),
            (_, Signedness::Signed) => whole,
        }
    }

    /// Whether the type says that the value is one of an integer type.
    fn fits(&self, sign: Signedness, bits: u8) -> bool {
        match self.scalar {
            _ if *self.term.sort() == Sort::Bool => true,
            Scalar::Bool => true,
            Scalar::Integer {
                sign: own,
                bits: width,
            } => match (own, sign) {
                (Signedness::Unsigned, Signedness::Signed) => width < bits,
                (Signedness::Signed, Signedness::Unsigned) => false,
                _ => width <= bits,
            },
            _ => false,
        }
    }
}

/// A number in a narrow type: the one of the type that differs by a multiple of its size.
fn narrowed(term: Term, sign: Signedness, bits: u8) -> Term {
    let size = || Term::int(Integer::power_of_two(u32::from(bits)));
    match sign {
        Signedness::Unsigned => Term::modulo(term, size()),
        Signedness::Signed => {
            let half = || Term::int(Integer::power_of_two(u32::from(bits) - 1));
            Term::sub(Term::modulo(Term::add([term, half()]), size()), half())
        }
    }
}

/// A number of an unsigned type as the signed one of as many bits.
fn lowered(term: Term, bits: u8) -> Term {
    let half = Term::int(Integer::power_of_two(u32::from(bits) - 1));
    let size = Term::int(Integer::power_of_two(u32::from(bits)));
    let is_large = Term::ge(term.clone(), half);
    Term::ite(is_large, Term::sub(term.clone(), size), term)
}

/// The sum of two numbers of an unsigned type, which is at most twice as large as the type.
fn carried(term: Term, bits: u8) -> Term {
    let size = Term::int(Integer::power_of_two(u32::from(bits)));
    let is_large = Term::ge(term.clone(), size.clone());
    Term::ite(is_large, Term::sub(term.clone(), size), term)
}

/// The smallest and the largest number of an integer type.
pub(super) fn range(scalar: Scalar) -> Option<(Integer, Integer)> {
    let power = |bits: u8| Integer::power_of_two(u32::from(bits));
    match scalar {
        Scalar::Bool => Some((Integer::ZERO, Integer::ONE)),
        Scalar::Integer {
            sign: Signedness::Unsigned,
            bits,
        } => Some((Integer::ZERO, power(bits) - Integer::ONE)),
        Scalar::Integer {
            sign: Signedness::Signed,
            bits,
        } => Some((-power(bits - 1), power(bits - 1) - Integer::ONE)),
        _ => None,
    }
}

/// Whether numbers of a type are taken to be unbounded.
pub(super) fn is_unbounded(scalar: Scalar) -> bool {
    matches!(
        scalar,
        Scalar::Integer {
            sign: Signedness::Signed,
            bits: Scalar::INT_BITS..,
        }
    )
}

/// A negative number as the unsigned number of as many bits.
fn wrapped(term: Term, bits: u8) -> Term {
    let modulus = Term::int(Integer::power_of_two(u32::from(bits)));
    let is_negative = Term::lt(term.clone(), Term::int(0));
    Term::ite(is_negative, Term::add([term.clone(), modulus]), term)
}

/// A real without what stands behind its point.
fn truncated(term: Term) -> Term {
    let floor = |term| Term::app(Op::ToInt, vec![term]);
    let is_negative = Term::lt(term.clone(), Term::real(0));
    let below = Term::neg(floor(Term::neg(term.clone())));
    Term::ite(is_negative, below, floor(term))
}

/// The type in which an operator with one operand computes: C's integer promotions.
pub(super) fn promoted(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Integer { bits, .. } if bits >= Scalar::INT_BITS => scalar,
        Scalar::Real => Scalar::Real,
        _ => Scalar::INT,
    }
}

/// The type in which an operator computes: C's usual arithmetic conversions.
pub(super) fn common(a: Scalar, b: Scalar) -> Scalar {
    match (promoted(a), promoted(b)) {
        (Scalar::Real, _) | (_, Scalar::Real) => Scalar::Real,
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
        if left_type == Scalar::Real || right_type == Scalar::Real {
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
    let is_real = scalar == Scalar::Real;
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
    fn conversions_between_signed_and_unsigned_are_exact() {
        let of = |sign, bits| Scalar::Integer { sign, bits };
        let (signed, unsigned) = (Signedness::Signed, Signedness::Unsigned);
        let cases: [(Scalar, i64, Scalar, i64); 7] = [
            (of(unsigned, 32), (1 << 32) - 1, Scalar::INT, -1),
            (of(unsigned, 32), 7, Scalar::INT, 7),
            (of(unsigned, 64), (1 << 32) + 5, Scalar::INT, 5),
            (of(unsigned, 64), (1 << 32) + 5, of(unsigned, 32), 5),
            (of(signed, 64), -1, of(unsigned, 32), (1 << 32) - 1),
            (Scalar::INT, -1, of(unsigned, 32), (1 << 32) - 1),
            (
                of(unsigned, 32),
                (1 << 32) - 1,
                of(signed, 64),
                (1 << 32) - 1,
            ),
        ];
        for (from, value, to, expected) in cases {
            let var = logic::Var::new("a", Sort::Int);
            let mut model = logic::Model::default();
            model.set(var.clone(), logic::Value::Int(value.into()));
            let known = Value {
                term: Term::int(value),
                scalar: from,
            };
            let open = Value {
                term: var.term(),
                scalar: from,
            };
            let found = model.eval(&open.convert(to).term).expect("a value");
            assert_eq!(found, logic::Value::Int(expected.into()), "{from:?} {to:?}");
            assert_eq!(known.convert(to).literal(), Some(expected));
        }
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
