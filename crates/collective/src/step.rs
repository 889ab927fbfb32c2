//! The steps of a symbolic state.

use logic::{Substitution, Term, Var};
use program::system::{Action, Duty, Symbolic, value_in};

use crate::closing::{Closing, is_open, remainder};
use crate::state::{Context, Pass, State};

/// One case of a step: where its guard holds, it is taken, and its duties must hold.
#[derive(Clone)]
pub(crate) struct Step {
    pub(crate) mover: usize,
    pub(crate) edge: usize,
    pub(crate) path: Vec<u32>,
    pub(crate) guard: Term,
    pub(crate) duties: Vec<Duty>,
    /// The constant that a `havoc` gives.
    pub(crate) fresh: Option<Var>,
    pub(crate) next: State,
}

/// All cases of the steps of a mover, but those whose guard is false on its face. A `havoc` gives
/// the constant that it is asked to.
pub(crate) fn steps(
    context: &Context<'_>,
    state: &State,
    mover: usize,
    fresh: &mut dyn FnMut(&Var) -> Var,
) -> Vec<Step> {
    let mut as_term = |var: &Var| fresh(var).term();
    let all = program::system::steps(
        context.system,
        &Symbolic,
        &state.system,
        mover,
        &mut as_term,
    );
    let all = all.expect("symbols always have a value");
    let process = context.system.process_of(mover);
    let is_own = mover == process;
    let valuation = state.valuation(context, process);
    let pass = Pass {
        unrolled: is_own
            && is_decided(context, state, process, &valuation)
            && !is_told(context, state, process),
        left: left(context, state, process, &valuation),
    };
    let steps = all.into_iter().map(|step| {
        let mut next = State {
            system: step.next,
            nests: state.nests.clone(),
            ages: state.ages.clone(),
        };
        if is_own {
            let edge = &context.system.processes[process].graph.edges()[step.edge];
            if is_open(edge, &step.guard) {
                let around = next.nests[process].iter_mut();
                around.for_each(|round| round.is_open = true);
            }
            next.advance(context, process, edge, &pass);
        }
        Step {
            mover,
            edge: step.edge,
            path: step.path,
            guard: step.guard,
            duties: step.duties,
            fresh: step.fresh.and_then(|term| term.as_var().cloned()),
            next,
        }
    });
    steps.collect()
}

/// How often a loop whose condition is decided by constants is unrolled, and how often one goes
/// round at once whose condition is decided by what others have sent.
const MOST_UNROLLED: u32 = 300;
const MOST_TOLD: u32 = 8;

/// Whether a process at the head of a loop has its way decided by constants: then it goes on at
/// once. A condition that depends on no variable decides nothing that could ever change.
pub(crate) fn is_decided(
    context: &Context<'_>,
    state: &State,
    process: usize,
    valuation: &Substitution,
) -> bool {
    if !state.is_at_head(context, process) {
        return false;
    }
    let most = match is_told(context, state, process) {
        true => MOST_TOLD,
        false => MOST_UNROLLED,
    };
    if is_long(context, state, process, valuation) || is_stalled(context, state, process, valuation)
    {
        return false;
    }
    let rounds = state.nests[process].last();
    let tired = rounds.is_some_and(|r| r.head == state.at[process] && r.passes >= most);
    let edges = context.edges(state, process);
    !tired
        && edges.iter().all(|(_, edge)| match &edge.action {
            Action::Assume(formula) => {
                !formula.free_vars().is_empty() && value_in(formula, valuation).as_value().is_some()
            }
            _ => false,
        })
}

/// How much the conditions of the loop at whose head a process is leave to do.
fn left(
    context: &Context<'_>,
    state: &State,
    process: usize,
    valuation: &Substitution,
) -> Option<i64> {
    let closing = context.closings[process].get(&state.at[process])?;
    remainder(&closing.left, valuation)
}

/// Whether constants say nothing of how often a process at the head of a loop goes round: the last
/// iteration was not decided by them alone, and has not brought the loop closer to its end.
pub(crate) fn is_stalled(
    context: &Context<'_>,
    state: &State,
    process: usize,
    valuation: &Substitution,
) -> bool {
    let closing = context.closings[process].get(&state.at[process]);
    if is_told(context, state, process) || closing.is_none() {
        return false;
    }
    if closing.is_some_and(Closing::is_unknown) {
        return true;
    }
    let last = state.nests[process].last();
    let last = last.filter(|round| round.head == state.at[process] && round.passes > 0);
    let open = last.filter(|round| round.is_open);
    open.is_some_and(|round| {
        let now = left(context, state, process, valuation);
        !matches!((round.left, now), (Some(before), Some(now)) if now < before)
    })
}

/// Whether a loop whose condition is decided by constants has more iterations left than are worth
/// unrolling: it is no easier than one whose bound is not known, and is treated as such from its first
/// iteration on.
fn is_long(context: &Context<'_>, state: &State, process: usize, valuation: &Substitution) -> bool {
    let counted = context.counted[process].get(&state.at[process]);
    counted.is_some_and(|counted| {
        let left = valuation.apply(&counted.left);
        let left = left.as_value().and_then(|value| value.as_int()?.to_i64());
        left.is_some_and(|left| left / counted.step > i64::from(MOST_UNROLLED))
    })
}

/// Whether the way of a process at the head of a loop depends on what others send: then constants
/// say nothing of how often it will go round, and its iterations are not told apart.
fn is_told(context: &Context<'_>, state: &State, process: usize) -> bool {
    context.told[process].contains(&state.at[process])
}

pub(crate) fn number(position: usize) -> u32 {
    u32::try_from(position).expect("systems have fewer than 2^32 parts")
}
