//! The search for failures that are sure: which steps can surely be taken, and which surely fail.
//!
//! It is the search for a proof, from values of the inputs, with the other question asked: not what
//! may happen, but what can be made to happen. A step that may fail, or may not, is of no use to
//! either end, so that nothing is explored behind it.

use std::collections::BTreeSet;

use logic::{Model, Term, Value, Var, recursion};
use program::system::concrete::left_over;

use super::{Search, Stop, WORK};
use crate::key::Key;
use crate::sample::{Dice, Points, Samples};
use crate::schedule::{Turn, note_turn};
use crate::state::{Context, State};
use crate::step::Step;
use crate::tree::{Branch, Leaf};

/// How far values reach that are chosen.
const REACH: usize = 3;

/// How many steps a run has that begins in the middle.
const STEPS_FROM_HERE: usize = 400;

/// The most points that are learnt of a cut, and of them from one arrival.
const MOST_LEARNT: usize = 60;
const FEW_POINTS: usize = 12;

impl Search<'_, '_> {
    /// The movers of which some step can surely be taken.
    pub(super) fn sure_movers(&mut self, turn: &Turn, all: &[Step]) -> BTreeSet<usize> {
        let of = |mover: usize| {
            let own = all.iter().filter(move |step| step.mover == mover);
            Term::or(own.map(|step| step.guard.clone()))
        };
        let movers = turn.movers.iter().copied();
        let somes: Vec<(usize, Term)> = movers.map(|mover| (mover, of(mover))).collect();
        let sure = somes.into_iter().filter(|(_, some)| self.holds(some));
        sure.map(|(mover, _)| mover).collect()
    }

    /// A value for what a step chooses.
    pub(super) fn chosen(&mut self, step: &Step) -> Option<Value> {
        let var = step.fresh.as_ref()?;
        (self.plan.gaps == super::Gaps::Seek).then(|| self.dice.value(&var.sort, REACH))
    }

    /// Whether nobody can surely move, and the run has ended as it should not.
    pub(super) fn surely_fails(&mut self, state: &State, steps: &[Step]) -> bool {
        let context = self.context;
        let some = Term::or(steps.iter().map(|step| step.guard.clone()));
        let mut running = (0..context.size()).filter(|p| !context.has_ended(state, *p));
        let has_stopped = |p: usize| context.communication(state, p).is_none();
        if running.clone().any(has_stopped) || !self.holds(&Term::not(some)) {
            return false;
        }
        if running.next().is_some() || left_over(context.system, &state.system).is_some() {
            return true;
        }
        let ensures = state.full_valuation(context).apply(&context.system.ensures);
        self.holds(&Term::not(ensures))
    }

    /// Takes a step, and goes on behind it if it surely does not fail.
    pub(super) fn take_seeking(
        &mut self,
        step: Step,
        before: &State,
        turn: &Turn,
        path: &mut Vec<Key>,
    ) -> Result<Branch, Stop> {
        let mut is_safe = true;
        for duty in &step.duties {
            is_safe = is_safe && self.holds(&duty.formula);
        }
        let duties: Vec<Term> = step.duties.into_iter().map(|duty| duty.formula).collect();
        let to = if is_safe {
            let mut next = step.next;
            note_turn(self.context, before, turn, &mut next);
            recursion::guard(|| self.go_on(next, path))?
        } else if self.holds(&Term::not(Term::and(duties.clone()))) {
            Leaf::Failure
        } else {
            self.news_of_doubt(&duties);
            Leaf::Lost
        };
        Ok(Branch {
            mover: step.mover,
            edge: step.edge,
            path: step.path,
            fresh: step.fresh,
            chosen: None,
            guard: step.guard,
            is_sure: false,
            duties,
            assumed: BTreeSet::new(),
            open: Vec::new(),
            to,
        })
    }

    fn news_of_doubt(&mut self, duties: &[Term]) {
        self.budget.report(|| {
            let duties = Term::and(duties.iter().cloned());
            format!("{duties} may hold or not")
        });
    }

    /// What a run shows of a cut that no run from the start has come to: behind a long loop, say. It
    /// begins in some state that is possible here.
    pub(super) fn points_from_here(&mut self, position: usize, state: &State) -> Points {
        let budget = self.budget.clone().with_work(WORK);
        let smt::Outcome::Sat(found) = self.solver.check(&budget) else {
            return Points::new();
        };
        let value = |var: &Var| found.value(&var.term()).ok();
        let values = valued(self.context, state, &value);
        self.points_from(position, state, values)
    }

    /// Takes out the candidates that have quantifiers, and returns those of them that surely hold. The
    /// solver finds no values that violate some of them together.
    pub(super) fn quantified_that_hold(
        &mut self,
        candidates: &mut Vec<(Term, Term)>,
    ) -> Vec<(Term, Term)> {
        let (quantified, plain) = std::mem::take(candidates)
            .into_iter()
            .partition(|(_, here)| here.has_quantifier());
        *candidates = plain;
        let quantified: Vec<(Term, Term)> = quantified;
        let hold = quantified.into_iter().filter(|(_, here)| self.holds(here));
        hold.collect()
    }

    /// Learns from an arrival that violates candidates: from a state in which it does so, a run shows
    /// what else is not the case. What only looked so, because no run from the start has come far
    /// enough, makes room for what is weaker when the search is done again.
    pub(super) fn learn(&mut self, position: usize, state: &State, values: Model) {
        let key = self.cuts[position].key.clone();
        let known = self.learnt.get(&key).map_or(0, Vec::len);
        if known < MOST_LEARNT {
            let points = self.points_from(position, state, values);
            let kept = points.into_iter().take(FEW_POINTS);
            self.learnt.entry(key).or_default().extend(kept);
        }
    }

    /// What a run shows of a cut that begins with these values.
    fn points_from(&mut self, position: usize, state: &State, values: Model) -> Points {
        let mut samples = Samples::default();
        let mut dice = Dice::new(7);
        let limits = (STEPS_FROM_HERE, self.budget);
        samples.run_from(self.context, state.clone(), values, &mut dice, limits);
        let key = &self.cuts[position].key;
        samples.points.remove(key).unwrap_or_default()
    }
}

/// Values of what a state and the inputs are made of.
pub(super) fn valued(
    context: &Context<'_>,
    state: &State,
    value: &dyn Fn(&Var) -> Option<Value>,
) -> Model {
    let mut vars: BTreeSet<Var> = context.system.inputs.iter().cloned().collect();
    vars.extend(state.terms().iter().flat_map(Term::free_vars));
    let of = |var: Var| {
        let value = value(&var).unwrap_or_else(|| Value::default_of(&var.sort));
        (var, value)
    };
    vars.into_iter().map(of).collect()
}
