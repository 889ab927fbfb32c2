//! Whether a loop that constants decide comes closer to its end.
//!
//! A loop whose condition is decided by constants is unrolled, since constants most often say how
//! often it goes round: `w < size`. They do not where its iterations depend on something else. A
//! manager that goes round while `done < sent`, and sends something new as long as the inputs allow,
//! finds two constants there each time, and would be unrolled forever. So an iteration in which the
//! process has heard of others, or the inputs have decided its way, must leave less to do than there
//! was before; else the loop is treated as one whose bound is not known.

use std::collections::BTreeMap;

use logic::{Substitution, Term};
use program::Location;
use program::system::{Action, Edge, Loops, Process};

use crate::measure::{gap, left};

/// What tells whether a loop comes closer to its end.
pub(crate) struct Closing {
    /// What the conditions of its head and of its other exits leave to do, where they compare
    /// integers.
    pub(crate) left: Vec<Term>,
    /// Whether its process hears of others in it.
    hears: bool,
}

impl Closing {
    /// Whether nothing tells it, so that constants say nothing of how often the loop goes round.
    pub(crate) fn is_unknown(&self) -> bool {
        self.hears && self.left.is_empty()
    }
}

/// What tells whether the loops of a process come closer to their ends, by their heads.
pub(crate) fn closings(process: &Process) -> BTreeMap<Location, Closing> {
    let loops = Loops::of(&process.graph);
    let of_loop = |head: &Location| {
        let is_inside = |location| loops.contains(*head, location);
        let may_leave = |from| {
            let mut edges = process.graph.edges_from(from);
            edges.any(|(_, edge)| !is_inside(edge.to))
        };
        let edges = process.graph.edges().iter();
        let staying = edges.filter(|edge| is_inside(edge.from) && is_inside(edge.to));
        let conditions = staying.filter_map(|edge| match &edge.action {
            Action::Assume(condition) if may_leave(edge.from) => Some(condition),
            _ => None,
        });
        let comparisons = conditions.flat_map(Term::conjuncts);
        let left =
            comparisons.filter_map(|comparison| left(&comparison).or_else(|| gap(&comparison)));
        let edges = process.graph.edges().iter();
        let mut inside = edges.filter(|edge| is_inside(edge.from));
        Closing {
            left: left.collect(),
            hears: inside.any(|edge| hears(&edge.action)),
        }
    };
    let heads = loops.heads().iter();
    heads.map(|head| (*head, of_loop(head))).collect()
}

/// How much is left to do, summed over the conditions that constants decide; `None` where they
/// decide none.
pub(crate) fn remainder(conditions: &[Term], valuation: &Substitution) -> Option<i64> {
    let known = conditions.iter().filter_map(|left| {
        let left = valuation.apply(left);
        left.as_value()?.as_int()?.to_i64()
    });
    known.fold(None, |sum: Option<i64>, left| {
        Some(sum.unwrap_or(0).saturating_add(left))
    })
}

/// Whether a step may change how often the loops around go round, whatever constants their process
/// has: it takes what others give, or one of several ways.
pub(crate) fn is_open(edge: &Edge, guard: &Term) -> bool {
    match &edge.action {
        Action::Assume(_) => !guard.is_true(),
        action => hears(action),
    }
}

/// Whether an action takes what others give.
fn hears(action: &Action) -> bool {
    match action {
        Action::Receive { .. } | Action::Probe { .. } | Action::Complete(_) => true,
        Action::Collective(collective) => !collective.deliver.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use logic::{Sort, Substitution, Term, Var};

    use super::remainder;
    use crate::measure::{gap, left};

    #[test]
    fn what_is_left_is_the_sum_over_what_constants_decide() {
        let (i, n) = (Var::new("i", Sort::Int), Var::new("n", Sort::Int));
        let at = |value: i64| Substitution::from_iter([(i.clone(), Term::int(value))]);
        let below = left(&Term::lt(i.term(), Term::int(5))).expect("it compares integers");
        let unknown = left(&Term::lt(i.term(), n.term())).expect("it compares integers");
        let differs = gap(&Term::not(Term::eq(i.term(), Term::int(7)))).expect("it does so too");
        assert_eq!(remainder(std::slice::from_ref(&unknown), &at(1)), None);
        assert_eq!(remainder(&[below.clone(), unknown], &at(1)), Some(4));
        assert_eq!(remainder(&[below, differs], &at(1)), Some(10));
        assert!(gap(&Term::eq(i.term(), n.term())).is_none());
    }
}
