//! Integers and rationals agree with reference implementations, also where an `i64` ends.

use dashu_int::IBig;
use logic::testing::deterministic;
use logic::{Integer, Rational};
use proptest::prelude::*;

/// Small numbers, and numbers around the borders of `i64` and beyond.
fn numbers() -> impl Strategy<Value = i128> {
    let max = i128::from(i64::MAX);
    let min = i128::from(i64::MIN);
    prop_oneof![
        -20i128..20,
        any::<i64>().prop_map(i128::from),
        max - 3..max + 4,
        min - 3..min + 4,
        -(1i128 << 100)..1i128 << 100,
        (-3i128..4).prop_map(|x| x * (1i128 << 62)),
    ]
}

fn big(value: i128) -> IBig {
    IBig::from(value)
}

fn same(ours: &Integer, reference: &IBig) -> Result<(), TestCaseError> {
    prop_assert_eq!(ours.to_string(), reference.to_string());
    // Equal values have one representation, whichever way they came about.
    let parsed: Integer = reference.to_string().parse().expect("these are digits");
    prop_assert_eq!(ours, &parsed);
    prop_assert_eq!(ours.to_i64(), i64::try_from(reference).ok());
    Ok(())
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 {
        a.abs()
    } else {
        greatest_common_divisor(b, a % b)
    }
}

proptest! {
    #![proptest_config(deterministic(3000))]

    #[test]
    fn integers_agree_with_the_reference(a in numbers(), b in numbers()) {
        let (x, y) = (Integer::from(a), Integer::from(b));
        same(&(&x + &y), &(big(a) + big(b)))?;
        same(&(&x - &y), &(big(a) - big(b)))?;
        same(&(&x * &y), &(big(a) * big(b)))?;
        same(&-&x, &-big(a))?;
        same(&x.abs(), &big(a.abs()))?;
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!((x.is_zero(), x.is_negative(), x.is_positive()), (a == 0, a < 0, a > 0));
        same(&x.gcd(&y), &big(greatest_common_divisor(a, b)))?;
        match x.div_mod(&y) {
            None => prop_assert_eq!(b, 0),
            Some((q, r)) => {
                same(&q, &big(a.div_euclid(b)))?;
                same(&r, &big(a.rem_euclid(b)))?;
                let floor = a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
                same(&x.div_floor(&y).expect("the divisor is not zero"), &big(floor))?;
                prop_assert_eq!(y.divides(&x), a % b == 0);
                prop_assert_eq!(&x.lcm(&y) * &x.gcd(&y), (x * y).abs());
            }
        }
    }

    #[test]
    fn rationals_are_a_field(
        a in numbers(), b in numbers(), c in numbers(), d in numbers(),
    ) {
        let fraction = |n: i128, d: i128| Rational::new(n.into(), d.into());
        let (Some(x), Some(y)) = (fraction(a, b), fraction(c, d)) else {
            prop_assert!(b == 0 || d == 0);
            return Ok(());
        };
        prop_assert!(x.denominator().is_positive());
        prop_assert!(x.numerator().gcd(x.denominator()).is_one());
        // Two fractions are equal when their cross products are.
        let equals = |value: &Rational, n: IBig, d: IBig| {
            let ours: IBig = value.numerator().to_string().parse().expect("these are digits");
            let below: IBig = value.denominator().to_string().parse().expect("these are digits");
            ours * d == n * below
        };
        let product = big(b) * big(d);
        prop_assert!(equals(&(&x + &y), big(a) * big(d) + big(c) * big(b), product.clone()));
        prop_assert!(equals(&(&x - &y), big(a) * big(d) - big(c) * big(b), product.clone()));
        prop_assert!(equals(&(&x * &y), big(a) * big(c), product));
        match x.checked_div(&y) {
            None => prop_assert_eq!(c, 0),
            Some(quotient) => prop_assert!(equals(&quotient, big(a) * big(d), big(b) * big(c))),
        }
        let difference = &x - &y;
        prop_assert_eq!(x.cmp(&y), difference.cmp(&Rational::ZERO));
        prop_assert_eq!(x == y, difference.is_zero());
        let floor = Rational::from(x.floor());
        prop_assert!(floor <= x && x < &floor + &Rational::ONE);
        let ceil = Rational::from(x.ceil());
        prop_assert!(x <= ceil && &ceil - &Rational::ONE < x);
        prop_assert_eq!(x.to_string().parse::<Rational>(), Ok(x));
    }
}
