//! Strategies for quantified linear arithmetic.
//!
//! A quantified formula is a game: the existential player wants it true, the universal player wants
//! it false, and each chooses values for its variables in turn. [`decide`] says who wins and hands
//! back how: for each of the winner's variables a term over the variables before it, with case
//! splits. Put into the formula, these terms leave a quantifier-free formula that is valid, and
//! testing that needs no search.
//!
//! [`aeval`] is the special case `forall x. S(x) => exists y. T(x, y)` of papers/003, section 5.
//!
//! # What this crate does not know
//! Programs. A position of a game is whatever its caller says.
//!
//! # Where to start
//! [`decide`]; then [`choices`], which finds terms for one block of variables.

#![forbid(unsafe_code)]

pub mod aeval;
mod bounds;
pub mod choices;
mod compact;
mod decide;
mod definitions;
mod divisions;
mod equations;
mod fragment;
mod guess;
mod inside_out;
mod moves;
mod plain;
pub mod regions;
mod simsat;
mod unrolled;
mod witness;

pub use decide::{Method, decide, decide_by};
pub use fragment::{Unsupported, check_fragment};
pub use moves::{Reply, replies_for};
