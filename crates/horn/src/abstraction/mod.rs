//! Abstract interpretation of Horn clauses over convex polyhedra with congruences (P. Cousot and
//! N. Halbwachs 1978 for programs; G. Gange et al. 2013 for clauses).
//!
//! Clauses become linear relations between places ([`case`]), the states of places the unknowns of
//! inclusions ([`equations`]), which are solved by iteration with widening and narrowing
//! ([`fixpoint`]) in a weak topological order ([`order`]). The domain is a product of a polyhedron
//! and a grid ([`element`]). In the end the states are written as clauses over the parameters
//! ([`formulas`]), which are candidates for Houdini like all others.
//!
//! A place is a predicate together with the truth values of some atoms. At first these are the
//! parameters of the sort `Bool`, then also what the clauses compare, so that an invariant may have
//! several convex parts. States are also computed from the queries backwards; whatever may lead to a
//! query and is derivable lies in both, and an invariant about such states is enough.

mod case;
mod draft;
mod element;
mod equations;
mod fixpoint;
mod formulas;
mod order;

#[cfg(test)]
mod tests;

use evidence::horn::{Answer, Interpretation};
use logic::{Sort, Substitution, Term};
use question::clauses::System;
use smt::{Budget, Reason};

use crate::board::{Board, Engine};
use crate::houdini::{Formulas, interpretation};
use crate::path::Path;
use crate::portfolio::reason_of;
use crate::problem::Problem;
use case::{Atoms, NoCases, cases, numbers};
use element::Element;
use equations::Graph;
use fixpoint::{Work, solve};
use formulas::{States, directed_formulas, formulas};

/// The most atoms by which the states of a predicate are told apart.
const MOST_ATOMS: usize = 6;

/// The most atoms of a predicate that are comparisons; fewer where these make too many places.
const MOST_COMPARISONS: [usize; 3] = [4, 2, 1];

/// The most parameters of a predicate that are numbers, where comparisons are atoms.
const MOST_NUMBERS: usize = 10;

/// The most cases of a system where predicates have atoms.
const MOST_CASES: usize = 64;

/// The most cases of a system for each of its clauses, where predicates have atoms.
const CASES_PER_CLAUSE: usize = 4;

/// The steps of one analysis, each of which is the image of some states by one case. What has an
/// invariant that people would write is done after a fraction of them.
const STEPS: usize = 200;

/// The steps of one analysis for each case.
const STEPS_PER_CASE: usize = 4;

/// Formulas that hold of everything that the clauses derive, by abstract interpretation alone. They
/// need not settle the queries.
///
/// # Errors
/// Where the budget is used up, or the system is too large.
pub fn invariants(system: &System, budget: &Budget) -> Result<Interpretation, evidence::Reason> {
    let problem = Problem::new(system);
    let analysis = Analysis::new(&problem, Precision::Flags, budget).map_err(reason_of)?;
    let states = analysis
        .forward(&mut analysis.work(budget))
        .map_err(reason_of)?;
    Ok(interpretation(&problem, &analysis.formulas(&states)))
}

/// The engine; a later round tells more states apart.
pub(crate) struct Abstraction {
    rounds: std::vec::IntoIter<Precision>,
}

impl Abstraction {
    pub(crate) fn new() -> Self {
        let rounds = vec![Precision::Flags, Precision::Comparisons];
        Abstraction {
            rounds: rounds.into_iter(),
        }
    }

    /// Whether there is nothing left to try.
    pub(crate) fn is_done(&self) -> bool {
        self.rounds.as_slice().is_empty()
    }
}

impl Engine for Abstraction {
    fn name(&self) -> &'static str {
        "interpreting the clauses over polyhedra"
    }

    fn round(&mut self, board: &mut Board<'_>, budget: &Budget) -> Result<Option<Answer>, Reason> {
        let Some(precision) = self.rounds.next() else {
            return Ok(None);
        };
        let analysis = Analysis::new(board.problem, precision, budget)?;
        let mut work = analysis.work(budget);
        let derivable = analysis.forward(&mut work)?;
        board.infer(analysis.formulas(&derivable), budget)?;
        if board.unsettled(budget)?.is_none() {
            return Ok(Some(board.answer()));
        }
        if work.is_used_up() {
            return Ok(None);
        }
        let directed = analysis.directed(&derivable, &mut work)?;
        if directed.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        board.infer(directed, budget)?;
        let settled = board.unsettled(budget)?.is_none();
        Ok(settled.then(|| board.answer()))
    }
}

/// Which states of a predicate are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Precision {
    /// Those with different truth values among the arguments.
    Flags,
    /// Also those for which comparisons in the clauses have different outcomes.
    Comparisons,
}

impl Precision {
    /// Atoms that tell these states apart, and others in case those make too many places.
    fn atoms(self, problem: &Problem<'_>) -> Vec<Atoms> {
        match self {
            Precision::Flags => vec![flags(problem), vec![Vec::new(); problem.parameters.len()]],
            Precision::Comparisons if has_many_numbers(problem) => Vec::new(),
            Precision::Comparisons => (MOST_COMPARISONS.iter())
                .map(|most| {
                    let mut atoms = flags(problem);
                    add_comparisons(problem, &mut atoms, *most);
                    atoms
                })
                .collect(),
        }
    }
}

/// A system ready to be interpreted.
struct Analysis<'a> {
    problem: &'a Problem<'a>,
    atoms: Atoms,
    graph: Graph,
}

impl<'a> Analysis<'a> {
    fn new(
        problem: &'a Problem<'a>,
        precision: Precision,
        budget: &Budget,
    ) -> Result<Self, Reason> {
        let most = MOST_CASES + CASES_PER_CLAUSE * problem.system.clauses().len();
        let too_many = "the states of the predicates cannot be told apart in few places";
        let mut outcome = Err(too_many);
        for atoms in precision.atoms(problem) {
            match cases(problem, &atoms, budget) {
                Ok(cases) if cases.len() <= most || atoms.iter().all(Vec::is_empty) => {
                    let graph = Graph::new(problem, cases);
                    outcome = Ok((atoms, graph));
                    break;
                }
                Ok(_) | Err(NoCases::Places) => {}
                Err(NoCases::Exhausted(exhausted)) => return Err(exhausted.into()),
                Err(NoCases::Dimensions) => {
                    outcome = Err("the clauses have too many variables for polyhedra");
                    break;
                }
            }
        }
        let (atoms, graph) = outcome.map_err(|what| Reason::Incomplete(what.to_owned()))?;
        Ok(Analysis {
            problem,
            atoms,
            graph,
        })
    }

    /// What is derivable.
    fn forward(&self, work: &mut Work<'_>) -> Result<Vec<Element>, Reason> {
        solve(&self.graph.forward(None), work)
    }

    fn work<'b>(&self, budget: &'b Budget) -> Work<'b> {
        let steps = STEPS + STEPS_PER_CASE * self.graph.count();
        Work::new(steps, budget)
    }

    fn states<'s>(&'s self, states: &'s [Element]) -> States<'s> {
        States {
            places: &self.graph.places,
            states,
        }
    }

    fn formulas(&self, states: &[Element]) -> Formulas {
        formulas(self.problem, &self.atoms, self.states(states))
    }

    /// What holds of the derivable states that may lead to a query.
    fn directed(&self, derivable: &[Element], work: &mut Work<'_>) -> Result<Formulas, Reason> {
        let leading = solve(&self.graph.backward(derivable), work)?;
        let states = solve(&self.graph.forward(Some(&leading)), work)?;
        let derivable = self.states(derivable);
        let problem = self.problem;
        Ok(directed_formulas(
            problem,
            &self.atoms,
            derivable,
            &leading,
            &states,
        ))
    }
}

/// Whether there are more numbers than pay when states are told apart by comparisons.
fn has_many_numbers(problem: &Problem<'_>) -> bool {
    let counts = problem.parameters.iter().map(|own| numbers(own).count());
    counts.max().unwrap_or(0) > MOST_NUMBERS
}

/// The parameters that are truth values.
fn flags(problem: &Problem<'_>) -> Atoms {
    let of = |parameters: &Vec<logic::Var>| {
        let flags = parameters.iter().filter(|var| var.sort == Sort::Bool);
        flags.map(logic::Var::term).take(MOST_ATOMS).collect()
    };
    problem.parameters.iter().map(of).collect()
}

/// Adds the comparisons between arguments of one application, those of guards before those of
/// queries.
fn add_comparisons(problem: &Problem<'_>, atoms: &mut Atoms, comparisons: usize) {
    let most: Vec<usize> = (atoms.iter())
        .map(|flags| MOST_ATOMS.min(flags.len() + comparisons))
        .collect();
    let (guards, queries): (Vec<&Path>, Vec<&Path>) =
        problem.paths.iter().partition(|path| path.head.is_some());
    for path in guards.into_iter().chain(queries) {
        for application in &path.body {
            let predicate = application.predicate.index();
            let own = &mut atoms[predicate];
            for literal in &path.literals {
                let literal = literal.substitute(&path.definitions);
                let parameters = &problem.parameters[predicate];
                let Some(atom) = over_parameters(&literal, &application.arguments, parameters)
                else {
                    continue;
                };
                let opposite = atom.negated_nnf();
                let is_known = own.contains(&atom) || own.contains(&opposite);
                if own.len() < most[predicate] && !is_known && atom.as_value().is_none() {
                    own.push(atom);
                }
            }
        }
    }
}

/// A literal over arguments that are variables as one over the parameters.
fn over_parameters(literal: &Term, arguments: &[Term], parameters: &[logic::Var]) -> Option<Term> {
    let mut names = Substitution::new();
    for var in literal.free_vars() {
        let place = arguments
            .iter()
            .position(|term| term.as_var() == Some(&var))?;
        names.insert(var, parameters[place].term());
    }
    Some(literal.substitute(&names).nnf())
}
