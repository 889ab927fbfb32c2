//! What the graph of a function says: loops, and which variables still matter at a block.

use std::collections::BTreeSet;

use logic::{FreeVars, Term, Var};
use program::Function;
use program::function::{BlockId, End, Observed, Step};

/// A function with what its graph says.
pub(crate) struct Flow {
    pub(crate) function: Function,
    /// The blocks that a depth-first search from the entry finds an edge back to.
    pub(crate) heads: BTreeSet<BlockId>,
    /// The blocks that several branches lead to.
    pub(crate) joins: BTreeSet<BlockId>,
    /// The blocks on cycles.
    pub(crate) cyclic: BTreeSet<BlockId>,
    /// The blocks that a branch leads to from a block that can still come to a cycle.
    pub(crate) behind_cycles: BTreeSet<BlockId>,
    live: Vec<BTreeSet<Var>>,
}

impl Flow {
    pub(crate) fn of(function: Function) -> Self {
        let count = function.blocks.len();
        let successors: Vec<Vec<usize>> = function
            .blocks
            .iter()
            .map(|block| block.end.branches().iter().map(|b| b.to.index()).collect())
            .collect();
        let heads = heads(&successors);
        let reaches = |from: usize| {
            let mut seen = vec![false; count];
            let mut open = successors[from].clone();
            while let Some(block) = open.pop() {
                if !std::mem::replace(&mut seen[block], true) {
                    open.extend(&successors[block]);
                }
            }
            seen
        };
        let cyclic = (0..count).filter(|block| reaches(*block)[*block]);
        let cyclic: BTreeSet<BlockId> = cyclic.map(BlockId::at).collect();
        let comes_to_cycle = |block: &usize| {
            let seen = reaches(*block);
            let mut heads = cyclic.iter();
            heads.any(|cycle| seen[cycle.index()] || cycle.index() == *block)
        };
        let behind = (0..count)
            .filter(comes_to_cycle)
            .flat_map(|from| successors[from].iter().copied().map(BlockId::at));
        let behind_cycles = behind.collect();
        let mut incoming = vec![0; count];
        successors
            .iter()
            .flatten()
            .for_each(|to| incoming[*to] += 1);
        let joins = (0..count).filter(|block| incoming[*block] > 1);
        let joins = joins.map(BlockId::at).collect();
        let mut live = live(&function, &successors);
        // What is never written has no value, and no name in evidence.
        let known: BTreeSet<Var> = function.variables().into_iter().collect();
        for vars in &mut live {
            vars.retain(|var| known.contains(var));
        }
        Flow {
            function,
            heads,
            joins,
            cyclic,
            behind_cycles,
            live,
        }
    }

    /// The variables whose values at the entry of a block can still matter.
    pub(crate) fn live(&self, block: BlockId) -> &BTreeSet<Var> {
        &self.live[block.index()]
    }

    /// Whether every cycle has one of the blocks on it.
    pub(crate) fn is_cut_by(&self, stops: &BTreeSet<BlockId>) -> bool {
        self.heads_without(stops).is_empty()
    }

    /// Blocks such that every cycle has one of them on it, or one of the stops; heads of loops where
    /// that is possible.
    pub(crate) fn heads_without(&self, stops: &BTreeSet<BlockId>) -> BTreeSet<BlockId> {
        let kept = |block: usize| !stops.contains(&BlockId::at(block));
        let successors: Vec<Vec<usize>> = self
            .function
            .blocks
            .iter()
            .enumerate()
            .map(|(number, block)| {
                let to = block.end.branches().iter().map(|b| b.to.index());
                to.filter(|to| kept(number) && kept(*to)).collect()
            })
            .collect();
        let mut seen = vec![false; successors.len()];
        let mut found = BTreeSet::new();
        let heads = self.heads.iter().map(|head| head.index());
        // Not all blocks can be come to from the entry; those that were heads are heads again.
        for root in heads.chain(0..successors.len()) {
            heads_from(&successors, root, &mut seen, &mut found);
        }
        found
    }

    /// The blocks with a branch to a block.
    pub(crate) fn predecessors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let blocks = self.function.blocks.iter().enumerate();
        blocks
            .filter(move |(_, from)| from.end.branches().iter().any(|b| b.to == block))
            .map(|(number, _)| BlockId::at(number))
    }
}

fn heads(successors: &[Vec<usize>]) -> BTreeSet<BlockId> {
    let mut seen = vec![false; successors.len()];
    let mut found = BTreeSet::new();
    heads_from(successors, 0, &mut seen, &mut found);
    found
}

/// The blocks that a depth-first search finds an edge back to, among those not seen before.
fn heads_from(
    successors: &[Vec<usize>],
    root: usize,
    seen: &mut [bool],
    found: &mut BTreeSet<BlockId>,
) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut on_path = vec![false; successors.len()];
    let mut stack = vec![(root, 0)];
    on_path[root] = true;
    while let Some((block, next)) = stack.last_mut() {
        let Some(to) = successors[*block].get(*next).copied() else {
            on_path[*block] = false;
            stack.pop();
            continue;
        };
        *next += 1;
        if on_path[to] {
            found.insert(BlockId::at(to));
        } else if !std::mem::replace(&mut seen[to], true) {
            on_path[to] = true;
            stack.push((to, 0));
        }
    }
}

/// Live variables at the entry of each block, by iteration to the fixpoint.
fn live(function: &Function, successors: &[Vec<usize>]) -> Vec<BTreeSet<Var>> {
    let mut live: Vec<BTreeSet<Var>> = vec![BTreeSet::new(); function.blocks.len()];
    let mut free_vars = FreeVars::new();
    let mut open: Vec<usize> = (0..function.blocks.len()).collect();
    while let Some(number) = open.pop() {
        let block = &function.blocks[number];
        let mut vars: BTreeSet<Var> = BTreeSet::new();
        let mut uses = |vars: &mut BTreeSet<Var>, term: &Term| vars.extend(free_vars.of(term));
        let observed = |values: &[Observed]| -> Vec<Term> {
            let both = values
                .iter()
                .flat_map(|o| [o.value.clone(), o.poison.clone()]);
            both.collect()
        };
        match &block.end {
            End::Branch(branches) => {
                for branch in branches {
                    let mut there = live[branch.to.index()].clone();
                    there.retain(|var| branch.assigns.iter().all(|(own, _)| own != var));
                    vars.extend(there);
                    uses(&mut vars, &branch.condition);
                    branch
                        .assigns
                        .iter()
                        .for_each(|(_, term)| uses(&mut vars, term));
                }
            }
            End::Return(values) => {
                observed(values)
                    .iter()
                    .for_each(|term| uses(&mut vars, term));
            }
            End::Undefined => {}
        }
        for (step, _) in block.steps.iter().rev() {
            match step {
                Step::Assign(var, term) => {
                    vars.remove(var);
                    uses(&mut vars, term);
                }
                Step::Choose(var) => vars.retain(|own| own != var),
                Step::Assume(formula) | Step::UndefinedIf(formula) => uses(&mut vars, formula),
                Step::Event(event) => {
                    vars.retain(|var| !event.results.contains(var));
                    observed(&event.arguments)
                        .iter()
                        .for_each(|term| uses(&mut vars, term));
                }
            }
        }
        if vars != live[number] {
            live[number] = vars;
            let before = (0..successors.len()).filter(|from| successors[*from].contains(&number));
            open.extend(before);
        }
    }
    live
}

/// The name of a variable in its own function.
pub(crate) fn base_name(var: &Var) -> &'static str {
    let name = var.name.as_str();
    name.split_once('.').map_or(name, |(_, own)| own)
}
