//! Literals that the programs themselves suggest as assertions.

use std::collections::BTreeSet;

use logic::linear::Linear;
use logic::{Integer, Sort, Substitution, Term, Var};

use crate::alphabet::{Alphabet, Branch};
use crate::candidates::coefficients;

/// What is asked before steps, its opposite, and what steps leave behind.
pub(crate) fn literals(alphabet: &Alphabet) -> Vec<Term> {
    let mut pool: BTreeSet<Term> = BTreeSet::new();
    for branch in &alphabet.branches {
        let chosen: BTreeSet<Var> = branch.chosen.iter().cloned().collect();
        for guard in &branch.case.guard {
            if guard.free_vars().is_disjoint(&chosen) {
                pool.insert(guard.simplify());
                pool.insert(Term::not(guard.clone()).simplify());
            }
        }
        pool.extend(afterwards(branch));
    }
    pool.retain(|literal| literal.as_value().is_none());
    pool.into_iter().collect()
}

/// The numbers that assertions about divisibility may speak of.
pub(crate) fn moduli(alphabet: &Alphabet) -> BTreeSet<Integer> {
    let guards = alphabet.branches.iter().flat_map(|b| &b.case.guard);
    let updates = alphabet.branches.iter().flat_map(|b| &b.case.updates);
    let assigned = updates.map(|(var, term)| Term::eq(var.term(), term.clone()));
    let all: Vec<Term> = guards.cloned().chain(assigned).collect();
    coefficients(&all)
}

/// What holds after a step whatever held before: its guard and the values that it gives, in terms
/// of the state afterwards. A variable that was increased says what it was before; what other
/// variables that are written were before is lost.
fn afterwards(branch: &Branch) -> Vec<Term> {
    let written: BTreeSet<&Var> = branch.case.updates.iter().map(|(var, _)| var).collect();
    let mut earlier = Substitution::new();
    let mut lost: BTreeSet<Var> = branch.chosen.iter().cloned().collect();
    for (var, value) in &branch.case.updates {
        match increase(var, value, &written) {
            Some(increase) => {
                let before = Term::sub(var.term(), increase);
                earlier.insert(var.clone(), before.simplify());
            }
            None => {
                lost.insert(var.clone());
            }
        }
    }
    let assigned = branch.case.updates.iter().filter_map(|(var, value)| {
        let is_known = lost.contains(var) && value.free_vars().is_disjoint(&lost);
        is_known.then(|| Term::eq(var.term(), value.substitute(&earlier)).simplify())
    });
    let guards = branch.case.guard.iter();
    let guards = guards.filter(|guard| guard.free_vars().is_disjoint(&lost));
    let guards = guards.map(|guard| guard.substitute(&earlier).simplify());
    guards.chain(assigned).collect()
}

/// By how much an update increases its variable, if by something that does not change.
fn increase(var: &Var, value: &Term, written: &BTreeSet<&Var>) -> Option<Term> {
    if *value == var.term() && var.sort.is_arithmetic() {
        return Some(Term::sub(value.clone(), value.clone()).simplify());
    }
    if var.sort != Sort::Int {
        return None;
    }
    let difference = Linear::<Integer>::of(&Term::sub(value.clone(), var.term()))?;
    let difference = difference.to_term();
    let uses = difference.free_vars();
    uses.iter()
        .all(|used| !written.contains(used))
        .then_some(difference)
}
