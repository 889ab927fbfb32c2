//! What the engines know together about a system, and what an engine is.

use evidence::horn::Answer;
use logic::Term;
use rustc_hash::FxHashSet;
use smt::{Budget, Reason, Solver, Strategy};

use crate::candidates::Shapes;
use crate::facts::Facts;
use crate::houdini::{Formulas, Unsettled, houdini, interpretation, unsettled};
use crate::points::satisfied;
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

/// The most candidates of a predicate that are put aside.
const MOST_ASIDE: usize = 200;

/// What is known about a system.
pub(crate) struct Board<'p> {
    pub(crate) problem: &'p Problem<'p>,
    pub(crate) shapes: Shapes,
    pub(crate) facts: Facts<'p>,
    /// Formulas that hold of everything derivable, and that the clauses preserve together.
    pub(crate) invariants: Formulas,
    /// Candidates that the clauses did not preserve in the company that they had.
    aside: Formulas,
    /// A live solver for small questions.
    pub(crate) solver: Solver,
}

/// What is on a board that goes to another thread.
pub(crate) struct Parked<'p> {
    problem: &'p Problem<'p>,
    shapes: Shapes,
    facts: Facts<'p>,
    invariants: Formulas,
    aside: Formulas,
}

impl<'p> Parked<'p> {
    /// The board, with a solver of this thread.
    pub(crate) fn resumed(self) -> Board<'p> {
        Board {
            problem: self.problem,
            shapes: self.shapes,
            facts: self.facts,
            invariants: self.invariants,
            aside: self.aside,
            solver: Solver::new(Strategy::Incremental),
        }
    }
}

impl<'p> Board<'p> {
    pub(crate) fn new(problem: &'p Problem<'p>, offered: Formulas) -> Self {
        let parked = Parked {
            problem,
            shapes: Shapes::of(problem),
            facts: Facts::new(problem),
            invariants: vec![Vec::new(); problem.parameters.len()],
            aside: offered,
        };
        parked.resumed()
    }

    /// The board without its solver, which belongs to this thread.
    pub(crate) fn parked(self) -> Parked<'p> {
        Parked {
            problem: self.problem,
            shapes: self.shapes,
            facts: self.facts,
            invariants: self.invariants,
            aside: self.aside,
        }
    }

    /// Takes from some candidates, together with what is known, all that the clauses preserve. The
    /// others are put aside: with more company they may do.
    pub(crate) fn infer(&mut self, new: Formulas, budget: &Budget) -> Result<(), Reason> {
        let mut candidates = self.invariants.clone();
        for (id, mut new) in self.problem.system.ids().zip(new) {
            let predicate = id.index();
            let mut seen = FxHashSet::default();
            new.retain(|candidate| {
                seen.insert(candidate.clone()) && !self.invariants[predicate].contains(candidate)
            });
            let parameters = &self.problem.parameters[predicate];
            candidates[predicate].extend(satisfied(parameters, &self.facts.of(id), new));
        }
        budget.report(|| {
            let count: usize = candidates.iter().map(Vec::len).sum();
            format!("{count} candidates for invariants")
        });
        let kept = houdini(self.problem, &mut self.solver, candidates.clone(), budget)?;
        for (predicate, candidates) in candidates.into_iter().enumerate() {
            let kept: FxHashSet<&Term> = kept[predicate].iter().collect();
            let aside = &mut self.aside[predicate];
            let dropped = candidates
                .into_iter()
                .filter(|candidate| !kept.contains(candidate));
            aside.extend(dropped);
            let excess = aside.len().saturating_sub(MOST_ASIDE);
            aside.drain(..excess);
        }
        self.invariants = kept;
        Ok(())
    }

    /// As [`Board::infer`], also with what was put aside or offered.
    pub(crate) fn infer_with_aside(
        &mut self,
        mut new: Formulas,
        budget: &Budget,
    ) -> Result<(), Reason> {
        for (new, aside) in new.iter_mut().zip(&mut self.aside) {
            new.append(aside);
        }
        self.infer(new, budget)
    }

    /// The first query that the invariants do not settle.
    pub(crate) fn unsettled(&mut self, budget: &Budget) -> Result<Option<Unsettled>, Reason> {
        unsettled(self.problem, &mut self.solver, &self.invariants, budget)
    }

    /// The invariants as the answer.
    pub(crate) fn answer(&self) -> Answer {
        Answer::Sat(interpretation(self.problem, &self.invariants))
    }
}
