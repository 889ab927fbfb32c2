//! One step of the game of fair simulation (papers/004, section 4), for sets of positions.

use std::collections::BTreeMap;

use budget::Exhausted;
use oxidd::BooleanFunction;

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
    guard: Set,
    /// What it writes and does not show.
    hidden: Set,
    /// The positions from which it leads to a hopeless state.
    hopeless: Set,
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
                    guard: step.guard.clone(),
                    hidden: space.cube(&hidden)?,
                    hopeless: step.before(&hopeless)?,
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

    /// The positions of `within` from which the specification can answer every step so that the
    /// next position is in the set, or the concrete program's state hopeless.
    pub(super) fn answered(&self, set: &Set, within: &Set) -> Result<Set, Exhausted> {
        self.concrete.count(set)?;
        let reached = self.specification.with_predictions(set)?;
        // Nothing else is asked for, and diagrams that say nothing of it are smaller.
        let asked = self.concrete.and_predicted(within)?;
        let mut found = Vec::new();
        for (turn, shown) in self.turns.iter().enumerate() {
            let next = self.concrete.at_turn(&reached, self.concrete.next(turn))?;
            let mut all = self.concrete.at_turn(&asked, turn)?;
            for shown in shown {
                let mut answered = self.space.none();
                for answer in &shown.answers {
                    let leads = restricted(&next, &answer.writes)?;
                    answered = made(answered.or(&made(answer.guard.and(&leads))?))?;
                }
                for step in &shown.steps {
                    let good = restricted(&answered, &step.hidden)?;
                    let good = made(good.or(&step.hopeless))?;
                    all = made(all.and(&made(step.guard.imp(&good))?))?;
                }
            }
            found.push(all);
        }
        let kept = self.concrete.both(&found)?;
        let answered = self.concrete.whatever_is_predicted(kept)?;
        made(answered.and(within))
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
