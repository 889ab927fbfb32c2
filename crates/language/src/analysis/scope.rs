//! The names inside a program or under a quantifier.

use std::collections::BTreeMap;

use logic::{Symbol, Var};

use crate::Span;

/// What a local name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A variable of the program.
    Variable,
    /// A parameter of the program.
    Parameter,
    /// The number of a copy of a `parfor`.
    ParforId,
    /// Bound by a quantifier.
    Bound,
}

/// A local name.
#[derive(Clone, Debug)]
pub(super) struct Local {
    /// `None` where the declaration is wrong.
    pub(super) var: Option<Var>,
    pub(super) role: Role,
    pub(super) span: Span,
}

/// The local names that are visible, innermost last. There is no shadowing, so each occurs once.
#[derive(Default)]
pub(super) struct Scope {
    visible: BTreeMap<Symbol, Local>,
    declared: Vec<Symbol>,
}

impl Scope {
    pub(super) fn get(&self, name: Symbol) -> Option<&Local> {
        self.visible.get(&name)
    }

    pub(super) fn insert(&mut self, name: Symbol, local: Local) {
        self.visible.insert(name, local);
        self.declared.push(name);
    }

    /// What [`Scope::leave`] needs to forget all that is declared from here on.
    pub(super) fn enter(&self) -> usize {
        self.declared.len()
    }

    pub(super) fn leave(&mut self, entered: usize) {
        for name in self.declared.drain(entered..) {
            self.visible.remove(&name);
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.visible.keys().map(|name| name.as_str())
    }
}
