//! Property-directed refinement: what the invariants still allow becomes new candidates.
//!
//! Where a query is not settled, the states that would violate it are projected to the arguments of
//! the predicate, and so are their predecessors, backwards through the clauses. The negation of
//! each such cube is a candidate, made stronger by leaving out literals that no fact needs. Lemmas
//! of a bounded run of Spacer are candidates too, and in the end Spacer is asked about the system
//! with all invariants known so far.

use evidence::horn::Answer;
use logic::{Model, Substitution, Term, Var};
use question::clauses::{Application, Clause, PredicateId};
use smt::{Budget, Context, Outcome, Reason};

use crate::board::{Board, Engine};
use crate::derive::derive;
use crate::houdini::{Formulas, interpretation, premises};
use crate::problem::Problem;
use crate::spacer::{Extent, Finding, ask};

/// The engine; each round goes deeper.
pub(crate) struct Refine {
    round: u32,
}

impl Refine {
    pub(crate) fn new() -> Self {
        Refine { round: 0 }
    }
}

impl Engine for Refine {
    fn name(&self) -> &'static str {
        "refining the invariants"
    }

    fn round(&mut self, board: &mut Board<'_>, budget: &Budget) -> Result<Option<Answer>, Reason> {
        self.round += 1;
        let steps = 4 << self.round.min(4);
        let depth = self.round as usize + 2;
        for _ in 0..steps {
            let Some(bad) = board.unsettled(budget)? else {
                return Ok(Some(board.answer()));
            };
            let before = board.invariants.clone();
            let lemmas = backwards(board, bad.clause, &bad.model, depth, budget)?;
            board.infer(lemmas, budget)?;
            if board.invariants == before {
                break;
            }
        }
        strengthened(board, 4 << self.round.min(8), budget)
    }
}

/// A state that must not be derivable, as a conjunction of literals over the parameters.
struct Cube {
    predicate: PredicateId,
    literals: Vec<Term>,
}

/// Candidates against what a clause would use in a model, and against what comes before.
fn backwards(
    board: &mut Board<'_>,
    clause: usize,
    model: &Model,
    depth: usize,
    budget: &Budget,
) -> Result<Formulas, Reason> {
    let problem = board.problem;
    let mut found: Formulas = vec![Vec::new(); problem.parameters.len()];
    let mut open: Vec<(Cube, usize)> = Vec::new();
    for cube in projections(board, clause, None, model, budget)? {
        open.push((cube, depth));
    }
    while let Some((cube, depth)) = open.pop() {
        found[cube.predicate.index()].extend(lemmas(board, &cube));
        if depth == 0 {
            continue;
        }
        for (position, clause) in problem.system.clauses().iter().enumerate() {
            let Some(head) = &clause.head else { continue };
            if head.predicate != cube.predicate || clause.body.is_empty() {
                continue;
            }
            let bad = problem.instance(head, &Term::and(cube.literals.iter().cloned()));
            board.solver.push();
            board.solver.assert(&clause.constraint);
            for premise in premises(problem, clause, &board.invariants) {
                board.solver.assert(&premise);
            }
            board.solver.assert(&bad);
            let model = match board.solver.check(budget) {
                Outcome::Sat(sat) => Some(sat.model_of(clause.terms())),
                Outcome::Unsat(_) => None,
                Outcome::Unknown(reason) => Some(Err(reason)),
            };
            board.solver.pop();
            if let Some(model) = model.transpose()? {
                let cubes = projections(board, position, Some(&bad), &model, budget)?;
                open.extend(cubes.into_iter().map(|cube| (cube, depth - 1)));
            }
        }
    }
    Ok(found)
}

/// What the applications of a body are in a model, each projected to its own arguments.
fn projections(
    board: &Board<'_>,
    position: usize,
    goal: Option<&Term>,
    model: &Model,
    budget: &Budget,
) -> Result<Vec<Cube>, Reason> {
    let problem = board.problem;
    let clause = &problem.system.clauses()[position];
    let formula = Term::and([clause.constraint.clone()].into_iter().chain(goal.cloned()));
    let mut cubes = Vec::new();
    for atom in &clause.body {
        let context = board.solver.context();
        let model = model.clone();
        let cube = project(context, problem, clause, atom, &formula, model, budget)?;
        cubes.extend(cube.map(|literals| Cube {
            predicate: atom.predicate,
            literals,
        }));
    }
    Ok(cubes)
}

/// Literals over the parameters of an application that hold in a model of a formula, and together
/// imply that the formula has a model with these arguments.
pub(crate) fn project(
    context: &Context,
    problem: &Problem<'_>,
    clause: &Clause,
    atom: &Application,
    formula: &Term,
    mut model: Model,
    budget: &Budget,
) -> Result<Option<Vec<Term>>, Reason> {
    // The arguments get names of their own, because they may be any terms.
    let parameters = &problem.parameters[atom.predicate.index()];
    let named = |var: &Var| Var::new(format!("{}'", var.name).as_str(), var.sort.clone());
    let mut parts = vec![formula.clone()];
    for (var, term) in parameters.iter().zip(&atom.arguments) {
        let Ok(value) = model.eval(term) else {
            return Ok(None);
        };
        parts.push(Term::eq(named(var).term(), term.clone()));
        model.set(named(var), value);
    }
    let eliminated: Vec<Var> = clause.vars().into_iter().collect();
    let projected = context.project(&model, &eliminated, &Term::and(parts), budget)?;
    let back: Substitution = parameters
        .iter()
        .map(|var| (named(var), var.term()))
        .collect();
    Ok(Some(projected.substitute(&back).simplify().conjuncts()))
}

/// The negations of a cube, of each literal, and of a part of the literals that no fact satisfies.
fn lemmas(board: &Board<'_>, cube: &Cube) -> Vec<Term> {
    let problem = board.problem;
    let literals: Vec<Term> = cube.literals.iter().flat_map(halves).collect();
    let parameters = &problem.parameters[cube.predicate.index()];
    let points = board.facts.of(cube.predicate).into_iter();
    let facts: Vec<Model> = points
        .map(|point| {
            parameters
                .iter()
                .cloned()
                .zip(point.iter().cloned())
                .collect()
        })
        .collect();
    let excludes = |literals: &[Term]| {
        let excludes = |fact: &Model| literals.iter().any(|l| fact.holds(l) == Ok(false));
        facts.iter().all(excludes)
    };
    let mut part = literals.clone();
    if excludes(&part) {
        let mut position = 0;
        while position < part.len() {
            let mut fewer = part.clone();
            fewer.remove(position);
            if excludes(&fewer) {
                part = fewer;
            } else {
                position += 1;
            }
        }
    }
    let singles = literals.iter().cloned();
    let cubes = singles.chain([Term::and(part), Term::and(cube.literals.iter().cloned())]);
    let lemmas = cubes.map(|cube| cube.negated_nnf().simplify());
    lemmas.filter(|lemma| lemma.as_value().is_none()).collect()
}

/// An equation as two bounds, either of which may be enough.
pub(crate) fn halves(literal: &Term) -> Vec<Term> {
    match (literal.op(), literal.children()) {
        (Some(logic::Op::Eq), [a, b]) if *a.sort() != logic::Sort::Bool => vec![
            Term::le(a.clone(), b.clone()),
            Term::le(b.clone(), a.clone()),
        ],
        _ => vec![literal.clone()],
    }
}

/// Spacer on the system with the invariants; its lemmas become candidates where it has no answer.
fn strengthened(
    board: &mut Board<'_>,
    levels: u32,
    budget: &Budget,
) -> Result<Option<Answer>, Reason> {
    let extent = Extent {
        first_level: 0,
        most_levels: Some(levels),
    };
    match ask(board.problem, &board.invariants, extent, budget, &|| ()) {
        Finding::Solution(formulas) => {
            Ok(Some(Answer::Sat(interpretation(board.problem, &formulas))))
        }
        Finding::Derivable(facts) => {
            let derivation = derive(board.problem, &mut board.solver, &facts, budget)?;
            Ok(derivation.map(Answer::Unsat))
        }
        Finding::Open(Reason::Incomplete(_), lemmas) if !lemmas.is_empty() => {
            board.infer_with_aside(lemmas, budget)?;
            let settled = board.unsettled(budget)?.is_none();
            Ok(settled.then(|| board.answer()))
        }
        Finding::Open(Reason::Incomplete(_), _) => Ok(None),
        Finding::Open(reason, _) => Err(reason),
    }
}
