//! Rules for k-safety of finite-state programs.

use budget::Budget;
use evidence::safety::{FiniteSafety, FiniteViolation};
use program::concrete::{Control, Machine, State};
use question::SafeFor;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::finite::{Listed, for_each_start, holds};
use crate::{Accepted, Established, Rejected, Vacuity, broken};

/// Checks sets of reachable states.
pub(crate) fn check_proof(
    question: &SafeFor,
    proof: &FiniteSafety,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    if proof.copies.len() != question.setting.programs.len() {
        return Err(Rejected::WrongKind);
    }
    let mut obligations = 0;
    let mut copies: Vec<Listed> = Vec::new();
    let mut finals: Vec<FxHashMap<State, Vec<u32>>> = Vec::new();
    for (program, data) in question.setting.programs.iter().zip(&proof.copies) {
        let mut copy = Listed::new(program, &question.setting.constants, &data.states)?;
        let mut ends = FxHashMap::default();
        for reachable in &data.from {
            budget.check()?;
            obligations += reachable.states.len();
            let list = rule_closed(&mut copy, reachable.start, &reachable.states)?;
            ends.insert(copy.state(reachable.start)?.clone(), list);
        }
        copies.push(copy);
        finals.push(ends);
    }
    let machines: Vec<&Machine> = copies.iter().map(|copy| &copy.machine).collect();
    let mut ends = 0;
    let starts = for_each_start(&question.setting, &machines, budget, &mut |states| {
        ends += rule_ends(question, &copies, &finals, &states, budget)?;
        Ok(())
    })?;
    let vacuous = match (starts, ends) {
        (0, _) => Some(Vacuity::NoStart),
        (_, 0) if !question.ensures.is_true() => Some(Vacuity::NoEnd),
        _ => None,
    };
    let obligations = obligations + starts + ends;
    Ok(Accepted {
        verdict: Established::Proved,
        obligations,
        vacuous,
    })
}

/// The set holds the start and every successor of its members, none of which has failed; returns
/// its final states.
fn rule_closed(copy: &mut Listed, start: u32, states: &[u32]) -> Result<Vec<u32>, Rejected> {
    let members: FxHashSet<State> = states
        .iter()
        .map(|id| copy.state(*id).cloned())
        .collect::<Result<_, Rejected>>()?;
    if !members.contains(copy.state(start)?) {
        return Err(broken("Closed", "a set does not hold its start"));
    }
    let mut finals = Vec::new();
    for id in states {
        if copy.state(*id)?.control == Control::Failed {
            return Err(broken(
                "Assertions",
                "a reachable state has failed an assertion",
            ));
        }
        if copy
            .steps(*id)?
            .iter()
            .any(|step| !members.contains(&step.state))
        {
            return Err(broken(
                "Closed",
                format!("a step from state {id} leaves the set"),
            ));
        }
        if copy.is_final(*id)? {
            finals.push(*id);
        }
    }
    Ok(finals)
}

/// All ends that are reachable from a joint start satisfy the postcondition; returns how many there
/// are.
fn rule_ends(
    question: &SafeFor,
    copies: &[Listed],
    finals: &[FxHashMap<State, Vec<u32>>],
    starts: &[State],
    budget: &Budget,
) -> Result<usize, Rejected> {
    let mut lists: Vec<&[u32]> = Vec::new();
    for (finals, start) in finals.iter().zip(starts) {
        let Some(list) = finals.get(start) else {
            return Err(broken(
                "Starts",
                format!("nothing is said of the start {start:?}"),
            ));
        };
        lists.push(list);
    }
    if lists.iter().any(|list| list.is_empty()) {
        return Ok(0);
    }
    // All combinations, counted like the digits of a number.
    let mut digits = vec![0; lists.len()];
    let mut count = 0;
    let mut meter = budget.meter();
    loop {
        meter.tick()?;
        let mut joint: Vec<(&Machine, &State)> = Vec::new();
        for ((copy, list), digit) in copies.iter().zip(&lists).zip(&digits) {
            joint.push((&copy.machine, copy.state(list[*digit])?));
        }
        if !holds(&question.ensures, &joint)? {
            return Err(broken(
                "Ends",
                "reachable ends do not satisfy the postcondition",
            ));
        }
        count += 1;
        let Some(next) = (0..lists.len()).find(|i| digits[*i] + 1 < lists[*i].len()) else {
            return Ok(count);
        };
        digits[next] += 1;
        digits[..next].fill(0);
    }
}

/// Replays runs.
pub(crate) fn check_violation(
    question: &SafeFor,
    violation: &FiniteViolation,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    if violation.runs.len() != question.setting.programs.len() {
        return Err(Rejected::WrongKind);
    }
    let mut copies: Vec<Listed> = Vec::new();
    let mut obligations = 0;
    for (program, run) in question.setting.programs.iter().zip(&violation.runs) {
        budget.check()?;
        let mut copy = Listed::new(program, &question.setting.constants, run)?;
        rule_run(&mut copy, run.len())?;
        obligations += run.len();
        copies.push(copy);
    }
    let joint = |last: bool| -> Result<Vec<(&Machine, &State)>, Rejected> {
        copies
            .iter()
            .zip(&violation.runs)
            .map(|(copy, run)| {
                let id = if last { run.len() as u32 - 1 } else { 0 };
                Ok((&copy.machine, copy.state(id)?))
            })
            .collect()
    };
    rule_related(question, &joint(false)?)?;
    rule_violated(question, &joint(true)?, violation.failed)?;
    Ok(Accepted {
        verdict: Established::Refuted,
        obligations: obligations + 2,
        vacuous: None,
    })
}

/// Each state of the run follows from the one before.
fn rule_run(copy: &mut Listed, length: usize) -> Result<(), Rejected> {
    if length == 0 {
        return Err(broken("Run", "a run has no state"));
    }
    for position in 1..length as u32 {
        if !copy.has_step(position - 1, position, &|_| true)? {
            return Err(broken("Run", format!("no step leads to state {position}")));
        }
    }
    Ok(())
}

/// The runs start at the entries, agree on the constants, and satisfy the precondition.
fn rule_related(question: &SafeFor, starts: &[(&Machine, &State)]) -> Result<(), Rejected> {
    if !starts
        .iter()
        .all(|(machine, state)| machine.is_initial(state))
    {
        return Err(broken("Related", "a run does not start at the entry"));
    }
    for constant in &question.setting.constants {
        let mut values = starts.iter().map(|(machine, state)| {
            machine
                .layout()
                .slot(&constant.var)
                .map(|slot| &state.store[slot])
        });
        let first = values.next();
        if values.any(|value| Some(value) != first) {
            return Err(broken(
                "Related",
                format!("the constant {} differs", constant.var.name),
            ));
        }
    }
    if !holds(&question.setting.requires, starts)? {
        return Err(broken("Related", "the precondition does not hold"));
    }
    Ok(())
}

/// A run has failed an assertion, or all have ended and the postcondition does not hold.
fn rule_violated(
    question: &SafeFor,
    ends: &[(&Machine, &State)],
    failed: Option<u32>,
) -> Result<(), Rejected> {
    if let Some(position) = failed {
        let dangling = Rejected::Dangling {
            what: "copy",
            position,
        };
        let (_, state) = ends.get(position as usize).ok_or(dangling)?;
        if state.control != Control::Failed {
            return Err(broken(
                "Violated",
                "the run does not end with a failed assertion",
            ));
        }
        return Ok(());
    }
    if !ends.iter().all(|(machine, state)| machine.is_final(state)) {
        return Err(broken("Violated", "a run has not ended"));
    }
    if holds(&question.ensures, ends)? {
        return Err(broken("Violated", "the postcondition holds"));
    }
    Ok(())
}
