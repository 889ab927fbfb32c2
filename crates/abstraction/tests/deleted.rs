//! Loops that only one function has: deleted ones, closed forms, and their wrong variants.

mod common;

use checker::Established::{Proved, Refuted};
use common::*;
use logic::{Op, Term};

/// `i = 0; while (i < n) { body; i += step } return result`.
fn counting(start: &[(&str, i64)], body: &[Stmt], step: i64, result: &str) -> Vec<Stmt> {
    let mut all: Vec<Stmt> = start
        .iter()
        .map(|(name, value)| set(name, c(*value)))
        .collect();
    all.push(set("i", c(0)));
    let mut inner = body.to_vec();
    inner.push(set("i", add(x("i"), c(step))));
    all.push(Stmt::While(ult(x("i"), x("n")), inner));
    all.push(Stmt::Return(vec![x(result)]));
    all
}

fn returns(value: Term) -> Vec<Stmt> {
    vec![Stmt::Return(vec![value])]
}

#[test]
fn a_loop_whose_result_is_unused_is_deleted() {
    let f = function(
        &["n"],
        &counting(&[("s", 0)], &[set("s", mul(x("s"), x("i")))], 1, "n"),
    );
    let g = function(&["n"], &returns(x("n")));
    assert_eq!(verdict(&f, &g), Some(Proved));
    // And the other way round: a loop is added.
    assert_eq!(verdict(&g, &f), Some(Proved));
    let wrong = function(&["n"], &returns(add(x("n"), c(1))));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

#[test]
fn a_counter_has_a_closed_form() {
    let f = function(&["n"], &counting(&[], &[], 1, "i"));
    assert_eq!(
        verdict(&f, &function(&["n"], &returns(x("n")))),
        Some(Proved)
    );
    assert_eq!(
        verdict(&function(&["n"], &returns(x("n"))), &f),
        Some(Proved)
    );
    let wrong = function(&["n"], &returns(sub(x("n"), c(1))));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

#[test]
fn a_sum_of_the_same_is_a_product() {
    let body = [set("s", add(x("s"), c(5)))];
    let f = function(&["n"], &counting(&[("s", 3)], &body, 1, "s"));
    let g = function(&["n"], &returns(add(mul(x("n"), c(5)), c(3))));
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
    let wrong = function(&["n"], &returns(add(mul(x("n"), c(5)), c(8))));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

#[test]
fn a_loop_that_may_not_end_is_not_deleted() {
    // Steps of two jump over the last number if `n` is 255.
    let f = function(&["n"], &counting(&[], &[], 2, "n"));
    let g = function(&["n"], &returns(x("n")));
    assert_ne!(verdict(&f, &g), Some(Proved));
    assert_ne!(verdict(&g, &f), Some(Proved));
    let bounded = |body: Vec<Stmt>| {
        let mut all = vec![set("n", op(Op::BvAnd, x("n"), c(127)))];
        all.extend(body);
        function(&["n"], &all)
    };
    let f = bounded(counting(&[], &[], 2, "n"));
    let g = bounded(returns(x("n")));
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
}

#[test]
fn an_inner_loop_is_deleted() {
    let nested = |inner: Vec<Stmt>| {
        let mut body = inner;
        body.push(Stmt::Event("use", vec![x("i")], vec![]));
        function(&["n", "m"], &counting(&[("s", 0)], &body, 1, "s"))
    };
    let inner = |step: i64| {
        vec![
            set("j", c(0)),
            Stmt::While(
                ult(x("j"), x("m")),
                vec![set("s", add(x("s"), c(step))), set("j", add(x("j"), c(1)))],
            ),
        ]
    };
    let closed = |factor: i64| vec![set("s", add(x("s"), mul(x("m"), c(factor))))];
    assert_eq!(verdict(&nested(inner(1)), &nested(closed(1))), Some(Proved));
    assert_eq!(verdict(&nested(closed(1)), &nested(inner(1))), Some(Proved));
    assert_eq!(
        verdict(&nested(inner(1)), &nested(closed(2))),
        Some(Refuted)
    );
}

#[test]
fn nested_loops_are_deleted_together() {
    let inner = vec![
        set("j", x("m")),
        Stmt::While(ult(c(0), x("j")), vec![set("j", sub(x("j"), c(1)))]),
    ];
    let f = function(&["n", "m"], &counting(&[], &inner, 1, "m"));
    let g = function(&["n", "m"], &returns(x("m")));
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
}

#[test]
fn a_shift_ends_when_nothing_is_left() {
    let shifting = vec![
        Stmt::While(
            Term::not(Term::eq(x("n"), c(0))),
            vec![set("n", op(Op::BvLshr, x("n"), c(1)))],
        ),
        Stmt::Return(vec![x("n")]),
    ];
    let f = function(&["n"], &shifting);
    assert_eq!(verdict(&f, &function(&["n"], &returns(c(0)))), Some(Proved));
}

#[test]
fn a_loop_counts_in_the_other_direction() {
    let f = function(
        &["n"],
        &counting(&[("s", 0)], &[set("s", add(x("s"), c(3)))], 1, "s"),
    );
    let down = vec![
        set("s", c(0)),
        Stmt::While(
            Term::not(Term::eq(x("n"), c(0))),
            vec![set("s", add(x("s"), c(3))), set("n", sub(x("n"), c(1)))],
        ),
        Stmt::Return(vec![x("s")]),
    ];
    let g = function(&["n"], &down);
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
}

/// Random pairs found this one: the rank of a loop spoke of its bound, which had no name in evidence.
#[test]
fn a_bound_that_is_never_written_has_a_name() {
    let looping = |start: Vec<Stmt>| {
        let around = Stmt::While(ult(x("i"), x("n")), vec![set("i", add(x("i"), c(1)))]);
        let body = [
            start,
            vec![set("i", c(0)), around, Stmt::Return(vec![x("a")])],
        ];
        function(&["a"], &body.concat())
    };
    let bounded = looping(vec![set("n", op(Op::BvAnd, x("a"), c(7)))]);
    assert_eq!(verdict(&bounded, &looping(vec![])), Some(Proved));
}

#[test]
fn variables_that_are_never_written_are_not_the_same_in_both_functions() {
    let unwritten = function(&["a"], &returns(x("n")));
    assert_ne!(verdict(&unwritten, &unwritten), Some(Proved));
}

#[test]
fn two_loops_in_a_row_are_deleted() {
    let one = |counter: &str| {
        vec![
            set(counter, c(0)),
            Stmt::While(
                ult(x(counter), x("n")),
                vec![set(counter, add(x(counter), c(1)))],
            ),
        ]
    };
    let mut body = one("i");
    body.extend(one("j"));
    body.push(Stmt::Return(vec![add(x("i"), x("j"))]));
    let f = function(&["n"], &body);
    let g = function(&["n"], &returns(add(x("n"), x("n"))));
    assert_eq!(verdict(&f, &g), Some(Proved));
    let wrong = function(&["n"], &returns(x("n")));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

/// `zext(value)` with one bit more.
fn wide(value: Term) -> Term {
    Term::app(Op::ZeroExtend(1), vec![value])
}

/// Half of a product of two numbers, which is computed with one bit more.
fn half_of_product(a: Term, b: Term) -> Term {
    let product = op(Op::BvMul, wide(a), wide(b));
    let half = op(Op::BvLshr, product, Term::bit_vec(WIDTH + 1, 1));
    Term::app(Op::Extract(WIDTH - 1, 0), vec![half])
}

#[test]
fn a_sum_of_numbers_is_half_of_a_product() {
    let body = [set("s", add(x("s"), x("i")))];
    let f = function(&["n"], &counting(&[("s", 0)], &body, 1, "s"));
    // As compilers write it: the first `n - 1` steps, and the last one.
    let closed = |last: i64| {
        let first = half_of_product(sub(x("n"), c(1)), sub(x("n"), c(2)));
        let sum = sub(add(first, x("n")), c(last));
        let positive = ult(c(0), x("n"));
        function(&["n"], &[Stmt::If(positive, returns(sum), returns(c(0)))])
    };
    assert_eq!(verdict(&f, &closed(1)), Some(Proved));
    assert_eq!(verdict(&closed(1), &f), Some(Proved));
    assert_eq!(verdict(&f, &closed(2)), Some(Refuted));
}

#[test]
fn a_sum_of_multiples_is_half_of_a_product() {
    let body = [set("s", add(x("s"), mul(x("i"), x("k"))))];
    let f = function(&["n", "k"], &counting(&[("s", 0)], &body, 1, "s"));
    let closed = |result: Term| function(&["n", "k"], &returns(result));
    let numbers = op(
        Op::BvMul,
        wide(x("n")),
        op(Op::BvSub, wide(x("n")), Term::bit_vec(WIDTH + 1, 1)),
    );
    let numbers = op(Op::BvLshr, numbers, Term::bit_vec(WIDTH + 1, 1));
    let numbers = Term::app(Op::Extract(WIDTH - 1, 0), vec![numbers]);
    let g = closed(mul(numbers.clone(), x("k")));
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
    let wrong = closed(mul(numbers, x("n")));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

#[test]
fn a_sum_of_the_same_variable_is_a_product() {
    let body = [set("s", add(x("s"), x("k")))];
    let f = function(&["n", "k"], &counting(&[("s", 3)], &body, 1, "s"));
    let g = function(&["n", "k"], &returns(add(mul(x("n"), x("k")), c(3))));
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
    let wrong = function(&["n", "k"], &returns(mul(x("n"), x("k"))));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

#[test]
fn doubling_is_a_shift() {
    let body = [set("s", add(x("s"), x("s")))];
    let f = function(&["n"], &counting(&[("s", 5)], &body, 1, "s"));
    let g = function(&["n"], &returns(op(Op::BvShl, c(5), x("n"))));
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
    let wrong = function(&["n"], &returns(op(Op::BvShl, c(4), x("n"))));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

#[test]
fn a_sum_of_numbers_below_a_signed_bound_is_half_of_a_product() {
    let below = || op(Op::BvSlt, x("i"), x("n"));
    let body = vec![set("s", add(x("s"), x("i"))), set("i", add(x("i"), c(1)))];
    let start = [set("s", c(0)), set("i", c(0)), Stmt::While(below(), body)];
    let f = function(&["n"], &[&start[..], &returns(x("s"))].concat());
    let closed = |least: i64| {
        let first = half_of_product(sub(x("n"), c(1)), sub(x("n"), c(2)));
        let sum = sub(add(first, x("n")), c(1));
        let positive = op(Op::BvSlt, c(least), x("n"));
        function(&["n"], &[Stmt::If(positive, returns(sum), returns(c(0)))])
    };
    assert_eq!(verdict(&f, &closed(0)), Some(Proved));
    assert_eq!(verdict(&closed(0), &f), Some(Proved));
    assert_eq!(verdict(&f, &closed(2)), Some(Refuted));
}
