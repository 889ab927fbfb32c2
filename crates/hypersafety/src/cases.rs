//! The cases of a step: conditionals and disjunctions are split, so that each case has a
//! conjunction of literals for its guard and plain values for its updates.
//!
//! The search then needs no disjunctions in its assertions: what differs from case to case differs
//! from node to node.

use budget::Budget;
use logic::{Node, Op, Sort, Term, Var};
use smt::Solver;

/// One case of a step.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// What holds before the step in this case, a conjunction.
    pub(crate) guard: Vec<Term>,
    /// The values of the written variables afterwards.
    pub(crate) updates: Vec<(Var, Term)>,
}

/// A step is not split any further than into this many cases.
const MOST_CASES: usize = 64;

/// The satisfiable cases of a guarded update, split at some conditions in any case. They cover the
/// guard.
pub(crate) fn split(
    guard: &Term,
    updates: &[(Var, Term)],
    conditions: &[Term],
    solver: &mut Solver,
    budget: &Budget,
) -> Vec<Case> {
    let mut cases = Vec::new();
    let simple = |(var, value): &(Var, Term)| (var.clone(), value.simplify());
    let updates = updates.iter().map(simple).collect();
    let mut open: Vec<Open> = vec![(guard.nnf().simplify(), updates)];
    for condition in conditions {
        open = open
            .iter()
            .flat_map(|case| parted(case, condition))
            .collect();
        open.retain(|(guard, _)| !guard.is_false() && !solver.satisfy(guard, budget).is_unsat());
    }
    while let Some((guard, updates)) = open.pop() {
        if guard.is_false() || solver.satisfy(&guard, budget).is_unsat() {
            continue;
        }
        let choice = (cases.len() + open.len() < MOST_CASES)
            .then(|| choice(&guard, &updates))
            .flatten();
        let Some(condition) = choice else {
            cases.push(Case {
                guard: guard.conjuncts(),
                updates,
            });
            continue;
        };
        open.extend(parted(&(guard, updates), &condition));
    }
    cases
}

/// A case that may have to be split: its guard and its updates.
type Open = (Term, Vec<(Var, Term)>);

/// The two cases in which a condition does not hold and does.
fn parted((guard, updates): &Open, condition: &Term) -> [Open; 2] {
    [Term::not(condition.clone()), condition.clone()].map(|known| {
        let rest = Term::and([known.nnf(), assume(guard, &known)]);
        let updates = updates.iter();
        let updates = updates.map(|(var, term)| (var.clone(), assume(term, &known)));
        (rest.simplify(), updates.collect())
    })
}

/// A condition to split at, if there is something to split.
fn choice(guard: &Term, updates: &[(Var, Term)]) -> Option<Term> {
    let terms = || std::iter::once(guard).chain(updates.iter().map(|(_, value)| value));
    if let Some(condition) = terms().find_map(conditional) {
        return Some(condition);
    }
    for conjunct in guard.conjuncts() {
        if conjunct.op() == Some(&Op::Or) {
            return conjunct.children().first().cloned();
        }
    }
    updates.iter().find_map(|(var, value)| {
        let is_plain = value.as_value().is_some() || value.as_var().is_some();
        (var.sort == Sort::Bool && !is_plain).then(|| match value.node() {
            Node::App(Op::Not | Op::And | Op::Or | Op::Implies, parts) => parts[0].clone(),
            _ => value.clone(),
        })
    })
}

/// The condition of an innermost conditional.
fn conditional(term: &Term) -> Option<Term> {
    logic::recursion::guard(|| {
        if let Some(inner) = term.children().iter().find_map(conditional) {
            return Some(inner);
        }
        match term.node() {
            Node::App(Op::Ite, parts) => Some(parts[0].clone()),
            _ => None,
        }
    })
}

/// The term where a formula is known to hold.
fn assume(term: &Term, known: &Term) -> Term {
    let (refuted, negated) = (known.negated_nnf(), Term::not(known.clone()));
    let assumed = term.rewrite(|part| {
        if part == *known {
            Term::top()
        } else if part == refuted || part == negated {
            Term::bottom()
        } else {
            part
        }
    });
    assumed.simplify()
}
