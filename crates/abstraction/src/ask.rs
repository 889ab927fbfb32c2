//! Questions to the solver, with models that speak of everything that was asked.

mod apart;
mod reads;
mod widen;

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use logic::{FreeVars, Model, Op, Sort, Substitution, Term, Value, Var};
use smt::{Context, Outcome, Reason, Solver, Strategy};

use apart::Apart;
use reads::{Flat, without_products};
use widen::Sizes;

/// A live solver.
pub(crate) struct Asker<'b> {
    context: Context,
    solver: Solver,
    /// For bit-vectors alone.
    plain: Solver,
    effort: Effort,
    budget: &'b Budget,
    /// Whether simple questions about parts of conclusions had the answer that they follow.
    apart: BTreeMap<Term, bool>,
    /// Whether some question was left open.
    pub(crate) gave_up: bool,
}

/// How hard questions are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// By the live solvers only, and not for long.
    Quick,
    /// By Z3's portfolio as well.
    Long,
}

/// What the live solver may spend on a question without its products, and on the question itself
/// before the portfolio is asked instead.
const OPAQUE: u64 = 150_000;
const QUICK: u64 = 400_000;
/// What is spent on a part of a conclusion, to see whether it follows on simple grounds.
const APART: u64 = 1_000_000;
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
            apart: BTreeMap::new(),
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
        premises: &[Term],
        conclusion: &Term,
    ) -> Result<Option<Model>, Reason> {
        self.budget.check()?;
        let solved = Solved::of(premises, conclusion);
        if solved.conclusion.is_true() || solved.premises.iter().any(Term::is_false) {
            return Ok(None);
        }
        match self.open_parts(&solved) {
            open if open.is_empty() => Ok(None),
            open => self.counterexample_to(&solved, &Term::and(open)),
        }
    }

    /// The parts of a conclusion that do not follow on simple grounds; those behind the first such
    /// part are not looked at, since then there often is a counterexample.
    fn open_parts(&mut self, solved: &Solved) -> Vec<Term> {
        let mut apart = Apart::new(&solved.premises);
        let mut parts = solved.conclusion.conjuncts();
        let open = parts.iter().position(|part| {
            let simple = congruent(part).conjuncts();
            !simple.iter().all(|part| self.follows(&mut apart, part))
        });
        parts.split_off(open.unwrap_or(parts.len()))
    }

    /// Whether a part of a conclusion follows on simple grounds.
    fn follows(&mut self, apart: &mut Apart, part: &Term) -> bool {
        apart.questions(part).into_iter().any(|question| {
            if let Some(known) = self.apart.get(&question) {
                return *known;
            }
            let little = self.budget.clone().with_work(APART);
            let follows = self.plain.satisfy(&question, &little).is_unsat();
            self.apart.insert(question, follows);
            follows
        })
    }

    /// The same for several conclusions at once; where all of them can fail together, they do so in
    /// the model.
    pub(crate) fn counterexample_to_all(
        &mut self,
        premises: &[Term],
        conclusions: Vec<Term>,
    ) -> Result<Option<Model>, Reason> {
        self.budget.check()?;
        let solved = Solved::of(premises, &Term::and(conclusions));
        if solved.conclusion.is_true() || solved.premises.iter().any(Term::is_false) {
            return Ok(None);
        }
        let parts = self.open_parts(&solved);
        if parts.is_empty() {
            return Ok(None);
        }
        if parts.len() > 1 {
            let gave_up = self.gave_up;
            if let Outcome::Sat(model) = self.ask(&solved.premises, &Term::or(parts.clone())) {
                return Ok(Some(solved.complete(model)?));
            }
            self.gave_up = gave_up;
        }
        self.counterexample_to(&solved, &Term::and(parts))
    }

    fn counterexample_to(
        &mut self,
        solved: &Solved,
        conclusion: &Term,
    ) -> Result<Option<Model>, Reason> {
        let stronger = congruent(conclusion);
        if stronger != *conclusion
            && matches!(self.ask(&solved.premises, &stronger), Outcome::Unsat(()))
        {
            return Ok(None);
        }
        match self.ask(&solved.premises, conclusion) {
            Outcome::Unsat(()) => Ok(None),
            Outcome::Sat(model) => Ok(Some(solved.complete(model)?)),
            Outcome::Unknown(reason) => Err(reason),
        }
    }

    /// Whether the conclusion follows on its face, without asking the solver, from premises that may
    /// hold.
    pub(crate) fn is_evident(premises: &[Term], conclusion: &Term) -> bool {
        let solved = Solved::of(premises, conclusion);
        solved.conclusion.is_true() && !solved.premises.iter().any(Term::is_false)
    }

    /// Asks for a model of the premises in which the conclusion fails.
    fn ask(&mut self, premises: &[Term], conclusion: &Term) -> Outcome<Model, ()> {
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
        }
        let quick = self.budget.clone().with_work(QUICK_BITS);
        let outcome = self.plain.satisfy(question, &quick);
        self.or_long(question, outcome)
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
    let is_plain = |sort: &Sort| matches!(sort, Sort::Bool | Sort::BitVec(_));
    // Tables that never change are arrays without a variable.
    let mut seen = BTreeSet::new();
    let mut open = vec![term.clone()];
    while let Some(part) = open.pop() {
        if !is_plain(part.sort()) || matches!(part.op(), Some(Op::Apply(_))) {
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
    formula.rewrite(|part| {
        let [a, b] = part.children() else {
            return part;
        };
        if part.op() != Some(&Op::Eq) || a.op() != Some(&Op::Store) || b.op() != Some(&Op::Store) {
            return part;
        }
        let pairs = a.children().iter().zip(b.children());
        let equal = pairs.map(|(a, b)| congruent(&Term::eq(a.clone(), b.clone())));
        Term::and(equal)
    })
}

/// A question in which premises `x == e` are used up.
struct Solved {
    premises: Vec<Term>,
    conclusion: Term,
    /// What was used up, the earliest first.
    definitions: Vec<Substitution>,
}

impl Solved {
    fn of(premises: &[Term], conclusion: &Term) -> Self {
        let mut open: Vec<Term> = premises.iter().flat_map(Term::conjuncts).collect();
        let mut conclusion = conclusion.clone();
        let mut definitions = Vec::new();
        let mut free_vars = FreeVars::new();
        loop {
            let (definition, mut rest) = independent(open, &mut free_vars);
            if definition.is_empty() {
                // Parts are compared before they are simplified together, which may write what both
                // functions compute in two ways.
                let stated = rest.iter().flat_map(Term::conjuncts).collect();
                let conclusion = discharged(&conclusion, &stated);
                let naturals = naturals(&rest);
                let extended = |term: &Term| extended_by_sign(term, &naturals).simplify();
                let premises = rest.iter().map(extended);
                let premises: BTreeSet<Term> =
                    premises.flat_map(|premise| premise.conjuncts()).collect();
                let premises: Vec<Term> = premises.into_iter().collect();
                let sizes = Sizes::of(&premises);
                let widened = |term: &Term| sizes.widened(term).simplify();
                let premises: Vec<Term> = premises.iter().map(widened).collect();
                let known = premises.iter().flat_map(Term::conjuncts).collect();
                let conclusion = widened(&extended(&conclusion));
                let conclusion = discharged(&conclusion, &known);
                return Solved {
                    premises,
                    conclusion,
                    definitions,
                };
            }
            rest.push(conclusion);
            open = definition.apply_all(&rest);
            conclusion = open.pop().expect("the conclusion was put last");
            definitions.push(definition);
        }
    }

    /// The model with values for the variables that were used up.
    fn complete(&self, mut model: Model) -> Result<Model, Reason> {
        for definition in self.definitions.iter().rev() {
            for (var, term) in definition.iter() {
                add_defaults(&mut model, term.free_vars());
                let value = model.eval(term);
                let value = value.map_err(|error| Reason::Incomplete(error.to_string()))?;
                model.set(var.clone(), value);
            }
        }
        Ok(model)
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

/// Definitions among the premises that do not mention each other's variables, and the other premises.
fn independent(premises: Vec<Term>, free_vars: &mut FreeVars) -> (Substitution, Vec<Term>) {
    let mut found = Substitution::new();
    let mut mentioned: BTreeSet<Var> = BTreeSet::new();
    let mut rest = Vec::new();
    for premise in premises {
        let definition = definition(&premise, free_vars).filter(|(var, term)| {
            !mentioned.contains(var)
                && found.get(var).is_none()
                && free_vars
                    .of(term)
                    .iter()
                    .all(|var| found.get(var).is_none())
        });
        match definition {
            Some((var, term)) => {
                mentioned.extend(free_vars.of(&term));
                found.insert(var, term);
            }
            None => rest.push(premise),
        }
    }
    (found, rest)
}

/// The formula without the parts that premises state on their face.
fn discharged(formula: &Term, known: &BTreeSet<Term>) -> Term {
    if known.contains(formula) {
        return Term::top();
    }
    let parts = || {
        formula
            .children()
            .iter()
            .map(|part| discharged(part, known))
    };
    match formula.op() {
        Some(Op::And) => Term::and(parts()),
        Some(Op::Or) => Term::or(parts()),
        _ if known.contains(&Term::not(formula.clone())) => Term::bottom(),
        _ => formula.clone(),
    }
}

/// The variables of which a premise says that they are not negative.
fn naturals(premises: &[Term]) -> BTreeSet<Term> {
    let natural = |premise: &Term| match (premise.op(), premise.children()) {
        (Some(Op::BvSle), [zero, var]) if var.as_var().is_some() => {
            let is_zero =
                matches!(zero.as_value(), Some(Value::BitVec(b)) if b.unsigned().is_zero());
            is_zero.then(|| var.clone())
        }
        _ => None,
    };
    premises.iter().filter_map(natural).collect()
}

/// The term with those variables that are not negative extended by their sign everywhere: what
/// optimisers extend by zero instead is then the same term again.
fn extended_by_sign(term: &Term, naturals: &BTreeSet<Term>) -> Term {
    if naturals.is_empty() {
        return term.clone();
    }
    term.rewrite(|part| match (part.op(), part.children()) {
        (Some(Op::ZeroExtend(more)), [var]) if naturals.contains(var) => {
            Term::app(Op::SignExtend(*more), vec![var.clone()])
        }
        _ => part,
    })
}

/// The variable that a premise fixes, and to what.
fn definition(premise: &Term, free_vars: &mut FreeVars) -> Option<(Var, Term)> {
    if let Some(var) = premise.as_var() {
        return Some((var.clone(), Term::top()));
    }
    let arguments = premise.children();
    match premise.op()? {
        Op::Not => Some((arguments[0].as_var()?.clone(), Term::bottom())),
        Op::Eq if arguments.len() == 2 => {
            let pairs = [(0, 1), (1, 0)];
            pairs.into_iter().find_map(|(left, right)| {
                let (var, term) = (arguments[left].as_var()?, &arguments[right]);
                let fits = var.sort == *term.sort() && !free_vars.of(term).contains(var);
                fits.then(|| (var.clone(), term.clone()))
            })
        }
        _ => None,
    }
}
