//! Uninterpreted functions replaced by what a model says they are.

use logic::{FunctionTable, Model, Substitution, Symbol, Template, Term, Var};

use crate::{Action, Command, Constant, Edge, Graph, Parfor, Program, Task, Variable};

impl Task {
    /// The task in which the functions are what the model says, so that the interpreter can run its
    /// programs. Functions that the model says nothing of stay as they are.
    #[must_use]
    pub fn interpreted(&self, model: &Model) -> Task {
        let mut functions = Substitution::new();
        for (function, table) in model.functions() {
            let parameters = function.parameters().iter().enumerate();
            let parameters: Vec<Var> = parameters
                .map(|(position, sort)| {
                    Var::new(Symbol::new(&format!("argument!{position}")), sort.clone())
                })
                .collect();
            let body = definition(&parameters, table);
            functions.insert_function(function.clone(), Template::new(parameters, body));
        }
        if functions.is_empty() {
            return self.clone();
        }
        let map = |term: &Term| term.substitute(&functions);
        Task {
            relation: self.relation,
            aliases: self.aliases.clone(),
            programs: self.programs.iter().map(|p| p.map_terms(&map)).collect(),
            constants: self
                .constants
                .iter()
                .map(|constant| Constant {
                    var: constant.var.clone(),
                    constraint: map(&constant.constraint),
                })
                .collect(),
            requires: map(&self.requires),
            ensures: map(&self.ensures),
            hints: self.hints.iter().map(map).collect(),
            property: self.property.clone(),
            system: self.system.as_ref().map(|s| Box::new(s.map_terms(&map))),
            network: self.network.clone(),
            augmentation: self.augmentation.clone(),
            losable: self.losable.clone(),
            compared: self.compared.clone(),
        }
    }
}

/// The table as a chain of conditionals.
fn definition(parameters: &[Var], table: &FunctionTable) -> Term {
    let default = Term::value(table.default.clone());
    table
        .entries
        .iter()
        .fold(default, |rest, (arguments, result)| {
            let equal = parameters.iter().zip(arguments);
            let here = Term::and(
                equal.map(|(var, value)| Term::eq(var.term(), Term::value(value.clone()))),
            );
            Term::ite(here, Term::value(result.clone()), rest)
        })
}

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
