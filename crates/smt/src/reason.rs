//! Why an answer may be missing.

use std::fmt;

use budget::Exhausted;

use crate::ffi;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time of the budget is over.
    Timeout,
    /// Somebody cancelled.
    Cancelled,
    /// The memory of the budget is used up.
    Memory,
    /// The method cannot decide this question; the text says what it met.
    Incomplete(String),
}

impl Reason {
    /// The reason behind Z3's words.
    pub(crate) fn from_z3(words: String) -> Reason {
        match words.as_str() {
            "timeout" => Reason::Timeout,
            "canceled" | "interrupted from keyboard" => Reason::Cancelled,
            "memout" | "max. memory exceeded" | "out of memory" => Reason::Memory,
            _ => Reason::Incomplete(words),
        }
    }
}

impl From<Exhausted> for Reason {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::Timeout => Reason::Timeout,
            Exhausted::Cancelled => Reason::Cancelled,
            Exhausted::Memory => Reason::Memory,
        }
    }
}

impl From<ffi::Error> for Reason {
    fn from(error: ffi::Error) -> Self {
        match error {
            ffi::Error::Memory => Reason::Memory,
            ffi::Error::Other(words) => Reason::from_z3(words),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => f.write_str("timeout"),
            Reason::Cancelled => f.write_str("cancelled"),
            Reason::Memory => f.write_str("memory"),
            Reason::Incomplete(what) => write!(f, "incomplete({what})"),
        }
    }
}

impl std::error::Error for Reason {}
