//! Data-driven inference: facts show what invariants look like, Houdini keeps those that are.

use evidence::horn::Answer;
use smt::{Budget, Reason};

use crate::board::{Board, Engine};

/// The engine; each round uses more facts.
pub(crate) struct Data {
    facts: usize,
}

impl Data {
    pub(crate) fn new() -> Self {
        Data { facts: 24 }
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
        self.facts *= 4;
        let candidates = board.shapes.candidates(board.problem, &board.facts);
        board.infer(candidates, budget)?;
        let settled = board.unsettled(budget)?.is_none();
        Ok(settled.then(|| board.answer()))
    }
}
