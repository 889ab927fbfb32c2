//! Programs with each of their terms replaced.

use logic::Term;

use crate::{Action, Command, Edge, Graph, Parfor, Program, Variable};

impl Program {
    /// The program with each of its terms replaced.
    #[must_use]
    pub fn map_terms(&self, map: &dyn Fn(&Term) -> Term) -> Program {
        Program {
            name: self.name,
            variables: self
                .variables
                .iter()
                .map(|variable| Variable {
                    initial: variable.initial.as_ref().map(map),
                    ..variable.clone()
                })
                .collect(),
            body: self.body.map_terms(map),
            justice: self.justice.iter().map(map).collect(),
            compassion: self
                .compassion
                .iter()
                .map(|(p, q)| (map(p), map(q)))
                .collect(),
            observed: self.observed.clone(),
            open: self.open.clone(),
            origin: self.origin,
        }
    }
}

impl Graph {
    /// The graph with each of its terms replaced.
    #[must_use]
    pub fn map_terms(&self, map: &dyn Fn(&Term) -> Term) -> Graph {
        self.map_edges(&|edge| Edge {
            action: match &edge.action {
                Action::Command(command) => Action::Command(command.map_terms(map)),
                Action::Par(branches) => {
                    Action::Par(branches.iter().map(|part| part.map_terms(map)).collect())
                }
            },
            ..edge.clone()
        })
    }
}

impl Command {
    fn map_terms(&self, map: &dyn Fn(&Term) -> Term) -> Command {
        match self {
            Command::Guard(formula) => Command::Guard(map(formula)),
            Command::Assign(var, value) => Command::Assign(var.clone(), map(value)),
            Command::Havoc(var, formula) => Command::Havoc(var.clone(), map(formula)),
            Command::Send { value, channel } => Command::Send {
                value: map(value),
                channel: map(channel),
            },
            Command::Receive { var, channel } => Command::Receive {
                var: var.clone(),
                channel: map(channel),
            },
            Command::Assert(formula) => Command::Assert(map(formula)),
            Command::Mark(mark) => Command::Mark(Box::new(mark.map_terms(map))),
            Command::Parfor(parfor) => Command::Parfor(Box::new(Parfor {
                id: parfor.id.clone(),
                low: map(&parfor.low),
                high: map(&parfor.high),
                body: parfor.body.map_terms(map),
                locals: parfor.locals.clone(),
            })),
        }
    }
}
