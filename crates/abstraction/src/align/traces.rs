//! Runs of both functions on shared inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use budget::Budget;
use logic::{Model, Var};
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
    pub(super) runs: Vec<(Run, Run)>,
}

/// How many blocks a run goes through at most.
const MOST_BLOCKS: usize = 160;

/// Two functions that are run side by side.
pub(crate) struct Runner<'r> {
    pub(crate) specification: &'r Flow,
    pub(crate) implementation: &'r Flow,
    pub(crate) pool: &'r Pool<'r>,
    pub(crate) budget: &'r Budget,
}

impl Runner<'_> {
    /// Runs both from pairs of states, each with a number that unknown results depend on.
    pub(crate) fn on_states(
        &self,
        starts: impl IntoIterator<Item = (u64, Model, Model)>,
        choices: Choices,
    ) -> Traces {
        let (ours, theirs) = (kept(self.implementation), kept(self.specification));
        let plain = Choices::default();
        let mut runs = Vec::new();
        for (number, our_start, their_start) in starts {
            if self.budget.check().is_err() {
                break;
            }
            let run = |flow: &Flow, start: Model, kept: &Kept, choices: &Choices| {
                let inner = Seeded::new(self.pool, number);
                let mut environment = Choosing { inner, choices };
                let keep = Keep::Visits(kept);
                let stop = &mut |_, time| time >= MOST_BLOCKS;
                flow.function
                    .run_from(BlockId::ENTRY, start, &mut environment, keep, stop)
            };
            let our = run(self.implementation, our_start, &ours, &plain);
            let their = run(self.specification, their_start, &theirs, &choices);
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
    fn agree(&self, traces: &Traces) -> bool {
        let mut runs = traces.runs.iter();
        !runs.any(|(ours, theirs)| differs(ours, theirs))
    }

    /// Runs both on the inputs with these numbers; the specification chooses in the first way in which
    /// the runs agree, if there is one.
    pub(crate) fn on_inputs(&self, numbers: Range<u64>) -> Traces {
        let mut plain = None;
        for choices in Choices::ways(&self.specification.function) {
            let traces = self.with_choices(choices, numbers.clone());
            if self.agree(&traces) {
                return traces;
            }
            plain.get_or_insert(traces);
        }
        plain.expect("the plain way is tried")
    }

    /// Adds runs on other inputs; whether they agree as those before did.
    pub(crate) fn extend(&self, traces: &mut Traces, numbers: Range<u64>) -> bool {
        let more = self.with_choices(traces.choices.clone(), numbers);
        let agree = self.agree(&more);
        traces.runs.extend(more.runs);
        agree
    }

    fn with_choices(&self, choices: Choices, numbers: Range<u64>) -> Traces {
        let starts = numbers.map(|number| {
            let inputs = &self.specification.function.inputs;
            let inputs = self.pool.inputs(inputs, number);
            let start = |flow: &Flow| {
                let vars = flow.function.inputs.iter().cloned();
                vars.zip(inputs.iter().cloned()).collect::<Model>()
            };
            let (ours, theirs) = (start(self.implementation), start(self.specification));
            (number, ours, theirs)
        });
        self.on_states(starts, choices)
    }
}

/// Blocks with the variables that matter there.
type Kept = BTreeMap<BlockId, BTreeSet<Var>>;

/// The blocks of a function that may become cut points.
fn kept(flow: &Flow) -> Kept {
    let loops = flow.cyclic.iter().chain(&flow.behind_cycles);
    let all = loops.chain(&flow.joins).copied().chain([BlockId::ENTRY]);
    all.map(|block| (block, flow.live(block).clone())).collect()
}

pub(super) fn visits(run: &Run, block: BlockId) -> impl Iterator<Item = &Visit> {
    run.visits.iter().filter(move |visit| visit.block == block)
}
