//! Sends that processes give up while they are under way: when their memory is free again depends on who
//! receives, and when.

use program::system::{Action, Stage, is_given_up};

use crate::schedule::awake;
use crate::state::{Context, State};

/// Whether a step of a process may complete the receive of a send that another process has given up or
/// may give up, which may move before: then it depends on the order what that one may write.
pub(crate) fn ends_given_up_send(context: &Context<'_>, state: &State, process: usize) -> bool {
    let Some(edge) = context.communication(state, process) else {
        return false;
    };
    let sends: Vec<(usize, u32)> = match &edge.action {
        Action::Receive { .. } => {
            let queues = state.queues.iter().filter(|((_, to), _)| *to == process);
            let sent = queues.flat_map(|((from, _), queue)| {
                let requests = queue.iter().filter_map(|message| message.request);
                requests.map(|request| (*from, request))
            });
            sent.collect()
        }
        Action::Complete(_) => {
            let received = state.requests[process].iter();
            let sent = received.filter_map(|own| match &own.stage {
                Stage::Received { from, request, .. } => Some((*from, (*request)?)),
                _ => None,
            });
            sent.collect()
        }
        _ => return false,
    };
    let of_others = sends.into_iter().filter(|(sender, _)| *sender != process);
    let may_be_given_up = |(sender, request): &(usize, u32)| {
        is_given_up(*request) || may_free(context, state, *sender)
    };
    let mut given_up = of_others.filter(may_be_given_up).peekable();
    given_up.peek().is_some() && {
        let awake = awake(context, state, process);
        given_up.any(|(sender, _)| awake.contains(&sender))
    }
}

/// Whether a process may still give up operations.
fn may_free(context: &Context<'_>, state: &State, process: usize) -> bool {
    let graph = &context.system.processes[process].graph;
    let edges = graph.edges().iter();
    let mut frees = edges.filter(|edge| matches!(edge.action, Action::Free { .. }));
    frees.clone().next().is_some() && {
        let reached = graph.reachable_from(state.at[process]);
        frees.any(|edge| reached[edge.from.index()])
    }
}
