//! What is known while the text is read: values that come from ranks and literals, and where
//! pointers lead.
//!
//! The facts are those of the place that the reader is at. They are forgotten where a loop may have
//! changed a variable, and where two ways join only what both know stays.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Symbol, Term, Var};

use super::Lowering;
use super::scope::Pointer;

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Known {
    values: BTreeMap<Var, Term>,
    /// The variables with the lengths of the strings in arrays.
    pub(super) lengths: BTreeMap<Var, Var>,
    /// The variables that may not have been written yet, all of them.
    pub(super) unwritten: BTreeSet<Var>,
    /// Where the pointers lead that are variables, by their names.
    pointers: BTreeMap<Symbol, Pointer>,
}

impl Known {
    /// The value of a variable, or the variable itself. Whoever evaluates something asks
    /// [`Lowering::value_of`], which notes that it is read.
    fn read(&self, var: &Var) -> Term {
        self.values.get(var).cloned().unwrap_or_else(|| var.term())
    }

    /// A term, or its value if it is a variable whose value is known, for what is shown and not
    /// evaluated.
    pub(super) fn shown(&self, term: &Term) -> Term {
        term.as_var()
            .map_or_else(|| term.clone(), |var| self.read(var))
    }

    /// Notes that a variable was written. Whoever evaluates something says [`Lowering::learn`], which
    /// notes that as well.
    fn write(&mut self, var: &Var, value: &Term) {
        if value.as_value().is_some() {
            self.values.insert(var.clone(), value.clone());
        } else {
            self.forget(var);
        }
    }

    pub(super) fn forget(&mut self, var: &Var) {
        self.values.remove(var);
        self.lengths.remove(var);
    }

    /// Where a pointer leads.
    pub(super) fn pointer(&self, name: Symbol) -> Option<&Pointer> {
        self.pointers.get(&name)
    }

    /// All pointers, by their names.
    pub(super) fn pointers(&self) -> impl Iterator<Item = (Symbol, &Pointer)> {
        self.pointers.iter().map(|(name, pointer)| (*name, pointer))
    }

    /// Notes where a pointer leads.
    pub(super) fn point(&mut self, name: Symbol, pointer: Pointer) {
        self.pointers.insert(name, pointer);
    }

    /// Notes that a pointer leads nowhere yet.
    pub(super) fn unpoint(&mut self, name: Symbol) {
        self.pointers.remove(&name);
    }

    /// Whether all pointers lead to the same.
    pub(super) fn agrees_with(&self, other: &Known) -> bool {
        self.pointers == other.pointers
    }

    /// Whether the variables that satisfy a condition have the same values, as far as they are known.
    pub(super) fn agrees_on(&self, other: &Known, is_meant: impl Fn(&Var) -> bool) -> bool {
        let differs = |var: &Var| self.values.get(var) != other.values.get(var);
        let mut all = self.values.keys().chain(other.values.keys());
        !all.any(|var| differs(var) && is_meant(var))
    }

    /// What holds on two ways.
    pub(super) fn join(mut self, other: &Known) -> Known {
        self.values
            .retain(|var, value| other.values.get(var) == Some(value));
        self.lengths
            .retain(|array, length| other.lengths.get(array) == Some(length));
        self.unwritten.extend(other.unwritten.iter().cloned());
        self.pointers
            .retain(|name, pointer| other.pointers.get(name) == Some(pointer));
        self
    }
}

impl Lowering<'_, '_> {
    /// The value of a variable, or the variable itself, which is read.
    pub(super) fn value_of(&self, var: &Var) -> Term {
        self.note_read(var);
        self.known.read(var)
    }

    /// Notes that a variable has been written, and what is known of its value.
    pub(super) fn learn(&mut self, var: &Var, value: &Term) {
        self.note_written(var);
        self.known.write(var, value);
    }

    /// A term whose variables are read, or its value if it is a variable whose value is known.
    pub(super) fn settle(&self, term: &Term) -> Term {
        for var in term.free_vars() {
            self.note_read(&var);
        }
        self.known.shown(term)
    }
}
