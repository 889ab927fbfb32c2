//! Who moves next: the partial-order reduction, and the order that makes the search converge.
//!
//! A single process may go first where its steps are a persistent set. Among those that may, the
//! schedule keeps the processes close together in their loops and the queues short: a step of a
//! process's own; a receive or a meeting; a step of a loop by a process that is not ahead; a send;
//! whether a send waits, which is no question once its message is received; a step of a loop by a
//! process that is ahead. A process that others have overtaken for too long comes
//! first, so that no cycle of the search ignores anybody.

use std::collections::BTreeSet;

use logic::Term;
use program::system::{Action, Awaits, Collective, Completion, OperationKind, Source, Stage};

use crate::given_up::ends_given_up_send;
use crate::measure::Proviso;
use crate::state::{Context, State};
use crate::step::{is_decided, steps};

/// Who moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// One of them, or all.
    pub(crate) movers: Vec<usize>,
    /// Whether a single process begins an iteration of a loop or leaves it.
    pub(crate) is_loop: bool,
}

/// What a process could do next, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Urgency {
    Local,
    Receive,
    LoopBehind,
    Send,
    MayWait,
    LoopAhead,
}

/// Chooses who moves. The closure says whether a formula surely holds here.
pub(crate) fn turn(
    context: &Context<'_>,
    state: &State,
    holds: &mut dyn FnMut(&Term) -> bool,
) -> Turn {
    let patience = patience(context);
    // Most often somebody has a step of its own, and nobody has waited too long.
    if !state.ages.iter().any(|age| *age >= patience) {
        let local = (0..context.size()).find(|process| {
            has_own_step(context, state, *process) && can_go_first(context, state, *process, holds)
        });
        if let Some(process) = local {
            return Turn {
                movers: vec![process],
                is_loop: false,
            };
        }
    }
    let wanted = wanted(context, state);
    let ranked = (0..context.movers).filter_map(|mover| {
        let urgency = urgency(context, state, &wanted, mover)?;
        // Of several that are ahead, the one that is least so.
        let passes = match urgency {
            Urgency::LoopAhead => state.nests[mover].iter().map(|r| r.passes).collect(),
            _ => Vec::new(),
        };
        Some((state.ages[mover] < patience, urgency, passes, mover))
    });
    let mut ranked: Vec<(bool, Urgency, Vec<u32>, usize)> = ranked.collect();
    ranked.sort_unstable();
    let best = ranked
        .into_iter()
        .find(|(_, _, _, mover)| can_go_first(context, state, *mover, holds));
    match best {
        None => Turn {
            movers: (0..context.movers).collect(),
            is_loop: false,
        },
        Some((_, urgency, _, mover)) => Turn {
            movers: vec![mover],
            is_loop: matches!(urgency, Urgency::LoopBehind | Urgency::LoopAhead),
        },
    }
}

/// How many steps of loops others may take before a process that could move comes first.
fn patience(context: &Context<'_>) -> u32 {
    2 * u32::try_from(context.size()).unwrap_or(u32::MAX / 4) + 2
}

/// Whether the process has a step that concerns nobody else, and begins no iteration of a loop
/// unless constants decide that.
fn has_own_step(context: &Context<'_>, state: &State, process: usize) -> bool {
    if context.has_ended(state, process) || context.communication(state, process).is_some() {
        return false;
    }
    !state.is_at_head(context, process) || {
        let valuation = state.valuation(context, process);
        is_decided(context, state, process, &valuation)
    }
}

/// What the process could do next; nothing where it has ended or surely waits.
fn urgency(context: &Context<'_>, state: &State, wanted: &[bool], mover: usize) -> Option<Urgency> {
    if is_waiting(context, state, mover) {
        return None;
    }
    let process = context.system.process_of(mover);
    if process != mover {
        return Some(Urgency::Receive);
    }
    let Some(edge) = context.communication(state, process) else {
        return Some(match has_own_step(context, state, process) {
            true => Urgency::Local,
            false if is_behind(context, state, wanted, process) => Urgency::LoopBehind,
            false => Urgency::LoopAhead,
        });
    };
    let sends = match &edge.action {
        Action::MayWait { to, tag, .. } => {
            return Some(match is_unread(context, state, process, (to, tag)) {
                true => Urgency::MayWait,
                false => Urgency::Receive,
            });
        }
        Action::Send { .. } | Action::Start { .. } => true,
        Action::Begin { operation, .. } => matches!(operation.kind, OperationKind::Send { .. }),
        _ => false,
    };
    // Outside of loops, and in those that constants decide, sends are few, and nobody would wait for
    // them. Where nobody keeps pace with anybody, who has something to send sends it before others go
    // on, so that it does not matter who was the last to be served.
    let is_in_loop = state.nests[process].iter().any(|round| !round.unrolled);
    Some(match sends && is_in_loop && context.keeps_pace() {
        true => Urgency::Send,
        false => Urgency::Receive,
    })
}

/// Whether a message with a tag may still be on its way from a process to another one.
fn is_unread(
    context: &Context<'_>,
    state: &State,
    process: usize,
    (to, tag): (&Term, &Term),
) -> bool {
    let Some(peer) = sure_peer(context, state, process, to) else {
        return true;
    };
    let tag = state.eval(context, process, tag);
    let mut queue = state.queue(process, peer).iter();
    queue.any(|message| !Term::eq(message.tag.clone(), tag.clone()).is_false())
}

/// Whether others should wait for a process at a loop: it has mail to read, somebody waits for a
/// message of it, or it is no further than others and they have read what it has sent.
fn is_behind(context: &Context<'_>, state: &State, wanted: &[bool], process: usize) -> bool {
    state.has_mail(process)
        || wanted[process]
        || !(state.is_ahead(context, process) || state.has_unread(context, process))
}

/// The processes from which another one waits to receive, while nothing of them is on its way there.
fn wanted(context: &Context<'_>, state: &State) -> Vec<bool> {
    let mut wanted = vec![false; context.size()];
    for receiver in 0..context.size() {
        let mut want = |sender: usize| {
            if sender != receiver && state.queue(sender, receiver).is_empty() {
                wanted[sender] = true;
            }
        };
        let edge = context.communication(state, receiver);
        match edge.map(|edge| &edge.action) {
            Some(Action::Receive { from, .. } | Action::Probe { from, .. }) => match from {
                Source::Any => context.groups[receiver].iter().for_each(|s| want(*s)),
                Source::Rank(rank) => {
                    let sender = sure_peer(context, state, receiver, rank);
                    sender.into_iter().for_each(want);
                }
                Source::Aside(_) => {}
            },
            Some(Action::Complete(_)) => {
                for (_, from, _) in state.receiving(receiver) {
                    match from {
                        Source::Any => context.groups[receiver].iter().for_each(|s| want(*s)),
                        Source::Rank(sender) => want(*sender),
                        Source::Aside(_) => {}
                    }
                }
            }
            _ => {}
        }
    }
    wanted
}

/// Whether the mover's steps are a persistent set with a step in every concrete state.
fn can_go_first(
    context: &Context<'_>,
    state: &State,
    mover: usize,
    holds: &mut dyn FnMut(&Term) -> bool,
) -> bool {
    let process = context.system.process_of(mover);
    if process == mover && ends_given_up_send(context, state, mover) {
        return false;
    }
    let mut open: Vec<Option<Term>> = Vec::new();
    if process != mover {
        let receiving = state.receiving(process);
        let any = receiving.filter(|(_, from, _)| **from == Source::Any);
        open.extend(any.map(|(_, _, tag)| tag.cloned()));
    } else if let Some(edge) = context.communication(state, process) {
        match &edge.action {
            action @ (Action::Receive { tag, .. } | Action::Probe { tag, .. })
                if action.is_race() =>
            {
                // What the network gives to receives that have begun is not offered to this one.
                if state.has_open_receive(process) {
                    return false;
                }
                open.push(tag.as_ref().map(|tag| state.eval(context, process, tag)));
            }
            Action::Complete(completion) if edge.action.is_race() => {
                let is_clear = is_clear(context, state, process, completion);
                if !is_clear && !is_alone(context, state, process) {
                    return false;
                }
            }
            _ => {}
        }
    }
    for tag in open {
        for sender in possible_senders(context, state, mover, tag.as_ref()) {
            let queue = state.queue(sender, process).iter();
            let open = queue.filter(|message| message.aside.is_none());
            let there = open.map(|message| match &tag {
                Some(tag) => Term::eq(message.tag.clone(), tag.clone()),
                None => Term::top(),
            });
            if !holds(&Term::or(there)) {
                return false;
            }
        }
    }
    holds(&can_move(context, state, mover))
}

/// Whether everything that could be completed can be by now, so that nobody else adds to that.
fn is_clear(context: &Context<'_>, state: &State, process: usize, completion: &Completion) -> bool {
    // Whatever can be completed remains so: with one request, nothing else is to come.
    let mut requests = completion.requests.iter().map(|number| {
        let number = state.eval(context, process, number);
        let number = number.as_value()?.as_int()?.to_i64()?;
        let number = u32::try_from(number).ok()?;
        Some(state.request(process, number).map(|request| &request.stage))
    });
    let is_settled = |stage: Option<Option<&Stage>>| match stage {
        None => false,
        Some(None) => true,
        Some(Some(stage)) => matches!(
            stage,
            Stage::Inactive | Stage::Sent | Stage::Received { .. }
        ),
    };
    requests.all(is_settled)
}

/// That a process can take a step.
pub(crate) fn can_move(context: &Context<'_>, state: &State, mover: usize) -> Term {
    if mover < context.size() {
        for (_, edge) in context.edges(state, mover) {
            let is_free = match &edge.action {
                Action::Assume(formula) => formula.is_true(),
                Action::Send { to, .. } => sure_peer(context, state, mover, to).is_some(),
                action => action.is_local(),
            };
            if is_free {
                return Term::top();
            }
        }
    }
    let mut nothing = |var: &logic::Var| var.clone();
    let steps = steps(context, state, mover, &mut nothing);
    let guards: BTreeSet<Term> = steps.into_iter().map(|step| step.guard).collect();
    if guards
        .iter()
        .any(|guard| guards.contains(&Term::not(guard.clone())))
    {
        return Term::top();
    }
    Term::or(guards)
}

/// The process that a rank surely is.
fn sure_peer(context: &Context<'_>, state: &State, process: usize, rank: &Term) -> Option<usize> {
    let rank = state.eval(context, process, rank);
    let rank = rank.as_value()?.as_int()?.to_i64()?;
    let group = &context.groups[process];
    group.get(usize::try_from(rank).ok()?).copied()
}

/// Whether a mover surely cannot move.
pub(crate) fn is_waiting(context: &Context<'_>, state: &State, mover: usize) -> bool {
    let process = context.system.process_of(mover);
    let has_steps = || {
        let mut nothing = |var: &logic::Var| var.clone();
        !steps(context, state, mover, &mut nothing).is_empty()
    };
    if process != mover {
        return !state.has_open_receive(process) || !has_steps();
    }
    let Some(edge) = context.communication(state, process) else {
        return context.has_ended(state, process);
    };
    match &edge.action {
        Action::Receive { from, tag, .. } if state.requests[process].is_empty() => {
            let tag = tag.as_ref().map(|tag| state.eval(context, process, tag));
            let may = |from: usize| {
                let mut queue = state.queue(from, process).iter();
                queue.any(|message| match &tag {
                    _ if message.aside.is_some() => false,
                    Some(tag) => !Term::eq(message.tag.clone(), tag.clone()).is_false(),
                    None => true,
                })
            };
            match from {
                Source::Any => !context.groups[process].iter().any(|from| may(*from)),
                Source::Rank(rank) => {
                    let from = sure_peer(context, state, process, rank);
                    from.is_some_and(|from| !may(from))
                }
                Source::Aside(_) => false,
            }
        }
        Action::Flush { to, tag } => {
            let tag = state.eval(context, process, tag);
            let peer = sure_peer(context, state, process, to);
            peer.is_some_and(|peer| state.queue(process, peer).iter().any(|m| m.tag == tag))
        }
        Action::Collective(collective) => {
            lacks_partners(context, state, process, collective) || !has_steps()
        }
        Action::Receive { .. } | Action::Probe { .. } | Action::Complete(_) => !has_steps(),
        _ => false,
    }
}

/// Whether a process at an operation of its group surely waits for somebody, as far as that is seen at
/// once: it needs all, somebody is not there, and those who are there call the same without anything
/// to agree on.
fn lacks_partners(
    context: &Context<'_>,
    state: &State,
    process: usize,
    collective: &Collective,
) -> bool {
    let needs_all = collective.awaits == Awaits::All || collective.synchronises.is_true();
    if !needs_all || !collective.agreed.is_empty() {
        return false;
    }
    let group = context.system.processes[process].group;
    if state.meetings.contains_key(&group) {
        return false;
    }
    let mut is_missed = false;
    for other in &context.groups[process] {
        let edge = context.communication(state, *other);
        match edge.map(|edge| &edge.action) {
            Some(Action::Collective(theirs)) if theirs.name == collective.name => {}
            Some(Action::Collective(_)) => return false,
            _ => is_missed = true,
        }
    }
    is_missed
}

/// Whether nothing else of the group of a process can move before it does: no process and no network,
/// its own included.
fn is_alone(context: &Context<'_>, state: &State, process: usize) -> bool {
    let mut group = context.groups[process].iter();
    !group.any(|p| state.has_open_receive(*p)) && awake(context, state, process).is_empty()
}

/// The processes of a mover's group that may move before it does. Where the mover is a network, its
/// process is one of them.
pub(crate) fn awake(context: &Context<'_>, state: &State, mover: usize) -> BTreeSet<usize> {
    let process = context.system.process_of(mover);
    let group = || context.groups[process].iter().copied();
    let others = || group().filter(|p| *p != mover);
    let has_network = group().any(|p| state.has_open_receive(p));
    let mut awake: BTreeSet<usize> = BTreeSet::new();
    loop {
        let is_woken = |p: &usize| {
            if !is_waiting(context, state, *p) {
                return true;
            }
            let Some(edge) = context.communication(state, *p) else {
                return false;
            };
            let some = has_network || !awake.is_empty();
            let rank = match &edge.action {
                Action::Receive { from, .. } | Action::Probe { from, .. } => match from {
                    Source::Any => return some,
                    Source::Rank(_) if !state.requests[*p].is_empty() => return some,
                    Source::Aside(_) => return some,
                    Source::Rank(rank) => rank,
                },
                Action::Flush { .. } if has_network => return true,
                Action::Flush { to, .. } => to,
                // It needs the one that stands still, unless that has called before.
                Action::Collective(collective)
                    if collective.awaits == Awaits::All && process == mover =>
                {
                    let has_called = has_called(state, context, process, *p);
                    return some && (has_called || is_at_call(context, state, process));
                }
                Action::Collective(_) | Action::Complete(_) => return some,
                _ => return false,
            };
            sure_peer(context, state, *p, rank).is_none_or(|peer| awake.contains(&peer))
        };
        let woken: Vec<usize> = others()
            .filter(|p| !awake.contains(p) && is_woken(p))
            .collect();
        if woken.is_empty() {
            return awake;
        }
        awake.extend(woken);
    }
}

/// Whether a process is at an operation of its group.
fn is_at_call(context: &Context<'_>, state: &State, process: usize) -> bool {
    let edge = context.communication(state, process);
    edge.is_some_and(|edge| matches!(edge.action, Action::Collective(_)))
}

/// Whether a process has called the operation that another one waits in.
fn has_called(state: &State, context: &Context<'_>, process: usize, waiting: usize) -> bool {
    let group = context.system.processes[process].group;
    state.called(group, process) > state.called(group, waiting)
}

/// The processes that may send a message with a tag to the process of a mover before that one moves.
fn possible_senders(
    context: &Context<'_>,
    state: &State,
    mover: usize,
    tag: Option<&Term>,
) -> Vec<usize> {
    let receiver = context.system.process_of(mover);
    let rank = context.system.processes[receiver].rank;
    let to_receiver = Term::int(logic::Integer::from(rank));
    let is_to = |to: &Term, sent: &Term| {
        let literals = tag.is_some_and(|t| t.as_value().is_some() && sent.as_value().is_some());
        (to.as_value().is_none() || *to == to_receiver) && !(literals && tag != Some(sent))
    };
    let sends = |process: &usize| {
        let graph = &context.system.processes[*process].graph;
        let reached = graph.reachable_from(state.at[*process]);
        graph.edges().iter().any(|edge| {
            let is_reached = reached[edge.from.index()];
            match &edge.action {
                Action::Send { to, tag, .. } => is_reached && is_to(to, tag),
                Action::Begin { operation, .. } => match &operation.kind {
                    OperationKind::Send { to, tag, .. } => {
                        (is_reached || operation.is_persistent) && is_to(to, tag)
                    }
                    _ => false,
                },
                _ => false,
            }
        })
    };
    awake(context, state, mover)
        .into_iter()
        .filter(sends)
        .collect()
}

/// Notes that the movers had their turn: others that could move have waited longer if it was a step
/// of a loop.
pub(crate) fn note_turn(context: &Context<'_>, before: &State, turn: &Turn, after: &mut State) {
    if context.proviso == Proviso::Measures {
        return;
    }
    for process in 0..context.movers {
        let waits = || is_waiting(context, before, process);
        if turn.movers.contains(&process) || (turn.is_loop && waits()) {
            after.ages[process] = 0;
        } else if turn.is_loop {
            after.ages[process] = (after.ages[process] + 1).min(patience(context));
        }
    }
}
