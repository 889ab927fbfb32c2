//! In which order blocks are lowered, and which dominate which.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Lowering, Result_};
use crate::syntax::{Block, Kind, Name};

/// The blocks that can be reached, each behind those that dominate it.
pub(super) struct Order {
    pub(super) blocks: Vec<usize>,
    /// The immediate dominator of each block; the entry's is itself.
    pub(super) dominator: Vec<usize>,
    /// The blocks that each leads to.
    successors: Vec<Vec<usize>>,
    /// The blocks that lead to one that is not behind them. There is one in each cycle.
    back: FxHashSet<usize>,
}

/// A loop.
pub(super) struct Loop {
    /// The blocks that lead back to its head.
    pub(super) latches: Vec<usize>,
    /// Its blocks. Where it can be entered otherwise than by its head, they are all those from which one
    /// may come to a latch.
    pub(super) body: BTreeSet<usize>,
    /// Whether it can be entered by its head only.
    pub(super) is_natural: bool,
}

/// The blocks that a terminator leads to.
fn targets<'t>(block: &Block<'t>) -> Vec<Name<'t>> {
    match block.instructions.last().map(|last| &last.kind) {
        Some(Kind::Goto(to)) => vec![*to],
        Some(Kind::Branch {
            then, otherwise, ..
        }) => vec![*then, *otherwise],
        Some(Kind::Switch { default, cases, .. }) => {
            let mut all = vec![*default];
            all.extend(cases.iter().map(|(_, to)| *to));
            all
        }
        _ => Vec::new(),
    }
}

impl Order {
    pub(super) fn of(lowering: &Lowering<'_, '_>, blocks: &[Block<'_>]) -> Result_<Self> {
        let places: FxHashMap<Name<'_>, usize> = blocks
            .iter()
            .enumerate()
            .map(|(index, block)| (block.name, index))
            .collect();
        let mut successors = Vec::new();
        for block in blocks {
            let mut next = Vec::new();
            for target in targets(block) {
                match places.get(&target) {
                    Some(0) => return lowering.wrong("a branch leads to the entry"),
                    Some(index) => next.push(*index),
                    None => return lowering.wrong(format!("there is no block `%{target}`")),
                }
            }
            successors.push(next);
        }
        if blocks.is_empty() {
            return lowering.wrong("the function has no blocks");
        }
        let order = reverse_postorder(&successors);
        let dominator = dominators(&order, &successors);
        let mut passed = FxHashSet::default();
        let mut back = FxHashSet::default();
        for block in &order {
            passed.insert(*block);
            if successors[*block].iter().any(|next| passed.contains(next)) {
                back.insert(*block);
            }
        }
        Ok(Order {
            blocks: order,
            dominator,
            successors,
            back,
        })
    }

    /// The blocks that lead to each, once and without those that are never reached.
    pub(super) fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new(); self.successors.len()];
        for block in &self.blocks {
            for next in &self.successors[*block] {
                let own: &mut Vec<usize> = &mut all[*next];
                if own.last() != Some(block) {
                    own.push(*block);
                }
            }
        }
        all
    }

    /// The blocks that a block leads to.
    pub(super) fn successors(&self, block: usize) -> &[usize] {
        &self.successors[block]
    }

    /// The loops: for each block that branches lead back to, the blocks from which one comes back to it
    /// without leaving the loop.
    pub(super) fn loops(&self) -> Vec<Loop> {
        let mut rank = vec![usize::MAX; self.successors.len()];
        for (position, block) in self.blocks.iter().enumerate() {
            rank[*block] = position;
        }
        let mut heads: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for block in &self.blocks {
            for next in &self.successors[*block] {
                if rank[*next] <= rank[*block] {
                    heads.entry(*next).or_default().push(*block);
                }
            }
        }
        let predecessors = self.predecessors();
        let one = |(head, latches): (usize, Vec<usize>)| {
            let mut body = BTreeSet::from([head]);
            let mut open = latches.clone();
            while let Some(block) = open.pop() {
                if body.insert(block) {
                    open.extend(&predecessors[block]);
                }
            }
            let is_natural = latches.iter().all(|latch| self.dominates(head, *latch));
            Loop {
                latches,
                body,
                is_natural,
            }
        };
        heads.into_iter().map(one).collect()
    }

    fn dominates(&self, above: usize, mut block: usize) -> bool {
        while block != above && block != 0 {
            block = self.dominator[block];
        }
        block == above
    }

    /// Whether a block leads to one that is not behind it.
    pub(super) fn leads_back(&self, block: usize) -> bool {
        self.back.contains(&block)
    }
}

/// The blocks that can be reached from the first, in reverse postorder.
fn reverse_postorder(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut stack = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, next)) = stack.last_mut() {
        let here = *block;
        if let Some(successor) = successors[here].get(*next) {
            *next += 1;
            if !seen[*successor] {
                seen[*successor] = true;
                stack.push((*successor, 0));
            }
        } else {
            order.push(here);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// Immediate dominators, by iteration in reverse postorder (Cooper, Harvey and Kennedy).
fn dominators(order: &[usize], successors: &[Vec<usize>]) -> Vec<usize> {
    let mut rank = vec![usize::MAX; successors.len()];
    for (position, block) in order.iter().enumerate() {
        rank[*block] = position;
    }
    let mut predecessors = vec![Vec::new(); successors.len()];
    for block in order {
        for successor in &successors[*block] {
            predecessors[*successor].push(*block);
        }
    }
    let mut dominator: Vec<Option<usize>> = vec![None; successors.len()];
    dominator[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().skip(1) {
            let mut best: Option<usize> = None;
            for predecessor in &predecessors[*block] {
                if dominator[*predecessor].is_none() {
                    continue;
                }
                best = Some(match best {
                    None => *predecessor,
                    Some(other) => common(&dominator, &rank, *predecessor, other),
                });
            }
            if dominator[*block] != best {
                dominator[*block] = best;
                changed = true;
            }
        }
    }
    dominator.into_iter().map(|d| d.unwrap_or(0)).collect()
}

/// The closest block that dominates both.
fn common(dominator: &[Option<usize>], rank: &[usize], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        let deeper = if rank[a] > rank[b] { &mut a } else { &mut b };
        *deeper = dominator[*deeper].unwrap_or(0);
    }
    a
}
