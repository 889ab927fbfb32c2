//! Linkage: who else sees a global or a function, and who else may define it.

/// The linkage of a global or a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub enum Linkage {
    External,
    AvailableExternally,
    LinkOnce,
    LinkOnceOdr,
    Weak,
    WeakOdr,
    Appending,
    Internal,
    Private,
    ExternalWeak,
    Common,
}

impl Linkage {
    /// The linkage that a word names.
    pub(crate) fn of(word: &str) -> Option<Linkage> {
        Some(match word {
            "external" => Linkage::External,
            "available_externally" => Linkage::AvailableExternally,
            "linkonce" => Linkage::LinkOnce,
            "linkonce_odr" => Linkage::LinkOnceOdr,
            "weak" => Linkage::Weak,
            "weak_odr" => Linkage::WeakOdr,
            "appending" => Linkage::Appending,
            "internal" => Linkage::Internal,
            "private" => Linkage::Private,
            "extern_weak" => Linkage::ExternalWeak,
            "common" => Linkage::Common,
            _ => return None,
        })
    }

    /// Whether nobody outside of the module sees it.
    #[must_use]
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }

    /// Whether the definition here is not there for others: it is dropped in any case, or where the module
    /// does not use it.
    #[must_use]
    pub fn is_discardable(self) -> bool {
        matches!(
            self,
            Linkage::AvailableExternally | Linkage::LinkOnce | Linkage::LinkOnceOdr
        )
    }

    /// Whether a definition with this linkage does for others what one with another linkage does: it is
    /// there where that one is, and is one with the same others.
    pub(crate) fn stands_for(self, other: Linkage) -> bool {
        self == other
            || matches!(
                (other, self),
                (Linkage::LinkOnce, Linkage::Weak) | (Linkage::LinkOnceOdr, Linkage::WeakOdr)
            )
    }

    /// Whether another definition may be there in its place that does the same for the language it was
    /// written in, and is optimised less: what this one happens not to do, that one may do.
    #[must_use]
    pub fn may_be_another(self) -> bool {
        matches!(
            self,
            Linkage::LinkOnceOdr | Linkage::WeakOdr | Linkage::AvailableExternally
        )
    }

    /// Whether it may not be there at all, its address being null then.
    #[must_use]
    pub fn is_optional(self) -> bool {
        self == Linkage::ExternalWeak
    }

    /// Whether another module may define it otherwise: what the definition here says is not known to
    /// hold, its size included.
    #[must_use]
    pub fn is_interposable(self) -> bool {
        matches!(
            self,
            Linkage::LinkOnce
                | Linkage::Weak
                | Linkage::Appending
                | Linkage::ExternalWeak
                | Linkage::Common
        )
    }
}
