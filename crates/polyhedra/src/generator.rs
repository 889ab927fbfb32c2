//! Generators of polyhedra.

use logic::{Integer, Rational};

use crate::row::Row;

/// A part of the description of a polyhedron by what it contains. Each has one number for every
/// dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Generator {
    /// A point of the polyhedron; in a minimal description a vertex, where there are any.
    Vertex(Vec<Rational>),
    /// A direction in which the polyhedron has no end.
    Ray(Vec<Integer>),
    /// A direction in which the polyhedron has no end on either side.
    Line(Vec<Integer>),
}

impl Generator {
    pub(crate) fn coordinates(&self) -> usize {
        match self {
            Generator::Vertex(point) => point.len(),
            Generator::Ray(direction) | Generator::Line(direction) => direction.len(),
        }
    }

    /// The row in homogeneous coordinates.
    pub(crate) fn row(&self) -> Row {
        match self {
            Generator::Vertex(point) => {
                let denominator = point
                    .iter()
                    .fold(Integer::ONE, |lcm, value| lcm.lcm(value.denominator()));
                let scale = Rational::from(denominator.clone());
                let whole = point
                    .iter()
                    .map(|value| (value * &scale).numerator().clone());
                Row::of([denominator].into_iter().chain(whole))
            }
            Generator::Ray(direction) | Generator::Line(direction) => {
                Row::of([Integer::ZERO].into_iter().chain(direction.iter().cloned()))
            }
        }
    }

    /// The generator of a row that is not a line.
    pub(crate) fn of_ray(row: &Row) -> Generator {
        let denominator = row.get(0);
        if denominator.is_zero() {
            return Generator::Ray(row.entries().skip(1).collect());
        }
        let coordinates = row.entries().skip(1);
        let coordinate =
            |entry| Rational::new(entry, denominator.clone()).expect("the denominator is positive");
        Generator::Vertex(coordinates.map(coordinate).collect())
    }

    pub(crate) fn of_line(row: &Row) -> Generator {
        Generator::Line(row.entries().skip(1).collect())
    }
}
