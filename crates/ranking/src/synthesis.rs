//! Lexicographic and nested ranking functions, component by component.
//!
//! Each step finds functions for one strongly connected component that no transition increases and
//! that rank as many transitions as possible (Alias, Darte, Feautrier and Gonnord 2010, with a bound
//! asked only of ranked transitions); these are removed, and what is left falls into smaller
//! components. A single function a node is tried first, then nested ones of growing depth (Leike and
//! Heizmann 2014). Removing transitions only weakens the constraints, so taking any step that there
//! is never loses a later one.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::ranking::{Comparison, Proof, Step, Transition, TransitionGraph};
use logic::{Sort, Term};
use smt::{Outcome, Solver, Strategy};

use crate::NotFound;
use crate::components::components;
use crate::farkas::{Unknowns, monomials};

/// The most functions of a node.
pub(crate) const MOST_FUNCTIONS: usize = 4;

/// The most transitions of a component for which more than two functions a node are tried. For a
/// single one all are tried at once, because that costs little.
const MANY: usize = 8;

/// What came of a search for steps.
pub(crate) enum Search {
    /// No cycle is left.
    Done(Vec<Step>),
    /// No functions were found for the component with these transitions.
    Stuck(Vec<usize>),
}

/// Steps that remove all cycles, with at most so many functions a node.
pub(crate) fn steps(
    graph: &TransitionGraph,
    transitions: &[Transition],
    most_functions: usize,
    budget: &Budget,
) -> Result<Search, NotFound> {
    let monomials = monomials(graph.vars(), &graph.priming());
    // The first question to a new solver is dear, so there is one for all components.
    let mut solver = Solver::new(Strategy::Incremental);
    let mut steps = Vec::new();
    let mut open: Vec<Vec<usize>> = vec![(0..transitions.len()).collect()];
    while let Some(left) = open.pop() {
        let arcs: Vec<(usize, usize)> = left
            .iter()
            .map(|position| (transitions[*position].from, transitions[*position].to))
            .collect();
        for nodes in components(&arcs) {
            let inside = |position: &&usize| {
                let transition = &transitions[**position];
                nodes.binary_search(&transition.from).is_ok()
                    && nodes.binary_search(&transition.to).is_ok()
            };
            let inside: Vec<(usize, &Transition)> = left
                .iter()
                .filter(inside)
                .map(|position| (*position, &transitions[*position]))
                .collect();
            let mut found = None;
            let most_functions = match inside.len() {
                1 => MOST_FUNCTIONS,
                2..=MANY => most_functions,
                _ => most_functions.min(2),
            };
            for depth in 1..=most_functions {
                let unknowns = Unknowns {
                    transitions: &inside,
                    nodes: &nodes,
                    depth,
                    monomials: &monomials,
                };
                solver.push();
                let step = best_step(&unknowns, &mut solver, budget);
                solver.pop();
                found = step?;
                if found.is_some() {
                    break;
                }
            }
            let Some(step) = found else {
                return Ok(Search::Stuck(inside.iter().map(|(p, _)| *p).collect()));
            };
            let kept = step.proofs.iter();
            let kept = kept.filter(|(_, proof)| matches!(proof, Proof::Kept(_)));
            open.push(kept.map(|(position, _)| *position).collect());
            steps.push(step);
        }
    }
    Ok(Search::Done(steps))
}

/// A step that ranks all transitions of the component, or else as many as can be added one by one.
fn best_step(
    unknowns: &Unknowns,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Option<Step>, NotFound> {
    let choice = |position: usize| Term::constant(&format!("ranked {position}"), Sort::Bool);
    let positions: Vec<usize> = unknowns.transitions.iter().map(|(p, _)| *p).collect();
    for (position, transition) in unknowns.transitions {
        let ranked = unknowns.ranked(*position, transition).constraint;
        let kept = unknowns.kept(*position, transition).constraint;
        solver.assert(&Term::ite(choice(*position), ranked, kept));
    }
    let chosen = |ranked: &BTreeSet<usize>| -> Vec<Term> {
        let literal = |position: &usize| {
            let choice = choice(*position);
            if ranked.contains(position) {
                choice
            } else {
                Term::not(choice)
            }
        };
        positions.iter().map(literal).collect()
    };
    let mut ranked: BTreeSet<usize> = positions.iter().copied().collect();
    if !is_possible(solver, &chosen(&ranked), budget)? {
        ranked.clear();
        // Without an inequality there is hardly a bound. Such transitions are tried only where
        // nothing else helps; if one would help later, it will be on a cycle still.
        let is_bounded = |transition: &Transition| {
            let mut atoms = transition.atoms.iter();
            atoms.any(|atom| atom.comparison == Comparison::AtMost)
        };
        let (likely, unlikely): (Vec<_>, Vec<_>) = unknowns
            .transitions
            .iter()
            .partition(|(_, transition)| is_bounded(transition));
        for (position, _) in likely.into_iter().chain(unlikely.clone()) {
            let hopeless = positions.len() == 1;
            let needless = !ranked.is_empty() && unlikely.iter().any(|(p, _)| *p == position);
            if hopeless || needless {
                continue;
            }
            ranked.insert(position);
            if !is_possible(solver, &chosen(&ranked), budget)? {
                ranked.remove(&position);
            }
        }
    }
    if ranked.is_empty() {
        return Ok(None);
    }
    // Reading a solution takes longer than finding it again.
    match solver.check_assuming(&chosen(&ranked), budget) {
        Outcome::Sat(sat) => {
            let solution = sat.model()?;
            Ok(Some(unknowns.step(&solution, |p| ranked.contains(&p))))
        }
        Outcome::Unsat(_) => Ok(None),
        Outcome::Unknown(reason) => Err(reason.into()),
    }
}

fn is_possible(solver: &mut Solver, chosen: &[Term], budget: &Budget) -> Result<bool, NotFound> {
    match solver.check_assuming(chosen, budget) {
        Outcome::Sat(_) => Ok(true),
        Outcome::Unsat(_) => Ok(false),
        Outcome::Unknown(reason) => Err(reason.into()),
    }
}
