//! Rules about infinite plays.

use std::collections::hash_map::Entry;

use evidence::unwinding::Node;
use logic::{Sort, Substitution, Term};
use rustc_hash::FxHashMap;

use super::Game;
use crate::{Rejected, broken};

pub(super) type Measure = fn(&Node) -> &Vec<String>;

/// A step between two nodes: what relates the values before and after.
pub(super) struct Transition {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_target: bool,
    /// Where the step is taken, over the values before and the chosen ones.
    pub(super) premise: Term,
    pub(super) updates: Substitution,
}

impl Game<'_> {
    /// Well-foundedness: on every step inside a cycle of steps of one kind, the measure falls.
    /// Steps of the target count as such; steps of the source and passing are the other kind.
    /// Verifier loses if it passes forever without moving the target, and if it never passes.
    pub(super) fn rule_measure(
        &mut self,
        steps: &[Transition],
        is_target: bool,
        measure: Measure,
    ) -> Result<(), Rejected> {
        let kind: Vec<&Transition> = steps.iter().filter(|s| s.is_target == is_target).collect();
        let unwinding = self.unwinding;
        let edges: Vec<(usize, usize)> = kind.iter().map(|step| (step.from, step.to)).collect();
        let components = components(unwinding.nodes.len(), &edges);
        let mut measures: FxHashMap<usize, Vec<Term>> = FxHashMap::default();
        for step in kind {
            if components[step.from] != components[step.to] {
                continue;
            }
            for node in [step.from, step.to] {
                if let Entry::Vacant(entry) = measures.entry(node) {
                    let texts = measure(&unwinding.nodes[node]).iter();
                    let terms = texts.map(|text| self.term(text));
                    entry.insert(terms.collect::<Result<_, Rejected>>()?);
                }
            }
            let before = &measures[&step.from];
            let after = &measures[&step.to];
            let mut falls = Vec::new();
            let mut equal_so_far = Vec::new();
            for (before, after) in before.iter().zip(after) {
                let numbers = [before, after].map(|t| t.sort().carrier());
                if numbers != [Sort::Int, Sort::Int] {
                    return Err(broken("Measure", "a measure is no integer"));
                }
                let after = after.substitute(&step.updates);
                let lower = Term::and([
                    Term::le(Term::int(0), before.clone()),
                    Term::lt(after.clone(), before.clone()),
                ]);
                falls.push(Term::and(equal_so_far.iter().cloned().chain([lower])));
                equal_so_far.push(Term::le(after, before.clone()));
            }
            let formula = Term::implies(step.premise.clone(), Term::or(falls));
            self.valid(
                "Well-foundedness",
                &formula,
                &format!(
                    "no measure falls from node {} to node {}",
                    step.from, step.to
                ),
            )?;
        }
        Ok(())
    }
}

/// Falsifier wins an infinite play in which the target moves only finitely often, or Verifier passes
/// only finitely often. So no cycle may have both.
pub(super) fn rule_progress(nodes: usize, steps: &[Transition]) -> Result<(), Rejected> {
    let edges: Vec<(usize, usize)> = steps.iter().map(|step| (step.from, step.to)).collect();
    let components = components(nodes, &edges);
    let inside = |step: &&Transition| components[step.from] == components[step.to];
    let mut kinds: FxHashMap<usize, [bool; 2]> = FxHashMap::default();
    for step in steps.iter().filter(inside) {
        let kinds = kinds.entry(components[step.from]).or_default();
        kinds[usize::from(step.is_target)] = true;
        if kinds == &[true, true] {
            return Err(broken("Progress", "Verifier may go on forever"));
        }
    }
    Ok(())
}

/// The strongly connected component of each node, by a number.
pub(crate) fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    let mut incoming: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for (from, to) in edges {
        outgoing[*from].push(*to);
        incoming[*to].push(*from);
    }
    // Kosaraju's algorithm: nodes in the order in which a depth-first search leaves them, then
    // searches against the edges in the opposite order.
    let mut seen = vec![false; nodes];
    let mut left = Vec::new();
    for root in 0..nodes {
        let mut open = vec![(root, 0)];
        while let Some((node, next)) = open.pop() {
            if next == 0 && std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match outgoing[node].get(next) {
                Some(to) => {
                    open.push((node, next + 1));
                    open.push((*to, 0));
                }
                None => left.push(node),
            }
        }
    }
    let mut component = vec![usize::MAX; nodes];
    for root in left.into_iter().rev() {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if component[node] == usize::MAX {
                component[node] = root;
                open.extend(&incoming[node]);
            }
        }
    }
    component
}
