//! Locations divided by what their transitions ask of the state before.
//!
//! A loop that goes through phases, or down from above and up from below, has no single affine
//! function a location. With one node for each set of conditions under which transitions start, each
//! phase has its own, and phases that cannot follow each other are no longer on a common cycle.
//! Where all transitions start under the same conditions, remainders tell states apart.

use std::collections::{BTreeMap, BTreeSet};

use evidence::ranking::{Atom, Node, Transition, TransitionGraph};
use logic::{Op, Term, Var};

use crate::transitions::Division;

/// The largest divisor whose remainders become nodes.
const MOST_REMAINDERS: i64 = 12;

/// What locations are divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// The conditions under which transitions start.
    Guards,
    /// The values of a remainder that the transitions speak of.
    Remainders,
}

/// Divides the nodes of a component for which no functions were found. `None` where that changes
/// nothing.
pub(crate) fn split(
    graph: &TransitionGraph,
    division: &Division,
    component: &[&Transition],
    by: By,
) -> Option<Division> {
    let vars: BTreeSet<&Var> = graph.vars().iter().collect();
    let of_state = |term: &Term| term.free_vars().iter().all(|var| vars.contains(var));
    let mut conditions: BTreeMap<usize, BTreeSet<Term>> = BTreeMap::new();
    for transition in component {
        let atoms = transition.atoms.iter();
        let atoms = atoms.filter(|atom| atom.sum.coefficients.keys().all(of_state));
        let condition = Term::and(atoms.map(Atom::to_term)).simplify();
        let conditions = conditions.entry(transition.from).or_default();
        conditions.insert(condition);
    }
    if by == By::Remainders {
        let known = |parts: &BTreeSet<Term>| {
            let mut nodes = division.nodes.iter();
            let is_part = |conjunct: &Term| parts.contains(conjunct);
            nodes.any(|node| node.condition.conjuncts().iter().any(is_part))
        };
        let atoms = component.iter().flat_map(|transition| &transition.atoms);
        let terms = atoms.flat_map(|atom| atom.sum.coefficients.keys());
        let remainders: BTreeSet<&Term> = terms
            .filter(|term| of_state(term) && matches!(term.op(), Some(Op::Mod)))
            .collect();
        let mut parts = remainders.into_iter().filter_map(parts);
        let parts = parts.find(|parts| !known(parts))?;
        for conditions in conditions.values_mut() {
            conditions.clone_from(&parts);
        }
    }
    if conditions.values().all(|conditions| conditions.len() < 2) {
        return None;
    }
    Some(divided(division, &conditions))
}

/// A formula for each value of a remainder.
fn parts(remainder: &Term) -> Option<BTreeSet<Term>> {
    let divisor = remainder.children().get(1)?.as_value()?.as_int()?;
    let count = divisor.abs().to_i64()?;
    let part = |value: i64| Term::eq(remainder.clone(), Term::int(value));
    (count <= MOST_REMAINDERS).then(|| (0..count).map(part).collect())
}

/// The division in which each of these nodes is divided by these conditions, and what none of them
/// covers is a node too.
fn divided(division: &Division, conditions: &BTreeMap<usize, BTreeSet<Term>>) -> Division {
    let mut nodes = Vec::new();
    for (position, node) in division.nodes.iter().enumerate() {
        let parts = match conditions.get(&position) {
            Some(parts) if parts.len() > 1 => parts,
            _ => {
                nodes.push(node.clone());
                continue;
            }
        };
        let others = Term::not(Term::or(parts.iter().cloned()));
        for part in parts.iter().chain([&others]) {
            nodes.push(Node {
                location: node.location,
                condition: Term::and([node.condition.clone(), part.clone()]),
            });
        }
    }
    Division {
        invariants: division.invariants.clone(),
        nodes,
    }
}
