//! What people see of a process: the names that its author has for variables, where they can be used.

use std::sync::Arc;

use logic::{Symbol, Term, Var};

use crate::Location;

/// For each location of a process, the variables that its author can name there.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Visible {
    scopes: Vec<Arc<[Named]>>,
    /// The position of its scope, for each location.
    at: Vec<usize>,
}

/// A variable as its author knows it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Named {
    /// Its name.
    pub name: Symbol,
    /// The variable.
    pub var: Var,
    /// The sizes of its dimensions, if it is an array; terms over the variables of the process.
    pub sizes: Vec<Term>,
    /// The variable that says what of it was written, where there is one.
    pub written: Option<Var>,
}

impl Visible {
    /// What can be named: a list of scopes, and the position of its scope for each location.
    #[must_use]
    pub fn new(scopes: Vec<Arc<[Named]>>, at: Vec<usize>) -> Self {
        assert!(at.iter().all(|scope| *scope < scopes.len()));
        Visible { scopes, at }
    }

    /// What can be named at a location; none where nothing is said of it, and every variable has the
    /// name that it has.
    #[must_use]
    pub fn at(&self, location: Location) -> Option<&[Named]> {
        let scope = self.at.get(location.index())?;
        Some(&self.scopes[*scope])
    }

    /// The same under other names for the variables.
    pub(super) fn map(&self, var: &dyn Fn(&Var) -> Var, term: &dyn Fn(&Term) -> Term) -> Visible {
        let named = |named: &Named| Named {
            name: named.name,
            var: var(&named.var),
            sizes: named.sizes.iter().map(term).collect(),
            written: named.written.as_ref().map(var),
        };
        let scopes = self.scopes.iter();
        Visible {
            scopes: scopes
                .map(|scope| scope.iter().map(named).collect())
                .collect(),
            at: self.at.clone(),
        }
    }
}
