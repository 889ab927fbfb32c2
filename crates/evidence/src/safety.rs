//! Evidence for and against k-safety of programs with finitely many reachable states.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::StateData;

/// For each copy and each of its initial states, a set of states that holds everything reachable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FiniteSafety {
    /// The copies in the order of the claim.
    pub copies: Vec<ReachableStates>,
}

/// What a copy can reach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReachableStates {
    /// States of the copy.
    pub states: Vec<StateData>,
    /// For initial states, the states that are reachable from there, by their positions.
    pub from: Vec<Reachable>,
}

/// What is reachable from one initial state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reachable {
    /// The initial state, by its position.
    pub start: u32,
    /// All states that are reachable from it, by their positions.
    pub states: Vec<u32>,
}

/// Concrete runs that start related and do not end so, or one of which fails an assertion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FiniteViolation {
    /// The run of each copy in the order of the claim: its states from the first to the last.
    pub runs: Vec<Vec<StateData>>,
    /// The copy whose run ends with a failed assertion, if one does; the others then need not end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<u32>,
}
