//! Data-driven inference: facts show what invariants look like, Houdini keeps those that are.

use evidence::horn::Answer;
use smt::{Budget, Reason};

use crate::board::{Board, Engine};
use crate::candidates::{Conditions, hulls};

/// The most candidates with a condition in the first round.
const MOST_AT_FIRST: usize = 120;

/// The engine; each round uses more facts.
pub(crate) struct Data {
    facts: usize,
    conditions: Conditions,
}

impl Data {
    /// The more predicates there are, the fewer facts of each are derived at first.
    pub(crate) fn new(predicates: usize) -> Self {
        Data {
            facts: (240 / predicates.max(1)).clamp(8, 24),
            conditions: Conditions::States,
        }
    }
}

impl Engine for Data {
    fn name(&self) -> &'static str {
        "looking at what the clauses derive"
    }

    fn round(&mut self, board: &mut Board<'_>, budget: &Budget) -> Result<Option<Answer>, Reason> {
        if let Some(derivation) = board.facts.explore(self.facts, budget)? {
            return Ok(Some(Answer::Unsat(derivation)));
        }
        // Once the equations are known, few forms are left that differ.
        let equations = hulls(board.problem, &board.facts);
        board.infer(equations, budget)?;
        let known = &board.invariants;
        let candidates = board.shapes.candidates(board.problem, &board.facts, known);
        board.infer_with_aside(candidates, budget)?;
        if board.unsettled(budget)?.is_none() {
            return Ok(Some(board.answer()));
        }
        let known = &board.invariants;
        let candidates =
            board
                .shapes
                .conditional(board.problem, &board.facts, known, self.conditions);
        // At first the others must not wait long.
        let count: usize = candidates.iter().map(Vec::len).sum();
        let is_first = self.conditions == Conditions::States;
        self.facts *= 4;
        self.conditions = Conditions::Guards;
        if count == 0 || is_first && count > MOST_AT_FIRST {
            return Ok(None);
        }
        board.infer(candidates, budget)?;
        let settled = board.unsettled(budget)?.is_none();
        Ok(settled.then(|| board.answer()))
    }
}
