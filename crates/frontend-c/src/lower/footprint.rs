//! What the parts of an expression use, which is noted while they are read.

use std::collections::BTreeSet;

use logic::{Term, Var};
use program::system::{Access, Action, Area};

use super::Lowering;

/// What a part of an expression uses.
#[derive(Clone, Default, Debug)]
pub(super) struct Footprint {
    reads: BTreeSet<Var>,
    writes: BTreeSet<Var>,
    /// Whether it touches something else than variables: messages, collective assertions, or the end of
    /// the process.
    is_external: bool,
    /// Whether it may fail.
    may_fail: bool,
    /// Whether what comes after it may never come: it may wait, go on forever or end the process.
    may_stop: bool,
    /// Whether it may end the process, which leaves the variables as they are.
    may_exit: bool,
    /// Whether nothing comes after it, so that not all of what follows is read.
    never_returns: bool,
}

/// Whether a variable stands for a part of an expression, or for what the front end keeps.
fn is_part(var: &Var) -> bool {
    var.name.as_str().contains('$')
}

impl Footprint {
    /// Whether the result depends on which of the two comes first, where the other one has been read
    /// behind this one. A failure in front of what may stop is found in this order; one behind it comes
    /// about in another order only.
    pub(super) fn conflicts_with(&self, behind: &Footprint) -> bool {
        let spoils = |a: &Footprint, b: &Footprint| {
            !a.writes.is_disjoint(&b.reads)
                || !a.writes.is_disjoint(&b.writes)
                || (a.may_exit && !b.writes.iter().all(is_part))
        };
        self.never_returns
            || spoils(self, behind)
            || spoils(behind, self)
            || (self.is_external && behind.is_external)
            || (self.may_stop && (behind.may_fail || behind.is_external))
    }

    /// Whether it writes a variable.
    pub(super) fn writes(&self, var: &Var) -> bool {
        self.writes.contains(var)
    }

    pub(super) fn add(&mut self, other: &Footprint) {
        self.reads.extend(other.reads.iter().cloned());
        self.writes.extend(other.writes.iter().cloned());
        self.is_external |= other.is_external;
        self.may_fail |= other.may_fail;
        self.may_stop |= other.may_stop;
        self.may_exit |= other.may_exit;
    }

    /// Keeps only what is seen of the variables.
    pub(super) fn retain(&mut self, is_seen: impl Fn(&Var) -> bool) {
        self.reads.retain(&is_seen);
        self.writes.retain(&is_seen);
    }

    /// Notes that nothing comes after it.
    pub(super) fn end(&mut self) {
        self.never_returns = true;
    }

    /// Adds what is done to areas.
    fn touch(&mut self, areas: &[Area]) {
        for area in areas {
            match area.access {
                Access::Read => self.reads.insert(area.var.clone()),
                Access::Write => self.writes.insert(area.var.clone()),
            };
        }
    }
}

impl Lowering<'_, '_> {
    /// Notes that a variable is read.
    pub(super) fn note_read(&self, var: &Var) {
        if let Some(footprint) = self.footprints.borrow_mut().last_mut() {
            footprint.reads.insert(var.clone());
        }
    }

    /// Notes that a variable is written.
    pub(super) fn note_written(&self, var: &Var) {
        if let Some(footprint) = self.footprints.borrow_mut().last_mut() {
            footprint.writes.insert(var.clone());
        }
    }

    /// Notes what a step uses.
    pub(super) fn note_step(&self, action: &Action) {
        let mut footprints = self.footprints.borrow_mut();
        let Some(footprint) = footprints.last_mut() else {
            return;
        };
        let terms = action.terms().into_iter();
        footprint.reads.extend(terms.flat_map(Term::free_vars));
        footprint
            .writes
            .extend(action.writes().into_iter().cloned());
        let is_asserted = matches!(action, Action::CollectiveAssert { .. });
        footprint.is_external |= !action.is_local() || is_asserted;
        footprint.may_fail |= matches!(
            action,
            Action::Assert(_) | Action::Presume(..) | Action::Use(_) | Action::Finish
        );
        footprint.may_stop |= match action {
            Action::Receive { .. } | Action::Flush { .. } | Action::Collective(_) => true,
            Action::Probe { waits, .. } => *waits,
            Action::Complete(completion) => completion.waits,
            _ => false,
        };
        match action {
            Action::Use(areas) => footprint.touch(areas),
            Action::Begin { operation, .. } => footprint.touch(&operation.areas),
            _ => {}
        }
        // Which operation a number stands for shows only in a run. Behind any message, what was given up
        // may be over.
        let gives_back = match action {
            Action::Start { .. } | Action::Complete(_) | Action::Free { .. } => true,
            _ => !action.is_local() && self.context.calls("MPI_Request_free"),
        };
        if gives_back {
            let held = self.context.held.union(&self.uses.held);
            footprint.writes.extend(held.cloned());
        }
    }

    /// Notes that the process may go on forever in a loop.
    pub(super) fn note_endless(&self) {
        if let Some(footprint) = self.footprints.borrow_mut().last_mut() {
            footprint.may_stop = true;
        }
    }

    /// Notes that the process may end here.
    pub(super) fn note_exit(&self) {
        if let Some(footprint) = self.footprints.borrow_mut().last_mut() {
            footprint.may_stop = true;
            footprint.may_exit = true;
            footprint.is_external = true;
        }
    }

    /// Notes that the process takes part in a collective invariant.
    pub(super) fn note_snapshot(&self) {
        if let Some(footprint) = self.footprints.borrow_mut().last_mut() {
            footprint.is_external = true;
        }
    }
}
