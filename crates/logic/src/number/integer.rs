//! Integers: an `i64` while the value fits, a big integer otherwise.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;
use std::sync::Arc;

use dashu_int::ops::{BitTest, Gcd};
use dashu_int::{IBig, UBig};

/// An integer without bounds.
///
/// Invariant: a value that fits into an `i64` is always `Small`, so that derived equality and
/// hashing are equality of values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Arc<IBig>),
}

use Repr::{Big, Small};

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer(Small(0));
    /// One.
    pub const ONE: Integer = Integer(Small(1));
    /// Minus one.
    pub const MINUS_ONE: Integer = Integer(Small(-1));

    fn from_big(value: IBig) -> Self {
        match i64::try_from(&value) {
            Ok(small) => Integer(Small(small)),
            Err(_) => Integer(Big(Arc::new(value))),
        }
    }

    fn to_big(&self) -> IBig {
        match &self.0 {
            Small(value) => IBig::from(*value),
            Big(value) => (**value).clone(),
        }
    }

    /// The value as an `i64`, if it fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(value) => Some(*value),
            Big(_) => None,
        }
    }

    /// The value as a `u64`, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Small(value) => u64::try_from(*value).ok(),
            Big(value) => u64::try_from(&**value).ok(),
        }
    }

    /// Whether the value is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Whether the value is one.
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// Whether the value is less than zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(value) => *value < 0,
            Big(value) => **value < IBig::ZERO,
        }
    }

    /// Whether the value is greater than zero.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        !self.is_negative() && !self.is_zero()
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Integer {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Two to the power of `exponent`.
    #[must_use]
    pub fn power_of_two(exponent: u32) -> Integer {
        if exponent < 63 {
            Integer(Small(1 << exponent))
        } else {
            Integer::from_big(IBig::ONE << exponent as usize)
        }
    }

    /// Quotient and remainder as SMT-LIB's `div` and `mod` define them: the remainder is never
    /// negative, whatever the signs. `None` where the divisor is zero.
    #[must_use]
    pub fn div_mod(&self, divisor: &Integer) -> Option<(Integer, Integer)> {
        if divisor.is_zero() {
            return None;
        }
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let (Some(q), Some(r)) = (a.checked_div_euclid(*b), a.checked_rem_euclid(*b))
        {
            return Some((Integer(Small(q)), Integer(Small(r))));
        }
        let (a, b) = (self.to_big(), divisor.to_big());
        let (mut q, mut r) = (&a / &b, &a % &b);
        if r < IBig::ZERO {
            if b > IBig::ZERO {
                r += &b;
                q -= IBig::ONE;
            } else {
                r -= &b;
                q += IBig::ONE;
            }
        }
        Some((Integer::from_big(q), Integer::from_big(r)))
    }

    /// The greatest integer that is at most `self / divisor`; `None` where the divisor is zero.
    #[must_use]
    pub fn div_floor(&self, divisor: &Integer) -> Option<Integer> {
        let (q, r) = self.div_mod(divisor)?;
        // Euclidean and floored division differ only for a negative divisor that does not divide.
        Some(if divisor.is_negative() && !r.is_zero() {
            q - Integer::ONE
        } else {
            q
        })
    }

    /// Whether `self` divides `other`; zero divides only zero.
    #[must_use]
    pub fn divides(&self, other: &Integer) -> bool {
        match other.div_mod(self) {
            Some((_, r)) => r.is_zero(),
            None => other.is_zero(),
        }
    }

    /// The greatest common divisor, never negative; `gcd(0, 0)` is 0.
    #[must_use]
    pub fn gcd(&self, other: &Integer) -> Integer {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return Integer::from(a);
        }
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        Integer::from_big(IBig::from(Gcd::gcd(&self.to_big(), &other.to_big())))
    }

    /// How many bits the absolute value has.
    pub(crate) fn bit_length(&self) -> usize {
        match &self.0 {
            Small(value) => (u64::BITS - value.unsigned_abs().leading_zeros()) as usize,
            Big(value) => value.bit_len(),
        }
    }

    /// The bits that both numbers have. Neither may be negative.
    pub(crate) fn bit_and(&self, other: &Integer) -> Integer {
        self.bitwise(other, |a, b| a & b, |a, b| a & b)
    }

    /// The bits that one of the numbers has. Neither may be negative.
    pub(crate) fn bit_or(&self, other: &Integer) -> Integer {
        self.bitwise(other, |a, b| a | b, |a, b| a | b)
    }

    /// The bits that exactly one of the numbers has. Neither may be negative.
    pub(crate) fn bit_xor(&self, other: &Integer) -> Integer {
        self.bitwise(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    fn bitwise(
        &self,
        other: &Integer,
        small: impl Fn(i64, i64) -> i64,
        big: impl Fn(IBig, IBig) -> IBig,
    ) -> Integer {
        debug_assert!(!self.is_negative() && !other.is_negative());
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Integer(Small(small(*a, *b))),
            _ => Integer::from_big(big(self.to_big(), other.to_big())),
        }
    }

    /// The least common multiple, never negative.
    #[must_use]
    pub fn lcm(&self, other: &Integer) -> Integer {
        let gcd = self.gcd(other);
        match self.div_mod(&gcd) {
            Some((q, _)) => (q * other).abs(),
            None => Integer::ZERO,
        }
    }
}

macro_rules! from_primitive {
    ($($t:ty),*) => {$(
        impl From<$t> for Integer {
            fn from(value: $t) -> Self {
                match i64::try_from(value) {
                    Ok(small) => Integer(Small(small)),
                    Err(_) => Integer::from_big(IBig::from(value)),
                }
            }
        }
    )*};
}
from_primitive!(i32, u32, i64, u64, i128, u128, usize);

macro_rules! binary_operation {
    ($trait:ident, $method:ident, $checked:ident, $assign_trait:ident, $assign:ident) => {
        impl $trait<&Integer> for &Integer {
            type Output = Integer;
            fn $method(self, other: &Integer) -> Integer {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(value) = a.$checked(*b)
                {
                    return Integer(Small(value));
                }
                Integer::from_big($trait::$method(self.to_big(), other.to_big()))
            }
        }
        impl $trait<Integer> for Integer {
            type Output = Integer;
            fn $method(self, other: Integer) -> Integer {
                $trait::$method(&self, &other)
            }
        }
        impl $trait<&Integer> for Integer {
            type Output = Integer;
            fn $method(self, other: &Integer) -> Integer {
                $trait::$method(&self, other)
            }
        }
        impl $trait<Integer> for &Integer {
            type Output = Integer;
            fn $method(self, other: Integer) -> Integer {
                $trait::$method(self, &other)
            }
        }
        impl $assign_trait<&Integer> for Integer {
            fn $assign(&mut self, other: &Integer) {
                *self = $trait::$method(&*self, other);
            }
        }
    };
}
binary_operation!(Add, add, checked_add, AddAssign, add_assign);
binary_operation!(Sub, sub, checked_sub, SubAssign, sub_assign);
binary_operation!(Mul, mul, checked_mul, MulAssign, mul_assign);

impl Neg for &Integer {
    type Output = Integer;
    fn neg(self) -> Integer {
        match &self.0 {
            Small(value) => match value.checked_neg() {
                Some(value) => Integer(Small(value)),
                None => Integer::from_big(-IBig::from(*value)),
            },
            Big(value) => Integer::from_big(-(**value).clone()),
        }
    }
}

impl Neg for Integer {
    type Output = Integer;
    fn neg(self) -> Integer {
        -&self
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // A big value lies outside the range of the small ones, so its sign decides.
            (Small(_), Big(b)) => IBig::ZERO.cmp(b),
            (Big(a), Small(_)) => (**a).cmp(&IBig::ZERO),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(value) => value.fmt(f),
            Big(value) => value.fmt(f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a decimal integer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a decimal integer")]
pub struct ParseIntegerError;

impl FromStr for Integer {
    type Err = ParseIntegerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseIntegerError);
        }
        // Eighteen digits always fit.
        if digits.len() <= 18
            && let Ok(value) = digits.parse::<i64>()
        {
            return Ok(Integer(Small(if negative { -value } else { value })));
        }
        let magnitude = UBig::from_str_radix(digits, 10).map_err(|_| ParseIntegerError)?;
        let value = IBig::from(magnitude);
        Ok(Integer::from_big(if negative { -value } else { value }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Integer {
        text.parse().unwrap()
    }

    #[test]
    fn small_and_big_values_meet_at_the_border() {
        let max = Integer::from(i64::MAX);
        let beyond = &max + &Integer::ONE;
        assert_eq!(beyond.to_i64(), None);
        assert_eq!(&beyond - &Integer::ONE, max);
        assert!(beyond > max);
        assert!(-&beyond - Integer::ONE < Integer::from(i64::MIN));
        assert_eq!(-Integer::from(i64::MIN), beyond);
        assert_eq!(beyond.to_string(), "9223372036854775808");
    }

    #[test]
    fn division_leaves_no_negative_remainder() {
        for (a, b, q, r) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)] {
            let (a, b) = (Integer::from(a), Integer::from(b));
            assert_eq!(a.div_mod(&b), Some((Integer::from(q), Integer::from(r))));
            let shift = Integer::power_of_two(80) * Integer::from(2);
            let big = &a * &shift;
            let (big_q, big_r) = big.div_mod(&(&b * &shift)).unwrap();
            assert_eq!(
                (big_q, big_r),
                (Integer::from(q), &shift * &Integer::from(r))
            );
        }
        assert_eq!(Integer::ONE.div_mod(&Integer::ZERO), None);
        assert_eq!(
            Integer::from(i64::MIN)
                .div_mod(&Integer::MINUS_ONE)
                .unwrap()
                .1,
            Integer::ZERO
        );
        assert_eq!(
            Integer::from(7).div_floor(&Integer::from(-2)),
            Some(Integer::from(-4))
        );
        assert_eq!(
            Integer::from(-7).div_floor(&Integer::from(2)),
            Some(Integer::from(-4))
        );
    }

    #[test]
    fn common_divisors_and_multiples() {
        assert_eq!(Integer::from(12).gcd(&Integer::from(-18)), Integer::from(6));
        assert_eq!(Integer::ZERO.gcd(&Integer::ZERO), Integer::ZERO);
        assert_eq!(
            Integer::from(i64::MIN).gcd(&Integer::ZERO),
            int("9223372036854775808")
        );
        assert_eq!(Integer::from(4).lcm(&Integer::from(6)), Integer::from(12));
        let big = Integer::power_of_two(100);
        assert_eq!(big.gcd(&Integer::from(96)), Integer::from(32));
    }

    #[test]
    fn parsing_accepts_decimal_digits_only() {
        assert_eq!(int("-0"), Integer::ZERO);
        for bad in ["", "-", "+1", "1_000", "0x1", " 1"] {
            assert!(bad.parse::<Integer>().is_err(), "{bad}");
        }
        let long = "9".repeat(1000);
        assert_eq!(int(&long).to_string(), long);
    }
}
