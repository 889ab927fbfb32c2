//! Loops that count: how many iterations they have left, about.

use std::collections::BTreeMap;

use logic::{Node, Op, Term, Var};
use program::Location;
use program::system::{Action, Edge, Loops, Process};

use crate::measure::left;

/// A loop whose condition compares integers that its body changes by known numbers only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    /// What its condition leaves to do.
    pub(crate) left: Term,
    /// By how much that falls in one iteration, about.
    pub(crate) step: i64,
}

/// The loops of a process that count, by their heads.
pub(crate) fn counted(process: &Process) -> BTreeMap<Location, Counted> {
    let loops = Loops::of(&process.graph);
    let heads = loops.heads().iter();
    let found = heads.filter_map(|head| {
        let mut going_on = process.graph.edges_from(*head);
        let (_, edge) = going_on.find(|(_, edge)| loops.contains(*head, edge.to))?;
        let Action::Assume(condition) = &edge.action else {
            return None;
        };
        let conjuncts = condition.conjuncts();
        let [comparison] = &conjuncts[..] else {
            return None;
        };
        let left = left(comparison)?;
        let edges = process.graph.edges().iter();
        let inside: Vec<&Edge> = edges.filter(|e| loops.contains(*head, e.from)).collect();
        let mut step: i64 = 0;
        for var in left.free_vars() {
            step = step.checked_add(change(&inside, &var)?)?;
        }
        (step > 0).then_some((*head, Counted { left, step }))
    });
    found.collect()
}

/// By how much an iteration changes a variable; `None` where it may do something else than
/// adding known numbers. Statements of inner loops are counted once: the number is an estimate.
fn change(inside: &[&Edge], var: &Var) -> Option<i64> {
    let mut sum: i64 = 0;
    for edge in inside {
        match &edge.action {
            Action::Assign(own, value) if own == var => {
                sum = sum.checked_add(added(value, var)?.checked_abs()?)?;
            }
            action if action.writes().contains(&var) => return None,
            _ => {}
        }
    }
    Some(sum)
}

/// The number that is added to a variable.
fn added(value: &Term, var: &Var) -> Option<i64> {
    let Node::App(Op::Add, parts) = value.node() else {
        return None;
    };
    match &parts[..] {
        [a, b] if *a == var.term() => b.as_value()?.as_int()?.to_i64(),
        [a, b] if *b == var.term() => a.as_value()?.as_int()?.to_i64(),
        _ => None,
    }
}
