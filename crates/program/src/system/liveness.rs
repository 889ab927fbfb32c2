//! Which variables of a process can still matter.
//!
//! A variable is *dead* at a location if no run from there reads it before writing it. Two states
//! that differ in the values of dead variables only have the same steps, the same failures and the
//! same ends, apart from these values.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Symbol, Term, Var};
use rustc_hash::FxHashSet;

use super::{Action, Edge, Process, System};
use crate::Location;

/// The live variables of each process at each of its locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Liveness {
    /// By process, location and position of the variable.
    live: Vec<Vec<Vec<bool>>>,
}

impl Liveness {
    /// The live variables of a system.
    #[must_use]
    pub fn of(system: &System) -> Liveness {
        let processes = system.processes.iter();
        let mut claimed: BTreeMap<Symbol, FxHashSet<Var>> = BTreeMap::new();
        for (label, formula) in processes.clone().flat_map(claims) {
            claimed
                .entry(label)
                .or_default()
                .extend(formula.free_vars());
        }
        let ensured: FxHashSet<Var> = system.ensures.free_vars().into_iter().collect();
        Liveness {
            live: processes.map(|p| live_of(&claimed, &ensured, p)).collect(),
        }
    }

    /// Whether a variable of a process, by its position, may be read from a location on before it
    /// is written.
    #[must_use]
    pub fn is_live(&self, process: usize, at: Location, variable: usize) -> bool {
        self.live[process][at.index()][variable]
    }
}

/// What the variables of one process are read by.
struct Readers<'a> {
    process: &'a Process,
    /// What the formulas of each label speak of, whoever claims them: all of them read snapshots of
    /// the process.
    claimed: &'a BTreeMap<Symbol, FxHashSet<Var>>,
    /// What operations that were made before may read where they begin or are completed.
    operations: BTreeSet<usize>,
}

impl<'a> Readers<'a> {
    fn new(claimed: &'a BTreeMap<Symbol, FxHashSet<Var>>, process: &'a Process) -> Self {
        let mut readers = Readers {
            process,
            claimed,
            operations: BTreeSet::new(),
        };
        let begun = process.graph.edges().iter();
        let begun = begun.filter(|edge| matches!(edge.action, Action::Begin { .. }));
        let terms: Vec<&Term> = begun.flat_map(|edge| edge.action.terms()).collect();
        readers.operations = readers.positions(terms.into_iter().flat_map(Term::free_vars));
        readers
    }

    /// The positions of those variables that are the process's.
    fn positions(&self, vars: impl IntoIterator<Item = Var>) -> BTreeSet<usize> {
        self.positions_in(&vars.into_iter().collect())
    }

    fn positions_in(&self, vars: &FxHashSet<Var>) -> BTreeSet<usize> {
        let own = self.process.variables.iter().enumerate();
        let own = own.filter(|(_, variable)| vars.contains(&variable.var));
        own.map(|(position, _)| position).collect()
    }

    /// What a snapshot for a label is read for.
    fn claimed(&self, label: Symbol) -> BTreeSet<usize> {
        let vars = self.claimed.get(&label);
        vars.map(|vars| self.positions_in(vars)).unwrap_or_default()
    }

    /// What an edge reads.
    fn reads(&self, edge: &Edge) -> BTreeSet<usize> {
        let mut read = match &edge.action {
            // Its own formula is one of those of its label.
            Action::CollectiveAssert { label, .. } => self.claimed(*label),
            action => {
                let terms = action.terms().into_iter();
                self.positions(terms.flat_map(Term::free_vars))
            }
        };
        match &edge.action {
            Action::Start { .. } | Action::Complete(_) => read.extend(&self.operations),
            _ => {}
        }
        if let Some((label, _)) = self.process.graph.invariant(edge.from) {
            read.extend(self.claimed(label));
        }
        read
    }

    /// What an edge surely writes.
    fn overwrites(&self, edge: &Edge) -> BTreeSet<usize> {
        match &edge.action {
            Action::Assign(..)
            | Action::Havoc(_)
            | Action::MayWait { .. }
            | Action::Receive { .. } => self.positions(edge.action.writes().into_iter().cloned()),
            _ => BTreeSet::new(),
        }
    }
}

/// The formulas that a process claims of snapshots, with their labels.
fn claims(process: &Process) -> impl Iterator<Item = (Symbol, &Term)> {
    let edges = process.graph.edges().iter();
    let asserted = edges.filter_map(|edge| match &edge.action {
        Action::CollectiveAssert { label, formula } => Some((*label, formula)),
        _ => None,
    });
    let annotations = process.graph.annotations();
    let invariants = annotations.filter_map(|(_, a)| Some((a.label, a.invariant.as_ref()?)));
    asserted.chain(invariants)
}

fn live_of(
    claimed: &BTreeMap<Symbol, FxHashSet<Var>>,
    ensured: &FxHashSet<Var>,
    process: &Process,
) -> Vec<Vec<bool>> {
    let graph = &process.graph;
    let readers = Readers::new(claimed, process);
    let mut live = vec![vec![false; process.variables.len()]; graph.location_count()];
    let results = readers.positions(process.outputs.iter().cloned());
    for position in results.into_iter().chain(readers.positions_in(ensured)) {
        live[graph.exit().index()][position] = true;
    }
    let mut incoming = vec![Vec::new(); graph.location_count()];
    let mut flows = Vec::new();
    for (number, edge) in graph.edges().iter().enumerate() {
        incoming[edge.to.index()].push(number);
        flows.push((readers.reads(edge), readers.overwrites(edge)));
    }
    let mut open: Vec<usize> = (0..graph.edges().len()).collect();
    while let Some(number) = open.pop() {
        let edge = &graph.edges()[number];
        let (reads, overwrites) = &flows[number];
        let behind = live[edge.to.index()].clone();
        let mut grows = false;
        for (position, here) in live[edge.from.index()].iter_mut().enumerate() {
            let passes = behind[position] && !overwrites.contains(&position);
            if passes || reads.contains(&position) {
                grows |= !std::mem::replace(here, true);
            }
        }
        if grows {
            open.extend(&incoming[edge.from.index()]);
        }
    }
    live
}
