//! Files that ask something, with what they say: one place for each language, one type for all.

pub(crate) mod c;
mod choose;
mod formulas;
mod functions;
pub(crate) mod llvm;
mod mutants;
mod words;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use evidence::Evidence;
use language::{Diagnostic as Problem, Label, Origins, Severity, Span};
use logic::Symbol;
use program::Origin;
use question::{Claim, ClaimKind, Expectation, Module, Question, Relation, Unreadable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::console::Console;
use crate::diagnostics::{self, Complaint};
use crate::evidence_file::Stored;
use crate::source::Source;
use crate::subject::{Form, Subject};
use crate::texts::{Input, Texts, sha256};
use functions::Functions;
use report::{Diagnostic, Place};

/// How files in languages of others are understood.
#[derive(Clone, PartialEq, Eq, Debug, Default, clap::Args, Serialize, Deserialize, JsonSchema)]
#[group(skip)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Programs in C.
    #[command(flatten)]
    #[serde(default)]
    pub(crate) c: c::Arguments,
    /// LLVM IR.
    #[command(flatten)]
    #[serde(default)]
    pub(crate) llvm: llvm::Arguments,
}

/// The most places that are looked up ahead, for what is only told by the way.
const MOST_PLACES: usize = 20_000;

/// Files that could be read.
#[derive(Debug)]
pub(crate) struct File {
    /// The text of the file that is looked at.
    pub(crate) source: Source,
    /// As what all was read.
    subject: Subject,
    /// The evidence that came with it.
    stored: Option<Stored>,
    /// All texts that were read.
    inputs: Vec<Input>,
    module: Module,
    problems: Vec<Diagnostic>,
    origins: Places,
    notes: Vec<String>,
    /// Whether what is wrong with it is only not read: then the module is of use for refutations.
    is_partial: bool,
    /// What claims about functions are about, where these are lowered when they are asked for.
    functions: Option<Functions>,
}

/// Where the origins of a module are written.
#[derive(Debug)]
enum Places {
    Tandem(Origins),
    Weaver(Option<frontend_weaver::Reading>),
    C(Option<Box<frontend_c::Reading>>),
    /// The same for a comparison, with the text of the other program.
    Compared(Box<frontend_c::Reading>, Source),
    /// An origin is a position in this list.
    Spans(Vec<Span>),
}

/// A claim as engines are asked about it.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The question, if it is one.
    pub(crate) question: Result<Question, Unreadable>,
    /// Other functions that a proof rests on.
    pub(crate) rests_on: Vec<String>,
    /// What may be in the way of a verdict.
    pub(crate) obstacles: Vec<String>,
}

impl File {
    /// Reads the files of a subject, whatever is wrong with what they say.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub(crate) fn read(subject: &Subject, texts: Texts) -> Result<Self, Complaint> {
        let paths: Vec<&Path> = subject.paths().collect();
        let Some(first) = paths.first() else {
            return Err(Complaint::new("no file is named"));
        };
        if let Form::Evidence { program } = &subject.form {
            let (stored, file) = Stored::open(first, program.as_deref().map(Path::new))?;
            return Ok(File {
                stored: Some(stored),
                // What is wrong with it does not matter to what was found of it.
                problems: Vec::new(),
                is_partial: false,
                ..file
            });
        }
        let source = |path: &Path| texts.read(path).map_err(Complaint::new);
        let reading = &subject.reading;
        let extension = first.extension().and_then(|own| own.to_str());
        let mut file = match (&subject.form, &paths[1..]) {
            (Form::Claims, []) => match extension {
                Some("c") => File::of_c(c::read(source(first)?, first, &reading.c, &texts)?),
                Some("wvr") => File::of_weaver(source(first)?),
                Some("ba" | "hoa") => words::alone(source(first)?),
                Some("smt2") => formulas::either(source(first)?),
                Some("ll") => functions::within(source(first)?, &reading.llvm),
                _ => File::of_tandem(source(first)?, first, &reading.llvm, &texts),
            },
            (Form::Functions { names }, [second]) => {
                functions::between(source(first)?, source(second)?, names, &reading.llvm)
            }
            (Form::Mutants { names, most }, []) => {
                mutants::of(source(first)?, names, *most, &reading.llvm)
            }
            (Form::Words { by_position }, [second]) => {
                words::between(source(first)?, source(second)?, *by_position)
            }
            (Form::Formulas, []) => formulas::one(source(first)?),
            (Form::Formulas, [second]) => formulas::two(source(first)?, source(second)?),
            (Form::Clauses, []) => formulas::clauses(source(first)?),
            _ => return Err(Complaint::new("there are too many files, or too few")),
        };
        file.inputs = texts.inputs();
        file.subject = subject.clone();
        Ok(file)
    }

    /// Reads one file of the disk, with the claims that it contains.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn open(path: &Path, arguments: &Arguments) -> Result<Self, Complaint> {
        File::read(&Subject::claims(path, arguments), Texts::disk())
    }

    /// A file of which nothing is known yet but its text.
    fn empty(source: Source) -> Self {
        File {
            source,
            inputs: Vec::new(),
            subject: Subject::default(),
            stored: None,
            module: Module::default(),
            problems: Vec::new(),
            origins: Places::Spans(Vec::new()),
            notes: Vec::new(),
            is_partial: false,
            functions: None,
        }
    }

    /// A file of which nothing is understood but what is wrong with it, or with the one that it is
    /// compared with.
    fn wrong(source: Source, problem: Diagnostic) -> Self {
        File {
            problems: vec![problem],
            ..File::empty(source)
        }
    }

    fn of_tandem(source: Source, path: &Path, arguments: &llvm::Arguments, texts: &Texts) -> Self {
        let mut analysis = language::analyze(&source.text);
        for wrong in llvm::import(&mut analysis.module, path, arguments, texts) {
            let at = analysis.origins.span(wrong.origin).unwrap_or_default();
            let problem = problem(wrong.message, &at.range(), wrong.hint);
            analysis.diagnostics.push(problem);
        }
        analysis
            .diagnostics
            .sort_by_key(|problem| problem.primary.span.start);
        let problems = analysis.diagnostics.iter();
        File {
            problems: problems
                .map(|it| diagnostics::of_language(&source, it))
                .collect(),
            module: analysis.module,
            origins: Places::Tandem(analysis.origins),
            ..File::empty(source)
        }
    }

    fn of_weaver(source: Source) -> Self {
        match frontend_weaver::read(&source.text) {
            Ok(reading) => File {
                module: reading.module.clone(),
                origins: Places::Weaver(Some(reading)),
                ..File::empty(source)
            },
            Err(it) => {
                let problem = error(&source, it.message, &it.span, it.hint);
                File::wrong(source, *problem)
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
                module: reading.module.clone(),
                notes: reading.notes.clone(),
                origins: match other {
                    Some(other) => Places::Compared(reading, other),
                    None => Places::C(Some(reading)),
                },
                ..File::empty(source)
            },
            c::Outcome::Part(source, part) => {
                let frontend_c::Partial { reading, unread } = *part;
                let unread = unread.into_iter();
                let problems = unread.map(|it| *error(&source, it.message, &it.span, it.hint));
                File {
                    problems: problems.collect(),
                    module: reading.module.clone(),
                    notes: reading.notes.clone(),
                    origins: Places::C(Some(Box::new(reading))),
                    is_partial: true,
                    ..File::empty(source)
                }
            }
            // There is nothing to ask, but the file may be part of a program.
            c::Outcome::Wrong(source, it) if it.kind == frontend_c::ProblemKind::NoMain => {
                File::empty(source)
            }
            c::Outcome::Wrong(source, it) => {
                let problem = error(&source, it.message, &it.span, it.hint);
                File {
                    origins: Places::C(None),
                    ..File::wrong(source, *problem)
                }
            }
        }
    }

    /// All texts that were read, which is all that is needed to read it again.
    pub(crate) fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The SHA-256 of all texts that were read.
    pub(crate) fn digest(&self) -> String {
        let parts = self.inputs.iter();
        let hashes: Vec<&str> = parts.map(|input| input.sha256.as_str()).collect();
        sha256(hashes.concat().as_bytes())
    }

    /// What files have in common that were read from the same texts in the same way: claims about one
    /// may rest on claims about another.
    pub(crate) fn group(&self) -> String {
        let mut subject = self.subject.clone();
        if let Form::Functions { names } = &mut subject.form {
            // Which functions were chosen does not change what any of them is.
            names.clear();
        }
        let subject = serde_json::to_string(&subject).unwrap_or_default();
        sha256(format!("{subject}{}", self.digest()).as_bytes())
    }

    /// As what it was read, which is all else that is needed.
    pub(crate) fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The evidence that came with it.
    pub(crate) fn stored(&self) -> Option<&Stored> {
        self.stored.as_ref()
    }

    /// Takes the evidence that came with it.
    pub(crate) fn take_stored(&mut self) -> Option<Stored> {
        self.stored.take()
    }

    /// The claim that is asked as well where the one at this position is proved.
    pub(crate) fn back(&self, claim: usize) -> Option<usize> {
        if self.stored.is_some() {
            return None;
        }
        self.functions.as_ref()?.back(claim)
    }

    /// Whether the claim at this position is only asked behind another one, or not at all.
    pub(crate) fn is_behind(&self, claim: usize) -> bool {
        if let Some(stored) = &self.stored {
            return stored.position != claim;
        }
        (self.functions.as_ref()).is_some_and(|it| it.is_behind(claim))
    }

    /// The claim at a position, as engines are asked about it.
    pub(crate) fn asked(&self, claim: usize) -> Asked {
        if let Some(asked) = self.functions.as_ref().and_then(|it| it.asked(claim)) {
            return asked;
        }
        Asked {
            question: self.module.question(&self.module.claims[claim]),
            rests_on: Vec::new(),
            obstacles: Vec::new(),
        }
    }

    /// What a verdict about a claim rests on beside the text: that of how it is read, and what the
    /// evidence for it assumes.
    pub(crate) fn notes(&self, question: &Question, evidence: &Evidence) -> Vec<String> {
        let assumptions = match question {
            Question::Refines(question) => &question.comparison.assumptions[..],
            _ => &[],
        };
        let mut notes: Vec<String> = self.notes.iter().chain(assumptions).cloned().collect();
        if let Evidence::Covering(covering) = evidence {
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
        diagnostics::has_errors(&self.problems)
    }

    /// Reads a file and complains about what is wrong with it; `None` where it cannot be used.
    pub(crate) fn open_valid(
        path: &Path,
        arguments: &Arguments,
        console: &mut Console,
    ) -> Option<Self> {
        match File::open(path, arguments) {
            Err(complaint) => {
                complaint.show(console);
                None
            }
            Ok(file) => {
                diagnostics::show(file.diagnostics(), &[&file.source], console);
                (!file.has_errors()).then_some(file)
            }
        }
    }

    /// What is wrong with what it says.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// What it says.
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    /// Where something in the module is written, in the text of [`File::source_of`].
    pub(crate) fn place(&self, origin: Origin) -> Option<Place> {
        Some(self.source_of(origin).place(self.span(origin)?))
    }

    /// Where all that is told by number is written, for those who outlive the file.
    pub(crate) fn places(&self) -> Arc<[Option<Place>]> {
        let place = |number: usize| {
            let origin = Origin(number as u32);
            let is_here = self.source_of(origin).path == self.source.path;
            self.place(origin).filter(|_| is_here)
        };
        let known = (0..MOST_PLACES).take_while(|number| {
            let origin = Origin(*number as u32);
            self.span(origin).is_some()
        });
        known.map(place).collect()
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
            Places::Spans(spans) => spans.get(origin.0 as usize).copied(),
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
            Places::Tandem(_) | Places::Weaver(_) | Places::Spans(_) => None,
        }
    }

    /// What is written there.
    pub(crate) fn text(&self, origin: Origin) -> &str {
        let span = self.span(origin).unwrap_or_default();
        let source = self.source_of(origin);
        source.text.get(span.range()).unwrap_or_default()
    }
}

/// A problem at a place.
fn problem(message: String, at: &Range<usize>, hint: Option<String>) -> Problem {
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

/// The same as it is shown.
fn error(
    source: &Source,
    message: String,
    at: &Range<usize>,
    hint: Option<String>,
) -> Box<Diagnostic> {
    Box::new(diagnostics::of_language(
        source,
        &problem(message, at, hint),
    ))
}

/// An error at a line and a column.
fn error_at(
    source: &Source,
    (line, column): (u32, u32),
    message: String,
    hint: Option<String>,
) -> Box<Diagnostic> {
    error(source, message, &source.at(line, column).range(), hint)
}

/// A claim of a file without programs.
fn asks(
    name: &str,
    relation: Relation,
    summary: String,
    question: Result<Question, Unreadable>,
) -> Claim {
    let kind = ClaimKind::Asked {
        relation,
        summary,
        question: question.map(Arc::new),
    };
    Claim {
        name: Symbol::new(name),
        kind,
        requires: logic::Term::top(),
        ensures: logic::Term::top(),
        hints: Vec::new(),
        expect: Some(Expectation::Answer),
        origin: Origin(0),
    }
}

/// What a file is called without its folder and extension.
fn stem(source: &Source) -> &str {
    let stem = Path::new(&source.path).file_stem();
    stem.and_then(|stem| stem.to_str()).unwrap_or(&source.path)
}

/// What a file is called without its folder.
fn short(source: &Source) -> &str {
    let name = Path::new(&source.path).file_name();
    name.and_then(|name| name.to_str()).unwrap_or(&source.path)
}

/// The bytes as a place; offsets that are too large for one are cut off.
fn span(range: &Range<usize>) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span {
        start: offset(range.start),
        end: offset(range.end),
    }
}
