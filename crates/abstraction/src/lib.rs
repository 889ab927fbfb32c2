//! Refinement of functions: does an implementation do only what its specification allows?
//!
//! Papers/003 guesses a relation at each cut point, weakens it by existential abstraction where it is
//! no simulation, and strengthens it by Skolem relations. Here relations come from runs of both
//! functions on the same inputs: everything of a certain form that holds on all samples, so that the
//! strongest candidate comes first, and each step that leaves it weakens it. Cut points need not
//! be the same: loops may be rotated, peeled or unrolled, and runs say which blocks meet.
//!
//! # What this crate does not know
//! Where functions come from, and the rules by which its evidence is checked.
//!
//! # Where to start
//! [`refine`] for functions and [`decide`] for claims `abstracted by`; then `search` for what is
//! tried in which order, `align` for which cut points meet, `relation` for what is guessed and `prove`
//! for how it is made inductive.

#![forbid(unsafe_code)]

mod affine;
mod align;
mod ask;
mod bounds;
mod choices;
mod claim;
mod compare;
mod definitions;
mod flow;
mod harvest;
mod inputs;
mod prove;
mod refute;
mod relation;
mod search;

use budget::Budget;
use evidence::Reason;
use evidence::abstraction::{Difference, Refinement};
use logic::{Sort, Value};
use program::Function;

use ask::Effort;
use compare::Choosy;
use inputs::Pool;
use prove::Failure;
use search::Search;

pub use claim::decide;

/// How many inputs are tried before a proof is looked for, and after it was not found.
const TESTS_BEFORE: u64 = 24;
const TESTS_AFTER: u64 = 600;
/// How many blocks the tests that were made before go through when they are repeated.
const LONG_RUN: usize = 4_000;
/// How many inputs are tried where only a difference is looked for, and through how many blocks the
/// runs on them go at most.
const MANY_TESTS: [(u64, usize); 3] = [(400, 200), (1200, 500), (400, 4000)];

/// The work on easy questions in their first turn, one or two seconds of the solver's; how much more it is in
/// each further turn; and the part of it that the search for a difference gets.
const FIRST_QUICK: u64 = 4_000_000;
const GROWTH: u64 = 4;
const PART_FOR_DIFFERENCES: u64 = 2;

/// The work on each kind of tests before symbolic runs, where only a difference is looked for.
const FOR_TESTS: u64 = 1_000_000;

/// A specification and an implementation.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'f> {
    /// What is allowed.
    pub specification: &'f Function,
    /// What is done.
    pub implementation: &'f Function,
}

/// Inputs to try, by a number.
pub type Inputs<'i> = &'i dyn Fn(u64) -> Vec<Value>;

/// Whether one function refines another.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    /// The functions that a proof is about.
    pub proof: Pair<'q>,
    /// The functions that a refutation is about: the same, unless a front end had to say more or less
    /// than a program means.
    pub refutation: Pair<'q>,
    /// Inputs that make sense; without them, any.
    pub inputs: Option<Inputs<'q>>,
}

impl<'q> Question<'q> {
    /// Whether `implementation` refines `specification`.
    #[must_use]
    pub fn new(specification: &'q Function, implementation: &'q Function) -> Self {
        let pair = Pair {
            specification,
            implementation,
        };
        Question {
            proof: pair,
            refutation: pair,
            inputs: None,
        }
    }
}

/// Finds out whether a function refines another, with evidence.
///
/// # Errors
/// Why there is no answer.
pub fn refine(question: &Question<'_>, budget: &Budget) -> Result<Refinement, Reason> {
    for pair in [question.proof, question.refutation] {
        check_pair(pair)?;
    }
    let pool = Pool::of(question.refutation, question.inputs);
    let mut search = Search::new(question.proof, &pool, budget);
    if let Ok(map) = search.run(Effort::Evident, budget) {
        return Ok(Refinement::Map(map));
    }
    budget.report(|| "running both on some inputs".to_owned());
    let pair = question.refutation;
    let first = compare::try_many(pair, &pool, 0..TESTS_BEFORE, 200, Choosy::Skip, budget);
    if let Some(difference) = first {
        return Ok(Refinement::Difference(difference));
    }
    budget.covered(|| format!("no difference on {TESTS_BEFORE} inputs that were tried"));
    search.look_closer(&pool, budget);
    // Every question is tried a little, then inputs are looked for, and only then is anything tried
    // hard: what does not hold should not take all the time that there is.
    let mut work = FIRST_QUICK;
    let mut failure = loop {
        let ended = match search.run(Effort::Quick, &budget.clone().with_work(work)) {
            Ok(map) => return Ok(Refinement::Map(map)),
            Err(ended) => ended,
        };
        if let Failure::Weak(what) = &ended.failure {
            budget.left_open(|| what.clone(), None);
        }
        let for_differences = match ended.gave_up {
            true => budget.clone().with_work(work / PART_FOR_DIFFERENCES),
            false => budget.clone(),
        };
        if let Some(difference) = differ(question, &pool, &for_differences) {
            return Ok(Refinement::Difference(difference));
        }
        let was_cut_short = matches!(ended.failure, Failure::Budget(_));
        if !was_cut_short || budget.check().is_err() {
            break ended;
        }
        work = work.saturating_mul(GROWTH);
    };
    if failure.gave_up {
        failure = match search.run(Effort::Long, budget) {
            Ok(map) => return Ok(Refinement::Map(map)),
            Err(ended) => ended,
        };
    }
    budget.check()?;
    Err(match failure.failure {
        Failure::Weak(what) => Reason::Incomplete(format!("no relation was found: {what}")),
        Failure::Paths(error) => Reason::Incomplete(error.to_string()),
        Failure::Budget(reason) => reason,
    })
}

/// Looks for inputs on which both functions differ, and for nothing else: runs on many inputs, then
/// symbolic runs.
#[must_use]
pub fn refute(question: &Question<'_>, budget: &Budget) -> Option<Difference> {
    check_pair(question.refutation).ok()?;
    let pool = Pool::of(question.refutation, question.inputs);
    let mut first = 0;
    let found = MANY_TESTS.iter().find_map(|(tests, most)| {
        let numbers = first..first + tests;
        first += tests;
        let pair = question.refutation;
        let limited = budget.clone().with_work(FOR_TESTS);
        compare::try_many(pair, &pool, numbers, *most, Choosy::Skip, &limited)
    });
    found.or_else(|| refute::search(question.refutation, &pool, budget))
}

/// Looks for inputs on which both differ where a proof was not found easily.
fn differ(question: &Question<'_>, pool: &Pool<'_>, budget: &Budget) -> Option<Difference> {
    budget.report(|| "looking for inputs on which both differ".to_owned());
    let tests = |range, most| {
        let follow = Choosy::Follow(budget);
        compare::try_many(question.refutation, pool, range, most, follow, budget)
    };
    // Longer runs of the first inputs: what comes round again may take its time.
    tests(0..TESTS_BEFORE, LONG_RUN)
        .or_else(|| tests(TESTS_BEFORE..TESTS_AFTER, compare::MOST_BLOCKS))
        .or_else(|| refute::search(question.refutation, pool, budget))
}

/// Functions that can be compared are well-formed and have inputs of the same sorts.
fn check_pair(pair: Pair<'_>) -> Result<(), Reason> {
    let functions = [pair.specification, pair.implementation];
    for function in functions {
        let valid = function.validate();
        valid.map_err(|error| Reason::Incomplete(error.to_string()))?;
    }
    let [specification, implementation] = functions.map(|function| {
        let sorts = function.inputs.iter().map(|var| var.sort.clone());
        sorts.collect::<Vec<Sort>>()
    });
    match specification == implementation {
        true => Ok(()),
        false => {
            let what = "the functions have different parameters";
            Err(Reason::Incomplete(what.to_owned()))
        }
    }
}
