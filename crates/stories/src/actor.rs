//! Programs that run step by step, for whatever tells or shows what they do.

use std::collections::VecDeque;

use logic::Symbol;
use program::Origin;
use program::concrete::{Label, Machine, Performed, State, Step};
use question::{Group, Setting};
use rustc_hash::FxHashMap;

/// A program of a claim.
pub(crate) struct Actor {
    pub(crate) alias: Symbol,
    pub(crate) machine: Machine,
}

/// A step with the states before and after it.
pub(crate) type Taken = (State, Label, State);

/// A state, and whether the label has been shown on the way to it.
type Passed = (State, bool);

/// Shortest ways from a state on which one label is shown, and nothing else is seen.
pub(crate) struct WeakPaths {
    parents: FxHashMap<Passed, Option<(Passed, Label)>>,
    /// The states that are reached after the label, nearest first.
    pub(crate) ends: Vec<State>,
}

impl Actor {
    pub(crate) fn all(setting: &Setting<impl Group>) -> Vec<Actor> {
        let programs = setting.programs().iter().zip(setting.aliases());
        programs
            .map(|(program, alias)| Actor {
                alias: *alias,
                machine: Machine::new(program, &setting.constants),
            })
            .collect()
    }

    /// The states that evidence lists; `None` where they are none of this program's.
    pub(crate) fn decode(&self, data: &[evidence::StateData]) -> Option<Vec<State>> {
        data.iter()
            .map(|state| state.decode(self.machine.layout()))
            .collect()
    }

    /// The variables that have other values afterwards.
    pub(crate) fn changed(&self, before: &State, after: &State) -> Vec<(Symbol, String)> {
        let vars = self.machine.layout().vars();
        let values = vars.iter().zip(before.store.iter().zip(&after.store));
        values
            .filter(|(_, (old, new))| old != new)
            .map(|(var, (_, new))| (var.name, new.to_string()))
            .collect()
    }

    /// The statement that a step comes from.
    pub(crate) fn origin(&self, before: &State, label: &Label, after: &State) -> Option<Origin> {
        self.machine.moves(before).into_iter().find_map(|chosen| {
            let inputs = self.machine.inputs(before, &chosen).ok()?;
            let leads = inputs.iter().any(|input| {
                let performed = self.machine.perform(before, &chosen, input.as_ref());
                matches!(performed, Ok(Performed::Step(step))
                    if step.label == *label && step.state == *after)
            });
            leads.then_some(chosen.origin)
        })
    }

    pub(crate) fn steps(&self, state: &State) -> Vec<Step> {
        self.machine
            .successors(state, &mut |_, _| {})
            .unwrap_or_default()
    }

    /// A shortest path that shows the label and ends in the state, with at least one step unless
    /// the label is silent and the state is the start.
    pub(crate) fn path(&self, start: &State, label: &Label, end: &State) -> Vec<Taken> {
        self.weak_paths(start, label, Some(end)).to(end)
    }

    /// Where the program can get while it shows the label; with a goal, no farther than that.
    pub(crate) fn weak_paths(
        &self,
        start: &State,
        label: &Label,
        goal: Option<&State>,
    ) -> WeakPaths {
        let first = (start.clone(), *label == Label::Silent);
        let mut parents = FxHashMap::from_iter([(first.clone(), None)]);
        let mut ends = Vec::new();
        let mut queue = VecDeque::from([first]);
        while let Some(node) = queue.pop_front() {
            if node.1 {
                ends.push(node.0.clone());
                if goal == Some(&node.0) {
                    break;
                }
            }
            for step in self.steps(&node.0) {
                let shown = match (step.label == Label::Silent, step.label == *label && !node.1) {
                    (true, _) => node.1,
                    (false, true) => true,
                    (false, false) => continue,
                };
                let next = (step.state, shown);
                if !parents.contains_key(&next) {
                    parents.insert(next.clone(), Some((node.clone(), step.label)));
                    queue.push_back(next);
                }
            }
        }
        WeakPaths { parents, ends }
    }
}

impl WeakPaths {
    /// The steps to a state; none where it is the start, or is not reached.
    pub(crate) fn to(&self, end: &State) -> Vec<Taken> {
        let mut path = Vec::new();
        let mut node = (end.clone(), true);
        while let Some(Some((parent, label))) = self.parents.get(&node) {
            path.push((parent.0.clone(), label.clone(), node.0));
            node = parent.clone();
        }
        path.reverse();
        path
    }
}
