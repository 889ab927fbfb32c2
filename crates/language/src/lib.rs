//! The Tandem language: text to syntax tree to [`question::Module`], with diagnostics.
//!
//! # What this crate does not know
//! Engines, solvers, files and terminals. It is handed text and gives back what the text says and
//! what is wrong with it; places in the text are byte offsets, and drawing them is somebody else's
//! work.
//!
//! # Where to start
//! [`analyze`], which runs the whole way: `lexer` (tokens and comments), `parser` (the tree of
//! [`syntax`], errors recovered from), `analysis` (names, types and the lowering to graphs).
//! [`format`](format()) lays text out anew and needs only the first two. The definitive description
//! of the language is `docs/language.md`; its examples are run as tests of this crate.
//!
//! # How errors are kept from breeding
//! What could not be understood has been reported, and is represented by something that is
//! compatible with everything: a statement or expression of kind `Error` in the tree, `None` in
//! the analysis. A name that occurs in text that was skipped is never reported as unknown.

#![forbid(unsafe_code)]

mod analysis;
mod diagnostic;
mod format;
mod lexer;
mod losing;
mod narrowed;
mod origins;
mod parser;
mod span;
mod suggest;
pub mod syntax;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use format::format;
pub use losing::{Place, losing};
pub use narrowed::narrowed;
pub use origins::Origins;
pub use span::Span;

use question::Module;

/// What a text says, and what is wrong with it.
#[derive(Debug)]
pub struct Analysis {
    /// What could be understood. A program with an error is not in it, nor is a claim that has an
    /// error or that speaks of such a program: nobody should check what the user did not write.
    pub module: Module,
    /// Errors and warnings in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// Which places in the text the origins in the module stand for.
    pub origins: Origins,
    /// The syntax tree, erroneous parts included.
    pub tree: syntax::File,
}

impl Analysis {
    /// Whether something is wrong, warnings aside.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads a text and everything that it says. Never fails: what is wrong is in the diagnostics.
///
/// ```
/// let analysis = language::analyze("program p { var x: int; x = y; }");
/// assert!(analysis.has_errors());
/// assert_eq!(analysis.diagnostics[0].message, "there is no variable or constant called `y`");
/// ```
#[must_use]
pub fn analyze(text: &str) -> Analysis {
    let mut sink = diagnostic::Sink::default();
    let lexed = lexer::lex(text, &mut sink);
    let parsed = parser::parse(text, &lexed.tokens, &mut sink);
    let (module, origins) = analysis::run(&parsed, &mut sink);
    Analysis {
        module,
        diagnostics: sink.finish(),
        origins,
        tree: parsed.file,
    }
}

/// Reads a text as far as its syntax tree.
///
/// # Errors
/// The errors in its syntax.
pub fn parse(text: &str) -> Result<syntax::File, Vec<Diagnostic>> {
    let mut sink = diagnostic::Sink::default();
    let lexed = lexer::lex(text, &mut sink);
    let parsed = parser::parse(text, &lexed.tokens, &mut sink);
    if sink.error_count() == 0 {
        Ok(parsed.file)
    } else {
        Err(sink.finish())
    }
}
