//! Rules for a fair run that the specification cannot follow: the run is one of the concrete
//! program, it is fair, and no fair run of the specification shows the same.
//!
//! What counts as a step and as fair stands in [`fair`](crate::fair). Here no states are listed
//! but those of the run; the specification's are those that the interpreter finds along it.

use budget::Budget;
use evidence::fair_run::FairRun;
use logic::{Term, Value};
use program::Program;
use program::concrete::{Enumerator, Label, Machine, State};
use question::Included;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fair::rule_comparable;
use crate::finite::{for_each_start, holds};
use crate::unwinding::components;
use crate::{Accepted, Established, Rejected, broken};

/// Checks evidence against a claim `included in`.
pub(crate) fn check(
    question: &Included,
    evidence: &FairRun,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let [concrete, specification] = &question.setting.programs;
    rule_comparable(concrete, specification)?;
    let concrete = Module::new(concrete, question);
    let run = Run::new(&concrete, evidence)?;
    rule_steps(&concrete, &run)?;
    rule_fair(&concrete, &run)?;
    let specification = Module::new(specification, question);
    let starts = rule_start(question, [&concrete, &specification], &run, budget)?;
    let product = Product::new(&concrete, &specification, &run, starts, budget)?;
    rule_rejected(&product, budget)?;
    Ok(Accepted {
        verdict: Established::Refuted,
        obligations: run.states.len() + product.states.len(),
        vacuous: None,
    })
}

/// A program with its interpreter.
struct Module<'a> {
    program: &'a Program,
    machine: Machine,
}

/// Who takes a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Own,
    Environment,
}

/// The run of the evidence.
struct Run {
    states: Vec<State>,
    /// The position that follows the last one.
    cycle: usize,
}

impl Run {
    fn new(module: &Module, evidence: &FairRun) -> Result<Self, Rejected> {
        let cycle = evidence.cycle as usize;
        if cycle >= evidence.states.len() {
            return Err(broken("Lasso", "the cycle is empty"));
        }
        // Turns alternate on the cycle as well.
        if module.is_open() && !(evidence.states.len() - cycle).is_multiple_of(2) {
            return Err(broken("Lasso", "the cycle ends at another turn"));
        }
        let machine = &module.machine;
        let states = evidence.states.iter().enumerate().map(|(position, data)| {
            let state = data.decode(machine.layout());
            let stable = |state: &State| machine.owns(state) && !machine.is_in_atomic(state);
            state.filter(stable).ok_or_else(|| Rejected::NotAState {
                program: module.program.name.to_string(),
                position,
            })
        });
        Ok(Run {
            states: states.collect::<Result<_, _>>()?,
            cycle,
        })
    }

    /// The position after a position.
    fn next(&self, position: usize) -> usize {
        match position + 1 {
            end if end == self.states.len() => self.cycle,
            next => next,
        }
    }
}

impl<'a> Module<'a> {
    fn new(program: &'a Program, question: &Included) -> Self {
        Module {
            program,
            machine: Machine::new(program, &question.setting.constants),
        }
    }

    fn is_open(&self) -> bool {
        !self.program.open.is_empty()
    }

    /// Whose turn it is at a position of a run.
    fn turn(&self, position: usize) -> Turn {
        match self.is_open() && position.is_multiple_of(2) {
            true => Turn::Environment,
            false => Turn::Own,
        }
    }

    /// The values of the observed variables.
    fn shows(&self, state: &State) -> Result<Vec<Value>, Rejected> {
        let layout = self.machine.layout();
        let values = self.program.observed.iter().map(|var| {
            let slot = layout.slot(var);
            slot.map(|slot| state.store[slot].clone())
        });
        let values = values.collect::<Option<Vec<Value>>>();
        values.ok_or_else(|| broken("Comparable", "no such variable"))
    }

    /// The states after one step at a turn, an atomic block taken as one.
    fn after(&self, state: &State, turn: Turn) -> Result<Vec<State>, Rejected> {
        if turn == Turn::Environment {
            return self.changed(state);
        }
        let mut seen: FxHashSet<State> = FxHashSet::default();
        let mut open = vec![state.clone()];
        let mut ends = match self.is_open() {
            true => vec![state.clone()],
            false => Vec::new(),
        };
        while let Some(state) = open.pop() {
            for step in self.machine.successors(&state, &mut |_, _| {})? {
                if step.label != Label::Silent {
                    return Err(broken("Silent", "a step is no change of variables alone"));
                }
                if !seen.insert(step.state.clone()) {
                    continue;
                }
                match self.machine.is_in_atomic(&step.state) {
                    true => open.push(step.state),
                    false => ends.push(step.state),
                }
            }
        }
        Ok(ends)
    }

    /// The states that the environment can change a state to.
    fn changed(&self, state: &State) -> Result<Vec<State>, Rejected> {
        let (layout, open) = (self.machine.layout(), &self.program.open);
        let mut ends = Vec::new();
        Enumerator::new(open, &Term::top()).for_each(&mut || true, &mut |values| {
            let mut store = state.store.to_vec();
            for (var, value) in open.iter().zip(values) {
                if let Some(slot) = layout.slot(var) {
                    store[slot] = value.clone();
                }
            }
            ends.push(State {
                control: state.control.clone(),
                store: store.into(),
            });
            true
        })?;
        Ok(ends)
    }

    fn holds(&self, formula: &Term, state: &State) -> Result<bool, Rejected> {
        holds(formula, &[(&self.machine, state)])
    }
}

/// Each state of the run follows the one before, and the first one of the cycle the last.
fn rule_steps(module: &Module, run: &Run) -> Result<(), Rejected> {
    for (position, state) in run.states.iter().enumerate() {
        let next = &run.states[run.next(position)];
        if !module.after(state, module.turn(position))?.contains(next) {
            return Err(broken("Run", format!("after state {position}")));
        }
    }
    Ok(())
}

/// Each `justice` holds somewhere on the cycle, and so does the second formula of each
/// `compassion` whose first one does.
fn rule_fair(module: &Module, run: &Run) -> Result<(), Rejected> {
    let cycle = &run.states[run.cycle..];
    let somewhere = |formula: &Term| {
        for state in cycle {
            if module.holds(formula, state)? {
                return Ok::<bool, Rejected>(true);
            }
        }
        Ok(false)
    };
    for formula in &module.program.justice {
        if !somewhere(formula)? {
            return Err(broken("Accepted", "the run is not just"));
        }
    }
    for (p, q) in &module.program.compassion {
        if somewhere(p)? && !somewhere(q)? {
            return Err(broken("Accepted", "the run is not compassionate"));
        }
    }
    Ok(())
}

/// The run starts where the precondition allows. Returns the specification's starts beside it.
fn rule_start(
    question: &Included,
    [concrete, specification]: [&Module; 2],
    run: &Run,
    budget: &Budget,
) -> Result<Vec<State>, Rejected> {
    let mut starts: Vec<State> = Vec::new();
    let mut is_start = false;
    let machines = [&concrete.machine, &specification.machine];
    for_each_start(&question.setting, &machines, budget, &mut |states| {
        let [first, second] = &states[..] else {
            return Err(Rejected::WrongKind);
        };
        if *first == run.states[0] {
            is_start = true;
            starts.push(second.clone());
        }
        Ok(())
    })?;
    match is_start {
        true => Ok(starts),
        false => Err(broken("Lasso", "the first state is not initial")),
    }
}

/// What the specification can do along the run: nodes are its states at positions of the run where
/// it shows the same.
struct Product<'a> {
    module: &'a Module<'a>,
    states: Vec<State>,
    steps: Vec<Vec<usize>>,
}

impl<'a> Product<'a> {
    fn new(
        concrete: &Module,
        module: &'a Module<'a>,
        run: &Run,
        starts: Vec<State>,
        budget: &Budget,
    ) -> Result<Self, Rejected> {
        let shown = run.states.iter().map(|state| concrete.shows(state));
        let shown = shown.collect::<Result<Vec<Vec<Value>>, Rejected>>()?;
        let mut numbers: FxHashMap<(usize, State), usize> = FxHashMap::default();
        let mut nodes: Vec<(usize, State)> = Vec::new();
        let mut add = |nodes: &mut Vec<(usize, State)>, position: usize, state: State| {
            if module.shows(&state)? != shown[position] {
                return Ok::<Option<usize>, Rejected>(None);
            }
            let node = (position, state);
            let next = nodes.len();
            let number = *numbers.entry(node.clone()).or_insert(next);
            if number == next {
                nodes.push(node);
            }
            Ok(Some(number))
        };
        for start in starts {
            add(&mut nodes, 0, start)?;
        }
        let mut steps: Vec<Vec<usize>> = Vec::new();
        while let Some((position, state)) = nodes.get(steps.len()).cloned() {
            budget.check()?;
            let mut after = Vec::new();
            for next in module.after(&state, module.turn(position))? {
                after.extend(add(&mut nodes, run.next(position), next)?);
            }
            steps.push(after);
        }
        Ok(Product {
            module,
            states: nodes.into_iter().map(|(_, state)| state).collect(),
            steps,
        })
    }

    /// The parts of a set of nodes in which each node can get to each other one.
    fn parts(&self, nodes: &[usize]) -> Vec<Vec<usize>> {
        let numbers: FxHashMap<usize, usize> = nodes.iter().copied().zip(0..).collect();
        let mut edges = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            let steps = self.steps[*node].iter();
            edges.extend(steps.filter_map(|to| Some((number, *numbers.get(to)?))));
        }
        let component = components(nodes.len(), &edges);
        let inside: FxHashSet<usize> = edges
            .iter()
            .filter(|(from, to)| component[*from] == component[*to])
            .map(|(from, _)| component[*from])
            .collect();
        let mut parts: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (number, node) in nodes.iter().enumerate() {
            if inside.contains(&component[number]) {
                parts.entry(component[number]).or_default().push(*node);
            }
        }
        parts.into_values().collect()
    }
}

/// No cycle of the product is fair. A part in which a `justice` never holds has none; one in which
/// the second formula of a `compassion` never holds has none but those without the first.
fn rule_rejected(product: &Product, budget: &Budget) -> Result<(), Rejected> {
    let module = product.module;
    let all: Vec<usize> = (0..product.states.len()).collect();
    let mut open = product.parts(&all);
    while let Some(part) = open.pop() {
        budget.check()?;
        let where_holds = |formula: &Term| {
            let mut found = FxHashSet::default();
            for node in &part {
                if module.holds(formula, &product.states[*node])? {
                    found.insert(*node);
                }
            }
            Ok::<FxHashSet<usize>, Rejected>(found)
        };
        let mut is_just = true;
        for formula in &module.program.justice {
            is_just &= !where_holds(formula)?.is_empty();
        }
        if !is_just {
            continue;
        }
        let mut avoided: FxHashSet<usize> = FxHashSet::default();
        for (p, q) in &module.program.compassion {
            if where_holds(q)?.is_empty() {
                avoided.extend(where_holds(p)?);
            }
        }
        if avoided.is_empty() {
            return Err(broken("Rejected", "the specification has such a run"));
        }
        let kept: Vec<usize> = (part.iter().copied())
            .filter(|node| !avoided.contains(node))
            .collect();
        open.extend(product.parts(&kept));
    }
    Ok(())
}
