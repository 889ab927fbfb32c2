//! Conjunctions of atoms in solved form.
//!
//! Equations are solved for a term each, which then occurs in no other atom. What is left of the
//! inequalities is over few terms, often only those of the guards, and the multipliers of equations
//! follow from the rest: the linear programs become small. Between integers, an inequality may
//! become tighter on the way.

use std::collections::{BTreeMap, BTreeSet};

use evidence::ranking::{Affine, Atom, Comparison};
use logic::{Rational, Term};

use crate::implicant::{multiple, tightened};

/// An equivalent conjunction in solved form. Of the terms of an equation, the one with the greatest
/// rank is solved for. The atoms can hold together.
pub(crate) fn reduced(atoms: BTreeSet<Atom>, rank: impl Fn(&Term) -> usize) -> Vec<Atom> {
    let mut solved: BTreeMap<Term, Affine> = BTreeMap::new();
    let (equations, inequalities): (Vec<Atom>, Vec<Atom>) = atoms
        .into_iter()
        .partition(|atom| atom.comparison == Comparison::Equal);
    for equation in equations {
        let sum = replaced(&equation.sum, &solved);
        // The first of the terms with the greatest rank, so that the order of terms decides.
        let pivot = sum
            .coefficients
            .iter()
            .rev()
            .max_by_key(|(term, _)| rank(term));
        let Some((pivot, coefficient)) = pivot else {
            continue;
        };
        let Some(factor) = Rational::ONE.checked_div(coefficient) else {
            continue;
        };
        let (pivot, sum) = (pivot.clone(), multiple(&factor, &sum));
        let definition = BTreeMap::from([(pivot.clone(), sum.clone())]);
        for other in solved.values_mut() {
            *other = replaced(other, &definition);
        }
        solved.insert(pivot, sum);
    }
    let mut bounds: BTreeMap<BTreeMap<Term, Rational>, Rational> = BTreeMap::new();
    for inequality in inequalities {
        let sum = tightened(replaced(&inequality.sum, &solved));
        if sum.coefficients.is_empty() {
            continue;
        }
        // Of parallel inequalities the tightest is enough.
        let bound = bounds
            .entry(sum.coefficients)
            .or_insert(sum.constant.clone());
        if *bound < sum.constant {
            *bound = sum.constant;
        }
    }
    let equations = solved.into_values().map(|sum| Atom {
        sum,
        comparison: Comparison::Equal,
    });
    let inequalities = bounds.into_iter().map(|(coefficients, constant)| Atom {
        sum: Affine {
            coefficients,
            constant,
        },
        comparison: Comparison::AtMost,
    });
    equations.chain(inequalities).collect()
}

/// The sum without the terms that are solved for: `sums[t]` is zero and has `t` with the coefficient
/// one.
fn replaced(sum: &Affine, sums: &BTreeMap<Term, Affine>) -> Affine {
    let mut result = sum.clone();
    for (term, coefficient) in &sum.coefficients {
        if let Some(zero) = sums.get(term) {
            result.add_multiple(&-coefficient, zero);
        }
    }
    result
}
