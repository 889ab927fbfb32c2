//! What a sequence of commands does, symbolically.

use std::collections::BTreeSet;

use logic::{Substitution, Term, Var};
use program::{Command, in_sort};

/// What a path does: where it can be taken, and what the variables are afterwards, in terms of
/// what they were before and of the values that are chosen on the way.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub(crate) guard: Term,
    pub(crate) updates: Substitution,
    /// A fresh variable for each `havoc`, in order.
    pub(crate) chosen: Vec<Var>,
    /// Where an assertion on the way fails.
    pub(crate) failures: Vec<Term>,
}

impl Effect {
    /// Doing nothing.
    pub(crate) fn nothing() -> Self {
        Effect {
            guard: Term::top(),
            updates: Substitution::new(),
            chosen: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// Adds a command at the end; says whether it is one that has an effect of this form.
    pub(crate) fn then(&mut self, command: &Command) -> bool {
        match command {
            Command::Guard(formula) => self.require(formula),
            Command::Assign(var, value) => {
                let value = value.substitute(&self.updates);
                self.guard = Term::and([self.guard.clone(), in_sort(&value, &var.sort)]);
                self.updates.insert(var.clone(), value);
            }
            Command::Havoc(var, formula) => {
                let value = choice(self.chosen.len(), var);
                self.updates.insert(var.clone(), value.term());
                self.chosen.push(value);
                self.require(formula);
            }
            Command::Assert(formula) => {
                let holds = formula.substitute(&self.updates);
                let fails = Term::and([self.guard.clone(), Term::not(holds)]);
                if !fails.is_false() {
                    self.failures.push(fails);
                }
                self.require(formula);
            }
            Command::Send { .. }
            | Command::Receive { .. }
            | Command::Parfor(_)
            | Command::Mark(_) => return false,
        }
        true
    }

    fn require(&mut self, formula: &Term) {
        let formula = formula.substitute(&self.updates);
        self.guard = Term::and([self.guard.clone(), formula]);
    }

    /// The variables that are written.
    pub(crate) fn writes(&self) -> BTreeSet<Var> {
        self.updates.iter().map(|(var, _)| var.clone()).collect()
    }
}

/// The variable that stands for the value of a `havoc` of a variable, the nth one of a step. No
/// program has a variable of this name: those of programs are qualified by the copy's name, and
/// constants have no such names. Evidence uses these names too.
pub(crate) fn choice(number: usize, var: &Var) -> Var {
    let name = format!("choice!{number}");
    Var::new(name.as_str(), var.sort.clone())
}
