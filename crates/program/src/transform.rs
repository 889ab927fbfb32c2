//! Predicate transformers (papers/000, section 4.1: `wp` and `pre`).

use logic::{Op, Sort, Substitution, Term, Var};

use crate::Command;

/// The formula that a term's value belongs to a sort: bounds for a range, and for an array of a
/// range the bounds of what is stored in it; `true` otherwise.
#[must_use]
pub fn in_sort(term: &Term, sort: &Sort) -> Term {
    match sort {
        Sort::Range(range) => Term::and([
            Term::le(Term::int(range.low()), term.clone()),
            Term::le(term.clone(), Term::int(range.high())),
        ]),
        Sort::Array(array) if sort.has_range() => match (term.op(), term.children()) {
            (Some(Op::Store), [base, index, value]) => Term::and([
                in_sort(base, sort),
                in_sort(index, &array.index),
                in_sort(value, &array.element),
            ]),
            (Some(Op::Copy), [to, _, source, ..]) => {
                Term::and([in_sort(to, sort), in_sort(source, sort)])
            }
            (Some(Op::Ite), [condition, then, otherwise]) => Term::ite(
                condition.clone(),
                in_sort(then, sort),
                in_sort(otherwise, sort),
            ),
            _ => Term::top(),
        },
        _ => Term::top(),
    }
}

/// The weakest precondition: the states from which every step of the command leads to a state
/// where `post` holds, and from which the command does not fail. `None` for a `parfor`, whose
/// effect is not a first-order formula.
#[must_use]
pub fn wp(command: &Command, post: &Term) -> Option<Term> {
    Some(match command {
        Command::Guard(formula) => Term::implies(formula.clone(), post.clone()),
        Command::Assign(var, value) => {
            Term::implies(in_sort(value, &var.sort), assigned(var, value, post))
        }
        Command::Havoc(var, formula) => {
            Term::forall([var.clone()], Term::implies(formula.clone(), post.clone()))
        }
        Command::Send { .. } => post.clone(),
        Command::Receive { var, .. } => Term::forall([var.clone()], post.clone()),
        Command::Assert(formula) => Term::and([formula.clone(), post.clone()]),
        Command::Parfor(_) | Command::Mark(_) => return None,
    })
}

/// The preimage: the states from which some step of the command leads to a state where `post`
/// holds. `None` for a `parfor`.
#[must_use]
pub fn pre(command: &Command, post: &Term) -> Option<Term> {
    Some(match command {
        Command::Guard(formula) | Command::Assert(formula) => {
            Term::and([formula.clone(), post.clone()])
        }
        Command::Assign(var, value) => {
            Term::and([in_sort(value, &var.sort), assigned(var, value, post)])
        }
        Command::Havoc(var, formula) => {
            Term::exists([var.clone()], Term::and([formula.clone(), post.clone()]))
        }
        Command::Send { .. } => post.clone(),
        Command::Receive { var, .. } => Term::exists([var.clone()], post.clone()),
        Command::Parfor(_) | Command::Mark(_) => return None,
    })
}

/// The strongest postcondition: the states to which some step of the command leads from a state
/// where `before` holds. `None` for a `parfor`.
#[must_use]
pub fn sp(command: &Command, before: &Term) -> Option<Term> {
    Some(match command {
        Command::Guard(formula) | Command::Assert(formula) => {
            Term::and([before.clone(), formula.clone()])
        }
        Command::Assign(var, value) => {
            let old = fresh(var, &[before, value]);
            let to_old = Substitution::from_iter([(var.clone(), old.term())]);
            let equation = Term::eq(var.term(), value.substitute(&to_old));
            quantified_if_used(old, before.substitute(&to_old), equation)
        }
        Command::Havoc(var, formula) => {
            Term::and([Term::exists([var.clone()], before.clone()), formula.clone()])
        }
        Command::Send { .. } => before.clone(),
        Command::Receive { var, .. } => Term::exists([var.clone()], before.clone()),
        Command::Parfor(_) | Command::Mark(_) => return None,
    })
}

fn assigned(var: &Var, value: &Term, post: &Term) -> Term {
    post.substitute(&Substitution::from_iter([(var.clone(), value.clone())]))
}

fn quantified_if_used(var: Var, a: Term, b: Term) -> Term {
    let body = Term::and([a, b]);
    if body.free_vars().contains(&var) {
        Term::exists([var], body)
    } else {
        body
    }
}

/// A variable like `var` that occurs in none of the terms.
fn fresh(var: &Var, terms: &[&Term]) -> Var {
    let used = |candidate: &Var| {
        terms
            .iter()
            .any(|term| term.free_vars().contains(candidate))
    };
    (0..)
        .map(|number| Var::new(format!("{}!{number}", var.name).as_str(), var.sort.clone()))
        .find(|candidate| !used(candidate))
        .expect("finitely many names are used")
}
