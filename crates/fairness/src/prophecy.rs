//! Closing the gap with temporal testers (papers/004, section 7): the first automaton runs together
//! with predictions about the rest of its own run, so that the second one knows what to choose.
//!
//! The paper expects the user to devise the tester. Here [`Tester`]s for a few formulas over letters
//! are tried, which are read off the choices of the second automaton
//! ([`candidates`]). A tester constrains nothing, whatever its formula is: a fair simulation of the
//! augmented automaton proves the inclusion.

mod candidates;
pub(crate) mod words;

use budget::{Budget, Exhausted};
use evidence::inclusion::FairSimulation;
use evidence::tester::{Tester, TesterPart};
use question::automaton::{Acceptance, Automaton, MAX_MARKS, Transition};

use crate::decide::between;
use crate::trim::{Trimmed, trim};

/// How many testers are tried.
const TESTERS: usize = 16;

/// How many steps of a game are looked at for each tester.
const EFFORT: u64 = 4_000_000;

/// The most transitions of a product with a tester that is tried.
const TRANSITIONS: usize = 1 << 20;

/// The most pairs of states of a game with a tester.
const PAIRS: u64 = 1 << 24;

/// A tester that helps.
pub(crate) struct Prophecy {
    pub(crate) tester: Tester,
    /// The first automaton together with the tester.
    pub(crate) augmented: Automaton,
    pub(crate) simulation: FairSimulation,
}

/// Tries testers one after the other, small ones first. The second automaton is viable, and both
/// have generalised Büchi acceptance.
pub(crate) fn attempt(
    first: &Automaton,
    second: &Trimmed,
    budget: &Budget,
) -> Result<Option<Prophecy>, Exhausted> {
    let testers = candidates::candidates(&second.automaton, budget)?;
    let count = testers.len().min(TESTERS);
    for (number, tester) in (1..).zip(testers.into_iter().take(TESTERS)) {
        budget.report(|| format!("temporal tester {number} of {count}"));
        if first.transitions().len() > TRANSITIONS >> tester.operators() {
            continue;
        }
        let Some(augmented) = product(first, &tester, budget)? else {
            continue;
        };
        let viable = trim(&augmented, augmented.goals().unwrap_or(0));
        let states = u64::from(viable.automaton.states());
        if states * u64::from(second.automaton.states()) > PAIRS {
            continue;
        }
        if let Some(simulation) = between(&viable, second, 1, EFFORT, budget)? {
            return Ok(Some(Prophecy {
                tester,
                augmented,
                simulation,
            }));
        }
    }
    Ok(None)
}

/// The automaton together with the tester, numbered as [`Tester`] says; none where that would be too
/// large.
pub(crate) fn product(
    plain: &Automaton,
    tester: &Tester,
    budget: &Budget,
) -> Result<Option<Automaton>, Exhausted> {
    let mut meter = budget.meter();
    let own = plain.acceptance().mark_count();
    let is_until = |part: &&TesterPart| matches!(part, TesterPart::Until(..));
    let untils = tester.parts.iter().filter(is_until).count() as u32;
    let all = 1_u32 << tester.operators();
    let (Some(states), true) = (plain.states().checked_mul(all), own + untils <= MAX_MARKS) else {
        return Ok(None);
    };
    let watch = Watch::new(tester, plain);
    let mut transitions = Vec::with_capacity(plain.transitions().len() * all as usize);
    for step in plain.transitions() {
        for after in 0..all {
            meter.tick()?;
            let (before, marks) = watch.before(step, after);
            let kept = match own {
                MAX_MARKS => step.marks,
                own => step.marks & ((1 << own) - 1) | marks << own,
            };
            transitions.push(Transition {
                from: step.from * all + before,
                letter: step.letter,
                to: step.to * all + after,
                marks: kept,
            });
        }
    }
    let initial = plain.initial().iter();
    let initial = initial.flat_map(|state| (0..all).map(move |bits| state * all + bits));
    let mut parts = match plain.acceptance() {
        Acceptance::All(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    parts.extend((own..own + untils).map(Acceptance::Inf));
    Ok(Automaton::new(
        plain.letters(),
        states,
        initial.collect(),
        transitions,
        Acceptance::All(parts),
    )
    .ok())
}

/// A tester with quick answers to what holds of letters and states.
struct Watch<'a> {
    tester: &'a Tester,
    /// For each part about letters or states which of them it speaks of.
    members: Vec<Vec<bool>>,
}

impl<'a> Watch<'a> {
    fn new(tester: &'a Tester, plain: &Automaton) -> Self {
        let member = |count: u32, list: &[u32]| {
            let mut members = vec![false; count as usize];
            for number in list {
                if let Some(member) = members.get_mut(*number as usize) {
                    *member = true;
                }
            }
            members
        };
        let members = tester.parts.iter().map(|part| match part {
            TesterPart::Letters(letters) => member(plain.letters(), letters),
            TesterPart::States(states) => member(plain.states(), states),
            _ => Vec::new(),
        });
        Watch {
            tester,
            members: members.collect(),
        }
    }

    /// What the operators are before a step, and the marks of the `until`s, where it is known what
    /// the operators are after it.
    fn before(&self, step: &Transition, after: u32) -> (u32, u64) {
        // What holds at the next step, as far as it does not depend on the next letter.
        let mut then: Vec<bool> = Vec::with_capacity(self.members.len());
        let mut now: Vec<bool> = Vec::with_capacity(self.members.len());
        let (mut before, mut marks) = (0, 0);
        let (mut operator, mut mark) = (0, 0);
        for (part, members) in self.tester.parts.iter().zip(&self.members) {
            let stays = after >> operator & 1 == 1;
            let (value, next) = match part {
                TesterPart::Letters(_) => (members[step.letter as usize], false),
                TesterPart::States(_) => (members[step.from as usize], members[step.to as usize]),
                TesterPart::Not(part) => (!now[*part as usize], !then[*part as usize]),
                TesterPart::All(parts) => (
                    parts.iter().all(|part| now[*part as usize]),
                    parts.iter().all(|part| then[*part as usize]),
                ),
                TesterPart::Any(parts) => (
                    parts.iter().any(|part| now[*part as usize]),
                    parts.iter().any(|part| then[*part as usize]),
                ),
                TesterPart::Next(part) => (then[*part as usize], stays),
                TesterPart::Until(first, second) => {
                    let done = now[*second as usize];
                    let value = done || now[*first as usize] && stays;
                    marks |= u64::from(!value || done) << mark;
                    mark += 1;
                    (value, stays)
                }
            };
            if part.is_operator() {
                before |= u32::from(value) << operator;
                operator += 1;
            }
            now.push(value);
            then.push(next);
        }
        (before, marks)
    }
}
