//! Tandem as a library: hand over a module, get a report for each claim.
//!
//! This crate alone knows all engines and the checker. It picks the engines for a claim, gives them
//! their budget, and lets nothing through that the checker has not accepted.
//!
//! # What this crate does not know
//! Files, terminals, and how a report is shown.
//!
//! # Where to start
//! [`search`] asks the engines, [`examine`] has their evidence checked, and [`check_claim`] does both.
//! [`refinement`] and [`mutation`] speak of functions, [`imports`] of functions of files that a module
//! imports.

#![forbid(unsafe_code)]

pub mod imports;
pub mod mutation;
mod no_answer;
mod portfolio;
pub mod refinement;
mod report;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub use budget::News;
use budget::{Budget, Canceller};
use question::{Claim, Module};

pub use checker::Accepted;
pub use fairness::claim::{Remark, States};
pub use horn::read as read_clauses;
pub use no_answer::NoAnswer;
pub use portfolio::{Examined, Found, examine, search};
pub use report::{Answer, Finding, Report, Warning, expected};
pub use simulation::{FiniteGames, Options as SimulationOptions, Preference, Steps};

/// What a check may use, and whom it tells.
#[derive(Clone, Default)]
pub struct Options {
    /// The time for each claim; `None` without a limit.
    pub timeout: Option<Duration>,
    /// The memory of the whole process in bytes; `None` without a limit.
    pub memory: Option<u64>,
    /// Stops the check from outside.
    pub canceller: Canceller,
    /// Hears how far the check has come.
    pub progress: Option<Progress>,
    /// How a verdict is searched for.
    pub search: Search,
}

/// How verdicts are searched for. They are the same, the times are not.
#[derive(Clone, Default, Debug)]
pub struct Search {
    /// How simulations are searched for.
    pub simulation: SimulationOptions,
    /// How states are represented, in claims `included in`.
    pub states: States,
    /// Whether functions most likely differ, so that a difference is looked for before a proof.
    pub hunts_first: bool,
}

/// A listener for progress: the engine that works, and what it tells; nothing when it begins.
pub type Progress = Arc<dyn Fn(&str, Option<News>) + Send + Sync>;

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("timeout", &self.timeout)
            .field("memory", &self.memory)
            .field("search", &self.search)
            .finish_non_exhaustive()
    }
}

impl Options {
    /// What one piece of work may use, from now on.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited().with_canceller(self.canceller.clone());
        if let Some(timeout) = self.timeout {
            budget = budget.within(timeout);
        }
        if let Some(memory) = self.memory {
            budget = budget.with_memory(memory);
        }
        budget
    }
}

/// Checks claims of a module, in their order.
#[must_use]
pub fn check(module: &Module, claims: &[&Claim], options: &Options) -> Vec<Report> {
    let claims = claims.iter();
    let reports = claims.map(|claim| {
        let report = check_claim(module, claim, options);
        logic::collect_garbage();
        report
    });
    reports.collect()
}

/// Checks one claim: asks the engines, and has what they find checked.
#[must_use]
pub fn check_claim(module: &Module, claim: &Claim, options: &Options) -> Report {
    let start = Instant::now();
    let budget = options.budget();
    let finding = match module.question(claim) {
        Ok(question) => {
            let found = search(&question, options, &budget);
            portfolio::settle(&question, found, options, &budget)
        }
        Err(error) => portfolio::unreadable(&error),
    };
    Report::new(claim, finding, start.elapsed())
}
