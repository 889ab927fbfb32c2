//! The operations on grids agree with enumeration.

use std::collections::BTreeSet;

use logic::{Integer, Rational};
use polyhedra::congruence::{Congruence, Grid};
use polyhedra::{Affine, Polyhedron};
use proptest::prelude::*;

/// All moduli of the integer grids below divide it, so that everything repeats after it.
const PERIOD: i64 = 12;
const DIMENSIONS: usize = 2;

type Point = Vec<i64>;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 500,
        failure_persistence: None,
        rng_seed: prop::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

fn expression(dimensions: usize) -> impl Strategy<Value = Affine> {
    let coefficients = prop::collection::vec(-4_i64..=4, dimensions);
    (coefficients, -6_i64..=6).prop_map(|(coefficients, constant)| {
        Affine::of_integers(coefficients.into_iter().enumerate(), constant)
    })
}

fn congruence(dimensions: usize, moduli: &'static [i64]) -> impl Strategy<Value = Congruence> {
    (expression(dimensions), prop::sample::select(moduli))
        .prop_map(|(expression, modulus)| Congruence::new(&expression, &Integer::from(modulus)))
}

fn integers(dimensions: usize) -> Vec<Congruence> {
    let all = 0..dimensions;
    all.map(|d| Congruence::new(&Affine::dimension(d), &Integer::ONE))
        .collect()
}

/// Grids of points with integer coordinates, with their congruences.
fn periodic() -> impl Strategy<Value = (Grid, Vec<Congruence>)> {
    prop::collection::vec(congruence(DIMENSIONS, &[2, 3, 4, 6, 12]), 0..3).prop_map(|mut given| {
        given.extend(integers(DIMENSIONS));
        (Grid::from_congruences(DIMENSIONS, &given), given)
    })
}

/// Grids with equalities and rational points.
fn any_grid(dimensions: usize) -> impl Strategy<Value = (Grid, Vec<Congruence>)> {
    prop::collection::vec(congruence(dimensions, &[0, 1, 2, 3, 4, 5, 12]), 0..4)
        .prop_map(move |given| (Grid::from_congruences(dimensions, &given), given))
}

fn rational(point: &[i64]) -> Vec<Rational> {
    point.iter().map(|value| Rational::from(*value)).collect()
}

fn window() -> impl Iterator<Item = Point> {
    (0..PERIOD).flat_map(|x| (0..PERIOD).map(move |y| vec![x, y]))
}

fn points(grid: &Grid) -> BTreeSet<Point> {
    let congruences = grid.congruences();
    let solves = |point: &Vec<Rational>| congruences.iter().all(|c| c.holds_at(point));
    window().filter(|point| solves(&rational(point))).collect()
}

/// The least set of points that contains these and, with three, the one that completes the
/// parallelogram; modulo the period.
fn closure(points: &BTreeSet<Point>) -> BTreeSet<Point> {
    let Some(base) = points.first() else {
        return BTreeSet::new();
    };
    let wrap = |value: i64| value.rem_euclid(PERIOD);
    let mut found = BTreeSet::from([base.clone()]);
    let mut open = vec![base.clone()];
    while let Some(point) = open.pop() {
        for other in points {
            let next: Point = (0..DIMENSIONS)
                .map(|d| wrap(point[d] + other[d] - base[d]))
                .collect();
            if found.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_grid_has_the_solutions(((grid, given), (general, others)) in (periodic(), any_grid(2))) {
        let solves = |given: &[Congruence], point: &[i64]| {
            given.iter().all(|congruence| congruence.holds_at(&rational(point)))
        };
        let solutions = |given: &[Congruence]| -> BTreeSet<Point> {
            window().filter(|point| solves(given, point)).collect()
        };
        prop_assert_eq!(points(&grid), solutions(&given));
        prop_assert_eq!(points(&general), solutions(&others));
        for point in window().step_by(17) {
            prop_assert_eq!(grid.contains(&rational(&point)), solves(&given, &point));
        }
        prop_assert_eq!(grid.is_empty(), points(&grid).is_empty());
        prop_assert_eq!(Grid::from_congruences(2, &general.congruences()), general.clone());
        let one_by_one = others.iter().rev().fold(Grid::top(2), |g, c| g.meet_congruences([c]));
        prop_assert_eq!(one_by_one, general);
    }

    #[test]
    fn order((a, b, c) in (periodic(), periodic(), congruence(DIMENSIONS, &[1, 2, 3, 4, 6, 12]))) {
        let (a, b) = (a.0, b.0);
        let (in_a, in_b) = (points(&a), points(&b));
        prop_assert_eq!(a.is_subset(&b), in_a.is_subset(&in_b));
        prop_assert_eq!(a == b, in_a == in_b);
        let common: BTreeSet<Point> = in_a.intersection(&in_b).cloned().collect();
        prop_assert_eq!(points(&a.meet(&b)), common);
        let union: BTreeSet<Point> = in_a.union(&in_b).cloned().collect();
        prop_assert_eq!(points(&a.join(&b)), closure(&union));
        prop_assert_eq!(a.entails(&c), in_a.iter().all(|point| c.holds_at(&rational(point))));
    }

    #[test]
    fn projection(((grid, _), d) in (periodic(), 0..DIMENSIONS)) {
        let (projection, removed) = (grid.forget(&[d]), grid.remove_dimensions(&[d]));
        let inside = points(&grid);
        for point in window() {
            let found = (0..PERIOD).any(|value| {
                let mut other = point.clone();
                other[d] = value;
                inside.contains(&other)
            });
            prop_assert_eq!(projection.contains(&rational(&point)), found);
            let mut rest = rational(&point);
            rest.remove(d);
            prop_assert_eq!(removed.contains(&rest), found);
        }
    }

    #[test]
    fn images_and_preimages(
        ((a, _), (b, _), e, f) in (any_grid(3), any_grid(3), expression(3), expression(3))
    ) {
        let assignment = [(0, e.clone()), (2, f.scaled(&Rational::new(Integer::ONE, Integer::from(2)).unwrap()))];
        let step = |point: &[Rational]| {
            let mut after = point.to_vec();
            for (dimension, value) in &assignment {
                after[*dimension] = value.value_at(point);
            }
            after
        };
        let preimage = b.preimage(&assignment);
        for number in 0..60_i64 {
            let point = rational(&[number % 5 - 2, number % 3, number % 4 - 1]);
            prop_assert_eq!(preimage.contains(&point), b.contains(&step(&point)));
        }
        let image = a.image(&assignment);
        prop_assert_eq!(image.is_subset(&b), a.is_subset(&preimage));
        prop_assert!(a.is_subset(&image.preimage(&assignment)));
        prop_assert!(preimage.image(&assignment).is_subset(&b));
        let single = a.assign(1, &e);
        // The same by a new dimension.
        let new = Congruence::new(&(&Affine::dimension(3) - &e), &Integer::ZERO);
        let long_way = a.add_dimensions(1).meet_congruences([&new]);
        let long_way = long_way.rename(3, |d| [Some(0), None, Some(2), Some(1)][d]);
        prop_assert_eq!(single, long_way);
    }

    #[test]
    fn joins_and_meets_are_bounds(
        ((a, _), (b, _), (c, _), e) in (any_grid(3), any_grid(3), any_grid(3), expression(3))
    ) {
        let (join, meet) = (a.join(&b), a.meet(&b));
        prop_assert!(a.is_subset(&join) && b.is_subset(&join));
        prop_assert!(meet.is_subset(&a) && meet.is_subset(&b));
        prop_assert_eq!(join.is_subset(&c), a.is_subset(&c) && b.is_subset(&c));
        prop_assert_eq!(c.is_subset(&meet), c.is_subset(&a) && c.is_subset(&b));
        prop_assert_eq!(a == b, a.is_subset(&b) && b.is_subset(&a));
        match a.residue(&e) {
            None => prop_assert!(
                a.is_empty() || !a.entails(&Congruence::new(&e.scaled(&Rational::from(5040)), &Integer::ONE))
            ),
            Some(residue) => {
                let rest = &e - &Affine::constant_of(residue.remainder.clone());
                let scale = Rational::from(residue.modulus.denominator().clone());
                let congruence = Congruence::new(&rest.scaled(&scale), residue.modulus.numerator());
                prop_assert!(a.entails(&congruence), "{} in {}", congruence, a);
                let twice = &Integer::from(2) * residue.modulus.numerator();
                let finer = Congruence::new(&rest.scaled(&scale), &twice);
                prop_assert_eq!(a.entails(&finer), residue.modulus.is_zero());
            }
        }
    }

    #[test]
    fn equalities_go_both_ways((a, given) in any_grid(3)) {
        let p = Polyhedron::from_constraints(3, &a.equalities());
        let hull = Grid::top(3).meet_equalities(&p.constraints());
        prop_assert!(a.is_empty() || a.is_subset(&hull));
        prop_assert_eq!(hull.equalities().len(), p.equalities().len());
        for equality in given.iter().filter_map(Congruence::to_equality) {
            prop_assert!(a.is_empty() || p.entails(&equality));
        }
    }
}

#[test]
fn chains_are_finite_and_numbers_may_be_huge() {
    let huge = Integer::power_of_two(90);
    let x = Affine::dimension(0);
    let mut grid = Grid::from_congruences(1, [&Congruence::new(&x, &Integer::ZERO)]);
    let step = Affine::new([], Rational::from(&huge * &Integer::from(6)));
    grid = grid.join(&grid.assign(0, &(&x + &step)));
    assert_eq!(
        grid.to_string(),
        format!("1*x0 + 0 = 0 (mod {})", &huge * &Integer::from(6))
    );
    let next = grid.assign(
        0,
        &(&x + &Affine::new([], Rational::from(&huge * &Integer::from(4)))),
    );
    let join = grid.join(&next);
    assert_eq!(
        join.to_string(),
        format!("1*x0 + 0 = 0 (mod {})", &huge * &Integer::from(2))
    );
    assert_eq!(join.join(&grid), join);
}
