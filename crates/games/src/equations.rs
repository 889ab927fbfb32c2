//! Linear equations, solved for existential variables without losing a solution.
//!
//! Over the reals, one variable is expressed by the others. Over the integers, `3*y + 2*z = t` has
//! solutions for every `t`, but none that a single division shows: a unimodular change of variables,
//! found by Euclid's algorithm on the coefficients, gives `y = t - 2*k` and `z = 3*k - t` with a
//! new variable `k` that is free. No division is left where the coefficients have no common divisor.

use logic::linear::{Linear, LinearAtom, Normalised, Relation};
use logic::{FreshNames, Integer, Op, Rational, Sort, Term, Var};
use rustc_hash::FxHashSet;

/// The solutions of an equation.
#[derive(Debug)]
pub(crate) struct Solution {
    /// The variables that are solved for, with terms over the other ones and the new ones.
    pub(crate) terms: Vec<(Var, Term)>,
    /// The variables that were brought in, each with its value as a sum over the variables solved
    /// for. They are free to choose.
    pub(crate) fresh: Vec<(Var, Term)>,
    /// Where there is a solution at all; says nothing of the variables solved for.
    pub(crate) condition: Term,
}

/// Solves an equation between numbers for some of the wanted variables; `None` for what is no such
/// equation, or mentions no wanted variable in a linear way.
pub(crate) fn solve(
    equation: &Term,
    wanted: &FxHashSet<Var>,
    names: &mut FreshNames,
) -> Option<Solution> {
    let (Some(Op::Eq), [left, _]) = (equation.op(), equation.children()) else {
        return None;
    };
    match left.sort().carrier() {
        Sort::Real => solve_real(equation, wanted),
        Sort::Int => solve_integer(equation, wanted, names),
        _ => None,
    }
}

/// The wanted variables that are monomials, and occur in no other monomial.
fn linear_vars<'t>(
    monomials: impl Iterator<Item = &'t Term>,
    wanted: &FxHashSet<Var>,
) -> (Vec<Var>, Vec<Term>) {
    let (mut vars, mut others) = (Vec::new(), Vec::new());
    for monomial in monomials {
        match monomial.as_var() {
            Some(var) if wanted.contains(var) => vars.push(var.clone()),
            _ => others.push(monomial.clone()),
        }
    }
    vars.retain(|var| others.iter().all(|term| !term.free_vars().contains(var)));
    (vars, others)
}

fn solve_real(equation: &Term, wanted: &FxHashSet<Var>) -> Option<Solution> {
    let Normalised::Atom(atom) = LinearAtom::<Rational>::of(equation)? else {
        return None;
    };
    let expression = atom.expression();
    let (vars, _) = linear_vars(expression.monomials().map(|(term, _)| term), wanted);
    let var = vars.first()?;
    let factor = expression.coefficient(&var.term());
    let term = expression
        .replaced(&var.term(), &Linear::literal(Rational::ZERO))
        .scaled(&Rational::from(-1).checked_div(&factor)?)
        .to_term();
    Some(Solution {
        terms: vec![(var.clone(), term)],
        fresh: Vec::new(),
        condition: Term::top(),
    })
}

fn solve_integer(
    equation: &Term,
    wanted: &FxHashSet<Var>,
    names: &mut FreshNames,
) -> Option<Solution> {
    let Normalised::Atom(atom) = LinearAtom::<Integer>::of(equation)? else {
        return None;
    };
    if *atom.relation() != Relation::Eq {
        // An equation about remainders can come out as one about divisibility.
        return None;
    }
    let expression = atom.expression();
    let (vars, _) = linear_vars(expression.monomials().map(|(term, _)| term), wanted);
    if vars.is_empty() {
        return None;
    }
    let mut change = Change::of(
        vars.iter()
            .map(|var| expression.coefficient(&var.term()))
            .collect(),
    );
    let pivot = change.reduce()?;
    // What the wanted variables sum up to, divided by their common divisor.
    let constant = vars.iter().fold(-expression, |rest, var| {
        rest.replaced(&var.term(), &Linear::literal(Integer::ZERO))
    });
    let divisor = change.factors[pivot].clone();
    let (constant, divisor) = if divisor.is_negative() {
        (-&constant, -divisor)
    } else {
        (constant, divisor)
    };
    let sum = constant.to_term();
    let (quotient, condition) = if divisor.is_one() {
        (sum, Term::top())
    } else {
        (
            Term::div(sum.clone(), Term::int(divisor.clone())).simplify(),
            Term::divisible(divisor, sum),
        )
    };
    let quotient = Linear::of(&quotient)?;
    // A new variable that is one of the old ones needs no new name.
    let mut parameters: Vec<Linear<Integer>> = Vec::new();
    let mut fresh = Vec::new();
    for (position, var) in vars.iter().enumerate() {
        if position == pivot {
            parameters.push(quotient.clone());
        } else if change.is_kept(position) {
            parameters.push(Linear::of(&var.term())?);
        } else {
            names.avoid(var.name);
            let new = names.fresh(var);
            let value = Term::add(vars.iter().enumerate().map(|(other, var)| {
                Term::mul([
                    Term::int(change.inverse[position][other].clone()),
                    var.term(),
                ])
            }));
            parameters.push(Linear::of(&new.term())?);
            fresh.push((new, value));
        }
    }
    let terms = vars
        .iter()
        .enumerate()
        .filter(|(position, _)| *position == pivot || !change.is_kept(*position))
        .map(|(position, var)| {
            let sum = change.matrix[position].iter().zip(&parameters).fold(
                Linear::literal(Integer::ZERO),
                |sum, (factor, parameter)| &sum + &parameter.scaled(factor),
            );
            (var.clone(), sum.to_term())
        })
        .collect();
    Some(Solution {
        terms,
        fresh,
        condition,
    })
}

/// A unimodular change of variables from `y` to `z`: `y = matrix * z` and `z = inverse * y`.
struct Change {
    /// The factors of the new variables in the sum.
    factors: Vec<Integer>,
    matrix: Vec<Vec<Integer>>,
    inverse: Vec<Vec<Integer>>,
}

impl Change {
    fn of(factors: Vec<Integer>) -> Change {
        let identity: Vec<Vec<Integer>> = (0..factors.len())
            .map(|row| {
                (0..factors.len())
                    .map(|column| Integer::from(i64::from(row == column)))
                    .collect()
            })
            .collect();
        Change {
            factors,
            matrix: identity.clone(),
            inverse: identity,
        }
    }

    /// Euclid's algorithm: all factors but one become zero; returns the place of that one.
    fn reduce(&mut self) -> Option<usize> {
        let places = 0..self.factors.len();
        loop {
            let nonzero = places
                .clone()
                .filter(|place| !self.factors[*place].is_zero());
            let pivot = nonzero.min_by_key(|place| self.factors[*place].abs())?;
            let mut others = places
                .clone()
                .filter(|place| *place != pivot && !self.factors[*place].is_zero())
                .peekable();
            if others.peek().is_none() {
                return Some(pivot);
            }
            for other in others.collect::<Vec<usize>>() {
                let (quotient, _) = self.factors[other].div_mod(&self.factors[pivot])?;
                self.combine(pivot, other, &quotient);
            }
        }
    }

    /// The new variable at the pivot takes in so many times the other one.
    fn combine(&mut self, pivot: usize, other: usize, quotient: &Integer) {
        self.factors[other] = &self.factors[other] - &(quotient * &self.factors[pivot]);
        for row in &mut self.matrix {
            row[other] = &row[other] - &(quotient * &row[pivot]);
        }
        for column in 0..self.factors.len() {
            let shifted = &self.inverse[pivot][column] + &(quotient * &self.inverse[other][column]);
            self.inverse[pivot][column] = shifted;
        }
    }

    /// Whether the new variable at this place is the old one.
    fn is_kept(&self, place: usize) -> bool {
        let unit = |row: &[Integer]| {
            row.iter()
                .enumerate()
                .all(|(column, entry)| *entry == Integer::from(i64::from(column == place)))
        };
        unit(&self.matrix[place]) && unit(&self.inverse[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Model, Substitution, Value};

    /// Solves the equation for all variables named y…, and tries all small values: each solution of
    /// the equation is one of the terms', and the terms solve it wherever the condition holds.
    fn try_out(equation: &Term) {
        let all: Vec<Var> = equation.free_vars().into_iter().collect();
        let wanted: FxHashSet<Var> = all
            .iter()
            .filter(|var| var.name.as_str().starts_with('y'))
            .cloned()
            .collect();
        let mut names = FreshNames::new();
        names.avoid_term(equation);
        let solution = solve(equation, &wanted, &mut names).expect("it is linear");
        let terms: Substitution = solution.terms.iter().cloned().collect();
        let solved = equation.substitute(&terms);
        let mut values = vec![-4i64; all.len()];
        loop {
            let mut model = Model::new();
            for (var, value) in all.iter().zip(&values) {
                model.set(var.clone(), Value::from(*value));
            }
            for (var, value) in &solution.fresh {
                model.set(var.clone(), model.eval(value).expect("closed"));
            }
            if model.holds(equation) == Ok(true) {
                assert_eq!(model.holds(&solution.condition), Ok(true), "{equation}");
                for (var, term) in &solution.terms {
                    assert_eq!(model.eval(term).as_ref().ok(), model.get(var), "{equation}");
                }
            }
            if model.holds(&solution.condition) == Ok(true) {
                assert_eq!(model.holds(&solved), Ok(true), "{equation}: {solved}");
            }
            let Some(place) = values.iter().rposition(|value| *value < 4) else {
                break;
            };
            values[place] += 1;
            values[place + 1..].fill(-4);
        }
    }

    #[test]
    fn solutions_are_all_and_only_solutions() {
        let [x, y1, y2, y3] = ["x", "y1", "y2", "y3"].map(|name| Var::new(name, Sort::Int).term());
        let times = |factor: i64, term: &Term| Term::mul([Term::int(factor), term.clone()]);
        let sums = [
            vec![times(3, &y1), times(2, &y2), times(5, &x)],
            vec![times(6, &y1), times(10, &y2), times(15, &y3), times(-7, &x)],
            vec![times(4, &y1), times(6, &y2), times(1, &x)],
            vec![times(1, &y1), times(6, &y2), times(3, &x)],
            vec![times(-3, &y1), times(2, &x)],
            vec![times(-7, &y1), times(5, &y2), Term::int(3), times(2, &x)],
        ];
        for sum in sums {
            try_out(&Term::eq(Term::add(sum), Term::int(1)));
        }
    }
}
