//! Whether a search has ignored a process: the cycle proviso.
//!
//! The schedule sees to it that everybody gets a turn. Where it fails to, the search proves nothing,
//! and says so instead of promising what the checker would reject.

use crate::explore::{Cut, Leaf, Tree};

/// A process that some cycle of the search ignores.
pub(crate) fn ignored(start: &Tree, cuts: &[Cut], processes: usize) -> Option<usize> {
    let mut graph = Graph {
        roots: vec![0; cuts.len()],
        arcs: Vec::new(),
        served: Vec::new(),
    };
    graph.add(start);
    for (position, cut) in cuts.iter().enumerate() {
        if let Some(tree) = &cut.tree {
            graph.roots[position] = graph.add(tree);
        }
    }
    (0..processes).find(|process| graph.has_cycle_without(*process))
}

struct Graph<'t> {
    /// The nodes of the cuts.
    roots: Vec<usize>,
    /// Where nodes lead: to nodes, or to cuts.
    arcs: Vec<Vec<Result<usize, usize>>>,
    served: Vec<&'t [usize]>,
}

impl<'t> Graph<'t> {
    fn add(&mut self, tree: &'t Tree) -> usize {
        logic::recursion::guard(|| {
            let node = self.arcs.len();
            self.arcs.push(Vec::new());
            self.served.push(&tree.served);
            for branch in &tree.branches {
                let to = match &branch.to {
                    Leaf::Tree(tree) => Ok(self.add(tree)),
                    Leaf::Cut(cut, _) => Err(*cut),
                };
                self.arcs[node].push(to);
            }
            node
        })
    }

    /// Whether a cycle has no node at which the process is served.
    fn has_cycle_without(&self, process: usize) -> bool {
        let is_open = |node: usize| !self.served[node].contains(&process);
        let next = |node: usize| {
            let arcs = self.arcs[node].iter();
            arcs.map(|to| match to {
                Ok(node) => *node,
                Err(cut) => self.roots[*cut],
            })
        };
        let mut incoming = vec![0usize; self.arcs.len()];
        let nodes: Vec<usize> = (0..self.arcs.len()).filter(|n| is_open(*n)).collect();
        for node in &nodes {
            next(*node).for_each(|to| incoming[to] += 1);
        }
        let mut free: Vec<usize> = nodes
            .iter()
            .copied()
            .filter(|n| incoming[*n] == 0)
            .collect();
        let mut left = nodes.len();
        while let Some(node) = free.pop() {
            left -= 1;
            for to in next(node) {
                incoming[to] -= 1;
                if incoming[to] == 0 && is_open(to) {
                    free.push(to);
                }
            }
        }
        left > 0
    }
}
