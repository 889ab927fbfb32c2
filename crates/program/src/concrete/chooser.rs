//! Runs: who decides where a program leaves something open.

use logic::{Integer, Term, Value, Var};

use super::{Label, Machine, Move, Performed, State, StepError, bounds, candidates};

/// Decides the choices of a run.
pub trait Chooser {
    /// One of the enabled moves, by its position; `None` to stop.
    fn choose_move(&mut self, machine: &Machine, state: &State, moves: &[Move]) -> Option<usize>;

    /// A value for a receive or a havoc, for which the formula must hold; `None` to stop.
    fn choose_value(
        &mut self,
        machine: &Machine,
        state: &State,
        chosen: &Move,
        var: &Var,
        formula: &Term,
    ) -> Option<Value>;
}

/// One choice of a run: the move and the value that it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub chosen: Move,
    /// The value of a receive or a havoc.
    pub input: Option<Value>,
}

/// A run: the states it went through and what was chosen in each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The first state.
    pub start: State,
    /// The steps: choice, label, and the state after it.
    pub steps: Vec<(Choice, Label, State)>,
    /// Why it ends.
    pub stop: Stop,
}

/// Why a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program has ended.
    Exit,
    /// An assertion has failed.
    Failed,
    /// No step is possible.
    Stuck,
    /// The chooser wanted no more.
    Chooser,
    /// The limit on the number of steps was reached.
    Limit,
}

/// Runs a program from a state, for at most `limit` steps.
///
/// A value that a havoc's condition rejects is asked for again, at most a thousand times in a row.
///
/// # Errors
/// Where an expression has no value.
pub fn run(
    machine: &Machine,
    start: State,
    chooser: &mut dyn Chooser,
    limit: usize,
) -> Result<Run, StepError> {
    const MOST_REJECTED: usize = 1000;
    let mut run = Run {
        start: start.clone(),
        steps: Vec::new(),
        stop: Stop::Limit,
    };
    let mut state = start;
    let mut rejected = 0;
    while run.steps.len() < limit {
        if machine.is_final(&state) {
            run.stop = Stop::Exit;
            break;
        }
        let mut enabled = Vec::new();
        for chosen in machine.moves(&state) {
            if is_enabled(machine, &state, &chosen)? {
                enabled.push(chosen);
            }
        }
        if enabled.is_empty() {
            let failed = state.control == super::Control::Failed;
            run.stop = if failed { Stop::Failed } else { Stop::Stuck };
            break;
        }
        let Some(position) = chooser.choose_move(machine, &state, &enabled) else {
            run.stop = Stop::Chooser;
            break;
        };
        let chosen = enabled.swap_remove(position);
        let input = match machine.input(&state, &chosen) {
            None => None,
            Some((var, formula)) => {
                match chooser.choose_value(machine, &state, &chosen, &var, &formula) {
                    Some(value) => Some(value),
                    None => {
                        run.stop = Stop::Chooser;
                        break;
                    }
                }
            }
        };
        match machine.perform(&state, &chosen, input.as_ref())? {
            Performed::Step(step) => {
                rejected = 0;
                state = step.state.clone();
                run.steps
                    .push((Choice { chosen, input }, step.label, step.state));
            }
            Performed::Disabled | Performed::OutOfRange(_) => {
                rejected += 1;
                if rejected > MOST_REJECTED {
                    run.stop = Stop::Chooser;
                    break;
                }
            }
        }
    }
    if run.stop == Stop::Limit && machine.is_final(&state) {
        run.stop = Stop::Exit;
    }
    Ok(run)
}

/// Whether the move is possible, as far as that can be told: a havoc whose values cannot be
/// enumerated counts as possible.
fn is_enabled(machine: &Machine, state: &State, chosen: &Move) -> Result<bool, StepError> {
    let inputs = match machine.inputs(state, chosen) {
        Ok(inputs) => inputs,
        Err(StepError::Unbounded(_)) => return Ok(true),
        Err(error) => return Err(error),
    };
    for input in inputs {
        if matches!(
            machine.perform(state, chosen, input.as_ref())?,
            Performed::Step(_)
        ) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Chooses at random, the same way for the same seed.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A chooser with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next number below `bound`, which is not zero (SplitMix64; the bias is irrelevant for small
    /// bounds).
    pub fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// A value for a variable under a formula: one of its candidates where they are finitely many,
    /// otherwise a number near a bound that the formula gives, or near zero.
    pub fn value(
        &mut self,
        var: &Var,
        formula: &Term,
        known: &dyn Fn(&Var) -> Option<Value>,
    ) -> Option<Value> {
        match candidates(var, formula, known) {
            Ok(values) if values.is_empty() => None,
            Ok(values) => Some(values[self.below(values.len())].clone()),
            Err(_) if var.sort.is_integer() => {
                let offset = Integer::from(self.below(21));
                Some(Value::Int(match bounds(var, formula, known) {
                    (Some(low), _) => low + offset,
                    (None, Some(high)) => high - offset,
                    (None, None) => offset - Integer::from(10),
                }))
            }
            Err(_) => Some(Value::default_of(&var.sort)),
        }
    }
}

impl Chooser for Random {
    fn choose_move(&mut self, _: &Machine, _: &State, moves: &[Move]) -> Option<usize> {
        Some(self.below(moves.len()))
    }

    fn choose_value(
        &mut self,
        machine: &Machine,
        state: &State,
        chosen: &Move,
        var: &Var,
        formula: &Term,
    ) -> Option<Value> {
        let store = machine.view(state, chosen);
        let known = |other: &Var| {
            if other == var {
                return None;
            }
            machine.layout().slot(other).map(|slot| store[slot].clone())
        };
        self.value(var, formula, &known)
    }
}

/// Follows a list of choices: a number where there are several moves, a value where one is wanted.
#[derive(Clone, Debug)]
pub struct Scripted<'a> {
    script: std::slice::Iter<'a, ScriptedChoice>,
}

/// An entry of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptedChoice {
    /// The position of a move among the enabled ones.
    Move(usize),
    /// A value for a receive or a havoc.
    Value(Value),
}

impl<'a> Scripted<'a> {
    /// A chooser that follows the script and then stops.
    #[must_use]
    pub fn new(script: &'a [ScriptedChoice]) -> Self {
        Scripted {
            script: script.iter(),
        }
    }
}

impl Chooser for Scripted<'_> {
    fn choose_move(&mut self, _: &Machine, _: &State, moves: &[Move]) -> Option<usize> {
        if moves.len() == 1 {
            return Some(0);
        }
        match self.script.next()? {
            ScriptedChoice::Move(position) if *position < moves.len() => Some(*position),
            _ => None,
        }
    }

    fn choose_value(
        &mut self,
        _: &Machine,
        _: &State,
        _: &Move,
        var: &Var,
        _: &Term,
    ) -> Option<Value> {
        match self.script.next()? {
            ScriptedChoice::Value(value) if value.is_of(&var.sort) => Some(value.clone()),
            _ => None,
        }
    }
}
