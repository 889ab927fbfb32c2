//! Whether the movers of a node may go first, and what must hold where nobody can move.
//!
//! A single process may go first where its steps are a *persistent set*: whatever the others do
//! without it, they neither enable, disable nor change a step of it, and none of their steps fails
//! to commute with one of its. Processes share nothing but queues, so this holds
//!
//! - for steps that concern only the process itself;
//! - for a send: it is always possible, and appends at the end of a queue of which others only take
//!   the first message with a tag;
//! - for a receive from a certain process that finds its message: nobody else takes from that
//!   queue, and more messages behind it change nothing. The same for waiting until messages of the
//!   process's own are received, once they are;
//! - for a receive from any process, where each process that could still send a message to it before
//!   it moves has one in the queue already;
//! - for a collective operation with all partners there: none of them can do anything else.

use std::collections::BTreeSet;

use logic::Term;
use program::system::{Action, Source, System};

use super::Checker;
use super::symbolic::{Step, Symbolic};
use crate::{Rejected, broken};

impl Checker<'_> {
    /// The movers are all processes, or a persistent set with a step in every concrete state.
    pub(super) fn rule_movers(
        &mut self,
        number: u32,
        state: &Symbolic,
        movers: &BTreeSet<usize>,
        steps: &[Step],
    ) -> Result<(), Rejected> {
        let system = self.system;
        let some_step = some(steps);
        if movers.len() == system.processes.len() {
            return self.rule_end(number, state, &some_step);
        }
        let wrong = |what: &str| broken("Movers", format!("node {number}: {what}"));
        let Some(first) = movers.first().copied() else {
            return Err(wrong("nobody moves"));
        };
        if let Some(partners) = state.partners(system, first) {
            if !partners.iter().map(|(p, ..)| p).eq(movers) {
                return Err(wrong("only part of a group moves"));
            }
        } else if movers.len() > 1 {
            return Err(wrong("some processes move together, but not all"));
        } else if let Some(edge) = state.communication(system, first)
            && let Action::Receive {
                from: Source::Any,
                tag,
                ..
            } = &edge.action
        {
            let tag = tag.as_ref().map(|tag| state.eval(tag));
            for sender in state.possible_senders(system, first, tag.as_ref()) {
                let queue = state.queue(sender, first).iter();
                let there = queue.map(|(other, _)| match &tag {
                    Some(tag) => Term::eq(other.clone(), tag.clone()),
                    None => Term::top(),
                });
                self.prove("Movers", &Term::or(there), || {
                    format!("node {number}: process {sender} may still send to process {first}")
                })?;
            }
        }
        self.prove("Movers", &some_step, || {
            format!("node {number}: process {first} may be unable to move")
        })
    }

    /// Where nobody can move, everybody has ended as the claim demands, or somebody has stopped at
    /// an assumption.
    fn rule_end(
        &mut self,
        number: u32,
        state: &Symbolic,
        some_step: &Term,
    ) -> Result<(), Rejected> {
        let system = self.system;
        let processes = 0..system.processes.len();
        let has_ended = |p: &usize| state.at[*p] == system.processes[*p].graph.exit();
        let mut running = processes.filter(|p| !has_ended(p)).peekable();
        if running.peek().is_some() {
            // A process at steps of its own that cannot take one has stopped.
            let waits = |p: usize| state.communication(system, p).is_some();
            if running.all(waits) {
                self.prove("End", some_step, || format!("node {number}: a deadlock"))?;
            }
            return Ok(());
        }
        let mut waiting = state.snapshots.values().flatten();
        if waiting.any(|pending| pending.must_meet) {
            self.prove("End", &Term::bottom(), || {
                format!("node {number}: a collective assertion lacks partners")
            })?;
        }
        if system.leaves_no_messages && !state.queues.is_empty() {
            self.prove("End", &Term::bottom(), || {
                format!("node {number}: a message is left")
            })?;
        }
        self.prove("End", &state.eval(&system.ensures), || {
            format!("node {number}: what should hold at the end may not")
        })
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

impl Symbolic {
    /// Whether a process surely cannot move, in any concrete state.
    pub(super) fn is_disabled(&self, system: &System, process: usize) -> bool {
        if self.at[process] == system.processes[process].graph.exit() {
            return true;
        }
        let Some(edge) = self.communication(system, process) else {
            return false;
        };
        match &edge.action {
            Action::Receive { from, tag, .. } => {
                let tag = tag.as_ref().map(|tag| self.eval(tag));
                let may = |from: usize| self.may_match(from, process, tag.as_ref());
                match from {
                    Source::Any => !system.group(system.processes[process].group).any(may),
                    Source::Rank(rank) => {
                        let from = self.sure_peer(system, process, rank);
                        from.is_some_and(|from| !may(from))
                    }
                }
            }
            Action::Flush { to, tag } => {
                let tag = self.eval(tag);
                let peer = self.sure_peer(system, process, to);
                peer.is_some_and(|peer| self.queue(process, peer).iter().any(|(t, _)| *t == tag))
            }
            Action::Collective(_) => self.partners(system, process).is_none(),
            _ => false,
        }
    }

    /// Whether a queue may have a message with a tag.
    fn may_match(&self, from: usize, to: usize, tag: Option<&Term>) -> bool {
        let queue = self.queue(from, to).iter();
        let mut tags = queue.map(|(other, _)| other);
        tags.any(|other| tag.is_none_or(|tag| !Term::eq(other.clone(), tag.clone()).is_false()))
    }

    /// The processes that may send a message with this tag to a process before that one moves.
    pub(super) fn possible_senders(
        &self,
        system: &System,
        receiver: usize,
        tag: Option<&Term>,
    ) -> Vec<usize> {
        let group = system.processes[receiver].group;
        let others: Vec<usize> = system.group(group).filter(|p| *p != receiver).collect();
        let mut awake: BTreeSet<usize> = BTreeSet::new();
        loop {
            let woken: Vec<usize> = others
                .iter()
                .copied()
                .filter(|p| !awake.contains(p) && !self.sleeps(system, *p, &awake))
                .collect();
            if woken.is_empty() {
                break;
            }
            awake.extend(woken);
        }
        let rank = system.processes[receiver].rank;
        let sends = |process: &usize| {
            let graph = &system.processes[*process].graph;
            let reached = graph.reachable_from(self.at[*process]);
            graph.edges().iter().any(|edge| {
                let Action::Send { to, tag: sent, .. } = &edge.action else {
                    return false;
                };
                let elsewhere = to.as_value().is_some()
                    && to.as_value().and_then(|v| v.as_int()?.to_i64()) != i64::try_from(rank).ok();
                let other_tag = tag.is_some_and(|tag| {
                    let literals = tag.as_value().is_some() && sent.as_value().is_some();
                    literals && tag != sent
                });
                reached[edge.from.index()] && !elsewhere && !other_tag
            })
        };
        awake.into_iter().filter(sends).collect()
    }

    /// Whether a process cannot move while only the processes that are awake do.
    fn sleeps(&self, system: &System, process: usize, awake: &BTreeSet<usize>) -> bool {
        if self.at[process] == system.processes[process].graph.exit() {
            return true;
        }
        let Some(edge) = self.communication(system, process) else {
            return false;
        };
        match &edge.action {
            Action::Receive { from, .. } => {
                let waits_for_nobody = match from {
                    Source::Any => awake.is_empty(),
                    Source::Rank(rank) => {
                        let from = self.sure_peer(system, process, rank);
                        from.is_some_and(|from| !awake.contains(&from))
                    }
                };
                waits_for_nobody && self.is_disabled(system, process)
            }
            Action::Flush { to, .. } => {
                let peer = self.sure_peer(system, process, to);
                peer.is_some_and(|peer| !awake.contains(&peer)) && self.is_disabled(system, process)
            }
            // The receiver, which is of the same group, is not at such an operation.
            Action::Collective(_) => true,
            _ => false,
        }
    }
}
