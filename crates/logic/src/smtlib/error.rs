//! What is wrong with a text, and where.

use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line, from one.
    pub line: u32,
    /// The column in characters, from one.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The family of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The text is not SMT-LIB, or its sorts do not fit.
    Invalid,
    /// The text is SMT-LIB beyond what this logic has.
    Unsupported,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: {message}")]
pub struct Error {
    position: Position,
    kind: ErrorKind,
    message: String,
    hint: Option<String>,
}

impl Error {
    pub(super) fn invalid(position: Position, message: impl Into<String>) -> Self {
        Error {
            position,
            kind: ErrorKind::Invalid,
            message: message.into(),
            hint: None,
        }
    }

    pub(super) fn unsupported(position: Position, message: impl Into<String>) -> Self {
        Error {
            kind: ErrorKind::Unsupported,
            ..Error::invalid(position, message)
        }
    }

    pub(super) fn with_hint(self, hint: impl Into<String>) -> Self {
        Error {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Where it is.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// The family of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What is wrong, as a sentence without its full stop.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

/// A word of the text as it is shown in a message: cut where it is long.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
