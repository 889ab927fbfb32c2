//! Questions to the solver, with models that speak of everything that was asked.

mod apart;
mod premise;
mod reads;

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use logic::{Model, Op, Sort, Term, Value, Var, polynomial};
use smt::{Context, Outcome, Reason, Solver, Strategy};

use apart::simple;
use reads::{Flat, without_products};

pub(crate) use premise::Premise;

/// A live solver.
pub(crate) struct Asker<'b> {
    context: Context,
    solver: Solver,
    /// For bit-vectors alone.
    plain: Solver,
    effort: Effort,
    budget: &'b Budget,
    /// Whether simple questions had no model.
    simple: BTreeMap<Term, bool>,
    /// Whether some question was left open.
    pub(crate) gave_up: bool,
}

/// How hard questions are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Not at all, unless few premises suffice.
    Evident,
    /// By the live solvers only, and not for long.
    Quick,
    /// By Z3's portfolio as well.
    Long,
}

/// What may be spent on a question with some of its premises only.
const NEARBY: u64 = 600_000;
/// What the live solver may spend on a question without its products, and on the question itself
/// before the portfolio is asked instead.
const OPAQUE: u64 = 150_000;
/// The same where sums of products are multiplied out first.
const EXPANDED: u64 = 500_000;
const QUICK: u64 = 400_000;
/// The same for the solver of bit-vectors alone, whose work counts differently: it makes clauses of
/// every bit before it begins.
const QUICK_BITS: u64 = 2_000_000;
/// What the portfolio may spend.
const LONG: u64 = 20_000_000;

impl<'b> Asker<'b> {
    pub(crate) fn new(budget: &'b Budget, effort: Effort) -> Self {
        // A context of its own: what was asked before must not matter.
        let context = Context::new();
        Asker {
            solver: Solver::in_context(&context, Strategy::Incremental),
            plain: Solver::in_context(&context, Strategy::Logic("QF_FD")),
            context,
            effort,
            budget,
            simple: BTreeMap::new(),
            gave_up: false,
        }
    }

    pub(crate) fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// A model of the premises in which the conclusion fails; `None` where it follows. Variables that
    /// do not occur are not in the model.
    pub(crate) fn counterexample(
        &mut self,
        premise: &Premise,
        conclusion: &Term,
    ) -> Result<Option<Model>, Reason> {
        self.budget.check()?;
        let conclusion = premise.conclude(conclusion);
        if conclusion.is_true() || premise.is_false() {
            return Ok(None);
        }
        if !conclusion.is_false() && self.follows_nearby(premise, &conclusion) {
            return Ok(None);
        }
        self.counterexample_to(premise, &conclusion)
    }

    /// The same for several conclusions at once; where all of them can fail together, they do so in
    /// the model.
    pub(crate) fn counterexample_to_all(
        &mut self,
        premise: &Premise,
        conclusions: Vec<Term>,
    ) -> Result<Option<Model>, Reason> {
        self.budget.check()?;
        let conclusion = premise.conclude(&Term::and(conclusions));
        if conclusion.is_true() || premise.is_false() {
            return Ok(None);
        }
        // One part after the other where few premises matter, and together what is left.
        let mut parts = conclusion.conjuncts();
        parts.retain(|part| {
            let simple = congruent(part).conjuncts();
            let mut simple = simple.iter();
            !simple.all(|part| self.follows_from(&premise.about(part), premise, part))
        });
        let conclusion = Term::and(parts.iter().cloned());
        if conclusion.is_true() || self.follows_nearby(premise, &conclusion) {
            return Ok(None);
        }
        if parts.len() > 1 {
            let gave_up = self.gave_up;
            if let Outcome::Sat(model) = self.ask(&premise.parts, &Term::or(parts)) {
                return Ok(Some(premise.complete(model)?));
            }
            self.gave_up = gave_up;
        }
        self.counterexample_to(premise, &conclusion)
    }

    /// Whether a conclusion follows from the premises that have to do with it directly: mostly that is
    /// so, and most premises only make the question large.
    fn follows_nearby(&mut self, premise: &Premise, conclusion: &Term) -> bool {
        let (about, near) = (premise.about(conclusion), premise.near(conclusion));
        let is_worth_it = about.len() < near.len() && 2 * near.len() < premise.parts.len();
        self.follows_from(&about, premise, conclusion)
            || is_worth_it && self.follows_from(&near, premise, conclusion)
    }

    /// Whether a conclusion is seen to follow from some of the premises: without what is hard to compute
    /// with, or without products where these are not all premises.
    fn follows_from(&mut self, some: &[Term], premise: &Premise, conclusion: &Term) -> bool {
        let negation = Term::not(conclusion.clone());
        let asked = Term::and(some.iter().cloned().chain([negation]));
        let without = simple(&asked);
        if without != asked && self.is_simply_false(without) {
            return true;
        }
        if some.len() == premise.parts.len() {
            return false;
        }
        match Flat::of(&asked) {
            _ if is_plain(&asked) => self.is_simply_false(without_products(&asked)),
            Some(flat) => self.is_simply_false(without_products(&flat.formula)),
            None => false,
        }
    }

    /// Whether a question about bit-vectors and truth values is seen to have no model at once.
    fn is_simply_false(&mut self, question: Term) -> bool {
        if !is_plain(&question) {
            return false;
        }
        if let Some(known) = self.simple.get(&question) {
            return *known;
        }
        let little = self.budget.clone().with_work(NEARBY);
        let is_false = self.plain.satisfy(&question, &little).is_unsat();
        self.simple.insert(question, is_false);
        is_false
    }

    fn counterexample_to(
        &mut self,
        premise: &Premise,
        conclusion: &Term,
    ) -> Result<Option<Model>, Reason> {
        let stronger = congruent(conclusion);
        if stronger != *conclusion
            && matches!(self.ask(&premise.parts, &stronger), Outcome::Unsat(()))
        {
            return Ok(None);
        }
        match self.ask(&premise.parts, conclusion) {
            Outcome::Unsat(()) => Ok(None),
            Outcome::Sat(model) => Ok(Some(premise.complete(model)?)),
            Outcome::Unknown(reason) => Err(reason),
        }
    }

    /// Asks for a model of the premises in which the conclusion fails.
    fn ask(&mut self, premises: &[Term], conclusion: &Term) -> Outcome<Model, ()> {
        if self.effort == Effort::Evident {
            return Outcome::Unknown(Reason::Incomplete("it is not evident".to_owned()));
        }
        let negation = Term::not(conclusion.clone());
        let question = Term::and(premises.iter().cloned().chain([negation]));
        if is_plain(&question) {
            return self.ask_plain(&question);
        }
        if let Some(flat) = Flat::of(&question)
            && is_plain(&flat.formula)
        {
            match self.ask_plain(&flat.formula) {
                Outcome::Sat(model) => {
                    let model = flat.with_arrays(model).filter(|model| {
                        let mut model = model.clone();
                        add_defaults(&mut model, question.free_vars());
                        model.holds(&question) == Ok(true)
                    });
                    if let Some(model) = model {
                        return Outcome::Sat(model);
                    }
                }
                outcome => return outcome,
            }
        }
        let quick = self.budget.clone().with_work(QUICK);
        let outcome = self.solver.satisfy(&question, &quick);
        self.or_long(&question, outcome)
    }

    /// Asks about bit-vectors and truth values: first with products as variables.
    fn ask_plain(&mut self, question: &Term) -> Outcome<Model, ()> {
        let opaque = without_products(question);
        if opaque != *question {
            let little = self.budget.clone().with_work(OPAQUE);
            if let Outcome::Unsat(()) = self.plain.satisfy(&opaque, &little) {
                return Outcome::Unsat(());
            }
            if self.is_contradiction(question) {
                return Outcome::Unsat(());
            }
        }
        let quick = self.budget.clone().with_work(QUICK_BITS);
        let outcome = match self.plain.satisfy(question, &quick) {
            // It cannot digest everything.
            Outcome::Unknown(Reason::Incomplete(_)) => {
                let quick = self.budget.clone().with_work(QUICK);
                self.solver.satisfy(question, &quick)
            }
            outcome => outcome,
        };
        self.or_long(question, outcome)
    }

    /// Whether a question is seen to have no model when sums of products are multiplied out. Of what
    /// cannot hold all at once, each part is looked at by itself.
    fn is_contradiction(&mut self, question: &Term) -> bool {
        let mut facts = question.conjuncts();
        let denies_all = |fact: &Term| {
            let denied = fact.children().first();
            fact.op() == Some(&Op::Not) && denied.and_then(Term::op) == Some(&Op::And)
        };
        let cases = match facts.iter().position(denies_all) {
            Some(position) => Term::not(facts.remove(position)).conjuncts(),
            None => vec![Term::bottom()],
        };
        cases.into_iter().all(|case| {
            let mut facts = facts.clone();
            facts.extend((!case.is_false()).then(|| Term::not(case)));
            let facts = polynomial::normalise(&facts).unwrap_or(facts);
            let expanded = without_products(&Term::and(facts));
            let little = self.budget.clone().with_work(EXPANDED);
            let outcome = self.plain.satisfy(&expanded, &little);
            matches!(outcome, Outcome::Unsat(()))
        })
    }

    /// The outcome, or the portfolio's where that is worth the effort.
    fn or_long(&mut self, question: &Term, outcome: Outcome<Model, ()>) -> Outcome<Model, ()> {
        match outcome {
            Outcome::Unknown(_) if self.effort == Effort::Long => {
                let long = self.budget.clone().with_work(LONG);
                Solver::in_context(&self.context, Strategy::Portfolio).satisfy(question, &long)
            }
            Outcome::Unknown(reason) => {
                self.gave_up = true;
                Outcome::Unknown(reason)
            }
            outcome => outcome,
        }
    }
}

/// Whether a question is about bit-vectors and truth values only, for which Z3 has a better solver.
fn is_plain(term: &Term) -> bool {
    // Tables that never change are arrays without a variable.
    let mut seen = BTreeSet::new();
    let mut open = vec![term.clone()];
    while let Some(part) = open.pop() {
        let is_plain = matches!(part.sort(), Sort::Bool | Sort::BitVec(_));
        if !is_plain || matches!(part.op(), Some(Op::Apply(_))) {
            return false;
        }
        if seen.insert(part.clone()) {
            open.extend(part.children().iter().cloned());
        }
    }
    true
}

/// A formula that implies this one: where two stores are to be equal, their parts are. That is what
/// holds if both functions write the same, and much easier to see.
fn congruent(formula: &Term) -> Term {
    let is_store = |term: &Term| term.op() == Some(&Op::Store);
    match (formula.op(), formula.children()) {
        (Some(op @ (Op::And | Op::Or)), parts) => {
            Term::app(op.clone(), parts.iter().map(congruent).collect())
        }
        (Some(Op::Eq), [a, b]) if is_store(a) && is_store(b) => {
            let pairs = a.children().iter().zip(b.children());
            Term::and(pairs.map(|(a, b)| congruent(&Term::eq(a.clone(), b.clone()))))
        }
        _ => formula.clone(),
    }
}

/// Gives variables without a value the default of their sort.
pub(crate) fn add_defaults(model: &mut Model, vars: impl IntoIterator<Item = Var>) {
    for var in vars {
        if model.get(&var).is_none() {
            let value = Value::default_of(&var.sort);
            model.set(var, value);
        }
    }
}
