//! AE-VAL: validity of `forall x. S(x) => exists y. T(x, y)` with a Skolem relation (papers/003,
//! section 5).
//!
//! The relation is kept in guarded form, as (27): a list of cases, each a guard over `x` and a term
//! over `x` for each `y`. Cases are read as else-if, so that their guards may overlap; the paper's
//! partition (26) would need the guards of Example 4 to be disjoint, and they are not.

use budget::Budget;
use evidence::strategy::{Case, Choice, ForallExists};
use logic::{Term, Var};
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::choices::{Choices, guess_or_choose};

/// Decides `forall x. premise(x) => exists vars. conclusion(x, vars)`; all variables that are not
/// among `vars` are universal.
///
/// # Errors
/// Where the solver has no answer, or the budget is used up.
pub fn decide(
    premise: &Term,
    vars: &[Var],
    conclusion: &Term,
    budget: &Budget,
) -> Result<ForallExists, Reason> {
    let Choices { region, cases } = guess_or_choose(vars, conclusion, premise, budget)?;
    let mut solver = Solver::new(Method::Incremental);
    solver.assert(premise);
    solver.assert(&Term::not(region));
    match solver.check(budget) {
        Outcome::Sat(sat) => Ok(ForallExists::Invalid(sat.model_of([premise, conclusion])?)),
        Outcome::Unknown(reason) => Err(reason),
        Outcome::Unsat(_) => {
            let cases = minimised(premise, vars, conclusion, cases, budget)?;
            Ok(ForallExists::Valid(Choice {
                vars: vars.to_vec(),
                cases,
            }))
        }
    }
}

/// The guard with fewer variables and fewer conjuncts, under which nothing goes wrong: what can go
/// together with all conjuncts about a variable goes first.
fn weakest_guard(
    guard: &Term,
    wrong: &Term,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Term, Reason> {
    solver.push();
    solver.assert(wrong);
    let conjuncts = needed(guard, solver, budget);
    solver.pop();
    conjuncts.map(Term::and)
}

/// The conjuncts of a guard without which it would not contradict what the solver assumes.
fn needed(guard: &Term, solver: &mut Solver, budget: &Budget) -> Result<Vec<Term>, Reason> {
    let mut conjuncts = guard.conjuncts();
    let mut try_without = |conjuncts: &mut Vec<Term>, dropped: &dyn Fn(&Term) -> bool| {
        let fewer: Vec<Term> = conjuncts.iter().filter(|c| !dropped(c)).cloned().collect();
        if fewer.len() == conjuncts.len() {
            return Ok(());
        }
        match solver.check_assuming(&fewer, budget) {
            Outcome::Unsat(unsat) => *conjuncts = unsat.core()?,
            Outcome::Sat(_) => {}
            Outcome::Unknown(reason) => return Err(reason),
        }
        Ok(())
    };
    for var in guard.free_vars() {
        try_without(&mut conjuncts, &|c| c.free_vars().contains(&var))?;
    }
    for conjunct in conjuncts.clone() {
        try_without(&mut conjuncts, &|c| *c == conjunct)?;
    }
    Ok(conjuncts)
}

/// The cases with weaker and simpler guards: conjuncts are dropped while the terms stay right, the
/// last guard goes, and cases that are never reached go.
fn minimised(
    premise: &Term,
    vars: &[Var],
    conclusion: &Term,
    cases: Vec<Case>,
    budget: &Budget,
) -> Result<Vec<Case>, Reason> {
    let mut solver = Solver::new(Method::Incremental);
    solver.assert(premise);
    let mut kept: Vec<Case> = Vec::new();
    for case in cases {
        let substitution = vars
            .iter()
            .cloned()
            .zip(case.terms.iter().cloned())
            .collect();
        let wrong = Term::not(conclusion.substitute(&substitution));
        let guard = weakest_guard(&case.guard, &wrong, &mut solver, budget)?;
        let covers = guard.is_true();
        // Behind the guards so far, only what they leave over matters.
        solver.assert(&Term::not(guard.clone()));
        kept.push(Case {
            guard,
            terms: case.terms,
        });
        if covers {
            break;
        }
        match solver.check(budget) {
            Outcome::Unsat(_) => break,
            Outcome::Sat(_) => {}
            Outcome::Unknown(reason) => return Err(reason),
        }
    }
    if let Some(last) = kept.last_mut() {
        last.guard = Term::top();
    }
    if kept.is_empty() {
        // The premise is contradictory, so that any terms do.
        let terms = vars
            .iter()
            .map(|var| Term::value(logic::Value::default_of(&var.sort)));
        kept.push(Case {
            guard: Term::top(),
            terms: terms.collect(),
        });
    }
    Ok(kept)
}
