//! Numbers as bits, in two's complement.

use logic::{Integer, Term};

use crate::syntax::Scalar;
use crate::token::Signedness;

/// The number of a type whose bits are computed from those of two numbers of it, one by one.
pub(super) fn combined(
    scalar: Scalar,
    [a, b]: [&Term; 2],
    bit: &dyn Fn(Term, Term) -> Term,
) -> Term {
    let (sign, width) = match scalar {
        Scalar::Integer { sign, bits } => (sign, bits),
        _ => (Signedness::Unsigned, 1),
    };
    let two = || Term::int(2);
    // What is left of the numbers above a bit, rounded down: so negative numbers have their signs all
    // the way up.
    let (mut a, mut b) = (a.clone(), b.clone());
    let mut weight = Integer::ONE;
    let mut parts = Vec::new();
    for position in 0..width {
        let is_sign = sign == Signedness::Signed && position + 1 == width;
        let both = bit(
            Term::modulo(a.clone(), two()),
            Term::modulo(b.clone(), two()),
        );
        let own = match is_sign {
            true => Term::neg(Term::int(weight.clone())),
            false => Term::int(weight.clone()),
        };
        parts.push(Term::mul([own, both]));
        (a, b) = (Term::div(a, two()), Term::div(b, two()));
        weight = &weight + &weight;
    }
    Term::add(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_the_machine() {
        let and = |a, b| Term::mul([a, b]);
        let signed = Scalar::Integer {
            sign: Signedness::Signed,
            bits: 8,
        };
        let unsigned = Scalar::Integer {
            sign: Signedness::Unsigned,
            bits: 8,
        };
        for a in i8::MIN..=i8::MAX {
            for b in [-128_i8, -77, -1, 0, 1, 5, 127] {
                let own = combined(
                    signed,
                    [&Term::int(i64::from(a)), &Term::int(i64::from(b))],
                    &and,
                );
                assert_eq!(own, Term::int(i64::from(a & b)), "{a} & {b}");
                let (a, b) = (i64::from(a as u8), i64::from(b as u8));
                let own = combined(unsigned, [&Term::int(a), &Term::int(b)], &and);
                assert_eq!(own, Term::int(a & b), "{a} & {b}");
            }
        }
    }
}
