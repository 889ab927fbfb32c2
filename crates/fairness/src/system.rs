//! Programs as fair discrete modules (papers/004, section 3): their states, steps and automata.

use budget::{Budget, Meter};
use evidence::Reason;
use logic::{Model, Sort, Term, Value, Var};
use program::concrete::{Enumerator, Label, Layout, Machine, Performed, State, StepError};
use program::{Command, Constant, Origin, Program};
use question::automaton::{Acceptance, Automaton, MAX_MARKS, Transition};
use question::{Group, Setting};
use rustc_hash::{FxHashMap, FxHashSet};

/// The reason that something is not supported.
pub(crate) fn unsupported(construct: impl Into<String>, origin: Option<Origin>) -> Reason {
    Reason::Unsupported {
        construct: construct.into(),
        origin,
    }
}

/// Calls `visit` with the numbers of the programs' states for every joint start.
pub(crate) fn for_each_start(
    setting: &Setting<impl Group>,
    systems: &mut [System],
    budget: &Budget,
    visit: &mut dyn FnMut(&[u32]),
) -> Result<(), Reason> {
    let vars = setting.initial_vars();
    let layout: Layout = vars.iter().cloned().collect();
    let mut meter = budget.meter();
    let mut exhausted = None;
    let mut go_on = || {
        exhausted = meter.tick().err();
        exhausted.is_none()
    };
    let enumerated =
        Enumerator::new(&vars, &setting.requires).for_each(&mut go_on, &mut |values| {
            let value = |var: &Var| layout.slot(var).map(|slot| values[slot].clone());
            let numbers = systems.iter_mut().map(|system| {
                let state = system.machine.initial(&value);
                system.number(state)
            });
            visit(&Vec::from_iter(numbers));
            true
        });
    enumerated.map_err(|error| {
        let construct = format!("{error} at the start; give it an initial value or a finite range");
        unsupported(construct, None)
    })?;
    exhausted.map_or(Ok(()), |exhausted| Err(exhausted.into()))
}

/// How many values a variable without a range may have among the states that are listed. A tenth of a
/// second's work.
const MOST_VALUES: usize = 100_000;

/// A fair discrete module (papers/004, section 3) as a program says it, with its states.
pub(crate) struct System<'a> {
    program: &'a Program,
    pub(crate) machine: Machine,
    pub(crate) states: Vec<State>,
    numbers: FxHashMap<State, u32>,
    /// For each state the states after a step of the program.
    steps: Vec<Vec<u32>>,
    /// For each state the states after a change by the environment.
    changes: Vec<Vec<u32>>,
}

impl<'a> System<'a> {
    pub(crate) fn new(program: &'a Program, constants: &[Constant]) -> Result<Self, Reason> {
        let mut outside = None;
        program.body.visit_commands(&mut |command, origin| {
            let construct = match command {
                Command::Send { .. } | Command::Receive { .. } => "messages",
                Command::Assert(_) => "assertions",
                _ => return,
            };
            outside.get_or_insert((construct, origin));
        });
        if let Some((construct, origin)) = outside {
            let construct = format!("{construct} in a claim about infinite runs");
            return Err(unsupported(construct, Some(origin)));
        }
        let marks = program.justice.len() + 2 * program.compassion.len();
        if marks > MAX_MARKS as usize {
            let construct = "more than 64 fairness requirements".to_owned();
            return Err(unsupported(construct, Some(program.origin)));
        }
        Ok(System {
            program,
            machine: Machine::new(program, constants),
            states: Vec::new(),
            numbers: FxHashMap::default(),
            steps: Vec::new(),
            changes: Vec::new(),
        })
    }

    pub(crate) fn number(&mut self, state: State) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    /// Ends where a variable without a range has had more values than anybody would list: nothing says that
    /// it ever stops to have new ones, and what does not become a finite number of states is not decided
    /// here.
    fn check_growth(&self) -> Result<(), Reason> {
        for (slot, var) in self.machine.layout().vars().iter().enumerate() {
            if !matches!(var.sort, Sort::Int | Sort::Real) {
                continue;
            }
            let values = self.states.iter().map(|state| &state.store[slot]);
            if values.collect::<FxHashSet<_>>().len() < MOST_VALUES {
                continue;
            }
            let mut assigned = None;
            self.program.body.visit_commands(&mut |command, origin| {
                if command
                    .writes()
                    .iter()
                    .any(|written| written.name == var.name)
                {
                    assigned.get_or_insert(origin);
                }
            });
            let construct = format!(
                "`{}` takes more than {MOST_VALUES} values, and claims about infinite runs are decided \
                 for finitely many states: give it a range, as `{}: 0..=9`",
                var.name, var.name
            );
            return Err(unsupported(
                construct,
                assigned.or(Some(self.program.origin)),
            ));
        }
        Ok(())
    }

    /// Finds all states that are reached from those that are known.
    pub(crate) fn explore(&mut self, budget: &Budget) -> Result<(), Reason> {
        let name = self.program.name;
        budget.report(|| format!("the states of {name}"));
        let mut meter = budget.meter();
        let mut next_look = MOST_VALUES;
        while self.steps.len() < self.states.len() {
            let count = self.states.len();
            if meter.tick()? {
                budget.report(|| format!("{count} states of {name}"));
            }
            if count >= next_look {
                self.check_growth()?;
                next_look = 2 * count;
            }
            let state = self.states[self.steps.len()].clone();
            let after = self.after(&state, &mut meter)?;
            let changed = self.changed(&state, &mut meter)?;
            let steps = after.into_iter().map(|state| self.number(state)).collect();
            self.steps.push(steps);
            let changes = changed.into_iter().map(|state| self.number(state));
            let changes = changes.collect();
            self.changes.push(changes);
        }
        Ok(())
    }

    /// The states after a step, an atomic block taken as one.
    pub(crate) fn after(&self, state: &State, meter: &mut Meter<'_>) -> Result<Vec<State>, Reason> {
        let wrong = |error: StepError| {
            let construct = format!("{error} (in {})", self.program.name);
            unsupported(construct, Some(self.program.origin))
        };
        let machine = &self.machine;
        let mut inside = vec![state.clone()];
        let mut position = 0;
        let mut ends = Vec::new();
        let mut known = FxHashSet::default();
        while let Some(state) = inside.get(position).cloned() {
            position += 1;
            for chosen in machine.moves(&state) {
                for input in machine.inputs(&state, &chosen).map_err(wrong)? {
                    meter.tick()?;
                    let performed = machine.perform(&state, &chosen, input.as_ref());
                    let Performed::Step(step) = performed.map_err(wrong)? else {
                        continue;
                    };
                    debug_assert_eq!(step.label, Label::Silent);
                    if !known.insert(step.state.clone()) {
                        continue;
                    }
                    match machine.is_in_atomic(&step.state) {
                        true => inside.push(step.state),
                        false => ends.push(step.state),
                    }
                }
            }
        }
        Ok(ends)
    }

    /// The states that the environment can change a state to; none where the program is closed.
    pub(crate) fn changed(
        &self,
        state: &State,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<State>, Reason> {
        let open = &self.program.open;
        let mut changed = Vec::new();
        if open.is_empty() {
            return Ok(changed);
        }
        let layout = self.machine.layout();
        let mut exhausted = None;
        let mut go_on = || {
            exhausted = meter.tick().err();
            exhausted.is_none()
        };
        let enumerated = Enumerator::new(open, &Term::top()).for_each(&mut go_on, &mut |values| {
            let mut store = state.store.to_vec();
            for (var, value) in open.iter().zip(values) {
                if let Some(slot) = layout.slot(var) {
                    store[slot] = value.clone();
                }
            }
            changed.push(State {
                control: state.control.clone(),
                store: store.into(),
            });
            true
        });
        enumerated.map_err(|error| unsupported(error.to_string(), Some(self.program.origin)))?;
        match exhausted {
            Some(exhausted) => Err(exhausted.into()),
            None => Ok(changed),
        }
    }

    /// The values of the observed variables.
    pub(crate) fn observed(&self, state: &State) -> Vec<Value> {
        let slots = self.program.observed.iter();
        let slots = slots.filter_map(|var| self.machine.layout().slot(var));
        slots.map(|slot| state.store[slot].clone()).collect()
    }

    /// The values of the variables.
    pub(crate) fn model(&self, state: &State) -> Model {
        let mut model = Model::new();
        for (var, value) in self.machine.layout().vars().iter().zip(&state.store) {
            model.set(var.clone(), value.clone());
        }
        model
    }

    /// The marks of a state.
    fn marks(&self, state: &State) -> Result<u64, Reason> {
        let model = self.model(state);
        let both = self.program.compassion.iter().flat_map(|(p, q)| [p, q]);
        let mut marks = 0;
        for (mark, formula) in self.program.justice.iter().chain(both).enumerate() {
            let holds = model.holds(formula);
            let holds = holds.map_err(|error| Reason::Incomplete(error.to_string()))?;
            marks |= u64::from(holds) << mark;
        }
        Ok(marks)
    }

    fn acceptance(&self) -> Acceptance {
        let justice = self.program.justice.len() as u32;
        let mut parts: Vec<Acceptance> = (0..justice).map(Acceptance::Inf).collect();
        for pair in 0..self.program.compassion.len() as u32 {
            let [p, q] = [justice + 2 * pair, justice + 2 * pair + 1];
            parts.push(Acceptance::Any(vec![
                Acceptance::Fin(p),
                Acceptance::Inf(q),
            ]));
        }
        Acceptance::All(parts)
    }

    /// The automaton with letters for its states, and its first steps.
    pub(crate) fn automaton(
        &self,
        count: u32,
        letters: &[u32],
        first: impl Iterator<Item = (u32, u32)>,
    ) -> Result<Automaton, Reason> {
        let open = !self.program.open.is_empty();
        let number = |state: u32| match open {
            true => 1 + 2 * state,
            false => 1 + state,
        };
        let mut transitions: Vec<Transition> = first
            .map(|(letter, state)| Transition {
                from: 0,
                letter,
                to: number(state),
                marks: 0,
            })
            .collect();
        for (state, letter) in (0..self.states.len() as u32).zip(letters) {
            let marks = self.marks(&self.states[state as usize])?;
            let mut add = |from: u32, to: u32| {
                transitions.push(Transition {
                    from,
                    letter: *letter,
                    to,
                    marks,
                });
            };
            // In an open program the turn of the environment comes first.
            let own_turn = number(state) + u32::from(open);
            for to in &self.steps[state as usize] {
                add(own_turn, number(*to));
            }
            if open {
                add(own_turn, number(state));
            }
            for to in &self.changes[state as usize] {
                add(number(state), number(*to) + 1);
            }
        }
        let states = number(self.states.len() as u32);
        let made = Automaton::new(count, states, vec![0], transitions, self.acceptance());
        made.map_err(|error| Reason::Incomplete(error.to_string()))
    }
}
