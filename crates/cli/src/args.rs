//! What can be asked of the command.

mod asking;
mod decide;
mod looking;

use std::sync::LazyLock;

use clap::{Parser, Subcommand};

use crate::console::Color;

pub(crate) use asking::{
    CheckArgs, HornArgs, IncludeArgs, MutateArgs, RefineArgs, SolveArgs, VerifyArgs,
};
pub(crate) use decide::{DecideArgs, Format, SearchArgs};
pub(crate) use looking::{
    CacheArgs, CacheCommand, FmtArgs, GraphFormat, RunArgs, SchemaArgs, SchemaOf, ShowArgs,
};

const EXAMPLES: &str = "\
Examples:
  tandem check protocol.tdm            check all claims of a file
  tandem check examples --jobs 4       check all files of a folder, four claims at a time
  tandem check a.tdm --claim atomic    check one claim
  tandem check a.tdm --evidence out && tandem verify out
                                       keep the evidence and check it again
  tandem check ring.c --np 4           check a C program with MPI for four processes
  tandem check fast.c --against plain.c
                                       compare what two C programs compute
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
#[command(name = "tandem", version, long_version = long_version(), after_help = EXAMPLES, max_term_width = 100)]
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
    Verify(VerifyArgs),
    Run(RunArgs),
    Show(ShowArgs),
    Fmt(FmtArgs),
    Solve(SolveArgs),
    Horn(HornArgs),
    Include(IncludeArgs),
    Refine(RefineArgs),
    Mutate(MutateArgs),
    Cache(CacheArgs),
    Schema(SchemaArgs),
    /// Do jobs for another program: lines of JSON on standard input and output
    ///
    /// `tandem schema worker` describes what is said. A worker does one job after the other and ends when
    /// its standard input does. `tandem check` starts workers by itself.
    Worker,
}

/// What `--version` says, where `-V` gives the first line only.
fn long_version() -> &'static str {
    static TEXT: LazyLock<String> =
        LazyLock::new(|| format!("{}\nZ3 {}", env!("CARGO_PKG_VERSION"), smt::z3_version()));
    &TEXT
}
