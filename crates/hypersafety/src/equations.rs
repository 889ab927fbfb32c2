//! Linear equations that hold in all of some states.

use logic::{Model, Term, Value};

/// The equations between some terms that hold in all states that were seen: a basis of those that
/// vanish on their affine hull. Each is a constant and a coefficient for each term.
#[derive(Clone, Default, Debug)]
pub(crate) struct Equations {
    /// None before the first state.
    rows: Option<Vec<Vec<i128>>>,
}

impl Equations {
    /// Keeps what also holds in another state, given by the values of the terms. What would need
    /// large numbers is dropped.
    pub(crate) fn see(&mut self, values: &[i64]) {
        let Some(rows) = &mut self.rows else {
            let rows = values.iter().enumerate().map(|(position, value)| {
                let mut row = vec![0; values.len() + 1];
                row[0] = -i128::from(*value);
                row[position + 1] = 1;
                row
            });
            self.rows = Some(rows.collect());
            return;
        };
        let rest = |row: &[i128]| {
            let products = row[1..].iter().zip(values);
            let mut products = products.map(|(factor, value)| factor.checked_mul((*value).into()));
            products.try_fold(row[0], |sum, product| sum.checked_add(product?))
        };
        let mut pivot: Option<(Vec<i128>, i128)> = None;
        let mut kept = Vec::new();
        for row in std::mem::take(rows) {
            match (rest(&row), &pivot) {
                (Some(0), _) => kept.push(row),
                (Some(own), None) => pivot = Some((row, own)),
                (Some(own), Some((other, its))) => kept.extend(combined(&row, *its, other, own)),
                (None, _) => {}
            }
        }
        *rows = kept;
    }

    /// The equations, over the terms whose values were given.
    pub(crate) fn formulas(&self, terms: &[Term]) -> Vec<Term> {
        const LARGEST: i128 = 64;
        let rows = solved(self.rows.clone().unwrap_or_default());
        let small = rows
            .iter()
            .filter(|row| row[1..].iter().all(|factor| factor.abs() <= LARGEST));
        let formulas = small.filter_map(|row| {
            let constant = i64::try_from(row[0]).ok()?;
            let mut sum = vec![Term::int(constant)];
            for (factor, term) in row[1..].iter().zip(terms) {
                if *factor != 0 {
                    let factor = Term::int(i64::try_from(*factor).ok()?);
                    sum.push(Term::mul([factor, term.clone()]));
                }
            }
            let formula = Term::eq(Term::add(sum), Term::int(0)).simplify();
            formula.as_value().is_none().then_some(formula)
        });
        formulas.collect()
    }
}

/// The same equations, solved for as many terms as there are equations, the last terms first: so
/// each speaks of few of them.
fn solved(mut rows: Vec<Vec<i128>>) -> Vec<Vec<i128>> {
    let width = rows.first().map_or(0, Vec::len);
    let mut done = 0;
    for column in (1..width).rev() {
        let Some(found) = (done..rows.len()).find(|row| rows[*row][column] != 0) else {
            continue;
        };
        rows.swap(done, found);
        let pivot = rows[done].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number != done
                && row[column] != 0
                && let Some(smaller) = combined(row, pivot[column], &pivot, row[column])
            {
                *row = smaller;
            }
        }
        done += 1;
    }
    rows
}

/// `a * row - b * other`, divided by what its numbers have in common.
fn combined(row: &[i128], a: i128, other: &[i128], b: i128) -> Option<Vec<i128>> {
    let numbers = row.iter().zip(other);
    let numbers = numbers.map(|(x, y)| x.checked_mul(a)?.checked_sub(y.checked_mul(b)?));
    let numbers: Vec<i128> = numbers.collect::<Option<_>>()?;
    let common = numbers.iter().fold(0, |common, x| divisor(common, *x));
    (common != 0).then(|| numbers.iter().map(|x| x / common).collect())
}

fn divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

/// The values of integer terms in a state, if they have small ones.
pub(crate) fn values(state: &Model, terms: &[Term]) -> Option<Vec<i64>> {
    const LARGEST: i64 = 1 << 40;
    let values = terms.iter().map(|term| match state.eval(term) {
        Ok(Value::Int(value)) => value.to_i64().filter(|value| value.abs() <= LARGEST),
        _ => None,
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Sort, Var};

    /// How many equations hold in all of some states, after a look at each of them.
    fn count(states: &[[i64; 3]]) -> usize {
        let vars = ["x", "y", "z"].map(|name| Var::new(name, Sort::Int));
        let mut equations = Equations::default();
        states.iter().for_each(|state| equations.see(state));
        let found = equations.formulas(&vars.clone().map(|var| var.term()));
        for state in states {
            let values = vars.iter().cloned().zip(state);
            let values = values.map(|(var, value)| (var, Value::Int((*value).into())));
            let model: Model = values.collect();
            for formula in &found {
                assert_eq!(model.holds(formula), Ok(true), "{formula} in {state:?}");
            }
        }
        found.len()
    }

    #[test]
    fn what_holds_in_all_states() {
        assert_eq!(count(&[[1, 2, 5]]), 3);
        assert_eq!(count(&[[0, 0, 7], [1, 2, 7], [4, 8, 7]]), 2);
        assert_eq!(count(&[[0, 0, 7], [1, 2, 7], [4, 9, 7]]), 1);
        assert_eq!(count(&[[0, 0, 7], [1, 2, 7], [4, 9, 7], [1, 1, 1]]), 0);
    }
}
