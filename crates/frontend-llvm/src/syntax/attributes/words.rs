//! The words of LLVM that are attributes.

/// How a word is dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// No behaviour depends on it.
    Hint,
    /// It says how arguments and results are handed over: caller and callee have to agree on it.
    Convention,
    /// It restricts a value: in other cases the value is poison, or the behaviour is undefined.
    Value,
    /// It promises something of what a function does; where that is not so, the behaviour is undefined.
    Promise,
    /// What it stands at is not supported.
    Refused,
}

/// Declares the words, once, with the class of each.
macro_rules! words {
    ($($name:literal $word:ident $class:ident,)*) => {
        /// A word.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(missing_docs, reason = "the names are LLVM's")]
        pub enum Word { $($word,)* }

        /// All words, with how they are dealt with.
        pub const WORDS: &[(&str, Word, Class)] = &[$(($name, Word::$word, Class::$class),)*];
    };
}

words! {
    // Values.
    "noundef" Noundef Value,
    "nonnull" Nonnull Value,
    "align" Align Value,
    "dereferenceable" Dereferenceable Value,
    "dereferenceable_or_null" DereferenceableOrNull Value,
    "range" Range Value,
    "returned" Returned Value,
    "nofpclass" Nofpclass Hint,

    // Promises.
    "noalias" Noalias Promise,
    "nocapture" Nocapture Promise,
    "captures" Captures Promise,
    "nofree" Nofree Promise,
    "nosync" Nosync Promise,
    "norecurse" Norecurse Promise,
    "nocallback" Nocallback Promise,
    "nounwind" Nounwind Promise,
    "noreturn" Noreturn Promise,
    "willreturn" Willreturn Promise,
    "mustprogress" Mustprogress Promise,
    "speculatable" Speculatable Promise,
    "readnone" Readnone Promise,
    "readonly" Readonly Promise,
    "writeonly" Writeonly Promise,
    "argmemonly" Argmemonly Promise,
    "inaccessiblememonly" Inaccessiblememonly Promise,
    "inaccessiblemem_or_argmemonly" InaccessiblememOrArgmemonly Promise,
    "memory" Memory Promise,
    "allocsize" Allocsize Promise,
    "allockind" Allockind Promise,
    "allocalign" Allocalign Promise,
    "allocptr" Allocptr Promise,
    "writable" Writable Promise,
    "initializes" Initializes Promise,
    "dead_on_unwind" DeadOnUnwind Promise,
    "dead_on_return" DeadOnReturn Promise,
    "nodivergencesource" Nodivergencesource Promise,
    "nocreateundeforpoison" Nocreateundeforpoison Promise,

    // Conventions.
    "zeroext" Zeroext Convention,
    "signext" Signext Convention,
    "noext" Noext Convention,
    "inreg" Inreg Convention,
    "byval" Byval Convention,
    "sret" Sret Convention,
    "alignstack" Alignstack Convention,
    "swiftself" Swiftself Convention,
    "swiftasync" Swiftasync Convention,

    // What is not supported.
    "convergent" Convergent Refused,
    "byref" Byref Refused,
    "inalloca" Inalloca Refused,
    "preallocated" Preallocated Refused,
    "swifterror" Swifterror Refused,
    "nest" Nest Refused,
    "returns_twice" ReturnsTwice Refused,
    "naked" Naked Refused,
    "presplitcoroutine" Presplitcoroutine Refused,
    "coro_only_destroy_when_complete" CoroOnlyDestroyWhenComplete Refused,
    "coro_elide_safe" CoroElideSafe Refused,
    "null_pointer_is_valid" NullPointerIsValid Refused,

    // Hints.
    "alwaysinline" Alwaysinline Hint,
    "inlinehint" Inlinehint Hint,
    "noinline" Noinline Hint,
    "flatten" Flatten Hint,
    "builtin" Builtin Hint,
    "nobuiltin" Nobuiltin Hint,
    "cold" Cold Hint,
    "hot" Hot Hint,
    "noconvergent" Noconvergent Hint,
    "disable_sanitizer_instrumentation" DisableSanitizerInstrumentation Hint,
    "elementtype" Elementtype Hint,
    "fn_ret_thunk_extern" FnRetThunkExtern Hint,
    "hybrid_patchable" HybridPatchable Hint,
    "immarg" Immarg Hint,
    "jumptable" Jumptable Hint,
    "minsize" Minsize Hint,
    "nocf_check" NocfCheck Hint,
    "noduplicate" Noduplicate Hint,
    "noimplicitfloat" Noimplicitfloat Hint,
    "nomerge" Nomerge Hint,
    "nonlazybind" Nonlazybind Hint,
    "nooutline" Nooutline Hint,
    "noprofile" Noprofile Hint,
    "skipprofile" Skipprofile Hint,
    "noredzone" Noredzone Hint,
    "nosanitize_bounds" NosanitizeBounds Hint,
    "nosanitize_coverage" NosanitizeCoverage Hint,
    "optdebug" Optdebug Hint,
    "optforfuzzing" Optforfuzzing Hint,
    "optnone" Optnone Hint,
    "optsize" Optsize Hint,
    "safestack" Safestack Hint,
    "sanitize_address" SanitizeAddress Hint,
    "sanitize_hwaddress" SanitizeHwaddress Hint,
    "sanitize_memory" SanitizeMemory Hint,
    "sanitize_memtag" SanitizeMemtag Hint,
    "sanitize_numerical_stability" SanitizeNumericalStability Hint,
    "sanitize_realtime" SanitizeRealtime Hint,
    "sanitize_realtime_blocking" SanitizeRealtimeBlocking Hint,
    "sanitize_thread" SanitizeThread Hint,
    "sanitize_type" SanitizeType Hint,
    "sanitize_alloc_token" SanitizeAllocToken Hint,
    "shadowcallstack" Shadowcallstack Hint,
    "speculative_load_hardening" SpeculativeLoadHardening Hint,
    "ssp" Ssp Hint,
    "sspreq" Sspreq Hint,
    "sspstrong" Sspstrong Hint,
    "strictfp" Strictfp Hint,
    "uwtable" Uwtable Hint,
    "vscale_range" VscaleRange Hint,
}

impl Word {
    /// The word that a text is.
    #[must_use]
    pub fn of(text: &str) -> Option<Word> {
        let found = WORDS.iter().find(|(name, _, _)| *name == text);
        found.map(|(_, word, _)| *word)
    }

    /// How it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        WORDS[self as usize].0
    }

    /// How it is dealt with.
    #[must_use]
    pub fn class(self) -> Class {
        WORDS[self as usize].2
    }
}
