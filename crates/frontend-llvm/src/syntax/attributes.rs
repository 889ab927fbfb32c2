//! Attributes of functions, parameters, results and calls.
//!
//! Every word that LLVM has is in one table, [`WORDS`], with the class that says how it is dealt with.
//! A word that is not in it is remembered, and whoever lowers what it stands at refuses: an attribute
//! may make behaviour undefined, so that none can be passed over unread.

mod effects;
mod words;

use super::Type;
pub use effects::{MemoryEffects, ModRef};
pub use words::{Class, WORDS, Word};

/// What attributes say.
#[derive(Clone, Default, Debug)]
pub struct Attributes<'t> {
    words: u128,
    /// The bytes that may be accessed behind a pointer.
    pub dereferenceable: u64,
    /// The same, unless the pointer is null.
    pub dereferenceable_or_null: u64,
    /// The alignment of a pointer; 0 where nothing is said.
    pub align: u64,
    /// `alignstack(n)`.
    pub stack_align: u64,
    /// The groups `#0` that are referred to.
    pub groups: Vec<&'t str>,
    /// What is behind a pointer that is passed in a way of its own: the type of `byval` and `sret`.
    pub behind: Option<Type<'t>>,
    /// `range(i32 0, 10)`: the two numbers.
    pub range: Option<(&'t str, &'t str)>,
    /// What memory is read and written: `memory(…)`, `readonly` and the like.
    pub effects: MemoryEffects,
    /// What stands in brackets behind words that promise something, the brackets included.
    pub arguments: Vec<(Word, &'t str)>,
    /// The first word that is not known, and where it stands.
    pub unknown: Option<(&'t str, usize)>,
}

impl<'t> Attributes<'t> {
    pub(crate) fn set(&mut self, word: Word) {
        self.words |= 1 << word as u32;
    }

    pub(crate) fn unset(&mut self, word: Word) {
        self.words &= !(1 << word as u32);
    }

    /// Whether a word is there, groups not looked at.
    #[must_use]
    pub fn has(&self, word: Word) -> bool {
        self.words & 1 << word as u32 != 0
    }

    /// The words, in the order of the table.
    pub fn words(&self) -> impl Iterator<Item = Word> + '_ {
        let all = WORDS.iter().map(|(_, word, _)| *word);
        all.filter(|word| self.has(*word))
    }

    /// What stands in brackets behind a word that promises something; all of it, if the word stands here
    /// more than once.
    pub fn arguments_of(&self, word: Word) -> impl Iterator<Item = &'t str> + '_ {
        let all = self.arguments.iter().filter(move |(it, _)| *it == word);
        all.map(|(_, arguments)| *arguments)
    }

    /// Takes over what others say of the same thing: both hold.
    pub(crate) fn absorb(&mut self, other: &Attributes<'t>) {
        self.words |= other.words;
        self.dereferenceable = self.dereferenceable.max(other.dereferenceable);
        let or_null = self.dereferenceable_or_null;
        self.dereferenceable_or_null = or_null.max(other.dereferenceable_or_null);
        self.align = self.align.max(other.align);
        self.stack_align = self.stack_align.max(other.stack_align);
        self.effects = self.effects.and(other.effects);
        self.behind = self.behind.take().or_else(|| other.behind.clone());
        self.range = self.range.or(other.range);
        self.arguments.extend(&other.arguments);
        self.unknown = self.unknown.or(other.unknown);
    }
}
