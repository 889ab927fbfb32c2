//! A program file with what it says.

use std::ops::Range;
use std::path::Path;

use evidence::Evidence;
use language::{Diagnostic as Problem, Label, Origins, Severity, Span};
use program::system::System;
use program::{Function, Origin, Program};
use question::import::Compared;
use question::{Claim, Module};

use crate::c;
use crate::console::Console;
use crate::diagnostics::{self, Complaint};
use crate::llvm;
use crate::source::Source;
use crate::suggest::did_you_mean;
use report::{Diagnostic, Place};

/// The extension of Weaver's program files.
const WEAVER: &str = "wvr";

/// How files in other languages are understood.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) c: c::Arguments,
    #[command(flatten)]
    pub(crate) llvm: llvm::Arguments,
}

/// A file that could be read.
#[derive(Debug)]
pub(crate) struct File {
    /// The text.
    pub(crate) source: Source,
    module: Module,
    problems: Vec<Problem>,
    origins: Places,
    notes: Vec<String>,
    /// Whether what is wrong with it is only not read: then the module is of use for refutations.
    is_partial: bool,
}

/// Where the origins of a module are written.
#[derive(Debug)]
enum Places {
    Tandem(Origins),
    Weaver(Option<frontend_weaver::Reading>),
    C(Option<Box<frontend_c::Reading>>),
    /// The same for a comparison, with the text of the other program.
    Compared(Box<frontend_c::Reading>, Source),
}

impl File {
    /// Reads a file, whatever is wrong with what it says.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn read(path: &Path, arguments: &Arguments) -> Result<Self, Complaint> {
        let source = Source::read(path).map_err(Complaint::new)?;
        if path.extension().is_some_and(|own| own == c::EXTENSION) {
            return Ok(File::of_c(c::read(source, path, &arguments.c)?));
        }
        if path
            .extension()
            .is_some_and(|extension| extension == WEAVER)
        {
            return Ok(File::of_weaver(source));
        }
        let mut analysis = language::analyze(&source.text);
        for wrong in llvm::import(&mut analysis.module, path, &arguments.llvm) {
            let at = analysis.origins.span(wrong.origin).unwrap_or_default();
            let problem = error(wrong.message, &at.range(), wrong.hint);
            analysis.diagnostics.push(problem);
        }
        analysis
            .diagnostics
            .sort_by_key(|problem| problem.primary.span.start);
        Ok(File {
            source,
            module: analysis.module,
            problems: analysis.diagnostics,
            origins: Places::Tandem(analysis.origins),
            notes: Vec::new(),
            is_partial: false,
        })
    }

    fn of_weaver(source: Source) -> Self {
        match frontend_weaver::read(&source.text) {
            Ok(reading) => File {
                source,
                module: reading.module.clone(),
                problems: Vec::new(),
                origins: Places::Weaver(Some(reading)),
                notes: Vec::new(),
                is_partial: false,
            },
            Err(problem) => {
                let problem = error(problem.message, &problem.span, problem.hint);
                File::wrong(source, problem, Places::Weaver(None))
            }
        }
    }

    fn of_c(outcome: c::Outcome) -> Self {
        match outcome {
            c::Outcome::Read {
                source,
                other,
                reading,
            } => File {
                source,
                module: reading.module.clone(),
                problems: Vec::new(),
                notes: reading.notes.clone(),
                origins: match other {
                    Some(other) => Places::Compared(reading, other),
                    None => Places::C(Some(reading)),
                },
                is_partial: false,
            },
            c::Outcome::Part(source, part) => {
                let frontend_c::Partial { reading, unread } = *part;
                let unread = unread.into_iter();
                let problems = unread.map(|it| error(it.message, &it.span, it.hint));
                File {
                    source,
                    module: reading.module.clone(),
                    problems: problems.collect(),
                    notes: reading.notes.clone(),
                    origins: Places::C(Some(Box::new(reading))),
                    is_partial: true,
                }
            }
            c::Outcome::Wrong(source, problem) => {
                let problem = error(problem.message, &problem.span, problem.hint);
                File::wrong(source, problem, Places::C(None))
            }
        }
    }

    /// A file of which nothing is understood but what is wrong with it.
    fn wrong(source: Source, problem: Problem, origins: Places) -> Self {
        File {
            source,
            module: Module::default(),
            problems: vec![problem],
            origins,
            notes: Vec::new(),
            is_partial: false,
        }
    }

    /// What a verdict about a claim rests on beside the text: that of how it is read, and what the
    /// evidence for it assumes.
    pub(crate) fn notes(&self, claim: &Claim, evidence: Option<&Evidence>) -> Vec<String> {
        let assumptions = match claim.compared() {
            Some(Compared::Functions(comparison)) => &comparison.assumptions[..],
            _ => &[],
        };
        let mut notes: Vec<String> = self.notes.iter().chain(assumptions).cloned().collect();
        if let Some(Evidence::Covering(covering)) = evidence {
            for what in &covering.assumes {
                let note = frontend_c::assumption((*what).into());
                if !notes.iter().any(|known| known == note) {
                    notes.push(note.to_owned());
                }
            }
        }
        notes
    }

    /// Whether only a part of it is read. Claims about it may be refuted and never proved.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Whether something is wrong with what it says, warnings aside.
    pub(crate) fn has_errors(&self) -> bool {
        self.problems.iter().any(Problem::is_error)
    }

    /// Reads a file and complains about what is wrong with it; `None` where it cannot be used.
    pub(crate) fn read_valid(path: &Path, console: &mut Console) -> Option<Self> {
        File::read_valid_with(path, &Arguments::default(), console)
    }

    /// The same, with the number of processes for programs in C and the like.
    pub(crate) fn read_valid_with(
        path: &Path,
        arguments: &Arguments,
        console: &mut Console,
    ) -> Option<Self> {
        match File::read(path, arguments) {
            Err(complaint) => {
                complaint.show(console);
                None
            }
            Ok(file) => {
                diagnostics::show(&file.diagnostics(), &[&file.source], console);
                (!file.has_errors()).then_some(file)
            }
        }
    }

    /// What is wrong with what it says.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let own = self.problems.iter();
        own.map(|diagnostic| diagnostics::of_language(&self.source, diagnostic))
            .collect()
    }

    /// What it says.
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    /// Where something in the module is written, in the text of [`File::source_of`].
    pub(crate) fn place(&self, origin: Origin) -> Option<Place> {
        Some(self.source_of(origin).place(self.span(origin)?))
    }

    /// The text in which something is written: this file, or the one that it is compared with.
    pub(crate) fn source_of(&self, origin: Origin) -> &Source {
        match &self.origins {
            Places::Compared(reading, other)
                if reading.place(origin).is_some_and(|place| place.file > 0) =>
            {
                other
            }
            _ => &self.source,
        }
    }

    /// The bytes of the text that something in the module stands for.
    pub(crate) fn span(&self, origin: Origin) -> Option<Span> {
        match &self.origins {
            Places::Tandem(origins) => origins.span(origin),
            Places::Weaver(reading) => reading.as_ref()?.span(origin).as_ref().map(span),
            Places::C(reading) => Some(span(&reading.as_ref()?.place(origin)?.span)),
            Places::Compared(reading, _) => Some(span(&reading.place(origin)?.span)),
        }
    }

    /// Whether the file is a program in C.
    pub(crate) fn is_c(&self) -> bool {
        matches!(self.origins, Places::C(_) | Places::Compared(..))
    }

    /// What is claimed there, where the text does not say it itself, as `index out of bounds`.
    pub(crate) fn claim_at(&self, origin: Origin) -> Option<&'static str> {
        match &self.origins {
            Places::C(reading) => reading.as_ref()?.place(origin)?.claim,
            Places::Compared(reading, _) => reading.place(origin)?.claim,
            Places::Tandem(_) | Places::Weaver(_) => None,
        }
    }

    /// What is written there.
    pub(crate) fn text(&self, origin: Origin) -> &str {
        let span = self.span(origin).unwrap_or_default();
        let source = self.source_of(origin);
        source.text.get(span.range()).unwrap_or_default()
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

    /// The system of processes with this name; without a name, the only one of a file without
    /// programs. None where a program is meant.
    ///
    /// # Errors
    /// What is wrong with the choice.
    pub(crate) fn system(&self, name: Option<&str>) -> Result<Option<&System>, Complaint> {
        let systems = &self.module().systems;
        let names: Vec<&str> = systems.iter().map(|it| it.name.as_str()).collect();
        let is_meant = match name {
            Some(name) => names.contains(&name),
            None => self.module().programs.is_empty() && !systems.is_empty(),
        };
        if !is_meant {
            return Ok(None);
        }
        Ok(Some(&systems[self.choose("system", &names, name)?]))
    }

    /// The functions of imported files that claims speak of, by their names `s.f`, each once. The
    /// same function may have other inputs in another claim, where it is compared with another one.
    pub(crate) fn functions(&self) -> Vec<(String, &Function)> {
        let mut all: Vec<(String, &Function)> = Vec::new();
        for claim in &self.module().claims {
            let Some(Compared::Functions(comparison)) = claim.compared() else {
                continue;
            };
            let pair = &comparison.proof;
            let functions = [&pair.implementation, &pair.specification];
            for (imported, function) in claim.functions().into_iter().zip(functions) {
                let name = imported.to_string();
                if !all.iter().any(|(known, _)| *known == name) {
                    all.push((name, function));
                }
            }
        }
        all
    }

    /// The function of an imported file with this name; without a name, the only one of a file
    /// without programs. None where a program is meant.
    ///
    /// # Errors
    /// What is wrong with the choice.
    pub(crate) fn function(
        &self,
        name: Option<&str>,
    ) -> Result<Option<(String, &Function)>, Complaint> {
        let mut functions = self.functions();
        let is_meant = match name {
            Some(name) => name.contains('.'),
            None => self.module().programs.is_empty() && !functions.is_empty(),
        };
        if !is_meant {
            return Ok(None);
        }
        let names: Vec<&str> = functions.iter().map(|(name, _)| name.as_str()).collect();
        let chosen = self.choose("function", &names, name)?;
        Ok(Some(functions.swap_remove(chosen)))
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

/// A problem at a place.
fn error(message: String, at: &Range<usize>, hint: Option<String>) -> Problem {
    Problem {
        severity: Severity::Error,
        message,
        primary: Label {
            span: span(at),
            text: String::new(),
        },
        secondary: Vec::new(),
        hint,
    }
}

/// The bytes as a place; offsets that are too large for one are cut off.
fn span(range: &Range<usize>) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span {
        start: offset(range.start),
        end: offset(range.end),
    }
}
