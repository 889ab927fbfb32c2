//! Houdini: of candidate formulas for each predicate, the largest part that the clauses preserve.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::horn::Interpretation;
use logic::{Model, Term};
use question::clauses::Clause;
use smt::{Outcome, Reason, Solver};

use crate::problem::Problem;

/// Formulas for each predicate, over its parameters.
pub(crate) type Formulas = Vec<Vec<Term>>;

/// A query that the invariants do not settle, with values that they allow.
#[derive(Clone, Debug)]
pub(crate) struct Unsettled {
    pub(crate) clause: usize,
    pub(crate) model: Model,
}

/// The formulas of an application of the body, for its arguments.
pub(crate) fn premises(problem: &Problem<'_>, clause: &Clause, formulas: &Formulas) -> Vec<Term> {
    let mut premises = Vec::new();
    for atom in &clause.body {
        let arguments = problem.arguments(atom);
        let formulas = &formulas[atom.predicate.index()];
        premises.extend(formulas.iter().map(|formula| arguments.apply(formula)));
    }
    premises
}

/// The largest part of the candidates that all clauses with a head preserve.
pub(crate) fn houdini(
    problem: &Problem<'_>,
    solver: &mut Solver,
    mut candidates: Formulas,
    budget: &Budget,
) -> Result<Formulas, Reason> {
    let clauses = problem.system.clauses();
    let order = &problem.order;
    let mut open: BTreeSet<usize> = (0..order.len()).collect();
    while let Some(next) = open.pop_first() {
        let clause = &clauses[order[next]];
        let Some(head) = &clause.head else { continue };
        let before = candidates[head.predicate.index()].len();
        if before == 0 {
            continue;
        }
        solver.push();
        solver.assert(&clause.constraint);
        for premise in premises(problem, clause, &candidates) {
            solver.assert(&premise);
        }
        let arguments = problem.arguments(head);
        let kept = &mut candidates[head.predicate.index()];
        let outcome = preserve(solver, kept, |formula| arguments.apply(formula), budget);
        solver.pop();
        outcome?;
        if kept.len() < before {
            let uses = |clause: &Clause| {
                clause
                    .body
                    .iter()
                    .any(|atom| atom.predicate == head.predicate)
            };
            open.extend((0..order.len()).filter(|other| uses(&clauses[order[*other]])));
        }
    }
    Ok(candidates)
}

/// Drops the formulas that do not follow from what is asserted.
fn preserve(
    solver: &mut Solver,
    formulas: &mut Vec<Term>,
    instance: impl Fn(&Term) -> Term,
    budget: &Budget,
) -> Result<(), Reason> {
    let mut instances: Vec<Term> = formulas.iter().map(instance).collect();
    while !instances.is_empty() {
        budget.check().map_err(Reason::from)?;
        let conclusion = Term::and(instances.iter().cloned());
        solver.push();
        solver.assert(&Term::not(conclusion.clone()));
        let model = match solver.check(budget) {
            Outcome::Unsat(_) => None,
            Outcome::Sat(sat) => Some(sat.model_of([&conclusion])),
            Outcome::Unknown(reason) => Some(Err(reason)),
        };
        solver.pop();
        let Some(model) = model.transpose()? else {
            return Ok(());
        };
        let holds: Vec<bool> = (instances.iter())
            .map(|instance| model.holds(instance) == Ok(true))
            .collect();
        if holds.iter().all(|holds| *holds) {
            // The solver's model does not say which one fails, as with divisions by zero.
            formulas.clear();
            return Ok(());
        }
        retain_where(formulas, &holds);
        retain_where(&mut instances, &holds);
    }
    Ok(())
}

fn retain_where<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    items.retain(|_| *keep.next().expect("there is one flag for each item"));
}

/// The first query that the invariants do not settle.
pub(crate) fn unsettled(
    problem: &Problem<'_>,
    solver: &mut Solver,
    invariants: &Formulas,
    budget: &Budget,
) -> Result<Option<Unsettled>, Reason> {
    for (position, clause) in problem.system.clauses().iter().enumerate() {
        if clause.head.is_some() {
            continue;
        }
        solver.push();
        solver.assert(&clause.constraint);
        for premise in premises(problem, clause, invariants) {
            solver.assert(&premise);
        }
        let outcome = match solver.check(budget) {
            Outcome::Unsat(_) => Ok(None),
            Outcome::Sat(sat) => sat.model_of(clause.terms()).map(Some),
            Outcome::Unknown(reason) => Err(reason),
        };
        solver.pop();
        if let Some(model) = outcome? {
            return Ok(Some(Unsettled {
                clause: position,
                model,
            }));
        }
    }
    Ok(None)
}

/// The invariants as meanings of the predicates.
pub(crate) fn interpretation(problem: &Problem<'_>, invariants: &Formulas) -> Interpretation {
    let ids = problem.system.ids();
    Interpretation {
        formulas: ids
            .map(|id| problem.template(id, &invariants[id.index()]))
            .collect(),
    }
}
