//! The refinement loop (papers/001, Fig. 4).

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use logic::{Term, Var};
use program::Task;
use rustc_hash::FxHashSet;

use crate::Effort;
use crate::alphabet::{Alphabet, BranchId, Splitting};
use crate::at_once::at_once;
use crate::bits::Bits;
use crate::certificate;
use crate::control::Control;
use crate::counterexample::{Counterexample, Strategy, counterexample};
use crate::game::Game;
use crate::interpolate::Interpolator;
use crate::order::{Patience, Preference};
use crate::precision::{Place, Precision, Scope};
use crate::refute;
use crate::threads::Threads;
use crate::trace::{Feasibility, Unrolled};
use crate::triples::Triples;

/// The teams that take turns.
const TEAMS: [Team; 6] = [
    Team {
        strategies: &[Strategy::Preferred],
        preference: Preference::InTurn,
        patience: Patience::FirstOrder,
        scope: Scope::AtItsPlace,
        weight: 1,
    },
    Team {
        strategies: &[Strategy::Preferred],
        preference: Preference::FewestLost,
        patience: Patience::FirstOrder,
        scope: Scope::AtItsPlace,
        weight: 1,
    },
    Team {
        strategies: &[Strategy::RoundRobin],
        preference: Preference::FewestLost,
        patience: Patience::AllOrders,
        scope: Scope::Everywhere,
        weight: 1,
    },
    Team {
        strategies: &[Strategy::Preferred],
        preference: Preference::FewestNew,
        patience: Patience::AllOrders,
        scope: Scope::Everywhere,
        weight: 2,
    },
    Team {
        strategies: &Strategy::ALL,
        preference: Preference::FewestNew,
        patience: Patience::AllOrders,
        scope: Scope::Everywhere,
        weight: 3,
    },
    Team {
        strategies: &[Strategy::Leftmost],
        preference: Preference::FewestLost,
        patience: Patience::AllOrders,
        scope: Scope::Everywhere,
        weight: 8,
    },
];

/// Strategies that work on one set of assertions together.
struct Team {
    strategies: &'static [Strategy],
    preference: Preference,
    patience: Patience,
    scope: Scope,
    /// How much its work counts: a team that need not be the best gets less time.
    weight: usize,
}

/// A team of strategies with the assertions that it has found.
struct Attempt {
    team: &'static Team,
    precision: Precision,
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
    let mut triples = Triples::new(&alphabet, budget);
    let mut hints = Bits::default();
    for hint in &task.hints {
        for part in hint.nnf().simplify().conjuncts() {
            if !part.is_true() {
                hints.insert(triples.intern(&part));
            }
        }
    }
    let mut attempts: Vec<Attempt> = Vec::new();
    for team in &TEAMS {
        attempts.push(Attempt {
            team,
            precision: Precision::new(team.scope, hints.clone()),
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
        let Some(attempt) = open.min_by_key(|attempt| attempt.cost * attempt.team.weight) else {
            let failure = attempts.iter().find_map(|attempt| attempt.failure.clone());
            return Err(failure.unwrap_or(Reason::Incomplete("nothing was tried".to_owned())));
        };
        let asked = triples.questions;
        let game = Game::new(
            &alphabet,
            &threads,
            &mut control,
            &mut triples,
            &attempt.precision,
            (attempt.team.preference, attempt.team.patience),
        );
        match round(
            task,
            attempt.team.strategies,
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
                for (place, assertion) in &found {
                    let id = triples.intern(assertion);
                    let fresh = attempt.precision.add(*place, id);
                    progress |= fresh;
                }
                attempt.cost += triples.questions - asked + nodes / 4;
                if !progress {
                    attempt.failure = Some(Reason::Incomplete(
                        "the assertions that were found do not prove any reduction".to_owned(),
                    ));
                }
            }
            Err(reason @ Reason::Incomplete(_)) => attempt.failure = Some(reason),
            Err(reason) => return Err(reason),
        }
        effort.questions = triples.questions;
        budget.report(|| {
            let most = attempts
                .iter()
                .map(|attempt| attempt.precision.all().len())
                .max();
            let most = most.unwrap_or_default();
            format!("round {}, {most} assertions", effort.rounds)
        });
    }
}

/// What came of a round.
enum Round {
    Decided(Verdict),
    /// Assertions and where they were found, and how many nodes were looked at.
    Learnt(Vec<(Place, Term)>, usize),
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
        let Counterexample { steps, places } = counterexample(&game, start, root, *strategy);
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
        let found = interpolator.assertions(&trace, length, &game.assertions())?;
        // Nothing is needed before the start.
        for (place, assertions) in places.iter().zip(found.into_iter().skip(1)) {
            let assertions = assertions.into_iter().filter(|found| !found.is_true());
            learnt.extend(assertions.map(|assertion| (*place, assertion)));
        }
    }
    if learnt.is_empty() {
        let what = "a trace is not ruled out by its proof";
        return Err(Reason::Incomplete(what.to_owned()));
    }
    Ok(Round::Learnt(learnt, game.nodes.len()))
}
