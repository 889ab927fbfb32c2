//! The terms whose values in sample runs are looked at.

use std::collections::BTreeSet;

use logic::linear::Linear;
use logic::{Integer, Op, Sort, Term, Var};
use question::SafeFor;

use crate::alphabet::Alphabet;

/// The terms between which equations are sought.
pub(crate) struct Measured {
    /// Integer variables that matter for the postcondition or for what is done.
    pub(crate) vars: Vec<Term>,
    /// Products of such variables, where the programs multiply or add a variable again and again.
    pub(crate) products: Vec<Term>,
}

/// More products than this would need more samples than there are.
const MOST_PRODUCTS: usize = 24;

impl Measured {
    pub(crate) fn of(question: &SafeFor, alphabet: &Alphabet) -> Self {
        let relevant = relevant(question, alphabet);
        let vars = question.setting.initial_vars().into_iter();
        let vars = vars.filter(|var| var.sort.carrier() == Sort::Int && relevant.contains(var));
        let vars: Vec<Var> = vars.collect();
        let factors = factors(question, alphabet);
        let factors = vars.iter().filter(|var| factors.contains(var));
        let mut products = Vec::new();
        for factor in factors {
            for other in &vars {
                let product = Term::mul([factor.term(), other.term()]).simplify();
                if !products.contains(&product) {
                    products.push(product);
                }
            }
        }
        if products.len() > MOST_PRODUCTS {
            products.clear();
        }
        Measured {
            vars: vars.iter().map(Var::term).collect(),
            products,
        }
    }
}

/// The variables that the postcondition and the conditions on the way depend on.
fn relevant(question: &SafeFor, alphabet: &Alphabet) -> BTreeSet<Var> {
    let mut relevant = question.ensures.free_vars();
    for branch in &alphabet.branches {
        relevant.extend(branch.case.guard.iter().flat_map(Term::free_vars));
    }
    loop {
        let before = relevant.len();
        for branch in &alphabet.branches {
            for (var, value) in &branch.case.updates {
                if relevant.contains(var) {
                    relevant.extend(value.free_vars());
                }
            }
        }
        if relevant.len() == before {
            return relevant;
        }
    }
}

/// The variables that never change and of which multiples are built: what is added to a variable in
/// a step, and factors of products.
fn factors(question: &SafeFor, alphabet: &Alphabet) -> BTreeSet<Var> {
    let updates = || alphabet.branches.iter().flat_map(|b| &b.case.updates);
    let written: BTreeSet<&Var> = updates().map(|(var, _)| var).collect();
    let mut found = BTreeSet::new();
    for (var, value) in updates() {
        if var.sort.carrier() == Sort::Int
            && let Some(increase) = Linear::<Integer>::of(&Term::sub(value.clone(), var.term()))
            && increase.coefficient(&var.term()) == Integer::from(0)
            && value.free_vars().contains(var)
        {
            found.extend(increase.to_term().free_vars());
        }
        multiplied(value, &mut found);
    }
    let guards = alphabet.branches.iter().flat_map(|b| &b.case.guard);
    guards
        .chain([&question.ensures])
        .for_each(|guard| multiplied(guard, &mut found));
    found.retain(|var| !written.contains(var));
    found
}

/// Adds the variables that are factors of products.
fn multiplied(term: &Term, found: &mut BTreeSet<Var>) {
    logic::recursion::guard(|| {
        if term.op() == Some(&Op::Mul) {
            let open = term
                .children()
                .iter()
                .filter(|part| part.as_value().is_none());
            let open: Vec<&Term> = open.collect();
            if open.len() > 1 {
                found.extend(open.iter().filter_map(|part| part.as_var().cloned()));
            }
        }
        term.children()
            .iter()
            .for_each(|part| multiplied(part, found));
    });
}
