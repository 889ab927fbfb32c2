//! What a system does, step by step, on values.
//!
//! This is the definition of the meaning of a [`System`]: refutations are replayed with it, and
//! bounded instances are explored with it.

mod explore;
mod failure;
mod step;

use std::collections::BTreeMap;

use logic::{EvalError, Model, Symbol, Term, Value, Var};

use super::{Action, Collective, Edge, Source, System};
use crate::Location;

pub use explore::{Exploration, Search, explore};
pub use failure::{Ending, Failure, Waiting};
pub use step::StepError;

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
