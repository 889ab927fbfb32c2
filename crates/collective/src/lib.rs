//! Safety and equivalence of systems of communicating processes, for any inputs and any number of
//! iterations, by symbolic execution with collective loop invariants (papers/002).
//!
//! # What this crate does not know
//! Files, places in texts, other engines, and the checker: what it promises is checked without it.
//!
//! # Where to start
//! [`decide`]. Then `explore`, the search; `schedule`, who moves next and why that suffices;
//! `infer`, where invariants come from; `sample`, the runs that suggest them; `strengthen`, what is
//! done where these do not suffice.

#![forbid(unsafe_code)]

mod certificate;
mod clauses;
mod closing;
mod counted;
mod cut;
mod explore;
mod given_up;
mod infer;
mod key;
mod long_run;
mod measure;
mod pace;
mod refute;
mod sample;
mod schedule;
mod served;
mod state;
mod step;
mod strategy;
mod strengthen;
mod tree;

use std::collections::BTreeMap;

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use logic::{Symbol, Term};
use program::system::System;
use question::Safe;

use cut::Cut;
use explore::{Gaps, Plan, Search, Stop};
use infer::Wealth;
use measure::Proviso;
use pace::Paces;
use refute::Shown;
use sample::{Dice, Order, Samples, random_values};
use state::Context;

/// What was decided, and with how much effort.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The invariants of a proof.
    pub invariants: Vec<Invariant>,
    /// How many symbolic steps were taken.
    pub transitions: usize,
    /// How many questions the solver was asked.
    pub questions: usize,
}

/// An invariant that was found: what holds whenever the processes are at these places together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Each process that is in a loop, with how many iterations it is ahead of the last.
    pub at: Vec<(Symbol, u32)>,
    /// The formulas.
    pub formulas: Vec<Term>,
}

impl Invariant {
    /// The formulas without those that follow from the others.
    #[must_use]
    pub fn essential(&self) -> Vec<Term> {
        const WORK: u64 = 1_000_000;
        let mut kept = self.formulas.clone();
        for position in (0..kept.len()).rev() {
            let mut solver = smt::Solver::new(smt::Strategy::Incremental);
            for (other, formula) in kept.iter().enumerate() {
                match other == position {
                    true => solver.assert(&Term::not(formula.clone())),
                    false => solver.assert(formula),
                }
            }
            let budget = Budget::unlimited().with_work(WORK);
            if solver.check(&budget).is_unsat() {
                kept.remove(position);
            }
        }
        kept
    }
}

impl std::fmt::Display for Invariant {
    /// Writes the invariant as it could stand in a text: who is how far ahead, then the formula.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ahead: Vec<String> = self
            .at
            .iter()
            .filter(|(_, lag)| *lag > 0)
            .map(|(process, lag)| format!("{process} {lag} ahead"))
            .collect();
        if !ahead.is_empty() {
            writeln!(f, "with {}:", ahead.join(", "))?;
        }
        let formulas = self.essential();
        let texts: Vec<String> = formulas.iter().map(ToString::to_string).collect();
        write!(f, "invariant {}", texts.join(" && "))
    }
}

/// Decides a claim about a system.
#[must_use]
pub fn decide(question: &Safe, budget: &Budget) -> Decision {
    let system = &question.system;
    // Where there are too many ways in which processes can be ahead of each other, all that are
    // ahead are taken for one. Where messages decide who goes on, nobody need be ahead of anybody
    // in any regular way, and senders that are not wanted may have to wait until others have ended.
    let manners: &[(u32, Proviso)] = match has_race(system) {
        false => &[(FURTHEST, Proviso::Turns), (1, Proviso::Turns)],
        true => &[
            (0, Proviso::Measures),
            (1, Proviso::Measures),
            (0, Proviso::Turns),
            (1, Proviso::Turns),
        ],
    };
    let (mut transitions, mut questions) = (0, 0);
    let mut obstacle = String::new();
    let mut has_sought = false;
    for (furthest, proviso) in manners.iter().copied() {
        let mut context = Context::new(system, furthest, proviso);
        // In a race, knowing who is ahead may say what is missing.
        let persistence = match (furthest, proviso) {
            (0, Proviso::Measures) => Persistence::Stop,
            _ => Persistence::Strengthen,
        };
        let decided = attempt(&mut context, &question.hints, persistence, budget);
        transitions += decided.transitions;
        questions += decided.questions;
        has_sought |= decided.has_sought;
        let decision = |verdict, invariants| Decision {
            verdict,
            invariants,
            transitions,
            questions,
        };
        match decided.outcome {
            Outcome::Proved(covering, invariants) => {
                return decision(Verdict::Proved(Evidence::Covering(covering)), invariants);
            }
            Outcome::Refuted(run) => {
                return decision(Verdict::Refuted(run), Vec::new());
            }
            Outcome::Ended(reason) => return decision(Verdict::Unknown(reason), Vec::new()),
            Outcome::Obstacle(what) if persistence == Persistence::Stop => {
                obstacle = what;
                continue;
            }
            Outcome::Obstacle(what) => obstacle = what,
            Outcome::Ignores(what) => {
                obstacle = what;
                continue;
            }
            Outcome::TooMany => continue,
        }
        break;
    }
    let context = Context::new(system, FURTHEST, Proviso::Turns);
    if !obstacle.is_empty() {
        budget.left_open(|| obstacle.clone(), None);
    }
    let hints = (!has_sought).then_some(&question.hints[..]);
    let verdict = match (refuted(&context, hints, budget), budget.check()) {
        (Some(evidence), _) => Verdict::Refuted(evidence),
        (None, Err(exhausted)) => Verdict::Unknown(exhausted.into()),
        (None, Ok(())) if obstacle.is_empty() => {
            let what = "the runs do not come together".to_owned();
            Verdict::Unknown(Reason::Incomplete(what))
        }
        (None, Ok(())) => Verdict::Unknown(Reason::Incomplete(obstacle)),
    };
    Decision {
        verdict,
        invariants: Vec::new(),
        transitions,
        questions,
    }
}

/// Looks for a failure, once no proof was found: a run that can be written down first of all; then,
/// with hints, one behind long loops, where runs are too long.
fn refuted(context: &Context<'_>, hints: Option<&[Term]>, budget: &Budget) -> Option<Evidence> {
    let run = |found: &sample::Found| {
        let run = certificate::failing_run(context, found);
        Evidence::FailingRun(run)
    };
    match (refute::among_many(context, budget), hints) {
        (Shown::Failure(found), _) => return Some(run(&found)),
        (Shown::TooLong, Some(hints)) => {
            if let Some(found) = long_run::find(context.system, hints, budget) {
                return Some(Evidence::LongRun(found));
            }
        }
        (Shown::TooLong | Shown::Nothing, _) => {}
    }
    refute::in_all_orders(context, budget).map(|found| run(&found))
}

/// Whether some process may receive from anybody, or see whether something has happened, so that the
/// order of steps decides what happens.
/// Without that, processes take the same steps in every order.
fn has_race(system: &System) -> bool {
    let mut edges = system.processes.iter().flat_map(|p| p.graph.edges());
    edges.any(|edge| edge.action.is_race())
}

/// How far ahead of others a process is told apart from further ahead, at first.
const FURTHEST: u32 = 4;

/// What an attempt has come to.
enum Outcome {
    Proved(evidence::collective::Covering, Vec<Invariant>),
    Refuted(Evidence),
    /// Something could not be shown.
    Obstacle(String),
    /// Somebody may never get a turn.
    Ignores(String),
    /// The runs do not come together in few enough places.
    TooMany,
    /// The budget is used up.
    Ended(Reason),
}

impl Outcome {
    fn refuted(context: &Context<'_>, found: &sample::Found) -> Self {
        let run = certificate::failing_run(context, found);
        Outcome::Refuted(Evidence::FailingRun(run))
    }
}

struct Attempt {
    outcome: Outcome,
    /// Whether a failure behind long loops was looked for.
    has_sought: bool,
    transitions: usize,
    questions: usize,
}

/// What is done where candidates do not suffice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Persistence {
    /// Nothing.
    Stop,
    /// More are tried.
    Strengthen,
}

/// Samples, then searches for a proof.
fn attempt(
    context: &mut Context<'_>,
    hints: &[Term],
    persistence: Persistence,
    budget: &Budget,
) -> Attempt {
    let mut samples = Samples::default();
    let mut found = take_samples(context, &mut samples, budget);
    let paces = match context.keeps_pace() {
        true => Paces::from_runs(context, &samples.counts),
        false => Paces::default(),
    };
    if found.is_none() && paces != context.paces {
        context.paces = paces;
        samples = Samples::default();
        found = take_samples(context, &mut samples, budget);
    }
    let context = &*context;
    if let Some(found) = found {
        return Attempt {
            outcome: Outcome::refuted(context, &found),
            has_sought: false,
            transitions: 0,
            questions: 0,
        };
    }
    let plan = Plan {
        hints,
        gaps: Gaps::Stop,
        wealth: Wealth::Plain,
        seeds: BTreeMap::new(),
    };
    let mut search = Search::new(context, &samples, plan, budget);
    let outcome = search.run();
    let outcome = outcome_of(context, &search, outcome);
    let attempt = Attempt {
        outcome,
        has_sought: false,
        transitions: search.transitions,
        questions: search.questions,
    };
    match attempt.outcome {
        Outcome::Obstacle(_) if persistence == Persistence::Strengthen => {
            strengthen::strengthen(context, &samples, hints, attempt, budget)
        }
        _ => attempt,
    }
}

/// What a search has come to: a proof, where it has ended well and ignores nobody.
fn outcome_of(
    context: &Context<'_>,
    search: &Search<'_, '_>,
    ended: Result<tree::Tree, Stop>,
) -> Outcome {
    match ended {
        Ok(start) => match served::ignored(&search.cuts, context.movers) {
            Some(mover) => {
                let process = context.system.process_of(mover);
                let name = context.system.processes[process].name;
                let what = format!("{name} may never get its turn while others go on forever");
                Outcome::Ignores(what)
            }
            None => {
                let covering =
                    certificate::covering(context, &start, &search.cuts, &search.measures);
                let cuts = search.cuts.iter();
                Outcome::Proved(covering, cuts.filter_map(|c| shown(context, c)).collect())
            }
        },
        Err(Stop::Ended(reason)) => Outcome::Ended(reason),
        Err(Stop::Obstacle(what)) => Outcome::Obstacle(what),
        Err(Stop::NewCut | Stop::TooMany) => Outcome::TooMany,
    }
}

/// Runs the system on some inputs; returns a run that fails.
fn take_samples(
    context: &Context<'_>,
    samples: &mut Samples,
    budget: &Budget,
) -> Option<sample::Found> {
    const RUNS: u64 = 12;
    const LONGEST_RUN: usize = 400;
    const RACES: u64 = 4;
    const MANY: usize = 16;
    // With more processes there are more places, each of which is seen less often: runs on larger
    // inputs go on until each has enough points, or as long as this times the usual number.
    const ENOUGH: usize = 12;
    const FAR: usize = 6;
    const MOST_TIMES: u64 = 3;
    // A race has many ways to go, of which each needs its samples.
    let runs = match has_race(context.system) {
        true => 5 * RUNS,
        false if context.size() > MANY => RUNS / 2,
        false => RUNS,
    };
    // Where the order of steps matters, other orders than the search's are the first to fail.
    let races = if has_race(context.system) { RACES } else { 0 };
    for seed in 0..races {
        budget.check().ok()?;
        let mut dice = Dice::new(500 + seed);
        if let Some(values) = random_values(context, &mut dice, 1 + seed as usize) {
            let most_steps = LONGEST_RUN + 150 * context.size();
            let mut aside = Samples::default();
            let found = aside.run(
                context,
                values,
                Order::Random,
                &mut dice,
                (most_steps, budget),
            );
            if found.is_some() {
                return found;
            }
        }
    }
    for seed in 0..MOST_TIMES * runs {
        budget.check().ok()?;
        let is_enough = || !has_race(context.system) || samples.is_telling(ENOUGH);
        if seed >= runs && is_enough() {
            break;
        }
        let mut dice = Dice::new(seed);
        let reach = 1 + (seed as usize / 2) % 10;
        let reach = if seed < runs { reach } else { reach + FAR };
        if let Some(values) = random_values(context, &mut dice, reach) {
            let most_steps = LONGEST_RUN.max(150 * context.size());
            let found = samples.run(
                context,
                values,
                Order::Scheduled,
                &mut dice,
                (most_steps, budget),
            );
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// An invariant as it is shown.
fn shown(context: &Context<'_>, cut: &Cut) -> Option<Invariant> {
    cut.tree.as_ref()?;
    let processes = context.system.processes.iter().zip(&cut.state.nests);
    let looping = processes
        .enumerate()
        .filter_map(|(position, (process, nest))| {
            let round = nest.last()?;
            let pace = context.paces.of(position, round.head);
            Some((process.name, round.passes.saturating_sub(pace)))
        });
    Some(Invariant {
        at: looping.collect(),
        formulas: cut.invariant.clone(),
    })
}
