//! Rules for systems of communicating processes (papers/002).
//!
//! A proof is a graph of symbolic states. Its rules say that every concrete run is covered, up to
//! the order of steps that do not concern each other:
//!
//! - *Cases*: at each node, the steps of its movers are executed symbolically; each case that the
//!   condition allows leads on. No case may fail.
//!   What a duty is about that the language leaves undefined may be assumed (`assumes`): then the
//!   proof is about the runs in which it holds, and that is part of the verdict.
//! - *Match*: where a case leads to a cut, the state there is an instance of the cut's.
//! - *Join*: where cases lead to the same node, their states are the same, and the condition of each
//!   implies that of the first one, with which the node is executed (`joins`).
//! - *Movers*: the movers are all processes, or their steps form a persistent set that is not empty
//!   in any concrete state of the node (`movers`).
//! - *Ignoring*: each infinite run through the graph gives every process its turn infinitely
//!   often, or visits infinitely often nodes at which it surely cannot move (`ignoring`). Without
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

mod cuts;
mod ignoring;
mod joins;
mod long_run;
mod movers;
mod premises;
mod run;

use std::collections::BTreeSet;

use budget::Budget;
use evidence::collective::{Case, Covering, Presumption, Target, fresh_name};
use logic::smtlib::{Declarations, parse_term};
use logic::{Substitution, Term, Var, recursion};
use program::system::{Duty, Liveness, State, Step, Symbolic, System, steps};
use question::Safe;

pub use self::long_run::way::{Part, Rounds, way};
use crate::{Accepted, Established, Rejected, Vacuity, broken};
use cuts::{ReadCut, equalities, read_cut};
use ignoring::Passage;
use joins::Joins;
pub(crate) use long_run::check as check_long_run;
use premises::Premises;
pub(crate) use run::check as check_run;

/// Checks a proof.
pub(crate) fn check(
    question: &Safe,
    covering: &Covering,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let system = &question.system;
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
        liveness: Liveness::of(system),
        joins: Joins::of(covering),
        source: None,
        passages: Vec::new(),
        obligations: 0,
    };
    let vacuous = checker.premises.are_contradictory();
    let mut start_names = names.clone();
    for var in system.variables() {
        start_names.add_var(var);
    }
    checker.visit(0, State::start(system), &start_names, &BTreeSet::new())?;
    for position in 0..checker.cuts.len() {
        let cut = checker.cuts[position].clone();
        checker.source = Some(position);
        checker.premises.push(&cut.condition);
        let visited = checker.visit(cut.node, cut.state, &cut.names, &BTreeSet::new());
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

fn read(text: &str, names: &Declarations) -> Result<Term, Rejected> {
    parse_term(text, names).map_err(|error| broken("Terms", error.to_string()))
}

/// The state of the check: the premises are the condition of the node that is visited.
struct Checker<'a> {
    system: &'a System,
    covering: &'a Covering,
    budget: &'a Budget,
    cuts: Vec<ReadCut>,
    premises: Premises<'a>,
    liveness: Liveness,
    joins: Joins,
    /// The cut from which the visit comes; none from the start.
    source: Option<usize>,
    /// The nodes that were visited from cuts, each behind those that it leads to.
    passages: Vec<Passage>,
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

    /// The steps of a mover at a node, where a `havoc` gives the constant of the node.
    fn steps(&self, state: &State, mover: usize, node: u32) -> Vec<Step> {
        let mut fresh = |var: &Var| {
            let name = fresh_name(node, mover);
            Var::new(name.as_str(), var.sort.clone()).term()
        };
        let all = steps(self.system, &Symbolic, state, mover, &mut fresh);
        all.expect("symbols always have a value")
    }

    /// Visits a node. `served` are those who were served on the only way that leads here from the
    /// last node that several ways lead to, or from the cut.
    fn visit(
        &mut self,
        node: u32,
        state: State,
        names: &Declarations,
        served: &BTreeSet<usize>,
    ) -> Result<(), Rejected> {
        recursion::guard(|| self.visit_inside(node, state, names, served))
    }

    fn visit_inside(
        &mut self,
        number: u32,
        state: State,
        names: &Declarations,
        served: &BTreeSet<usize>,
    ) -> Result<(), Rejected> {
        self.budget.check()?;
        let covering = self.covering;
        let node = covering.nodes.get(number as usize);
        let node = node.ok_or(Rejected::Dangling {
            what: "node",
            position: number,
        })?;
        if self.rule_join(number, &state)? {
            return Ok(());
        }
        let movers: BTreeSet<usize> = node.movers.iter().map(|p| *p as usize).collect();
        if movers.iter().any(|p| *p >= self.system.mover_count()) {
            return Err(broken("Movers", format!("a mover of {number} is none")));
        }
        let mut all = Vec::new();
        for mover in &movers {
            all.extend(self.steps(&state, *mover, number));
        }
        self.rule_movers(number, &state, &movers, &all)?;
        let served = self.served(number, &state, &movers, served);
        for step in &all {
            for duty in &step.duties {
                if self.is_assumed(duty) {
                    continue;
                }
                let formula = Term::implies(step.guard.clone(), duty.formula.clone());
                let what = || format!("node {number}: {:?}", duty.failure);
                self.prove("Cases", &formula, what)?;
            }
        }
        let mut passage = Passage::at(number, self.source, &served);
        for step in all {
            self.rule_case(number, &node.cases, step, names, &mut passage)?;
        }
        self.passages.push(passage);
        self.joins.leave(number);
        Ok(())
    }

    /// Whether the proof says that it assumes what a duty is about. Whoever accepts it must say so too.
    fn is_assumed(&self, duty: &Duty) -> bool {
        let presumption = duty.presumption.map(Presumption::from);
        presumption.is_some_and(|what| self.covering.assumes.contains(&what))
    }

    /// The case leads somewhere, or is impossible.
    fn rule_case(
        &mut self,
        number: u32,
        cases: &[Case],
        step: Step,
        names: &Declarations,
        passage: &mut Passage,
    ) -> Result<(), Rejected> {
        let listed = cases.iter().find(|case| {
            case.mover as usize == step.mover
                && case.edge as usize == step.edge
                && case.path == step.path
        });
        let Some(case) = listed else {
            return self.prove("Cases", &Term::not(step.guard.clone()), || {
                let (mover, edge) = (step.mover, step.edge);
                format!("node {number}: edge {edge} of mover {mover} is possible")
            });
        };
        let wider;
        let names = match step.fresh.as_ref().and_then(Term::as_var) {
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
            Target::Node(next) => {
                passage.lead_to(*next);
                self.visit(*next, step.next, names, passage.served())
            }
            Target::Cut { cut, with } => {
                let left = self.rule_match(number, *cut, with, &step.next, names);
                left.map(|left| self.note_way(passage, *cut as usize, &left))
            }
        };
        self.premises.pop();
        done
    }

    /// The state is an instance of the cut's: with these values for its constants, everything is
    /// the same, and its condition holds. Returns what the measures are there.
    fn rule_match(
        &mut self,
        number: u32,
        cut: u32,
        with: &[String],
        state: &State,
        names: &Declarations,
    ) -> Result<Vec<Term>, Rejected> {
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
        let left = instance.apply_all(&target.measures);
        self.prove("Match", &Term::and(claims), || {
            format!("node {number} is no instance of cut {cut}")
        })?;
        Ok(left)
    }
}
