//! Asking Tandem about two modules.

use std::time::Duration;

use budget::Budget;
use tandem::NoAnswer;
use tandem::refinement::{Options, decide, pair, question, read, sample};

/// What Tandem says of two modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The second function refines the first.
    Proved,
    /// It does, as long as other functions refine their counterparts.
    Resting,
    /// It does not.
    Refuted,
    /// There is no answer, for this reason.
    Unknown(String),
    /// The front end does not support one of them.
    Unsupported(String),
    /// The checker does not accept the engine's evidence.
    Rejected(String),
    /// Nothing for so long that nothing more is waited for.
    Endless,
}

impl Verdict {
    /// The verdict without its reason.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Resting => "proved if others refine",
            Verdict::Refuted => "refuted",
            Verdict::Unknown(_) => "unknown",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::Rejected(_) => "rejected",
            Verdict::Endless => "endless",
        }
    }
}

/// Asks whether `@f` of the second module refines `@f` of the first.
#[must_use]
pub fn ask(specification: &str, implementation: &str, time: Duration) -> Verdict {
    let texts = [specification.to_owned(), implementation.to_owned()];
    // A budget ends the search; lowering knows none.
    let patience = 20 * time + Duration::from_secs(10);
    let answer = crate::agree::within(patience, move || decided(&texts, time));
    answer.unwrap_or(Verdict::Endless)
}

fn decided([specification, implementation]: &[String; 2], time: Duration) -> Verdict {
    let (specification, implementation) = match (read(specification), read(implementation)) {
        (Ok(specification), Ok(implementation)) => (specification, implementation),
        (Err(problem), _) | (_, Err(problem)) => return Verdict::Unsupported(problem.message),
    };
    let lowered = match pair(&specification, &implementation, "f", &Options::default()) {
        Ok(lowered) => lowered,
        Err(problem) => return Verdict::Unsupported(problem.problem.message),
    };
    let refutation = lowered.refutation.as_ref().unwrap_or(&lowered.functions);
    let inputs = |number: u64| sample(&refutation.0, number);
    let question = question(&lowered, &inputs);
    let budget = Budget::unlimited().within(time);
    match decide(&question, &budget) {
        Ok(decided) => match decided.evidence {
            tandem::refinement::Refinement::Map(_) if !lowered.rests_on.is_empty() => {
                Verdict::Resting
            }
            tandem::refinement::Refinement::Map(_) => Verdict::Proved,
            tandem::refinement::Refinement::Difference(_) => Verdict::Refuted,
        },
        Err(NoAnswer::Unknown(reason)) => Verdict::Unknown(reason.to_string()),
        Err(other) => Verdict::Rejected(format!("{other:?}")),
    }
}
