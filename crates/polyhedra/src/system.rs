//! Systems of rows, and their canonical form.

use crate::row::Row;

/// A finite description of a convex cone in homogeneous coordinates: column 0 belongs to the
/// constant, column `i + 1` to dimension `i`.
///
/// The same type stands for both descriptions of a cone, which are dual to each other. As
/// generators: `lines` may be taken with any factor and `rays` with factors that are not negative; a
/// ray with a positive number in column 0 is a vertex. As constraints: the scalar product of a point
/// with a row of `lines` is zero (an equality), with a row of `rays` it is not negative (an
/// inequality).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct System {
    pub(crate) lines: Vec<Row>,
    pub(crate) rays: Vec<Row>,
}

impl System {
    /// The canonical form of a system without redundant rays: the lines in reduced echelon form, the
    /// rays zero where a line has its pivot, and sorted. Systems without redundancy that describe
    /// the same cone have equal canonical forms.
    pub(crate) fn canonical(mut self) -> System {
        self.lines = echelon(self.lines);
        for ray in &mut self.rays {
            reduce(ray, &self.lines);
        }
        self.rays.retain(|ray| !ray.is_zero());
        self.rays.sort_unstable();
        self.rays.dedup();
        self
    }

    /// All rows, lines in both directions.
    pub(crate) fn half_spaces(&self) -> impl Iterator<Item = Row> + '_ {
        let lines = self.lines.iter();
        let both = lines.flat_map(|line| [line.clone(), line.negated()]);
        both.chain(self.rays.iter().cloned())
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.lines.iter().chain(&self.rays)
    }

    /// The system with its columns selected as by [`Row::select`].
    pub(crate) fn select(&self, columns: &[Option<usize>]) -> System {
        let select = |rows: &[Row]| {
            let selected = rows.iter().map(|row| row.select(columns));
            selected.filter(|row| !row.is_zero()).collect()
        };
        System {
            lines: select(&self.lines),
            rays: select(&self.rays),
        }
    }

    /// The rows of both systems.
    pub(crate) fn union(&self, other: &System) -> System {
        let mut union = self.clone();
        union.extend(other);
        union
    }

    pub(crate) fn extend(&mut self, other: &System) {
        self.lines.extend_from_slice(&other.lines);
        self.rays.extend_from_slice(&other.rays);
    }
}

/// The column of a row's pivot: its first dimension, or the constant where there is none.
fn pivot(row: &Row) -> usize {
    let mut dimensions = 1..row.columns();
    dimensions
        .find(|column| !row.is_zero_at(*column))
        .unwrap_or(0)
}

/// The reduced echelon form of the space that the rows span: pivots are positive, and zero in all
/// other rows.
pub(crate) fn echelon(rows: Vec<Row>) -> Vec<Row> {
    let mut done: Vec<Row> = Vec::new();
    for mut row in rows {
        reduce(&mut row, &done);
        if row.is_zero() {
            continue;
        }
        let column = pivot(&row);
        for other in &mut done {
            if !other.is_zero_at(column) {
                *other = other.eliminated(column, &row);
            }
        }
        done.push(if row.sign(column).is_lt() {
            row.negated()
        } else {
            row
        });
    }
    done.sort_unstable_by_key(|row| match pivot(row) {
        0 => usize::MAX,
        column => column,
    });
    done
}

/// A positive multiple of a row plus a combination of lines in reduced echelon form that is zero in
/// the columns of their pivots.
pub(crate) fn reduced(row: &Row, lines: &[Row]) -> Row {
    let mut row = row.clone();
    reduce(&mut row, lines);
    row
}

fn reduce(row: &mut Row, lines: &[Row]) {
    for line in lines {
        let column = pivot(line);
        if !row.is_zero_at(column) {
            *row = row.eliminated(column, line);
        }
    }
}
