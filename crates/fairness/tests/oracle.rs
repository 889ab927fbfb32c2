//! The verdicts on random automata are those of Büchi's complementation.
//!
//! Büchi's proof that complements exist takes words together that an automaton cannot tell apart:
//! those that lead between the same states with the same marks. There are finitely many classes,
//! and the complement is a union of `U V V V …` over classes. Here all classes are enumerated for
//! both automata at once, and each pair of classes is looked at.

use std::collections::BTreeSet;

use budget::Budget;
use checker::Established;
use evidence::automaton::{Acceptance, Automaton, Transition};
use fairness::{Methods, decide};
use random_programs::Rng;

/// The marks, at most four, that words of a class can collect between two states: a bit for each
/// set of marks.
type Class = Vec<u16>;

/// The most classes that are enumerated.
const CLASSES: usize = 30_000;

/// The sets of marks after two parts.
fn join(a: u16, b: u16) -> u16 {
    let mut joined = 0;
    for first in (0..16).filter(|first| a >> first & 1 == 1) {
        for second in (0..16).filter(|second| b >> second & 1 == 1) {
            joined |= 1 << (first | second);
        }
    }
    joined
}

fn product(states: usize, a: &[u16], b: &[u16]) -> Class {
    let mut product = vec![0; states * states];
    for from in 0..states {
        for through in (0..states).filter(|through| a[from * states + through] != 0) {
            for to in 0..states {
                product[from * states + to] |=
                    join(a[from * states + through], b[through * states + to]);
            }
        }
    }
    product
}

fn letter(automaton: &Automaton, letter: u32) -> Class {
    let states = automaton.states() as usize;
    let mut class = vec![0; states * states];
    for step in automaton
        .transitions()
        .iter()
        .filter(|step| step.letter == letter)
    {
        class[step.from as usize * states + step.to as usize] |= 1 << step.marks;
    }
    class
}

/// The states from which the class, again and again, is accepted.
fn accepting(automaton: &Automaton, class: &Class) -> u32 {
    let states = automaton.states() as usize;
    let mut closure = class.clone();
    loop {
        let longer = product(states, &closure, &closure);
        let joined: Class = closure.iter().zip(&longer).map(|(a, b)| a | b).collect();
        if joined == closure {
            break;
        }
        closure = joined;
    }
    let good = |state: usize| {
        let around = closure[state * states + state];
        (0..16).any(|marks| around >> marks & 1 == 1 && automaton.acceptance().accepts(marks))
    };
    (0..states)
        .filter(|from| {
            let reaches = |to: usize| *from == to || closure[from * states + to] != 0;
            (0..states).any(|to| reaches(to) && good(to))
        })
        .fold(0, |set, state| set | 1 << state)
}

fn reached(automaton: &Automaton, class: &Class) -> u32 {
    let states = automaton.states() as usize;
    let mut set = 0;
    for from in automaton.initial() {
        for to in 0..states {
            if class[*from as usize * states + to] != 0 {
                set |= 1 << to;
            }
        }
    }
    set
}

/// Whether every word of the first automaton is one of the second; none where there are too many
/// classes.
fn included(first: &Automaton, second: &Automaton) -> Option<bool> {
    let letters: Vec<[Class; 2]> = (0..first.letters())
        .map(|l| [letter(first, l), letter(second, l)])
        .collect();
    let (a, b) = (first.states() as usize, second.states() as usize);
    let mut found: BTreeSet<[Class; 2]> = letters.iter().cloned().collect();
    let mut open: Vec<[Class; 2]> = found.iter().cloned().collect();
    while let Some([in_first, in_second]) = open.pop() {
        for [first, second] in &letters {
            let longer = [product(a, &in_first, first), product(b, &in_second, second)];
            if found.insert(longer.clone()) {
                open.push(longer);
            }
        }
        if found.len() > CLASSES {
            return None;
        }
    }
    let start = |automaton: &Automaton| automaton.initial().iter().fold(0, |set, s| set | 1 << s);
    let mut beginnings: BTreeSet<(u32, u32)> = BTreeSet::from([(start(first), start(second))]);
    let mut cycles: BTreeSet<(u32, u32)> = BTreeSet::new();
    for [in_first, in_second] in &found {
        beginnings.insert((reached(first, in_first), reached(second, in_second)));
        cycles.insert((accepting(first, in_first), accepting(second, in_second)));
    }
    let separates = |(a, b): &(u32, u32)| {
        let mut cycles = cycles.iter();
        cycles.any(|(cycle_a, cycle_b)| a & cycle_a != 0 && b & cycle_b == 0)
    };
    Some(!beginnings.iter().any(separates))
}

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
    while yes + no < pairs {
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
