//! Whether a search has ignored a process: the cycle proviso.
//!
//! The schedule sees to it that everybody gets a turn, or the measures of the cuts show that cycles
//! without a turn for somebody end. Where neither succeeds, the search proves nothing, and says so
//! instead of promising what the checker would reject.

use std::collections::BTreeSet;

use crate::cut::Cut;
use crate::measure::Trend;
use crate::tree::{Leaf, Tree};

/// A process that runs may ignore forever.
pub(crate) fn ignored(cuts: &[Cut], movers: usize) -> Option<usize> {
    let mut arcs = Vec::new();
    for (from, cut) in cuts.iter().enumerate() {
        if let Some(tree) = &cut.tree {
            gather(from, tree, movers, &mut arcs);
        }
    }
    (0..movers).find(|mover| {
        let open = arcs.iter().filter(|arc| arc.unserved.contains(mover));
        has_cycle(cuts.len(), open.collect())
    })
}

/// A way from one cut to another, and who may get no turn on it.
struct Arc<'t> {
    from: usize,
    to: usize,
    unserved: BTreeSet<usize>,
    trends: &'t [Trend],
}

fn gather<'t>(from: usize, tree: &'t Tree, movers: usize, arcs: &mut Vec<Arc<'t>>) {
    let mut unserved = vec![BTreeSet::new(); tree.nodes.len()];
    if let Some(root) = unserved.first_mut() {
        root.extend(0..movers);
    }
    for number in tree.completed.iter().rev() {
        let node = &tree.nodes[*number];
        let mut here = std::mem::take(&mut unserved[*number]);
        for mover in &node.served {
            here.remove(mover);
        }
        if here.is_empty() {
            continue;
        }
        for branch in &node.branches {
            match &branch.to {
                Leaf::Node(next) => unserved[*next].extend(&here),
                Leaf::Failure | Leaf::Lost => {}
                Leaf::Cut(to, _, trends) => arcs.push(Arc {
                    from,
                    to: *to,
                    unserved: here.clone(),
                    trends,
                }),
            }
        }
    }
}

/// Whether a cycle is left, once the ways are taken away on which a measure falls that rises on no
/// way that can be on the same cycle.
fn has_cycle(cuts: usize, mut arcs: Vec<&Arc<'_>>) -> bool {
    loop {
        let reaches = reachability(cuts, &arcs);
        arcs.retain(|arc| reaches[arc.to][arc.from]);
        let near = |a: &Arc<'_>, b: &Arc<'_>| reaches[a.from][b.from] && reaches[b.from][a.from];
        let ends = |arc: &Arc<'_>| {
            let falling = arc.trends.iter().enumerate();
            let mut falling = falling.filter(|(_, trend)| **trend == Trend::Falls);
            falling.any(|(measure, _)| {
                let mut around = arcs.iter().filter(|other| near(arc, other));
                around.all(|other| {
                    let trend = other.trends.get(measure);
                    trend.is_some_and(|trend| *trend != Trend::MayRise)
                })
            })
        };
        let left: Vec<&Arc<'_>> = arcs.iter().copied().filter(|arc| !ends(arc)).collect();
        if left.len() == arcs.len() {
            return !left.is_empty();
        }
        arcs = left;
    }
}

/// Which cuts lead to which, by no step or more.
fn reachability(cuts: usize, arcs: &[&Arc<'_>]) -> Vec<Vec<bool>> {
    let mut next = vec![Vec::new(); cuts];
    for arc in arcs {
        next[arc.from].push(arc.to);
    }
    let from = |start: usize| {
        let mut reached = vec![false; cuts];
        let mut open = vec![start];
        while let Some(cut) = open.pop() {
            if !std::mem::replace(&mut reached[cut], true) {
                open.extend(&next[cut]);
            }
        }
        reached
    };
    (0..cuts).map(from).collect()
}
