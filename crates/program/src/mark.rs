//! Marks: events that no environment sees, in graphs whose parallel loops have been taken apart.

use std::collections::BTreeSet;

use logic::{Term, Var};

use crate::Renaming;

/// An event of a graph that stands for a program with `parfor` (`question::copies` makes them). The
/// simulation game treats it as observable: a mark of one program is matched by the same mark of the
/// other. No front end makes one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The copies of a `parfor` start, at least one. Matched where the bounds are equal.
    Copies {
        /// The first number.
        low: Term,
        /// The last number.
        high: Term,
    },
    /// Threads of a `par` start. Matched where there are as many.
    Threads(usize),
    /// From now on it is about one copy, any of them. Matched by the copy with the same number.
    Copy {
        /// The variable that holds its number.
        id: Var,
        /// The first number.
        low: Term,
        /// The last number.
        high: Term,
    },
    /// From now on it is about one thread. Matched by the thread with the same number.
    Thread {
        /// Which one.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// The copy or the thread has ended.
    End,
    /// The other threads have ended too.
    Join {
        /// The number of the thread that it was about.
        number: usize,
        /// How many there are.
        of: usize,
        /// What they have written, in either program: it may have any value now. Only the first
        /// program of a claim says it, for both.
        forgets: Vec<Var>,
    },
    /// More copies are needed than are represented. No game is lost by the target from here on.
    Beyond,
}

impl Mark {
    /// The terms that it evaluates.
    #[must_use]
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Mark::Copies { low, high } | Mark::Copy { low, high, .. } => vec![low, high],
            _ => Vec::new(),
        }
    }

    /// The variables that it reads.
    #[must_use]
    pub fn reads(&self) -> BTreeSet<Var> {
        self.terms().into_iter().flat_map(Term::free_vars).collect()
    }

    /// The variables that it gives a value.
    #[must_use]
    pub fn writes(&self) -> BTreeSet<Var> {
        match self {
            Mark::Copy { id, .. } => BTreeSet::from([id.clone()]),
            Mark::Join { forgets, .. } => forgets.iter().cloned().collect(),
            _ => BTreeSet::new(),
        }
    }

    /// The mark with each of its terms replaced.
    #[must_use]
    pub fn map_terms(&self, map: &dyn Fn(&Term) -> Term) -> Mark {
        match self {
            Mark::Copies { low, high } => Mark::Copies {
                low: map(low),
                high: map(high),
            },
            Mark::Copy { id, low, high } => Mark::Copy {
                id: id.clone(),
                low: map(low),
                high: map(high),
            },
            other => other.clone(),
        }
    }

    /// The mark with new names.
    #[must_use]
    pub fn rename(&self, renaming: &Renaming) -> Mark {
        match self {
            Mark::Copies { low, high } => Mark::Copies {
                low: renaming.term(low),
                high: renaming.term(high),
            },
            Mark::Copy { id, low, high } => Mark::Copy {
                id: renaming.var(id),
                low: renaming.term(low),
                high: renaming.term(high),
            },
            Mark::Join {
                number,
                of,
                forgets,
            } => Mark::Join {
                number: *number,
                of: *of,
                forgets: forgets.iter().map(|var| renaming.var(var)).collect(),
            },
            Mark::Threads(_) | Mark::Thread { .. } | Mark::End | Mark::Beyond => self.clone(),
        }
    }

    /// The condition that a number is one of a range.
    #[must_use]
    pub fn within(number: &Term, low: &Term, high: &Term) -> Term {
        Term::and([
            Term::le(low.clone(), number.clone()),
            Term::le(number.clone(), high.clone()),
        ])
    }
}

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mark::Copies { low, high } => write!(f, "copies {low}..={high} start"),
            Mark::Threads(count) => write!(f, "{count} threads start"),
            Mark::Copy { id, .. } => write!(f, "copy {}", id.name),
            Mark::Thread { number, .. } => write!(f, "thread {}", number + 1),
            Mark::End => f.write_str("end of the part"),
            Mark::Join { .. } => f.write_str("all parts have ended"),
            Mark::Beyond => f.write_str("another copy"),
        }
    }
}
