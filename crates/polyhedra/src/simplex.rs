//! Exact linear programming, for the blocks that have too many generators to write them down.
//!
//! The primal simplex method on a dictionary with Bland's rule, which never cycles. Each row of the
//! dictionary is a row of integers with its own denominator, so that pivots are combinations of
//! rows.

use logic::{Integer, Rational};

use crate::row::{Row, coprime};
use crate::system::System;

/// What is known of the greatest value of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Optimum {
    Infeasible,
    Unbounded,
    Value(Rational),
}

/// The greatest value of the expression with these entries, in homogeneous coordinates, where the
/// constraints hold.
pub(crate) fn maximise(
    columns: usize,
    constraints: &System,
    objective: &[(usize, Integer)],
) -> Optimum {
    let mut dictionary = Dictionary::new(columns, constraints, objective);
    if !dictionary.substitute_equalities(constraints.lines.len()) {
        return Optimum::Infeasible;
    }
    dictionary.substitute_dimensions();
    if !dictionary.find_vertex() {
        return Optimum::Infeasible;
    }
    if dictionary.grows_freely || !dictionary.climb(Goal::Objective) {
        return Optimum::Unbounded;
    }
    Optimum::Value(ratio(&dictionary.objective))
}

const DENOMINATOR: usize = 0;
const CONSTANT: usize = 1;
/// The first column of a variable.
const FIRST: usize = 2;

/// Each basic variable as an affine expression of the others, which are zero at the present vertex.
struct Dictionary {
    /// The variable of each column from `FIRST` on; `None` for one that is zero for good. Numbers
    /// below `columns` are dimensions, which have any sign; the others are not negative.
    outside: Vec<Option<usize>>,
    rows: Vec<(usize, Row)>,
    objective: Row,
    /// Minus the auxiliary variable of the first phase.
    feasibility: Option<Row>,
    /// The objective has no limit, provided that there is a solution.
    grows_freely: bool,
    columns: usize,
}

/// Which row is maximised.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Objective,
    Feasibility,
}

fn ratio(row: &Row) -> Rational {
    Rational::new(row.get(CONSTANT), row.get(DENOMINATOR)).expect("denominators are positive")
}

impl Dictionary {
    fn new(columns: usize, constraints: &System, objective: &[(usize, Integer)]) -> Self {
        // One column more is kept for the auxiliary variable of the first phase.
        let widen = |entries: &mut dyn Iterator<Item = Integer>| {
            let entries = [Integer::ONE].into_iter().chain(entries);
            Row::of(entries.chain([Integer::ZERO]))
        };
        let mut dense = vec![Integer::ZERO; columns];
        for (column, entry) in objective {
            dense[*column] = entry.clone();
        }
        let mut outside: Vec<Option<usize>> = (1..columns).map(Some).collect();
        outside.push(None);
        Dictionary {
            outside,
            rows: constraints
                .rows()
                .enumerate()
                .map(|(number, row)| (columns + number, widen(&mut row.entries())))
                .collect(),
            objective: widen(&mut dense.into_iter()),
            feasibility: None,
            grows_freely: false,
            columns,
        }
    }

    fn columns_in_use(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let outside = self.outside.iter().enumerate();
        outside.filter_map(|(position, variable)| variable.map(|v| (position + FIRST, v)))
    }

    /// A column in use where a row is not zero.
    fn entry(&self, position: usize) -> Option<usize> {
        let (_, row) = &self.rows[position];
        let mut columns = self.columns_in_use().map(|(column, _)| column);
        columns.find(|column| !row.is_zero_at(*column))
    }

    /// The variable of a column becomes basic, and the one of the row becomes zero.
    fn pivot(&mut self, position: usize, column: usize) {
        let (leaving, row) = &self.rows[position];
        let coefficient = row.get(column);
        let factor = if coefficient.is_negative() {
            Integer::ONE
        } else {
            Integer::MINUS_ONE
        };
        let mut entries: Vec<Integer> = row.entries().map(|entry| entry * &factor).collect();
        entries[column] = -&entries[DENOMINATOR];
        entries[DENOMINATOR] = coefficient.abs();
        let entering = self.outside[column - FIRST].replace(*leaving);
        let solved = Row::of(entries.iter().cloned());
        // `denominator * row + coefficient * change` puts the solved row in for the variable.
        let denominator = solved.get(DENOMINATOR);
        let mut change: Vec<Integer> = solved.entries().collect();
        change[column] = &change[column] - &denominator;
        change[DENOMINATOR] = Integer::ZERO;
        let (change, content) = Row::with_content(&change);
        let substitute = |row: &mut Row| {
            if !row.is_zero_at(column) {
                let (a, b) = coprime(denominator.clone(), row.get(column) * &content);
                *row = Row::combine(&a, row, &b, &change);
            }
        };
        for (other, (_, row)) in self.rows.iter_mut().enumerate() {
            if other != position {
                substitute(row);
            }
        }
        substitute(&mut self.objective);
        if let Some(row) = &mut self.feasibility {
            substitute(row);
        }
        let entering = entering.expect("only columns in use enter");
        self.rows[position] = (entering, solved);
    }

    /// The variable of the column is zero from now on.
    fn drop_column(&mut self, column: usize) {
        let columns = (0..self.objective.columns()).map(|c| (c != column).then_some(c));
        let columns: Vec<Option<usize>> = columns.collect();
        for (_, row) in &mut self.rows {
            *row = row.select(&columns);
        }
        self.objective = self.objective.select(&columns);
        self.outside[column - FIRST] = None;
    }

    /// Solves each of the first rows for a dimension; `false` where one cannot be solved.
    fn substitute_equalities(&mut self, count: usize) -> bool {
        for _ in 0..count {
            match self.entry(0) {
                Some(column) => {
                    self.pivot(0, column);
                    self.drop_column(column);
                }
                None if !self.rows[0].1.is_zero_at(CONSTANT) => return false,
                None => {}
            }
            self.rows.remove(0);
        }
        true
    }

    /// Makes dimensions basic, after which nobody asks for their value.
    fn substitute_dimensions(&mut self) {
        let dimensions: Vec<usize> = self.columns_in_use().map(|(column, _)| column).collect();
        for column in dimensions {
            match self
                .rows
                .iter()
                .position(|(_, row)| !row.is_zero_at(column))
            {
                Some(position) => {
                    self.pivot(position, column);
                    self.rows.remove(position);
                }
                None => {
                    self.grows_freely |= !self.objective.is_zero_at(column);
                    self.drop_column(column);
                }
            }
        }
    }

    /// The first phase: a vertex where no variable is negative, or `false`.
    fn find_vertex(&mut self) -> bool {
        let lowest = (0..self.rows.len()).min_by_key(|i| ratio(&self.rows[*i].1));
        let Some(lowest) = lowest.filter(|i| self.rows[*i].1.sign(CONSTANT).is_lt()) else {
            return true;
        };
        let column = self.objective.columns() - 1;
        // Below the numbers of all slack variables, so that Bland's rule lets it leave first.
        let auxiliary = self.columns - 1;
        self.outside[column - FIRST] = Some(auxiliary);
        for (_, row) in &mut self.rows {
            let denominator = row.get(DENOMINATOR);
            let last = |(c, entry)| {
                if c == column {
                    denominator.clone()
                } else {
                    entry
                }
            };
            *row = Row::of(row.entries().enumerate().map(last));
        }
        let columns = self.objective.columns();
        let minus = (0..columns).map(|c| match c {
            DENOMINATOR => Integer::ONE,
            _ if c == column => Integer::MINUS_ONE,
            _ => Integer::ZERO,
        });
        self.feasibility = Some(Row::of(minus));
        self.pivot(lowest, column);
        let bounded = self.climb(Goal::Feasibility);
        debug_assert!(bounded, "minus the auxiliary variable is at most zero");
        let feasible = self
            .feasibility
            .take()
            .is_some_and(|row| row.is_zero_at(CONSTANT));
        if !feasible {
            return false;
        }
        if let Some(position) = self.rows.iter().position(|(v, _)| *v == auxiliary) {
            match self.entry(position) {
                Some(column) => self.pivot(position, column),
                None => {
                    self.rows.remove(position);
                    return true;
                }
            }
        }
        let column = self
            .columns_in_use()
            .find(|(_, variable)| *variable == auxiliary);
        if let Some((column, _)) = column {
            self.drop_column(column);
        }
        true
    }

    /// Pivots until the row of the goal is greatest; `false` where it has no limit.
    fn climb(&mut self, goal: Goal) -> bool {
        loop {
            let row = match (goal, &self.feasibility) {
                (Goal::Feasibility, Some(row)) => row,
                _ => &self.objective,
            };
            let growing = self
                .columns_in_use()
                .filter(|(column, _)| row.sign(*column).is_gt());
            let Some((column, _)) = growing.min_by_key(|(_, variable)| *variable) else {
                return true;
            };
            let falling = self
                .rows
                .iter()
                .enumerate()
                .filter(|(_, (_, row))| row.sign(column).is_lt());
            let leaving = falling.min_by_key(|(_, (variable, row))| {
                let steps = Rational::new(row.get(CONSTANT), -row.get(column));
                (steps.expect("the coefficient is negative"), *variable)
            });
            let Some((position, _)) = leaving else {
                return false;
            };
            self.pivot(position, column);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Block;
    use crate::redundancy::minimise;

    /// Numbers that look random and are the same on every run (xorshift).
    struct Rng(u64);

    impl Rng {
        fn between(&mut self, low: i64, high: i64) -> i64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            low + ((self.0 >> 16) % (high - low + 1) as u64) as i64
        }

        fn row(&mut self, columns: usize, factor: &Integer) -> Row {
            let entries = (0..columns).map(|_| match self.between(0, 2) {
                0 => Integer::ZERO,
                _ => Integer::from(self.between(-3, 4)),
            });
            let mut entries: Vec<Integer> = entries.collect();
            entries[0] = &entries[0] * factor;
            Row::of(entries)
        }

        fn system(&mut self, columns: usize, factor: &Integer) -> System {
            let lines = (0..self.between(0, 1))
                .map(|_| self.row(columns, factor))
                .collect();
            let count = self.between(0, 2 * columns as i64);
            System {
                lines,
                rays: (0..count).map(|_| self.row(columns, factor)).collect(),
            }
        }
    }

    /// The block by the double description method is an independent witness.
    #[test]
    fn programs_agree_with_generators() {
        let mut rng = Rng(0x2545_F491_4F6C_DD1D);
        let (mut empty, mut unbounded, mut bounded) = (0, 0, 0);
        for number in 0..4000 {
            let columns = 2 + number % 5;
            let factor = if number % 3 == 0 {
                Integer::power_of_two(70)
            } else {
                Integer::ONE
            };
            let system = rng.system(columns, &factor);
            let objective = rng.row(columns, &factor);
            let objective: Vec<(usize, Integer)> = objective
                .support()
                .map(|column| (column, objective.get(column)))
                .collect();
            let block = Block::of_constraints((0..columns - 1).collect(), system.clone());
            let minimal = minimise(columns, system.clone());
            assert_eq!(minimal.as_ref(), block.as_ref().map(Block::constraints));
            let expected = match block.map(|block| block.supremum(&objective)) {
                None => Optimum::Infeasible,
                Some(None) => Optimum::Unbounded,
                Some(Some(value)) => Optimum::Value(value),
            };
            match &expected {
                Optimum::Infeasible => empty += 1,
                Optimum::Unbounded => unbounded += 1,
                Optimum::Value(_) => bounded += 1,
            }
            assert_eq!(
                maximise(columns, &system, &objective),
                expected,
                "{system:?} {objective:?}"
            );
        }
        assert!(
            empty > 300 && unbounded > 300 && bounded > 300,
            "{empty} {unbounded} {bounded}"
        );
    }
}
