use super::*;
use crate::{Model, Sort, Term, Value, Var};

fn script(text: &str) -> Script {
    parse_script(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The assertions of a script that begins with a few declarations, as people read them.
fn assertions(text: &str) -> Vec<String> {
    let declarations = "
        (declare-const x Int) (declare-const y Int) (declare-const u Real) (declare-const p Bool)
        (declare-const b (_ BitVec 8)) (declare-const m (Array Int Int))
        (declare-datatypes ((Color 0)) (((red) (green)))) (declare-fun c () Color)
        (declare-fun f (Int Real) Bool)";
    let script = script(&format!("{declarations}{text}"));
    script
        .assertions
        .iter()
        .map(|a| a.formula.to_string())
        .collect()
}

fn check(formula: &str, expected: &str) {
    assert_eq!(
        assertions(&format!("(assert {formula})")),
        [expected],
        "{formula}"
    );
}

/// The place and the message of the error in a text.
fn error(text: &str) -> String {
    match parse_script(text) {
        Ok(_) => panic!("the text is accepted: {text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn operators_are_chained_and_associated() {
    check("(= x y 3)", "x == y && y == 3");
    check("(< 0 x y)", "x > 0 && x < y");
    check("(>= x y 0)", "y <= x && y >= 0");
    check("(=> p (= x 1) (= y 2))", "p ==> x == 1 ==> y == 2");
    check("(xor p true p)", "!p != p");
    check("(= (- x y 1) (- x))", "x - y - 1 == -x");
    check("(= x (div 17 2 3) (mod x 2))", "x == 2 && 2 == x % 2");
    check("(distinct x y 3)", "distinct(x, y, 3)");
    check("(= (abs x) 3)", "(x >= 0 ? x : -x) == 3");
    check("(ite p (= x 1) (not p))", "p ? x == 1 : !p");
    check(
        "(and p (and (= x 1) (and (= y 1) p)))",
        "p && x == 1 && y == 1",
    );
}

#[test]
fn integers_become_reals_among_reals() {
    check("(= (+ u 1) (/ 1 3))", "u + 1.0 == 1/3");
    check("(<= u x)", "u <= real(x)");
    check("(= u (ite p 1 u))", "u == (p ? 1.0 : u)");
    check("(f x 2)", "f(x, 2.0)");
    check("(= u 1.50)", "u == 3/2");
    check("(= (to_int u) x)", "floor(u) == x");
    check("(= (/ u 2) (- 0.5))", "u / 2.0 == -1/2");
}

#[test]
fn bit_vector_operators_are_all_there() {
    let value = |term: &str| {
        let declarations = Declarations::new();
        let term = parse_term(term, &declarations).unwrap_or_else(|error| panic!("{error}"));
        Model::new().eval(&term).unwrap().to_string()
    };
    for (term, expected) in [
        ("#b0101", "5bv4"),
        ("#xfF", "255bv8"),
        ("(_ bv5 8)", "5bv8"),
        ("(bvadd #x01 #x02 #x03)", "6bv8"),
        ("(bvnand #b0011 #b0101)", "14bv4"),
        ("(bvnor #b0011 #b0101)", "8bv4"),
        ("(bvxnor #b0011 #b0101)", "9bv4"),
        ("(bvcomp #b0011 #b0011)", "1bv1"),
        ("(bvuge #x01 #xff)", "false"),
        ("(bvsgt #x01 #xff)", "true"),
        ("((_ extract 3 2) #b0100)", "1bv2"),
        ("((_ rotate_left 1) #b1001)", "3bv4"),
        ("((_ rotate_right 5) #b1001)", "12bv4"),
        ("((_ repeat 3) #b10)", "42bv6"),
        ("((_ zero_extend 4) #b1001)", "9bv8"),
        ("((_ sign_extend 4) #b1001)", "249bv8"),
        ("(concat #b1 #b0 #b1)", "5bv3"),
        ("(bv2nat #xff)", "255"),
        ("(ubv_to_int #xff)", "255"),
        ("(sbv_to_int #xff)", "-1"),
        ("((_ int2bv 4) (- 1))", "15bv4"),
        ("((_ int_to_bv 4) 17)", "1bv4"),
        ("((_ divisible 3) 12)", "true"),
        ("(select (store ((as const (Array Int Int)) 0) 1 7) 1)", "7"),
    ] {
        assert_eq!(value(term), expected, "{term}");
    }
}

#[test]
fn let_is_parallel_and_scoped() {
    check("(let ((x y) (y x)) (< x y))", "y < x");
    check(
        "(let ((z (+ x 1))) (let ((z (+ z 1))) (= z 3)))",
        "x + 2 == 3",
    );
    check("(and (let ((p (= x 1))) p) p)", "x == 1 && p");
    check("(let ((|let| x)) (= |let| 1))", "x == 1");
}

#[test]
fn binders_capture_nothing() {
    check(
        "(let ((z x)) (forall ((x Int)) (= x z)))",
        "forall x!1: int :: x!1 == x",
    );
    check(
        "(let ((z y)) (forall ((x Int)) (= x z)))",
        "forall x: int :: x == y",
    );
    check(
        "(forall ((x Int)) (let ((z x)) (exists ((x Int)) (< x z))))",
        "forall x: int :: exists x!1: int :: x!1 < x",
    );
    check(
        "(forall ((x Int)) (exists ((x Int)) (< x 0)))",
        "forall x: int :: exists x: int :: x < 0",
    );
    let text = "(define-fun g () Int x) (define-fun h ((x Int)) Bool (< x g))
        (assert (forall ((x Int)) (h x))) (assert (h y))";
    assert_eq!(assertions(text), ["forall x!1: int :: x!1 < x", "y < x"]);
}

#[test]
fn definitions_are_expanded() {
    let text = "(define-fun next ((a Int)) Int (+ a 1)) (define-const two Real 2)
        (define-sort Row () (Array Int Bool)) (declare-const r Row)
        (assert (= (next (next x)) y)) (assert (= two u)) (assert (select r 0))";
    assert_eq!(assertions(text), ["x + 2 == y", "2.0 == u", "r[0]"]);
}

#[test]
fn enumerations_are_datatypes_without_fields() {
    check("(= c red)", "c == red");
    check("((_ is green) c)", "c == green");
    check("(= c (as red Color))", "c == red");
    assert_eq!(
        error("(declare-datatypes ((L 0)) (((nil) (cons (head Int)))))"),
        "1:36: constructors with fields are not supported"
    );
    assert_eq!(
        error("(declare-datatype A ((x))) (declare-datatype B ((x)))"),
        "1:50: `x` is declared twice"
    );
}

#[test]
fn horn_clauses_are_read() {
    let text = "
        (set-logic HORN)
        (set-info :status sat)
        (declare-fun |inv$1~2%| (Int Int) Bool)
        (assert (forall ((A Int) (B Int)) (! (=> (= A 0 B) (|inv$1~2%| A B)) :weight 0)))
        (assert (forall ((A Int) (B Int))
            (=> (and (inv$1~2% A B) (< A 10)) (inv$1~2% (+ A 1) B))))
        (assert (forall ((A Int) (B Int)) (=> (and (inv$1~2% A B) (> A 10)) false)))
        (check-sat) (get-model) (exit) (this is not read";
    let script = script(text);
    assert_eq!(script.logic, Some("HORN".into()));
    assert_eq!(script.info[":status"], "sat");
    assert_eq!(script.assertions.len(), 3);
    assert_eq!(
        script.assertions[1].position,
        Position { line: 6, column: 9 }
    );
    assert_eq!(script.commands, [Command::CheckSat(3), Command::GetModel]);
    assert_eq!(
        script.assertions[2].formula.to_string(),
        "forall A: int, B: int :: !(inv$1~2%(A, B) && A > 10)"
    );
}

#[test]
fn errors_say_where_and_what() {
    for (text, expected) in [
        ("(assert (= y 1))", "1:12: `y` is not declared"),
        (
            "(assert\n  (and true 1))",
            "2:3: `and` does not take arguments of the sorts (Bool, Int)",
        ),
        (
            "(assert 1)",
            "1:9: a term of the sort Bool is needed here, and this one is of the sort Int",
        ),
        (
            "(assert (= 1 1)",
            "1:1: the parenthesis that opens here is never closed",
        ),
        ("(assert true))", "1:14: this parenthesis closes nothing"),
        (
            "(assert |x)",
            "1:9: the name that begins here has no closing bar",
        ),
        (
            "(assert \"x)",
            "1:9: the string that begins here has no closing quote",
        ),
        (
            "; é\n(assert ä)",
            "2:9: the character `ä` cannot stand here",
        ),
        ("(assert (|é| 1.))", "1:14: `1.` is no number"),
        ("(declare-sort S 0)", "1:1: `declare-sort` is not supported"),
        ("(push 1)", "1:1: `push` and `pop` are not supported"),
        ("(frobnicate)", "1:1: there is no command `frobnicate`"),
        ("hello", "1:1: a script is a list of commands"),
        (
            "(declare-const x Int) (declare-const x Int)",
            "1:38: `x` is declared twice",
        ),
        (
            "(declare-const and Int)",
            "1:16: `and` is an operator of the logic",
        ),
        (
            "(assert (let ((a 1) (a 2)) true))",
            "1:22: `a` is bound twice here",
        ),
        (
            "(assert ((_ extract 9 0) #x00))",
            "1:9: `extract` does not take arguments of the sorts ((_ BitVec 8))",
        ),
        (
            "(assert (= #b0 ((_ repeat 99999) #b0)))",
            "1:16: bit-vectors of more than 65536 bits are not supported",
        ),
        (
            "(declare-fun f (Int) Int) (assert (= (f 1 2) 0))",
            "1:38: `f` takes 1 arguments, not 2",
        ),
        (
            "(declare-const x (_ BitVec 0))",
            "1:18: a bit-vector has at least one bit",
        ),
        ("(assert)", "1:1: this `assert` is not well formed"),
        ("(assert ())", "1:9: an empty list is no term"),
        ("(assert (-))", "1:9: `-` needs arguments"),
        (
            "(assert (- true))",
            "1:9: `-` does not take arguments of the sorts (Bool)",
        ),
        (
            "(assert (forall () true))",
            "1:9: this quantifier is not well formed",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
    let negative = parse_script("(assert (= 1 -5))").unwrap_err();
    assert_eq!(
        negative.hint(),
        Some("negative numbers are written `(- 5)`")
    );
}

#[test]
fn nesting_is_no_trouble() {
    let nest = |open: &str, middle: &str, close: &str, depth: usize| {
        format!(
            "(assert {}{middle}{})",
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    script(&nest("(not ", "true", ")", 10_000));
    script(&nest("(and true ", "true", ")", 1_000_000));
    script(&nest("(let ((a true)) ", "a", ")", 1_000_000));
    script(&nest("(! ", "true", " :named a)", 1_000_000));
    assert!(parse_script(&nest("(", "", ")", 1_000_000)).is_err());
    for (open, middle, close) in [
        ("(", "", ")"),
        ("(not ", "true", ")"),
        ("(forall ((x Int)) ", "true", ")"),
        ("(let ((a ", "true", ")) a)"),
    ] {
        assert!(parse_script(&nest(open, middle, close, 200_000)).is_err());
        assert!(parse_script(&open.repeat(200_000)).is_err());
    }
    let sort = format!(
        "(declare-const x {}Int{})",
        "(Array Int ".repeat(200_000),
        ")".repeat(200_000)
    );
    assert!(parse_script(&sort).is_err());
}

#[test]
fn sharing_through_let_stays_linear() {
    let mut text = String::from("(declare-const x Int) (assert ");
    let mut last = "x".to_owned();
    for i in 0..5000 {
        text.push_str(&format!(
            "(let ((a{i} (ite (< {last} 0) (* 3 {last}) (+ {last} 1)))) "
        ));
        last = format!("a{i}");
    }
    text.push_str(&format!("(= {last} 0){})", ")".repeat(5000)));
    let parsed = script(&text);
    let formula = &parsed.assertions[0].formula;
    let printed = print_term(formula);
    assert!(printed.len() < 3 * text.len());
    assert_eq!(
        parse_term(&printed, &Declarations::of([formula])).as_ref(),
        Ok(formula)
    );
    let mut sorts = String::from("(define-sort S0 () Int)");
    for i in 0..100 {
        sorts.push_str(&format!("(define-sort S{} () (Array S{i} S{i}))", i + 1));
    }
    assert!(error(&sorts).contains("too large"));
    let mut powers = String::from("(assert (let ((a0 3)) ");
    for i in 0..100 {
        powers.push_str(&format!("(let ((a{} (* a{i} a{i}))) ", i + 1));
    }
    powers.push_str(&format!("(= a100 0){}))", ")".repeat(100)));
    script(&powers);
}

#[test]
fn long_lines_and_long_numbers_are_read() {
    let digits = "7".repeat(1000);
    let parsed = script(&format!("(declare-const x Int) (assert (= x {digits}))"));
    assert_eq!(
        parsed.assertions[0].formula.to_string(),
        format!("x == {digits}")
    );
    let line = "(assert (= 1 1)) ".repeat(600_000);
    let parsed = script(&line);
    assert_eq!(parsed.assertions.len(), 600_000);
    let last = parsed.assertions[599_999].position;
    assert_eq!(
        last,
        Position {
            line: 1,
            column: 599_999 * 17 + 1
        }
    );
}

#[test]
fn names_are_quoted_or_changed_where_they_must() {
    let [odd, taken, bar] = ["a b", "select", "a|b"].map(|name| Term::constant(name, Sort::Bool));
    let other = Term::constant("a b", Sort::Int);
    let formula = Term::and([odd, taken, bar, Term::eq(other, Term::int(-1))]);
    let printed = print_term(&formula);
    assert_eq!(printed, "(and |a b| select!1 a_b (= |a b!1| (- 1)))");
    assert_eq!(
        parse_term(&printed, &Declarations::of([&formula])),
        Ok(formula)
    );
}

#[test]
fn ranges_are_printed_as_bounds_and_come_back() {
    let range = Var::new("r", Sort::range(-1, 3).unwrap());
    let inner = Term::exists(
        [range.clone()],
        Term::and([
            Term::lt(range.term(), Term::int(2)),
            Term::le(Term::int(1), range.term()),
        ]),
    );
    let formula = Term::and([Term::eq(range.term(), Term::int(2)), inner]);
    let printed = print_script(Some("LIA".into()), std::slice::from_ref(&formula));
    assert_eq!(
        printed,
        "(set-logic LIA)\n\
         (declare-fun r () Int)\n\
         (assert (and (<= (- 1) r) (<= r 3)))\n\
         (assert (and (= r 2) (exists ((r Int)) (and (and (<= (- 1) r) (<= r 3)) \
         (and (< r 2) (<= 1 r))))))\n\
         (check-sat)\n"
    );
    let back = parse_script_with(&printed, Declarations::of([&formula])).unwrap();
    assert_eq!(back.assertions[1].formula, formula);
    let plain = script(&printed);
    assert_eq!(
        *plain.declarations.iter().next().unwrap(),
        Declaration::Var(Var::new("r", Sort::Int))
    );
    let model = Model::from_iter([(Var::new("r", Sort::Int), Value::from(5))]);
    assert_eq!(model.holds(&plain.assertions[0].formula), Ok(false));
}

#[test]
fn what_is_shared_below_binders_is_named_where_it_belongs() {
    let [x, y] = ["x", "y"].map(|name| Var::new(name, Sort::Int));
    let inside = Term::mul([x.term(), x.term(), y.term()]);
    let outside = Term::mul([y.term(), y.term(), y.term()]);
    let body = Term::and([
        Term::lt(inside.clone(), outside.clone()),
        Term::lt(Term::int(0), inside),
    ]);
    let formula = Term::or([Term::forall([x], body), Term::eq(outside, Term::int(1))]);
    let printed = print_term(&formula);
    assert_eq!(
        printed,
        "(let ((?0 (* y y y))) (or (forall ((x Int)) (let ((?1 (* x x y))) \
         (and (< ?1 ?0) (< 0 ?1)))) (= ?0 1)))"
    );
}
