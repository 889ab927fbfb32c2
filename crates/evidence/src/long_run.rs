//! Evidence against the safety of systems of communicating processes whose failing runs are too long
//! to be written down step by step, such as those behind a loop of a hundred thousand rounds.
//!
//! A [`LongRun`] begins with values and says how to go on from each state that may be come to, until
//! the system fails. Where runs come by the same place again and again there is a *cut*: a symbolic
//! state, its condition an invariant, with a *rank* that falls from arrival to arrival. So the way
//! goes on only so often, and leads to a failure; how often need not be said.

use logic::{Value, Var};
use program::system::System;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Datum;
use crate::collective::{Cut, start_values};

/// A way to a failure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LongRun {
    /// The values of the inputs, in the order of the system.
    pub inputs: Vec<Datum>,
    /// The values of the variables that have no initial one, in the order of the system.
    pub start: Vec<Datum>,
    /// The places that runs come by again. The measures of each are its rank: integers, the first one
    /// the most important.
    pub cuts: Vec<Cut>,
    /// What happens between them. The first one is at the start, and only one way leads to each.
    pub nodes: Vec<Turn>,
}

/// What happens at a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// Who takes a step: a process, or the network of one (its number behind those of all processes).
    /// None where nobody can, and the run has ended as it should not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<u32>,
    /// The steps, one of which can be taken in each state of the node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
}

/// A step of a turn, and where it leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Way {
    /// The edge.
    pub edge: u32,
    /// Which way the step goes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// The value that a `havoc` gives, in SMT-LIB over the inputs and the constants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Where it leads.
    pub to: Goal,
}

/// Where a step leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// To a node behind the same cut.
    Node(u32),
    /// To a cut.
    Cut {
        /// The cut.
        cut: u32,
        /// The values of the cut's constants here.
        with: Vec<String>,
    },
    /// Nowhere: it fails.
    Failure,
}

impl LongRun {
    /// The values of the inputs and of the variables that have no initial one; `None` where they do
    /// not fit.
    #[must_use]
    pub fn start(&self, system: &System) -> Option<Vec<(Var, Value)>> {
        start_values(system, &self.inputs, &self.start)
    }
}
