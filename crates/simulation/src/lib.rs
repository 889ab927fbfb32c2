//! Contextual simulation between infinite-state programs (papers/000): `{P} source ≲ target {Q}`.
//!
//! The simulation game is played in large steps (`blocks`). Winning regions for finitely many moves
//! (`games::regions`) refute a claim, or show Verifier which moves keep it safe; from these a
//! strategy is built for the whole game (`strategy`), whose labels are the solution of Horn clauses
//! (`labels`), and whose measures are ranking functions (`measures`). Where the labels do not exist,
//! the play that shows it says how far to look ahead.
//!
//! # What this crate does not know
//! Files, terminals, other engines, and whether anybody believes it: the checker decides.
//!
//! # Where to start
//! [`decide`]; then [`arena`], the game.

#![forbid(unsafe_code)]

pub mod arena;
pub mod blocks;
mod copies;
mod diverge;
mod hunt;
mod labels;
mod marks;
mod measures;
mod play;
mod refute;
mod search;
mod strategy;
mod supported;
mod threads;
mod trap;
mod write;

use budget::Budget;
use evidence::Verdict;
use question::Simulated;

pub use blocks::Steps;
pub use strategy::Preference;

/// The preferences, in the order in which they are tried.
const PREFERENCES: [Preference; 3] = [Preference::Sync, Preference::Follow, Preference::Pass];

/// How claims are decided. Every choice gives the same verdicts, sooner or later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How long silent paths are.
    pub steps: Steps,
    /// Whether threads are compared one by one before all together.
    pub by_thread: bool,
    /// The orders of Verifier's moves, those to be tried first in front.
    pub preferences: Vec<Preference>,
    /// How games of finitely many moves are decided.
    pub finite_games: FiniteGames,
}

/// How it is decided whether Falsifier wins within finitely many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FiniteGames {
    /// By winning regions, which are kept from one horizon to the next.
    Regions,
    /// By SimSat, as the paper does, on the whole game tree.
    SimSat,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            steps: Steps::Large,
            by_thread: true,
            preferences: PREFERENCES.to_vec(),
            finite_games: FiniteGames::Regions,
        }
    }
}

/// Decides a claim between two programs.
#[must_use]
pub fn decide(question: &Simulated, budget: &Budget) -> Verdict {
    decide_with(question, &Options::default(), budget)
}

/// The same with options.
///
/// The work is done on a thread of its own: what a solver answers depends on what its context has
/// seen before, and every thread has a context of its own.
#[must_use]
pub fn decide_with(question: &Simulated, options: &Options, budget: &Budget) -> Verdict {
    let has_par = || {
        question
            .setting
            .programs
            .iter()
            .any(|program| program.body.has_par())
    };
    let work = || {
        if question.has_parfor() {
            copies::decide(question, options, budget)
        } else if options.by_thread && has_par() {
            threads::decide(question, options, budget)
        } else {
            search::decide(question, options, budget)
        }
    };
    std::thread::scope(|scope| match scope.spawn(work).join() {
        Ok(verdict) => verdict,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}
