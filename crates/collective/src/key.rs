//! Places: what states have in common that are brought together.

use std::collections::BTreeMap;

use logic::Term;
use program::system::{Slot, State as Shape};

use crate::state::{Context, State};
use crate::step::is_stalled;

/// What states have in common that are brought together: where everybody is, what is under way, and
/// who is ahead of whom in which loops.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    /// The state without its terms, but for literals that decide what fits what.
    shape: Shape<Option<Term>>,
    nests: Vec<Vec<(bool, u32)>>,
    overtaken: Vec<u32>,
}

impl Key {
    /// The key of a state, after the passes of its loops have been counted from the last process.
    pub(crate) fn of(context: &Context<'_>, state: &mut State) -> Key {
        forget_stalled(context, state);
        normalise(context, state);
        let few = u32::try_from(context.size()).unwrap_or(u32::MAX);
        let ages = state
            .ages
            .iter()
            .map(|age| if *age <= few { 0 } else { *age });
        let overtaken = ages.collect();
        let decides = |slot: &Slot| match slot {
            Slot::Tag(..) | Slot::Request(..) => true,
            Slot::Call(group, meeting, process, position) => {
                let call = &state.meetings[group][*meeting].calls[process];
                *position < call.agreed.len()
            }
            Slot::Variable(..) | Slot::Value(..) | Slot::Snapshot(..) => false,
        };
        let nests = state.nests.iter();
        Key {
            shape: state.system.map(&mut |slot, term| {
                let is_literal = decides(&slot) && term.as_value().is_some();
                is_literal.then(|| term.clone())
            }),
            nests: nests
                .map(|nest| nest.iter().map(|r| (r.unrolled, r.passes)).collect())
                .collect(),
            overtaken,
        }
    }
}

/// Takes back that constants have decided the last passes of loops that have turned out not to come
/// closer to their ends: their first iterations are nothing special.
fn forget_stalled(context: &Context<'_>, state: &mut State) {
    for process in 0..context.size() {
        if state.is_at_head(context, process) {
            let valuation = state.valuation(context, process);
            let stalled = is_stalled(context, state, process, &valuation);
            let round = state.nests[process].last_mut();
            if let Some(round) = round.filter(|_| stalled) {
                round.unrolled = false;
            }
        }
    }
}

/// Counts the passes of loops from the process that is last, in rounds, level by level, among
/// processes that are equally far in the loops around. A process that is very far ahead is only
/// known to be, and how far it is in its round.
fn normalise(context: &Context<'_>, state: &mut State) {
    let deepest = state.nests.iter().map(Vec::len).max().unwrap_or(0);
    for level in 0..deepest {
        let nests = state.nests.clone();
        let rounds = |process: usize, level: usize| {
            let round = nests[process][level];
            round.passes / context.paces.of(process, round.head)
        };
        let prefix =
            |process: usize| -> Vec<u32> { (0..level).map(|l| rounds(process, l)).collect() };
        let counted = |process: &usize| {
            let round = nests[*process].get(level);
            round.is_some_and(|round| !round.unrolled)
        };
        let counted: Vec<usize> = (0..nests.len()).filter(counted).collect();
        let mut least: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for process in &counted {
            let own = rounds(*process, level);
            let least = least.entry(prefix(*process)).or_insert(own);
            *least = own.min(*least);
        }
        for process in counted {
            let round = &mut state.nests[process][level];
            let pace = context.paces.of(process, round.head);
            let lag = round.passes - pace * least[&prefix(process)];
            let lag = match lag / pace < context.furthest {
                true => lag,
                false => context.furthest * pace + lag % pace,
            };
            // Counting from one round keeps a loop that was entered apart from one that was not.
            round.passes = pace + lag;
        }
    }
}
