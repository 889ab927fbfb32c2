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
//! [`refine`] for functions and [`decide`] for claims `abstracted by`; then `align` for which cut points meet, `relation` for what is guessed and
//! `prove` for how it is made inductive.

#![forbid(unsafe_code)]

mod affine;
mod align;
mod ask;
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

use std::collections::BTreeSet;

use budget::Budget;
use evidence::Reason;
use evidence::abstraction::{Difference, IMPLEMENTATION, Refinement, SPECIFICATION};
use logic::{Node, Op, Sort, Term, Value};
use program::Function;

use align::{Alignment, Traces, ways};
use ask::{Asker, Effort};
use compare::Choosy;
use definitions::Definitions;
use flow::Flow;
use inputs::Pool;
use prove::{Context, Failure, Language, prove};
use relation::Level;

pub use claim::decide;

/// How many inputs are tried before a proof is looked for, and after it was not found.
const TESTS_BEFORE: u64 = 24;
const TESTS_AFTER: u64 = 600;
/// How many blocks the tests that were made before go through when they are repeated.
const LONG_RUN: usize = 4_000;

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
    budget.report(|| "running both on some inputs".to_owned());
    let tests = |range, most, choosy| {
        compare::try_many(question.refutation, &pool, range, most, choosy, budget)
    };
    if let Some(difference) = tests(0..TESTS_BEFORE, 200, Choosy::Skip) {
        return Ok(Refinement::Difference(difference));
    }
    let failure = match search(question.proof, &pool, budget) {
        Ok(map) => return Ok(Refinement::Map(map)),
        Err(Failure::Budget(reason)) => return Err(reason),
        Err(failure) => failure,
    };
    budget.report(|| "looking for inputs on which both differ".to_owned());
    let follow = Choosy::Follow(budget);
    // Longer runs of the first inputs: what comes round again may take its time.
    if let Some(difference) = tests(0..TESTS_BEFORE, LONG_RUN, follow) {
        return Ok(Refinement::Difference(difference));
    }
    if let Some(difference) = tests(TESTS_BEFORE..TESTS_AFTER, compare::MOST_BLOCKS, follow) {
        return Ok(Refinement::Difference(difference));
    }
    if let Some(difference) = refute::search(question.refutation, &pool, budget) {
        return Ok(Refinement::Difference(difference));
    }
    budget.check()?;
    Err(Reason::Incomplete(match failure {
        Failure::Weak(what) => format!("no relation was found: {what}"),
        Failure::Paths(error) => error.to_string(),
        Failure::Budget(reason) => return Err(reason),
    }))
}

/// Runs both functions on some of the inputs, by their numbers, through at most so many blocks: the
/// first on which they differ.
#[must_use]
pub fn test(
    question: &Question<'_>,
    numbers: std::ops::Range<u64>,
    most: usize,
    budget: &Budget,
) -> Option<Difference> {
    check_pair(question.refutation).ok()?;
    let pool = Pool::of(question.refutation, question.inputs);
    compare::try_many(
        question.refutation,
        &pool,
        numbers,
        most,
        Choosy::Skip,
        budget,
    )
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

/// Looks for a proof, with more and more cut points and richer and richer relations.
fn search(
    pair: Pair<'_>,
    pool: &Pool<'_>,
    budget: &Budget,
) -> Result<evidence::abstraction::CutMap, Failure> {
    let specification = Flow::of(pair.specification.qualified(SPECIFICATION));
    let implementation = Flow::of(pair.implementation.qualified(IMPLEMENTATION));
    budget.report(|| "aligning loops".to_owned());
    let traces = Traces::on_inputs(&specification, &implementation, pool);
    let context = Context::of_functions(
        &specification.function,
        &implementation.function,
        traces.choices.clone(),
    );
    let bounds = bounds([&specification.function, &implementation.function]);
    let guards = harvest::guards([&specification.function, &implementation.function]);
    let definitions = Definitions::of([&specification.function, &implementation.function]);
    let alignments = ways(&specification, &implementation, &traces);
    let mut failure = Failure::Weak("the loops could not be aligned".to_owned());
    // Cheap attempts first: every question is tried a little before any is tried hard.
    let mut given_up = true;
    for effort in [Effort::Quick, Effort::Long] {
        if !std::mem::replace(&mut given_up, false) {
            break;
        }
        let mut asker = Asker::new(budget, effort);
        for alignment in &alignments {
            for level in levels(alignment) {
                budget.report(|| format!("looking for a relation ({effort:?}, {level:?})"));
                let language = Language {
                    level: *level,
                    bounds: bounds.clone(),
                    guards: guards.clone(),
                    definitions: definitions.clone(),
                };
                let found = prove(
                    &specification,
                    &implementation,
                    &context,
                    alignment,
                    &language,
                    &mut asker,
                );
                match found {
                    Ok(map) => return Ok(map),
                    Err(failed @ Failure::Budget(_)) => return Err(failed),
                    Err(failed) => failure = failed,
                }
                if let Err(exhausted) = budget.check() {
                    return Err(Failure::Budget(exhausted.into()));
                }
            }
        }
        given_up = asker.gave_up;
    }
    Err(failure)
}

/// What relations may say along an alignment, the cheapest first: what a loop that one function has
/// alone has computed takes an equation, of products at times.
fn levels(alignment: &Alignment) -> &'static [Level] {
    match alignment.has_gaps() {
        true => &[
            Level::Tests,
            Level::Affine,
            Level::Order,
            Level::Squares,
            Level::Cubes,
        ],
        false => &Level::ALL,
    }
}

/// The constants that the functions compare something with, and what remainders and masks stay below.
fn bounds(functions: [&Function; 2]) -> BTreeSet<Value> {
    fn gather(term: &Term, found: &mut BTreeSet<Value>) {
        logic::recursion::guard(|| {
            let compares = matches!(
                term.op(),
                Some(Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Le | Op::Lt | Op::Eq)
            );
            let is_limit = matches!(term.op(), Some(Op::BvUrem | Op::BvAnd));
            for child in term.children() {
                match child.node() {
                    Node::Const(value) if compares || is_limit => drop(found.insert(value.clone())),
                    _ => gather(child, found),
                }
            }
        });
    }
    let mut found = BTreeSet::new();
    for function in functions {
        function.visit_terms(&mut |term| gather(term, &mut found));
    }
    found
}
