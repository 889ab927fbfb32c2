//! What calls promise that are lowered as events: that they read or write only some memory, return
//! an argument, never return.
//!
//! An event may do anything, which is good for proofs: the same event is answered the same. For a
//! refutation it is too much: an implementation may rely on what the callee promises. So where
//! anything is known of a callee, or its body is there, a refutation says nothing about runs that
//! call it.

use logic::Term;
use program::function::Step;

use super::Lowering;
use crate::Side;
use crate::syntax::{self, Call, Flag};

/// Functions of the C library that compilers know, so that calls of them come and go.
const LIBRARY: &[&str] = &[
    "abort",
    "abs",
    "atoi",
    "atol",
    "bcmp",
    "bcopy",
    "bzero",
    "calloc",
    "exit",
    "ffs",
    "ffsl",
    "fflush",
    "fgetc",
    "fgets",
    "fiprintf",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "free",
    "fwrite",
    "getc",
    "getchar",
    "iprintf",
    "isascii",
    "isdigit",
    "labs",
    "llabs",
    "malloc",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "perror",
    "printf",
    "putc",
    "putchar",
    "puts",
    "realloc",
    "siprintf",
    "snprintf",
    "sprintf",
    "stpcpy",
    "stpncpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strcspn",
    "strdup",
    "strlcat",
    "strlcpy",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "toascii",
    "vfprintf",
    "vprintf",
    "vsnprintf",
    "vsprintf",
];

impl<'t> Lowering<'_, 't> {
    /// Whether a function, or a call of it, says a word.
    pub(super) fn promises(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
        flag: Flag,
    ) -> bool {
        self.module.says(&function.attributes, flag) || self.module.says(&call.attributes, flag)
    }

    /// Notes what is known of a callee, and ends the run there where it is lowered for a refutation.
    pub(super) fn rely(&mut self, function: &syntax::Function<'t>, call: &Call<'t>) {
        let name = function.name.to_string();
        let is_named = self.module.function(function.name).is_some();
        self.facts.named.1 |= is_named;
        let words = [
            Flag::Readnone,
            Flag::Restrained,
            Flag::Returned,
            Flag::Speculatable,
        ];
        let parameters = function.parameters.iter().map(|p| &p.attributes);
        let arguments = call.arguments.iter().map(|a| &a.attributes);
        let mut restrained = function.is_defined() && !function.interposable
            || LIBRARY.contains(&name.as_str())
            || words
                .iter()
                .any(|flag| self.promises(function, call, *flag));
        // Memory that nobody else points into, and how much of it there is.
        restrained |= function.result_attributes.has(Flag::Noalias)
            || call.result_attributes.has(Flag::Noalias);
        // An implementation may find out who is called, and call it by its name.
        restrained |= !is_named && self.plan.named.1;
        restrained |= parameters
            .chain(arguments)
            .any(|attributes| words.iter().any(|flag| attributes.has(*flag)));
        if restrained {
            self.facts.restrained.insert(name.clone());
        }
        if self.role.refutes() && self.plan.restrained.contains(&name) {
            match self.role.side {
                Side::Specification => self.undefined_if(Term::top()),
                Side::Implementation => self.step(Step::Assume(Term::bottom())),
            }
        }
    }

    /// What comes behind a call that never returns is never reached. Where one of two modules knows
    /// that, it holds in both.
    pub(super) fn stops(&mut self, function: &syntax::Function<'t>, call: &Call<'t>) {
        let name = function.name.to_string();
        if self.promises(function, call, Flag::Noreturn) {
            self.facts.endless.insert(name.clone());
        }
        if self.plan.endless.contains(&name) {
            self.undefined_if(Term::top());
        }
    }

    /// The position of the argument that a call returns.
    pub(super) fn returned(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
    ) -> Option<usize> {
        let own = function.parameters.iter().map(|p| &p.attributes);
        let mut own = own.map(|attributes| attributes.has(Flag::Returned));
        let mut given = call
            .arguments
            .iter()
            .map(|a| a.attributes.has(Flag::Returned));
        own.position(|is| is).or_else(|| given.position(|is| is))
    }

    /// The end of the program that `llvm.trap` is. Whether memory matters then is left open: a proof
    /// compares it, a refutation does not.
    pub(super) fn trap(&mut self) {
        let arguments = match self.role.refutes() {
            true => Vec::new(),
            false => self.visible_memory(),
        };
        self.facts.traps = true;
        self.step(Step::Event(program::function::Event {
            name: logic::Symbol::new("llvm.trap"),
            arguments,
            results: Vec::new(),
        }));
        self.undefined_if(Term::top());
    }
}
