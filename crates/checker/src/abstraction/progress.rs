//! Nobody stalls alone: endless runs without an event.

use std::collections::BTreeSet;

use program::function::symbolic::{Effect, PathEnd};

use super::Map;
use super::obligations::Moved;
use crate::unwinding::components;
use crate::{Rejected, broken};

/// A move without an event.
pub(super) struct Silent {
    from: usize,
    to: usize,
    /// What the implementation does; `None` where it stands still.
    ours: Option<Hurry>,
    /// The same of the specification.
    theirs: Option<Hurry>,
}

/// Whether a move stays in blocks that must make progress.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hurry {
    Must,
    NeedNot,
}

impl Hurry {
    fn of(effect: &Effect) -> Hurry {
        match effect.must_progress {
            true => Hurry::Must,
            false => Hurry::NeedNot,
        }
    }
}

impl Map<'_> {
    /// Remembers a move in which neither function has an event.
    pub(super) fn note_silent(
        &mut self,
        from: usize,
        to: usize,
        moved: Moved<'_>,
        followed: Option<(PathEnd, &Effect)>,
    ) {
        let ours = match moved {
            Moved::Not => None,
            Moved::Along(_, effect) => Some(effect),
        };
        let theirs = followed.map(|(_, effect)| effect);
        let mut both = ours.iter().chain(&theirs);
        if both.any(|effect| !effect.events.is_empty()) {
            return;
        }
        self.silent.push(Silent {
            from,
            to,
            ours: ours.map(Hurry::of),
            theirs: theirs.map(Hurry::of),
        });
    }

    /// Where the implementation runs on for ever in blocks that must make progress, its behaviour is
    /// undefined, so that the specification's must be as well: on every cycle of silent moves on which
    /// the implementation stays in such blocks, the specification does.
    pub(super) fn rule_progress(&self) -> Result<(), Rejected> {
        let hurried: Vec<&Silent> = self
            .silent
            .iter()
            .filter(|step| step.ours != Some(Hurry::NeedNot))
            .collect();
        let edges: Vec<(usize, usize)> = hurried.iter().map(|step| (step.from, step.to)).collect();
        let component = components(self.evidence.nodes.len(), &edges);
        let around = || {
            let steps = hurried.iter();
            steps.filter(|step| component[step.from] == component[step.to])
        };
        // Cycles on which the implementation stands still are those of the ranks.
        let moving = around().filter(|step| step.ours.is_some());
        let moving: BTreeSet<usize> = moving.map(|step| component[step.from]).collect();
        let late = around().find(|step| {
            moving.contains(&component[step.from]) && step.theirs == Some(Hurry::NeedNot)
        });
        match late {
            None => Ok(()),
            Some(step) => Err(broken(
                "Progress",
                format!(
                    "from node {} to {}, the implementation must make progress and the specification need not",
                    step.from, step.to
                ),
            )),
        }
    }
}
