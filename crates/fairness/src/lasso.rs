//! Words of the form `u v v v …`, and runs on them.

use evidence::inclusion::Separation;
use question::automaton::{Automaton, Disjunct};
use rustc_hash::FxHashMap;

use crate::components::{Graph, components};

/// The most disjuncts of an acceptance that are looked at.
pub(crate) const DISJUNCTS: usize = 4096;

/// A word that becomes periodic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) prefix: Vec<u32>,
    /// At least one letter.
    pub(crate) cycle: Vec<u32>,
}

/// A step of a graph in which runs are looked for.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    marks: u64,
    /// The position of the automaton's transition.
    transition: u32,
}

/// A graph in which runs are looked for.
struct Runs {
    steps: Vec<Vec<Step>>,
    initial: Vec<u32>,
}

/// The part of a graph without some marks.
struct Without<'a>(&'a [Vec<Step>]);

impl Graph for Without<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn target(&self, node: u32, position: usize) -> Option<u32> {
        self.0[node as usize].get(position).map(|step| step.to)
    }
}

/// A run of the automaton on the word that is accepted, if there is one.
pub(crate) fn run_on(automaton: &Automaton, word: &Word) -> Option<Separation> {
    let letters: Vec<u32> = word.prefix.iter().chain(&word.cycle).copied().collect();
    let mut numbers: FxHashMap<(usize, u32), u32> = FxHashMap::default();
    let mut found: Vec<(usize, u32)> = Vec::new();
    let mut number = |node: (usize, u32), found: &mut Vec<(usize, u32)>| {
        *numbers.entry(node).or_insert_with(|| {
            found.push(node);
            found.len() as u32 - 1
        })
    };
    let initial: Vec<u32> = (automaton.initial().iter())
        .map(|state| number((0, *state), &mut found))
        .collect();
    let mut steps: Vec<Vec<Step>> = Vec::new();
    while let Some((position, state)) = found.get(steps.len()).copied() {
        let next = match position + 1 {
            end if end == letters.len() => word.prefix.len(),
            next => next,
        };
        let taken = automaton.reading(state, letters[position]);
        let first = position_of(automaton, taken);
        let taken = taken.iter().zip(first..).map(|(step, transition)| Step {
            to: number((next, step.to), &mut found),
            marks: step.marks,
            transition,
        });
        steps.push(taken.collect());
    }
    Runs { steps, initial }.accepted(automaton)
}

/// An accepted run from a state on.
pub(crate) fn run_from(automaton: &Automaton, state: u32) -> Option<Separation> {
    runs_from(automaton, vec![state]).accepted(automaton)
}

/// A run that satisfies a disjunct of the acceptance.
pub(crate) fn run_with(automaton: &Automaton, disjunct: Disjunct) -> Option<Separation> {
    runs_from(automaton, automaton.initial().to_vec()).satisfying(disjunct)
}

fn runs_from(automaton: &Automaton, initial: Vec<u32>) -> Runs {
    let steps = (0..automaton.states()).map(|state| {
        let all = automaton.from(state);
        let first = position_of(automaton, all);
        let all = all.iter().zip(first..).map(|(step, transition)| Step {
            to: step.to,
            marks: step.marks,
            transition,
        });
        all.collect()
    });
    Runs {
        steps: steps.collect(),
        initial,
    }
}

/// The position of the first of some transitions of an automaton.
fn position_of(automaton: &Automaton, part: &[question::automaton::Transition]) -> u32 {
    part.first().map_or(0, |first| {
        automaton.transitions().partition_point(|step| step < first) as u32
    })
}

/// The word of a run.
pub(crate) fn word_of(automaton: &Automaton, run: &Separation) -> Word {
    let letters = |run: &[u32]| {
        let letters = run.iter();
        let letters = letters.map(|step| automaton.transitions()[*step as usize].letter);
        letters.collect()
    };
    Word {
        prefix: letters(&run.prefix),
        cycle: letters(&run.cycle),
    }
}

impl Runs {
    fn accepted(&self, automaton: &Automaton) -> Option<Separation> {
        let disjuncts = automaton.acceptance().disjuncts(DISJUNCTS)?;
        disjuncts
            .iter()
            .find_map(|disjunct| self.satisfying(*disjunct))
    }

    /// A run that satisfies a disjunct of the acceptance.
    fn satisfying(&self, disjunct: Disjunct) -> Option<Separation> {
        let kept: Vec<Vec<Step>> = (self.steps.iter())
            .map(|steps| {
                let kept = steps.iter().filter(|step| step.marks & disjunct.fin == 0);
                kept.copied().collect()
            })
            .collect();
        let component = components(&Without(&kept));
        let inside = |node: usize, step: &Step| component[node] == component[step.to as usize];
        let mut marks: Vec<Option<u64>> = vec![None; kept.len()];
        for (node, steps) in kept.iter().enumerate() {
            for step in steps.iter().filter(|step| inside(node, step)) {
                *marks[component[node] as usize].get_or_insert(0) |= step.marks;
            }
        }
        let good = |node: u32| {
            let own = component[node as usize] as usize;
            marks[own].is_some_and(|marks| marks & disjunct.inf == disjunct.inf)
        };
        let (start, prefix) = path(&self.steps, &self.initial, &|_, node| good(node))?;
        let part = component[start as usize];
        let cyclic: Vec<Vec<Step>> = (kept.iter().enumerate())
            .map(|(node, steps)| {
                let steps = steps
                    .iter()
                    .filter(|step| component[node] == part && inside(node, step));
                steps.copied().collect()
            })
            .collect();
        let mut cycle: Vec<u32> = Vec::new();
        let mut here = start;
        let mut seen = 0;
        while seen & disjunct.inf != disjunct.inf {
            let missing = disjunct.inf & !seen;
            let reaches =
                |step: Option<&Step>, _: u32| step.is_some_and(|s| s.marks & missing != 0);
            let (to, way) = path(&cyclic, &[here], &reaches)?;
            seen = cycle_marks(&cyclic, &way, seen);
            cycle.extend(way);
            here = to;
        }
        if cycle.is_empty() || here != start {
            let closes = |step: Option<&Step>, node: u32| step.is_some() && node == start;
            let (_, way) = path(&cyclic, &[here], &closes)?;
            cycle.extend(way);
        }
        Some(Separation { prefix, cycle })
    }
}

/// The marks so far with those of the transitions on the way.
fn cycle_marks(steps: &[Vec<Step>], way: &[u32], seen: u64) -> u64 {
    let on_way = steps.iter().flatten();
    let on_way = on_way.filter(|step| way.contains(&step.transition));
    on_way.fold(seen, |seen, step| seen | step.marks)
}

/// A shortest path to where the test holds of the last step and its target: the end, and the
/// transitions.
fn path(
    steps: &[Vec<Step>],
    from: &[u32],
    ends: &dyn Fn(Option<&Step>, u32) -> bool,
) -> Option<(u32, Vec<u32>)> {
    if let Some(start) = from.iter().find(|node| ends(None, **node)) {
        return Some((*start, Vec::new()));
    }
    let mut parent: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    let mut queue: Vec<u32> = from.to_vec();
    let mut position = 0;
    while let Some(node) = queue.get(position).copied() {
        position += 1;
        for step in &steps[node as usize] {
            if ends(Some(step), step.to) {
                let mut way = vec![step.transition];
                let mut at = node;
                while !from.contains(&at) {
                    let (before, transition) = parent[&at];
                    way.push(transition);
                    at = before;
                }
                way.reverse();
                return Some((step.to, way));
            }
            if !from.contains(&step.to) && !parent.contains_key(&step.to) {
                parent.insert(step.to, (node, step.transition));
                queue.push(step.to);
            }
        }
    }
    None
}
