//! Whose turn it is, where threads take turns.

use program::Location;

use crate::control::Position;
use crate::loops::Loops;
use crate::threads::{ThreadId, Threads};

/// How far the turns have come: a position in the round.
pub(crate) type Turn = usize;

/// A round of turns: each thread has one or several, and after the last the first begins again.
/// Threads that are behind catch up first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Turns {
    round: Vec<ThreadId>,
    behind: Behind,
}

/// For each thread the places at which it is behind the others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Behind(Vec<Vec<bool>>);

impl Behind {
    /// Ways to say which threads are behind, the first without a delay.
    ///
    /// A thread in a loop that lies deeper than any of another thread is behind: inner loops run to
    /// their ends while the others wait at an outer one. And where a program has more loops than
    /// another, one after the other, it may run the first of them alone.
    pub(crate) fn ways(threads: &Threads) -> Vec<Behind> {
        const MOST_DELAYS: usize = 3;
        let loops: Vec<Loops> = (threads.all.iter())
            .map(|thread| Loops::of(&thread.graph))
            .collect();
        let looping = || loops.iter().filter(|loops| loops.deepest() > 0);
        let depth = looping().map(Loops::deepest).min().unwrap_or(0);
        let fewest = looping().map(Loops::count).min().unwrap_or(0);
        let most = looping().map(Loops::count).max().unwrap_or(0);
        let delays = 0..=(most - fewest).min(MOST_DELAYS);
        let ways = delays.map(|delay| {
            let threads = threads.all.iter().zip(&loops).map(|(thread, loops)| {
                let delay = delay.min(loops.count().saturating_sub(fewest));
                let places = thread.graph.locations();
                let behind = places.map(|at| loops.depth(at) > depth || loops.passed(at) < delay);
                behind.collect()
            });
            Behind(threads.collect()).or_nowhere()
        });
        ways.collect()
    }

    /// The same, with one value for all in which nobody is ever behind.
    fn or_nowhere(self) -> Self {
        let somewhere = self.0.iter().flatten().any(|is_behind| *is_behind);
        if somewhere { self } else { Behind::default() }
    }

    /// Whether a thread at a position is behind.
    fn contains(&self, thread: ThreadId, at: Position) -> bool {
        let places = self.0.get(thread);
        let at = at.and_then(|at| places?.get(at as usize).copied());
        at.unwrap_or(false)
    }
}

impl Turns {
    /// One turn for each of so many threads.
    pub(crate) fn even(threads: usize) -> Self {
        Turns {
            round: (0..threads).collect(),
            behind: Behind::default(),
        }
    }

    /// So many turns for each thread, all of a thread together.
    pub(crate) fn paced(paces: &[usize], behind: Behind) -> Self {
        let threads = paces.iter().enumerate();
        let round = threads.flat_map(|(thread, pace)| std::iter::repeat_n(thread, *pace));
        Turns {
            round: round.collect(),
            behind,
        }
    }

    /// How many turns pass before a thread at a position has one.
    pub(crate) fn wait(&self, turn: Turn, thread: ThreadId, at: Position) -> usize {
        if self.behind.contains(thread, at) {
            0
        } else {
            1 + self.distance(turn, thread)
        }
    }

    fn distance(&self, turn: Turn, thread: ThreadId) -> usize {
        let count = self.round.len();
        let mut waits = 0..count;
        let found = waits.find(|wait| self.round[(turn + wait) % count] == thread);
        found.unwrap_or(count)
    }

    /// The turn after a thread has moved from a position: it has used its next one, unless it was
    /// behind.
    pub(crate) fn after(&self, turn: Turn, thread: ThreadId, at: Position) -> Turn {
        if self.behind.contains(thread, at) {
            turn
        } else {
            (turn + self.distance(turn, thread) + 1) % self.round.len()
        }
    }

    /// Whether some thread is ever behind the others.
    pub(crate) fn has_delays(&self) -> bool {
        self.behind != Behind::default()
    }

    /// Whether a thread at a position is behind the others.
    pub(crate) fn is_behind(&self, thread: ThreadId, at: Location) -> bool {
        self.behind.contains(thread, Some(at.index() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_of_turns() {
        let at = Some(0);
        let turns = Turns::paced(&[3, 1], Behind::default());
        assert_eq!([0, 1].map(|thread| turns.wait(0, thread, at)), [1, 4]);
        assert_eq!([0, 1].map(|thread| turns.wait(3, thread, at)), [2, 1]);
        // A thread that moves although it is another's turn takes its own turn early.
        assert_eq!([0, 1].map(|thread| turns.after(1, thread, at)), [2, 0]);
        assert_eq!([0, 1].map(|thread| turns.after(3, thread, at)), [1, 0]);
        assert_eq!(Turns::even(3), Turns::paced(&[1, 1, 1], Behind::default()));
    }

    #[test]
    fn who_is_behind_goes_first() {
        let behind = Behind(vec![vec![false, false], vec![true, false]]);
        let turns = Turns::paced(&[1, 1], behind);
        assert!(turns.wait(0, 1, Some(0)) < turns.wait(0, 0, Some(0)));
        assert!(turns.wait(0, 1, Some(1)) > turns.wait(0, 0, Some(0)));
        // Catching up takes no turn.
        assert_eq!(turns.after(0, 1, Some(0)), 0);
        assert_eq!(turns.after(0, 0, Some(0)), 1);
    }
}
