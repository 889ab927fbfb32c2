//! Functions: does an implementation do only what its specification allows?
//!
//! [`decide`] hands over only what the checker has accepted.

use budget::Budget;
use checker::abstraction::check_refinement;
use checker::{Accepted, Established, Rejected};

use crate::solve::NoAnswer;

pub use abstraction::{Inputs, Pair, Question};
pub use evidence::abstraction::{CutMap, Difference, Refinement};

/// An answer with its evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// What the checker has accepted.
    pub accepted: Accepted,
    /// Why it is right.
    pub evidence: Refinement,
}

/// Decides whether a function refines another.
///
/// # Errors
/// Where there is no checked answer.
pub fn decide(question: &Question<'_>, budget: &Budget) -> Result<Decided, NoAnswer> {
    let evidence = abstraction::refine(question, budget).map_err(NoAnswer::Unknown)?;
    budget.report(|| "checking the evidence".to_owned());
    let accepted = check(question, &evidence, budget)?;
    Ok(Decided { accepted, evidence })
}

/// Checks evidence on two functions, with nothing but the checker.
///
/// # Errors
/// Where it is not accepted.
pub fn check(
    question: &Question<'_>,
    evidence: &Refinement,
    budget: &Budget,
) -> Result<Accepted, NoAnswer> {
    let (pair, verdict) = match evidence {
        Refinement::Map(_) => (question.proof, Established::Proved),
        Refinement::Difference(_) => (question.refutation, Established::Refuted),
    };
    let accepted = check_refinement(pair.specification, pair.implementation, evidence, budget)?;
    // Each of the two pairs is good for one verdict only.
    match accepted.verdict() == verdict {
        true => Ok(accepted),
        false => Err(NoAnswer::Rejected(Rejected::WrongKind)),
    }
}
