//! The components of the target: states that reach each other silently.

use crate::lts::{Lts, SILENT};

/// The strongly connected components of the target's silent steps.
pub(super) struct Components {
    /// The component of each state.
    pub(super) of_state: Vec<u32>,
    /// The states of each component, in order.
    pub(super) states: Vec<Vec<u32>>,
    /// The other components that each component reaches by one silent step, in order.
    pub(super) silent: Vec<Vec<u32>>,
    /// Whether a component has a silent cycle: then the target can move and be where it was.
    pub(super) cyclic: Vec<bool>,
}

impl Components {
    /// Tarjan's algorithm, without recursion.
    pub(super) fn of(target: &Lts) -> Self {
        const NEW: u32 = u32::MAX;
        let count = target.state_count();
        let silent_steps = |state: u32| {
            target.steps[state as usize]
                .iter()
                .filter(|(l, _)| *l == SILENT)
                .map(|(_, to)| *to)
        };
        let successors: Vec<Vec<u32>> = (0..count as u32)
            .map(|state| silent_steps(state).collect())
            .collect();
        let mut index = vec![NEW; count];
        let mut low = vec![0; count];
        let mut of_state = vec![NEW; count];
        let mut states: Vec<Vec<u32>> = Vec::new();
        let (mut open, mut counter) = (Vec::new(), 0);
        for root in 0..count as u32 {
            if index[root as usize] != NEW {
                continue;
            }
            let mut stack = vec![(root, 0)];
            while let Some((state, next)) = stack.pop() {
                if next == 0 {
                    index[state as usize] = counter;
                    low[state as usize] = counter;
                    counter += 1;
                    open.push(state);
                } else {
                    let child = successors[state as usize][next - 1];
                    low[state as usize] = low[state as usize].min(low[child as usize]);
                }
                let mut position = next;
                let mut descended = false;
                while let Some(child) = successors[state as usize].get(position).copied() {
                    position += 1;
                    if index[child as usize] == NEW {
                        stack.push((state, position));
                        stack.push((child, 0));
                        descended = true;
                        break;
                    }
                    if of_state[child as usize] == NEW {
                        low[state as usize] = low[state as usize].min(index[child as usize]);
                    }
                }
                if descended || low[state as usize] != index[state as usize] {
                    continue;
                }
                let component = states.len() as u32;
                let mut members = Vec::new();
                while let Some(member) = open.pop() {
                    of_state[member as usize] = component;
                    members.push(member);
                    if member == state {
                        break;
                    }
                }
                members.sort_unstable();
                states.push(members);
            }
        }
        let mut silent = Vec::new();
        let mut cyclic = Vec::new();
        for (component, members) in states.iter().enumerate() {
            let inside = |state: &u32| of_state[*state as usize] == component as u32;
            let all: Vec<u32> = members
                .iter()
                .flat_map(|state| successors[*state as usize].clone())
                .collect();
            cyclic.push(all.iter().any(inside));
            let mut others: Vec<u32> = all
                .iter()
                .filter(|s| !inside(s))
                .map(|s| of_state[*s as usize])
                .collect();
            others.sort_unstable();
            others.dedup();
            silent.push(others);
        }
        Components {
            of_state,
            states,
            silent,
            cyclic,
        }
    }
}
