//! Where the source has ended: whether the target can end as well (Definition 2.5).

use evidence::Reason;
use rustc_hash::FxHashMap;

use super::game::Game;

/// Whether the target can end silently with the postcondition, remembered for each final state of
/// the source and each component.
#[derive(Default)]
pub(super) struct Endings {
    known: FxHashMap<(u32, u32), bool>,
}

impl Endings {
    pub(super) fn reachable(
        &mut self,
        game: &Game<'_>,
        source: u32,
        target: u32,
    ) -> Result<bool, Reason> {
        let start = game.components.of_state[target as usize];
        // Depth first over components without recursion; components make no cycle.
        let mut stack = vec![(start, 0)];
        while let Some((component, next)) = stack.pop() {
            if self.known.contains_key(&(source, component)) {
                continue;
            }
            if next == 0 {
                for t in &game.components.states[component as usize] {
                    if game.target.is_final(*t)
                        && game
                            .ensures
                            .holds(&[game.source.state(source), game.target.state(*t)])?
                    {
                        self.known.insert((source, component), true);
                        break;
                    }
                }
                if self.known.contains_key(&(source, component)) {
                    continue;
                }
            }
            let successors = &game.components.silent[component as usize];
            if next > 0 && self.known.get(&(source, successors[next - 1])) == Some(&true) {
                self.known.insert((source, component), true);
                continue;
            }
            match successors.get(next) {
                Some(successor) => {
                    stack.push((component, next + 1));
                    stack.push((*successor, 0));
                }
                None => {
                    self.known.insert((source, component), false);
                }
            }
        }
        Ok(self.known[&(source, start)])
    }
}
