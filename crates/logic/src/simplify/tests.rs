use crate::{Integer, Op, Sort, Term, Var};

/// The formulas and terms of these tests are about a few variables.
struct Names {
    p: Term,
    q: Term,
    x: Term,
    y: Term,
    u: Term,
    r: Term,
    m: Term,
}

fn names() -> Names {
    let int = |name| Term::constant(name, Sort::Int);
    Names {
        p: Term::constant("p", Sort::Bool),
        q: Term::constant("q", Sort::Bool),
        x: int("x"),
        y: int("y"),
        u: Term::constant("u", Sort::Real),
        r: Term::constant("r", Sort::range(0, 3).unwrap()),
        m: Term::constant("m", Sort::array(Sort::Int, Sort::Int)),
    }
}

fn check(build: impl Fn(Names) -> Term, expected: &str) {
    let term = build(names());
    let simple = term.simplify();
    assert_eq!(simple.to_string(), expected, "{term}");
    assert_eq!(simple.simplify(), simple);
}

fn n(value: i64) -> Term {
    Term::int(value)
}

#[test]
fn bounds_are_subsumed() {
    check(
        |v| Term::and([Term::le(v.x.clone(), n(3)), Term::le(v.x, n(5))]),
        "x <= 3",
    );
    check(
        |v| Term::or([Term::le(v.x.clone(), n(3)), Term::le(v.x, n(5))]),
        "x <= 5",
    );
    check(
        |v| Term::and([Term::le(v.x.clone(), n(3)), Term::ge(v.x, n(3))]),
        "x == 3",
    );
    check(
        |v| Term::and([Term::le(v.x.clone(), n(3)), Term::gt(v.x, n(3))]),
        "false",
    );
    check(
        |v| Term::or([Term::le(v.x.clone(), n(3)), Term::gt(v.x, n(3))]),
        "true",
    );
    check(
        |v| Term::or([Term::lt(v.x.clone(), n(3)), Term::gt(v.x, n(3))]),
        "x != 3",
    );
    check(
        |v| Term::and([Term::le(v.x.clone(), n(3)), Term::ne(v.x, n(3))]),
        "x <= 2",
    );
    check(
        |v| Term::and([Term::eq(v.x.clone(), n(3)), v.p, Term::lt(v.x, n(9))]),
        "x == 3 && p",
    );
    check(
        |v| {
            Term::and([
                Term::le(v.u.clone(), Term::real(3)),
                Term::ne(v.u, Term::real(3)),
            ])
        },
        "u < 3.0",
    );
}

#[test]
fn integers_are_tightened_and_reals_are_not() {
    let twice = |x: Term| Term::add([x.clone(), x]);
    check(|v| Term::le(twice(v.x), n(5)), "x <= 2");
    check(|v| Term::eq(twice(v.x), n(5)), "false");
    check(|v| Term::le(twice(v.u), Term::real(5)), "u <= 5/2");
    check(|v| Term::eq(twice(v.u), Term::real(5)), "u == 5/2");
}

#[test]
fn ranges_decide_atoms() {
    check(|v| Term::le(v.r, n(5)), "true");
    check(|v| Term::eq(v.r, n(5)), "false");
    check(|v| Term::le(v.r, n(2)), "r <= 2");
    check(|v| Term::modulo(v.r, n(4)), "r");
    check(|v| Term::div(v.r, n(4)), "0");
}

#[test]
fn neighbours_absorb() {
    check(|v| Term::and([v.p.clone(), Term::or([v.p, v.q])]), "p");
    check(
        |v| Term::and([v.p.clone(), Term::or([Term::not(v.p), v.q])]),
        "p && q",
    );
    check(
        |v| Term::and([v.p.clone(), Term::implies(v.p, v.q)]),
        "p && q",
    );
    check(|v| Term::or([v.p.clone(), Term::not(v.p)]), "true");
    check(
        |v| {
            Term::and([
                Term::eq(v.x.clone(), n(2)),
                Term::le(v.y, Term::add([v.x, n(1)])),
            ])
        },
        "x == 2 && y <= 3",
    );
    check(
        |v| Term::implies(Term::le(v.x.clone(), n(3)), Term::le(v.x, n(5))),
        "true",
    );
    check(|v| Term::implies(v.p, Term::lt(v.x, v.y)), "p ==> x < y");
}

#[test]
fn negation_ends_at_the_atoms() {
    check(
        |v| Term::not(Term::or([Term::le(v.x, v.y), Term::not(v.p)])),
        "y < x && p",
    );
    check(|v| Term::xor(v.p, Term::not(v.q)), "p == q");
    check(|v| Term::not(Term::implies(v.p, v.q)), "p && !q");
}

#[test]
fn conditionals_are_lifted_where_that_is_smaller() {
    check(|v| Term::eq(Term::ite(v.p, n(1), n(0)), n(1)), "p");
    check(|v| Term::le(Term::ite(v.p, n(1), n(0)), n(0)), "!p");
    check(|v| Term::ite(v.p, Term::top(), v.q), "p || q");
    check(
        |v| Term::ite(v.p.clone(), Term::ite(v.p, v.x.clone(), v.y), v.x),
        "x",
    );
    check(
        |v| Term::ite(Term::eq(v.x.clone(), v.y.clone()), v.x, v.y),
        "y",
    );
}

#[test]
fn arrays_are_read_through_writes() {
    let next = |x: Term| Term::add([x, n(1)]);
    check(
        |v| {
            let written = Term::store(v.m, v.x.clone(), n(7));
            Term::select(Term::store(written, next(v.x.clone()), n(8)), v.x)
        },
        "7",
    );
    check(
        |v| Term::store(v.m.clone(), v.x.clone(), Term::select(v.m, v.x)),
        "m",
    );
    check(
        |v| Term::select(Term::store(v.m, v.x, n(7)), v.y),
        "m[x := 7][y]",
    );
}

#[test]
fn division_takes_out_what_it_can() {
    let sum = |v: &Names| Term::add([Term::mul([n(4), v.x.clone()]), v.y.clone(), n(5)]);
    check(|v| Term::div(sum(&v), n(2)), "2*x + (y + 1) / 2 + 2");
    check(|v| Term::modulo(sum(&v), n(2)), "(y + 1) % 2");
    check(|v| Term::div(Term::mul([n(2), v.x]), n(4)), "x / 2");
    check(|v| Term::div(v.x, n(-2)), "-(x / 2)");
    check(|v| Term::eq(Term::modulo(v.x, n(2)), n(1)), "x % 2 == 1");
}

#[test]
fn quantifiers_keep_only_what_they_bind() {
    let bound = Var::new("b", Sort::Int);
    check(
        |v| Term::forall([bound.clone()], Term::le(v.x, n(3))),
        "x <= 3",
    );
    check(
        |v| Term::not(Term::forall([bound.clone()], Term::le(v.x, bound.term()))),
        "exists b: int :: b < x",
    );
}

#[test]
fn distinctness_of_few_things() {
    check(
        |v| Term::app(Op::Distinct, vec![v.x.clone(), v.y, v.x]),
        "false",
    );
    check(|v| Term::app(Op::Distinct, vec![v.x, v.y]), "x != y");
    check(
        |v| Term::divisible(Integer::from(4), Term::mul([n(2), v.x])),
        "x % 2 == 0",
    );
}

#[test]
fn deep_and_shared_terms_are_no_trouble() {
    let Names { p, x, .. } = names();
    let mut deep = x.clone();
    let mut shared = p;
    for i in 0..20_000 {
        deep = Term::ite(Term::le(deep, n(i)), n(i), x.clone());
    }
    for i in 0..300 {
        let q = Term::constant(&format!("q{i}"), Sort::Bool);
        shared = Term::eq(
            Term::and([shared.clone(), q.clone()]),
            Term::or([shared, q]),
        );
    }
    assert!(deep.simplify().dag_size() <= 2 * deep.dag_size());
    assert!(shared.simplify().dag_size() <= 2 * shared.dag_size());
}
