//! The verdicts on random automata are those of Büchi's complementation.

mod common;

use budget::Budget;
use checker::Established;
use common::{factor, included};
use fairness::{Methods, decide};
use question::automaton::{Acceptance, Automaton, Transition};
use random_programs::Rng;

/// How random automata look.
#[derive(Clone, Copy)]
struct Shape {
    states: u32,
    letters: u32,
    marks: u32,
    /// Transitions for each state and letter, in percent of one.
    density: u32,
}

fn automaton(random: &mut Rng, shape: Shape, acceptance: Acceptance) -> Automaton {
    let states = 1 + random.below(shape.states);
    let mut transitions = Vec::new();
    for from in 0..states {
        for letter in 0..shape.letters {
            for to in 0..states {
                if random.chance((shape.density / states).min(100)) {
                    let mut marks = 0;
                    for mark in 0..shape.marks {
                        marks |= u64::from(random.chance(35)) << mark;
                    }
                    transitions.push(Transition {
                        from,
                        letter,
                        to,
                        marks,
                    });
                }
            }
        }
    }
    let initial = if random.chance(20) {
        vec![0, states - 1]
    } else {
        vec![0]
    };
    Automaton::new(shape.letters, states, initial, transitions, acceptance)
        .expect("all parts are in range")
}

fn formula(random: &mut Rng, marks: u32, depth: u32) -> Acceptance {
    match random.below(if depth == 0 { 2 } else { 4 }) {
        0 => Acceptance::Inf(random.below(marks)),
        1 => Acceptance::Fin(random.below(marks)),
        2 => Acceptance::All((0..2).map(|_| formula(random, marks, depth - 1)).collect()),
        _ => Acceptance::Any((0..2).map(|_| formula(random, marks, depth - 1)).collect()),
    }
}

/// Compares so many pairs; returns how many were included and how many not.
fn compare(
    seed: u64,
    pairs: u32,
    first: Shape,
    second: Shape,
    acceptance: impl Fn(&mut Rng, u32) -> Acceptance,
) -> (u32, u32) {
    let mut random = Rng(seed);
    let budget = Budget::unlimited();
    let (mut yes, mut no) = (0, 0);
    while yes + no < pairs * factor() {
        let of_first = acceptance(&mut random, first.marks);
        let a = automaton(&mut random, first, of_first);
        let of_second = acceptance(&mut random, second.marks);
        let b = automaton(&mut random, second, of_second);
        let Some(expected) = included(&a, &b) else {
            continue;
        };
        if expected {
            yes += 1;
        } else {
            no += 1;
        }
        let verdict = if expected {
            Established::Proved
        } else {
            Established::Refuted
        };
        for methods in [Methods::All, Methods::Complete] {
            let evidence = decide(&a, &b, methods, &budget).expect("there is no limit");
            let checked = checker::inclusion::check_inclusion(&a, &b, &evidence, &budget);
            let accepted = checked.unwrap_or_else(|rejected| {
                panic!("{methods:?}: {rejected}\n{a:?}\n{b:?}\n{evidence:?}")
            });
            assert_eq!(accepted.verdict(), verdict, "{methods:?}\n{a:?}\n{b:?}");
        }
    }
    (yes, no)
}

fn shape(states: u32, letters: u32, marks: u32, density: u32) -> Shape {
    Shape {
        states,
        letters,
        marks,
        density,
    }
}

#[test]
fn buchi_automata() {
    let buchi = |_: &mut Rng, _: u32| Acceptance::justice(1);
    let (yes, no) = compare(1, 800, shape(5, 2, 1, 110), shape(5, 2, 1, 180), buchi);
    assert!(yes > 200 && no > 200, "{yes} included, {no} not");
    let (yes, no) = compare(2, 400, shape(4, 2, 1, 150), shape(5, 2, 1, 220), buchi);
    assert!(yes > 100 && no > 100, "{yes} included, {no} not");
}

#[test]
fn generalised_buchi_automata() {
    let goals = |_: &mut Rng, marks: u32| Acceptance::justice(marks);
    let (yes, no) = compare(3, 400, shape(4, 2, 2, 120), shape(4, 2, 2, 220), goals);
    assert!(yes > 60 && no > 60, "{yes} included, {no} not");
    let safety = |_: &mut Rng, marks: u32| Acceptance::justice(marks);
    let (yes, no) = compare(4, 100, shape(4, 2, 1, 120), shape(4, 2, 0, 150), safety);
    assert!(yes > 10 && no > 10, "{yes} included, {no} not");
}

#[test]
fn any_acceptance() {
    let any = |random: &mut Rng, marks: u32| formula(random, marks, 2);
    let (yes, no) = compare(5, 400, shape(3, 2, 3, 120), shape(3, 2, 3, 200), any);
    assert!(yes > 60 && no > 60, "{yes} included, {no} not");
}
