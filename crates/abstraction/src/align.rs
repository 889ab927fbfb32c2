//! Which cut points belong together, by runs of both functions on shared inputs.
//!
//! A cut point of the implementation is matched with a block of the specification that is visited as
//! often, or as often after a regular pattern (peeled and unrolled loops), and at which most live
//! variables have a partner with the same values. What was visited in between says how far the
//! specification goes while the implementation takes a step.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Model, Value, Var};
use program::function::symbolic::{Path, PathEnd};
use program::function::{BlockId, Keep, Run, RunEnd, Visit};

use crate::choices::{Choices, Choosing};
use crate::compare::differs;
use crate::flow::Flow;
use crate::inputs::{Pool, Seeded};

/// Runs of both functions on the same inputs.
pub(crate) struct Traces {
    /// How the specification chose.
    pub(crate) choices: Choices,
    /// The implementation's run, and the specification's, where that is defined.
    runs: Vec<(Run, Run)>,
}

/// How many inputs are tried, and how many blocks a run goes through at most.
const TESTS: u64 = 40;
const MOST_BLOCKS: usize = 160;

impl Traces {
    /// Runs both from pairs of states.
    pub(crate) fn of(
        specification: &Flow,
        implementation: &Flow,
        starts: impl IntoIterator<Item = (Model, Model)>,
        choices: Choices,
        pool: &Pool<'_>,
    ) -> Self {
        let everything = |flow: &Flow| -> BTreeSet<BlockId> {
            flow.cyclic.iter().chain(&flow.joins).copied().collect()
        };
        let (ours, theirs) = (everything(implementation), everything(specification));
        let mut runs = Vec::new();
        for (number, (our_start, their_start)) in starts.into_iter().enumerate() {
            let plain = Choices::default();
            let run = |flow: &Flow, start: Model, blocks: &BTreeSet<BlockId>, choices| {
                let inner = Seeded::new(pool, number as u64);
                let mut environment = Choosing { inner, choices };
                let keep = Keep::Visits(blocks);
                let stop = &mut |_, time| time >= MOST_BLOCKS;
                flow.function
                    .run_from(BlockId::ENTRY, start, &mut environment, keep, stop)
            };
            let our = run(implementation, our_start, &ours, &plain);
            let their = run(specification, their_start, &theirs, &choices);
            let (Ok(our), Ok(their)) = (our, their) else {
                continue;
            };
            let is_usable = |run: &Run| matches!(run.end, RunEnd::Returned(_) | RunEnd::Stopped);
            if is_usable(&our) && is_usable(&their) {
                runs.push((our, their));
            }
        }
        Traces { choices, runs }
    }

    /// Whether no run of the implementation shows anything else than the specification's.
    fn agree(&self, specification: &Flow) -> bool {
        let must_progress = specification.function.must_progress;
        let mut runs = self.runs.iter();
        !runs.any(|(ours, theirs)| differs(ours, theirs, must_progress))
    }

    /// Runs both on the same inputs; the specification chooses in the first way in which the runs
    /// agree, if there is one.
    pub(crate) fn on_inputs(specification: &Flow, implementation: &Flow, pool: &Pool<'_>) -> Self {
        let mut plain = None;
        for choices in Choices::ways(&specification.function) {
            let traces = Traces::with_choices(specification, implementation, choices, pool);
            if traces.agree(specification) {
                return traces;
            }
            plain.get_or_insert(traces);
        }
        plain.expect("the plain way is tried")
    }

    fn with_choices(
        specification: &Flow,
        implementation: &Flow,
        choices: Choices,
        pool: &Pool<'_>,
    ) -> Self {
        let starts = (0..TESTS).map(|number| {
            let inputs = pool.inputs(&specification.function.inputs, number);
            let start = |flow: &Flow| {
                let mut model = Model::new();
                for (var, value) in flow.function.inputs.iter().zip(&inputs) {
                    model.set(var.clone(), value.clone());
                }
                model
            };
            (start(implementation), start(specification))
        });
        Traces::of(specification, implementation, starts, choices, pool)
    }
}

/// How visits correspond, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pattern {
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
struct Meeting<'t> {
    run: usize,
    ours: &'t Visit,
    theirs: &'t Visit,
}

/// Cut points of the implementation with their partners, and what was seen of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alignment {
    /// The partner of each cut point.
    pub(crate) partner: BTreeMap<BlockId, BlockId>,
    /// How often the partner of the second cut point was passed while the implementation went from
    /// the first to the second; with the path that it took, where the answer depends on it.
    passes: BTreeMap<(BlockId, BlockId), BTreeMap<Path, BTreeSet<usize>>>,
    /// The values of both functions' variables at each cut point.
    pub(crate) samples: BTreeMap<BlockId, Vec<(Model, Model)>>,
}

impl Alignment {
    /// How often the partner of `to` is to be passed on a path from `from`, the likeliest first.
    pub(crate) fn passes(&self, from: BlockId, to: BlockId, path: &Path) -> Vec<usize> {
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
}

impl Alignment {
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
}

/// Aligns the implementation's cut points; `None` where the runs contradict every alignment tried.
pub(crate) fn align(
    specification: &Flow,
    implementation: &Flow,
    traces: &Traces,
    with_joins: bool,
) -> Option<Alignment> {
    let mut chosen: BTreeMap<BlockId, (BlockId, Pattern)> = BTreeMap::new();
    let mut stops = implementation.heads.clone();
    stops.remove(&BlockId::ENTRY);
    let aligner = Aligner {
        specification,
        implementation,
        traces,
    };
    for head in stops.clone() {
        let found = aligner.best(head, &stops)?;
        if found.0 != head {
            stops.remove(&head);
            stops.insert(found.0);
        }
        chosen.insert(found.0, (found.1, found.2));
    }
    if with_joins {
        for join in &implementation.joins {
            if chosen.contains_key(join) || *join == BlockId::ENTRY {
                continue;
            }
            if let Some((partner, pattern, _)) = aligner.partner(*join) {
                chosen.insert(*join, (partner, pattern));
            }
        }
    }
    aligner.assemble(&chosen)
}

struct Aligner<'a> {
    specification: &'a Flow,
    implementation: &'a Flow,
    traces: &'a Traces,
}

impl Aligner<'_> {
    /// The best cut point for the loop with this head, its partner and the pattern.
    fn best(
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

    /// The best partner for a block, with the pattern and the score.
    fn partner(&self, block: BlockId) -> Option<(BlockId, Pattern, usize)> {
        let candidates = match self.implementation.cyclic.contains(&block) {
            true => &self.specification.cyclic,
            false => &self.specification.joins,
        };
        let mut best: Option<(usize, BlockId, Pattern)> = None;
        for pattern in Pattern::all() {
            for candidate in candidates {
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
    fn meetings(
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
    fn score(&self, ours: BlockId, theirs: BlockId, meetings: &[Meeting<'_>]) -> usize {
        if meetings.is_empty() {
            return 0;
        }
        let column = |vars: &BTreeSet<Var>, of: &dyn Fn(&Meeting<'_>) -> Model| {
            let models: Vec<Model> = meetings.iter().take(64).map(of).collect();
            let mut columns: BTreeSet<Vec<Value>> = BTreeSet::new();
            for var in vars {
                let values = models.iter().map(|model| model.get(var).cloned());
                columns.extend(values.collect::<Option<Vec<Value>>>());
            }
            columns
        };
        let our = column(self.implementation.live(ours), &|m| m.ours.values.clone());
        let their = column(self.specification.live(theirs), &|m| {
            m.theirs.values.clone()
        });
        let varies = |values: &Vec<Value>| values.iter().any(|value| *value != values[0]);
        let both = our.intersection(&their);
        both.map(|values| if varies(values) { 3 } else { 1 }).sum()
    }

    /// The alignment with these partners; `None` where the order of the visits contradicts it.
    fn assemble(&self, chosen: &BTreeMap<BlockId, (BlockId, Pattern)>) -> Option<Alignment> {
        let mut alignment = Alignment::default();
        let mut met: Vec<Vec<(BlockId, &Visit, &Visit)>> = vec![Vec::new(); self.traces.runs.len()];
        for (block, (partner, pattern)) in chosen {
            alignment.partner.insert(*block, *partner);
            let samples = alignment.samples.entry(*block).or_default();
            for meeting in self.meetings(*block, *partner, *pattern)? {
                let (ours, theirs) = (&meeting.ours.values, &meeting.theirs.values);
                samples.push((ours.clone(), theirs.clone()));
                met[meeting.run].push((*block, meeting.ours, meeting.theirs));
            }
        }
        for (number, meetings) in met.iter_mut().enumerate() {
            meetings.sort_by_key(|(_, ours, _)| ours.time);
            let (our_run, their_run) = &self.traces.runs[number];
            let (mut from, mut our_time, mut their_time) = (BlockId::ENTRY, 0, 0);
            for (block, ours, theirs) in meetings.iter() {
                if theirs.time < their_time {
                    return None;
                }
                let partner = alignment.partner[block];
                let passed = visits(their_run, partner)
                    .filter(|visit| visit.time > their_time && visit.time <= theirs.time)
                    .count();
                let path = Path {
                    branches: our_run.taken[our_time..ours.time].to_vec(),
                    end: PathEnd::Arrived,
                };
                let paths = alignment.passes.entry((from, *block)).or_default();
                paths.entry(path).or_default().insert(passed);
                (from, our_time, their_time) = (*block, ours.time, theirs.time);
            }
        }
        Some(alignment)
    }
}

fn visits(run: &Run, block: BlockId) -> impl Iterator<Item = &Visit> {
    run.visits.iter().filter(move |visit| visit.block == block)
}
