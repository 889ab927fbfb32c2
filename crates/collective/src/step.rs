//! The steps of a symbolic state.

use std::rc::Rc;

use evidence::collective::Maker;
use logic::{Integer, Substitution, Symbol, Term, Var};
use program::system::{Action, Collective, Edge, Source};

use crate::state::{Context, Snap, State};

/// One case of a step: where its guard holds, it is taken, and its duties must hold.
#[derive(Clone)]
pub(crate) struct Step {
    pub(crate) process: usize,
    pub(crate) edge: usize,
    pub(crate) peer: Option<usize>,
    pub(crate) position: Option<usize>,
    pub(crate) guard: Term,
    pub(crate) duties: Vec<Term>,
    /// The constant that a `havoc` gives.
    pub(crate) fresh: Option<Var>,
    pub(crate) next: State,
}

/// All cases of the steps of a process, but those whose guard is false on its face. A `havoc` gives
/// the constant that it is asked to.
pub(crate) fn steps(
    context: &Context<'_>,
    state: &State,
    process: usize,
    fresh: &mut dyn FnMut(&Var) -> Var,
) -> Vec<Step> {
    let edges = context.edges(state, process);
    let valuation = state.valuation(context, process);
    let unrolled =
        is_decided(context, state, process, &valuation) && !is_told(context, state, process);
    let mut all = Vec::new();
    for (number, edge) in edges {
        let maker = StepMaker {
            context,
            state,
            process,
            number,
            edge,
            valuation: &valuation,
            unrolled,
        };
        maker.make(fresh, &mut all);
    }
    all.retain(|step| !step.guard.is_false());
    all
}

/// How often a loop whose condition is decided by constants is unrolled, and how often one goes
/// round at once whose condition is decided by what others have sent.
const MOST_UNROLLED: u32 = 300;
const MOST_TOLD: u32 = 8;

/// Whether a process at the head of a loop has its way decided by constants: then it goes on at
/// once. A condition that depends on no variable decides nothing that could ever change.
pub(crate) fn is_decided(
    context: &Context<'_>,
    state: &State,
    process: usize,
    valuation: &Substitution,
) -> bool {
    if !state.is_at_head(context, process) {
        return false;
    }
    let most = match is_told(context, state, process) {
        true => MOST_TOLD,
        false => MOST_UNROLLED,
    };
    let rounds = state.nests[process].last();
    let tired = rounds.is_some_and(|r| r.head == state.at[process] && r.passes >= most);
    let edges = context.edges(state, process);
    !tired
        && edges.iter().all(|(_, edge)| match &edge.action {
            Action::Assume(formula) => {
                !formula.free_vars().is_empty() && valuation.apply(formula).as_value().is_some()
            }
            _ => false,
        })
}

/// Whether the way of a process at the head of a loop depends on what others send: then constants
/// say nothing of how often it will go round, and its iterations are not told apart.
fn is_told(context: &Context<'_>, state: &State, process: usize) -> bool {
    context.told[process].contains(&state.at[process])
}

struct StepMaker<'c, 'a> {
    context: &'c Context<'a>,
    state: &'c State,
    process: usize,
    number: usize,
    edge: &'a Edge,
    valuation: &'c Substitution,
    unrolled: bool,
}

impl StepMaker<'_, '_> {
    fn eval(&self, term: &Term) -> Term {
        self.valuation.apply(term)
    }

    /// The step that only moves on.
    fn plain(&self, guard: Term) -> Step {
        let mut step = Step {
            process: self.process,
            edge: self.number,
            peer: None,
            position: None,
            guard,
            duties: Vec::new(),
            fresh: None,
            next: self.state.clone(),
        };
        step.leave(self.context, self.process);
        step.next
            .advance(self.context, self.process, self.edge, self.unrolled);
        step
    }

    fn peers(&self) -> impl Iterator<Item = (usize, Term)> + '_ {
        let group = &self.context.groups[self.process];
        let ranks = group.iter().enumerate();
        ranks.map(|(rank, peer)| (*peer, Term::int(Integer::from(rank))))
    }

    /// That a rank is one of the group's.
    fn in_group(&self, rank: &Term) -> Term {
        let size = Integer::from(self.context.groups[self.process].len());
        Term::and([
            Term::le(Term::int(0), rank.clone()),
            Term::lt(rank.clone(), Term::int(size)),
        ])
    }

    /// The failing case in which no process has the rank.
    fn astray(&self, rank: &Term, all: &mut Vec<Step>) {
        let mut step = self.plain(Term::not(self.in_group(rank)));
        step.duties = vec![Term::bottom()];
        all.push(step);
    }

    fn make(&self, fresh: &mut dyn FnMut(&Var) -> Var, all: &mut Vec<Step>) {
        match &self.edge.action {
            Action::Assume(formula) => {
                let guard = self.eval(formula);
                if !guard.is_false() {
                    all.push(self.plain(guard));
                }
            }
            Action::Assign(var, value) => {
                let mut step = self.plain(Term::top());
                step.write(self.context, self.process, var, self.eval(value));
                all.push(step);
            }
            Action::Havoc(var) => {
                let mut step = self.plain(Term::top());
                let new = fresh(var);
                step.write(self.context, self.process, var, new.term());
                step.fresh = Some(new);
                all.push(step);
            }
            Action::Assert(formula) => {
                let mut step = self.plain(Term::top());
                step.duties.push(self.eval(formula));
                all.push(step);
            }
            Action::CollectiveAssert { label, .. } => {
                let mut step = self.plain(Term::top());
                let snap = Snap {
                    maker: Maker::Assertion(number(self.number)),
                    values: self.state.values[self.process].clone(),
                };
                step.contribute(self.context, *label, self.process, snap);
                all.push(step);
            }
            Action::Send { to, tag, value } => {
                let rank = self.eval(to);
                let message = (self.eval(tag), self.eval(value));
                for (peer, is) in self.peers() {
                    let guard = Term::eq(rank.clone(), is);
                    if !guard.is_false() {
                        let mut step = self.plain(guard);
                        step.peer = Some(peer);
                        let queue = step.next.queues.entry((self.process, peer)).or_default();
                        queue.push(message.clone());
                        all.push(step);
                    }
                }
                self.astray(&rank, all);
            }
            Action::Flush { to, tag } => {
                let (rank, tag) = (self.eval(to), self.eval(tag));
                for (peer, is) in self.peers() {
                    let queue = self.state.queue(self.process, peer).iter();
                    let gone = queue.map(|(other, _)| Term::ne(other.clone(), tag.clone()));
                    let guard = Term::and(gone.chain([Term::eq(rank.clone(), is)]));
                    if !guard.is_false() {
                        let mut step = self.plain(guard);
                        step.peer = Some(peer);
                        all.push(step);
                    }
                }
                self.astray(&rank, all);
            }
            Action::Receive {
                from,
                tag,
                into,
                sender_into,
                tag_into,
            } => {
                let tag = tag.as_ref().map(|tag| self.eval(tag));
                let rank = match from {
                    Source::Any => None,
                    Source::Rank(rank) => Some(self.eval(rank)),
                };
                for (peer, is) in self.peers() {
                    let chosen = match &rank {
                        None => Term::top(),
                        Some(rank) => Term::eq(rank.clone(), is.clone()),
                    };
                    let queue = self.state.queue(peer, self.process);
                    let mut earlier = vec![chosen];
                    for (position, (other, value)) in queue.iter().enumerate() {
                        let here = match &tag {
                            Some(tag) => Term::eq(other.clone(), tag.clone()),
                            None => Term::top(),
                        };
                        let guard = Term::and(earlier.iter().cloned().chain([here.clone()]));
                        earlier.push(Term::not(here));
                        if guard.is_false() {
                            continue;
                        }
                        let mut step = self.plain(guard);
                        step.peer = Some(peer);
                        step.position = Some(position);
                        step.next.take(peer, self.process, position);
                        step.write(self.context, self.process, into, value.clone());
                        if let Some(var) = sender_into {
                            step.write(self.context, self.process, var, is.clone());
                        }
                        if let Some(var) = tag_into {
                            step.write(self.context, self.process, var, other.clone());
                        }
                        all.push(step);
                    }
                }
                if let Some(rank) = rank {
                    self.astray(&rank, all);
                }
            }
            Action::Collective(_) => self.meet(all),
        }
    }

    /// A collective operation of the group, made by its first process.
    fn meet(&self, all: &mut Vec<Step>) {
        let Some(partners) = partners(self.context, self.state, self.process) else {
            return;
        };
        if partners[0].0 != self.process {
            return;
        }
        match partners[0].2.root() {
            None => all.push(self.meet_at(&partners, None, Term::top())),
            Some(root) => {
                let root = self.eval(root);
                for (peer, is) in self.peers() {
                    let guard = Term::eq(root.clone(), is.clone());
                    if guard.is_false() {
                        continue;
                    }
                    let mut step = self.meet_at(&partners, Some(peer), guard);
                    for (partner, _, collective) in &partners {
                        let valuation = self.state.valuation(self.context, *partner);
                        let other = collective.root().map(|root| valuation.apply(root));
                        let same = other.map(|other| Term::eq(other, is.clone()));
                        step.duties.push(same.unwrap_or_else(Term::bottom));
                    }
                    all.push(step);
                }
                self.astray(&root, all);
            }
        }
    }

    fn meet_at(
        &self,
        partners: &[(usize, &Edge, &Collective)],
        root: Option<usize>,
        guard: Term,
    ) -> Step {
        let mut step = Step {
            process: self.process,
            edge: self.number,
            peer: root,
            position: None,
            guard,
            duties: Vec::new(),
            fresh: None,
            next: self.state.clone(),
        };
        let mut result: Option<Term> = None;
        for (partner, _, collective) in partners {
            let valuation = self.state.valuation(self.context, *partner);
            match collective {
                Collective::Barrier => {}
                Collective::Broadcast { var, .. } if root == Some(*partner) => {
                    result = Some(valuation.apply(&var.term()));
                }
                Collective::Broadcast { .. } => {}
                Collective::Reduce { op, value, .. } => {
                    let value = valuation.apply(value);
                    result = match result {
                        None => Some(value),
                        Some(sum) if sum.sort().carrier() == value.sort().carrier() => {
                            Some(op.combine(sum, value))
                        }
                        Some(sum) => {
                            step.duties.push(Term::bottom());
                            Some(sum)
                        }
                    };
                }
            }
        }
        for (partner, edge, collective) in partners {
            step.leave(self.context, *partner);
            let target = match collective {
                Collective::Barrier => None,
                Collective::Broadcast { var, .. } => Some(var),
                Collective::Reduce { into, .. } => {
                    root.is_none_or(|root| root == *partner).then_some(into)
                }
            };
            if let (Some(var), Some(value)) = (target, &result) {
                step.write(self.context, *partner, var, value.clone());
            }
            step.next.advance(self.context, *partner, edge, false);
        }
        step
    }
}

/// The processes of the group with their edges, where all are at collective operations that agree.
pub(crate) fn partners<'a>(
    context: &Context<'a>,
    state: &State,
    process: usize,
) -> Option<Vec<(usize, &'a Edge, &'a Collective)>> {
    let at = |process: usize| {
        let edge = context.communication(state, process)?;
        match &edge.action {
            Action::Collective(collective) => Some((process, edge, collective)),
            _ => None,
        }
    };
    let (_, _, own) = at(process)?;
    let group = context.groups[process].iter();
    let all: Vec<_> = group.map(|p| at(*p)).collect::<Option<_>>()?;
    all.iter()
        .all(|(_, _, c)| own.agrees_with(c))
        .then_some(all)
}

pub(crate) fn number(position: usize) -> u32 {
    u32::try_from(position).expect("systems have fewer than 2^32 parts")
}

impl State {
    fn take(&mut self, from: usize, to: usize, position: usize) {
        if let Some(queue) = self.queues.get_mut(&(from, to)) {
            queue.remove(position);
            if queue.is_empty() {
                self.queues.remove(&(from, to));
            }
        }
    }
}

impl Step {
    fn write(&mut self, context: &Context<'_>, process: usize, var: &Var, value: Term) {
        let mut variables = context.system.processes[process].variables.iter();
        let position = variables.position(|variable| variable.var == *var);
        let fits = value.sort().carrier() == var.sort.carrier();
        match position {
            Some(position) if fits => {
                self.duties.push(program::in_sort(&value, &var.sort));
                Rc::make_mut(&mut self.next.values[process])[position] = value;
            }
            _ => self.duties.push(Term::bottom()),
        }
    }

    /// Leaves the place where a process is: an invariant there gets a snapshot.
    fn leave(&mut self, context: &Context<'_>, process: usize) {
        let graph = &context.system.processes[process].graph;
        let at = self.next.at[process];
        if let Some((label, _)) = graph.invariant(at) {
            let snap = Snap {
                maker: Maker::Invariant(number(at.index())),
                values: self.next.values[process].clone(),
            };
            self.contribute(context, label, process, snap);
        }
    }

    /// Adds a snapshot; where it completes a collective assertion, that is a duty.
    fn contribute(&mut self, context: &Context<'_>, label: Symbol, process: usize, snap: Snap) {
        let snapshots = &mut self.next.snapshots;
        snapshots.entry((label, process)).or_default().push(snap);
        let participants = &context.participants[&label];
        if !participants
            .iter()
            .all(|p| snapshots.contains_key(&(label, *p)))
        {
            return;
        }
        let mut together = Substitution::new();
        let mut formulas = Vec::new();
        for participant in participants {
            let Some(queue) = snapshots.get_mut(&(label, *participant)) else {
                continue;
            };
            let snap = queue.remove(0);
            if queue.is_empty() {
                snapshots.remove(&(label, *participant));
            }
            let process = &context.system.processes[*participant];
            for (variable, value) in process.variables.iter().zip(snap.values.iter()) {
                together.insert(variable.var.clone(), value.clone());
            }
            formulas.extend(formula_of(context, *participant, snap.maker));
        }
        let duties = formulas.iter().map(|formula| together.apply(formula));
        self.duties.extend(duties);
    }
}

/// The formula that a maker of snapshots claims.
fn formula_of(context: &Context<'_>, process: usize, maker: Maker) -> Option<Term> {
    let graph = &context.system.processes[process].graph;
    match maker {
        Maker::Assertion(edge) => match &graph.edges()[edge as usize].action {
            Action::CollectiveAssert { formula, .. } => Some(formula.clone()),
            _ => None,
        },
        Maker::Invariant(at) => {
            let (_, formula) = graph.invariant(program::Location::at(at as usize))?;
            Some(formula.clone())
        }
    }
}
