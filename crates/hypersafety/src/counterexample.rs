//! Traces that a lost game shows (papers/001, Theorem 5.5 and section 8.1).

use std::ops::Range;

use evidence::Reason;

use crate::alphabet::BranchId;
use crate::options::Counterexamples;
use crate::precision::Place;
use crate::threads::ThreadId;

/// A place where the prover has lost.
#[derive(Debug)]
pub(crate) struct Lost {
    pub(crate) place: Place,
    /// For each order of the threads why it fails.
    pub(crate) losses: Vec<Loss>,
}

/// Why an order fails.
#[derive(Clone, Debug)]
pub(crate) enum Loss {
    /// Here the postcondition or an assertion may be violated, whatever the order.
    Violation(BranchId),
    /// With this thread first, the letter leads to a lost place.
    Move(ThreadId, Move),
}

/// A case of a letter and where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) branch: BranchId,
    pub(crate) to: usize,
    /// The thread whose letter it is.
    pub(crate) thread: ThreadId,
}

/// Why a game is lost: the proof that the prover has no reduction (papers/001, section 7.2), which
/// is a tree with some of its parts shared.
#[derive(Debug)]
pub(crate) struct Refutation {
    /// The start that is lost, and its place.
    pub(crate) start: (BranchId, usize),
    pub(crate) lost: Vec<Lost>,
}

/// A trace, and where it leads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Counterexample {
    /// The steps, the first of which is a way to start.
    pub(crate) steps: Vec<BranchId>,
    /// The places after the start and between the steps.
    pub(crate) places: Vec<Place>,
}

/// More traces than this are not learnt from in one round.
const MOST_TRACES: u64 = 4096;

impl Refutation {
    /// The traces that are to be learnt from, each once.
    pub(crate) fn counterexamples(
        &self,
        which: Counterexamples,
    ) -> Result<Vec<Counterexample>, Reason> {
        let range: Range<u64> = match which {
            Counterexamples::RoundRobin => return Ok(vec![self.in_turn()]),
            Counterexamples::Preferred => return Ok(vec![self.preferred()]),
            Counterexamples::All => {
                let count = self.count();
                if count > MOST_TRACES {
                    let what = format!("a lost game has {count} traces to learn from");
                    return Err(Reason::Incomplete(what));
                }
                0..count
            }
            Counterexamples::Leftmost(number) => 0..(number as u64).clamp(1, self.count()),
            Counterexamples::Middle(number) => {
                let count = self.count();
                let number = (number as u64).clamp(1, count);
                let first = (count - number) / 2;
                first..first + number
            }
        };
        let counts = self.counts();
        let mut found: Vec<Counterexample> = range.map(|index| self.nth(index, &counts)).collect();
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// How many traces there are; the largest number where there are more.
    fn count(&self) -> u64 {
        self.counts()[self.start.1]
    }

    /// For each place how many traces start there.
    fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.lost.len()];
        // Children first: a place is on the stack a second time behind its children.
        let mut open = vec![(self.start.1, false)];
        while let Some((at, is_ready)) = open.pop() {
            if counts[at] > 0 {
                continue;
            }
            let moves = self.moves(at);
            if is_ready || moves.is_empty() {
                let sum = moves
                    .iter()
                    .fold(0_u64, |sum, step| sum.saturating_add(counts[step.to]));
                counts[at] = sum.max(1);
            } else {
                open.push((at, true));
                open.extend(moves.iter().map(|step| (step.to, false)));
            }
        }
        counts
    }

    /// The moves to lost places, one for each order and the leftmost first; none at a violation.
    fn moves(&self, at: usize) -> Vec<Move> {
        let losses = &self.lost[at].losses;
        if self.violation(at).is_some() {
            return Vec::new();
        }
        let mut moves: Vec<(ThreadId, Move)> = losses
            .iter()
            .filter_map(|loss| match loss {
                Loss::Move(first, step) => Some((*first, *step)),
                Loss::Violation(_) => None,
            })
            .collect();
        moves.sort_by_key(|(first, step)| (*first, step.thread));
        let mut moves: Vec<Move> = moves.into_iter().map(|(_, step)| step).collect();
        moves.dedup();
        moves
    }

    fn violation(&self, at: usize) -> Option<BranchId> {
        self.lost[at].losses.iter().find_map(|loss| match loss {
            Loss::Violation(branch) => Some(*branch),
            Loss::Move(..) => None,
        })
    }

    /// The trace with a number, counted from the left.
    fn nth(&self, mut index: u64, counts: &[u64]) -> Counterexample {
        self.follow(&mut |at, _| {
            for step in self.moves(at) {
                if index < counts[step.to] {
                    return Some(step);
                }
                index -= counts[step.to];
            }
            None
        })
    }

    /// The trace in which the threads take turns as far as they can.
    fn in_turn(&self) -> Counterexample {
        self.follow(&mut |at, last| {
            let after = |step: &Move| (last.is_some_and(|last| step.thread <= last), step.thread);
            self.moves(at).into_iter().min_by_key(after)
        })
    }

    /// The trace of the orders that were tried first.
    fn preferred(&self) -> Counterexample {
        self.follow(&mut |at, _| {
            let mut losses = self.lost[at].losses.iter();
            losses.find_map(|loss| match loss {
                Loss::Move(_, step) => Some(*step),
                Loss::Violation(_) => None,
            })
        })
    }

    /// Follows moves to a violation; they are picked by where they start and who moved last.
    fn follow(
        &self,
        pick: &mut dyn FnMut(usize, Option<ThreadId>) -> Option<Move>,
    ) -> Counterexample {
        let (start, mut at) = self.start;
        let mut trace = Counterexample {
            steps: vec![start],
            places: Vec::new(),
        };
        let mut last = None;
        loop {
            trace.places.push(self.lost[at].place);
            if let Some(violation) = self.violation(at) {
                trace.steps.push(violation);
                return trace;
            }
            let Some(step) = pick(at, last) else {
                return trace;
            };
            trace.steps.push(step.branch);
            (at, last) = (step.to, Some(step.thread));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two threads with two steps each: the place says how many each has taken.
    fn square() -> Refutation {
        let mut lost = Vec::new();
        for a in 0..3 {
            for b in 0..3 {
                let mut losses = Vec::new();
                if a < 2 {
                    let (branch, to) = (a, 3 * (a + 1) + b);
                    let thread = 0;
                    losses.push(Loss::Move(0, Move { branch, to, thread }));
                }
                if b < 2 {
                    let (branch, to) = (2 + b, 3 * a + b + 1);
                    let thread = 1;
                    losses.push(Loss::Move(1, Move { branch, to, thread }));
                }
                if losses.is_empty() {
                    losses.push(Loss::Violation(9));
                }
                let place = (3 * a + b, None);
                lost.push(Lost { place, losses });
            }
        }
        let start = (8, 0);
        Refutation { start, lost }
    }

    fn check(which: Counterexamples, expected: &[&[BranchId]]) {
        let found = square().counterexamples(which).expect("they are few");
        let steps: Vec<&[BranchId]> = found.iter().map(|trace| &trace.steps[..]).collect();
        assert_eq!(steps, expected, "{which:?}");
    }

    #[test]
    fn each_kind_of_counterexamples() {
        let all: [&[BranchId]; 6] = [
            &[8, 0, 1, 2, 3, 9],
            &[8, 0, 2, 1, 3, 9],
            &[8, 0, 2, 3, 1, 9],
            &[8, 2, 0, 1, 3, 9],
            &[8, 2, 0, 3, 1, 9],
            &[8, 2, 3, 0, 1, 9],
        ];
        check(Counterexamples::All, &all);
        check(Counterexamples::Leftmost(1), &all[..1]);
        check(Counterexamples::Leftmost(4), &all[..4]);
        check(Counterexamples::Leftmost(100), &all);
        check(Counterexamples::Middle(1), &all[2..3]);
        check(Counterexamples::Middle(2), &all[2..4]);
        check(Counterexamples::RoundRobin, &all[1..2]);
        check(Counterexamples::Preferred, &all[..1]);
    }
}
