//! Exact decisions for programs with finitely many reachable states, by enumeration, straight from
//! the definitions.
//!
//! This is an engine for users and the oracle that all other engines are tested against. It shares
//! no code with them, knows no solver, and prefers the obvious way of doing things.
//!
//! # Where to start
//! [`decide`]; then [`simulation`] for the game behind `simulated by`, [`safety`] for `safe for`.

#![forbid(unsafe_code)]

mod lts;
pub mod safety;
pub mod simulation;

use std::collections::BTreeSet;

use budget::Budget;
use evidence::{Reason, Verdict};
use logic::Var;
use program::{Origin, Relation, Task};

/// What came of a task.
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

/// Decides a task, where its relation is one of those that can be enumerated.
#[must_use]
pub fn decide(task: &Task, budget: &Budget) -> Decision {
    let decided = match task.relation {
        Relation::Simulated => simulation::decide(task, budget),
        Relation::SafeFor => safety::decide(task, budget),
        Relation::Safe
        | Relation::Equivalent
        | Relation::Abstracted
        | Relation::Refines
        | Relation::Included
        | Relation::Satisfies
        | Relation::Network => {
            let construct = match task.relation {
                Relation::Safe => "a claim `safe`",
                Relation::Equivalent => "a claim `equivalent to`",
                Relation::Abstracted | Relation::Refines => "a claim `abstracted by`",
                Relation::Satisfies | Relation::Network => "a claim `satisfies`",
                _ => "a claim `included in`",
            };
            Err(Reason::Unsupported {
                construct: construct.to_owned(),
                origin: None,
            })
        }
    };
    decided.unwrap_or_else(Decision::unknown)
}
