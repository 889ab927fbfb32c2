//! States between cuts that the search comes to again.
//!
//! A state that was explored before, with a condition that follows from the present one, is not
//! explored again: whatever can happen from here was seen. Values that nobody reads any more may
//! differ. States that are still being explored are no such states: a cycle needs a cut.

use std::hash::{Hash, Hasher};

use logic::Term;
use rustc_hash::{FxHashMap, FxHasher};

use super::{Gaps, Search};
use crate::measure::Proviso;
use crate::state::{Context, State};

/// How many explorations of the same state under different conditions are kept.
const MOST_VARIANTS: usize = 4;

/// The states that were explored from the present root.
#[derive(Default)]
pub(super) struct Explored {
    states: FxHashMap<u64, Vec<Seen>>,
    /// Whether some node has several branches, so that a state may be met again at all.
    pub(super) has_forked: bool,
}

impl Explored {
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.has_forked = false;
    }
}

/// A state that was explored, or is being explored.
struct Seen {
    state: State,
    facts: Vec<Term>,
    node: usize,
}

/// Whether a state was met before.
pub(super) enum Met {
    /// This node covers it.
    Before(usize),
    /// No node does; its fingerprint, where it should be remembered.
    Never(Option<u64>),
}

impl Search<'_, '_> {
    /// Whether a complete node covers a state.
    pub(super) fn meet(&mut self, state: &State) -> Met {
        // Clauses for missing invariants are made of ways, of which a graph has too many.
        if !self.explored.has_forked || self.plan.gaps != Gaps::Stop {
            return Met::Never(None);
        }
        let context = self.context;
        let fingerprint = fingerprint(context, state);
        let seen = self.explored.states.get(&fingerprint);
        let seen = seen.map_or(&[][..], Vec::as_slice).iter();
        let same: Vec<&Seen> = seen
            .filter(|other| is_same(context, &other.state, state))
            .collect();
        let is_full = same.len() >= MOST_VARIANTS;
        let complete = same.into_iter().filter(|seen| self.is_complete[seen.node]);
        let complete: Vec<(usize, Term)> = complete
            .map(|seen| {
                let open = seen.facts.iter().filter(|fact| !self.facts.contains(fact));
                (seen.node, Term::and(open.cloned()))
            })
            .collect();
        let covering = complete.into_iter().find(|(_, open)| self.holds(open));
        match covering {
            Some((node, _)) => Met::Before(node),
            None => Met::Never((!is_full).then_some(fingerprint)),
        }
    }

    /// Notes that the next node is that of a state.
    pub(super) fn remember(&mut self, fingerprint: u64, state: &State) {
        let seen = Seen {
            state: state.clone(),
            facts: self.facts.clone(),
            node: self.tree.nodes.len(),
        };
        let states = &mut self.explored.states;
        states.entry(fingerprint).or_default().push(seen);
    }
}

/// Whether two states differ in dead variables only, and in what matters to the search alone.
fn is_same(context: &Context<'_>, a: &State, b: &State) -> bool {
    let of_process = |process: usize| {
        let at = a.at[process];
        let mut pairs = a.values[process]
            .iter()
            .zip(&*b.values[process])
            .enumerate();
        pairs.all(|(variable, (a, b))| a == b || !context.liveness.is_live(process, at, variable))
    };
    a.at == b.at
        && a.queues == b.queues
        && a.requests == b.requests
        && a.meetings == b.meetings
        && a.snapshots == b.snapshots
        && turns(context, a) == turns(context, b)
        && (0..context.size()).all(of_process)
}

/// Who is to get a turn, where that is decided by how long they have waited.
fn turns<'s>(context: &Context<'_>, state: &'s State) -> &'s [u32] {
    match context.proviso {
        Proviso::Turns => &state.ages,
        Proviso::Measures => &[],
    }
}

/// A number that is the same for states that are the same.
fn fingerprint(context: &Context<'_>, state: &State) -> u64 {
    let mut hasher = FxHasher::default();
    state.at.hash(&mut hasher);
    for (process, values) in state.values.iter().enumerate() {
        let at = state.at[process];
        for (variable, value) in values.iter().enumerate() {
            if context.liveness.is_live(process, at, variable) {
                value.hash(&mut hasher);
            }
        }
    }
    state.queues.hash(&mut hasher);
    state.requests.hash(&mut hasher);
    state.meetings.hash(&mut hasher);
    state.snapshots.hash(&mut hasher);
    turns(context, state).hash(&mut hasher);
    hasher.finish()
}
