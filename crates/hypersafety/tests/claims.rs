//! Claims about programs with infinitely many states, each with the verdict that is known for it.
//! The checker accepts all evidence.

use std::time::Duration;

use budget::Budget;
use checker::Established;
use evidence::Verdict;
use question::{Question, SafeFor};

fn decide(question: &SafeFor) -> Established {
    let budget = Budget::unlimited().within(Duration::from_secs(120));
    let evidence = match hypersafety::decide(question, &budget).verdict {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
        Verdict::Unknown(reason) => panic!("no answer: {reason}"),
    };
    let accepted = checker::check_safe_for(question, &evidence, &Budget::unlimited());
    accepted
        .unwrap_or_else(|rejected| panic!("{rejected}"))
        .verdict()
}

fn check(text: &str) {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    for claim in &analysis.module.claims {
        let expected = match claim.expect {
            Some(question::Expectation::Refuted) => Established::Refuted,
            _ => Established::Proved,
        };
        let question = analysis
            .module
            .question(claim)
            .ok()
            .and_then(Question::safe_for)
            .expect("the claim is about copies of programs");
        assert_eq!(decide(&question), expected, "{}", claim.name);
    }
}

fn check_weaver(text: &str, expected: Established) {
    let reading = frontend_weaver::read(text).expect("the text is right");
    let question = reading
        .module
        .question(&reading.module.claims[0])
        .ok()
        .and_then(Question::safe_for)
        .expect("the claim is about copies of programs");
    assert_eq!(decide(&question), expected, "{text}");
}

#[test]
fn loops_in_lockstep() {
    check(
        "program double {
            var x: int; var n: int;
            while (x < n) { x = x + x; }
        }
        claim deterministic: safe for a = double, b = double
            requires a.x == b.x && a.n == b.n && a.x > 0 ensures a.x == b.x;
        claim monotone: safe for a = double, b = double
            requires a.x == b.x && a.n <= b.n && a.x > 0 ensures a.x == b.x expect refuted;",
    );
}

#[test]
fn functions_are_the_same_in_all_copies() {
    check(
        "fn f(int) -> int;
        program once { var x: int; var y: int; y = f(x); }
        program twice { var x: int; var y: int; y = f(f(x)); }
        claim same: safe for a = once, b = once requires a.x == b.x ensures a.y == b.y;
        claim other: safe for a = once, b = twice requires a.x == b.x ensures a.y == b.y
            expect refuted;",
    );
}

#[test]
fn parallel_parts_commute_or_not() {
    check(
        "program add { shared var s: int; par { s = s + 1; } || { s = s + 2; } }
        program race { shared var s: int; par { s = s + 1; } || { s = s * 2; } }
        claim sums_commute: safe for a = add, b = add requires a.s == b.s ensures a.s == b.s;
        claim races_do_not: safe for a = race, b = race requires a.s == b.s ensures a.s == b.s
            expect refuted;",
    );
}

#[test]
fn a_torn_update_is_found_and_an_atomic_one_is_not_torn() {
    check(
        "program torn { shared var s: int; var t: int; var u: int;
            par { t = s; s = t + 1; } || { u = s; s = u + 1; } }
        program whole { shared var s: int; var t: int; var u: int;
            par { atomic { t = s; s = t + 1; } } || { atomic { u = s; s = u + 1; } } }
        claim torn: safe for a = torn requires a.s == 0 ensures a.s == 2 expect refuted;
        claim whole: safe for a = whole requires a.s == 0 ensures a.s == 2;",
    );
}

#[test]
fn assertions_fail_while_others_run() {
    check(
        "program forever { var x: int; while (true) { x = x + 1; } }
        program wrong { var y: int; assert y < 3; }
        program watched { shared var s: int;
            par { s = 1; while (true) { skip; } } || { assert s == 0; } }
        claim reached: safe for a = forever, b = wrong expect refuted;
        claim not_reached: safe for a = forever, b = wrong requires b.y < 0;
        claim seen: safe for a = watched requires a.s == 0 expect refuted;",
    );
}

#[test]
fn chosen_values() {
    check(
        "program choose_one { var x: int; havoc x where x > 0; x = x + 1; }
        claim positive: safe for a = choose_one ensures a.x > 1;
        claim not_unique: safe for a = choose_one, b = choose_one ensures a.x == b.x
            expect refuted;",
    );
}

#[test]
fn arrays_are_compared_elementwise() {
    check_weaver(
        "(var A (Array Int Int)) (var i x y Int)
        (assume (= x y))
        (par (set! x (select A i)) (set! y (select (store A 0 (select A 0)) i)))
        (assume (not (= x y)))",
        Established::Proved,
    );
}

#[test]
fn loops_that_are_unrolled_need_divisibility() {
    check_weaver(
        "(var f (Int) Int) (var i1 x1 i2 x2 n Int)
        (assume (= i1 i2 x1 x2 0))
        (par
          (while (< i1 (* 2 n)) (set! x1 (f x1)) (set! i1 (+ i1 1)))
          (while (< i2 (* 2 n)) (set! x2 (f (f x2))) (set! i2 (+ i2 2))))
        (assume (not (= x1 x2)))",
        Established::Proved,
    );
}

#[test]
fn a_claim_without_a_start_is_vacuous() {
    let text = "(var x Int) (assume (and (< x 0) (> x 0))) (set! x 1) (assume (not (= x 2)))";
    let reading = frontend_weaver::read(text).expect("the text is right");
    let question = reading
        .module
        .question(&reading.module.claims[0])
        .ok()
        .and_then(Question::safe_for)
        .expect("the claim is about copies of programs");
    let Verdict::Proved(evidence) = hypersafety::decide(&question, &Budget::unlimited()).verdict
    else {
        panic!("nothing starts");
    };
    let accepted =
        checker::check_safe_for(&question, &evidence, &Budget::unlimited()).expect("accepted");
    assert_eq!(accepted.vacuous(), Some(checker::Vacuity::NoStart));
}

/// The paths of one atomic block double with each `if`; a limit on time stops the enumeration.
#[test]
fn many_paths_in_an_atomic_block_observe_the_budget() {
    let body = "if (s > 0) { s = s - 1; } else { s = s + 2; } ".repeat(40);
    let text = format!(
        "program p {{ shared var s: int; par {{ atomic {{ {body} }} }} || {{ s = s + 1; }} }}
        claim c: safe for a = p, b = p requires a.s == b.s ensures a.s == b.s;"
    );
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let question = analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::safe_for)
        .expect("the claim is about copies of programs");
    let budget = Budget::unlimited().within(Duration::from_millis(300));
    let verdict = hypersafety::decide(&question, &budget).verdict;
    assert!(
        matches!(verdict, Verdict::Unknown(evidence::Reason::Timeout)),
        "{verdict:?}"
    );
}

#[test]
fn what_is_stored_belongs_to_the_sort_of_the_elements() {
    check(
        "program p { var a: array<int, 0..=3>; var x: int; a[0] = x; }
        claim inside: safe for c = p ensures c.x <= 3;
        claim outside: safe for c = p ensures c.x <= 2 expect refuted;",
    );
}

#[test]
fn hints_are_tried_and_not_trusted() {
    check(
        "program count { var n: int; var x: int = 0; while (x < n) { x = x + 2; } }
        claim same: safe for a = count, b = count requires a.n == b.n ensures a.x == b.x
            using a.x == b.x using a.x > 1000;
        claim not_same: safe for a = count, b = count requires a.n <= b.n ensures a.x == b.x
            using a.x == b.x expect refuted;",
    );
}

#[test]
fn what_a_comparator_does_not_compare_is_the_same_in_all_copies() {
    check(
        "program compare { var a: int; var b: int; var descending: bool; var r: int = 0;
            r = descending ? b - a : a - b; }
        claim c: comparator compare of (a) and (b) by r;",
    );
}

#[test]
fn one_element_of_all_that_a_loop_treats() {
    check(
        "program greatest(n: int) {
            var a: array<int, int>; var k: int; var m: int; var i: int = 0;
            m = a[0];
            while (i < n) { if (a[i] > m) { m = a[i]; } i = i + 1; }
        }
        claim is_greatest: safe for p = greatest
            requires 0 <= p.k && p.k < p.n ensures p.a[p.k] <= p.m;
        claim is_least: safe for p = greatest
            requires 0 <= p.k && p.k < p.n ensures p.a[p.k] >= p.m expect refuted;",
    );
}

#[test]
fn products_of_variables() {
    check_weaver(
        "(var x y i j a b Int)
        (assume (and (>= a 0) (>= b 0) (= x y i j 0)))
        (par (while (< i b) (atomic (set! x (+ x a)) (set! i (+ i 1))))
             (while (< j a) (atomic (set! y (+ y b)) (set! j (+ j 1)))))
        (assume (not (= x y)))",
        Established::Proved,
    );
    check(
        "program adds { var a: int; var b: int; var x: int = 0; var i: int = 0;
            while (i < b) { x = x + a; i = i + 1; } }
        program multiplies { var a: int; var b: int; var x: int = 0; x = a * b; }
        claim same: safe for p = adds, q = multiplies
            requires p.a == q.a && p.b == q.b && p.b >= 0 ensures p.x == q.x;
        claim only_if_positive: safe for p = adds, q = multiplies
            requires p.a == q.a && p.b == q.b ensures p.x == q.x expect refuted;",
    );
}

#[test]
fn an_inner_loop_runs_while_the_other_program_waits() {
    check(
        "program nested(n: int) { var i: int = 0; var j: int = 0; var c: int = 0;
            while (i < n) { j = 0; while (j < i) { c = c + 1; j = j + 1; } i = i + 1; } }
        program flat(n: int) { var i: int = 0; var c: int = 0;
            while (i < n) { c = c + i; i = i + 1; } }
        claim same: nested equivalent to flat on (c);",
    );
}

/// No one order suits both sums: the first loop belongs beside it for one, the second for the other.
#[test]
fn a_loop_that_is_split_is_proved_part_by_part() {
    let text = "fn f(int) -> int; fn g(int) -> int;
        program fused(n: int) { var i: int = 0; var s: int = 0; var t: int = 0;
            while (i < n) { s = s + f(i); t = t + g(i); i = i + 1; } }
        program split(n: int) { var i: int = 0; var s: int = 0; var t: int = 0;
            while (i < n) { s = s + f(i); i = i + 1; }
            i = 0;
            while (i < n) { t = t + g(i); i = i + 1; } }
        claim same: fused equivalent to split on (s, t);";
    check(text);
    check(
        &text
            .replace("i = 0;\n            while", "i = 1;\n            while")
            .replace("on (s, t)", "on (s, t) expect refuted"),
    );
}
