//! Which commands of different threads commute (papers/001, section 6).

use std::collections::BTreeSet;

use budget::Budget;
use logic::{Term, Var};
use program::Command;
use rustc_hash::FxHashMap;
use smt::{Solver, Strategy, Validity};

use crate::effect::Effect;
use crate::threads::{ThreadId, Threads};

/// An edge of a thread.
pub(crate) type EdgeId = (ThreadId, usize);

/// Which commands commute, found out as it is asked for.
pub(crate) struct Dependence<'a> {
    threads: &'a Threads,
    budget: &'a Budget,
    solver: Solver,
    known: FxHashMap<(EdgeId, EdgeId), bool>,
    /// The pairs that commute though they share variables that one of them writes.
    semantic: BTreeSet<(EdgeId, EdgeId)>,
    uses: FxHashMap<EdgeId, Uses>,
}

#[derive(Clone)]
struct Uses {
    reads: BTreeSet<Var>,
    writes: BTreeSet<Var>,
}

impl<'a> Dependence<'a> {
    pub(crate) fn new(threads: &'a Threads, budget: &'a Budget) -> Self {
        Dependence {
            threads,
            budget,
            solver: Solver::new(Strategy::Incremental),
            known: FxHashMap::default(),
            semantic: BTreeSet::new(),
            uses: FxHashMap::default(),
        }
    }

    /// Whether two commands of concurrent threads lead to the same states in either order.
    pub(crate) fn commute(&mut self, a: EdgeId, b: EdgeId) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(known) = self.known.get(&(a, b)) {
            return *known;
        }
        let commute = self.are_disjoint(a, b) || self.commute_by_meaning(a, b);
        self.known.insert((a, b), commute);
        commute
    }

    /// The pairs for which the solver was needed.
    pub(crate) fn semantic(&self) -> impl Iterator<Item = &(EdgeId, EdgeId)> {
        self.semantic.iter()
    }

    fn uses(&mut self, edge: EdgeId) -> Uses {
        let threads = self.threads;
        let uses = self.uses.entry(edge).or_insert_with(|| {
            let command = threads.command(edge.0, edge.1);
            Uses {
                reads: command.map(Command::reads).unwrap_or_default(),
                writes: command.map(Command::writes).unwrap_or_default(),
            }
        });
        uses.clone()
    }

    fn are_disjoint(&mut self, a: EdgeId, b: EdgeId) -> bool {
        let (a, b) = (self.uses(a), self.uses(b));
        a.writes.is_disjoint(&b.reads)
            && a.writes.is_disjoint(&b.writes)
            && b.writes.is_disjoint(&a.reads)
    }

    fn commute_by_meaning(&mut self, a: EdgeId, b: EdgeId) -> bool {
        let (Some(first), Some(second)) = (
            self.threads.command(a.0, a.1),
            self.threads.command(b.0, b.1),
        ) else {
            return true;
        };
        let Some(difference) = swapped_differently(first, second) else {
            return false;
        };
        let formula = Term::not(difference);
        let commute = self.solver.valid(&formula, self.budget) == Validity::Valid;
        if commute {
            self.semantic.insert((a, b));
        }
        commute
    }
}

/// The states from which two commands lead to different states, or only one of them is possible,
/// when they are swapped; `None` for commands with other than deterministic effects.
fn swapped_differently(a: &Command, b: &Command) -> Option<Term> {
    let deterministic = |c: &Command| matches!(c, Command::Guard(_) | Command::Assign(..));
    if !deterministic(a) || !deterministic(b) {
        return None;
    }
    let (mut forth, mut back) = (Effect::nothing(), Effect::nothing());
    for (effect, commands) in [(&mut forth, [a, b]), (&mut back, [b, a])] {
        for command in commands {
            effect.then(command);
        }
    }
    let vars: BTreeSet<Var> = &forth.writes() | &back.writes();
    let differ = vars.into_iter().map(|var| {
        let after = |effect: &Effect| {
            let value = effect.updates.get(&var);
            value.cloned().unwrap_or_else(|| var.term())
        };
        Term::ne(after(&forth), after(&back))
    });
    Some(Term::or([
        Term::xor(forth.guard.clone(), back.guard.clone()),
        Term::and([forth.guard.clone(), Term::or(differ)]),
    ]))
}
