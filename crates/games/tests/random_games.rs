//! Verdicts on random quantified formulas agree with Z3's, and every strategy wins.

mod common;
#[path = "common/questions.rs"]
mod questions;

use budget::Budget;
use checker::formula::{check_forall_exists, check_strategy};
use common::Rng;
use evidence::strategy::ForallExists;
use games::{Method, aeval, decide_by};
use logic::{Model, Prenex, Quantifier, Range, Sort};
use questions::{Question, closed};
use smt::{Outcome, Solver, Strategy};

/// The winner, whose strategy is accepted.
fn winner(method: Method, game: &Prenex, which: &str) -> Quantifier {
    let budget = Budget::unlimited();
    let strategy =
        decide_by(method, game, &budget).unwrap_or_else(|reason| panic!("{which}: {reason:?}"));
    check_strategy(game, &strategy, &budget)
        .unwrap_or_else(|rejected| panic!("{which}: {rejected}"));
    strategy.winner
}

fn compare(method: Method, sort: &Sort, blocks: usize, count: usize, seed: u64) {
    let mut rng = Rng(seed);
    let (mut yes, mut no, mut unknown) = (0, 0, 0);
    for number in 0..count {
        let formula = closed(&mut rng, sort, blocks);
        let game = Prenex::of(&formula, Quantifier::Exists).expect("quantifiers are outside");
        let holds = winner(method, &game, &format!("{number}: {formula}")) == Quantifier::Exists;
        let mut solver = Solver::new(Strategy::Portfolio);
        solver.assert(&formula);
        let limited = Budget::unlimited().within(std::time::Duration::from_secs(5));
        match solver.check(&limited) {
            Outcome::Sat(_) => assert!(holds, "{number}: {formula}"),
            Outcome::Unsat(_) => assert!(!holds, "{number}: {formula}"),
            Outcome::Unknown(_) => unknown += 1,
        }
        if holds { yes += 1 } else { no += 1 }
    }
    assert!(
        yes * 10 >= count && no * 10 >= count,
        "{yes} true, {no} false"
    );
    assert!(
        unknown * 10 <= count,
        "{unknown} of {count} left open by Z3"
    );
}

#[test]
fn two_blocks_of_reals() {
    compare(Method::InsideOut, &Sort::Real, 2, 150, 1);
}

#[test]
fn three_blocks_of_reals() {
    compare(Method::InsideOut, &Sort::Real, 3, 80, 2);
}

#[test]
fn two_blocks_of_integers() {
    compare(Method::InsideOut, &Sort::Int, 2, 150, 3);
}

/// Forall-exists questions with a premise.
fn compare_forall_exists(sort: &Sort, count: usize, seed: u64) {
    let mut rng = Rng(seed);
    let budget = Budget::unlimited();
    let (mut valid, mut invalid) = (0, 0);
    for number in 0..count {
        let question = Question::random(&mut rng, sort);
        let Question {
            premise,
            existential,
            conclusion,
            ..
        } = &question;
        let answer = aeval::decide(premise, existential, conclusion, &budget)
            .unwrap_or_else(|reason| panic!("{number}: {reason:?}"));
        check_forall_exists(premise, existential, conclusion, &answer, &budget).unwrap_or_else(
            |rejected| panic!("{number}: {rejected} for {premise} => {conclusion}"),
        );
        let whole = question.whole();
        let mut solver = Solver::new(Strategy::Portfolio);
        solver.assert(&whole);
        let truth = solver.check(&budget).is_sat();
        assert_eq!(
            matches!(answer, ForallExists::Valid(_)),
            truth,
            "{number}: {whole}"
        );
        if truth { valid += 1 } else { invalid += 1 }
    }
    assert!(
        valid * 10 >= count && invalid * 10 >= count,
        "{valid} valid, {invalid} invalid"
    );
}

#[test]
fn forall_exists_over_reals() {
    compare_forall_exists(&Sort::Real, 150, 4);
}

#[test]
fn forall_exists_over_integers() {
    compare_forall_exists(&Sort::Int, 150, 5);
}

#[test]
fn four_blocks_of_reals() {
    compare(Method::InsideOut, &Sort::Real, 4, 40, 6);
}

#[test]
fn three_blocks_of_integers() {
    compare(Method::InsideOut, &Sort::Int, 3, 40, 7);
}

#[test]
fn strategy_improvement_over_reals() {
    compare(Method::SimSat, &Sort::Real, 3, 80, 8);
    compare(Method::SimSat, &Sort::Real, 4, 30, 9);
}

#[test]
fn strategy_improvement_over_integers() {
    compare(Method::SimSat, &Sort::Int, 2, 100, 10);
    compare(Method::SimSat, &Sort::Int, 3, 20, 11);
}

/// Variables confined to small ranges, where trying all values decides: a term that leaves its
/// range wins nothing.
#[test]
fn games_over_ranges_are_those_of_all_values() {
    let sort = Sort::Range(Range::new(-1, 2).expect("not empty"));
    let mut rng = Rng(12);
    let mut won = 0;
    for number in 0..400 {
        let formula = closed(&mut rng, &sort, 2 + number % 3);
        let expected = Model::new().holds(&formula).expect("ranges are finite");
        let game = Prenex::of(&formula, Quantifier::Exists).expect("quantifiers are outside");
        for method in [Method::InsideOut, Method::SimSat] {
            let which = format!("{number}, {method:?}: {formula}");
            let holds = winner(method, &game, &which) == Quantifier::Exists;
            assert_eq!(holds, expected, "{which}");
        }
        won += usize::from(expected);
    }
    assert!((40..=360).contains(&won), "{won} true");
}
