//! What a search through the game may use, and in which order it looks at states.

use std::cell::Cell;

use budget::{Exhausted, Meter};
use question::automaton::Automaton;

/// How many steps are made before limits are looked at again.
const INTERVAL: u64 = 256;

/// Why a search stops.
pub(super) enum Stop {
    Budget(Exhausted),
    Effort,
}

impl From<Exhausted> for Stop {
    fn from(exhausted: Exhausted) -> Self {
        Stop::Budget(exhausted)
    }
}

/// A budget with a limit on steps.
pub(super) struct Effort<'a> {
    pub(super) meter: Meter<'a>,
    pub(super) steps: &'a Cell<u64>,
    /// How many steps had been made when limits were looked at.
    pub(super) counted: u64,
    pub(super) most: u64,
}

impl Effort<'_> {
    /// Looks at limits every so many steps.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Stop> {
        match self.steps.get() >= self.counted + INTERVAL {
            true => self.look(),
            false => Ok(()),
        }
    }

    fn look(&mut self) -> Result<(), Stop> {
        self.counted = self.steps.get();
        self.meter.tick()?;
        match self.counted > self.most {
            true => Err(Stop::Effort),
            false => Ok(()),
        }
    }
}

/// For each state those from which it is reached within so many steps, at least one.
pub(super) fn before(automaton: &Automaton, steps: u32) -> Vec<Vec<u32>> {
    let mut direct: Vec<Vec<u32>> = vec![Vec::new(); automaton.states() as usize];
    for step in automaton.transitions() {
        direct[step.to as usize].push(step.from);
    }
    for states in &mut direct {
        states.sort_unstable();
        states.dedup();
    }
    let mut all = direct.clone();
    for _ in 1..steps {
        for states in &mut all {
            let more: Vec<u32> = states
                .iter()
                .flat_map(|s| &direct[*s as usize])
                .copied()
                .collect();
            states.extend(more);
            states.sort_unstable();
            states.dedup();
        }
    }
    all
}

/// Where the transitions for each state and letter begin.
pub(super) fn index(automaton: &Automaton) -> Option<Vec<u32>> {
    let letters = automaton.letters() as usize;
    let pairs = automaton.states() as usize * letters;
    if pairs > 1 << 24 {
        return None;
    }
    let mut starts = vec![0; pairs + 1];
    for step in automaton.transitions() {
        starts[step.from as usize * letters + step.letter as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    Some(starts)
}

/// States to look at, in sweeps over an order.
pub(super) struct Work<'a> {
    order: &'a [u32],
    waiting: Vec<bool>,
    count: usize,
    position: usize,
}

impl<'a> Work<'a> {
    pub(super) fn all(order: &'a [u32]) -> Self {
        Work {
            order,
            waiting: vec![true; order.len()],
            count: order.len(),
            position: 0,
        }
    }

    pub(super) fn none(order: &'a [u32]) -> Self {
        Work {
            order,
            waiting: vec![false; order.len()],
            count: 0,
            position: 0,
        }
    }

    pub(super) fn extend(&mut self, states: &[u32]) {
        for state in states {
            let waiting = &mut self.waiting[*state as usize];
            self.count += usize::from(!*waiting);
            *waiting = true;
        }
    }

    pub(super) fn next(&mut self) -> Option<u32> {
        if self.count == 0 {
            return None;
        }
        loop {
            let state = self.order[self.position];
            self.position = (self.position + 1) % self.order.len();
            let waiting = &mut self.waiting[state as usize];
            if std::mem::replace(waiting, false) {
                self.count -= 1;
                return Some(state);
            }
        }
    }
}
