//! Examples whose results are known, each as constraints in canonical form.

use logic::{Integer, Rational};
use polyhedra::{Affine, Constraint, Generator, Polyhedron};

fn d(dimension: usize) -> Affine {
    Affine::dimension(dimension)
}

fn number(value: i64) -> Affine {
    Affine::constant_of(value)
}

fn times(factor: i64, expression: &Affine) -> Affine {
    expression.scaled(&Rational::from(factor))
}

fn interval(low: i64, high: i64) -> Polyhedron {
    Polyhedron::from_constraints(
        1,
        &[
            Constraint::ge(&d(0), &number(low)),
            Constraint::le(&d(0), &number(high)),
        ],
    )
}

fn point(coordinates: &[i64]) -> Polyhedron {
    let equalities: Vec<Constraint> = coordinates
        .iter()
        .enumerate()
        .map(|(dimension, value)| Constraint::eq(&d(dimension), &number(*value)))
        .collect();
    Polyhedron::from_constraints(coordinates.len(), &equalities)
}

fn check(polyhedron: &Polyhedron, expected: &str) {
    assert_eq!(polyhedron.to_string(), expected);
}

#[test]
fn equalities_are_solved_and_put_in() {
    let p = Polyhedron::from_constraints(
        3,
        &[
            Constraint::eq(&(&d(0) + &d(1)), &times(2, &d(2))),
            Constraint::le(&(&d(0) + &d(2)), &number(3)),
            Constraint::le(&times(2, &(&d(0) + &d(2))), &number(7)),
        ],
    );
    check(&p, "1*x0 + 1*x1 + -2*x2 + 0 = 0, -1*x1 + 3*x2 + -3 <= 0");
    // Two inequalities that leave no room are an equality.
    let p = Polyhedron::from_constraints(
        2,
        &[Constraint::le(&d(0), &d(1)), Constraint::ge(&d(0), &d(1))],
    );
    check(&p, "1*x0 + -1*x1 + 0 = 0");
    check(&Polyhedron::top(4), "");
    check(&Polyhedron::bottom(4), "1 <= 0");
    assert_eq!(interval(2, 1), Polyhedron::bottom(1));
}

#[test]
fn hulls() {
    check(
        &interval(0, 1).join(&interval(5, 7)),
        "-1*x0 + 0 <= 0, 1*x0 + -7 <= 0",
    );
    check(
        &point(&[0, 0]).join(&point(&[2, 4])),
        "2*x0 + -1*x1 + 0 = 0, -1*x1 + 0 <= 0, 1*x1 + -4 <= 0",
    );
    // The hull of a point and a line beside it is not closed; its closure is the strip.
    let line = Polyhedron::from_constraints(2, &[Constraint::eq(&d(1), &number(1))]);
    check(
        &point(&[0, 0]).join(&line),
        "-1*x1 + 0 <= 0, 1*x1 + -1 <= 0",
    );
    let triangle = Polyhedron::join_all(2, &[point(&[0, 0]), point(&[1, 0]), point(&[0, 1])]);
    check(
        &triangle,
        "-1*x0 + 0 <= 0, 1*x0 + 1*x1 + -1 <= 0, -1*x1 + 0 <= 0",
    );
}

#[test]
fn widening_by_halbwachs() {
    check(&interval(0, 1).widen(&interval(0, 2)), "-1*x0 + 0 <= 0");
    check(&interval(0, 1).widen(&interval(-1, 1)), "1*x0 + -1 <= 0");
    // The constraints of the next polyhedron that the first one saturates stay.
    let next = point(&[0, 0]).join(&point(&[1, 0])).join(&point(&[1, 1]));
    check(
        &point(&[0, 0]).widen(&next),
        "-1*x0 + 1*x1 + 0 <= 0, -1*x1 + 0 <= 0",
    );
    let ten = Constraint::le(&d(0), &number(10));
    let (first, second) = (interval(0, 1), interval(0, 2));
    check(
        &first.widen_up_to(&second, [&ten]),
        "-1*x0 + 0 <= 0, 1*x0 + -10 <= 0",
    );
    check(
        &first.widen_up_to(&interval(0, 11), [&ten]),
        "-1*x0 + 0 <= 0",
    );
    assert_eq!(Polyhedron::bottom(1).widen(&first), first);
}

#[test]
fn integers_are_rounded() {
    let p = Polyhedron::from_constraints(
        2,
        &[
            Constraint::le(&(&times(2, &d(0)) + &times(4, &d(1))), &number(7)),
            Constraint::ge(&times(3, &d(0)), &number(1)),
        ],
    );
    check(
        &p.tighten_integers(|_| true),
        "-1*x0 + 1 <= 0, 1*x0 + 2*x1 + -3 <= 0",
    );
    // A constraint with a dimension that is not an integer stays.
    check(
        &p.tighten_integers(|dimension| dimension == 0),
        "-1*x0 + 1 <= 0, 2*x0 + 4*x1 + -7 <= 0",
    );
    let odd = Polyhedron::from_constraints(
        2,
        &[Constraint::eq(&times(2, &(&d(0) - &d(1))), &number(1))],
    );
    assert!(!odd.is_empty() && odd.tighten_integers(|_| true).is_empty());
}

#[test]
fn assignments() {
    let p = interval(0, 3);
    check(
        &p.assign(0, &(&d(0) + &number(2))),
        "-1*x0 + 2 <= 0, 1*x0 + -5 <= 0",
    );
    check(
        &p.assign(0, &times(-2, &d(0))),
        "-1*x0 + -6 <= 0, 1*x0 + 0 <= 0",
    );
    let swap = [(0, d(1)), (1, d(0))];
    let q = point(&[1, 2]);
    assert_eq!(q.image(&swap), point(&[2, 1]));
    assert_eq!(q.preimage(&[(0, number(1))]), q.forget(&[0]));
    assert!(q.preimage(&[(0, number(3))]).is_empty());
}

#[test]
fn generators() {
    let quadrant = Polyhedron::from_constraints(
        3,
        &[
            Constraint::ge(&times(2, &d(0)), &number(1)),
            Constraint::ge(&d(1), &d(0)),
        ],
    );
    let half = Rational::new(Integer::ONE, Integer::from(2)).expect("two is not zero");
    let whole = |row: [i64; 3]| row.into_iter().map(Integer::from).collect::<Vec<_>>();
    let expected = [
        Generator::Line(whole([0, 0, 1])),
        Generator::Ray(whole([0, 1, 0])),
        Generator::Ray(whole([1, 1, 0])),
        Generator::Vertex(vec![half.clone(), half, Rational::ZERO]),
    ];
    assert_eq!(quadrant.generators().as_deref(), Some(&expected[..]));
    assert_eq!(Polyhedron::from_generators(3, &expected), Some(quadrant));
    assert_eq!(
        Polyhedron::from_generators(3, &expected[..3]),
        Some(Polyhedron::bottom(3))
    );
}

/// In the bodies of clauses the dimensions of the atoms are often different ones.
#[test]
fn a_meet_over_different_dimensions_is_a_product() {
    let cube = |from: usize| {
        let sides = (from..from + 10).flat_map(|dimension| {
            let side = d(dimension);
            [
                Constraint::ge(&side, &number(0)),
                Constraint::le(&side, &number(1)),
            ]
        });
        Polyhedron::from_constraints(20, &sides.collect::<Vec<_>>())
    };
    let both = cube(0).meet(&cube(10));
    assert_eq!(both.constraints().len(), 40);
    assert_eq!(both.forget(&(10..20).collect::<Vec<_>>()), cube(0));
    assert_eq!(both.generators(), None);
}

/// The directions without an end, four of them, span no facet at infinity: the constraint that says
/// that there is nothing beyond infinity is redundant and must not take part.
#[test]
fn a_hull_of_prisms_over_a_cone_has_no_redundant_constraint() {
    let prism = |apex: i64, low: i64| {
        let height = &d(2) + &number(apex);
        Polyhedron::from_constraints(
            4,
            &[
                Constraint::le(&d(0), &height),
                Constraint::le(&times(-1, &d(0)), &height),
                Constraint::le(&d(1), &height),
                Constraint::le(&times(-1, &d(1)), &height),
                Constraint::ge(&d(3), &number(low)),
                Constraint::le(&d(3), &number(low + 1)),
            ],
        )
    };
    let join = prism(0, 0).join(&prism(1, 2)).join(&prism(-1, -5));
    let again = Polyhedron::from_constraints(4, &join.constraints());
    assert_eq!(join, again);
    assert_eq!(join.generators(), again.generators());
}
