//! Metadata, and what a module says of itself.
//!
//! Metadata can be dropped without harm, but it cannot be added: some kinds make behaviour undefined.
//! Every kind that LLVM prints is in one table; one that is not is refused.

use super::{Lowering, Result_};
use crate::syntax::{Call, Function, Instruction, Kind, Value, Word};
use crate::{Problem, Side};

/// How a kind of metadata is dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MetadataClass {
    /// No behaviour depends on it.
    Hint,
    /// It restricts the value that is loaded or answered.
    Value,
    /// It says which accesses do not meet: taken for granted of an implementation, and respected in a
    /// specification that is to be refuted.
    Aliasing,
    /// It says that loops make progress.
    Progress,
    /// It is ignored in a specification that is to be refined, and refused otherwise.
    Refused,
}

/// All kinds of metadata of instructions, globals and functions.
pub const METADATA: &[(&str, MetadataClass)] = &[
    ("range", MetadataClass::Value),
    ("nonnull", MetadataClass::Value),
    ("align", MetadataClass::Value),
    ("dereferenceable", MetadataClass::Value),
    ("dereferenceable_or_null", MetadataClass::Value),
    ("noundef", MetadataClass::Value),
    ("tbaa", MetadataClass::Aliasing),
    ("tbaa.struct", MetadataClass::Aliasing),
    ("alias.scope", MetadataClass::Aliasing),
    ("noalias", MetadataClass::Aliasing),
    ("llvm.loop", MetadataClass::Progress),
    ("invariant.load", MetadataClass::Refused),
    ("invariant.group", MetadataClass::Refused),
    ("noalias.addrspace", MetadataClass::Refused),
    ("nofpclass", MetadataClass::Refused),
    ("captures", MetadataClass::Refused),
    ("dbg", MetadataClass::Hint),
    ("DIAssignID", MetadataClass::Hint),
    ("prof", MetadataClass::Hint),
    ("srcloc", MetadataClass::Hint),
    ("annotation", MetadataClass::Hint),
    ("heapallocsite", MetadataClass::Hint),
    ("alloc_token", MetadataClass::Hint),
    ("callees", MetadataClass::Refused),
    ("callee_type", MetadataClass::Hint),
    ("unpredictable", MetadataClass::Hint),
    ("nosanitize", MetadataClass::Hint),
    ("nontemporal", MetadataClass::Hint),
    ("pcsections", MetadataClass::Hint),
    ("fpmath", MetadataClass::Hint),
    ("mem.cache_hint", MetadataClass::Hint),
    ("memprof", MetadataClass::Hint),
    ("callsite", MetadataClass::Hint),
    ("llvm.access.group", MetadataClass::Hint),
    ("llvm.mem.parallel_loop_access", MetadataClass::Aliasing),
    ("make.implicit", MetadataClass::Hint),
    ("coro.outside.frame", MetadataClass::Hint),
    ("mmra", MetadataClass::Hint),
    // Of globals and functions.
    ("absolute_symbol", MetadataClass::Refused),
    ("type", MetadataClass::Hint),
    ("vcall_visibility", MetadataClass::Hint),
    ("associated", MetadataClass::Hint),
    ("implicit.ref", MetadataClass::Hint),
    ("exclude", MetadataClass::Hint),
    ("section_prefix", MetadataClass::Hint),
    ("function_section_prefix", MetadataClass::Hint),
    ("elf_section_properties", MetadataClass::Hint),
    ("kcfi_type", MetadataClass::Hint),
    ("callgraph", MetadataClass::Hint),
    ("callback", MetadataClass::Hint),
    ("guid", MetadataClass::Hint),
];

/// How a kind is dealt with; one that is not known is refused.
pub(super) fn class_of(kind: &str) -> MetadataClass {
    let found = METADATA.iter().find(|(name, _)| *name == kind);
    found.map_or(MetadataClass::Refused, |(_, class)| *class)
}

/// Whether the parts of a node of `!tbaa.struct` leave no byte out: `i64 0, i64 4, !1, …`, each the
/// distance from the start, the size and the type of a part.
fn is_covered(parts: &str, size: u64) -> bool {
    let number = |text: &str| text.trim().strip_prefix("i64 ")?.parse::<u64>().ok();
    let texts: Vec<&str> = parts.split(',').collect();
    let mut places = Vec::new();
    for part in texts.chunks(3) {
        match part {
            [start, length, _] => match (number(start), number(length)) {
                (Some(start), Some(length)) => places.push((start, start.saturating_add(length))),
                _ => return false,
            },
            _ => return false,
        }
    }
    places.sort_unstable();
    let end = places.iter().try_fold(0, |end, (start, next)| {
        (*start <= end).then_some(end.max(*next))
    });
    end.is_some_and(|end| end >= size)
}

impl<'t> Lowering<'_, 't> {
    /// Refuses an implementation's metadata that could make its behaviour undefined in a way that is not
    /// known here; of a specification it only means that nothing can be refuted.
    pub(super) fn accept_metadata(&mut self, instruction: &Instruction<'t>) -> Result_<()> {
        let own = &instruction.metadata;
        let kinds: Vec<&str> = match &instruction.kind {
            Kind::Load { access, .. } | Kind::Store { access, .. } => {
                own.iter().chain(&access.metadata).copied().collect()
            }
            Kind::Call(call) => own.iter().chain(&call.metadata).copied().collect(),
            _ => own.clone(),
        };
        if let Kind::Call(call) = &instruction.kind {
            self.note_padding(call)?;
        }
        let is_parallel = |node| self.says_of_loop(node, "llvm.loop.parallel_accesses");
        if kinds.contains(&"llvm.mem.parallel_loop_access")
            || instruction.repeats.is_some_and(is_parallel)
        {
            self.note_parallel();
        }
        for kind in kinds {
            self.accept_kind(kind, self.at)?;
        }
        Ok(())
    }

    /// The same for the metadata of a global or a function.
    pub(super) fn accept_attached(&mut self, metadata: &[(&'t str, usize)]) -> Result_<()> {
        let mut kinds = metadata.iter();
        kinds.try_for_each(|(kind, at)| self.accept_kind(kind, *at))
    }

    fn accept_kind(&mut self, kind: &str, at: usize) -> Result_<()> {
        match (class_of(kind), self.role.side) {
            (MetadataClass::Refused, Side::Implementation) => {
                let message = format!("the metadata `!{kind}` is not supported");
                Err(Problem::at(self.module.text, at, message))
            }
            (MetadataClass::Refused, Side::Specification) => {
                let reason = format!("`!{kind}` of the specification may make it undefined");
                self.facts.irrefutable.insert(reason);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Notes a loop whose iterations are said not to meet in memory, so that they may come in any order.
    fn note_parallel(&mut self) {
        match self.role.side {
            Side::Specification => {
                let reason = "the iterations of a loop of the specification may come in any order";
                self.facts.irrefutable.insert(reason.to_owned());
            }
            Side::Implementation => self.facts.parallel = Some(self.at),
        }
    }

    /// Notes a call, and a copy of which `!tbaa.struct` says that some bytes are padding: these may be copied or not.
    fn note_padding(&mut self, call: &Call<'t>) -> Result_<()> {
        let Some(node) = call.parts else {
            self.copies.push(None);
            return Ok(());
        };
        let size = match call.arguments.get(2).map(|size| &size.value.value) {
            Some(Value::Integer(digits)) => digits.parse::<u64>().ok(),
            _ => None,
        };
        let parts = self.node(node)?;
        if size.is_some_and(|size| is_covered(parts, size)) {
            self.copies.push(None);
            return Ok(());
        }
        let places = parts.split(',').map(str::trim);
        let places = places.filter(|part| !part.starts_with('!'));
        self.copies.push(Some(places.collect()));
        if self.role.side == Side::Specification {
            let reason = "a copy of the specification may leave out padding (`!tbaa.struct`)";
            self.facts.irrefutable.insert(reason.to_owned());
        }
        Ok(())
    }

    /// What stands between the brackets of a node of metadata, if there is such a node.
    pub(super) fn node_content<'n>(&self, node: &'n str) -> Option<&'n str>
    where
        't: 'n,
    {
        if let Some(inside) = node.strip_prefix('{') {
            return inside.strip_suffix('}');
        }
        let written = *self.module.nodes.get(node)?;
        let body = written.strip_prefix("distinct").unwrap_or(written);
        let body = body.trim_start().strip_prefix('!')?.trim_start();
        body.strip_prefix('{')?.strip_suffix('}')
    }

    /// Refuses what a whole module may say that changes the meaning of everything.
    pub(super) fn accept_module(&mut self) -> Result_<()> {
        if self.module.has_constructors && self.role.side == Side::Specification {
            let reason = "functions run before the program starts (`llvm.global_ctors`)";
            if !self.plan.private.is_empty() {
                self.facts.irrefutable.insert(reason.to_owned());
            }
        }
        Ok(())
    }

    /// Whether nobody looks, after unwinding through the specification, at memory that only it and its
    /// caller reach: it promises that nobody unwinds, or such memory is dead then. Which memory that is
    /// matters to a refutation alone, which then counts none.
    pub(super) fn is_left_unseen(&self) -> bool {
        self.plan.nounwind || self.role.refutes() && self.plan.dead_on_unwind
    }

    /// Notes what the specification says of unwinding.
    pub(super) fn note_unwinding(&mut self, function: &Function<'t>) {
        if self.role.side == Side::Specification {
            self.facts.nounwind = self.module.says(&function.attributes, Word::Nounwind);
            let mut parameters = function.parameters.iter();
            self.facts.dead_on_unwind = parameters.any(|it| it.attributes.has(Word::DeadOnUnwind));
        }
    }
}
