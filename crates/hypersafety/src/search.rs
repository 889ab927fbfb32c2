//! The refinement loop (papers/001, Fig. 4).

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use logic::Var;
use program::Task;
use rustc_hash::FxHashSet;

use crate::Effort;
use crate::alphabet::{Alphabet, BranchId};
use crate::certificate;
use crate::control::Control;
use crate::game::{Game, Loss, Move, NodeId};
use crate::interpolate::Interpolator;
use crate::proof::Proof;
use crate::refute;
use crate::threads::{ThreadId, Threads};
use crate::trace::{Feasibility, Unrolled};

/// How counterexamples are picked from a lost game (papers/001, section 8.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strategy {
    /// The threads take turns.
    RoundRobin,
    /// As the game preferred.
    Preferred,
    /// The first thread that can.
    Leftmost,
    /// The last thread that can.
    Rightmost,
}

const STRATEGIES: [Strategy; 4] = [
    Strategy::RoundRobin,
    Strategy::Preferred,
    Strategy::Leftmost,
    Strategy::Rightmost,
];

pub(crate) fn search(task: &Task, budget: &Budget, effort: &mut Effort) -> Result<Verdict, Reason> {
    let threads = Threads::of(task);
    let alphabet = Alphabet::of(task, &threads, budget)?;
    let mut control = Control::new(&threads, &alphabet);
    let mut proof = Proof::new(&alphabet, budget);
    let vars: Vec<Var> = task.initial_vars();
    let mut interpolator = Interpolator::new(&alphabet, vars, budget);
    for hint in &task.hints {
        for part in hint.nnf().simplify().conjuncts() {
            proof.add(&part);
        }
    }
    let mut seen: FxHashSet<Vec<BranchId>> = FxHashSet::default();
    loop {
        effort.rounds += 1;
        budget.report(|| {
            let assertions = proof.assertions().len();
            format!("round {}, {assertions} assertions", effort.rounds)
        });
        let mut game = Game::new(&alphabet, &threads, &mut control, &mut proof);
        let lost = game.play()?;
        effort.nodes = game.nodes.len();
        let Some((start, root)) = lost else {
            let reduction = certificate::write(&mut game, &task.declarations())?;
            effort.assertions = reduction.assertions.len();
            effort.questions = proof.questions;
            return Ok(Verdict::Proved(Evidence::Reduction(reduction)));
        };
        let traces: Vec<Vec<BranchId>> = STRATEGIES
            .iter()
            .map(|strategy| counterexample(&game, start, root, *strategy))
            .collect();
        let mut progress = false;
        for steps in traces {
            if !seen.insert(steps.clone()) {
                continue;
            }
            let trace = Unrolled::new(steps, &alphabet);
            let length = match trace.feasibility(budget)? {
                Feasibility::Feasible(model) => {
                    let violation = refute::runs(task, &threads, &alphabet, &trace, &model)?;
                    return Ok(Verdict::Refuted(Evidence::Violation(violation)));
                }
                Feasibility::Infeasible(length) => length,
            };
            let known = proof.assertions()[1..].to_vec();
            let found = interpolator.assertions(&trace, length, &known)?;
            if crate::verbose() {
                eprintln!(
                    "trace {:?} ({length}): {}",
                    trace.steps,
                    found
                        .iter()
                        .map(|t| t.to_string())
                        .collect::<Vec<_>>()
                        .join(" ; ")
                );
            }
            for assertion in found {
                progress |= proof.add(&assertion);
            }
        }
        effort.questions = proof.questions;
        if !progress {
            return Err(Reason::Incomplete(
                "the assertions that were found do not prove any reduction".to_owned(),
            ));
        }
    }
}

/// A trace that the assertions do not prove, and that is in the reduction which the strategy picks.
fn counterexample(game: &Game, start: BranchId, root: NodeId, strategy: Strategy) -> Vec<BranchId> {
    let mut steps = vec![start];
    let mut at = root;
    let mut last: Option<ThreadId> = None;
    loop {
        let losses = &game.nodes[at].losses;
        if let Some(violation) = losses.iter().find_map(|loss| match loss {
            Loss::Violation(branch) => Some(*branch),
            Loss::Move(..) => None,
        }) {
            steps.push(violation);
            return steps;
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
            Strategy::Rightmost => moves.iter().max_by_key(|(thread, _)| *thread),
        };
        let Some((_, step)) = picked else {
            return steps;
        };
        let letter = game.alphabet.branches[step.branch].letter;
        last = letter.map(|letter| game.alphabet.letters[letter].thread);
        steps.push(step.branch);
        at = step.to;
    }
}
