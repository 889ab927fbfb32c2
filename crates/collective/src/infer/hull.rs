//! The affine hull of points: all linear equations that hold in them.

use logic::{Rational, Sort, Term};

use super::Column;

/// The equations between columns, each of which says one column by columns before it. There are
/// none where there are too few points to tell a relation from chance.
pub(super) fn equalities(columns: &[Column]) -> Vec<Term> {
    let Some(points) = columns
        .first()
        .and_then(|c| c.numbers.as_ref())
        .map(Vec::len)
    else {
        return Vec::new();
    };
    // One row for each column of the table, the constant one first; what depends on the rows above
    // it is an equation.
    let one = vec![Rational::from(1); points];
    let rows = columns.iter().filter_map(|column| column.numbers.clone());
    let rows: Vec<Vec<Rational>> = std::iter::once(one).chain(rows).collect();
    let mut basis: Vec<Basis> = Vec::new();
    let mut found = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let mut rest = row.clone();
        let mut combination = vec![Rational::ZERO; rows.len()];
        combination[number] = Rational::from(1);
        for element in &basis {
            let factor = rest[element.pivot].clone();
            if factor != Rational::ZERO {
                subtract(&mut rest, &element.row, &factor);
                subtract(&mut combination, &element.combination, &factor);
            }
        }
        match rest.iter().position(|value| *value != Rational::ZERO) {
            Some(pivot) => {
                let scale = rest[pivot].clone();
                divide(&mut rest, &scale);
                divide(&mut combination, &scale);
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
    if basis.len() >= points {
        return Vec::new();
    }
    found
        .iter()
        .map(|combination| equation(columns, combination))
        .collect()
}

struct Basis {
    pivot: usize,
    row: Vec<Rational>,
    /// The row as a combination of the rows of the table.
    combination: Vec<Rational>,
}

fn subtract(from: &mut [Rational], what: &[Rational], factor: &Rational) {
    for (a, b) in from.iter_mut().zip(what) {
        *a = &*a - &(factor * b);
    }
}

fn divide(row: &mut [Rational], by: &Rational) {
    for value in row {
        if let Some(quotient) = value.checked_div(by) {
            *value = quotient;
        }
    }
}

/// The combination is zero, with whole coefficients.
fn equation(columns: &[Column], combination: &[Rational]) -> Term {
    let mut scale = logic::Integer::from(1);
    for coefficient in combination {
        scale = scale.lcm(coefficient.denominator());
    }
    let sort = columns[0].term.sort().carrier();
    let literal = |value: Rational| match sort {
        Sort::Real => Term::real(value),
        _ => Term::int(value.floor()),
    };
    let mut sides = [vec![literal(Rational::ZERO)], vec![literal(Rational::ZERO)]];
    for (position, coefficient) in combination.iter().enumerate() {
        let whole = coefficient * &Rational::from(scale.clone());
        let side = usize::from(whole < Rational::ZERO);
        let size = if side == 1 { -whole } else { whole };
        if size == Rational::ZERO {
            continue;
        }
        let size = literal(size);
        sides[side].push(match position {
            0 => size,
            position => Term::mul([size, columns[position - 1].term.clone()]),
        });
    }
    let [left, right] = sides;
    Term::eq(Term::add(left), Term::add(right))
}
