//! The commands that decide something: what they read.

use std::path::PathBuf;

use super::{DecideArgs, EXAMPLES, SearchArgs};

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
