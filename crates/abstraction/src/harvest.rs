//! Terms that a function computes next, for relations to speak of.
//!
//! Optimisers compute earlier what was computed later: loads and comparisons before a loop or in the
//! iteration before. A variable of one function then equals what the other one is about to compute.

use std::collections::BTreeSet;

use logic::{FreeVars, Op, Sort, Term, Var};
use program::function::symbolic::Effect;

/// How large a term may be, as a graph, and how many there are.
const LARGEST: usize = 40;
const MOST_TERMS: usize = 96;
/// The same for comparisons.
const LARGEST_TEST: usize = 12;
const MOST_TESTS: usize = 64;
/// How many parts are looked at.
const MOST_PARTS: usize = 4000;

/// Comparisons like those that the paths make, the small ones first: where a loop goes on as long as
/// something is less, it is not greater at its head.
pub(crate) fn tests(terms: &[Term]) -> Vec<Term> {
    let mut found: BTreeSet<(usize, Term)> = BTreeSet::new();
    for term in terms.iter().filter(|term| *term.sort() == Sort::Bool) {
        let [a, b] = term.children() else { continue };
        let ops: &[Op] = match term.op() {
            Some(Op::BvSlt | Op::BvSle) => &[Op::BvSlt, Op::BvSle],
            Some(Op::BvUlt | Op::BvUle) => &[Op::BvUlt, Op::BvUle],
            Some(Op::Eq) if matches!(a.sort(), Sort::BitVec(_)) => {
                &[Op::BvSlt, Op::BvSle, Op::BvUlt, Op::BvUle]
            }
            _ => continue,
        };
        let size = term.dag_size();
        if size <= LARGEST_TEST {
            for op in ops {
                for (a, b) in [(a, b), (b, a)] {
                    found.insert((size, Term::app(op.clone(), vec![a.clone(), b.clone()])));
                }
            }
        }
    }
    let found = found.into_iter().map(|(_, term)| term);
    found
        .filter(|term| term.as_value().is_none())
        .take(MOST_TESTS)
        .collect()
}

/// The parts of a formula that are joined by connectives.
pub(crate) fn parts(formula: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut open = vec![formula.clone()];
    while let Some(part) = open.pop() {
        match part.op() {
            Some(Op::And | Op::Or | Op::Not | Op::Implies) => {
                open.extend(part.children().iter().cloned());
            }
            _ => found.push(part),
        }
    }
    found
}

/// Bit-vectors and truth values over these variables that the paths compute, the small ones first.
pub(crate) fn harvest<'e>(
    effects: impl IntoIterator<Item = &'e Effect>,
    vars: &BTreeSet<Var>,
) -> Vec<Term> {
    let mut seen: BTreeSet<Term> = BTreeSet::new();
    let mut free_vars = FreeVars::new();
    let mut found = Vec::new();
    for effect in effects {
        let values = effect.values.iter().map(|(_, term)| term);
        let mut open: Vec<&Term> = effect.condition.iter().chain(values).collect();
        while let Some(term) = open.pop() {
            if seen.len() > MOST_PARTS || !seen.insert(term.clone()) {
                continue;
            }
            open.extend(term.children());
            let is_connective = matches!(term.op(), None | Some(Op::And | Op::Or | Op::Not));
            let fits = matches!(term.sort(), Sort::Bool | Sort::BitVec(_)) && !is_connective;
            let size = if fits { term.dag_size() } else { usize::MAX };
            if size <= LARGEST && free_vars.of(term).iter().all(|var| vars.contains(var)) {
                found.push((size, term.clone()));
            }
        }
    }
    found.sort();
    found.truncate(MOST_TERMS);
    found.into_iter().map(|(_, term)| term).collect()
}
