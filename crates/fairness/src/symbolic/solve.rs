//! The fixpoints: states without a fair run, the greatest simulation, and formula (2) of papers/004.

use budget::Exhausted;
use evidence::symbolic::Why;
use oxidd::BooleanFunction;

use super::arena::Arena;
use super::player::Player;
use super::sets::{Set, Space, made};

/// A set that grows in layers; each entry holds all before it.
pub(super) type Layers = Vec<(Set, Why)>;

/// The positions of the second set from which the next one is in the first.
type Before<'a> = dyn Fn(&Set, &Set) -> Result<Set, Exhausted> + 'a;

/// What is new in a set.
fn without(set: &Set, other: &Set) -> Result<Set, Exhausted> {
    made(other.imp_strict(set))
}

/// The reached states from which no run is fair: all steps lead to earlier ones, or stay while a
/// goal is missed.
pub(super) fn hopeless(space: &Space, player: &Player) -> Result<(Set, Layers), Exhausted> {
    let mut growing = Growing::new(space);
    let within = &player.reached;
    let always = |set: &Set, within: &Set| player.always(set, within);
    growing.attract(within, &always)?;
    growing.miss(within, &player.goals, &always)?;
    Ok((growing.set, growing.layers))
}

/// A set on the way to a least fixpoint.
struct Growing {
    set: Set,
    layers: Layers,
}

impl Growing {
    fn new(space: &Space) -> Self {
        Growing {
            set: space.none(),
            layers: Vec::new(),
        }
    }

    /// Whether the positions are not all known.
    fn add(&mut self, positions: &Set, why: Why) -> Result<bool, Exhausted> {
        let all = made(self.set.or(positions))?;
        let grows = all != self.set;
        if grows {
            self.set = all.clone();
            self.layers.push((all, why));
        }
        Ok(grows)
    }

    /// Adds what leads into the set, as long as there is any.
    fn attract(&mut self, within: &Set, before: &Before) -> Result<(), Exhausted> {
        loop {
            let others = without(within, &self.set)?;
            let leads = before(&self.set, &others)?;
            if !self.add(&leads, Why::Closer)? {
                return Ok(());
            }
        }
    }

    /// Adds for each goal in turn the positions that miss it until they leave for the set, as long
    /// as there are any. The set has attracted what it can, so that these are the only new ones.
    fn miss(&mut self, within: &Set, goals: &[Set], before: &Before) -> Result<(), Exhausted> {
        let (mut goal, mut fruitless) = (0, 0);
        while fruitless < goals.len() {
            let elsewhere = without(within, &goals[goal])?;
            let mut staying = without(&elsewhere, &self.set)?;
            loop {
                let next = before(&made(staying.or(&self.set))?, &staying)?;
                if next == staying || !next.satisfiable() {
                    staying = next;
                    break;
                }
                staying = next;
            }
            fruitless += 1;
            if self.add(&staying, Why::Missed(goal as u32))? {
                fruitless = 0;
                self.attract(within, before)?;
            }
            goal = (goal + 1) % goals.len();
        }
        Ok(())
    }
}

/// The greatest simulation inside of a set.
pub(super) fn simulation(arena: &Arena, within: &Set) -> Result<Set, Exhausted> {
    let mut z = within.clone();
    loop {
        let next = arena.answered(&z, &z)?;
        if next == z {
            return Ok(z);
        }
        z = next;
    }
}

/// The positions of a set from which the specification wins inside of it, and how, for each goal;
/// none where `is_enough` says early that there are too few.
///
/// Where it wins, it wins whatever goal it aims at first, so that one set `Z` serves for all goals:
/// what does not reach one of them is no answer for any.
pub(super) fn win(
    arena: &Arena,
    within: &Set,
    is_enough: &dyn Fn(&Set) -> Result<bool, Exhausted>,
) -> Result<Option<Vec<Layers>>, Exhausted> {
    let goals = match &arena.specification.goals[..] {
        [] => vec![arena.space.all()],
        goals => goals.to_vec(),
    };
    let before = |set: &Set, within: &Set| arena.answered(set, within);
    let mut z = within.clone();
    let mut layers: Vec<Layers> = vec![Vec::new(); goals.len()];
    let (mut goal, mut stable) = (0, 0);
    while stable < goals.len() {
        if !is_enough(&z)? {
            return Ok(None);
        }
        let mut y = Growing::new(arena.space);
        let reaching = arena.answered(&z, &made(goals[goal].and(&z))?)?;
        y.add(&reaching, Why::Goal)?;
        y.attract(&z, &before)?;
        if y.set != z {
            y.miss(&z, &arena.concrete.goals, &before)?;
        }
        stable = if y.set == z { stable + 1 } else { 0 };
        z = y.set;
        layers[goal] = y.layers;
        goal = (goal + 1) % goals.len();
    }
    match is_enough(&z)? {
        true => Ok(Some(layers)),
        false => Ok(None),
    }
}
