//! What can go wrong in a run.

use logic::{Symbol, Value};

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
    /// A message is sent to, or awaited from, a rank that no process has.
    NoSuchProcess {
        /// The process.
        process: usize,
        /// Its edge.
        edge: usize,
        /// The rank.
        rank: Value,
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
        value: Value,
    },
    /// The processes of a group name different roots for a collective operation, or one that no
    /// process is, or their variables have different sorts.
    Roots {
        /// A process that differs from those before it.
        process: usize,
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

/// A process that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The process.
    pub process: usize,
    /// The edge that it cannot take.
    pub edge: usize,
    /// The process that it waits for, if it is a certain one.
    pub for_process: Option<usize>,
}
