//! Rules for reductions of programs with their proofs (papers/001, sections 3 to 6).
//!
//! # Why steps may be whole paths
//! A step is a path of a thread between two stops. A place that is no stop lies inside an atomic
//! block, or is private: all commands that leave it commute with all commands of the threads that
//! run at the same time. In a trace to the ends of all programs, what a thread does from private
//! places on can be moved forward, command by command, until it stands directly behind the command
//! before it. In a trace to a failing assertion of another thread, an unfinished path can be dropped
//! if all its commands are private, which is required where others assert something.
//!
//! # Why not all orders of steps are needed
//! Lemma 6.5: at each node the threads have an order. A step that is asleep was explored from an
//! earlier node, before steps of later threads that it commutes with; a trace that takes it now is
//! equivalent to one that took it then. A step wakes when something happens that it does not commute
//! with. Fewer steps may be asleep than the lemma allows, and fewer assertions known.

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use evidence::reduction::{Case, Letter, Node, Reduction};
use logic::smtlib::{Declarations, parse_term};
use logic::{Sort, Substitution, Term, Var};
use question::SafeFor;
use smt::{Outcome, Solver, Strategy, Validity};

use crate::commutation::Commutation;
use crate::steps::Steps;
use crate::threads::Threads;
use crate::{Accepted, Established, Rejected, Vacuity, broken};

/// Checks a reduction and its proof.
pub(crate) fn check(
    question: &SafeFor,
    reduction: &Reduction,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let threads = Threads::new(question)?;
    let mut solver = Solver::new(Strategy::Incremental);
    let commutation = Commutation::new(&threads, &reduction.commuting, &mut solver, budget)?;
    let steps = Steps::new(&threads, &reduction.stops, &commutation, budget)?;
    let mut checker = Checker {
        question,
        reduction,
        budget,
        threads: &threads,
        steps: &steps,
        assertions: Vec::new(),
        declarations: question.declarations(),
        solver,
        obligations: reduction.commuting.len(),
    };
    checker.read_assertions()?;
    let vacuous = checker.run()?;
    Ok(Accepted {
        verdict: Established::Proved,
        obligations: checker.obligations,
        vacuous,
    })
}

struct Checker<'a> {
    question: &'a SafeFor,
    reduction: &'a Reduction,
    budget: &'a Budget,
    threads: &'a Threads<'a>,
    steps: &'a Steps,
    assertions: Vec<Term>,
    declarations: Declarations,
    solver: Solver,
    obligations: usize,
}

/// What a position in the programs is: for each thread where it is.
type Positions = Vec<Option<u32>>;

impl Checker<'_> {
    fn read_assertions(&mut self) -> Result<(), Rejected> {
        let allowed: BTreeSet<Var> = self.question.setting.initial_vars().into_iter().collect();
        for text in &self.reduction.assertions {
            let formula = self.formula(text, &[], &allowed)?;
            self.assertions.push(formula);
        }
        Ok(())
    }

    /// A formula without quantifiers over the variables of the programs and some chosen values.
    fn formula(
        &self,
        text: &str,
        chosen: &[Var],
        allowed: &BTreeSet<Var>,
    ) -> Result<Term, Rejected> {
        let mut declarations = self.declarations.clone();
        chosen.iter().for_each(|var| declarations.add_var(var));
        let formula = parse_term(text, &declarations)
            .map_err(|error| broken("Formula", format!("`{text}`: {error}")))?;
        let vars = formula.free_vars();
        let mut foreign = vars
            .iter()
            .filter(|var| !allowed.contains(*var) && !chosen.contains(*var));
        if let Some(var) = foreign.next() {
            let what = format!("`{text}` speaks of {}", var.name);
            return Err(broken("Formula", what));
        }
        if *formula.sort() != Sort::Bool || formula.has_quantifier() {
            return Err(broken("Formula", format!("`{text}` is no formula")));
        }
        Ok(formula)
    }

    fn node(&self, id: u32) -> Result<&Node, Rejected> {
        let node = self.reduction.nodes.get(id as usize);
        node.ok_or(Rejected::Dangling {
            what: "node",
            position: id,
        })
    }

    /// What holds at a node.
    fn holds(&self, node: &Node) -> Result<Term, Rejected> {
        let mut parts = Vec::new();
        for id in &node.holds {
            let assertion = self.assertions.get(*id as usize);
            parts.push(
                assertion
                    .ok_or(Rejected::Dangling {
                        what: "assertion",
                        position: *id,
                    })?
                    .clone(),
            );
        }
        Ok(Term::and(parts))
    }

    fn valid(
        &mut self,
        rule: &'static str,
        formula: &Term,
        what: &dyn Fn() -> String,
    ) -> Result<(), Rejected> {
        self.obligations += 1;
        match self.solver.valid(formula, self.budget) {
            Validity::Valid => Ok(()),
            Validity::Invalid => Err(broken(rule, what())),
            Validity::Unknown(reason) => Err(Rejected::Unanswered(reason)),
        }
    }

    /// Goes through the nodes that can be reached from the start.
    fn run(&mut self) -> Result<Option<Vacuity>, Rejected> {
        let mut open = Vec::new();
        let mut seen: BTreeSet<u32> = BTreeSet::new();
        self.rule_start(&mut open)?;
        let mut reaches_end = false;
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            self.budget.check()?;
            let node = self.node(id)?.clone();
            reaches_end |= self.rule_end(&node, id)?;
            self.rule_steps(&node, id, &mut open)?;
        }
        let requires = self.question.setting.requires.clone();
        match self.solver.satisfy(&requires, self.budget) {
            Outcome::Unsat(()) => return Ok(Some(Vacuity::NoStart)),
            Outcome::Sat(_) | Outcome::Unknown(_) => {}
        }
        let is_empty = !reaches_end && !self.question.ensures.is_true();
        Ok(is_empty.then_some(Vacuity::NoEnd))
    }

    /// The cases cover what is to be covered; each leads to a node where it is allowed to lead.
    #[allow(clippy::too_many_arguments, reason = "the parts of a Hoare triple")]
    fn rule_cases(
        &mut self,
        rule: &'static str,
        cases: &[Case],
        before: &Term,
        updates: &Substitution,
        chosen: &[Var],
        at: &Positions,
        asleep: &BTreeSet<usize>,
        open: &mut Vec<u32>,
    ) -> Result<(), Rejected> {
        let allowed: BTreeSet<Var> = self.question.setting.initial_vars().into_iter().collect();
        let mut covered = Vec::new();
        for case in cases {
            let when = match &case.when {
                Some(text) => self.formula(text, chosen, &allowed)?,
                None => Term::top(),
            };
            covered.push(when.clone());
            let target = self.node(case.to)?.clone();
            if target.at != *at {
                let what = format!("node {} is somewhere else", case.to);
                return Err(broken(rule, what));
            }
            for letter in &target.asleep {
                let id = self.letter(letter)?;
                if !asleep.contains(&id) {
                    let what = format!("a step is asleep at node {} that should not be", case.to);
                    return Err(broken("Sleep", what));
                }
            }
            let after = self.holds(&target)?.substitute(updates);
            let triple = Term::implies(Term::and([before.clone(), when]), after);
            self.valid(rule, &triple, &|| {
                format!("what node {} says need not hold there", case.to)
            })?;
            open.push(case.to);
        }
        let covered = Term::implies(before.clone(), Term::or(covered));
        self.valid("Cases", &covered, &|| "a case is missing".to_owned())
    }

    fn letter(&self, letter: &Letter) -> Result<usize, Rejected> {
        let found = self.steps.find(letter);
        found.ok_or_else(|| broken("Steps", format!("{letter:?} is no step")))
    }

    /// The programs start at their entries with nothing asleep, in a node for each case.
    fn rule_start(&mut self, open: &mut Vec<u32>) -> Result<(), Rejected> {
        let cases = self.reduction.starts.clone();
        let requires = self.question.setting.requires.clone();
        self.rule_cases(
            "Start",
            &cases,
            &requires,
            &Substitution::new(),
            &[],
            &self.threads.start(),
            &BTreeSet::new(),
            open,
        )
    }

    /// Where all copies have ended, the postcondition holds; says whether they have.
    fn rule_end(&mut self, node: &Node, id: u32) -> Result<bool, Rejected> {
        if !self.threads.is_final(&node.at) {
            return Ok(false);
        }
        let implied = Term::implies(self.holds(node)?, self.question.ensures.clone());
        self.valid("End", &implied, &|| {
            format!("node {id} does not imply the postcondition")
        })?;
        Ok(true)
    }

    /// Every step that is possible, awake and relevant leads where the evidence says, and asserts
    /// nothing false.
    fn rule_steps(&mut self, node: &Node, id: u32, open: &mut Vec<u32>) -> Result<(), Rejected> {
        let holds = self.holds(node)?;
        let asleep: BTreeSet<usize> = node
            .asleep
            .iter()
            .map(|letter| self.letter(letter))
            .collect::<Result<_, _>>()?;
        let mut listed: BTreeMap<usize, &[Case]> = BTreeMap::new();
        for step in &node.steps {
            listed.insert(self.letter(&step.letter)?, &step.cases);
        }
        let rank = |thread: usize| {
            let place = node
                .order
                .iter()
                .position(|other| *other as usize == thread);
            place.unwrap_or(node.order.len() + thread)
        };
        let enabled = self.steps.enabled(self.threads, &node.at);
        for step in &enabled {
            if asleep.contains(step) {
                continue;
            }
            let path = self.steps.path(*step).clone();
            for failure in &path.failures {
                let refuted = Term::not(Term::and([holds.clone(), failure.clone()]));
                self.valid("Assertions", &refuted, &|| {
                    format!("an assertion may fail behind node {id}")
                })?;
            }
            let explored = enabled
                .iter()
                .filter(|other| rank(self.steps.path(**other).thread) < rank(path.thread));
            let still: BTreeSet<usize> = asleep
                .iter()
                .chain(explored)
                .copied()
                .filter(|other| !self.steps.depend(*step, *other))
                .collect();
            let at = self
                .threads
                .after(&node.at, path.thread, path.to, path.enters);
            let before = Term::and([holds.clone(), path.guard.clone()]);
            let cases = match listed.get(step) {
                Some(cases) => *cases,
                None if self.is_dead(&at, &still) => continue,
                None => &[],
            };
            self.rule_cases(
                "Step",
                cases,
                &before,
                &path.updates,
                &path.chosen,
                &at,
                &still,
                open,
            )?;
        }
        Ok(())
    }

    /// Whether nothing that matters can follow: some threads have not ended and everything that
    /// they can do is asleep, nothing that the others may do from here on depends on that, and the
    /// others assert nothing.
    fn is_dead(&self, at: &Positions, asleep: &BTreeSet<usize>) -> bool {
        let enabled = self.steps.enabled(self.threads, at);
        let thread_of = |step: &usize| self.steps.path(*step).thread;
        let awake: BTreeSet<usize> = enabled
            .iter()
            .filter(|step| !asleep.contains(step))
            .map(thread_of)
            .collect();
        let mut still: BTreeSet<usize> = enabled.iter().map(thread_of).collect();
        still.retain(|thread| !awake.contains(thread));
        while !still.is_empty() {
            let future = self.steps.future(self.threads, at, &still);
            let asserts = |step: &usize| !self.steps.path(*step).failures.is_empty();
            if future.iter().any(asserts) {
                return false;
            }
            let woken = |thread: &usize| {
                let own = enabled.iter().filter(|step| thread_of(step) == *thread);
                own.into_iter()
                    .any(|step| future.iter().any(|other| self.steps.depend(*step, *other)))
            };
            let count = still.len();
            still.retain(|thread| !woken(thread));
            if still.len() == count {
                return true;
            }
        }
        false
    }
}
