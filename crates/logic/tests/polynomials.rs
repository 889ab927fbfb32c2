//! Polynomials in normal form mean what the terms meant, and equal ones are the same.

use logic::polynomial::normalise;
use logic::{BitVec, Integer, Model, Op, Sort, Term, Value, Var};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

const NARROW: u32 = 3;
const NAMES: [&str; 3] = ["a", "b", "c"];

fn var(name: &str, width: u32) -> Term {
    Term::constant(name, Sort::BitVec(width))
}

fn app(op: Op, arguments: &[&Term]) -> Term {
    Term::app(op, arguments.iter().map(|it| (*it).clone()).collect())
}

/// A random term of a width between that of the variables and one more than twice that.
fn term(random: &mut Random, width: u32, depth: usize) -> Term {
    if depth == 0 || random.below(6) == 0 {
        let leaf = match random.below(4) {
            0 => return Term::bit_vec(width, random.below(1 << width.min(10)) as i64),
            _ => var(NAMES[random.below(NAMES.len())], NARROW),
        };
        let more = width - NARROW;
        return match (more, random.below(2)) {
            (0, _) => leaf,
            (_, 0) => app(Op::ZeroExtend(more), &[&leaf]),
            _ => app(Op::SignExtend(more), &[&leaf]),
        };
    }
    let mut part = |width| term(random, width, depth - 1);
    let (a, b) = (part(width), part(width));
    match random.below(12) {
        0 | 1 => app(Op::BvAdd, &[&a, &b]),
        2 => app(Op::BvSub, &[&a, &b]),
        3..6 => app(Op::BvMul, &[&a, &b]),
        6 => app(Op::BvNeg, &[&a]),
        7 => app(Op::BvNot, &[&a]),
        8 => {
            let by = Term::bit_vec(width, random.below(width as usize + 1) as i64);
            let op = [Op::BvShl, Op::BvLshr][random.below(2)].clone();
            app(op, &[&a, &by])
        }
        9 if width > NARROW => {
            let more = 1 + random.below((width - NARROW) as usize) as u32;
            let inner = term(random, width - more, depth - 1);
            let op = [Op::ZeroExtend(more), Op::SignExtend(more)][random.below(2)].clone();
            app(op, &[&inner])
        }
        10 => {
            let wide = term(random, width + 2, depth - 1);
            let low = random.below(3) as u32;
            app(Op::Extract(width - 1 + low, low), &[&wide])
        }
        11 if width == 2 * NARROW => {
            let (a, b) = (
                term(random, NARROW, depth - 1),
                term(random, NARROW, depth - 1),
            );
            app(Op::Concat, &[&a, &b])
        }
        _ => app(Op::BvXor, &[&a, &b]),
    }
}

fn fact(random: &mut Random) -> Term {
    let width = NARROW + random.below(NARROW as usize + 1) as u32;
    let (a, b) = (term(random, width, 3), term(random, width, 3));
    let op = [Op::Eq, Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSle][random.below(5)].clone();
    let fact = match op {
        Op::Eq => Term::eq(a, b),
        op => app(op, &[&a, &b]),
    };
    match random.below(3) {
        0 => Term::not(fact),
        _ => fact,
    }
}

fn models() -> impl Iterator<Item = Model> {
    (0..1 << (3 * NARROW)).map(|number: i64| {
        let mut model = Model::new();
        for (place, name) in NAMES.iter().enumerate() {
            let value = Integer::from((number >> (NARROW * place as u32)) & 7);
            let value = Value::BitVec(BitVec::new(NARROW, &value));
            model.set(Var::new(*name, Sort::BitVec(NARROW)), value);
        }
        model
    })
}

#[test]
fn a_single_fact_keeps_its_meaning() {
    let mut random = Random(3);
    let mut compared = 0;
    for _ in 0..1500 {
        let fact = fact(&mut random);
        let Some(normal) = normalise(std::slice::from_ref(&fact)) else {
            continue;
        };
        compared += 1;
        for model in models().step_by(7) {
            let holds = |fact: &Term| model.holds(fact) == Ok(true);
            assert_eq!(holds(&fact), normal.iter().all(holds), "{fact}\n{normal:?}");
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn facts_that_hold_together_still_do() {
    let mut random = Random(11);
    let mut held = 0;
    for _ in 0..1500 {
        let facts: Vec<Term> = (0..3).map(|_| fact(&mut random)).collect();
        let Some(normal) = normalise(&facts) else {
            continue;
        };
        for model in models().step_by(5) {
            let holds = |fact: &Term| model.holds(fact) == Ok(true);
            if facts.iter().all(holds) {
                held += 1;
                assert!(normal.iter().all(holds), "{facts:?}\n{normal:?}");
            }
        }
    }
    assert!(held > 1000, "{held}");
}

/// Whether facts are seen to contradict each other.
fn contradict(facts: &[Term]) -> bool {
    normalise(facts).is_some_and(|normal| normal.iter().any(Term::is_false))
}

#[test]
fn products_of_sums_are_expanded() {
    let n = var("n", 32);
    let minus = |by: i64| app(Op::BvSub, &[&n, &Term::bit_vec(32, by)]);
    let product = app(Op::BvMul, &[&minus(1), &minus(2)]);
    let square = app(Op::BvMul, &[&n, &n]);
    let linear = app(Op::BvMul, &[&Term::bit_vec(32, 3), &n]);
    let expanded = app(Op::BvSub, &[&square, &linear]);
    let expanded = app(Op::BvAdd, &[&expanded, &Term::bit_vec(32, 2)]);
    assert!(contradict(&[Term::ne(product.clone(), expanded)]));
    assert!(!contradict(&[Term::ne(product, square)]));
}

#[test]
fn a_sum_in_closed_form_stays_one() {
    // Twice the sum of all numbers below `i` is `i * (i - 1)`; with one bit more that says all of it.
    let (i, s) = (var("i", 32), var("s", 32));
    let wide = |term: &Term| app(Op::ZeroExtend(1), &[term]);
    let closed = |i: &Term, s: &Term| {
        let (i, s) = (wide(i), wide(s));
        let twice = app(Op::BvMul, &[&Term::bit_vec(33, 2), &s]);
        Term::eq(app(Op::BvMul, &[&i, &i]), app(Op::BvAdd, &[&twice, &i]))
    };
    let one = Term::bit_vec(32, 1);
    let (next, sum) = (app(Op::BvAdd, &[&i, &one]), app(Op::BvAdd, &[&s, &i]));
    let carries = app(Op::BvUlt, &[&next, &i]);
    let facts = |carry: Term, sum: &Term| [closed(&i, &s), carry, Term::not(closed(&next, sum))];
    assert!(contradict(&facts(Term::not(carries.clone()), &sum)));
    assert!(!contradict(&facts(Term::not(carries.clone()), &s)));
    assert!(!contradict(&facts(carries, &sum)));
    // And half of the product is the sum.
    let (a, b) = (
        wide(&i),
        app(Op::BvSub, &[&wide(&i), &Term::bit_vec(33, 1)]),
    );
    let half = app(
        Op::BvLshr,
        &[&app(Op::BvMul, &[&a, &b]), &Term::bit_vec(33, 1)],
    );
    let half = app(Op::Extract(31, 0), &[&half]);
    assert!(contradict(&[closed(&i, &s), Term::ne(s.clone(), half)]));
}

#[test]
fn what_is_neither_less_nor_greater_is_equal() {
    let (i, n, k) = (var("i", 32), var("n", 32), var("k", 32));
    let product = |a: &Term| app(Op::BvMul, &[a, &k]);
    let at_most = app(Op::BvUle, &[&i, &n]);
    let not_less = Term::not(app(Op::BvUlt, &[&i, &n]));
    let differ = Term::ne(product(&i), product(&n));
    assert!(contradict(&[
        at_most.clone(),
        not_less.clone(),
        differ.clone()
    ]));
    // In one case of two only.
    let positive = app(Op::BvSlt, &[&Term::bit_vec(32, 0), &n]);
    let either = Term::or([Term::not(positive.clone()), at_most.clone()]);
    let neither = Term::not(Term::or([Term::not(positive), Term::not(differ.clone())]));
    assert!(contradict(&[either.clone(), not_less.clone(), neither]));
    assert!(!contradict(&[either, not_less, differ.clone()]));
    assert!(!contradict(&[at_most, differ]));
}

#[test]
fn half_of_a_product_may_be_multiplied() {
    let (n, k, s) = (var("n", 32), var("k", 32), var("s", 32));
    let wide = |term: &Term| app(Op::ZeroExtend(1), &[term]);
    let one = Term::bit_vec(33, 1);
    let numbers = |last: &Term| app(Op::BvMul, &[&wide(&n), &app(Op::BvSub, &[&wide(&n), last])]);
    let twice = app(Op::BvMul, &[&Term::bit_vec(33, 2), &wide(&s)]);
    let known = Term::eq(twice, app(Op::BvMul, &[&wide(&k), &numbers(&one)]));
    let half = |last: &Term| {
        let half = app(Op::Extract(32, 1), &[&numbers(last)]);
        Term::ne(s.clone(), app(Op::BvMul, &[&k, &half]))
    };
    assert!(contradict(&[known.clone(), half(&one)]));
    // The product of two even numbers that are not next to each other need not be even.
    assert!(!contradict(&[known, half(&Term::bit_vec(33, 2))]));
}
