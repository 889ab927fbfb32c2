//! Nobody waits for ever: moves in which one function stands still.

use std::collections::BTreeSet;

use evidence::abstraction::Turn;
use logic::{Substitution, Term};
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
    values: Substitution,
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
        let moves = std::mem::take(&mut self.alone);
        let alone = moves.iter().filter(|step| step.mover == mover);
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
            self.falls("Rank", (step.from, step.to), &step.premise, &step.values)?;
        }
        self.alone = moves;
        Ok(())
    }

    /// The rank falls along a move between two nodes.
    pub(super) fn falls(
        &mut self,
        rule: &'static str,
        (from, to): (usize, usize),
        premise: &Term,
        values: &Substitution,
    ) -> Result<(), Rejected> {
        let before = &self.ranks[from];
        let after = values.apply_all(&self.ranks[to]);
        let falls = obligations::falls(before, &after)?;
        let what = || format!("the rank does not fall from node {from} to {to}");
        let premise = Premise::new(std::slice::from_ref(premise));
        self.obligations.follows(rule, &premise, &falls, what)
    }
}
