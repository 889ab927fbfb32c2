//! Generalised Büchi acceptance as Büchi acceptance: goals are waited for one after the other.

use question::automaton::{Acceptance, Automaton, Transition};
use rustc_hash::FxHashMap;

/// An automaton with one goal and the same language.
pub(crate) fn degeneralise(automaton: &Automaton) -> Automaton {
    let goals = automaton.goals().unwrap_or(0);
    // A state with the goal that is waited for.
    let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut found: Vec<(u32, u32)> = Vec::new();
    let mut number = |node: (u32, u32), found: &mut Vec<(u32, u32)>| {
        *numbers.entry(node).or_insert_with(|| {
            found.push(node);
            found.len() as u32 - 1
        })
    };
    let initial: Vec<u32> = (automaton.initial().iter())
        .map(|state| number((*state, 0), &mut found))
        .collect();
    let mut transitions = Vec::new();
    let mut position = 0;
    while let Some((state, waiting)) = found.get(position).copied() {
        for step in automaton.from(state) {
            let reached = (waiting..goals).take_while(|goal| step.marks >> goal & 1 == 1);
            let mut next = waiting + reached.count() as u32;
            let all = next == goals;
            if all {
                next = 0;
            }
            transitions.push(Transition {
                from: position as u32,
                letter: step.letter,
                to: number((step.to, next), &mut found),
                marks: u64::from(all),
            });
        }
        position += 1;
    }
    Automaton::new(
        automaton.letters(),
        found.len() as u32,
        initial,
        transitions,
        Acceptance::justice(1),
    )
    .expect("states are numbered as they are found")
}
