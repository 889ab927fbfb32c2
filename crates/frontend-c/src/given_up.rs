//! Whether a process may give up a send that is under way.
//!
//! What it has sent then is in use until it learns that the message has arrived, which depends on the order
//! of steps: it is not enough any more to look at sends that wait. A request that was completed since it was
//! started is none of these, nor is a receive. Where it is not plain from the steps, it may be.

use std::collections::BTreeSet;

use logic::{Node, Op, Substitution, Term};
use program::Location;
use program::system::{Action, Completion, Edge, Extent, NO_REQUEST, OperationKind, ProcessGraph};

/// How many places are looked at before it counts as possible.
const MOST_PLACES: usize = 10_000;

/// Whether a request that is given up may be a send under way.
pub(crate) fn may_give_up_send(graph: &ProcessGraph) -> bool {
    let mut seen: BTreeSet<(Location, Term)> = BTreeSet::new();
    let mut open = Vec::new();
    for edge in graph.edges() {
        if let Action::Free { request } = &edge.action {
            wait(request, edge.from, &mut open);
        }
    }
    while let Some(here) = open.pop() {
        if seen.len() >= MOST_PLACES {
            return true;
        }
        if !seen.insert(here.clone()) {
            continue;
        }
        let (at, request) = here;
        for edge in graph.edges().iter().filter(|edge| edge.to == at) {
            match before(edge, &request) {
                Before::UnderWay => return true,
                Before::Over => {}
                Before::Is(term) => wait(&term, edge.from, &mut open),
            }
        }
    }
    false
}

/// Looks at what a request may be, case by case, in front of a place.
fn wait(request: &Term, at: Location, open: &mut Vec<(Location, Term)>) {
    match request.node() {
        Node::App(Op::Ite, parts) if parts.len() == 3 => {
            wait(&parts[1], at, open);
            wait(&parts[2], at, open);
        }
        _ if *request == Term::int(NO_REQUEST) => {}
        _ => open.push((at, request.clone())),
    }
}

/// What a request is in front of a step.
enum Before {
    /// A send may be under way.
    UnderWay,
    /// It is no send that is under way.
    Over,
    /// It may be one if this is one.
    Is(Term),
}

fn before(edge: &Edge, request: &Term) -> Before {
    match &edge.action {
        Action::Complete(completion) if completes(completion, request) => Before::Over,
        Action::Start { .. } => Before::UnderWay,
        Action::Begin {
            operation, into, ..
        } if *request == into.term() => match (operation.is_persistent, &operation.kind) {
            (false, OperationKind::Send { .. }) => Before::UnderWay,
            _ => Before::Over,
        },
        Action::Assign(var, value) if request.free_vars().contains(var) => {
            let known = Substitution::from_iter([(var.clone(), value.clone())]);
            Before::Is(known.apply(request).simplify())
        }
        action => {
            let vars = request.free_vars();
            match action.writes().iter().any(|var| vars.contains(*var)) {
                // Nothing is known of what it was.
                true => Before::UnderWay,
                false => Before::Is(request.clone()),
            }
        }
    }
}

/// Whether a request is surely over behind a completion.
fn completes(completion: &Completion, request: &Term) -> bool {
    let all = completion.extent == Extent::All || completion.requests.len() == 1;
    completion.waits && all && completion.requests.contains(request)
}
