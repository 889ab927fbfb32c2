//! What can be asked of the command.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::console::Color;
use crate::limits::{parse_memory, parse_timeout};
use crate::render::Stories;

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

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs; `tandem schema report` prints the schema
    Json,
    /// For programs that listen meanwhile: a line for each thing that happens, as `tandem schema events`
    /// says
    Ndjson,
    /// One page to look at, with every counterexample, which needs no other file
    Html,
}

/// Decide a quantified formula of linear arithmetic, with a strategy for the winner
///
/// One file: prints `sat` or `unsat` for its assertions. Two files S and T: prints `valid` or
/// `invalid` for "for all x, S implies that for some y, T", where y are the symbols that only T
/// has. Every answer has been checked.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    /// An SMT-LIB file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The conclusion of a forall-exists question
    #[arg(value_name = "T")]
    pub(crate) conclusion: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) decide: DecideArgs,
}

const HORN_EXAMPLES: &str = "\
Examples:
  tandem horn loop.smt2                print sat, unsat or unknown
  tandem horn loop.smt2 --model        print the invariants, or the way to the contradiction

Exit codes:
  0  sat or unsat
  2  unknown
  3  the input cannot be used
  4  an error inside Tandem";

/// Solve constrained Horn clauses: find invariants, or derive a contradiction
///
/// Prints `sat` where some interpretation of the predicates makes every clause valid, `unsat` where
/// the clauses derive a contradiction. Every answer has been checked. Clauses are assertions of the
/// logic HORN, or rules and queries in Z3's fixedpoint format, for which `unsat` says that a query
/// can be derived.
#[derive(Debug, clap::Args)]
#[command(after_help = HORN_EXAMPLES)]
pub(crate) struct HornArgs {
    /// An SMT-LIB file of Horn clauses
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) decide: DecideArgs,
}

const INCLUDE_EXAMPLES: &str = "\
Examples:
  tandem include a.ba b.ba             is every infinite word of a a word of b?
  tandem include a.hoa b.hoa --evidence out && tandem verify out
                                       keep the evidence and check it again

Exit codes:
  0  proved
  1  refuted
  2  unknown
  3  the input cannot be used
  4  an error inside Tandem, among them evidence that its checker rejects";

/// Decide whether every infinite word of one automaton is a word of another
///
/// Automata are files in the formats .ba (Büchi automata) and HOA (any acceptance on states or
/// transitions). Every answer has been checked: `proved` by a chain of simulations, `refuted` by a
/// word that the first automaton has and the second does not.
#[derive(Debug, clap::Args)]
#[command(after_help = INCLUDE_EXAMPLES)]
pub(crate) struct IncludeArgs {
    /// The automaton whose words are looked at
    #[arg(value_name = "A")]
    pub(crate) first: PathBuf,
    /// The automaton that should have them all
    #[arg(value_name = "B")]
    pub(crate) second: PathBuf,
    /// Match the propositions of HOA files by their order instead of their names
    #[arg(long)]
    pub(crate) by_position: bool,
    #[command(flatten)]
    pub(crate) decide: DecideArgs,
}

const REFINE_EXAMPLES: &str = "\
Examples:
  tandem refine before.ll after.ll     did the compiler keep what each function does?
  tandem refine a.ll b.ll --function f --explain
                                       one function, with the relation at each cut point
  tandem refine a.ll b.ll --evidence out && tandem verify out
                                       keep the evidence and check it again

Exit codes:
  0  proved for all functions
  1  refuted for some function
  2  some function could not be told, none is refuted
  3  the input cannot be used
  4  an error inside Tandem, among them evidence that its checker rejects";

/// Decide whether functions of one LLVM module do only what those of another allow
///
/// T refines S if for all inputs, what T does is something that S can do; where the behaviour of S is
/// undefined, T may do anything. Endless loops count: T ends where S does, and the other way round.
/// Files are textual LLVM IR. Every answer has been checked: `proved` by a relation between the two
/// functions at their cut points, `refuted` by inputs on which both are run.
#[derive(Debug, clap::Args)]
#[command(after_help = REFINE_EXAMPLES)]
pub(crate) struct RefineArgs {
    /// The module that says what is allowed
    #[arg(value_name = "S")]
    pub(crate) specification: PathBuf,
    /// The module that should do nothing else
    #[arg(value_name = "T")]
    pub(crate) implementation: PathBuf,
    /// Compare only the functions with this name; may be given several times
    #[arg(long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    #[command(flatten)]
    pub(crate) llvm: crate::file::llvm::Arguments,
    #[command(flatten)]
    pub(crate) decide: DecideArgs,
}

const MUTATE_EXAMPLES: &str = "\
Examples:
  tandem mutate f.ll                   what becomes of all mutants of all functions
  tandem mutate f.ll --function gcd --most 20
                                       of 20 mutants of one function

Exit codes:
  0  each mutant is killed or proved to refine the original
  2  some mutant could not be told
  3  the input cannot be used
  4  an error inside Tandem, among them evidence that its checker rejects";

/// Change functions of an LLVM module and tell which changes can be seen
///
/// A mutant has one operator, relation, constant or guard changed. It is killed by inputs on which it
/// does something that the original cannot do, and both are run on them; it is equivalent, or refines
/// the original, where that is proved and the proof has been checked.
#[derive(Debug, clap::Args)]
#[command(after_help = MUTATE_EXAMPLES)]
pub(crate) struct MutateArgs {
    /// A file of textual LLVM IR
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Change only the functions with this name; may be given several times
    #[arg(long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    /// At most so many mutants of each function, spread over it; 0 for all
    #[arg(long, value_name = "NUMBER", default_value = "0")]
    pub(crate) most: usize,
    #[command(flatten)]
    pub(crate) llvm: crate::file::llvm::Arguments,
    #[command(flatten)]
    pub(crate) decide: DecideArgs,
}

/// Check claims: prove or refute each, and show why
///
/// Every verdict is backed by evidence that a separate checker has accepted. `proved`, `refuted`
/// and `unknown` are the three verdicts; `unknown` says why there is no answer.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Files, and folders to search for files: .tdm, .c, .wvr, .ll, .ba, .hoa, .smt2
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) decide: DecideArgs,
    #[command(flatten)]
    pub(crate) reading: crate::file::Arguments,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// How claims are decided, and what is shown of them: the same for every command that decides some.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Deciding and showing")]
pub(crate) struct DecideArgs {
    /// Decide only the claims with this name; may be given several times
    #[arg(long = "claim", value_name = "NAME")]
    pub(crate) claims: Vec<String>,
    /// The time for each claim in seconds; 0 for no limit [default: 60, and 10 for a mutant]
    #[arg(long, value_name = "SECONDS", value_parser = parse_timeout)]
    pub(crate) timeout: Option<Duration>,
    /// The memory for all claims that are decided at the same time, such as 512M or 4G [default: 80 % of
    /// what is available]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory: Option<u64>,
    /// How many claims are decided at the same time
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    pub(crate) jobs: std::num::NonZeroUsize,
    /// How results are written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    /// Which counterexamples are told step by step
    #[arg(long, value_name = "WHICH", default_value = "unexpected")]
    pub(crate) stories: Stories,
    /// Tell all counterexamples, the same as --stories always
    #[arg(short = 'v', long = "explain", conflicts_with = "stories")]
    pub(crate) explain: bool,
    /// Show what the evidence says: invariants, relations, strategies, models
    #[arg(long, visible_aliases = ["show-invariants", "strategy", "model"])]
    pub(crate) show_evidence: bool,
    /// Write the evidence for each verdict to a file in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) evidence: Option<PathBuf>,
    /// Look for what was decided before in this folder, and check it again instead of searching; empty
    /// for none [default: the folder `tandem` where the system keeps caches]
    #[arg(
        long,
        value_name = "FOLDER",
        env = "TANDEM_CACHE",
        hide_env_values = true
    )]
    cache: Option<OsString>,
    /// Search for everything anew, and keep nothing
    #[arg(long)]
    no_cache: bool,
    /// Decide claims in this process, where no limit is kept against a solver that does not answer
    #[arg(long)]
    pub(crate) in_process: bool,
    /// Leave out times, so that two runs write the same
    #[arg(long, hide = true)]
    pub(crate) no_times: bool,
}

impl DecideArgs {
    /// What is asked for where nothing is said but these.
    pub(crate) fn plain(claims: Vec<String>, timeout: Duration) -> Self {
        DecideArgs {
            claims,
            timeout: Some(timeout),
            memory: None,
            jobs: std::num::NonZeroUsize::MIN,
            format: Format::Text,
            stories: Stories::default(),
            explain: false,
            show_evidence: false,
            evidence: None,
            cache: None,
            no_cache: false,
            in_process: false,
            no_times: true,
        }
    }

    /// The folder in which verdicts are kept.
    pub(crate) fn store(&self) -> Option<PathBuf> {
        match self.no_cache {
            true => None,
            false => cache_folder(self.cache.as_ref()),
        }
    }

    /// Which counterexamples are told.
    pub(crate) fn stories(&self) -> Stories {
        if self.explain {
            Stories::Always
        } else {
            self.stories
        }
    }
}

/// How states are represented, in claims `included in`.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StatesArg {
    /// Listed, and where that takes long, as sets
    #[default]
    Automatic,
    /// Listed one by one
    Listed,
    /// As sets only, which prove and do not refute
    Sets,
}

impl From<StatesArg> for tandem::States {
    fn from(states: StatesArg) -> Self {
        match states {
            StatesArg::Automatic => tandem::States::Automatic,
            StatesArg::Listed => tandem::States::Listed,
            StatesArg::Sets => tandem::States::Sets,
        }
    }
}

/// How verdicts are searched for. They are the same, the times are not.
#[derive(Clone, PartialEq, Eq, Debug, Default, clap::Args, Serialize, Deserialize, JsonSchema)]
#[command(next_help_heading = "How verdicts are searched for")]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SearchArgs {
    /// How the states of programs with fair runs are represented
    #[arg(long, value_name = "HOW", default_value = "automatic")]
    states: StatesArg,
    /// Make each command a move of its own in simulations, instead of whole silent paths
    #[arg(long)]
    single_steps: bool,
    /// Compare all threads at once, instead of one by one first
    #[arg(long)]
    whole_product: bool,
    /// Which moves of the specification are tried first: sync, follow, pass, or several in order
    #[arg(long, value_name = "PREFERENCES", value_delimiter = ',', value_parser = preference)]
    prefer: Vec<String>,
    /// Decide games of finitely many moves by SimSat, instead of winning regions
    #[arg(long)]
    simsat: bool,
}

/// A preference, which is kept as it is written.
fn preference(word: &str) -> Result<String, String> {
    match word.parse::<tandem::Preference>() {
        Ok(_) => Ok(word.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

impl SearchArgs {
    /// The same for the library.
    pub(crate) fn options(&self) -> tandem::Search {
        let mut simulation = tandem::SimulationOptions::default();
        if self.single_steps {
            simulation.steps = tandem::Steps::Single;
        }
        let preferred = self.prefer.iter().filter_map(|word| word.parse().ok());
        let preferred: Vec<tandem::Preference> = preferred.collect();
        if !preferred.is_empty() {
            simulation.preferences = preferred;
        }
        simulation.by_thread = !self.whole_product;
        if self.simsat {
            simulation.finite_games = tandem::FiniteGames::SimSat;
        }
        tandem::Search {
            simulation,
            states: self.states.into(),
            hunts_first: false,
        }
    }
}

const VERIFY_EXAMPLES: &str = "\
Examples:
  tandem check a.tdm --evidence out    write the evidence
  tandem verify out                    check it again
  tandem verify out/a.atomic.json --program copy_of_a.tdm

Exit codes:
  0  all evidence is accepted
  1  some evidence is rejected
  2  some check did not come to an end within its limits
  3  some file cannot be used
  4  an error inside Tandem, or output that cannot be written";

/// Check evidence again, with nothing but the checker
///
/// Reads files that `--evidence` has written. Everything is inside of them: the texts of the programs, how
/// they were read, the claim. No other file is opened, and no engine takes part: what is accepted is right
/// of the programs in the file, whoever wrote it.
#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// Evidence files, and folders to search for .json files
    #[arg(required = true, value_name = "EVIDENCE")]
    pub(crate) files: Vec<PathBuf>,
    /// A file whose text takes the place of the one in the evidence that has the same name, or of the
    /// first, to see whether the evidence shows the same of that
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) decide: DecideArgs,
}

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
fn cache_folder(named: Option<&OsString>) -> Option<PathBuf> {
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
