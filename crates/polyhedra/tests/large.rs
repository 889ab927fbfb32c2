//! Huge numbers, and blocks with too many generators to write them down.

mod common;

use common::*;
use logic::{Integer, Rational, Term};
use polyhedra::{Affine, Constraint, Generator, Polyhedron};
use proptest::prelude::*;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: prop::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// Numbers at both ends of what a machine word holds.
fn huge() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -2_i64..=2,
        1 => (i64::MAX - 5)..=i64::MAX,
        1 => i64::MIN..=(i64::MIN + 5),
        1 => any::<i64>(),
    ]
}

fn huge_polyhedron(dimensions: usize) -> impl Strategy<Value = (Vec<Constraint>, Polyhedron)> {
    let coefficients = prop::collection::vec((0..dimensions, huge()), 1..=3);
    let constraint = (coefficients, huge()).prop_map(|(coefficients, constant)| {
        Constraint::le(
            &Affine::of_integers(coefficients, constant),
            &Affine::constant_of(0),
        )
    });
    prop::collection::vec(constraint, 0..6).prop_map(move |given| {
        let polyhedron = Polyhedron::from_constraints(dimensions, &given);
        (given, polyhedron)
    })
}

/// A cube with sides from 0 to 2 that one more constraint cuts, so that it is one block; in ten
/// dimensions it has more generators than are written down.
fn cut_cube(dimensions: usize, weights: &[i64], limit: i64) -> Polyhedron {
    let mut constraints = vec![Constraint::le(
        &Affine::of_integers(weights.iter().copied().enumerate(), 0),
        &Affine::constant_of(limit),
    )];
    for dimension in 0..dimensions {
        let side = Affine::dimension(dimension);
        constraints.push(Constraint::ge(&side, &Affine::constant_of(0)));
        constraints.push(Constraint::le(&side, &Affine::constant_of(2)));
    }
    Polyhedron::from_constraints(dimensions, &constraints)
}

const LARGE: usize = 10;

fn large() -> impl Strategy<Value = Polyhedron> {
    let weights = prop::collection::vec(1_i64..=2, LARGE);
    (weights, 14_i64..20).prop_map(|(weights, limit)| cut_cube(LARGE, &weights, limit))
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn nothing_overflows(
        (n, ((given, p), (_, q), e)) in (1_usize..=4).prop_flat_map(|n| {
            (Just(n), (huge_polyhedron(n), huge_polyhedron(n), affine(n)))
        })
    ) {
        prop_assert!(equivalent(&formula(&given), &of(&p)));
        let join = p.join(&q);
        prop_assert_eq!(&join, &q.join(&p));
        prop_assert!(entails(&Term::or([of(&p), of(&q)]), &of(&join)));
        prop_assert_eq!(p.is_subset(&q), entails(&of(&p), &of(&q)));
        let generators = join.generators().expect("few generators");
        prop_assert_eq!(Polyhedron::from_generators(n, &generators).expect("few"), join);
        let projection = p.forget(&[0]);
        prop_assert!(entails(&of(&p), &of(&projection)));
        for generator in projection.generators().expect("few generators") {
            if let Generator::Vertex(point) = generator {
                let at = Term::and((1..n).map(|d| Term::eq(x(d), real(&point[d]))));
                prop_assert!(satisfiable(&Term::and([of(&p), at])));
            }
        }
        let assignment = [(0, &e.scaled(&Rational::from(i64::MAX)) + &Affine::dimension(n - 1))];
        prop_assert!(p.is_subset(&p.image(&assignment).preimage(&assignment)));
        prop_assert!(entails(&Term::or([of(&p), of(&q)]), &of(&p.widen(&q))));
    }
}

proptest! {
    #![proptest_config(config(25))]

    #[test]
    fn blocks_without_generators_are_exact_but_for_joins(
        (p, q, c, e) in (large(), large(), constraint(LARGE), affine(LARGE))
    ) {
        prop_assert_eq!(p.generators(), None);
        let meet = p.meet_constraints([&c]);
        prop_assert!(equivalent(&of(&meet), &Term::and([of(&p), formula([&c])])));
        prop_assert_eq!(p.entails(&c), entails(&of(&p), &formula([&c])));
        prop_assert_eq!(p.is_subset(&q), entails(&of(&p), &of(&q)));
        let bounds = p.bounds(&e).expect("it is not empty");
        let upper = bounds.upper.expect("a cube is bounded");
        let limit = Constraint::le(&e, &Affine::constant_of(upper.clone()));
        prop_assert!(entails(&of(&p), &formula([&limit])));
        let reached = Constraint::eq(&e, &Affine::constant_of(upper));
        prop_assert!(satisfiable(&Term::and([of(&p), formula([&reached])])));
        let join = p.join(&q);
        prop_assert!(p.is_subset(&join) && q.is_subset(&join));
        prop_assert!(entails(&Term::or([of(&p), of(&q)]), &of(&join)));
        prop_assert!(entails(&of(&join), &of(&cut_cube(LARGE, &[0; LARGE], 0))));
        prop_assert!(entails(&of(&p), &of(&p.forget(&[0, 4]))));
        prop_assert_eq!(p.forget(&[0, 4]), p.forget(&[4]).forget(&[0]));
        prop_assert!(p.is_subset(&p.widen(&q)) && q.is_subset(&p.widen(&q)));
        let increment = [(3, &Affine::dimension(3) + &Affine::dimension(5))];
        prop_assert_eq!(&p.image(&increment).preimage(&increment), &p);
    }
}

/// A block may become too large and small again.
#[test]
fn equalities_make_a_large_cube_small() {
    let cube = cut_cube(16, &[1; 16], 10);
    let diagonal: Vec<Constraint> = (1..16)
        .map(|d| Constraint::eq(&Affine::dimension(0), &Affine::dimension(d)))
        .collect();
    let line = cube.meet_constraints(&diagonal);
    let bounds = line.bounds(&Affine::dimension(7)).expect("it is not empty");
    assert_eq!(
        bounds.upper,
        Rational::new(Integer::from(5), Integer::from(8))
    );
    assert_eq!(line.generators().map(|all| all.len()), Some(2));
}

/// A join that is not exact still keeps affine relations and the box around both sides.
#[test]
fn the_weak_join_keeps_relations() {
    let dimensions = 20;
    let cube = |low: i64, extra: i64| {
        let mut constraints = Vec::new();
        for d in 0..dimensions - 1 {
            let side = Affine::dimension(d);
            constraints.push(Constraint::ge(&side, &Affine::constant_of(low)));
            constraints.push(Constraint::le(&side, &Affine::constant_of(low + 1)));
        }
        let last = Affine::dimension(dimensions - 1);
        constraints.push(Constraint::eq(&last, &Affine::constant_of(extra)));
        Polyhedron::from_constraints(dimensions, &constraints)
    };
    let (a, b) = (cube(0, 7), cube(2, 7));
    let join = a.join(&b);
    let bounds = join.bounds(&Affine::dimension(4)).expect("it is not empty");
    assert_eq!(
        (bounds.lower, bounds.upper),
        (Some(0.into()), Some(3.into()))
    );
    let last = Affine::dimension(dimensions - 1);
    assert!(join.entails(&Constraint::eq(&last, &Affine::constant_of(7))));
    let points = |value: i64| {
        let all = (0..dimensions).map(|d| {
            Constraint::eq(
                &Affine::dimension(d),
                &Affine::constant_of(value * (d as i64 + 1)),
            )
        });
        Polyhedron::from_constraints(dimensions, &all.collect::<Vec<_>>())
    };
    let line = points(1).join(&points(4));
    assert_eq!(line.equalities().len(), dimensions - 1);
}
