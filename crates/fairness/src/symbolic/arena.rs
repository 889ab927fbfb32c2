//! One step of the game of fair simulation (papers/004, section 4), for sets of positions.

use std::cell::RefCell;
use std::collections::BTreeMap;

use budget::Exhausted;
use oxidd::BooleanFunction;

use super::moves::Moves;
use super::player::{Player, restricted};
use super::sets::{Given, Set, Space, made};

/// Both programs.
pub(super) struct Arena<'a> {
    pub(super) space: &'a Space,
    pub(super) concrete: &'a Player,
    pub(super) specification: &'a Player,
    /// For each turn the steps of the concrete program, by what they show.
    turns: Vec<Vec<Shown>>,
}

/// Steps of the concrete program that show the same.
struct Shown {
    steps: Vec<Challenge>,
    answers: Vec<Answer>,
}

/// A step of the concrete program.
struct Challenge {
    /// Where it is possible and does not lead to a hopeless state.
    guard: Set,
    /// What it writes and does not show.
    hidden: Set,
}

/// A step of the specification that shows the same.
struct Answer {
    /// Where it is possible and shows the same.
    guard: Set,
    /// What both write but for what the concrete program hides.
    writes: Set,
}

impl<'a> Arena<'a> {
    /// The game between two programs of which the first may end up in hopeless states.
    pub(super) fn new(
        space: &'a Space,
        concrete: &'a Player,
        specification: &'a Player,
        hopeless: &Set,
    ) -> Result<Self, Exhausted> {
        let mut turns = Vec::new();
        let is_shown = |slot: &usize| space.layout.observed.contains(slot);
        for (turn, steps) in concrete.turns.iter().enumerate() {
            let hopeless = concrete.at_turn(hopeless, concrete.next(turn))?;
            let mut by_effect: BTreeMap<Given, Vec<Challenge>> = BTreeMap::new();
            for step in steps {
                let (shown, hidden): (Given, Given) =
                    (step.writes.clone().into_iter()).partition(|(slot, _)| is_shown(slot));
                let challenge = Challenge {
                    guard: made(step.before(&hopeless)?.imp_strict(&step.guard))?,
                    hidden: space.cube(&hidden)?,
                };
                by_effect.entry(shown).or_default().push(challenge);
            }
            let mut all = Vec::new();
            for (shown, steps) in by_effect {
                let answers = answers(space, &specification.turns[turn], &shown)?;
                all.push(Shown { steps, answers });
            }
            turns.push(all);
        }
        Ok(Arena {
            space,
            concrete,
            specification,
            turns,
        })
    }

    /// The positions at a turn from which an answer to steps that show this leads into a target,
    /// what the concrete program hides taken as it is after the step.
    fn answering(&self, turn: usize, shown: usize, target: &Toward) -> Result<Set, Exhausted> {
        let known = target.answering.borrow().get(&(turn, shown)).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let next = self.next(turn, &target.set)?;
        let found = self.answering_into(turn, shown, &next)?;
        let mut all = target.answering.borrow_mut();
        all.insert((turn, shown), found.clone());
        Ok(found)
    }

    fn answering_into(&self, turn: usize, shown: usize, next: &Set) -> Result<Set, Exhausted> {
        let mut answered = self.space.none();
        for answer in &self.turns[turn][shown].answers {
            let leads = restricted(next, &answer.writes)?;
            answered = made(answered.or(&made(answer.guard.and(&leads))?))?;
        }
        Ok(answered)
    }

    /// The part of a set after a turn, and what the specification comes into it from by predictions.
    fn next(&self, turn: usize, set: &Set) -> Result<Set, Exhausted> {
        let next = self.concrete.at_turn(set, self.concrete.next(turn))?;
        self.specification.with_predictions(&next)
    }
}

/// A set that answers lead into.
pub(super) struct Toward {
    set: Set,
    /// By turns and by what steps show, where it was asked for.
    answering: RefCell<BTreeMap<(usize, usize), Set>>,
}

impl Moves for Arena<'_> {
    type Target = Toward;

    fn player(&self) -> &Player {
        self.concrete
    }

    fn target(&self, set: &Set) -> Toward {
        Toward {
            set: set.clone(),
            answering: RefCell::default(),
        }
    }

    fn extend(&self, target: &mut Toward, more: &Set) -> Result<(), Exhausted> {
        target.set = made(target.set.or(more))?;
        for ((turn, shown), answering) in target.answering.get_mut() {
            let next = self.next(*turn, more)?;
            let found = self.answering_into(*turn, *shown, &next)?;
            *answering = made(answering.or(&found))?;
        }
        Ok(())
    }

    /// The specification can answer every step of the concrete program, unless that leads to a
    /// hopeless state.
    fn leading(&self, turn: usize, targets: &[&Toward], within: &Set) -> Result<Set, Exhausted> {
        self.concrete.count(within)?;
        let here = self.concrete.at_turn(within, turn)?;
        // Nothing else is asked for, and diagrams that say nothing of it are smaller.
        let (mut all, possible) = self.concrete.and_predicted(&here)?;
        for (number, shown) in self.turns[turn].iter().enumerate() {
            for step in &shown.steps {
                let mut open = made(all.and(&step.guard))?;
                for target in targets {
                    if !open.satisfiable() {
                        break;
                    }
                    let answering = self.answering(turn, number, target)?;
                    open = made(restricted(&answering, &step.hidden)?.imp_strict(&open))?;
                }
                if open.satisfiable() {
                    all = made(open.imp_strict(&all))?;
                }
            }
        }
        let answered = self.concrete.whatever_is_predicted(all, &possible)?;
        self.concrete.with_turn(&made(answered.and(&here))?, turn)
    }
}

/// The answers to steps that show this.
fn answers(
    space: &Space,
    steps: &[super::player::Step],
    shown: &Given,
) -> Result<Vec<Answer>, Exhausted> {
    let mut answers = Vec::new();
    for step in steps {
        let mut guard = step.guard.clone();
        for slot in &space.layout.observed {
            // A variable that only one of the two writes must have the value already.
            let must_be = match (shown.get(slot), step.writes.get(slot)) {
                (Some(a), Some(b)) if a != b => space.none(),
                (Some(value), None) | (None, Some(value)) => space.literal(*slot, value)?,
                _ => continue,
            };
            guard = made(guard.and(&must_be))?;
        }
        if guard.satisfiable() {
            let mut writes = step.writes.clone();
            writes.extend(shown.clone());
            let writes = space.cube(&writes)?;
            answers.push(Answer { guard, writes });
        }
    }
    Ok(answers)
}
