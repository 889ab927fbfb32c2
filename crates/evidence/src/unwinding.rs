//! Evidence for and against contextual simulation of programs with infinitely many states: a
//! strategy for the simulation game, as a graph with formulas (papers/000, Definitions 3.2 to 3.5).
//!
//! The paper's unwinding is a tree with covering edges. Here a covered node and the node that covers
//! it are one node, so that covering is an edge back. A move is a whole path of silent commands
//! of one thread, perhaps with one observable command at its end; why that is the same game stands in the
//! checker's rules. The same form serves both players: the nodes of the winner carry moves to make,
//! those of the loser a successor for whatever it may do.

use question::Simulated;
use question::copies::Unsupported;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Datum;

/// A winning strategy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unwinding {
    /// Who wins: Verifier proves the claim, Falsifier refutes it.
    pub winner: Player,
    /// What became of each `parfor`.
    #[serde(default, skip_serializing_if = "Copies::is_as_written")]
    pub copies: Copies,
    /// Control points of threads of the source at which silent paths end.
    pub source_stops: Vec<u32>,
    /// Control points of threads of the target at which silent paths end.
    pub target_stops: Vec<u32>,
    /// Where Falsifier wins: values of all variables at the start, in the order of the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<Datum>,
    /// The nodes; the first one is where the game starts, with Verifier to move.
    pub nodes: Vec<Node>,
}

impl Unwinding {
    /// The question whose game the strategy plays: the claim's, with each `parfor` taken apart.
    ///
    /// # Errors
    /// Where a `parfor` cannot be taken apart.
    pub fn subject(&self, question: &Simulated) -> Result<Simulated, Unsupported> {
        match self.copies {
            Copies::AsWritten => Ok(question.clone()),
            Copies::Arbitrary => question.with_one_copy(),
            Copies::Thread => question.with_one_thread(),
            Copies::All => question.with_all_copies(),
            Copies::Few(count) => question.with_few_copies(usize::from(count)),
        }
    }
}

/// Which copies of a `parfor` a strategy speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Copies {
    /// There is no `parfor`.
    #[default]
    AsWritten,
    /// One arbitrary copy, which stands for all; only Verifier can win that way.
    Arbitrary,
    /// The same, and one arbitrary branch of each `par`, which stands for all.
    Thread,
    /// All, spelled out.
    All,
    /// So many of however many there are; only Falsifier can win that way.
    Few(u8),
}

impl Copies {
    fn is_as_written(&self) -> bool {
        *self == Copies::AsWritten
    }
}

/// A player of the simulation game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Moves the source.
    Falsifier,
    /// Moves the target.
    Verifier,
}

/// A set of positions of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// Whose turn it is.
    pub turn: Player,
    /// What the target has to match, in a turn of Verifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Pending>,
    /// The location of the source.
    pub source: u32,
    /// The location of the target.
    pub target: u32,
    /// The formula over the variables of both programs that describes the positions, in SMT-LIB.
    pub label: String,
    /// The moves.
    pub moves: Vec<Step>,
    /// What bounds how often the source can move while the target stands still: terms that fall in
    /// lexicographic order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<String>,
    /// What bounds how often the target can move within one turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub busy: Vec<String>,
}

/// What the source has done and the target has not.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Pending {
    /// The send or receive on this edge of the source.
    Message(u32),
    /// A failing assertion.
    Failure,
}

/// A move, or what follows on a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The edges of the path, by their positions in the control-flow graph; none for passing.
    pub path: Vec<u32>,
    /// Whether the path ends with the failure of its last command.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fails: bool,
    /// In a turn of the winner: where this move is made, if no earlier one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// In a turn of the winner: a term for each value that is chosen on the path, in order; for
    /// Falsifier, the message that is received comes last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
    /// The node that follows; none where both programs have failed, and the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
}
