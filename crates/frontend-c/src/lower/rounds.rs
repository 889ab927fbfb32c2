//! Loops with collective invariants: all processes that have such a loop go round it equally often, and
//! come to such loops in the same order (papers/002, Fig. 3: "conflicting loop exit" and "out of order").
//!
//! Each time a process begins a round or leaves the loop, it says so in a collective assertion beside the
//! invariant: the first ones of all processes must say the same, the second ones, and so on. Loops that
//! the same processes have share one sequence of assertions, so that their order is compared as well.

use std::collections::BTreeSet;

use logic::{Sort, Symbol, Term, Var};
use program::system::Action;

use crate::Invariants;
use crate::problem::{Reads, Span};
use crate::syntax::{Loop, Statement, StatementKind};

use super::{Context, Lowering};

/// The name of the variable that says which loop a process goes round or leaves.
const ROUND: &str = "round$";

/// What a process does at the head of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AtHead {
    Leaves,
    GoesRound,
}

/// The loops that the same processes have.
struct Group {
    /// What brings their assertions together.
    label: Symbol,
    /// The position of the loop among them.
    position: usize,
    ranks: Vec<usize>,
}

impl Context<'_> {
    /// The loops that the same processes have as one with a label, where they are several processes.
    fn group(&self, label: Symbol) -> Option<Group> {
        let ranks_of = |label: Symbol| -> Vec<usize> {
            let all = self.looped.iter().enumerate();
            let having = all.filter(|(_, labels)| labels.contains(&label));
            having.map(|(rank, _)| rank).collect()
        };
        let ranks = ranks_of(label);
        if ranks.len() < 2 {
            return None;
        }
        let all: BTreeSet<Symbol> = self.looped.iter().flatten().copied().collect();
        let same = all.into_iter().filter(|other| ranks_of(*other) == ranks);
        let same: Vec<Symbol> = same.collect();
        let names: Vec<&str> = same.iter().map(|label| label.as_str()).collect();
        Some(Group {
            label: Symbol::new(&format!("rounds of {}", names.join("/"))),
            position: same.iter().position(|own| *own == label)?,
            ranks,
        })
    }
}

impl Lowering<'_, '_> {
    /// Says what the process does at the head of a loop that has a collective invariant.
    pub(super) fn at_head(&mut self, it: &Loop, does: AtHead) -> Reads<()> {
        let labelled = it.invariant.as_ref();
        let labelled = labelled.filter(|_| self.context.options.invariants == Invariants::Used);
        let Some(labelled) = labelled.filter(|_| !leaves_otherwise(&it.body, Within::Loop)) else {
            return Ok(());
        };
        self.uses.looped.insert(labelled.label);
        let Some(group) = self.context.group(labelled.label) else {
            return Ok(());
        };
        let goes_round = i64::from(does == AtHead::GoesRound);
        let number = 2 * i64::try_from(group.position).unwrap_or(i64::MAX / 4) + goes_round;
        let number = Term::int(number);
        let span: &Span = &labelled.formula.span;
        let what = "another process leaves this loop, or is at another one";
        let origin = self.spans.noted(span, what);
        let own = self.declare(ROUND, Sort::Int, Some(Term::int(-1)), origin);
        self.assign(&own, number.clone(), origin)?;
        let same = group.ranks.iter().map(|rank| {
            let name = format!("p[{rank}].{ROUND}");
            Term::eq(Var::new(name.as_str(), Sort::Int).term(), number.clone())
        });
        let formula = Term::and(same);
        let label = group.label;
        self.emit(Action::CollectiveAssert { label, formula }, origin)
    }
}

/// What a statement is in, of what `break` leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// The loop in question.
    Loop,
    /// A `switch` or a loop inside of it.
    Inner,
}

/// Whether a statement of a loop's body may leave it past its head. Nothing is said of such loops.
fn leaves_otherwise(statement: &Statement, within: Within) -> bool {
    match &statement.kind {
        StatementKind::Break => within == Within::Loop,
        StatementKind::Return(_) | StatementKind::Unread(_) => true,
        StatementKind::Block(inner) => inner.iter().any(|it| leaves_otherwise(it, within)),
        StatementKind::If(_, then, otherwise) => {
            let otherwise = otherwise.as_deref();
            leaves_otherwise(then, within)
                || otherwise.is_some_and(|it| leaves_otherwise(it, within))
        }
        StatementKind::Loop(it) => leaves_otherwise(&it.body, Within::Inner),
        StatementKind::Switch(_, body) => body.iter().any(|it| leaves_otherwise(it, Within::Inner)),
        StatementKind::Empty
        | StatementKind::Declare(_)
        | StatementKind::Expression(_)
        | StatementKind::Case(_)
        | StatementKind::Continue
        | StatementKind::Assume(_)
        | StatementKind::Assert(_) => false,
    }
}
