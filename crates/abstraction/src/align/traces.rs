//! Runs of both functions on shared inputs.

use std::collections::{BTreeMap, BTreeSet};

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
        budget: &Budget,
    ) -> Self {
        let everything = |flow: &Flow| -> BTreeMap<BlockId, BTreeSet<Var>> {
            let loops = flow.cyclic.iter().chain(&flow.behind_cycles);
            let all = loops.chain(&flow.joins).copied().chain([BlockId::ENTRY]);
            all.map(|block| (block, flow.live(block).clone())).collect()
        };
        let (ours, theirs) = (everything(implementation), everything(specification));
        let mut runs = Vec::new();
        for (number, (our_start, their_start)) in starts.into_iter().enumerate() {
            if budget.check().is_err() {
                break;
            }
            let plain = Choices::default();
            let run =
                |flow: &Flow, start: Model, blocks: &BTreeMap<BlockId, BTreeSet<Var>>, choices| {
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
    pub(crate) fn on_inputs(
        specification: &Flow,
        implementation: &Flow,
        pool: &Pool<'_>,
        budget: &Budget,
    ) -> Self {
        let mut plain = None;
        for choices in Choices::ways(&specification.function) {
            let traces = Traces::with_choices(specification, implementation, choices, pool, budget);
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
        budget: &Budget,
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
        Traces::of(specification, implementation, starts, choices, pool, budget)
    }
}

pub(super) fn visits(run: &Run, block: BlockId) -> impl Iterator<Item = &Visit> {
    run.visits.iter().filter(move |visit| visit.block == block)
}
