//! The affine hull of points: the linear equations that all of them satisfy.

use logic::Rational;

/// A set of points, known by the equations that they satisfy.
#[derive(Clone, Debug)]
pub(crate) struct Hull {
    dimension: usize,
    /// Rows in reduced echelon form, each with the column of its leading one. The first column is
    /// the constant one, so that it always leads a row.
    rows: Vec<(usize, Vec<Rational>)>,
}

/// `x[position] = constant + sum of factors times coordinates`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Equation {
    pub(crate) position: usize,
    pub(crate) constant: Rational,
    pub(crate) factors: Vec<(usize, Rational)>,
}

impl Hull {
    /// The hull of no points.
    pub(crate) fn new(dimension: usize) -> Self {
        Hull {
            dimension,
            rows: Vec::new(),
        }
    }

    /// Adds a point.
    pub(crate) fn add(&mut self, point: impl IntoIterator<Item = Rational>) {
        if self.rows.len() > self.dimension {
            return;
        }
        let mut row: Vec<Rational> = [Rational::ONE].into_iter().chain(point).collect();
        for (column, other) in &self.rows {
            subtract(&mut row, *column, other);
        }
        let Some(column) = row.iter().position(|entry| !entry.is_zero()) else {
            return;
        };
        let lead = row[column].clone();
        for entry in &mut row {
            *entry = entry
                .checked_div(&lead)
                .expect("the leading entry is not zero");
        }
        for (_, other) in &mut self.rows {
            subtract(other, column, &row);
        }
        self.rows.push((column, row));
    }

    /// The equations; none while there are no points.
    pub(crate) fn equations(&self) -> Vec<Equation> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let leads = |column: usize| self.rows.iter().any(|(lead, _)| *lead == column);
        let free = (1..=self.dimension).filter(|column| !leads(*column));
        free.map(|column| {
            let entries = self
                .rows
                .iter()
                .map(|(lead, row)| (*lead, row[column].clone()));
            let mut equation = Equation {
                position: column - 1,
                constant: Rational::ZERO,
                factors: Vec::new(),
            };
            for (lead, entry) in entries.filter(|(_, entry)| !entry.is_zero()) {
                match lead.checked_sub(1) {
                    None => equation.constant = entry,
                    Some(position) => equation.factors.push((position, entry)),
                }
            }
            equation
        })
        .collect()
    }
}

/// Makes the entry at the column zero.
fn subtract(row: &mut [Rational], column: usize, other: &[Rational]) {
    let factor = row[column].clone();
    if factor.is_zero() {
        return;
    }
    for (entry, other) in row.iter_mut().zip(other) {
        *entry = &*entry - &(&factor * other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equations(points: &[[i64; 3]]) -> Vec<String> {
        let mut hull = Hull::new(3);
        for point in points {
            hull.add(point.map(Rational::from));
        }
        let shown = |equation: Equation| {
            let mut text = format!("{} = {}", equation.position, equation.constant);
            for (position, factor) in equation.factors {
                text += &format!(" + {factor}*{position}");
            }
            text
        };
        hull.equations().into_iter().map(shown).collect()
    }

    #[test]
    fn the_hull_shrinks_its_equations_with_every_new_direction() {
        assert!(equations(&[]).is_empty());
        assert_eq!(equations(&[[1, 2, 3]]), ["0 = 1", "1 = 2", "2 = 3"]);
        assert_eq!(equations(&[[0, 1, 5], [1, 3, 5]]), ["1 = 1 + 2*0", "2 = 5"]);
        assert_eq!(
            equations(&[[0, 1, 5], [1, 3, 5], [2, 5, 5], [2, 6, 6]]),
            ["2 = 4 + -2*0 + 1*1"]
        );
        assert!(equations(&[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]).is_empty());
    }
}
