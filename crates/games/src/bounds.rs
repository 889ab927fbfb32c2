//! Variables that only bounds speak of: one bound, as it stands, is the choice.
//!
//! Where every conjunct with a variable bounds it by a term, one of these terms often does for all
//! values of the other variables, conditionals inside of it included. Such a choice needs no cases.

use budget::Budget;
use logic::linear::Linear;
use logic::{FreeVars, Integer, Op, Rational, Sort, Substitution, Term, Var};
use smt::{Outcome, Reason, Solver, Strategy as Method};

/// A formula with some of its variables replaced by bounds, without losing a solution: there are
/// values for a replaced variable if and only if its term is one.
#[derive(Debug)]
pub(crate) struct Bounded {
    /// The variables that were replaced; a term may mention variables that were replaced later.
    pub(crate) terms: Vec<(Var, Term)>,
    /// What is left of the formula.
    pub(crate) rest: Term,
    /// The variables that are left.
    pub(crate) open: Vec<Var>,
}

/// The most bounds of one variable that are tried.
const MOST_CANDIDATES: usize = 4;

/// Replaces variables by bounds as long as that is possible.
pub(crate) fn take_bounds(
    open: &[Var],
    formula: &Term,
    premise: &Term,
    budget: &Budget,
) -> Result<Bounded, Reason> {
    let mut bounded = Bounded {
        terms: Vec::new(),
        rest: formula.clone(),
        open: open.to_vec(),
    };
    let mut free = FreeVars::new();
    // From the last to the first: a variable that others are bounded by has to wait for these.
    let mut position = bounded.open.len();
    while position > 0 {
        position -= 1;
        let var = bounded.open[position].clone();
        if let Some((term, rest)) = replace(&var, &bounded.rest, premise, &mut free, budget)? {
            bounded.rest = rest;
            bounded.terms.push((var, term));
            bounded.open.remove(position);
            // What it was bounded by may have become free of other occurrences.
            position = bounded.open.len();
        }
    }
    Ok(bounded)
}

/// A term for the variable, and what is left of the formula; `None` where no bound does.
fn replace(
    var: &Var,
    formula: &Term,
    premise: &Term,
    free: &mut FreeVars,
    budget: &Budget,
) -> Result<Option<(Term, Term)>, Reason> {
    let (about, others): (Vec<Term>, Vec<Term>) = formula
        .conjuncts()
        .into_iter()
        .partition(|conjunct| free.of(conjunct).contains(var));
    let mut candidates: Vec<Term> = Vec::new();
    for conjunct in &about {
        match bound(var, conjunct, free) {
            Some(candidate) => candidates.extend(candidate),
            None => return Ok(None),
        }
    }
    for candidate in candidates.into_iter().take(MOST_CANDIDATES) {
        let chosen = Substitution::from_iter([(var.clone(), candidate.clone())]);
        let with = Term::and(about.iter().map(|c| c.substitute(&chosen))).simplify();
        let exact = with.is_true() || {
            let mut solver = Solver::new(Method::Incremental);
            solver.assert(premise);
            solver.assert(formula);
            solver.assert(&Term::not(with.clone()));
            match solver.check(budget) {
                Outcome::Unsat(_) => true,
                Outcome::Sat(_) => false,
                Outcome::Unknown(reason) => return Err(reason),
            }
        };
        if exact {
            return Ok(Some((
                candidate,
                Term::and(others.into_iter().chain([with])),
            )));
        }
    }
    Ok(None)
}

/// The bound that a conjunct gives the variable, as a value that the bound itself admits; `Some`
/// without a term where the conjunct is a bound that gives none, `None` where it is no bound.
fn bound(var: &Var, conjunct: &Term, free: &mut FreeVars) -> Option<Option<Term>> {
    let (atom, positive) = match (conjunct.op(), conjunct.children()) {
        (Some(Op::Not), [atom]) => (atom.clone(), false),
        _ => (conjunct.clone(), true),
    };
    let (op, [a, b]) = (atom.op()?, atom.children()) else {
        return None;
    };
    let strict = match (op, positive) {
        (Op::Le, true) | (Op::Lt, false) | (Op::Eq, true) => false,
        (Op::Lt, true) | (Op::Le, false) => true,
        (Op::Eq, false) => return Some(None),
        _ => return None,
    };
    let x = var.term();
    // The other side, and whether the variable is on the greater side of `a (op) b`.
    let (other, is_greater) = match var.sort {
        Sort::Real => {
            let difference = &Linear::<Rational>::of(b)? - &Linear::of(a)?;
            let factor = difference.coefficient(&x);
            let scale = Rational::from(-1).checked_div(&factor)?;
            let rest = difference.replaced(&x, &Linear::literal(Rational::ZERO));
            (rest.scaled(&scale).to_term(), factor.is_positive())
        }
        Sort::Int => {
            let difference = &Linear::<Integer>::of(b)? - &Linear::of(a)?;
            let factor = difference.coefficient(&x);
            if !factor.abs().is_one() {
                return None;
            }
            let rest = difference.replaced(&x, &Linear::literal(Integer::ZERO));
            (rest.scaled(&-&factor).to_term(), factor.is_positive())
        }
        _ => return None,
    };
    if free.of(&other).contains(var) {
        return None;
    }
    let is_lower = is_greater == positive;
    let one = Term::number(&var.sort, 1);
    Some(Some(match (strict, is_lower) {
        (false, _) => other,
        (true, true) => Term::add([other, one]),
        (true, false) => Term::sub(other, one),
    }))
}
