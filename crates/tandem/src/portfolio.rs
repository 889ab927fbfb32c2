//! Which engines are asked for which relation, and that nobody believes them.

use std::sync::Arc;

use budget::Budget;
use checker::{Established, Rejected, Vacuity};
use evidence::abstraction::Refinement;
use evidence::formula::{Skolem, Solved, Winning};
use evidence::{Evidence, Reason, Verdict};
use explicit::Decision;
use fairness::Methods;
use logic::Term;
use question::{
    Abstracted, AllSizes, Clauses, ForallExists, Formula, Included, Question, Refines, Safe,
    SafeFor, Satisfies, Simulated, Temporal, Unreadable, Words,
};

use crate::mutation::FOR_HUNT;
use crate::no_answer::reason_of;
use crate::refinement;
use crate::report::{Answer, Finding, Warning};
use crate::{News, Options, Progress};
use stories::story;

/// How many states and pairs of states are enumerated before an engine is asked that looks at
/// formulas: half a second's work. Where there are few states, that decides.
const FIRST_LISTED: u64 = 500_000;

/// How much of the solver's work a simulation gets where it is only the second choice.
const SECOND_CHOICE: u64 = 20_000_000;

/// What engines say of a question, before anybody has looked at their evidence.
#[derive(Debug)]
pub struct Found {
    /// What the engine says.
    pub verdict: Verdict,
    /// The engine.
    pub engine: &'static str,
    /// How many states were looked at.
    pub states: usize,
    /// How many pairs of states, or joint starts, were looked at.
    pub pairs: usize,
    /// What the author of the programs may want to know.
    pub warnings: Vec<Warning>,
    /// The invariants that were found, in the notation of the language.
    pub invariants: Vec<String>,
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

/// What came of checking evidence.
#[derive(Debug)]
pub struct Examined {
    /// The answer; never `Unknown` but where the check did not come to an end.
    pub answer: Answer,
    /// What the author of the programs may want to know.
    pub warnings: Vec<Warning>,
}

/// Somebody's turn: the budget tells whoever listens who works.
fn turn(engine: &'static str, options: &Options, budget: &Budget) -> Budget {
    match options.progress.clone() {
        None => budget.clone(),
        Some(progress) => {
            progress(engine, None);
            heard(progress, engine, budget)
        }
    }
}

fn heard(progress: Progress, engine: &'static str, budget: &Budget) -> Budget {
    let listener = Arc::new(move |news: News| progress(engine, Some(news)));
    budget.clone().with_listener(listener)
}

/// Asks the engines for this relation until one has an answer. This is the table of engines.
#[must_use]
pub fn search(question: &Question, options: &Options, budget: &Budget) -> Found {
    match question {
        Question::Simulated(question) => simulated(question, options, budget),
        Question::Abstracted(question) => abstracted(question, options, budget),
        Question::Refines(question) => refines(question, options, budget),
        Question::SafeFor(question) => safe_for(question, options, budget),
        Question::Safe(question) => safe(question, options, budget),
        Question::Included(question) => included(question, options, budget),
        Question::Satisfies(question) => satisfies(question, options, budget),
        Question::AllSizes(question) => all_sizes(question, options, budget),
        Question::Words(question) => words(question, options, budget),
        Question::Formula(question) => formula(question, options, budget),
        Question::ForallExists(question) => forall_exists(question, options, budget),
        Question::Clauses(question) => clauses(question, options, budget),
    }
}

/// Has what engines say checked: only then it is known.
pub(crate) fn settle(
    question: &Question,
    found: Found,
    options: &Options,
    budget: &Budget,
) -> Finding {
    let mut warnings = found.warnings;
    let answer = match found.verdict {
        Verdict::Unknown(reason) => Answer::Unknown(reason),
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
            let examined = examine(question, evidence, options, budget);
            warnings.extend(examined.warnings);
            examined.answer
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

/// `explicit`, and `simulation` beside it where there are many states.
fn simulated(question: &Simulated, options: &Options, budget: &Budget) -> Found {
    enumerated(
        &|budget| explicit::simulation::decide(question, budget),
        ("simulation", &|budget| {
            simulation::decide_with(question, &options.search.simulation, budget)
        }),
        options,
        budget,
    )
}

/// `explicit`, and `hypersafety` beside it where there are many states.
fn safe_for(question: &SafeFor, options: &Options, budget: &Budget) -> Found {
    enumerated(
        &|budget| explicit::safety::decide(question, budget),
        ("hypersafety", &|budget| {
            hypersafety::decide(question, budget).verdict
        }),
        options,
        budget,
    )
}

/// An engine that looks at formulas.
type Symbolic<'a> = (&'static str, &'a (dyn Fn(&Budget) -> Verdict + Sync));

/// Enumerates the states of the programs up to a number, and goes on beside another engine where that
/// is not enough: either may take for ever on what the other decides at once.
fn enumerated(
    enumerate: &(dyn Fn(&Budget) -> Decision + Sync),
    (name, otherwise): Symbolic<'_>,
    options: &Options,
    budget: &Budget,
) -> Found {
    const LISTING: &str = "explicit";
    let first = turn(LISTING, options, budget).with_work(FIRST_LISTED);
    let decision = enumerate(&first);
    let Verdict::Unknown(reason) = &decision.verdict else {
        return listed(decision);
    };
    let ran_short = first.work_left() == Some(0);
    if !ran_short {
        if is_final(reason) {
            return listed(decision);
        }
        let verdict = otherwise(&turn(name, options, budget));
        return Found {
            verdict,
            engine: name,
            ..listed(decision)
        };
    }
    let stop = [budget.canceller().child(), budget.canceller().child()];
    let [mine, theirs] = &stop;
    let (more, verdict) = std::thread::scope(|scope| {
        let listing = scope.spawn(|| {
            let own = turn(LISTING, options, budget).with_canceller(mine.clone());
            let decision = enumerate(&own);
            if is_answer(&decision.verdict) {
                theirs.cancel();
            }
            logic::collect_garbage();
            decision
        });
        let own = turn(name, options, budget).with_canceller(theirs.clone());
        let verdict = otherwise(&own);
        if is_answer(&verdict) {
            mine.cancel();
        }
        (listing.join(), verdict)
    });
    let more = match more {
        Ok(more) => more,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    // Where both have an answer, it is always the same one that is taken.
    match is_answer(&verdict) || !is_answer(&more.verdict) && !budget.canceller().is_cancelled() {
        true => Found {
            verdict,
            engine: name,
            ..listed(more)
        },
        false => listed(more),
    }
}

fn is_answer(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Unknown(_))
}

/// What the enumeration of states has found.
fn listed(decision: Decision) -> Found {
    let out_of_range = decision.out_of_range.into_iter();
    Found {
        states: decision.effort.states,
        pairs: decision.effort.pairs,
        warnings: out_of_range
            .map(|(origin, var)| Warning::OutOfRange { origin, var })
            .collect(),
        ..Found::by("explicit", decision.verdict)
    }
}

/// `fairness`, by lists or by sets of states.
fn included(question: &Included, options: &Options, budget: &Budget) -> Found {
    fair(fairness::claim::decide_claim_with(
        question,
        options.search.states,
        &turn("fairness", options, budget),
    ))
}

/// `fairness`.
fn satisfies(question: &Satisfies, options: &Options, budget: &Budget) -> Found {
    let budget = &turn("fairness", options, budget);
    let decision = fairness::satisfaction::decide_claim(question, budget);
    let is_vacuous = decision.is_vacuous && has_no_fair_run(question, budget);
    let mut found = fair(decision);
    if is_vacuous {
        found.warnings.push(Warning::Vacuous(Vacuity::NoFairRun));
    }
    found
}

/// `fairness`.
fn all_sizes(question: &AllSizes, options: &Options, budget: &Budget) -> Found {
    let budget = turn("fairness", options, budget);
    fair(fairness::network::decide_claim(question, &budget))
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
    let decision = collective::decide(question, &turn("collective", options, budget));
    let invariants = decision.invariants.iter();
    Found {
        states: decision.transitions,
        pairs: decision.questions,
        invariants: invariants.map(ToString::to_string).collect(),
        ..Found::by("collective", decision.verdict)
    }
}

/// `abstraction`. Where it finds nothing, or loses something, the target may simulate the source all
/// the same, by a strategy that no relation at cut points is: then `simulation`.
fn abstracted(question: &Abstracted, options: &Options, budget: &Budget) -> Found {
    let verdict = abstraction::decide(question, &turn("abstraction", options, budget));
    let is_exact = match &verdict {
        Verdict::Proved(Evidence::Abstraction(found)) => found.lost.is_empty(),
        _ => false,
    };
    if !is_exact && budget.check().is_ok() {
        let share = turn("simulation", options, budget).with_work(SECOND_CHOICE);
        let how = &options.search.simulation;
        let found = simulation::decide_with(&question.simulated, how, &share);
        if matches!(found, Verdict::Proved(_)) {
            return Found::by("simulation", found);
        }
    }
    Found::by("abstraction", verdict)
}

/// `abstraction`.
fn refines(question: &Refines, options: &Options, budget: &Budget) -> Found {
    let budget = &turn("abstraction", options, budget);
    let comparison = &question.comparison;
    let specification = &comparison.refutation().specification;
    let inputs = |number: u64| refinement::sample(specification, number);
    let asked = refinement::question_of(comparison, &inputs);
    if options.search.hunts_first {
        let limited = budget.clone().with_work(FOR_HUNT);
        if let Some(difference) = abstraction::refute(&asked, &limited) {
            let evidence = Evidence::Refinement(Refinement::Difference(difference));
            return Found::by("abstraction", Verdict::Refuted(evidence));
        }
    }
    let found = abstraction::refine(&asked, budget);
    Found::by("abstraction", verdict_of(found.map(Evidence::Refinement)))
}

/// `fairness`.
fn words(question: &Words, options: &Options, budget: &Budget) -> Found {
    let [first, second] = &question.automata;
    let budget = turn("fairness", options, budget);
    let found = fairness::decide(first, second, Methods::All, &budget);
    Found::by("fairness", verdict_of(found.map(Evidence::Words)))
}

/// `games`.
fn formula(question: &Formula, options: &Options, budget: &Budget) -> Found {
    if let Some(found) = beyond_games([question.prenex.matrix()]) {
        return found;
    }
    let found = games::decide(&question.prenex, &turn("games", options, budget));
    let written = found.map(|strategy| Evidence::Formula(Winning::of(question, &strategy)));
    Found::by("games", verdict_of(written.map_err(reason_of)))
}

/// `games`.
fn forall_exists(question: &ForallExists, options: &Options, budget: &Budget) -> Found {
    let ForallExists {
        premise,
        existential,
        conclusion,
    } = question;
    if let Some(found) = beyond_games([premise, conclusion]) {
        return found;
    }
    let budget = turn("games", options, budget);
    let found = games::aeval::decide(premise, existential, conclusion, &budget);
    let written = found.map(|answer| Evidence::ForallExists(Skolem::of(question, &answer)));
    Found::by("games", verdict_of(written.map_err(reason_of)))
}

/// What is said of formulas that are no linear arithmetic.
fn beyond_games<'t>(formulas: impl IntoIterator<Item = &'t Term>) -> Option<Found> {
    let mut formulas = formulas.into_iter();
    let error = formulas.find_map(|formula| games::check_fragment(formula).err())?;
    let reason = Reason::Unsupported {
        construct: error.to_string(),
        origin: None,
    };
    Some(Found::by("games", Verdict::Unknown(reason)))
}

/// `horn`.
fn clauses(question: &Clauses, options: &Options, budget: &Budget) -> Found {
    let budget = turn("horn", options, budget);
    let found = horn::solve(&question.system, &horn::Options::default(), &budget);
    let written = found.map(|answer| Evidence::Clauses(Solved::of(question, &answer)));
    Found::by("horn", verdict_of(written))
}

/// The verdict that evidence supports, if there is any.
fn verdict_of(found: Result<Evidence, Reason>) -> Verdict {
    match found {
        Err(reason) => Verdict::Unknown(reason),
        Ok(evidence) => match evidence.supports() {
            evidence::VerdictKind::Refuted => Verdict::Refuted(evidence),
            _ => Verdict::Proved(evidence),
        },
    }
}

/// Whether no other engine should be asked: the budget is used up.
fn is_final(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Timeout | Reason::Memory | Reason::Interrupted
    )
}

/// The answer that evidence establishes. What whoever found it called it does not matter: the verdict
/// is the checker's.
#[must_use]
pub fn examine(
    question: &Question,
    evidence: Evidence,
    options: &Options,
    budget: &Budget,
) -> Examined {
    let budget = turn("checker", options, budget);
    let mut warnings = Vec::new();
    let answer = checked(question, evidence, &budget, &mut warnings);
    Examined { answer, warnings }
}

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
            let story = story::tell(question, &evidence, budget).unwrap_or_default();
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
