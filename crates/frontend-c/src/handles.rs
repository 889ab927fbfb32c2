//! Copies of requests.
//!
//! A request is a number, and the number of one that is over is used again, so that loops come back to the
//! same states. A copy of the number must not stand for the new request then: a program that copies
//! requests gets no number that one of its variables still has. Others, which are most, have no such
//! copies.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Node, Op, Sort, Term, Var};
use program::system::{Action, Edge, NO_REQUEST, Process, ProcessGraph};

use crate::problem::{Problem, Reads, Span};

/// The most variables and elements that may hold requests.
const MOST_HOLDERS: usize = 64;

/// The arrays of requests: how many elements each has, where that is known, and where it is used.
pub(crate) type RequestArrays = BTreeMap<Var, (Option<i64>, Span)>;

/// Something that a term may be equal to: a variable, or an element of an array.
type Carrier<'t> = (&'t Var, Option<&'t Term>);

/// Lets no number be used again that a variable of the process still has.
pub(crate) fn keep_apart(process: &mut Process, arrays: &RequestArrays) -> Reads<()> {
    let made = made(&process.graph);
    let holders = holders(&process.graph, &made);
    let mut edges = process.graph.edges().iter();
    if !edges.any(|edge| is_copy(edge, &made, &holders)) {
        return Ok(());
    }
    if process
        .graph
        .edges()
        .iter()
        .any(|edge| compares(edge, &holders))
    {
        let what = "comparing requests with each other in a program that copies them";
        return Err(Problem::unsupported(&(0..1), what));
    }
    let holders: Vec<&Var> = holders.difference(&made).collect();
    let mut places = Vec::new();
    for var in &holders {
        places.extend(places_of(var, arrays)?);
    }
    if places.len() > MOST_HOLDERS {
        let whole = 0..1;
        let what = "copies of requests beside so many variables for requests";
        return Err(Problem::unsupported(&whole, what));
    }
    // What was never written holds no request, and reading it is a failure of its own.
    for variable in &mut process.variables {
        if variable.initial.is_none() && holders.contains(&&variable.var) {
            variable.initial = Some(nothing(&variable.var.sort));
        }
    }
    let graph = process.graph.clone();
    process.graph = process.graph.with_actions(&|edge| match &edge.action {
        Action::Begin {
            operation, into, ..
        } => Action::Begin {
            operation: operation.clone(),
            into: into.clone(),
            avoids: avoided(&graph, edge, into, &places),
        },
        other => other.clone(),
    });
    Ok(())
}

/// Whether an edge compares two requests. A copy of one that is over may be the number of a new one: MPI
/// uses its handles again as it likes.
fn compares(edge: &Edge, holders: &BTreeSet<Var>) -> bool {
    edge.action
        .terms()
        .into_iter()
        .any(|term| is_compared(term, holders))
}

fn is_compared(term: &Term, holders: &BTreeSet<Var>) -> bool {
    let is_request = |side: &Term| carriers(side).iter().any(|(var, _)| holders.contains(*var));
    let Node::App(op, parts) = term.node() else {
        return false;
    };
    let is_comparison = matches!(op, Op::Eq | Op::Distinct | Op::Le | Op::Lt);
    (is_comparison && parts.len() > 1 && parts.iter().all(is_request))
        || logic::recursion::guard(|| parts.iter().any(|part| is_compared(part, holders)))
}

/// The variables that get the numbers of new requests.
fn made(graph: &ProcessGraph) -> BTreeSet<Var> {
    let edges = graph.edges().iter();
    let made = edges.filter_map(|edge| match &edge.action {
        Action::Begin { into, .. } => Some(into.clone()),
        _ => None,
    });
    made.collect()
}

/// The variables that may hold the number of a request.
fn holders(graph: &ProcessGraph, made: &BTreeSet<Var>) -> BTreeSet<Var> {
    let mut holders = made.clone();
    loop {
        let before = holders.len();
        for edge in graph.edges() {
            if let Action::Assign(var, value) = &edge.action
                && carriers(value)
                    .iter()
                    .any(|(from, _)| holders.contains(from))
            {
                holders.insert(var.clone());
            }
        }
        if holders.len() == before {
            return holders;
        }
    }
}

/// What a term may be equal to, or an element of it.
fn carriers(term: &Term) -> Vec<Carrier<'_>> {
    match term.node() {
        Node::Var(var) => vec![(var, None)],
        Node::App(Op::Ite, parts) => [carriers(&parts[1]), carriers(&parts[2])].concat(),
        Node::App(Op::Store, parts) => [carriers(&parts[0]), carriers(&parts[2])].concat(),
        Node::App(Op::Select, parts) => {
            let own = carriers(&parts[0]).into_iter();
            own.map(|(var, at)| (var, at.or(Some(&parts[1])))).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether an edge puts a request that some variable has elsewhere as well.
fn is_copy(edge: &Edge, made: &BTreeSet<Var>, holders: &BTreeSet<Var>) -> bool {
    let Action::Assign(target, value) = &edge.action else {
        return false;
    };
    let is_held = |var: &Var| holders.contains(var) && !made.contains(var);
    let differs = |carrier: &Carrier<'_>, own: Carrier<'_>| is_held(carrier.0) && *carrier != own;
    let (base, stored, at) = match value.node() {
        Node::App(Op::Store, parts) => (&parts[0], Some(&parts[2]), Some(&parts[1])),
        _ => (value, None, None),
    };
    let mut base = carriers(base).into_iter();
    let mut stored = stored.map(carriers).unwrap_or_default().into_iter();
    base.any(|it| differs(&it, (target, None))) || stored.any(|it| differs(&it, (target, at)))
}

/// The places of a variable that may hold requests.
fn places_of(var: &Var, arrays: &RequestArrays) -> Reads<Vec<Term>> {
    if var.sort == Sort::Int {
        return Ok(vec![var.term()]);
    }
    let (size, span) = match arrays.get(var) {
        Some((size, span)) => (*size, span.clone()),
        None => (None, 0..1),
    };
    let is_flat = matches!(&var.sort, Sort::Array(array) if array.element == Sort::Int);
    match size.filter(|_| is_flat) {
        Some(size) => Ok((0..size)
            .map(|at| Term::select(var.term(), Term::int(at)))
            .collect()),
        None => {
            let what = "copies of requests beside an array of them whose size is not known";
            Err(Problem::unsupported(&span, what))
        }
    }
}

/// The places whose numbers a new request must not get: all but the one that its own is written to.
fn avoided(graph: &ProcessGraph, edge: &Edge, into: &Var, places: &[Term]) -> Vec<Term> {
    let mut next = graph.edges_from(edge.to).map(|(_, edge)| &edge.action);
    let written = match (next.next(), next.next()) {
        (Some(Action::Assign(target, value)), None) => match value.node() {
            Node::Var(var) if var == into => Some((target, None)),
            Node::App(Op::Store, parts) if parts[2] == into.term() => {
                Some((target, Some(&parts[1])))
            }
            _ => None,
        },
        _ => None,
    };
    let others = places.iter().map(|place| match (place.node(), written) {
        (Node::Var(var), Some((target, None))) if var == target => Term::int(NO_REQUEST),
        (Node::App(Op::Select, parts), Some((target, Some(at)))) if parts[0] == target.term() => {
            let is_own = Term::eq(at.clone(), parts[1].clone());
            Term::ite(is_own, Term::int(NO_REQUEST), place.clone())
        }
        _ => place.clone(),
    });
    others.filter(|place| place.as_value().is_none()).collect()
}

/// What holds no request.
fn nothing(sort: &Sort) -> Term {
    match sort {
        Sort::Array(array) => Term::const_array(array.index.clone(), nothing(&array.element)),
        _ => Term::int(NO_REQUEST),
    }
}
