//! The operations agree with Z3 on random polyhedra.

mod common;

use common::*;
use logic::{Rational, Term};
use polyhedra::{Affine, Constraint, Generator, Polyhedron, Relation};
use proptest::prelude::*;

/// How many random cases each of the properties below is tried on.
const CASES: u32 = 850;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        rng_seed: prop::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// The number of dimensions, and something random in each space.
fn spaces<S: Strategy>(make: impl Fn(usize) -> S) -> impl Strategy<Value = (usize, S::Value)> {
    prop_oneof![3 => 1_usize..=4, 1 => 5_usize..=8].prop_flat_map(move |n| (Just(n), make(n)))
}

/// A point in the polyhedron `p` at scale `l`: `A y <= l b`.
fn scaled(p: &Polyhedron, y: &str, l: &Term) -> Term {
    Term::and(p.constraints().iter().map(|constraint| {
        let constant = Rational::from(constraint.constant().clone());
        let parts = constraint.coefficients().map(|(dimension, c)| {
            Term::mul([real(&Rational::from(c.clone())), var(y, dimension).term()])
        });
        let sum = Term::add(parts.chain([Term::mul([real(&constant), l.clone()])]));
        match constraint.relation() {
            Relation::Eq => Term::eq(sum, Term::real(0)),
            Relation::Le => Term::le(sum, Term::real(0)),
        }
    }))
}

/// The numbers of a generator, and its scale: one for a point, zero for a direction.
fn coordinates(generator: &Generator) -> (Vec<Rational>, i64) {
    match generator {
        Generator::Vertex(point) => (point.clone(), 1),
        Generator::Ray(direction) | Generator::Line(direction) => {
            (direction.iter().cloned().map(Rational::from).collect(), 0)
        }
    }
}

/// That a generator belongs to the closed convex hull of two polyhedra that are not empty: a point
/// is a sum of points at scales whose sum is one, a direction one at scale zero.
fn in_hull(generator: &Generator, p: &Polyhedron, q: &Polyhedron) -> Term {
    let l = var("l", 0).term();
    let (row, scale) = coordinates(generator);
    let (of_left, of_right) = match scale {
        0 => (Term::real(0), Term::real(0)),
        _ => (l.clone(), Term::sub(Term::real(1), l.clone())),
    };
    let sums = row.iter().enumerate().map(|(d, value)| {
        Term::eq(
            Term::add([var("y", d).term(), var("z", d).term()]),
            real(value),
        )
    });
    let scale = Term::and([
        Term::le(Term::real(0), l.clone()),
        Term::le(l, Term::real(1)),
    ]);
    Term::and(sums.chain([scale, scaled(p, "y", &of_left), scaled(q, "z", &of_right)]))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn canonical_constraints_mean_the_same((n, given) in spaces(constraints)) {
        let p = Polyhedron::from_constraints(n, &given);
        prop_assert!(equivalent(&formula(&given), &of(&p)), "{p}");
        prop_assert_eq!(p.is_empty(), !satisfiable(&formula(&given)));
        let mut reversed = Polyhedron::top(n);
        for constraint in given.iter().rev() {
            reversed = reversed.meet_constraints([constraint]);
        }
        prop_assert_eq!(&p, &reversed);
        let canonical = p.constraints();
        for left_out in 0..canonical.len() {
            let rest = canonical.iter().enumerate().filter(|(i, _)| *i != left_out);
            let rest = formula(rest.map(|(_, c)| c));
            prop_assert!(p.is_empty() || !entails(&rest, &formula([&canonical[left_out]])));
        }
    }

    #[test]
    fn inclusion_and_equality((_, (p, q)) in spaces(|n| (polyhedron(n), polyhedron(n)))) {
        let (p_in_q, q_in_p) = (entails(&of(&p), &of(&q)), entails(&of(&q), &of(&p)));
        prop_assert_eq!(p.is_subset(&q), p_in_q);
        prop_assert_eq!(q.is_subset(&p), q_in_p);
        prop_assert_eq!(p == q, p_in_q && q_in_p);
        let meet = p.meet(&q);
        prop_assert!(equivalent(&of(&meet), &Term::and([of(&p), of(&q)])));
        prop_assert!(meet.is_subset(&p) && meet.is_subset(&q));
        prop_assert_eq!(meet, q.meet(&p));
    }

    #[test]
    fn entailment((_, (p, c)) in spaces(|n| (polyhedron(n), constraint(n)))) {
        prop_assert_eq!(p.entails(&c), entails(&of(&p), &formula([&c])));
    }

    #[test]
    fn bounds((_, (p, e)) in spaces(|n| (polyhedron(n), affine(n)))) {
        let Some(bounds) = p.bounds(&e) else {
            return Ok(());
        };
        let value = term_of(&e, x);
        let above = |limit: Term| Term::and([of(&p), Term::lt(limit, value.clone())]);
        let below = |limit: Term| Term::and([of(&p), Term::lt(value.clone(), limit)]);
        let reached = |limit: &Rational| Term::and([of(&p), Term::eq(value.clone(), real(limit))]);
        match &bounds.upper {
            Some(upper) => {
                prop_assert!(!satisfiable(&above(real(upper))));
                prop_assert!(satisfiable(&reached(upper)));
            }
            None => prop_assert!(satisfiable(&above(Term::real(1_000_000)))),
        }
        match &bounds.lower {
            Some(lower) => {
                prop_assert!(!satisfiable(&below(real(lower))));
                prop_assert!(satisfiable(&reached(lower)));
            }
            None => prop_assert!(satisfiable(&below(Term::real(-1_000_000)))),
        }
    }

    #[test]
    fn generators_are_the_same_set((n, p) in spaces(polyhedron)) {
        let generators = p.generators().expect("few generators");
        prop_assert_eq!(Polyhedron::from_generators(n, &generators).expect("few"), p.clone());
        for generator in &generators {
            if let Generator::Vertex(point) = generator {
                prop_assert!(p.contains(point));
            }
            prop_assert!(p.is_empty() || satisfiable(&in_hull(generator, &p, &p)));
        }
    }

    #[test]
    fn the_join_is_the_least_upper_bound(
        (_, (p, q, e)) in spaces(|n| (polyhedron(n), polyhedron(n), affine(n)))
    ) {
        let join = p.join(&q);
        prop_assert_eq!(&join, &q.join(&p));
        prop_assert!(entails(&Term::or([of(&p), of(&q)]), &of(&join)), "{join}");
        if p.is_empty() || q.is_empty() {
            prop_assert_eq!(join, if p.is_empty() { q } else { p });
            return Ok(());
        }
        for generator in join.generators().expect("few generators") {
            prop_assert!(satisfiable(&in_hull(&generator, &p, &q)), "{generator:?} of {join}");
        }
        let bound = |p: &Polyhedron| p.bounds(&e).and_then(|bounds| bounds.upper);
        if let (Some(a), Some(b)) = (bound(&p), bound(&q)) {
            let common = Constraint::le(&e, &Affine::constant_of(a.max(b)));
            prop_assert!(entails(&of(&join), &formula([&common])));
        }
    }

    #[test]
    fn projection_is_existential_quantification(
        (n, (p, mask)) in spaces(|n| (polyhedron(n), 1_u32..1 << n))
    ) {
        let forgotten: Vec<usize> = (0..n).filter(|d| mask & (1 << d) != 0).take(3).collect();
        let projection = p.forget(&forgotten);
        prop_assert!(entails(&of(&p), &of(&projection)));
        for constraint in projection.constraints() {
            prop_assert!(constraint.coefficients().all(|(d, _)| !forgotten.contains(&d)));
        }
        // A generator of the projection is one of `p` up to the forgotten dimensions.
        for generator in projection.generators().expect("few generators") {
            let (row, scale) = coordinates(&generator);
            let kept = (0..n).filter(|d| !forgotten.contains(d));
            let at = Term::and(kept.map(|d| Term::eq(var("y", d).term(), real(&row[d]))));
            prop_assert!(satisfiable(&Term::and([scaled(&p, "y", &Term::real(scale)), at])));
        }
        let removed = p.remove_dimensions(&forgotten);
        prop_assert_eq!(removed.dimensions(), n - forgotten.len());
        let kept: Vec<usize> = (0..n).filter(|d| !forgotten.contains(d)).collect();
        prop_assert_eq!(removed.rename(n, |d| Some(kept[d])), projection);
    }

    #[test]
    fn images_and_preimages(
        (n, (p, e, f, picks)) in
            spaces(|n| (polyhedron(n), affine(n), affine(n), (0..n, 0..n)))
    ) {
        let mut assignment = vec![(picks.0, e)];
        if picks.0 != picks.1 {
            assignment.push((picks.1, f));
        }
        // The new values are called `y`.
        let step = Term::and((0..n).map(|d| {
            let value = assignment.iter().find(|(target, _)| *target == d);
            let value = value.map_or(x(d), |(_, e)| term_of(e, x));
            Term::eq(var("y", d).term(), value)
        }));
        let y = |d: usize| var("y", d).term();
        let at_y = |p: &Polyhedron| Term::and(p.constraints().iter().map(|c| formula_of(c, y)));
        let image = p.image(&assignment);
        prop_assert_eq!(image.is_empty(), p.is_empty());
        prop_assert!(entails(&Term::and([of(&p), step.clone()]), &at_y(&image)), "{image}");
        for generator in image.generators().expect("few generators") {
            if let Generator::Vertex(point) = generator {
                let at = Term::and((0..n).map(|d| Term::eq(y(d), real(&point[d]))));
                prop_assert!(satisfiable(&Term::and([of(&p), step.clone(), at])));
            }
        }
        let preimage = p.preimage(&assignment);
        prop_assert!(entails(&step, &Term::eq(of(&preimage), at_y(&p))), "{preimage}");
        prop_assert!(p.is_subset(&image.preimage(&assignment)));
        prop_assert!(preimage.image(&assignment).is_subset(&p));
    }

    #[test]
    fn renaming((n, (p, order)) in spaces(|n| {
        (polyhedron(n), Just((0..n).collect::<Vec<_>>()).prop_shuffle())
    })) {
        let renamed = p.rename(n, |d| Some(order[d]));
        let expected = Term::and(p.constraints().iter().map(|c| formula_of(c, |d| x(order[d]))));
        prop_assert!(equivalent(&of(&renamed), &expected));
        let back = renamed.rename(n, |d| order.iter().position(|o| *o == d));
        prop_assert_eq!(&back, &p);
        prop_assert_eq!(p.add_dimensions(2).remove_dimensions(&[n, n + 1]), p);
    }

    #[test]
    fn widening_contains_both_and_keeps_what_is_stable(
        (_, (p, q, t)) in spaces(|n| (polyhedron(n), polyhedron(n), constraint(n)))
    ) {
        let widened = p.widen(&q);
        prop_assert!(entails(&Term::or([of(&p), of(&q)]), &of(&widened)));
        for constraint in p.constraints() {
            if constraint.relation() == Relation::Le && q.entails(&constraint) && !p.is_empty() {
                prop_assert!(widened.entails(&constraint));
            }
        }
        let limited = p.widen_up_to(&q, [&t]);
        let common = p.entails(&t) && q.entails(&t);
        prop_assert!(limited.is_subset(&widened));
        prop_assert!(entails(&Term::or([of(&p), of(&q)]), &of(&limited)));
        prop_assert!(!common || limited.entails(&t));
    }

    #[test]
    fn widening_ends(
        (_, (mut p, steps, t)) in spaces(|n| {
            (polyhedron(n), prop::collection::vec(polyhedron(n), 1..4), constraint(n))
        })
    ) {
        // Each round goes over the same steps, so a sequence that grows for ever would not end.
        let mut rounds = 0;
        loop {
            let before = p.clone();
            for step in &steps {
                let next = p.join(step).image(&[(0, &Affine::dimension(0) + &Affine::constant_of(1))]);
                p = p.widen_up_to(&next, [&t]);
            }
            if p == before {
                break;
            }
            rounds += 1;
            prop_assert!(rounds < 60, "{p}");
        }
    }

    #[test]
    fn integers_keep_their_points((n, given) in spaces(constraints)) {
        let p = Polyhedron::from_constraints(n, &given);
        let tight = p.tighten_integers(|_| true);
        prop_assert!(tight.is_subset(&p));
        let integers = |d: usize| Term::to_real(Term::constant(format!("i{d}").as_str(), logic::Sort::Int));
        let at = |p: &Polyhedron| Term::and(p.constraints().iter().map(|c| formula_of(c, integers)));
        prop_assert!(entails(&at(&p), &at(&tight)), "{tight}");
    }
}
