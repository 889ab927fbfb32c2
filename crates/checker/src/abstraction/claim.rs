//! Rules for claims `A abstracted by B`.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::Evidence;
use evidence::abstraction::Abstraction;
use logic::Var;
use program::Function;
use program::function::BlockId;
use question::{Abstracted, Losable};

use super::{Context, Map};
use crate::{Accepted, Established, Rejected, Vacuity, broken};

/// Checks that an abstraction of the second program simulates the first.
///
/// An abstraction has all runs of its program: where a variable gets any value, it may keep its own.
/// Messages, failures and ends are never lost. The abstraction that has lost every variable at every
/// node says nothing, and is not accepted.
pub(crate) fn check_claim(
    question: &Abstracted,
    evidence: &Abstraction,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let [source, target] = &question.simulated.setting.programs;
    let function = |program| {
        Function::of_program(program).map_err(|error| broken("Programs", error.to_string()))
    };
    let (implementation, target) = (function(source)?, function(target)?);
    let lost = rule_lost(&target, evidence, &question.losable)?;
    let specification = target.losing(lost);
    for function in [&specification, &implementation] {
        function
            .validate()
            .map_err(|error| broken("Programs", error.to_string()))?;
    }
    let context = Context {
        start: question.simulated.setting.requires.clone(),
        end: question.simulated.ensures.clone(),
        vars: question.simulated.setting.initial_vars(),
    };
    let map = Map::new(
        specification,
        implementation,
        context,
        &evidence.map,
        budget,
    )?;
    map.rule_seen()?;
    let vacuous = map.no_start(budget)?.then_some(Vacuity::NoStart);
    Ok(Accepted {
        verdict: Established::Proved,
        obligations: map.check()?,
        vacuous,
    })
}

/// Checks that the second program simulates the first without losing anything. That it does not is no
/// refutation: here the second program may know what the first will do up to the next cut point.
pub(crate) fn check_simulation(
    question: &Abstracted,
    evidence: &Evidence,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let accepted = crate::check_simulated(&question.simulated, evidence, budget)?;
    match accepted.verdict() {
        Established::Proved => Ok(accepted),
        Established::Refuted => Err(Rejected::WrongKind),
    }
}

/// What is lost are variables of the program at its blocks that the claim allows to lose, and not all of
/// them everywhere.
fn rule_lost(
    target: &Function,
    evidence: &Abstraction,
    losable: &Losable,
) -> Result<Vec<(BlockId, Var)>, Rejected> {
    let vars = target.variables();
    let mut lost = Vec::new();
    for entry in &evidence.lost {
        let var = vars.iter().find(|var| var.name.as_str() == entry.variable);
        let var = var.ok_or_else(|| broken("Lost", format!("no variable {}", entry.variable)))?;
        if !losable.allows(var) {
            let what = format!("the claim does not allow to lose {}", entry.variable);
            return Err(broken("Lost", what));
        }
        if entry.block as usize >= target.blocks.len() {
            return Err(Rejected::Dangling {
                what: "block",
                position: entry.block,
            });
        }
        lost.push((BlockId(entry.block), var.clone()));
    }
    let blocks: BTreeSet<u32> = evidence.map.nodes.iter().map(|n| n.specification).collect();
    let everything = blocks.iter().all(|block| {
        let is_lost = |var: &Var| lost.contains(&(BlockId(*block), var.clone()));
        vars.iter().all(is_lost)
    });
    match everything && !vars.is_empty() {
        true => Err(broken("Lost", "nothing of the program is left")),
        false => Ok(lost),
    }
}

impl Map<'_> {
    /// Whether there is nothing that both functions could start with.
    pub(super) fn no_start(&self, budget: &Budget) -> Result<bool, Rejected> {
        let mut solver = smt::Solver::new(smt::Strategy::Incremental);
        match solver.satisfy(&self.context.start, budget) {
            smt::Outcome::Unsat(()) => Ok(true),
            smt::Outcome::Sat(_) => Ok(false),
            smt::Outcome::Unknown(reason) => Err(Rejected::Unanswered(reason)),
        }
    }
}
