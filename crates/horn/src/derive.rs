//! Derivations from the facts that lie on their way.

use evidence::horn::{Derivation, Step};
use logic::{Model, Term, Value};
use question::clauses::{Clause, PredicateId};
use rustc_hash::FxHashMap;
use smt::{Budget, Outcome, Reason, Solver};

use crate::problem::Problem;

/// A fact by its predicate and values.
pub(crate) type Fact = (PredicateId, Vec<Value>);

/// A derivation of a contradiction through some of these facts; `None` where facts are missing.
///
/// The facts are tried from the last to the first: a refutation is read from its end.
pub(crate) fn derive(
    problem: &Problem<'_>,
    solver: &mut Solver,
    facts: &[Fact],
    budget: &Budget,
) -> Result<Option<Derivation>, Reason> {
    let mut deriver = Deriver {
        problem,
        solver,
        budget,
        steps: Vec::new(),
        derived: Vec::new(),
        index: FxHashMap::default(),
    };
    let mut open: Vec<&Fact> = facts.iter().rev().collect();
    loop {
        let before = open.len();
        let mut rest = Vec::new();
        for fact in open {
            if deriver.index.contains_key(fact) {
                continue;
            }
            match deriver.step(Some(fact))? {
                Some(step) => deriver.add(step, fact.clone()),
                None => rest.push(fact),
            }
        }
        open = rest;
        if open.is_empty() || open.len() == before {
            break;
        }
    }
    let Some(last) = deriver.step(None)? else {
        return Ok(None);
    };
    deriver.steps.push(last);
    Ok(Some(pruned(deriver.steps)))
}

struct Deriver<'a> {
    problem: &'a Problem<'a>,
    solver: &'a mut Solver,
    budget: &'a Budget,
    steps: Vec<Step>,
    /// What each step has derived.
    derived: Vec<Fact>,
    index: FxHashMap<Fact, u32>,
}

impl Deriver<'_> {
    fn add(&mut self, step: Step, fact: Fact) {
        self.index.insert(fact.clone(), self.steps.len() as u32);
        self.steps.push(step);
        self.derived.push(fact);
    }

    /// A step from derived facts to this one, or to a contradiction.
    fn step(&mut self, goal: Option<&Fact>) -> Result<Option<Step>, Reason> {
        let problem = self.problem;
        for (position, clause) in problem.system.clauses().iter().enumerate() {
            let fits = match (&clause.head, goal) {
                (Some(head), Some((predicate, _))) => head.predicate == *predicate,
                (None, None) => true,
                _ => false,
            };
            if !fits {
                continue;
            }
            if let Some(values) = self.use_of(clause, goal)? {
                let step = Step {
                    clause: position as u32,
                    values,
                    premises: Vec::new(),
                };
                let premises = clause.body.iter().map(|atom| {
                    let fact = (atom.predicate, step.arguments(atom)?);
                    self.index.get(&fact).copied()
                });
                if let Some(premises) = premises.collect::<Option<Vec<u32>>>() {
                    return Ok(Some(Step { premises, ..step }));
                }
            }
        }
        Ok(None)
    }

    /// Values under which a clause leads from derived facts to the goal.
    fn use_of(&mut self, clause: &Clause, goal: Option<&Fact>) -> Result<Option<Model>, Reason> {
        let equal = |arguments: &[Term], values: &[Value]| {
            let pairs = arguments.iter().zip(values);
            Term::and(pairs.map(|(term, value)| Term::eq(term.clone(), Term::value(value.clone()))))
        };
        let mut formulas = vec![clause.constraint.clone()];
        if let (Some(head), Some((_, values))) = (&clause.head, goal) {
            formulas.push(equal(&head.arguments, values));
        }
        for atom in &clause.body {
            let facts = self
                .derived
                .iter()
                .filter(|(predicate, _)| *predicate == atom.predicate);
            formulas.push(Term::or(
                facts.map(|(_, values)| equal(&atom.arguments, values)),
            ));
        }
        let formula = Term::and(formulas);
        if formula.is_false() {
            return Ok(None);
        }
        self.solver.push();
        self.solver.assert(&formula);
        let model = match self.solver.check(self.budget) {
            Outcome::Sat(sat) => sat.model_of(clause.terms()).map(Some),
            Outcome::Unsat(_) => Ok(None),
            Outcome::Unknown(reason) => Err(reason),
        };
        self.solver.pop();
        model
    }
}

/// The steps that the last one needs.
pub(crate) fn pruned(steps: Vec<Step>) -> Derivation {
    let mut needed = vec![false; steps.len()];
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for position in (0..steps.len()).rev() {
        if needed[position] {
            for premise in &steps[position].premises {
                needed[*premise as usize] = true;
            }
        }
    }
    let mut places = vec![0; steps.len()];
    let mut kept: Vec<Step> = Vec::new();
    for (position, mut step) in steps.into_iter().enumerate() {
        if needed[position] {
            for premise in &mut step.premises {
                *premise = places[*premise as usize];
            }
            places[position] = kept.len() as u32;
            kept.push(step);
        }
    }
    Derivation { steps: kept }
}
