//! Edges as transitions: conjunctions of linear atoms between nodes, found model by model.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::ranking::{Atom, Comparison, Edge, Node, Transition, TransitionGraph};
use logic::{Op, Rational, Term, Var};
use smt::{Outcome, Solver, Strategy};

use crate::NotFound;
use crate::components::components;
use crate::implicant::{implicant, sort_facts};
use crate::reduce::reduced;

/// The most transitions of one graph; more are a sign that this is not the way.
const MOST_TRANSITIONS: usize = 256;

/// The locations with what is known of them, divided into nodes.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    /// Own invariants, one for each location.
    pub(crate) invariants: Vec<Term>,
    /// The nodes.
    pub(crate) nodes: Vec<Node>,
}

impl Division {
    /// Each location is one node.
    pub(crate) fn plain(invariants: Vec<Term>) -> Self {
        let node = |location| Node {
            location,
            condition: Term::top(),
        };
        Division {
            nodes: (0..invariants.len()).map(node).collect(),
            invariants,
        }
    }

    /// The nodes of a location with their positions.
    fn at(&self, location: usize) -> impl Iterator<Item = (usize, &Node)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(_, node)| node.location == location)
    }
}

/// The edges whose ends lie on a common cycle, by position.
pub(crate) fn cyclic_edges(graph: &TransitionGraph) -> Vec<usize> {
    let arcs: Vec<(usize, usize)> = graph.edges().iter().map(|e| (e.from, e.to)).collect();
    let mut component = vec![None; graph.location_count()];
    for (number, members) in components(&arcs).iter().enumerate() {
        for member in members {
            component[*member] = Some(number);
        }
    }
    let inside = |(from, to): &(usize, usize)| {
        component[*from].is_some() && component[*from] == component[*to]
    };
    let positions = arcs.iter().enumerate().filter(|(_, arc)| inside(arc));
    positions.map(|(position, _)| position).collect()
}

/// The transitions of all edges on cycles.
pub(crate) fn transitions(
    graph: &TransitionGraph,
    division: &Division,
    budget: &Budget,
) -> Result<Vec<Transition>, NotFound> {
    let priming = graph.priming();
    let known = |location: usize| {
        let own = division.invariants[location].clone();
        Term::and([graph.invariant(location).clone(), own])
    };
    // The first question to a new solver is dear, so there is one for all edges.
    let mut solver = Solver::new(Strategy::Incremental);
    let mut result: Vec<Transition> = Vec::new();
    for position in cyclic_edges(graph) {
        let edge = &graph.edges()[position];
        for (from, before) in division.at(edge.from) {
            for (to, after) in division.at(edge.to) {
                let formula = Term::and([
                    before.condition.clone(),
                    known(edge.from),
                    edge.relation.clone(),
                    after.condition.substitute(&priming),
                    known(edge.to).substitute(&priming),
                ]);
                solver.push();
                let disjuncts = disjuncts(graph, edge, &formula, &mut solver, budget);
                solver.pop();
                for atoms in disjuncts? {
                    result.push(Transition {
                        edge: position,
                        from,
                        to,
                        atoms,
                    });
                }
                if result.len() > MOST_TRANSITIONS {
                    return Err(NotFound::TooManyTransitions);
                }
            }
        }
    }
    Ok(result)
}

/// Conjunctions that cover the formula.
fn disjuncts(
    graph: &TransitionGraph,
    edge: &Edge,
    formula: &Term,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Vec<Vec<Atom>>, NotFound> {
    let vars = graph.vars().iter().chain(graph.primed());
    let facts: Vec<Atom> = vars.chain(&edge.auxiliary).flat_map(sort_facts).collect();
    let (chosen, primed): (BTreeSet<&Var>, BTreeSet<&Var>) = (
        edge.auxiliary.iter().collect(),
        graph.primed().iter().collect(),
    );
    // Functions speak of the variables before and after; what else there is goes first.
    let rank = |term: &Term| match term.as_var() {
        Some(var) if chosen.contains(var) => 3,
        None => 2,
        Some(var) if primed.contains(var) => 1,
        Some(_) => 0,
    };
    solver.assert(formula);
    let mut result = Vec::new();
    loop {
        budget.check()?;
        let model = match solver.check(budget) {
            Outcome::Unsat(_) => return Ok(result),
            Outcome::Unknown(reason) => return Err(reason.into()),
            Outcome::Sat(sat) => sat.model_of([formula])?,
        };
        let mut atoms = implicant(formula, &model)?;
        atoms.extend(facts.iter().cloned());
        let mut atoms = reduced(atoms, rank);
        sharpen(&mut atoms, solver, budget)?;
        solver.assert(&Term::not(Term::and(atoms.iter().map(Atom::to_term))));
        result.push(atoms);
        if result.len() > MOST_TRANSITIONS {
            return Err(NotFound::TooManyTransitions);
        }
    }
}

/// Moves the bounds of inequalities between integers that remainders keep from being reached: of an
/// odd number that is not negative, rational reasoning would not see that it is at least one.
///
/// The solver has the formula of which the atoms are an implicant; within it the bounds are moved.
fn sharpen(atoms: &mut [Atom], solver: &mut Solver, budget: &Budget) -> Result<(), NotFound> {
    /// How far a bound is moved at most.
    const FARTHEST: usize = 4;
    let is_division = |term: &Term| matches!(term.op(), Some(Op::Div | Op::Mod));
    let has_division = |atom: &Atom| atom.sum.coefficients.keys().any(is_division);
    if !atoms.iter().any(has_division) {
        return Ok(());
    }
    let conjunction = Term::and(atoms.iter().map(Atom::to_term));
    for atom in atoms {
        let integers = atom.sum.coefficients.keys().all(|t| t.sort().is_integer());
        if atom.comparison == Comparison::Equal || !integers {
            continue;
        }
        for _ in 0..FARTHEST {
            let bound = Atom {
                sum: atom.sum.clone(),
                comparison: Comparison::Equal,
            };
            let reached = Term::and([conjunction.clone(), bound.to_term()]);
            match solver.satisfy(&reached, budget) {
                Outcome::Sat(_) => break,
                Outcome::Unsat(()) => {
                    atom.sum.constant = &atom.sum.constant + &Rational::ONE;
                }
                Outcome::Unknown(reason) => return Err(reason.into()),
            }
        }
    }
    Ok(())
}
