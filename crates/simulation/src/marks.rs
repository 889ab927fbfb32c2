//! Marks as events of the game: how parts of the two programs are matched (`question::copies`).

use logic::{Substitution, Term};
use program::Mark;

/// What a mark is of, without its terms: what Verifier looks for in the target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum MarkKind {
    Copies,
    Threads(usize),
    Copy,
    Thread(usize),
    End,
    Join(usize),
    Beyond,
}

impl MarkKind {
    pub(crate) fn of(mark: &Mark) -> MarkKind {
        match mark {
            Mark::Copies { .. } => MarkKind::Copies,
            Mark::Threads(count) => MarkKind::Threads(*count),
            Mark::Copy { .. } => MarkKind::Copy,
            Mark::Thread { number, .. } => MarkKind::Thread(*number),
            Mark::End => MarkKind::End,
            Mark::Join { number, .. } => MarkKind::Join(*number),
            Mark::Beyond => MarkKind::Beyond,
        }
    }
}

/// Where Falsifier can pick a copy with this number: it is one of the range.
pub(crate) fn picked(mark: &Mark, number: &Term, guard: Term, updates: &mut Substitution) -> Term {
    let Mark::Copy { id, low, high } = mark else {
        return guard;
    };
    let [low, high] = [low, high].map(|term| term.substitute(updates));
    updates.insert(id.clone(), number.clone());
    Term::and([guard, Mark::within(number, &low, &high)])
}

/// Where a mark of the target matches one of the source; a copy of the target gets the number that
/// the source's has.
pub(crate) fn matched(own: &Mark, theirs: &Mark, updates: &mut Substitution) -> Option<Term> {
    match (own, theirs) {
        (
            Mark::Copies { low, high },
            Mark::Copies {
                low: their_low,
                high: their_high,
            },
        ) => Some(Term::and([
            Term::eq(low.substitute(updates), their_low.clone()),
            Term::eq(high.substitute(updates), their_high.clone()),
        ])),
        (Mark::Copy { id, .. }, Mark::Copy { id: their_id, .. }) => {
            updates.insert(id.clone(), their_id.term());
            Some(Term::top())
        }
        (Mark::Threads(own), Mark::Threads(theirs)) => (own == theirs).then(Term::top),
        (
            Mark::Thread { number, of },
            Mark::Thread {
                number: their_number,
                of: their_of,
            },
        )
        | (
            Mark::Join { number, of, .. },
            Mark::Join {
                number: their_number,
                of: their_of,
                ..
            },
        ) => ((number, of) == (their_number, their_of)).then(Term::top),
        (Mark::End, Mark::End) => Some(Term::top()),
        _ => None,
    }
}
