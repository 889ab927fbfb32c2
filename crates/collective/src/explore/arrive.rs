//! Arrivals at cuts: runs are brought together there, and invariants lose what does not hold.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Node, Op, Substitution, Term, Value, Var};
use smt::Outcome;

use super::seek::valued;
use super::{Gaps, Search, Stop, WORK};
use crate::cut::Cut;
use crate::infer::{self, Slots};
use crate::key::Key;
use crate::measure::Trend;
use crate::sample::is_over_inputs;
use crate::state::State;
use crate::tree::Leaf;

/// How often candidates are dropped one by one. Later, those of other processes that say the same
/// go with them, and later still those that say the same of other numbers: what a few samples
/// suggest by chance would otherwise go process by process.
const PATIENT_ROUNDS: u32 = 3;
const TOLERANT_ROUNDS: u32 = 6;

/// The most cuts.
const MOST_CUTS: usize = 120;

impl Search<'_, '_> {
    /// Makes a cut of the place of a state.
    pub(super) fn make_cut(&mut self, key: Key, state: &State) -> Result<(), Stop> {
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
    pub(super) fn arrive(&mut self, position: usize, state: &State) -> Result<Leaf, Stop> {
        let terms = state.terms();
        if !self.cuts[position].is_reached {
            let known = terms.iter().map(|term| {
                let fixed = is_over_inputs(self.context, term);
                fixed.then(|| term.clone())
            });
            let known: Vec<Option<Term>> = known.collect();
            let points = self.samples.points.get(&self.cuts[position].key);
            let made = match points {
                None if self.plan.gaps == Gaps::Seek => self.points_from_here(position, state),
                _ => Vec::new(),
            };
            let points = points.map_or(&made[..], Vec::as_slice);
            self.cuts[position].known = infer::confirmed(known, points);
            self.cuts[position].is_reached = true;
            let candidates = match self.plan.seeds.get(&self.cuts[position].key) {
                Some(seeds) => seeds.clone(),
                None => {
                    let slots = &self.cuts[position].slots;
                    let hints = self.plan.hints.iter().cloned();
                    let more: Vec<Term> = hints.chain(self.facts_of(&terms, slots)).collect();
                    let wealth = self.plan.wealth;
                    let slots = Slots::at(self.context, state, slots, wealth);
                    infer::candidates(self.context, &slots, points, more, wealth)
                }
            };
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
        changed |= self.drop_violated(position, state, &terms)?;
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
    fn drop_violated(
        &mut self,
        position: usize,
        state: &State,
        terms: &[Term],
    ) -> Result<bool, Stop> {
        let instance = self.cuts[position].instance(terms);
        let candidates = std::mem::take(&mut self.cuts[position].invariant);
        let before = candidates.len();
        let tried = candidates.clone();
        let here = instance.apply_all(&candidates);
        let mut left: Vec<(Term, Term)> = candidates.into_iter().zip(here).collect();
        left.retain(|(_, here)| !here.is_false());
        let shown = self.follow_leanly(&left.iter().map(|(_, here)| here).collect::<Vec<_>>());
        let mut witness = None;
        let mut flags = shown.into_iter();
        let (mut sure, mut left): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|_| flags.next() == Some(true));
        if self.plan.gaps == Gaps::Seek {
            sure.extend(self.quantified_that_hold(&mut left));
        }
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
                    if self.plan.gaps == Gaps::Seek && witness.is_none() {
                        let value = |var: &Var| model.value(&var.term()).ok();
                        witness = Some(valued(self.context, state, &value));
                    }
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
        left.extend(sure);
        let changed = left.len() != before;
        if changed {
            self.cuts[position].rounds += 1;
            let rounds = self.cuts[position].rounds;
            if rounds > PATIENT_ROUNDS {
                let view = match rounds > TOLERANT_ROUNDS {
                    true => View::Numbers,
                    false => View::Processes,
                };
                let kept: BTreeSet<&Term> = left.iter().map(|(candidate, _)| candidate).collect();
                let dropped = tried.iter().filter(|candidate| !kept.contains(candidate));
                let shapes: BTreeSet<String> = dropped.map(|f| shape(f, view)).collect();
                left.retain(|(candidate, _)| !shapes.contains(&shape(candidate, view)));
            }
        }
        let kept: BTreeSet<Term> = left.into_iter().map(|(candidate, _)| candidate).collect();
        let invariant = tried.into_iter().filter(|formula| kept.contains(formula));
        self.cuts[position].invariant = invariant.collect();
        if let Some(values) = witness {
            self.learn(position, state, values);
        }
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
        let facts = facts.map(|fact| renaming.apply(&fact));
        let elements = terms
            .iter()
            .zip(slots)
            .flat_map(|(term, slot)| elements(term, slot));
        facts.chain(elements).collect()
    }
}

/// What the elements of an array are that were written at places with a number, where they are
/// values.
fn elements(term: &Term, slot: &Var) -> Vec<Term> {
    /// The most elements of one array.
    const MOST: usize = 32;
    let mut written: BTreeMap<Term, Term> = BTreeMap::new();
    let mut array = term;
    while let Node::App(Op::Store, parts) = array.node()
        && written.len() < MOST
    {
        let [before, place, element] = &parts[..] else {
            break;
        };
        if place.as_value().is_none() {
            break;
        }
        written
            .entry(place.clone())
            .or_insert_with(|| element.clone());
        array = before;
    }
    let values = written
        .into_iter()
        .filter(|(_, element)| element.as_value().is_some());
    let is = |(place, element)| Term::eq(Term::select(slot.term(), place), element);
    values.map(is).collect()
}

/// What makes two formulas look the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    /// They differ in the processes that they speak of.
    Processes,
    /// They differ in numbers.
    Numbers,
}

/// A formula without the numbers of the processes that it speaks of, or without any numbers.
fn shape(formula: &Term, view: View) -> String {
    let mut shape = String::new();
    let mut in_brackets = false;
    for c in formula.to_string().chars() {
        match c {
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            c if c.is_ascii_digit() && (in_brackets || view == View::Numbers) => continue,
            _ => {}
        }
        shape.push(c);
    }
    shape
}
