//! Symbolic execution of all processes with invariants at cuts (papers/002, sections 2.3 and 2.4).
//!
//! The paper keeps records of loop iterations in a queue and a stack, and forgets what is known of
//! the values of an iteration once all processes have passed it. Here a state in which a process
//! begins an iteration is a *cut* where the search comes by again: its values become symbolic
//! constants, and what is kept is an invariant over the current values of all processes. Lags
//! between processes are part of the key of a cut, so an invariant may relate processes in
//! different iterations, messages on their way and snapshots that wait, which the paper's cannot.
//! Invariants start with all candidates and lose those that some arrival violates (Houdini), until
//! nothing changes. A variable keeps a constant value as long as all arrivals agree on it: the
//! dynamic write set.

mod arrive;
mod join;
mod lean;
mod seek;

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use evidence::Reason;
use logic::{Term, Var, recursion};
use program::system::concrete::left_over;
use program::system::{Duty, Presumption};
use rustc_hash::FxHashMap;
use smt::{Solver, Strategy};

use crate::cut::Cut;
use crate::infer::Wealth;
use crate::key::Key;
use crate::measure::measures;
use crate::sample::{Dice, Points, Samples};
use crate::schedule::{Turn, is_waiting, note_turn, turn};
use crate::state::{Context, State};
use crate::step::{Step, steps};
use crate::tree::{Branch, Leaf, Node, Tree};
use join::{Explored, Met};
use lean::Hard;

/// What a search begins with.
pub(crate) struct Plan<'c> {
    /// Formulas that the author offers.
    pub(crate) hints: &'c [Term],
    /// What is done where something cannot be shown.
    pub(crate) gaps: Gaps,
    /// How many candidates are tried.
    pub(crate) wealth: Wealth,
    /// The candidates of places that are known already.
    pub(crate) seeds: BTreeMap<Key, Vec<Term>>,
}

/// What is done where something cannot be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gaps {
    /// The search stops.
    Stop,
    /// It is noted, and the search goes on as if it had been shown.
    Note,
    /// Failures are what is sought: nothing is explored behind them, nor where they may be.
    Seek,
}

/// Why a search has stopped.
pub(crate) enum Stop {
    /// A new cut was made: the search from here must be done again.
    NewCut,
    /// There are too many places or steps.
    TooMany,
    /// Something could not be shown.
    Obstacle(String),
    /// The budget is used up, or the solver has failed.
    Ended(Reason),
}

/// The search.
pub(crate) struct Search<'c, 'a> {
    context: &'c Context<'a>,
    budget: &'c Budget,
    samples: &'c Samples,
    plan: Plan<'c>,
    solver: Solver,
    /// The solver for questions with few premises.
    lean: Solver,
    /// What is asserted, to take over facts into a new cut.
    facts: Vec<Term>,
    /// Those of the facts that make questions hard.
    hard: Vec<Hard>,
    /// Which terms do so.
    hardness: FxHashMap<Term, bool>,
    pub(crate) cuts: Vec<Cut>,
    keys: BTreeMap<Key, usize>,
    dirty: BTreeSet<usize>,
    /// The cut whose tree is explored; none from the start.
    source: Option<usize>,
    /// How many steps had been taken when its exploration began, and the places seen since.
    began: usize,
    seen: BTreeSet<Key>,
    /// What was explored from there so far, and which of its nodes are complete.
    tree: Tree,
    is_complete: Vec<bool>,
    explored: Explored,
    /// Measures over the variables of processes and the inputs.
    pub(crate) measures: Vec<Term>,
    fresh: u32,
    /// What arrivals at cuts have shown, while failures are sought.
    pub(crate) learnt: BTreeMap<Key, Points>,
    /// Where values are chosen from while failures are sought.
    dice: Dice,
    /// What had to be assumed in the tree that is explored.
    assumed: BTreeSet<Presumption>,
    pub(crate) transitions: usize,
    pub(crate) questions: usize,
}

/// The work that the solver may spend on one question.
const WORK: u64 = 4_000_000;

/// How many steps a tree has before places become cuts that different paths have in common, and not
/// only those that a path comes to again: few cuts lose little, but trees may grow without bound.
/// Where no run came by, nothing is known that an invariant could say, and no such cut is made.
const CROWDED: usize = 200;

/// The most steps.
const MOST_STEPS: usize = 60_000;

/// The most messages in a queue: where more pile up, nobody will ever read them, or the invariants
/// are too weak to tell who does.
const LONGEST_QUEUE: usize = 150;

impl<'c, 'a> Search<'c, 'a> {
    pub(crate) fn new(
        context: &'c Context<'a>,
        samples: &'c Samples,
        plan: Plan<'c>,
        budget: &'c Budget,
    ) -> Self {
        let mut solver = Solver::new(Strategy::Incremental);
        solver.assert(&context.system.assumption);
        Search {
            context,
            budget,
            samples,
            plan,
            solver,
            lean: Solver::new(Strategy::Incremental),
            facts: Vec::new(),
            hard: Vec::new(),
            hardness: FxHashMap::default(),
            cuts: Vec::new(),
            keys: BTreeMap::new(),
            dirty: BTreeSet::new(),
            source: None,
            began: 0,
            seen: BTreeSet::new(),
            tree: Tree::default(),
            is_complete: Vec::new(),
            explored: Explored::default(),
            measures: measures(context),
            fresh: 0,
            learnt: BTreeMap::new(),
            dice: Dice::new(1),
            assumed: BTreeSet::new(),
            transitions: 0,
            questions: 0,
        }
    }

    /// Explores everything; returns the tree from the start.
    pub(crate) fn run(&mut self) -> Result<Tree, Stop> {
        let start = loop {
            match self.root(State::start(self.context)) {
                Err(Stop::NewCut) => {}
                other => break other?,
            }
        };
        while let Some(position) = self.dirty.pop_first() {
            let condition = Term::and(self.cuts[position].condition());
            let state = self.cuts[position].start();
            self.source = Some(position);
            let explored = self.assuming(&condition, |search| search.root(state));
            match explored {
                Ok(tree) => self.cuts[position].tree = Some(tree),
                Err(Stop::NewCut) => {
                    self.dirty.insert(position);
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(start)
    }

    fn assuming<T>(&mut self, formula: &Term, work: impl FnOnce(&mut Self) -> T) -> T {
        if formula.is_true() {
            return work(self);
        }
        self.solver.push();
        self.solver.assert(formula);
        self.facts.push(formula.clone());
        let before = self.hard.len();
        let hard = self.hard_facts(formula);
        self.hard.extend(hard);
        let result = work(self);
        self.hard.truncate(before);
        self.facts.pop();
        self.solver.pop();
        result
    }

    /// Whether a formula surely holds here.
    fn holds(&mut self, formula: &Term) -> bool {
        if formula.is_true() || formula.is_false() {
            return formula.is_true();
        }
        if self.follows_leanly(formula) {
            return true;
        }
        self.questions += 1;
        self.solver.push();
        self.solver.assert(&Term::not(formula.clone()));
        let budget = self.budget.clone().with_work(WORK);
        let proved = self.solver.check(&budget).is_unsat();
        self.solver.pop();
        proved
    }

    /// Whether something need not be assumed here. What has to be assumed once need not be shown
    /// elsewhere, and no effort is spent on what is hard.
    fn shows(&mut self, formula: &Term, what: Presumption) -> bool {
        let is_shown = !self.assumed.contains(&what) && self.follows_plainly(formula);
        if !is_shown {
            self.assumed.insert(what);
        }
        is_shown
    }

    /// Whether what is assumed here may be the case.
    fn is_possible(&mut self) -> Result<bool, Stop> {
        self.questions += 1;
        // Where invariants have quantifiers, the solver seldom finds that something is possible; to
        // take it for that costs little.
        let work = match self.plan.gaps {
            Gaps::Seek => WORK / 10,
            Gaps::Stop | Gaps::Note => WORK,
        };
        let budget = self.budget.clone().with_work(work);
        let possible = !self.solver.check(&budget).is_unsat();
        self.budget.check().map_err(|e| Stop::Ended(e.into()))?;
        Ok(possible)
    }

    /// Explores from a root: the start, or a cut, which is not brought together with itself.
    fn root(&mut self, mut state: State) -> Result<Tree, Stop> {
        let context = self.context;
        let turn = turn(context, &state, &mut |formula| self.holds(formula));
        self.began = self.transitions;
        self.seen.clear();
        self.assumed.clear();
        self.tree = Tree::default();
        self.is_complete.clear();
        self.explored.clear();
        let mut path = Vec::new();
        if turn.is_loop {
            path.push(Key::of(context, &mut state));
        }
        self.walk(state, turn, &mut path)?;
        Ok(std::mem::take(&mut self.tree))
    }

    /// Explores from a state; returns its node.
    fn walk(&mut self, state: State, turn: Turn, path: &mut Vec<Key>) -> Result<usize, Stop> {
        self.budget.check().map_err(|e| Stop::Ended(e.into()))?;
        let context = self.context;
        let mut all = Vec::new();
        for process in &turn.movers {
            let fresh = &mut self.fresh;
            let mut new = |var: &Var| {
                *fresh += 1;
                Var::new(format!("havoc!{fresh}").as_str(), var.sort.clone())
            };
            all.extend(steps(context, &state, *process, &mut new));
        }
        let mut open = Vec::new();
        let mut fails = false;
        if turn.movers.len() == context.movers {
            match self.plan.gaps {
                Gaps::Seek => fails = self.surely_fails(&state, &all),
                Gaps::Stop | Gaps::Note => open.extend(self.check_end(&state, &all)?),
            }
        }
        let sure = match self.plan.gaps {
            Gaps::Seek => self.sure_movers(&turn, &all),
            Gaps::Stop | Gaps::Note => BTreeSet::new(),
        };
        self.budget.report(|| {
            let (steps, cuts) = (self.transitions, self.cuts.len());
            format!("{steps} symbolic steps, {cuts} invariants")
        });
        let is_served = |p: &usize| turn.movers.contains(p) || is_waiting(context, &state, *p);
        let node = self.tree.nodes.len();
        self.tree.nodes.push(Node {
            served: (0..context.movers).filter(is_served).collect(),
            movers: turn.movers.clone(),
            open,
            sure,
            fails,
            branches: Vec::new(),
        });
        self.is_complete.push(false);
        self.explored.has_forked |= all.len() > 1;
        let depth = path.len();
        for step in all {
            let is_sure = self.plan.gaps == Gaps::Seek && self.holds(&step.guard);
            let chosen = self.chosen(&step);
            let choice = chosen.iter().zip(&step.fresh);
            let choice =
                choice.map(|(value, var)| Term::eq(var.term(), Term::value(value.clone())));
            let guard = Term::and(std::iter::once(step.guard.clone()).chain(choice));
            let branch = self.assuming(&guard, |search| {
                if !guard.is_true() && !search.is_possible()? {
                    return Ok(None);
                }
                let taken = search.take(step, &state, &turn, path)?;
                Ok(Some(Branch {
                    is_sure,
                    chosen,
                    ..taken
                }))
            })?;
            self.tree.nodes[node].branches.extend(branch);
            path.truncate(depth);
        }
        self.is_complete[node] = true;
        self.tree.completed.push(node);
        Ok(node)
    }

    /// Takes a step and goes on behind it.
    fn take(
        &mut self,
        step: Step,
        before: &State,
        turn: &Turn,
        path: &mut Vec<Key>,
    ) -> Result<Branch, Stop> {
        self.transitions += 1;
        if self.plan.gaps == Gaps::Seek {
            return self.take_seeking(step, before, turn, path);
        }
        let mut open = Vec::new();
        let mut duties = Vec::new();
        let mut assumed = BTreeSet::new();
        for Duty {
            formula,
            presumption,
            ..
        } in step.duties
        {
            if let Some(what) = presumption
                && !self.shows(&formula, what)
            {
                assumed.insert(what);
                continue;
            }
            if presumption.is_none() && !self.holds(&formula) {
                let what = || format!("{formula} could not be shown");
                open.push(self.gap(formula.clone(), what)?);
            }
            duties.push(formula);
        }
        let mut next = step.next;
        note_turn(self.context, before, turn, &mut next);
        let granted = Term::and(open.iter().cloned());
        let to = self.assuming(&granted, |search| {
            recursion::guard(|| search.go_on(next, path))
        })?;
        Ok(Branch {
            mover: step.mover,
            edge: step.edge,
            path: step.path,
            fresh: step.fresh,
            chosen: None,
            guard: step.guard,
            is_sure: false,
            duties,
            assumed,
            open,
            to,
        })
    }

    /// Something could not be shown: the search stops, or goes on with a note of it.
    fn gap(&mut self, formula: Term, what: impl FnOnce() -> String) -> Result<Term, Stop> {
        self.budget.check().map_err(|e| Stop::Ended(e.into()))?;
        match self.plan.gaps {
            Gaps::Stop => Err(Stop::Obstacle(what())),
            Gaps::Note | Gaps::Seek => Ok(formula),
        }
    }

    fn go_on(&mut self, mut state: State, path: &mut Vec<Key>) -> Result<Leaf, Stop> {
        let is_full = |queue: &Vec<_>| queue.len() > LONGEST_QUEUE;
        if self.transitions > MOST_STEPS || state.queues.values().any(is_full) {
            return Err(Stop::TooMany);
        }
        let fingerprint = match self.meet(&state) {
            Met::Before(node) => return Ok(Leaf::Node(node)),
            Met::Never(fingerprint) => fingerprint,
        };
        let context = self.context;
        let turn = turn(context, &state, &mut |formula| self.holds(formula));
        if turn.is_loop {
            let key = Key::of(context, &mut state);
            if let Some(position) = self.keys.get(&key).copied() {
                return self.arrive(position, &state);
            }
            let is_crowded = self.transitions - self.began > CROWDED;
            let seen_before = !self.seen.insert(key.clone());
            let is_on_path = path.contains(&key);
            let was_sampled = self.samples.points.contains_key(&key);
            let meets_others = is_crowded && was_sampled && seen_before && !is_on_path;
            if self.samples.recurring.contains(&key) || meets_others {
                self.make_cut(key, &state)?;
                return self.arrive(self.cuts.len() - 1, &state);
            }
            if is_on_path {
                self.make_cut(key, &state)?;
                return Err(Stop::NewCut);
            }
            path.push(key);
        }
        if let Some(fingerprint) = fingerprint {
            self.remember(fingerprint, &state);
        }
        self.walk(state, turn, path).map(Leaf::Node)
    }

    /// Where nobody can move, everybody has ended as the claim demands. Returns what is open.
    fn check_end(&mut self, state: &State, steps: &[Step]) -> Result<Option<Term>, Stop> {
        let context = self.context;
        let running: Vec<usize> = (0..context.size())
            .filter(|p| !context.has_ended(state, *p))
            .collect();
        if !running.is_empty() {
            let waits = |p: &usize| context.communication(state, *p).is_some();
            let some = Term::or(steps.iter().map(|step| step.guard.clone()));
            if running.iter().all(waits) && !self.holds(&some) {
                let names = running.iter().map(|p| context.system.processes[*p].name);
                let names: Vec<String> = names.map(|n| n.to_string()).collect();
                let what = || format!("{} may wait forever", names.join(", "));
                return self.gap(some, what).map(Some);
            }
            return Ok(None);
        }
        let ensures = state.full_valuation(context).apply(&context.system.ensures);
        if left_over(context.system, &state.system).is_some() && self.is_possible()? {
            let what = || "a message or a collective assertion may be left".to_owned();
            return self.gap(Term::bottom(), what).map(Some);
        }
        if !self.holds(&ensures) {
            let what = format!("{ensures} could not be shown");
            return self.gap(ensures, || what).map(Some);
        }
        Ok(None)
    }
}
