//! Closed systems of communicating processes (papers/002, section 2.1).
//!
//! A [`System`] has a fixed number of processes, each with its own variables and its own graph.
//! Processes share no memory: they send messages through queues, one for each ordered pair of
//! processes, and meet in collective operations. Inputs are fixed for a run and known to all.
//! What a system means is defined by the interpreter [`concrete`].
//!
//! The variables of all processes have different names, so that a formula may speak of several
//! processes at once; by convention the variable `x` of the process of rank 1 declared as
//! `process p[2]` is called `p[1].x`.

mod action;
mod collective;
pub mod concrete;
mod graph;
mod liveness;
mod loops;
mod rename;
mod state;
mod step;
mod visible;

use std::collections::BTreeSet;

use logic::{Function, Symbol, Term, Var};

pub use action::{
    Access, Action, Area, Completion, Extent, NoMessage, Operation, OperationKind, Presumption,
    Source, Status, kept, message,
};
pub use collective::{Agreed, Awaits, Collective, ReduceOp, at_rank, item};
pub use graph::{Annotation, Edge, ProcessBuilder, ProcessGraph};
pub use liveness::Liveness;
pub use loops::Loops;
pub use state::{Call, Maker, Meeting, Message, Request, Slot, Snapshot, Stage, State};
pub use step::{
    Duty, FIRST_PERSISTENT, Meaning, NO_REQUEST, Step, Symbolic, formula_of, is_given_up, step,
    steps, valuation, value_in,
};

pub use visible::{Named, Visible};

use crate::Origin;

/// A closed system of processes.
///
/// Invariants: the processes of a group have the ranks from 0 in the order of the list; variables
/// of different processes have different names, and none is an input.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct System {
    /// The name.
    pub name: Symbol,
    /// The values that are fixed for a run and known to every process.
    pub inputs: Vec<Var>,
    /// What holds of the inputs.
    pub assumption: Term,
    /// The processes.
    pub processes: Vec<Process>,
    /// What must hold when all processes have ended, over inputs and variables of all processes.
    pub ensures: Term,
    /// Whether a message that nobody has received when all processes have ended is an error.
    pub leaves_no_messages: bool,
    /// Where it is declared.
    pub origin: Origin,
}

/// One process of a system.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Process {
    /// The name under which people know it, as `p[1]`.
    pub name: Symbol,
    /// The group that it communicates in: in a comparison of two systems, the processes of each
    /// are a group of their own. Groups have the numbers from 0.
    pub group: usize,
    /// Its rank, by which the processes of its group address it.
    pub rank: usize,
    /// Its variables.
    pub variables: Vec<ProcessVariable>,
    /// The variables whose final values are its result.
    pub outputs: Vec<Var>,
    /// The labels of collective assertions that it must take part in, also where it has none of them.
    pub takes_part: Vec<Symbol>,
    /// What it does.
    pub graph: ProcessGraph,
    /// What its author can name.
    pub visible: Visible,
}

/// A variable of a process.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProcessVariable {
    /// The variable.
    pub var: Var,
    /// The value that it starts with, a term over the inputs. Without one it may start with any.
    pub initial: Option<Term>,
    /// Where it is declared.
    pub origin: Origin,
}

impl System {
    /// The positions of the processes of a group, in the order of their ranks.
    pub fn group(&self, group: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.processes.len()).filter(move |i| self.processes[*i].group == group)
    }

    /// The position of the process with a rank among those of a group.
    #[must_use]
    pub fn process_at(&self, group: usize, rank: usize) -> Option<usize> {
        self.group(group).nth(rank)
    }

    /// The number of processes of a group.
    #[must_use]
    pub fn group_size(&self, group: usize) -> usize {
        self.group(group).count()
    }

    /// The processes in which a label of a collective assertion or invariant occurs, and those that
    /// must take part in it.
    #[must_use]
    pub fn participants(&self, label: Symbol) -> Vec<usize> {
        let has = |i: &usize| {
            let process = &self.processes[*i];
            process.takes_part.contains(&label) || process.graph.has_label(label)
        };
        (0..self.processes.len()).filter(has).collect()
    }

    /// All labels of collective assertions and of invariants, in order.
    #[must_use]
    pub fn labels(&self) -> BTreeSet<Symbol> {
        let graphs = self.processes.iter().map(|p| &p.graph);
        graphs.flat_map(ProcessGraph::labels).collect()
    }

    /// All variables of all processes.
    pub fn variables(&self) -> impl Iterator<Item = &Var> {
        let all = self.processes.iter().flat_map(|p| &p.variables);
        all.map(|variable| &variable.var)
    }

    /// All terms of the system: of its actions, annotations, assumptions and initial values.
    #[must_use]
    pub fn terms(&self) -> Vec<&Term> {
        let mut terms = self.shared_terms();
        for process in &self.processes {
            let edges = process.graph.edges().iter();
            terms.extend(edges.flat_map(|edge| edge.action.terms()));
        }
        terms
    }

    /// The terms that belong to no action.
    fn shared_terms(&self) -> Vec<&Term> {
        let mut terms = vec![&self.assumption, &self.ensures];
        for process in &self.processes {
            terms.extend(process.variables.iter().filter_map(|v| v.initial.as_ref()));
            let annotations = process.graph.annotations();
            terms.extend(annotations.filter_map(|(_, a)| a.invariant.as_ref()));
        }
        terms
    }

    /// The terms of the system in which its author says what matters: all but those that are only
    /// presumed, which are the same in all systems.
    #[must_use]
    pub fn telling_terms(&self) -> Vec<&Term> {
        let mut terms = self.shared_terms();
        for process in &self.processes {
            let edges = process.graph.edges().iter();
            let telling = edges.filter(|edge| !matches!(edge.action, Action::Presume(..)));
            terms.extend(telling.flat_map(|edge| edge.action.terms()));
        }
        terms
    }

    /// The uninterpreted functions that the system speaks of.
    #[must_use]
    pub fn functions(&self) -> BTreeSet<Function> {
        self.terms().into_iter().flat_map(Term::functions).collect()
    }

    /// Both systems side by side, without any communication between them. Inputs of the same name
    /// are the same input; the variables must differ already.
    #[must_use]
    pub fn beside(&self, other: &System) -> System {
        let mut both = self.clone();
        let groups = both.processes.iter().map(|p| p.group + 1).max();
        let groups = groups.unwrap_or(0);
        for input in &other.inputs {
            if !both.inputs.contains(input) {
                both.inputs.push(input.clone());
            }
        }
        both.assumption = Term::and([self.assumption.clone(), other.assumption.clone()]);
        both.ensures = Term::and([self.ensures.clone(), other.ensures.clone()]);
        both.leaves_no_messages |= other.leaves_no_messages;
        both.processes
            .extend(other.processes.iter().map(|process| Process {
                group: process.group + groups,
                ..process.clone()
            }));
        both
    }
}
