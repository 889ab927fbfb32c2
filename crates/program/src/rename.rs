//! Renaming of variables throughout a program.

use std::collections::BTreeMap;

use logic::{Substitution, Term, Var};

use crate::{Action, Command, Edge, Parfor};

/// An injective map of variables; variables that it does not mention stay as they are.
#[derive(Debug)]
pub struct Renaming {
    vars: BTreeMap<Var, Var>,
    substitution: Substitution,
}

impl Renaming {
    /// The renaming with these pairs.
    pub fn new(pairs: impl IntoIterator<Item = (Var, Var)>) -> Self {
        let vars: BTreeMap<Var, Var> = pairs.into_iter().collect();
        let substitution = vars
            .iter()
            .map(|(from, to)| (from.clone(), to.term()))
            .collect();
        Renaming { vars, substitution }
    }

    /// The new name of a variable.
    #[must_use]
    pub fn var(&self, var: &Var) -> Var {
        self.vars.get(var).unwrap_or(var).clone()
    }

    /// The term with the new names.
    #[must_use]
    pub fn term(&self, term: &Term) -> Term {
        term.substitute(&self.substitution)
    }

    /// The command with the new names.
    #[must_use]
    pub fn command(&self, command: &Command) -> Command {
        match command {
            Command::Guard(formula) => Command::Guard(self.term(formula)),
            Command::Assign(var, value) => Command::Assign(self.var(var), self.term(value)),
            Command::Havoc(var, formula) => Command::Havoc(self.var(var), self.term(formula)),
            Command::Send { value, channel } => Command::Send {
                value: self.term(value),
                channel: self.term(channel),
            },
            Command::Receive { var, channel } => Command::Receive {
                var: self.var(var),
                channel: self.term(channel),
            },
            Command::Assert(formula) => Command::Assert(self.term(formula)),
            Command::Parfor(parfor) => Command::Parfor(Box::new(Parfor {
                id: self.var(&parfor.id),
                low: self.term(&parfor.low),
                high: self.term(&parfor.high),
                body: parfor.body.rename(self),
                locals: parfor.locals.iter().map(|var| self.var(var)).collect(),
            })),
            Command::Mark(mark) => Command::Mark(Box::new(mark.rename(self))),
        }
    }

    /// The edge with the new names.
    #[must_use]
    pub fn edge(&self, edge: &Edge) -> Edge {
        let action = match &edge.action {
            Action::Command(command) => Action::Command(self.command(command)),
            Action::Par(branches) => {
                Action::Par(branches.iter().map(|branch| branch.rename(self)).collect())
            }
        };
        Edge {
            from: edge.from,
            action,
            to: edge.to,
            origin: edge.origin,
        }
    }
}
