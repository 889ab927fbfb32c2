//! One program of the game: its actions and its fairness, converted to justice (papers/004,
//! Theorem 1).
//!
//! How the conversion is made matters. The concrete program is easier to follow where it predicts
//! late and once, and reaches the goal of a `compassion` seldom; the specification follows more
//! where it predicts at any time and reaches the goal often. So the second formula is read as the
//! end of waiting for the one, as not waiting for the other.

use std::cell::Cell;

use budget::{Budget, Exhausted};
use evidence::Reason;
use oxidd::{BooleanFunction, BooleanFunctionQuant, Function, Manager};
use program::Program;

use super::actions::{self, Action};
use super::moves::Moves;
use super::sets::{Given, Set, Space, made};

/// The number of nodes from which on it pays to collect those that nobody needs.
const MANY_NODES: usize = 1 << 22;

/// When a prediction may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// At the start, or in a step from where the premise holds, for the last time.
    Once,
    /// In any step.
    Gradual,
}

/// A step with its diagrams.
pub(super) struct Step {
    pub(super) guard: Set,
    pub(super) writes: Given,
    /// The values that are written.
    cube: Set,
    /// The bits that are written.
    bits: Set,
}

/// A `compassion` converted to justice.
pub(super) struct Pair {
    pub(super) premise: Set,
    /// Where the premise is predicted never to hold again, and the bit of it.
    predicted: Set,
    /// The states in which the program waits.
    pub(super) during: Set,
    /// The states in which waiting ends.
    pub(super) ends: Set,
}

/// A program as it takes part in the game.
pub(super) struct Player {
    pub(super) style: Style,
    /// The steps of each turn: the program's own, and the environment's where there is one.
    pub(super) turns: Vec<Vec<Step>>,
    pub(super) pairs: Vec<Pair>,
    /// The states from which no step leads: what is predicted not to hold again holds.
    pub(super) dead: Set,
    /// The states that can be reached, with any predictions.
    pub(super) reached: Set,
    /// Where each goal is reached.
    pub(super) goals: Vec<Set>,
    turn: Set,
    /// The number of nodes from which on those that nobody needs are collected.
    most_nodes: Cell<usize>,
    budget: Budget,
}

impl Player {
    /// The player of a program that starts somewhere in `starts`.
    pub(super) fn new(
        space: &Space,
        program: &Program,
        side: usize,
        starts: &Set,
        budget: &Budget,
    ) -> Result<Self, Reason> {
        let mut turns = vec![actions::own(space, program, side)?];
        if !program.open.is_empty() {
            turns.push(actions::environment(space, program)?);
        }
        let steps = turns.into_iter().map(|actions| {
            let steps = actions.into_iter().map(|action| Step::new(space, action));
            steps.collect::<Result<Vec<Step>, Exhausted>>()
        });
        let style = match side {
            0 => Style::Once,
            _ => Style::Gradual,
        };
        let mut player = Player {
            style,
            turns: steps.collect::<Result<_, _>>()?,
            pairs: Vec::new(),
            dead: space.none(),
            reached: starts.clone(),
            goals: Vec::new(),
            turn: space.holds(space.layout.turn)?,
            most_nodes: Cell::new(MANY_NODES),
            budget: budget.clone(),
        };
        player.reached = player.closure(starts, &space.all())?;
        for term in &program.justice {
            player.goals.push(space.formula(term, &Given::new())?);
        }
        for (pair, (p, q)) in program.compassion.iter().enumerate() {
            let premise = space.formula(p, &Given::new())?;
            let conclusion = space.formula(q, &Given::new())?;
            let predicted = space.holds(space.layout.predictions[side][pair])?;
            let elsewhere = made(conclusion.not())?;
            let begins = made(made(premise.and(&elsewhere))?.and(&player.reached))?;
            let during = player.closure(&begins, &elsewhere)?;
            let together = made(premise.and(&conclusion))?;
            let ends = made(player.after(&during)?.and(&conclusion))?;
            let ends = made(ends.or(&together))?;
            let goal = match style {
                Style::Once => ends.clone(),
                Style::Gradual => made(during.not())?,
            };
            player.goals.push(made(goal.or(&predicted))?);
            player.dead = made(player.dead.or(&made(premise.and(&predicted))?))?;
            player.pairs.push(Pair {
                premise,
                predicted,
                during,
                ends,
            });
        }
        Ok(player)
    }

    /// The states that are reached from a set inside of another.
    fn closure(&self, from: &Set, within: &Set) -> Result<Set, Exhausted> {
        let mut all = from.clone();
        let mut fresh = from.clone();
        while fresh.satisfiable() {
            self.count(&fresh)?;
            let next = made(self.after(&fresh)?.and(within))?;
            fresh = made(all.imp_strict(&next))?;
            all = made(all.or(&fresh))?;
        }
        Ok(all)
    }

    /// Counts the work on a set.
    pub(super) fn count(&self, set: &Set) -> Result<(), Exhausted> {
        self.budget.spend(set.node_count() as u64);
        set.with_manager_shared(|manager, _| {
            if manager.approx_num_inner_nodes() > self.most_nodes.get() {
                manager.gc();
                let left = manager.approx_num_inner_nodes();
                self.most_nodes.set((4 * left).max(MANY_NODES));
            }
        });
        self.budget.check()
    }

    /// The states after one step from a set, predictions left as they are.
    pub(super) fn after(&self, set: &Set) -> Result<Set, Exhausted> {
        let mut found: Option<Set> = None;
        for (turn, steps) in self.turns.iter().enumerate() {
            let here = self.at_turn(set, turn)?;
            let mut after: Option<Set> = None;
            for step in steps {
                let from = made(here.and(&step.guard))?;
                let to = made(made(from.exists(&step.bits))?.and(&step.cube))?;
                after = Some(match after {
                    Some(after) => made(after.or(&to))?,
                    None => to,
                });
            }
            let Some(after) = after else { continue };
            let after = self.with_turn(&after, self.next(turn))?;
            found = Some(match found {
                Some(found) => made(found.or(&after))?,
                None => after,
            });
        }
        // A program without any step is nowhere afterwards.
        match found {
            Some(found) => Ok(found),
            None => made(set.and(&made(set.not())?)),
        }
    }

    /// The turn after a turn.
    pub(super) fn next(&self, turn: usize) -> usize {
        (turn + 1) % self.turns.len()
    }

    /// The part of a set at a turn, without the turn.
    pub(super) fn at_turn(&self, set: &Set, turn: usize) -> Result<Set, Exhausted> {
        match (self.turns.len(), turn) {
            (1, _) => Ok(set.clone()),
            (_, 0) => made(set.restrict(&self.turn)),
            _ => made(set.restrict(&made(self.turn.not())?)),
        }
    }

    /// The part of a set at a turn; a set without turns gets the turn.
    pub(super) fn with_turn(&self, set: &Set, turn: usize) -> Result<Set, Exhausted> {
        match (self.turns.len(), turn) {
            (1, _) => Ok(set.clone()),
            (_, 0) => made(set.and(&self.turn)),
            _ => made(set.and(&made(self.turn.not())?)),
        }
    }

    /// Adds to what holds of all steps without a new prediction those with one of some.
    pub(super) fn whatever_is_predicted(
        &self,
        kept: Set,
        possible: &[&Pair],
    ) -> Result<Set, Exhausted> {
        let mut all = kept;
        for pair in possible {
            let predicting = made(all.restrict(&pair.predicted))?;
            let good = match self.style {
                Style::Once => made(pair.premise.imp(&predicting))?,
                Style::Gradual => predicting,
            };
            all = made(all.and(&good))?;
        }
        made(all.or(&self.dead))
    }

    /// A set together with the positions that differ from its own by new predictions, and what can
    /// be predicted at all.
    pub(super) fn and_predicted(&self, set: &Set) -> Result<(Set, Vec<&Pair>), Exhausted> {
        let mut all = set.clone();
        let mut possible = Vec::new();
        for pair in &self.pairs {
            let open = made(all.restrict(&made(pair.predicted.not())?))?;
            let open = match self.style {
                Style::Once => made(open.and(&pair.premise))?,
                Style::Gradual => open,
            };
            if open.satisfiable() {
                all = made(all.or(&made(open.and(&pair.predicted))?))?;
                possible.push(pair);
            }
        }
        Ok((all, possible))
    }

    /// A set together with what comes into it by new predictions.
    pub(super) fn with_predictions(&self, set: &Set) -> Result<Set, Exhausted> {
        let mut all = set.clone();
        for pair in &self.pairs {
            let predicting = made(all.restrict(&pair.predicted))?;
            all = made(all.or(&predicting))?;
        }
        Ok(all)
    }
}

impl Moves for Player {
    type Target = Set;

    fn player(&self) -> &Player {
        self
    }

    fn target(&self, set: &Set) -> Set {
        set.clone()
    }

    fn extend(&self, target: &mut Set, more: &Set) -> Result<(), Exhausted> {
        *target = made(target.or(more))?;
        Ok(())
    }

    /// Every step leads there, whatever is predicted.
    fn leading(&self, turn: usize, targets: &[&Set], within: &Set) -> Result<Set, Exhausted> {
        self.count(within)?;
        let next = targets.iter().map(|set| self.at_turn(set, self.next(turn)));
        let next = next.collect::<Result<Vec<Set>, Exhausted>>()?;
        let here = self.at_turn(within, turn)?;
        let (mut all, possible) = self.and_predicted(&here)?;
        for step in &self.turns[turn] {
            let mut open = made(all.and(&step.guard))?;
            for next in &next {
                if !open.satisfiable() {
                    break;
                }
                open = made(step.before(next)?.imp_strict(&open))?;
            }
            if open.satisfiable() {
                all = made(open.imp_strict(&all))?;
            }
        }
        let all = self.whatever_is_predicted(all, &possible)?;
        self.with_turn(&made(all.and(&here))?, turn)
    }
}

impl Step {
    fn new(space: &Space, action: Action) -> Result<Self, Exhausted> {
        Ok(Step {
            cube: space.cube(&action.writes)?,
            bits: space.bits_of(action.writes.keys().copied())?,
            guard: action.guard,
            writes: action.writes,
        })
    }

    /// The positions from which the values that it writes lead into a set.
    pub(super) fn before(&self, set: &Set) -> Result<Set, Exhausted> {
        restricted(set, &self.cube)
    }
}

/// A set where some slots have given values, whatever their values were.
pub(super) fn restricted(set: &Set, cube: &Set) -> Result<Set, Exhausted> {
    match cube.valid() {
        true => Ok(set.clone()),
        false => made(set.restrict(cube)),
    }
}
