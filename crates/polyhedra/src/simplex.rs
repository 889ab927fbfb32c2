//! Exact linear programming, for the blocks that have too many generators to write them down.
//!
//! The primal simplex method on a dictionary with Bland's rule, which never cycles. Each row of the
//! dictionary is a row of integers with its own denominator, so that pivots are combinations of
//! rows. A program is made feasible once and then answers many questions, each from the vertex where
//! the one before has ended.

mod start;

use logic::{Integer, Rational};

use crate::row::{Row, coprime};

const DENOMINATOR: usize = 0;
const CONSTANT: usize = 1;
/// The first column of a variable.
const FIRST: usize = 2;

/// The auxiliary variable of the first phase. It has the least number, so that Bland's rule lets it
/// leave first.
const AUXILIARY: usize = 0;

/// The number of the variable that says how far an inequality is from being an equality.
fn slack(inequality: usize) -> usize {
    inequality + 1
}

/// What a column stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outside {
    /// A variable that is not negative, and zero at the present vertex.
    Variable(usize),
    /// A dimension that may have any value.
    Free,
    /// Something that is zero for good.
    Zero,
}

/// Constraints with a solution, as a dictionary: the basic variables and the dimensions as affine
/// expressions of the variables outside, all of which are zero at the present vertex.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    outside: Vec<Outside>,
    rows: Vec<(usize, Row)>,
    dimensions: Vec<Row>,
    /// What is made as great as possible.
    goal: Row,
}

fn ratio(constant: Integer, denominator: Integer) -> Rational {
    Rational::new(constant, denominator).expect("denominators are not zero")
}

impl Program {
    /// The greatest value of the expression with these entries in homogeneous coordinates; `None`
    /// where it has no limit.
    pub(crate) fn maximise(&mut self, objective: &[(usize, Integer)]) -> Option<Rational> {
        self.goal = self.expression(objective);
        if self
            .entry(&self.goal, |outside| outside == Outside::Free)
            .is_some()
        {
            return None;
        }
        self.climb()
            .then(|| ratio(self.goal.get(CONSTANT), self.goal.get(DENOMINATOR)))
    }

    /// Whether an inequality is strict at the present vertex.
    pub(crate) fn is_strict(&self, inequality: usize) -> bool {
        let position = self.position(slack(inequality));
        position.is_some_and(|position| self.rows[position].1.sign(CONSTANT).is_gt())
    }

    /// Leaves an inequality out if it follows from the others.
    pub(crate) fn drop_redundant(&mut self, inequality: usize) -> bool {
        let mut without = self.clone();
        let redundant = without.falls_never_below_zero(slack(inequality));
        if redundant {
            *self = without;
        }
        redundant
    }

    /// Makes a variable as small as the others allow, itself without a limit, until it is negative.
    /// Where it cannot be, it is left out.
    fn falls_never_below_zero(&mut self, variable: usize) -> bool {
        let column = self.column_of(variable);
        if let Some(column) = column {
            let falling = self.rows.iter().enumerate();
            let falling = falling.filter(|(_, (_, row))| row.sign(column).is_gt());
            // It can fall as far as all those allow that fall with it.
            let blocked = falling.filter(|(_, (_, row))| row.is_zero_at(CONSTANT));
            let Some((position, _)) = blocked.min_by_key(|(_, (variable, _))| *variable) else {
                return false;
            };
            self.pivot(position, column);
        }
        let Some(position) = self.position(variable) else {
            return true;
        };
        // Without its row nothing keeps it from falling.
        let (_, row) = self.rows.remove(position);
        let minus = |(column, entry): (usize, Integer)| match column {
            DENOMINATOR => entry,
            _ => -entry,
        };
        self.goal = Row::of(row.entries().enumerate().map(minus));
        while !self.goal.sign(CONSTANT).is_gt() {
            match self.step() {
                Step::Done => return true,
                Step::Taken => {}
                Step::Unbounded => return false,
            }
        }
        false
    }

    fn position(&self, variable: usize) -> Option<usize> {
        self.rows.iter().position(|(basic, _)| *basic == variable)
    }

    /// The columns that stand for something of a kind.
    fn columns(&self, is_kind: impl Fn(Outside) -> bool) -> Vec<usize> {
        let columns = FIRST..FIRST + self.outside.len();
        columns
            .filter(|column| is_kind(self.outside[column - FIRST]))
            .collect()
    }

    /// The first column of a kind where a row is not zero.
    fn entry(&self, row: &Row, is_kind: impl Fn(Outside) -> bool) -> Option<usize> {
        let mut columns = self.columns(is_kind).into_iter();
        columns.find(|column| !row.is_zero_at(*column))
    }

    fn column_of(&self, variable: usize) -> Option<usize> {
        let column = self
            .outside
            .iter()
            .position(|o| *o == Outside::Variable(variable));
        column.map(|position| position + FIRST)
    }

    /// An expression of the dimensions as one of the variables outside.
    fn expression(&self, objective: &[(usize, Integer)]) -> Row {
        let terms = || objective.iter().filter(|(column, _)| *column > 0);
        let definition = |column: usize| &self.dimensions[column - 1];
        let denominator = terms().fold(Integer::ONE, |lcm, (column, _)| {
            lcm.lcm(&definition(*column).get(DENOMINATOR))
        });
        let constants = objective.iter().filter(|(column, _)| *column == 0);
        let mut sum = vec![Integer::ZERO; self.goal.columns()];
        for (_, constant) in constants {
            sum[CONSTANT] += &(constant * &denominator);
        }
        for (column, coefficient) in terms() {
            let row = definition(*column);
            let scale = crate::row::exact_quotient(&denominator, &row.get(DENOMINATOR));
            let factor = coefficient * &scale;
            for place in row.support() {
                sum[place] += &(&factor * &row.get(place));
            }
        }
        sum[DENOMINATOR] = denominator;
        Row::of(sum)
    }

    /// The variable of a column becomes basic, and the one of the row gets its column.
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
        let solved = Row::of(entries);
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
        let outside = &mut self.outside[column - FIRST];
        let entering = match *outside {
            Outside::Variable(variable) => variable,
            // The row of a dimension is taken away at once; its number does not matter.
            Outside::Free | Outside::Zero => AUXILIARY,
        };
        *outside = Outside::Variable(*leaving);
        for (other, (_, row)) in self.rows.iter_mut().enumerate() {
            if other != position {
                substitute(row);
            }
        }
        self.dimensions.iter_mut().for_each(substitute);
        substitute(&mut self.goal);
        self.rows[position] = (entering, solved);
    }

    /// Pivots until the goal is greatest; `false` where it has no limit.
    fn climb(&mut self) -> bool {
        loop {
            match self.step() {
                Step::Done => return true,
                Step::Taken => {}
                Step::Unbounded => return false,
            }
        }
    }

    /// One pivot by Bland's rule.
    fn step(&mut self) -> Step {
        let outside = self.outside.iter().enumerate();
        let growing = outside.filter_map(|(position, outside)| match outside {
            Outside::Variable(variable) if self.goal.sign(position + FIRST).is_gt() => {
                Some((*variable, position + FIRST))
            }
            _ => None,
        });
        let Some((_, column)) = growing.min() else {
            return Step::Done;
        };
        let falling = self.rows.iter().enumerate();
        let falling = falling.filter(|(_, (_, row))| row.sign(column).is_lt());
        let leaving = falling.min_by_key(|(_, (variable, row))| {
            (ratio(row.get(CONSTANT), -row.get(column)), *variable)
        });
        match leaving {
            Some((position, _)) => {
                self.pivot(position, column);
                Step::Taken
            }
            None => Step::Unbounded,
        }
    }
}

/// What came of one pivot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Done,
    Taken,
    Unbounded,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Block;
    use crate::redundancy::minimise;
    use crate::system::System;

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
            let expected = block.map(|block| block.supremum(&objective));
            match &expected {
                None => empty += 1,
                Some(None) => unbounded += 1,
                Some(Some(_)) => bounded += 1,
            }
            let mut program = Program::new(columns, &system);
            // The second time it starts from where the first has ended.
            for _ in 0..2 {
                let found = program.as_mut().map(|program| program.maximise(&objective));
                assert_eq!(found, expected, "{system:?} {objective:?}");
            }
        }
        assert!(
            empty > 300 && unbounded > 300 && bounded > 300,
            "{empty} {unbounded} {bounded}"
        );
    }
}
