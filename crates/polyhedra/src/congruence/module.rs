//! Sums of a lattice and a linear space.

use logic::{Integer, Rational};

use crate::row::Row;
use crate::system::{echelon, reduced};

/// The vectors that are a sum of integer multiples of some vectors, and of any multiples of others.
/// Column 0 belongs to the constant, column `i + 1` to dimension `i`.
///
/// Invariant (canonical form): `lines` is in reduced echelon form; `basis` is zero in the columns of
/// their pivots and in Hermite normal form, the columns taken in the order 1, 2, … and 0 last; the
/// denominator has no divisor in common with all numbers of the basis, whose common divisor does not
/// depend on the choice of the basis. So equal sets have equal modules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Module {
    columns: usize,
    lines: Vec<Row>,
    /// The vectors that are taken integer multiples of, times `denominator`.
    basis: Vec<Vec<Integer>>,
    denominator: Integer,
}

fn dot(a: &[Integer], b: &[Integer]) -> Integer {
    let pairs = a
        .iter()
        .zip(b)
        .filter(|(a, b)| !a.is_zero() && !b.is_zero());
    pairs.fold(Integer::ZERO, |sum, (a, b)| sum + a * b)
}

impl Module {
    /// The sum of the integer multiples of `vectors` and of all multiples of `lines`.
    pub(super) fn new(columns: usize, lines: Vec<Row>, vectors: Vec<Vec<Rational>>) -> Module {
        let lines = echelon(lines);
        let mut vectors = vectors;
        for line in &lines {
            let column = pivot(&line.entries().collect::<Vec<_>>());
            let leading = Rational::from(line.get(column));
            for vector in vectors
                .iter_mut()
                .filter(|vector| !vector[column].is_zero())
            {
                let factor = vector[column]
                    .checked_div(&leading)
                    .expect("pivots are not zero");
                for (entry, along) in vector.iter_mut().zip(line.entries()) {
                    if !along.is_zero() {
                        *entry = &*entry - &(&factor * &Rational::from(along));
                    }
                }
            }
        }
        let (entries, denominator) = whole(&vectors.concat());
        let rows = entries.chunks(columns).map(<[Integer]>::to_vec);
        Module {
            columns,
            lines,
            basis: hermite(columns, rows.collect()),
            denominator,
        }
    }

    pub(super) fn lines(&self) -> &[Row] {
        &self.lines
    }

    /// The vectors that are taken integer multiples of.
    pub(super) fn vectors(&self) -> impl Iterator<Item = Vec<Rational>> + '_ {
        self.basis.iter().map(|vector| {
            let entries = vector.iter().cloned();
            let divide = |entry| Rational::new(entry, self.denominator.clone());
            entries
                .map(|entry| divide(entry).expect("denominators are positive"))
                .collect()
        })
    }

    /// The sum of two modules.
    pub(super) fn sum(&self, other: &Module) -> Module {
        Module::new(
            self.columns,
            [&self.lines[..], &other.lines].concat(),
            self.vectors().chain(other.vectors()).collect(),
        )
    }

    /// The vectors whose scalar product with each of this module is an integer.
    ///
    /// The basis, the lines and unit vectors for the other columns are a basis of the whole space.
    /// The vectors dual to the basis are the dual basis, those dual to the unit vectors the dual
    /// lines; they are the columns of the inverse of the matrix.
    pub(super) fn dual(&self) -> Module {
        let n = self.columns;
        let mut free = vec![true; n];
        let mut rows: Vec<Vec<Integer>> = self.basis.clone();
        rows.extend(self.lines.iter().map(|line| line.entries().collect()));
        for row in &rows {
            free[pivot(row)] = false;
        }
        let complement = (0..n).filter(|column| free[*column]);
        rows.extend(complement.map(|column| unit(n, column)));
        let augmented = rows.iter().enumerate().map(|(number, row)| {
            // Column 0 stays empty, because it is the last one to be chosen as a pivot.
            let left = [Integer::ZERO].into_iter().chain(row.iter().cloned());
            Row::of(left.chain(unit(n, number)))
        });
        let inverse = echelon(augmented.collect());
        debug_assert_eq!(inverse.len(), n, "the rows are a basis of the space");
        let column = |number: usize| -> Vec<Rational> {
            let entry = |(place, row): (usize, &Row)| {
                Rational::new(row.get(n + 1 + number), row.get(place + 1))
            };
            let entries = inverse.iter().enumerate().map(entry);
            entries
                .map(|entry| entry.expect("pivots are not zero"))
                .collect()
        };
        let (bases, lines) = (self.basis.len(), self.lines.len());
        let scale = Rational::from(self.denominator.clone());
        let vectors = (0..bases).map(|number| column(number).iter().map(|e| e * &scale).collect());
        let dual_lines = (bases + lines..n).map(|number| Row::of(whole(&column(number)).0));
        Module::new(n, dual_lines.collect(), vectors.collect())
    }

    /// Whether the scalar product of each vector here with each vector there is an integer.
    pub(super) fn is_integral_on(&self, other: &Module) -> bool {
        let modulus = &self.denominator * &other.denominator;
        let lines = |module: &Module| -> Vec<Vec<Integer>> {
            module
                .lines
                .iter()
                .map(|line| line.entries().collect())
                .collect()
        };
        let orthogonal = |lines: &[Vec<Integer>], vectors: &[Vec<Integer>]| {
            lines
                .iter()
                .all(|a| vectors.iter().all(|b| dot(a, b).is_zero()))
        };
        let (own, others) = (lines(self), lines(other));
        orthogonal(&own, &others)
            && orthogonal(&own, &other.basis)
            && orthogonal(&others, &self.basis)
            && self
                .basis
                .iter()
                .all(|a| other.basis.iter().all(|b| modulus.divides(&dot(a, b))))
    }

    /// The image under a linear map to a space with so many columns.
    pub(super) fn map(
        &self,
        columns: usize,
        image: impl Fn(&[Rational]) -> Vec<Rational>,
    ) -> Module {
        let line = |line: &Row| {
            let entries: Vec<Rational> = line.entries().map(Rational::from).collect();
            Row::of(whole(&image(&entries)).0)
        };
        let lines = self.lines.iter().map(line);
        let vectors = self.vectors().map(|vector| image(&vector));
        Module::new(columns, lines.collect(), vectors.collect())
    }

    /// Whether it has a multiple of the first unit vector that is not an integer one.
    pub(super) fn divides_one(&self) -> bool {
        let first = Row::unit(self.columns, 0);
        if reduced(&first, &self.lines).is_zero() {
            return true;
        }
        let last = self.basis.last().filter(|row| pivot(row) == 0);
        last.is_some_and(|row| row[0] < self.denominator)
    }
}

/// Integers, and the least positive number by which they must be divided to get the given ones.
fn whole(numbers: &[Rational]) -> (Vec<Integer>, Integer) {
    let denominators = numbers.iter().map(Rational::denominator);
    let denominator = denominators.fold(Integer::ONE, |lcm, value| lcm.lcm(value));
    let scale = Rational::from(denominator.clone());
    let entries = numbers
        .iter()
        .map(|value| (value * &scale).numerator().clone());
    (entries.collect(), denominator)
}

fn unit(columns: usize, column: usize) -> Vec<Integer> {
    let mut row = vec![Integer::ZERO; columns];
    row[column] = Integer::ONE;
    row
}

/// The column of a row's pivot, as in `system`: its first dimension, or else the constant.
fn pivot(row: &[Integer]) -> usize {
    let mut dimensions = 1..row.len();
    dimensions
        .find(|column| !row[*column].is_zero())
        .unwrap_or(0)
}

/// The Hermite normal form of the lattice that the rows span: pivots are positive and go to the
/// right, and what is above one is at least zero and below it.
fn hermite(columns: usize, mut open: Vec<Vec<Integer>>) -> Vec<Vec<Integer>> {
    let mut done: Vec<Vec<Integer>> = Vec::new();
    for column in (1..columns).chain([0]) {
        let (mut with, without): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|row| !row[column].is_zero());
        open = without;
        // Euclid's algorithm on the column: all rows are reduced by the one that is nearest to zero.
        while with.len() > 1 {
            let least = (0..with.len())
                .min_by_key(|i| with[*i][column].abs())
                .unwrap_or(0);
            let row = with.swap_remove(least);
            for other in &mut with {
                subtract(other, &row, column);
            }
            let (more, rest) = with.into_iter().partition(|other| !other[column].is_zero());
            with = more;
            open.extend::<Vec<_>>(rest);
            with.push(row);
        }
        let Some(mut row) = with.pop() else {
            continue;
        };
        if row[column].is_negative() {
            row.iter_mut().for_each(|entry| *entry = -&*entry);
        }
        for above in &mut done {
            subtract(above, &row, column);
        }
        done.push(row);
    }
    done
}

/// Subtracts the multiple of `row` that leaves the least remainder that is not negative.
fn subtract(other: &mut [Integer], row: &[Integer], column: usize) {
    let (factor, _) = other[column]
        .div_mod(&row[column])
        .expect("pivots are not zero");
    if factor.is_zero() {
        return;
    }
    for (entry, along) in other.iter_mut().zip(row) {
        if !along.is_zero() {
            *entry = &*entry - &(&factor * along);
        }
    }
}
