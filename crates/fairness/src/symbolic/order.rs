//! The order of the bits.
//!
//! Diagrams are small where what belongs together stands together. Slots that take part in the same
//! step or requirement attract each other; the observed variables, which both programs share, stand
//! in their order with equal distances, and everything else settles where the attractions balance.
//! In a chain of processes, that is the order of the chain, with the processes of the
//! specification among those of the concrete program.

use std::collections::BTreeSet;

use program::{Action, Location, Program};

use super::layout::{Layout, stable};

/// How often attractions are balanced; positions move little after so many rounds.
const ROUNDS: usize = 400;

/// The slots in the order that their bits should have.
pub(super) fn order(layout: &Layout, programs: [&Program; 2]) -> Vec<usize> {
    let count = layout.slots.len();
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for (side, program) in programs.into_iter().enumerate() {
        groups.extend(blocks(layout, program, side));
        for term in &program.justice {
            groups.push(slots_of(layout, term.free_vars().iter()));
        }
        for (pair, (p, q)) in program.compassion.iter().enumerate() {
            let both = p.free_vars().iter().cloned().collect::<Vec<_>>();
            let mut group = slots_of(layout, both.iter().chain(q.free_vars().iter()));
            group.insert(layout.predictions[side][pair]);
            groups.push(group);
        }
    }
    let mut near: Vec<Vec<(usize, f64)>> = vec![Vec::new(); count];
    for group in &groups {
        let weight = 1.0 / group.len().max(2) as f64;
        for a in group {
            for b in group.iter().filter(|b| *b != a) {
                near[*a].push((*b, weight));
            }
        }
    }
    let mut fixed: Vec<Option<f64>> = vec![None; count];
    for (place, slot) in layout.observed.iter().enumerate() {
        let last = (layout.observed.len() - 1).max(1);
        fixed[*slot] = Some(place as f64 / last as f64);
    }
    if layout.observed.len() < 2 {
        let first = layout.observed.first().copied().unwrap_or(layout.turn + 1);
        if let Some(far) = farthest(&near, first) {
            fixed[first] = Some(0.0);
            fixed[far] = Some(1.0);
        }
    }
    let mut position: Vec<f64> = fixed.iter().map(|place| place.unwrap_or(0.5)).collect();
    for _ in 0..ROUNDS {
        for slot in (0..count).filter(|slot| fixed[*slot].is_none()) {
            let total: f64 = near[slot].iter().map(|(_, weight)| weight).sum();
            if total > 0.0 {
                let sum = near[slot].iter();
                let sum: f64 = sum.map(|(other, weight)| position[*other] * weight).sum();
                position[slot] = sum / total;
            }
        }
    }
    let mut slots: Vec<usize> = (0..count).filter(|slot| *slot != layout.turn).collect();
    slots.sort_by(|a, b| position[*a].total_cmp(&position[*b]).then(a.cmp(b)));
    // Whose turn it is matters everywhere.
    slots.insert(0, layout.turn);
    slots
}

pub(super) fn slots_of<'a>(
    layout: &Layout,
    vars: impl Iterator<Item = &'a logic::Var>,
) -> BTreeSet<usize> {
    vars.filter_map(|var| layout.number(var).ok()).collect()
}

/// For each edge that leaves a location outside of atomic blocks the slots of the commands up to
/// the next such location.
pub(super) fn blocks(layout: &Layout, program: &Program, side: usize) -> Vec<BTreeSet<usize>> {
    let body = &program.body;
    let mut groups = Vec::new();
    for start in stable(program) {
        for (_, edge) in body.edges_from(Location::at(start)) {
            let mut group = BTreeSet::new();
            if edge.to.index() != start && !body.is_atomic(edge.to) {
                group.insert(layout.locations[side]);
            }
            let mut seen = BTreeSet::new();
            let mut open = vec![edge];
            while let Some(edge) = open.pop() {
                if let Action::Command(command) = &edge.action {
                    let vars = command.reads();
                    group.extend(slots_of(layout, vars.iter()));
                    let vars = command.writes();
                    group.extend(slots_of(layout, vars.iter()));
                }
                if body.is_atomic(edge.to) && seen.insert(edge.to) {
                    open.extend(body.edges_from(edge.to).map(|(_, edge)| edge));
                }
            }
            groups.push(group);
        }
    }
    groups
}

/// A slot that takes the most steps to get to.
fn farthest(near: &[Vec<(usize, f64)>], from: usize) -> Option<usize> {
    let mut seen = vec![false; near.len()];
    let mut queue = std::collections::VecDeque::from([from]);
    *seen.get_mut(from)? = true;
    let mut last = None;
    while let Some(slot) = queue.pop_front() {
        for (other, _) in &near[slot] {
            if !std::mem::replace(&mut seen[*other], true) {
                last = Some(*other);
                queue.push_back(*other);
            }
        }
    }
    last
}
