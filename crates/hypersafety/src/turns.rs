//! Whose turn it is, where threads take turns.

use crate::threads::ThreadId;

/// How far the turns have come: a position in the round.
pub(crate) type Turn = usize;

/// A round of turns: each thread has one or several, and after the last the first begins again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turns {
    round: Vec<ThreadId>,
}

impl Turns {
    /// One turn for each of so many threads.
    pub(crate) fn even(threads: usize) -> Self {
        Turns {
            round: (0..threads).collect(),
        }
    }

    /// So many turns for each thread, all of a thread together.
    pub(crate) fn paced(paces: &[usize]) -> Self {
        let threads = paces.iter().enumerate();
        let round = threads.flat_map(|(thread, pace)| std::iter::repeat_n(thread, *pace));
        Turns {
            round: round.collect(),
        }
    }

    /// How many turns pass before a thread has one.
    pub(crate) fn wait(&self, turn: Turn, thread: ThreadId) -> usize {
        let count = self.round.len();
        let mut waits = 0..count;
        let found = waits.find(|wait| self.round[(turn + wait) % count] == thread);
        found.unwrap_or(count)
    }

    /// The turn after a thread has used its next one.
    pub(crate) fn after(&self, turn: Turn, thread: ThreadId) -> Turn {
        (turn + self.wait(turn, thread) + 1) % self.round.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_of_turns() {
        let turns = Turns::paced(&[3, 1]);
        assert_eq!([0, 1].map(|thread| turns.wait(0, thread)), [0, 3]);
        assert_eq!([0, 1].map(|thread| turns.wait(3, thread)), [1, 0]);
        // A thread that moves although it is another's turn takes its own turn early.
        assert_eq!([0, 1].map(|thread| turns.after(1, thread)), [2, 0]);
        assert_eq!([0, 1].map(|thread| turns.after(3, thread)), [1, 0]);
        assert_eq!(Turns::even(3), Turns::paced(&[1, 1, 1]));
    }
}
