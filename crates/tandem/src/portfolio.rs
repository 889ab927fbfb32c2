//! Which engines are asked, and that nobody believes them.

use std::time::Duration;

use budget::Budget;
use checker::{Established, Rejected, Vacuity};
use evidence::abstraction::Refinement;
use evidence::{Evidence, Reason, Verdict};
use logic::Term;
use program::import::Compared;
use program::{Relation, Task, Temporal};

use crate::Options;
use crate::refinement;
use crate::report::{Answer, Finding, Warning};
use crate::solve::reason_of;
use crate::story;

/// For how long an engine is asked at most that may take for ever, where there is another one.
const FIRST_SHARE: Duration = Duration::from_secs(5);

/// Asks the engines for this kind of claim, one after the other, until one has an answer that the
/// checker accepts.
pub(crate) fn find(task: &Task, options: &Options, budget: &Budget) -> Finding {
    if let Relation::Included | Relation::Satisfies | Relation::Network = task.relation {
        return find_fair(task, options, budget);
    }
    if task.relation == Relation::Abstracted {
        return find_abstraction(task, options, budget);
    }
    if task.relation == Relation::Refines {
        return find_refinement(task, budget);
    }
    if task.system.is_some() {
        return find_collective(task, options, budget);
    }
    let mut decision = explicit::decide(task, &first_share(budget));
    let ran_short = matches!(decision.verdict, Verdict::Unknown(Reason::Timeout));
    let (mut engine, mut verdict) = ("explicit", decision.verdict);
    if let Verdict::Unknown(reason) = &verdict
        && (ran_short || !is_final(reason))
    {
        match task.relation {
            // Another engine would have been asked.
            Relation::Simulated => {
                engine = "simulation";
                verdict = simulation::decide_with(task, &options.simulation, budget);
            }
            Relation::SafeFor => {
                engine = "hypersafety";
                verdict = hypersafety::decide(task, budget).verdict;
            }
            _ => {}
        }
    }
    if let Verdict::Unknown(reason) = &verdict
        && ran_short
        && (engine == "explicit" || !is_final(reason))
    {
        decision = explicit::decide(task, budget);
        (engine, verdict) = ("explicit", decision.verdict);
    }
    let mut warnings: Vec<Warning> = decision
        .out_of_range
        .into_iter()
        .map(|(origin, var)| Warning::OutOfRange { origin, var })
        .collect();
    let answer = answered(task, verdict, budget, &mut warnings);
    Finding {
        answer,
        engine,
        states: decision.effort.states,
        pairs: decision.effort.pairs,
        warnings,
        invariants: Vec::new(),
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

/// Asks the engine for claims about fair runs.
fn find_fair(task: &Task, options: &Options, budget: &Budget) -> Finding {
    let decision = match task.relation {
        Relation::Satisfies => fairness::satisfaction::decide_claim(task, budget),
        Relation::Network => fairness::network::decide_claim(task, budget),
        _ => fairness::claim::decide_claim_with(task, options.states, budget),
    };
    let remarks = decision.remarks.iter().copied();
    let mut warnings: Vec<Warning> = remarks.map(Warning::Augmentation).collect();
    if decision.is_vacuous && has_no_fair_run(task, budget) {
        warnings.push(Warning::Vacuous(Vacuity::NoFairRun));
    }
    let answer = answered(task, decision.verdict, budget, &mut warnings);
    Finding {
        answer,
        engine: "fairness",
        states: decision.states,
        pairs: 0,
        warnings,
        invariants: Vec::new(),
    }
}

/// Asks the engine for claims about systems of processes.
fn find_collective(task: &Task, options: &Options, budget: &Budget) -> Finding {
    let decision = collective::decide(task, budget);
    let mut warnings = Vec::new();
    let answer = answered(task, decision.verdict, budget, &mut warnings);
    let invariants = match options.show_invariants {
        true => decision
            .invariants
            .iter()
            .map(ToString::to_string)
            .collect(),
        false => Vec::new(),
    };
    Finding {
        answer,
        engine: "collective",
        states: decision.transitions,
        pairs: decision.questions,
        warnings,
        invariants,
    }
}

/// Whether it is certain that a program has no fair run, so that it satisfies everything.
fn has_no_fair_run(task: &Task, budget: &Budget) -> bool {
    let never = Task {
        property: Some(Temporal::State(Term::bottom())),
        ..task.clone()
    };
    match fairness::satisfaction::decide_claim(&never, budget).verdict {
        Verdict::Proved(evidence) => checker::check(&never, &evidence, budget)
            .is_ok_and(|accepted| accepted.verdict() == Established::Proved),
        _ => false,
    }
}

/// Asks the engine for claims `abstracted by`. Where it finds nothing, or loses something, the target
/// may simulate the source all the same, by a strategy that no relation at cut points is.
fn find_abstraction(task: &Task, options: &Options, budget: &Budget) -> Finding {
    let mut warnings = Vec::new();
    let (mut engine, mut verdict) = ("abstraction", abstraction::decide(task, budget));
    let is_exact = match &verdict {
        Verdict::Proved(Evidence::Abstraction(found)) => found.lost.is_empty(),
        _ => false,
    };
    if !is_exact && budget.check().is_ok() {
        let simulated = Task {
            relation: Relation::Simulated,
            ..task.clone()
        };
        budget.report(|| "looking for a simulation".to_owned());
        let share = first_share(budget);
        let found = simulation::decide_with(&simulated, &options.simulation, &share);
        if matches!(found, Verdict::Proved(_)) {
            (engine, verdict) = ("simulation", found);
        }
    }
    Finding {
        answer: answered(task, verdict, budget, &mut warnings),
        engine,
        states: 0,
        pairs: 0,
        invariants: Vec::new(),
        warnings,
    }
}

/// Asks the engine for claims about functions of imported files.
fn find_refinement(task: &Task, budget: &Budget) -> Finding {
    let unsupported = |construct: &str| {
        Verdict::Unknown(Reason::Unsupported {
            construct: construct.to_owned(),
            origin: None,
        })
    };
    let verdict = match &task.compared {
        Some(Compared::Functions(comparison)) => {
            let specification = &comparison.refutation().specification;
            let inputs = |number: u64| refinement::sample(specification, number);
            let question = refinement::question_of(comparison, &inputs);
            match abstraction::refine(&question, budget) {
                Ok(evidence @ Refinement::Map(_)) => {
                    Verdict::Proved(Evidence::Refinement(evidence))
                }
                Ok(evidence @ Refinement::Difference(_)) => {
                    Verdict::Refuted(Evidence::Refinement(evidence))
                }
                Err(reason) => Verdict::Unknown(reason),
            }
        }
        Some(Compared::Unsupported(what)) => unsupported(what),
        Some(Compared::Unread) | None => unsupported("functions of a file that was not read"),
    };
    let mut warnings = Vec::new();
    Finding {
        answer: answered(task, verdict, budget, &mut warnings),
        engine: "abstraction",
        states: 0,
        pairs: 0,
        invariants: Vec::new(),
        warnings,
    }
}

/// The answer of an engine, where the checker accepts it.
fn answered(task: &Task, verdict: Verdict, budget: &Budget, warnings: &mut Vec<Warning>) -> Answer {
    match verdict {
        Verdict::Unknown(reason) => Answer::Unknown(reason),
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
            budget.report(|| "checking the evidence".to_owned());
            checked(task, evidence, budget, warnings)
        }
    }
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
    task: &Task,
    evidence: Evidence,
    budget: &Budget,
    warnings: &mut Vec<Warning>,
) -> Answer {
    let accepted = match checker::check(task, &evidence, budget) {
        Ok(accepted) => accepted,
        // The evidence may be good; there was no time to see it.
        Err(Rejected::Unanswered(reason)) => return Answer::Unknown(reason_of(reason)),
        Err(rejected) => return Answer::Rejected { rejected, evidence },
    };
    warnings.extend(accepted.vacuous().map(Warning::Vacuous));
    match accepted.verdict() {
        Established::Refuted => {
            let story = story::tell(task, &evidence).unwrap_or_default();
            Answer::Refuted {
                accepted,
                evidence,
                story,
            }
        }
        Established::Proved => Answer::Proved { accepted, evidence },
    }
}
