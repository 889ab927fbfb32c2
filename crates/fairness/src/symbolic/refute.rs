//! Refutations: a fair run of the concrete program that the specification cannot follow.
//!
//! Where the game is lost, the concrete program has steps from each lost position to positions that
//! were lost earlier. The specification is everywhere at once where it can be after what was shown
//! so far, and the step is taken that is best against the whole of this set. From wherever that
//! leads, fair runs of the concrete program are tried one after the other: whether the
//! specification has a fair run that shows the same is found out along the run, without any game.

use budget::Budget;
use evidence::fair_run::FairRun;
use evidence::{Reason, StateData};
use logic::Value;
use oxidd::BooleanFunction;
use program::concrete::{Control, State};
use program::{Location, Program};
use question::Included;

use super::Starts;
use super::layout::stable;
use super::player::Player;
use super::runs::{Lasso, Point, Runs};
use super::sets::{Given, Set, Space, made};
use crate::follow::{Shown, follows};
use crate::system::{System, for_each_start};

/// How often a chase begins anew, where the game is lost and where it was not played.
const CHASES: [usize; 2] = [24, 6];

/// How many steps a chase has at most.
const STEPS: usize = 40;

/// The search for a run that the specification cannot follow.
pub(super) struct Refuter<'a> {
    space: &'a Space,
    question: &'a Included,
    players: &'a [Player; 2],
    starts: &'a Starts,
    runs: Runs<'a>,
    /// The specification's states from which no run is fair.
    useless: &'a Set,
    systems: [System<'a>; 2],
    budget: &'a Budget,
}

impl<'a> Refuter<'a> {
    pub(super) fn new(
        space: &'a Space,
        question: &'a Included,
        players: &'a [Player; 2],
        starts: &'a Starts,
        [hopeless, useless]: [&'a Set; 2],
        budget: &'a Budget,
    ) -> Result<Self, Reason> {
        let [concrete, specification] = &question.setting.programs;
        let layout = &space.layout;
        let predictions = layout.predictions[0].clone();
        let mut slots = vec![layout.turn, layout.locations[0]];
        let vars = concrete.variables.iter().map(|variable| &variable.var);
        for var in vars.chain(
            question
                .setting
                .constants
                .iter()
                .map(|constant| &constant.var),
        ) {
            slots.push(layout.number(var)?);
        }
        slots.extend(&predictions);
        Ok(Refuter {
            space,
            question,
            players,
            starts,
            runs: Runs::new(space, &players[0], slots, predictions, hopeless)?,
            useless,
            systems: [
                System::new(concrete, &question.setting.constants)?,
                System::new(specification, &question.setting.constants)?,
            ],
            budget,
        })
    }

    /// Looks for a run. `lost` are the sets that were left on the way to those positions that are
    /// not lost, from the largest on; none where nothing is known.
    pub(super) fn attempt(&mut self, lost: &[Set]) -> Result<Option<FairRun>, Reason> {
        let left = lost.iter().map(|set| {
            let predictions = self.space.layout.predictions[1].iter().copied();
            self.space.forgetting(set, predictions)
        });
        let left = left.collect::<Result<Vec<Set>, _>>()?;
        let mut starts = made(self.starts.concrete.and(&self.runs.fair))?;
        if let Some(last) = lost.last() {
            let answered = self.starts.answered(self.space, last)?;
            starts = made(answered.imp_strict(&starts))?;
        }
        for chase in 0..CHASES[usize::from(lost.is_empty())] {
            self.budget.check()?;
            let Some(start) = self.runs.pick(&starts, chase)? else {
                return Ok(None);
            };
            if let Some(found) = self.chase(start, &left, chase)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn chase(
        &mut self,
        start: Point,
        left: &[Set],
        seed: usize,
    ) -> Result<Option<FairRun>, Reason> {
        let mut followers = self.beside(&start)?;
        let mut path = vec![start];
        for step in 0..STEPS {
            let is_alone = !followers.satisfiable();
            // Where nothing is known of the game, one place is as good as another.
            let rarely = if left.is_empty() { 10 } else { 3 };
            if is_alone || (step + seed).is_multiple_of(rarely) {
                if let Some(lasso) = self.runs.lasso(&path, seed)?
                    && let Some(found) = self.judged(&lasso)?
                {
                    return Ok(Some(found));
                }
                if is_alone {
                    return Ok(None);
                }
            }
            let last = &path[path.len() - 1];
            let after = self.players[1].after(&followers)?;
            let mut best: Option<(usize, usize, Point, Set)> = None;
            let points = self.runs.after(last, &self.runs.fair, seed)?;
            let count = points.len();
            for (number, point) in points.into_iter().enumerate() {
                let next = made(after.and(&self.shown(&point)?))?;
                let next = made(self.useless.imp_strict(&next))?;
                let Some(rank) = self.rank(&point, &next, left)? else {
                    continue;
                };
                let turn = (number + seed * 7 + step) % count;
                if best
                    .as_ref()
                    .is_none_or(|best| (rank, turn) < (best.0, best.1))
                {
                    best = Some((rank, turn, point, next));
                }
            }
            let Some((_, _, point, next)) = best else {
                return Ok(None);
            };
            path.push(point);
            followers = next;
        }
        Ok(None)
    }

    /// When the last of the positions was lost; none where one is not. Where nothing is known all
    /// are alike.
    fn rank(&self, point: &Point, followers: &Set, left: &[Set]) -> Result<Option<usize>, Reason> {
        if left.is_empty() {
            return Ok(Some(0));
        }
        let here = made(self.space.cube(point)?.and(followers))?;
        let (mut low, mut high) = (0, left.len());
        while low < high {
            let middle = (low + high) / 2;
            match made(here.and(&left[middle]))?.satisfiable() {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        Ok((low < left.len()).then_some(low))
    }

    /// What a state shows.
    fn shown(&self, point: &Point) -> Result<Set, Reason> {
        let slots = self.space.layout.observed.iter();
        let shown = slots.filter_map(|slot| Some((*slot, point.get(slot)?.clone())));
        Ok(self.space.cube(&shown.collect())?)
    }

    /// The states in which the specification may start beside a state, nothing predicted.
    fn beside(&self, start: &Point) -> Result<Set, Reason> {
        let layout = &self.space.layout;
        let unpredicted = layout.predictions[1].iter();
        let unpredicted: Given = unpredicted
            .map(|slot| (*slot, Value::Bool(false)))
            .collect();
        let both = made(self.starts.both.and(&self.space.cube(start)?))?;
        let both = made(both.and(&self.space.cube(&unpredicted)?))?;
        let is_shared = |slot: &usize| {
            let constants = self.question.setting.constants.iter();
            let mut constants = constants.filter_map(|constant| layout.number(&constant.var).ok());
            *slot == layout.turn
                || layout.observed.contains(slot)
                || constants.any(|constant| constant == *slot)
        };
        let own = start.keys().copied().filter(|slot| !is_shared(slot));
        let beside = self.space.forgetting(&both, own)?;
        Ok(made(self.useless.imp_strict(&beside))?)
    }

    /// The run as evidence, where the specification cannot follow.
    fn judged(&mut self, lasso: &Lasso) -> Result<Option<FairRun>, Reason> {
        let [concrete, specification] = &self.question.setting.programs;
        let states = lasso.points.iter().map(|point| self.state(concrete, point));
        let states = states.collect::<Result<Vec<State>, Reason>>()?;
        let values = states.iter().map(|state| self.systems[0].observed(state));
        let shown = Shown {
            values: values.collect(),
            cycle: lasso.cycle,
        };
        let Some(first) = states.first().cloned() else {
            return Ok(None);
        };
        let first = self.systems[0].number(first);
        let mut starts = Vec::new();
        for_each_start(
            &self.question.setting,
            &mut self.systems,
            self.budget,
            &mut |numbers| {
                if numbers[0] == first {
                    starts.push(numbers[1]);
                }
            },
        )?;
        let starts = starts
            .iter()
            .map(|number| &self.systems[1].states[*number as usize]);
        let starts: Vec<State> = starts.cloned().collect();
        let followed = follows(
            specification,
            &self.systems[1],
            &starts,
            &shown,
            self.budget,
        )?;
        Ok((followed == Some(false)).then(|| FairRun {
            states: states.iter().map(StateData::from).collect(),
            cycle: lasso.cycle as u32,
        }))
    }

    /// A point as a state of the interpreter.
    fn state(&self, program: &Program, point: &Point) -> Result<State, Reason> {
        let lost = || Reason::Incomplete("a state has no values".to_owned());
        let layout = &self.space.layout;
        let machine = &self.systems[0].machine;
        let values = machine.layout().vars().iter().map(|var| {
            let value = point.get(&layout.number(var)?);
            value.cloned().ok_or_else(lost)
        });
        let store = values.collect::<Result<Vec<Value>, Reason>>()?;
        let place = point.get(&layout.locations[0]).ok_or_else(lost)?;
        let places = stable(program);
        let number = (0..places.len()).find(|number| Value::from(*number as i64) == *place);
        let place = places[number.ok_or_else(lost)?];
        Ok(State {
            control: Control::At(Location::at(place)),
            store: store.into(),
        })
    }
}
