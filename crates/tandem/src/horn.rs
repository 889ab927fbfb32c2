//! Constrained Horn clauses: a solution, or a derivation of a contradiction.
//!
//! [`solve`] hands over only what the checker has accepted.

use budget::Budget;

use crate::solve::NoAnswer;

pub use ::horn::{
    Answer, Application, Clause, Derivation, Engines, Interpretation, Options, Predicate,
    PredicateId, Read, ReadError, Step, System, read,
};

/// Solves a system of clauses.
///
/// # Errors
/// Where there is no checked answer.
pub fn solve(system: &System, options: &Options, budget: &Budget) -> Result<Answer, NoAnswer> {
    ::horn::solve(system, options, budget).map_err(NoAnswer::Unknown)
}
