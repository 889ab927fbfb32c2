//! The refinement loop (papers/001, Fig. 4).

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use logic::{Substitution, Term, Var};
use program::Task;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Effort;
use crate::alphabet::{Alphabet, BranchId, LetterId, Splitting};
use crate::certificate;
use crate::control::{Control, StateId};
use crate::game::{Game, Loss, Move, NodeId, Preference};
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
}

impl Strategy {
    const ALL: [Strategy; 3] = [
        Strategy::RoundRobin,
        Strategy::Preferred,
        Strategy::Leftmost,
    ];
}

/// The strategies that work on one set of assertions together, and how much the work of such a team
/// counts: the ones that need not be the best get less time.
const TEAMS: [(&[Strategy], Preference, usize); 4] = [
    (&[Strategy::RoundRobin], Preference::FewestLost, 1),
    (&[Strategy::Preferred], Preference::FewestNew, 2),
    (&Strategy::ALL, Preference::FewestNew, 3),
    (&[Strategy::Leftmost], Preference::FewestLost, 8),
];

/// A team of strategies with the assertions that it has found.
struct Attempt<'a> {
    strategies: &'static [Strategy],
    preference: Preference,
    weight: usize,
    proof: Proof<'a>,
    seen: FxHashSet<Vec<BranchId>>,
    /// How much work it has done: the questions to the solver and the nodes that were looked at.
    cost: usize,
    rounds: usize,
    failure: Option<Reason>,
}

pub(crate) fn search(task: &Task, budget: &Budget, effort: &mut Effort) -> Result<Verdict, Reason> {
    let threads = Threads::of(task);
    if let Some(verdict) = at_once(task, &threads, budget, effort)? {
        return Ok(verdict);
    }
    let alphabet = Alphabet::of(task, &threads, Splitting::Cases, budget)?;
    let mut control = Control::new(&threads, &alphabet);
    let vars: Vec<Var> = task.initial_vars();
    let mut interpolator = Interpolator::new(&alphabet, vars, budget);
    let mut attempts: Vec<Attempt> = Vec::new();
    for (strategies, preference, weight) in TEAMS {
        let mut proof = Proof::new(&alphabet, budget);
        for hint in &task.hints {
            for part in hint.nnf().simplify().conjuncts() {
                proof.add(&part);
            }
        }
        attempts.push(Attempt {
            strategies,
            preference,
            weight,
            proof,
            seen: FxHashSet::default(),
            cost: 0,
            rounds: 0,
            failure: None,
        });
    }
    loop {
        // The one that has done the least goes on, so that none waits for another for ever.
        let open = attempts
            .iter_mut()
            .filter(|attempt| attempt.failure.is_none());
        let Some(attempt) = open.min_by_key(|attempt| attempt.cost * attempt.weight) else {
            let failure = attempts.iter().find_map(|attempt| attempt.failure.clone());
            return Err(failure.unwrap_or(Reason::Incomplete("nothing was tried".to_owned())));
        };
        let (preference, proof) = (attempt.preference, &mut attempt.proof);
        let game = Game::new(&alphabet, &threads, &mut control, proof, preference);
        match round(
            task,
            attempt.strategies,
            game,
            &mut attempt.seen,
            &mut interpolator,
            effort,
            budget,
        ) {
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
            let counts = attempts
                .iter()
                .map(|attempt| attempt.proof.assertions().len());
            format!(
                "round {}, {} assertions",
                effort.rounds,
                counts.max().unwrap_or(0)
            )
        });
    }
}

/// Programs without loops are proved at once, thread after thread, by weakest preconditions.
fn at_once(
    task: &Task,
    threads: &Threads,
    budget: &Budget,
    effort: &mut Effort,
) -> Result<Option<Verdict>, Reason> {
    let alphabet = Alphabet::of(task, threads, Splitting::None, budget)?;
    let mut control = Control::new(threads, &alphabet);
    let Some(assertions) = preconditions(task, &alphabet, &mut control) else {
        return Ok(None);
    };
    let mut proof = Proof::new(&alphabet, budget);
    for assertion in assertions {
        proof.add(&assertion);
    }
    let preference = Preference::FewestLost;
    let mut game = Game::new(&alphabet, threads, &mut control, &mut proof, preference);
    if game.play()?.is_some() {
        return Ok(None);
    }
    effort.rounds = 1;
    effort.nodes = game.nodes.len();
    let reduction = certificate::write(&mut game, &task.declarations())?;
    effort.assertions = reduction.assertions.len();
    effort.questions = proof.questions;
    Ok(Some(Verdict::Proved(Evidence::Reduction(reduction))))
}

/// The weakest preconditions of the postcondition at the places that running one thread after the
/// other leads through; `None` where there is a loop, or values are chosen.
fn preconditions(task: &Task, alphabet: &Alphabet, control: &mut Control) -> Option<Vec<Term>> {
    const MOST_STATES: usize = 64;
    let mut order = Vec::new();
    let mut successors: Vec<(StateId, Vec<(LetterId, StateId)>)> = Vec::new();
    let mut open = vec![(Control::START, false)];
    let mut visiting: FxHashSet<StateId> = FxHashSet::default();
    let mut done: FxHashSet<StateId> = FxHashSet::default();
    while let Some((state, is_finished)) = open.pop() {
        if is_finished {
            visiting.remove(&state);
            done.insert(state);
            order.push(state);
            continue;
        }
        if done.contains(&state) {
            continue;
        }
        if !visiting.insert(state) || done.len() + visiting.len() > MOST_STATES {
            return None;
        }
        open.push((state, true));
        let first = control.movable(state).first().copied();
        let own: Vec<LetterId> = control
            .enabled(state)
            .iter()
            .copied()
            .filter(|letter| Some(alphabet.letters[*letter].thread) == first)
            .collect();
        let mut next = Vec::new();
        for letter in own {
            let to = control.step(state, letter);
            if visiting.contains(&to) {
                return None;
            }
            open.push((to, false));
            next.push((letter, to));
        }
        successors.push((state, next));
    }
    let mut weakest: FxHashMap<StateId, Term> = FxHashMap::default();
    for state in order {
        let (_, next) = successors.iter().find(|(other, _)| *other == state)?;
        let mut parts = Vec::new();
        if control.is_final(state) {
            parts.push(task.ensures.clone());
        }
        for (letter, to) in next {
            for branch in &alphabet.letters[*letter].branches {
                let branch = &alphabet.branches[*branch];
                if !branch.chosen.is_empty() {
                    return None;
                }
                let updates: Substitution = branch.case.updates.iter().cloned().collect();
                let after = weakest.get(to)?.substitute(&updates);
                let guard = Term::and(branch.case.guard.iter().cloned());
                parts.push(Term::implies(guard, after));
            }
            for failure in &alphabet.letters[*letter].failures {
                let guard = alphabet.branches[*failure].case.guard.iter().cloned();
                parts.push(Term::not(Term::and(guard)));
            }
        }
        weakest.insert(state, Term::and(parts));
    }
    Some(weakest.into_values().collect())
}

/// What came of a round.
enum Round {
    Decided(Verdict),
    /// Assertions, and how many nodes were looked at.
    Learnt(Vec<Term>, usize),
}

fn round<'a>(
    task: &Task,
    strategies: &[Strategy],
    mut game: Game<'_, 'a>,
    seen: &mut FxHashSet<Vec<BranchId>>,
    interpolator: &mut Interpolator<'a>,
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Round, Reason> {
    let lost = game.play()?;
    effort.nodes = game.nodes.len();
    let Some((start, root)) = lost else {
        let reduction = certificate::write(&mut game, &task.declarations())?;
        effort.assertions = reduction.assertions.len();
        return Ok(Round::Decided(Verdict::Proved(Evidence::Reduction(
            reduction,
        ))));
    };
    let (alphabet, threads) = (game.alphabet, game.threads);
    let mut learnt = Vec::new();
    for strategy in strategies {
        let steps = counterexample(&game, start, root, *strategy);
        if !seen.insert(steps.clone()) {
            continue;
        }
        let trace = Unrolled::new(steps, alphabet);
        let length = match trace.feasibility(budget)? {
            Feasibility::Feasible(model) => {
                let violation = refute::runs(task, threads, alphabet, &trace, &model)?;
                return Ok(Round::Decided(Verdict::Refuted(Evidence::Violation(
                    violation,
                ))));
            }
            Feasibility::Infeasible(length) => length,
        };
        let known = game.assertions()[1..].to_vec();
        let found = interpolator.assertions(&trace, length, &known)?;
        learnt.extend(found);
    }
    if learnt.is_empty() {
        let what = "a trace is not ruled out by its proof";
        return Err(Reason::Incomplete(what.to_owned()));
    }
    Ok(Round::Learnt(learnt, game.nodes.len()))
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
