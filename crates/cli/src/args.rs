//! What can be asked of the command.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use crate::console::Color;
use crate::limits::{parse_memory, parse_timeout};
use crate::render::Stories;

const EXAMPLES: &str = "\
Examples:
  tandem check protocol.tdm            check all claims of a file
  tandem check examples --jobs 4       check all .tdm files of a folder, four claims at a time
  tandem check a.tdm --claim atomic    check one claim
  tandem check a.tdm --evidence out && tandem verify out
                                       keep the evidence and check it again
  tandem run a.tdm server --set n=2    run a program and show what it does
  tandem fmt .                         lay out all .tdm files of this folder anew

Exit codes:
  0  all claims are as expected (proved, or as their `expect` says)
  1  some claim is refuted, or proved although its `expect` says otherwise
  2  some claim could not be told, none is otherwise than expected
  3  the input cannot be used
  4  an error inside Tandem, among them evidence that its checker rejects";

/// Proves or refutes that one program behaves like another, and shows why.
#[derive(Debug, Parser)]
#[command(name = "tandem", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Args {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs; `tandem schema report` prints the schema
    Json,
}

/// Check claims: prove or refute each, and show why
///
/// Every verdict is backed by evidence that a separate checker has accepted. `proved`, `refuted`
/// and `unknown` are the three verdicts; `unknown` says why there is no answer.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Program files, and folders to search for .tdm files
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// Check only the claims with this name; may be given several times
    #[arg(long = "claim", value_name = "NAME")]
    pub(crate) claims: Vec<String>,
    /// The time for each claim in seconds; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_timeout)]
    pub(crate) timeout: Duration,
    /// The memory for the whole run, such as 512M or 4G [default: 80 % of what is available]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory: Option<u64>,
    /// How results are written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    /// Which counterexamples are told step by step
    #[arg(long, value_name = "WHICH", default_value = "unexpected")]
    pub(crate) stories: Stories,
    /// Tell all counterexamples, the same as --stories always
    #[arg(short = 'v', long = "explain", conflicts_with = "stories")]
    pub(crate) explain: bool,
    /// Write the evidence for each verdict to a file in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) evidence: Option<PathBuf>,
    /// How many claims are checked at the same time
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    pub(crate) jobs: std::num::NonZeroUsize,
    /// Leave out times, so that two runs write the same
    #[arg(long, hide = true)]
    pub(crate) no_times: bool,
}

impl CheckArgs {
    /// Which counterexamples are told.
    pub(crate) fn stories(&self) -> Stories {
        if self.explain {
            Stories::Always
        } else {
            self.stories
        }
    }
}
