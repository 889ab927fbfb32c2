//! Answers.

use crate::Reason;

/// The answer to whether something is satisfiable, with what belongs to each side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<S, U> {
    /// It is.
    Sat(S),
    /// It is not.
    Unsat(U),
    /// There is no answer.
    Unknown(Reason),
}

impl<S, U> Outcome<S, U> {
    /// Whether the answer is yes.
    pub fn is_sat(&self) -> bool {
        matches!(self, Outcome::Sat(_))
    }

    /// Whether the answer is no.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Outcome::Unsat(_))
    }

    /// The answer with another thing on the side of yes, which may turn out to be missing.
    pub fn and_then_sat<T>(self, f: impl FnOnce(S) -> Result<T, Reason>) -> Outcome<T, U> {
        match self {
            Outcome::Sat(sat) => match f(sat) {
                Ok(sat) => Outcome::Sat(sat),
                Err(reason) => Outcome::Unknown(reason),
            },
            Outcome::Unsat(unsat) => Outcome::Unsat(unsat),
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    /// The answer with another thing on the side of no.
    pub fn map_unsat<V>(self, f: impl FnOnce(U) -> V) -> Outcome<S, V> {
        match self {
            Outcome::Sat(sat) => Outcome::Sat(sat),
            Outcome::Unsat(unsat) => Outcome::Unsat(f(unsat)),
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }
}

/// The answer to whether a formula always holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Validity {
    /// It does.
    Valid,
    /// There is a counterexample.
    Invalid,
    /// There is no answer.
    Unknown(Reason),
}

impl Validity {
    /// Whether the formula was shown to hold.
    pub fn is_valid(&self) -> bool {
        *self == Validity::Valid
    }
}

impl<S, U> From<Outcome<S, U>> for Validity {
    /// From the answer for the formula's negation.
    fn from(negation: Outcome<S, U>) -> Self {
        match negation {
            Outcome::Sat(_) => Validity::Invalid,
            Outcome::Unsat(_) => Validity::Valid,
            Outcome::Unknown(reason) => Validity::Unknown(reason),
        }
    }
}
