//! Labelled transition systems: the reachable states of a program by number.

use budget::{Budget, Exhausted};
use evidence::Reason;
use logic::{Value, Var};
use program::concrete::{
    Code, Enumerator, Explored, Label, Layout, Machine, State, StepError, Unbounded, explore,
};
use program::{Command, Program};
use question::{Group, Setting};
use rustc_hash::FxHashMap;

/// A label by number; [`SILENT`] is τ.
pub(crate) type LabelId = u32;

/// The number of τ.
pub(crate) const SILENT: LabelId = 0;

/// Numbers for labels, the same in all programs of a question.
#[derive(Debug)]
pub(crate) struct Labels {
    labels: Vec<Label>,
    ids: FxHashMap<Label, LabelId>,
}

impl Labels {
    pub(crate) fn new() -> Self {
        let ids = FxHashMap::from_iter([(Label::Silent, SILENT)]);
        Labels {
            labels: vec![Label::Silent],
            ids,
        }
    }

    fn id(&mut self, label: &Label) -> LabelId {
        if let Some(id) = self.ids.get(label) {
            return *id;
        }
        let id = self.labels.len() as LabelId;
        self.labels.push(label.clone());
        self.ids.insert(label.clone(), id);
        id
    }

    pub(crate) fn label(&self, id: LabelId) -> &Label {
        &self.labels[id as usize]
    }
}

/// The reachable part of a program.
#[derive(Debug)]
pub(crate) struct Lts {
    pub(crate) machine: Machine,
    pub(crate) explored: Explored,
    /// For each state its steps, labels by number.
    pub(crate) steps: Vec<Vec<(LabelId, u32)>>,
}

impl Lts {
    pub(crate) fn build(
        program: &Program,
        machine: Machine,
        starts: Vec<State>,
        labels: &mut Labels,
        budget: &Budget,
    ) -> Result<Lts, Reason> {
        budget.report(|| format!("the states of {}", program.name));
        let mut meter = budget.meter();
        let mut exhausted: Option<Exhausted> = None;
        let explored = explore(&machine, starts, &mut |count| match meter.tick() {
            Ok(true) => {
                budget.report(|| format!("{count} states of {}", program.name));
                true
            }
            Ok(false) => true,
            Err(reason) => {
                budget.report(|| format!("{count} states of {}", program.name));
                exhausted = Some(reason);
                false
            }
        })
        .map_err(|(error, _)| step_reason(program, &error))?;
        if let Some(exhausted) = exhausted {
            return Err(exhausted.into());
        }
        let steps = explored
            .steps
            .iter()
            .map(|row| {
                row.iter()
                    .map(|(label, to)| (labels.id(label), *to))
                    .collect()
            })
            .collect();
        Ok(Lts {
            machine,
            explored,
            steps,
        })
    }

    pub(crate) fn state_count(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn state(&self, id: u32) -> &State {
        &self.explored.states[id as usize]
    }

    pub(crate) fn is_final(&self, id: u32) -> bool {
        self.machine.is_final(self.state(id))
    }
}

/// Calls `visit` with the initial state of each program for every joint assignment that
/// `requires` allows, until it returns false.
pub(crate) fn for_each_start(
    setting: &Setting<impl Group>,
    machines: &[Machine],
    budget: &Budget,
    visit: &mut dyn FnMut(Vec<State>),
) -> Result<(), Reason> {
    let vars = setting.initial_vars();
    let layout: Layout = vars.iter().cloned().collect();
    let enumerator = Enumerator::new(&vars, &setting.requires);
    let mut meter = budget.meter();
    let mut exhausted = None;
    let mut go_on = || match meter.tick() {
        Ok(_) => true,
        Err(reason) => {
            exhausted = Some(reason);
            false
        }
    };
    enumerator
        .for_each(&mut go_on, &mut |values| {
            let value = |var: &Var| layout.slot(var).map(|slot| values[slot].clone());
            let states = machines.iter().map(|machine| machine.initial(&value));
            visit(states.collect());
            true
        })
        .map_err(|error| start_reason(setting, &error))?;
    exhausted.map_or(Ok(()), |reason| Err(reason.into()))
}

/// A formula over the variables of several machines, evaluated on their states.
#[derive(Debug)]
pub(crate) struct JointFormula {
    code: Code,
    /// Where the value of each variable of the formula comes from: machine and slot.
    sources: Vec<(usize, usize)>,
}

impl JointFormula {
    pub(crate) fn new(formula: &logic::Term, machines: &[&Machine]) -> Self {
        let mut layout = Layout::default();
        let mut sources = Vec::new();
        for var in formula.free_vars() {
            let source = machines.iter().enumerate().find_map(|(position, machine)| {
                machine.layout().slot(&var).map(|slot| (position, slot))
            });
            layout.add(&var);
            sources.push(source.expect("a claim speaks of its programs' variables and constants"));
        }
        JointFormula {
            code: Code::compile(formula, &layout),
            sources,
        }
    }

    pub(crate) fn holds(&self, states: &[&State]) -> Result<bool, Reason> {
        let store: Vec<Value> = self
            .sources
            .iter()
            .map(|(machine, slot)| states[*machine].store[*slot].clone())
            .collect();
        self.code
            .holds(&store)
            .map_err(|error| Reason::Incomplete(error.to_string()))
    }
}

fn step_reason(program: &Program, error: &StepError) -> Reason {
    let StepError::Unbounded(Unbounded::Infinite(name) | Unbounded::TooMany(name)) = error else {
        return Reason::Incomplete(format!("{error} (in {})", program.name));
    };
    let mut origin = None;
    program.body.visit_commands(&mut |command, at| {
        if let Command::Receive { var, .. } | Command::Havoc(var, _) = command
            && var.name == *name
        {
            origin.get_or_insert(at);
        }
    });
    Reason::Unsupported {
        construct: format!("{error}; give it a finite range"),
        origin,
    }
}

fn start_reason(setting: &Setting<impl Group>, error: &Unbounded) -> Reason {
    let (Unbounded::Infinite(name) | Unbounded::TooMany(name)) = error else {
        return Reason::Incomplete(error.to_string());
    };
    let variables = setting
        .programs()
        .iter()
        .flat_map(|program| &program.variables);
    let origin = variables
        .into_iter()
        .find(|v| v.var.name == *name)
        .map(|v| v.origin);
    Reason::Unsupported {
        construct: format!("{error} at the start; give it an initial value or a finite range"),
        origin,
    }
}
