//! A graph that is being built.

use program::{Action, Command, Graph, GraphBuilder, Location, Origin};

/// A graph that is being built, and whether the statements at hand lie inside an atomic block.
pub(super) struct Flow {
    builder: GraphBuilder,
    entry: Location,
    exit: Location,
    inside_atomic: bool,
}

impl Flow {
    pub(super) fn new() -> Self {
        let mut builder = GraphBuilder::new();
        let entry = builder.entry();
        let exit = builder.location();
        Flow {
            builder,
            entry,
            exit,
            inside_atomic: false,
        }
    }

    pub(super) fn entry(&self) -> Location {
        self.entry
    }

    pub(super) fn exit(&self) -> Location {
        self.exit
    }

    pub(super) fn finish(self) -> Graph {
        self.builder.finish(self.exit)
    }

    pub(super) fn is_inside_atomic(&self) -> bool {
        self.inside_atomic
    }

    /// A new location between two statements: an atomic one inside an atomic block.
    pub(super) fn fresh(&mut self) -> Location {
        if self.inside_atomic {
            self.builder.atomic_location()
        } else {
            self.builder.location()
        }
    }

    pub(super) fn command(
        &mut self,
        from: Location,
        command: Command,
        to: Location,
        origin: Origin,
    ) {
        self.builder.command(from, command, to, origin);
    }

    pub(super) fn skip(&mut self, from: Location, to: Location, origin: Origin) {
        self.command(from, Command::skip(), to, origin);
    }

    pub(super) fn par(
        &mut self,
        from: Location,
        branches: Vec<Graph>,
        to: Location,
        origin: Origin,
    ) {
        self.builder.edge(from, Action::Par(branches), to, origin);
    }

    /// Runs a step of the lowering inside an atomic block: the locations that it makes are atomic,
    /// those that it was given are not.
    pub(super) fn atomically(&mut self, step: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.inside_atomic, true);
        step(self);
        self.inside_atomic = outside;
    }
}
