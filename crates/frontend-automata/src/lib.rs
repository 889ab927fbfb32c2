//! Automata on infinite words from text: RABIT's `.ba` and the Hanoi Omega-Automata format (HOA).
//!
//! [`read`] turns one text into a [`Source`], whose letters are still names or formulas. [`pair`]
//! gives two sources a common alphabet: letters with the same name are the same, and of formulas
//! over propositions only those valuations are told apart that some label tells apart.
//!
//! # What this crate does not know
//! Engines, files and terminals. Malformed text gives an error with its line, never a panic.
//!
//! # Where to start
//! [`read`], then `ba.rs` and `hoa.rs`; `valuations.rs` for how formulas become letters.

#![forbid(unsafe_code)]

mod ba;
mod guard;
mod hoa;
mod pair;
mod source;
mod valuations;

pub use pair::{Matching, Pair, PairError, pair};
pub use source::{Source, Style};

/// Why a text is no automaton that can be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ReadError {
    /// The line, from one.
    pub line: u32,
    /// What is wrong there.
    pub message: String,
}

impl ReadError {
    fn new(line: u32, message: impl Into<String>) -> Self {
        ReadError {
            line,
            message: message.into(),
        }
    }
}

/// Reads an automaton: a text that begins with `HOA:` in HOA, any other in `.ba`.
///
/// # Errors
/// The first line that cannot be used, and why.
pub fn read(text: &str) -> Result<Source, ReadError> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with("HOA:") || start.starts_with("/*") {
        hoa::read(text)
    } else {
        ba::read(text)
    }
}
