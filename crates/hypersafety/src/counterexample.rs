//! Traces that a lost game shows.

use crate::alphabet::BranchId;
use crate::game::{Game, Loss, Move, NodeId};
use crate::precision::Place;
use crate::threads::ThreadId;

/// A trace, and where it leads.
pub(crate) struct Counterexample {
    /// The steps, the first of which is a way to start.
    pub(crate) steps: Vec<BranchId>,
    /// The places after the start and between the steps.
    pub(crate) places: Vec<Place>,
}

/// How counterexamples are picked from a lost game (papers/001, section 8.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strategy {
    /// The threads take turns.
    RoundRobin,
    /// As the game preferred.
    Preferred,
    /// The first thread that can.
    Leftmost,
}

/// A trace that the assertions do not prove, and that is in the reduction which the strategy picks.
pub(crate) fn counterexample(
    game: &Game,
    start: BranchId,
    root: NodeId,
    strategy: Strategy,
) -> Counterexample {
    let mut steps = vec![start];
    let mut places = Vec::new();
    let mut at = root;
    let mut last: Option<ThreadId> = None;
    loop {
        places.push(game.place(at));
        let losses = &game.nodes[at].losses;
        if let Some(violation) = losses.iter().find_map(|loss| match loss {
            Loss::Violation(branch) => Some(*branch),
            Loss::Move(..) => None,
        }) {
            steps.push(violation);
            return Counterexample { steps, places };
        }
        let moves: Vec<(ThreadId, Move)> = losses
            .iter()
            .filter_map(|loss| match loss {
                Loss::Move(thread, step) => Some((*thread, *step)),
                Loss::Violation(_) => None,
            })
            .collect();
        let after = |thread: ThreadId| {
            let behind = last.is_some_and(|last| thread <= last);
            (behind, thread)
        };
        let picked = match strategy {
            Strategy::RoundRobin => moves.iter().min_by_key(|(thread, _)| after(*thread)),
            Strategy::Preferred => moves.first(),
            Strategy::Leftmost => moves.iter().min_by_key(|(thread, _)| *thread),
        };
        let Some((_, step)) = picked else {
            return Counterexample { steps, places };
        };
        let letter = game.alphabet.branches[step.branch].letter;
        last = letter.map(|letter| game.alphabet.letters[letter].thread);
        steps.push(step.branch);
        at = step.to;
    }
}
