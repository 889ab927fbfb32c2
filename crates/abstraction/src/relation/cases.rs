//! What holds wherever a comparison does: `0 < n` implies `i <= n`, though not every `n` is positive.

use std::collections::BTreeSet;

use logic::{Sort, Term, Value};

use super::powers::power_atoms;
use super::{Column, Space};

/// How many comparisons cases are distinguished by.
const MOST_CASES: usize = 3;

impl Space {
    /// Constants, comparisons and equations of products that hold on some samples only: on those on
    /// which a comparison holds that the functions make, or does not.
    pub(super) fn by_cases(&self, varying: &[Column<'_>], known: &BTreeSet<Term>) -> Vec<Term> {
        let is_true = |value: &Value| *value == Value::Bool(true);
        let distinguishes = |values: &[Value]| {
            values.iter().any(is_true) && values.iter().any(|value| !is_true(value))
        };
        let tests = self.cases.iter().filter(|test| distinguishes(&test.values));
        let mut atoms = Vec::new();
        for test in tests.take(MOST_CASES) {
            for holds in [true, false] {
                let case: Vec<Column<'_>> = varying
                    .iter()
                    .map(|column| {
                        let values = column.values.iter().zip(&test.values);
                        let values = values.filter(|(_, value)| is_true(value) == holds);
                        Column {
                            var: column.var,
                            values: values.map(|(value, _)| *value).collect(),
                            position: column.position,
                            shared: column.shared,
                        }
                    })
                    .collect();
                let otherwise = match holds {
                    true => Term::not(test.term.clone()),
                    false => test.term.clone(),
                };
                let mut found = constants(&case);
                found.extend(self.comparisons(&case));
                found.extend(power_atoms(&case, 2));
                let is_new = |atom: &Term| !known.contains(atom);
                let found = found.into_iter().filter(is_new);
                atoms.extend(found.map(|atom| Term::or([otherwise.clone(), atom])));
            }
        }
        atoms
    }
}

/// Bit-vectors of one function alone that have one value.
fn constants(columns: &[Column<'_>]) -> Vec<Term> {
    let is_constant = |column: &&Column<'_>| {
        let is_number = matches!(column.var.sort, Sort::BitVec(_)) && !column.shared;
        let mut values = column.values.iter();
        is_number && values.all(|value| *value == column.values[0])
    };
    let constants = columns.iter().filter(is_constant);
    constants
        .filter_map(|column| {
            let value = column.values.first()?;
            Some(Term::eq(column.var.term(), Term::value((*value).clone())))
        })
        .collect()
}
