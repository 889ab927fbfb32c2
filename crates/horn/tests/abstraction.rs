//! Systems that abstract interpretation solves alone, each for one thing that it can do.

use budget::Budget;
use horn::{Answer, Engines, Options, invariants, read, solve};

fn alone(text: &str) -> Option<Answer> {
    let read = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let options = Options {
        engines: Engines::Abstraction,
        ..Options::default()
    };
    solve(&read.system, &options, &Budget::unlimited()).ok()
}

/// The clauses have a solution, and abstract interpretation finds it. The checker has accepted it.
fn check(text: &str) {
    let answer = alone(text);
    assert!(matches!(answer, Some(Answer::Sat(_))), "{answer:?}: {text}");
}

/// The same clauses with a query that can be reached are left open.
fn check_open(text: &str) {
    let answer = alone(text);
    assert!(answer.is_none(), "{answer:?}: {text}");
}

/// A loop with a query whose condition is given.
fn two_loops(query: &str) -> String {
    format!(
        "(declare-fun p (Int Int Int) Bool)
         (declare-fun q (Int Int Int) Bool)
         (assert (forall ((n Int)) (=> (>= n 0) (p 0 0 n))))
         (assert (forall ((i Int) (s Int) (n Int))
             (=> (and (p i s n) (< i n)) (p (+ i 1) (+ s 2) n))))
         (assert (forall ((i Int) (s Int) (n Int))
             (=> (and (p i s n) (>= i n)) (q 0 s n))))
         (assert (forall ((j Int) (s Int) (n Int))
             (=> (and (q j s n) (< j n)) (q (+ j 1) (- s 2) n))))
         (assert (forall ((j Int) (s Int) (n Int))
             (=> (and (q j s n) (>= j n) {query}) false)))"
    )
}

#[test]
fn counters_of_two_loops_in_sequence() {
    check(&two_loops("(not (= s 0))"));
    check_open(&two_loops("(= s 0)"));
}

fn even(query: &str) -> String {
    format!(
        "(declare-fun p (Int Int) Bool)
         (assert (p 0 0))
         (assert (forall ((i Int) (x Int)) (=> (p i x) (p (+ i 1) (+ x 4)))))
         (assert (forall ((i Int) (x Int)) (=> (and (p i x) (>= x 4)) (p i (- x 2)))))
         (assert (forall ((i Int) (x Int)) (=> (and (p i x) {query}) false)))"
    )
}

#[test]
fn parity() {
    check(&even("(= (mod x 2) 1)"));
    check(&even("(= (+ x x 1) (* 4 i) )"));
    check_open(&even("(= (mod x 4) 2)"));
    check_open(&even("(= x 6)"));
}

#[test]
fn a_double_counter() {
    check(
        "(declare-fun p (Int Int) Bool)
         (assert (p 0 0))
         (assert (forall ((i Int) (x Int)) (=> (p i x) (p (+ i 1) (+ x 2)))))
         (assert (forall ((i Int) (x Int)) (=> (and (p i x) (= x 7)) false)))
         (assert (forall ((i Int) (x Int)) (=> (and (p i x) (not (= x (* 2 i)))) false)))",
    );
}

#[test]
fn a_nested_loop_with_triangular_bounds() {
    check(
        "(declare-fun out (Int Int) Bool)
         (declare-fun inn (Int Int Int) Bool)
         (assert (forall ((n Int)) (=> (> n 0) (out 0 n))))
         (assert (forall ((i Int) (n Int)) (=> (and (out i n) (< i n)) (inn i i n))))
         (assert (forall ((i Int) (j Int) (n Int))
             (=> (and (inn i j n) (< j n)) (inn i (+ j 1) n))))
         (assert (forall ((i Int) (j Int) (n Int))
             (=> (and (inn i j n) (>= j n)) (out (+ i 1) n))))
         (assert (forall ((i Int) (j Int) (n Int))
             (=> (and (inn i j n) (or (< i 0) (< j i) (> j n))) false)))
         (assert (forall ((i Int) (n Int)) (=> (and (out i n) (> i n)) false)))",
    );
}

#[test]
fn coefficients_of_three_variables() {
    check(
        "(declare-fun p (Int Int Int) Bool)
         (assert (p 0 0 0))
         (assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ x 1) y (+ z 3)))))
         (assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p x (+ y 1) (- z 5)))))
         (assert (forall ((x Int) (y Int) (z Int))
             (=> (and (p x y z) (not (= z (- (* 3 x) (* 5 y))))) false)))",
    );
}

#[test]
fn a_clause_with_two_premises() {
    check(
        "(declare-fun size (Int Int) Bool)
         (assert (size 1 0))
         (assert (forall ((a Int) (b Int) (c Int) (d Int))
             (=> (and (size a b) (size c d)) (size (+ a c 1) (+ b d 2)))))
         (assert (forall ((a Int) (b Int))
             (=> (and (size a b) (or (not (= b (- a 1))) (= (mod a 2) 0))) false)))",
    );
}

fn flags(query: &str) -> String {
    format!(
        "(declare-fun p (Int Bool Bool) Bool)
         (assert (forall ((f Bool)) (p 0 f true)))
         (assert (forall ((x Int) (f Bool) (g Bool))
             (=> (p x f g) (p (ite f (+ x 2) (- x 2)) f (not g)))))
         (assert (forall ((x Int) (f Bool) (g Bool)) (=> (and (p x f g) {query}) false)))"
    )
}

#[test]
fn truth_values_tell_states_apart() {
    check(&flags("f (< x 0)"));
    check(&flags("(not f) (> x 0)"));
    check(&flags("g (not (= (mod x 4) 0))"));
    check_open(&flags("f (> x 3)"));
}

/// The value goes up, down, and up again.
#[test]
fn an_invariant_with_three_convex_parts() {
    check(
        "(declare-fun p (Int Int) Bool)
         (assert (p 0 0))
         (assert (p 15 5))
         (assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 10)) (p (+ x 1) (+ y 1)))))
         (assert (forall ((x Int) (y Int))
             (=> (and (p x y) (>= x 10) (< x 20)) (p (+ x 1) (- y 1)))))
         (assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 20)) (p (+ x 1) (+ y 1)))))
         (assert (forall ((x Int) (y Int))
             (=> (and (p x y) (<= 10 x 20) (not (= y (- 20 x)))) false)))",
    );
}

/// No comparison between arguments tells the states before the turn from those after it, but only
/// the former lead to the query.
#[test]
fn only_what_leads_to_a_query_counts() {
    check(
        "(declare-fun p (Int Int) Bool)
         (assert (p 0 0))
         (assert (forall ((x Int) (y Int) (k Int))
             (=> (and (p x y) (< x k) (<= k 50)) (p (+ x 1) (+ y 1)))))
         (assert (forall ((x Int) (y Int) (k Int))
             (=> (and (p x y) (>= x k) (>= k 50)) (p (+ x 1) (- y 1)))))
         (assert (forall ((x Int) (y Int) (k Int) (m Int))
             (=> (and (p x y) (< x k) (<= k 50) (< y m) (<= m x)) false)))",
    );
}

#[test]
fn reals_are_not_rounded() {
    check(
        "(declare-fun p (Real Real) Bool)
         (assert (p 0.0 0.0))
         (assert (forall ((x Real) (y Real)) (=> (p x y) (p (+ x 0.5) (+ y 0.25)))))
         (assert (forall ((x Real) (y Real)) (=> (and (p x y) (< x y)) false)))
         (assert (forall ((x Real) (y Real)) (=> (and (p x y) (not (= x (* 2.0 y)))) false)))",
    );
    check_open(
        "(declare-fun p (Real) Bool)
         (assert (forall ((x Real)) (=> (and (< 0.0 x) (< x 1.0)) (p x))))
         (assert (forall ((x Real)) (=> (and (p x) (< 0.3 x) (< x 0.4)) false)))",
    );
}

/// What abstract interpretation says about each predicate of clauses without queries.
fn check_invariants(text: &str, expected: &[&str]) {
    let system = read(text).expect("the text is right").system;
    let found = invariants(&system, &Budget::unlimited()).expect("the system is small");
    let shown: Vec<String> = (found.formulas.iter())
        .map(|template| template.body().to_string())
        .collect();
    assert_eq!(shown, expected);
}

#[test]
fn invariants_without_queries() {
    check_invariants(
        "(declare-fun p (Int Int) Bool)
         (declare-fun q (Int) Bool)
         (assert (forall ((n Int)) (=> (> n 5) (p 0 n))))
         (assert (forall ((i Int) (n Int)) (=> (and (p i n) (< i n)) (p (+ i 1) n))))
         (assert (forall ((x Int)) (=> (q x) (q (+ x 1)))))",
        &["i >= 0 && i <= n && n >= 6", "false"],
    );
}

/// No clause says what the bound is where the loop is widened.
#[test]
fn narrowing_finds_a_bound_that_no_clause_has() {
    check_invariants(
        "(declare-fun p (Int) Bool)
         (declare-fun q (Int) Bool)
         (assert (p 0))
         (assert (forall ((x Int)) (=> (and (p x) (< x 100)) (q x))))
         (assert (forall ((x Int)) (=> (q x) (p (+ x 3)))))",
        &[
            "x >= 0 && x <= 102 && x % 3 == 0",
            "x >= 0 && x <= 99 && x % 3 == 0",
        ],
    );
}

/// The bound of the outer counter is lost by widening, and the inner loops carry the loss around until
/// they are computed again.
#[test]
fn an_inner_loop_is_computed_again() {
    check_invariants(
        "(declare-fun a (Int) Bool)
         (declare-fun b (Int Int) Bool)
         (declare-fun c (Int Int Int) Bool)
         (assert (a 0))
         (assert (forall ((i Int)) (=> (and (a i) (< i 100)) (b i 0))))
         (assert (forall ((i Int) (j Int)) (=> (and (b i j) (< j 20)) (c i j 0))))
         (assert (forall ((i Int) (j Int) (k Int))
             (=> (and (c i j k) (< k 30)) (c i j (+ k 1)))))
         (assert (forall ((i Int) (j Int) (k Int))
             (=> (and (c i j k) (>= k 30)) (b i (+ j 1)))))
         (assert (forall ((i Int) (j Int)) (=> (and (b i j) (>= j 20)) (a (+ i 7)))))",
        &[
            "i >= 0 && i <= 105 && i % 7 == 0",
            "i >= 0 && i <= 98 && j >= 0 && j <= 20 && i % 7 == 0",
            "i >= 0 && i <= 98 && j >= 0 && j <= 19 && k >= 0 && k <= 30 && i % 7 == 0",
        ],
    );
}

#[test]
fn the_same_answer_every_time() {
    let first = alone(&two_loops("(not (= s 0))"));
    assert_eq!(alone(&two_loops("(not (= s 0))")), first);
}
