//! The rules for runs that violate a claim and are too long to be written down.
//!
//! What they show: from each concrete state that a cut or a node stands for, some run fails.
//!
//! - *Start*: the run begins with values that the system allows, so that there is such a state.
//! - *Turn*: the ways of a node are steps of its mover, and a `havoc` gives a value of its sort.
//! - *Possible*: in each state of a node, one of its ways can be taken.
//! - *Cases*: nothing fails on the way.
//! - *Failure*: a step that is said to fail does; where nobody moves nobody can, and the run has
//!   ended as it should not.
//! - *Match*: where a way leads to a cut, the state there is an instance of the cut's.
//! - *Rank*: from cut to cut the ranks fall. They are lists of integers: an entry that was not
//!   negative falls, and none in front of it rises.
//! - *Once*: only one way leads to a node, so that between cuts there is no cycle.
//!
//! Why this suffices: let a state of a cut be one from which no run fails. Some way leads on from
//! each of the nodes behind it (*Possible*), and as these are a finite tree (*Once*), to a failure
//! or to a cut, with a state from which no run fails either, and with a smaller rank. Ranks cannot
//! fall forever: of the entries that fall infinitely often while those in front of them stay as
//! they are from some time on, the first is never negative before it falls. So there is no such
//! state; and the state at the start is one of its node's. Nothing is taken for granted here that is
//! not shown for all values of the constants that the condition allows, so that a condition that
//! nothing satisfies is of no use: no state could be shown to be an instance of its cut.
//!
//! A loop may communicate, and processes may go round several loops together. All that is under
//! way is part of a cut's state, so that a loop that leaves messages or requests behind comes to
//! no instance of its cut.

pub(super) mod way;

use std::collections::BTreeSet;

use budget::Budget;
use evidence::collective::fresh_name;
use evidence::long_run::{Goal, LongRun, Turn, Way};
use logic::smtlib::Declarations;
use logic::{Model, Substitution, Term, Var, recursion};
use program::system::concrete::{Interpreter, left_over};
use program::system::{Action, State, Step, Symbolic, System, step, steps};
use question::Safe;

use super::cuts::{ReadCut, equalities, read_cut};
use super::premises::Premises;
use super::read;
use crate::{Accepted, Established, Rejected, broken};

/// Checks a way to a failure.
pub(crate) fn check(question: &Safe, run: &LongRun, budget: &Budget) -> Result<Accepted, Rejected> {
    let system = &question.system;
    let start = rule_start(system, run)?;
    let names = names_of(system);
    let cuts = run.cuts.iter().enumerate();
    let cuts = cuts
        .map(|(position, cut)| read_cut(system, cut, &names, position))
        .collect::<Result<Vec<_>, _>>()?;
    let mut checker = Checker {
        system,
        run,
        budget,
        cuts,
        premises: Premises::new(system, budget),
        visited: BTreeSet::new(),
        rank: None,
        obligations: 0,
    };
    let inputs = start.iter().filter(|(var, _)| system.inputs.contains(var));
    let inputs = inputs.map(|(var, value)| Term::eq(var.term(), value.clone()));
    checker.premises.push(&Term::and(inputs));
    let given: Substitution = start.iter().cloned().collect();
    let state = State::start(system);
    let state = state.with_terms(&given.apply_all(&state.terms()));
    checker.visit(0, &state, &names)?;
    for position in 0..checker.cuts.len() {
        let cut = checker.cuts[position].clone();
        checker.rank = Some(cut.measures);
        checker.premises.push(&cut.condition);
        let visited = checker.visit(cut.node, &cut.state, &cut.names);
        checker.premises.pop();
        visited?;
    }
    Ok(Accepted {
        verdict: Established::Refuted,
        obligations: checker.obligations,
        vacuous: None,
    })
}

/// The names that all parts of the evidence share.
fn names_of(system: &System) -> Declarations {
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
    names
}

/// The values that the run begins with, which the system allows.
fn rule_start(system: &System, run: &LongRun) -> Result<Vec<(Var, Term)>, Rejected> {
    let wrong = |what: &str| broken("Start", what.to_owned());
    let start = run.start(system);
    let start = start.ok_or_else(|| wrong("the values do not fit the variables"))?;
    let is_input = |(var, _): &&(Var, _)| system.inputs.contains(var);
    let inputs: Model = start.iter().filter(is_input).cloned().collect();
    let allowed = Interpreter::new(system, inputs)?;
    allowed.ok_or_else(|| wrong("the inputs are not allowed"))?;
    let terms = start.into_iter();
    Ok(terms
        .map(|(var, value)| (var, Term::value(value)))
        .collect())
}

/// The state of the check: the premises are what is known at the node that is visited.
struct Checker<'a> {
    system: &'a System,
    run: &'a LongRun,
    budget: &'a Budget,
    cuts: Vec<ReadCut>,
    premises: Premises<'a>,
    /// The nodes that some way has led to.
    visited: BTreeSet<u32>,
    /// The rank of the cut from which the visit comes; none from the start.
    rank: Option<Vec<Term>>,
    obligations: usize,
}

impl Checker<'_> {
    /// What is known here implies the formula.
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

    fn visit(&mut self, node: u32, state: &State, names: &Declarations) -> Result<(), Rejected> {
        recursion::guard(|| self.visit_inside(node, state, names))
    }

    fn visit_inside(
        &mut self,
        number: u32,
        state: &State,
        names: &Declarations,
    ) -> Result<(), Rejected> {
        self.budget.check()?;
        let run = self.run;
        let node = run.nodes.get(number as usize);
        let node = node.ok_or(Rejected::Dangling {
            what: "node",
            position: number,
        })?;
        if !self.visited.insert(number) {
            let what = format!("two ways lead to node {number}");
            return Err(broken("Once", what));
        }
        let Some(mover) = node.mover else {
            return self.rule_end(number, node, state);
        };
        let mover = mover as usize;
        if mover >= self.system.mover_count() {
            return Err(broken("Turn", format!("the mover of {number} is none")));
        }
        let taken = node.ways.iter();
        let taken = taken
            .map(|way| self.rule_turn(number, state, mover, way, names))
            .collect::<Result<Vec<_>, _>>()?;
        let some = Term::or(taken.iter().map(|step| step.guard.clone()));
        self.prove("Possible", &some, || {
            format!("node {number}: no way can be taken")
        })?;
        for (way, step) in node.ways.iter().zip(taken) {
            self.premises.push(&step.guard);
            let followed = self.follow(number, way, &step, names);
            self.premises.pop();
            followed?;
        }
        Ok(())
    }

    /// The step that a way is. The value that it gives is one that a `havoc` may give.
    fn rule_turn(
        &mut self,
        number: u32,
        state: &State,
        mover: usize,
        way: &Way,
        names: &Declarations,
    ) -> Result<Step, Rejected> {
        let wrong = |what: &str| broken("Turn", format!("node {number}: {what}"));
        let value = way.value.as_ref().map(|text| read(text, names));
        let value = value.transpose()?;
        // The value of a choice is that of its own edge; what others of the same place choose is not
        // looked at.
        let process = &self.system.processes[self.system.process_of(mover)];
        let edge = process.graph.edges().get(way.edge as usize);
        let chosen = match edge.map(|edge| &edge.action) {
            Some(Action::Havoc(var)) => Some(var),
            _ => None,
        };
        let given = match (chosen, value) {
            (None, None) => None,
            (Some(var), Some(value)) if value.sort().carrier() == var.sort.carrier() => Some(value),
            _ => return Err(wrong("a value is missing, or is none of a choice")),
        };
        let mut fresh = |var: &Var| match &given {
            Some(value) if Some(var) == chosen => value.clone(),
            _ => Var::new(fresh_name(number, mover).as_str(), var.sort.clone()).term(),
        };
        let way = (mover, way.edge as usize, &*way.path);
        let step = step(self.system, &Symbolic, state, way, &mut fresh);
        let step = step.expect("symbols always have a value");
        let step = step.ok_or_else(|| wrong("a way is no step of its mover"))?;
        if step.fresh != given {
            return Err(wrong("a value is none of a choice"));
        }
        if let (Some(var), Some(value)) = (chosen, &given) {
            self.prove("Turn", &program::in_sort(value, &var.sort), || {
                format!("node {number}: {} cannot have its value", var.name)
            })?;
        }
        Ok(step)
    }

    /// Goes where a way leads, whose guard is known.
    fn follow(
        &mut self,
        number: u32,
        way: &Way,
        step: &Step,
        names: &Declarations,
    ) -> Result<(), Rejected> {
        if way.to == Goal::Failure {
            let duties = step.duties.iter().map(|duty| duty.formula.clone());
            let fails = Term::not(Term::and(duties));
            return self.prove("Failure", &fails, || {
                format!("node {number}: edge {} need not fail", step.edge)
            });
        }
        for duty in &step.duties {
            let what = || format!("node {number}: {:?}", duty.failure);
            self.prove("Cases", &duty.formula, what)?;
        }
        match &way.to {
            Goal::Node(next) => self.visit(*next, &step.next, names),
            Goal::Cut { cut, with } => self.rule_match(number, *cut, with, &step.next, names),
            Goal::Failure => Ok(()),
        }
    }

    /// The state is an instance of the cut's, with a smaller rank than that of the cut it comes from.
    fn rule_match(
        &mut self,
        number: u32,
        cut: u32,
        with: &[String],
        state: &State,
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
        let equalities = equalities(&target.state, &instance, state);
        let mut claims = equalities.ok_or_else(|| wrong("they have different shapes"))?;
        claims.push(instance.apply(&target.condition));
        let after = instance.apply_all(&target.measures);
        self.prove("Match", &Term::and(claims), || {
            format!("node {number} is no instance of cut {cut}")
        })?;
        let Some(before) = self.rank.clone() else {
            return Ok(());
        };
        if before.len() != after.len() {
            return Err(broken("Rank", "ranks have different lengths".to_owned()));
        }
        self.prove("Rank", &falls(&before, &after), || {
            format!("node {number}: the rank of cut {cut} need not be smaller")
        })
    }

    /// Nobody can move, and the run has ended as it should not.
    fn rule_end(&mut self, number: u32, node: &Turn, state: &State) -> Result<(), Rejected> {
        let system = self.system;
        if !node.ways.is_empty() {
            return Err(broken("Turn", format!("nobody takes the ways of {number}")));
        }
        for mover in 0..system.mover_count() {
            let mut fresh = |var: &Var| {
                let name = fresh_name(number, mover);
                Var::new(name.as_str(), var.sort.clone()).term()
            };
            let all = steps(system, &Symbolic, state, mover, &mut fresh);
            for step in all.expect("symbols always have a value") {
                self.prove("Failure", &Term::not(step.guard.clone()), || {
                    format!("node {number}: {mover} can move")
                })?;
            }
        }
        let running = (0..system.processes.len())
            .filter(|process| state.at[*process] != system.processes[*process].graph.exit());
        let running: Vec<usize> = running.collect();
        let waits = |process: &usize| {
            let graph = &system.processes[*process].graph;
            let mut edges = graph.edges_from(state.at[*process]);
            edges.any(|(_, edge)| !edge.action.is_local())
        };
        if !running.iter().all(waits) {
            let what = format!("node {number}: a process has stopped at an assumption");
            return Err(broken("Failure", what));
        }
        if !running.is_empty() || left_over(system, state).is_some() {
            return Ok(());
        }
        let mut values = Substitution::new();
        for (process, own) in system.processes.iter().zip(&state.values) {
            for (variable, value) in process.variables.iter().zip(own.iter()) {
                values.insert(variable.var.clone(), value.clone());
            }
        }
        let ensured = values.apply(&system.ensures);
        self.prove("Failure", &Term::not(ensured), || {
            format!("node {number}: the run may end as it should")
        })
    }
}

/// That a rank is smaller than another one: an entry that was not negative falls, and none in front
/// of it rises.
fn falls(before: &[Term], after: &[Term]) -> Term {
    let mut falls = Vec::new();
    for position in 0..before.len() {
        let entries = || before.iter().zip(after);
        let stays = entries().take(position);
        let stays = stays.map(|(before, after)| Term::le(after.clone(), before.clone()));
        let (was, is) = (&before[position], &after[position]);
        let is_left = Term::le(Term::int(0), was.clone());
        let is_less = Term::lt(is.clone(), was.clone());
        falls.push(Term::and(stays.chain([is_left, is_less])));
    }
    Term::or(falls)
}
