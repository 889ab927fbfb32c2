//! Inclusion by Büchi's complementation, as the oracle of the engine.
//!
//! Büchi's proof that complements exist takes words together that an automaton cannot tell apart:
//! those that lead between the same states with the same marks. There are finitely many classes,
//! and the complement is a union of `U V V V …` over classes. Here all classes are enumerated for
//! both automata at once, and each pair of classes is looked at.

use std::collections::BTreeSet;

use question::automaton::Automaton;

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
pub(crate) fn included(first: &Automaton, second: &Automaton) -> Option<bool> {
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

/// How many times more random cases than usual are tried: `TANDEM_RANDOM_FACTOR`.
pub(crate) fn factor() -> u32 {
    let factor = std::env::var("TANDEM_RANDOM_FACTOR").ok();
    factor.and_then(|text| text.parse().ok()).unwrap_or(1)
}
