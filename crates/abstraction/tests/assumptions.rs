//! Inputs that a specification excludes: no counterexample is one of them, and proofs need not answer
//! for those that are excluded before anything is seen.

mod common;

use checker::Established;
use checker::abstraction::check_refinement;
use common::*;
use evidence::abstraction::{CutMap, Kind, Node, Refinement, Turn};
use logic::Term;

fn say(value: Term) -> Stmt {
    Stmt::Event("say", vec![value], vec![])
}

/// Assumes something, and returns what it was given.
fn assuming(formula: Term) -> program::Function {
    function(&["n"], &[Stmt::Assume(formula), Stmt::Return(vec![x("n")])])
}

#[test]
fn a_precondition_excludes_what_the_implementation_does_not_know() {
    let specification = assuming(ult(x("n"), c(10)));
    let undefined = |bound| {
        let too_large = Stmt::UndefinedIf(Term::not(ult(x("n"), c(bound))));
        function(&["n"], &[too_large, Stmt::Return(vec![x("n")])])
    };
    assert_eq!(
        verdict(&specification, &undefined(10)),
        Some(Established::Proved)
    );
    assert_eq!(
        verdict(&specification, &undefined(9)),
        Some(Established::Refuted)
    );
}

#[test]
fn the_same_holds_behind_undefined_behaviour() {
    let undefined = Stmt::UndefinedIf(Term::eq(x("n"), c(3)));
    let body = [
        undefined,
        Stmt::Assume(ult(x("n"), c(10))),
        Stmt::Return(vec![x("n")]),
    ];
    let specification = function(&["n"], &body);
    let returns = |at_three, at_twelve: i64| {
        let choice = |at, value, otherwise| Term::ite(Term::eq(x("n"), c(at)), c(value), otherwise);
        let value = choice(3, at_three, choice(12, at_twelve, x("n")));
        function(&["n"], &[Stmt::Return(vec![value])])
    };
    assert_eq!(
        verdict(&specification, &returns(7, 7)),
        Some(Established::Proved)
    );
}

#[test]
fn runs_that_are_dropped_later_are_no_counterexamples() {
    // Where the specification is dropped, the implementation does something else.
    let large = ult(c(9), x("n"));
    let drops = Stmt::If(large.clone(), vec![Stmt::Assume(Term::bottom())], vec![]);
    let specification = function(&["n"], &[say(c(1)), drops, Stmt::Return(vec![x("n")])]);
    let other = Stmt::If(large, vec![Stmt::UndefinedIf(Term::top())], vec![]);
    let implementation = function(&["n"], &[say(c(1)), other, Stmt::Return(vec![x("n")])]);
    assert_ne!(
        verdict(&specification, &implementation),
        Some(Established::Refuted)
    );
    let wrong = function(&["n"], &[say(c(1)), Stmt::Return(vec![c(1)])]);
    assert_eq!(verdict(&specification, &wrong), Some(Established::Refuted));
}

#[test]
fn a_specification_that_drops_all_of_its_choices_excludes_the_input() {
    let chosen = |formula: Term| {
        let body = [
            Stmt::Choose(var("k")),
            Stmt::Assume(formula),
            Stmt::Return(vec![x("k")]),
        ];
        function(&["n"], &body)
    };
    let undefined = function(&["n"], &[Stmt::UndefinedIf(Term::top())]);
    let none = chosen(ult(x("k"), c(0)));
    assert_ne!(verdict(&none, &undefined), Some(Established::Refuted));
    let some = chosen(ult(x("k"), c(5)));
    assert_eq!(verdict(&some, &undefined), Some(Established::Refuted));
}

/// A proof that nothing ever happens in the implementation, given a relation at the entries.
fn nothing_happens(relation: &str) -> Refinement {
    Refinement::Map(CutMap {
        kind: Kind::Discovered,
        nodes: vec![Node {
            implementation: 0,
            specification: 0,
            relation: relation.to_owned(),
            turn: Turn::Implementation,
            moves: Vec::new(),
            rank: Vec::new(),
        }],
    })
}

#[test]
fn no_more_may_be_assumed_than_the_precondition() {
    let budget = budget::Budget::unlimited();
    let returns = function(&["n"], &[Stmt::Return(vec![c(1)])]);
    let check = |specification, relation| {
        check_refinement(specification, &returns, &nothing_happens(relation), &budget)
    };
    // Nothing is left to compare, which is said.
    let excluding_all = assuming(Term::bottom());
    let accepted = check(&excluding_all, "false").unwrap();
    assert_eq!(accepted.verdict(), Established::Proved);
    assert!(accepted.vacuous().is_some());
    let excluding_some = assuming(ult(x("n"), c(10)));
    assert!(check(&excluding_some, "false").is_err());
    // What is assumed behind an event excludes no input beforehand.
    let late = [say(c(1)), Stmt::Assume(Term::bottom())];
    assert!(check(&function(&["n"], &late), "false").is_err());
}
