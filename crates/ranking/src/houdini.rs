//! Conjunctive invariants: the facts of a pool that hold at the start and that every edge keeps.
//!
//! All facts are assumed everywhere at first; models of the start and of edges take away those
//! that they refute, until none is refuted. What is left is the strongest invariant that is a
//! conjunction of facts of the pool (Flanagan and Leino 2001).

use std::collections::BTreeSet;

use budget::Budget;
use evidence::ranking::TransitionGraph;
use logic::{Substitution, Term};
use smt::{Outcome, Solver, Strategy};

use crate::NotFound;

/// For each location the facts that always hold there. Nothing where runs may start anywhere.
pub(crate) fn invariants(
    graph: &TransitionGraph,
    pool: &BTreeSet<Term>,
    budget: &Budget,
) -> Result<Vec<Vec<Term>>, NotFound> {
    let Some(initial) = graph.initial() else {
        return Ok(vec![Vec::new(); graph.location_count()]);
    };
    let all: Vec<Term> = pool.iter().cloned().collect();
    let mut facts = vec![all; graph.location_count()];
    let mut solver = Solver::new(Strategy::Incremental);
    let known = [
        initial.condition.clone(),
        graph.invariant(initial.location).clone(),
    ];
    let here = Substitution::new();
    filter(
        &mut solver,
        &known,
        &mut facts[initial.location],
        &here,
        budget,
    )?;
    let priming = graph.priming();
    let mut changed = true;
    while changed {
        changed = false;
        for edge in graph.edges() {
            let mut known = facts[edge.from].clone();
            known.push(graph.invariant(edge.from).clone());
            known.push(edge.relation.clone());
            known.push(graph.invariant(edge.to).substitute(&priming));
            changed |= filter(&mut solver, &known, &mut facts[edge.to], &priming, budget)?;
        }
    }
    Ok(facts)
}

/// Takes away the facts that do not follow; whether there were any.
fn filter(
    solver: &mut Solver,
    known: &[Term],
    facts: &mut Vec<Term>,
    renaming: &Substitution,
    budget: &Budget,
) -> Result<bool, NotFound> {
    solver.push();
    for formula in known {
        solver.assert(formula);
    }
    let mut renamed: Vec<Term> = facts.iter().map(|fact| fact.substitute(renaming)).collect();
    let mut changed = false;
    let result = loop {
        solver.push();
        solver.assert(&Term::not(Term::and(renamed.iter().cloned())));
        let model = match solver.check(budget) {
            Outcome::Unsat(_) => break Ok(changed),
            Outcome::Unknown(reason) => break Err(reason.into()),
            Outcome::Sat(sat) => sat.model_of(&renamed),
        };
        let model = match model {
            Ok(model) => model,
            Err(reason) => break Err(reason.into()),
        };
        let holds: Vec<bool> = renamed.iter().map(|f| model.holds(f) == Ok(true)).collect();
        let mut kept = holds.iter();
        facts.retain(|_| kept.next() == Some(&true));
        let mut kept = holds.iter();
        renamed.retain(|_| kept.next() == Some(&true));
        changed = true;
        solver.pop();
    };
    solver.pop();
    solver.pop();
    result
}
