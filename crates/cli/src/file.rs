//! A program file with what it says.

use std::path::Path;

use language::Analysis;
use program::{Claim, Module, Origin, Program};

use crate::console::Console;
use crate::diagnostics::{self, Complaint};
use crate::json::{Diagnostic, Place};
use crate::source::Source;
use crate::suggest::did_you_mean;

/// A file that could be read.
#[derive(Debug)]
pub(crate) struct File {
    /// The text.
    pub(crate) source: Source,
    /// What it says.
    pub(crate) analysis: Analysis,
}

impl File {
    /// Reads a file, whatever is wrong with what it says.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self, Complaint> {
        let source = Source::read(path).map_err(Complaint::new)?;
        let analysis = language::analyze(&source.text);
        Ok(File { source, analysis })
    }

    /// Reads a file and complains about what is wrong with it; `None` where it cannot be used.
    pub(crate) fn read_valid(path: &Path, console: &mut Console) -> Option<Self> {
        match File::read(path) {
            Err(complaint) => {
                complaint.show(console);
                None
            }
            Ok(file) => {
                diagnostics::show(&file.diagnostics(), &[&file.source], console);
                (!file.analysis.has_errors()).then_some(file)
            }
        }
    }

    /// What is wrong with what it says.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let own = self.analysis.diagnostics.iter();
        own.map(|diagnostic| diagnostics::of_language(&self.source, diagnostic))
            .collect()
    }

    /// What it says.
    pub(crate) fn module(&self) -> &Module {
        &self.analysis.module
    }

    /// Where something in the module is written.
    pub(crate) fn place(&self, origin: Origin) -> Option<Place> {
        let span = self.analysis.origins.span(origin)?;
        Some(self.source.place(span))
    }

    /// What is written there.
    pub(crate) fn text(&self, origin: Origin) -> &str {
        let span = self.analysis.origins.span(origin).unwrap_or_default();
        self.source.text.get(span.range()).unwrap_or_default()
    }

    /// The program with this name; without a name, the only one.
    ///
    /// # Errors
    /// What is wrong with the choice.
    pub(crate) fn program(&self, name: Option<&str>) -> Result<&Program, Complaint> {
        let programs = &self.module().programs;
        let names: Vec<&str> = programs.iter().map(|it| it.name.as_str()).collect();
        Ok(&programs[self.choose("program", &names, name)?])
    }

    /// The claim with this name; without a name, the only one.
    ///
    /// # Errors
    /// What is wrong with the choice.
    pub(crate) fn claim(&self, name: Option<&str>) -> Result<&Claim, Complaint> {
        let claims = &self.module().claims;
        let names: Vec<&str> = claims.iter().map(|it| it.name.as_str()).collect();
        Ok(&claims[self.choose("claim", &names, name)?])
    }

    /// The position of the name among all names of its kind.
    fn choose(&self, kind: &str, names: &[&str], name: Option<&str>) -> Result<usize, Complaint> {
        let path = &self.source.path;
        match (name, names) {
            (_, []) => Err(Complaint::new(format!("{path} contains no {kind}"))),
            (None, [_]) => Ok(0),
            (None, _) => {
                let hint = format!("name one of them: {}", names.join(", "));
                Err(Complaint::new(format!("{path} contains several {kind}s")).hint(Some(hint)))
            }
            (Some(name), _) => {
                let found = names.iter().position(|own| *own == name);
                found.ok_or_else(|| {
                    Complaint::new(format!("{path} contains no {kind} named `{name}`"))
                        .hint(did_you_mean(name, names.iter().copied()))
                })
            }
        }
    }
}
