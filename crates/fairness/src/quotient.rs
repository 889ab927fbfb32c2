//! Smaller automata with the same language: states that simulate each other directly are one, and
//! transitions that a better one makes superfluous are left out.

use budget::{Budget, Exhausted};
use question::automaton::{Automaton, Transition};

use crate::bits::Pairs;

/// The most states whose pairs are laid out.
const STATES: u32 = 1 << 15;

/// The pairs of states of which the second simulates the first directly: with the same letters, and
/// at least the marks, at every step.
fn direct_simulation(automaton: &Automaton, budget: &Budget) -> Result<Pairs, Exhausted> {
    let count = automaton.states();
    let mut meter = budget.meter();
    let mut set = Pairs::none(count as usize, count as usize);
    for a in 0..count {
        for b in 0..count {
            set.insert(a, b);
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for a in 0..count {
            for b in Vec::from_iter(set.columns(a)) {
                meter.tick()?;
                let follows = |step: &Transition| {
                    let mut answers = automaton.reading(b, step.letter).iter();
                    answers.any(|answer| {
                        step.marks & !answer.marks == 0 && set.has(step.to, answer.to)
                    })
                };
                if !automaton.from(a).iter().all(follows) {
                    set.remove(a, b);
                    changed = true;
                }
            }
        }
    }
    Ok(set)
}

/// A smaller automaton with the same language, if one is found.
pub(crate) fn quotient(automaton: &Automaton, budget: &Budget) -> Result<Automaton, Exhausted> {
    if automaton.states() > STATES {
        return Ok(automaton.clone());
    }
    let simulated = direct_simulation(automaton, budget)?;
    let count = automaton.states();
    let mut class = vec![0; count as usize];
    let mut representatives: Vec<u32> = Vec::new();
    for state in 0..count {
        let equal = |other: &u32| simulated.has(state, *other) && simulated.has(*other, state);
        class[state as usize] = match representatives.iter().position(equal) {
            Some(position) => position as u32,
            None => {
                representatives.push(state);
                representatives.len() as u32 - 1
            }
        };
    }
    let better = |a: &Transition, b: &Transition| {
        a.letter == b.letter && a.marks & !b.marks == 0 && simulated.has(a.to, b.to)
    };
    let mut transitions = Vec::new();
    for (state, from) in representatives.iter().zip(0..) {
        let steps = automaton.from(*state);
        let superfluous = |position: usize, step: &Transition| {
            steps.iter().enumerate().any(|(other, answer)| {
                other != position
                    && better(step, answer)
                    && (other < position || !better(answer, step))
            })
        };
        for (position, step) in steps.iter().enumerate() {
            if !superfluous(position, step) {
                transitions.push(Transition {
                    from,
                    to: class[step.to as usize],
                    ..*step
                });
            }
        }
    }
    let initial = automaton.initial().iter();
    let initial = initial.map(|state| class[*state as usize]);
    Ok(Automaton::new(
        automaton.letters(),
        representatives.len() as u32,
        initial.collect(),
        transitions,
        automaton.acceptance().clone(),
    )
    .expect("classes are numbered as they are found"))
}
