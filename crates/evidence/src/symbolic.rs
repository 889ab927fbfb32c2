//! Evidence for `A included in B` about sets of states instead of states: a ranked strategy whose
//! sets are binary decision diagrams in one table of nodes.
//!
//! A position of the game is a state of the concrete program, a state of the specification that
//! shows the same, and for each `compassion` a prediction: whether its first formula will never
//! hold again. Every set is a set of positions; where it speaks of one program only, of those of
//! this program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A proof of `A included in B`, by fair simulation (papers/004, section 4).
///
/// Both programs are converted to justice (Theorem 1). A prediction of the concrete program is
/// made at the start or in a step from a state where the formula holds, for the last time; one of
/// the specification in any step. After the prediction the formula never holds. The goals of a
/// program are its `justice`, in order, then for each `compassion` that the prediction is made or
/// the second formula holds, as [`Waiting`] says. A specification without goals has one, which is
/// always reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SymbolicInclusion {
    /// What the diagrams ask, in their order from the roots down.
    pub bits: Vec<Bit>,
    /// The nodes of all diagrams. The diagrams 0 and 1 are the empty set and the set of all
    /// positions; the node at position `k` is diagram `k + 2` and refers to diagrams before it.
    pub nodes: Vec<Node>,
    /// What is said of the concrete program alone.
    pub concrete: Part,
    /// The same for the specification.
    pub specification: Part,
    /// The states of the concrete program from which no run is fair, in layers.
    pub hopeless: Vec<Layer>,
    /// For each goal of the specification the positions from which it follows the concrete program
    /// and reaches the goal, in layers.
    pub goals: Vec<Vec<Layer>>,
}

/// One of the two programs.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The concrete program.
    Concrete,
    /// The specification.
    Specification,
}

/// A question about a position. Values are numbered in their order, those of a matched pair of
/// observed variables together; bit 0 of a number is its lowest.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Bit {
    /// Whether it is the turn of the programs, not of the environment.
    Turn,
    /// A bit of the number of the location, among those outside of atomic blocks.
    Location {
        /// Whose location.
        side: Side,
        /// Which bit.
        bit: u32,
    },
    /// A bit of the number of a variable's value. An observed variable of the specification has
    /// none: it has those of the concrete variable that it is matched with.
    Variable {
        /// Whose variable; a constant is the concrete program's.
        side: Side,
        /// The variable's name.
        name: String,
        /// Which bit.
        bit: u32,
    },
    /// Whether the first formula of a `compassion` is predicted never to hold again.
    Prediction {
        /// Whose.
        side: Side,
        /// Its position among the program's.
        pair: u32,
    },
}

/// A node of a diagram: which bit it asks for, and the diagrams for both answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Node(
    /// The position of the bit.
    pub u32,
    /// The diagram where the bit is not set.
    pub u32,
    /// The diagram where it is set.
    pub u32,
);

/// What is said of one program alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The diagram of states that every run starts in and no step leaves.
    pub reached: u32,
    /// For each `compassion` how its second formula is read.
    pub waiting: Vec<Waiting>,
}

/// How the second formula `q` of a `compassion` `p, q` is read: the states in which the program
/// waits for it. Waiting begins where `p` holds and `q` does not, and ends with `q` only; so `q`
/// comes infinitely often where `p` does if and only if waiting ends infinitely often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// The diagram of the states in which the program waits. The specification's goal is reached
    /// in all others.
    pub during: u32,
    /// The diagram of the states in which waiting ends, and of those where `p` and `q` hold
    /// together. The concrete program's goal is reached only there.
    pub ends: u32,
}

/// A layer of a ranked strategy. The sets of a list of layers grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// The diagram of this layer and all before it.
    pub set: u32,
    /// What happens at the positions that are new in this layer.
    pub why: Why,
}

/// What happens in a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The goal is reached, and the next step leads to the next goal's positions or to earlier
    /// layers.
    Goal,
    /// The next step leads to earlier layers.
    Closer,
    /// The concrete program misses this goal of its own, and the next step leads to this layer or
    /// to earlier ones.
    Missed(u32),
}

impl SymbolicInclusion {
    /// What it is and how large, in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        let layers: usize = self.goals.iter().map(Vec::len).sum();
        let nodes = self.nodes.len();
        format!("symbolic fair simulation of {layers} layers, {nodes} nodes")
    }
}
