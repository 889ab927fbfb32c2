//! Values that are known while the text is read: those that come from ranks and literals.
//!
//! The facts are those of the place that the reader is at. They are forgotten where a loop may have
//! changed a variable, and where two ways join only what both know stays.

use std::collections::BTreeMap;

use logic::{Term, Var};

/// Variables with their literal values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Known(BTreeMap<Var, Term>);

impl Known {
    /// The value of a variable, or the variable itself.
    pub(super) fn read(&self, var: &Var) -> Term {
        self.0.get(var).cloned().unwrap_or_else(|| var.term())
    }

    /// Notes that a variable was written.
    pub(super) fn write(&mut self, var: &Var, value: &Term) {
        if value.as_value().is_some() {
            self.0.insert(var.clone(), value.clone());
        } else {
            self.forget(var);
        }
    }

    pub(super) fn forget(&mut self, var: &Var) {
        self.0.remove(var);
    }

    /// What holds on two ways.
    pub(super) fn join(mut self, other: &Known) -> Known {
        self.0.retain(|var, value| other.0.get(var) == Some(value));
        self
    }
}
