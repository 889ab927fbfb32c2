//! Loops that a compiler changed: each pair is proved, and a wrong variant of it refuted.

mod common;

use checker::Established::{Proved, Refuted};
use common::*;
use logic::{Op, Sort, Term, Var};

/// `s = 0; i = 0; while (i < n) { s += x; i += 1 } return s`.
fn sum(step: Term) -> Vec<Stmt> {
    vec![
        set("s", c(0)),
        set("i", c(0)),
        Stmt::While(
            ult(x("i"), x("n")),
            vec![set("s", add(x("s"), step)), set("i", add(x("i"), c(1)))],
        ),
        Stmt::Return(vec![x("s")]),
    ]
}

#[test]
fn a_function_refines_itself() {
    let f = function(&["n", "x"], &sum(x("x")));
    assert_eq!(verdict(&f, &f), Some(Proved));
}

#[test]
fn a_wrong_step_is_refuted() {
    let f = function(&["n", "x"], &sum(x("x")));
    let g = function(&["n", "x"], &sum(add(x("x"), c(1))));
    assert_eq!(verdict(&f, &g), Some(Refuted));
}

#[test]
fn rotation_is_proved_in_both_directions() {
    let f = function(&["n", "x"], &sum(x("x")));
    let rotated = |bound: Term| {
        let body = vec![set("t", add(x("t"), x("x"))), set("j", add(x("j"), c(1)))];
        vec![
            set("t", c(0)),
            Stmt::If(
                ult(c(0), x("n")),
                vec![set("j", c(0)), Stmt::DoWhile(body, ult(x("j"), bound))],
                vec![],
            ),
            Stmt::Return(vec![x("t")]),
        ]
    };
    let g = function(&["n", "x"], &rotated(x("n")));
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
    let wrong = function(&["n", "x"], &rotated(add(x("n"), c(1))));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

#[test]
fn figure_2_of_the_paper() {
    let body = |update: Stmt, b: Term| {
        vec![
            set("b", b),
            Stmt::Event("more", vec![], vec![var("go")]),
            Stmt::While(
                ult(c(0), x("go")),
                vec![update, Stmt::Event("more", vec![x("a")], vec![var("go")])],
            ),
            Stmt::Return(vec![x("a")]),
        ]
    };
    let source = function(
        &["a", "input"],
        &body(set("a", add(x("a"), x("b"))), x("input")),
    );
    let negated = Term::app(logic::Op::BvNeg, vec![x("input")]);
    let target = function(
        &["a", "input"],
        &body(set("a", sub(x("a"), x("b"))), negated),
    );
    assert_eq!(verdict(&source, &target), Some(Proved));
    assert_eq!(verdict(&target, &source), Some(Proved));
}

#[test]
fn peeling_and_unrolling_are_proved() {
    let f = function(&["n", "x"], &sum(x("x")));
    let body = || vec![set("s", add(x("s"), x("x"))), set("i", add(x("i"), c(1)))];
    let peeled = vec![
        set("s", c(0)),
        set("i", c(0)),
        Stmt::If(
            ult(x("i"), x("n")),
            [body(), vec![Stmt::While(ult(x("i"), x("n")), body())]].concat(),
            vec![],
        ),
        Stmt::Return(vec![x("s")]),
    ];
    let peeled = function(&["n", "x"], &peeled);
    assert_eq!(verdict(&f, &peeled), Some(Proved));
    let unrolled = vec![
        set("s", c(0)),
        set("i", c(0)),
        Stmt::While(
            ult(x("i"), x("n")),
            [body(), vec![Stmt::If(ult(x("i"), x("n")), body(), vec![])]].concat(),
        ),
        Stmt::Return(vec![x("s")]),
    ];
    let unrolled = function(&["n", "x"], &unrolled);
    assert_eq!(verdict(&f, &unrolled), Some(Proved));
}

#[test]
fn strength_reduction_is_proved() {
    let loop_of = |value: Term, update: Vec<Stmt>| {
        vec![
            set("i", c(0)),
            set("p", c(0)),
            Stmt::While(
                ult(x("i"), x("n")),
                [
                    vec![Stmt::Event("use", vec![value], vec![])],
                    update,
                    vec![set("i", add(x("i"), c(1)))],
                ]
                .concat(),
            ),
            Stmt::Return(vec![]),
        ]
    };
    let f = function(&["n"], &loop_of(mul(x("i"), c(12)), vec![]));
    let g = function(&["n"], &loop_of(x("p"), vec![set("p", add(x("p"), c(12)))]));
    assert_eq!(verdict(&f, &g), Some(Proved));
    let wrong = function(&["n"], &loop_of(x("p"), vec![set("p", add(x("p"), c(13)))]));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

#[test]
fn undefined_behaviour_of_the_specification_allows_anything() {
    let f = function(
        &["n"],
        &[
            Stmt::UndefinedIf(Term::eq(x("n"), c(0))),
            Stmt::Return(vec![op(logic::Op::BvUdiv, x("n"), x("n"))]),
        ],
    );
    let g = function(&["n"], &[Stmt::Return(vec![c(1)])]);
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Refuted));
}

#[test]
fn an_endless_loop_is_no_refinement() {
    let f = function(&["n"], &[Stmt::Return(vec![c(1)])]);
    let g = function(
        &["n"],
        &[
            Stmt::While(Term::eq(x("n"), c(77)), vec![]),
            Stmt::Return(vec![c(1)]),
        ],
    );
    assert_eq!(verdict(&f, &g), Some(Refuted));
    assert_eq!(verdict(&g, &f), Some(Refuted));
}

#[test]
fn choices_of_the_specification_are_found() {
    let f = function(
        &["n"],
        &[
            Stmt::Choose(var("u")),
            Stmt::Return(vec![op(logic::Op::BvOr, x("u"), c(1))]),
        ],
    );
    let g = function(
        &["n"],
        &[
            Stmt::Choose(var("v")),
            Stmt::Return(vec![op(logic::Op::BvOr, x("v"), c(1))]),
        ],
    );
    assert_eq!(verdict(&f, &g), Some(Proved));
}

/// Figure 2 of papers/003 as it stands there: nobody gives `a` and `b`, so that the specification has to
/// choose the opposite step.
#[test]
fn the_opposite_of_a_choice_is_found() {
    let body = |update: Stmt| {
        vec![
            Stmt::Choose(var("a")),
            Stmt::Choose(var("b")),
            Stmt::Choose(var("go")),
            Stmt::While(ult(c(9), x("go")), vec![update, Stmt::Choose(var("go"))]),
            Stmt::Return(vec![x("a")]),
        ]
    };
    let plus = function(&[], &body(set("a", add(x("a"), x("b")))));
    let minus = function(&[], &body(set("a", sub(x("a"), x("b")))));
    assert_eq!(verdict(&plus, &minus), Some(Proved));
    assert_eq!(verdict(&minus, &plus), Some(Proved));
}

/// The implementation computes the next test in the iteration before, and keeps it.
#[test]
fn what_is_computed_early_is_related() {
    let wanted = |bound: Term| op(logic::Op::BvAnd, mul(x("i"), x("i")), bound);
    let late = function(
        &["n"],
        &[
            set("i", c(0)),
            Stmt::While(
                ult(wanted(c(31)), x("n")),
                vec![set("i", add(x("i"), c(3)))],
            ),
            Stmt::Return(vec![x("i")]),
        ],
    );
    let early = |bound: Term| {
        function(
            &["n"],
            &[
                set("i", c(0)),
                set("t", wanted(c(31))),
                Stmt::While(
                    ult(x("t"), x("n")),
                    vec![set("i", add(x("i"), c(3))), set("t", wanted(bound))],
                ),
                Stmt::Return(vec![x("i")]),
            ],
        )
    };
    assert_eq!(verdict(&late, &early(c(31))), Some(Proved));
    assert_eq!(verdict(&late, &early(c(63))), Some(Refuted));
}

#[test]
fn loops_that_no_random_input_comes_to_are_aligned() {
    let behind = |body: Vec<Stmt>| {
        // Only `x` = 14 and `y` = 37 satisfy both.
        let product = mul(mul(x("x"), c(97)), x("x"));
        let rare = Term::and([
            Term::eq(product, add(x("y"), c(31))),
            Term::eq(mul(x("y"), x("x")), c(6)),
        ]);
        vec![
            set("s", c(0)),
            Stmt::If(rare, body, vec![]),
            Stmt::Return(vec![x("s")]),
        ]
    };
    let body = |counter: &str| {
        vec![
            set("s", add(mul(x("s"), c(3)), x(counter))),
            set(counter, add(x(counter), c(1))),
        ]
    };
    let source = vec![set("i", c(0)), Stmt::While(ult(x("i"), x("n")), body("i"))];
    let rotated = |bound: Term| {
        let turned = Stmt::DoWhile(body("j"), ult(x("j"), bound));
        let inside = vec![set("j", c(0)), turned];
        vec![Stmt::If(ult(c(0), x("n")), inside, vec![])]
    };
    let inputs = ["n", "x", "y"];
    let f = function(&inputs, &behind(source));
    let g = function(&inputs, &behind(rotated(x("n"))));
    assert_eq!(verdict(&f, &g), Some(Proved));
    assert_eq!(verdict(&g, &f), Some(Proved));
    let wrong = function(&inputs, &behind(rotated(add(x("n"), c(1)))));
    assert_eq!(verdict(&f, &wrong), Some(Refuted));
}

/// Branches that became conditionals: on each path of the specification it is known which side each of
/// them is, so that no solver has to multiply.
#[test]
fn conditionals_are_decided_by_the_path() {
    let select = |name: &str, condition: &Term, then: Term| {
        set(name, Term::ite(condition.clone(), then, x(name)))
    };
    let (mut branches, mut conditionals) = (Vec::new(), Vec::new());
    for k in 1..5 {
        let condition = ult(x("a"), add(mul(x("b"), x("b")), c(k)));
        let then = op(Op::BvXor, mul(x("a"), x("b")), c(3 * k));
        let otherwise = add(x("a"), mul(x("b"), c(7)));
        let branch = vec![set("b", then.clone())];
        branches.push(Stmt::If(
            condition.clone(),
            branch,
            vec![set("a", otherwise.clone())],
        ));
        let test = Var::new("test", Sort::Bool);
        conditionals.push(Stmt::Assign(test.clone(), condition));
        let test = test.term();
        conditionals.push(set("t", Term::ite(test.clone(), x("a"), otherwise)));
        conditionals.push(select("b", &test, then));
        conditionals.push(set("a", x("t")));
    }
    let [specification, implementation] = [branches, conditionals].map(|mut body| {
        body.push(Stmt::Return(vec![mul(x("a"), x("b"))]));
        function(&["a", "b"], &body)
    });
    let budget = budget::Budget::unlimited().with_work(6_000_000);
    let evidence = evidence(&specification, &implementation, &budget).expect("there is a proof");
    let established = accepted(&specification, &implementation, &evidence);
    assert_eq!(established, Proved);
}
