//! Rules for concrete runs of programs with infinitely many states.

use budget::Budget;
use evidence::reduction::Violation;
use program::concrete::{Control, Machine, Move, Performed, State};
use question::SafeFor;

use crate::finite::holds;
use crate::{Accepted, Established, Rejected, broken};

/// Replays runs.
pub(crate) fn check(
    question: &SafeFor,
    violation: &Violation,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let functions = violation.interpretation(question);
    let functions = functions.ok_or_else(|| broken("Functions", "a function is not given"))?;
    let question = question.interpreted(&functions);
    let values = violation.start(&question);
    let values = values.ok_or_else(|| broken("Start", "the values do not fit the variables"))?;
    if violation.runs.len() != question.setting.programs.len() {
        return Err(Rejected::WrongKind);
    }
    let machines: Vec<Machine> = question
        .setting
        .programs
        .iter()
        .map(|program| Machine::new(program, &question.setting.constants))
        .collect();
    let start = |machine: &Machine| machine.initial(&|var| values.get(var).cloned());
    let starts: Vec<State> = machines.iter().map(start).collect();
    if !holds(&question.setting.requires, &joint(&machines, &starts))? {
        return Err(broken("Related", "the precondition does not hold"));
    }
    let mut obligations = 2;
    let mut ends = Vec::new();
    for ((machine, state), run) in machines.iter().zip(&starts).zip(&violation.runs) {
        let mut state = state.clone();
        for choice in run {
            budget.check()?;
            obligations += 1;
            state = rule_step(machine, &state, choice)?;
        }
        ends.push(state);
    }
    rule_violated(&question, &machines, &ends, violation.failed)?;
    Ok(Accepted {
        verdict: Established::Refuted,
        obligations,
        vacuous: None,
    })
}

fn joint<'a>(machines: &'a [Machine], states: &'a [State]) -> Vec<(&'a Machine, &'a State)> {
    machines.iter().zip(states).collect()
}

/// The step is one that the interpreter takes.
fn rule_step(
    machine: &Machine,
    state: &State,
    choice: &evidence::reduction::Choice,
) -> Result<State, Rejected> {
    let refused = || broken("Run", "the interpreter does not take a step");
    let is_chosen = |step: &Move| step.path == choice.path && step.edge == choice.edge;
    let moves = machine.moves(state);
    let chosen = moves
        .iter()
        .find(|step| is_chosen(step))
        .ok_or_else(refused)?;
    let input = match (machine.input(state, chosen), &choice.input) {
        (Some((var, _)), Some(datum)) => Some(datum.decode(&var.sort).ok_or_else(refused)?),
        (None, None) => None,
        _ => return Err(refused()),
    };
    match machine.perform(state, chosen, input.as_ref())? {
        Performed::Step(step) => Ok(step.state),
        Performed::Disabled | Performed::OutOfRange(_) => Err(refused()),
    }
}

/// A run has failed an assertion, or all have ended and the postcondition does not hold.
fn rule_violated(
    question: &SafeFor,
    machines: &[Machine],
    ends: &[State],
    failed: Option<u32>,
) -> Result<(), Rejected> {
    if let Some(position) = failed {
        let dangling = Rejected::Dangling {
            what: "copy",
            position,
        };
        let state = ends.get(position as usize).ok_or(dangling)?;
        if state.control != Control::Failed {
            let what = "the run does not end with a failed assertion";
            return Err(broken("Violated", what));
        }
        return Ok(());
    }
    let joint = joint(machines, ends);
    if !joint.iter().all(|(machine, state)| machine.is_final(state)) {
        return Err(broken("Violated", "a run has not ended"));
    }
    if holds(&question.ensures, &joint)? {
        return Err(broken("Violated", "the postcondition holds"));
    }
    Ok(())
}
