//! One automaton as its text says it.

use question::automaton::Acceptance;

use crate::guard::Guard;

/// An automaton whose letters are still names or formulas.
#[derive(Clone, Debug)]
pub struct Source {
    /// The names of the states.
    pub(crate) states: Vec<String>,
    pub(crate) initial: Vec<u32>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) acceptance: Acceptance,
    pub(crate) alphabet: Alphabet,
}

/// A transition under a label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) from: u32,
    /// The position of the label among the alphabet's labels.
    pub(crate) label: u32,
    pub(crate) to: u32,
    pub(crate) marks: u64,
}

/// What labels are.
#[derive(Clone, Debug)]
pub(crate) enum Alphabet {
    /// Each label is a letter.
    Symbols(Vec<String>),
    /// Each label is a set of valuations of propositions.
    Propositions {
        names: Vec<String>,
        labels: Vec<Guard>,
    },
}

/// Which kind of letters an automaton has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Plain names.
    Symbols,
    /// Valuations of propositions.
    Propositions,
}

impl Source {
    /// Which kind of letters it has.
    #[must_use]
    pub fn style(&self) -> Style {
        match self.alphabet {
            Alphabet::Symbols(_) => Style::Symbols,
            Alphabet::Propositions { .. } => Style::Propositions,
        }
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The number of transitions, counted by their labels.
    #[must_use]
    pub fn transitions(&self) -> usize {
        self.edges.len()
    }
}
