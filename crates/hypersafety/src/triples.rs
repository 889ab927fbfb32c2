//! The Hoare triples between assertions (papers/001, section 3.2), found out as they are asked for.
//!
//! A triple `{A} step {φ}` has a conjunction `A` of assertions in front. What the solver answers is
//! kept in the form that says most: for a valid triple the assertions that were needed, for an
//! invalid one a pair of states, before and after. Sets of assertions are bitsets, so that most
//! questions are answered by comparing words. Everything that is known of triples is shared by all
//! candidate proofs: such a proof is no more than a set of assertions.

use budget::{Budget, Meter};
use evidence::Reason;
use logic::{Substitution, Term};
use rustc_hash::FxHashMap;
use smt::{Outcome, Solver, Strategy};

use crate::alphabet::{Alphabet, BranchId};
use crate::bits::Bits;
use crate::samples::Samples;

/// An assertion, by its number.
pub(crate) type AssertionId = usize;

/// Assertions, and what is known of the triples between them.
pub(crate) struct Triples<'a> {
    alphabet: &'a Alphabet,
    budget: &'a Budget,
    meter: Meter<'a>,
    solver: Solver,
    assertions: Vec<Term>,
    ids: FxHashMap<Term, AssertionId>,
    steps: Vec<Step>,
    posts: FxHashMap<(BranchId, Bits), Post>,
    /// How often the solver was asked.
    pub(crate) questions: usize,
}

/// What is known of a branch.
struct Step {
    updates: Substitution,
    /// For each assertion the formula that must hold before, so that it holds after.
    before: Vec<Term>,
    /// For each assertion, sets of assertions that suffice before.
    cores: Vec<Vec<Bits>>,
    samples: Samples,
}

/// What holds after a step.
#[derive(Clone, Default)]
struct Post {
    /// The assertions of which it is known whether they hold.
    asked: Bits,
    /// Those of them that do.
    holds: Bits,
}

impl<'a> Triples<'a> {
    /// The assertion `false`, which is part of every proof.
    pub(crate) const FALSE: AssertionId = 0;

    pub(crate) fn new(alphabet: &'a Alphabet, budget: &'a Budget) -> Self {
        let step = |branch: &crate::alphabet::Branch| Step {
            updates: branch.case.updates.iter().cloned().collect(),
            before: Vec::new(),
            cores: Vec::new(),
            samples: Samples::default(),
        };
        let mut triples = Triples {
            alphabet,
            budget,
            meter: budget.meter(),
            solver: Solver::new(Strategy::Incremental),
            assertions: Vec::new(),
            ids: FxHashMap::default(),
            steps: alphabet.branches.iter().map(step).collect(),
            posts: FxHashMap::default(),
            questions: 0,
        };
        triples.intern(&Term::bottom());
        triples
    }

    /// Counts a small piece of work, and stops where the budget is used up.
    pub(crate) fn tick(&mut self) -> Result<(), Reason> {
        self.meter.tick()?;
        Ok(())
    }

    /// The number of an assertion.
    pub(crate) fn intern(&mut self, assertion: &Term) -> AssertionId {
        if let Some(id) = self.ids.get(assertion) {
            return *id;
        }
        let id = self.assertions.len();
        self.ids.insert(assertion.clone(), id);
        self.assertions.push(assertion.clone());
        id
    }

    pub(crate) fn assertion(&self, id: AssertionId) -> &Term {
        &self.assertions[id]
    }

    /// All assertions of a proof that hold after a step from states where some hold; `None` where
    /// there is no such step.
    pub(crate) fn post(
        &mut self,
        proof: &Bits,
        holds: &Bits,
        branch: BranchId,
    ) -> Result<Option<Bits>, Reason> {
        let key = (branch, holds.clone());
        let mut post = self.posts.get(&key).cloned().unwrap_or_default();
        if post.holds.contains(Self::FALSE) {
            return Ok(None);
        }
        let open = proof.without(&post.asked);
        if !open.is_empty() {
            let valid = self.valid(holds, branch, &open)?;
            post.asked.extend_from(&open);
            post.holds.extend_from(&valid);
            self.posts.insert(key, post.clone());
        }
        let is_possible = !post.holds.contains(Self::FALSE);
        Ok(is_possible.then(|| post.holds.common(proof)))
    }

    /// Whether a triple is valid.
    pub(crate) fn entails(
        &mut self,
        holds: &Bits,
        branch: BranchId,
        assertion: AssertionId,
    ) -> Result<bool, Reason> {
        let asked = [assertion].into_iter().collect();
        Ok(!self.valid(holds, branch, &asked)?.is_empty())
    }

    /// The assertions that a valid triple needs; `None` for one that is not valid.
    pub(crate) fn core(
        &mut self,
        holds: &Bits,
        branch: BranchId,
        assertion: AssertionId,
    ) -> Result<Option<Bits>, Reason> {
        if !self.entails(holds, branch, assertion)? {
            return Ok(None);
        }
        Ok(self.known_core(holds, branch, assertion))
    }

    /// Of some assertions, those that hold after a step; `false` alone where it is among them and
    /// there is no such step.
    fn valid(&mut self, holds: &Bits, branch: BranchId, asked: &Bits) -> Result<Bits, Reason> {
        let samples = &mut self.steps[branch].samples;
        let open = samples.surviving(holds, asked.clone(), &self.assertions);
        let mut valid = Bits::default();
        let mut unknown = Vec::new();
        for assertion in open.iter() {
            self.prepare(branch, assertion);
            if self.known_core(holds, branch, assertion).is_some() {
                valid.insert(assertion);
                if assertion == Self::FALSE {
                    return Ok(valid);
                }
            } else {
                unknown.push(assertion);
            }
        }
        if !unknown.is_empty() {
            // What is assumed is forgotten again, so that questions do not become slower with time.
            self.solver.push();
            let asked = self.ask(holds, branch, &unknown, &mut valid);
            self.solver.pop();
            asked?;
        }
        Ok(valid)
    }

    /// Assertions that are known to suffice for a triple.
    fn known_core(&self, holds: &Bits, branch: BranchId, assertion: AssertionId) -> Option<Bits> {
        let step = &self.steps[branch];
        let before = &step.before[assertion];
        if before.is_true() {
            return Some(Bits::default());
        }
        if let Some(id) = self.ids.get(before)
            && holds.contains(*id)
        {
            return Some([*id].into_iter().collect());
        }
        // Where there is no step, everything holds after it.
        let impossible = step.cores.first().into_iter().flatten();
        let mut cores = step.cores[assertion].iter().chain(impossible);
        cores.find(|core| core.is_subset(holds)).cloned()
    }

    fn prepare(&mut self, branch: BranchId, assertion: AssertionId) {
        let step = &mut self.steps[branch];
        while step.before.len() <= assertion {
            let next = &self.assertions[step.before.len()];
            let before = next.substitute(&step.updates);
            step.before.push(if before == *next {
                before
            } else {
                before.simplify()
            });
            step.cores.push(Vec::new());
        }
    }

    /// Asks the solver which assertions hold after a step, in a scope of its own: what holds before
    /// is told only once. A model is asked for that refutes all of them; as long as there is none,
    /// some that are to blame wait for the next model. So a few models refute many triples.
    fn ask(
        &mut self,
        holds: &Bits,
        branch: BranchId,
        unknown: &[AssertionId],
        valid: &mut Bits,
    ) -> Result<(), Reason> {
        let guard = &self.alphabet.branches[branch].case.guard;
        let held: Vec<(AssertionId, Term)> = (holds.iter())
            .map(|id| (id, self.assertions[id].clone()))
            .collect();
        let mut known: Vec<Term> = held.iter().map(|(_, term)| term.clone()).collect();
        known.extend(guard.iter().cloned());
        let mut open: Bits = unknown.iter().copied().collect();
        let mut refutable = open.clone();
        while !open.is_empty() {
            self.budget.check()?;
            self.questions += 1;
            let step = &mut self.steps[branch];
            let refuted: Vec<(AssertionId, Term)> = (refutable.iter())
                .map(|id| (id, Term::not(step.before[id].clone())))
                .collect();
            let assumptions = known.iter().chain(refuted.iter().map(|(_, term)| term));
            let assumptions: Vec<Term> = assumptions.cloned().collect();
            match self.solver.check_assuming(&assumptions, self.budget) {
                Outcome::Unsat(unsat) => {
                    let core = unsat.core().map_err(reason)?;
                    let blamed = |all: &[(AssertionId, Term)]| -> Vec<AssertionId> {
                        let used = all.iter().filter(|(_, term)| core.contains(term));
                        used.map(|(id, _)| *id).collect()
                    };
                    let blame = blamed(&refuted);
                    match blame.as_slice() {
                        [] | [_] => {
                            let assertion = blame.first().copied().unwrap_or(Self::FALSE);
                            let needed = blamed(&held).into_iter().collect();
                            self.learn_core(branch, assertion, needed);
                            valid.insert(assertion);
                            if assertion == Self::FALSE {
                                return Ok(());
                            }
                            open.remove(assertion);
                            refutable.remove(assertion);
                        }
                        [_, others @ ..] => others.iter().for_each(|id| refutable.remove(*id)),
                    }
                }
                Outcome::Sat(sat) => {
                    let updated = step.updates.iter().map(|(_, term)| term);
                    let all = assumptions.iter().chain(&self.assertions).chain(updated);
                    if let Ok(model) = sat.model_of(all) {
                        (step.samples).add(model, &step.updates, &self.assertions);
                        open = (step.samples).surviving(holds, open, &self.assertions);
                    }
                    open = open.without(&refutable);
                    refutable = open.clone();
                }
                // A triple that cannot be decided is not used; but the budget counts.
                Outcome::Unknown(smt::Reason::Incomplete(_)) => {
                    self.budget.check()?;
                    let first = refutable.iter().next();
                    match first {
                        Some(first) if refutable.len() > 1 => {
                            refutable = [first].into_iter().collect();
                        }
                        _ => {
                            open = open.without(&refutable);
                            refutable = open.clone();
                        }
                    }
                }
                Outcome::Unknown(why) => return Err(reason(why)),
            }
            if refutable.is_empty() {
                refutable = open.clone();
            }
        }
        Ok(())
    }

    fn learn_core(&mut self, branch: BranchId, assertion: AssertionId, needed: Bits) {
        self.prepare(branch, assertion);
        self.steps[branch].cores[assertion].push(needed);
    }
}

/// Why the solver has no answer, as an engine says it.
pub(crate) fn reason(reason: smt::Reason) -> Reason {
    match reason {
        smt::Reason::Timeout => Reason::Timeout,
        smt::Reason::Memory => Reason::Memory,
        smt::Reason::Cancelled => Reason::Interrupted,
        smt::Reason::Incomplete(what) => Reason::Incomplete(what),
    }
}
