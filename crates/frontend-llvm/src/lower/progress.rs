//! Loops that must make progress: an endless one without an event is undefined behaviour.
//!
//! LLVM promises this of a function (`mustprogress`, `willreturn`) or of a single loop
//! (`!llvm.loop` with `llvm.loop.mustprogress`). A function that is inlined brings its own promises
//! along: that its caller must make progress says nothing of it, unless the caller must return.

use super::{Lowering, Role};
use crate::syntax::{self, Instruction, Word};

/// What is promised of the branches that lead back, those of inlined functions included.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Progress {
    /// Whether a branch leads back of which nothing is promised.
    unpromised: bool,
    /// Whether one does that must make progress.
    promised: bool,
    /// Whether one does where the function must return.
    returns: bool,
}

impl Progress {
    /// Whether running on for ever without an event is undefined behaviour. Where only some loops
    /// are promised to end, it is for a specification that is to be refuted, and is not for a proof.
    pub(super) fn must(self, role: Role) -> bool {
        let some = self.promised || self.returns;
        some && (!self.unpromised || role.taints())
    }

    /// Whether there are loops.
    pub(super) fn has_loops(self) -> bool {
        self.unpromised || self.promised || self.returns
    }

    /// Whether running on for ever may be no undefined behaviour.
    pub(super) fn may_diverge(self) -> bool {
        self.unpromised
    }

    /// Whether some loops are promised to end and others are not.
    pub(super) fn is_mixed(self) -> bool {
        self.unpromised && (self.promised || self.returns)
    }

    /// Whether loops of an implementation must make progress although nothing is promised of the
    /// specification's. Then an endless loop of both is undefined behaviour of the former alone.
    pub(super) fn is_news_to(self, specification: &Progress) -> bool {
        self.promised
            && specification.unpromised
            && !specification.promised
            && !specification.returns
    }
}

impl<'t> Lowering<'_, 't> {
    /// Notes a branch that leads back.
    pub(super) fn leads_back(&mut self, function: &syntax::Function<'t>, end: &Instruction<'t>) {
        let returns = self
            .stack
            .iter()
            .filter_map(|name| self.module.function(*name))
            .any(|f| self.module.says(&f.attributes, Word::Willreturn));
        let promised = self.module.says(&function.attributes, Word::Mustprogress)
            || end.repeats.is_some_and(|node| self.is_promised(node));
        self.progress.returns |= returns;
        self.progress.promised |= promised;
        self.progress.unpromised |= !returns && !promised;
    }

    /// Whether a node of `!llvm.loop` says that its loop must make progress.
    fn is_promised(&self, node: &str) -> bool {
        let content = |node: &str| {
            // Metadata is at the end of a module.
            let text = self.module.text;
            let position = text.rfind(&format!("\n!{node} = "))?;
            text[position + 1..].lines().next()
        };
        let Some(line) = content(node) else {
            return false;
        };
        let number = |part: &str| -> String {
            let digits = part.chars().take_while(char::is_ascii_digit);
            digits.collect()
        };
        // The first reference in the list is to the node itself.
        let parts = line.split('!').skip(2).map(number);
        parts.filter(|part| !part.is_empty()).any(|part| {
            content(&part).is_some_and(|line| line.contains("\"llvm.loop.mustprogress\""))
        })
    }
}
