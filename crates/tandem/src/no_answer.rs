//! Why a question about two functions has no answer, outside of the road that claims go.

use checker::Rejected;
use evidence::Reason;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It could not be told.
    Unknown(Reason),
    /// The answer was rejected by the checker: a bug in Tandem.
    Rejected(Rejected),
}

/// Why the solver has no answer, in the words of a verdict.
pub(crate) fn reason_of(reason: smt::Reason) -> Reason {
    match reason {
        smt::Reason::Timeout => Reason::Timeout,
        smt::Reason::Cancelled => Reason::Interrupted,
        smt::Reason::Memory => Reason::Memory,
        smt::Reason::Incomplete(what) => Reason::Incomplete(what),
    }
}

impl From<Rejected> for NoAnswer {
    fn from(rejected: Rejected) -> Self {
        match rejected {
            // The answer may be right; there was no time to see it.
            Rejected::Unanswered(reason) => NoAnswer::Unknown(reason_of(reason)),
            rejected => NoAnswer::Rejected(rejected),
        }
    }
}
