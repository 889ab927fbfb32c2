//! What is known while the text is read: values that come from ranks and literals, where pointers
//! lead, and which communication is under way.
//!
//! The facts are those of the place that the reader is at. They are forgotten where a loop may have
//! changed a variable, and where two ways join only what both know stays.

use std::collections::BTreeMap;

use logic::{Symbol, Term, Var};

use super::handles::Handle;
use super::requests::Request;
use super::scope::Pointer;

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Known {
    values: BTreeMap<Var, Term>,
    /// The variables with the lengths of the strings in arrays.
    pub(super) lengths: BTreeMap<Var, Var>,
    /// Where the pointers lead that are variables, by their names.
    pointers: BTreeMap<Symbol, Pointer>,
    /// What is under way, in the order in which it was begun.
    requests: Vec<(Handle, Request)>,
}

impl Known {
    /// The value of a variable, or the variable itself.
    pub(super) fn read(&self, var: &Var) -> Term {
        self.values.get(var).cloned().unwrap_or_else(|| var.term())
    }

    /// A term, or its value if it is a variable whose value is known.
    pub(super) fn settle(&self, term: &Term) -> Term {
        term.as_var()
            .map_or_else(|| term.clone(), |var| self.read(var))
    }

    /// Notes that a variable was written.
    pub(super) fn write(&mut self, var: &Var, value: &Term) {
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

    /// Whether all pointers lead to the same, and the same is under way.
    pub(super) fn agrees_with(&self, other: &Known) -> bool {
        self.pointers == other.pointers && self.requests == other.requests
    }

    /// What is under way, in the order in which it was begun.
    pub(super) fn requests(&self) -> &[(Handle, Request)] {
        &self.requests
    }

    /// Notes that something has begun.
    pub(super) fn begin(&mut self, handle: Handle, request: Request) {
        self.requests.push((handle, request));
    }

    /// Notes that something has ended.
    pub(super) fn end(&mut self, handle: &Handle) -> Option<Request> {
        let position = self.requests.iter().position(|(own, _)| own == handle)?;
        Some(self.requests.remove(position).1)
    }

    /// What holds on two ways. Communication must not get lost: where it differs, that is noted.
    pub(super) fn join(mut self, other: &Known) -> Known {
        self.values
            .retain(|var, value| other.values.get(var) == Some(value));
        self.lengths
            .retain(|array, length| other.lengths.get(array) == Some(length));
        self.pointers
            .retain(|name, pointer| other.pointers.get(name) == Some(pointer));
        if self.requests != other.requests {
            let mut handles: Vec<Handle> = Vec::new();
            for (handle, _) in self.requests.iter().chain(&other.requests) {
                if !handles.contains(handle) {
                    handles.push(handle.clone());
                }
            }
            let unclear = |handle| (handle, Request::Unclear);
            self.requests = handles.into_iter().map(unclear).collect();
        }
        self
    }
}
