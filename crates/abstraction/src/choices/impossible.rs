//! Whether no choice of a specification allows a run: all of its runs on the inputs are followed, with
//! the choices left open.

use budget::Budget;
use logic::{Term, Value, Var};
use program::Function;
use program::function::symbolic::{Effect, Onward, PathEnd};
use program::function::{Environment, Observed, Run, RunEnd, Seen};
use smt::{Outcome, Solver, Strategy};

/// How many paths are looked at, and what the solver may spend on one.
const MOST_PATHS: usize = 400;
const WORK: u64 = 400_000;

/// Whether the implementation's run is one that the specification has for none of its choices, though
/// it has runs that are not dropped. The environment says how events are answered; what is not known
/// counts as possible.
pub(crate) fn is_impossible<E: Environment>(
    specification: &Function,
    inputs: &[Value],
    ours: &Run,
    environment: impl Fn() -> E,
    budget: &Budget,
) -> bool {
    // An environment may keep count of what it is asked, so that each question gets a new one.
    let answer =
        |event: usize, position: usize, var: &Var| environment().result(event, position, var);
    let mut solver = Solver::new(Strategy::Incremental);
    let mut looked_at = 0;
    let mut has_run = false;
    let followed = specification.follow_all(inputs, &answer, &mut |effect, end| {
        looked_at += 1;
        if looked_at > MOST_PATHS {
            return Onward::Stop;
        }
        let mut asked = |conditions: &[Term]| {
            let formula = Term::and(conditions.iter().cloned()).simplify();
            let slice = budget.clone().with_work(WORK);
            match formula.as_value() {
                Some(Value::Bool(known)) => Some(*known),
                _ => match solver.satisfy(&formula, &slice) {
                    Outcome::Sat(_) => Some(true),
                    Outcome::Unsat(()) => Some(false),
                    Outcome::Unknown(_) => None,
                },
            }
        };
        let mut is_possible = |conditions: &[Term]| asked(conditions) != Some(false);
        let onward = onward(ours, effect, end, &mut is_possible);
        if onward == Onward::Leave && !has_run {
            has_run = asked(&effect.condition) == Some(true);
        }
        onward
    });
    has_run && followed == Some(true)
}

/// What is to be done about a path of the specification.
fn onward(
    ours: &Run,
    effect: &Effect,
    end: PathEnd,
    is_possible: &mut dyn FnMut(&[Term]) -> bool,
) -> Onward {
    let goes_on = matches!(ours.end, RunEnd::Stopped | RunEnd::Dropped);
    // What is answered for certain does not count where the behaviour is undefined in the end.
    let events = match end {
        PathEnd::Returned => &effect.events[..],
        PathEnd::Arrived | PathEnd::Undefined(_) => &effect.events[..effect.committed],
    };
    let (shown, own) = (events.len(), ours.events.len());
    if shown > own {
        return match goes_on {
            true => Onward::Stop,
            false => Onward::Leave,
        };
    }
    let mut conditions = effect.condition.clone();
    for (event, (name, arguments)) in ours.events.iter().zip(events) {
        match alike(arguments, &event.arguments) {
            Some(same) if event.name == *name => conditions.push(same),
            _ => return Onward::Leave,
        }
    }
    if !is_possible(&conditions) {
        return Onward::Leave;
    }
    match end {
        PathEnd::Undefined(_) => Onward::Stop,
        _ if goes_on && shown == own => Onward::Stop,
        PathEnd::Arrived => Onward::Follow,
        PathEnd::Returned => {
            let (RunEnd::Returned(values), true) = (&ours.end, shown == own) else {
                return Onward::Leave;
            };
            let Some(same) = alike(effect.returned.as_deref().unwrap_or_default(), values) else {
                return Onward::Leave;
            };
            conditions.push(same);
            match is_possible(&conditions) {
                true => Onward::Stop,
                false => Onward::Leave,
            }
        }
    }
}

/// Where values refine those of the specification; `None` where there are not as many.
fn alike(theirs: &[Observed], ours: &[Seen]) -> Option<Term> {
    let one = |(theirs, ours): (&Observed, &Seen)| {
        let equal = match ours {
            Some(value) => Term::eq(theirs.value.clone(), Term::value(value.clone())),
            None => Term::bottom(),
        };
        Term::or([theirs.poison.clone(), equal])
    };
    let fits = theirs.len() == ours.len();
    fits.then(|| Term::and(theirs.iter().zip(ours).map(one)))
}
