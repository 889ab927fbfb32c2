//! Candidates with cases: what holds in some modes of the processes and not in others.
//!
//! A mode is a term with few values: a flag, a phase, a remainder of a counter. In each mode the
//! points are fewer and have more in common: `turn == 0 ==> x == y`. A term that is always one of a
//! few numbers gives the disjunction that says so.

use std::collections::BTreeSet;

use logic::{Sort, Term, Value};

use super::{Column, WIDEST, classes, hull};

/// The most values of a mode, and how often each must have been seen.
const MOST_VALUES: usize = 3;
const SEEN: usize = 3;

/// The most modes, and the most candidates of each value of one.
const MOST_MODES: usize = 6;
const MOST_CASES: usize = 40;

/// Formulas with cases that hold at all points, beyond what is known to hold there anyway.
pub(super) fn candidates(columns: &[Column], known: &BTreeSet<Term>) -> Vec<Term> {
    let mut found = Vec::new();
    let modes = columns.iter().filter_map(|c| Some((c, values_of(c)?)));
    for (mode, values) in modes.take(MOST_MODES) {
        let is = |value: &Value| Term::eq(mode.term.clone(), Term::value(value.clone()));
        if mode.is_number() {
            found.push(Term::or(values.iter().map(is)));
        }
        for value in &values {
            let here: Vec<Column> = columns
                .iter()
                .map(|column| column.where_equal(mode, value))
                .collect();
            let special = |formula: &Term| !known.contains(formula) && *formula != is(value);
            let cases = relations(&here).into_iter().filter(special);
            found.extend(
                cases
                    .take(MOST_CASES)
                    .map(|case| Term::implies(is(value), case)),
            );
        }
    }
    found
}

/// The values of a column, if it looks like a mode.
fn values_of(column: &Column) -> Option<Vec<Value>> {
    let mut values: Vec<Value> = Vec::new();
    for value in &column.values {
        if !values.contains(value) {
            values.push(value.clone());
        }
        if values.len() > MOST_VALUES {
            return None;
        }
    }
    let often = |value: &Value| column.values.iter().filter(|v| *v == value).count() >= SEEN;
    let scalar = !matches!(column.term.sort(), Sort::Array(_) | Sort::Real);
    (scalar && values.len() > 1 && values.iter().all(often)).then_some(values)
}

/// Equations between columns.
fn relations(columns: &[Column]) -> Vec<Term> {
    let (distinct, mut relations) = classes(columns);
    for sort in [Sort::Int, Sort::Real] {
        let of_sort = |c: &&Column| c.is_number() && c.term.sort().carrier() == sort;
        let group: Vec<Column> = distinct.iter().filter(of_sort).cloned().collect();
        if group.len() <= WIDEST {
            relations.extend(hull::equalities(&group));
        }
    }
    relations
}

impl Column {
    /// The column at the points where another one has a certain value.
    fn where_equal(&self, mode: &Column, value: &Value) -> Column {
        let pairs = self.values.iter().zip(&mode.values);
        let here = pairs.filter(|(_, of_mode)| *of_mode == value);
        let values = here.map(|(own, _)| own.clone()).collect();
        Column::new(self.term.clone(), values, self.processes.clone())
    }
}
