//! Inputs that take a run to a loop which no run has come to.
//!
//! Where a loop stands behind a condition that few inputs satisfy, random inputs never come to it, and
//! nothing is seen of what it has to do with the loops of the other function. The solver finds
//! inputs for paths to its head, and for such as go round it.

use std::collections::{BTreeSet, VecDeque};

use logic::{Model, Term, Value, Var};
use program::function::symbolic::{Path, PathEnd, choice_var};
use program::function::{BlockId, End};

use super::traces::{Runner, Traces, visits};
use crate::ask::{Asker, Effort, Premise, add_defaults};
use crate::flow::Flow;

/// How many loops inputs are looked for, and how many paths to each are tried.
const MOST_HEADS: usize = 6;
const MOST_PATHS: usize = 24;
/// How often such a run goes round.
const ROUNDS: [usize; 2] = [1, 3];

impl Runner<'_> {
    /// Adds runs that come to loops which no run has come to.
    pub(crate) fn reach(&self, traces: &mut Traces) {
        let mut asker = Asker::new(self.budget, Effort::Quick);
        for of_implementation in [true, false] {
            let flow = match of_implementation {
                true => self.implementation,
                false => self.specification,
            };
            let seen = |head: &BlockId| {
                let mut runs = traces
                    .runs
                    .iter()
                    .map(|(ours, theirs)| match of_implementation {
                        true => ours,
                        false => theirs,
                    });
                runs.any(|run| visits(run, *head).next().is_some())
            };
            let heads = flow.heads.iter().filter(|head| !seen(head));
            let heads: Vec<BlockId> = heads.copied().take(MOST_HEADS).collect();
            let inputs = heads
                .into_iter()
                .flat_map(|head| inputs_to(flow, head, &mut asker));
            let starts: Vec<Vec<Value>> = inputs.collect();
            let starts = starts.into_iter().zip(0..).map(|(inputs, number)| {
                let (ours, theirs) = (self.implementation, self.specification);
                (number, start(ours, &inputs), start(theirs, &inputs))
            });
            let more = self.on_states(starts, traces.choices.clone());
            traces.runs.extend(more.runs);
        }
    }
}

fn start(flow: &Flow, inputs: &[Value]) -> Model {
    let vars = flow.function.inputs.iter().cloned();
    vars.zip(inputs.iter().cloned()).collect()
}

/// Inputs on which the function comes to a block, and comes back to it.
fn inputs_to(flow: &Flow, head: BlockId, asker: &mut Asker<'_>) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    let to_head = ways(flow, BlockId::ENTRY, head);
    let Some((way, inputs)) = to_head.into_iter().find_map(|way| {
        let inputs = inputs_along(flow, &way, asker)?;
        Some((way, inputs))
    }) else {
        return found;
    };
    found.push(inputs);
    for rounds in ROUNDS {
        let round = ways(flow, head, head).into_iter().find_map(|round| {
            let more = std::iter::repeat_n(&round[..], rounds).flatten();
            let along: Vec<u32> = way.iter().chain(more).copied().collect();
            inputs_along(flow, &along, asker)
        });
        found.extend(round);
    }
    found
}

/// Inputs on which the function goes along these branches.
fn inputs_along(flow: &Flow, branches: &[u32], asker: &mut Asker<'_>) -> Option<Vec<Value>> {
    let path = Path {
        branches: branches.to_vec(),
        end: PathEnd::Arrived,
    };
    let mut choose = |number: usize, var: &Var| choice_var(number, var).term();
    let function = &flow.function;
    let effect = function.effect(BlockId::ENTRY, &path, &mut choose)?;
    let premise = Premise::of(&effect.condition);
    let mut model = asker.counterexample(&premise, &Term::bottom()).ok()??;
    add_defaults(&mut model, function.inputs.iter().cloned());
    let inputs = function.inputs.iter();
    inputs.map(|var| model.get(var).cloned()).collect()
}

/// Ways from a block to another by their branches, the shortest first; each goes through a block
/// once at most.
fn ways(flow: &Flow, from: BlockId, to: BlockId) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut open = VecDeque::from([(from, Vec::new(), BTreeSet::from([from]))]);
    while let Some((block, way, passed)) = open.pop_front() {
        let End::Branch(branches) = &flow.function.block(block).end else {
            continue;
        };
        for (number, branch) in branches.iter().enumerate() {
            let mut way = way.clone();
            way.push(number as u32);
            if branch.to == to {
                found.push(way);
            } else if !passed.contains(&branch.to) {
                let mut passed = passed.clone();
                passed.insert(branch.to);
                open.push_back((branch.to, way, passed));
            }
            if found.len() >= MOST_PATHS || open.len() > 64 * MOST_PATHS {
                return found;
            }
        }
    }
    found
}
