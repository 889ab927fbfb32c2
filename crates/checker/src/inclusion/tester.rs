//! The rule for temporal testers (papers/004, sections 7 and 8): the next automaton is the one
//! before together with truth values for temporal operators, and nothing else.
//!
//! That constrains nothing: each operator has one truth value at each step of a run, by what it
//! means, and with these values the run is one of the product. An `until` that is true has its
//! second part true at some later step, so that its mark comes infinitely often.

use budget::Budget;
use evidence::tester::{MAX_OPERATORS, Tester, TesterPart};
use question::automaton::{Acceptance, Automaton, MAX_MARKS, Transition};

use crate::{Rejected, broken};

pub(super) fn check(
    plain: &Automaton,
    tested: &Automaton,
    tester: &Tester,
    budget: &Budget,
) -> Result<usize, Rejected> {
    rule_order(tester)?;
    rule_letters(tester)?;
    let product = product(plain, tester, budget)?;
    match product == *tested {
        true => Ok(product.transitions().len()),
        false => Err(broken(
            "Tester",
            "the next automaton is not the product with it",
        )),
    }
}

/// Parts speak of parts before them, and there are not too many operators.
fn rule_order(tester: &Tester) -> Result<(), Rejected> {
    for (position, part) in (0..).zip(&tester.parts) {
        if let Some(later) = spoken_of(part).iter().find(|other| **other >= position) {
            return Err(Rejected::Dangling {
                what: "part of a tester",
                position: *later,
            });
        }
    }
    match tester.operators() <= MAX_OPERATORS as usize {
        true => Ok(()),
        false => Err(broken("Tester", "there are too many operators")),
    }
}

fn spoken_of(part: &TesterPart) -> Vec<u32> {
    match part {
        TesterPart::Letters(_) | TesterPart::States(_) => Vec::new(),
        TesterPart::Not(part) | TesterPart::Next(part) => vec![*part],
        TesterPart::All(parts) | TesterPart::Any(parts) => parts.clone(),
        TesterPart::Until(first, second) => vec![*first, *second],
    }
}

/// What a `next` speaks of is known before the letter is read.
fn rule_letters(tester: &Tester) -> Result<(), Rejected> {
    let mut needs: Vec<bool> = Vec::new();
    for part in &tester.parts {
        let inner = spoken_of(part).iter().any(|part| needs[*part as usize]);
        let needs_letter = match part {
            TesterPart::Letters(_) => true,
            TesterPart::Next(_) if inner => {
                return Err(broken("Tester", "a letter is not known before its step"));
            }
            part => inner && !part.is_operator(),
        };
        needs.push(needs_letter);
    }
    Ok(())
}

/// The values of all parts at a step, where those of the operators are known.
fn values(tester: &Tester, state: u32, letter: Option<u32>, operators: u32) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::new();
    let mut operator = 0;
    for part in &tester.parts {
        let of = |part: &u32| values[*part as usize];
        let value = match part {
            TesterPart::Letters(letters) => letter.is_some_and(|letter| letters.contains(&letter)),
            TesterPart::States(states) => states.contains(&state),
            TesterPart::Not(part) => !of(part),
            TesterPart::All(parts) => parts.iter().all(of),
            TesterPart::Any(parts) => parts.iter().any(of),
            TesterPart::Next(_) | TesterPart::Until(..) => {
                operator += 1;
                operators >> (operator - 1) & 1 == 1
            }
        };
        values.push(value);
    }
    values
}

/// The marks of the `until`s with a step before which the operators have these values; none where
/// the values do not fit to those after the step.
fn marks(tester: &Tester, now: &[bool], then: &[bool]) -> Option<u64> {
    let (mut marks, mut mark) = (0_u64, 0);
    for (position, part) in tester.parts.iter().enumerate() {
        let fits = match part {
            TesterPart::Next(part) => now[position] == then[*part as usize],
            TesterPart::Until(first, second) => {
                let (first, second) = (now[*first as usize], now[*second as usize]);
                marks |= u64::from(!now[position] || second) << mark;
                mark += 1;
                now[position] == (second || first && then[position])
            }
            _ => true,
        };
        if !fits {
            return None;
        }
    }
    Some(marks)
}

/// The automaton together with the tester.
fn product(plain: &Automaton, tester: &Tester, budget: &Budget) -> Result<Automaton, Rejected> {
    let mut meter = budget.meter();
    let all = 1_u32 << tester.operators();
    let own = plain.acceptance().mark_count();
    let is_until = |part: &&TesterPart| matches!(part, TesterPart::Until(..));
    let untils = tester.parts.iter().filter(is_until).count() as u32;
    if own + untils > MAX_MARKS {
        return Err(broken("Tester", "there are too many marks"));
    }
    let large = || broken("Tester", "the product is too large");
    let states = plain.states().checked_mul(all).ok_or_else(large)?;
    let shift = |marks: u64| marks.checked_shl(own).unwrap_or(0);
    let mut transitions = Vec::new();
    for step in plain.transitions() {
        let now = |bits: u32| values(tester, step.from, Some(step.letter), bits);
        let before: Vec<Vec<bool>> = (0..all).map(now).collect();
        for after in 0..all {
            let then = values(tester, step.to, None, after);
            for (bits, now) in (0..all).zip(&before) {
                meter.tick()?;
                let Some(marks) = marks(tester, now, &then) else {
                    continue;
                };
                transitions.push(Transition {
                    from: step.from * all + bits,
                    letter: step.letter,
                    to: step.to * all + after,
                    marks: step.marks & !shift(u64::MAX) | shift(marks),
                });
            }
        }
    }
    let initial = plain.initial().iter();
    let initial = initial.flat_map(|state| (0..all).map(move |bits| state * all + bits));
    let parts = match plain.acceptance() {
        Acceptance::All(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let more = (own..own + untils).map(Acceptance::Inf);
    let made = Automaton::new(
        plain.letters(),
        states,
        initial.collect(),
        transitions,
        Acceptance::All(parts.into_iter().chain(more).collect()),
    );
    made.map_err(|error| broken("Tester", error.to_string()))
}
