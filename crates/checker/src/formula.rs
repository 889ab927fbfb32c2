//! Rules for quantified formulas: a strategy wins, a Skolem relation fits, a counterexample refutes.
//!
//! Each comes down to one question without quantifiers for the solver.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::strategy::{Choice, ForallExists, Strategy};
use logic::{FreeVars, Model, Prenex, Quantifier, Sort, Substitution, Term, Var};
use smt::{Outcome, Solver};

use crate::{Rejected, broken};

/// Checks that a strategy wins: with the winner's terms in place of its variables, the matrix is
/// valid where the existential player wins, and contradictory where the universal one does.
///
/// # Errors
/// The rule that is broken, or why the solver has no answer.
pub fn check_strategy(
    formula: &Prenex,
    strategy: &Strategy,
    budget: &Budget,
) -> Result<(), Rejected> {
    let mut before: BTreeSet<Var> = BTreeSet::new();
    let mut choices = strategy.choices.iter();
    let mut terms = Substitution::new();
    let mut confined: Vec<Term> = Vec::new();
    for block in formula.blocks() {
        if block.quantifier == strategy.winner {
            let Some(choice) = choices.next() else {
                return Err(broken("Choices", "a block of the winner has no choice"));
            };
            if choice.vars != block.vars {
                return Err(broken(
                    "Choices",
                    "a choice is not for the variables of its block",
                ));
            }
            for (var, term) in rule_choice(choice, &before)? {
                let term = term.substitute(&terms);
                confined.extend(range_of(&var, &term));
                terms.insert(var, term);
            }
        }
        before.extend(block.vars.iter().cloned());
    }
    if choices.next().is_some() {
        return Err(broken("Choices", "there are more choices than blocks"));
    }
    let matrix = formula.matrix().substitute(&terms);
    let wrong = match strategy.winner {
        Quantifier::Exists => Term::not(matrix),
        Quantifier::Forall => matrix,
    };
    rule_contradictory("Strategy", &[wrong], budget)?;
    rule_confined(&[], confined, budget)
}

/// Checks the answer to `forall x. premise(x) => exists vars. conclusion(x, vars)`.
///
/// # Errors
/// The rule that is broken, or why the solver has no answer.
pub fn check_forall_exists(
    premise: &Term,
    vars: &[Var],
    conclusion: &Term,
    answer: &ForallExists,
    budget: &Budget,
) -> Result<(), Rejected> {
    let chosen: BTreeSet<Var> = vars.iter().cloned().collect();
    let universal: BTreeSet<Var> = premise
        .free_vars()
        .into_iter()
        .chain(conclusion.free_vars())
        .filter(|var| !chosen.contains(var))
        .collect();
    if premise.free_vars().iter().any(|var| chosen.contains(var)) {
        return Err(broken(
            "Premise",
            "the premise mentions an existential variable",
        ));
    }
    match answer {
        ForallExists::Valid(choice) => {
            if choice.vars != vars {
                return Err(broken(
                    "Choices",
                    "the choice is not for the existential variables",
                ));
            }
            let terms = rule_choice(choice, &universal)?;
            let confined = terms.iter().filter_map(|(var, term)| range_of(var, term));
            let confined = confined.collect();
            let wrong = Term::not(conclusion.substitute(&terms.into_iter().collect()));
            rule_contradictory("Skolem", &[premise.clone(), wrong], budget)?;
            rule_confined(std::slice::from_ref(premise), confined, budget)
        }
        ForallExists::Invalid(model) => {
            if model.holds(premise) != Ok(true) {
                return Err(broken("Counterexample", "the premise does not hold in it"));
            }
            rule_contradictory(
                "Counterexample",
                &[instance(conclusion, &universal, model)?],
                budget,
            )
        }
    }
}

/// Every term and guard speaks only of what was chosen before; returns the choice as terms.
fn rule_choice(choice: &Choice, before: &BTreeSet<Var>) -> Result<Vec<(Var, Term)>, Rejected> {
    if choice.cases.is_empty() {
        return Err(broken("Choices", "a choice has no case"));
    }
    for case in &choice.cases {
        if case.terms.len() != choice.vars.len() {
            return Err(broken(
                "Choices",
                "a case has not one term for each variable",
            ));
        }
        for (var, term) in choice.vars.iter().zip(&case.terms) {
            if term.sort().carrier() != var.sort.carrier() {
                return Err(broken(
                    "Choices",
                    format!("the term for {} has another sort", var.name),
                ));
            }
        }
        let mentioned = FreeVars::new().of_all(case.terms.iter().chain([&case.guard]));
        if let Some(var) = mentioned.iter().find(|var| !before.contains(var)) {
            return Err(broken(
                "Order",
                format!("a choice looks ahead to {}", var.name),
            ));
        }
        if case.guard.sort() != &Sort::Bool || case.guard.has_quantifier() {
            return Err(broken(
                "Choices",
                "a guard is no formula without quantifiers",
            ));
        }
    }
    Ok(choice.terms())
}

/// That the term is in the range of its variable, where that has one.
fn range_of(var: &Var, term: &Term) -> Option<Term> {
    let Sort::Range(range) = var.sort else {
        return None;
    };
    Some(Term::and([
        Term::le(Term::int(range.low()), term.clone()),
        Term::le(term.clone(), Term::int(range.high())),
    ]))
}

/// Under the premises, all terms are in the ranges of their variables.
fn rule_confined(premises: &[Term], confined: Vec<Term>, budget: &Budget) -> Result<(), Rejected> {
    if confined.is_empty() {
        return Ok(());
    }
    let outside = Term::not(Term::and(confined));
    let formulas: Vec<Term> = premises.iter().cloned().chain([outside]).collect();
    rule_contradictory("Range", &formulas, budget)
}

/// The formula with the universal variables replaced by their values.
fn instance(formula: &Term, vars: &BTreeSet<Var>, model: &Model) -> Result<Term, Rejected> {
    let mut values = Substitution::new();
    for var in vars.iter().filter(|var| formula.free_vars().contains(var)) {
        let Some(value) = model.get(var) else {
            return Err(broken(
                "Counterexample",
                format!("{} has no value", var.name),
            ));
        };
        values.insert(var.clone(), Term::value(value.clone()));
    }
    Ok(formula.substitute(&values))
}

/// The formulas, which have no quantifiers, contradict each other.
fn rule_contradictory(
    rule: &'static str,
    formulas: &[Term],
    budget: &Budget,
) -> Result<(), Rejected> {
    let mut solver = Solver::new(smt::Strategy::Incremental);
    for formula in formulas {
        if formula.has_quantifier() {
            return Err(broken(rule, "a quantifier is left"));
        }
        // What holds on its face should not burden the solver: chains of definitions become large.
        solver.assert(&formula.simplify());
    }
    match solver.check(budget) {
        Outcome::Unsat(_) => Ok(()),
        Outcome::Sat(_) => Err(broken(rule, "it fails for some values")),
        Outcome::Unknown(reason) => Err(Rejected::Unanswered(reason)),
    }
}
