//! The commands that show, run and tidy up.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::{parse_memory, parse_timeout};

const RUN_EXAMPLES: &str = "\
Examples:
  tandem run a.tdm server              ask for every choice (random without a terminal)
  tandem run a.tdm server --random 7   choose at random, the same way for the same seed
  tandem run a.tdm server --set n=2 --script 1,5,2
                                       follow a list of choices
  tandem run prog.c --np 4 --random 7  one order of steps of a C program with MPI

A script is a list of numbers and values, separated by commas or spaces: where several steps are
possible, a number picks one of them, counted from 1; a receive or havoc takes a value. The run
ends with the script. Systems of processes, also C files, run at random or with a script that names
who takes the next step: p[0],p[1],p[1].

Exit codes:
  0  the run ended, in whatever way, but for
  1  an assertion failed
  3  the input cannot be used";

/// Run a program and show what it does
#[derive(Debug, clap::Args)]
#[command(after_help = RUN_EXAMPLES)]
pub(crate) struct RunArgs {
    /// The program file
    pub(crate) file: PathBuf,
    /// The program or system of processes; may be left out where the file contains only one
    pub(crate) program: Option<String>,
    #[command(flatten)]
    pub(crate) choices: Choices,
    /// Start a variable, parameter or constant with a value; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) values: Vec<String>,
    /// The most steps that are taken
    #[arg(long, value_name = "NUMBER", default_value = "1000")]
    pub(crate) steps: usize,
    #[command(flatten)]
    pub(crate) reading: crate::file::Arguments,
}

/// Who decides what a program leaves open.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct Choices {
    /// Choose at random with this seed [default without a terminal, with seed 0]
    #[arg(long, value_name = "SEED")]
    pub(crate) random: Option<u64>,
    /// Follow this list of choices, or the list in a file: @FILE
    #[arg(long, value_name = "CHOICES", allow_hyphen_values = true)]
    pub(crate) script: Option<String>,
    /// Ask for every choice [default on a terminal]
    #[arg(long)]
    pub(crate) ask: bool,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  tandem show a.tdm server             the graph of a program
  tandem show --strategy a.tdm --claim atomic --format dot | dot -Tsvg > atomic.svg
                                       draw why a claim is proved or refuted
  tandem show --strategy out/a.atomic.json
                                       the same from evidence that was kept

A strategy is a graph of the simulation game, in which Falsifier moves the source and Verifier the
target. Falsifier's nodes have an F and are squares, Verifier's have a V and are circles. Behind
each stands what holds there and what bounds the rest of the play. Where a move leads to a node that
was met before, that node covers it: such edges are dotted.

Exit codes:
  0  everything is shown
  1  the evidence in a file is rejected by the checker
  2  the claim could not be told, so that there is no strategy
  3  the input cannot be used
  4  an error inside Tandem, among them evidence that its checker rejects";

/// Show the control-flow graph of a program, or the strategy behind a verdict
///
/// In control-flow graphs, parallel parts are multiplied out. Cut points are locations without which
/// the graph has no cycle.
#[derive(Debug, clap::Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub(crate) struct ShowArgs {
    /// The program file; with --strategy, also an evidence file (.json)
    pub(crate) file: PathBuf,
    /// The program; without one, all of the file
    #[arg(conflicts_with = "strategy")]
    pub(crate) program: Option<String>,
    /// Show the strategy that proves or refutes a claim `simulated by`
    #[arg(long)]
    pub(crate) strategy: bool,
    /// The claim; may be left out where the file contains only one
    #[arg(long, value_name = "NAME", requires = "strategy")]
    pub(crate) claim: Option<String>,
    /// The time for the claim in seconds; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_timeout, requires = "strategy")]
    pub(crate) timeout: Duration,
    /// How the graph is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: GraphFormat,
    #[command(flatten)]
    pub(crate) reading: crate::file::Arguments,
}

/// How graphs are written.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GraphFormat {
    /// For people
    #[default]
    Text,
    /// For Graphviz
    Dot,
}

/// Lay out program files anew
///
/// Files are replaced only where something changes, and never by half.
#[derive(Debug, clap::Args)]
pub(crate) struct FmtArgs {
    /// Program files, and folders to search for .tdm files; `-` reads standard input and writes
    /// standard output
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; list the files that would change, and exit with 1 where there are any
    #[arg(long)]
    pub(crate) check: bool,
}

/// Show, prune or clear what was decided before
///
/// Evidence is kept so that nothing is searched for twice. It is checked again before it is used, so that
/// it may be removed at any time, and shared with whomever you like.
#[derive(Debug, clap::Args)]
pub(crate) struct CacheArgs {
    /// The folder [default: the folder `tandem` where the system keeps caches]
    #[arg(
        long,
        global = true,
        value_name = "FOLDER",
        env = "TANDEM_CACHE",
        hide_env_values = true
    )]
    cache: Option<OsString>,
    #[command(subcommand)]
    pub(crate) command: CacheCommand,
}

impl CacheArgs {
    /// The folder in which verdicts are kept.
    pub(crate) fn store(&self) -> Option<PathBuf> {
        cache_folder(self.cache.as_ref())
    }
}

/// The folder that somebody names, none where its name is empty, and the usual one where nobody does.
pub(super) fn cache_folder(named: Option<&OsString>) -> Option<PathBuf> {
    match named {
        Some(folder) if folder.is_empty() => None,
        Some(folder) => Some(PathBuf::from(folder)),
        None => crate::kept::default_folder(),
    }
}

/// What is done with what is kept.
#[derive(Debug, Subcommand)]
pub(crate) enum CacheCommand {
    /// Say where it is, and how much
    Show,
    /// Remove what was not used for longest
    Prune {
        /// How much may stay, such as 100M
        #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_memory)]
        to: u64,
    },
    /// Remove all of it
    Clear,
}

/// Print the JSON schema of an output
#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// The output
    #[arg(value_name = "OUTPUT", default_value = "report")]
    pub(crate) of: SchemaOf,
}

/// The outputs that have a schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SchemaOf {
    /// What `--format json` writes
    Report,
    /// A line of what `--format ndjson` writes
    Events,
    /// A file that `--evidence` writes
    Evidence,
    /// What `tandem worker` reads and writes
    Worker,
}
