//! What the search has explored: trees of steps that end at cuts.

use std::collections::BTreeSet;

use logic::{Term, Var, recursion};
use program::system::Presumption;

use crate::measure::Trend;

/// A tree of steps.
pub(crate) struct Tree {
    pub(crate) movers: Vec<usize>,
    /// The processes that move or surely cannot.
    pub(crate) served: Vec<usize>,
    /// What should hold here, and could not be shown.
    pub(crate) open: Vec<Term>,
    pub(crate) branches: Vec<Branch>,
}

impl Tree {
    /// Whether something on the way could not be shown.
    pub(crate) fn has_gap(&self) -> bool {
        let of_branch = |branch: &Branch| {
            !branch.open.is_empty()
                || match &branch.to {
                    Leaf::Tree(tree) => recursion::guard(|| tree.has_gap()),
                    Leaf::Cut(..) => false,
                }
        };
        !self.open.is_empty() || self.branches.iter().any(of_branch)
    }
}

/// A step in a tree, and where it leads.
pub(crate) struct Branch {
    pub(crate) mover: usize,
    pub(crate) edge: usize,
    pub(crate) path: Vec<u32>,
    pub(crate) fresh: Option<Var>,
    /// Where it is taken.
    pub(crate) guard: Term,
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
    /// On in the tree.
    Tree(Tree),
    /// To a cut, with the values of its slots, and what has become of the measures.
    Cut(usize, Vec<Term>, Vec<Trend>),
}
