//! Functions: does an implementation do only what its specification allows?
//!
//! [`decide`] hands over only what the checker has accepted.

use std::sync::Arc;

use budget::Budget;
use checker::Accepted;
use checker::abstraction::check_pairs;
use program::Function;
use question::import::{Comparison, FunctionPair};

use crate::NoAnswer;

pub use abstraction::{Inputs, Pair, Question};
pub use evidence::abstraction::{CutMap, Difference, Refinement};
pub use frontend_llvm::{
    Assumption, Integers, Module, Named, Options, Pair as Lowered, PairProblem, Problem, Side,
    Surrounding, pair, pair_named, read, sample, surroundings,
};

/// The question whether a function of LLVM refines another; inputs come from `inputs`, which
/// [`sample`] can make.
#[must_use]
pub fn question<'q>(lowered: &'q Lowered, inputs: Inputs<'q>) -> Question<'q> {
    let pair = |functions: &'q (Function, Function)| Pair {
        specification: &functions.0,
        implementation: &functions.1,
    };
    Question {
        proof: pair(&lowered.functions),
        refutation: pair(lowered.refutation.as_ref().unwrap_or(&lowered.functions)),
        inputs: Some(inputs),
    }
}

/// The question of a claim about functions; inputs come from `inputs`.
#[must_use]
pub fn question_of<'q>(comparison: &'q Comparison, inputs: Inputs<'q>) -> Question<'q> {
    let pair = |pair: &'q FunctionPair| Pair {
        specification: &pair.specification,
        implementation: &pair.implementation,
    };
    Question {
        proof: pair(&comparison.proof),
        refutation: pair(comparison.refutation()),
        inputs: Some(inputs),
    }
}

/// Two lowered functions as a question is about them.
#[must_use]
pub fn comparison(lowered: Lowered) -> Comparison {
    let pair = |(specification, implementation): (Function, Function)| FunctionPair {
        specification,
        implementation,
    };
    Comparison {
        proof: pair(lowered.functions),
        refutation: lowered.refutation.map(pair),
        assumptions: lowered
            .assumptions
            .iter()
            .map(ToString::to_string)
            .collect(),
        meaning: Arc::new(lowered.meaning),
    }
}

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

/// Looks for inputs on which both functions differ within a budget, and for nothing else.
///
/// # Errors
/// Where the checker rejects the difference.
pub fn refute(
    question: &Question<'_>,
    search: &Budget,
    check_within: &Budget,
) -> Result<Option<Decided>, NoAnswer> {
    let Some(difference) = abstraction::refute(question, search) else {
        return Ok(None);
    };
    let evidence = Refinement::Difference(difference);
    let accepted = check(question, &evidence, check_within)?;
    Ok(Some(Decided { accepted, evidence }))
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
    let [proof, refutation] =
        [question.proof, question.refutation].map(|pair| (pair.specification, pair.implementation));
    Ok(check_pairs(proof, refutation, evidence, budget)?)
}
