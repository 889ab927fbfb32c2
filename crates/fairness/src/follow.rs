//! Whether a program has a fair run that shows the same as a given run: its states are found along
//! the run, so that a program with very many states can be asked as well.

use budget::Budget;
use evidence::Reason;
use logic::{Model, Term, Value};
use program::Program;
use program::concrete::State;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::components::components;
use crate::system::System;

/// The most states along a run that are looked at.
const MOST_NODES: usize = 1 << 17;

/// What a run shows, from the start on. Of open programs the environment has the first turn.
pub(crate) struct Shown {
    pub(crate) values: Vec<Vec<Value>>,
    /// The position after the last one.
    pub(crate) cycle: usize,
}

impl Shown {
    fn next(&self, position: usize) -> usize {
        match position + 1 {
            end if end == self.values.len() => self.cycle,
            next => next,
        }
    }
}

/// Whether a fair run of the program from one of the starts shows this; none where that takes too
/// many states to find out.
///
/// # Errors
/// What was used up, or what cannot be evaluated.
pub(crate) fn follows(
    program: &Program,
    system: &System,
    starts: &[State],
    shown: &Shown,
    budget: &Budget,
) -> Result<Option<bool>, Reason> {
    let mut numbers: FxHashMap<(usize, State), u32> = FxHashMap::default();
    let mut nodes: Vec<(usize, State)> = Vec::new();
    let mut add = |nodes: &mut Vec<(usize, State)>, position: usize, state: State| {
        if system.observed(&state) != shown.values[position] {
            return None;
        }
        let node = (position, state);
        let next = nodes.len() as u32;
        let number = *numbers.entry(node.clone()).or_insert(next);
        if number == next {
            nodes.push(node);
        }
        Some(number)
    };
    for start in starts {
        add(&mut nodes, 0, start.clone());
    }
    let is_open = !program.open.is_empty();
    let mut meter = budget.meter();
    let mut steps: Vec<Vec<u32>> = Vec::new();
    while let Some((position, state)) = nodes.get(steps.len()).cloned() {
        meter.tick()?;
        if nodes.len() > MOST_NODES {
            return Ok(None);
        }
        let mut after = match is_open && position.is_multiple_of(2) {
            true => system.changed(&state, &mut meter)?,
            false => system.after(&state, &mut meter)?,
        };
        if is_open && !position.is_multiple_of(2) {
            after.push(state);
        }
        let next = shown.next(position);
        let after = after
            .into_iter()
            .filter_map(|state| add(&mut nodes, next, state));
        let after = after.collect();
        steps.push(after);
    }
    let models = nodes.iter().map(|(_, state)| system.model(state));
    let product = Product {
        program,
        steps,
        models: models.collect(),
    };
    product.has_fair_cycle(budget).map(Some)
}

/// A program's states along a run.
struct Product<'a> {
    program: &'a Program,
    steps: Vec<Vec<u32>>,
    models: Vec<Model>,
}

impl Product<'_> {
    /// Whether there is a fair cycle: a strongly connected part in which each `justice` holds
    /// somewhere, and so does the second formula of each `compassion` whose first one does, maybe
    /// after the states where the first one does are left out.
    fn has_fair_cycle(&self, budget: &Budget) -> Result<bool, Reason> {
        let all: Vec<u32> = (0..self.steps.len() as u32).collect();
        let mut open = self.parts(&all);
        while let Some(part) = open.pop() {
            budget.check()?;
            let mut is_just = true;
            for formula in &self.program.justice {
                is_just &= !self.holding(formula, &part)?.is_empty();
            }
            if !is_just {
                continue;
            }
            let mut avoided: FxHashSet<u32> = FxHashSet::default();
            for (p, q) in &self.program.compassion {
                if self.holding(q, &part)?.is_empty() {
                    avoided.extend(self.holding(p, &part)?);
                }
            }
            if avoided.is_empty() {
                return Ok(true);
            }
            let kept = part.into_iter().filter(|node| !avoided.contains(node));
            open.extend(self.parts(&Vec::from_iter(kept)));
        }
        Ok(false)
    }

    fn holding(&self, formula: &Term, part: &[u32]) -> Result<Vec<u32>, Reason> {
        let mut found = Vec::new();
        for node in part {
            let holds = self.models[*node as usize].holds(formula);
            if holds.map_err(|error| Reason::Incomplete(error.to_string()))? {
                found.push(*node);
            }
        }
        Ok(found)
    }

    /// The strongly connected parts of a set of nodes, those without a step inside left out.
    fn parts(&self, nodes: &[u32]) -> Vec<Vec<u32>> {
        let numbers: FxHashMap<u32, u32> = nodes.iter().copied().zip(0..).collect();
        let steps = nodes.iter().map(|node| {
            let steps = self.steps[*node as usize].iter();
            steps.filter_map(|to| numbers.get(to).copied()).collect()
        });
        let steps: Vec<Vec<u32>> = steps.collect();
        let component = components(&steps[..]);
        let mut parts: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
        let mut has_step = vec![false; nodes.len()];
        for (number, node) in nodes.iter().enumerate() {
            let own = component[number] as usize;
            parts[own].push(*node);
            let mut inside = steps[number].iter();
            has_step[own] |= inside.any(|to| component[*to as usize] as usize == own);
        }
        let kept = parts.into_iter().zip(has_step);
        kept.filter(|(_, kept)| *kept)
            .map(|(part, _)| part)
            .collect()
    }
}
