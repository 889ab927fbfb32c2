//! Fair runs of a program whose states are known as sets: single states that follow each other
//! through sets from which the goals come nearer and nearer.

use std::collections::BTreeMap;

use budget::Exhausted;
use logic::Value;
use oxidd::BooleanFunction;

use super::moves::Moves;
use super::player::Player;
use super::sets::{Given, Set, Space, made};

/// The most states of a run.
const MOST_STATES: usize = 1 << 12;

/// A state with its turn and its predictions: the value of each slot of the program.
pub(super) type Point = Given;

/// A run that comes back to one of its states.
pub(super) struct Lasso {
    pub(super) points: Vec<Point>,
    /// The position after the last one.
    pub(super) cycle: usize,
}

/// The fair runs of a program that predicts once.
pub(super) struct Runs<'a> {
    space: &'a Space,
    player: &'a Player,
    /// The slots of the program.
    slots: Vec<usize>,
    /// The slots of its predictions.
    predictions: Vec<usize>,
    /// The states from which a run is fair.
    pub(super) fair: Set,
    /// For each goal the states from which it is so many steps away.
    rings: Vec<Vec<Set>>,
}

impl<'a> Runs<'a> {
    /// The runs through the states that are reached and not hopeless.
    pub(super) fn new(
        space: &'a Space,
        player: &'a Player,
        slots: Vec<usize>,
        predictions: Vec<usize>,
        hopeless: &Set,
    ) -> Result<Self, Exhausted> {
        let fair = made(hopeless.imp_strict(&player.reached))?;
        let fair = made(player.dead.imp_strict(&fair))?;
        let mut runs = Runs {
            space,
            player,
            slots,
            predictions,
            fair,
            rings: Vec::new(),
        };
        for goal in &player.goals {
            let rings = runs.rings(goal)?;
            runs.rings.push(rings);
        }
        Ok(runs)
    }

    fn rings(&self, goal: &Set) -> Result<Vec<Set>, Exhausted> {
        let mut all = made(goal.and(&self.fair))?;
        let mut rings = vec![all.clone()];
        loop {
            let others = made(all.imp_strict(&self.fair))?;
            let away = made(all.not())?;
            let mut next = all.clone();
            for turn in 0..self.player.turns.len() {
                let here = self.player.with_turn(&others, turn)?;
                let stays_away = self.player.leading(turn, &[&away], &here)?;
                next = made(next.or(&made(stays_away.imp_strict(&here))?))?;
            }
            if next == all {
                return Ok(rings);
            }
            rings.push(next.clone());
            all = next;
        }
    }

    fn contains(&self, set: &Set, point: &Point) -> Result<bool, Exhausted> {
        Ok(made(self.space.cube(point)?.and(set))?.satisfiable())
    }

    /// A state of a set that is not empty; which one depends on the seed.
    pub(super) fn pick(&self, set: &Set, seed: usize) -> Result<Option<Point>, Exhausted> {
        self.completed(set, Point::new(), &self.slots, seed)
    }

    /// The values that the set allows for more slots of a point; none where there are none.
    fn completed(
        &self,
        set: &Set,
        mut point: Point,
        slots: &[usize],
        seed: usize,
    ) -> Result<Option<Point>, Exhausted> {
        let mut left = made(set.and(&self.space.cube(&point)?))?;
        for slot in slots {
            let values = &self.space.layout.slots[*slot].values;
            let mut found = None;
            for number in 0..values.len() {
                let value = &values[(number + seed) % values.len()];
                let with = made(left.and(&self.space.literal(*slot, value)?))?;
                if with.satisfiable() {
                    found = Some((value.clone(), with));
                    break;
                }
            }
            let Some((value, with)) = found else {
                return Ok(None);
            };
            point.insert(*slot, value);
            left = with;
        }
        Ok(left.satisfiable().then_some(point))
    }

    /// For each step that is possible the next state, without the predictions that may be made.
    fn steps(&self, point: &Point) -> Result<Vec<(Point, Vec<usize>)>, Exhausted> {
        let here = self.space.cube(point)?;
        let player = self.player;
        if made(here.and(&player.dead))?.satisfiable() {
            return Ok(Vec::new());
        }
        let turn_slot = self.space.layout.turn;
        let own_turn = point.get(&turn_slot) == Some(&Value::Bool(true));
        let turn = match player.turns.len() {
            1 => 0,
            _ => usize::from(!own_turn),
        };
        let mut free = Vec::new();
        for (pair, slot) in player.pairs.iter().zip(&self.predictions) {
            let is_open = point.get(slot) == Some(&Value::Bool(false));
            if is_open && made(here.and(&pair.premise))?.satisfiable() {
                free.push(*slot);
            }
        }
        let mut found = Vec::new();
        for step in &player.turns[turn] {
            if !made(here.and(&step.guard))?.satisfiable() {
                continue;
            }
            let mut next = point.clone();
            next.extend(step.writes.clone());
            if player.turns.len() > 1 {
                next.insert(turn_slot, Value::Bool(player.next(turn) == 0));
            }
            free.iter().for_each(|slot| {
                next.remove(slot);
            });
            found.push((next, free.clone()));
        }
        Ok(found)
    }

    /// The states after a state inside of a set, one for each step.
    pub(super) fn after(
        &self,
        point: &Point,
        set: &Set,
        seed: usize,
    ) -> Result<Vec<Point>, Exhausted> {
        let mut found = Vec::new();
        for (next, free) in self.steps(point)? {
            found.extend(self.completed(set, next, &free, seed)?);
        }
        Ok(found)
    }

    /// One of the states after a state inside of a set.
    fn step(&self, point: &Point, set: &Set, seed: usize) -> Result<Option<Point>, Exhausted> {
        let mut after = self.after(point, set, seed)?;
        Ok(match after.len() {
            0 => None,
            count => Some(after.swap_remove(seed % count)),
        })
    }

    /// A fair run that goes on after some states, the last of which has one; none where it is too
    /// long.
    pub(super) fn lasso(&self, path: &[Point], seed: usize) -> Result<Option<Lasso>, Exhausted> {
        let mut points = path.to_vec();
        let mut seen: BTreeMap<Point, usize> = BTreeMap::new();
        let mut round = seed;
        while points.len() < MOST_STATES {
            let before = points.len();
            let Some(here) = points.last().cloned() else {
                return Ok(None);
            };
            if let Some(cycle) = seen.insert(here, before - 1) {
                points.pop();
                return Ok(Some(Lasso { points, cycle }));
            }
            for goal in 0..self.rings.len() {
                let goal = (goal + seed) % self.rings.len();
                if !self.approach(&mut points, &self.rings[goal], seed)? {
                    return Ok(None);
                }
            }
            if points.len() == before {
                let last = &points[before - 1];
                match self.step(last, &self.fair, round)? {
                    Some(next) => points.push(next),
                    None => return Ok(None),
                }
            }
            // Not always the same way, so that a run that could stay somewhere does not have to.
            round = round.wrapping_mul(31) % 97;
        }
        Ok(None)
    }

    /// Goes on to the innermost of some rings; whether it gets there.
    fn approach(
        &self,
        points: &mut Vec<Point>,
        rings: &[Set],
        seed: usize,
    ) -> Result<bool, Exhausted> {
        let mut ring = rings.len();
        while let Some(last) = points.last() {
            let mut found = None;
            for (number, set) in rings.iter().enumerate().take(ring) {
                if self.contains(set, last)? {
                    found = Some(number);
                    break;
                }
            }
            ring = match found {
                None => return Ok(false),
                Some(0) => return Ok(true),
                Some(number) => number,
            };
            match self.step(last, &rings[ring - 1], seed)? {
                Some(next) => points.push(next),
                None => return Ok(false),
            }
        }
        Ok(false)
    }
}
