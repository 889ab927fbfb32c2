//! What is wrong with a text, or not understood in it.

/// The first thing that is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct Problem {
    /// The line, from one.
    pub line: u32,
    /// The column, from one, in characters.
    pub column: u32,
    /// What is wrong, a sentence without its full stop.
    pub message: String,
}

impl Problem {
    /// A problem at a byte of a text.
    pub(crate) fn at(text: &str, position: usize, message: impl Into<String>) -> Self {
        let (line, column) = place(text, position);
        Problem {
            line,
            column,
            message: message.into(),
        }
    }
}

/// One of the two modules of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The one that says what is allowed.
    Specification,
    /// The one that is to refine it.
    Implementation,
}

/// Why two functions cannot be compared.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct PairProblem {
    /// In which module.
    pub side: Side,
    /// What is wrong there, or not supported.
    pub problem: Problem,
}

/// The line and the column of a byte of a text, both from one.
pub(crate) fn place(text: &str, position: usize) -> (u32, u32) {
    let before = &text.as_bytes()[..position.min(text.len())];
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let start = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    // Continuation bytes of UTF-8 are no characters of their own.
    let column = 1 + before[start..]
        .iter()
        .filter(|byte| **byte & 0xc0 != 0x80)
        .count();
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    (small(line), small(column))
}
