//! Rows of integers without a common divisor: machine numbers while they fit, big ones otherwise.
//!
//! Nearly all work of this crate is to combine two rows and to divide out what their entries have
//! in common. The choice between machine and big numbers is therefore made once for a row and not
//! once for a number: the usual row is a plain slice of `i64`.

use std::cmp::Ordering;

use logic::Integer;

/// A vector of integers, up to a positive factor.
///
/// Invariant: the entries have no common divisor but one (or all are zero), and a row is `Small`
/// exactly if every entry is above `i64::MIN` and fits into an `i64`. So equality is equality up to
/// a positive factor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Row(Entries);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Entries {
    Small(Box<[i64]>),
    Big(Box<[Integer]>),
}

use Entries::{Big, Small};

impl Row {
    /// The row that is one at `column` and zero elsewhere.
    pub(crate) fn unit(columns: usize, column: usize) -> Row {
        let mut entries = vec![0; columns];
        entries[column] = 1;
        Row(Small(entries.into()))
    }

    /// The row of these numbers, divided by what they have in common.
    pub(crate) fn of(entries: impl IntoIterator<Item = Integer>) -> Row {
        let entries: Box<[Integer]> = entries.into_iter().collect();
        match entries.iter().map(small).collect::<Option<Box<[i64]>>>() {
            Some(entries) => Row(Small(primitive(entries))),
            None => Row::of_big(entries),
        }
    }

    /// The row of these numbers, and the positive number that was divided out of them.
    pub(crate) fn with_content(entries: &[Integer]) -> (Row, Integer) {
        let row = Row::of(entries.iter().cloned());
        let content = match row.support().next() {
            Some(column) => exact_quotient(&entries[column], &row.get(column)),
            None => Integer::ONE,
        };
        (row, content)
    }

    /// The sum of two points in homogeneous coordinates, whose column 0 is the denominator.
    pub(crate) fn sum_of_points(x: &Row, y: &Row) -> Row {
        let (x0, y0) = (x.get(0), y.get(0));
        let rest = (1..x.columns()).map(|column| &y0 * &x.get(column) + &x0 * &y.get(column));
        Row::of([&x0 * &y0].into_iter().chain(rest))
    }

    fn of_big(mut entries: Box<[Integer]>) -> Row {
        let mut divisor = Integer::ZERO;
        for entry in &entries {
            divisor = divisor.gcd(entry);
            if divisor.is_one() {
                break;
            }
        }
        if !divisor.is_zero() && !divisor.is_one() {
            for entry in &mut entries {
                *entry = exact_quotient(entry, &divisor);
            }
        }
        match entries.iter().map(small).collect() {
            Some(entries) => Row(Small(entries)),
            None => Row(Big(entries)),
        }
    }

    fn of_wide(mut entries: Vec<i128>) -> Row {
        let mut divisor = 0_u128;
        for entry in &entries {
            divisor = gcd_wide(divisor, entry.unsigned_abs());
            if divisor == 1 {
                break;
            }
        }
        // A divisor that is no `i128` can only be 2^127, and no entry is that large.
        if divisor > 1
            && let Ok(divisor) = i128::try_from(divisor)
        {
            for entry in &mut entries {
                *entry /= divisor;
            }
        }
        let narrow = |entry: &i128| i64::try_from(*entry).ok().filter(|v| *v != i64::MIN);
        match entries.iter().map(narrow).collect() {
            Some(entries) => Row(Small(entries)),
            None => Row(Big(entries.into_iter().map(Integer::from).collect())),
        }
    }

    pub(crate) fn columns(&self) -> usize {
        match &self.0 {
            Small(entries) => entries.len(),
            Big(entries) => entries.len(),
        }
    }

    pub(crate) fn get(&self, column: usize) -> Integer {
        match &self.0 {
            Small(entries) => Integer::from(entries[column]),
            Big(entries) => entries[column].clone(),
        }
    }

    /// The sign of an entry, as its comparison with zero.
    pub(crate) fn sign(&self, column: usize) -> Ordering {
        match &self.0 {
            Small(entries) => entries[column].cmp(&0),
            Big(entries) => entries[column].cmp(&Integer::ZERO),
        }
    }

    pub(crate) fn is_zero_at(&self, column: usize) -> bool {
        self.sign(column).is_eq()
    }

    pub(crate) fn is_zero(&self) -> bool {
        match &self.0 {
            Small(entries) => entries.iter().all(|entry| *entry == 0),
            Big(_) => false,
        }
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Integer> + '_ {
        (0..self.columns()).map(|column| self.get(column))
    }

    /// The columns whose entry is not zero.
    pub(crate) fn support(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns()).filter(|column| !self.is_zero_at(*column))
    }

    pub(crate) fn negated(&self) -> Row {
        match &self.0 {
            Small(entries) => Row(Small(entries.iter().map(|entry| -entry).collect())),
            Big(entries) => Row(Big(entries.iter().map(|entry| -entry).collect())),
        }
    }

    /// The scalar product.
    pub(crate) fn dot(&self, other: &Row) -> Integer {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            let mut pairs = a.iter().zip(b);
            let sum = pairs.try_fold(0_i128, |sum, (a, b)| {
                // The product of two `i64` always fits.
                sum.checked_add(i128::from(*a) * i128::from(*b))
            });
            if let Some(sum) = sum {
                return Integer::from(sum);
            }
        }
        let pairs = self.entries().zip(other.entries());
        pairs.fold(Integer::ZERO, |sum, (a, b)| sum + a * b)
    }

    /// The scalar product with a row that has these entries and is zero elsewhere.
    pub(crate) fn dot_sparse(&self, other: &[(usize, Integer)]) -> Integer {
        let terms = other.iter();
        terms.fold(Integer::ZERO, |sum, (column, entry)| {
            sum + self.get(*column) * entry
        })
    }

    /// `a * x + b * y`, divided by what the entries have in common.
    pub(crate) fn combine(a: &Integer, x: &Row, b: &Integer, y: &Row) -> Row {
        if let (Small(x), Small(y)) = (&x.0, &y.0)
            && let (Some(a), Some(b)) = (a.to_i64(), b.to_i64())
        {
            let narrow = |(x, y): (&i64, &i64)| {
                let sum = a.checked_mul(*x)?.checked_add(b.checked_mul(*y)?)?;
                (sum != i64::MIN).then_some(sum)
            };
            if let Some(entries) = x.iter().zip(y).map(narrow).collect() {
                return Row(Small(primitive(entries)));
            }
            // Entries of rows are above `i64::MIN`, so the sum of two products fits.
            let wide = |(x, y): (&i64, &i64)| {
                i128::from(a) * i128::from(*x) + i128::from(b) * i128::from(*y)
            };
            return Row::of_wide(x.iter().zip(y).map(wide).collect());
        }
        let pairs = x.entries().zip(y.entries());
        Row::of_big(pairs.map(|(x, y)| a * &x + b * &y).collect())
    }

    /// The positive combination of this row and a multiple of `pivot` that is zero at `column`,
    /// where `pivot` is not.
    pub(crate) fn eliminated(&self, column: usize, pivot: &Row) -> Row {
        if self.is_zero_at(column) {
            return self.clone();
        }
        let (mut a, mut b) = (pivot.get(column), -self.get(column));
        if a.is_negative() {
            (a, b) = (-a, -b);
        }
        let (a, b) = coprime(a, b);
        Row::combine(&a, self, &b, pivot)
    }

    /// The row whose column `i` is column `columns[i]` of this one, or zero where that is `None`.
    pub(crate) fn select(&self, columns: &[Option<usize>]) -> Row {
        match &self.0 {
            Small(entries) => {
                let selected = columns
                    .iter()
                    .map(|c| c.map_or(0, |c| entries[c]))
                    .collect();
                Row(Small(primitive(selected)))
            }
            Big(entries) => {
                let selected = columns.iter();
                Row::of_big(
                    selected
                        .map(|c| c.map_or(Integer::ZERO, |c| entries[c].clone()))
                        .collect(),
                )
            }
        }
    }
}

/// Lexicographic order.
impl Ord for Row {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            _ => self.entries().cmp(other.entries()),
        }
    }
}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Two numbers without what they have in common, the signs kept.
pub(crate) fn coprime(a: Integer, b: Integer) -> (Integer, Integer) {
    let divisor = a.gcd(&b);
    if divisor.is_one() || divisor.is_zero() {
        return (a, b);
    }
    (exact_quotient(&a, &divisor), exact_quotient(&b, &divisor))
}

/// `dividend / divisor`, where the divisor is not zero and divides.
pub(crate) fn exact_quotient(dividend: &Integer, divisor: &Integer) -> Integer {
    let (quotient, remainder) = dividend.div_mod(divisor).expect("the divisor is not zero");
    debug_assert!(remainder.is_zero(), "{divisor} does not divide {dividend}");
    quotient
}

fn small(value: &Integer) -> Option<i64> {
    value.to_i64().filter(|value| *value != i64::MIN)
}

fn primitive(mut entries: Box<[i64]>) -> Box<[i64]> {
    let mut divisor = 0;
    for entry in &entries {
        divisor = gcd(divisor, entry.unsigned_abs());
        if divisor == 1 {
            return entries;
        }
    }
    if divisor > 1 {
        // Entries are above `i64::MIN`, so their divisors fit.
        let divisor = divisor as i64;
        for entry in &mut entries {
            *entry /= divisor;
        }
    }
    entries
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
    }
    a << shift
}

fn gcd_wide(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(entries: &[i128]) -> Row {
        Row::of(entries.iter().map(|entry| Integer::from(*entry)))
    }

    #[test]
    fn equal_up_to_a_positive_factor_is_equal() {
        assert_eq!(row(&[4, -6, 0]), row(&[2, -3, 0]));
        assert_ne!(row(&[4, -6, 0]), row(&[-2, 3, 0]));
        let huge = 3 << 100;
        assert_eq!(row(&[huge, 2 * huge]), row(&[1, 2]));
        assert!(matches!(row(&[huge, 1]).0, Big(_)));
        assert_eq!(
            row(&[i64::MIN.into(), 1]).negated(),
            row(&[-i128::from(i64::MIN), -1])
        );
    }

    #[test]
    fn sums_do_not_overflow_at_the_borders() {
        let max = i128::from(i64::MAX);
        let (x, y) = (row(&[max, 1]), row(&[max, -1]));
        let factor = Integer::from(max);
        let sum = Row::combine(&factor, &x, &factor, &y);
        assert_eq!(sum, row(&[1, 0]));
        let low = Integer::from(i64::MIN);
        let sum = Row::combine(&low, &x, &low, &row(&[max, 2]));
        assert_eq!(sum, row(&[-2 * max, -3]));
        assert_eq!(x.dot(&x), &(&factor * &factor) + &Integer::ONE);
        let long = row(&[max, max, max, max, max - 1]);
        let square = &factor * &factor;
        let last = Integer::from(max - 1);
        assert_eq!(long.dot(&long), square * Integer::from(4) + &last * &last);
    }

    #[test]
    fn elimination_keeps_the_direction() {
        let (x, pivot) = (row(&[3, 2, 1]), row(&[1, -4, 5]));
        assert_eq!(x.eliminated(1, &pivot), row(&[7, 0, 7]));
        assert_eq!(x.eliminated(2, &pivot), row(&[14, 14, 0]));
    }

    #[test]
    fn greatest_common_divisors() {
        for (a, b, d) in [(0, 0, 0), (0, 7, 7), (12, 18, 6), (64, 48, 16), (35, 64, 1)] {
            assert_eq!((gcd(a, b), gcd(b, a)), (d, d));
        }
    }
}
