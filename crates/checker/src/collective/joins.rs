//! Nodes that several cases lead to.
//!
//! A node is executed once, with the state and under the condition of the first case that leads to
//! it. Another case may lead there as well if it comes with the same state, and if its condition
//! implies the first one: then whatever concrete state it stands for is one of those that were
//! looked at. Variables that are dead where their process is may differ, since two concrete states
//! that differ in them only fail and end in the same ways.
//!
//! No case leads back to a node from which it comes, so that cycles go through cuts, and all ways to
//! a node come from the same cut, so that the measures of that cut mean the same on all of them.

use std::collections::BTreeMap;

use evidence::collective::{Covering, Target};
use logic::Term;
use program::system::{Slot, State};

use super::Checker;
use crate::{Rejected, broken};

/// What is known of the nodes that were reached.
pub(super) struct Joins {
    /// How many cases lead to each node, the start and the cuts included.
    arrivals: Vec<u32>,
    stages: Vec<Stage>,
    /// The first arrivals at nodes to which several cases lead.
    first: BTreeMap<u32, Arrival>,
}

/// How far a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    New,
    /// What it leads to is being visited.
    Open,
    Done,
}

/// With what a node was reached first.
#[derive(Clone)]
struct Arrival {
    source: Option<usize>,
    state: State,
    condition: Vec<Term>,
}

impl Joins {
    pub(super) fn of(covering: &Covering) -> Self {
        let mut arrivals = vec![0; covering.nodes.len()];
        let cases = covering.nodes.iter().flat_map(|node| &node.cases);
        let behind_cases = cases.filter_map(|case| match case.to {
            Target::Node(node) => Some(node),
            Target::Cut { .. } => None,
        });
        let behind_cuts = covering.cuts.iter().map(|cut| cut.node);
        for node in behind_cases.chain(behind_cuts).chain([0]) {
            if let Some(count) = arrivals.get_mut(node as usize) {
                *count += 1;
            }
        }
        Joins {
            stages: vec![Stage::New; arrivals.len()],
            arrivals,
            first: BTreeMap::new(),
        }
    }

    /// Whether several cases lead to a node.
    pub(super) fn is_shared(&self, node: u32) -> bool {
        self.arrivals[node as usize] > 1
    }

    /// All that a node leads to was visited.
    pub(super) fn leave(&mut self, node: u32) {
        self.stages[node as usize] = Stage::Done;
    }
}

impl Checker<'_> {
    /// Whether a node was visited before; then this state is the same, and its condition implies
    /// the one that it was visited with.
    pub(super) fn rule_join(&mut self, number: u32, state: &State) -> Result<bool, Rejected> {
        let wrong = |what: &str| broken("Join", format!("node {number}: {what}"));
        let stage = &mut self.joins.stages[number as usize];
        match std::mem::replace(stage, Stage::Open) {
            Stage::New => {
                if self.joins.is_shared(number) {
                    let arrival = Arrival {
                        source: self.source,
                        state: state.clone(),
                        condition: self.premises.conjuncts(),
                    };
                    self.joins.first.insert(number, arrival);
                }
                return Ok(false);
            }
            Stage::Open => return Err(wrong("it leads back to itself")),
            Stage::Done => *stage = Stage::Done,
        }
        let first = self.joins.first.get(&number).cloned();
        let first = first.ok_or_else(|| wrong("it is reached twice"))?;
        if first.source != self.source {
            return Err(wrong("it is reached from two cuts"));
        }
        let differences = self.differences(&first.state, state);
        let differences = differences.ok_or_else(|| wrong("two states have different shapes"))?;
        let known = self.premises.conjuncts();
        let weaker = first.condition.into_iter().filter(|f| !known.contains(f));
        let claims = Term::and(differences.into_iter().chain(weaker));
        self.prove("Join", &claims, || {
            format!("node {number}: a state is not the one that it was reached with first")
        })?;
        Ok(true)
    }

    /// That two states are the same but for variables that are dead: equalities for what is not the
    /// same on its face; `None` where they differ in more than values.
    fn differences(&self, first: &State, other: &State) -> Option<Vec<Term>> {
        let shape = |state: &State| state.map(&mut |_, _| ());
        if shape(first) != shape(other) {
            return None;
        }
        let mut differences = Vec::new();
        let pairs = first.terms().into_iter().zip(other.terms());
        for ((mine, theirs), (slot, _)) in pairs.zip(first.slots()) {
            let is_dead = match slot {
                Slot::Variable(process, variable) => {
                    !self.liveness.is_live(process, first.at[process], variable)
                }
                _ => false,
            };
            if mine == theirs || is_dead {
                continue;
            }
            if mine.sort().carrier() != theirs.sort().carrier() {
                return None;
            }
            differences.push(Term::eq(mine, theirs));
        }
        Some(differences)
    }
}
