//! What a verdict rests on beyond the language reference of LLVM.

use std::fmt;

/// Something that is taken for granted. Each can be taken back: [`Options::denied`](crate::Options).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Assumption {
    /// Parameters, and what calls answer, are not `undef`.
    Parameters,
    /// Memory that others hand over or leave behind holds neither `undef` nor poison.
    Memory,
    /// A pointer that is found in memory, answered by a call or made from a number points into the
    /// object at its address.
    Provenance,
    /// No other thread writes or frees memory that the function accesses, or accesses what it writes.
    Threads,
    /// Functions with names of the C library are those of the C library.
    Library,
    /// Accesses keep to what `!tbaa`, `!alias.scope` and `!noalias` of the implementation say, where the
    /// specification says less.
    Aliasing,
    /// Memory that was freed is not used for another object while the function runs.
    Reuse,
    /// What a `noalias` parameter points to is apart from all else that the function accesses.
    Noalias,
    /// A function that accesses no memory, returns and does not unwind gives the same result for the same
    /// arguments.
    Determinism,
    /// Constants lie within two gigabytes.
    Near,
    /// Integers have no bounds.
    Mathematical,
    /// Arguments satisfy the attributes of both functions, and are neither poison nor `undef`.
    WellFormed,
}

impl Assumption {
    /// All of them.
    pub const ALL: &[Assumption] = &[
        Assumption::Parameters,
        Assumption::Memory,
        Assumption::Provenance,
        Assumption::Threads,
        Assumption::Library,
        Assumption::Aliasing,
        Assumption::Reuse,
        Assumption::Noalias,
        Assumption::Determinism,
        Assumption::Near,
        Assumption::Mathematical,
        Assumption::WellFormed,
    ];

    /// The word for it on the command line and in files.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Assumption::Parameters => "parameters",
            Assumption::Memory => "memory",
            Assumption::Provenance => "provenance",
            Assumption::Threads => "threads",
            Assumption::Library => "library",
            Assumption::Aliasing => "aliasing",
            Assumption::Reuse => "reuse",
            Assumption::Noalias => "noalias",
            Assumption::Determinism => "determinism",
            Assumption::Near => "near",
            Assumption::Mathematical => "mathematical",
            Assumption::WellFormed => "well-formed",
        }
    }

    /// The assumption that a word stands for.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Assumption> {
        let all = Assumption::ALL.iter().copied();
        all.into_iter().find(|assumption| assumption.key() == key)
    }

    /// What is assumed, as the end of a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Assumption::Parameters => "parameters, and what calls answer, are not `undef`",
            Assumption::Memory => {
                "memory that others hand over or leave behind holds neither `undef` nor poison"
            }
            Assumption::Provenance => {
                "a pointer from memory, from a call or from a number points into the object at its address"
            }
            Assumption::Threads => {
                "no other thread writes or frees memory that the function accesses, or accesses what it writes"
            }
            Assumption::Library => "functions named as in the C library are those of the C library",
            Assumption::Aliasing => {
                "accesses keep to the `!tbaa`, `!alias.scope` and `!noalias` of the implementation"
            }
            Assumption::Reuse => {
                "memory that was freed is not used for another object while the function runs"
            }
            Assumption::Noalias => {
                "what a `noalias` parameter points to is apart from all else that the function accesses"
            }
            Assumption::Determinism => {
                "a function that accesses no memory, returns and does not unwind gives the same result for the same arguments"
            }
            Assumption::Near => "constants lie within two gigabytes",
            Assumption::Mathematical => "integers have no bounds and no operation overflows",
            Assumption::WellFormed => {
                "arguments satisfy the attributes of both functions and are neither poison nor `undef`"
            }
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.sentence(), self.key())
    }
}
