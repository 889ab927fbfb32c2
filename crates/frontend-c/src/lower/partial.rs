//! Reading a program of which not everything is supported.
//!
//! A process stops for good where something stands that is not read: such a run is looked at no
//! further, which is no deadlock and no end. So every run of what is read is the beginning of a run of
//! the program, and a failure in it is one of the program; that there is none says nothing.

use logic::Term;
use program::system::Action;

use crate::problem::{ProblemKind, Reads, Span};

use super::Lowering;

impl Lowering<'_, '_> {
    /// Reads something; where it is unsupported and need not be read, the process stops in front of
    /// it.
    pub(super) fn passing_over(
        &mut self,
        span: &Span,
        read: impl FnOnce(&mut Self) -> Reads<()>,
    ) -> Reads<()> {
        if !self.is_partial {
            return read(self);
        }
        let before = self.checkpoint();
        let (frames, blocks) = (self.scope.frames.len(), self.scope.depth());
        let guards = self.guards.len();
        let problem = match read(self) {
            Ok(()) => return Ok(()),
            Err(problem) => problem,
        };
        // A name that is not declared may be declared by what the parser has passed over.
        let is_left_out = match problem.kind {
            ProblemKind::Unsupported => true,
            ProblemKind::Wrong => !self.context.unit.unread.is_empty(),
            ProblemKind::Defect(_) => false,
        };
        if !is_left_out {
            return Err(problem);
        }
        self.restore(before);
        self.scope.frames.truncate(frames);
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.blocks.truncate(blocks);
        }
        self.guards.truncate(guards);
        self.is_annotation = false;
        self.copies_memory = false;
        self.unread.push(problem);
        let origin = self.origin(span);
        self.emit(Action::Assume(Term::bottom()), origin)?;
        self.here = None;
        Ok(())
    }

    /// Reads something that must be read as a whole.
    pub(super) fn as_a_whole(&mut self, read: impl FnOnce(&mut Self) -> Reads<()>) -> Reads<()> {
        let is_partial = std::mem::take(&mut self.is_partial);
        let result = read(self);
        self.is_partial = is_partial;
        result
    }
}
