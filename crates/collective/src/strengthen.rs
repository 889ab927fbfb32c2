//! What is done where the candidates do not suffice.
//!
//! First a few runs more, since most claims whose proof fails do not hold, and where these are too
//! long to end, a failure behind long loops. Then a search with more
//! candidates that notes its gaps instead of stopping at the first; what it cannot fill becomes a
//! question about Horn clauses. Their solution is what the cuts lack: the search is done again with
//! it, and stops at gaps as always. Where the clauses derive a contradiction, the inputs that it
//! begins with are tried.

use std::collections::BTreeMap;

use budget::Budget;
use evidence::Evidence;
use logic::Term;

use crate::clauses::{Solution, solve};
use crate::explore::{Gaps, Plan, Search};
use crate::infer::Wealth;
use crate::key::Key;
use crate::refute::{self, Shown};
use crate::sample::Samples;
use crate::state::Context;
use crate::{Attempt, Outcome, long_run, outcome_of};

/// Tries more where an attempt has met an obstacle.
pub(crate) fn strengthen(
    context: &Context<'_>,
    samples: &Samples,
    hints: &[Term],
    failed: Attempt,
    budget: &Budget,
) -> Attempt {
    let refuted = |found| Outcome::refuted(context, &found);
    let Attempt {
        outcome: obstacle,
        mut transitions,
        mut questions,
        ..
    } = failed;
    let found = refute::soon(context, budget);
    let has_sought = matches!(found, Shown::TooLong);
    let attempt = |outcome, transitions, questions| Attempt {
        outcome,
        has_sought,
        transitions,
        questions,
    };
    match found {
        Shown::Failure(found) => return attempt(refuted(found), transitions, questions),
        Shown::TooLong => {
            if let Some(found) = long_run::find(context.system, hints, budget) {
                let outcome = Outcome::Refuted(Evidence::LongRun(found));
                return attempt(outcome, transitions, questions);
            }
        }
        Shown::Nothing => {}
    }
    let plan = Plan {
        hints,
        gaps: Gaps::Note,
        wealth: Wealth::Rich,
        seeds: BTreeMap::new(),
    };
    let mut noting = Search::new(context, samples, plan, budget);
    let ended = noting.run();
    transitions += noting.transitions;
    questions += noting.questions;
    let Ok(start) = ended else {
        return attempt(obstacle, transitions, questions);
    };
    let trees = noting.cuts.iter().filter_map(|cut| cut.tree.as_ref());
    if !trees.chain([&start]).any(crate::tree::Tree::has_gap) {
        let outcome = outcome_of(context, &noting, Ok(start));
        return attempt(outcome, transitions, questions);
    }
    let found = match solve(context, &start, &noting.cuts, budget) {
        Solution::Invariants(found) => found,
        Solution::Start(values) => {
            let outcome = refute::from_start(context, &values, budget).map_or(obstacle, refuted);
            return attempt(outcome, transitions, questions);
        }
        Solution::None => return attempt(obstacle, transitions, questions),
    };
    let seeds = noting.cuts.iter().map(|cut| {
        let mut seeds = cut.invariant.clone();
        seeds.extend(found.get(&cut.key).into_iter().flatten().cloned());
        (cut.key.clone(), seeds)
    });
    let seeds: BTreeMap<Key, Vec<Term>> = seeds.collect();
    let plan = Plan {
        hints,
        gaps: Gaps::Stop,
        wealth: Wealth::Rich,
        seeds,
    };
    let mut search = Search::new(context, samples, plan, budget);
    let ended = search.run();
    transitions += search.transitions;
    questions += search.questions;
    let outcome = match outcome_of(context, &search, ended) {
        Outcome::TooMany => obstacle,
        other => other,
    };
    attempt(outcome, transitions, questions)
}
