//! Operations of a whole group.
//!
//! A process that is at a call which waits takes part already: nothing that it gives can change before
//! it goes on. So only calls that are over, or were begun, are kept in the state.

use std::collections::{BTreeMap, BTreeSet};

use logic::{EvalError, Substitution, Symbol, Term, Value, Var};

use super::super::collective::{giver, item};
use super::super::concrete::Failure;
use super::super::state::{Call, Meeting, Request};
use super::super::{Action, Agreed, Awaits, Collective, Edge, OperationKind, System};
use super::{Draft, Made, StepMaker, Ways, taken};

/// A call that belongs to a meeting.
struct Present {
    process: usize,
    edge: usize,
    name: Symbol,
    agreed: Vec<(Agreed, Term)>,
    gives: Vec<Term>,
}

/// The call that an edge makes.
fn call_of(system: &System, process: usize, edge: usize) -> Option<&Collective> {
    match &system.processes[process].graph.edges()[edge].action {
        Action::Collective(collective) => Some(collective),
        Action::Begin { operation, .. } => match &operation.kind {
            OperationKind::Collective(collective) => Some(collective),
            _ => None,
        },
        _ => None,
    }
}

impl StepMaker<'_> {
    /// Who has called, or stands at a call that waits, of those that belong to a meeting, without the
    /// process itself: with the edges of their calls.
    fn callers(&self, position: usize) -> BTreeMap<usize, usize> {
        let group = self.group();
        let meetings = self.state.meetings.get(&group);
        let meeting = meetings.and_then(|meetings| meetings.get(position));
        let mut callers = BTreeMap::new();
        for process in self.system.group(group).filter(|p| *p != self.process) {
            if let Some(call) = meeting.and_then(|meeting| meeting.calls.get(&process)) {
                callers.insert(process, call.edge);
                continue;
            }
            let graph = &self.system.processes[process].graph;
            let mut edges = graph.edges_from(self.state.at[process]);
            let waiting = edges.find(|(_, edge)| matches!(edge.action, Action::Collective(_)));
            if let Some((edge, _)) = waiting
                && self.state.called(group, process) == position
            {
                callers.insert(process, edge);
            }
        }
        callers
    }

    /// The calls that belong to a meeting of the group so far, without the own one.
    fn present(&self, position: usize) -> Result<Vec<Present>, EvalError> {
        let meetings = self.state.meetings.get(&self.group());
        let meeting = meetings.and_then(|meetings| meetings.get(position));
        let mut present = Vec::new();
        for (process, edge) in self.callers(position) {
            let Some(collective) = call_of(self.system, process, edge) else {
                continue;
            };
            let (agreed, gives) = match meeting.and_then(|meeting| meeting.calls.get(&process)) {
                Some(call) => {
                    let kinds = collective.agreed.iter().map(|(what, _)| *what);
                    let agreed = kinds.zip(call.agreed.iter().cloned()).collect();
                    (agreed, call.gives.clone())
                }
                None => self.brought(collective, &self.values_of(process, collective))?,
            };
            present.push(Present {
                process,
                edge,
                name: collective.name,
                agreed,
                gives,
            });
        }
        Ok(present)
    }

    /// The values of those variables of a process that a call of it speaks of.
    fn values_of(&self, process: usize, collective: &Collective) -> Substitution {
        let agreed = collective.agreed.iter().map(|(_, term)| term);
        let terms = agreed.chain(&collective.gives);
        let vars: BTreeSet<Var> = terms.flat_map(Term::free_vars).collect();
        let variables = self.system.processes[process].variables.iter();
        let pairs = variables.zip(self.state.values[process].iter());
        let pairs = pairs.filter(|(variable, _)| vars.contains(&variable.var));
        pairs
            .map(|(variable, value)| (variable.var.clone(), value.clone()))
            .collect()
    }

    /// What a call brings.
    #[allow(clippy::type_complexity, reason = "both are lists of terms")]
    fn brought(
        &self,
        collective: &Collective,
        values: &Substitution,
    ) -> Result<(Vec<(Agreed, Term)>, Vec<Term>), EvalError> {
        let mut agreed = Vec::new();
        for (what, term) in &collective.agreed {
            agreed.push((*what, self.meaning.value(term, values)?));
        }
        let gives = collective.gives.iter();
        let gives = gives.map(|term| self.meaning.value(term, values));
        Ok((agreed, gives.collect::<Result<_, _>>()?))
    }

    /// What must hold for calls to belong together: each with the failure that it is otherwise.
    fn agreements(
        &self,
        collective: &Collective,
        agreed: &[(Agreed, Term)],
        edge: usize,
        present: &[Present],
    ) -> Vec<(Term, Failure)> {
        let mut all = Vec::new();
        for (what, term) in agreed {
            if *what == Agreed::Root {
                let failure = Failure::NoSuchProcess {
                    process: self.process,
                    edge,
                    rank: term.clone(),
                };
                all.push((self.in_group(term), failure));
            }
        }
        for other in present {
            let mismatch = |what| Failure::Mismatch {
                process: self.process,
                edge,
                other: Some((other.process, other.edge)),
                what,
            };
            if other.name != collective.name {
                all.push((Term::bottom(), mismatch(Agreed::Name)));
                continue;
            }
            for ((what, own), (_, theirs)) in agreed.iter().zip(&other.agreed) {
                let same = match own.sort().carrier() == theirs.sort().carrier() {
                    true => Term::eq(own.clone(), theirs.clone()),
                    false => Term::bottom(),
                };
                all.push((same, mismatch(*what)));
            }
        }
        all
    }

    /// That those have called whose calls are needed.
    fn is_complete(
        &self,
        collective: &Collective,
        values: &Substitution,
        callers: &BTreeMap<usize, usize>,
    ) -> Result<Term, EvalError> {
        let is_there = |process: usize| process == self.process || callers.contains_key(&process);
        let mut group = self.system.group(self.group());
        if group.all(is_there) {
            return Ok(Term::top());
        }
        let needed = match &collective.awaits {
            Awaits::All => return Ok(Term::bottom()),
            Awaits::Nobody => Term::top(),
            Awaits::Where(ranks) => {
                let mut missed = Vec::new();
                for (rank, formula) in ranks {
                    if !is_there(self.peer(*rank)) {
                        missed.push(self.meaning.value(formula, values)?);
                    }
                }
                Term::not(Term::or(missed))
            }
            Awaits::Rank(rank) => {
                // A root that is no process is a failure of its own.
                let rank = self.meaning.value(rank, values)?;
                let absent = (0..self.size()).filter(|own| !is_there(self.peer(*own)));
                Term::and(absent.map(|own| Term::ne(rank.clone(), Term::int(own as i64))))
            }
        };
        let synchronises = self.meaning.value(&collective.synchronises, values)?;
        Ok(Term::and([Term::not(synchronises), needed]))
    }

    /// A call that waits until it is over.
    pub(super) fn meet(
        &self,
        edge: &Edge,
        collective: &Collective,
        ways: &mut Ways<'_>,
    ) -> Made<Draft> {
        let position = self.state.called(self.group(), self.process);
        let present = self.present(position)?;
        let (agreed, gives) = self.brought(collective, &self.values)?;
        let agreements = self.agreements(collective, &agreed, self.number, &present);
        let callers = present.iter().map(|other| (other.process, other.edge));
        let callers = callers.collect();
        let is_complete = self.is_complete(collective, &self.values, &callers)?;
        let is_sure = collective.awaits == Awaits::All || present.len() + 1 == self.size();
        let is_over = match is_sure {
            true => is_complete.is_true(),
            false => taken!(ways.decide(is_complete)),
        };
        if !is_over {
            // It waits, but whoever is there already may be at another operation.
            let mut options = Vec::new();
            let mut before = Vec::new();
            for (formula, _) in &agreements {
                // Most often all literals are the same.
                if formula.is_true() {
                    options.push(Term::bottom());
                    continue;
                }
                let first = before.iter().cloned();
                options.push(Term::and(first.chain([Term::not(formula.clone())])));
                before.push(formula.clone());
            }
            let chosen = taken!(ways.pick(&options));
            let mut draft = self.plain(edge)?;
            draft.must(Term::bottom(), agreements[chosen].1.clone());
            return Ok(Some(draft));
        }
        let mut draft = self.plain(edge)?;
        for (formula, failure) in agreements {
            draft.must(formula, failure);
        }
        self.enter(
            &mut draft,
            position,
            Call {
                edge: self.number,
                request: None,
                agreed: agreed.into_iter().map(|(_, term)| term).collect(),
                gives: gives.clone(),
            },
        );
        self.receive_items(&mut draft, collective, self.number, &[], &gives, &present)?;
        self.tidy(&mut draft);
        Ok(Some(draft))
    }

    /// Begins a call.
    pub(super) fn call(
        &self,
        draft: &mut Draft,
        collective: &Collective,
        values: &Substitution,
        edge: usize,
        request: Option<u32>,
    ) -> Result<(), EvalError> {
        let position = self.state.called(self.group(), self.process);
        let present = self.present(position)?;
        let (agreed, gives) = self.brought(collective, values)?;
        for (formula, failure) in self.agreements(collective, &agreed, edge, &present) {
            draft.must(formula, failure);
        }
        let call = Call {
            edge,
            request,
            agreed: agreed.into_iter().map(|(_, term)| term).collect(),
            gives,
        };
        self.enter(draft, position, call);
        Ok(())
    }

    fn enter(&self, draft: &mut Draft, position: usize, call: Call) {
        let meetings = draft.next.meetings.entry(self.group()).or_default();
        if meetings.len() == position {
            let calls = BTreeMap::new();
            meetings.push(Meeting { calls });
        }
        meetings[position].calls.insert(self.process, call);
    }

    /// The position of the meeting of a request.
    fn meeting_of(&self, request: Option<u32>) -> Option<usize> {
        let meetings = self.state.meetings.get(&self.group())?;
        meetings.iter().position(|meeting| {
            let own = meeting.calls.get(&self.process);
            own.is_some_and(|call| call.request == request)
        })
    }

    /// That a call that was begun can be completed.
    pub(super) fn has_met(&self, request: &Request) -> Result<Term, EvalError> {
        let Some(collective) = call_of(self.system, self.process, request.edge) else {
            return Ok(Term::bottom());
        };
        let Some(position) = self.meeting_of(request.number) else {
            return Ok(Term::bottom());
        };
        let values = self.with_kept(&request.kept);
        self.is_complete(collective, &values, &self.callers(position))
    }

    /// Completes a call that was begun.
    pub(super) fn be_over(
        &self,
        draft: &mut Draft,
        collective: &Collective,
        request: &Request,
    ) -> Result<(), EvalError> {
        let Some(position) = self.meeting_of(request.number) else {
            return Ok(());
        };
        let present = self.present(position)?;
        let meetings = draft.next.meetings.get_mut(&self.group());
        let meeting = meetings.and_then(|meetings| meetings.get_mut(position));
        let own = meeting.and_then(|meeting| meeting.calls.get_mut(&self.process));
        let Some(own) = own else { return Ok(()) };
        own.request = None;
        let gives = own.gives.clone();
        let kept = &request.kept;
        self.receive_items(draft, collective, request.edge, kept, &gives, &present)
    }

    /// Takes what the others give.
    fn receive_items(
        &self,
        draft: &mut Draft,
        collective: &Collective,
        edge: usize,
        kept: &[Term],
        own: &[Term],
        present: &[Present],
    ) -> Result<(), EvalError> {
        let mut items = Vec::new();
        let others = present.iter().map(|other| (other.process, &*other.gives));
        for (process, gives) in others.chain([(self.process, own)]) {
            let rank = self.system.processes[process].rank;
            for (position, term) in gives.iter().enumerate() {
                let sort = term.sort().carrier();
                items.push((item(rank, position, sort), term.clone()));
            }
        }
        let mismatch = |what| Failure::Mismatch {
            process: self.process,
            edge,
            other: None,
            what,
        };
        let is_there = |rank: usize| {
            let mut all = present.iter().map(|other| other.process);
            let giver = self.peer(rank);
            giver == self.process || all.any(|process| process == giver)
        };
        let mut terms = Vec::new();
        let demands = collective.demands.iter().filter(|(_, term)| {
            let vars = term.free_vars();
            vars.iter().filter_map(giver).all(is_there)
        });
        let demands: Vec<&(Agreed, Term)> = demands.collect();
        terms.extend(demands.iter().map(|(_, term)| term));
        terms.extend(collective.deliver.iter().map(|(_, term)| term));
        for var in terms.into_iter().flat_map(Term::free_vars) {
            let Some(rank) = giver(&var) else { continue };
            if items.iter().any(|(own, _)| *own == var) {
                continue;
            }
            if is_there(rank) {
                draft.must(Term::bottom(), mismatch(Agreed::Type));
                return Ok(());
            }
            // Nothing depends on it.
            let any = Term::value(Value::default_of(&var.sort));
            items.push((var, any));
        }
        let mut known = self.with_kept(kept);
        for (var, term) in &items {
            known.insert(var.clone(), term.clone());
        }
        for (what, formula) in demands {
            let formula = self.meaning.value(formula, &known)?;
            draft.must(formula, mismatch(*what));
        }
        self.deliver(draft, &collective.deliver, kept, &items)
    }

    /// Forgets the meetings that are over for everybody.
    pub(super) fn tidy(&self, draft: &mut Draft) {
        let group = self.group();
        let size = self.size();
        if let Some(meetings) = draft.next.meetings.get_mut(&group) {
            meetings.retain(|meeting| {
                let mut calls = meeting.calls.values();
                meeting.calls.len() < size || calls.any(|call| call.request.is_some())
            });
            if meetings.is_empty() {
                draft.next.meetings.remove(&group);
            }
        }
    }
}
