//! Making answers right: what both show is alike, and relations hold again.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::{Model, Substitution, Term};
use program::function::Observed;
use program::function::symbolic::{Effect, Path, PathEnd};

use super::{Context, Failure, PointStep, Prover, Relation, Reply};
use crate::ask::{Premise, add_defaults};

/// How many steps a state is followed that left a relation.
const MOST_CHASED: usize = 12;

impl Prover<'_, '_> {
    /// Makes an answer right: the same events and the same end, or a relation that holds again.
    pub(super) fn match_reply(
        &mut self,
        number: usize,
        step: usize,
        position: usize,
    ) -> Result<BTreeSet<usize>, Failure> {
        let mut weakened = BTreeSet::new();
        let PointStep { path, effect, .. } = &self.points[number].steps[step];
        let reply = self.points[number].steps[step].replies[position].clone();
        let seen = seen_alike(path.as_ref(), effect, &reply, self.context);
        let given = self.given(number, step, position);
        if !given.is_alike {
            let premise = given.premise.clone();
            // An answer that does not fit is fine where it is never given.
            let alike = seen.clone().unwrap_or_else(Term::bottom);
            if self.asker.counterexample(&premise, &alike)?.is_some() {
                if seen.is_none() {
                    let what = "has an answer that shows something else";
                    return Err(self.weak(number, step, what));
                }
                if self.skolemise(number, step, position)? {
                    return self.match_reply(number, step, position);
                }
                return Err(self.weak(number, step, "shows something else"));
            }
            self.given(number, step, position).is_alike = true;
        }
        let (Some(to), Some(_)) = (reply.to, seen) else {
            return Ok(weakened);
        };
        let to = self.number[&to];
        let ours = &self.points[number].steps[step].effect;
        let values = joined([Some(ours), reply.effect.as_ref()]);
        loop {
            let mut atoms = self.points[to].relation.atoms().to_vec();
            let given = self.given(number, step, position);
            atoms.retain(|atom| !given.holds.contains(atom));
            let premise = given.premise.clone();
            let after = values.apply_all(&atoms);
            match self.asker.counterexample_to_all(&premise, after) {
                Ok(None) => {
                    self.given(number, step, position).holds.extend(atoms);
                    return Ok(weakened);
                }
                Ok(Some(model)) => {
                    if self.skolemise(number, step, position)? {
                        weakened.extend(self.match_reply(number, step, position)?);
                        return Ok(weakened);
                    }
                    if !self.weaken(to, &values, model, &mut weakened) {
                        return Err(self.weak(number, step, "leaves the relation"));
                    }
                }
                Err(smt::Reason::Timeout) if self.asker.budget().check().is_ok() => {
                    // What is too hard at once may be easy one by one.
                    let hard = self.hard(&premise, &values, atoms.clone());
                    if hard.is_empty() {
                        self.given(number, step, position).holds.extend(atoms);
                        return Ok(weakened);
                    }
                    let Relation::Found(space) = &mut self.points[to].relation else {
                        return Err(self.weak(number, step, "is too hard for the solver"));
                    };
                    hard.into_iter().for_each(|atom| space.ban(atom));
                }
                Err(reason) => return Err(reason.into()),
            }
            weakened.insert(to);
        }
    }

    /// Adds the state after a step as a sample; whether that weakens the relation. Where the state
    /// leads with the answers that are known so far, relations are weakened as well.
    fn weaken(
        &mut self,
        to: usize,
        values: &Substitution,
        mut model: Model,
        weakened: &mut BTreeSet<usize>,
    ) -> bool {
        let Relation::Found(space) = &self.points[to].relation else {
            return false;
        };
        let before = space.relation();
        let Some(state) = self.add_state(to, values, &mut model) else {
            return false;
        };
        let Relation::Found(space) = &self.points[to].relation else {
            return false;
        };
        let is_weaker = !Rc::ptr_eq(&before, &space.relation());
        self.chase(to, state, weakened);
        is_weaker
    }

    /// Adds the state after a step as a sample, if it is new.
    fn add_state(&mut self, to: usize, values: &Substitution, model: &mut Model) -> Option<Model> {
        let Relation::Found(space) = &mut self.points[to].relation else {
            return None;
        };
        let mut state = Model::new();
        let mut sample = Vec::new();
        for var in space.vars() {
            let term = values.get(var).cloned().unwrap_or_else(|| var.term());
            add_defaults(model, term.free_vars());
            let value = model.eval(&term).ok()?;
            state.set(var.clone(), value.clone());
            sample.push(value);
        }
        space.add(sample).then_some(state)
    }

    /// Follows a state along the steps and answers that are known: whatever it leads to belongs to
    /// the relations there, and no solver needs to be asked to find that out.
    fn chase(&mut self, from: usize, state: Model, weakened: &mut BTreeSet<usize>) {
        let (mut number, mut state) = (from, state);
        for _ in 0..MOST_CHASED {
            let Some((to, values)) = self.onward(number, &mut state) else {
                return;
            };
            let Some(next) = self.add_state(to, &values, &mut state) else {
                return;
            };
            weakened.insert(to);
            (number, state) = (to, next);
        }
    }

    /// The point after the step and the answer that are taken from a state, and what they do.
    fn onward(&self, number: usize, state: &mut Model) -> Option<(usize, Substitution)> {
        let mut holds = |conditions: &[Term]| {
            conditions.iter().all(|condition| {
                add_defaults(state, condition.free_vars());
                state.holds(condition) == Ok(true)
            })
        };
        let mut steps = self.points[number].steps.iter();
        let step = steps.find(|step| holds(&step.effect.condition))?;
        let mut replies = step.replies.iter();
        let reply = replies.find(|reply| {
            let effect = reply.effect.as_ref();
            effect.is_none_or(|effect| holds(&effect.condition))
        })?;
        let values = joined([Some(&step.effect), reply.effect.as_ref()]);
        Some((self.number[&reply.to?], values))
    }

    /// The atoms that do not hold after a step, or of which the solver cannot tell.
    fn hard(&mut self, premise: &Premise, values: &Substitution, atoms: Vec<Term>) -> Vec<Term> {
        let mut hard = atoms;
        hard.retain(|atom| {
            let asked = self.asker.counterexample(premise, &values.apply(atom));
            !matches!(asked, Ok(None))
        });
        hard
    }
}

/// What has to be equal where a path is answered in this way, nodes aside; `None` where it cannot be.
pub(super) fn seen_alike(
    path: Option<&Path>,
    effect: &Effect,
    reply: &Reply,
    context: &Context,
) -> Option<Term> {
    let end = reply.path.as_ref().map(|path| path.end);
    let undefined = matches!(end, Some(PathEnd::Undefined(_)));
    let theirs = reply
        .effect
        .as_ref()
        .map_or(&[][..], |effect| &effect.events);
    if theirs.len() > effect.events.len() || (!undefined && theirs.len() < effect.events.len()) {
        return None;
    }
    let mut alike = Vec::new();
    for ((name, arguments), (their_name, their_arguments)) in effect.events.iter().zip(theirs) {
        if name != their_name {
            return None;
        }
        alike.push(refined(arguments, their_arguments)?);
    }
    let own_end = path.map_or(PathEnd::Arrived, |path| path.end);
    match (own_end, end) {
        (_, Some(PathEnd::Undefined(_))) => {}
        (PathEnd::Returned, Some(PathEnd::Returned)) => {
            let ours = effect.returned.as_deref()?;
            let theirs = reply.effect.as_ref()?.returned.as_deref()?;
            alike.push(refined(ours, theirs)?);
            if ours.is_empty() {
                alike.push(joined([Some(effect), reply.effect.as_ref()]).apply(&context.end));
            }
        }
        (PathEnd::Arrived, None | Some(PathEnd::Arrived)) => {}
        _ => return None,
    }
    Some(Term::and(alike))
}

pub(crate) fn refined(ours: &[Observed], theirs: &[Observed]) -> Option<Term> {
    let mut pairs = ours.iter().zip(theirs);
    let fits = ours.len() == theirs.len() && pairs.all(|(a, b)| a.value.sort() == b.value.sort());
    fits.then(|| Term::and(ours.iter().zip(theirs).map(|(a, b)| a.refines(b))))
}

/// The values after both effects.
pub(super) fn joined(effects: [Option<&Effect>; 2]) -> Substitution {
    let entries = effects
        .into_iter()
        .flatten()
        .flat_map(|effect| effect.values.iter());
    entries
        .map(|(var, term)| (var.clone(), term.clone()))
        .collect()
}
