//! Everything that is wrong with the input of a run, gathered before anything else happens.

use crate::console::Console;
use crate::render;
use crate::source::Source;
use report::{Diagnostic, Related, Severity};

/// The most diagnostics that are shown of one file; nobody reads more.
const MOST_SHOWN: usize = 50;

/// An error that is not about a place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Complaint {
    message: String,
    hint: Option<String>,
}

impl Complaint {
    /// A complaint with this sentence.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Complaint {
            message: message.into(),
            hint: None,
        }
    }

    /// The sentence.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The complaint with what to do about it, where something is known.
    pub(crate) fn hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }

    /// Shows it on standard error.
    pub(crate) fn show(self, console: &mut Console) {
        show(&[self.into()], &[], console);
    }
}

impl From<Complaint> for Diagnostic {
    fn from(complaint: Complaint) -> Self {
        Diagnostic {
            severity: Severity::Error,
            message: complaint.message,
            file: None,
            place: None,
            label: None,
            related: Vec::new(),
            hint: complaint.hint,
        }
    }
}

/// What the language says about a text.
pub(crate) fn of_language(source: &Source, diagnostic: &language::Diagnostic) -> Diagnostic {
    let related = diagnostic.secondary.iter().map(|label| Related {
        place: source.place(label.span),
        text: label.text.clone(),
    });
    Diagnostic {
        severity: match diagnostic.severity {
            language::Severity::Warning => Severity::Warning,
            language::Severity::Error => Severity::Error,
        },
        message: diagnostic.message.clone(),
        file: Some(source.path.clone()),
        place: Some(source.place(diagnostic.primary.span)),
        label: Some(diagnostic.primary.text.clone()).filter(|text| !text.is_empty()),
        related: related.collect(),
        hint: diagnostic.hint.clone(),
    }
}

/// Whether an error is among them.
pub(crate) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// Shows diagnostics on standard error, those of one text after the other.
pub(crate) fn show(diagnostics: &[Diagnostic], sources: &[&Source], console: &mut Console) {
    let palette = console.err_palette();
    for group in diagnostics.chunk_by(|a, b| a.file == b.file) {
        let file = group[0].file.as_deref();
        let source = sources
            .iter()
            .copied()
            .find(|source| Some(source.path.as_str()) == file);
        let shown = if source.is_some() {
            MOST_SHOWN
        } else {
            group.len()
        };
        for diagnostic in group.iter().take(shown) {
            console.note(&render::diagnostic(diagnostic, source, palette));
            console.note("\n");
        }
        if let (Some(file), Some(rest)) = (file, group.len().checked_sub(shown + 1)) {
            console.note(&format!("… and {} more in {file}\n\n", rest + 1));
        }
    }
}
