//! Reads textual LLVM IR (`.ll`, LLVM 13 to 22) and lowers functions to [`program::Function`].
//!
//! [`read`] makes a [`Module`]: types, globals, the heads of functions. A body is read when it is
//! asked for ([`Module::body`]), so that a large file costs little. [`pair`] lowers a function of
//! one module and its counterpart of another, with the same inputs and the same view of memory, so
//! that an engine can ask whether one refines the other. What LLVM's operations mean is written in
//! `docs/llvm.md`.
//!
//! # What this crate does not know
//! Engines, files and terminals. Malformed text gives a [`Problem`] with its line and column, never
//! a panic; an instruction that is not understood is read over and only objected to when the
//! function that it stands in is lowered.
//!
//! # Where to start
//! `syntax.rs` for the tree, `parser.rs` for how it is read; then `lower.rs`.

#![forbid(unsafe_code)]

mod assumption;
mod lexer;
mod lower;
pub mod meaning;
mod mutate;
mod parser;
mod problem;
mod sample;
pub mod syntax;

pub use assumption::Assumption;
pub use lower::{
    BUNDLES, INTRINSICS, Integers, METADATA, MetadataClass, Named, Options, PASSED_OVER, Pair,
    Surrounding, pair, pair_named, surroundings,
};
pub use mutate::{Mutant, Mutation, mutants};
pub use parser::read;
pub use problem::{PairProblem, Problem, Side};
pub use sample::sample;
pub use syntax::Module;
