//! What a function does with memory that others can see.

/// Whether memory is read, and whether it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModRef {
    /// Whether it may be read.
    pub reads: bool,
    /// Whether it may be written.
    pub writes: bool,
}

impl ModRef {
    /// Neither.
    pub const NONE: ModRef = ModRef {
        reads: false,
        writes: false,
    };
    /// Both.
    pub const ANY: ModRef = ModRef {
        reads: true,
        writes: true,
    };
    /// Reading alone.
    pub const READ: ModRef = ModRef {
        reads: true,
        writes: false,
    };
    /// Writing alone.
    pub const WRITE: ModRef = ModRef {
        reads: false,
        writes: true,
    };

    /// What both allow.
    #[must_use]
    pub fn and(self, other: ModRef) -> ModRef {
        ModRef {
            reads: self.reads && other.reads,
            writes: self.writes && other.writes,
        }
    }

    /// What either does.
    #[must_use]
    pub fn or(self, other: ModRef) -> ModRef {
        ModRef {
            reads: self.reads || other.reads,
            writes: self.writes || other.writes,
        }
    }

    /// Whether all of it is allowed by another.
    #[must_use]
    pub fn is_within(self, other: ModRef) -> bool {
        (!self.reads || other.reads) && (!self.writes || other.writes)
    }

    /// What a word of `memory(…)` allows.
    pub(crate) fn of_word(word: &str) -> Option<ModRef> {
        Some(match word {
            "none" => ModRef::NONE,
            "read" => ModRef::READ,
            "write" => ModRef::WRITE,
            "readwrite" => ModRef::ANY,
            _ => return None,
        })
    }
}

/// What is done with memory, by the kinds of memory that LLVM tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryEffects {
    /// Memory that pointer arguments point to.
    pub argument: ModRef,
    /// Memory that the module cannot see.
    pub inaccessible: ModRef,
    /// `errno`.
    pub errno: ModRef,
    /// All other memory.
    pub other: ModRef,
}

impl Default for MemoryEffects {
    /// Nothing is said: anything may be done.
    fn default() -> Self {
        MemoryEffects::all(ModRef::ANY)
    }
}

impl MemoryEffects {
    /// The same for all memory.
    #[must_use]
    pub const fn all(access: ModRef) -> Self {
        MemoryEffects {
            argument: access,
            inaccessible: access,
            errno: access,
            other: access,
        }
    }

    /// Only what pointer arguments point to.
    pub(crate) const ARGUMENTS: MemoryEffects = MemoryEffects {
        argument: ModRef::ANY,
        ..MemoryEffects::all(ModRef::NONE)
    };
    /// Only what the module cannot see.
    pub(crate) const INACCESSIBLE: MemoryEffects = MemoryEffects {
        inaccessible: ModRef::ANY,
        ..MemoryEffects::all(ModRef::NONE)
    };
    /// Only these two.
    pub(crate) const INACCESSIBLE_OR_ARGUMENTS: MemoryEffects = MemoryEffects {
        inaccessible: ModRef::ANY,
        ..MemoryEffects::ARGUMENTS
    };

    /// What both allow.
    #[must_use]
    pub fn and(self, other: MemoryEffects) -> MemoryEffects {
        MemoryEffects {
            argument: self.argument.and(other.argument),
            inaccessible: self.inaccessible.and(other.inaccessible),
            errno: self.errno.and(other.errno),
            other: self.other.and(other.other),
        }
    }

    /// What either does.
    #[must_use]
    pub fn or(self, other: MemoryEffects) -> MemoryEffects {
        MemoryEffects {
            argument: self.argument.or(other.argument),
            inaccessible: self.inaccessible.or(other.inaccessible),
            errno: self.errno.or(other.errno),
            other: self.other.or(other.other),
        }
    }

    /// Whether all of it is allowed by others.
    #[must_use]
    pub fn is_within(self, other: MemoryEffects) -> bool {
        self.argument.is_within(other.argument)
            && self.inaccessible.is_within(other.inaccessible)
            && self.errno.is_within(other.errno)
            && self.other.is_within(other.other)
    }

    /// Whether nothing is done at all.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == MemoryEffects::all(ModRef::NONE)
    }
}
