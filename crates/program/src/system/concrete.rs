//! What a system does, step by step, on values: refutations are replayed with it, and bounded
//! instances are explored with it.

mod explore;
mod failure;

use logic::{EvalError, Model, Term, Value, Var};

use super::state::{Maker, Stage, State};
use super::step::{self, Step};
use super::{Action, Edge, Source, System};

pub use explore::{Exploration, Search, explore};
pub use failure::{Ending, Failure, Waiting};

/// What happens next.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice {
    /// Who takes a step: a process, or behind all of them the network of one.
    pub mover: usize,
    /// Its edge.
    pub edge: usize,
    /// Which way the step goes.
    pub path: Vec<u32>,
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
        let mut values = Vec::new();
        for process in &self.system.processes {
            for variable in &process.variables {
                values.push(Term::value(match &variable.initial {
                    Some(term) => self.inputs.eval(term)?,
                    None => others(&variable.var),
                }));
            }
        }
        Ok(State::start(self.system).with_terms(&values))
    }

    /// What can happen next, failures included. The choices for a `havoc` lack their value.
    ///
    /// # Errors
    /// A term has no value.
    pub fn choices(&self, state: &State) -> Result<Vec<Choice>, EvalError> {
        let mut choices = Vec::new();
        for mover in 0..self.system.mover_count() {
            let mut fresh = |var: &Var| Term::value(Value::default_of(&var.sort));
            for step in step::steps(self.system, &self.inputs, state, mover, &mut fresh)? {
                choices.push(Choice {
                    mover,
                    edge: step.edge,
                    path: step.path,
                    value: None,
                });
            }
        }
        Ok(choices)
    }

    /// Takes a step.
    ///
    /// # Errors
    /// A term has no value, or the choice is none of [`Interpreter::choices`] with values for its
    /// `havoc`.
    pub fn step(&self, state: &State, choice: &Choice) -> Result<Outcome, StepError> {
        let Some(step) = self.way(state, choice)? else {
            return Err(StepError::NotEnabled);
        };
        for duty in &step.duties {
            if !self.inputs.holds(&duty.formula)? {
                return Ok(Outcome::Failed(duty.failure.clone()));
            }
        }
        Ok(Outcome::Next(step.next))
    }

    fn way(&self, state: &State, choice: &Choice) -> Result<Option<Step>, StepError> {
        let fits = |var: &Var| choice.value.as_ref().is_some_and(|v| v.is_of(&var.sort));
        let mut is_wrong = false;
        let mut fresh = |var: &Var| match &choice.value {
            Some(value) if fits(var) => Term::value(value.clone()),
            _ => {
                is_wrong = true;
                Term::value(Value::default_of(&var.sort))
            }
        };
        let way = (choice.mover, choice.edge, &*choice.path);
        if choice.mover >= self.system.mover_count() {
            return Ok(None);
        }
        let step = step::step(self.system, &self.inputs, state, way, &mut fresh)?;
        let gives = step.as_ref().is_some_and(|step| step.fresh.is_some());
        let is_wrong = gives != choice.value.is_some() || (gives && is_wrong);
        Ok(step.filter(|_| !is_wrong))
    }

    /// The process of the same group with a rank.
    fn peer(&self, process: usize, rank: &Term) -> Option<usize> {
        self.system
            .process_at(self.system.processes[process].group, step::literal(rank)?)
    }

    /// What a state without choices is.
    ///
    /// # Errors
    /// A term has no value.
    pub fn ending(&self, state: &State) -> Result<Ending, EvalError> {
        let mut waiting = Vec::new();
        let mut stopped = false;
        for (process, location) in state.at.iter().enumerate() {
            let graph = &self.system.processes[process].graph;
            if *location == graph.exit() {
                continue;
            }
            let communication = graph
                .edges_from(*location)
                .find(|(_, edge)| !edge.action.is_local());
            match communication {
                None => stopped = true,
                Some((edge, Edge { action, .. })) => waiting.push(Waiting {
                    process,
                    edge,
                    for_process: self.awaited(state, process, action)?,
                    waits_to_send: self.waits_to_send(state, process, action)?,
                }),
            }
        }
        if stopped {
            return Ok(Ending::Stopped);
        }
        if !waiting.is_empty() {
            return Ok(Ending::Failed(Failure::Deadlock { waiting }));
        }
        if let Some(failure) = left_over(self.system, state) {
            return Ok(Ending::Failed(failure));
        }
        let mut model = self.inputs.clone();
        for (process, values) in self.system.processes.iter().zip(&state.values) {
            for (variable, value) in process.variables.iter().zip(values.iter()) {
                if let Some(value) = value_of(value) {
                    model.set(variable.var.clone(), value);
                }
            }
        }
        Ok(if model.holds(&self.system.ensures)? {
            Ending::Ended
        } else {
            Ending::Failed(Failure::Ensures)
        })
    }

    /// Whether an action waits until a message of its process is received.
    fn waits_to_send(
        &self,
        state: &State,
        process: usize,
        action: &Action,
    ) -> Result<bool, EvalError> {
        let Action::Complete(completion) = action else {
            return Ok(matches!(action, Action::Flush { .. }));
        };
        let values = step::valuation(self.system, state, process);
        for number in &completion.requests {
            let number = step::Meaning::value(&self.inputs, number, &values)?;
            let number = step::literal(&number).and_then(|number| u32::try_from(number).ok());
            let request = number.and_then(|number| state.request(process, number));
            if request.is_some_and(|request| matches!(request.stage, Stage::Sending(_))) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The process that an action waits for, if it is a certain one.
    fn awaited(
        &self,
        state: &State,
        process: usize,
        action: &Action,
    ) -> Result<Option<usize>, EvalError> {
        let values = step::valuation(self.system, state, process);
        let value = |term: &Term| step::Meaning::value(&self.inputs, term, &values);
        let rank = match action {
            Action::Receive {
                from: Source::Rank(rank),
                ..
            }
            | Action::Probe {
                from: Source::Rank(rank),
                ..
            }
            | Action::Flush { to: rank, .. } => rank,
            Action::Complete(completion) => {
                for number in &completion.requests {
                    let number = step::literal(&value(number)?);
                    let number = number.and_then(|number| u32::try_from(number).ok());
                    let request = number.and_then(|number| state.request(process, number));
                    match request.map(|request| (&request.stage, request.number)) {
                        Some((Stage::Receiving(Source::Rank(from), _), _)) => {
                            return Ok(Some(*from));
                        }
                        Some((Stage::Sending(_), number)) => {
                            let mut queues = state.queues.iter();
                            let own = queues.find(|((from, _), queue)| {
                                *from == process && queue.iter().any(|m| m.request == number)
                            });
                            return Ok(own.map(|((_, to), _)| *to));
                        }
                        _ => {}
                    }
                }
                return Ok(None);
            }
            _ => return Ok(None),
        };
        Ok(self.peer(process, &value(rank)?))
    }
}

/// The value that a term of a concrete state is: arrays are written as terms.
#[must_use]
pub fn value_of(term: &Term) -> Option<Value> {
    match term.as_value() {
        Some(value) => Some(value.clone()),
        None => Model::new().eval(term).ok(),
    }
}

/// What must not be left when all processes have ended: assertions without partners, and messages and
/// receives without them where the system says so.
#[must_use]
pub fn left_over(system: &System, state: &State) -> Option<Failure> {
    let must_meet = |snapshot: &super::Snapshot| matches!(snapshot.maker, Maker::Assertion(_));
    let mut snapshots = state.snapshots.iter();
    if let Some(((label, process), _)) = snapshots.find(|(_, queue)| queue.iter().any(must_meet)) {
        return Some(Failure::Unmatched {
            label: *label,
            process: *process,
        });
    }
    if system.leaves_no_messages
        && let Some(((from, to), _)) = state.queues.iter().next()
    {
        return Some(Failure::LeftMessage {
            from: *from,
            to: *to,
        });
    }
    // A receive that was given up still needs its message.
    for (process, own) in state.requests.iter().enumerate() {
        let is_open = |request: &&super::Request| matches!(request.stage, Stage::Receiving(..));
        if let Some(request) = own
            .iter()
            .find(is_open)
            .filter(|_| system.leaves_no_messages)
        {
            let edge = request.edge;
            return Some(Failure::LeftRequest { process, edge });
        }
    }
    None
}

/// Why a step cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// Nobody can take this step here.
    #[error("the step is not enabled")]
    NotEnabled,
    /// A term has no value.
    #[error(transparent)]
    Eval(#[from] EvalError),
}
