//! Cases by the elements that a postcondition speaks of.
//!
//! Where the postcondition speaks of an element at an index that no step changes, a loop over all
//! elements treats that element in one of its steps. Before and after it other things hold: without
//! a case for it an invariant would have to say `k < i => …`. So steps are split by whether the index
//! that they use is that one, and assertions remain literals.

use std::collections::BTreeSet;

use logic::{Op, Term, Var};
use program::Command;
use question::SafeFor;

use crate::effect::Effect;
use crate::threads::Threads;

/// The indices that matter.
pub(crate) struct Indices {
    /// Terms that no step changes.
    fixed: Vec<Term>,
    /// The variables that are used as indices and change.
    moving: Vec<Var>,
    /// For each copy its variables.
    copies: Vec<BTreeSet<Var>>,
}

/// A step is split at most at this many indices.
const MOST: usize = 4;

impl Indices {
    pub(crate) fn of(question: &SafeFor, threads: &Threads) -> Self {
        let mut written: BTreeSet<Var> = BTreeSet::new();
        let mut used: BTreeSet<Term> = BTreeSet::new();
        for thread in &threads.all {
            thread.graph.visit_commands(&mut |command, _| {
                if let Command::Assign(var, _) | Command::Havoc(var, _) = command {
                    written.insert(var.clone());
                }
                for term in command.terms() {
                    collect(term, &mut used);
                }
            });
        }
        let mut asked: BTreeSet<Term> = BTreeSet::new();
        collect(&question.ensures, &mut asked);
        let is_fixed = |index: &&Term| {
            let vars = index.free_vars();
            !vars.is_empty() && vars.is_disjoint(&written)
        };
        let fixed: Vec<Term> = asked.iter().filter(is_fixed).cloned().collect();
        let moving: BTreeSet<Var> = (used.iter().chain(&asked))
            .filter_map(|index| index.as_var().cloned())
            .filter(|var| written.contains(var))
            .collect();
        Indices {
            fixed,
            moving: moving.into_iter().collect(),
            copies: (question.setting.programs.iter())
                .map(|copy| copy.variables.iter().map(|v| v.var.clone()).collect())
                .collect(),
        }
    }

    /// The conditions at which a step is split: that it uses an element that matters, or that an
    /// index is set to it.
    pub(crate) fn conditions(&self, effect: &Effect) -> Vec<Term> {
        let mut used: BTreeSet<Term> = BTreeSet::new();
        if !self.fixed.is_empty() {
            collect(&effect.guard, &mut used);
            for (var, value) in effect.updates.iter() {
                collect(value, &mut used);
                if self.moving.contains(var) && !value.free_vars().contains(var) {
                    used.insert(value.clone());
                }
            }
        }
        self.met(&used)
    }

    /// The conditions at which the start is split: on which side of an element that matters an index
    /// is.
    pub(crate) fn at_start(&self) -> Vec<Term> {
        let moving: BTreeSet<Term> = self.moving.iter().map(Var::term).collect();
        let met = self.met(&moving);
        let sides = met
            .iter()
            .filter_map(|condition| match condition.children() {
                [a, b] if a.sort().is_arithmetic() => {
                    Some(Term::lt(a.clone(), b.clone()).simplify())
                }
                _ => None,
            });
        met.iter().cloned().chain(sides).collect()
    }

    /// That some indices are those that matter.
    fn met(&self, used: &BTreeSet<Term>) -> Vec<Term> {
        let mut found = Vec::new();
        for index in used {
            for fixed in &self.fixed {
                if index.sort().carrier() == fixed.sort().carrier() && self.is_near(index, fixed) {
                    let condition = Term::eq(index.clone(), fixed.clone()).simplify();
                    if condition.as_value().is_none() && !found.contains(&condition) {
                        found.push(condition);
                    }
                }
            }
        }
        found.truncate(MOST);
        found
    }

    /// Whether a fixed index speaks of no copy but that of another index.
    fn is_near(&self, index: &Term, fixed: &Term) -> bool {
        let (own, other) = (index.free_vars(), fixed.free_vars());
        self.copies
            .iter()
            .all(|copy| copy.is_disjoint(&other) || !copy.is_disjoint(&own))
    }
}

/// Adds the indices at which arrays are read and written, and the arguments of functions.
fn collect(term: &Term, indices: &mut BTreeSet<Term>) {
    logic::recursion::guard(|| {
        match (term.op(), term.children()) {
            (Some(Op::Select | Op::Store), [_, index, ..]) => {
                indices.insert(index.clone());
            }
            (Some(Op::Apply(_)), arguments) => indices.extend(arguments.iter().cloned()),
            _ => {}
        }
        term.children()
            .iter()
            .for_each(|part| collect(part, indices));
    });
}
