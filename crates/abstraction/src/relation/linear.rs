//! Linear equations of integers and of reals that hold on all samples.

use logic::{Integer, Rational, Sort, Term, Value};

use super::Column;

/// The most variables that are looked at.
const MOST_VARS: usize = 12;

/// Equations that say something of a variable without an equal, other than that two integers have a
/// certain difference or sum.
pub(super) fn linear_atoms(varying: &[Column<'_>]) -> Vec<Term> {
    let mut atoms = Vec::new();
    for sort in [Sort::Int, Sort::Real] {
        let columns = varying.iter().filter(|column| column.var.sort == sort);
        let columns: Vec<&Column<'_>> = columns.take(MOST_VARS).collect();
        let values = columns.iter().map(|column| {
            let values = column.values.iter().map(|value| number(value));
            values.collect::<Option<Vec<Rational>>>()
        });
        let Some(values) = values.collect::<Option<Vec<Vec<Rational>>>>() else {
            continue;
        };
        for equation in equations(&values) {
            let solved = columns[equation.solved];
            let others: Vec<(&Column<'_>, &Rational)> = equation
                .factors
                .iter()
                .map(|(position, factor)| (columns[*position], factor))
                .collect();
            let is_new = !solved.shared || others.iter().any(|(column, _)| !column.shared);
            // Differences and sums of two integers are found elsewhere.
            let one = [Rational::from(1), Rational::from(-1)];
            let is_known = others.len() < 2 && others.iter().all(|(_, it)| one.contains(it));
            if is_new && (sort == Sort::Real || !is_known) {
                atoms.push(atom(&sort, solved, &others, &equation.constant));
            }
        }
    }
    atoms
}

fn number(value: &Value) -> Option<Rational> {
    match value {
        Value::Int(value) => Some(Rational::from(value.clone())),
        Value::Real(value) => Some(value.clone()),
        _ => None,
    }
}

/// `x == sum of a_i * x_i + c`.
struct Equation {
    solved: usize,
    factors: Vec<(usize, Rational)>,
    constant: Rational,
}

/// An equation as a formula; of integers, without fractions.
fn atom(
    sort: &Sort,
    solved: &Column<'_>,
    others: &[(&Column<'_>, &Rational)],
    constant: &Rational,
) -> Term {
    let all = others.iter().map(|(_, factor)| *factor).chain([constant]);
    let scale = match sort {
        Sort::Real => Integer::ONE,
        _ => all.fold(Integer::ONE, |scale, it| scale.lcm(it.denominator())),
    };
    let scaled = |value: &Rational| {
        let value = value * &Rational::from(scale.clone());
        match (sort, value.to_integer()) {
            (Sort::Int, Some(whole)) => Term::int(whole.clone()),
            _ => Term::real(value),
        }
    };
    let product = |factor: Term, column: &Column<'_>| Term::mul([factor, column.var.term()]);
    let parts = others
        .iter()
        .map(|(column, factor)| product(scaled(factor), column));
    let sum = Term::add(parts.chain([scaled(constant)]));
    Term::eq(product(scaled(&Rational::from(1)), solved), sum)
}

/// A basis of the equations that hold on all samples, given the values of each variable.
fn equations(columns: &[Vec<Rational>]) -> Vec<Equation> {
    let count = columns.first().map_or(0, Vec::len);
    let at = |sample: usize, position: usize| &columns[position][sample];
    let zero = Rational::from(0);
    // What differs from the first sample, with rows that begin with a one each at a place of its own.
    let mut rows: Vec<(usize, Vec<Rational>)> = Vec::new();
    for sample in 1..count {
        let mut row: Vec<Rational> = (0..columns.len())
            .map(|position| at(sample, position) - at(0, position))
            .collect();
        for (pivot, known) in &rows {
            let factor = row[*pivot].clone();
            for (entry, own) in row.iter_mut().zip(known) {
                *entry = &*entry - &(&factor * own);
            }
        }
        let Some(pivot) = row.iter().position(|entry| *entry != zero) else {
            continue;
        };
        let first = row[pivot].clone();
        for entry in &mut row {
            *entry = entry.checked_div(&first).unwrap_or_else(|| zero.clone());
        }
        for (_, known) in &mut rows {
            let factor = known[pivot].clone();
            for (entry, own) in known.iter_mut().zip(&row) {
                *entry = &*entry - &(&factor * own);
            }
        }
        rows.push((pivot, row));
    }
    let is_free = |position: &usize| rows.iter().all(|(pivot, _)| pivot != position);
    let free = (0..columns.len()).filter(is_free);
    free.filter(|_| count > 0)
        .map(|solved| {
            let factors = rows
                .iter()
                .map(|(pivot, row)| (*pivot, row[solved].clone()));
            let factors: Vec<(usize, Rational)> =
                factors.filter(|(_, factor)| *factor != zero).collect();
            let sum = factors
                .iter()
                .fold(zero.clone(), |sum, (position, factor)| {
                    &sum + &(factor * at(0, *position))
                });
            Equation {
                solved,
                constant: at(0, solved) - &sum,
                factors,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_found_and_nothing_else() {
        let numbers = |values: [i64; 4]| values.map(Rational::from).to_vec();
        let columns = [
            numbers([1, 4, 0, 7]),
            numbers([2, 2, 5, 1]),
            numbers([7, 13, 8, 18]),
        ];
        let [equation] = &equations(&columns)[..] else {
            panic!("there is one equation");
        };
        assert_eq!(equation.solved, 2);
        let factors = [(0, Rational::from(2)), (1, Rational::from(1))];
        assert_eq!(equation.factors, factors);
        assert_eq!(equation.constant, Rational::from(3));
    }
}
