//! Variables that only bounds speak of: one bound, as it stands, is the choice.
//!
//! Where every conjunct with a variable bounds it by a term, one of these terms often does for all
//! values of the other variables, conditionals inside of it included. Such a choice needs no cases.

use budget::Budget;
use logic::linear::Linear;
use logic::{FreeVars, Integer, Op, Rational, Sort, Substitution, Term, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Outcome, Reason, Solver, Strategy as Method};

/// A formula with some of its variables replaced by bounds, without losing a solution: there are
/// values for a replaced variable if and only if its term is one.
#[derive(Debug)]
pub(crate) struct Bounded {
    /// The variables that were replaced; a term may mention variables that were replaced later.
    pub(crate) terms: Vec<(Var, Term)>,
    /// What is left of the formula.
    pub(crate) rest: Term,
    /// The variables that are left.
    pub(crate) open: Vec<Var>,
}

/// The most bounds of one variable that are tried.
const MOST_CANDIDATES: usize = 4;

/// Replaces variables by bounds as long as that is possible.
pub(crate) fn take_bounds(
    open: &[Var],
    formula: &Term,
    premise: &Term,
    budget: &Budget,
) -> Result<Bounded, Reason> {
    let mut facts = Facts::of(open, formula);
    let mut open = open.to_vec();
    let mut terms = Vec::new();
    // From the last to the first: a variable that others are bounded by has to wait for these. Where
    // the order of the variables is not that of their dependencies, another round finds more.
    loop {
        let before = open.len();
        for position in (0..open.len()).rev() {
            if let Some(term) = facts.replace(&open[position], premise, budget)? {
                terms.push((open.remove(position), term));
            }
        }
        if open.len() == before {
            break;
        }
    }
    Ok(Bounded {
        terms,
        rest: facts.conjunction(),
        open,
    })
}

/// The conjuncts of a formula, each found by the variables that it mentions.
struct Facts {
    /// `None` for a conjunct that was replaced.
    conjuncts: Vec<Option<Term>>,
    about: FxHashMap<Var, Vec<usize>>,
    wanted: FxHashSet<Var>,
    free: FreeVars,
}

impl Facts {
    fn of(vars: &[Var], formula: &Term) -> Self {
        let mut facts = Facts {
            conjuncts: Vec::new(),
            about: FxHashMap::default(),
            wanted: vars.iter().cloned().collect(),
            free: FreeVars::new(),
        };
        facts.add(formula);
        facts
    }

    fn add(&mut self, formula: &Term) {
        for conjunct in formula.conjuncts() {
            for var in self.free.of(&conjunct) {
                if self.wanted.contains(&var) {
                    self.about
                        .entry(var)
                        .or_default()
                        .push(self.conjuncts.len());
                }
            }
            self.conjuncts.push(Some(conjunct));
        }
    }

    fn conjunction(&self) -> Term {
        Term::and(self.conjuncts.iter().flatten().cloned())
    }

    /// Replaces the variable by a term that does wherever any value does; `None` where no bound is
    /// such a term.
    fn replace(
        &mut self,
        var: &Var,
        premise: &Term,
        budget: &Budget,
    ) -> Result<Option<Term>, Reason> {
        let positions: Vec<usize> = self.about.get(var).cloned().unwrap_or_default();
        let about: Vec<Term> = positions
            .iter()
            .filter_map(|position| self.conjuncts[*position].clone())
            .collect();
        let mut candidates: Vec<Term> = Vec::new();
        for conjunct in &about {
            match bound(var, conjunct, &mut self.free) {
                Some(candidate) => candidates.extend(candidate),
                None => return Ok(None),
            }
        }
        for candidate in candidates.into_iter().take(MOST_CANDIDATES) {
            let chosen = Substitution::from_iter([(var.clone(), candidate.clone())]);
            let with = Term::and(about.iter().map(|c| c.substitute(&chosen))).simplify();
            if with.is_true() || self.implies(premise, &with, budget)? {
                for position in positions {
                    self.conjuncts[position] = None;
                }
                self.add(&with);
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    fn implies(&self, premise: &Term, formula: &Term, budget: &Budget) -> Result<bool, Reason> {
        let mut solver = Solver::new(Method::Incremental);
        solver.assert(premise);
        solver.assert(&self.conjunction());
        solver.assert(&Term::not(formula.clone()));
        match solver.check(budget) {
            Outcome::Unsat(_) => Ok(true),
            Outcome::Sat(_) => Ok(false),
            Outcome::Unknown(reason) => Err(reason),
        }
    }
}

/// The bound that a conjunct gives the variable, as a value that the bound itself admits; `Some`
/// without a term where the conjunct is a bound that gives none, `None` where it is no bound.
pub(crate) fn bound(var: &Var, conjunct: &Term, free: &mut FreeVars) -> Option<Option<Term>> {
    let (atom, positive) = match (conjunct.op(), conjunct.children()) {
        (Some(Op::Not), [atom]) => (atom.clone(), false),
        _ => (conjunct.clone(), true),
    };
    let (op, [a, b]) = (atom.op()?, atom.children()) else {
        return None;
    };
    let strict = match (op, positive) {
        (Op::Le, true) | (Op::Lt, false) | (Op::Eq, true) => false,
        (Op::Lt, true) | (Op::Le, false) => true,
        (Op::Eq, false) => return Some(None),
        _ => return None,
    };
    let x = var.term();
    // The other side, and whether the variable is on the greater side of `a (op) b`.
    let (other, is_greater) = match var.sort {
        Sort::Real => {
            let difference = &Linear::<Rational>::of(b)? - &Linear::of(a)?;
            let factor = difference.coefficient(&x);
            let scale = Rational::from(-1).checked_div(&factor)?;
            let rest = difference.replaced(&x, &Linear::literal(Rational::ZERO));
            (rest.scaled(&scale).to_term(), factor.is_positive())
        }
        Sort::Int => {
            let difference = &Linear::<Integer>::of(b)? - &Linear::of(a)?;
            let factor = difference.coefficient(&x);
            if !factor.abs().is_one() {
                return None;
            }
            let rest = difference.replaced(&x, &Linear::literal(Integer::ZERO));
            (rest.scaled(&-&factor).to_term(), factor.is_positive())
        }
        _ => return None,
    };
    if free.of(&other).contains(var) {
        return None;
    }
    let is_lower = is_greater == positive;
    let one = Term::number(&var.sort, 1);
    Some(Some(match (strict, is_lower) {
        (false, _) => other,
        (true, true) => Term::add([other, one]),
        (true, false) => Term::sub(other, one),
    }))
}
