//! Coming back to a point of the text, to read what follows in another way.

use program::Location;

use super::Lowering;
use super::known::Known;
use super::scope::Scope;

/// What has been made up to a point of the text, to come back to.
pub(super) struct Checkpoint {
    graph: (usize, usize),
    here: Option<Location>,
    known: Known,
    scope: Scope,
    guards: usize,
    variables: usize,
    results: usize,
    inputs: usize,
    assumptions: usize,
    annotations: usize,
    targets: usize,
    jumps: usize,
    temporaries: usize,
    loop_depth: usize,
    unread: usize,
}

impl Lowering<'_, '_> {
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            graph: self.draft.size(),
            here: self.here,
            known: self.known.clone(),
            scope: self.scope.clone(),
            guards: self.guards.len(),
            variables: self.variables.len(),
            results: self.results.len(),
            inputs: self.inputs.len(),
            assumptions: self.assumptions.len(),
            annotations: self.annotations.len(),
            targets: self.targets.len(),
            jumps: self.jumps.len(),
            temporaries: self.temporaries,
            loop_depth: self.loop_depth,
            unread: self.unread.len(),
        }
    }

    /// Forgets everything that was made since. A place that existed before has no new ways to it
    /// but those whose facts stay joined, which only makes less known.
    pub(super) fn restore(&mut self, to: Checkpoint) {
        self.draft.shrink(to.graph);
        self.here = to.here;
        self.known = to.known;
        self.scope = to.scope;
        self.guards.truncate(to.guards);
        for variable in self.variables.drain(to.variables..) {
            self.numbers.remove(&variable.var);
        }
        self.results.truncate(to.results);
        self.inputs.truncate(to.inputs);
        self.assumptions.truncate(to.assumptions);
        self.annotations.truncate(to.annotations);
        self.targets.truncate(to.targets);
        self.others.clear();
        self.jumps.truncate(to.jumps);
        self.temporaries = to.temporaries;
        self.loop_depth = to.loop_depth;
        self.unread.truncate(to.unread);
    }
}
