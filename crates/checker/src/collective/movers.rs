//! Whether the movers of a node may go first, and what must hold where nobody can move.
//!
//! The movers are the processes, and the networks that give messages to receives which have begun and
//! take from anybody. A single mover may go first where its steps are a *persistent set*: whatever the
//! others do without it, they neither enable, disable nor change a step of it, and none of their steps
//! fails to commute with one of its. Processes share nothing but queues and meetings, so this holds
//!
//! - for steps that concern only the process itself;
//! - for sending, and for beginning an operation: both are always possible. A message is appended to a
//!   queue of which others only take the first message that fits; a receive that names its sender gets
//!   a message that does not depend on the order of these steps; one from anybody gets none here; and
//!   a call of a group's operation is put beside those of others;
//! - for a receive from a certain process that finds its message: nobody else takes from that queue
//!   what fits it, and more messages behind it change nothing. The same for looking at it, for waiting
//!   until messages of the process's own are received once they are, for completing what can be
//!   completed, and for a call of a group's operation whose partners are there;
//! - for a receive from any process, where each process that could still send a message to it before
//!   it moves has one in the queue already, and for a network in the same way. Where receives of the
//!   same process have begun that take from anybody, which message is left depends on the network:
//!   then it does not hold;
//! - but for none of these where the step completes a receive whose message is a send of another process
//!   that it has given up or may yet give up, and that process may move before: whether it may write what
//!   it has sent depends on which comes first. Its own steps may go first, as whatever it may access while
//!   more is in use, it may access later;
//! - for what sees whether something else has happened, or takes the first of several that can be
//!   completed, where all of them can be, or nobody else can move before.

use std::collections::BTreeSet;

use logic::Term;
use program::system::{
    Action, Awaits, Completion, Edge, OperationKind, Source, Stage, State, Step, is_given_up,
    valuation, value_in,
};

use super::Checker;
use crate::{Rejected, broken};

impl Checker<'_> {
    /// The movers are all there are, or a persistent set with a step in every concrete state.
    pub(super) fn rule_movers(
        &mut self,
        number: u32,
        state: &State,
        movers: &BTreeSet<usize>,
        steps: &[Step],
    ) -> Result<(), Rejected> {
        let some_step = some(steps);
        if movers.len() == self.system.mover_count() {
            return self.rule_end(number, state, &some_step);
        }
        let wrong = |what: &str| broken("Movers", format!("node {number}: {what}"));
        let (Some(first), None) = (movers.first().copied(), movers.iter().nth(1)) else {
            return Err(wrong("neither one nor all of them move"));
        };
        if self.ends_given_up_send(state, first) {
            return Err(wrong(
                "what is completed gives memory of another process free",
            ));
        }
        for tag in self.open_receives(number, state, first)? {
            let receiver = self.system.process_of(first);
            for sender in self.possible_senders(state, first, tag.as_ref()) {
                let queue = state.queue(sender, receiver).iter();
                let open = queue.filter(|message| message.aside.is_none());
                let there = open.map(|message| match &tag {
                    Some(tag) => Term::eq(message.tag.clone(), tag.clone()),
                    None => Term::top(),
                });
                self.prove("Movers", &Term::or(there), || {
                    format!("node {number}: process {sender} may still send to process {receiver}")
                })?;
            }
        }
        self.prove("Movers", &some_step, || {
            format!("node {number}: mover {first} may be unable to move")
        })
    }

    /// Whether a step of a mover may complete the receive of what another process has sent by an operation
    /// that it has given up or may give up, and which may move before. What networks do completes nothing.
    fn ends_given_up_send(&self, state: &State, mover: usize) -> bool {
        if self.system.process_of(mover) != mover {
            return false;
        }
        let Some(edge) = self.communication(state, mover) else {
            return false;
        };
        let sends: Vec<(usize, u32)> = match &edge.action {
            Action::Receive { .. } => {
                let queues = state.queues.iter().filter(|((_, to), _)| *to == mover);
                let sent = queues.flat_map(|((from, _), queue)| {
                    let requests = queue.iter().filter_map(|message| message.request);
                    requests.map(|request| (*from, request))
                });
                sent.collect()
            }
            Action::Complete(_) => {
                let received = state.requests[mover].iter();
                let sent = received.filter_map(|own| match &own.stage {
                    Stage::Received { from, request, .. } => Some((*from, (*request)?)),
                    _ => None,
                });
                sent.collect()
            }
            _ => return false,
        };
        let may_be_given_up = |(sender, request): &(usize, u32)| {
            let graph = &self.system.processes[*sender].graph;
            let edges = graph.edges().iter();
            let mut frees = edges.filter(|edge| matches!(edge.action, Action::Free { .. }));
            is_given_up(*request)
                || frees.clone().next().is_some() && {
                    let reached = graph.reachable_from(state.at[*sender]);
                    frees.any(|edge| reached[edge.from.index()])
                }
        };
        let of_others = sends.into_iter().filter(|(sender, _)| *sender != mover);
        let mut given_up = of_others.filter(may_be_given_up).peekable();
        given_up.peek().is_some() && {
            let awake = self.awake(state, mover);
            given_up.any(|(sender, _)| awake.contains(&sender))
        }
    }

    /// The tags of the receives of a mover that take from anybody.
    fn open_receives(
        &self,
        number: u32,
        state: &State,
        mover: usize,
    ) -> Result<Vec<Option<Term>>, Rejected> {
        let process = self.system.process_of(mover);
        let wrong = |what: &str| broken("Movers", format!("node {number}: {what}"));
        if process != mover {
            let receiving = state.receiving(process);
            let any = receiving.filter(|(_, from, _)| **from == Source::Any);
            return Ok(any.map(|(_, _, tag)| tag.cloned()).collect());
        }
        let Some(edge) = self.communication(state, process) else {
            return Ok(Vec::new());
        };
        if !edge.action.is_race() {
            return Ok(Vec::new());
        }
        match &edge.action {
            Action::Receive { tag, .. } | Action::Probe { tag, .. } => {
                if state.has_open_receive(process) {
                    return Err(wrong("the network of the process may go first"));
                }
                let values = valuation(self.system, state, process);
                Ok(vec![tag.as_ref().map(|tag| value_in(tag, &values))])
            }
            Action::Complete(completion) => {
                let is_clear = self.is_clear(state, process, completion);
                match is_clear || self.is_alone(state, process) {
                    true => Ok(Vec::new()),
                    false => Err(wrong("what can be completed may depend on others")),
                }
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Whether all that a process wants to complete can be completed already.
    fn is_clear(&self, state: &State, process: usize, completion: &Completion) -> bool {
        let values = valuation(self.system, state, process);
        completion.requests.iter().all(|request| {
            let value = value_in(request, &values);
            let number = value.as_value().and_then(|v| v.as_int()?.to_i64());
            let Some(number) = number.and_then(|number| u32::try_from(number).ok()) else {
                return false;
            };
            match state.request(process, number) {
                None => true,
                Some(request) => matches!(
                    request.stage,
                    Stage::Inactive | Stage::Sent | Stage::Received { .. }
                ),
            }
        })
    }

    /// Where nobody can move, everybody has ended as the claim demands, or somebody has stopped at
    /// an assumption.
    fn rule_end(&mut self, number: u32, state: &State, some_step: &Term) -> Result<(), Rejected> {
        let system = self.system;
        let processes = 0..system.processes.len();
        let has_ended = |p: &usize| state.at[*p] == system.processes[*p].graph.exit();
        let mut running = processes.filter(|p| !has_ended(p)).peekable();
        if running.peek().is_some() {
            // A process at steps of its own that cannot take one has stopped.
            let waits = |p: usize| self.communication(state, p).is_some();
            if running.all(waits) {
                self.prove("End", some_step, || format!("node {number}: a deadlock"))?;
            }
            return Ok(());
        }
        let must_meet = |snapshot: &program::system::Snapshot| {
            matches!(snapshot.maker, program::system::Maker::Assertion(_))
        };
        if state.snapshots.values().flatten().any(must_meet) {
            self.prove("End", &Term::bottom(), || {
                format!("node {number}: a collective assertion lacks partners")
            })?;
        }
        if system.leaves_no_messages && !state.queues.is_empty() {
            self.prove("End", &Term::bottom(), || {
                format!("node {number}: a message is left")
            })?;
        }
        let is_open =
            |request: &program::system::Request| matches!(request.stage, Stage::Receiving(..));
        if system.leaves_no_messages && state.requests.iter().flatten().any(is_open) {
            self.prove("End", &Term::bottom(), || {
                format!("node {number}: a receive has got no message")
            })?;
        }
        let mut values = logic::Substitution::new();
        for process in 0..system.processes.len() {
            for (var, value) in valuation(system, state, process).iter() {
                values.insert(var.clone(), value.clone());
            }
        }
        self.prove("End", &values.apply(&system.ensures), || {
            format!("node {number}: what should hold at the end may not")
        })
    }

    /// The edge of a process that communicates, if it is at one.
    fn communication(&self, state: &State, process: usize) -> Option<&Edge> {
        let graph = &self.system.processes[process].graph;
        let mut edges = graph.edges_from(state.at[process]);
        let (_, edge) = edges.find(|(_, edge)| !edge.action.is_local())?;
        Some(edge)
    }

    /// Whether a mover surely cannot move, in any concrete state.
    pub(super) fn is_disabled(&self, state: &State, mover: usize) -> bool {
        let process = self.system.process_of(mover);
        if process == mover {
            if state.at[process] == self.system.processes[process].graph.exit() {
                return true;
            }
            if self.communication(state, process).is_none() {
                return false;
            }
        }
        self.steps(state, mover, 0).is_empty()
    }

    /// The process of the same group that a rank surely is.
    fn sure_peer(&self, state: &State, process: usize, rank: &Term) -> Option<usize> {
        let rank = value_in(rank, &valuation(self.system, state, process));
        let rank = rank.as_value()?.as_int()?.to_i64()?;
        let group = self.system.processes[process].group;
        self.system.process_at(group, usize::try_from(rank).ok()?)
    }

    /// Whether nothing else of the group of a process can move before it does: no process and no
    /// network, its own included.
    fn is_alone(&self, state: &State, process: usize) -> bool {
        let mut group = self.system.group(self.system.processes[process].group);
        !group.any(|p| state.has_open_receive(p)) && self.awake(state, process).is_empty()
    }

    /// The processes of the group of a mover that may move before it does. Where the mover is a
    /// network, its process is one of them.
    fn awake(&self, state: &State, mover: usize) -> BTreeSet<usize> {
        let process = self.system.process_of(mover);
        let still = (process == mover).then_some(process);
        let group: Vec<usize> = self
            .system
            .group(self.system.processes[process].group)
            .collect();
        // A network may wake anybody who waits for one of its messages to be received or to arrive.
        let has_network = group.iter().any(|p| state.has_open_receive(*p));
        let mut awake = BTreeSet::new();
        loop {
            let woken: Vec<usize> = group
                .iter()
                .copied()
                .filter(|p| Some(*p) != still && !awake.contains(p))
                .filter(|p| !self.sleeps(state, *p, still, &awake, has_network))
                .collect();
            if woken.is_empty() {
                return awake;
            }
            awake.extend(woken);
        }
    }

    /// Whether a process cannot move while only those that are awake do, and one stands still.
    fn sleeps(
        &self,
        state: &State,
        process: usize,
        still: Option<usize>,
        awake: &BTreeSet<usize>,
        has_network: bool,
    ) -> bool {
        if !self.is_disabled(state, process) {
            return false;
        }
        let Some(edge) = self.communication(state, process) else {
            return true;
        };
        let nobody = awake.is_empty() && !has_network;
        let waits_only_for = |rank: &Term| {
            let peer = self.sure_peer(state, process, rank);
            peer.is_some_and(|peer| !awake.contains(&peer))
        };
        match &edge.action {
            Action::Receive { from, .. } | Action::Probe { from, .. } => match from {
                Source::Rank(rank) if state.requests[process].is_empty() => waits_only_for(rank),
                _ => nobody,
            },
            Action::Flush { to, .. } => !has_network && waits_only_for(to),
            Action::Collective(collective)
                if collective.awaits == Awaits::All
                    && let Some(still) = still =>
            {
                // It needs the one that stands still, unless that has called before.
                let group = self.system.processes[still].group;
                let has_called = state.called(group, still) > state.called(group, process);
                let is_calling = self
                    .communication(state, still)
                    .is_some_and(|edge| matches!(edge.action, Action::Collective(_)));
                !has_called && !is_calling || nobody
            }
            _ => nobody,
        }
    }

    /// The processes that may send a message with this tag to the process of a mover before that one
    /// moves.
    fn possible_senders(&self, state: &State, mover: usize, tag: Option<&Term>) -> Vec<usize> {
        let receiver = self.system.process_of(mover);
        let rank = self.system.processes[receiver].rank;
        let may_fit = |to: &Term, sent: &Term| {
            let elsewhere = to.as_value().is_some()
                && to.as_value().and_then(|v| v.as_int()?.to_i64()) != i64::try_from(rank).ok();
            let other_tag = tag.is_some_and(|tag| {
                let literals = tag.as_value().is_some() && sent.as_value().is_some();
                literals && tag != sent
            });
            !elsewhere && !other_tag
        };
        let sends = |process: &usize| {
            let graph = &self.system.processes[*process].graph;
            let reached = graph.reachable_from(state.at[*process]);
            graph.edges().iter().any(|edge| {
                let is_reached = reached[edge.from.index()];
                match &edge.action {
                    Action::Send { to, tag, .. } => is_reached && may_fit(to, tag),
                    Action::Begin { operation, .. } => match &operation.kind {
                        // One that is persistent may have been made before.
                        OperationKind::Send { to, tag, .. } => {
                            (is_reached || operation.is_persistent) && may_fit(to, tag)
                        }
                        _ => false,
                    },
                    _ => false,
                }
            })
        };
        let awake = self.awake(state, mover);
        awake.into_iter().filter(sends).collect()
    }
}

/// That one of the steps can be taken.
fn some(steps: &[Step]) -> Term {
    let guards = || steps.iter().map(|step| step.guard.clone());
    let opposite = |guard: Term| {
        let negation = Term::not(guard);
        guards().any(|other| other == negation)
    };
    if guards().any(opposite) {
        return Term::top();
    }
    Term::or(guards())
}
