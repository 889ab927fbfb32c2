//! C files: how they are read, and what the reader says.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use frontend_c::{Buffering, Input, Invariants, Options, Problem, Reading};

use crate::diagnostics::Complaint;
use crate::source::Source;

/// The extension of C files.
pub(crate) const EXTENSION: &str = "c";

/// How programs in C are run.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "C with MPI")]
#[group(skip)]
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
}

/// A C file that could be opened.
pub(crate) enum Outcome {
    /// It was understood, and so was the file that it is compared with.
    Read {
        source: Source,
        other: Option<Source>,
        reading: Box<Reading>,
    },
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
    };
    let name = name(path);
    let input = Input {
        name: &name,
        text: &source.text,
    };
    let Some(other_path) = &arguments.against else {
        return Ok(match frontend_c::read(input, options) {
            Ok(reading) => Outcome::Read {
                source,
                other: None,
                reading: Box::new(reading),
            },
            Err(problem) => Outcome::Wrong(source, problem),
        });
    };
    let other = Source::read(other_path).map_err(Complaint::new)?;
    let other_name = self::name(other_path);
    let other_input = Input {
        name: &other_name,
        text: &other.text,
    };
    Ok(match frontend_c::compare(input, other_input, options) {
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
