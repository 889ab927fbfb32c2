//! Diagnostics: what is wrong with a text, where, and what to do about it.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The text means something, but probably not what its author meant.
    Warning,
    /// The text means nothing.
    Error,
}

/// A place and a word about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// Something wrong in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, a sentence without its full stop.
    pub message: String,
    /// Where it is wrong.
    pub primary: Label,
    /// Other places that have to do with it.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    pub(crate) fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            primary: Label {
                span,
                text: String::new(),
            },
            secondary: Vec::new(),
            hint: None,
        }
    }

    pub(crate) fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message)
        }
    }

    pub(crate) fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    pub(crate) fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }

    /// Whether it is an error rather than a warning.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Where diagnostics are gathered.
///
/// Garbage of ten megabytes has millions of errors. Nobody reads them, so only the first ones are
/// kept; the others are counted, and the last diagnostic says how many there are.
#[derive(Default)]
pub(crate) struct Sink {
    kept: Vec<Diagnostic>,
    errors: usize,
    dropped: usize,
}

impl Sink {
    const MOST: usize = 500;

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.is_error());
        if self.kept.len() < Self::MOST {
            self.kept.push(diagnostic);
        } else {
            self.dropped += 1;
        }
    }

    /// How many errors there are so far. Two calls tell whether what lies between them went well.
    pub(crate) fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether there is an error at a place so far; maybe, where some were only counted.
    pub(crate) fn has_error_at(&self, span: Span) -> bool {
        let touches = |at: u32| span.start <= at && at <= span.end;
        self.dropped > 0
            || self
                .kept
                .iter()
                .any(|diagnostic| diagnostic.is_error() && touches(diagnostic.primary.span.start))
    }

    /// Whether what comes now is only counted, so that it needs no hint.
    pub(crate) fn is_full(&self) -> bool {
        self.kept.len() >= Self::MOST
    }

    /// All diagnostics in the order of their places.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.kept
            .sort_by_key(|diagnostic| diagnostic.primary.span.start);
        if self.dropped > 0 {
            let last = self
                .kept
                .last()
                .expect("some were kept before one was dropped");
            let message = format!("{} more problems are not shown", self.dropped);
            let rest = if self.errors > 0 {
                Diagnostic::error(last.primary.span, message)
            } else {
                Diagnostic::warning(last.primary.span, message)
            };
            self.kept.push(rest);
        }
        self.kept
    }
}

/// A piece of the user's text as it appears in a message: in backquotes, and never too long.
pub(crate) fn quote(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("`{}…`", &line[..end]),
        None if line.len() < text.trim_end().len() => format!("`{line} …`"),
        None => format!("`{line}`"),
    }
}
