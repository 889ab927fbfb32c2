//! Symbolic states, as the interpreter of systems has concrete ones.

mod steps;

use std::collections::BTreeMap;

use evidence::collective::Maker;
use logic::{Substitution, Symbol, Term, Value};
use program::Location;
use program::system::{Action, Collective, Edge, Process, System};

pub(super) use steps::Step;

/// Where the processes are, what they know, and what is on its way. What the terms are over is
/// for the caller to know.
#[derive(Clone)]
pub(super) struct Symbolic {
    pub(super) at: Vec<Location>,
    pub(super) values: Substitution,
    pub(super) queues: BTreeMap<(usize, usize), Vec<(Term, Term)>>,
    pub(super) snapshots: BTreeMap<(Symbol, usize), Vec<Pending>>,
}

/// A snapshot that waits for partners.
#[derive(Clone)]
pub(super) struct Pending {
    formula: Term,
    pub(super) must_meet: bool,
    pub(super) values: Substitution,
}

impl Pending {
    /// The snapshot, without values, that an edge or location of a process makes for a label.
    pub(super) fn made_by(process: &Process, label: Symbol, maker: Maker) -> Option<Pending> {
        let (formula, must_meet) = match maker {
            Maker::Assertion(edge) => match &process.graph.edges().get(edge as usize)?.action {
                Action::CollectiveAssert {
                    label: own,
                    formula,
                } if *own == label => (formula.clone(), true),
                _ => return None,
            },
            Maker::Invariant(at) if (at as usize) < process.graph.location_count() => {
                let (own, formula) = process.graph.invariant(Location::at(at as usize))?;
                (own == label).then(|| (formula.clone(), false))?
            }
            Maker::Invariant(_) => return None,
        };
        Some(Pending {
            formula,
            must_meet,
            values: Substitution::new(),
        })
    }
}

impl Symbolic {
    /// The start: variables without an initial value are constants of their own names.
    pub(super) fn start(system: &System) -> Symbolic {
        let mut values = Substitution::new();
        for variable in system.processes.iter().flat_map(|p| &p.variables) {
            let initial = variable.initial.clone();
            let value = initial.unwrap_or_else(|| variable.var.term());
            values.insert(variable.var.clone(), value);
        }
        let processes = system.processes.iter();
        Symbolic {
            at: processes.map(|p| p.graph.entry()).collect(),
            values,
            queues: BTreeMap::new(),
            snapshots: BTreeMap::new(),
        }
    }

    pub(super) fn eval(&self, term: &Term) -> Term {
        self.values.apply(term)
    }

    /// The number that a term is, if it is a literal here.
    fn literal(&self, term: &Term) -> Option<usize> {
        match self.eval(term).as_value() {
            Some(Value::Int(number)) => usize::try_from(number.to_i64()?).ok(),
            _ => None,
        }
    }

    /// The process of the same group that a rank surely is.
    pub(super) fn sure_peer(&self, system: &System, process: usize, rank: &Term) -> Option<usize> {
        system.process_at(system.processes[process].group, self.literal(rank)?)
    }

    /// The edge of a process that communicates, if it is at one.
    pub(super) fn communication<'s>(&self, system: &'s System, process: usize) -> Option<&'s Edge> {
        let graph = &system.processes[process].graph;
        let mut edges = graph.edges_from(self.at[process]);
        let (_, edge) = edges.find(|(_, edge)| !edge.action.is_local())?;
        Some(edge)
    }

    /// The messages of a queue.
    pub(super) fn queue(&self, from: usize, to: usize) -> &[(Term, Term)] {
        self.queues.get(&(from, to)).map_or(&[], Vec::as_slice)
    }

    /// The processes that take part in a collective operation with this one, with their edges, where
    /// all are there.
    pub(super) fn partners<'s>(
        &self,
        system: &'s System,
        process: usize,
    ) -> Option<Vec<(usize, &'s Edge, &'s Collective)>> {
        let at = |process: usize| {
            let edge = self.communication(system, process)?;
            match &edge.action {
                Action::Collective(collective) => Some((process, edge, collective)),
                _ => None,
            }
        };
        let (_, _, own) = at(process)?;
        let group = system.group(system.processes[process].group);
        let partners: Vec<_> = group.map(at).collect::<Option<_>>()?;
        let agree = partners.iter().all(|(_, _, other)| own.agrees_with(other));
        agree.then_some(partners)
    }

    /// Leaves the place where a process is: an invariant there gets a snapshot. Returns what must
    /// hold for that.
    fn leave(&mut self, system: &System, process: usize) -> Vec<(Term, String)> {
        let graph = &system.processes[process].graph;
        let Some((label, formula)) = graph.invariant(self.at[process]) else {
            return Vec::new();
        };
        let pending = Pending {
            formula: formula.clone(),
            must_meet: false,
            values: self.own_values(system, process),
        };
        self.contribute(system, label, process, pending)
    }

    fn own_values(&self, system: &System, process: usize) -> Substitution {
        let variables = system.processes[process].variables.iter();
        let values = variables.map(|v| (v.var.clone(), self.eval(&v.var.term())));
        values.collect()
    }

    /// Adds a snapshot; where it completes a collective assertion, returns what must hold.
    fn contribute(
        &mut self,
        system: &System,
        label: Symbol,
        process: usize,
        pending: Pending,
    ) -> Vec<(Term, String)> {
        let queue = self.snapshots.entry((label, process)).or_default();
        queue.push(pending);
        let participants = system.participants(label);
        let has = |p: &usize| self.snapshots.contains_key(&(label, *p));
        if !participants.iter().all(has) {
            return Vec::new();
        }
        let mut together = Substitution::new();
        let mut formulas = Vec::new();
        for participant in participants {
            let Some(queue) = self.snapshots.get_mut(&(label, participant)) else {
                continue;
            };
            let pending = queue.remove(0);
            if queue.is_empty() {
                self.snapshots.remove(&(label, participant));
            }
            for (var, value) in pending.values.iter() {
                together.insert(var.clone(), value.clone());
            }
            formulas.push(pending.formula);
        }
        let why = format!("the collective assertion {label} may fail");
        let formulas = formulas.iter().map(|formula| together.apply(formula));
        formulas.map(|formula| (formula, why.clone())).collect()
    }

    /// That another state is this one with values for its constants: equalities for what is not the
    /// same on its face; `None` where they differ in more than values.
    pub(super) fn equalities(
        &self,
        instance: &Substitution,
        other: &Symbolic,
    ) -> Option<Vec<Term>> {
        let mut pairs: Vec<(&Term, &Term)> = Vec::new();
        pair_up(&self.values, &other.values, &mut pairs)?;
        let same_keys = self.queues.keys().eq(other.queues.keys())
            && self.snapshots.keys().eq(other.snapshots.keys());
        if self.at != other.at || !same_keys {
            return None;
        }
        for (mine, theirs) in self.queues.values().zip(other.queues.values()) {
            if mine.len() != theirs.len() {
                return None;
            }
            for ((tag, value), (other_tag, other_value)) in mine.iter().zip(theirs) {
                pairs.push((tag, other_tag));
                pairs.push((value, other_value));
            }
        }
        for (mine, theirs) in self.snapshots.values().zip(other.snapshots.values()) {
            if mine.len() != theirs.len() {
                return None;
            }
            for (one, another) in mine.iter().zip(theirs) {
                if one.formula != another.formula || one.must_meet != another.must_meet {
                    return None;
                }
                pair_up(&one.values, &another.values, &mut pairs)?;
            }
        }
        let mut equalities = Vec::new();
        for (mine, theirs) in pairs {
            let mine = instance.apply(mine);
            if mine != *theirs {
                if mine.sort().carrier() != theirs.sort().carrier() {
                    return None;
                }
                equalities.push(Term::eq(mine, theirs.clone()));
            }
        }
        Some(equalities)
    }
}

fn pair_up<'t>(
    mine: &'t Substitution,
    theirs: &'t Substitution,
    pairs: &mut Vec<(&'t Term, &'t Term)>,
) -> Option<()> {
    if mine.iter().count() != theirs.iter().count() {
        return None;
    }
    for (var, value) in mine.iter() {
        pairs.push((value, theirs.get(var)?));
    }
    Some(())
}
