//! Sets of states of one automaton.

use question::automaton::Automaton;

/// A set of states.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct States(Box<[u64]>);

impl States {
    /// No state of an automaton with so many.
    pub(crate) fn none(count: u32) -> Self {
        States(vec![0; count.div_ceil(64) as usize].into())
    }

    /// These states.
    pub(crate) fn of(count: u32, states: &[u32]) -> Self {
        let mut set = States::none(count);
        states.iter().for_each(|state| set.insert(*state));
        set
    }

    pub(crate) fn insert(&mut self, state: u32) {
        self.0[(state >> 6) as usize] |= 1 << (state & 63);
    }

    pub(crate) fn has(&self, state: u32) -> bool {
        self.0[(state >> 6) as usize] >> (state & 63) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn is_subset(&self, other: &States) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The states, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        crate::bits::ones(self.0.iter().copied())
    }

    /// The states after a letter.
    pub(crate) fn after(&self, automaton: &Automaton, letter: u32) -> States {
        let mut after = States::none(automaton.states());
        for state in self.iter() {
            for step in automaton.reading(state, letter) {
                after.insert(step.to);
            }
        }
        after
    }
}
