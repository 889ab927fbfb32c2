//! What is known at a node, and whether it implies what it should.
//!
//! What follows from some of the premises follows from all. So where some of them are quantified or
//! not linear and speak of none of the variables of a formula, it is first tried without these:
//! they may be too much for the solver, and are those of other processes, most often.

use std::collections::BTreeSet;

use budget::Budget;
use logic::{Node, Op, Term, Var, recursion};
use program::system::System;
use rustc_hash::FxHashMap;
use smt::{Outcome, Reason, Solver, Strategy};

/// The premises, as a stack.
pub(super) struct Premises<'a> {
    system: &'a System,
    budget: &'a Budget,
    /// Has all premises.
    solver: Solver,
    /// Has none, between questions.
    lean: Solver,
    /// What was pushed, in parts.
    pushed: Vec<Vec<Premise>>,
    hardness: FxHashMap<Term, bool>,
}

struct Premise {
    formula: Term,
    /// What it speaks of beside the inputs, if it is hard for the solver.
    hard: Option<BTreeSet<Var>>,
}

impl<'a> Premises<'a> {
    /// What is known of the inputs.
    pub(super) fn new(system: &'a System, budget: &'a Budget) -> Self {
        let mut premises = Premises {
            system,
            budget,
            solver: Solver::new(Strategy::Incremental),
            lean: Solver::new(Strategy::Incremental),
            pushed: Vec::new(),
            hardness: FxHashMap::default(),
        };
        premises.push(&system.assumption);
        premises
    }

    /// Whether nothing satisfies the premises.
    pub(super) fn are_contradictory(&mut self) -> bool {
        self.solver.check(self.budget).is_unsat()
    }

    pub(super) fn push(&mut self, formula: &Term) {
        self.solver.push();
        self.solver.assert(formula);
        let conjuncts = formula.conjuncts().into_iter();
        let premises = conjuncts.map(|formula| Premise {
            hard: self.is_hard(&formula).then(|| self.own_vars(&formula)),
            formula,
        });
        let premises = premises.collect();
        self.pushed.push(premises);
    }

    pub(super) fn pop(&mut self) {
        self.solver.pop();
        self.pushed.pop();
    }

    /// The premises, but those that are known of the inputs.
    pub(super) fn conjuncts(&self) -> Vec<Term> {
        let pushed = self.pushed.iter().skip(1).flatten();
        pushed.map(|premise| premise.formula.clone()).collect()
    }

    /// Whether the premises imply a formula.
    pub(super) fn imply(&mut self, formula: &Term) -> Result<bool, Reason> {
        if formula.is_true() || self.plain_ones_imply(formula) || self.few_imply(formula) {
            return Ok(true);
        }
        self.solver.push();
        self.solver.assert(&Term::not(formula.clone()));
        let answer = match self.solver.check(self.budget) {
            Outcome::Unsat(_) => Ok(true),
            Outcome::Sat(_) => Ok(false),
            Outcome::Unknown(reason) => Err(reason),
        };
        self.solver.pop();
        answer
    }

    /// Whether the premises without those that are hard and have nothing to do with a formula imply
    /// it: each of its conjuncts, where processes are many. That is not tried where there are none
    /// of these.
    fn few_imply(&mut self, formula: &Term) -> bool {
        const FEW_PROCESSES: usize = 3;
        let has_hard = self.pushed.iter().flatten().any(|p| p.hard.is_some());
        let parts = match self.system.processes.len() <= FEW_PROCESSES {
            true => vec![formula.clone()],
            false => formula.conjuncts(),
        };
        has_hard && parts.iter().all(|part| self.few_imply_part(part))
    }

    /// Whether a formula that is not hard follows from the premises that are not, with little effort.
    /// That is not tried where all are.
    fn plain_ones_imply(&mut self, formula: &Term) -> bool {
        /// The work that may be spent before others are used.
        const WORK: u64 = 200_000;
        let all = self.pushed.iter().flatten();
        let plain = all.clone().filter(|premise| premise.hard.is_none());
        let plain: Vec<Term> = plain.map(|premise| premise.formula.clone()).collect();
        if plain.len() == all.count() || self.is_hard(formula) {
            return false;
        }
        self.follows_from(&plain, formula, WORK)
    }

    /// Whether a formula follows from some of the premises.
    fn follows_from(&mut self, premises: &[Term], formula: &Term, work: u64) -> bool {
        self.lean.push();
        for premise in premises {
            self.lean.assert(premise);
        }
        self.lean.assert(&Term::not(formula.clone()));
        let budget = self.budget.clone().with_work(work);
        let implied = self.lean.check(&budget).is_unsat();
        self.lean.pop();
        implied
    }

    fn few_imply_part(&mut self, formula: &Term) -> bool {
        /// The work that may be spent before all premises are used.
        const WORK: u64 = 4_000_000;
        let vars = self.own_vars(formula);
        let concerns = |premise: &&Premise| match &premise.hard {
            Some(of) => !of.is_disjoint(&vars),
            None => true,
        };
        let all = self.pushed.iter().flatten();
        let kept = all.clone().filter(concerns);
        let kept: Vec<Term> = kept.map(|premise| premise.formula.clone()).collect();
        kept.len() < all.count() && self.follows_from(&kept, formula, WORK)
    }

    fn own_vars(&self, formula: &Term) -> BTreeSet<Var> {
        let vars = formula.free_vars().into_iter();
        vars.filter(|var| !self.system.inputs.contains(var))
            .collect()
    }

    /// Whether a term has quantifiers, or products or quotients of unknowns.
    fn is_hard(&mut self, term: &Term) -> bool {
        let (op, parts) = match term.node() {
            Node::Const(_) | Node::Var(_) => return false,
            Node::Quantified(..) => return true,
            Node::App(op, parts) => (op, parts),
        };
        if let Some(known) = self.hardness.get(term) {
            return *known;
        }
        let unknown = |part: &&Term| part.as_value().is_none();
        let is_hard = match op {
            Op::Mul => parts.iter().filter(unknown).count() > 1,
            Op::Div | Op::Mod | Op::RealDiv => unknown(&&parts[1]),
            _ => false,
        };
        let is_hard = is_hard || recursion::guard(|| parts.iter().any(|part| self.is_hard(part)));
        self.hardness.insert(term.clone(), is_hard);
        is_hard
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::Sort;

    fn premises_of(question: &question::Safe) -> &System {
        &question.system
    }

    #[test]
    fn what_follows_follows_with_few_premises_and_with_all() {
        let text = "system s { input n: int where n >= 0; process a { var x: int = 0; skip; } }
            claim c: s safe;";
        let analysis = language::analyze(text);
        let question = analysis
            .module
            .question(&analysis.module.claims[0])
            .ok()
            .and_then(question::Question::safe)
            .expect("the claim is about a system");
        let budget = Budget::unlimited();
        let mut premises = Premises::new(premises_of(&question), &budget);
        let [n, x, y, z] = ["n", "x", "y", "z"].map(|name| Term::constant(name, Sort::Int));
        let positive = |term: &Term| Term::lt(Term::int(0), term.clone());
        // The product is hard, and has nothing to do with x.
        premises.push(&Term::and([
            Term::lt(n.clone(), x.clone()),
            Term::eq(Term::mul([y.clone(), z.clone()]), Term::int(6)),
        ]));
        assert_eq!(premises.imply(&positive(&x)), Ok(true));
        assert_eq!(premises.imply(&positive(&y)), Ok(false));
        let six = Term::ne(y.clone(), Term::int(0));
        assert_eq!(premises.imply(&six), Ok(true), "the product is needed");
        assert_eq!(premises.imply(&Term::and([positive(&x), six])), Ok(true));
        assert_eq!(
            premises.imply(&Term::and([positive(&x), positive(&z)])),
            Ok(false)
        );
        premises.pop();
        assert_eq!(
            premises.imply(&positive(&x)),
            Ok(false),
            "nothing is known of it"
        );
        premises.push(&Term::lt(n, Term::int(0)));
        assert_eq!(
            premises.imply(&Term::bottom()),
            Ok(true),
            "n is not negative"
        );
        assert!(premises.are_contradictory());
    }
}
