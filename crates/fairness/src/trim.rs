//! Viability (papers/004, section 7): states from which no run is accepted only disturb.

use evidence::inclusion::Hopeless;
use question::automaton::{Automaton, Transition};

use crate::components::components;

/// The part of an automaton with generalised Büchi acceptance that takes part in accepted runs.
pub(crate) struct Trimmed {
    /// The part; its states are numbered anew.
    pub(crate) automaton: Automaton,
    /// For each of its states the one of the whole automaton.
    pub(crate) states: Vec<u32>,
    /// The states that can be reached, but from which no run is accepted.
    pub(crate) hopeless: Vec<Hopeless>,
}

/// The part of the automaton that takes part in accepted runs.
pub(crate) fn trim(automaton: &Automaton, goals: u32) -> Trimmed {
    let count = automaton.states() as usize;
    let component = components(automaton);
    // The marks inside of each component; none for those without a transition inside.
    let mut inside: Vec<Option<u64>> = vec![None; count];
    for step in automaton.transitions() {
        let own = component[step.from as usize];
        if own == component[step.to as usize] {
            *inside[own as usize].get_or_insert(0) |= step.marks;
        }
    }
    let all = mask(goals);
    // Components come after those that they reach.
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_unstable_by_key(|state| component[*state as usize]);
    let mut viable = vec![false; count];
    for state in order {
        let own = component[state as usize] as usize;
        viable[own] |= inside[own].is_some_and(|marks| marks & all == all)
            || (automaton.from(state).iter())
                .any(|step| viable[component[step.to as usize] as usize]);
    }
    let mut reached = vec![false; count];
    let mut open: Vec<u32> = automaton.initial().to_vec();
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reached[state as usize], true) {
            open.extend(automaton.from(state).iter().map(|step| step.to));
        }
    }
    let mut states = Vec::new();
    let mut hopeless = Vec::new();
    let mut number = vec![None; count];
    for state in 0..count as u32 {
        if !reached[state as usize] {
            continue;
        }
        let own = component[state as usize];
        if viable[own as usize] {
            number[state as usize] = Some(states.len() as u32);
            states.push(state);
        } else {
            let missed = inside[own as usize].map(|marks| (!marks & all).trailing_zeros());
            hopeless.push(Hopeless {
                state,
                rank: own,
                missed,
            });
        }
    }
    let kept = automaton.transitions().iter().filter_map(|step| {
        Some(Transition {
            from: number[step.from as usize]?,
            to: number[step.to as usize]?,
            letter: step.letter,
            marks: step.marks & all,
        })
    });
    let initial = automaton.initial().iter();
    let initial = initial.filter_map(|state| number[*state as usize]);
    let automaton = Automaton::new(
        automaton.letters(),
        states.len() as u32,
        initial.collect(),
        kept.collect(),
        automaton.acceptance().clone(),
    )
    .expect("a part of an automaton is an automaton");
    Trimmed {
        automaton,
        states,
        hopeless,
    }
}

/// The marks of so many goals.
fn mask(goals: u32) -> u64 {
    match goals {
        64.. => u64::MAX,
        goals => (1 << goals) - 1,
    }
}
