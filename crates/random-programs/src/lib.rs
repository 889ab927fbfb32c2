//! Random finite-state programs, with a meaning of their own.
//!
//! For tests only. The programs print as Tandem text; what they do is defined here a second time,
//! on their syntax trees, and so is what the claims mean. Nothing is shared with the tool but the
//! text, so that a mistake in the tool is not repeated here.
//!
//! # Where to start
//! [`Pair::random`], [`simulated`] and [`safe`].

#![forbid(unsafe_code)]

mod game;
mod pair;
pub mod report;
mod rng;
mod runs;
mod semantics;
mod syntax;

pub use game::simulated;
pub use pair::Pair;
pub use rng::Rng;
pub use runs::safe;
pub use semantics::{Act, Store, System};
pub use syntax::{Cond, Expr, Shape, Stmt, TOP, VARS};
