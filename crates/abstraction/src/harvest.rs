//! Terms that a function computes next, for relations to speak of.
//!
//! Optimisers compute earlier what was computed later: loads and comparisons before a loop or in the
//! iteration before. A variable of one function then equals what the other one is about to compute.

use std::collections::BTreeSet;

use logic::{FreeVars, Op, Sort, Term, Var};
use program::Function;
use program::function::symbolic::Effect;

/// How large a term may be, as a graph, and how many there are.
const LARGEST: usize = 40;
const MOST_TERMS: usize = 96;
/// The same for comparisons.
const LARGEST_TEST: usize = 12;
const MOST_TESTS: usize = 256;
/// How many parts are looked at.
const MOST_PARTS: usize = 4000;

/// Comparisons like those that the paths make, the small ones first: where a loop goes on as long as
/// something is less, it is not greater at its head.
pub(crate) fn tests(terms: &[Term]) -> Vec<Term> {
    let mut found: BTreeSet<(usize, Term)> = BTreeSet::new();
    for term in terms {
        let size = match is_comparison(term) {
            true => term.dag_size(),
            false => usize::MAX,
        };
        if size <= LARGEST_TEST {
            found.extend(variants(term).into_iter().map(|it| (size, it)));
        }
    }
    let found = found.into_iter().map(|(_, term)| term);
    found
        .filter(|term| term.as_value().is_none())
        .take(MOST_TESTS)
        .collect()
}

fn is_comparison(term: &Term) -> bool {
    match (term.op(), term.children()) {
        (Some(Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle), _) => true,
        (Some(Op::Eq), [a, _]) => matches!(a.sort(), Sort::BitVec(_)),
        _ => false,
    }
}

/// The comparisons of the same sides.
fn variants(comparison: &Term) -> Vec<Term> {
    let [a, b] = comparison.children() else {
        return Vec::new();
    };
    let ops: &[Op] = match comparison.op() {
        Some(Op::BvSlt | Op::BvSle) => &[Op::BvSlt, Op::BvSle],
        Some(Op::BvUlt | Op::BvUle) => &[Op::BvUlt, Op::BvUle],
        _ => &[Op::BvSlt, Op::BvSle, Op::BvUlt, Op::BvUle],
    };
    let sides = [(a, b), (b, a)];
    let both = ops.iter().flat_map(|op| sides.map(|sides| (op, sides)));
    both.map(|(op, (a, b))| Term::app(op.clone(), vec![a.clone(), b.clone()]))
        .collect()
}

/// Comparisons like those that functions make anywhere, as they are written there: what was tested
/// before a loop or on the way to a place still holds where nothing has changed since. Those of two
/// unknowns come first.
pub(crate) fn guards(functions: [&Function; 2]) -> Vec<Term> {
    let mut comparisons: BTreeSet<Term> = BTreeSet::new();
    let mut seen: BTreeSet<Term> = BTreeSet::new();
    for function in functions {
        function.visit_terms(&mut |term| {
            let mut open = vec![term.clone()];
            while let Some(part) = open.pop() {
                if seen.len() > MOST_PARTS || !seen.insert(part.clone()) {
                    continue;
                }
                open.extend(part.children().iter().cloned());
                if is_comparison(&part) && part.dag_size() <= LARGEST_TEST {
                    comparisons.insert(part);
                }
            }
        });
    }
    let mut found: BTreeSet<(bool, usize, Term)> = BTreeSet::new();
    for comparison in comparisons {
        let has_constant = comparison
            .children()
            .iter()
            .any(|it| it.as_value().is_some());
        let negation = Term::not(comparison.clone());
        for variant in variants(&comparison).into_iter().chain([negation]) {
            if variant.as_value().is_none() {
                found.insert((has_constant, variant.dag_size(), variant));
            }
        }
    }
    found.into_iter().map(|(_, _, term)| term).collect()
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
