//! Forms that known equations tell apart.
//!
//! Where two programs run in step, most variables of one equal variables of the other, and each
//! comparison can be said in many ways that mean the same. One of them is enough, once the equations
//! between them are known to be invariants: what bounds the one bounds the others. So equations are
//! looked for first, and the candidates after that are made of few forms.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Op, Rational, Term, Var};

use crate::form::{Form, Scaled};

/// Linear forms with the numbers that they are compared to.
pub(crate) type Forms = BTreeMap<Form, BTreeSet<Rational>>;

/// A sum of parameters and a number.
#[derive(Clone)]
struct Sum {
    factors: BTreeMap<usize, Rational>,
    constant: Rational,
}

impl Sum {
    fn of(scaled: &Scaled) -> Sum {
        let factors = scaled.form.factors.iter();
        let factors = factors
            .map(|(place, factor)| (*place, &scaled.scale * &Rational::from(factor.clone())));
        Sum {
            factors: factors.collect(),
            constant: scaled.constant.clone(),
        }
    }

    fn add_multiple(&mut self, factor: &Rational, other: &Sum) {
        for (place, theirs) in &other.factors {
            let own = self.factors.entry(*place).or_insert(Rational::ZERO);
            *own = &*own + &(factor * theirs);
        }
        self.factors.retain(|_, factor| !factor.is_zero());
        self.constant = &self.constant + &(factor * &other.constant);
    }

    /// Puts what the solved equations say in the place of their parameters.
    fn reduce(&mut self, solved: &BTreeMap<usize, Sum>) {
        for (place, equation) in solved {
            if let Some(factor) = self.factors.get(place).cloned() {
                self.add_multiple(&-factor, equation);
            }
        }
    }
}

/// Equations, each solved for a parameter that occurs in no other one: the sum is zero, and the
/// parameter's factor one.
fn solved(equations: &[Term], parameters: &[Var]) -> BTreeMap<usize, Sum> {
    let position = |var: &Var| parameters.iter().position(|parameter| parameter == var);
    let mut solved: BTreeMap<usize, Sum> = BTreeMap::new();
    for equation in equations.iter().filter(|known| known.op() == Some(&Op::Eq)) {
        let Some(scaled) = Form::of_literal(equation, position) else {
            continue;
        };
        let mut sum = Sum::of(&scaled);
        sum.reduce(&solved);
        let Some((place, factor)) = sum.factors.last_key_value() else {
            continue;
        };
        let (place, factor) = (*place, factor.clone());
        let Some(inverse) = Rational::ONE.checked_div(&factor) else {
            continue;
        };
        let mut unit = Sum {
            factors: BTreeMap::new(),
            constant: Rational::ZERO,
        };
        unit.add_multiple(&inverse, &sum);
        for other in solved.values_mut() {
            if let Some(factor) = other.factors.get(&place).cloned() {
                other.add_multiple(&-factor, &unit);
            }
        }
        solved.insert(place, unit);
    }
    solved
}

/// One form of each group whose members differ by a number or by their sign under the invariants,
/// with the numbers that any of the group is compared to. Forms that have one value only are left
/// out.
pub(crate) fn distinct(forms: &Forms, invariants: &[Term], parameters: &[Var]) -> Forms {
    let solved = solved(invariants, parameters);
    let mut groups: BTreeMap<(Form, Rational), (Form, Rational, Rational)> = BTreeMap::new();
    let mut distinct = Forms::new();
    for (form, numbers) in forms {
        let mut sum = Sum::of(&Scaled {
            form: form.clone(),
            scale: Rational::ONE,
            constant: Rational::ZERO,
        });
        sum.reduce(&solved);
        let factors = sum.factors.into_iter().collect();
        let Some(reduced) = Form::of_sum(&form.sort, factors, sum.constant) else {
            continue;
        };
        // The form is `scale * reduced + constant`.
        let Scaled {
            form: reduced,
            scale,
            constant,
        } = reduced;
        let size = if scale.is_negative() {
            -scale.clone()
        } else {
            scale.clone()
        };
        let (kept, kept_scale, kept_constant) = groups
            .entry((reduced, size))
            .or_insert_with(|| (form.clone(), scale.clone(), constant.clone()));
        let same_sign = *kept_scale == scale;
        let moved = numbers.iter().map(|number| {
            let beyond = number - &constant;
            let beyond = if same_sign { beyond } else { -beyond };
            &*kept_constant + &beyond
        });
        distinct.entry(kept.clone()).or_default().extend(moved);
    }
    distinct
}

#[cfg(test)]
mod tests {
    use logic::{Integer, Sort};

    use super::*;

    fn form(factors: &[(usize, i64)]) -> Form {
        let factors = factors.iter();
        Form {
            sort: Sort::Int,
            factors: factors
                .map(|(place, factor)| (*place, Integer::from(*factor)))
                .collect(),
        }
    }

    fn numbers(numbers: &[i64]) -> BTreeSet<Rational> {
        numbers.iter().map(|n| Rational::from(*n)).collect()
    }

    /// With `x + y == 3`, `y <= 1` is `x >= 2`, `x + y` has one value, and `z` with `w == z + 1` is
    /// compared to what `w` is.
    #[test]
    fn forms_that_differ_by_sign_and_number_are_one() {
        let parameters = ["x", "y", "z", "w"].map(|name| Var::new(name, Sort::Int));
        let [x, y, z, w] = parameters.each_ref().map(Var::term);
        let invariants = [
            Term::eq(Term::add([x, y.clone()]), Term::int(3)),
            Term::le(y, Term::int(100)),
            Term::eq(w, Term::add([z, Term::int(1)])),
        ];
        let forms = Forms::from([
            (form(&[(0, 1)]), numbers(&[7])),
            (form(&[(1, 1)]), numbers(&[1])),
            (form(&[(0, 1), (1, 1)]), numbers(&[0])),
            (form(&[(2, 1)]), numbers(&[])),
            (form(&[(3, 1)]), numbers(&[5])),
        ]);
        let expected = Forms::from([
            (form(&[(0, 1)]), numbers(&[2, 7])),
            (form(&[(2, 1)]), numbers(&[4])),
        ]);
        assert_eq!(distinct(&forms, &invariants, &parameters), expected);
    }
}
