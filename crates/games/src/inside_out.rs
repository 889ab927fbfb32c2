//! Exact winning regions from the innermost block outwards.

use budget::Budget;
use evidence::strategy::{Choice, Strategy};
use logic::{Prenex, Quantifier, Term};
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::choices::{Choices, choose};

/// Decides a formula in prenex form, without ranges, by exact regions.
pub(crate) fn decide(game: &Prenex, budget: &Budget) -> Result<Strategy, Reason> {
    // The region in which the existential player wins what lies further in.
    let mut region = game.matrix().simplify();
    let mut choices: Vec<(Quantifier, Choice)> = Vec::new();
    for block in game.blocks().iter().rev() {
        let wanted = match block.quantifier {
            Quantifier::Exists => region.clone(),
            Quantifier::Forall => region.negated_nnf().simplify(),
        };
        let Choices { region: won, cases } = choose(&block.vars, &wanted, &Term::top(), budget)?;
        region = match block.quantifier {
            Quantifier::Exists => won,
            Quantifier::Forall => won.negated_nnf().simplify(),
        };
        choices.push((
            block.quantifier,
            Choice {
                vars: block.vars.clone(),
                cases,
            },
        ));
    }
    let winner = if holds(&region, budget)? {
        Quantifier::Exists
    } else {
        Quantifier::Forall
    };
    let choices = choices
        .into_iter()
        .rev()
        .filter(|(quantifier, _)| *quantifier == winner)
        .map(|(_, choice)| choice)
        .collect();
    Ok(Strategy { winner, choices })
}

/// The truth of a formula without variables.
fn holds(formula: &Term, budget: &Budget) -> Result<bool, Reason> {
    if let Some(value) = formula.as_value() {
        return Ok(value.as_bool() == Some(true));
    }
    let mut solver = Solver::new(Method::Incremental);
    solver.assert(formula);
    match solver.check(budget) {
        Outcome::Sat(_) => Ok(true),
        Outcome::Unsat(_) => Ok(false),
        Outcome::Unknown(reason) => Err(reason),
    }
}
