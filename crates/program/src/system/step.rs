//! What a step makes of a state: the meaning of a [`System`], on values and on symbols alike.
//!
//! A step may go several ways: because a process may choose, because the network may, or because a
//! symbolic state does not say which of some cases it is in. Each way is named by its *path*, the
//! positions of what was taken among the alternatives one after the other, which are the same for a
//! symbolic state and for the concrete ones that it stands for.

mod matching;
mod meeting;
mod requests;
mod value;

pub use requests::{FIRST_PERSISTENT, NO_REQUEST, is_given_up};
pub use value::value_in;

use std::sync::Arc;

use logic::{EvalError, Integer, Model, Substitution, Symbol, Term, Var};

use super::concrete::Failure;
use super::state::{Maker, Message, Snapshot, State};
use super::{Action, Area, Edge, Presumption, Status, System};
use crate::in_sort;

/// What terms mean.
pub trait Meaning {
    /// The value of a term, given values of variables.
    ///
    /// # Errors
    /// It has none.
    fn value(&self, term: &Term, values: &Substitution) -> Result<Term, EvalError>;
}

/// Values are terms over inputs and constants.
#[derive(Clone, Copy, Debug)]
pub struct Symbolic;

impl Meaning for Symbolic {
    fn value(&self, term: &Term, values: &Substitution) -> Result<Term, EvalError> {
        Ok(match term.as_value() {
            Some(_) => term.clone(),
            None => value_in(term, values),
        })
    }
}

/// Values are literals; the inputs have these.
impl Meaning for Model {
    fn value(&self, term: &Term, values: &Substitution) -> Result<Term, EvalError> {
        let term = Symbolic.value(term, values)?;
        match term.as_value() {
            Some(_) => Ok(term),
            None => Ok(Term::value(self.eval(&term)?)),
        }
    }
}

/// One way of a step: where its guard holds it may be taken, and its duties must hold.
#[derive(Clone, Debug)]
pub struct Step {
    /// Who takes it: a process, or its network, which gives messages to receives of it.
    pub mover: usize,
    /// The edge; of a network, that of the receive.
    pub edge: usize,
    /// Which way it goes.
    pub path: Vec<u32>,
    /// Where it may be taken.
    pub guard: Term,
    /// What must hold then.
    pub duties: Vec<Duty>,
    /// The constant or value that a `havoc` gives.
    pub fresh: Option<Term>,
    /// The state behind it.
    pub next: State,
}

/// What must hold for a step to be no failure.
#[derive(Clone, Debug)]
pub struct Duty {
    /// The formula.
    pub formula: Term,
    /// The failure that it is if the formula does not hold.
    pub failure: Failure,
    /// What it is about, where a proof may assume it instead.
    pub presumption: Option<Presumption>,
}

impl System {
    /// The number of movers: processes, and behind them the network of each process where some receive
    /// from anybody begins before it is completed.
    #[must_use]
    pub fn mover_count(&self) -> usize {
        let count = self.processes.len();
        if self.has_networks() {
            2 * count
        } else {
            count
        }
    }

    fn has_networks(&self) -> bool {
        let mut edges = self.processes.iter().flat_map(|p| p.graph.edges());
        edges.any(|edge| matches!(edge.action, Action::Begin { .. }) && edge.action.is_race())
    }

    /// The process that a mover is, or whose network it is.
    #[must_use]
    pub fn process_of(&self, mover: usize) -> usize {
        mover % self.processes.len()
    }

    /// The mover that is the network of a process.
    #[must_use]
    pub fn network_of(&self, process: usize) -> usize {
        self.processes.len() + process
    }
}

/// The steps of a mover, but those whose guard is false on its face. A `havoc` gives what it is told
/// to.
///
/// # Errors
/// A term has no value.
pub fn steps(
    system: &System,
    meaning: &dyn Meaning,
    state: &State,
    mover: usize,
    fresh: &mut dyn FnMut(&Var) -> Term,
) -> Result<Vec<Step>, EvalError> {
    let process = system.process_of(mover);
    let mut all = Vec::new();
    if mover != process {
        if state.has_open_receive(process) {
            let maker = StepMaker::new(system, meaning, state, process, 0);
            let way = |ways: &mut Ways<'_>| maker.network_step(ways);
            every_way(mover, 0, &mut all, way)?;
        }
        return Ok(all);
    }
    let graph = &system.processes[process].graph;
    for (number, edge) in graph.edges_from(state.at[process]) {
        let maker = StepMaker::new(system, meaning, state, process, number);
        every_way(mover, number, &mut all, |ways| {
            maker.step(edge, ways, fresh)
        })?;
    }
    Ok(all)
}

/// The step of a mover that goes one way; none where it cannot.
///
/// # Errors
/// A term has no value.
pub fn step(
    system: &System,
    meaning: &dyn Meaning,
    state: &State,
    (mover, edge, path): (usize, usize, &[u32]),
    fresh: &mut dyn FnMut(&Var) -> Term,
) -> Result<Option<Step>, EvalError> {
    let all = steps(system, meaning, state, mover, fresh)?;
    let mut all = all.into_iter();
    Ok(all.find(|step| step.edge == edge && step.path == path))
}

/// Takes a step again and again, until all of its ways were gone.
fn every_way(
    mover: usize,
    edge: usize,
    all: &mut Vec<Step>,
    mut way: impl FnMut(&mut Ways<'_>) -> Result<Option<Draft>, EvalError>,
) -> Result<(), EvalError> {
    let mut open = vec![Vec::new()];
    while let Some(given) = open.pop() {
        let mut ways = Ways {
            given: &given,
            path: Vec::new(),
            guard: Vec::new(),
            open: &mut open,
        };
        let Some(draft) = way(&mut ways)? else {
            continue;
        };
        let guard = Term::and(std::mem::take(&mut ways.guard));
        if guard.is_false() {
            continue;
        }
        let path = std::mem::take(&mut ways.path);
        let mut next = draft.next;
        requests::forget_given_up(&mut next);
        all.push(Step {
            mover,
            edge: draft.edge.unwrap_or(edge),
            path,
            guard,
            duties: draft.duties,
            fresh: draft.fresh,
            next,
        });
    }
    Ok(())
}

/// Which way a step goes, as far as it has come.
struct Ways<'w> {
    given: &'w [u32],
    path: Vec<u32>,
    guard: Vec<Term>,
    open: &'w mut Vec<Vec<u32>>,
}

impl Ways<'_> {
    /// One of some alternatives; none where none is possible.
    fn pick(&mut self, alternatives: &[Term]) -> Option<usize> {
        let possible = |position: &usize| !alternatives[*position].is_false();
        let mut positions = (0..alternatives.len()).filter(possible);
        let chosen = match self.given.get(self.path.len()) {
            Some(given) => {
                let given = *given as usize;
                positions.find(|position| *position == given)?
            }
            None => {
                let chosen = positions.next()?;
                let others: Vec<usize> = positions.collect();
                for other in others.into_iter().rev() {
                    let mut path = self.path.clone();
                    path.push(number(other));
                    self.open.push(path);
                }
                chosen
            }
        };
        self.path.push(number(chosen));
        self.guard.push(alternatives[chosen].clone());
        Some(chosen)
    }

    /// The only one of some alternatives that is possible, unless the given way is another one.
    fn pick_sure(&mut self, position: usize) -> Option<()> {
        let given = self.given.get(self.path.len());
        let fits = given.is_none_or(|given| *given as usize == position);
        self.path.push(number(position));
        fits.then_some(())
    }

    /// Whether a formula holds: both, where that is not known.
    fn decide(&mut self, formula: Term) -> Option<bool> {
        let no = Term::not(formula.clone());
        Some(self.pick(&[formula, no])? == 0)
    }

    /// Goes on only where a formula holds.
    fn require(&mut self, formula: Term) -> Option<()> {
        if formula.is_false() {
            return None;
        }
        self.guard.push(formula);
        Some(())
    }
}

fn number(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// A step that is being made.
struct Draft {
    edge: Option<usize>,
    next: State,
    duties: Vec<Duty>,
    fresh: Option<Term>,
}

impl Draft {
    fn must(&mut self, formula: Term, failure: Failure) {
        if !formula.is_true() {
            self.duties.push(Duty {
                formula,
                failure,
                presumption: None,
            });
        }
    }
}

/// Makes the step of an edge.
struct StepMaker<'a> {
    system: &'a System,
    meaning: &'a dyn Meaning,
    state: &'a State,
    process: usize,
    number: usize,
    values: Substitution,
}

type Made<T> = Result<Option<T>, EvalError>;

/// Goes on with what a way has, or ends it.
macro_rules! taken {
    ($way:expr) => {
        match $way {
            Some(value) => value,
            None => return Ok(None),
        }
    };
}
use taken;

impl<'a> StepMaker<'a> {
    fn new(
        system: &'a System,
        meaning: &'a dyn Meaning,
        state: &'a State,
        process: usize,
        number: usize,
    ) -> Self {
        StepMaker {
            system,
            meaning,
            state,
            process,
            number,
            values: valuation(system, state, process),
        }
    }

    fn eval(&self, term: &Term) -> Result<Term, EvalError> {
        self.meaning.value(term, &self.values)
    }

    fn group(&self) -> usize {
        self.system.processes[self.process].group
    }

    fn size(&self) -> usize {
        self.system.group_size(self.group())
    }

    fn peer(&self, rank: usize) -> usize {
        let peer = self.system.process_at(self.group(), rank);
        peer.expect("a group has a process of each of its ranks")
    }

    fn rank_of(&self, process: usize) -> Term {
        Term::int(Integer::from(self.system.processes[process].rank))
    }

    /// The process with a rank; none if there is none, which is a failure.
    fn peer_at(&self, rank: &Term, ways: &mut Ways<'_>) -> Option<Option<usize>> {
        let size = self.size();
        // A literal leaves one alternative, whose position is the rank.
        if let Some(own) = literal(rank).filter(|own| *own < size) {
            ways.pick_sure(own)?;
            return Some(Some(self.peer(own)));
        }
        let is = |own: usize| Term::eq(rank.clone(), Term::int(Integer::from(own)));
        let mut alternatives: Vec<Term> = (0..size).map(is).collect();
        alternatives.push(Term::not(self.in_group(rank)));
        let chosen = ways.pick(&alternatives)?;
        Some((chosen < size).then(|| self.peer(chosen)))
    }

    /// That a rank is one of the group's.
    fn in_group(&self, rank: &Term) -> Term {
        let size = Term::int(Integer::from(self.size()));
        Term::and([
            Term::le(Term::int(0), rank.clone()),
            Term::lt(rank.clone(), size),
        ])
    }

    /// The step that only moves on.
    fn plain(&self, edge: &Edge) -> Result<Draft, EvalError> {
        let mut draft = Draft {
            edge: None,
            next: self.state.clone(),
            duties: Vec::new(),
            fresh: None,
        };
        self.leave(&mut draft, self.process)?;
        draft.next.at[self.process] = edge.to;
        Ok(draft)
    }

    fn astray(&self, draft: &mut Draft, rank: &Term) {
        let failure = Failure::NoSuchProcess {
            process: self.process,
            edge: self.number,
            rank: rank.clone(),
        };
        draft.must(Term::bottom(), failure);
    }

    fn step(
        &self,
        edge: &Edge,
        ways: &mut Ways<'_>,
        fresh: &mut dyn FnMut(&Var) -> Term,
    ) -> Made<Draft> {
        let (process, number) = (self.process, self.number);
        match &edge.action {
            Action::Assume(formula) => {
                let formula = self.eval(formula)?;
                taken!(ways.require(formula));
                Ok(Some(self.plain(edge)?))
            }
            Action::Assign(var, value) => {
                let mut draft = self.plain(edge)?;
                let value = self.eval(value)?;
                self.write(&mut draft, process, var, value);
                Ok(Some(draft))
            }
            Action::Havoc(var) => {
                let mut draft = self.plain(edge)?;
                let value = fresh(var);
                self.write(&mut draft, process, var, value.clone());
                draft.fresh = Some(value);
                Ok(Some(draft))
            }
            Action::Assert(formula) => {
                let mut draft = self.plain(edge)?;
                let failure = Failure::Assertion {
                    process,
                    edge: number,
                };
                draft.must(self.eval(formula)?, failure);
                Ok(Some(draft))
            }
            Action::Presume(formula, what) => {
                let mut draft = self.plain(edge)?;
                let formula = self.eval(formula)?;
                if !formula.is_true() {
                    draft.duties.push(Duty {
                        formula,
                        failure: Failure::Assertion {
                            process,
                            edge: number,
                        },
                        presumption: Some(*what),
                    });
                }
                Ok(Some(draft))
            }
            Action::Use(areas) => {
                let mut draft = self.plain(edge)?;
                let areas = self.areas(areas, &self.values)?;
                self.claim(&mut draft, &areas);
                Ok(Some(draft))
            }
            Action::CollectiveAssert { label, .. } => {
                let mut draft = self.plain(edge)?;
                let snapshot = Snapshot {
                    maker: Maker::Assertion(number),
                    values: self.state.values[process].clone(),
                };
                self.contribute(&mut draft, *label, process, snapshot)?;
                Ok(Some(draft))
            }
            Action::Send { to, tag, value } => {
                let mut draft = self.plain(edge)?;
                let rank = self.eval(to)?;
                let Some(to) = taken!(self.peer_at(&rank, ways)) else {
                    self.astray(&mut draft, &rank);
                    return Ok(Some(draft));
                };
                let message = Message {
                    tag: self.eval(tag)?,
                    value: self.eval(value)?,
                    request: None,
                    aside: None,
                };
                taken!(self.post(&mut draft, to, message, ways)?);
                Ok(Some(draft))
            }
            Action::Flush { to, tag } => {
                let mut draft = self.plain(edge)?;
                let rank = self.eval(to)?;
                let Some(to) = taken!(self.peer_at(&rank, ways)) else {
                    self.astray(&mut draft, &rank);
                    return Ok(Some(draft));
                };
                let tag = self.eval(tag)?;
                let queue = self.state.queue(process, to).iter();
                let gone = queue.map(|other| Term::ne(other.tag.clone(), tag.clone()));
                taken!(ways.require(Term::and(gone)));
                Ok(Some(draft))
            }
            Action::MayWait { to, tag, into } => {
                let mut draft = self.plain(edge)?;
                let rank = self.eval(to)?;
                let Some(to) = taken!(self.peer_at(&rank, ways)) else {
                    self.astray(&mut draft, &rank);
                    return Ok(Some(draft));
                };
                let tag = self.eval(tag)?;
                let queue = self.state.queue(process, to).iter();
                let left = queue.map(|other| Term::eq(other.tag.clone(), tag.clone()));
                let left = Term::or(left);
                let waits = taken!(ways.pick(&[Term::top(), left])) == 1;
                self.write(&mut draft, process, into, Term::bool(waits));
                Ok(Some(draft))
            }
            Action::Receive {
                from,
                tag,
                into,
                sender_into,
                tag_into,
            } => {
                let mut draft = self.plain(edge)?;
                let Some((from, position)) = taken!(self.find(&mut draft, from, tag, ways)?) else {
                    return Ok(Some(draft));
                };
                let message = self.take(&mut draft, from, process, position);
                let sender = self.rank_of(from);
                let written = [
                    (Some(into), message.value),
                    (sender_into.as_ref(), sender),
                    (tag_into.as_ref(), message.tag),
                ];
                for (var, value) in written {
                    if let Some(var) = var {
                        self.write(&mut draft, process, var, value);
                    }
                }
                Ok(Some(draft))
            }
            Action::Probe {
                from,
                tag,
                status,
                measures,
                waits,
                found_into,
                aside_into,
            } => {
                let mut draft = self.plain(edge)?;
                if !waits && taken!(ways.pick(&[Term::top(), Term::top()])) == 1 {
                    self.note(&mut draft, found_into.as_ref(), 0);
                    return Ok(Some(draft));
                }
                let Some((from, position)) = taken!(self.find(&mut draft, from, tag, ways)?) else {
                    return Ok(Some(draft));
                };
                self.note(&mut draft, found_into.as_ref(), 1);
                let message = self.state.queue(from, process)[position].clone();
                let measured = self.measured(measures, &message.value)?;
                self.tell(&mut draft, status, (from, message.tag), measured);
                if let Some(var) = aside_into {
                    self.put(&mut draft, (from, position), var);
                }
                Ok(Some(draft))
            }
            Action::Collective(collective) => self.meet(edge, collective, ways),
            Action::Begin {
                operation,
                into,
                avoids,
            } => self.begin(edge, operation, (into, avoids), ways),
            Action::Start { request } => self.start(edge, request, ways),
            Action::Complete(completion) => self.complete(edge, completion, ways),
            Action::Free { request } => self.free(edge, request, ways),
            Action::Finish => self.finish(edge),
        }
    }

    /// Puts a message aside.
    fn put(&self, draft: &mut Draft, (from, position): (usize, usize), into: &Var) {
        let taken: Vec<u32> = self.all_aside().map(|(_, _, number)| number).collect();
        let number = (1..).find(|number| !taken.contains(number));
        let number = number.unwrap_or(u32::MAX);
        let queue = draft.next.queues.get_mut(&(from, self.process));
        if let Some(message) = queue.and_then(|queue| queue.get_mut(position)) {
            message.aside = Some(number);
        }
        self.write(draft, self.process, into, Term::int(i64::from(number)));
    }

    /// Writes a small number, where there is a variable for it.
    fn note(&self, draft: &mut Draft, var: Option<&Var>, value: i64) {
        if let Some(var) = var {
            self.write(draft, self.process, var, Term::int(value));
        }
    }

    /// Writes what is known of a message.
    fn tell(
        &self,
        draft: &mut Draft,
        status: &Status,
        (from, tag): (usize, Term),
        measured: Vec<Term>,
    ) {
        let rank = (&status.source, self.rank_of(from));
        for (var, value) in [rank, (&status.tag, tag)] {
            if let Some(var) = var {
                self.write(draft, self.process, var, value);
            }
        }
        for (var, value) in status.measures.iter().zip(measured) {
            self.write(draft, self.process, var, value);
        }
    }

    /// What is measured of a message.
    fn measured(&self, measures: &[Term], value: &Term) -> Result<Vec<Term>, EvalError> {
        let message = super::message(value.sort().carrier());
        let values = Substitution::from_iter([(message, value.clone())]);
        let measures = measures.iter();
        measures
            .map(|measure| self.meaning.value(measure, &values))
            .collect()
    }

    fn areas(&self, areas: &[Area], values: &Substitution) -> Result<Vec<Area>, EvalError> {
        let mut failed = None;
        let mut value = |term: &Term| match self.meaning.value(term, values) {
            Ok(value) => value,
            Err(error) => {
                failed = Some(error);
                term.clone()
            }
        };
        let areas = areas.iter().map(|area| area.map(&mut value)).collect();
        match failed {
            Some(error) => Err(error),
            None => Ok(areas),
        }
    }

    /// Nothing under way uses these areas.
    fn claim(&self, draft: &mut Draft, areas: &[Area]) {
        let mut duties = Vec::new();
        for request in &self.state.requests[self.process] {
            let clashes = areas.iter().flat_map(|area| {
                let own = request.areas.iter();
                own.filter_map(|other| area.clashes_with(other))
            });
            let clashes: Vec<Term> = clashes.collect();
            if !clashes.is_empty() {
                duties.push((Term::not(Term::or(clashes)), request.edge));
            }
        }
        for (formula, by) in duties {
            let failure = Failure::InUse {
                process: self.process,
                edge: self.number,
                by,
            };
            draft.must(formula, failure);
        }
    }

    fn write(&self, draft: &mut Draft, process: usize, var: &Var, value: Term) {
        let mut variables = self.system.processes[process].variables.iter();
        let position = variables.position(|variable| variable.var == *var);
        let fits = value.sort().carrier() == var.sort.carrier();
        match position {
            Some(position) if fits => {
                let failure = Failure::OutOfRange {
                    process,
                    var: var.name,
                    value: value.clone(),
                };
                draft.must(in_sort(&value, &var.sort), failure);
                Arc::make_mut(&mut draft.next.values[process])[position] = value;
            }
            _ => {
                let edge = self.number;
                draft.must(Term::bottom(), Failure::WrongSort { process, edge });
            }
        }
    }

    /// Leaves the place where a process is: an invariant there gets a snapshot.
    fn leave(&self, draft: &mut Draft, process: usize) -> Result<(), EvalError> {
        let graph = &self.system.processes[process].graph;
        let at = draft.next.at[process];
        let Some((label, _)) = graph.invariant(at) else {
            return Ok(());
        };
        let snapshot = Snapshot {
            maker: Maker::Invariant(at),
            values: draft.next.values[process].clone(),
        };
        self.contribute(draft, label, process, snapshot)
    }

    /// Adds a snapshot; where it completes a collective assertion, that is a duty.
    fn contribute(
        &self,
        draft: &mut Draft,
        label: Symbol,
        process: usize,
        snapshot: Snapshot,
    ) -> Result<(), EvalError> {
        let snapshots = &mut draft.next.snapshots;
        snapshots
            .entry((label, process))
            .or_default()
            .push(snapshot);
        let participants = self.system.participants(label);
        let has = |p: &usize| snapshots.contains_key(&(label, *p));
        if !participants.iter().all(has) {
            return Ok(());
        }
        let mut together = Substitution::new();
        let mut formulas = Vec::new();
        for participant in participants {
            let Some(queue) = snapshots.get_mut(&(label, participant)) else {
                continue;
            };
            let snapshot = queue.remove(0);
            if queue.is_empty() {
                snapshots.remove(&(label, participant));
            }
            let variables = self.system.processes[participant].variables.iter();
            for (variable, value) in variables.zip(snapshot.values.iter()) {
                together.insert(variable.var.clone(), value.clone());
            }
            let formula = formula_of(self.system, participant, snapshot.maker);
            formulas.extend(formula.map(|formula| (participant, formula)));
        }
        for (claimant, formula) in formulas {
            let formula = self.meaning.value(formula, &together)?;
            draft.must(formula, Failure::Collective { label, claimant });
        }
        Ok(())
    }
}

/// The formula that a maker of snapshots claims.
#[must_use]
pub fn formula_of(system: &System, process: usize, maker: Maker) -> Option<&Term> {
    let graph = &system.processes[process].graph;
    match maker {
        Maker::Assertion(edge) => match &graph.edges().get(edge)?.action {
            Action::CollectiveAssert { formula, .. } => Some(formula),
            _ => None,
        },
        Maker::Invariant(at) => graph.invariant(at).map(|(_, formula)| formula),
    }
}

/// The values of the variables of a process.
#[must_use]
pub fn valuation(system: &System, state: &State, process: usize) -> Substitution {
    let variables = system.processes[process].variables.iter();
    let pairs = variables.zip(state.values[process].iter());
    pairs
        .map(|(variable, value)| (variable.var.clone(), value.clone()))
        .collect()
}

/// The rank that a source certainly is, if it is a literal.
pub(crate) fn literal(term: &Term) -> Option<usize> {
    let number = term.as_value()?.as_int()?.to_i64()?;
    usize::try_from(number).ok()
}
