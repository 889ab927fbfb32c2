//! Evidence for and against refinement of functions (papers/003: cut points, a relation at each, and
//! Skolem terms). What refinement means stands in [`program::function`].
//!
//! Variables of the implementation are written `T.x` here, those of the specification `S.x`, for the
//! target and the source of a compiler.

use program::function::BlockId;
use program::function::symbolic::{Path, PathEnd};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Datum;

/// How the implementation's variables are called in evidence.
pub const IMPLEMENTATION: &str = "T";
/// How the specification's variables are called in evidence.
pub const SPECIFICATION: &str = "S";

/// Evidence for or against refinement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refinement {
    /// For it.
    Map(CutMap),
    /// Against it.
    Difference(Difference),
}

impl Refinement {
    /// What it is and how large, in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Refinement::Map(map) => {
                let points = match map.nodes.len() {
                    1 => "1 cut point".to_owned(),
                    count => format!("{count} cut points"),
                };
                format!("{}, {points}", map.kind.describe())
            }
            Refinement::Difference(_) => "inputs on which both differ".to_owned(),
        }
    }
}

/// Evidence for `A abstracted by B`: an abstraction of B that simulates A.
///
/// Both programs are written as functions ([`program::Function::of_program`]), and the abstraction
/// is B with some variables lost at some blocks: there they get any value, which the map chooses by
/// Skolem terms. In the map, A is the implementation and B the specification; variables have the names
/// of the claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Abstraction {
    /// What B loses; nothing where B itself simulates A.
    pub lost: Vec<Lost>,
    /// Why the abstraction simulates A.
    pub map: CutMap,
}

/// A variable that is lost.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Lost {
    /// The block on whose entry it gets any value.
    pub block: u32,
    /// The variable, as the claim calls it.
    pub variable: String,
}

impl Abstraction {
    /// What it is and how large, in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        if self.lost.is_empty() {
            return Refinement::Map(self.map.clone()).describe();
        }
        let names: std::collections::BTreeSet<&str> = self
            .lost
            .iter()
            .map(|lost| lost.variable.as_str())
            .collect();
        let names: Vec<&str> = names.into_iter().collect();
        format!("by an abstraction that loses {}", names.join(", "))
    }
}

/// A map of cut points, with a relation at each.
///
/// Why it is enough: the relation holds at the first node whenever both functions start on the same
/// inputs and the specification does not exclude them. At a node, whatever the implementation does up to its next cut point, the specification
/// answers with a path that shows the same events and leads to a node whose relation holds again, to
/// the same end, or to undefined behaviour. Where one of them stands still while the other moves, the
/// rank falls, so that neither runs on for ever while the other waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CutMap {
    /// What was found, for people. Nothing depends on it.
    pub kind: Kind,
    /// The nodes; at the first, both functions are at their entries. The implementation's cut points
    /// are its blocks in the nodes.
    pub nodes: Vec<Node>,
}

/// What the relation is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Variables of the same name are equal, and nothing else is said.
    Identity,
    /// Something else.
    Discovered,
}

impl Kind {
    /// In words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Kind::Identity => "by identity",
            Kind::Discovered => "by a discovered relation",
        }
    }
}

/// A pair of cut points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// The block that the implementation is at the entry of.
    pub implementation: u32,
    /// The block that the specification is at the entry of.
    pub specification: u32,
    /// The relation: a formula over the variables of both functions, in SMT-LIB.
    pub relation: String,
    /// Who moves.
    pub turn: Turn,
    /// In the implementation's turn: answers to its paths; a path that is not listed is never taken.
    /// In the specification's turn: one entry, in which the implementation stands still.
    pub moves: Vec<Move>,
    /// What bounds how often one function can move from here while the other stands still: terms
    /// that fall in lexicographic order, integers that are not negative or bit-vectors without sign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rank: Vec<String>,
}

/// Who moves at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// The implementation, and the specification answers.
    Implementation,
    /// The specification alone, while the implementation stands still.
    Specification,
}

/// A move of the implementation with the answers to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// The implementation's path; none where it stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathData>,
    /// The answers. Where the path is taken, the specification can take one of them.
    pub answers: Vec<Answer>,
}

/// An answer of the specification.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// Its path; none where it stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathData>,
    /// A Skolem term for each value that it chooses on the path: over the variables of both functions
    /// at the node, the implementation's choices `choice!0`, `choice!1`, … on its path, and the
    /// results `result!0!0`, … of the events on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
    /// The node that follows; none where both have ended or the specification is undefined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
}

/// A path through the blocks of a function, from the block of its node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PathData {
    /// The branches that are taken, by their positions.
    pub branches: Vec<u32>,
    /// How it ends.
    pub end: PathEndData,
}

/// How a path ends.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PathEndData {
    /// At the entry of a block.
    Arrived,
    /// By returning.
    Returned,
    /// With undefined behaviour, at this step of the last block.
    Undefined(u32),
}

impl From<&Path> for PathData {
    fn from(path: &Path) -> Self {
        PathData {
            branches: path.branches.clone(),
            end: match path.end {
                PathEnd::Arrived => PathEndData::Arrived,
                PathEnd::Returned => PathEndData::Returned,
                PathEnd::Undefined(step) => PathEndData::Undefined(step),
            },
        }
    }
}

impl From<&PathData> for Path {
    fn from(path: &PathData) -> Self {
        Path {
            branches: path.branches.clone(),
            end: match path.end {
                PathEndData::Arrived => PathEnd::Arrived,
                PathEndData::Returned => PathEnd::Returned,
                PathEndData::Undefined(step) => PathEnd::Undefined(step),
            },
        }
    }
}

/// Inputs on which the implementation does something that the specification does not.
///
/// Both are run again. Where the specification chooses something on its run, the checker follows all
/// of its runs on these inputs, and for none of its choices is the implementation's run allowed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The inputs, in order.
    pub inputs: Vec<Datum>,
    /// The values that the implementation chooses, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Datum>,
    /// The results of each event, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Vec<Datum>>,
    /// How many blocks each run goes through at most.
    pub most: u32,
}

impl Node {
    /// The blocks of the implementation and of the specification.
    #[must_use]
    pub fn blocks(&self) -> (BlockId, BlockId) {
        (BlockId(self.implementation), BlockId(self.specification))
    }
}
