//! Why nothing is said of a function.

/// What keeps the interpreter from giving an exact answer. It never gives another one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The reference defines it, this interpreter does not.
    #[error("not interpreted: {0}")]
    Unsupported(String),
    /// The function breaks a rule of well-formedness.
    #[error("malformed: {0}")]
    Malformed(String),
    /// There are too many states to look at.
    #[error("too many {0}")]
    TooMany(&'static str),
}

/// A result, or why there is none.
pub type Answer<T> = Result<T, Refusal>;

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Answer<T> {
    Err(Refusal::Unsupported(what.into()))
}

pub(crate) fn malformed<T>(what: impl Into<String>) -> Answer<T> {
    Err(Refusal::Malformed(what.into()))
}
