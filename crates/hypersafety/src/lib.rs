//! k-safety by reductions (papers/001): a proof and an interleaving of the programs that makes it
//! simple are searched together.
//!
//! The copies of a `safe for` claim, and the parallel parts inside them, are threads; their steps
//! are the letters of a language. A set of assertions proves a reduction of that language if a game
//! is won; where it is lost, traces show which assertions are missing, or that the claim does not
//! hold.
//!
//! # What this crate does not know
//! How evidence is checked. It shares no code with the checker.
//!
//! # Where to start
//! [`decide`] is the loop of Fig. 4. `alphabet` makes the letters, `triples` answers questions about
//! Hoare triples, `game` looks for a reduction lazily, `antichain` and `plain` by fixpoints, `interpolate` learns from traces, `rehearsal`
//! from runs, `refute` turns a
//! feasible one into runs, and `certificate` writes the evidence down.

#![forbid(unsafe_code)]

mod alphabet;
mod antichain;
mod at_once;
mod bits;
mod candidates;
mod cases;
mod certificate;
mod control;
mod counterexample;
mod dependence;
mod effect;
mod equations;
mod fixpoint;
mod game;
mod indices;
mod interpolate;
mod loops;
mod measured;
mod observed;
mod options;
mod order;
mod parts;
mod plain;
mod pool;
mod precision;
mod prefix;
mod proof;
mod refute;
mod rehearsal;
mod samples;
mod search;
mod stops;
mod teams;
mod threads;
mod trace;
mod triples;
mod turns;

use budget::Budget;
use evidence::Verdict;
use question::SafeFor;

pub use crate::options::{Counterexamples, Method, Options, Orders};
pub use crate::proof::{Checked, Proof, with_proof};

/// How much was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// How often assertions were added.
    pub rounds: usize,
    /// The nodes of the last game, or the pairs or states of the last fixpoint.
    pub nodes: usize,
    /// The assertions in the proof.
    pub assertions: usize,
    /// How often the solver was asked for a Hoare triple.
    pub questions: usize,
}

/// What came of a question.
#[derive(Debug)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// How much was looked at.
    pub effort: Effort,
}

/// Decides a `safe for` question.
#[must_use]
pub fn decide(question: &SafeFor, budget: &Budget) -> Decision {
    decide_with(question, &Options::default(), budget)
}

/// Decides a `safe for` question in a chosen way.
#[must_use]
pub fn decide_with(question: &SafeFor, options: &Options, budget: &Budget) -> Decision {
    let mut effort = Effort::default();
    let verdict = parts::decide(question, options, budget, &mut effort);
    Decision {
        verdict: verdict.unwrap_or_else(Verdict::Unknown),
        effort,
    }
}
