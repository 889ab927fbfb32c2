//! Which engines are asked for which relation, and that nobody believes them.

use std::time::Duration;

use budget::Budget;
use checker::{Established, Rejected, Vacuity};
use evidence::abstraction::Refinement;
use evidence::{Evidence, Reason, Verdict};
use explicit::Decision;
use logic::Term;
use question::{
    Abstracted, AllSizes, Included, Question, Refines, Safe, SafeFor, Satisfies, Simulated,
    Temporal, Unreadable,
};

use crate::Options;
use crate::refinement;
use crate::report::{Answer, Finding, Warning};
use crate::solve::reason_of;
use crate::story;

/// For how long an engine is asked at most that may take for ever, where there is another one.
const FIRST_SHARE: Duration = Duration::from_secs(5);

/// What engines say of a question, before anybody has looked at their evidence.
struct Found {
    verdict: Verdict,
    engine: &'static str,
    states: usize,
    pairs: usize,
    warnings: Vec<Warning>,
    invariants: Vec<String>,
}

impl Found {
    fn by(engine: &'static str, verdict: Verdict) -> Self {
        Found {
            verdict,
            engine,
            states: 0,
            pairs: 0,
            warnings: Vec::new(),
            invariants: Vec::new(),
        }
    }
}

/// Asks the engines for this relation, one after the other, until one has an answer, and has it
/// checked. This is the table of engines.
pub(crate) fn find(question: &Question, options: &Options, budget: &Budget) -> Finding {
    let found = match question {
        Question::Simulated(question) => simulated(question, options, budget),
        Question::Abstracted(question) => abstracted(question, options, budget),
        Question::Refines(question) => refines(question, budget),
        Question::SafeFor(question) => safe_for(question, budget),
        Question::Safe(question) => safe(question, options, budget),
        Question::Included(question) => included(question, options, budget),
        Question::Satisfies(question) => satisfies(question, budget),
        Question::AllSizes(question) => all_sizes(question, budget),
    };
    let mut warnings = found.warnings;
    let answer = match found.verdict {
        Verdict::Unknown(reason) => Answer::Unknown(reason),
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
            budget.report(|| "checking the evidence".to_owned());
            checked(question, evidence, budget, &mut warnings)
        }
    };
    Finding {
        answer,
        engine: found.engine,
        states: found.states,
        pairs: found.pairs,
        warnings,
        invariants: found.invariants,
    }
}

/// `explicit`, then `simulation`.
fn simulated(question: &Simulated, options: &Options, budget: &Budget) -> Found {
    enumerated_first(
        &|budget| explicit::simulation::decide(question, budget),
        &|| {
            let verdict = simulation::decide_with(question, &options.simulation, budget);
            ("simulation", verdict)
        },
        budget,
    )
}

/// `explicit`, then `hypersafety`.
fn safe_for(question: &SafeFor, budget: &Budget) -> Found {
    enumerated_first(
        &|budget| explicit::safety::decide(question, budget),
        &|| ("hypersafety", hypersafety::decide(question, budget).verdict),
        budget,
    )
}

/// Enumerates the states of the programs for a while, asks another engine, and enumerates on where
/// that has no answer.
fn enumerated_first(
    enumerate: &dyn Fn(&Budget) -> Decision,
    otherwise: &dyn Fn() -> (&'static str, Verdict),
    budget: &Budget,
) -> Found {
    let mut decision = enumerate(&first_share(budget));
    let ran_short = matches!(decision.verdict, Verdict::Unknown(Reason::Timeout));
    let mut engine = "explicit";
    if let Verdict::Unknown(reason) = &decision.verdict
        && (ran_short || !is_final(reason))
    {
        (engine, decision.verdict) = otherwise();
    }
    if let Verdict::Unknown(reason) = &decision.verdict
        && ran_short
        && !is_final(reason)
    {
        (engine, decision) = ("explicit", enumerate(budget));
    }
    let out_of_range = decision.out_of_range.into_iter();
    Found {
        states: decision.effort.states,
        pairs: decision.effort.pairs,
        warnings: out_of_range
            .map(|(origin, var)| Warning::OutOfRange { origin, var })
            .collect(),
        ..Found::by(engine, decision.verdict)
    }
}

/// What the enumeration of states may use before an engine is asked that looks at formulas: it is
/// quick where there are few states, and may take for ever where there are many.
fn first_share(budget: &Budget) -> Budget {
    let share = budget
        .remaining()
        .map_or(FIRST_SHARE, |time| time / 2)
        .min(FIRST_SHARE);
    budget.clone().within(share)
}

/// `fairness`, by lists or by sets of states.
fn included(question: &Included, options: &Options, budget: &Budget) -> Found {
    fair(fairness::claim::decide_claim_with(
        question,
        options.states,
        budget,
    ))
}

/// `fairness`.
fn satisfies(question: &Satisfies, budget: &Budget) -> Found {
    let decision = fairness::satisfaction::decide_claim(question, budget);
    let is_vacuous = decision.is_vacuous && has_no_fair_run(question, budget);
    let mut found = fair(decision);
    if is_vacuous {
        found.warnings.push(Warning::Vacuous(Vacuity::NoFairRun));
    }
    found
}

/// `fairness`.
fn all_sizes(question: &AllSizes, budget: &Budget) -> Found {
    fair(fairness::network::decide_claim(question, budget))
}

fn fair(decision: fairness::claim::Decision) -> Found {
    let remarks = decision.remarks.into_iter();
    Found {
        states: decision.states,
        warnings: remarks.map(Warning::Augmentation).collect(),
        ..Found::by("fairness", decision.verdict)
    }
}

/// Whether it is certain that a program has no fair run, so that it satisfies everything.
fn has_no_fair_run(question: &Satisfies, budget: &Budget) -> bool {
    let never = Satisfies {
        property: Temporal::State(Term::bottom()),
        ..question.clone()
    };
    match fairness::satisfaction::decide_claim(&never, budget).verdict {
        Verdict::Proved(evidence) => checker::check_satisfies(&never, &evidence, budget)
            .is_ok_and(|accepted| accepted.verdict() == Established::Proved),
        _ => false,
    }
}

/// `collective`.
fn safe(question: &Safe, options: &Options, budget: &Budget) -> Found {
    let decision = collective::decide(question, budget);
    let invariants = decision.invariants.iter();
    Found {
        states: decision.transitions,
        pairs: decision.questions,
        invariants: match options.show_invariants {
            true => invariants.map(ToString::to_string).collect(),
            false => Vec::new(),
        },
        ..Found::by("collective", decision.verdict)
    }
}

/// `abstraction`. Where it finds nothing, or loses something, the target may simulate the source all
/// the same, by a strategy that no relation at cut points is: then `simulation`.
fn abstracted(question: &Abstracted, options: &Options, budget: &Budget) -> Found {
    let verdict = abstraction::decide(question, budget);
    let is_exact = match &verdict {
        Verdict::Proved(Evidence::Abstraction(found)) => found.lost.is_empty(),
        _ => false,
    };
    if !is_exact && budget.check().is_ok() {
        budget.report(|| "looking for a simulation".to_owned());
        let share = first_share(budget);
        let found = simulation::decide_with(&question.simulated, &options.simulation, &share);
        if matches!(found, Verdict::Proved(_)) {
            return Found::by("simulation", found);
        }
    }
    Found::by("abstraction", verdict)
}

/// `abstraction`.
fn refines(question: &Refines, budget: &Budget) -> Found {
    let comparison = &question.comparison;
    let specification = &comparison.refutation().specification;
    let inputs = |number: u64| refinement::sample(specification, number);
    let asked = refinement::question_of(comparison, &inputs);
    let verdict = match abstraction::refine(&asked, budget) {
        Ok(evidence @ Refinement::Map(_)) => Verdict::Proved(Evidence::Refinement(evidence)),
        Ok(evidence @ Refinement::Difference(_)) => {
            Verdict::Refuted(Evidence::Refinement(evidence))
        }
        Err(reason) => Verdict::Unknown(reason),
    };
    Found::by("abstraction", verdict)
}

/// Whether no other engine should be asked: the budget is used up.
fn is_final(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Timeout | Reason::Memory | Reason::Interrupted
    )
}

/// The answer that the evidence establishes. What the engine called it does not matter: the
/// verdict is the checker's.
fn checked(
    question: &Question,
    evidence: Evidence,
    budget: &Budget,
    warnings: &mut Vec<Warning>,
) -> Answer {
    let accepted = match checker::check(question, &evidence, budget) {
        Ok(accepted) => accepted,
        // The evidence may be good; there was no time to see it.
        Err(Rejected::Unanswered(reason)) => return Answer::Unknown(reason_of(reason)),
        Err(rejected) => return Answer::Rejected { rejected, evidence },
    };
    warnings.extend(accepted.vacuous().map(Warning::Vacuous));
    match accepted.verdict() {
        Established::Refuted => {
            let story = story::tell(question, &evidence).unwrap_or_default();
            Answer::Refuted {
                accepted,
                evidence,
                story,
            }
        }
        Established::Proved => Answer::Proved { accepted, evidence },
    }
}

/// The finding where a claim is no question for any engine.
pub(crate) fn unreadable(error: &Unreadable) -> Finding {
    Finding {
        answer: Answer::Unknown(Reason::Unsupported {
            construct: error.to_string(),
            origin: None,
        }),
        engine: "none",
        states: 0,
        pairs: 0,
        warnings: Vec::new(),
        invariants: Vec::new(),
    }
}
