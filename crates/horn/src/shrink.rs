//! Solutions for people to read: only the conjuncts that the clauses need.

use budget::Budget;
use logic::Term;
use question::clauses::Clause;
use smt::{Outcome, Reason, Solver, Validity};

use crate::houdini::{Formulas, premises};
use crate::problem::Problem;

/// The part of a solution that the queries need, directly or for other parts that are needed.
///
/// Every clause of the system must be valid under the formulas; then it is under the result.
pub(crate) fn shrink(
    problem: &Problem<'_>,
    solver: &mut Solver,
    formulas: &Formulas,
    budget: &Budget,
) -> Result<Formulas, Reason> {
    let mut shrinker = Shrinker {
        problem,
        solver: &mut *solver,
        formulas,
        needed: formulas.iter().map(|of| vec![false; of.len()]).collect(),
        open: Vec::new(),
        budget,
    };
    for (position, clause) in problem.system.clauses().iter().enumerate() {
        if clause.head.is_none() {
            shrinker.settle(position, &Term::bottom())?;
        }
    }
    while let Some((predicate, conjunct)) = shrinker.open.pop() {
        let formula = &formulas[predicate][conjunct];
        for (position, clause) in problem.system.clauses().iter().enumerate() {
            if let Some(head) = &clause.head
                && head.predicate.index() == predicate
            {
                shrinker.settle(position, &problem.instance(head, formula))?;
            }
        }
    }
    let needed = shrinker.needed;
    let kept = formulas.iter().zip(&needed).map(|(of, needed)| {
        let pairs = of.iter().zip(needed).filter(|(_, needed)| **needed);
        pairs.map(|(formula, _)| formula.clone()).collect()
    });
    let mut kept: Formulas = kept.collect();
    // What is needed for one thing may follow from what is needed for another.
    for predicate in 0..kept.len() {
        let mut conjunct = 0;
        while conjunct < kept[predicate].len() {
            let dropped = kept[predicate].remove(conjunct);
            if !hold(problem, solver, predicate, &kept, budget)? {
                kept[predicate].insert(conjunct, dropped);
                conjunct += 1;
            }
        }
    }
    Ok(kept)
}

/// Whether the clauses with a predicate are valid under the formulas.
fn hold(
    problem: &Problem<'_>,
    solver: &mut Solver,
    predicate: usize,
    formulas: &Formulas,
    budget: &Budget,
) -> Result<bool, Reason> {
    let has = |clause: &&Clause| {
        clause
            .body
            .iter()
            .any(|atom| atom.predicate.index() == predicate)
    };
    for clause in problem.system.clauses().iter().filter(has) {
        let conclusion = clause.head.as_ref().map_or(Term::bottom(), |head| {
            let formulas = formulas[head.predicate.index()].iter().cloned();
            problem.instance(head, &Term::and(formulas))
        });
        solver.push();
        solver.assert(&clause.constraint);
        for premise in premises(problem, clause, formulas) {
            solver.assert(&premise);
        }
        let validity = solver.valid(&conclusion, budget);
        solver.pop();
        match validity {
            Validity::Valid => {}
            Validity::Invalid => return Ok(false),
            Validity::Unknown(reason) => return Err(reason),
        }
    }
    Ok(true)
}

struct Shrinker<'a> {
    problem: &'a Problem<'a>,
    solver: &'a mut Solver,
    formulas: &'a Formulas,
    needed: Vec<Vec<bool>>,
    /// Conjuncts that are needed, and for which the clauses have not been looked at.
    open: Vec<(usize, usize)>,
    budget: &'a Budget,
}

impl Shrinker<'_> {
    /// Finds conjuncts of a clause's body that imply the conclusion, few of them new.
    fn settle(&mut self, position: usize, conclusion: &Term) -> Result<(), Reason> {
        let clause = &self.problem.system.clauses()[position];
        let mut known = Vec::new();
        let mut new: Vec<(usize, usize, Term)> = Vec::new();
        for atom in &clause.body {
            let predicate = atom.predicate.index();
            let arguments = self.problem.arguments(atom);
            for (conjunct, formula) in self.formulas[predicate].iter().enumerate() {
                let instance = arguments.apply(formula);
                if self.needed[predicate][conjunct] {
                    known.push(instance);
                } else {
                    new.push((predicate, conjunct, instance));
                }
            }
        }
        self.solver.push();
        self.solver.assert(&clause.constraint);
        self.solver.assert(&Term::not(conclusion.clone()));
        for formula in &known {
            self.solver.assert(formula);
        }
        let core = self.core(
            new.iter()
                .map(|(_, _, instance)| instance.clone())
                .collect(),
        );
        self.solver.pop();
        let core = core?;
        for (predicate, conjunct, instance) in new {
            if core.contains(&instance) && !self.needed[predicate][conjunct] {
                self.needed[predicate][conjunct] = true;
                self.open.push((predicate, conjunct));
            }
        }
        Ok(())
    }

    /// A small part of the assumptions that contradicts what is asserted.
    fn core(&mut self, assumptions: Vec<Term>) -> Result<Vec<Term>, Reason> {
        // Mostly what is needed already is enough, which is found before assumptions get names.
        if self.contradicts(&[])?.is_some() {
            return Ok(Vec::new());
        }
        let mut core = self.contradicts(&assumptions)?.unwrap_or(assumptions);
        let mut position = 0;
        while position < core.len() {
            let mut fewer = core.clone();
            fewer.remove(position);
            match self.contradicts(&fewer)? {
                Some(smaller) => core = smaller,
                None => position += 1,
            }
        }
        Ok(core)
    }

    fn contradicts(&mut self, assumptions: &[Term]) -> Result<Option<Vec<Term>>, Reason> {
        match self.solver.check_assuming(assumptions, self.budget) {
            Outcome::Unsat(unsat) => Ok(Some(unsat.core()?)),
            Outcome::Sat(_) => Ok(None),
            Outcome::Unknown(reason) => Err(reason),
        }
    }
}
