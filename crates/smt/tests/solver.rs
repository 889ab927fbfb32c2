//! Live solvers: scopes, cores, models, and sorts that Z3 does not have.

use logic::{EnumSort, Function, Integer, Quantifier, Rational, Sort, Term, Value, Var};
use smt::{Budget, Outcome, Reason, Solver, Strategy, Validity};

fn int(name: &str) -> Term {
    Term::constant(name, Sort::Int)
}

fn range(name: &str, low: i64, high: i64) -> Term {
    Term::constant(name, Sort::range(low, high).unwrap())
}

fn solver() -> Solver {
    Solver::new(Strategy::Incremental)
}

fn unlimited() -> Budget {
    Budget::unlimited()
}

#[track_caller]
fn assert_valid(formula: &Term) {
    assert_eq!(solver().valid(formula, &unlimited()), Validity::Valid);
}

#[track_caller]
fn assert_invalid(formula: &Term) {
    assert_eq!(solver().valid(formula, &unlimited()), Validity::Invalid);
}

/// A model of a satisfiable formula, in which it holds by our own evaluation.
#[track_caller]
fn model_of(formula: &Term) -> logic::Model {
    let Outcome::Sat(model) = solver().satisfy(formula, &unlimited()) else {
        panic!("{formula:?} has no model");
    };
    assert_eq!(model.holds(formula), Ok(true), "{formula:?} in {model:?}");
    model
}

#[test]
fn scopes_are_forgotten_when_they_are_closed() {
    let x = int("x");
    let mut solver = solver();
    solver.assert(&Term::le(Term::int(0), x.clone()));
    solver.push();
    solver.assert(&Term::lt(x.clone(), Term::int(0)));
    assert!(solver.check(&unlimited()).is_unsat());
    assert_eq!((solver.depth(), solver.assertions().count()), (1, 2));
    solver.pop();
    assert!(solver.check(&unlimited()).is_sat());
    assert_eq!((solver.depth(), solver.assertions().count()), (0, 1));
}

#[test]
fn bounds_of_a_range_are_asserted_again_after_their_scope() {
    let a = range("a", 0, 3);
    let mut solver = solver();
    for _ in 0..2 {
        solver.push();
        solver.assert(&Term::lt(Term::int(3), a.clone()));
        assert!(solver.check(&unlimited()).is_unsat());
        solver.pop();
    }
}

#[test]
fn cores_name_the_assumptions_that_contradict() {
    let (x, p) = (int("x"), Term::constant("p", Sort::Bool));
    let mut solver = solver();
    solver.assert(&Term::implies(p.clone(), Term::lt(x.clone(), Term::int(0))));
    let assumptions = [
        Term::eq(int("y"), Term::int(7)),
        p.clone(),
        Term::le(Term::int(1), x.clone()),
        Term::not(Term::constant("q", Sort::Bool)),
    ];
    let Outcome::Unsat(unsat) = solver.check_assuming(&assumptions, &unlimited()) else {
        panic!("the assumptions contradict each other");
    };
    assert_eq!(unsat.core(), Ok(assumptions[1..3].to_vec()));
    // Assumptions are gone after the question, whatever they are made of.
    assert!(
        solver
            .check_assuming(&assumptions[..2], &unlimited())
            .is_sat()
    );
    assert!(
        solver
            .check_assuming(&assumptions[2..], &unlimited())
            .is_sat()
    );
    solver.push();
    assert!(solver.check_assuming(&assumptions, &unlimited()).is_unsat());
    solver.pop();
    assert!(solver.check_assuming(&assumptions, &unlimited()).is_unsat());
}

#[test]
fn models_of_assumptions_are_complete() {
    let x = int("x");
    let assumption = Term::lt(Term::int(41), x.clone());
    let mut solver = solver();
    let Outcome::Sat(sat) = solver.check_assuming(std::slice::from_ref(&assumption), &unlimited())
    else {
        panic!("the assumption is satisfiable");
    };
    assert_eq!(sat.model().unwrap().holds(&assumption), Ok(true));
    let unmentioned = range("unmentioned", 5, 6);
    let value = sat.value(&unmentioned).unwrap();
    assert!(value.is_of(unmentioned.sort()), "{value}");
}

#[test]
fn ranges_are_respected_free_and_bound() {
    let a = range("a", 0, 3);
    assert_valid(&Term::le(a.clone(), Term::int(3)));
    assert_invalid(&Term::le(a.clone(), Term::int(2)));
    // The same name at another sort is another variable.
    assert_invalid(&Term::implies(
        Term::eq(int("a"), Term::int(9)),
        Term::eq(a.clone(), Term::int(0)),
    ));
    assert_invalid(&Term::eq(a.clone(), range("a", 0, 4)));
    let bound = Var::new("i", Sort::range(2, 5).unwrap());
    let square = Term::mul([bound.term(), Term::int(2)]);
    for (quantifier, limit, expected) in [
        (Quantifier::Forall, 4, true),
        (Quantifier::Forall, 5, false),
        (Quantifier::Exists, 10, true),
        (Quantifier::Exists, 11, false),
    ] {
        let body = Term::le(Term::int(limit), square.clone());
        let formula = Term::quantified(quantifier, [bound.clone()], body);
        let answer = solver().valid(&formula, &unlimited());
        assert_eq!(answer.is_valid(), expected, "{quantifier:?} {limit}");
    }
}

#[test]
fn arrays_over_ranges_have_only_their_values() {
    let (x, y) = (int("x"), int("y"));
    let digits = |name| Term::constant(name, Sort::array(Sort::Int, Sort::range(0, 3).unwrap()));
    let m = digits("m");
    assert_valid(&Term::le(Term::select(m.clone(), x.clone()), Term::int(3)));
    model_of(&Term::and([
        Term::eq(Term::select(m.clone(), x.clone()), Term::int(3)),
        Term::eq(Term::select(m.clone(), y.clone()), Term::int(1)),
        Term::ne(m.clone(), digits("n")),
    ]));
    // What is stored may be anything; only the variable is confined.
    let stored = Term::select(Term::store(m.clone(), x.clone(), Term::int(9)), x.clone());
    assert_valid(&Term::eq(stored, Term::int(9)));
    let single = |name| Term::constant(name, Sort::array(Sort::Int, Sort::range(2, 2).unwrap()));
    assert_valid(&Term::eq(single("s"), single("t")));

    let few = |name| Term::constant(name, Sort::array(Sort::range(0, 2).unwrap(), Sort::Int));
    let f = few("f");
    assert_valid(&Term::eq(
        Term::select(f.clone(), Term::int(7)),
        Term::select(f.clone(), Term::int(-7)),
    ));
    let model = model_of(&Term::and([
        Term::eq(Term::select(f.clone(), Term::int(0)), Term::int(10)),
        Term::eq(Term::select(f.clone(), Term::int(2)), Term::int(12)),
        Term::ne(f.clone(), few("g")),
    ]));
    for (var, value) in model.vars() {
        assert!(value.is_of(&var.sort), "{var:?} is {value}");
    }
}

#[test]
fn functions_keep_to_the_ranges_of_their_results() {
    let range = Sort::range(1, 3).unwrap();
    let rank = Function::new("rank".into(), vec![Sort::Int], range);
    let apply = |argument| Term::apply(&rank, vec![argument]);
    assert_valid(&Term::le(apply(int("x")), Term::int(3)));
    let bound = Var::new("i", Sort::Int);
    assert_valid(&Term::forall(
        [bound.clone()],
        Term::le(Term::int(1), apply(bound.term())),
    ));
    let model = model_of(&Term::lt(apply(Term::int(5)), apply(Term::int(6))));
    let table = model.get_function(&rank).unwrap();
    let values = table.entries.values().chain([&table.default]);
    assert!(values.into_iter().all(|value| value.is_of(rank.result())));
}

#[test]
fn enumerations_have_their_variants_and_no_more() {
    let color = |names: &[&str]| {
        let variants = names.iter().map(|name| (*name).into()).collect();
        EnumSort::new("Color".into(), variants).unwrap()
    };
    let (three, two) = (color(&["red", "green", "blue"]), color(&["red", "green"]));
    let c = Term::constant("c", Sort::Enum(three.clone()));
    let is = |position| Term::eq(c.clone(), Term::variant(&three, position));
    assert_valid(&Term::or([is(0), is(1), is(2)]));
    assert_invalid(&Term::or([is(0), is(2)]));
    let model = model_of(&Term::and([Term::not(is(0)), Term::not(is(2))]));
    assert_eq!(model.eval(&c), Ok(Value::Enum(three, 1)));
    // Another enumeration of the same name has its own variants.
    let d = Term::constant("c", Sort::Enum(two.clone()));
    assert_valid(&Term::or(
        [0, 1].map(|i| Term::eq(d.clone(), Term::variant(&two, i))),
    ));
}

#[test]
fn numbers_of_a_thousand_digits_pass_through() {
    let digits = "7".repeat(1000);
    let number: Integer = digits.parse().unwrap();
    let (x, u) = (int("x"), Term::constant("u", Sort::Real));
    let double = Term::add([x.clone(), x.clone()]);
    let model = model_of(&Term::eq(double, Term::int(&number + &number)));
    assert_eq!(model.eval(&x), Ok(Value::Int(number.clone())));
    let third = Rational::new(number, 3.into()).unwrap();
    let model = model_of(&Term::eq(u.clone(), Term::real(third.clone())));
    assert_eq!(model.eval(&u), Ok(Value::Real(third)));
}

#[test]
fn deep_terms_are_no_danger() {
    let x = int("x");
    let mut deep = x.clone();
    for _ in 0..50_000 {
        deep = Term::ite(Term::le(deep.clone(), Term::int(5)), deep, x.clone());
    }
    let mut solver = solver();
    solver.assert(&Term::eq(x.clone(), Term::int(3)));
    solver.assert(&Term::eq(deep, Term::int(3)));
    assert!(solver.check(&unlimited()).is_sat());
}

#[test]
fn division_by_zero_has_the_value_that_the_model_gives_it() {
    let (x, y) = (int("x"), int("y"));
    let quotient = Term::div(x.clone(), y.clone());
    let mut solver = solver();
    solver.assert(&Term::eq(y.clone(), Term::int(0)));
    solver.assert(&Term::eq(quotient.clone(), Term::int(17)));
    let Outcome::Sat(sat) = solver.check(&unlimited()) else {
        panic!("SMT-LIB leaves the quotient open");
    };
    assert_eq!(sat.value(&quotient), Ok(Value::from(17)));
    assert_eq!(sat.value(&y), Ok(Value::from(0)));
    // Open, but a function: equal dividends have equal quotients.
    let by_zero = |term| Term::div(term, Term::int(0));
    assert_valid(&Term::implies(
        Term::eq(x.clone(), y.clone()),
        Term::eq(by_zero(x), by_zero(y)),
    ));
}

#[test]
fn irrational_values_are_reported() {
    let u = Term::constant("u", Sort::Real);
    let square = Term::mul([u.clone(), u.clone()]);
    let mut solver = solver();
    solver.assert(&Term::eq(square, Term::real(2)));
    let Outcome::Sat(sat) = solver.check(&unlimited()) else {
        panic!("two has a root");
    };
    assert!(matches!(sat.model(), Err(Reason::Incomplete(what)) if what.contains("irrational")));
}

#[test]
fn a_failure_while_asserting_is_told_and_forgotten_with_its_scope() {
    let ranges = Sort::array(Sort::Int, Sort::range(0, 3).unwrap());
    let unsupported = Function::new("f".into(), vec![Sort::Int], ranges);
    let applied = Term::select(Term::apply(&unsupported, vec![int("x")]), Term::int(0));
    let mut solver = solver();
    solver.push();
    solver.assert(&Term::eq(applied, Term::int(1)));
    for _ in 0..2 {
        assert!(matches!(
            solver.check(&unlimited()),
            Outcome::Unknown(Reason::Incomplete(_))
        ));
    }
    solver.pop();
    assert!(solver.check(&unlimited()).is_sat());
}

#[test]
fn a_logic_can_be_chosen() {
    let (x, y) = (int("x"), int("y"));
    let even = Term::eq(
        Term::mul([Term::int(2), x]),
        Term::add([y.clone(), y, Term::int(1)]),
    );
    for strategy in [
        Strategy::Incremental,
        Strategy::Portfolio,
        Strategy::Logic("QF_LIA"),
    ] {
        let mut solver = Solver::new(strategy);
        solver.assert(&even);
        assert!(solver.check(&unlimited()).is_unsat(), "{strategy:?}");
    }
}
