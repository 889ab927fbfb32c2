//! Exact decisions for programs with finitely many reachable states, by enumeration, straight from
//! the definitions.
//!
//! This is an engine for users and the oracle that all other engines are tested against. It shares
//! no code with them, knows no solver, and prefers the obvious way of doing things.
//!
//! # Where to start
//! [`simulation`] for the game behind `simulated by`, [`safety`] for `safe for`.

#![forbid(unsafe_code)]

mod lts;
pub mod safety;
pub mod simulation;

use std::collections::BTreeSet;

use evidence::{Reason, Verdict};
use logic::Var;
use program::Origin;

/// What came of a question.
#[derive(Debug)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// The assignments that were not enabled because they would leave a finite range.
    pub out_of_range: BTreeSet<(Origin, Var)>,
    /// How much was looked at.
    pub effort: Effort,
}

/// How much was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// The states of all programs.
    pub states: usize,
    /// The pairs of states, or joint initial states.
    pub pairs: usize,
}

impl Decision {
    fn unknown(reason: Reason) -> Decision {
        Decision {
            verdict: Verdict::Unknown(reason),
            out_of_range: BTreeSet::new(),
            effort: Effort::default(),
        }
    }
}
