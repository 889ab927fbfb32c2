//! Loops that must make progress: an endless one without an event is undefined behaviour.
//!
//! LLVM promises this of a function (`mustprogress`, `willreturn`) or of a single loop
//! (`!llvm.loop` with `llvm.loop.mustprogress`). A function that is inlined brings its own promises
//! along: that its caller must make progress says nothing of its loops, unless the caller must return.
//!
//! Where it is open what is promised of a block, the answer depends on what the function is lowered for:
//! an implementation that is to be proved must make progress wherever it may have to.

use super::order::Order;
use super::{Lowering, Reading};
use crate::lexer::unescaped;
use crate::syntax::{Attributes, Block, UNREAD, Word};

/// The words that promise it of a loop.
const MUST_PROGRESS: &str = "llvm.loop.mustprogress";

/// What is promised where a function is called.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Hurry {
    /// Whether a function that is being called must return.
    returns: bool,
    /// Whether the block of the call must make progress, so that those of the function may have to.
    inherited: bool,
}

/// Whether a block must make progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Promised {
    /// It must for certain.
    surely: bool,
    /// It must for all that is known.
    perhaps: bool,
}

impl<'t> Lowering<'_, 't> {
    /// Begins with a function of which this is said; what was promised before.
    pub(super) fn hurry_into(&mut self, said: &Attributes<'t>) -> Hurry {
        let outside = self.hurry;
        self.hurry = Hurry {
            returns: outside.returns || said.has(Word::Willreturn),
            inherited: self.must_progress && !self.role.refutes(),
        };
        outside
    }

    /// Which blocks of the innermost function must make progress.
    pub(super) fn hurried(
        &mut self,
        said: &Attributes<'t>,
        blocks: &[Block<'t>],
        order: &Order,
    ) -> Vec<bool> {
        let whole =
            self.hurry.returns || said.has(Word::Willreturn) || said.has(Word::Mustprogress);
        let loops = order.loops();
        let one = |block: usize| {
            // A run comes back to a block that is in no loop only where a caller has a loop.
            let is_in_loop = loops.iter().any(|it| it.body.contains(&block));
            let surely = whole || !is_in_loop;
            Promised {
                surely,
                perhaps: surely || self.hurry.inherited,
            }
        };
        let mut promised: Vec<Promised> = (0..blocks.len()).map(one).collect();
        let is_reducible = loops.iter().all(|it| it.is_natural);
        for it in &loops {
            let nodes = it.latches.iter().map(|latch| {
                let end = blocks[*latch].instructions.last();
                end.and_then(|end| end.repeats)
            });
            let nodes: Vec<Option<&str>> = nodes.collect();
            // A loop has one node, at all its ends.
            let is_one = nodes.iter().all(|node| *node == nodes[0]);
            let says = nodes.first().copied().flatten();
            let surely = is_one && says.is_some_and(|node| self.is_promised(node));
            let mut said = nodes.iter().flatten();
            let perhaps = said.any(|node| self.says_of_loop(node, MUST_PROGRESS));
            for block in &it.body {
                promised[*block].surely |= surely && is_reducible;
                promised[*block].perhaps |= perhaps;
            }
        }
        self.facts.partly_promised |= promised.iter().any(|it| it.surely != it.perhaps);
        // More undefined behaviour is on the safe side for an implementation that is to be proved, and
        // for a specification that is to be refuted.
        let is_eager = self.role.reading == Reading::Many;
        let one = |it: Promised| if is_eager { it.perhaps } else { it.surely };
        promised.into_iter().map(one).collect()
    }

    /// Whether a node of `!llvm.loop` says that its loop must make progress: it begins with itself, and a
    /// node that it names begins with these words.
    fn is_promised(&self, node: &str) -> bool {
        let content = self.node_content(node).unwrap_or_default();
        let mut parts = content.split(',').map(str::trim);
        let is_own = parts.next() == Some(&*format!("!{node}"));
        let what = format!("!\"{MUST_PROGRESS}\"");
        let mut said = parts
            .filter_map(|part| self.node_content(part.strip_prefix('!')?))
            .filter_map(|content| content.split(',').next());
        is_own && said.any(|said| said.trim() == what)
    }

    /// Whether a node of `!llvm.loop` may say something of its loop: the words occur in it.
    pub(super) fn says_of_loop(&self, node: &str, what: &str) -> bool {
        let what = format!("\"{what}\"");
        let Some(content) = self.node_content(node) else {
            return true;
        };
        // The first reference in the list is to the node itself.
        let parts = content.split(',').skip(1);
        let parts = parts.filter_map(|part| part.trim().strip_prefix('!'));
        let parts: Vec<&str> = parts.map(str::trim).collect();
        let is_unread = |part: &&str| self.module.nodes.get(*part) == Some(&UNREAD);
        if parts.iter().any(is_unread) {
            return true;
        }
        let parts = parts.iter().filter_map(|part| self.node_content(part));
        // A node may be written out in another one, and letters of a string as numbers.
        let mut texts = parts.chain([content]);
        texts.any(|text| String::from_utf8_lossy(&unescaped(text)).contains(&what))
    }
}
