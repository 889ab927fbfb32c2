//! Which block of the specification is visited as a cut point of the implementation is.

use std::collections::BTreeSet;

use budget::Budget;
use logic::{Model, Value, Var};
use program::function::{BlockId, RunEnd, Visit};

use super::traces::{Traces, visits};
use crate::flow::Flow;

/// How visits correspond, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    /// Visit `j` to visit `factor * j + offset`.
    Front { factor: usize, offset: usize },
    /// The same, counted from the last visit.
    Back { factor: usize },
}

impl Pattern {
    /// The patterns in the order of preference.
    fn all() -> impl Iterator<Item = Pattern> {
        let front = |factor, offset| Pattern::Front { factor, offset };
        let first = [front(1, 0), Pattern::Back { factor: 1 }, front(1, 1)];
        let unrolled = [2, 4, 8, 3, 16]
            .into_iter()
            .flat_map(move |factor| [front(factor, 0), Pattern::Back { factor }, front(factor, 1)]);
        first.into_iter().chain(unrolled)
    }

    /// The number of the visit that corresponds to visit `j` of `ours`, among `theirs`.
    fn of(self, j: usize, ours: usize, theirs: usize) -> Option<usize> {
        let number = match self {
            Pattern::Front { factor, offset } => factor * j + offset,
            Pattern::Back { factor } => theirs.checked_sub(1 + factor * (ours - 1 - j))?,
        };
        (number < theirs).then_some(number)
    }
}

/// Where two cut points were met together.
pub(super) struct Meeting<'t> {
    pub(super) run: usize,
    pub(super) ours: &'t Visit,
    pub(super) theirs: &'t Visit,
}

pub(super) struct Aligner<'a> {
    pub(super) specification: &'a Flow,
    pub(super) implementation: &'a Flow,
    pub(super) traces: &'a Traces,
    pub(super) budget: &'a Budget,
}

impl Aligner<'_> {
    /// The best cut point for the loop with this head, its partner and the pattern.
    pub(super) fn best(
        &self,
        head: BlockId,
        stops: &BTreeSet<BlockId>,
    ) -> Option<(BlockId, BlockId, Pattern)> {
        let direct = self.partner(head);
        if let Some((partner, pattern, score)) = direct
            && (score > 0 || self.visits(head) == 0)
            && pattern
                == (Pattern::Front {
                    factor: 1,
                    offset: 0,
                })
        {
            return Some((head, partner, pattern));
        }
        // Another block of the loop may be visited as often as one of the specification's.
        let mut best = direct.map(|(partner, pattern, score)| (score, head, partner, pattern));
        for other in &self.implementation.cyclic {
            let mut moved = stops.clone();
            moved.remove(&head);
            moved.insert(*other);
            if *other == BlockId::ENTRY || !self.implementation.is_cut_by(&moved) {
                continue;
            }
            if let Some((partner, pattern, score)) = self.partner(*other)
                && best.is_none_or(|(known, ..)| score > known)
            {
                best = Some((score, *other, partner, pattern));
            }
        }
        best.map(|(_, block, partner, pattern)| (block, partner, pattern))
    }

    fn visits(&self, block: BlockId) -> usize {
        let runs = self.traces.runs.iter();
        runs.map(|(ours, _)| visits(ours, block).count()).sum()
    }

    /// The best partner for a block, with the pattern and the score; none where there is no time to
    /// look for it.
    pub(super) fn partner(&self, block: BlockId) -> Option<(BlockId, Pattern, usize)> {
        let candidates = match self.implementation.cyclic.contains(&block) {
            true => &self.specification.cyclic,
            false => &self.specification.joins,
        };
        let mut best: Option<(usize, BlockId, Pattern)> = None;
        for pattern in Pattern::all() {
            for candidate in candidates {
                self.budget.check().ok()?;
                let Some(meetings) = self.meetings(block, *candidate, pattern) else {
                    continue;
                };
                let name = |flow: &Flow, block: BlockId| flow.function.block(block).name;
                let is_head = self.specification.heads.contains(candidate);
                let same_name =
                    name(self.implementation, block) == name(self.specification, *candidate);
                let score = 4 * self.score(block, *candidate, &meetings)
                    + 2 * usize::from(is_head)
                    + usize::from(same_name);
                if best.is_none_or(|(known, ..)| score > known) {
                    best = Some((score, *candidate, pattern));
                }
            }
            // Irregular patterns only where the plain one says nothing.
            if pattern
                == (Pattern::Front {
                    factor: 1,
                    offset: 0,
                })
                && best.is_some_and(|(score, ..)| score >= 4)
            {
                break;
            }
        }
        best.map(|(score, candidate, pattern)| (candidate, pattern, score / 4))
    }

    /// Where two blocks meet if visits correspond by a pattern; `None` where they do not.
    pub(super) fn meetings(
        &self,
        ours: BlockId,
        theirs: BlockId,
        pattern: Pattern,
    ) -> Option<Vec<Meeting<'_>>> {
        let mut meetings = Vec::new();
        for (number, (our_run, their_run)) in self.traces.runs.iter().enumerate() {
            let our: Vec<&Visit> = visits(our_run, ours).collect();
            let their: Vec<&Visit> = visits(their_run, theirs).collect();
            let complete = our_run.end != RunEnd::Stopped && their_run.end != RunEnd::Stopped;
            if complete
                && pattern
                    == (Pattern::Front {
                        factor: 1,
                        offset: 0,
                    })
                && our.len() != their.len()
            {
                return None;
            }
            if !complete && matches!(pattern, Pattern::Back { .. }) {
                continue;
            }
            for (j, visit) in our.iter().enumerate() {
                match pattern.of(j, our.len(), their.len()) {
                    Some(number_there) => meetings.push(Meeting {
                        run: number,
                        ours: visit,
                        theirs: their[number_there],
                    }),
                    None if complete => return None,
                    None => {}
                }
            }
        }
        Some(meetings)
    }

    /// How many live variables have a partner with the same values; those that vary count more.
    fn score(&self, our_block: BlockId, their_block: BlockId, meetings: &[Meeting<'_>]) -> usize {
        if meetings.is_empty() {
            return 0;
        }
        let few = &meetings[..meetings.len().min(MOST_SCORED)];
        let ours = few.iter().map(|meeting| &meeting.ours.values).collect();
        let theirs = few.iter().map(|meeting| &meeting.theirs.values).collect();
        let our = columns(self.implementation.live(our_block), ours);
        let their = columns(self.specification.live(their_block), theirs);
        let varies = |values: &[&Value]| values.iter().any(|value| *value != values[0]);
        let both = our.intersection(&their);
        both.map(|values| if varies(values) { 3 } else { 1 }).sum()
    }
}

/// How many meetings are looked at to compare variables.
const MOST_SCORED: usize = 64;

/// The values of variables in some models, one list for each variable that has a value in all.
fn columns<'m>(vars: &BTreeSet<Var>, models: Vec<&'m Model>) -> BTreeSet<Vec<&'m Value>> {
    let column = |var: &Var| models.iter().map(|model| model.get(var)).collect();
    vars.iter().filter_map(column).collect()
}
