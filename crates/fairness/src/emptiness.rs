//! Whether an automaton has a word at all, by components within components (the emptiness of
//! Streett automata): in a component, marks that cannot come again and again force others to end, and
//! what is left without these falls into smaller components.

use budget::{Budget, Exhausted};
use evidence::inclusion::{Barren, Emptiness, Separation};
use question::automaton::{Acceptance, Automaton, Disjunct};

use crate::components::components;
use crate::lasso;

/// What is known of an automaton's language.
pub(crate) enum Words {
    /// There are none.
    None(Emptiness),
    /// There is one; here is a run on it.
    Some(Separation),
    /// This method cannot tell.
    Open,
}

/// The position of a state that is not in the part at hand.
const OUTSIDE: u32 = u32::MAX;

/// Whether the automaton has a word.
pub(crate) fn words(automaton: &Automaton, budget: &Budget) -> Result<Words, Exhausted> {
    let mut meter = budget.meter();
    let reached = reachable(automaton);
    let mut ranks: Vec<Vec<u32>> = vec![Vec::new(); automaton.states() as usize];
    let mut open = vec![Part {
        states: reached.clone(),
        ended: 0,
    }];
    // For each state of the part at hand its position there.
    let mut number = vec![OUTSIDE; automaton.states() as usize];
    while let Some(part) = open.pop() {
        for (position, state) in (0..).zip(&part.states) {
            number[*state as usize] = position;
        }
        let inside = |state: u32| {
            let steps = automaton.from(state).iter();
            steps.filter(|step| step.marks & part.ended == 0 && number[step.to as usize] != OUTSIDE)
        };
        let mut targets: Vec<Vec<u32>> = Vec::new();
        for state in &part.states {
            meter.tick()?;
            targets.push(
                inside(*state)
                    .map(|step| number[step.to as usize])
                    .collect(),
            );
        }
        let component = components(&targets[..]);
        let count = component.iter().max().map_or(0, |most| most + 1) as usize;
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut marks: Vec<Option<u64>> = vec![None; count];
        for (position, state) in part.states.iter().enumerate() {
            let own = component[position];
            members[own as usize].push(*state);
            for step in inside(*state) {
                if component[number[step.to as usize] as usize] == own {
                    *marks[own as usize].get_or_insert(0) |= step.marks;
                }
            }
        }
        for (position, state) in part.states.iter().enumerate() {
            ranks[*state as usize].push(component[position]);
            number[*state as usize] = OUTSIDE;
        }
        for (states, marks) in members.into_iter().zip(marks) {
            let Some(seen) = marks else { continue };
            if let Some(inf) = wanted(automaton.acceptance(), seen) {
                let run = lasso::run_with(automaton, Disjunct { inf, fin: !seen });
                return Ok(run.map_or(Words::Open, Words::Some));
            }
            match ending(automaton.acceptance(), seen) {
                None => {}
                Some(0) => return Ok(Words::Open),
                Some(ended) => open.push(Part {
                    states,
                    ended: part.ended | ended,
                }),
            }
        }
    }
    let states = reached.into_iter().map(|state| Barren {
        state,
        ranks: std::mem::take(&mut ranks[state as usize]),
    });
    Ok(Words::None(Emptiness {
        states: states.collect(),
    }))
}

/// States with the same ranks so far, of which runs are left without some marks.
struct Part {
    states: Vec<u32>,
    ended: u64,
}

fn reachable(automaton: &Automaton) -> Vec<u32> {
    let mut seen = vec![false; automaton.states() as usize];
    let mut open: Vec<u32> = automaton.initial().to_vec();
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut seen[state as usize], true) {
            open.extend(automaton.from(state).iter().map(|step| step.to));
        }
    }
    let states = (0..automaton.states()).filter(|state| seen[*state as usize]);
    states.collect()
}

/// Marks with which a run is accepted, whichever others of these it sees as well; none where a run that
/// sees all of these is not accepted.
fn wanted(acceptance: &Acceptance, seen: u64) -> Option<u64> {
    match acceptance {
        Acceptance::Inf(mark) => (seen >> mark & 1 == 1).then_some(1 << mark),
        Acceptance::Fin(mark) => (seen >> mark & 1 == 0).then_some(0),
        Acceptance::All(parts) => parts
            .iter()
            .try_fold(0, |all, part| Some(all | wanted(part, seen)?)),
        Acceptance::Any(parts) => {
            let ways = parts.iter().filter_map(|part| wanted(part, seen));
            ways.min_by_key(|marks| marks.count_ones())
        }
    }
}

/// The marks that must end where only these can be seen; none where nothing is accepted then.
fn ending(acceptance: &Acceptance, seen: u64) -> Option<u64> {
    match acceptance {
        Acceptance::Inf(mark) => (seen >> mark & 1 == 1).then_some(0),
        Acceptance::Fin(mark) => Some(seen & (1 << mark)),
        Acceptance::All(parts) => parts
            .iter()
            .try_fold(0, |ended, part| Some(ended | ending(part, seen)?)),
        Acceptance::Any(parts) => {
            let ways = parts.iter().filter_map(|part| ending(part, seen));
            ways.reduce(|one, other| one & other)
        }
    }
}
