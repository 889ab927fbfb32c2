//! Rules for powersets: places follow every run, arcs follow every accepting cycle.
//!
//! Why this is enough: where a word of the first automaton is not one of the second, there is one
//! of the form `u v v v …` (both languages are regular). Its accepted run is followed by places;
//! since there are finitely many, some power of `v` leads from a place back to itself, through an
//! accepting transition. The arcs after that power lead from the place to a cycle of arcs with an
//! accepting one, and the place's states are reached by `u` and some `v`s.

use budget::{Budget, Meter};
use evidence::inclusion::{Arc, Cycle, Place, Powersets};
use question::automaton::{Automaton, Transition};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::unwinding::components;
use crate::{Rejected, broken};

/// Pairs of states, and whether an accepting transition was passed between them.
type Reached = FxHashMap<(u32, u32), bool>;

struct Rules<'a> {
    first: &'a Automaton,
    second: &'a Automaton,
    places: &'a [Place],
}

/// Checks the sets and returns the number of steps that were looked at.
pub(super) fn check(
    first: &Automaton,
    second: &Automaton,
    powersets: &Powersets,
    budget: &Budget,
) -> Result<usize, Rejected> {
    for automaton in [first, second] {
        if super::goals("Goals", automaton)? != 1 {
            return Err(broken("Goals", "the acceptance is not Büchi acceptance"));
        }
    }
    let rules = Rules {
        first,
        second,
        places: &powersets.places,
    };
    let mut meter = budget.meter();
    rules.rule_initial()?;
    let mut obligations = rules.rule_places(&mut meter)?;
    rules.rule_cycles(&powersets.cycles)?;
    for cycle in &powersets.cycles {
        obligations += rules.rule_cycle(cycle, &mut meter)?;
    }
    Ok(obligations)
}

impl Rules<'_> {
    fn place(&self, position: u32) -> Result<&Place, Rejected> {
        let place = self.places.get(position as usize);
        place.ok_or(Rejected::Dangling {
            what: "place",
            position,
        })
    }

    /// Each initial state has a place whose set has nothing but initial states.
    fn rule_initial(&self) -> Result<(), Rejected> {
        let initial = self.second.initial();
        for state in self.first.initial() {
            let fits = |place: &Place| {
                place.state == *state && place.set.iter().all(|t| initial.contains(t))
            };
            if !self.places.iter().any(fits) {
                return Err(broken("Initial", format!("state {state}")));
            }
        }
        Ok(())
    }

    /// Each transition leads to a place whose states can be reached by the same letter, in no
    /// larger component.
    fn rule_places(&self, meter: &mut Meter) -> Result<usize, Rejected> {
        let mut obligations = 0;
        for (position, place) in self.places.iter().enumerate() {
            meter.tick()?;
            let wrong = || broken("Places", format!("after place {position}"));
            let states = [place.state >= self.first.states()].into_iter();
            let sets = place.set.iter().map(|state| *state >= self.second.states());
            if states.chain(sets).any(|outside| outside) {
                return Err(wrong());
            }
            let steps = self.first.from(place.state);
            if steps.len() != place.next.len() {
                return Err(wrong());
            }
            let mut after: Option<(u32, FxHashSet<u32>)> = None;
            for (step, next) in steps.iter().zip(&place.next) {
                obligations += 1;
                let next = self.place(*next)?;
                let reached = match after.take() {
                    Some((letter, reached)) if letter == step.letter => reached,
                    _ => (place.set.iter())
                        .flat_map(|state| self.second.reading(*state, step.letter))
                        .map(|answer| answer.to)
                        .collect(),
                };
                let follows = next.state == step.to
                    && next.component <= place.component
                    && next.set.iter().all(|state| reached.contains(state));
                if !follows {
                    return Err(wrong());
                }
                after = Some((step.letter, reached));
            }
        }
        Ok(obligations)
    }

    /// The cycles of all accepting transitions are there.
    fn rule_cycles(&self, cycles: &[Cycle]) -> Result<(), Rejected> {
        let known: FxHashSet<(u32, u32)> = (cycles.iter())
            .map(|cycle| (cycle.place, cycle.transition))
            .collect();
        for (position, place) in self.places.iter().enumerate() {
            for (transition, step) in self.first.from(place.state).iter().enumerate() {
                let stays = self.place(place.next[transition])?.component == place.component;
                let key = (position as u32, transition as u32);
                if step.marks & 1 == 1 && stays && !known.contains(&key) {
                    return Err(broken("Cycles", format!("at place {position}")));
                }
            }
        }
        Ok(())
    }

    /// The arcs follow every path that stays in the component, and are accepting wherever a cycle
    /// closes.
    fn rule_cycle(&self, cycle: &Cycle, meter: &mut Meter) -> Result<usize, Rejected> {
        let start = self.place(cycle.place)?;
        let wrong = |what: &str| broken("Arcs", format!("{what} at place {}", cycle.place));
        let dangling = || Rejected::Dangling {
            what: "transition",
            position: cycle.transition,
        };
        let steps = self.first.from(start.state);
        let step = steps.get(cycle.transition as usize).ok_or_else(dangling)?;
        let stay = (start.set.iter()).map(|state| ((*state, *state), false));
        let opening = self.after(stay.collect(), step);
        let Some(first) = cycle.arcs.first() else {
            return Err(wrong("none"));
        };
        if first.place != start.next[cycle.transition as usize]
            || !contained(&first.pairs, &opening)
        {
            return Err(wrong("wrong beginning"));
        }
        let mut obligations = 1;
        for arcs in &cycle.arcs {
            meter.tick()?;
            let place = self.place(arcs.place)?;
            let steps = self.first.from(place.state);
            if arcs.next.len() != steps.len() {
                return Err(wrong("wrong number of transitions"));
            }
            let mut after: Option<(u32, Reached)> = None;
            for ((step, next), target) in steps.iter().zip(&arcs.next).zip(&place.next) {
                if self.place(*target)?.component != start.component {
                    continue;
                }
                obligations += 1;
                let next = next.and_then(|next| cycle.arcs.get(next as usize));
                let next = next.ok_or_else(|| wrong("a missing step"))?;
                let reached = match after.take() {
                    Some((letter, reached)) if letter == step.letter => reached,
                    _ => {
                        let pairs = arcs.pairs.iter();
                        let pairs = pairs.map(|arc| ((arc.from, arc.to), arc.accepting));
                        self.after(pairs.collect(), step)
                    }
                };
                if next.place != *target || !contained(&next.pairs, &reached) {
                    return Err(wrong("a wrong step"));
                }
                after = Some((step.letter, reached));
            }
            if arcs.place == cycle.place && !accepting(&arcs.pairs) {
                return Err(wrong("no accepting cycle"));
            }
        }
        Ok(obligations)
    }

    /// The pairs after one more letter, and whether an accepting transition was passed.
    fn after(&self, pairs: Vec<((u32, u32), bool)>, step: &Transition) -> Reached {
        let mut reached = FxHashMap::default();
        for ((from, through), passed) in pairs {
            for answer in self.second.reading(through, step.letter) {
                *reached.entry((from, answer.to)).or_insert(false) |=
                    passed || answer.marks & 1 == 1;
            }
        }
        reached
    }
}

/// Whether all pairs have been reached, those that claim it through an accepting transition.
fn contained(pairs: &[Arc], reached: &Reached) -> bool {
    pairs.iter().all(|arc| {
        let found = reached.get(&(arc.from, arc.to));
        found.is_some_and(|accepting| *accepting || !arc.accepting)
    })
}

/// Whether some cycle of the pairs has an accepting one.
fn accepting(pairs: &[Arc]) -> bool {
    let mut states: Vec<u32> = pairs.iter().flat_map(|arc| [arc.from, arc.to]).collect();
    states.sort_unstable();
    states.dedup();
    let position = |state: u32| states.partition_point(|other| *other < state);
    let edges = pairs
        .iter()
        .map(|arc| (position(arc.from), position(arc.to)));
    let components = components(states.len(), &Vec::from_iter(edges));
    let mut pairs = pairs.iter().filter(|arc| arc.accepting);
    pairs.any(|arc| components[position(arc.from)] == components[position(arc.to)])
}
