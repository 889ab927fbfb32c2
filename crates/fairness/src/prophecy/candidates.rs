//! Formulas that may tell the second automaton what to choose, read off its own choices.
//!
//! Where it can go to several states by one letter, these are followed in step, word by word. What
//! one of them can read at some time and another one cannot decides between them, and the formula
//! asks what comes first: `until(!against, speaks for it)`. With nothing against a state that is
//! `eventually`. Where two states differ in what they can read infinitely often, the formula is
//! `always(eventually(…))`. What comes next needs no formula, since lookahead sees it.

use std::collections::BTreeSet;

use budget::{Budget, Exhausted};
use evidence::tester::{Tester, TesterPart};
use question::automaton::Automaton;
use rustc_hash::FxHashSet;

use super::words;
use crate::components::components;
use crate::sets::States;

/// How many choices are looked at.
const CHOICES: usize = 128;

/// The most states of a choice.
const MEMBERS: usize = 5;

/// How far the states of a choice are followed.
const PLACES: usize = 64;

/// The most operators of a tester.
const OPERATORS: usize = 6;

/// The most formulas of one kind that are kept.
const KEPT: usize = 8;

/// A set of letters.
type Letters = BTreeSet<u32>;

/// Something to predict.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Prediction {
    /// One of the second letters comes, and before it none of the first.
    Before { against: Letters, comes: Letters },
    /// Some of the letters come infinitely often.
    Recurs(Letters),
}

impl Prediction {
    fn size(&self) -> usize {
        match self {
            Prediction::Before { against, comes } => against.len() + comes.len(),
            Prediction::Recurs(letters) => letters.len(),
        }
    }

    /// Whether another one says the same of more letters.
    fn is_part_of(&self, other: &Prediction) -> bool {
        match (self, other) {
            (
                Prediction::Before { against, comes },
                Prediction::Before {
                    against: more_against,
                    comes: more,
                },
            ) => against.is_subset(more_against) && comes.is_subset(more),
            _ => self == other,
        }
    }

    /// Adds its parts to a tester.
    fn add(&self, tester: &mut Tester) {
        let parts = &mut tester.parts;
        let mut add = |part: TesterPart| {
            parts.push(part);
            parts.len() as u32 - 1
        };
        let list = |letters: &Letters| TesterPart::Letters(letters.iter().copied().collect());
        match self {
            Prediction::Before { against, comes } => {
                let against = add(list(against));
                let free = add(TesterPart::Not(against));
                let comes = add(list(comes));
                add(TesterPart::Until(free, comes));
            }
            Prediction::Recurs(letters) => {
                let always = add(TesterPart::All(Vec::new()));
                let comes = add(list(letters));
                let eventually = add(TesterPart::Until(always, comes));
                let never = add(TesterPart::Not(eventually));
                add(TesterPart::Until(always, never));
            }
        }
    }
}

/// Testers that may help, small ones first.
pub(super) fn candidates(second: &Automaton, budget: &Budget) -> Result<Vec<Tester>, Exhausted> {
    let recurring = recurring(second);
    let (mut before, mut recurs) = (BTreeSet::new(), BTreeSet::new());
    for choice in choices(second) {
        budget.check()?;
        let predictions = differences(second, &choice);
        if !predictions.is_empty() {
            before.insert(predictions);
        }
        for state in &choice {
            let own = &recurring[*state as usize];
            for other in &choice {
                let more: Letters = own
                    .difference(&recurring[*other as usize])
                    .copied()
                    .collect();
                if !more.is_empty() {
                    recurs.insert(vec![Prediction::Recurs(more)]);
                }
            }
        }
    }
    let (before, recurs) = (general(before), general(recurs));
    let mut groups: Vec<Vec<Prediction>> = before.iter().chain(&recurs).cloned().collect();
    // Two that are made at different choices, and at last all that are made.
    for (position, one) in groups.clone().iter().enumerate() {
        for other in &groups.clone()[position + 1..] {
            groups.push(one.iter().chain(other).cloned().collect());
        }
    }
    groups.push(before.into_iter().flatten().collect());
    let mut testers: Vec<Tester> = Vec::new();
    for mut group in groups {
        group.sort_unstable();
        group.dedup();
        let mut tester = Tester {
            formula: String::new(),
            parts: Vec::new(),
        };
        group
            .iter()
            .for_each(|prediction| prediction.add(&mut tester));
        tester.formula = words::formula(&tester, &words::numbers);
        if (1..=OPERATORS).contains(&tester.operators()) && !testers.contains(&tester) {
            testers.push(tester);
        }
    }
    testers.sort_by_key(Tester::operators);
    Ok(testers)
}

/// Those that speak of most letters first; what another one says of more letters is left out.
fn general(groups: BTreeSet<Vec<Prediction>>) -> Vec<Vec<Prediction>> {
    let mut groups: Vec<Vec<Prediction>> = groups.into_iter().collect();
    groups.sort_by_key(|group| {
        let size: usize = group.iter().map(Prediction::size).sum();
        std::cmp::Reverse(size)
    });
    let mut kept: Vec<Vec<Prediction>> = Vec::new();
    for group in groups {
        let said = |more: &Vec<Prediction>| {
            let mut all = group.iter();
            all.all(|one| more.iter().any(|other| one.is_part_of(other)))
        };
        if !kept.iter().any(said) {
            kept.push(group);
        }
    }
    kept.truncate(KEPT);
    kept
}

/// The states between which the automaton chooses: at the start, or by a letter.
fn choices(automaton: &Automaton) -> Vec<Vec<u32>> {
    let mut known: FxHashSet<Vec<u32>> = FxHashSet::default();
    let mut found: Vec<Vec<u32>> = Vec::new();
    let mut add = |mut choice: Vec<u32>| {
        choice.sort_unstable();
        choice.dedup();
        let fits = (2..=MEMBERS).contains(&choice.len()) && found.len() < CHOICES;
        if fits && known.insert(choice.clone()) {
            found.push(choice);
        }
    };
    add(automaton.initial().to_vec());
    for state in 0..automaton.states() {
        let steps = automaton.from(state);
        for same in steps.chunk_by(|a, b| a.letter == b.letter) {
            add(same.iter().map(|step| step.to).collect());
        }
    }
    found
}

/// What decides between the states of a choice.
fn differences(automaton: &Automaton, choice: &[u32]) -> Vec<Prediction> {
    let count = automaton.states();
    let start = choice.iter().map(|state| States::of(count, &[*state]));
    let start: Vec<States> = start.collect();
    let mut known: FxHashSet<Vec<States>> = FxHashSet::default();
    known.insert(start.clone());
    let mut places = vec![start];
    // For each state of the choice the letters that speak for it, and those that speak against it.
    let mut letters: Vec<(Letters, Letters)> = vec![Default::default(); choice.len()];
    let mut position = 0;
    while let Some(place) = places.get(position).cloned() {
        position += 1;
        let readable: Letters = (place.iter())
            .flat_map(States::iter)
            .flat_map(|state| automaton.from(state))
            .map(|step| step.letter)
            .collect();
        for letter in readable {
            let after: Vec<States> = (place.iter())
                .map(|set| set.after(automaton, letter))
                .collect();
            let left = after.iter().filter(|set| !set.is_empty()).count();
            let before = place.iter().filter(|set| !set.is_empty()).count();
            if left < before {
                for ((for_it, against_it), (set, old)) in
                    letters.iter_mut().zip(after.iter().zip(&place))
                {
                    match (old.is_empty(), set.is_empty()) {
                        (true, _) => {}
                        (false, false) => drop(for_it.insert(letter)),
                        (false, true) => drop(against_it.insert(letter)),
                    }
                }
            }
            // Where all are in the same states, nothing decides any more.
            let differ = after.iter().any(|set| *set != after[0]);
            if left > 1 && differ && places.len() < PLACES && known.insert(after.clone()) {
                places.push(after);
            }
        }
    }
    let predictions = letters.iter().filter_map(|(for_it, against_it)| {
        let comes: Letters = for_it.difference(against_it).copied().collect();
        let against: Letters = against_it.difference(for_it).copied().collect();
        (!comes.is_empty()).then_some(Prediction::Before { against, comes })
    });
    let mut predictions: Vec<Prediction> = predictions.collect();
    // Where none of the others comes first, it is the last.
    predictions.truncate(choice.len() - 1);
    predictions
}

/// For each state the letters that it can read infinitely often in an accepted run.
fn recurring(automaton: &Automaton) -> Vec<Letters> {
    let count = automaton.states() as usize;
    let component = components(automaton);
    let goals = (0..automaton.goals().unwrap_or(0)).fold(0_u64, |marks, goal| marks | 1 << goal);
    let mut marks: Vec<u64> = vec![0; count];
    let mut letters: Vec<Letters> = vec![Letters::new(); count];
    for step in automaton.transitions() {
        let own = component[step.from as usize];
        if own == component[step.to as usize] {
            marks[own as usize] |= step.marks;
            letters[own as usize].insert(step.letter);
        }
    }
    for (letters, marks) in letters.iter_mut().zip(&marks) {
        if marks & goals != goals {
            letters.clear();
        }
    }
    // Components come after those that they reach.
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_unstable_by_key(|state| component[*state as usize]);
    for state in order {
        let own = component[state as usize] as usize;
        for step in automaton.from(state) {
            let other = component[step.to as usize] as usize;
            if other != own {
                let more = letters[other].clone();
                letters[own].extend(more);
            }
        }
    }
    let of = |state: usize| letters[component[state] as usize].clone();
    (0..count).map(of).collect()
}
