//! The verdict on two modules of LLVM IR, with its evidence checked.

use std::time::Duration;

use abstraction::{Pair, Question, refine};
use budget::Budget;
use checker::Rejected;
use checker::abstraction::check_refinement;
use evidence::abstraction::Refinement;
use frontend_llvm::{Options, pair, read, sample};
use program::Function;

fn as_pair(functions: &(Function, Function)) -> Pair<'_> {
    Pair {
        specification: &functions.0,
        implementation: &functions.1,
    }
}

/// Whether `@f` of the second module refines that of the first: the verdict, and for people why there
/// is none. An answer is waited for as long as is said.
pub(crate) fn verdict(
    name: &str,
    modules: &[String; 2],
    limit: Duration,
) -> (&'static str, String) {
    let [first, second] = modules;
    let specification = read(first).unwrap_or_else(|error| panic!("{name}: {error}"));
    let implementation = read(second).unwrap_or_else(|error| panic!("{name}: {error}"));
    let lowered = match pair(&specification, &implementation, "f", &Options::default()) {
        Ok(lowered) => lowered,
        Err(problem) => return ("unsupported", problem.to_string()),
    };
    let refutation = lowered.refutation.as_ref().unwrap_or(&lowered.functions);
    let inputs = |number: u64| sample(&refutation.0, number);
    let question = Question {
        proof: as_pair(&lowered.functions),
        refutation: as_pair(refutation),
        inputs: Some(&inputs),
    };
    let budget = Budget::unlimited().within(limit);
    let evidence = match refine(&question, &budget) {
        Ok(evidence) => evidence,
        Err(reason) => return ("unknown", reason.to_string()),
    };
    let (pair, verdict) = match &evidence {
        Refinement::Map(_) => (question.proof, "proved"),
        Refinement::Difference(_) => (question.refutation, "refuted"),
    };
    match check_refinement(pair.specification, pair.implementation, &evidence, &budget) {
        Ok(_) => (verdict, format!("{evidence:?}")),
        Err(Rejected::Unanswered(reason)) => ("unknown", reason.to_string()),
        Err(rejected) => ("rejected", rejected.to_string()),
    }
}
