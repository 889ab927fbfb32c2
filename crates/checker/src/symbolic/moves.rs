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

    /// Whether from each of some positions every step of the concrete program leads into a set,
    /// whatever it predicts.
    pub(super) fn all_lead(&self, space: &Space, from: &Set, into: &Set) -> Result<bool, Rejected> {
        let from = self.predicting(space, from)?;
        for turn in self.turns() {
            let from = self.at(space, &from, turn)?;
            let next = self.next_turn(space, into, turn)?;
            for action in self.actions(turn) {
                let here = made(from.and(&action.guard))?;
                if here.satisfiable() {
                    let leads = space.before(&next, &action.writes)?;
                    if made(leads.imp_strict(&here))?.satisfiable() {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// The positions from which steps are taken: some positions that are not dead, and those that
    /// differ from them by predictions that may be made in the step.
    fn predicting(&self, space: &Space, from: &Set) -> Result<Set, Rejected> {
        let mut all = made(self.dead.imp_strict(from))?;
        for pair in &self.pairs {
            let open = made(all.and(&pair.premise))?;
            let open = space.before_bit(&open, &pair.predicted, false)?;
            all = made(all.or(&made(open.and(&pair.predicted))?))?;
        }
        Ok(all)
    }

    fn turns(&self) -> Vec<Turn> {
        match self.environment {
            None => vec![Turn::Own],
            Some(_) => vec![Turn::Own, Turn::Environment],
        }
    }

    /// The part of a set at a turn.
    fn at(&self, space: &Space, set: &Set, turn: Turn) -> Result<Set, Rejected> {
        if self.environment.is_none() {
            return Ok(set.clone());
        }
        let own = space.turn()?;
        Ok(match turn {
            Turn::Own => made(set.and(&own))?,
            Turn::Environment => made(own.imp_strict(set))?,
        })
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
    /// Whether from each of some positions the specification can answer every step of the concrete
    /// program so that the next position is in the set, unless the concrete program has become
    /// hopeless.
    pub(super) fn all_answered(&self, from: &Set, into: &Set) -> Result<bool, Rejected> {
        let space = self.space;
        if made(from.and(&self.specification.dead))?.satisfiable() {
            return Ok(false);
        }
        // The specification may predict in any step.
        let mut reached = into.clone();
        for pair in &self.specification.pairs {
            let predicts = space.before_bit(&reached, &pair.predicted, true)?;
            reached = made(reached.or(&predicts))?;
        }
        let from = self.concrete.predicting(space, from)?;
        for turn in self.concrete.turns() {
            let from = self.concrete.at(space, &from, turn)?;
            if from.satisfiable() {
                let reached = self.concrete.next_turn(space, &reached, turn)?;
                let hopeless = self.concrete.next_turn(space, &self.hopeless, turn)?;
                if !self.all_answered_at(turn, &from, &reached, &hopeless)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn all_answered_at(
        &self,
        turn: Turn,
        from: &Set,
        reached: &Set,
        hopeless: &Set,
    ) -> Result<bool, Rejected> {
        let space = self.space;
        let answers = self.specification.actions(turn);
        // What is shown of a step decides which answers there are.
        let mut by_effect: BTreeMap<Vec<(usize, Value)>, Set> = BTreeMap::new();
        for action in self.concrete.actions(turn) {
            let here = made(from.and(&action.guard))?;
            let gives_up = space.before(hopeless, &action.writes)?;
            let here = made(gives_up.imp_strict(&here))?;
            if !here.satisfiable() {
                continue;
            }
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
            if made(answered.imp_strict(&here))?.satisfiable() {
                return Ok(false);
            }
        }
        Ok(true)
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
