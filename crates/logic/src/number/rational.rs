//! Fractions in lowest terms.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use super::{Integer, ParseIntegerError};

/// A rational number.
///
/// Invariant: the denominator is positive and has no common divisor with the numerator.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: Integer,
    denominator: Integer,
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational {
        numerator: Integer::ZERO,
        denominator: Integer::ONE,
    };
    /// One.
    pub const ONE: Rational = Rational {
        numerator: Integer::ONE,
        denominator: Integer::ONE,
    };

    /// The fraction `numerator / denominator`; `None` where the denominator is zero.
    #[must_use]
    pub fn new(numerator: Integer, denominator: Integer) -> Option<Self> {
        if denominator.is_zero() {
            return None;
        }
        if denominator.is_one() {
            return Some(Rational {
                numerator,
                denominator,
            });
        }
        let mut gcd = numerator.gcd(&denominator);
        if denominator.is_negative() {
            gcd = -gcd;
        }
        let (numerator, _) = numerator.div_mod(&gcd)?;
        let (denominator, _) = denominator.div_mod(&gcd)?;
        Some(Rational {
            numerator,
            denominator,
        })
    }

    /// The numerator of the fraction in lowest terms; it carries the sign.
    #[must_use]
    pub fn numerator(&self) -> &Integer {
        &self.numerator
    }

    /// The denominator of the fraction in lowest terms; always positive.
    #[must_use]
    pub fn denominator(&self) -> &Integer {
        &self.denominator
    }

    /// The value as an integer, if it is one.
    #[must_use]
    pub fn to_integer(&self) -> Option<&Integer> {
        self.denominator.is_one().then_some(&self.numerator)
    }

    /// The greatest integer that is at most this value.
    #[must_use]
    pub fn floor(&self) -> Integer {
        self.numerator
            .div_floor(&self.denominator)
            .expect("a denominator is never zero")
    }

    /// The least integer that is at least this value.
    #[must_use]
    pub fn ceil(&self) -> Integer {
        -(-self).floor()
    }

    /// Whether the value is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether the value is one.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.numerator.is_one() && self.denominator.is_one()
    }

    /// Whether the value is less than zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    /// Whether the value is greater than zero.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.numerator.is_positive()
    }

    /// The quotient; `None` where the divisor is zero.
    #[must_use]
    pub fn checked_div(&self, divisor: &Rational) -> Option<Rational> {
        Rational::new(
            &self.numerator * &divisor.denominator,
            &self.denominator * &divisor.numerator,
        )
    }
}

impl From<Integer> for Rational {
    fn from(value: Integer) -> Self {
        Rational {
            numerator: value,
            denominator: Integer::ONE,
        }
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Integer::from(value).into()
    }
}

impl<'a> Add<&'a Rational> for &'a Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        if self.denominator.is_one() && other.denominator.is_one() {
            return (&self.numerator + &other.numerator).into();
        }
        Rational::new(
            &self.numerator * &other.denominator + &other.numerator * &self.denominator,
            &self.denominator * &other.denominator,
        )
        .expect("a product of denominators is not zero")
    }
}

impl<'a> Sub<&'a Rational> for &'a Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl<'a> Mul<&'a Rational> for &'a Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        if self.denominator.is_one() && other.denominator.is_one() {
            return (&self.numerator * &other.numerator).into();
        }
        Rational::new(
            &self.numerator * &other.numerator,
            &self.denominator * &other.denominator,
        )
        .expect("a product of denominators is not zero")
    }
}

macro_rules! by_value {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                $trait::$method(&self, &other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul);

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational {
            numerator: -&self.numerator,
            denominator: self.denominator.clone(),
        }
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        -&self
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator.is_one() {
            self.numerator.fmt(f)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rational {
    type Err = ParseIntegerError;

    /// Reads `3`, `-3/4` and the decimal fraction `1.25`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some((numerator, denominator)) = text.split_once('/') {
            return Rational::new(numerator.parse()?, denominator.parse()?)
                .ok_or(ParseIntegerError);
        }
        let Some((whole, fraction)) = text.split_once('.') else {
            return Ok(text.parse::<Integer>()?.into());
        };
        if fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseIntegerError);
        }
        let numerator: Integer = format!("{whole}{fraction}").parse()?;
        let denominator: Integer = format!("1{}", "0".repeat(fraction.len())).parse()?;
        Ok(Rational::new(numerator, denominator).expect("a power of ten is not zero"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(text: &str) -> Rational {
        text.parse().unwrap()
    }

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        assert_eq!(q("4/-6").to_string(), "-2/3");
        assert_eq!(q("1.250"), q("5/4"));
        assert_eq!(q("-0.5"), q("-1/2"));
        assert_eq!(q("1/2") + q("1/3"), q("5/6"));
        assert_eq!(q("1/2") * q("2/1"), Rational::ONE);
        assert_eq!(q("1/2").checked_div(&Rational::ZERO), None);
    }

    #[test]
    fn floor_and_ceil_go_the_right_way_for_negative_values() {
        assert_eq!(
            (q("-1/2").floor(), q("-1/2").ceil()),
            (Integer::MINUS_ONE, Integer::ZERO)
        );
        assert_eq!(
            (q("7/2").floor(), q("7/2").ceil()),
            (Integer::from(3), Integer::from(4))
        );
    }

    #[test]
    fn order_is_the_order_of_values() {
        assert!(q("1/3") < q("1/2"));
        assert!(q("-1/2") < q("-1/3"));
    }
}
