//! Facts with their polynomials in normal form.

use std::collections::BTreeSet;

use super::read::Reader;
use super::{Monomial, Polynomial, inverse};
use crate::{Op, Substitution, Term};

/// Facts that hold together where the given ones do, with products in normal form: a product that an
/// equation among the facts determines is replaced in all others. `None` where no two unknown terms
/// are multiplied.
#[must_use]
pub fn normalise(facts: &[Term]) -> Option<Vec<Term>> {
    let mut reader = Reader::default();
    if !facts.iter().any(|fact| reader.has_product(fact)) {
        return None;
    }
    let facts = facts.iter().flat_map(parts).collect();
    let facts = joined(resolved(facts));
    for fact in &facts {
        reader.assume(fact);
    }
    let is_equation = |fact: &&Term| fact.op() == Some(&Op::Eq);
    let (equations, others): (Vec<&Term>, Vec<&Term>) = facts.iter().partition(is_equation);
    let mut result = Vec::new();
    for equation in equations {
        result.push(reader.normal(equation));
        if reader.has_product(equation)
            && let Some(difference) = reader.difference(equation)
            && let Some((product, equal)) = solved(&difference)
        {
            reader.define(product, equal);
        }
    }
    result.extend(others.into_iter().map(|fact| reader.normal(fact)));
    Some(result)
}

/// The facts that hold where a fact does: the parts of a conjunction, and of a denied disjunction.
fn parts(fact: &Term) -> Vec<Term> {
    match (fact.op(), fact.children()) {
        (Some(Op::And), facts) => facts.iter().flat_map(parts).collect(),
        (Some(Op::Not), [denied]) if denied.op() == Some(&Op::Or) => {
            let denied = denied.children().iter();
            denied
                .flat_map(|it| parts(&Term::not(it.clone())))
                .collect()
        }
        _ => vec![fact.clone()],
    }
}

/// The facts with what cannot hold left out of disjunctions.
fn resolved(facts: Vec<Term>) -> Vec<Term> {
    let known: BTreeSet<Term> = facts.iter().cloned().collect();
    let is_open = |case: &Term| !known.contains(&Term::not(case.clone()));
    let resolve = |fact: &Term| match fact.op() {
        Some(Op::Or) => {
            let cases = fact.children().iter().filter(|case| is_open(case));
            parts(&Term::or(cases.cloned()))
        }
        _ => vec![fact.clone()],
    };
    facts.iter().flat_map(resolve).collect()
}

/// The product that a polynomial determines where it is nought, the largest one, and its value.
fn solved(polynomial: &Polynomial) -> Option<(Monomial, Polynomial)> {
    let twos = polynomial.twos();
    if twos >= polynomial.width {
        return None;
    }
    let polynomial = polynomial.halved(twos);
    let candidates = polynomial
        .coefficients
        .iter()
        .filter(|(monomial, coefficient)| {
            let others = polynomial.coefficients.keys();
            let mut same = others.filter(|other| other.factors == monomial.factors);
            let is_product = monomial.factors.len() > 1 && monomial.bits.is_empty();
            is_product && *coefficient % 2 == 1 && same.by_ref().count() == 1
        });
    let (product, coefficient) = candidates.max_by_key(|(monomial, _)| monomial.factors.len())?;
    let mut rest = polynomial.clone();
    rest.coefficients.remove(product);
    let equal = rest.scaled(inverse(*coefficient).wrapping_neg());
    Some((product.clone(), equal))
}

/// The facts with terms that are neither less nor greater than each other made equal, and variables
/// that are equal to others replaced.
fn joined(mut facts: Vec<Term>) -> Vec<Term> {
    let bound = |fact: &Term| -> Option<(Op, Term, Term)> {
        match (fact.op()?, fact.children()) {
            (op @ (Op::BvUle | Op::BvSle), [a, b]) => Some((op.clone(), a.clone(), b.clone())),
            (Op::Not, [denied]) => match (denied.op()?, denied.children()) {
                (Op::BvUlt, [a, b]) => Some((Op::BvUle, b.clone(), a.clone())),
                (Op::BvSlt, [a, b]) => Some((Op::BvSle, b.clone(), a.clone())),
                _ => None,
            },
            _ => None,
        }
    };
    let bounds: Vec<(Op, Term, Term)> = facts.iter().filter_map(bound).collect();
    let mut equations: Vec<Term> = Vec::new();
    for (op, a, b) in &bounds {
        if a < b && bounds.contains(&(op.clone(), b.clone(), a.clone())) {
            equations.push(Term::eq(a.clone(), b.clone()));
        }
    }
    for equation in equations {
        let sides = match equation.children() {
            [a, b] => [(a, b), (b, a)],
            _ => continue,
        };
        let definition = sides.into_iter().find_map(|(var, term)| {
            let var = var.as_var()?;
            (!term.free_vars().contains(var)).then(|| (var.clone(), term.clone()))
        });
        if let Some(definition) = definition {
            let mut substitution = Substitution::new();
            substitution.insert(definition.0, definition.1);
            facts = substitution.apply_all(&facts);
        }
        facts.push(equation);
    }
    facts
}
