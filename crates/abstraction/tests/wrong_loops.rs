//! Wrong rewrites of loops, as a compiler with a bug would make them: none is ever proved, and nearly
//! all are refuted.

mod common;

use checker::Established::{Proved, Refuted};
use common::*;
use logic::{Op, Term};
use program::Function;

fn slt(a: Term, b: Term) -> Term {
    op(Op::BvSlt, a, b)
}

fn is_zero(a: Term) -> Term {
    Term::eq(a, c(0))
}

fn f(body: Vec<Stmt>) -> Function {
    function(&["n", "x"], &body)
}

fn result(value: Term) -> Stmt {
    Stmt::Return(vec![value])
}

/// `s = 0; i = 0; while (i < n) { s += step; i += by }`, and what comes then.
fn summing(condition: Term, step: Term, by: i64, then: Vec<Stmt>) -> Vec<Stmt> {
    let body = vec![set("s", add(x("s"), step)), set("i", add(x("i"), c(by)))];
    let head = vec![set("s", c(0)), set("i", c(0)), Stmt::While(condition, body)];
    [head, then].concat()
}

fn sum_of_x() -> Function {
    let below = ult(x("i"), x("n"));
    f(summing(below, x("x"), 1, vec![result(x("s"))]))
}

/// The pairs: what it is, the function, and the wrong rewrite of it.
fn wrong() -> Vec<(&'static str, Function, Function)> {
    let below = || ult(x("i"), x("n"));
    let by_x = |condition, by, then| f(summing(condition, x("x"), by, then));
    let s = || vec![result(x("s"))];
    let counting = |start: i64, condition: Term, by: i64| {
        let body = vec![set("i", add(x("i"), c(by)))];
        f(vec![
            set("i", c(start)),
            Stmt::While(condition, body),
            result(x("i")),
        ])
    };
    let triangle = || {
        let body = vec![set("s", add(x("s"), x("i"))), set("i", add(x("i"), c(1)))];
        let head = vec![set("s", c(0)), set("i", c(0)), Stmt::While(below(), body)];
        f([head, s()].concat())
    };
    let half = |value: Term| op(Op::BvLshr, value, c(1));
    let rotated = |guard: Option<Term>, test: Term| {
        let body = vec![set("s", add(x("s"), x("x"))), set("i", add(x("i"), c(1)))];
        let around = Stmt::DoWhile(body, test);
        let start = vec![set("s", c(0)), set("i", c(0))];
        let inner = match guard {
            Some(guard) => vec![Stmt::If(guard, vec![around], vec![])],
            None => vec![around],
        };
        f([start, inner, s()].concat())
    };
    let unrolled = |second: Vec<Stmt>| {
        let mut body = vec![set("s", add(x("s"), x("x"))), set("i", add(x("i"), c(1)))];
        body.extend(second);
        let head = vec![set("s", c(0)), set("i", c(0)), Stmt::While(below(), body)];
        f([head, s()].concat())
    };
    let again = || vec![set("s", add(x("s"), x("x"))), set("i", add(x("i"), c(1)))];
    let calling = |first: i64, condition: Term| {
        let body = vec![
            Stmt::Event("use", vec![x("i")], vec![]),
            set("i", add(x("i"), c(1))),
        ];
        f(vec![
            set("i", c(first)),
            Stmt::While(condition, body),
            result(c(0)),
        ])
    };
    let shifting = |start: Term| {
        let body = vec![
            set("s", op(Op::BvShl, x("s"), c(1))),
            set("i", add(x("i"), c(1))),
        ];
        f(vec![
            set("s", start),
            set("i", c(0)),
            Stmt::While(below(), body),
            result(x("s")),
        ])
    };
    let waiting = |condition: Term, change: Term| {
        let around = Stmt::While(condition, vec![set("n", change)]);
        f(vec![around, result(x("x"))])
    };
    let at_most = || op(Op::BvUle, x("i"), x("n"));
    vec![
        ("one iteration more", sum_of_x(), by_x(at_most(), 1, s())),
        (
            "the last iteration is missing",
            sum_of_x(),
            by_x(ult(add(x("i"), c(1)), x("n")), 1, s()),
        ),
        (
            "a signed comparison",
            sum_of_x(),
            by_x(slt(x("i"), x("n")), 1, s()),
        ),
        (
            "rotated without its guard",
            sum_of_x(),
            rotated(None, below()),
        ),
        (
            "rotated with the wrong guard",
            sum_of_x(),
            rotated(Some(ult(c(1), x("n"))), below()),
        ),
        (
            "rotated with the old counter",
            sum_of_x(),
            rotated(Some(ult(c(0), x("n"))), at_most()),
        ),
        (
            "unrolled without the second test",
            sum_of_x(),
            unrolled(again()),
        ),
        (
            "unrolled with a test that is always true but once",
            sum_of_x(),
            unrolled(vec![Stmt::If(
                Term::not(Term::eq(x("i"), c(77))),
                vec![Stmt::If(below(), again(), vec![])],
                vec![],
            )]),
        ),
        (
            "a product that is off by one step",
            sum_of_x(),
            f(vec![result(mul(x("x"), sub(x("n"), c(1))))]),
        ),
        (
            "a product of the other sign",
            sum_of_x(),
            f(vec![result(mul(x("x"), sub(c(0), x("n"))))]),
        ),
        (
            "a counter that stops too early",
            counting(0, below(), 1),
            f(vec![result(sub(x("n"), c(1)))]),
        ),
        (
            "a counter that jumps over its bound",
            counting(0, below(), 2),
            f(vec![result(x("n"))]),
        ),
        (
            "a counter that may never meet its bound",
            counting(1, Term::not(Term::eq(x("i"), x("n"))), 2),
            f(vec![result(x("n"))]),
        ),
        (
            "a signed bound that may be negative",
            counting(0, slt(x("i"), x("n")), 1),
            f(vec![result(x("n"))]),
        ),
        (
            "a closed form that overflows",
            triangle(),
            f(vec![result(half(mul(x("n"), sub(x("n"), c(1)))))]),
        ),
        (
            "a closed form of the next number",
            triangle(),
            f(vec![result(half(mul(x("n"), add(x("n"), c(1)))))]),
        ),
        (
            "calls from one on",
            calling(0, below()),
            calling(1, below()),
        ),
        (
            "a call too many",
            calling(0, below()),
            calling(0, at_most()),
        ),
        (
            "a shift by one too many",
            shifting(c(1)),
            f(vec![result(op(Op::BvShl, c(1), add(x("n"), c(1))))]),
        ),
        (
            "a loop that never ends for odd numbers is deleted",
            waiting(Term::not(is_zero(x("n"))), sub(x("n"), c(2))),
            f(vec![result(x("x"))]),
        ),
        (
            "a loop that never ends is deleted",
            waiting(ult(c(0), x("n")), add(x("n"), c(0))),
            f(vec![result(x("x"))]),
        ),
        (
            "a loop that may never end is added",
            f(vec![result(x("x"))]),
            waiting(Term::not(is_zero(x("n"))), sub(x("n"), c(2))),
        ),
        (
            "a loop with a call is deleted",
            calling(0, below()),
            f(vec![result(c(0))]),
        ),
    ]
}

#[test]
fn no_wrong_rewrite_is_proved() {
    let pairs = wrong();
    assert!(pairs.len() > 20);
    let mut unknown = Vec::new();
    for (name, specification, implementation) in &pairs {
        match verdict(specification, implementation) {
            Some(Proved) => panic!("proved: {name}"),
            Some(Refuted) => {}
            None => unknown.push(*name),
        }
    }
    assert!(unknown.len() <= 2, "unknown: {unknown:?}");
}
