//! C files: how they are read, and what the reader says.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use frontend_c::{
    Buffering, Input, Invariants, Options, Partial, Problem, ProblemKind, Reading, Surroundings,
    Undefined, Unmodelled,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostics::Complaint;
use crate::source::Source;
use crate::texts::Texts;

/// How programs in C are run.
#[derive(Clone, PartialEq, Eq, Debug, Default, clap::Args, Serialize, Deserialize, JsonSchema)]
#[command(next_help_heading = "C with MPI")]
#[group(skip)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Arguments {
    /// The number of processes [default: what `#pragma TANDEM processes` says, or 1]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) np: Option<NonZeroUsize>,
    /// Compare the outputs with those of this C program
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,
    /// Let MPI_Send never wait; by default each may wait or not, as the standard says
    #[arg(long, conflicts_with = "unbuffered")]
    pub(crate) buffered: bool,
    /// Let MPI_Send wait until its message is received
    #[arg(long)]
    pub(crate) unbuffered: bool,
    /// Pass over the invariants in the text, as if nobody had written them
    #[arg(long)]
    pub(crate) ignore_invariants: bool,
    /// Signed overflow is a failure; what a proof may do about it
    #[arg(long, value_name = "HOW", default_value = "presume")]
    pub(crate) overflow: UndefinedArg,
    /// Reading what was never written is a failure; what a proof may do about it
    #[arg(long, value_name = "HOW", default_value = "presume")]
    pub(crate) uninitialised: UndefinedArg,
    /// Take floating-point numbers for real numbers, or refuse programs that have some
    #[arg(long, value_name = "HOW", default_value = "assume")]
    pub(crate) rounding: UnmodelledArg,
    /// Take it that what is printed into an array fits, or refuse programs that do so
    #[arg(long, value_name = "HOW", default_value = "assume")]
    pub(crate) strings: UnmodelledArg,
    /// Define a macro before the text begins, as `#define NAME VALUE` does; without a value, as 1
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = definition)]
    pub(crate) definitions: Vec<(String, String)>,
}

/// What is done about something that C leaves undefined.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UndefinedArg {
    /// Show that it never happens, or say that this is assumed
    #[default]
    Presume,
    /// Show that it never happens
    Deny,
    /// Assume that it never happens, and do not look for it
    Assume,
}

impl From<UndefinedArg> for Undefined {
    fn from(from: UndefinedArg) -> Self {
        match from {
            UndefinedArg::Presume => Undefined::Presumed,
            UndefinedArg::Deny => Undefined::Denied,
            UndefinedArg::Assume => Undefined::Assumed,
        }
    }
}

/// What is done about something that verdicts do not speak of.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UnmodelledArg {
    /// Assume that it does not matter, and say so
    #[default]
    Assume,
    /// Refuse the program
    Deny,
}

impl From<UnmodelledArg> for Unmodelled {
    fn from(from: UnmodelledArg) -> Self {
        match from {
            UnmodelledArg::Assume => Unmodelled::Assumed,
            UnmodelledArg::Deny => Unmodelled::Denied,
        }
    }
}

/// Reads the definition of a macro.
fn definition(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty()
        || !name.chars().all(is_part)
        || name.starts_with(|c: char| c.is_ascii_digit())
    {
        return Err(format!("`{name}` is no name of a macro"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// The header with a name beside a file.
fn header_beside(path: &Path, name: &str, texts: &Texts) -> Option<String> {
    let beside = path.parent().unwrap_or(Path::new("")).join(name);
    texts.find(&beside).map(|source| source.text)
}

/// A C file that could be opened.
pub(crate) enum Outcome {
    /// It was understood, and so was the file that it is compared with.
    Read {
        source: Source,
        other: Option<Source>,
        reading: Box<Reading>,
    },
    /// Not all of it is supported.
    Part(Source, Box<Partial>),
    /// Something is wrong with this text.
    Wrong(Source, Problem),
}

/// Reads a C file, and the one that it is compared with.
///
/// # Errors
/// Why the other file cannot be opened.
pub(crate) fn read(
    source: Source,
    path: &Path,
    arguments: &Arguments,
    texts: &Texts,
) -> Result<Outcome, Complaint> {
    let options = Options {
        processes: arguments.np.map(NonZeroUsize::get),
        buffering: match (arguments.unbuffered, arguments.buffered) {
            (true, _) => Some(Buffering::None),
            (_, true) => Some(Buffering::Unbounded),
            _ => None,
        },
        invariants: if arguments.ignore_invariants {
            Invariants::Ignored
        } else {
            Invariants::Used
        },
        overflow: arguments.overflow.into(),
        uninitialised: arguments.uninitialised.into(),
        rounding: arguments.rounding.into(),
        strings: arguments.strings.into(),
    };
    let name = name(path);
    let input = Input {
        name: &name,
        text: &source.text,
    };
    let definitions = &arguments.definitions;
    let headers = |name: &str| header_beside(path, name, texts);
    let surroundings = Surroundings {
        definitions,
        headers: &headers,
    };
    let Some(other_path) = &arguments.against else {
        return Ok(match frontend_c::read_in(input, surroundings, options) {
            Ok(reading) => Outcome::Read {
                source,
                other: None,
                reading: Box::new(reading),
            },
            Err(problem) if problem.kind == ProblemKind::Unsupported => {
                match frontend_c::read_part(input, surroundings, options) {
                    Ok(part) if !part.unread.is_empty() => Outcome::Part(source, Box::new(part)),
                    _ => Outcome::Wrong(source, problem),
                }
            }
            Err(problem) => Outcome::Wrong(source, problem),
        });
    };
    let other = texts.read(other_path).map_err(Complaint::new)?;
    let other_name = self::name(other_path);
    let other_input = Input {
        name: &other_name,
        text: &other.text,
    };
    let other_headers = |name: &str| header_beside(other_path, name, texts);
    let both = [
        surroundings,
        Surroundings {
            definitions,
            headers: &other_headers,
        },
    ];
    let inputs = [input, other_input];
    Ok(match frontend_c::compare_in(inputs, both, options) {
        Ok(reading) => Outcome::Read {
            source,
            other: Some(other),
            reading: Box::new(reading),
        },
        Err(problem) if problem.file == 0 => Outcome::Wrong(source, problem),
        Err(problem) => Outcome::Wrong(other, problem),
    })
}

/// The name of a program: that of its file, with nothing in it that a name cannot have.
fn name(path: &Path) -> String {
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let name = stem.unwrap_or_default().replace(|c| !is_part(c), "_");
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
        format!("_{name}")
    } else {
        name
    }
}
