//! What a system does, step by step, on values.
//!
//! This is the definition of the meaning of a [`System`]: refutations are replayed with it, and
//! bounded instances are explored with it.

mod explore;
mod failure;

use std::collections::BTreeMap;

use logic::{EvalError, Model, Symbol, Term, Value, Var};

use super::{Action, Collective, Edge, Source, System};
use crate::Location;

pub use explore::{Exploration, Search, explore};
pub use failure::{Ending, Failure, Waiting};

/// A state of all processes and of the messages between them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Where each process is.
    pub locations: Vec<Location>,
    /// The values of each process's variables, in the order of their declaration.
    pub stores: Vec<Vec<Value>>,
    /// The messages on their way, by the positions of sender and receiver; no queue is empty.
    pub queues: BTreeMap<(usize, usize), Vec<Message>>,
    /// The snapshots that wait for partners, by label and process.
    pub snapshots: BTreeMap<(Symbol, usize), Vec<Snapshot>>,
}

/// A message on its way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Message {
    /// The tag.
    pub tag: Value,
    /// What is sent.
    pub value: Value,
}

/// What a process contributes to a collective assertion or invariant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Snapshot {
    /// What it claims.
    pub formula: Term,
    /// The values of its variables.
    pub values: Vec<Value>,
    /// Whether it is a failure when no partners come: so it is for assertions, not for invariants.
    pub must_meet: bool,
}

/// What happens next.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice {
    /// The process that takes a step, or the first one of a group that takes one together.
    pub process: usize,
    /// Its edge.
    pub edge: usize,
    /// From whom it receives, if it may receive from any.
    pub sender: Option<usize>,
    /// The value that a `havoc` gives.
    pub value: Option<Value>,
}

/// Where a step leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// To another state.
    Next(State),
    /// Nowhere: the system fails.
    Failed(Failure),
}

/// Runs a system on values of its inputs.
#[derive(Debug)]
pub struct Interpreter<'a> {
    system: &'a System,
    inputs: Model,
}

impl<'a> Interpreter<'a> {
    /// An interpreter for these inputs; `None` where the system's assumption does not hold.
    ///
    /// # Errors
    /// The assumption has no value.
    pub fn new(system: &'a System, inputs: Model) -> Result<Option<Self>, EvalError> {
        let holds = inputs.holds(&system.assumption)?;
        Ok(holds.then_some(Interpreter { system, inputs }))
    }

    /// The system.
    #[must_use]
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// The start, with values for the variables that have no initial one.
    ///
    /// # Errors
    /// An initial value has no value.
    pub fn start(&self, others: &dyn Fn(&Var) -> Value) -> Result<State, EvalError> {
        let mut stores = Vec::new();
        for process in &self.system.processes {
            let values = process
                .variables
                .iter()
                .map(|variable| match &variable.initial {
                    Some(term) => self.inputs.eval(term),
                    None => Ok(others(&variable.var)),
                });
            stores.push(values.collect::<Result<Vec<_>, _>>()?);
        }
        let processes = self.system.processes.iter();
        Ok(State {
            locations: processes.map(|p| p.graph.entry()).collect(),
            stores,
            queues: BTreeMap::new(),
            snapshots: BTreeMap::new(),
        })
    }

    /// Inputs and the variables of one process.
    fn model(&self, process: usize, values: &[Value]) -> Model {
        let mut model = self.inputs.clone();
        let variables = &self.system.processes[process].variables;
        for (variable, value) in variables.iter().zip(values) {
            model.set(variable.var.clone(), value.clone());
        }
        model
    }

    /// What can happen next, failures included. The choices for a `havoc` lack their value.
    ///
    /// # Errors
    /// A term has no value.
    pub fn choices(&self, state: &State) -> Result<Vec<Choice>, EvalError> {
        let mut choices = Vec::new();
        for (process, location) in state.locations.iter().enumerate() {
            let graph = &self.system.processes[process].graph;
            let model = self.model(process, &state.stores[process]);
            for (edge, Edge { action, .. }) in graph.edges_from(*location) {
                let choice = |sender| Choice {
                    process,
                    edge,
                    sender,
                    value: None,
                };
                match action {
                    Action::Assume(formula) => {
                        choices.extend(model.holds(formula)?.then(|| choice(None)));
                    }
                    Action::Assign(..)
                    | Action::Havoc(_)
                    | Action::Assert(_)
                    | Action::Send { .. }
                    | Action::CollectiveAssert { .. } => choices.push(choice(None)),
                    Action::Flush { to, tag } => {
                        let tag = Some(model.eval(tag)?);
                        let ready = match self.peer(process, &model.eval(to)?) {
                            Some(to) => first_match(state, (process, to), tag.as_ref()).is_none(),
                            None => true,
                        };
                        choices.extend(ready.then(|| choice(None)));
                    }
                    Action::Receive { from, tag, .. } => {
                        let tag = tag.as_ref().map(|tag| model.eval(tag)).transpose()?;
                        let there = |from: usize| {
                            first_match(state, (from, process), tag.as_ref()).is_some()
                        };
                        match from {
                            Source::Rank(rank) => {
                                let from = self.peer(process, &model.eval(rank)?);
                                choices.extend(from.is_none_or(there).then(|| choice(None)));
                            }
                            Source::Any => {
                                let group = self.system.processes[process].group;
                                let senders = self.system.group(group).filter(|from| there(*from));
                                choices.extend(senders.map(|from| choice(Some(from))));
                            }
                        }
                    }
                    Action::Collective(_) => {
                        let partners = self.partners(state, process);
                        let is_first = partners.as_ref().is_some_and(|p| p[0].0 == process);
                        choices.extend(is_first.then(|| choice(None)));
                    }
                }
            }
        }
        Ok(choices)
    }

    /// The processes of the group with their edges, where each is at a collective operation that
    /// agrees with this process's.
    #[must_use]
    pub fn partners(
        &self,
        state: &State,
        process: usize,
    ) -> Option<Vec<(usize, &'a Edge, &'a Collective)>> {
        let at = |process: usize| {
            let graph = &self.system.processes[process].graph;
            let (_, edge) = graph.edges_from(state.locations[process]).next()?;
            match &edge.action {
                Action::Collective(collective) => Some((process, edge, collective)),
                _ => None,
            }
        };
        let (_, _, own) = at(process)?;
        let group = self.system.group(self.system.processes[process].group);
        let partners: Vec<_> = group.map(at).collect::<Option<_>>()?;
        let agree = partners.iter().all(|(_, _, other)| own.agrees_with(other));
        agree.then_some(partners)
    }

    /// The process of the same group with a rank.
    fn peer(&self, process: usize, rank: &Value) -> Option<usize> {
        let rank = usize::try_from(rank.as_int()?.to_i64()?).ok()?;
        self.system
            .process_at(self.system.processes[process].group, rank)
    }

    /// Takes a step.
    ///
    /// # Errors
    /// A term has no value, or the choice is none of [`Interpreter::choices`] with values for its
    /// `havoc`.
    pub fn step(&self, state: &State, choice: &Choice) -> Result<Outcome, StepError> {
        let offered = self.choices(state)?;
        let open = Choice {
            value: None,
            ..choice.clone()
        };
        if !offered.contains(&open) {
            return Err(StepError::NotEnabled);
        }
        let process = choice.process;
        let edge = &self.system.processes[process].graph.edges()[choice.edge];
        let mut next = state.clone();
        if let Action::Collective(_) = edge.action {
            return self.meet(state, process, next);
        }
        if let Some(failure) = self.leave(&mut next, process)? {
            return Ok(Outcome::Failed(failure));
        }
        let failed = |failure| Ok(Outcome::Failed(failure));
        let model = self.model(process, &state.stores[process]);
        match &edge.action {
            Action::Assume(_) | Action::Flush { .. } => {}
            Action::Assign(var, value) => self.set(&mut next, process, var, model.eval(value)?)?,
            Action::Havoc(var) => {
                let value = choice.value.clone().ok_or(StepError::NotEnabled)?;
                self.set(&mut next, process, var, value)?;
            }
            Action::Assert(formula) => {
                if !model.holds(formula)? {
                    return failed(Failure::Assertion {
                        process,
                        edge: choice.edge,
                    });
                }
            }
            Action::Send { to, tag, value } => {
                let rank = model.eval(to)?;
                let Some(to) = self.peer(process, &rank) else {
                    return failed(Failure::NoSuchProcess {
                        process,
                        edge: choice.edge,
                        rank,
                    });
                };
                next.queues.entry((process, to)).or_default().push(Message {
                    tag: model.eval(tag)?,
                    value: model.eval(value)?,
                });
            }
            Action::Receive {
                from,
                tag,
                into,
                sender_into,
                tag_into,
            } => {
                let from = match from {
                    Source::Any => choice.sender.ok_or(StepError::NotEnabled)?,
                    Source::Rank(rank) => {
                        let rank = model.eval(rank)?;
                        let Some(from) = self.peer(process, &rank) else {
                            return failed(Failure::NoSuchProcess {
                                process,
                                edge: choice.edge,
                                rank,
                            });
                        };
                        from
                    }
                };
                let tag = tag.as_ref().map(|tag| model.eval(tag)).transpose()?;
                let position = first_match(state, (from, process), tag.as_ref());
                let position = position.ok_or(StepError::NotEnabled)?;
                let queue = next.queues.get_mut(&(from, process));
                let queue = queue.ok_or(StepError::NotEnabled)?;
                let message = queue.remove(position);
                if queue.is_empty() {
                    next.queues.remove(&(from, process));
                }
                if !message.value.is_of(&into.sort) {
                    return failed(Failure::WrongSort {
                        process,
                        edge: choice.edge,
                    });
                }
                self.set(&mut next, process, into, message.value)?;
                if let Some(var) = sender_into {
                    let rank = self.system.processes[from].rank;
                    self.set(&mut next, process, var, Value::Int(rank.into()))?;
                }
                if let Some(var) = tag_into {
                    self.set(&mut next, process, var, message.tag)?;
                }
            }
            Action::CollectiveAssert { label, formula } => {
                let snapshot = Snapshot {
                    formula: formula.clone(),
                    values: state.stores[process].clone(),
                    must_meet: true,
                };
                if let Some(failure) = self.contribute(&mut next, *label, process, snapshot)? {
                    return failed(failure);
                }
            }
            Action::Collective(_) => unreachable!("collective operations were handled above"),
        }
        next.locations[process] = edge.to;
        Ok(Outcome::Next(next))
    }

    /// A collective operation.
    fn meet(&self, state: &State, process: usize, mut next: State) -> Result<Outcome, StepError> {
        let partners = self.partners(state, process).ok_or(StepError::NotEnabled)?;
        let model = |process: usize| self.model(process, &state.stores[process]);
        let mut root = None;
        for (partner, _, collective) in &partners {
            if let Some(term) = collective.root() {
                let rank = model(*partner).eval(term)?;
                let known = self.peer(*partner, &rank).is_some();
                if !known || root.as_ref().is_some_and(|root| *root != rank) {
                    return Ok(Outcome::Failed(Failure::Roots { process: *partner }));
                }
                root = Some(rank);
            }
        }
        let root = root.and_then(|rank| self.peer(process, &rank));
        let result = match partners[0].2 {
            Collective::Barrier => None,
            Collective::Broadcast { .. } => {
                let root = root.ok_or(StepError::NotEnabled)?;
                let of_root = partners.iter().find(|(partner, ..)| *partner == root);
                match of_root.map(|(_, _, collective)| collective) {
                    Some(Collective::Broadcast { var, .. }) => Some(model(root).eval(&var.term())?),
                    _ => None,
                }
            }
            Collective::Reduce { op, .. } => {
                let mut sum: Option<Term> = None;
                for (partner, _, collective) in &partners {
                    let Collective::Reduce { value, .. } = collective else {
                        return Err(StepError::NotEnabled);
                    };
                    let value = Term::value(model(*partner).eval(value)?);
                    sum = Some(match sum {
                        Some(sum) => op.combine(sum, value),
                        None => value,
                    });
                }
                sum.map(|sum| Model::new().eval(&sum)).transpose()?
            }
        };
        for (partner, edge, collective) in &partners {
            if let Some(failure) = self.leave(&mut next, *partner)? {
                return Ok(Outcome::Failed(failure));
            }
            let target = match collective {
                Collective::Barrier => None,
                Collective::Broadcast { var, .. } => Some(var),
                Collective::Reduce { into, .. } => {
                    root.is_none_or(|root| root == *partner).then_some(into)
                }
            };
            if let (Some(var), Some(value)) = (target, &result) {
                if !value.is_of(&var.sort) {
                    return Ok(Outcome::Failed(Failure::Roots { process: *partner }));
                }
                self.set(&mut next, *partner, var, value.clone())?;
            }
            next.locations[*partner] = edge.to;
        }
        Ok(Outcome::Next(next))
    }

    /// Leaves the place where a process is: an invariant there gets a snapshot.
    fn leave(&self, next: &mut State, process: usize) -> Result<Option<Failure>, StepError> {
        let graph = &self.system.processes[process].graph;
        match graph.invariant(next.locations[process]) {
            Some((label, formula)) => {
                let snapshot = Snapshot {
                    formula: formula.clone(),
                    values: next.stores[process].clone(),
                    must_meet: false,
                };
                self.contribute(next, label, process, snapshot)
            }
            None => Ok(None),
        }
    }

    /// Adds a snapshot; where it completes a collective assertion, evaluates that.
    fn contribute(
        &self,
        state: &mut State,
        label: Symbol,
        process: usize,
        snapshot: Snapshot,
    ) -> Result<Option<Failure>, StepError> {
        let queue = state.snapshots.entry((label, process)).or_default();
        queue.push(snapshot);
        let participants = self.system.participants(label);
        let complete = participants
            .iter()
            .all(|p| state.snapshots.contains_key(&(label, *p)));
        if !complete {
            return Ok(None);
        }
        let mut model = self.inputs.clone();
        let mut formulas = Vec::new();
        for participant in participants {
            let Some(queue) = state.snapshots.get_mut(&(label, participant)) else {
                continue;
            };
            let snapshot = queue.remove(0);
            if queue.is_empty() {
                state.snapshots.remove(&(label, participant));
            }
            let variables = &self.system.processes[participant].variables;
            for (variable, value) in variables.iter().zip(snapshot.values) {
                model.set(variable.var.clone(), value);
            }
            formulas.push((participant, snapshot.formula));
        }
        for (claimant, formula) in formulas {
            if !model.holds(&formula)? {
                return Ok(Some(Failure::Collective { label, claimant }));
            }
        }
        Ok(None)
    }

    fn set(
        &self,
        state: &mut State,
        process: usize,
        var: &Var,
        value: Value,
    ) -> Result<(), StepError> {
        let mut variables = self.system.processes[process].variables.iter();
        let position = variables.position(|variable| variable.var == *var);
        let position = position.ok_or(StepError::NotEnabled)?;
        if !value.is_of(&var.sort) {
            return Err(StepError::OutOfRange(var.name));
        }
        state.stores[process][position] = value;
        Ok(())
    }

    /// What a state without choices is.
    ///
    /// # Errors
    /// A term has no value.
    pub fn ending(&self, state: &State) -> Result<Ending, EvalError> {
        let mut waiting = Vec::new();
        let mut stopped = false;
        for (process, location) in state.locations.iter().enumerate() {
            let graph = &self.system.processes[process].graph;
            if *location == graph.exit() {
                continue;
            }
            let communication = graph
                .edges_from(*location)
                .find(|(_, edge)| !edge.action.is_local());
            match communication {
                None => stopped = true,
                Some((edge, Edge { action, .. })) => {
                    let model = self.model(process, &state.stores[process]);
                    let rank = match action {
                        Action::Receive {
                            from: Source::Rank(rank),
                            ..
                        } => Some(rank),
                        Action::Flush { to, .. } => Some(to),
                        _ => None,
                    };
                    let rank = rank.map(|rank| model.eval(rank)).transpose()?;
                    waiting.push(Waiting {
                        process,
                        edge,
                        for_process: rank.and_then(|rank| self.peer(process, &rank)),
                    });
                }
            }
        }
        if stopped {
            return Ok(Ending::Stopped);
        }
        if !waiting.is_empty() {
            return Ok(Ending::Failed(Failure::Deadlock { waiting }));
        }
        let alone = state
            .snapshots
            .iter()
            .find(|(_, queue)| queue.iter().any(|s| s.must_meet));
        if let Some(((label, process), _)) = alone {
            return Ok(Ending::Failed(Failure::Unmatched {
                label: *label,
                process: *process,
            }));
        }
        if self.system.leaves_no_messages
            && let Some(((from, to), _)) = state.queues.iter().next()
        {
            return Ok(Ending::Failed(Failure::LeftMessage {
                from: *from,
                to: *to,
            }));
        }
        let mut model = self.inputs.clone();
        for (process, values) in self.system.processes.iter().zip(&state.stores) {
            for (variable, value) in process.variables.iter().zip(values) {
                model.set(variable.var.clone(), value.clone());
            }
        }
        Ok(if model.holds(&self.system.ensures)? {
            Ending::Ended
        } else {
            Ending::Failed(Failure::Ensures)
        })
    }
}

/// The position of the first message with a tag, or of the first one at all.
fn first_match(state: &State, queue: (usize, usize), tag: Option<&Value>) -> Option<usize> {
    let queue = state.queues.get(&queue)?;
    queue
        .iter()
        .position(|message| tag.is_none_or(|tag| *tag == message.tag))
}

/// Why a step cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// Nobody can take this step here.
    #[error("the step is not enabled")]
    NotEnabled,
    /// A variable of a finite range would get a value outside of it.
    #[error("the variable {0} would leave its range")]
    OutOfRange(Symbol),
    /// A term has no value.
    #[error(transparent)]
    Eval(#[from] EvalError),
}
