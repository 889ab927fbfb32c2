//! Tandem as a library: hand over a module, get a report for each claim.
//!
//! This crate alone knows all engines and the checker. It picks the engines for a claim, gives them
//! their budget, and lets nothing through that the checker has not accepted.
//!
//! # What this crate does not know
//! Files, terminals, and how a report is shown.
//!
//! # Where to start
//! [`check`] and [`Report`]; [`story`] for how a counterexample is told, [`strategy`] for evidence as
//! a graph to look at; [`solve`] for quantified formulas, [`horn`] for constrained Horn clauses,
//! [`inclusion`] for automata on infinite words, [`refinement`] for functions, [`imports`] for
//! functions of files that a module imports.

#![forbid(unsafe_code)]

mod actor;
pub mod horn;
pub mod imports;
pub mod inclusion;
pub mod mutation;
mod portfolio;
pub mod refinement;
mod report;
pub mod solve;
pub mod story;
pub mod strategy;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use budget::{Budget, Canceller};
use question::{Claim, Module};

pub use fairness::claim::{Remark, States};
pub use report::{Answer, Finding, Report, Warning, expected};
pub use simulation::{FiniteGames, Options as SimulationOptions, Preference, Steps};

/// What a check may use, and whom it tells.
#[derive(Clone, Default)]
pub struct Options {
    /// The time for each claim; `None` without a limit.
    pub timeout: Option<Duration>,
    /// The memory of the whole process in bytes; `None` without a limit.
    pub memory: Option<u64>,
    /// How many claims are checked at the same time; zero counts as one.
    pub jobs: usize,
    /// Stops the check from outside.
    pub canceller: Canceller,
    /// Hears the claim's name and how far its check has come.
    pub progress: Option<Progress>,
    /// How simulations are searched for. The verdicts are the same, the times are not.
    pub simulation: SimulationOptions,
    /// How states are represented, in claims `included in`.
    pub states: States,
    /// Whether reports say which invariants were found.
    pub show_invariants: bool,
}

/// A listener for progress: the claim's name and a few words.
pub type Progress = std::sync::Arc<dyn Fn(&str, &str) + Send + Sync>;

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("timeout", &self.timeout)
            .field("memory", &self.memory)
            .field("jobs", &self.jobs)
            .finish_non_exhaustive()
    }
}

/// Checks claims of a module; the reports come in the order of the claims, whatever the number of
/// jobs.
#[must_use]
pub fn check(module: &Module, claims: &[&Claim], options: &Options) -> Vec<Report> {
    let reports: Mutex<Vec<Option<Report>>> = Mutex::new(claims.iter().map(|_| None).collect());
    let claims: Vec<(&Module, &Claim)> = claims.iter().map(|claim| (module, *claim)).collect();
    check_each(&claims, options, &|position, report| {
        reports
            .lock()
            .expect("no thread panics while it stores a report")[position] = Some(report);
    });
    let reports = reports
        .into_inner()
        .expect("no thread panics while it stores a report");
    reports
        .into_iter()
        .map(|report| report.expect("every claim has been checked"))
        .collect()
}

/// Checks claims, each with its module, and hands over each report as soon as it is there, with
/// the position of its claim.
pub fn check_each(
    claims: &[(&Module, &Claim)],
    options: &Options,
    finished: &(dyn Fn(usize, Report) + Sync),
) {
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let position = next.fetch_add(1, Ordering::Relaxed);
            let Some((module, claim)) = claims.get(position) else {
                return;
            };
            finished(position, check_claim(module, claim, options));
            logic::collect_garbage();
        }
    };
    let jobs = options.jobs.clamp(1, claims.len().max(1));
    if jobs == 1 {
        work();
    } else {
        std::thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
    }
}

/// Checks one claim.
#[must_use]
pub fn check_claim(module: &Module, claim: &Claim, options: &Options) -> Report {
    let start = Instant::now();
    let mut budget = Budget::unlimited().with_canceller(options.canceller.clone());
    if let Some(timeout) = options.timeout {
        budget = budget.within(timeout);
    }
    if let Some(memory) = options.memory {
        budget = budget.with_memory(memory);
    }
    if let Some(progress) = options.progress.clone() {
        let name = claim.name;
        budget = budget.with_listener(std::sync::Arc::new(move |text| {
            progress(name.as_str(), text)
        }));
    }
    let finding = match module.question(claim) {
        Ok(question) => portfolio::find(&question, options, &budget),
        Err(error) => portfolio::unreadable(&error),
    };
    Report::new(claim, finding, start.elapsed())
}
