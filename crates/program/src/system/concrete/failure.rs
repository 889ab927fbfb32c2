//! What can go wrong in a run.

use logic::{Symbol, Term, Value};

use crate::system::Agreed;

/// What a run without further steps is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All processes have ended, as they should.
    Ended,
    /// Some process has stopped at an assumption that does not hold: nothing is asked of the run.
    Stopped,
    /// It violates the claim.
    Failed(Failure),
}

/// How a run violates what is claimed of the system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// An assertion of a process does not hold.
    Assertion {
        /// The process.
        process: usize,
        /// Its edge.
        edge: usize,
    },
    /// A collective assertion or invariant does not hold for snapshots that belong together.
    Collective {
        /// The label.
        label: Symbol,
        /// The process whose formula does not hold.
        claimant: usize,
    },
    /// A message is sent to, or awaited from, a rank that no process has, or it is to be the root.
    NoSuchProcess {
        /// The process.
        process: usize,
        /// Its edge.
        edge: usize,
        /// The rank.
        rank: Term,
    },
    /// A message of another sort than the variable's is received.
    WrongSort {
        /// The process.
        process: usize,
        /// Its edge.
        edge: usize,
    },
    /// A variable would get a value outside of its range.
    OutOfRange {
        /// The process.
        process: usize,
        /// The variable.
        var: Symbol,
        /// The value.
        value: Term,
    },
    /// A call and another one, of the other end or of the same group, do not fit.
    Mismatch {
        /// The process.
        process: usize,
        /// The edge of its call.
        edge: usize,
        /// The other process and the edge of its call, where that is known.
        other: Option<(usize, usize)>,
        /// In what they differ.
        what: Agreed,
    },
    /// A process touches what an operation uses that has begun and is not completed.
    InUse {
        /// The process.
        process: usize,
        /// Its edge.
        edge: usize,
        /// The edge that has begun the operation.
        by: usize,
    },
    /// A process names an operation that there is not, or that is not as it should be.
    NoRequest {
        /// The process.
        process: usize,
        /// Its edge.
        edge: usize,
    },
    /// A process names a message that it has not put aside.
    NoMessage {
        /// The process.
        process: usize,
        /// Its edge.
        edge: usize,
    },
    /// An operation was begun and never completed.
    LeftRequest {
        /// The process.
        process: usize,
        /// The edge that has begun it.
        edge: usize,
    },
    /// Processes wait forever.
    Deadlock {
        /// Who waits, and for whom.
        waiting: Vec<Waiting>,
    },
    /// A process has taken part in a collective assertion more often than another.
    Unmatched {
        /// The label.
        label: Symbol,
        /// The process.
        process: usize,
    },
    /// A message was never received.
    LeftMessage {
        /// Its sender.
        from: usize,
        /// Its receiver.
        to: usize,
    },
    /// What should hold at the end does not.
    Ensures,
}

impl Failure {
    /// A number in words, where it is a literal.
    #[must_use]
    pub fn shown(term: &Term) -> String {
        match term.as_value() {
            Some(Value::Int(number)) => number.to_string(),
            _ => term.to_string(),
        }
    }
}

/// A process that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The process.
    pub process: usize,
    /// The edge that it cannot take.
    pub edge: usize,
    /// The process that it waits for, if it is a certain one.
    pub for_process: Option<usize>,
    /// Whether it waits until a message of its own is received.
    pub waits_to_send: bool,
}
