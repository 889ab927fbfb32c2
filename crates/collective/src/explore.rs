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

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use evidence::Reason;
use logic::{Node, Op, Substitution, Term, Value, Var, recursion};
use smt::{Outcome, Solver, Strategy};

use crate::infer;
use crate::measure::{Trend, measures};
use crate::sample::{Samples, is_over_inputs};
use crate::schedule::{Key, Turn, is_waiting, note_turn, turn};
use crate::state::{Context, State};
use crate::step::{Step, steps};

/// A place where runs are brought together.
pub(crate) struct Cut {
    /// A state of this shape, with the constants of the cut or known values in it.
    pub(crate) state: State,
    /// The names of the state's terms.
    pub(crate) slots: Vec<Var>,
    /// The terms over the inputs that all arrivals have in common.
    pub(crate) known: Vec<Option<Term>>,
    /// The invariant: formulas over the slots and the inputs.
    pub(crate) invariant: Vec<Term>,
    /// The key under which it was made.
    pub(crate) key: Key,
    /// How often candidates were dropped.
    rounds: u32,
    /// Whether some run has arrived.
    pub(crate) is_reached: bool,
    /// What follows, once it was explored.
    pub(crate) tree: Option<Tree>,
}

impl Cut {
    /// What each slot is, if it is no constant of its own: a known term over the inputs, or what an
    /// equation of the invariant says of it. Putting equals for equals leaves the solver less to do
    /// than assuming that they are equal, above all where products of unknowns are compared.
    pub(crate) fn definitions(&self) -> Vec<Option<Term>> {
        let mut definitions = self.known.clone();
        let mut positions: BTreeMap<&Var, usize> = BTreeMap::new();
        for (position, slot) in self.slots.iter().enumerate() {
            positions.insert(slot, position);
        }
        let mut resolved: Substitution = self.instance_of(&definitions);
        for formula in &self.invariant {
            let Node::App(Op::Eq, sides) = formula.node() else {
                continue;
            };
            for (slot, term) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
                let Some(slot) = slot.as_var() else { continue };
                let Some(position) = positions.get(slot).copied() else {
                    continue;
                };
                let term = resolved.apply(term);
                let is_open = definitions[position].is_none();
                if !is_open || term.free_vars().contains(slot) || term.sort() != &slot.sort {
                    continue;
                }
                let one = Substitution::from_iter([(slot.clone(), term.clone())]);
                for definition in definitions.iter_mut().flatten() {
                    *definition = one.apply(definition);
                }
                definitions[position] = Some(term);
                resolved = self.instance_of(&definitions);
                break;
            }
        }
        definitions
    }

    fn instance_of(&self, definitions: &[Option<Term>]) -> Substitution {
        let pairs = self.slots.iter().zip(definitions);
        let defined = pairs.filter_map(|(slot, term)| Some((slot.clone(), term.clone()?)));
        defined.collect()
    }

    /// The values of the slots: what they are defined to be, or the constants themselves.
    pub(crate) fn values(&self) -> Vec<Term> {
        let definitions = self.definitions();
        let pairs = self.slots.iter().zip(definitions);
        pairs
            .map(|(slot, known)| known.unwrap_or_else(|| slot.term()))
            .collect()
    }

    /// The invariant with the definitions put in.
    pub(crate) fn condition(&self) -> Vec<Term> {
        let known = self.instance(&self.values());
        let formulas = self.invariant.iter().map(|formula| known.apply(formula));
        formulas.filter(|formula| !formula.is_true()).collect()
    }

    pub(crate) fn instance(&self, terms: &[Term]) -> Substitution {
        let pairs = self.slots.iter().zip(terms);
        pairs
            .map(|(slot, term)| (slot.clone(), term.clone()))
            .collect()
    }

    fn start(&self) -> State {
        let mut state = self.state.clone();
        for (place, value) in state.terms_mut().into_iter().zip(self.values()) {
            *place = value;
        }
        state
    }
}

/// A tree of steps.
pub(crate) struct Tree {
    pub(crate) movers: Vec<usize>,
    /// The processes that move or surely cannot.
    pub(crate) served: Vec<usize>,
    pub(crate) branches: Vec<Branch>,
}

/// A step in a tree, and where it leads.
pub(crate) struct Branch {
    pub(crate) process: usize,
    pub(crate) edge: usize,
    pub(crate) peer: Option<usize>,
    pub(crate) position: Option<usize>,
    pub(crate) fresh: Option<Var>,
    pub(crate) to: Leaf,
}

/// Where a step leads.
pub(crate) enum Leaf {
    /// On in the tree.
    Tree(Tree),
    /// To a cut, with the values of its slots, and what has become of the measures.
    Cut(usize, Vec<Term>, Vec<Trend>),
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
    hints: &'c [Term],
    solver: Solver,
    /// What is asserted, to take over facts into a new cut.
    facts: Vec<Term>,
    pub(crate) cuts: Vec<Cut>,
    keys: BTreeMap<Key, usize>,
    dirty: BTreeSet<usize>,
    /// The cut whose tree is explored; none from the start.
    source: Option<usize>,
    /// How many steps had been taken when its exploration began, and the places seen since.
    began: usize,
    seen: BTreeSet<Key>,
    /// Measures over the variables of processes and the inputs.
    pub(crate) measures: Vec<Term>,
    fresh: u32,
    pub(crate) transitions: usize,
    pub(crate) questions: usize,
}

/// The work that the solver may spend on one question.
const WORK: u64 = 4_000_000;

/// How often candidates are dropped one by one. Later, those of other processes that say the same
/// go with them: what a few samples suggest by chance would otherwise go process by process.
const PATIENT_ROUNDS: u32 = 3;

/// How many steps a tree has before places become cuts that different paths have in common, and not
/// only those that a path comes to again: few cuts lose little, but trees may grow without bound.
const CROWDED: usize = 200;

/// The most cuts, and the most steps.
const MOST_CUTS: usize = 120;
const MOST_STEPS: usize = 60_000;

/// The most messages in a queue: where more pile up, nobody will ever read them, or the invariants
/// are too weak to tell who does.
const LONGEST_QUEUE: usize = 150;

impl<'c, 'a> Search<'c, 'a> {
    pub(crate) fn new(
        context: &'c Context<'a>,
        samples: &'c Samples,
        hints: &'c [Term],
        budget: &'c Budget,
    ) -> Self {
        let mut solver = Solver::new(Strategy::Incremental);
        solver.assert(&context.system.assumption);
        Search {
            context,
            budget,
            samples,
            hints,
            solver,
            facts: Vec::new(),
            cuts: Vec::new(),
            keys: BTreeMap::new(),
            dirty: BTreeSet::new(),
            source: None,
            began: 0,
            seen: BTreeSet::new(),
            measures: measures(context),
            fresh: 0,
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
        let result = work(self);
        self.facts.pop();
        self.solver.pop();
        result
    }

    /// Whether a formula surely holds here.
    fn holds(&mut self, formula: &Term) -> bool {
        if formula.is_true() || formula.is_false() {
            return formula.is_true();
        }
        self.questions += 1;
        self.solver.push();
        self.solver.assert(&Term::not(formula.clone()));
        let budget = self.budget.clone().with_work(WORK);
        let proved = self.solver.check(&budget).is_unsat();
        self.solver.pop();
        proved
    }

    /// Whether what is assumed here may be the case.
    fn is_possible(&mut self) -> Result<bool, Stop> {
        self.questions += 1;
        let budget = self.budget.clone().with_work(WORK);
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
        let mut path = Vec::new();
        if turn.is_loop {
            path.push(Key::of(context, &mut state));
        }
        self.walk(state, turn, &mut path)
    }

    /// Explores from a state.
    fn walk(&mut self, state: State, turn: Turn, path: &mut Vec<Key>) -> Result<Tree, Stop> {
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
        if turn.movers.len() == context.size() {
            self.check_end(&state, &all)?;
        }
        self.budget.report(|| {
            let (steps, cuts) = (self.transitions, self.cuts.len());
            format!("{steps} symbolic steps, {cuts} invariants")
        });
        let is_served = |p: &usize| turn.movers.contains(p) || is_waiting(context, &state, *p);
        let mut tree = Tree {
            served: (0..context.size()).filter(is_served).collect(),
            movers: turn.movers.clone(),
            branches: Vec::new(),
        };
        let depth = path.len();
        for step in all {
            let guard = step.guard.clone();
            let branch = self.assuming(&guard, |search| {
                if !guard.is_true() && !search.is_possible()? {
                    return Ok(None);
                }
                search.take(step, &state, &turn, path).map(Some)
            })?;
            tree.branches.extend(branch);
            path.truncate(depth);
        }
        Ok(tree)
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
        for duty in &step.duties {
            if !self.holds(duty) {
                self.budget.check().map_err(|e| Stop::Ended(e.into()))?;
                return Err(Stop::Obstacle(format!("{duty} could not be shown")));
            }
        }
        let mut next = step.next;
        note_turn(self.context, before, turn, &mut next);
        let to = recursion::guard(|| self.go_on(next, path))?;
        Ok(Branch {
            process: step.process,
            edge: step.edge,
            peer: step.peer,
            position: step.position,
            fresh: step.fresh,
            to,
        })
    }

    fn go_on(&mut self, mut state: State, path: &mut Vec<Key>) -> Result<Leaf, Stop> {
        let is_full = |queue: &Vec<_>| queue.len() > LONGEST_QUEUE;
        if self.transitions > MOST_STEPS || state.queues.values().any(is_full) {
            return Err(Stop::TooMany);
        }
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
            let meets_others = is_crowded && seen_before && !is_on_path;
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
        self.walk(state, turn, path).map(Leaf::Tree)
    }

    /// Where nobody can move, everybody has ended as the claim demands.
    fn check_end(&mut self, state: &State, steps: &[Step]) -> Result<(), Stop> {
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
                let what = format!("{} may wait forever", names.join(", "));
                return Err(Stop::Obstacle(what));
            }
            return Ok(());
        }
        let must_meet = |snap: &crate::state::Snap| {
            matches!(snap.maker, evidence::collective::Maker::Assertion(_))
        };
        let ensures = state.full_valuation(context).apply(&context.system.ensures);
        let left = context.system.leaves_no_messages && !state.queues.is_empty();
        let alone = state.snapshots.values().flatten().any(must_meet);
        for (fails, what) in [
            (left, "a message may be left"),
            (alone, "a collective assertion may lack partners"),
        ] {
            if fails && !self.holds(&Term::bottom()) && self.is_possible()? {
                return Err(Stop::Obstacle(what.to_owned()));
            }
        }
        if !self.holds(&ensures) {
            return Err(Stop::Obstacle(format!("{ensures} could not be shown")));
        }
        Ok(())
    }

    /// Makes a cut of the place of a state.
    fn make_cut(&mut self, key: Key, state: &State) -> Result<(), Stop> {
        if self.cuts.len() >= MOST_CUTS {
            return Err(Stop::TooMany);
        }
        let slots = state.slots(self.context);
        let known = vec![None; slots.len()];
        self.keys.insert(key.clone(), self.cuts.len());
        self.cuts.push(Cut {
            key,
            is_reached: false,
            rounds: 0,
            state: state.clone(),
            slots,
            known,
            invariant: Vec::new(),
            tree: None,
        });
        Ok(())
    }

    /// Brings a state together with a cut: known values that differ and candidates that do not hold
    /// are dropped, and the cut is explored again where something was.
    fn arrive(&mut self, position: usize, state: &State) -> Result<Leaf, Stop> {
        let terms = state.terms();
        if !self.cuts[position].is_reached {
            let known = terms.iter().map(|term| {
                let fixed = is_over_inputs(self.context, term);
                fixed.then(|| term.clone())
            });
            let known: Vec<Option<Term>> = known.collect();
            let points = self.samples.points.get(&self.cuts[position].key);
            let points = points.map_or(&[][..], Vec::as_slice);
            self.cuts[position].known = infer::confirmed(known, points);
            self.cuts[position].is_reached = true;
            let slots = self.cuts[position].slots.clone();
            let more = self
                .hints
                .iter()
                .cloned()
                .chain(self.facts_of(&terms, &slots));
            let candidates = infer::candidates(self.context, &slots, points, more.collect());
            self.cuts[position].invariant = candidates;
            self.dirty.insert(position);
        }
        let mut changed = false;
        for (slot, term) in terms.iter().enumerate() {
            let known = self.cuts[position].known[slot].clone();
            if let Some(known) = known
                && known != *term
                && !self.holds(&Term::eq(known.clone(), term.clone()))
            {
                self.cuts[position].known[slot] = None;
                changed = true;
            }
        }
        changed |= self.drop_violated(position, &terms)?;
        if changed {
            self.dirty.insert(position);
        }
        let trends = self.trends(position, &terms);
        Ok(Leaf::Cut(position, terms, trends))
    }

    /// What becomes of the measures on the way to a cut from the one whose tree is explored.
    fn trends(&mut self, position: usize, terms: &[Term]) -> Vec<Trend> {
        let Some(source) = self.source else {
            return Vec::new();
        };
        let measures = std::mem::take(&mut self.measures);
        let before = self.cuts[source].instance(&self.cuts[source].values());
        let after = self.cuts[position].instance(terms);
        let pairs = before.apply_all(&measures).into_iter();
        let pairs = pairs.zip(after.apply_all(&measures));
        let trends = pairs.map(|(before, after)| {
            let is_left = Term::le(Term::int(0), before.clone());
            let falls = Term::lt(after.clone(), before.clone());
            if self.holds(&Term::and([is_left, falls])) {
                Trend::Falls
            } else if self.holds(&Term::le(after, before)) {
                Trend::Stays
            } else {
                Trend::MayRise
            }
        });
        let trends = trends.collect();
        self.measures = measures;
        trends
    }

    /// Drops the candidates that do not hold for an arrival; says whether there were any.
    fn drop_violated(&mut self, position: usize, terms: &[Term]) -> Result<bool, Stop> {
        let instance = self.cuts[position].instance(terms);
        let candidates = std::mem::take(&mut self.cuts[position].invariant);
        let before = candidates.len();
        let tried = candidates.clone();
        let here = instance.apply_all(&candidates);
        let mut left: Vec<(Term, Term)> = candidates.into_iter().zip(here).collect();
        left.retain(|(_, here)| !here.is_false());
        loop {
            self.budget.check().map_err(|e| Stop::Ended(e.into()))?;
            let open = left.iter().map(|(_, here)| here.clone());
            let all = Term::and(open);
            if all.is_true() {
                break;
            }
            self.questions += 1;
            self.solver.push();
            self.solver.assert(&Term::not(all));
            let budget = self.budget.clone().with_work(WORK);
            let violated: Option<Vec<bool>> = match self.solver.check(&budget) {
                Outcome::Unsat(_) => Some(vec![false; left.len()]),
                Outcome::Sat(model) => {
                    let is_false = |(_, here): &(Term, Term)| {
                        matches!(model.value(here), Ok(Value::Bool(false)))
                    };
                    Some(left.iter().map(is_false).collect())
                        .filter(|violated: &Vec<bool>| violated.contains(&true))
                }
                Outcome::Unknown(_) => None,
            };
            self.solver.pop();
            match violated {
                Some(violated) if !violated.contains(&true) => break,
                Some(violated) => {
                    let mut flags = violated.into_iter();
                    left.retain(|_| flags.next() != Some(true));
                }
                None => {
                    let mut kept = Vec::new();
                    for (candidate, here) in left {
                        if self.holds(&here) {
                            kept.push((candidate, here));
                        }
                    }
                    left = kept;
                    break;
                }
            }
        }
        let changed = left.len() != before;
        if changed {
            self.cuts[position].rounds += 1;
            if self.cuts[position].rounds > PATIENT_ROUNDS {
                let kept: BTreeSet<&Term> = left.iter().map(|(candidate, _)| candidate).collect();
                let dropped = tried.iter().filter(|candidate| !kept.contains(candidate));
                let shapes: BTreeSet<String> = dropped.map(shape).collect();
                left.retain(|(candidate, _)| !shapes.contains(&shape(candidate)));
            }
        }
        self.cuts[position].invariant = left.into_iter().map(|(candidate, _)| candidate).collect();
        Ok(changed)
    }

    /// What is known where a cut is first reached, said in terms of its slots, as far as that is
    /// possible.
    fn facts_of(&self, terms: &[Term], slots: &[Var]) -> Vec<Term> {
        let mut names: BTreeMap<Var, Term> = BTreeMap::new();
        for (term, slot) in terms.iter().zip(slots) {
            if let Some(var) = term.as_var() {
                names.entry(var.clone()).or_insert_with(|| slot.term());
            }
        }
        let inputs = &self.context.system.inputs;
        let renaming: Substitution = names.clone().into_iter().collect();
        let conjuncts = self.facts.iter().flat_map(Term::conjuncts);
        let said = |fact: &Term| {
            let mut vars = fact.free_vars().into_iter();
            vars.all(|var| names.contains_key(&var) || inputs.contains(&var))
        };
        let facts = conjuncts.filter(said);
        facts.map(|fact| renaming.apply(&fact)).collect()
    }
}

/// A formula without the numbers of the processes that it speaks of.
fn shape(formula: &Term) -> String {
    let mut shape = String::new();
    let mut in_brackets = false;
    for c in formula.to_string().chars() {
        match c {
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            c if in_brackets && c.is_ascii_digit() => continue,
            _ => {}
        }
        shape.push(c);
    }
    shape
}
