//! What the reader makes of texts.

use horn::{ReadError, read};
use logic::smtlib::ErrorKind;

const START: &str = "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int Bool) Bool)\n";

/// The clauses of a text, one a line.
fn clauses(text: &str) -> Result<Vec<String>, ReadError> {
    let system = read(&format!("{START}{text}"))?.system;
    let shown = system.clauses().iter().map(|clause| {
        let atom = |atom: &horn::Application| {
            let arguments: Vec<String> = atom.arguments.iter().map(ToString::to_string).collect();
            let name = system.predicate(atom.predicate).name();
            format!("{name}({})", arguments.join(", "))
        };
        let mut body: Vec<String> = clause.body.iter().map(atom).collect();
        if !clause.constraint.is_true() {
            body.push(clause.constraint.to_string());
        }
        let head = clause.head.as_ref().map_or("false".to_owned(), atom);
        format!("{} => {head}", body.join(" && "))
    });
    Ok(shown.collect())
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(
        clauses(text).unwrap_or_else(|error| panic!("{error}")),
        expected,
        "{text}"
    );
}

#[test]
fn clauses_come_in_many_forms() {
    check(
        "(assert (forall ((x Int)) (=> (= x 0) (p x))))",
        &["x == 0 => p(x)"],
    );
    check(
        "(assert (forall ((x Int)) (or (p x) (not (= x 0)))))",
        &["x == 0 => p(x)"],
    );
    check("(assert (p 3))", &[" => p(3)"]);
    check(
        "(assert (forall ((x Int)) (=> (and (p x) (> x 0)) false)))",
        &["p(x) && x > 0 => false"],
    );
    check(
        "(assert (not (exists ((x Int)) (and (p x) (> x 0)))))",
        &["p(x) && x > 0 => false"],
    );
    check(
        "(assert (forall ((x Int)) (=> (p x) (> x 0))))",
        &["p(x) && x <= 0 => false"],
    );
    check(
        "(assert (forall ((x Int)) (=> (p x) (=> (> x 1) (p (+ x 1))))))",
        &["p(x) && x > 1 => p(x + 1)"],
    );
}

#[test]
fn quantified_bodies_are_flattened() {
    check(
        "(assert (forall ((x Int)) (=> (exists ((y Int)) (and (p y) (= x (* 2 y)))) (p x))))",
        &["p(y) && x == 2*y => p(x)"],
    );
    check(
        "(assert (forall ((x Int)) (=> (and (p x) (exists ((x Int)) (p x))) (p (+ x 1)))))",
        &["p(x) && p(x!1) => p(x + 1)"],
    );
    check(
        "(assert (forall ((x Int)) (let ((y (+ x 1))) (let ((z (+ y 1))) (=> (p x) (p z))))))",
        &["p(x) => p(x + 2)"],
    );
}

#[test]
fn disjunctions_of_predicates_are_split() {
    check(
        "(assert (forall ((x Int) (b Bool)) (=> (or (p x) (q x b)) (p (+ x 1)))))",
        &["p(x) => p(x + 1)", "q(x, b) => p(x + 1)"],
    );
    check(
        "(assert (forall ((x Int)) (and (p x) (=> (p x) (q x true)))))",
        &[" => p(x)", "p(x) => q(x, true)"],
    );
    check(
        "(assert (forall ((x Int) (b Bool)) (=> (ite b (p x) (q x b)) (p 0))))",
        &["p(x) && b => p(0)", "q(x, b) && !b => p(0)"],
    );
}

#[test]
fn a_bound_variable_is_no_predicate() {
    check(
        "(declare-fun b () Bool)(assert (forall ((b Bool)) (=> b (q 0 b))))(assert (=> b (p 1)))",
        &["b!1 => q(0, b!1)", "b() => p(1)"],
    );
}

#[test]
fn rules_and_queries_are_clauses() {
    let variables = "(declare-rel r (Int Bool))(declare-rel done ())\n\
                     (declare-var x Int)(declare-var y Int)(declare-var b Bool)\n";
    let check = |text: &str, expected: &[&str]| check(&format!("{variables}{text}"), expected);
    check("(rule (r 0 true))", &[" => r(0, true)"]);
    check(
        "(rule (=> (and (r x b) (< x y)) (r y b)) step)",
        &["r(x, b) && x < y => r(y, b)"],
    );
    // Variables are those of one rule, whatever their sort; relations are those of all.
    check(
        "(rule (=> (and b (r x b)) done))(query done :print-certificate true)",
        &["r(x, b) && b => done()", "done() => false"],
    );
    check("(query r)", &["r(x1, x2) => false"]);
    check(
        "(query (and (r x b) (> x 3)))",
        &["r(x, b) && x > 3 => false"],
    );
    check(
        "(rule (forall ((x Int)) (=> (r x true) (r (+ x y) false))))",
        &["r(x, true) => r(x + y, false)"],
    );
    // A rule's variable is nothing to an assertion.
    let error = clauses(&format!("{variables}(assert (=> b (p 1)))")).expect_err("b is free");
    assert!(error.message.contains("`b` is neither bound"), "{error}");
}

fn refused(text: &str, kind: ErrorKind, message: &str) {
    let error = clauses(text).expect_err(text);
    assert_eq!(
        (error.kind, error.position.line),
        (kind, 2),
        "{text}: {error}"
    );
    assert!(error.message.contains(message), "{text}: {error}");
}

#[test]
fn what_is_no_clause_is_refused_with_its_place() {
    refused(
        "(assert (forall ((x Int) (b Bool)) (or (p x) (q x b))))",
        ErrorKind::Invalid,
        "two conclusions",
    );
    refused(
        "(assert (forall ((x Int)) (exists ((y Int)) (=> (p x) (p y)))))",
        ErrorKind::Unsupported,
        "existential",
    );
    refused(
        "(assert (forall ((x Int) (y Int)) (=> (= x (* y y)) (p x))))",
        ErrorKind::Unsupported,
        "not linear",
    );
    refused(
        "(declare-fun a ((Array Int Int)) Bool)(assert (forall ((m (Array Int Int))) (a m)))",
        ErrorKind::Unsupported,
        "arrays",
    );
    refused(
        "(declare-const n Int)(assert (p n))",
        ErrorKind::Unsupported,
        "`n`",
    );
    refused(
        "(declare-fun f (Int) Int)(assert (p (f 1)))",
        ErrorKind::Unsupported,
        "functions",
    );
    refused("(declare-rel r Int)", ErrorKind::Invalid, "not well formed");
    refused("(rule (p 1) 2)", ErrorKind::Invalid, "not well formed");
    refused("(query (p 1) p)", ErrorKind::Invalid, "not well formed");
    refused("(query nowhere)", ErrorKind::Invalid, "not declared");
    refused("(rule 3)", ErrorKind::Invalid, "Bool");
}
