//! Two automata over one alphabet.

use question::automaton::{Automaton, NoAutomaton, Transition};
use rustc_hash::FxHashMap;

use crate::guard::Guard;
use crate::source::{Alphabet, Source};
use crate::valuations::{Class, classes};

/// Two automata over one alphabet, and what their numbers mean.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first automaton.
    pub first: Automaton,
    /// The second automaton.
    pub second: Automaton,
    /// The names of the letters.
    pub letters: Vec<String>,
    /// The names of the first automaton's states.
    pub states: Vec<String>,
    /// The propositions that only one of the automata has.
    pub unmatched: Vec<String>,
}

/// Which propositions of two automata are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Matching {
    /// Those with the same name.
    #[default]
    ByName,
    /// Those at the same position.
    ByPosition,
}

/// Why two automata cannot be compared.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PairError {
    /// One has names for letters, the other propositions.
    #[error("one automaton reads symbols, the other valuations of propositions")]
    Styles,
    /// The labels tell too many valuations apart.
    #[error("the labels tell more valuations of their propositions apart than can be handled")]
    Valuations,
    /// There are too many transitions, or something else does not fit.
    #[error(transparent)]
    NoAutomaton(#[from] NoAutomaton),
}

/// The most transitions that labels may be written out to.
const TRANSITIONS: usize = 100_000_000;

/// Gives two automata a common alphabet.
///
/// # Errors
/// Where their letters are of different kinds, or too many.
pub fn pair(first: &Source, second: &Source, matching: Matching) -> Result<Pair, PairError> {
    let common = match (&first.alphabet, &second.alphabet) {
        (Alphabet::Symbols(a), Alphabet::Symbols(b)) => symbols(a, b),
        (
            Alphabet::Propositions {
                names: a,
                labels: first,
            },
            Alphabet::Propositions {
                names: b,
                labels: second,
            },
        ) => propositions((a, first), (b, second), matching)?,
        _ => return Err(PairError::Styles),
    };
    let count = u32::try_from(common.letters.len()).map_err(|_| NoAutomaton::TooMany)?;
    Ok(Pair {
        first: automaton(first, count, &common.of_first)?,
        second: automaton(second, count, &common.of_second)?,
        letters: common.letters,
        states: first.states.clone(),
        unmatched: common.unmatched,
    })
}

/// The letters of each label.
type Letters = Vec<Vec<u32>>;

/// A common alphabet.
struct Common {
    letters: Vec<String>,
    of_first: Letters,
    of_second: Letters,
    unmatched: Vec<String>,
}

fn symbols(first: &[String], second: &[String]) -> Common {
    let mut names: Vec<String> = first.to_vec();
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    for (name, number) in first.iter().zip(0..) {
        numbers.insert(name, number);
    }
    let mut of_second = Vec::new();
    for name in second {
        let number = *numbers.entry(name).or_insert_with(|| {
            names.push(name.clone());
            names.len() as u32 - 1
        });
        of_second.push(vec![number]);
    }
    Common {
        letters: names,
        of_first: (0..first.len() as u32).map(|number| vec![number]).collect(),
        of_second,
        unmatched: Vec::new(),
    }
}

fn propositions(
    (first_names, first): (&[String], &[Guard]),
    (second_names, second): (&[String], &[Guard]),
    matching: Matching,
) -> Result<Common, PairError> {
    let mut names: Vec<String> = first_names.to_vec();
    let mut renumbering = Vec::new();
    for (position, name) in second_names.iter().enumerate() {
        let known = match matching {
            Matching::ByName => first_names.iter().position(|other| other == name),
            Matching::ByPosition => (position < first_names.len()).then_some(position),
        };
        let number = known.unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        });
        renumbering.push(number as u32);
    }
    let renumbered = second
        .iter()
        .map(|guard| guard.renumber(&|position| renumbering[position as usize]));
    let labels: Vec<Guard> = first.iter().cloned().chain(renumbered).collect();
    let classes = classes(names.len() as u32, &labels).map_err(|_| PairError::Valuations)?;
    let of_label = |label: usize| {
        let reads = |(class, letter): (&Class, u32)| class.labels[label].then_some(letter);
        classes.iter().zip(0..).filter_map(reads).collect()
    };
    let letters = classes.iter().map(|class| describe(&names, &class.example));
    let unmatched = |position: &usize| match *position < first_names.len() {
        true => !renumbering.contains(&(*position as u32)),
        false => true,
    };
    let unmatched = (0..names.len()).filter(unmatched);
    Ok(Common {
        letters: letters.collect(),
        of_first: (0..first.len()).map(of_label).collect(),
        of_second: (first.len()..labels.len()).map(of_label).collect(),
        unmatched: unmatched.map(|position| names[position].clone()).collect(),
    })
}

/// A valuation as HOA writes it, with names.
fn describe(names: &[String], valuation: &[bool]) -> String {
    let literals = names
        .iter()
        .zip(valuation)
        .map(|(name, value)| match value {
            true => name.clone(),
            false => format!("!{name}"),
        });
    let text = Vec::from_iter(literals).join(" & ");
    if text.is_empty() {
        "t".to_owned()
    } else {
        text
    }
}

fn automaton(source: &Source, letters: u32, of_label: &Letters) -> Result<Automaton, NoAutomaton> {
    let count = source
        .edges
        .iter()
        .map(|edge| of_label[edge.label as usize].len());
    if count.sum::<usize>() > TRANSITIONS {
        return Err(NoAutomaton::TooMany);
    }
    let transitions = source.edges.iter().flat_map(|edge| {
        of_label[edge.label as usize]
            .iter()
            .map(|letter| Transition {
                from: edge.from,
                letter: *letter,
                to: edge.to,
                marks: edge.marks,
            })
    });
    let states = u32::try_from(source.states.len()).map_err(|_| NoAutomaton::TooMany)?;
    Automaton::new(
        letters,
        states,
        source.initial.clone(),
        transitions.collect(),
        source.acceptance.clone(),
    )
}
