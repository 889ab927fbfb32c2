//! Attributes, as far as they matter.

use super::Type;

/// What attributes say of a parameter, a result, a function or a call, as far as it matters.
#[derive(Clone, Default, Debug)]
pub struct Attributes<'t> {
    flags: u32,
    /// The bytes that may be accessed behind a pointer.
    pub dereferenceable: u64,
    /// The same, unless the pointer is null.
    pub dereferenceable_or_null: u64,
    /// The alignment of a pointer; 0 where nothing is said.
    pub align: u64,
    /// The groups `#0` that are referred to.
    pub groups: Vec<&'t str>,
    /// What is behind a pointer that is passed in a way of its own: the type of `byval` and `sret`.
    pub behind: Option<Type<'t>>,
    /// `range(i32 0, 10)`: the two numbers.
    pub range: Option<(&'t str, &'t str)>,
}

/// An attribute that is a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub enum Flag {
    Noundef = 1,
    Noalias = 2,
    Nonnull = 4,
    /// `readnone` or `memory(none)`.
    Readnone = 8,
    Willreturn = 16,
    Nounwind = 32,
    Mustprogress = 64,
    Noreturn = 128,
    /// An argument that is passed in a way of its own: `inalloca`, `preallocated`, `swifterror`,
    /// `nest`, `byref`, `dead_on_return`.
    Special = 256,
    /// An argument that is the result.
    Returned = 512,
    /// A function whose call never has undefined behaviour.
    Speculatable = 1024,
    /// A function that does less than one that nothing is said of: it reads or writes only some of
    /// the memory, or calls nobody back.
    Restrained = 2048,
    /// `byval`: the memory is a copy that is the function's own.
    Copied = 4096,
    /// `sret`: the memory is for the result.
    Sret = 8192,
}

impl<'t> Attributes<'t> {
    pub(crate) fn set(&mut self, flag: Flag) {
        self.flags |= flag as u32;
    }

    /// Whether a word is there, groups not looked at.
    #[must_use]
    pub fn has(&self, flag: Flag) -> bool {
        self.flags & flag as u32 != 0
    }
}
