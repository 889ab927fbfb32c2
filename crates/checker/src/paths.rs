//! Paths through the graph of a thread.

use logic::{Substitution, Term, Var};
use program::{Command, Location, in_sort};

/// A path of a thread with what it does.
#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) thread: usize,
    pub(crate) from: Location,
    pub(crate) edges: Vec<u32>,
    pub(crate) to: Location,
    /// The edge whose parallel parts it starts at its end.
    pub(crate) enters: Option<usize>,
    pub(crate) guard: Term,
    pub(crate) updates: Substitution,
    /// The values that are chosen, `choice!0`, `choice!1`, ….
    pub(crate) chosen: Vec<Var>,
    /// Where an assertion on it fails.
    pub(crate) failures: Vec<Term>,
}

impl Path {
    /// The path without an edge.
    pub(crate) fn at(thread: usize, place: Location) -> Path {
        Path {
            thread,
            from: place,
            edges: Vec::new(),
            to: place,
            enters: None,
            guard: Term::top(),
            updates: Substitution::new(),
            chosen: Vec::new(),
            failures: Vec::new(),
        }
    }

    fn require(&mut self, formula: Term) {
        self.guard = Term::and([self.guard.clone(), formula]);
    }

    /// Adds a command at the end.
    pub(crate) fn follow(&mut self, command: &Command) {
        match command {
            Command::Guard(formula) => self.require(formula.substitute(&self.updates)),
            Command::Assign(var, value) => {
                let value = value.substitute(&self.updates);
                self.require(in_sort(&value, &var.sort));
                self.updates.insert(var.clone(), value);
            }
            Command::Havoc(var, formula) => {
                let name = format!("choice!{}", self.chosen.len());
                let value = Var::new(name.as_str(), var.sort.clone());
                self.updates.insert(var.clone(), value.term());
                self.chosen.push(value);
                self.require(formula.substitute(&self.updates));
            }
            Command::Assert(formula) => {
                let formula = formula.substitute(&self.updates);
                let failure = Term::and([self.guard.clone(), Term::not(formula.clone())]);
                if !failure.is_false() {
                    self.failures.push(failure);
                }
                self.require(formula);
            }
            // The threads have none of these.
            Command::Send { .. }
            | Command::Receive { .. }
            | Command::Parfor(_)
            | Command::Mark(_) => {}
        }
    }
}
