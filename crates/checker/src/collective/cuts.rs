//! Cuts, as the states that they stand for.

use std::collections::BTreeMap;
use std::sync::Arc;

use evidence::collective::{Cut, Maker, Request, Stage};
use logic::smtlib::Declarations;
use logic::{Sort, Substitution, Symbol, Term, Var};
use program::Location;
use program::system::{
    self, Action, Area, Call, Collective, Meeting, Message, Operation, OperationKind, Snapshot,
    Source, State, System,
};

use super::read;
use crate::{Rejected, broken};

/// A cut as terms.
#[derive(Clone)]
pub(super) struct ReadCut {
    pub(super) constants: Vec<Var>,
    pub(super) state: State,
    pub(super) condition: Term,
    pub(super) measures: Vec<Term>,
    pub(super) node: u32,
    pub(super) names: Declarations,
}

/// Reads a cut.
pub(super) fn read_cut(
    system: &System,
    cut: &Cut,
    names: &Declarations,
    position: usize,
) -> Result<ReadCut, Rejected> {
    let wrong = |what: &str| broken("Cut", format!("cut {position}: {what}"));
    let mut names = names.clone();
    let mut constants = Vec::new();
    for constant in &cut.constants {
        let sort = constant.sort.decode(system);
        let sort = sort.ok_or_else(|| wrong("a constant has no sort of the system"))?;
        let var = Var::new(Symbol::new(&constant.name), sort);
        let taken = |other: &Var| other.name == var.name;
        if var.name.as_str().starts_with("new!")
            || system.inputs.iter().any(taken)
            || constants.iter().any(taken)
        {
            return Err(wrong("the name of a constant is taken"));
        }
        names.add_var(&var);
        constants.push(var);
    }
    let reader = Reader {
        system,
        names: &names,
        position,
    };
    let state = reader.state(cut)?;
    let condition = cut.condition.iter().map(|text| {
        let formula = read(text, &names)?;
        let is_formula = *formula.sort() == Sort::Bool;
        is_formula
            .then_some(formula)
            .ok_or_else(|| wrong("a condition is no formula"))
    });
    let condition = condition.collect::<Result<Vec<_>, _>>()?;
    let measures = cut.measures.iter().map(|text| {
        let measure = read(text, &names)?;
        let is_integer = measure.sort().carrier() == Sort::Int;
        is_integer
            .then_some(measure)
            .ok_or_else(|| wrong("a measure is no integer"))
    });
    let measures = measures.collect::<Result<Vec<_>, _>>()?;
    Ok(ReadCut {
        constants,
        state,
        condition: Term::and(condition),
        measures,
        node: cut.node,
        names,
    })
}

/// Reads the parts of a state.
struct Reader<'a> {
    system: &'a System,
    names: &'a Declarations,
    position: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &str) -> Rejected {
        broken("Cut", format!("cut {}: {what}", self.position))
    }

    fn term(&self, text: &str) -> Result<Term, Rejected> {
        read(text, self.names)
    }

    fn terms(&self, texts: &[String]) -> Result<Vec<Term>, Rejected> {
        texts.iter().map(|text| self.term(text)).collect()
    }

    /// A process of the system.
    fn process(&self, number: u32) -> Result<usize, Rejected> {
        let process = number as usize;
        let is_known = process < self.system.processes.len();
        is_known
            .then_some(process)
            .ok_or_else(|| self.wrong("it speaks of a process that there is not"))
    }

    /// The values of the variables of a process.
    fn values(&self, process: usize, texts: &[String]) -> Result<Arc<Vec<Term>>, Rejected> {
        let variables = &self.system.processes[process].variables;
        if texts.len() != variables.len() {
            return Err(self.wrong("it does not speak of all variables"));
        }
        let values = self.terms(texts)?;
        let mut pairs = variables.iter().zip(&values);
        if !pairs.all(|(variable, value)| value.sort().carrier() == variable.var.sort.carrier()) {
            return Err(self.wrong("a value has another sort than its variable"));
        }
        Ok(Arc::new(values))
    }

    fn state(&self, cut: &Cut) -> Result<State, Rejected> {
        let system = self.system;
        let locations = cut.at.iter().zip(&system.processes);
        let fits = locations
            .clone()
            .all(|(at, process)| (*at as usize) < process.graph.location_count());
        if cut.at.len() != system.processes.len() || cut.values.len() != cut.at.len() || !fits {
            return Err(self.wrong("it does not speak of the processes"));
        }
        let mut state = State::start(system);
        state.at = cut.at.iter().map(|at| Location::at(*at as usize)).collect();
        for (process, texts) in cut.values.iter().enumerate() {
            state.values[process] = self.values(process, texts)?;
        }
        for queue in &cut.queues {
            let ends = (self.process(queue.from)?, self.process(queue.to)?);
            let messages = queue.messages.iter().map(|message| {
                Ok(Message {
                    tag: self.term(&message.tag)?,
                    value: self.term(&message.value)?,
                    request: message.request,
                    aside: message.aside,
                })
            });
            let messages = messages.collect::<Result<Vec<_>, Rejected>>()?;
            if messages.is_empty() || state.queues.insert(ends, messages).is_some() {
                return Err(self.wrong("a queue is none"));
            }
        }
        for requests in &cut.requests {
            let process = self.process(requests.process)?;
            let own = requests.requests.iter();
            let own = own.map(|request| self.request(process, request));
            state.requests[process] = own.collect::<Result<Vec<_>, _>>()?;
        }
        for meetings in &cut.meetings {
            let group = meetings.group as usize;
            let mut all = Vec::new();
            for calls in &meetings.meetings {
                let mut meeting = Meeting {
                    calls: BTreeMap::new(),
                };
                for call in calls {
                    let process = self.process(call.process)?;
                    let call = self.call(process, call)?;
                    meeting.calls.insert(process, call);
                }
                all.push(meeting);
            }
            state.meetings.insert(group, all);
        }
        for snapshots in &cut.snapshots {
            let process = self.process(snapshots.process)?;
            let label = Symbol::new(&snapshots.label);
            let mut waiting = Vec::new();
            for snapshot in &snapshots.waiting {
                let maker = self.maker(process, label, snapshot.made_by);
                waiting.push(Snapshot {
                    maker: maker.ok_or_else(|| self.wrong("a snapshot has no maker"))?,
                    values: self.values(process, &snapshot.values)?,
                });
            }
            if waiting.is_empty() || state.snapshots.insert((label, process), waiting).is_some() {
                return Err(self.wrong("snapshots are none"));
            }
        }
        Ok(state)
    }

    /// The edge or location of a process that makes a snapshot for a label.
    fn maker(&self, process: usize, label: Symbol, maker: Maker) -> Option<system::Maker> {
        let graph = &self.system.processes[process].graph;
        match maker {
            Maker::Assertion(edge) => match graph.edges().get(edge as usize)?.action {
                Action::CollectiveAssert { label: own, .. } if own == label => {
                    Some(system::Maker::Assertion(edge as usize))
                }
                _ => None,
            },
            Maker::Invariant(at) if (at as usize) < graph.location_count() => {
                let at = Location::at(at as usize);
                let (own, _) = graph.invariant(at)?;
                (own == label).then_some(system::Maker::Invariant(at))
            }
            Maker::Invariant(_) => None,
        }
    }

    /// The operation that an edge of a process begins.
    fn operation(&self, process: usize, edge: u32) -> Result<&Operation, Rejected> {
        let edges = self.system.processes[process].graph.edges();
        match edges.get(edge as usize).map(|edge| &edge.action) {
            Some(Action::Begin { operation, .. }) => Ok(operation),
            _ => Err(self.wrong("a request has no edge that begins it")),
        }
    }

    fn request(&self, process: usize, request: &Request) -> Result<system::Request, Rejected> {
        let operation = self.operation(process, request.edge)?;
        let kept = self.terms(&request.kept)?;
        let mut sorts = kept.iter().zip(&operation.kept);
        if kept.len() != operation.kept.len()
            || !sorts.all(|(own, other)| own.sort().carrier() == other.sort().carrier())
        {
            return Err(self.wrong("a request keeps something else than its edge"));
        }
        let stage = match (&request.stage, &operation.kind) {
            (Stage::Inactive, _) if operation.is_persistent => system::Stage::Inactive,
            (Stage::Sending(waits), OperationKind::Send { .. }) => {
                system::Stage::Sending(self.term(waits)?)
            }
            (Stage::Sent, OperationKind::Send { .. } | OperationKind::Nothing { .. }) => {
                system::Stage::Sent
            }
            (Stage::Receiving { from, tag }, OperationKind::Receive { .. }) => {
                let from = match from {
                    Some(from) => Source::Rank(self.process(*from)?),
                    None => Source::Any,
                };
                let tag = tag.as_ref().map(|tag| self.term(tag)).transpose()?;
                system::Stage::Receiving(from, tag)
            }
            (
                Stage::Received {
                    from,
                    tag,
                    value,
                    request,
                },
                OperationKind::Receive { .. },
            ) => system::Stage::Received {
                from: self.process(*from)?,
                tag: self.term(tag)?,
                value: self.term(value)?,
                request: *request,
            },
            (Stage::Meeting, OperationKind::Collective(_)) => system::Stage::Meeting,
            _ => return Err(self.wrong("a request is at a stage that it has not")),
        };
        let areas = match &request.areas {
            None => Vec::new(),
            Some(areas) if areas.len() == operation.areas.len() => {
                let pairs = operation.areas.iter().zip(areas);
                let areas = pairs.map(|(area, texts)| self.area(area, texts));
                areas.collect::<Result<Vec<_>, _>>()?
            }
            Some(_) => return Err(self.wrong("a request uses something else than its edge")),
        };
        Ok(system::Request {
            number: request.number,
            edge: request.edge as usize,
            kept,
            areas,
            stage,
        })
    }

    fn area(&self, area: &Area, texts: &[String]) -> Result<Area, Rejected> {
        let terms = self.terms(texts)?;
        if terms.len() != area.terms().len() {
            return Err(self.wrong("an area has another number of terms than its edge's"));
        }
        let mut terms = terms.into_iter();
        Ok(area.map(&mut |own| terms.next().unwrap_or_else(|| own.clone())))
    }

    fn call(&self, process: usize, call: &evidence::collective::Call) -> Result<Call, Rejected> {
        let edges = self.system.processes[process].graph.edges();
        let collective: Option<&Collective> = match edges.get(call.edge as usize) {
            None => None,
            Some(edge) => match &edge.action {
                Action::Collective(collective) => Some(collective),
                Action::Begin { operation, .. } => match &operation.kind {
                    OperationKind::Collective(collective) => Some(collective),
                    _ => None,
                },
                _ => None,
            },
        };
        let fits = collective.is_some_and(|collective| {
            collective.agreed.len() == call.agreed.len()
                && collective.gives.len() == call.gives.len()
        });
        if !fits {
            return Err(self.wrong("a call has no edge that makes it"));
        }
        Ok(Call {
            edge: call.edge as usize,
            request: call.request,
            agreed: self.terms(&call.agreed)?,
            gives: self.terms(&call.gives)?,
        })
    }
}

/// That another state is a cut's with values for its constants: equalities for what is not the same on
/// its face; `None` where they differ in more than values.
pub(super) fn equalities(
    state: &State,
    instance: &Substitution,
    other: &State,
) -> Option<Vec<Term>> {
    let shape = |state: &State| state.map(&mut |_, _| ());
    if shape(state) != shape(other) {
        return None;
    }
    let mut equalities = Vec::new();
    for (mine, theirs) in state.terms().iter().zip(other.terms()) {
        let mine = instance.apply(mine);
        if mine != theirs {
            if mine.sort().carrier() != theirs.sort().carrier() {
                return None;
            }
            equalities.push(Term::eq(mine, theirs));
        }
    }
    Some(equalities)
}
