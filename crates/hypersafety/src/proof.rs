//! Candidate proofs: sets of assertions with the Hoare triples between them (papers/001, section
//! 3.2), found out as they are asked for.
//!
//! A triple `{A} step {φ}` has a conjunction `A` of assertions in front. What the solver answers is
//! kept in the form that says most: for a valid triple the assertions that were needed, for an
//! invalid one a pair of states, before and after. Sets of assertions are bitsets, so that most
//! questions are answered by comparing words.

use budget::Budget;
use evidence::Reason;
use logic::{Model, Substitution, Term};
use rustc_hash::FxHashMap;
use smt::{Outcome, Solver, Strategy};

use crate::alphabet::{Alphabet, BranchId};
use crate::bits::Bits;

/// An assertion, by its number.
pub(crate) type AssertionId = usize;

/// Assertions, and what is known of the triples between them.
pub(crate) struct Proof<'a> {
    alphabet: &'a Alphabet,
    budget: &'a Budget,
    solver: Solver,
    assertions: Vec<Term>,
    ids: FxHashMap<Term, AssertionId>,
    steps: Vec<Step>,
    /// Answers for whole sets, with how many assertions they speak of.
    posts: FxHashMap<(BranchId, Bits), (usize, Option<Bits>)>,
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
    samples: Vec<Sample>,
}

/// A pair of states between which a step leads, with the assertions that hold in them.
struct Sample {
    pre: Model,
    post: Model,
    before: Bits,
    after: Bits,
    known: usize,
}

impl Sample {
    fn learn(&mut self, assertions: &[Term]) {
        for (id, assertion) in assertions.iter().enumerate().skip(self.known) {
            // Where there is no value, the sample must not refute anything.
            if self.pre.holds(assertion) == Ok(true) {
                self.before.insert(id);
            }
            if self.post.holds(assertion) != Ok(false) {
                self.after.insert(id);
            }
        }
        self.known = assertions.len();
    }
}

impl<'a> Proof<'a> {
    /// The assertion `false`, which is part of every proof.
    pub(crate) const FALSE: AssertionId = 0;

    pub(crate) fn new(alphabet: &'a Alphabet, budget: &'a Budget) -> Self {
        let step = |branch: &crate::alphabet::Branch| Step {
            updates: branch.case.updates.iter().cloned().collect(),
            before: Vec::new(),
            cores: Vec::new(),
            samples: Vec::new(),
        };
        let mut proof = Proof {
            alphabet,
            budget,
            solver: Solver::new(Strategy::Incremental),
            assertions: Vec::new(),
            ids: FxHashMap::default(),
            steps: alphabet.branches.iter().map(step).collect(),
            posts: FxHashMap::default(),
            questions: 0,
        };
        proof.add(&Term::bottom());
        proof
    }

    /// Adds an assertion; says whether it is new.
    pub(crate) fn add(&mut self, assertion: &Term) -> bool {
        if assertion.is_true() || self.ids.contains_key(assertion) {
            return false;
        }
        self.ids.insert(assertion.clone(), self.assertions.len());
        self.assertions.push(assertion.clone());
        true
    }

    pub(crate) fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// All assertions that hold after a step from states where some hold; `None` where there is no
    /// such step.
    pub(crate) fn post(&mut self, holds: &Bits, branch: BranchId) -> Result<Option<Bits>, Reason> {
        let key = (branch, holds.clone());
        let (known, mut post) = match self.posts.get(&key) {
            Some((_, None)) => return Ok(None),
            Some((known, Some(post))) => (*known, post.clone()),
            None => (0, Bits::default()),
        };
        for assertion in known..self.assertions.len() {
            if self.entails(holds, branch, assertion)? {
                if assertion == Self::FALSE {
                    self.posts.insert(key, (0, None));
                    return Ok(None);
                }
                post.insert(assertion);
            }
        }
        let answer = (self.assertions.len(), Some(post.clone()));
        self.posts.insert(key, answer);
        Ok(Some(post))
    }

    /// Whether a triple is valid.
    pub(crate) fn entails(
        &mut self,
        holds: &Bits,
        branch: BranchId,
        assertion: AssertionId,
    ) -> Result<bool, Reason> {
        Ok(self.core(holds, branch, assertion)?.is_some())
    }

    /// The assertions that a valid triple needs; `None` for one that is not valid.
    pub(crate) fn core(
        &mut self,
        holds: &Bits,
        branch: BranchId,
        assertion: AssertionId,
    ) -> Result<Option<Bits>, Reason> {
        self.prepare(branch, assertion);
        let step = &mut self.steps[branch];
        let before = step.before[assertion].clone();
        if before.is_true() {
            return Ok(Some(Bits::default()));
        }
        if let Some(id) = self.ids.get(&before)
            && holds.contains(*id)
        {
            return Ok(Some([*id].into_iter().collect()));
        }
        if let Some(core) = step.cores[assertion]
            .iter()
            .find(|core| core.is_subset(holds))
        {
            return Ok(Some(core.clone()));
        }
        for sample in &mut step.samples {
            sample.learn(&self.assertions);
            if holds.is_subset(&sample.before) && !sample.after.contains(assertion) {
                return Ok(None);
            }
        }
        self.ask(holds, branch, assertion, &before)
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

    fn ask(
        &mut self,
        holds: &Bits,
        branch: BranchId,
        assertion: AssertionId,
        before: &Term,
    ) -> Result<Option<Bits>, Reason> {
        self.budget.check()?;
        self.questions += 1;
        let case = &self.alphabet.branches[branch].case;
        let held: Vec<(AssertionId, &Term)> =
            holds.iter().map(|id| (id, &self.assertions[id])).collect();
        let mut assumptions: Vec<Term> = held.iter().map(|(_, term)| (*term).clone()).collect();
        assumptions.extend(case.guard.iter().cloned());
        assumptions.push(Term::not(before.clone()));
        // What is assumed is forgotten again, so that questions do not become slower with time.
        self.solver.push();
        let answer = match self.solver.check_assuming(&assumptions, self.budget) {
            Outcome::Unsat(unsat) => unsat.core().map(Answer::Valid),
            Outcome::Sat(sat) => {
                let step = &self.steps[branch];
                let sample = sample(&sat, &assumptions, step, &self.assertions);
                Ok(Answer::Invalid(sample.map(Box::new)))
            }
            Outcome::Unknown(why) => Err(why),
        };
        self.solver.pop();
        match answer {
            Ok(Answer::Valid(core)) => {
                let needed: Bits = held
                    .iter()
                    .filter(|(_, term)| core.contains(term))
                    .map(|(id, _)| *id)
                    .collect();
                self.steps[branch].cores[assertion].push(needed.clone());
                Ok(Some(needed))
            }
            Ok(Answer::Invalid(sample)) => {
                let samples = &mut self.steps[branch].samples;
                samples.extend(sample.map(|sample| *sample));
                Ok(None)
            }
            // A triple that cannot be decided is not used; but the budget counts.
            Err(smt::Reason::Incomplete(_)) => {
                self.budget.check()?;
                Ok(None)
            }
            Err(why) => Err(reason(why)),
        }
    }
}

/// What the solver says of a triple.
enum Answer {
    Valid(Vec<Term>),
    Invalid(Option<Box<Sample>>),
}

/// The states before and after a step as a model shows them.
fn sample(
    sat: &smt::Satisfiable,
    assumptions: &[Term],
    step: &Step,
    assertions: &[Term],
) -> Option<Sample> {
    let updated: Vec<Term> = step.updates.iter().map(|(_, term)| term.clone()).collect();
    let pre = sat
        .model_of(assumptions.iter().chain(assertions).chain(&updated))
        .ok()?;
    let mut post = pre.clone();
    for (var, term) in step.updates.iter() {
        let value = pre.eval(term).ok().filter(|value| value.is_of(&var.sort))?;
        post.set(var.clone(), value);
    }
    let mut sample = Sample {
        pre,
        post,
        before: Bits::default(),
        after: Bits::default(),
        known: 0,
    };
    sample.learn(assertions);
    Some(sample)
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
