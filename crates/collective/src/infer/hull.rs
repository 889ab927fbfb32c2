//! The affine hull of points: all linear equations that hold in them.
//!
//! The elimination is done modulo a large prime, where numbers do not grow; coefficients are then
//! read back as fractions. An equation that holds only modulo the prime, or has been read back
//! wrongly, does no harm: candidates are tried on the points before anybody believes them.

use std::collections::BTreeSet;

use logic::{Integer, Rational, Sort, Term};

use super::Column;

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// The largest numerator and denominator of a coefficient: larger ones are there by chance.
const LARGEST: u64 = 1 << 20;

/// How many more points than columns are looked at.
const MORE_POINTS: usize = 6;

/// The equations between columns, each of which says one column by columns before it. Where there
/// are too few points to tell a relation from chance, only those that say how much two columns
/// differ.
pub(super) fn equalities(columns: &[Column]) -> Vec<Term> {
    let residues = columns.iter().filter_map(|column| column.residues.as_ref());
    let residues: Vec<&Vec<u64>> = residues.collect();
    let Some(points) = residues.first().map(|row| row.len()) else {
        return Vec::new();
    };
    if residues.len() < columns.len() {
        return Vec::new();
    }
    let distinct = distinct(&residues, points);
    let used = distinct.len().min(columns.len() + 1 + MORE_POINTS);
    // One row for each column of the table, the constant one first; what depends on the rows above
    // it is an equation.
    let one = vec![1; used];
    let rows = residues.iter().map(|row| spread(row, &distinct, used));
    let rows: Vec<Vec<u64>> = std::iter::once(one).chain(rows).collect();
    let mut basis: Vec<Basis> = Vec::new();
    let mut found = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let mut rest = row.clone();
        let mut combination = vec![0; rows.len()];
        combination[number] = 1;
        for element in &basis {
            let factor = rest[element.pivot];
            if factor != 0 {
                subtract(&mut rest, &element.row, factor);
                subtract(&mut combination, &element.combination, factor);
            }
        }
        match rest.iter().position(|value| *value != 0) {
            Some(pivot) => {
                let scale = inverse(rest[pivot]);
                scale_by(&mut rest, scale);
                scale_by(&mut combination, scale);
                basis.push(Basis {
                    pivot,
                    row: rest,
                    combination,
                });
            }
            None => found.push(combination),
        }
    }
    // As many independent columns as points: whatever comes next would depend on them.
    if basis.len() >= used {
        return differences(columns, &rows[1..]);
    }
    found
        .iter()
        .filter_map(|combination| equation(columns, combination))
        .collect()
}

/// The equations that say that two columns which are no constants always differ by the same.
fn differences(columns: &[Column], rows: &[Vec<u64>]) -> Vec<Term> {
    let changes = |row: &[u64]| row.iter().any(|value| *value != row[0]);
    let changing = (0..rows.len()).filter(|number| changes(&rows[*number]));
    let changing: Vec<usize> = changing.collect();
    let mut found = Vec::new();
    for (position, a) in changing.iter().enumerate() {
        for b in &changing[position + 1..] {
            let mut difference = rows[*a].clone();
            subtract(&mut difference, &rows[*b], 1);
            if !changes(&difference) {
                let mut combination = vec![0; rows.len() + 1];
                combination[0] = (PRIME - difference[0]) % PRIME;
                combination[a + 1] = 1;
                combination[b + 1] = PRIME - 1;
                found.extend(equation(columns, &combination));
            }
        }
    }
    found
}

/// The points that differ from those before them: one that was seen often says no more than once.
fn distinct(rows: &[&Vec<u64>], points: usize) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let at = |point: usize| -> Vec<u64> { rows.iter().map(|row| row[point]).collect() };
    (0..points)
        .filter(|point| seen.insert(at(*point)))
        .collect()
}

/// The values at some of the points, from the first to the last.
fn spread(row: &[u64], points: &[usize], count: usize) -> Vec<u64> {
    let chosen = (0..count).map(|i| points[i * points.len() / count]);
    chosen.map(|point| row[point]).collect()
}

struct Basis {
    pivot: usize,
    row: Vec<u64>,
    /// The row as a combination of the rows of the table.
    combination: Vec<u64>,
}

fn subtract(from: &mut [u64], what: &[u64], factor: u64) {
    let negated = PRIME - factor;
    for (a, b) in from.iter_mut().zip(what) {
        *a = add(*a, multiply(negated, *b));
    }
}

fn scale_by(row: &mut [u64], factor: u64) {
    for value in row {
        *value = multiply(*value, factor);
    }
}

fn add(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b) % u128::from(PRIME);
    u64::try_from(product).expect("a remainder is less than its divisor")
}

/// The number by which a residue other than zero gives one: its power to the prime less two.
fn inverse(residue: u64) -> u64 {
    let (mut power, mut square, mut exponent) = (1, residue, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiply(power, square);
        }
        square = multiply(square, square);
        exponent >>= 1;
    }
    power
}

/// The residue of a number; `None` where its denominator has none.
pub(super) fn residue(number: &Rational) -> Option<u64> {
    let prime = Integer::from(PRIME);
    let of = |integer: &Integer| {
        let (_, rest) = integer.div_mod(&prime)?;
        u64::try_from(rest.to_i64()?).ok()
    };
    let (above, below) = (of(number.numerator())?, of(number.denominator())?);
    (below != 0).then(|| multiply(above, inverse(below)))
}

/// The fraction of small numbers that has a residue, if there is one: the first remainder of
/// Euclid's algorithm that is small enough, over its cofactor.
fn fraction(residue: u64) -> Option<(i64, i64)> {
    let (mut before, mut rest) = (i128::from(PRIME), i128::from(residue));
    let (mut cofactor_before, mut cofactor) = (0i128, 1i128);
    while rest > i128::from(LARGEST) {
        let quotient = before / rest;
        (before, rest) = (rest, before - quotient * rest);
        (cofactor_before, cofactor) = (cofactor, cofactor_before - quotient * cofactor);
    }
    if cofactor == 0 || cofactor.unsigned_abs() > u128::from(LARGEST) {
        return None;
    }
    let sign = cofactor.signum();
    let above = i64::try_from(sign * rest).ok()?;
    Some((above, i64::try_from(cofactor.abs()).ok()?))
}

/// The combination is zero, with whole coefficients.
fn equation(columns: &[Column], combination: &[u64]) -> Option<Term> {
    let fractions = combination.iter().map(|residue| fraction(*residue));
    let fractions = fractions.collect::<Option<Vec<(i64, i64)>>>()?;
    let mut scale = Integer::from(1);
    for (_, below) in &fractions {
        scale = scale.lcm(&Integer::from(*below));
    }
    let sort = columns[0].term.sort().carrier();
    let literal = |value: Integer| match sort {
        Sort::Real => Term::real(Rational::from(value)),
        _ => Term::int(value),
    };
    let mut sides = [vec![literal(Integer::ZERO)], vec![literal(Integer::ZERO)]];
    for (position, (above, below)) in fractions.iter().enumerate() {
        let (times, _) = scale.div_mod(&Integer::from(*below))?;
        let whole = &times * &Integer::from(*above);
        if whole.is_zero() {
            continue;
        }
        let side = usize::from(whole.is_negative());
        let size = literal(whole.abs());
        sides[side].push(match position {
            0 => size,
            position => Term::mul([size, columns[position - 1].term.clone()]),
        });
    }
    let [left, right] = sides;
    Some(Term::eq(Term::add(left), Term::add(right)))
}

#[cfg(test)]
mod tests {
    use logic::{Rational, Sort, Term, Value};

    use super::{equalities, fraction, multiply, residue};
    use crate::infer::Column;

    fn column(name: &str, values: &[i64]) -> Column {
        let values = values.iter().map(|v| Value::from(*v)).collect();
        Column::new(Term::constant(name, Sort::Int), values, Default::default())
    }

    #[test]
    fn fractions_are_read_back() {
        for (above, below) in [(0, 1), (3, 1), (-3, 1), (22, 7), (-1, 1000), (99, 100)] {
            let number = Rational::from(above).checked_div(&Rational::from(below));
            let number = number.expect("the denominator is not zero");
            let residue = residue(&number).expect("it has a residue");
            assert_eq!(fraction(residue), Some((above, below)));
        }
        let by_chance = multiply(123_456_789_123, 987_654_321_987);
        assert_eq!(fraction(by_chance), None);
    }

    #[test]
    fn equations_that_hold_in_all_points_are_found() {
        let i = column("i", &[0, 1, 2, 3, 4, 5]);
        let x = column("x", &[7, 10, 13, 16, 19, 22]);
        let y = column("y", &[1, 0, 4, 4, 9, 2]);
        let found = equalities(&[i.clone(), y, x.clone()]);
        let x_is = Term::add([Term::mul([Term::int(3), i.term]), Term::int(7)]);
        let [equation] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(equation.free_vars().len(), 2, "{equation}");
        let said = Term::eq(x.term, x_is);
        let mut solver = smt::Solver::new(smt::Strategy::Incremental);
        solver.assert(&Term::ne(equation.clone(), said));
        assert!(solver.check(&budget::Budget::unlimited()).is_unsat());
    }

    #[test]
    fn few_points_tell_how_much_columns_differ() {
        let i = column("i", &[0, 5]);
        let found = equalities(&[i.clone(), column("x", &[3, 9]), column("y", &[2, 9])]);
        assert!(found.is_empty(), "{found:?}");
        let y = column("y", &[2, 9]);
        let found = equalities(&[i.clone(), column("x", &[3, 8]), y]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].free_vars().len() == 2, "{found:?}");
    }

    #[test]
    fn few_points_tell_nothing_else() {
        let found = equalities(&[column("i", &[0, 1]), column("x", &[3, 9])]);
        assert!(found.is_empty(), "{found:?}");
    }
}
