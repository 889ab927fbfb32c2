//! What the engines know together about a system, and what an engine is.

use evidence::horn::Answer;
use logic::Term;
use smt::{Budget, Reason, Solver, Strategy};

use crate::candidates::{Shapes, satisfied};
use crate::facts::Facts;
use crate::houdini::{Formulas, Unsettled, houdini, interpretation, unsettled};
use crate::problem::Problem;

/// One method. An engine looks at the board, writes on it what it has found, and may have the
/// answer. Whatever it answers is checked by its caller.
pub(crate) trait Engine {
    /// What the engine is doing, for people who wait.
    fn name(&self) -> &'static str;

    /// Works for one round; later rounds may go further.
    ///
    /// # Errors
    /// Where the budget is used up, or the solver has no answer.
    fn round(&mut self, board: &mut Board<'_>, budget: &Budget) -> Result<Option<Answer>, Reason>;
}

/// What is known about a system.
pub(crate) struct Board<'p> {
    pub(crate) problem: &'p Problem<'p>,
    pub(crate) shapes: Shapes,
    pub(crate) facts: Facts<'p>,
    /// Formulas that hold of everything derivable, and that the clauses preserve together.
    pub(crate) invariants: Formulas,
    /// Formulas that were worth a trial and may be so again, with more company.
    pub(crate) candidates: Formulas,
    /// A live solver for small questions.
    pub(crate) solver: Solver,
}

impl<'p> Board<'p> {
    pub(crate) fn new(problem: &'p Problem<'p>, offered: Formulas) -> Self {
        let count = problem.parameters.len();
        Board {
            problem,
            shapes: Shapes::of(problem),
            facts: Facts::new(problem),
            invariants: vec![Vec::new(); count],
            candidates: offered,
            solver: Solver::new(Strategy::Incremental),
        }
    }

    /// Takes from the candidates, together with what is known, all that the clauses preserve.
    pub(crate) fn infer(&mut self, more: Formulas, budget: &Budget) -> Result<(), Reason> {
        let mut candidates = self.invariants.clone();
        for (predicate, more) in more.into_iter().enumerate() {
            let mut all = std::mem::take(&mut self.candidates[predicate]);
            all.extend(more);
            all.sort();
            all.dedup();
            let id = self.problem.system.ids().nth(predicate);
            let points = id.map(|id| self.facts.of(id)).unwrap_or_default();
            let all = satisfied(&self.problem.parameters[predicate], &points, all);
            let known = &mut candidates[predicate];
            known.extend(
                all.iter()
                    .filter(|new| !self.invariants[predicate].contains(new))
                    .cloned(),
            );
            self.candidates[predicate] = all;
        }
        self.invariants = houdini(self.problem, &mut self.solver, candidates, budget)?;
        Ok(())
    }

    /// The first query that the invariants do not settle.
    pub(crate) fn unsettled(&mut self, budget: &Budget) -> Result<Option<Unsettled>, Reason> {
        unsettled(self.problem, &mut self.solver, &self.invariants, budget)
    }

    /// The invariants as the answer.
    pub(crate) fn answer(&self) -> Answer {
        Answer::Sat(interpretation(self.problem, &self.invariants))
    }

    /// Adds a candidate for a predicate to those of the next round.
    pub(crate) fn suggest(&mut self, predicate: usize, candidate: Term) {
        if candidate.as_value().is_none() && !self.candidates[predicate].contains(&candidate) {
            self.candidates[predicate].push(candidate);
        }
    }
}
