//! One step of the game: what holds for all steps of the concrete program, and which of them the
//! specification can answer.

use std::collections::{BTreeMap, BTreeSet};

use logic::Value;
use oxidd::BooleanFunction;
use program::Program;

use super::actions::{self, Action};
use super::space::{Set, Space, made};
use crate::Rejected;

/// A `compassion` with its prediction.
pub(super) struct Pair {
    /// Where its first formula holds.
    pub(super) premise: Set,
    /// Where its second formula holds.
    pub(super) conclusion: Set,
    /// Where it is predicted that the first never holds again.
    pub(super) predicted: Set,
}

/// A program as it takes part in the game.
pub(super) struct Player {
    /// What it may do at its own turns.
    own: Vec<Action>,
    /// What the environment may do at the others; none where there are no others.
    environment: Option<Vec<Action>>,
    pub(super) pairs: Vec<Pair>,
    /// The states from which no step leads: what is predicted not to hold again holds.
    pub(super) dead: Set,
}

impl Player {
    pub(super) fn new(space: &Space, program: &Program, side: usize) -> Result<Self, Rejected> {
        let mut pairs = Vec::new();
        let mut dead = space.none();
        for (number, (premise, conclusion)) in program.compassion.iter().enumerate() {
            let pair = Pair {
                premise: space.formula(premise)?,
                conclusion: space.formula(conclusion)?,
                predicted: space.prediction(side, number)?,
            };
            dead = made(dead.or(&made(pair.premise.and(&pair.predicted))?))?;
            pairs.push(pair);
        }
        let environment = match program.open.is_empty() {
            true => None,
            false => Some(actions::environment(space, program)?),
        };
        Ok(Player {
            own: actions::own(space, program, side)?,
            environment,
            pairs,
            dead,
        })
    }

    /// The positions from which every step of this program alone leads into the set, predictions
    /// left as they are.
    pub(super) fn always(&self, space: &Space, set: &Set) -> Result<Set, Rejected> {
        self.at_each_turn(space, &mut |turn| {
            let next = self.next_turn(space, set, turn)?;
            let mut all = space.all();
            for action in self.actions(turn) {
                let leads = space.before(&next, &action.writes)?;
                all = made(all.and(&made(action.guard.imp(&leads))?))?;
            }
            Ok(all)
        })
    }

    /// The positions from which every step of the concrete program leads into the set, whatever it
    /// predicts.
    pub(super) fn always_predicting(&self, space: &Space, set: &Set) -> Result<Set, Rejected> {
        let kept = self.always(space, set)?;
        self.predicting(space, kept)
    }

    /// Adds to what holds of all steps without a new prediction those with one.
    fn predicting(&self, space: &Space, kept: Set) -> Result<Set, Rejected> {
        let mut all = kept;
        for pair in &self.pairs {
            let made_now = space.before_bit(&all, &pair.predicted, true)?;
            all = made(all.and(&made(pair.premise.imp(&made_now))?))?;
        }
        Ok(made(all.or(&self.dead))?)
    }

    /// What is found for each turn, at the positions where it is this turn.
    fn at_each_turn(
        &self,
        space: &Space,
        find: &mut dyn FnMut(Turn) -> Result<Set, Rejected>,
    ) -> Result<Set, Rejected> {
        let own = find(Turn::Own)?;
        if self.environment.is_none() {
            return Ok(own);
        }
        let environment = find(Turn::Environment)?;
        Ok(made(space.turn()?.ite(&own, &environment))?)
    }

    /// The part of a set at the turn that comes after this one.
    fn next_turn(&self, space: &Space, set: &Set, turn: Turn) -> Result<Set, Rejected> {
        if self.environment.is_none() {
            return Ok(set.clone());
        }
        let next_is_own = turn == Turn::Environment;
        Ok(space.before_bit(set, &space.turn()?, next_is_own)?)
    }

    fn actions(&self, turn: Turn) -> &[Action] {
        match (&self.environment, turn) {
            (Some(environment), Turn::Environment) => environment,
            _ => &self.own,
        }
    }
}

/// Whose turn it is; without an environment it is always the programs' own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Own,
    Environment,
}

/// Both programs.
pub(super) struct Game<'a> {
    pub(super) space: &'a Space,
    pub(super) concrete: Player,
    pub(super) specification: Player,
    /// The slots of the observed variables.
    pub(super) observed: BTreeSet<usize>,
    /// The states of the concrete program from which no run is fair.
    pub(super) hopeless: Set,
}

type Effect = BTreeMap<usize, Value>;

impl Game<'_> {
    /// The positions from which the specification can answer every step of the concrete program
    /// so that the next position is in the set, unless the concrete program has become hopeless.
    pub(super) fn answered(&self, set: &Set) -> Result<Set, Rejected> {
        let space = self.space;
        // The specification may predict in any step.
        let mut reached = set.clone();
        for pair in &self.specification.pairs {
            let predicts = space.before_bit(&reached, &pair.predicted, true)?;
            reached = made(reached.or(&predicts))?;
        }
        let kept = self.concrete.at_each_turn(space, &mut |turn| {
            let reached = self.concrete.next_turn(space, &reached, turn)?;
            let hopeless = self.concrete.next_turn(space, &self.hopeless, turn)?;
            self.answered_at(turn, &reached, &hopeless)
        })?;
        let answered = self.concrete.predicting(space, kept)?;
        let alive = made(self.specification.dead.not())?;
        Ok(made(answered.and(&alive))?)
    }

    fn answered_at(&self, turn: Turn, reached: &Set, hopeless: &Set) -> Result<Set, Rejected> {
        let space = self.space;
        let answers = self.specification.actions(turn);
        // What is shown of a step decides which answers there are.
        let mut by_effect: BTreeMap<Vec<(usize, Value)>, Set> = BTreeMap::new();
        let mut all = space.all();
        for action in self.concrete.actions(turn) {
            let (shown, hidden): (Vec<_>, Vec<_>) =
                (action.writes.iter().cloned()).partition(|(slot, _)| self.observed.contains(slot));
            let can_answer = match by_effect.get(&shown) {
                Some(known) => known.clone(),
                None => {
                    let found = self.answering(&shown, answers, reached)?;
                    by_effect.insert(shown, found.clone());
                    found
                }
            };
            let answered = space.before(&can_answer, &hidden)?;
            let gives_up = space.before(hopeless, &action.writes)?;
            let good = made(answered.or(&gives_up))?;
            all = made(all.and(&made(action.guard.imp(&good))?))?;
        }
        Ok(all)
    }

    /// The positions from which the specification can show the same as a step that shows this,
    /// and come into a set; the concrete program's hidden variables are those after the step.
    fn answering(
        &self,
        shown: &[(usize, Value)],
        answers: &[Action],
        reached: &Set,
    ) -> Result<Set, Rejected> {
        let space = self.space;
        let shown: Effect = shown.iter().cloned().collect();
        let mut any = space.none();
        for answer in answers {
            let mut possible = answer.guard.clone();
            let own: Effect = answer.writes.iter().cloned().collect();
            for slot in &self.observed {
                // A variable that only one of the two writes must have the value already.
                let must_be = match (shown.get(slot), own.get(slot)) {
                    (Some(a), Some(b)) if a != b => space.none(),
                    (Some(value), None) | (None, Some(value)) => space.literal(*slot, value)?,
                    _ => continue,
                };
                possible = made(possible.and(&must_be))?;
            }
            if !possible.satisfiable() {
                continue;
            }
            let mut writes = own;
            writes.extend(shown.clone());
            let writes: Vec<(usize, Value)> = writes.into_iter().collect();
            let leads = space.before(reached, &writes)?;
            any = made(any.or(&made(possible.and(&leads))?))?;
        }
        Ok(any)
    }
}
