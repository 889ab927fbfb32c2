//! Systems under other names.

use logic::{Symbol, Term, Var};

use super::{Action, Annotation, Collective, Edge, Process, ProcessVariable, Source, System};
use crate::Renaming;

impl System {
    /// The system with the variables of its processes under the names that a claim about several
    /// systems uses, `alias.p[0].x`. Inputs keep theirs: they are the same for all. Processes are
    /// renamed alike; labels stay, since they bring the loops of the systems together.
    #[must_use]
    pub fn instantiate(&self, alias: Symbol) -> System {
        let pairs = self.variables().map(|var| {
            let name = format!("{alias}.{}", var.name);
            (var.clone(), Var::new(name.as_str(), var.sort.clone()))
        });
        let renaming = Renaming::new(pairs);
        let system = self.map_vars(&|var| renaming.var(var), &|term| renaming.term(term));
        System {
            processes: system
                .processes
                .into_iter()
                .map(|process| Process {
                    name: Symbol::new(&format!("{alias}.{}", process.name)),
                    ..process
                })
                .collect(),
            ..system
        }
    }

    /// The system with its terms changed; the change keeps variables.
    #[must_use]
    pub fn map_terms(&self, change: &dyn Fn(&Term) -> Term) -> System {
        self.map_vars(&Var::clone, change)
    }

    fn map_vars(&self, var: &dyn Fn(&Var) -> Var, term: &dyn Fn(&Term) -> Term) -> System {
        let processes = self.processes.iter().map(|process| process.map(var, term));
        System {
            assumption: term(&self.assumption),
            processes: processes.collect(),
            ensures: term(&self.ensures),
            ..self.clone()
        }
    }
}

impl Process {
    /// The process with its variables and terms changed; the changes fit each other.
    #[must_use]
    pub fn map(&self, var: &dyn Fn(&Var) -> Var, term: &dyn Fn(&Term) -> Term) -> Process {
        Process {
            variables: self
                .variables
                .iter()
                .map(|variable| ProcessVariable {
                    var: var(&variable.var),
                    initial: variable.initial.as_ref().map(term),
                    origin: variable.origin,
                })
                .collect(),
            outputs: self.outputs.iter().map(var).collect(),
            graph: self.graph.map(
                &|edge| Edge {
                    action: map_action(&edge.action, var, term),
                    ..edge.clone()
                },
                &|annotation| Annotation {
                    invariant: annotation.invariant.as_ref().map(term),
                    ..annotation.clone()
                },
            ),
            ..self.clone()
        }
    }
}

fn map_action(action: &Action, var: &dyn Fn(&Var) -> Var, term: &dyn Fn(&Term) -> Term) -> Action {
    match action {
        Action::Assume(formula) => Action::Assume(term(formula)),
        Action::Assign(target, value) => Action::Assign(var(target), term(value)),
        Action::Havoc(target) => Action::Havoc(var(target)),
        Action::Assert(formula) => Action::Assert(term(formula)),
        Action::Send { to, tag, value } => Action::Send {
            to: term(to),
            tag: term(tag),
            value: term(value),
        },
        Action::Flush { to, tag } => Action::Flush {
            to: term(to),
            tag: term(tag),
        },
        Action::Receive {
            from,
            tag,
            into,
            sender_into,
            tag_into,
        } => Action::Receive {
            from: match from {
                Source::Rank(rank) => Source::Rank(term(rank)),
                Source::Any => Source::Any,
            },
            tag: tag.as_ref().map(term),
            into: var(into),
            sender_into: sender_into.as_ref().map(var),
            tag_into: tag_into.as_ref().map(var),
        },
        Action::Collective(collective) => Action::Collective(match collective {
            Collective::Barrier => Collective::Barrier,
            Collective::Broadcast { root, var: target } => Collective::Broadcast {
                root: term(root),
                var: var(target),
            },
            Collective::Reduce {
                op,
                value,
                into,
                root,
            } => Collective::Reduce {
                op: *op,
                value: term(value),
                into: var(into),
                root: root.as_ref().map(term),
            },
        }),
        Action::CollectiveAssert { label, formula } => Action::CollectiveAssert {
            label: *label,
            formula: term(formula),
        },
    }
}
