//! Questions with few premises.
//!
//! Facts that are quantified or not linear slow the solver down, or defeat it, even where a question
//! has nothing to do with them: those of one process in a question about another one. What follows
//! from some of the facts follows from all, so a question is asked first with the plain ones and
//! those of the others that speak of the same variables.

use std::collections::BTreeSet;

use logic::{Node, Op, Term, Var, recursion};

use super::{Search, WORK};

/// In a system of so few processes, what is hard of one is most often needed for another.
const FEW_PROCESSES: usize = 3;

/// The work for a question whose answer changes no verdict, only what is said with it.
const LITTLE_WORK: u64 = 200_000;

/// A fact that makes questions hard, and what it speaks of beside the inputs.
pub(super) struct Hard {
    fact: Term,
    vars: BTreeSet<Var>,
}

impl Search<'_, '_> {
    /// The facts of a formula that make questions hard.
    pub(super) fn hard_facts(&mut self, formula: &Term) -> Vec<Hard> {
        let conjuncts = formula.conjuncts().into_iter();
        let hard: Vec<Term> = conjuncts.filter(|fact| self.is_hard(fact)).collect();
        let with_vars = hard.into_iter().map(|fact| Hard {
            vars: self.own_vars(&fact),
            fact,
        });
        with_vars.collect()
    }

    /// Whether a formula follows from the plain facts and those hard ones that speak of the same
    /// variables. Where all do, that is no easier question, and it is not asked.
    pub(super) fn follows_leanly(&mut self, formula: &Term) -> bool {
        let is_small = self.context.size() <= FEW_PROCESSES;
        if self.hard.is_empty() || (is_small && self.is_hard(formula)) {
            return false;
        }
        let vars = self.own_vars(formula);
        let related = |hard: &&Hard| !hard.vars.is_disjoint(&vars);
        let kept: Vec<Term> = (self.hard.iter().filter(related))
            .map(|hard| hard.fact.clone())
            .collect();
        if kept.len() == self.hard.len() {
            return false;
        }
        let plain = self.plain_facts();
        self.questions += 1;
        let budget = self.budget.clone().with_work(WORK);
        self.lean.push();
        for fact in plain.iter().chain(&kept) {
            self.lean.assert(fact);
        }
        self.lean.assert(&Term::not(formula.clone()));
        let follows = self.lean.check(&budget).is_unsat();
        self.lean.pop();
        follows
    }

    /// Whether a formula that is not hard follows from the facts that are not, with little effort.
    pub(super) fn follows_plainly(&mut self, formula: &Term) -> bool {
        if formula.is_true() || formula.is_false() || self.is_hard(formula) {
            return formula.is_true();
        }
        self.questions += 1;
        let budget = self.budget.clone().with_work(LITTLE_WORK);
        let is_plain = self.hard.is_empty();
        let plain = if is_plain {
            Vec::new()
        } else {
            self.plain_facts()
        };
        let solver = if is_plain {
            &mut self.solver
        } else {
            &mut self.lean
        };
        solver.push();
        for fact in &plain {
            solver.assert(fact);
        }
        solver.assert(&Term::not(formula.clone()));
        let follows = solver.check(&budget).is_unsat();
        solver.pop();
        follows
    }

    /// What is known here and not hard.
    fn plain_facts(&mut self) -> Vec<Term> {
        let assumption = &self.context.system.assumption;
        let facts = self.facts.iter().chain([assumption]);
        let facts: Vec<Term> = facts.flat_map(Term::conjuncts).collect();
        facts.into_iter().filter(|f| !self.is_hard(f)).collect()
    }

    /// For each formula whether it follows from few premises: the plain ones together, the others
    /// one by one.
    pub(super) fn follow_leanly(&mut self, formulas: &[&Term]) -> Vec<bool> {
        if self.hard.is_empty() {
            return vec![false; formulas.len()];
        }
        let hard: Vec<bool> = formulas.iter().map(|f| self.is_hard(f)).collect();
        let plain = formulas.iter().zip(&hard).filter(|(_, hard)| !**hard);
        let plain = Term::and(plain.map(|(formula, _)| (*formula).clone()));
        let all_plain = self.follows_leanly(&plain);
        let each = formulas.iter().zip(hard);
        each.map(|(formula, hard)| match hard {
            true => self.follows_leanly(formula),
            false => all_plain,
        })
        .collect()
    }

    fn own_vars(&self, formula: &Term) -> BTreeSet<Var> {
        let inputs = &self.context.system.inputs;
        let vars = formula.free_vars().into_iter();
        vars.filter(|var| !inputs.contains(var)).collect()
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
