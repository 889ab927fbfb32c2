//! What is asked of the solver, and how it is put.

use budget::Budget;
use logic::smtlib::Declarations;
use logic::{Op, Sort, Substitution, Symbol, Term, Var, polynomial};
use program::function::symbolic::{Effect, PathEnd, choice_var};
use program::function::{BlockId, Observed};
use smt::{Context, Solver, Strategy, Validity};

use super::memory;
use super::premise::Premise;
use super::products::without_products;
use crate::{Rejected, broken};

/// What the implementation does at a node.
#[derive(Clone, Copy)]
pub(super) enum Moved<'e> {
    /// Nothing.
    Not,
    /// It takes a path that ends in this way.
    Along(PathEnd, &'e Effect),
}

impl<'e> Moved<'e> {
    fn effect(self) -> Option<&'e Effect> {
        match self {
            Moved::Not => None,
            Moved::Along(_, effect) => Some(effect),
        }
    }

    pub(super) fn condition(self) -> &'e [Term] {
        self.effect().map_or(&[], |effect| &effect.condition)
    }

    pub(super) fn events(self) -> &'e [(Symbol, Vec<Observed>)] {
        self.effect().map_or(&[], |effect| &effect.events)
    }

    pub(super) fn returned(self) -> Option<&'e [Observed]> {
        self.effect()?.returned.as_deref()
    }

    pub(super) fn end(self) -> Option<PathEnd> {
        match self {
            Moved::Not => None,
            Moved::Along(end, _) => Some(end),
        }
    }

    /// The block at the end, where it moved.
    pub(super) fn block(self) -> Option<BlockId> {
        self.effect().map(|effect| effect.block)
    }

    /// Declares what stands for choices and results on the path.
    pub(super) fn declare(self, declarations: &mut Declarations) {
        let Some(effect) = self.effect() else { return };
        for (number, var) in effect.chosen.iter().enumerate() {
            declarations.add_var(&choice_var(number, var));
        }
        for result in effect.results.iter().flatten() {
            declarations.add_var(result);
        }
    }

    pub(super) fn describe(self) -> String {
        match self {
            Moved::Not => "standing still".to_owned(),
            Moved::Along(end, effect) => format!("the path to block {} ({end:?})", effect.block.0),
        }
    }
}

/// The values of both functions' variables after a move and its answer.
pub(super) fn joined(moved: Moved<'_>, followed: Option<(PathEnd, &Effect)>) -> Substitution {
    let ours = moved.effect().into_iter();
    let effects = ours.chain(followed.map(|(_, effect)| effect));
    let entries = effects.flat_map(|effect| effect.values.iter());
    entries
        .map(|(var, term)| (var.clone(), term.clone()))
        .collect()
}

/// The formula that says that values refine others, one by one.
pub(super) fn refined(ours: &[Observed], theirs: &[Observed]) -> Result<Term, Rejected> {
    let same = ours.len() == theirs.len()
        && ours
            .iter()
            .zip(theirs)
            .all(|(a, b)| a.value.sort() == b.value.sort());
    if !same {
        return Err(broken("Observed", "not as many values, or of other sorts"));
    }
    Ok(Term::and(
        ours.iter().zip(theirs).map(|(a, b)| a.refines(b)),
    ))
}

/// The formula that says that a rank falls.
pub(super) fn falls(before: &[Term], after: &[Term]) -> Result<Term, Rejected> {
    let mut cases = Vec::new();
    let mut equal_so_far = Vec::new();
    for (before, after) in before.iter().zip(after) {
        let (lower, not_higher) = match (before.sort(), after.sort()) {
            (Sort::BitVec(width), other) if *other == Sort::BitVec(*width) => {
                let compare = |op| Term::app(op, vec![after.clone(), before.clone()]);
                (compare(Op::BvUlt), compare(Op::BvUle))
            }
            (a, b) if a.is_integer() && b.is_integer() => {
                let natural = Term::le(Term::int(0), before.clone());
                let lower = Term::lt(after.clone(), before.clone());
                let not_higher = Term::le(after.clone(), before.clone());
                (Term::and([natural, lower]), not_higher)
            }
            _ => return Err(broken("Rank", "a rank is no number")),
        };
        cases.push(Term::and(equal_so_far.iter().cloned().chain([lower])));
        equal_so_far.push(not_higher);
    }
    Ok(Term::or(cases))
}

/// A solver, and how often it was asked.
pub(super) struct Obligations<'a> {
    context: Context,
    solver: Solver,
    /// For questions about bit-vectors and truth values alone.
    plain: Solver,
    budget: &'a Budget,
    count: usize,
}

/// What the live solver may spend on a question with products as variables, and on the question itself
/// before the portfolio is asked instead.
const OPAQUE: u64 = 200_000;
/// The same where sums of products are multiplied out first.
const EXPANDED: u64 = 1_000_000;
const QUICK: u64 = 2_000_000;

impl<'a> Obligations<'a> {
    pub(super) fn new(budget: &'a Budget) -> Self {
        let context = Context::new();
        Obligations {
            solver: Solver::in_context(&context, Strategy::Incremental),
            plain: Solver::in_context(&context, Strategy::Logic("QF_FD")),
            context,
            budget,
            count: 0,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The conclusion follows from the premise.
    pub(super) fn follows(
        &mut self,
        rule: &'static str,
        premise: &Premise,
        conclusion: &Term,
        what: impl Fn() -> String,
    ) -> Result<(), Rejected> {
        self.count += 1;
        self.budget.check()?;
        let conclusion = premise.conclusion(conclusion);
        if conclusion.is_true() || premise.is_false() {
            return Ok(());
        }
        let mut parts = conclusion.conjuncts();
        parts.retain(|part| !self.follows_from_part(premise, part));
        let conclusion = Term::and(parts);
        if conclusion.is_true() {
            return Ok(());
        }
        let premise = premise.formula();
        let stronger = congruent(&conclusion);
        if stronger != conclusion && self.is_valid_without_arrays(&premise, &stronger) {
            return Ok(());
        }
        if self.is_valid_without_arrays(&premise, &conclusion) {
            return Ok(());
        }
        match self.ask(&Term::implies(premise, conclusion)) {
            Validity::Valid => Ok(()),
            Validity::Invalid => Err(broken(rule, what())),
            Validity::Unknown(reason) => Err(Rejected::Unanswered(reason)),
        }
    }

    /// Whether a conclusion is seen to follow from the premises that have to do with it: what follows
    /// from some of them follows from all, and the others only make the question large.
    fn follows_from_part(&mut self, premise: &Premise, conclusion: &Term) -> bool {
        let Some(premise) = premise.part(conclusion) else {
            return false;
        };
        let Some(formula) = memory::without_arrays(&premise, conclusion) else {
            return false;
        };
        let little = self.budget.clone().with_work(OPAQUE);
        let formula = without_products(&formula);
        self.plain.valid(&formula, &little).is_valid()
    }

    /// Whether a formula about bit-vectors alone is seen to be valid from which the implication
    /// follows.
    fn is_valid_without_arrays(&mut self, premise: &Term, conclusion: &Term) -> bool {
        let Some(formula) = memory::without_arrays(premise, conclusion) else {
            return false;
        };
        let opaque = without_products(&formula);
        let little = self.budget.clone().with_work(OPAQUE);
        if opaque != formula && self.plain.valid(&opaque, &little).is_valid() {
            return true;
        }
        let parts = match opaque == formula {
            true => vec![formula],
            // Products are hard enough one by one.
            false => {
                let (premises, conclusion) = implication(&formula);
                let premise = Term::and(premises);
                let parts = conclusion.conjuncts().into_iter();
                parts
                    .map(|part| Term::implies(premise.clone(), part))
                    .collect()
            }
        };
        parts.iter().all(|part| {
            let quick = self.budget.clone().with_work(QUICK);
            self.is_valid_expanded(part) || self.plain.valid(part, &quick).is_valid()
        })
    }

    /// Whether a formula is seen to be valid when sums of products are multiplied out.
    fn is_valid_expanded(&mut self, formula: &Term) -> bool {
        let (mut facts, conclusion) = implication(formula);
        facts.push(Term::not(conclusion));
        polynomial::normalise(&facts).is_some_and(|facts| {
            let opaque = without_products(&Term::not(Term::and(facts)));
            let little = self.budget.clone().with_work(EXPANDED);
            self.plain.valid(&opaque, &little).is_valid()
        })
    }

    fn ask(&mut self, formula: &Term) -> Validity {
        let quick = self.budget.clone().with_work(QUICK);
        let is_plain = |var: &Var| matches!(var.sort, Sort::Bool | Sort::BitVec(_));
        let plain = formula.functions().is_empty() && formula.free_vars().iter().all(is_plain);
        let solver = match plain {
            true => &mut self.plain,
            false => &mut self.solver,
        };
        match solver.valid(formula, &quick) {
            Validity::Unknown(_) => {
                let mut solver = Solver::in_context(&self.context, Strategy::Portfolio);
                solver.valid(formula, self.budget)
            }
            answer => answer,
        }
    }
}

/// A formula that implies this one: where arrays with a change each are to be equal, the arrays, the
/// places and the elements are. What is denied stays as it is, since arrays may be equal for other
/// reasons.
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

/// The premises of a formula and what follows from all of them.
fn implication(formula: &Term) -> (Vec<Term>, Term) {
    match (formula.op(), formula.children()) {
        (Some(Op::Implies), [premise, conclusion]) => {
            let (mut premises, conclusion) = implication(conclusion);
            premises.extend(premise.conjuncts());
            (premises, conclusion)
        }
        _ => (Vec::new(), formula.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_shown(premises: &[Term], conclusion: &Term) -> bool {
        let budget = Budget::unlimited();
        let mut obligations = Obligations::new(&budget);
        let what = || "it does not follow".to_owned();
        let outcome = obligations.follows("Test", &Premise::new(premises), conclusion, what);
        outcome.is_ok()
    }

    fn byte(name: &str) -> Term {
        Term::constant(name, Sort::BitVec(8))
    }

    #[test]
    fn arrays_may_be_equal_though_they_were_changed_at_different_places() {
        let memory = Term::constant("m", Sort::array(Sort::BitVec(8), Sort::BitVec(8)));
        let rewritten = |place: &Term| {
            let element = Term::select(memory.clone(), place.clone());
            Term::store(memory.clone(), place.clone(), element)
        };
        let (i, j) = (byte("i"), byte("j"));
        let same = Term::eq(rewritten(&i), rewritten(&j));
        let apart = Term::not(Term::eq(i, j));
        assert!(!is_shown(
            std::slice::from_ref(&apart),
            &Term::not(same.clone())
        ));
        assert!(is_shown(&[apart], &same));
    }

    #[test]
    fn sums_of_products_are_compared() {
        let wide = |name: &str| Term::constant(name, Sort::BitVec(64));
        let op = |op: Op, a: &Term, b: &Term| Term::app(op, vec![a.clone(), b.clone()]);
        let (a, b) = (wide("a"), wide("b"));
        let sum = op(Op::BvAdd, &a, &b);
        let square = op(Op::BvMul, &sum, &sum);
        let product = op(Op::BvMul, &a, &b);
        let parts = [op(Op::BvMul, &a, &a), product.clone(), product.clone()];
        let all = parts
            .iter()
            .fold(op(Op::BvMul, &b, &b), |sum, part| op(Op::BvAdd, &sum, part));
        assert!(is_shown(&[], &Term::eq(square, all.clone())));
        let less = op(Op::BvSub, &all, &product);
        assert!(!is_shown(&[], &Term::eq(all, less)));
    }
}
