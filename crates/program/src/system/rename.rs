//! Systems under other names.

use logic::{Symbol, Term, Var};

use super::{
    Action, Agreed, Annotation, Area, Awaits, Collective, Completion, Edge, Operation,
    OperationKind, Process, ProcessVariable, Source, Status, System,
};
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
            visible: self.visible.map(var, term),
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
    let source = |from: &Source| match from {
        Source::Rank(rank) => Source::Rank(term(rank)),
        Source::Any => Source::Any,
        Source::Aside(number) => Source::Aside(term(number)),
    };
    let areas = |areas: &[Area]| areas.iter().map(|area| map_area(area, var, term)).collect();
    match action {
        Action::Assume(formula) => Action::Assume(term(formula)),
        Action::Assign(target, value) => Action::Assign(var(target), term(value)),
        Action::Havoc(target) => Action::Havoc(var(target)),
        Action::Assert(formula) => Action::Assert(term(formula)),
        Action::Presume(formula, what) => Action::Presume(term(formula), *what),
        Action::Use(used) => Action::Use(areas(used)),
        Action::Send { to, tag, value } => Action::Send {
            to: term(to),
            tag: term(tag),
            value: term(value),
        },
        Action::Flush { to, tag } => Action::Flush {
            to: term(to),
            tag: term(tag),
        },
        Action::MayWait { to, tag, into } => Action::MayWait {
            to: term(to),
            tag: term(tag),
            into: var(into),
        },
        Action::Receive {
            from,
            tag,
            into,
            sender_into,
            tag_into,
        } => Action::Receive {
            from: source(from),
            tag: tag.as_ref().map(term),
            into: var(into),
            sender_into: sender_into.as_ref().map(var),
            tag_into: tag_into.as_ref().map(var),
        },
        Action::Probe {
            from,
            tag,
            status,
            measures,
            waits,
            found_into,
            aside_into,
        } => Action::Probe {
            from: source(from),
            tag: tag.as_ref().map(term),
            status: map_status(status, var),
            measures: measures.iter().map(term).collect(),
            waits: *waits,
            found_into: found_into.as_ref().map(var),
            aside_into: aside_into.as_ref().map(var),
        },
        Action::Collective(collective) => Action::Collective(map_collective(collective, var, term)),
        Action::Begin {
            operation,
            into,
            avoids,
        } => Action::Begin {
            avoids: avoids.iter().map(term).collect(),
            operation: Operation {
                kind: match &operation.kind {
                    OperationKind::Send {
                        to,
                        tag,
                        value,
                        waits,
                    } => OperationKind::Send {
                        to: term(to),
                        tag: term(tag),
                        value: term(value),
                        waits: term(waits),
                    },
                    OperationKind::Receive {
                        from,
                        tag,
                        sort,
                        demands,
                        deliver,
                        measures,
                    } => OperationKind::Receive {
                        from: source(from),
                        tag: tag.as_ref().map(term),
                        sort: sort.clone(),
                        demands: demands.iter().map(|(w, t)| (*w, term(t))).collect(),
                        deliver: deliver.iter().map(|(v, t)| (var(v), term(t))).collect(),
                        measures: measures.iter().map(term).collect(),
                    },
                    OperationKind::Collective(collective) => {
                        OperationKind::Collective(map_collective(collective, var, term))
                    }
                    OperationKind::Nothing { source } => OperationKind::Nothing { source: *source },
                },
                kept: operation.kept.iter().map(term).collect(),
                areas: areas(&operation.areas),
                is_persistent: operation.is_persistent,
            },
            into: var(into),
        },
        Action::Start { request } => Action::Start {
            request: term(request),
        },
        Action::Complete(completion) => Action::Complete(Completion {
            requests: completion.requests.iter().map(term).collect(),
            extent: completion.extent,
            waits: completion.waits,
            done_into: completion.done_into.as_ref().map(var),
            which_into: completion.which_into.as_ref().map(var),
            statuses: completion
                .statuses
                .iter()
                .map(|status| map_status(status, var))
                .collect(),
        }),
        Action::Free { request } => Action::Free {
            request: term(request),
        },
        Action::Finish => Action::Finish,
        Action::CollectiveAssert { label, formula } => Action::CollectiveAssert {
            label: *label,
            formula: term(formula),
        },
    }
}

fn map_area(area: &Area, var: &dyn Fn(&Var) -> Var, term: &dyn Fn(&Term) -> Term) -> Area {
    Area {
        var: var(&area.var),
        ..area.map(&mut |own| term(own))
    }
}

fn map_status(status: &Status, var: &dyn Fn(&Var) -> Var) -> Status {
    Status {
        source: status.source.as_ref().map(var),
        tag: status.tag.as_ref().map(var),
        measures: status.measures.iter().map(var).collect(),
    }
}

fn map_collective(
    collective: &Collective,
    var: &dyn Fn(&Var) -> Var,
    term: &dyn Fn(&Term) -> Term,
) -> Collective {
    let tagged = |all: &[(Agreed, Term)]| all.iter().map(|(w, t)| (*w, term(t))).collect();
    Collective {
        name: collective.name,
        agreed: tagged(&collective.agreed),
        gives: collective.gives.iter().map(term).collect(),
        awaits: match &collective.awaits {
            Awaits::Rank(rank) => Awaits::Rank(term(rank)),
            Awaits::Where(ranks) => {
                let ranks = ranks.iter();
                Awaits::Where(
                    ranks
                        .map(|(rank, formula)| (*rank, term(formula)))
                        .collect(),
                )
            }
            other => other.clone(),
        },
        synchronises: term(&collective.synchronises),
        demands: tagged(&collective.demands),
        deliver: collective
            .deliver
            .iter()
            .map(|(v, t)| (var(v), term(t)))
            .collect(),
    }
}
