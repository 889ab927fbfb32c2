//! Rules for claims about functions of imported files.
//!
//! A front end may hand over two pairs of functions, of which one is good for proofs and the other one
//! for refutations. Which of them evidence is about depends on what it would establish, and on nothing
//! that the evidence says.

use budget::Budget;
use evidence::abstraction::Refinement;
use program::Function;
use question::Refines;
use question::import::FunctionPair;

use super::check_refinement;
use crate::{Accepted, Established, Rejected};

/// Checks evidence for or against `t.f abstracted by s.f`.
pub(crate) fn check_functions(
    question: &Refines,
    evidence: &Refinement,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let comparison = &question.comparison;
    fn both(pair: &FunctionPair) -> (&Function, &Function) {
        (&pair.specification, &pair.implementation)
    }
    let (proof, refutation) = (both(&comparison.proof), both(comparison.refutation()));
    check_pairs(proof, refutation, evidence, budget)
}

/// Checks that the evidence establishes a proof about the first pair, or a refutation about the
/// second one; each is a specification and an implementation.
///
/// # Errors
/// The first rule that is broken.
pub fn check_pairs(
    proof: (&Function, &Function),
    refutation: (&Function, &Function),
    evidence: &Refinement,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let ((specification, implementation), verdict) = match evidence {
        Refinement::Map(_) => (proof, Established::Proved),
        Refinement::Difference(_) => (refutation, Established::Refuted),
    };
    let accepted = check_refinement(specification, implementation, evidence, budget)?;
    // Each of the two pairs is good for one verdict only.
    match accepted.verdict() == verdict {
        true => Ok(accepted),
        false => Err(Rejected::WrongKind),
    }
}
