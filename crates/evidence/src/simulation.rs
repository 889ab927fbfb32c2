//! Evidence for and against contextual simulation (papers/000, Definitions 2.2, 2.3 and 2.5), for
//! programs with finitely many reachable states.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{LabelData, StateData};

/// A divergence-preserving weak simulation, with the answer to every step of the source.
///
/// Why it is enough: the relation holds every initial pair; every step of the source is answered by
/// a path of the target with the same label that leads into the relation again; and an answer that
/// does not move the target lowers the rank, so that the source cannot take silent steps forever
/// while the target stands still.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FiniteSimulation {
    /// States of the source.
    pub source: Vec<StateData>,
    /// States of the target.
    pub target: Vec<StateData>,
    /// The relation.
    pub pairs: Vec<RelatedPair>,
}

/// A pair of the relation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RelatedPair {
    /// The source's state, by its position.
    pub source: u32,
    /// The target's state, by its position.
    pub target: u32,
    /// How often, at most, the source can take a silent step while the target stands still.
    pub rank: u32,
    /// An answer to each step of the source, in the order of the interpreter.
    pub answers: Vec<Answer>,
    /// Where the source has ended: the silent path of the target to its own end, where the
    /// postcondition holds. The path lists the target's states after the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Vec<u32>>,
}

/// The target's answer to a step of the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The target's states after each of its steps; empty where it stands still.
    pub path: Vec<u32>,
    /// The pair that is reached, by its position.
    pub pair: u32,
}

/// A strategy by which Falsifier wins against every target.
///
/// Why it is enough: each position has a stage. Wherever Verifier answers by moving the target, the
/// stage falls; where the target stands still it does not rise, and it falls too unless the move
/// was a silent one of a divergence. So a play ends in a position without an answer, or the source
/// takes silent steps forever while the target stands still. Verifier loses both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FiniteRefutation {
    /// States of the source.
    pub source: Vec<StateData>,
    /// States of the target.
    pub target: Vec<StateData>,
    /// The positions that can come up when Falsifier follows the strategy. The first is an initial
    /// one.
    pub positions: Vec<LosingPosition>,
}

/// A pair of states from which Falsifier wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LosingPosition {
    /// The source's state, by its position in the list.
    pub source: u32,
    /// The target's state, by its position in the list.
    pub target: u32,
    /// What bounds the rest of the play.
    pub stage: u32,
    /// Why Verifier loses here.
    pub why: Why,
}

/// Why Verifier loses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The source has ended, and no silent path of the target ends with the postcondition.
    Ending,
    /// The source takes this step, and every answer leads to a position of a lower stage.
    Step {
        /// What is seen of the step.
        label: LabelData,
        /// The source's next state, by its position.
        source: u32,
    },
    /// The source takes this silent step. Every answer that moves the target leads to a position of
    /// a lower stage; where the target stands still, the position that follows has at most this
    /// stage.
    Divergence {
        /// The source's next state, by its position.
        source: u32,
    },
}
