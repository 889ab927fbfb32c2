//! Nobody stalls alone: endless runs in which nothing needs to happen.

use std::collections::BTreeSet;

use logic::{Substitution, Term};
use program::function::symbolic::{Effect, PathEnd};

use super::obligations::Moved;
use super::{Map, obligations};
use crate::Rejected;
use crate::unwinding::components;

/// A move. What others do when an event calls them is not known: it may be nothing at all, so that events
/// are no progress.
pub(super) struct Moving {
    from: usize,
    to: usize,
    /// What the implementation does; `None` where it stands still.
    ours: Option<Hurry>,
    /// The same of the specification.
    theirs: Option<Hurry>,
    premise: Term,
    values: Substitution,
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
    /// Remembers a move.
    pub(super) fn note_moving(
        &mut self,
        from: usize,
        to: usize,
        moved: Moved<'_>,
        followed: Option<(PathEnd, &Effect)>,
        premise: &[Term],
    ) {
        let ours = match moved {
            Moved::Not => None,
            Moved::Along(_, effect) => Some(effect),
        };
        let theirs = followed.map(|(_, effect)| effect);
        self.moving.push(Moving {
            from,
            to,
            ours: ours.map(Hurry::of),
            theirs: theirs.map(Hurry::of),
            premise: Term::and(premise.iter().cloned()),
            values: obligations::joined(moved, followed),
        });
    }

    /// Where the implementation runs on for ever in blocks that must make progress, its behaviour is
    /// undefined, so that the specification's must be as well: on every cycle of moves on which
    /// the implementation stays in such blocks, the specification does, or the rank falls, so that
    /// nobody goes around for ever.
    pub(super) fn rule_progress(&mut self) -> Result<(), Rejected> {
        let moves = std::mem::take(&mut self.moving);
        let hurried = moves
            .iter()
            .filter(|step| step.ours != Some(Hurry::NeedNot));
        let edges: Vec<(usize, usize)> = hurried.clone().map(|it| (it.from, it.to)).collect();
        let component = components(self.evidence.nodes.len(), &edges);
        let around = hurried.filter(|step| component[step.from] == component[step.to]);
        let of = |steps: &mut dyn Iterator<Item = &Moving>| -> BTreeSet<usize> {
            steps.map(|step| component[step.from]).collect()
        };
        // Cycles on which the implementation stands still are those of the other ranks.
        let moving = of(&mut around.clone().filter(|step| step.ours.is_some()));
        let late = of(&mut around
            .clone()
            .filter(|step| step.theirs == Some(Hurry::NeedNot)));
        for step in around {
            let own = &component[step.from];
            if moving.contains(own) && late.contains(own) {
                self.falls(
                    "Progress",
                    (step.from, step.to),
                    &step.premise,
                    &step.values,
                )?;
            }
        }
        Ok(())
    }
}
