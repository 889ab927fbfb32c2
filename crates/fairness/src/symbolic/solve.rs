//! The fixpoints: states without a fair run, the greatest simulation, and formula (2) of papers/004.
//!
//! Of an open program the turns alternate, so that what is found for one turn is used for the other
//! at once, and no fixpoint takes two rounds where one is enough.

use budget::Exhausted;
use evidence::symbolic::Why;
use oxidd::BooleanFunction;

use super::arena::Arena;
use super::moves::Moves;
use super::player::Player;
use super::sets::{Set, Space, made};

/// A set that grows in layers; each entry holds all before it.
pub(super) type Layers = Vec<(Set, Why)>;

/// Whether positions are as many as are needed.
pub(super) type IsEnough<'a> = dyn Fn(&Set) -> Result<bool, Exhausted> + 'a;

/// What is new in a set.
fn without(set: &Set, other: &Set) -> Result<Set, Exhausted> {
    made(other.imp_strict(set))
}

/// The reached states from which no run is fair: all steps lead to earlier ones, or stay while a
/// goal is missed.
pub(super) fn hopeless(space: &Space, player: &Player) -> Result<(Set, Layers), Exhausted> {
    let mut missed = Missed::new(&player.goals);
    let mut growing = Growing::new(space, player, &player.reached);
    growing.attract()?;
    growing.miss(&mut missed)?;
    Ok((growing.set, growing.layers))
}

/// The goals of the concrete program, in the order in which it is tried whether they are missed:
/// those come first that were missed last.
pub(super) struct Missed<'a> {
    goals: &'a [Set],
    order: Vec<usize>,
}

impl<'a> Missed<'a> {
    fn new(goals: &'a [Set]) -> Self {
        Missed {
            goals,
            order: (0..goals.len()).collect(),
        }
    }

    /// A goal that is missed everywhere in a set.
    fn everywhere(&self, set: &Set) -> Result<Option<usize>, Exhausted> {
        for goal in &self.order {
            if !made(set.and(&self.goals[*goal]))?.satisfiable() {
                return Ok(Some(*goal));
            }
        }
        Ok(None)
    }
}

/// A set on the way to a least fixpoint inside of another.
struct Growing<'a, M: Moves> {
    moves: &'a M,
    within: &'a Set,
    set: Set,
    target: M::Target,
    layers: Layers,
}

impl<'a, M: Moves> Growing<'a, M> {
    fn new(space: &Space, moves: &'a M, within: &'a Set) -> Self {
        let set = space.none();
        Growing {
            moves,
            within,
            target: moves.target(&set),
            set,
            layers: Vec::new(),
        }
    }

    /// Adds positions; whether they are not all known.
    fn add(&mut self, positions: &Set, why: Why) -> Result<bool, Exhausted> {
        let fresh = without(positions, &self.set)?;
        let grows = fresh.satisfiable();
        if grows {
            self.set = made(self.set.or(&fresh))?;
            self.moves.extend(&mut self.target, &fresh)?;
            self.layers.push((self.set.clone(), why));
        }
        Ok(grows)
    }

    fn is_all(&self) -> bool {
        self.set == *self.within
    }

    fn turns(&self) -> usize {
        self.moves.player().turns.len()
    }

    /// Adds of some positions those that lead into the set.
    fn attract_from(&mut self, turn: usize, positions: &Set) -> Result<bool, Exhausted> {
        let here = self.moves.player().with_turn(positions, turn)?;
        if !here.satisfiable() {
            return Ok(false);
        }
        let leads = self.moves.leading(turn, &[&self.target], &here)?;
        self.add(&leads, Why::Closer)
    }

    /// Adds what leads into the set, as long as there is any.
    fn attract(&mut self) -> Result<(), Exhausted> {
        let (mut turn, mut fruitless) = (0, 0);
        while fruitless < self.turns() && !self.is_all() {
            let others = without(self.within, &self.set)?;
            match self.attract_from(turn, &others)? {
                true => fruitless = 0,
                false => fruitless += 1,
            }
            turn = (turn + 1) % self.turns();
        }
        Ok(())
    }

    /// Adds of some positions, which all miss a goal, those that can go on to miss it until they
    /// leave for the set; whether there are any.
    fn stay(&mut self, positions: &Set, goal: usize) -> Result<bool, Exhausted> {
        let mut staying = positions.clone();
        let (mut turn, mut unchanged) = (0, 0);
        while unchanged < self.turns() && staying.satisfiable() {
            unchanged += 1;
            let here = self.moves.player().with_turn(&staying, turn)?;
            if here.satisfiable() {
                let target = self.moves.target(&staying);
                let targets = [&self.target, &target];
                let kept = self.moves.leading(turn, &targets, &here)?;
                if kept != here {
                    staying = without(&staying, &without(&here, &kept)?)?;
                    unchanged = self.turns() - 1;
                }
            }
            turn = (turn + 1) % self.turns();
        }
        self.add(&staying, Why::Missed(goal as u32))
    }

    /// Adds for each goal in turn the positions that miss it until they leave for the set, as long
    /// as there are any. The set has attracted what it can, so that these are the only new ones.
    fn miss(&mut self, missed: &mut Missed) -> Result<(), Exhausted> {
        let (mut position, mut fruitless) = (0, 0);
        while fruitless < missed.order.len() && !self.is_all() {
            let goal = missed.order[position];
            let elsewhere = without(self.within, &missed.goals[goal])?;
            let candidates = without(&elsewhere, &self.set)?;
            fruitless += 1;
            if candidates.satisfiable() && self.stay(&candidates, goal)? {
                self.attract()?;
                missed.order[..=position].rotate_right(1);
                fruitless = 0;
            }
            position = (position + 1) % missed.order.len();
        }
        Ok(())
    }

    /// Adds what the layers of an earlier attempt say, as far as it still holds. What an earlier layer
    /// had and has no more comes up again in the next ones, and need not miss their goals.
    fn repeat(&mut self, layers: &Layers, missed: &Missed) -> Result<(), Exhausted> {
        for (set, why) in layers {
            let fresh = without(&made(set.and(self.within))?, &self.set)?;
            match why {
                Why::Goal => {}
                Why::Closer => {
                    for turn in 0..self.turns() {
                        self.attract_from(turn, &fresh)?;
                    }
                }
                Why::Missed(goal) => {
                    let goal = *goal as usize;
                    let elsewhere = without(&fresh, &missed.goals[goal])?;
                    self.stay(&elsewhere, goal)?;
                }
            }
        }
        Ok(())
    }
}

/// The greatest simulation inside of the last of some sets; the sets on the way to it are added.
/// Whether it is large enough.
pub(super) fn simulation(
    arena: &Arena,
    left: &mut Vec<Set>,
    is_enough: &IsEnough,
) -> Result<bool, Exhausted> {
    let turns = arena.concrete.turns.len();
    let (mut turn, mut unchanged) = (0, 0);
    while let Some(z) = left.last() {
        if unchanged == turns {
            return Ok(true);
        }
        let here = arena.concrete.with_turn(z, turn)?;
        let kept = arena.leading(turn, &[&arena.target(z)], &here)?;
        unchanged += 1;
        if kept != here {
            let next = without(z, &without(&here, &kept)?)?;
            if !is_enough(&next)? {
                left.push(next);
                return Ok(false);
            }
            left.push(next);
            // With two turns, each one depends on the other alone.
            unchanged = turns - 1;
        }
        turn = (turn + 1) % turns;
    }
    Ok(false)
}

/// The positions of the last of some sets from which the specification wins inside of it, and how,
/// for each goal; none where `is_enough` says early that there are too few. The sets on the way are
/// added. The last set is a simulation.
///
/// Where it wins, it wins whatever goal it aims at first, so that one set `Z` serves for all goals:
/// what does not reach one of them is no answer for any.
pub(super) fn win(
    arena: &Arena,
    left: &mut Vec<Set>,
    is_enough: &IsEnough,
) -> Result<Option<Vec<Layers>>, Exhausted> {
    let goals = match &arena.specification.goals[..] {
        [] => vec![arena.space.all()],
        goals => goals.to_vec(),
    };
    let mut missed = Missed::new(&arena.concrete.goals);
    let mut layers: Vec<Layers> = vec![Vec::new(); goals.len()];
    let (mut goal, mut stable) = (0, 0);
    while stable < goals.len() {
        let Some(z) = left.last().cloned() else {
            return Ok(None);
        };
        if !is_enough(&z)? {
            return Ok(None);
        }
        let mut y = Growing::new(arena.space, arena, &z);
        y.add(&made(goals[goal].and(&z))?, Why::Goal)?;
        let rest = without(&z, &goals[goal])?;
        if let Some(own) = missed.everywhere(&rest)? {
            // As long as the one misses its goal the other may miss its own.
            y.add(&rest, Why::Missed(own as u32))?;
        } else {
            y.repeat(&layers[goal], &missed)?;
            if !y.is_all() {
                y.attract()?;
                y.miss(&mut missed)?;
            }
        }
        layers[goal] = y.layers;
        if y.set == z {
            stable += 1;
        } else {
            stable = 0;
            left.push(y.set);
            if !simulation(arena, left, is_enough)? {
                return Ok(None);
            }
        }
        goal = (goal + 1) % goals.len();
    }
    Ok(Some(layers))
}
