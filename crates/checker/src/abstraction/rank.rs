//! Nobody waits for ever: moves in which one function stands still.

use std::collections::BTreeSet;

use evidence::abstraction::Turn;
use logic::Term;
use program::function::symbolic::{Effect, PathEnd};

use super::obligations::Moved;
use super::premise::Premise;
use super::{Map, obligations};
use crate::Rejected;
use crate::unwinding::components;

/// A move in which one function stands still.
pub(super) struct Alone {
    mover: Turn,
    from: usize,
    to: usize,
    premise: Term,
    values: logic::Substitution,
    /// Whether it stays in blocks that must make progress.
    must_progress: bool,
}

impl Map<'_> {
    /// Remembers a move in which one function stands still.
    pub(super) fn note_alone(
        &mut self,
        from: usize,
        to: usize,
        moved: Moved<'_>,
        followed: Option<(PathEnd, &Effect)>,
        premise: &[Term],
    ) {
        let mover = match (moved, followed) {
            (Moved::Not, _) => Turn::Specification,
            (Moved::Along(..), None) => Turn::Implementation,
            (Moved::Along(..), Some(_)) => return,
        };
        self.alone.push(Alone {
            mover,
            from,
            to,
            premise: Term::and(premise.iter().cloned()),
            values: obligations::joined(moved, followed),
            must_progress: match (moved, followed) {
                (Moved::Not, Some((_, effect))) => effect.must_progress,
                _ => false,
            },
        });
    }

    /// On every cycle of moves that one function makes alone, the rank falls. So neither moves for
    /// ever while the other stands still; and both never stand still at once.
    ///
    /// A specification that must make progress may not run on silently: if it does while the
    /// implementation stands still, its behaviour is undefined.
    pub(super) fn rule_rank(&mut self, mover: Turn) -> Result<(), Rejected> {
        let alone = self.alone.iter().filter(|step| step.mover == mover);
        let edges: Vec<(usize, usize)> = alone.clone().map(|step| (step.from, step.to)).collect();
        let component = components(self.evidence.nodes.len(), &edges);
        let is_around = |step: &&Alone| component[step.from] == component[step.to];
        let unhurried = alone.clone().filter(|step| !step.must_progress);
        let unhurried = unhurried.filter(is_around);
        let unhurried: BTreeSet<usize> = unhurried.map(|step| component[step.from]).collect();
        for step in alone.filter(is_around) {
            if !unhurried.contains(&component[step.from]) {
                continue;
            }
            let before = &self.ranks[step.from];
            let after = step.values.apply_all(&self.ranks[step.to]);
            let falls = obligations::falls(before, &after)?;
            let what = || format!("it does not fall from node {} to {}", step.from, step.to);
            let premise = Premise::new(std::slice::from_ref(&step.premise));
            self.obligations.follows("Rank", &premise, &falls, what)?;
        }
        Ok(())
    }
}
