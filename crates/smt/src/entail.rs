//! Validity, entailment and equivalence on a live solver.

use budget::Budget;
use logic::{Model, Term};

use crate::{Outcome, Solver, Validity};

impl Solver {
    /// Whether a formula holds in all models of the assertions.
    pub fn valid(&mut self, formula: &Term, budget: &Budget) -> Validity {
        if formula.is_true() {
            return Validity::Valid;
        }
        self.scoped(&Term::not(formula.clone()), |solver| {
            solver.check(budget).into()
        })
    }

    /// Whether, under the assertions, the premise implies the conclusion.
    pub fn entails(&mut self, premise: &Term, conclusion: &Term, budget: &Budget) -> Validity {
        let implication = Term::implies(premise.clone(), conclusion.clone());
        self.valid(&implication, budget)
    }

    /// Whether, under the assertions, two terms of one sort always have the same value.
    pub fn equivalent(&mut self, a: &Term, b: &Term, budget: &Budget) -> Validity {
        self.valid(&Term::eq(a.clone(), b.clone()), budget)
    }

    /// A model of the assertions in which the formula fails; `Unsat` where there is none.
    pub fn counterexample(&mut self, formula: &Term, budget: &Budget) -> Outcome<Model, ()> {
        self.satisfy(&Term::not(formula.clone()), budget)
    }

    /// A model of the assertions in which the formula holds; `Unsat` where there is none.
    pub fn satisfy(&mut self, formula: &Term, budget: &Budget) -> Outcome<Model, ()> {
        self.scoped(formula, |solver| {
            let outcome = solver.check(budget).map_unsat(|_| ());
            outcome.and_then_sat(|sat| sat.model())
        })
    }

    fn scoped<T>(&mut self, formula: &Term, ask: impl FnOnce(&mut Solver) -> T) -> T {
        self.push();
        self.assert(formula);
        let answer = ask(self);
        self.pop();
        answer
    }
}
