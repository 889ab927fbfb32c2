//! What files say, and what is said about wrong ones.

use frontend_weaver::read;

/// A text, and what is wrong with it: the text at the place, and the sentence.
fn wrong(text: &str, at: &str, message: &str) {
    let problem = read(text).expect_err("the text is wrong");
    assert_eq!(
        (&text[problem.span.clone()], problem.message.as_str()),
        (at, message)
    );
}

#[test]
fn the_first_assumptions_are_required_and_the_last_one_is_refuted() {
    let text = "(var x y Int) ; two
        (assume (= x y 0)) (assume (> x 0))
        (par (set! x (+ x 1)) (loop (set! y (- y 1 2))))
        (assume (not (= x y)))";
    let reading = read(text).expect("the text is right");
    let claim = &reading.module.claims[0];
    assert_eq!(
        claim.requires.to_string(),
        "main.x == main.y && main.y == 0 && main.x > 0"
    );
    assert_eq!(claim.ensures.to_string(), "main.x == main.y");
    let edges = reading.module.programs[0].body.edges();
    let span = reading
        .span(edges[0].origin)
        .expect("the statement has a place");
    assert!(text[span].starts_with("(par"));
}

#[test]
fn a_file_without_a_last_assumption_must_not_end() {
    let reading = read("(var x Int) (assume (> x 0)) (set! x 1)").expect("the text is right");
    assert!(reading.module.claims[0].ensures.is_false());
    let only = read("(var x Int) (assume (> x 0))").expect("the text is right");
    assert!(only.module.claims[0].requires.is_true());
    assert_eq!(only.module.claims[0].ensures.to_string(), "main.x <= 0");
}

#[test]
fn atomic_blocks_have_atomic_places() {
    let text = "(var x Int) (atomic (set! x 1) (set! x 2)) (set! x 3)";
    let reading = read(text).expect("the text is right");
    let graph = &reading.module.programs[0].body;
    let atomic = graph.locations().filter(|place| graph.is_atomic(*place));
    assert_eq!(atomic.count(), 1);
}

#[test]
fn arrays_functions_and_hints_are_read() {
    let text = "(var f (Int) Int) (var n () Int) (var A (Array Int (Array Int Int)))
        (use (= (f n) (select (select A 0) n)))
        (store! A n (store (select A n) 0 (f n)))
        (assume (/= (if (< n 0) (- n) n) (f 0)))";
    let reading = read(text).expect("the text is right");
    assert_eq!(reading.module.functions.len(), 1);
    assert_eq!(reading.module.claims[0].hints.len(), 1);
}

#[test]
fn errors_have_places() {
    wrong("(set! x 1)", "x", "there is no variable called `x`");
    wrong(
        "(var x Int) (set! x true)",
        "true",
        "expected a value of int, found one of bool",
    );
    wrong(
        "(var x Int) (set! x (+ x true))",
        "(+ x true)",
        "`+` does not take these arguments",
    );
    wrong(
        "(var x Int) (sett! x 1)",
        "(sett! x 1)",
        "there is no statement `sett!`",
    );
    wrong(
        "(var x Int) (set! x)",
        "(set! x)",
        "`set!` does not take 1 parts",
    );
    wrong("(var x Int", "(", "this `(` is never closed");
    wrong("(var x Int))", ")", "this `)` closes nothing");
    wrong("(var x x Int)", "x", "the name `x` is declared twice");
    wrong("(var x Nat)", "Nat", "expected a sort");
    wrong(
        "(var f (Int) Int) (set! f 1)",
        "f",
        "`f` is a function and cannot be written",
    );
    wrong(
        "(var x Int) (atomic (par (set! x 1)))",
        "(par (set! x 1))",
        "an atomic block cannot have parallel parts",
    );
    wrong(
        "(var x Int) (assume (foo x))",
        "(foo x)",
        "there is no function called `foo`",
    );
    wrong(
        "(var x Int) (assume x)",
        "x",
        "expected a value of bool, found one of int",
    );
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let text = "(".repeat(1_000_000);
    assert_eq!(
        read(&text).expect_err("too deep").message,
        "the lists nest too deep"
    );
}

#[test]
fn division_has_a_value_for_the_divisor_zero() {
    let ensures = |text: &str| {
        let reading = read(text).expect("the text is right");
        reading.module.claims[0].ensures.to_string()
    };
    let text = "(var x y Int) (set! x y) (assume (not (= (div x y) (mod x 3))))";
    let expected = "(main.y == 0 ? 0 : main.x / main.y) == main.x % 3";
    assert_eq!(ensures(text), expected);
    let text = "(var x Int) (set! x 1) (assume (not (= (mod x 0) (div x 0))))";
    assert_eq!(ensures(text), "main.x == 0");
}

#[test]
fn real_numbers_are_written_with_a_point() {
    let text = "(var x Real) (set! x 1) (set! x (/ (+ x 1) 2.5)) (assume (not (< x 0.5)))";
    let reading = read(text).expect("the text is right");
    assert_eq!(reading.module.claims[0].ensures.to_string(), "main.x < 1/2");
    wrong(
        "(var x Real) (set! x 1/2)",
        "1/2",
        "there is no variable called `1/2`",
    );
}
