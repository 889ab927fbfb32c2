//! Traps that Spacer and races lay.

mod common;

use std::time::Duration;

use budget::{Budget, Canceller};
use common::chain;
use evidence::Reason;
use horn::{Answer, Engines, Options, System, read, solve};
use logic::{Template, Term};

fn system(name: &str) -> System {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benchmarks/horn/");
    let text = std::fs::read_to_string(format!("{folder}{name}.smt2")).expect("the file exists");
    read(&text).expect("the file is right").system
}

fn alone() -> Options {
    Options {
        engines: Engines::Spacer,
        ..Options::default()
    }
}

/// Spacer removes predicates that it can replace unless it is told not to, and then they have no
/// interpretation.
#[test]
fn every_predicate_keeps_its_interpretation() {
    let system = chain(5, 6);
    let answer = solve(&system, &alone(), &Budget::unlimited());
    let Ok(Answer::Sat(interpretation)) = answer else {
        panic!("the chain is safe: {answer:?}");
    };
    for formula in &interpretation.formulas {
        assert!(!formula.body().is_true(), "{formula:?}");
    }
}

/// The refutation of Spacer names only some of the facts where bodies have several applications.
#[test]
fn branching_derivations_are_completed() {
    for name in [
        "unsafe_tree",
        "unsafe_mccarthy",
        "unsafe_two_loops",
        "unsafe_late",
    ] {
        let answer = solve(&system(name), &alone(), &Budget::unlimited());
        assert!(matches!(answer, Ok(Answer::Unsat(_))), "{name}: {answer:?}");
    }
}

/// An interrupt spoils a whole context of Z3; the next question must not suffer.
#[test]
fn running_out_of_time_is_a_value_and_leaves_no_traces() {
    let hard = system("two_loops_sum");
    for _ in 0..2 {
        let short = Budget::unlimited().within(Duration::from_millis(100));
        assert_eq!(solve(&hard, &alone(), &short), Err(Reason::Timeout));
        let answer = solve(&system("count_up"), &alone(), &Budget::unlimited());
        assert!(matches!(answer, Ok(Answer::Sat(_))), "{answer:?}");
    }
    let none = Budget::unlimited().within(Duration::ZERO);
    assert_eq!(
        solve(&hard, &Options::default(), &none),
        Err(Reason::Timeout)
    );
}

/// Neither loop bound nor step tell the engines that a square is a square.
const HARD: &str = "
    (declare-fun p (Int Int Int) Bool)
    (assert (forall ((x Int) (y Int) (z Int)) (=> (and (= x 0) (= y 0) (= z 0)) (p x y z))))
    (assert (forall ((x Int) (y Int) (z Int))
        (=> (p x y z) (p (+ x 1) (+ y x) (+ z y)))))
    (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (< (* 7 z) (- y 3 x))) false)))";

#[test]
fn the_caller_can_stop_all_threads() {
    let hard = read(HARD).expect("the text is right").system;
    let canceller = Canceller::new();
    let budget = Budget::unlimited().with_canceller(canceller.clone());
    let answer = std::thread::scope(|scope| {
        let answer = scope.spawn(|| solve(&hard, &Options::default(), &budget));
        std::thread::sleep(Duration::from_millis(600));
        canceller.cancel();
        answer.join().expect("the engines do not panic")
    });
    // A fast machine may have found that nothing is wrong.
    if let Err(reason) = answer {
        assert!(
            matches!(reason, Reason::Interrupted | Reason::Incomplete(_)),
            "{reason}"
        );
    }
}

#[test]
fn what_the_caller_offers_is_tried_and_not_trusted() {
    let safe = system("count_up");
    let id = safe.ids().next().expect("there is a predicate");
    let answer = solve(&safe, &Options::default(), &Budget::unlimited());
    let Ok(Answer::Sat(found)) = answer else {
        panic!("the loop is safe: {answer:?}");
    };
    let parameters = found.formulas[0].parameters().to_vec();
    for offer in [found.formulas[0].body().clone(), Term::bottom()] {
        let options = Options {
            candidates: vec![(id, Template::new(parameters.clone(), offer))],
            ..Options::default()
        };
        let answer = solve(&safe, &options, &Budget::unlimited());
        assert!(matches!(answer, Ok(Answer::Sat(_))), "{answer:?}");
    }
}

#[test]
fn a_system_without_queries_or_clauses_is_solved() {
    assert!(matches!(
        solve(&System::new(), &Options::default(), &Budget::unlimited()),
        Ok(Answer::Sat(_))
    ));
    let text = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (> x 0) (p x))))";
    let system = read(text).expect("the text is right").system;
    let answer = solve(&system, &Options::default(), &Budget::unlimited());
    assert!(matches!(answer, Ok(Answer::Sat(_))), "{answer:?}");
    let text = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (> x 0) false)))";
    let system = read(text).expect("the text is right").system;
    let answer = solve(&system, &Options::default(), &Budget::unlimited());
    assert!(matches!(answer, Ok(Answer::Unsat(_))), "{answer:?}");
}

/// The same question gets the same answer where no race is run.
#[test]
fn engines_in_turn_repeat_themselves() {
    let options = Options {
        engines: Engines::InTurn,
        ..Options::default()
    };
    for name in [
        "two_loops_products",
        "phases",
        "unsafe_parity",
        "ticket_lock",
    ] {
        let system = system(name);
        let once = solve(&system, &options, &Budget::unlimited());
        assert!(once.is_ok(), "{name}: {once:?}");
        assert_eq!(
            solve(&system, &options, &Budget::unlimited()),
            once,
            "{name}"
        );
    }
}
