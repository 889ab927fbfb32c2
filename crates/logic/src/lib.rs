//! The logic that every part of Tandem speaks: sorts, hash-consed terms, evaluation, normal forms,
//! and SMT-LIB text.
//!
//! # What this crate does not know
//! Any solver, any program. Whether a formula is satisfiable is the question of the crate `smt`;
//! what a variable belongs to is the question of `program`.
//!
//! # Where to start
//! [`Term`] and its constructors, which are the only way to make one; [`Model::eval`] for what terms
//! mean. Then, by what you want to do with a term:
//!
//! | question | answer |
//! |---|---|
//! | what occurs in it | [`Term::free_vars`], [`Term::functions`], [`Term::atoms`], [`Term::conjuncts`] |
//! | put something else in | [`Term::substitute`], with a [`Substitution`] of variables and of functions |
//! | transform it | [`Term::rewrite`], [`Term::map_children`] |
//! | make it smaller and readable | [`Term::simplify`] |
//! | push negations inwards | [`Term::nnf`] |
//! | compute with linear arithmetic | [`linear::Linear`], [`linear::LinearAtom`] |
//! | compare sums of products of bit-vectors | [`polynomial::normalise`] |
//! | read and write text | [`smtlib`]; `Display` writes the notation of the Tandem language |
//!
//! Integers and rationals have no bounds ([`Integer`], [`Rational`]). Property tests of this and
//! other crates get random terms and models from the module `testing`, behind the feature of that
//! name.
//!
//! # Invariants
//! Equal terms are one object. Terms are graphs: everything here is linear in the number of
//! different parts, not in the length of the text, and safe on deep terms ([`recursion::guard`]).
//! Nothing depends on addresses or hash seeds, so every result is the same on every run.

#![forbid(unsafe_code)]

mod construct;
mod eval;
mod free_vars;
mod fresh;
mod invariant;
pub mod linear;
mod nnf;
mod number;
pub mod polynomial;
mod prenex;
mod pretty;
pub mod recursion;
mod rewrite;
mod signature;
mod simplify;
pub mod smtlib;
mod sort;
mod substitute;
mod symbol;
mod term;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod value;

pub use eval::{EvalError, FunctionTable, Model, apply, values_of};
pub use free_vars::FreeVars;
pub use fresh::FreshNames;
pub use number::{Integer, ParseIntegerError, Rational};
pub use prenex::{Block, Prenex};
pub use rewrite::Rewriter;
pub use signature::op_sort;
pub use simplify::{Ranges, Simplifier};
pub use sort::{ArraySort, EnumSort, Range, Sort};
pub use substitute::{Substitution, Template};
pub use symbol::Symbol;
pub use term::{Function, Node, Op, Quantifier, Term, Var, collect_garbage};
pub use value::{ArrayValue, BitVec, Value};
