//! Reads programs in a subset of C with MPI (papers/002) as closed systems of processes.
//!
//! The subset is described in `docs/c.md`. Whatever is outside of it is a [`Problem`] at its place;
//! nothing is guessed and nothing is skipped that could matter. No compiler and no preprocessor is
//! needed, and no header of a library is opened; what other headers say is asked of the caller.
//!
//! # What this crate does not know
//! Engines, files and terminals.
//!
//! # Where to start
//! [`read`] and [`compare`]. A text goes through `lexer`, `preprocess` and `parser`; `lower` then
//! reads the syntax tree once for each process, with the rank as a literal.

#![forbid(unsafe_code)]

mod assemble;
mod beginnings;
mod constant;
mod defects;
mod effects;
mod escapes;
mod given_up;
mod handles;
mod headers;
mod lexer;
mod library;
mod lower;
mod macros;
mod mpi;
mod parser;
mod pragmas;
mod predefined;
mod preprocess;
mod problem;
mod spans;
mod summary;
mod syntax;
mod token;
mod visit;

use program::Origin;
use program::system::Presumption;
use question::Module;

pub use defects::class;
pub use problem::{Problem, ProblemKind};
pub use spans::Place;

use spans::Spans;

/// The most processes that a program can be read for.
pub const MOST_PROCESSES: usize = 1000;

/// How a program is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The number of processes. Without one it is what the text says with
    /// `#pragma TANDEM processes`, or one.
    pub processes: Option<usize>,
    /// What `MPI_Send` does. Without it, it does what the text says with `#pragma TANDEM sends`, or what
    /// the standard says.
    pub buffering: Option<Buffering>,
    /// What becomes of the invariants in the text.
    pub invariants: Invariants,
    /// What is done about signed overflow.
    pub overflow: Undefined,
    /// What is done about reading what was never written.
    pub uninitialised: Undefined,
    /// What is done about the difference between floating-point and real numbers.
    pub rounding: Unmodelled,
    /// What is done about the room for what is printed into an array.
    pub strings: Unmodelled,
}

/// What is done about something that C leaves undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    /// A run in which it happens is a failure. A proof that does not show that it never happens assumes
    /// so, and says it.
    #[default]
    Presumed,
    /// The same, but a proof has to show it.
    Denied,
    /// It is assumed not to happen, and not looked for.
    Assumed,
}

/// What is done about something that verdicts do not speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unmodelled {
    /// It is assumed not to matter, which is said with the verdict.
    #[default]
    Assumed,
    /// A program in which it may matter is unsupported.
    Denied,
}

/// What becomes of the invariants in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Invariants {
    /// They are claimed, and help to prove the rest.
    #[default]
    Used,
    /// They are passed over, as if nobody had written them.
    Ignored,
}

/// What `MPI_Send` does. MPI leaves to the implementation whether it waits for its receiver, each time
/// anew, and a correct program works with either.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Buffering {
    /// Each may wait or not, as the standard says: a program is safe if it is whatever they do.
    #[default]
    Standard,
    /// It never waits.
    Unbounded,
    /// It waits until the message is received, as `MPI_Ssend` does.
    None,
}

/// A text and its name.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The name of the program, such as the file's without its extension.
    pub name: &'a str,
    /// What the file says.
    pub text: &'a str,
}

/// What a text is read with besides itself.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Macros that are defined before the text begins: names, and what stands for them.
    pub definitions: &'a [(String, String)],
    /// What a header says that is included by name and that no library has; none if there is no such
    /// header. The name is seen from the folder of the file: a header `part/a.h` that includes `b.h`
    /// asks for `part/b.h`.
    pub headers: &'a dyn Fn(&str) -> Option<String>,
}

impl Surroundings<'_> {
    /// Nothing is defined, and there are no headers.
    pub const NONE: Surroundings<'static> = Surroundings {
        definitions: &[],
        headers: &|_| None,
    };
}

/// What one or two files say.
#[derive(Debug)]
pub struct Reading {
    /// The systems, and one claim about them.
    pub module: Module,
    /// What the verdict rests on: how numbers and sends are understood. What a proof assumes of runs
    /// comes on top, see [`assumption`].
    pub notes: Vec<String>,
    spans: Spans,
}

impl Reading {
    /// Where an origin in the module stands, and what is claimed there.
    #[must_use]
    pub fn place(&self, origin: Origin) -> Option<&Place> {
        self.spans.place(origin)
    }
}

/// The sentence for what a proof assumes of runs.
#[must_use]
pub fn assumption(what: Presumption) -> &'static str {
    match what {
        Presumption::NoOverflow => "no signed integer overflows: this was not shown",
        Presumption::Initialised => {
            "nothing is read that was not written before: this was not shown"
        }
    }
}

/// Reads a program, with the claim that it is safe: no assertion fails, no index is out of bounds,
/// no divisor is zero, and no process waits forever for another.
///
/// # Errors
/// The first thing that is wrong with it or outside of the subset.
///
/// ```
/// use frontend_c::{Input, Options, read};
///
/// let text = "
///     #include <mpi.h>
///     int main(void) {
///         int rank, x = 7;
///         MPI_Init(NULL, NULL);
///         MPI_Comm_rank(MPI_COMM_WORLD, &rank);
///         if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
///         else MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
///         MPI_Finalize();
///     }";
/// let options = Options { processes: Some(2), ..Options::default() };
/// let reading = read(Input { name: "pair", text }, options).unwrap();
/// assert_eq!(reading.module.systems[0].processes.len(), 2);
/// ```
pub fn read(input: Input<'_>, options: Options) -> Result<Reading, Problem> {
    read_in(input, Surroundings::NONE, options)
}

/// The same, with what the text is read with.
///
/// # Errors
/// The first thing that is wrong with it or outside of the subset.
pub fn read_in(
    input: Input<'_>,
    surroundings: Surroundings<'_>,
    options: Options,
) -> Result<Reading, Problem> {
    assemble::one(input, surroundings, options)
}

/// The part of a program that could be read. A failure in it is one of the program; that there is none
/// says nothing.
#[derive(Debug)]
pub struct Partial {
    /// The program, whose processes stop for good where something is not read.
    pub reading: Reading,
    /// What is not read, in the order of the text. Where it is empty, everything is.
    pub unread: Vec<Problem>,
}

/// Reads what is supported of a program, with the claim that it is safe, which may only be refuted.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read_part(
    input: Input<'_>,
    surroundings: Surroundings<'_>,
    options: Options,
) -> Result<Partial, Problem> {
    assemble::part(input, surroundings, options)
}

/// Reads two programs, with the claim that they have the same outputs. The first one is the
/// implementation and has the alias `impl`, the second one is the specification, `spec`, and has one
/// process unless its text says otherwise.
///
/// # Errors
/// The first thing that is wrong with one of them or outside of the subset.
pub fn compare(
    implementation: Input<'_>,
    specification: Input<'_>,
    options: Options,
) -> Result<Reading, Problem> {
    compare_in(
        [implementation, specification],
        [Surroundings::NONE; 2],
        options,
    )
}

/// The same, with what the texts are read with.
///
/// # Errors
/// The first thing that is wrong with one of them or outside of the subset.
pub fn compare_in(
    [implementation, specification]: [Input<'_>; 2],
    surroundings: [Surroundings<'_>; 2],
    options: Options,
) -> Result<Reading, Problem> {
    assemble::two(implementation, specification, surroundings, options)
}
