//! Answers of the specification: how they are found for a step.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::{Model, Term, Value, Var};
use program::function::symbolic::{Effect, Path, PathEnd, choice_var, result_var};
use program::function::{BlockId, Environment, Keep};

use super::matching::seen_alike;
use super::{Failure, Point, PointStep, Prover};
use crate::align::Blocks;
use crate::ask::{Premise, add_defaults};
use crate::choices::Choices;
use crate::flow::base_name;
use crate::relation::Atoms;

/// How many answers a path may have, and how many blocks an answer goes through.
const MOST_ANSWERS: usize = 64;
const MOST_BLOCKS: usize = 400;
/// How many paths of the specification are tried for an answer that is right on its face.
const MOST_KNOWN: usize = 64;

/// An answer to a path of the implementation.
#[derive(Clone)]
pub(super) struct Reply {
    /// None where the specification stands still.
    pub(super) path: Option<Path>,
    pub(super) terms: Vec<Term>,
    pub(super) effect: Option<Effect>,
    /// The pair of blocks at which both are then.
    pub(super) to: Option<Blocks>,
    pub(super) given: Option<Given>,
}

/// Where an answer is given, and what is known to hold then.
#[derive(Clone)]
pub(super) struct Given {
    /// The relation before the step.
    pub(super) under: Atoms,
    pub(super) premise: Rc<Premise>,
    /// Whether both functions show the same.
    pub(super) is_alike: bool,
    /// What holds afterwards.
    pub(super) holds: BTreeSet<Term>,
}

impl Reply {
    /// Where the specification can give it.
    pub(super) fn condition(&self) -> Term {
        let conditions = self
            .effect
            .iter()
            .flat_map(|effect| effect.condition.iter());
        Term::and(conditions.cloned())
    }
}

impl Prover<'_, '_> {
    /// Finds answers until one is possible wherever the step is taken.
    pub(super) fn cover(&mut self, number: usize, step: usize) -> Result<(), Failure> {
        let taken = self.taken(number, step);
        if taken.is_covered {
            return Ok(());
        }
        let premise = taken.premise.clone();
        if self.points[number].steps[step].replies.is_empty()
            && let Some(reply) = self.evident_reply(number, step, &premise)
        {
            self.add_reply(number, step, reply)?;
        }
        for _ in 0..MOST_ANSWERS {
            let replies = &self.points[number].steps[step].replies;
            let covered = Term::or(replies.iter().map(Reply::condition));
            let Some(model) = self.asker.counterexample(&premise, &covered)? else {
                self.taken(number, step).is_covered = true;
                return Ok(());
            };
            let reply = self.reply(number, step, &model);
            let Some(reply) = reply else {
                return Err(self.weak(number, step, "has no answer"));
            };
            if self.is_wrong(&self.points[number].steps[step], &reply, &model) {
                return Err(self.weak(number, step, "has an answer that shows something else"));
            }
            self.add_reply(number, step, reply)?;
        }
        Err(self.weak(number, step, "has too many answers"))
    }

    /// Where an answer is given, with what is known of it under the present relation.
    pub(super) fn given(&mut self, number: usize, step: usize, position: usize) -> &mut Given {
        let taken = self.taken(number, step);
        let (under, premise) = (taken.under.clone(), taken.premise.clone());
        let reply = &mut self.points[number].steps[step].replies[position];
        let known = reply.given.take();
        let known = known.filter(|given| Rc::ptr_eq(&given.under, &under));
        let condition = reply.condition();
        reply.given.insert(known.unwrap_or_else(|| Given {
            premise: Rc::new(premise.with(&condition)),
            under,
            is_alike: false,
            holds: BTreeSet::new(),
        }))
    }

    fn add_reply(&mut self, number: usize, step: usize, reply: Reply) -> Result<(), Failure> {
        if let Some(to) = reply.to {
            self.point(to)?;
        }
        self.points[number].steps[step].replies.push(reply);
        Ok(())
    }

    /// Whether an answer shows something else in the state that it was found for. Relations mostly get
    /// weaker, so that it will be given there.
    fn is_wrong(&self, step: &PointStep, reply: &Reply, model: &Model) -> bool {
        if !reply.terms.is_empty() {
            return false;
        }
        match seen_alike(step.path.as_ref(), &step.effect, reply, self.context) {
            None => true,
            Some(seen) => {
                let mut model = model.clone();
                add_defaults(&mut model, seen.free_vars());
                model.holds(&seen) == Ok(false)
            }
        }
    }

    /// A path of the specification that is taken wherever the step is, as can be seen without a
    /// solver: where a pass has left a part of a function alone.
    fn evident_reply(&self, number: usize, step: usize, premise: &Premise) -> Option<Reply> {
        let point = &self.points[number];
        let PointStep { path, effect, .. } = &point.steps[step];
        let end = match path {
            Some(path) => {
                if path.end == PathEnd::Arrived {
                    let counts = self.alignment.passes(point.blocks(), effect.block, path);
                    let stands = self.alignment.alone.contains(&effect.block);
                    if stands || !counts.contains(&1) || point.theirs_on.is_empty() {
                        return None;
                    }
                }
                path.end
            }
            None => PathEnd::Arrived,
        };
        let meeting = path
            .as_ref()
            .map(|_| self.meeting(point.blocks(), effect.block));
        // Where a pass has left everything alone, the same path is the answer.
        let (same, others): (Vec<_>, Vec<_>) = point
            .theirs_on
            .iter()
            .partition(|(their_path, _)| Some(their_path) == path.as_ref());
        same.into_iter()
            .chain(others.into_iter().take(MOST_KNOWN))
            .find_map(|(their_path, their_effect)| {
                let to = match (their_path.end, end) {
                    (PathEnd::Undefined(_), _) => None,
                    (PathEnd::Arrived, PathEnd::Arrived) => {
                        let arrives = meeting.is_none_or(|it| it == their_effect.block);
                        Some(arrives.then_some((effect.block, their_effect.block))?)
                    }
                    (PathEnd::Returned, PathEnd::Returned) => None,
                    _ => return None,
                };
                let condition = Term::and(their_effect.condition.iter().cloned());
                premise.is_evident(&condition).then(|| Reply {
                    path: Some(their_path.clone()),
                    terms: Vec::new(),
                    effect: Some(their_effect.clone()),
                    to,
                    given: None,
                })
            })
    }

    /// The answer that the specification gives from a state, new among the answers so far.
    fn reply(&self, number: usize, step: usize, model: &Model) -> Option<Reply> {
        let point = &self.points[number];
        let PointStep {
            path,
            effect,
            replies,
            ..
        } = &point.steps[step];
        let is_new = |reply: &Reply| replies.iter().all(|known| known.path != reply.path);
        let Some(path) = path else {
            let stops = self.alignment.their_stops(self.specification);
            let stop = &mut |block, time| time > MOST_BLOCKS || time > 0 && stops.contains(&block);
            return self.follow(point, effect, model, stop).filter(is_new);
        };
        if path.end != PathEnd::Arrived {
            let partners = self.alignment.partners();
            let mut left = self.alignment.last_rounds(point.blocks());
            let stop = &mut |block, time| {
                let passes = time > 0 && partners.contains(&block);
                let is_last = passes && left == Some(0);
                left = left.map(|left| left.saturating_sub(usize::from(passes)));
                is_last || time > MOST_BLOCKS
            };
            let reply = self.follow(point, effect, model, stop).filter(is_new)?;
            return reply.to.is_none().then_some(reply);
        }
        let stands_still = || Reply {
            path: None,
            terms: Vec::new(),
            effect: None,
            to: Some((effect.block, point.theirs)),
            given: None,
        };
        if self.alignment.alone.contains(&effect.block) {
            return Some(stands_still()).filter(is_new);
        }
        let partner = self.meeting(point.blocks(), effect.block);
        let counts = self.alignment.passes(point.blocks(), effect.block, path);
        let mut found = counts.into_iter().filter_map(|count| {
            if count == 0 && partner == point.theirs {
                return Some(stands_still());
            }
            let mut left = count.max(1);
            let reply = self.follow(point, effect, model, &mut |block, time| {
                left -= usize::from(time > 0 && block == partner);
                left == 0 || time > MOST_BLOCKS
            });
            reply.filter(|reply| reply.to.is_none_or(|(_, theirs)| theirs == partner))
        });
        found.find(is_new)
    }

    /// Runs the specification from a state until it is told to stop.
    fn follow(
        &self,
        point: &Point,
        effect: &Effect,
        model: &Model,
        stop: &mut dyn FnMut(BlockId, usize) -> bool,
    ) -> Option<Reply> {
        let function = &self.specification.function;
        let mut values = model.clone();
        add_defaults(&mut values, function.variables());
        add_defaults(&mut values, self.implementation.function.variables());
        let choices = &self.context.choices;
        let mut environment = Follower {
            values: values.clone(),
            effect,
            choices,
            asked: 0,
        };
        let run = function.run_from(point.theirs, values, &mut environment, Keep::Outcome, stop);
        let path = run.ok()?.path()?;
        let mut terms = Vec::new();
        let mut choose = |number: usize, var: &Var| {
            terms.push(guess(number, var, effect, choices));
            terms[number].clone()
        };
        let followed = function.effect(point.theirs, &path, &mut choose)?;
        let to = match path.end {
            PathEnd::Arrived => Some((effect.block, followed.block)),
            PathEnd::Returned | PathEnd::Undefined(_) => None,
        };
        Some(Reply {
            path: Some(path),
            terms,
            effect: Some(followed),
            to,
            given: None,
        })
    }
}

/// A Skolem term for what the specification chooses: what the implementation chose for the variable
/// of the same name, or with the same number, or the value that its variable of that name has.
fn guess(number: usize, var: &Var, effect: &Effect, choices: &Choices) -> Term {
    let fits = |(_, chosen): &(usize, &Var)| chosen.sort == var.sort;
    let chosen: Vec<(usize, &Var)> = effect.chosen.iter().enumerate().filter(fits).collect();
    let named = chosen
        .iter()
        .find(|(_, own)| base_name(own) == base_name(var));
    let numbered = chosen.iter().find(|(own, _)| *own == number);
    if let Some((number, own)) = named.or(numbered).or(chosen.first()) {
        return choices.term(var, choice_var(*number, own).term());
    }
    let own = effect.values.iter();
    let mut own = own.filter(|(own, _)| own.sort == var.sort && base_name(own) == base_name(var));
    match own.next() {
        Some((_, value)) => value.clone(),
        None => Term::value(Value::default_of(&var.sort)),
    }
}

/// Answers as a model says.
struct Follower<'e> {
    values: Model,
    effect: &'e Effect,
    choices: &'e Choices,
    asked: usize,
}

impl Environment for Follower<'_> {
    fn choose(&mut self, var: &Var) -> Value {
        let term = guess(self.asked, var, self.effect, self.choices);
        self.asked += 1;
        add_defaults(&mut self.values, term.free_vars());
        let value = self.values.eval(&term);
        value.unwrap_or_else(|_| Value::default_of(&var.sort))
    }

    fn result(&mut self, event: usize, position: usize, var: &Var) -> Value {
        let known = self.values.get(&result_var(event, position, var));
        known
            .cloned()
            .unwrap_or_else(|| Value::default_of(&var.sort))
    }
}
