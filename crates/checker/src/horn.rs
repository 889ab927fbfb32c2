//! Rules for constrained Horn clauses: an interpretation makes every clause valid, a derivation
//! ends in a contradiction.
//!
//! An interpretation leaves one question without quantifiers for each clause; a derivation is
//! replayed by evaluation alone.

use budget::Budget;
use evidence::horn::{Answer, Derivation, Interpretation, Step};
use logic::{Sort, Term, Value};
use question::clauses::{Application, Clause, System};
use smt::{Outcome, Solver, Strategy};

use crate::{Rejected, broken};

/// Checks the answer for a system of clauses.
///
/// # Errors
/// The rule that is broken, or why the solver has no answer.
pub fn check_answer(system: &System, answer: &Answer, budget: &Budget) -> Result<(), Rejected> {
    match answer {
        Answer::Sat(interpretation) => check_interpretation(system, interpretation, budget),
        Answer::Unsat(derivation) => check_derivation(system, derivation),
    }
}

/// Checks that every clause is valid under the interpretation.
///
/// # Errors
/// The rule that is broken, or why the solver has no answer.
pub fn check_interpretation(
    system: &System,
    interpretation: &Interpretation,
    budget: &Budget,
) -> Result<(), Rejected> {
    rule_formulas(system, interpretation)?;
    let mut solver = Solver::new(Strategy::Incremental);
    for (position, clause) in system.clauses().iter().enumerate() {
        rule_valid(&mut solver, position, clause, interpretation, budget)?;
    }
    Ok(())
}

/// There is one formula for each predicate, over parameters that fit it, and nothing but these.
fn rule_formulas(system: &System, interpretation: &Interpretation) -> Result<(), Rejected> {
    if interpretation.formulas.len() != system.predicates().len() {
        return Err(broken(
            "Formulas",
            "there is not one formula for each predicate",
        ));
    }
    for (predicate, formula) in system.predicates().iter().zip(&interpretation.formulas) {
        let wrong = |what: &str| Err(broken("Formulas", format!("{}: {what}", predicate.name())));
        let parameters = formula.parameters();
        if !(parameters.iter().map(|var| &var.sort)).eq(predicate.sorts()) {
            return wrong("the parameters do not fit");
        }
        if (1..parameters.len()).any(|i| parameters[..i].contains(&parameters[i])) {
            return wrong("a parameter occurs twice");
        }
        let body = formula.body();
        if *body.sort() != Sort::Bool || body.has_quantifier() || !body.functions().is_empty() {
            return wrong("its meaning is no formula without quantifiers and functions");
        }
        if !body.free_vars().iter().all(|var| parameters.contains(var)) {
            return wrong("its meaning has other variables than the parameters");
        }
    }
    Ok(())
}

/// The body and the constraint imply the head.
fn rule_valid(
    solver: &mut Solver,
    position: usize,
    clause: &Clause,
    interpretation: &Interpretation,
    budget: &Budget,
) -> Result<(), Rejected> {
    let head = clause
        .head
        .as_ref()
        .map_or(Term::bottom(), |head| interpretation.of(head));
    solver.push();
    for atom in &clause.body {
        solver.assert(&interpretation.of(atom));
    }
    solver.assert(&clause.constraint);
    solver.assert(&Term::not(head));
    let rule = match solver.check(budget) {
        Outcome::Unsat(_) => Ok(()),
        Outcome::Sat(_) => Err(broken(
            "Valid",
            format!("clause {position} fails for some values"),
        )),
        Outcome::Unknown(reason) => Err(Rejected::Unanswered(reason)),
    };
    solver.pop();
    rule
}

/// Replays a derivation.
///
/// # Errors
/// The rule that is broken.
pub fn check_derivation(system: &System, derivation: &Derivation) -> Result<(), Rejected> {
    // What each step has derived; nothing for a query.
    let mut derived: Vec<Option<(&Application, Vec<Value>)>> = Vec::new();
    for step in &derivation.steps {
        let clause = system.clauses().get(step.clause as usize);
        let clause = clause.ok_or(Rejected::Dangling {
            what: "clause",
            position: step.clause,
        })?;
        rule_values(clause, step)?;
        rule_premises(clause, step, &derived)?;
        derived.push(match &clause.head {
            Some(head) => Some((head, arguments(head, step)?)),
            None => None,
        });
    }
    match derived.last() {
        Some(None) => Ok(()),
        _ => Err(broken(
            "Contradiction",
            "the last step does not use a query",
        )),
    }
}

/// Every variable has a value of its sort, and the constraint holds.
fn rule_values(clause: &Clause, step: &Step) -> Result<(), Rejected> {
    for var in clause.vars() {
        let value = step.values.get(&var);
        if !value.is_some_and(|value| value.is_of(&var.sort)) {
            return Err(broken(
                "Values",
                format!("{} has no value of its sort", var.name),
            ));
        }
    }
    if step.values.holds(&clause.constraint)? {
        Ok(())
    } else {
        Err(broken("Values", "the constraint does not hold"))
    }
}

/// Every application of the body is what an earlier step has derived.
fn rule_premises(
    clause: &Clause,
    step: &Step,
    derived: &[Option<(&Application, Vec<Value>)>],
) -> Result<(), Rejected> {
    if step.premises.len() != clause.body.len() {
        return Err(broken(
            "Premises",
            "there is not one premise for each application",
        ));
    }
    for (atom, premise) in clause.body.iter().zip(&step.premises) {
        let earlier = derived.get(*premise as usize).ok_or(Rejected::Dangling {
            what: "earlier step",
            position: *premise,
        })?;
        let values = arguments(atom, step)?;
        let is_it = (earlier.as_ref())
            .is_some_and(|(head, found)| head.predicate == atom.predicate && *found == values);
        if !is_it {
            return Err(broken("Premises", "a premise was not derived"));
        }
    }
    Ok(())
}

fn arguments(atom: &Application, step: &Step) -> Result<Vec<Value>, Rejected> {
    let values = atom
        .arguments
        .iter()
        .map(|term| Ok(step.values.eval(term)?));
    values.collect()
}
