//! Terms for existential variables from a model: the right-hand side of projection.
//!
//! Given a formula that holds in a model, a variable is replaced by a term over the other variables
//! so that the formula still holds in the model. The term is an equation's solution, or the tightest
//! bound in the model, or a midpoint between two strict bounds of reals (the bound itself, as in
//! papers/003, formulas (24) and (25), is wrong there). For integers, a bound is rounded, and moved
//! by a constant offset that keeps every divisibility; that is Cooper's method for one model.
//! Finitely many terms can come up for one formula, so that collecting them ends.

mod implicant;
mod integers;
mod reals;

use logic::linear::{LinearAtom, Normalised};
use logic::{FreshNames, Integer, Model, Op, Sort, Substitution, Term, Var};
use rustc_hash::FxHashSet;

use crate::equations::{Solution, solve};
use implicant::Implicant;
use integers::integer_term;
use reals::real_term;

/// Terms for the variables, over the others alone, with which the formula holds in the model.
/// `None` where the formula is outside of linear arithmetic.
///
/// The formula holds in the model, which has a value for everything in it.
pub(crate) fn witnesses(vars: &[Var], formula: &Term, model: &Model) -> Option<Substitution> {
    let mut rest = formula.clone();
    let mut solved: Vec<(Var, Term)> = Vec::new();
    let mut left: Vec<Var> = vars.to_vec();
    let mut model = model.clone();
    let mut names: Option<FreshNames> = None;
    while !left.is_empty() {
        let literals = Implicant::of(&rest, &model)?;
        let wanted: FxHashSet<Var> = left.iter().cloned().collect();
        let solution = literals.iter().find_map(|literal| {
            let names = names.get_or_insert_with(|| {
                let mut names = FreshNames::new();
                names.avoid_term(formula);
                names
            });
            solve(literal, &wanted, names)
        });
        let terms = match solution {
            Some(Solution { terms, fresh, .. }) => {
                for (var, value) in fresh {
                    model.set(var.clone(), model.eval(&value).ok()?);
                    left.push(var);
                }
                terms
            }
            None => {
                let var = left[easiest(&left, &literals)].clone();
                let term = match var.sort {
                    Sort::Bool => Term::value(model.get(&var)?.clone()),
                    Sort::Real => real_term(&var, &literals, &model)?,
                    _ => integer_term(&var, &literals, &model)?,
                };
                vec![(var, term)]
            }
        };
        let substitution: Substitution = terms.iter().cloned().collect();
        left.retain(|var| substitution.get(var).is_none());
        rest = rest.substitute(&substitution);
        solved.extend(terms);
    }
    // A term may mention variables that were solved later.
    let mut terms = Substitution::new();
    for (var, term) in solved.into_iter().rev() {
        let term = term.substitute(&terms);
        terms.insert(var, term);
    }
    Some(terms)
}

/// The position of the variable whose term will be simplest: one with no factor but 1 and -1, where
/// there is one, needs no division.
fn easiest(vars: &[Var], literals: &[Term]) -> usize {
    let hardness = |var: &Var| {
        let x = var.term();
        let factors = literals
            .iter()
            .filter(|literal| literal.free_vars().contains(var));
        let factors = factors.map(
            |literal| match LinearAtom::<Integer>::of(&split(literal).0) {
                Some(Normalised::Atom(atom)) => atom.expression().coefficient(&x).abs(),
                _ => Integer::ONE,
            },
        );
        factors.max().unwrap_or(Integer::ZERO)
    };
    let positions = 0..vars.len();
    positions
        .min_by_key(|position| hardness(&vars[*position]))
        .unwrap_or(0)
}

/// A bound on a variable: a term and its value in the model.
struct Bound<N> {
    term: Term,
    value: N,
    strict: bool,
}

/// The atom of a literal, and whether it is asserted.
fn split(literal: &Term) -> (Term, bool) {
    match (literal.op(), literal.children()) {
        (Some(Op::Not), [atom]) => (atom.clone(), false),
        _ => (literal.clone(), true),
    }
}
