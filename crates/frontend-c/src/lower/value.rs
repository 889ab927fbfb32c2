//! Values of C expressions as terms, and their conversions.
//!
//! Floating-point numbers are reals, and terms for signed integers go beyond their types: that nothing
//! overflows is said apart (`definedness`). Unsigned types are exact: their
//! values lie in their range, since arithmetic in them and conversions to and from them wrap around.
//! So are types that are narrower than `int`, in which nothing is computed.

use logic::{Integer, Op, Sort, Term};

use crate::syntax::Scalar;
use crate::token::Signedness;

/// A value with its type in C. Comparisons have the type `int` and a formula as their term.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) term: Term,
    pub(super) scalar: Scalar,
}

/// The sort of a variable of a type.
pub(super) fn sort(scalar: Scalar) -> Sort {
    match scalar {
        Scalar::Real | Scalar::Float => Sort::Real,
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
            Scalar::Real | Scalar::Float if is_real => self.term.clone(),
            Scalar::Real | Scalar::Float => Term::to_real(self.number()),
            Scalar::Integer { sign, bits } => self.integer(sign, bits),
            Scalar::Void | Scalar::Status | Scalar::Record(_) => self.number(),
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
            // What is too long for it is cut off, as all compilers do.
            (Scalar::Integer { bits: width, .. }, Signedness::Signed) if width > bits => {
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
pub(super) fn narrowed(term: Term, sign: Signedness, bits: u8) -> Term {
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
pub(super) fn carried(term: Term, bits: u8) -> Term {
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

/// Whether results in a type may overflow. Terms have the numbers beyond its range as well.
pub(super) fn may_overflow(scalar: Scalar) -> bool {
    matches!(
        scalar,
        Scalar::Integer {
            sign: Signedness::Signed,
            bits: Scalar::INT_BITS..,
        }
    )
}

/// A negative number as the unsigned number of as many bits.
pub(super) fn wrapped(term: Term, bits: u8) -> Term {
    let modulus = Term::int(Integer::power_of_two(u32::from(bits)));
    let is_negative = Term::lt(term.clone(), Term::int(0));
    Term::ite(is_negative, Term::add([term.clone(), modulus]), term)
}

/// A real without what stands behind its point.
pub(super) fn truncated(term: Term) -> Term {
    let floor = |term| Term::app(Op::ToInt, vec![term]);
    let is_negative = Term::lt(term.clone(), Term::real(0));
    let below = Term::neg(floor(Term::neg(term.clone())));
    Term::ite(is_negative, below, floor(term))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
