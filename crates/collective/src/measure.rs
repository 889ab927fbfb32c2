//! Measures of what is left to do, by which cycles that give a process no turn are seen to end.
//!
//! Where a process receives from anybody, one sender may be served again and again while another
//! one could go on: to let that one move would make its queue longer and longer. It may wait where
//! the others come to an end, and that is what the conditions of loops tell: `i < n` leaves
//! `n - i` iterations to do. Conditions inside of loops tell it, too: who goes round until all have
//! been told to stop, and tells somebody so unless `next < n`, leaves `n - next` things to hand out.

use std::collections::BTreeSet;

use logic::{Node, Op, Sort, Term};
use program::Location;
use program::system::Action;

use crate::state::Context;

/// How the search sees to it that nobody is ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proviso {
    /// Everybody gets a turn in every cycle.
    Turns,
    /// Cycles end that give somebody no turn.
    Measures,
}

/// What becomes of a measure on the way from one cut to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trend {
    /// It was not negative, and is less now.
    Falls,
    /// It is no more than before.
    Stays,
    /// It may have grown.
    MayRise,
}

/// The most measures that are tried. One that does not change on the way costs no question.
const MOST: usize = 32;

/// The measures that the conditions of loops suggest: first those on which loops go on, then those
/// inside of loops.
pub(crate) fn measures(context: &Context<'_>) -> Vec<Term> {
    if context.proviso == Proviso::Turns {
        return Vec::new();
    }
    let (mut going_on, mut inside) = (BTreeSet::new(), BTreeSet::new());
    for (process, loops) in context.system.processes.iter().zip(&context.loops) {
        for edge in process.graph.edges() {
            let Action::Assume(condition) = &edge.action else {
                continue;
            };
            let mut heads = loops.heads().iter();
            let is_inside = |head: &Location| {
                loops.contains(*head, edge.from) && loops.contains(*head, edge.to)
            };
            let found = match loops.is_head(edge.from) && loops.contains(edge.from, edge.to) {
                true => &mut going_on,
                false if heads.any(is_inside) => &mut inside,
                false => continue,
            };
            let comparisons = condition.conjuncts();
            found.extend(
                comparisons
                    .iter()
                    .filter_map(|c| left(c).or_else(|| gap(c))),
            );
        }
    }
    let inside = inside.difference(&going_on).cloned();
    let all: Vec<Term> = going_on.iter().cloned().chain(inside).collect();
    all.into_iter().take(MOST).collect()
}

/// What a condition that goes on being tested leaves to do, if it compares integers.
pub(crate) fn left(condition: &Term) -> Option<Term> {
    let Node::App(op @ (Op::Lt | Op::Le), sides) = condition.node() else {
        return None;
    };
    let (less, more) = (sides[0].clone(), sides[1].clone());
    let is_integer = |term: &Term| term.sort().carrier() == Sort::Int;
    if !is_integer(&less) || !is_integer(&more) {
        return None;
    }
    let one_more = Term::int(i64::from(*op == Op::Le));
    Some(Term::add([Term::sub(more, less), one_more]))
}

/// How far two integers are apart, if the condition is that they differ.
pub(crate) fn gap(condition: &Term) -> Option<Term> {
    let Node::App(Op::Not, negated) = condition.node() else {
        return None;
    };
    let Node::App(Op::Eq, sides) = negated[0].node() else {
        return None;
    };
    let (one, other) = (sides[0].clone(), sides[1].clone());
    let are_integers = one.sort().carrier() == Sort::Int && other.sort().carrier() == Sort::Int;
    are_integers.then(|| Term::abs(Term::sub(one, other)))
}
