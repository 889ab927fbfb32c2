//! Satisfiability and what goes with it, over the terms of [`logic`]: incremental solvers, models,
//! unsatisfiable cores, interpolants, quantifier elimination and projection. The only crate that
//! links Z3.
//!
//! # What this crate does not know
//! Programs, and why anybody asks. Nothing of Z3 is seen from outside: terms go in, terms and
//! models come out.
//!
//! # Where to start
//! A [`Solver`] is a live stack of assertions. [`Solver::check`] answers with an [`Outcome`]; every
//! question takes a [`Budget`], and an answer that is missing has a [`Reason`].
//!
//! ```
//! use logic::{Sort, Term};
//! use smt::{Budget, Outcome, Solver, Strategy};
//!
//! let x = Term::constant("x", Sort::Int);
//! let mut solver = Solver::new(Strategy::Incremental);
//! solver.assert(&Term::lt(Term::int(3), x.clone()));
//! let Outcome::Sat(sat) = solver.check(&Budget::unlimited()) else {
//!     panic!("there are numbers above three");
//! };
//! assert_eq!(sat.model().unwrap().holds(&Term::lt(Term::int(3), x)), Ok(true));
//! ```
//!
//! Questions that are not about a solver's assertions are asked of the [`Context`]:
//! [`Context::sequence_interpolants`], [`Context::eliminate_quantifiers`], [`Context::project`]. Horn clauses go to [`Spacer`].
//!
//! # Invariants
//! - All unsafe code is in the module `ffi`.
//! - The translation to Z3 is exact, and every failure of Z3 is a value.
//! - Interpolants are checked before they are returned.
//! - The same questions in the same order get the same answers: seeds are fixed.

#![deny(unsafe_code)]

mod answer;
mod confine;
mod context;
mod eliminate;
mod entail;
#[allow(unsafe_code, reason = "the one module that calls Z3")]
mod ffi;
mod interpolate;
mod outcome;
mod project;
mod read;
mod reason;
mod solver;
mod spacer;
#[cfg(test)]
mod tests;
mod translate;
mod values;

pub use answer::{Satisfiable, Unsatisfiable};
pub use budget::{Budget, Canceller};
pub use context::Context;
pub use outcome::{Outcome, Validity};
pub use project::Projection;
pub use reason::Reason;
pub use solver::{Solver, Strategy};
pub use spacer::{Fact, Implication, Spacer, SpacerAnswer, Unknown};

/// The version of the Z3 library that is in use, as `5.4.0`.
#[must_use]
pub fn z3_version() -> String {
    ffi::version()
}
