//! What the search has explored from the start or from a cut: a graph of steps that ends at cuts.
//!
//! It is a tree where no two ways come to the same state, and has no cycles where they do.

use std::collections::BTreeSet;

use logic::{Term, Value, Var};
use program::system::Presumption;

use crate::measure::Trend;

/// A graph of steps without cycles. Its first node is the root.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// The nodes in the order in which their exploration was complete: each behind those that it
    /// leads to.
    pub(crate) completed: Vec<usize>,
}

impl Tree {
    /// Whether something on the way could not be shown.
    pub(crate) fn has_gap(&self) -> bool {
        let of_branch = |branch: &Branch| !branch.open.is_empty();
        let mut nodes = self.nodes.iter();
        nodes.any(|node| !node.open.is_empty() || node.branches.iter().any(of_branch))
    }
}

/// A state at which some take their steps.
pub(crate) struct Node {
    pub(crate) movers: Vec<usize>,
    /// The processes that move or surely cannot.
    pub(crate) served: Vec<usize>,
    /// What should hold here, and could not be shown.
    pub(crate) open: Vec<Term>,
    /// Those of whose branches one can surely be taken, as far as failures are sought.
    pub(crate) sure: BTreeSet<usize>,
    /// Whether nobody can surely move, and the run has ended as it should not.
    pub(crate) fails: bool,
    pub(crate) branches: Vec<Branch>,
}

/// A step, and where it leads.
pub(crate) struct Branch {
    pub(crate) mover: usize,
    pub(crate) edge: usize,
    pub(crate) path: Vec<u32>,
    pub(crate) fresh: Option<Var>,
    /// The value that it is, where one was chosen.
    pub(crate) chosen: Option<Value>,
    /// Where it is taken.
    pub(crate) guard: Term,
    /// Whether it surely can be taken, as far as failures are sought.
    pub(crate) is_sure: bool,
    /// What must hold then, but what is assumed.
    pub(crate) duties: Vec<Term>,
    /// What is assumed instead of shown.
    pub(crate) assumed: BTreeSet<Presumption>,
    /// Those of the duties that could not be shown.
    pub(crate) open: Vec<Term>,
    pub(crate) to: Leaf,
}

/// Where a step leads.
pub(crate) enum Leaf {
    /// To a node of the same graph.
    Node(usize),
    /// To a cut, with the values of its slots, and what has become of the measures.
    Cut(usize, Vec<Term>, Vec<Trend>),
    /// Nowhere: it surely fails.
    Failure,
    /// Nobody knows: it may fail, and failures are sought that are sure.
    Lost,
}
