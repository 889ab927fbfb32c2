//! The refinement loop (papers/001, Fig. 4).

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use logic::{Term, Var};
use question::SafeFor;
use smt::Solver;

use crate::Effort;
use crate::alphabet::{Alphabet, Splitting};
use crate::at_once::at_once;
use crate::bits::Bits;
use crate::certificate;
use crate::control::Control;
use crate::counterexample::Counterexample;
use crate::fixpoint;
use crate::game::Game;
use crate::interpolate::Interpolator;
use crate::options::Options;
use crate::precision::{Place, Precision};
use crate::refute;
use crate::rehearsal::rehearse;
use crate::teams::{PACED, Team, teams};
use crate::threads::Threads;
use crate::trace::{Feasibility, Unrolled};
use crate::triples::Triples;
use crate::turns::Turns;

/// So much work others have done before products of variables are thought of.
const PRODUCTS_WAIT: usize = 60;

/// A team with the assertions that it has found.
struct Attempt {
    team: Team,
    weight: usize,
    precision: Precision,
    turns: Turns,
    /// How much work it has done: the questions to the solver and the nodes that were looked at.
    cost: usize,
    rounds: usize,
    failure: Option<Reason>,
}

impl Attempt {
    /// Adds assertions at the places where they were found; says whether one is new there.
    fn learn(&mut self, found: &[(Place, Term)], triples: &mut Triples) -> bool {
        let mut progress = false;
        for (place, assertion) in found {
            let id = triples.intern(assertion);
            progress |= self.precision.add(*place, id);
        }
        progress
    }
}

/// Decides a question, unless that takes more work than a limit allows.
pub(crate) fn search(
    question: &SafeFor,
    options: &Options,
    limit: Option<usize>,
    budget: &Budget,
    effort: &mut Effort,
) -> Result<Option<Verdict>, Reason> {
    let threads = Threads::of(question);
    if let Some(verdict) = at_once(question, &threads, options, budget, effort)? {
        return Ok(Some(verdict));
    }
    let alphabet = Alphabet::of(question, &threads, Splitting::Cases, budget)?;
    let mut control = Control::new(&threads, &alphabet);
    let vars: Vec<Var> = question.setting.initial_vars();
    let mut interpolator = Interpolator::new(&alphabet, vars, budget);
    let mut solver = Solver::new(smt::Strategy::Incremental);
    let mut triples = Triples::new(&alphabet, budget);
    let mut hints = Bits::default();
    for hint in &question.hints {
        for part in hint.nnf().simplify().conjuncts() {
            if !part.is_true() {
                hints.insert(triples.intern(&part));
            }
        }
    }
    let is_independent = alphabet.related.iter().all(Bits::is_empty);
    let attempt = |team: Team, turns: Turns| Attempt {
        team,
        weight: if is_independent {
            team.weight.independent
        } else {
            team.weight.dependent
        },
        precision: Precision::new(team.scope, hints.clone()),
        turns,
        cost: 0,
        rounds: 0,
        failure: None,
    };
    let even = Turns::even(threads.all.len());
    let mut attempts: Vec<Attempt> = (teams(options).into_iter())
        .map(|team| attempt(team, even.clone()))
        .collect();
    if *options == Options::default() {
        let rehearsals = rehearse(
            question,
            &threads,
            &alphabet,
            &mut control,
            &mut solver,
            budget,
        )?;
        for (number, rehearsal) in rehearsals.into_iter().enumerate() {
            // Products make questions slow: others have had their chance before, and where threads
            // depend on each other there are too many questions.
            if is_independent && !rehearsal.products.is_empty() {
                let mut multiplying = attempt(PACED, rehearsal.turns.clone());
                multiplying.learn(&rehearsal.products, &mut triples);
                multiplying.learn(&rehearsal.bounds, &mut triples);
                multiplying.cost = PRODUCTS_WAIT;
                multiplying.weight = 1;
                attempts.push(multiplying);
            }
            let mut paced = attempt(PACED, rehearsal.turns);
            if number == 0 && paced.turns != even && is_independent {
                // Taking even turns is then unlikely to do.
                paced.weight = 1;
            }
            paced.learn(&rehearsal.equations, &mut triples);
            if paced.turns.has_delays() {
                paced.learn(&rehearsal.bounds, &mut triples);
                paced.weight = 2;
            }
            attempts.insert(number, paced);
        }
    }
    loop {
        let done: usize = attempts.iter().map(|attempt| attempt.cost).sum();
        if limit.is_some_and(|limit| done > limit) {
            return Ok(None);
        }
        // The one that has done the least goes on, so that none waits for another for ever.
        let open = attempts
            .iter_mut()
            .filter(|attempt| attempt.failure.is_none());
        let Some(attempt) = open.min_by_key(|attempt| attempt.cost * attempt.weight) else {
            let failure = attempts.iter().find_map(|attempt| attempt.failure.clone());
            return Err(failure.unwrap_or(Reason::Incomplete("nothing was tried".to_owned())));
        };
        let asked = triples.questions + interpolator.questions;
        let game = Game::new(
            &alphabet,
            &threads,
            &mut control,
            &mut triples,
            &attempt.precision,
            (attempt.team.preference, attempt.team.patience),
            &attempt.turns,
        );
        match round(
            question,
            (options, attempt.team),
            game,
            &mut interpolator,
            &mut solver,
            effort,
            budget,
        ) {
            Ok(Round::Decided(verdict)) => return Ok(Some(verdict)),
            Ok(Round::Learnt(found, nodes)) => {
                effort.rounds += 1;
                attempt.rounds += 1;
                let progress = attempt.learn(&found, &mut triples);
                attempt.cost += triples.questions + interpolator.questions - asked + nodes / 2;
                if !progress {
                    attempt.failure = Some(Reason::Incomplete(
                        "a trace is not ruled out by its proof".to_owned(),
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
    question: &SafeFor,
    (options, team): (&Options, Team),
    mut game: Game<'_, 'a>,
    interpolator: &mut Interpolator<'a>,
    solver: &mut Solver,
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Round, Reason> {
    let refutation = fixpoint::check(&mut game, options.method, options.orders)?;
    effort.nodes = game.explored;
    let Some(refutation) = refutation else {
        let reduction = certificate::write(&mut game, &question.declarations())?;
        effort.assertions = reduction.assertions.len();
        return Ok(Round::Decided(Verdict::Proved(Evidence::Reduction(
            reduction,
        ))));
    };
    let (alphabet, threads) = (game.alphabet, game.threads);
    let mut learnt = Vec::new();
    for counterexample in refutation.counterexamples(team.counterexamples)? {
        budget.check()?;
        let Counterexample { steps, places } = counterexample;
        let trace = Unrolled::new(steps, alphabet);
        let contradiction = match trace.feasibility(solver, budget)? {
            Feasibility::Feasible(model) => {
                let violation = refute::runs(question, threads, alphabet, &trace, &model)?;
                return Ok(Round::Decided(Verdict::Refuted(Evidence::Violation(
                    violation,
                ))));
            }
            Feasibility::Infeasible(contradiction) => contradiction,
        };
        let found = interpolator.assertions(&trace, &contradiction, &game.assertions(), solver)?;
        // Nothing is needed before the start.
        for (place, assertions) in places.iter().zip(found.into_iter().skip(1)) {
            let assertions = assertions.into_iter().filter(|found| !found.is_true());
            learnt.extend(assertions.map(|assertion| (*place, assertion)));
        }
    }
    Ok(Round::Learnt(learnt, game.explored))
}
