//! What can be wrong with a text.

use std::ops::Range;

/// A piece of the text, in bytes.
pub(crate) type Span = Range<usize>;

/// What is wrong with a file at a place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// The position of the text: 0 for the first, 1 for the one that it is compared with.
    pub file: usize,
    /// The bytes at which it is wrong.
    pub span: Range<usize>,
    /// What is wrong, a sentence without its full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Whether the text is no C at all, or C that this reader does not know.
    pub kind: ProblemKind,
}

/// The families of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// A compiler would complain as well.
    Wrong,
    /// It is C, but no program: there is no function `main`.
    NoMain,
    /// It is C, but outside of the subset that `docs/c.md` describes.
    Unsupported,
    /// A call is wrong whenever it is made, which is for the verdict to say. The reader keeps it to
    /// itself.
    Defect(&'static str),
}

impl Problem {
    /// Something that is no C.
    pub(crate) fn wrong(span: &Span, message: impl Into<String>) -> Self {
        Problem {
            file: 0,
            span: span.clone(),
            message: message.into(),
            hint: None,
            kind: ProblemKind::Wrong,
        }
    }

    /// Something that is C, but outside of the subset. The sentence says what it is.
    pub(crate) fn unsupported(span: &Span, what: impl std::fmt::Display) -> Self {
        Problem {
            file: 0,
            span: span.clone(),
            message: format!("unsupported: {what}"),
            hint: None,
            kind: ProblemKind::Unsupported,
        }
    }

    /// A call that is wrong whenever it is made.
    pub(crate) fn defect(span: &Span, what: &'static str) -> Self {
        Problem {
            file: 0,
            span: span.clone(),
            message: what.to_owned(),
            hint: None,
            kind: ProblemKind::Defect(what),
        }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// What a step of the reader gives.
pub(crate) type Reads<T> = Result<T, Problem>;
