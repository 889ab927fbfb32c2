//! Rules for separations: a lasso of the first automaton whose word the second one rejects.

use evidence::inclusion::Separation;
use question::automaton::{Automaton, Disjunct, Transition};
use rustc_hash::FxHashMap;

use super::DISJUNCTS;
use crate::unwinding::components;
use crate::{Rejected, broken};

/// Checks the separation and returns the number of steps that were looked at.
pub(super) fn check(
    first: &Automaton,
    second: &Automaton,
    lasso: &Separation,
) -> Result<usize, Rejected> {
    if first.letters() != second.letters() {
        return Err(broken("Run", "the automata read different letters"));
    }
    let prefix = rule_run(first, &lasso.prefix)?;
    let cycle = rule_run(first, &lasso.cycle)?;
    rule_lasso(first, &prefix, &cycle)?;
    rule_accepted(first, &cycle)?;
    let word: Vec<u32> = prefix
        .iter()
        .chain(&cycle)
        .map(|step| step.letter)
        .collect();
    rule_rejected(second, &word, prefix.len())?;
    Ok(word.len() + 1)
}

/// The transitions exist, and each starts where the one before ends.
fn rule_run(automaton: &Automaton, run: &[u32]) -> Result<Vec<Transition>, Rejected> {
    let mut steps: Vec<Transition> = Vec::new();
    for position in run {
        let step = automaton.transitions().get(*position as usize);
        let step = *step.ok_or(Rejected::Dangling {
            what: "transition",
            position: *position,
        })?;
        if steps.last().is_some_and(|last| last.to != step.from) {
            return Err(broken("Run", format!("before transition {position}")));
        }
        steps.push(step);
    }
    Ok(steps)
}

/// The run starts in an initial state and ends in a cycle.
fn rule_lasso(
    automaton: &Automaton,
    prefix: &[Transition],
    cycle: &[Transition],
) -> Result<(), Rejected> {
    let (Some(start), Some(end)) = (cycle.first(), cycle.last()) else {
        return Err(broken("Lasso", "the cycle is empty"));
    };
    if start.from != end.to {
        return Err(broken("Lasso", "the cycle does not close"));
    }
    if prefix.last().is_some_and(|last| last.to != start.from) {
        return Err(broken("Lasso", "the cycle does not follow the prefix"));
    }
    let initial = prefix.first().unwrap_or(start).from;
    match automaton.initial().contains(&initial) {
        true => Ok(()),
        false => Err(broken("Lasso", format!("state {initial} is not initial"))),
    }
}

/// The first automaton accepts the run.
fn rule_accepted(automaton: &Automaton, cycle: &[Transition]) -> Result<(), Rejected> {
    let marks = cycle.iter().fold(0, |marks, step| marks | step.marks);
    match automaton.acceptance().accepts(marks) {
        true => Ok(()),
        false => Err(broken("Accepted", "the first automaton rejects the run")),
    }
}

/// The second automaton accepts no run on the word.
fn rule_rejected(automaton: &Automaton, word: &[u32], cycle: usize) -> Result<(), Rejected> {
    let disjuncts = automaton.acceptance().disjuncts(DISJUNCTS);
    let disjuncts = disjuncts.ok_or_else(|| broken("Rejected", "too many disjuncts"))?;
    let product = Product::new(automaton, word, cycle);
    match disjuncts.iter().any(|disjunct| product.accepts(*disjunct)) {
        false => Ok(()),
        true => Err(broken("Rejected", "the second automaton accepts the word")),
    }
}

/// What an automaton can do on a lasso: nodes are positions of the word with states.
struct Product {
    /// The steps of each node, with their marks.
    steps: Vec<Vec<(u32, u64)>>,
}

impl Product {
    fn new(automaton: &Automaton, word: &[u32], cycle: usize) -> Self {
        let mut nodes: FxHashMap<(usize, u32), u32> = FxHashMap::default();
        let mut found: Vec<(usize, u32)> = Vec::new();
        let mut number = |node: (usize, u32), found: &mut Vec<(usize, u32)>| {
            *nodes.entry(node).or_insert_with(|| {
                found.push(node);
                found.len() as u32 - 1
            })
        };
        for state in automaton.initial() {
            number((0, *state), &mut found);
        }
        let mut steps = Vec::new();
        while let Some((position, state)) = found.get(steps.len()).copied() {
            let next = if position + 1 == word.len() {
                cycle
            } else {
                position + 1
            };
            let taken = automaton.reading(state, word[position]).iter();
            let taken = taken.map(|step| (number((next, step.to), &mut found), step.marks));
            steps.push(taken.collect());
        }
        Product { steps }
    }

    /// Whether some cycle has all marks of the one set and none of the other.
    fn accepts(&self, disjunct: Disjunct) -> bool {
        let allowed = |marks: u64| marks & disjunct.fin == 0;
        let edges = self.steps.iter().enumerate().flat_map(|(node, steps)| {
            let steps = steps.iter().filter(|(_, marks)| allowed(*marks));
            steps.map(move |(to, _)| (node, *to as usize))
        });
        let components = components(self.steps.len(), &Vec::from_iter(edges));
        // The marks inside of each component; none for those without a step inside.
        let mut inside: Vec<Option<u64>> = vec![None; components.len()];
        for (node, steps) in self.steps.iter().enumerate() {
            for (to, marks) in steps {
                if allowed(*marks) && components[node] == components[*to as usize] {
                    *inside[components[node]].get_or_insert(0) |= marks;
                }
            }
        }
        let mut inside = inside.into_iter().flatten();
        inside.any(|marks| marks & disjunct.inf == disjunct.inf)
    }
}
