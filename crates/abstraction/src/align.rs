//! Which cut points belong together, by runs of both functions on shared inputs.
//!
//! A cut point of the implementation is matched with a block of the specification that is visited as
//! often, or as often after a regular pattern (peeled and unrolled loops), and at which most live
//! variables have a partner with the same values. What was visited in between says how far the
//! specification goes while the implementation takes a step.
//!
//! A loop that only one function has is run by that function alone, while the other one stands
//! still: the specification runs such loops as soon as it can come to them, the implementation once
//! the specification has no such loop before it. So what a deleted loop has computed is known, as far
//! as a relation can say it, before the implementation goes on.

mod partner;
mod reach;
mod traces;

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use logic::Model;
use program::function::symbolic::{Path, PathEnd};
use program::function::{BlockId, Run, RunEnd, Visit};

use crate::flow::Flow;
use partner::{Aligner, Pattern};
use traces::visits;

pub(crate) use traces::{Runner, Traces};

/// A block of the implementation and one of the specification.
pub(crate) type Blocks = (BlockId, BlockId);

/// How often a loop is gone round on one and the same path of the implementation before nobody
/// believes any more that it was unrolled.
const FEW_ROUNDS: usize = 4;

/// Cut points of the implementation with their partners, and what was seen of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alignment {
    /// The partner of each cut point.
    pub(crate) partner: BTreeMap<BlockId, BlockId>,
    /// Heads of the implementation's loops during which the specification stands still.
    pub(crate) alone: BTreeSet<BlockId>,
    /// Heads of the specification's loops during which the implementation stands still.
    waits: BTreeSet<BlockId>,
    /// The blocks from which the specification can come to such a head before it comes to a partner.
    before: BTreeSet<BlockId>,
    /// How often the partner of a cut point was passed while the implementation went there from a
    /// pair of blocks; with the path that it took, where the answer depends on it.
    passes: BTreeMap<(Blocks, BlockId), BTreeMap<Path, BTreeSet<usize>>>,
    /// How often the specification passed partners of cut points on its way to the end, at most, after
    /// both had met at a pair of blocks for the last time.
    last_rounds: BTreeMap<Blocks, usize>,
    /// The values of both functions' variables at each pair of blocks.
    samples: BTreeMap<Blocks, Vec<(Model, Model)>>,
}

impl Alignment {
    /// How often the partner of `to` is to be passed on a path from a pair, the likeliest first.
    pub(crate) fn passes(&self, from: Blocks, to: BlockId, path: &Path) -> Vec<usize> {
        let Some(paths) = self.passes.get(&(from, to)) else {
            return vec![1, 2];
        };
        let mut counts: Vec<usize> = paths.get(path).into_iter().flatten().copied().collect();
        for count in paths.values().flatten() {
            if !counts.contains(count) {
                counts.push(*count);
            }
        }
        counts
    }

    /// How often the specification may pass partners of cut points on its way to the end from a pair of
    /// blocks, before nobody believes any more that the relation there is strong enough; `None` where
    /// no run says anything.
    pub(crate) fn last_rounds(&self, from: Blocks) -> Option<usize> {
        self.last_rounds.get(&from).map(|rounds| rounds + 1)
    }

    /// What was seen of both functions' variables at a pair of blocks.
    pub(crate) fn samples(&self, at: Blocks) -> &[(Model, Model)] {
        self.samples.get(&at).map_or(&[], Vec::as_slice)
    }

    /// The cut points of the implementation, its entry aside.
    pub(crate) fn stops(&self) -> BTreeSet<BlockId> {
        self.partner.keys().chain(&self.alone).copied().collect()
    }

    /// The partners of the cut points.
    pub(crate) fn partners(&self) -> BTreeSet<BlockId> {
        self.partner.values().copied().collect()
    }

    /// Whether some loop is run by one function alone.
    pub(crate) fn has_gaps(&self) -> bool {
        !self.alone.is_empty() || !self.waits.is_empty()
    }

    /// Whether the specification goes on here while the implementation stands still: it has a loop
    /// of its own before it, and has not come to the partner of another cut point.
    pub(crate) fn runs_ahead(&self, (ours, theirs): Blocks) -> bool {
        let is_own = self.partner.get(&ours) == Some(&theirs);
        self.before.contains(&theirs) && (is_own || !self.partners().contains(&theirs))
    }

    /// The blocks at which the specification stops while the implementation stands still.
    pub(crate) fn their_stops(&self, specification: &Flow) -> BTreeSet<BlockId> {
        let all = (0..specification.function.blocks.len()).map(BlockId::at);
        let behind = all.filter(|block| !self.before.contains(block));
        let partners = self.partner.values().copied();
        behind
            .chain(self.waits.iter().copied())
            .chain(partners)
            .collect()
    }

    /// Loop heads in order, where runs say nothing; `None` where only the implementation has loops.
    pub(crate) fn in_order(specification: &Flow, implementation: &Flow) -> Option<Alignment> {
        let mut alignment = Alignment::default();
        let mut theirs = specification.heads.iter();
        let mut partner = None;
        for head in &implementation.heads {
            partner = theirs.next().or(partner);
            alignment.partner.insert(*head, *partner?);
        }
        Some(alignment)
    }

    /// The loops that are run by one function alone.
    fn with_gaps(mut self, specification: &Flow, gaps: Gaps) -> Self {
        let partners = self.partners();
        let mut open: Vec<BlockId> = gaps.waits.iter().copied().collect();
        while let Some(block) = open.pop() {
            if self.before.insert(block)
                && (gaps.waits.contains(&block) || !partners.contains(&block))
            {
                open.extend(specification.predecessors(block));
            }
        }
        (self.waits, self.alone) = (gaps.waits, gaps.alone);
        self
    }
}

/// Loops that only one function has, by their heads.
#[derive(Clone, Default)]
struct Gaps {
    waits: BTreeSet<BlockId>,
    alone: BTreeSet<BlockId>,
}

/// The cut points of the implementation with their partners and how visits correspond.
type Chosen = BTreeMap<BlockId, (BlockId, Pattern)>;

/// Ways to align both functions that the runs do not contradict, the likeliest first.
pub(crate) fn ways(
    specification: &Flow,
    implementation: &Flow,
    traces: &Traces,
    budget: &Budget,
) -> Vec<Alignment> {
    let aligner = Aligner {
        specification,
        implementation,
        traces,
        budget,
    };
    let mut found: Vec<Alignment> = Vec::new();
    let mut add = |way: Option<Alignment>| {
        let is_new = |way: &Alignment| {
            let mut known = found.iter();
            !known.any(|known| {
                (&known.partner, &known.alone, &known.waits)
                    == (&way.partner, &way.alone, &way.waits)
            })
        };
        if let Some(way) = way.filter(is_new) {
            found.push(way);
        }
    };
    let (chosen, alone) = aligner.heads();
    for with_joins in [false, true] {
        let mut chosen = chosen.clone();
        if with_joins {
            aligner.add_joins(&mut chosen);
        }
        let partners = chosen.values().map(|(partner, _)| *partner).collect();
        let waits = specification.heads_without(&partners);
        let unrolled = Gaps {
            waits: BTreeSet::new(),
            alone: alone.clone(),
        };
        let deleted = Gaps {
            waits: waits.clone(),
            alone: alone.clone(),
        };
        if !aligner.goes_round(&chosen, &waits) {
            add(aligner.assemble(&chosen, unrolled));
        }
        add(aligner.assemble(&chosen, deleted));
    }
    let apart = Gaps {
        waits: specification.heads.clone(),
        alone: implementation.heads.clone(),
    };
    if !apart.waits.is_empty() || !apart.alone.is_empty() {
        add(aligner.assemble(&Chosen::new(), apart));
    }
    found
}

impl Aligner<'_> {
    /// Cut points for the implementation's loops with their partners, and the heads of those loops
    /// that have none.
    fn heads(&self) -> (Chosen, BTreeSet<BlockId>) {
        let mut chosen = Chosen::new();
        let mut alone = BTreeSet::new();
        let mut stops = self.implementation.heads.clone();
        stops.remove(&BlockId::ENTRY);
        for head in stops.clone() {
            let Some(found) = self.best(head, &stops) else {
                alone.insert(head);
                continue;
            };
            if found.0 != head {
                stops.remove(&head);
                stops.insert(found.0);
            }
            chosen.insert(found.0, (found.1, found.2));
        }
        (chosen, alone)
    }

    /// Makes cut points of joins that have partners.
    fn add_joins(&self, chosen: &mut Chosen) {
        for join in &self.implementation.joins {
            if chosen.contains_key(join) || *join == BlockId::ENTRY {
                continue;
            }
            if let Some((partner, pattern, _)) = self.partner(*join) {
                chosen.insert(*join, (partner, pattern));
            }
        }
    }

    /// Where cut points were met, by the runs and in the order of the implementation; `None` where
    /// visits do not correspond, or the specification has another order.
    fn met(&self, chosen: &Chosen) -> Option<Vec<Vec<(&Visit, &Visit)>>> {
        let mut met = vec![Vec::new(); self.traces.runs.len()];
        for (block, (partner, pattern)) in chosen {
            for meeting in self.meetings(*block, *partner, *pattern)? {
                met[meeting.run].push((meeting.ours, meeting.theirs));
            }
        }
        for meetings in &mut met {
            meetings.sort_by_key(|(ours, _)| ours.time);
            if meetings.windows(2).any(|two| two[1].1.time < two[0].1.time) {
                return None;
            }
        }
        Some(met)
    }

    /// Whether loops of the specification with these heads are gone round so many times on the same
    /// paths of the implementation that they have not been unrolled.
    fn goes_round(&self, chosen: &Chosen, heads: &BTreeSet<BlockId>) -> bool {
        let Some(met) = self.met(chosen) else {
            return false;
        };
        let mut rounds: BTreeMap<(BlockId, &[u32]), BTreeSet<usize>> = BTreeMap::new();
        for (meetings, (ours, theirs)) in met.iter().zip(&self.traces.runs) {
            let (mut from, mut our_time, mut their_time) = (BlockId::ENTRY, 0, 0);
            let last = (ours.taken.len(), usize::MAX);
            let times = meetings
                .iter()
                .map(|(ours, theirs)| (ours.time, theirs.time));
            let blocks = meetings.iter().map(|(ours, _)| Some(ours.block));
            for ((our_next, their_next), block) in times.chain([last]).zip(blocks.chain([None])) {
                let between = theirs.visits.iter().filter(|visit| {
                    let inside = visit.time > their_time && visit.time < their_next;
                    inside && heads.contains(&visit.block)
                });
                let taken = &ours.taken[our_time..our_next];
                rounds
                    .entry((from, taken))
                    .or_default()
                    .insert(between.count());
                (our_time, their_time) = (our_next, their_next);
                from = block.unwrap_or(from);
            }
        }
        rounds.values().any(|counts| counts.len() > FEW_ROUNDS)
    }

    /// The alignment with these partners and gaps; `None` where the runs contradict it.
    fn assemble(&self, chosen: &Chosen, gaps: Gaps) -> Option<Alignment> {
        let partner = chosen
            .iter()
            .map(|(block, (partner, _))| (*block, *partner));
        let alignment = Alignment {
            partner: partner.collect(),
            ..Alignment::default()
        };
        let mut alignment = alignment.with_gaps(self.specification, gaps);
        for (meetings, (ours, theirs)) in self.met(chosen)?.into_iter().zip(&self.traces.runs) {
            let mut walk = Walk::new(&mut alignment, ours, theirs)?;
            for meeting in meetings {
                walk.to(meeting);
            }
            walk.finish();
        }
        Some(alignment)
    }
}

/// Goes through a pair of runs and notes what is seen.
struct Walk<'w> {
    alignment: &'w mut Alignment,
    ours: &'w Run,
    theirs: &'w Run,
    /// Where both stand.
    here: (&'w Visit, &'w Visit),
}

impl<'w> Walk<'w> {
    /// Both stand at their entries.
    fn new(alignment: &'w mut Alignment, ours: &'w Run, theirs: &'w Run) -> Option<Self> {
        let here = (ours.visits.first()?, theirs.visits.first()?);
        Some(Walk {
            alignment,
            ours,
            theirs,
            here,
        })
    }

    fn blocks(&self) -> Blocks {
        (self.here.0.block, self.here.1.block)
    }

    fn note(&mut self) {
        let values = (self.here.0.values.clone(), self.here.1.values.clone());
        let samples = self.alignment.samples.entry(self.blocks()).or_default();
        samples.push(values);
    }

    /// Goes through the loops that one function runs alone, up to these times.
    fn gaps(&mut self, our_time: usize, their_time: usize) {
        let (ours, theirs) = (self.ours, self.theirs);
        let waiting = theirs.visits.iter().filter(|visit| visit.time < their_time);
        for visit in waiting {
            if !self.alignment.runs_ahead(self.blocks()) {
                break;
            }
            let is_behind = !self.alignment.before.contains(&visit.block);
            let is_stop = is_behind || self.alignment.waits.contains(&visit.block);
            if visit.time > self.here.1.time && is_stop {
                self.here.1 = visit;
                self.note();
            }
        }
        let moving = ours.visits.iter().filter(|visit| visit.time < our_time);
        for visit in moving {
            if visit.time > self.here.0.time && self.alignment.alone.contains(&visit.block) {
                self.here.0 = visit;
                self.note();
            }
        }
    }

    /// Goes to the place where both meet next.
    fn to(&mut self, (ours, theirs): (&'w Visit, &'w Visit)) {
        self.gaps(ours.time, theirs.time);
        let passed = visits(self.theirs, theirs.block)
            .filter(|visit| visit.time > self.here.1.time && visit.time <= theirs.time)
            .count();
        let path = Path {
            branches: self.ours.taken[self.here.0.time..ours.time].to_vec(),
            end: PathEnd::Arrived,
        };
        let key = (self.blocks(), ours.block);
        let paths = self.alignment.passes.entry(key).or_default();
        paths.entry(path).or_default().insert(passed);
        self.here = (ours, theirs);
        self.note();
    }

    fn finish(&mut self) {
        self.gaps(usize::MAX, usize::MAX);
        if !matches!(self.theirs.end, RunEnd::Returned(_)) {
            return;
        }
        let partners = self.alignment.partners();
        let behind = self
            .theirs
            .visits
            .iter()
            .filter(|visit| visit.time > self.here.1.time && partners.contains(&visit.block));
        let rounds = behind.count();
        let known = self.alignment.last_rounds.entry(self.blocks()).or_default();
        *known = rounds.max(*known);
    }
}
