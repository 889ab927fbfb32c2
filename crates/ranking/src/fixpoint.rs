//! Recurrent sets as greatest fixpoints.
//!
//! From the regions that are given, those states are taken away again and again from which no step
//! leads back into the regions. Where that ends, every state that is left has an infinite run. Each
//! round is exact: which values a step should choose is found by projection (crate `games`).

use budget::Budget;
use evidence::ranking::{Continuation, Edge, TransitionGraph};
use games::choices::choose;
use logic::{Sort, Substitution, Term, Var};
use smt::{Outcome, Solver, Strategy};

use crate::NotFound;

/// Regions, and how to go on inside them.
pub(crate) struct Recurrent {
    pub(crate) regions: Vec<Term>,
    pub(crate) cases: Vec<Vec<Continuation>>,
}

/// The most disjuncts and conjuncts that are worth going on with.
const LARGEST_REGION: usize = 400;

/// The greatest recurrent set within the regions, if it is reached in so many rounds and not empty.
pub(crate) fn greatest(
    graph: &TransitionGraph,
    mut regions: Vec<Term>,
    rounds: usize,
    budget: &Budget,
) -> Result<Option<Recurrent>, NotFound> {
    let mut solver = Solver::new(Strategy::Incremental);
    for _ in 0..rounds {
        budget.check()?;
        let mut cases = Vec::new();
        let mut next = Vec::new();
        let mut changed = false;
        for (location, region) in regions.iter().enumerate() {
            let mut here = Vec::new();
            for (position, edge) in graph.edges().iter().enumerate() {
                if edge.from == location && !region.is_false() && !regions[edge.to].is_false() {
                    here.extend(continuations(graph, position, edge, &regions, budget)?);
                }
            }
            let good = Term::or(here.iter().map(|case| case.guard.clone()));
            let lost = Term::and([region.clone(), Term::not(good.clone())]);
            next.push(match solver.satisfy(&lost, budget) {
                Outcome::Unsat(()) => region.clone(),
                Outcome::Sat(_) => {
                    changed = true;
                    let kept = Term::and([region.clone(), good]).simplify();
                    if is_empty(&mut solver, &kept, budget)? {
                        Term::bottom()
                    } else {
                        kept
                    }
                }
                Outcome::Unknown(reason) => return Err(reason.into()),
            });
            cases.push(here);
        }
        if next.iter().all(Term::is_false) {
            return Ok(None);
        }
        if !changed {
            return Ok(Some(Recurrent { regions, cases }));
        }
        if next.iter().any(|region| region.dag_size() > LARGEST_REGION) {
            return Ok(None);
        }
        regions = next;
    }
    Ok(None)
}

fn is_empty(solver: &mut Solver, region: &Term, budget: &Budget) -> Result<bool, NotFound> {
    match solver.satisfy(region, budget) {
        Outcome::Unsat(()) => Ok(true),
        Outcome::Sat(_) => Ok(false),
        Outcome::Unknown(reason) => Err(reason.into()),
    }
}

/// How an edge leads from its region into the region of its end; the guards cover all states from
/// which it does.
fn continuations(
    graph: &TransitionGraph,
    position: usize,
    edge: &Edge,
    regions: &[Term],
    budget: &Budget,
) -> Result<Vec<Continuation>, NotFound> {
    let arrived = regions[edge.to].substitute(&graph.priming());
    let formula = Term::and([edge.relation.clone(), arrived]);
    steps(graph, position, &formula, &regions[edge.from], budget)
}

/// How a part of what an edge does can be done; the guards cover all states of the premise in which
/// it can.
pub(crate) fn steps(
    graph: &TransitionGraph,
    position: usize,
    formula: &Term,
    premise: &Term,
    budget: &Budget,
) -> Result<Vec<Continuation>, NotFound> {
    let edge = &graph.edges()[position];
    // A variable of a range becomes an integer with bounds that are said, because a term for it may
    // leave the range.
    let chosen: Vec<Var> = graph
        .primed()
        .iter()
        .chain(&edge.auxiliary)
        .cloned()
        .collect();
    let carried = |var: &Var| Var::new(var.name, var.sort.carrier());
    let renaming: Substitution = chosen
        .iter()
        .filter(|var| var.sort.has_range())
        .map(|var| (var.clone(), carried(var).term()))
        .collect();
    let bounds = chosen.iter().map(|var| match &var.sort {
        Sort::Range(range) => Term::and([
            Term::le(Term::int(range.low()), carried(var).term()),
            Term::le(carried(var).term(), Term::int(range.high())),
        ]),
        _ => Term::top(),
    });
    let bounds = Term::and(bounds);
    let formula = Term::and([formula.substitute(&renaming), bounds]);
    let chosen: Vec<Var> = chosen.iter().map(carried).collect();
    let choices = choose(&chosen, &formula, premise, budget)?;
    let count = graph.vars().len();
    let case = |case: evidence::strategy::Case| Continuation {
        guard: case.guard,
        edge: position,
        next: case.terms[..count].to_vec(),
        auxiliary: case.terms[count..].to_vec(),
    };
    Ok(choices.cases.into_iter().map(case).collect())
}
