//! The refinement loop (papers/001, Fig. 4).

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use logic::{Term, Var};
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

impl Strategy {
    /// How much work of another strategy one piece of work of this one counts for.
    fn weight(self) -> usize {
        match self {
            Strategy::RoundRobin => 1,
            Strategy::Preferred => 2,
            Strategy::Leftmost => 6,
            Strategy::Rightmost => 12,
        }
    }
}

const STRATEGIES: [Strategy; 4] = [
    Strategy::RoundRobin,
    Strategy::Preferred,
    Strategy::Leftmost,
    Strategy::Rightmost,
];

/// One strategy with the assertions that it has found.
struct Attempt<'a> {
    strategy: Strategy,
    proof: Proof<'a>,
    seen: FxHashSet<Vec<BranchId>>,
    /// How much work it has done: the questions to the solver and the nodes that were looked at.
    cost: usize,
    rounds: usize,
    failure: Option<Reason>,
}

pub(crate) fn search(task: &Task, budget: &Budget, effort: &mut Effort) -> Result<Verdict, Reason> {
    let threads = Threads::of(task);
    let alphabet = Alphabet::of(task, &threads, budget)?;
    let mut control = Control::new(&threads, &alphabet);
    let vars: Vec<Var> = task.initial_vars();
    let mut interpolator = Interpolator::new(&alphabet, vars, budget);
    let mut attempts: Vec<Attempt> = Vec::new();
    for strategy in STRATEGIES {
        let mut proof = Proof::new(&alphabet, budget);
        for hint in &task.hints {
            for part in hint.nnf().simplify().conjuncts() {
                proof.add(&part);
            }
        }
        attempts.push(Attempt {
            strategy,
            proof,
            seen: FxHashSet::default(),
            cost: 0,
            rounds: 0,
            failure: None,
        });
    }
    loop {
        // The one that has done the least goes on, so that none waits for another for ever.
        let open = attempts.iter_mut().filter(|attempt| attempt.failure.is_none());
        let Some(attempt) = open.min_by_key(|attempt| attempt.cost * attempt.strategy.weight()) else {
            let failure = attempts.iter().find_map(|attempt| attempt.failure.clone());
            return Err(failure.unwrap_or(Reason::Incomplete("nothing was tried".to_owned())));
        };
        let game = Game::new(&alphabet, &threads, &mut control, &mut attempt.proof);
        match round(task, attempt.strategy, game, &mut attempt.seen, &mut interpolator, effort, budget) {
            Ok(Round::Decided(verdict)) => return Ok(verdict),
            Ok(Round::Learnt(found, nodes)) => {
                effort.rounds += 1;
                attempt.rounds += 1;
                let mut progress = false;
                for assertion in found {
                    progress |= attempt.proof.add(&assertion);
                }
                attempt.cost = attempt.proof.questions + nodes;
                if !progress {
                    attempt.failure = Some(Reason::Incomplete(
                        "the assertions that were found do not prove any reduction".to_owned(),
                    ));
                }
            }
            Err(reason @ Reason::Incomplete(_)) => attempt.failure = Some(reason),
            Err(reason) => return Err(reason),
        }
        effort.questions = attempts.iter().map(|attempt| attempt.proof.questions).sum();
        budget.report(|| {
            let counts = attempts.iter().map(|attempt| attempt.proof.assertions().len());
            format!("round {}, {} assertions", effort.rounds, counts.max().unwrap_or(0))
        });
    }
}

/// What came of a round.
enum Round {
    Decided(Verdict),
    /// Assertions, and how many nodes were looked at.
    Learnt(Vec<Term>, usize),
}

fn round<'a>(
    task: &Task,
    strategy: Strategy,
    mut game: Game<'_, 'a>,
    seen: &mut FxHashSet<Vec<BranchId>>,
    interpolator: &mut Interpolator<'a>,
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Round, Reason> {
    let t0 = crate::cpu();
    let lost = game.play()?;
    if crate::verbose() {
        eprintln!("{strategy:?} round {} game {:.4} nodes {}", effort.rounds, crate::cpu() - t0, game.nodes.len());
    }
    effort.nodes = game.nodes.len();
    let Some((start, root)) = lost else {
        let reduction = certificate::write(&mut game, &task.declarations())?;
        effort.assertions = reduction.assertions.len();
        return Ok(Round::Decided(Verdict::Proved(Evidence::Reduction(reduction))));
    };
    let steps = counterexample(&game, start, root, strategy);
    if !seen.insert(steps.clone()) {
        return Err(Reason::Incomplete("a trace is not ruled out by its proof".to_owned()));
    }
    let (alphabet, threads) = (game.alphabet, game.threads);
    let trace = Unrolled::new(steps, alphabet);
    let length = match trace.feasibility(budget)? {
        Feasibility::Feasible(model) => {
            let violation = refute::runs(task, threads, alphabet, &trace, &model)?;
            return Ok(Round::Decided(Verdict::Refuted(Evidence::Violation(violation))));
        }
        Feasibility::Infeasible(length) => length,
    };
    let t2 = crate::cpu();
    let known = game.assertions()[1..].to_vec();
    let found = interpolator.assertions(&trace, length, &known)?;
    if crate::verbose() {
        let mut shown: Vec<String> = Vec::new();
        for t in &found { let t = t.to_string(); if !shown.contains(&t) { shown.push(t); } }
        eprintln!("interp {:.4} trace {:?} ({length}): {}", crate::cpu() - t2, trace.steps, shown.join(" ; "));
    }
    Ok(Round::Learnt(found, game.nodes.len()))
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
