//! Exhaustive exploration within bounds.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use logic::Var;

use super::{Label, Machine, State, StepError};
use crate::Origin;

/// The states that were reached, with the steps between them.
#[derive(Debug, Default)]
pub struct Explored {
    /// The states in the order of their discovery.
    pub states: Vec<State>,
    /// For each state that was expanded, its steps: label and the position of the next state.
    pub steps: Vec<Vec<(Label, u32)>>,
    /// The positions of the given start states, in their order.
    pub starts: Vec<u32>,
    /// The assignments that were not enabled because they would leave a finite range.
    pub out_of_range: BTreeSet<(Origin, Var)>,
}

impl Explored {
    /// Whether every reached state was expanded.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.states.len() == self.steps.len()
    }
}

/// Explores what is reachable from some states, breadth first, until there is nothing new or
/// `go_on`, which is asked before each expansion with the number of states so far, says no.
///
/// # Errors
/// Where the steps of a state cannot be computed, with that state.
pub fn explore(
    machine: &Machine,
    starts: impl IntoIterator<Item = State>,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Explored, (StepError, State)> {
    let mut explored = Explored::default();
    let mut positions: FxHashMap<State, u32> = FxHashMap::default();
    let mut position_of = |state: State, states: &mut Vec<State>| {
        *positions.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            u32::try_from(states.len() - 1).expect("memory ends before 2^32 states")
        })
    };
    for start in starts {
        let position = position_of(start, &mut explored.states);
        explored.starts.push(position);
    }
    while explored.steps.len() < explored.states.len() && go_on(explored.states.len()) {
        let state = explored.states[explored.steps.len()].clone();
        let out_of_range = &mut explored.out_of_range;
        let steps = machine
            .successors(&state, &mut |var, origin| {
                out_of_range.insert((origin, var.clone()));
            })
            .map_err(|error| (error, state))?;
        let mut row: Vec<(Label, u32)> = Vec::with_capacity(steps.len());
        for step in steps {
            let entry = (step.label, position_of(step.state, &mut explored.states));
            // Two moves may come to the same; the first one stands for both.
            if !row.contains(&entry) {
                row.push(entry);
            }
        }
        explored.steps.push(row);
    }
    Ok(explored)
}
