//! Evidence about networks of any number of processes (papers/004, section 3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Evidence;
use crate::inclusion::{FairInclusion, Satisfaction};
use crate::symbolic::SymbolicInclusion;

/// Evidence for or against `… satisfies … for all n`. `question::network` says which questions its parts
/// are evidence for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Network {
    /// A network invariant.
    Invariant(Box<NetworkInvariant>),
    /// A network of one size that has a violating run.
    Violation(NetworkViolation),
}

/// The steps of a proof by a network invariant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NetworkInvariant {
    /// What stands for any number of copies, and for how many at least.
    pub base: NetworkBase,
    /// A copy more beside the invariant is included in the invariant.
    pub step: NetworkInclusion,
    /// The network with the invariant in the place of the copies satisfies the formula.
    pub last: Satisfaction,
    /// So do the networks with fewer copies than the invariant stands for, from the fewest on.
    pub small: Vec<Satisfaction>,
}

/// What stands for any number of copies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NetworkBase {
    /// The program that the claim names.
    Given {
        /// So many copies are included in it.
        copies: u32,
        /// Why they are.
        inclusion: Box<NetworkInclusion>,
    },
    /// So many copies.
    Copies(u32),
}

/// Why one part of a network is included in another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NetworkInclusion {
    /// By their states.
    States(FairInclusion),
    /// By sets of their states.
    Sets(SymbolicInclusion),
}

impl NetworkInclusion {
    /// The same as evidence for the inclusion alone.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        match self {
            NetworkInclusion::States(evidence) => Evidence::FairInclusion(evidence.clone()),
            NetworkInclusion::Sets(evidence) => Evidence::SymbolicInclusion(evidence.clone()),
        }
    }

    /// What it is and how large, in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            NetworkInclusion::States(evidence) => evidence.inclusion.describe(),
            NetworkInclusion::Sets(evidence) => evidence.describe(),
        }
    }
}

impl NetworkBase {
    /// The number of copies from which on it stands for all of them.
    #[must_use]
    pub fn copies(&self) -> u32 {
        match self {
            NetworkBase::Given { copies, .. } | NetworkBase::Copies(copies) => *copies,
        }
    }
}

/// A network with a run that violates the formula.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NetworkViolation {
    /// The number of copies.
    pub copies: u32,
    /// The violating run.
    pub run: Satisfaction,
}

impl Network {
    /// What it is and how large, step by step.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Network::Violation(violation) => {
                let lasso = violation.run.inclusion.describe();
                match violation.copies {
                    1 => format!("{lasso} with 1 copy"),
                    copies => format!("{lasso} with {copies} copies"),
                }
            }
            Network::Invariant(proof) => {
                let base = match &proof.base {
                    NetworkBase::Given { copies, inclusion } => {
                        let why = inclusion.describe();
                        format!("base for {copies}: {why}")
                    }
                    NetworkBase::Copies(1) => "invariant: 1 copy".to_owned(),
                    NetworkBase::Copies(copies) => format!("invariant: {copies} copies"),
                };
                let step = proof.step.describe();
                let last = match proof.last.states.len() {
                    1 => "1 state".to_owned(),
                    states => format!("{states} states"),
                };
                let small = proof.small.len();
                format!("{base}; step: {step}; network: {last}; smaller ones: {small}")
            }
        }
    }
}
