//! What the rules for finite-state evidence share: states from data, steps from the interpreter,
//! joint starts, and joint formulas.

use budget::Budget;
use evidence::StateData;
use logic::{Model, Term, Var};
use program::concrete::{Enumerator, Label, Layout, Machine, State, Step};
use program::{Constant, Program};
use question::{Group, Setting};
use rustc_hash::FxHashMap;

use crate::Rejected;

/// A program with the states that the evidence lists, and their steps as the interpreter says.
pub(crate) struct Listed {
    pub(crate) machine: Machine,
    states: Vec<State>,
    ids: FxHashMap<State, u32>,
    steps: Vec<Option<Vec<Step>>>,
}

impl Listed {
    pub(crate) fn new(
        program: &Program,
        constants: &[Constant],
        data: &[StateData],
    ) -> Result<Self, Rejected> {
        let machine = Machine::new(program, constants);
        let mut states = Vec::with_capacity(data.len());
        let mut ids = FxHashMap::default();
        for (position, datum) in data.iter().enumerate() {
            let state = datum
                .decode(machine.layout())
                .filter(|state| machine.owns(state))
                .ok_or_else(|| Rejected::NotAState {
                    program: program.name.to_string(),
                    position,
                })?;
            ids.entry(state.clone()).or_insert(position as u32);
            states.push(state);
        }
        let steps = vec![None; states.len()];
        Ok(Listed {
            machine,
            states,
            ids,
            steps,
        })
    }

    pub(crate) fn state(&self, id: u32) -> Result<&State, Rejected> {
        let dangling = Rejected::Dangling {
            what: "state",
            position: id,
        };
        self.states.get(id as usize).ok_or(dangling)
    }

    /// The position of a state in the evidence, the first one where it is listed twice.
    pub(crate) fn find(&self, state: &State) -> Option<u32> {
        self.ids.get(state).copied()
    }

    pub(crate) fn is_final(&self, id: u32) -> Result<bool, Rejected> {
        Ok(self.machine.is_final(self.state(id)?))
    }

    /// The steps of a state, distinct, in the order of the interpreter.
    pub(crate) fn steps(&mut self, id: u32) -> Result<&[Step], Rejected> {
        let state = self.state(id)?;
        if self.steps[id as usize].is_none() {
            let mut steps: Vec<Step> = Vec::new();
            for step in self.machine.successors(state, &mut |_, _| {})? {
                if !steps.contains(&step) {
                    steps.push(step);
                }
            }
            self.steps[id as usize] = Some(steps);
        }
        Ok(self.steps[id as usize]
            .as_deref()
            .expect("the steps were just computed"))
    }

    /// The label of a step between two states, if there is one with a label that is accepted.
    pub(crate) fn has_step(
        &mut self,
        from: u32,
        to: u32,
        accepts: &dyn Fn(&Label) -> bool,
    ) -> Result<bool, Rejected> {
        let to = self.state(to)?.clone();
        Ok(self
            .steps(from)?
            .iter()
            .any(|step| step.state == to && accepts(&step.label)))
    }
}

/// Calls `visit` with the joint initial states that the precondition allows, until it fails.
pub(crate) fn for_each_start(
    setting: &Setting<impl Group>,
    machines: &[&Machine],
    budget: &Budget,
    visit: &mut dyn FnMut(Vec<State>) -> Result<(), Rejected>,
) -> Result<usize, Rejected> {
    let vars = setting.initial_vars();
    let layout: Layout = vars.iter().cloned().collect();
    let mut meter = budget.meter();
    let (mut outcome, mut exhausted) = (Ok(()), Ok(false));
    let mut count = 0;
    let mut go_on = || {
        exhausted = meter.tick();
        exhausted.is_ok()
    };
    Enumerator::new(&vars, &setting.requires).for_each(&mut go_on, &mut |values| {
        count += 1;
        let value = |var: &Var| layout.slot(var).map(|slot| values[slot].clone());
        let states = machines.iter().map(|machine| machine.initial(&value));
        outcome = visit(states.collect());
        outcome.is_ok()
    })?;
    exhausted?;
    outcome.map(|()| count)
}

/// Whether a formula holds on the joint state of several machines.
pub(crate) fn holds(formula: &Term, parts: &[(&Machine, &State)]) -> Result<bool, Rejected> {
    let mut model = Model::new();
    for (machine, state) in parts {
        for (var, value) in machine.layout().vars().iter().zip(&state.store) {
            model.set(var.clone(), value.clone());
        }
    }
    Ok(model.holds(formula)?)
}
