//! Rules for systems of communicating processes (papers/002).
//!
//! A proof is a graph of symbolic states. Its rules say that every concrete run is covered, up to
//! the order of steps that do not concern each other:
//!
//! - *Cases*: at each node, the steps of its movers are executed symbolically; each case that the
//!   condition allows leads on. No case may fail.
//! - *Match*: where a case leads to a cut, the state there is an instance of the cut's.
//! - *Movers*: the movers are all processes, or their steps form a persistent set that is not empty
//!   in any concrete state of the node ([`movers`]).
//! - *Ignoring*: each infinite run through the graph gives every process its turn infinitely
//!   often, or visits infinitely often nodes at which it surely cannot move ([`ignoring`]). Without
//!   it, a process that runs forever would hide the failures of all others.
//! - *End*: where nobody can move, all processes have ended as the claim demands, or some process
//!   has stopped at an assumption.
//!
//! Why this suffices: let a run from a concrete state of a node lead to a failure or to a state
//! without steps, with as few steps as possible. Where some of its steps are the movers', the first
//! such step commutes with those before it, and taking it first leaves a shorter run to a failure
//! from a covered state. Where none is, a step of the movers (there is one) commutes with the whole
//! run, which remains possible behind it; by *Ignoring* that cannot go on forever, since the first
//! process of the run stays able to move. So the failure is a failing case of some node, or the
//! state without steps belongs to a node at which all processes are movers.
//!
//! The solver is asked about formulas without quantifiers, except where the system's own
//! assertions have some.

mod ignoring;
mod movers;
mod premises;
mod run;
mod symbolic;

use std::collections::BTreeSet;

use budget::Budget;
use evidence::collective::{Case, Covering, Cut, Target};
use logic::smtlib::{Declarations, parse_term};
use logic::{Substitution, Symbol, Term, Var, recursion};
use program::system::System;
use program::{Location, Task};

use crate::{Accepted, Established, Rejected, Vacuity, broken};
use ignoring::Way;
use premises::Premises;
pub(crate) use run::check as check_run;
use symbolic::{Pending, Step, Symbolic};

/// Checks a proof.
pub(crate) fn check(
    task: &Task,
    covering: &Covering,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let system = task.system.as_deref().ok_or(Rejected::WrongKind)?;
    let mut names = Declarations::new();
    for var in &system.inputs {
        names.add_var(var);
    }
    for function in system.functions() {
        names.add_function(&function);
    }
    for var in system.variables() {
        names.add_sort(&var.sort);
    }
    let cuts = covering.cuts.iter().enumerate();
    let cuts = cuts
        .map(|(position, cut)| read_cut(system, cut, &names, position))
        .collect::<Result<Vec<_>, _>>()?;
    let mut checker = Checker {
        system,
        covering,
        budget,
        cuts,
        premises: Premises::new(system, budget),
        visited: vec![false; covering.nodes.len()],
        source: None,
        on_way: Vec::new(),
        ways: Vec::new(),
        obligations: 0,
    };
    let vacuous = checker.premises.are_contradictory();
    let mut start_names = names.clone();
    for var in system.variables() {
        start_names.add_var(var);
    }
    checker.visit(0, Symbolic::start(system), &start_names)?;
    for position in 0..checker.cuts.len() {
        let cut = checker.cuts[position].clone();
        checker.source = Some(position);
        checker.premises.push(&cut.condition);
        let visited = checker.visit(cut.node, cut.state, &cut.names);
        checker.premises.pop();
        visited?;
    }
    checker.rule_ignoring()?;
    Ok(Accepted {
        verdict: Established::Proved,
        obligations: checker.obligations,
        vacuous: vacuous.then_some(Vacuity::NoStart),
    })
}

/// A cut as terms.
#[derive(Clone)]
struct ReadCut {
    constants: Vec<Var>,
    state: Symbolic,
    condition: Term,
    measures: Vec<Term>,
    node: u32,
    names: Declarations,
}

fn read(text: &str, names: &Declarations) -> Result<Term, Rejected> {
    parse_term(text, names).map_err(|error| broken("Terms", error.to_string()))
}

fn read_cut(
    system: &System,
    cut: &Cut,
    names: &Declarations,
    position: usize,
) -> Result<ReadCut, Rejected> {
    let wrong = |what: &str| broken("Cut", format!("cut {position}: {what}"));
    let mut names = names.clone();
    let mut constants = Vec::new();
    for constant in &cut.constants {
        let sort = constant.sort.decode(system);
        let sort = sort.ok_or_else(|| wrong("a constant has no sort of the system"))?;
        let var = Var::new(Symbol::new(&constant.name), sort);
        let taken = |other: &Var| other.name == var.name;
        if var.name.as_str().starts_with("new!")
            || system.inputs.iter().any(taken)
            || constants.iter().any(taken)
        {
            return Err(wrong("the name of a constant is taken"));
        }
        names.add_var(&var);
        constants.push(var);
    }
    let locations = cut.at.iter().zip(&system.processes);
    let fits = locations
        .clone()
        .all(|(at, process)| (*at as usize) < process.graph.location_count());
    if cut.at.len() != system.processes.len() || cut.values.len() != cut.at.len() || !fits {
        return Err(wrong("it does not speak of the processes"));
    }
    let mut state = Symbolic::start(system);
    state.at = cut.at.iter().map(|at| Location::at(*at as usize)).collect();
    for (process, texts) in system.processes.iter().zip(&cut.values) {
        if texts.len() != process.variables.len() {
            return Err(wrong("it does not speak of all variables"));
        }
        for (variable, text) in process.variables.iter().zip(texts) {
            let value = read(text, &names)?;
            if value.sort().carrier() != variable.var.sort.carrier() {
                return Err(wrong("a value has another sort than its variable"));
            }
            state.values.insert(variable.var.clone(), value);
        }
    }
    for queue in &cut.queues {
        let mut messages = Vec::new();
        for (tag, value) in &queue.messages {
            messages.push((read(tag, &names)?, read(value, &names)?));
        }
        let ends = (queue.from as usize, queue.to as usize);
        let known = |process: usize| process < system.processes.len();
        if messages.is_empty()
            || !known(ends.0)
            || !known(ends.1)
            || state.queues.insert(ends, messages).is_some()
        {
            return Err(wrong("a queue is none"));
        }
    }
    for snapshots in &cut.snapshots {
        let process = snapshots.process as usize;
        let label = Symbol::new(&snapshots.label);
        let owner = system.processes.get(process);
        let owner = owner.ok_or_else(|| wrong("snapshots have no process"))?;
        let mut waiting = Vec::new();
        for snapshot in &snapshots.waiting {
            let pending = Pending::made_by(owner, label, snapshot.made_by);
            let mut pending = pending.ok_or_else(|| wrong("a snapshot has no maker"))?;
            if snapshot.values.len() != owner.variables.len() {
                return Err(wrong("a snapshot does not speak of all variables"));
            }
            for (variable, text) in owner.variables.iter().zip(&snapshot.values) {
                let value = read(text, &names)?;
                if value.sort().carrier() != variable.var.sort.carrier() {
                    return Err(wrong("a value has another sort than its variable"));
                }
                pending.values.insert(variable.var.clone(), value);
            }
            waiting.push(pending);
        }
        if waiting.is_empty() || state.snapshots.insert((label, process), waiting).is_some() {
            return Err(wrong("snapshots are none"));
        }
    }
    let condition = cut.condition.iter().map(|text| {
        let formula = read(text, &names)?;
        let is_formula = *formula.sort() == logic::Sort::Bool;
        is_formula
            .then_some(formula)
            .ok_or_else(|| wrong("a condition is no formula"))
    });
    let condition = condition.collect::<Result<Vec<_>, _>>()?;
    let measures = cut.measures.iter().map(|text| {
        let measure = read(text, &names)?;
        let is_integer = measure.sort().carrier() == logic::Sort::Int;
        is_integer
            .then_some(measure)
            .ok_or_else(|| wrong("a measure is no integer"))
    });
    let measures = measures.collect::<Result<Vec<_>, _>>()?;
    Ok(ReadCut {
        constants,
        state,
        condition: Term::and(condition),
        measures,
        node: cut.node,
        names,
    })
}

/// The state of the check: the premises are the condition of the node that is visited.
struct Checker<'a> {
    system: &'a System,
    covering: &'a Covering,
    budget: &'a Budget,
    cuts: Vec<ReadCut>,
    premises: Premises<'a>,
    visited: Vec<bool>,
    /// The cut from which the visit comes; none from the start.
    source: Option<usize>,
    /// For each node on the way from there, the processes that move there or surely cannot.
    on_way: Vec<BTreeSet<usize>>,
    /// The ways from cut to cut.
    ways: Vec<Way>,
    obligations: usize,
}

impl Checker<'_> {
    /// The condition implies the formula.
    fn prove(
        &mut self,
        rule: &'static str,
        formula: &Term,
        what: impl FnOnce() -> String,
    ) -> Result<(), Rejected> {
        self.obligations += 1;
        match self.premises.imply(formula) {
            Ok(true) => Ok(()),
            Ok(false) => Err(broken(rule, what())),
            Err(reason) => Err(Rejected::Unanswered(reason)),
        }
    }

    fn visit(&mut self, node: u32, state: Symbolic, names: &Declarations) -> Result<(), Rejected> {
        recursion::guard(|| self.visit_inside(node, state, names))
    }

    fn visit_inside(
        &mut self,
        number: u32,
        state: Symbolic,
        names: &Declarations,
    ) -> Result<(), Rejected> {
        self.budget.check()?;
        let position = number as usize;
        let covering = self.covering;
        let node = covering.nodes.get(position).ok_or(Rejected::Dangling {
            what: "node",
            position: number,
        })?;
        // A node of a tree has one state only, which is the one that it is visited with.
        if std::mem::replace(&mut self.visited[position], true) {
            return Err(broken("Tree", format!("node {number} is reached twice")));
        }
        let movers: BTreeSet<usize> = node.movers.iter().map(|p| *p as usize).collect();
        if movers.iter().any(|p| *p >= self.system.processes.len()) {
            return Err(broken("Movers", format!("a mover of {number} is none")));
        }
        let mut steps = Vec::new();
        for process in &movers {
            steps.extend(state.steps(self.system, *process, number));
        }
        self.rule_movers(number, &state, &movers, &steps)?;
        let served = (0..self.system.processes.len())
            .filter(|p| movers.contains(p) || state.is_disabled(self.system, *p))
            .collect();
        for step in &steps {
            for (duty, why) in &step.duties {
                let formula = Term::implies(step.guard.clone(), duty.clone());
                self.prove("Cases", &formula, || format!("node {number}: {why}"))?;
            }
        }
        self.on_way.push(served);
        for step in steps {
            self.rule_case(number, &node.cases, step, names)?;
        }
        self.on_way.pop();
        Ok(())
    }

    /// The case leads somewhere, or is impossible.
    fn rule_case(
        &mut self,
        number: u32,
        cases: &[Case],
        step: Step,
        names: &Declarations,
    ) -> Result<(), Rejected> {
        let listed = cases.iter().find(|case| {
            case.process as usize == step.process
                && case.edge as usize == step.edge
                && case.peer.map(|p| p as usize) == step.peer
                && case.position.map(|p| p as usize) == step.position
        });
        let Some(case) = listed else {
            return self.prove("Cases", &Term::not(step.guard.clone()), || {
                let (process, edge) = (step.process, step.edge);
                format!("node {number}: edge {edge} of process {process} is possible")
            });
        };
        let wider;
        let names = match &step.fresh {
            Some(var) => {
                let mut more = names.clone();
                more.add_var(var);
                wider = more;
                &wider
            }
            None => names,
        };
        self.premises.push(&step.guard);
        let done = match &case.to {
            Target::Node(next) => self.visit(*next, step.next, names),
            Target::Cut { cut, with } => self.rule_match(number, *cut, with, &step.next, names),
        };
        self.premises.pop();
        done
    }

    /// The state is an instance of the cut's: with these values for its constants, everything is
    /// the same, and its condition holds.
    fn rule_match(
        &mut self,
        number: u32,
        cut: u32,
        with: &[String],
        state: &Symbolic,
        names: &Declarations,
    ) -> Result<(), Rejected> {
        let wrong = |what: &str| broken("Match", format!("node {number} and cut {cut}: {what}"));
        let target = self.cuts.get(cut as usize).ok_or(Rejected::Dangling {
            what: "cut",
            position: cut,
        })?;
        if with.len() != target.constants.len() {
            return Err(wrong("a constant has no value"));
        }
        let mut instance = Substitution::new();
        for (constant, text) in target.constants.iter().zip(with) {
            let value = read(text, names)?;
            if value.sort().carrier() != constant.sort.carrier() {
                return Err(wrong("a value has another sort than its constant"));
            }
            instance.insert(constant.clone(), value);
        }
        let equalities = target.state.equalities(&instance, state);
        let mut claims = equalities.ok_or_else(|| wrong("they have different shapes"))?;
        claims.push(instance.apply(&target.condition));
        let left = instance.apply_all(&target.measures);
        self.prove("Match", &Term::and(claims), || {
            format!("node {number} is no instance of cut {cut}")
        })?;
        self.note_way(cut as usize, &left);
        Ok(())
    }
}
