//! The steps of a system on values.

use logic::{EvalError, Model, Symbol, Term, Value, Var};

use super::{Choice, Failure, Interpreter, Message, Outcome, Snapshot, State, first_match};
use crate::system::{Action, Collective, Source};

impl Interpreter<'_> {
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
            Action::Assign(var, value) => {
                let value = model.eval(value)?;
                if let Some(failure) = self.write(&mut next, process, var, value)? {
                    return failed(failure);
                }
            }
            Action::Havoc(var) => {
                let value = choice.value.clone().ok_or(StepError::NotEnabled)?;
                if !value.is_of(&var.sort) {
                    return Err(StepError::NotEnabled);
                }
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
                let rank = Value::Int(self.system.processes[from].rank.into());
                let written = [
                    (Some(into), message.value),
                    (sender_into.as_ref(), rank),
                    (tag_into.as_ref(), message.tag),
                ];
                for (var, value) in written {
                    let Some(var) = var else { continue };
                    if !value.is_of(&var.sort.carrier()) {
                        return failed(Failure::WrongSort {
                            process,
                            edge: choice.edge,
                        });
                    }
                    if let Some(failure) = self.write(&mut next, process, var, value)? {
                        return failed(failure);
                    }
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
                        Some(sum) if sum.sort().carrier() != value.sort().carrier() => {
                            return Ok(Outcome::Failed(Failure::Roots { process: *partner }));
                        }
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
                if !value.is_of(&var.sort.carrier()) {
                    return Ok(Outcome::Failed(Failure::Roots { process: *partner }));
                }
                if let Some(failure) = self.write(&mut next, *partner, var, value.clone())? {
                    return Ok(Outcome::Failed(failure));
                }
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

    /// Writes a variable, unless the value lies outside of its range: that is a failure.
    fn write(
        &self,
        state: &mut State,
        process: usize,
        var: &Var,
        value: Value,
    ) -> Result<Option<Failure>, StepError> {
        if !value.is_of(&var.sort) {
            let var = var.name;
            return Ok(Some(Failure::OutOfRange {
                process,
                var,
                value,
            }));
        }
        self.set(state, process, var, value)?;
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
        state.stores[process][position] = value;
        Ok(())
    }
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
