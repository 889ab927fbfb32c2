//! The start of a linear program: equalities and dimensions are substituted, and the first phase
//! finds a vertex.

use logic::Integer;

use super::{AUXILIARY, CONSTANT, DENOMINATOR, FIRST, Outside, Program, ratio, slack};
use crate::row::Row;
use crate::system::System;

impl Program {
    /// `None` where the constraints have no solution.
    pub(crate) fn new(columns: usize, constraints: &System) -> Option<Program> {
        let dimensions = columns - 1;
        // The last column is for the auxiliary variable of the first phase.
        let width = FIRST + dimensions + 1;
        let widen = |row: &Row| {
            let entries = [Integer::ONE].into_iter().chain(row.entries());
            Row::of(entries.chain([Integer::ZERO]))
        };
        let mut outside = vec![Outside::Free; dimensions];
        outside.push(Outside::Zero);
        let identity = (0..dimensions).map(|dimension| {
            Row::of((0..width).map(|column| {
                Integer::from(u32::from(
                    column == DENOMINATOR || column == FIRST + dimension,
                ))
            }))
        });
        let inequalities = constraints.rays.iter().enumerate();
        let mut program = Program {
            outside,
            rows: inequalities
                .map(|(number, row)| (slack(number), widen(row)))
                .collect(),
            dimensions: identity.collect(),
            goal: Row::unit(width, DENOMINATOR),
        };
        for equality in &constraints.lines {
            program.add_equality(equality)?;
        }
        program.substitute_dimensions();
        program.find_vertex().then_some(program)
    }

    /// What the column stands for is zero from now on.
    fn drop_column(&mut self, column: usize) {
        let columns: Vec<Option<usize>> = (0..self.goal.columns())
            .map(|c| (c != column).then_some(c))
            .collect();
        let rows = self.rows.iter_mut().map(|(_, row)| row);
        for row in rows.chain(&mut self.dimensions).chain([&mut self.goal]) {
            if !row.is_zero_at(column) {
                *row = row.select(&columns);
            }
        }
        self.outside[column - FIRST] = Outside::Zero;
    }

    /// Solves an equality for a dimension; `None` where it is false.
    fn add_equality(&mut self, equality: &Row) -> Option<()> {
        let terms: Vec<(usize, Integer)> = equality
            .support()
            .map(|column| (column, equality.get(column)))
            .collect();
        let row = self.expression(&terms);
        match self.entry(&row, |outside| outside == Outside::Free) {
            Some(column) => {
                self.rows.push((AUXILIARY, row));
                self.pivot(self.rows.len() - 1, column);
                self.rows.pop();
                self.drop_column(column);
                Some(())
            }
            None => row.is_zero_at(CONSTANT).then_some(()),
        }
    }

    /// Solves an inequality for each dimension, as far as there are any.
    fn substitute_dimensions(&mut self) {
        let free = self.columns(|outside| outside == Outside::Free);
        for column in free {
            let mut rows = self.rows.iter();
            if let Some(position) = rows.position(|(_, row)| !row.is_zero_at(column)) {
                self.pivot(position, column);
                self.rows.remove(position);
            }
        }
    }

    /// The first phase: a vertex where no variable is negative, or `false`.
    fn find_vertex(&mut self) -> bool {
        let value = |position: &usize| {
            let (_, row) = &self.rows[*position];
            ratio(row.get(CONSTANT), row.get(DENOMINATOR))
        };
        let lowest = (0..self.rows.len()).min_by_key(value);
        let Some(lowest) = lowest.filter(|i| self.rows[*i].1.sign(CONSTANT).is_lt()) else {
            return true;
        };
        let width = self.goal.columns();
        let column = width - 1;
        self.outside[column - FIRST] = Outside::Variable(AUXILIARY);
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
        self.goal = Row::of((0..width).map(|c| match c {
            DENOMINATOR => Integer::ONE,
            _ if c == column => Integer::MINUS_ONE,
            _ => Integer::ZERO,
        }));
        self.pivot(lowest, column);
        let bounded = self.climb();
        debug_assert!(bounded, "minus the auxiliary variable is at most zero");
        if !self.goal.is_zero_at(CONSTANT) {
            return false;
        }
        if let Some(position) = self.position(AUXILIARY) {
            let row = &self.rows[position].1;
            match self.entry(row, |outside| matches!(outside, Outside::Variable(_))) {
                Some(column) => self.pivot(position, column),
                None => {
                    self.rows.remove(position);
                }
            }
        }
        let column = self.column_of(AUXILIARY);
        if let Some(column) = column {
            self.drop_column(column);
        }
        true
    }
}
