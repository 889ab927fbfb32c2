//! The logic that every part of Tandem speaks: sorts, hash-consed terms, evaluation, normal forms,
//! and SMT-LIB text.
//!
//! # What this crate does not know
//! Any solver, any program. Whether a formula is satisfiable is the question of the crate `smt`;
//! what a variable belongs to is the question of `program`.
//!
//! # Where to start
//! [`Term`] and its constructors; [`Model::eval`] for what terms mean. Integers and rationals have
//! no bounds ([`Integer`], [`Rational`]).

#![forbid(unsafe_code)]

mod construct;
mod eval;
mod free_vars;
mod invariant;
pub mod linear;
mod nnf;
mod number;
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
pub use number::{Integer, ParseIntegerError, Rational};
pub use rewrite::Rewriter;
pub use signature::op_sort;
pub use simplify::Simplifier;
pub use sort::{ArraySort, EnumSort, Range, Sort};
pub use substitute::{FreshNames, Substitution, Template};
pub use symbol::Symbol;
pub use term::{Function, Node, Op, Quantifier, Term, Var, collect_garbage};
pub use value::{ArrayValue, BitVec, Value};
