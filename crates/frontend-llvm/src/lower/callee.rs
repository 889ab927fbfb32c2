//! What is promised of the functions that are called: that they read or write only some memory, keep no
//! pointers, never return.
//!
//! A promise that is not kept is undefined behaviour of whoever makes the call. So what the
//! specification promises of all its calls of a function may be counted on in both functions, and what
//! the implementation promises beyond that makes it do less than it says: there is no verdict then,
//! unless the function is compared itself or is one of the C library, which compilers know.

use std::collections::{BTreeMap, BTreeSet};

use super::Lowering;
use super::memory::Handed;
use crate::Side;
use crate::meaning::{EventKind, Stop};
use crate::syntax::{self, Call, Class, MemoryEffects, ModRef, Word};

/// What is promised of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Promises {
    /// The words of the function and of the call.
    words: Vec<Word>,
    effects: MemoryEffects,
    /// The words of each parameter, and what is done with what it points to.
    parameters: Vec<(Vec<Word>, ModRef)>,
    /// The words of the result.
    result: Vec<Word>,
    /// What stands in brackets behind all of these words.
    arguments: BTreeSet<String>,
    /// Where such a call is made.
    at: usize,
}

impl Promises {
    /// A text in which the same promises are the same, wherever they stand.
    fn text(&self) -> String {
        format!(
            "{:?} {:?} {:?} {:?} {:?}",
            self.words, self.effects, self.parameters, self.result, self.arguments
        )
    }

    /// What both promise.
    fn meet(mut self, other: &Promises) -> Promises {
        let both = |own: &mut Vec<Word>, theirs: &[Word]| own.retain(|it| theirs.contains(it));
        both(&mut self.words, &other.words);
        both(&mut self.result, &other.result);
        self.arguments.retain(|it| other.arguments.contains(it));
        self.effects = self.effects.or(other.effects);
        self.parameters.truncate(other.parameters.len());
        for (own, theirs) in self.parameters.iter_mut().zip(&other.parameters) {
            both(&mut own.0, &theirs.0);
            own.1 = own.1.or(theirs.1);
        }
        self.at = self.at.min(other.at);
        self
    }

    /// What either promises.
    fn join(mut self, other: &Promises) -> Promises {
        let add = |own: &mut Vec<Word>, theirs: &[Word]| {
            own.extend(theirs);
            own.sort_unstable();
            own.dedup();
        };
        add(&mut self.words, &other.words);
        add(&mut self.result, &other.result);
        self.arguments.extend(other.arguments.iter().cloned());
        self.effects = self.effects.and(other.effects);
        for (place, theirs) in other.parameters.iter().enumerate() {
            match self.parameters.get_mut(place) {
                Some(own) => {
                    add(&mut own.0, &theirs.0);
                    own.1 = own.1.and(theirs.1);
                }
                None => self.parameters.push(theirs.clone()),
            }
        }
        self.at = self.at.min(other.at);
        self
    }

    /// What is promised here and not there.
    fn beyond(&self, other: &Promises) -> Option<String> {
        let new = |own: &[Word], theirs: &[Word]| {
            let mut words = own.iter().filter(|word| !theirs.contains(word));
            words.next().map(|word| format!("`{}`", word.name()))
        };
        if let Some(word) = new(&self.words, &other.words) {
            return Some(word);
        }
        if let Some(word) = new(&self.result, &other.result) {
            return Some(format!("{word} of the result"));
        }
        if !other.effects.is_within(self.effects) {
            return Some("what is said of memory".to_owned());
        }
        if let Some(said) = self.arguments.difference(&other.arguments).next() {
            return Some(said.clone());
        }
        for (place, own) in self.parameters.iter().enumerate() {
            let nothing = (Vec::new(), ModRef::ANY);
            let theirs = other.parameters.get(place).unwrap_or(&nothing);
            if let Some(word) = new(&own.0, &theirs.0) {
                return Some(format!("{word} of an argument"));
            }
            if !theirs.1.is_within(own.1) {
                return Some("what is said of the memory of an argument".to_owned());
            }
        }
        None
    }
}

/// One function that is called.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Callee {
    /// What the specification promises of all its calls.
    specification: Option<Promises>,
    /// What the implementation promises of any of its calls.
    implementation: Option<Promises>,
    /// What the specification and the implementation promise of their calls, each in a text.
    kinds: (BTreeSet<String>, BTreeSet<String>),
    /// Whether something is known of it that an implementation may rely on.
    restrained: bool,
    /// Whether it is one of the C library.
    library: bool,
    /// Whether a module defines it, so that it is compared itself.
    defined: bool,
}

impl Callee {
    /// Whether the specification promises different things of its calls, and the implementation some of
    /// these: then calls must agree on what is promised of them.
    fn are_told_apart(&self) -> bool {
        let (theirs, ours) = &self.kinds;
        theirs.len() > 1 && ours.is_subset(theirs)
    }
}

/// The functions that are called, by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Callees(BTreeMap<String, Callee>);

impl Callees {
    pub(super) fn absorb(&mut self, other: &Callees) {
        for (name, theirs) in &other.0 {
            let own = self.0.entry(name.clone()).or_default();
            if let Some(promises) = &theirs.specification {
                own.specification = Some(match own.specification.take() {
                    Some(own) => own.meet(promises),
                    None => promises.clone(),
                });
            }
            if let Some(promises) = &theirs.implementation {
                own.implementation = Some(match own.implementation.take() {
                    Some(own) => own.join(promises),
                    None => promises.clone(),
                });
            }
            own.kinds.0.extend(theirs.kinds.0.iter().cloned());
            own.kinds.1.extend(theirs.kinds.1.iter().cloned());
            own.restrained |= theirs.restrained;
            own.library |= theirs.library;
            own.defined |= theirs.defined;
        }
    }

    /// Whether the specification promises something of all its calls of a function.
    pub(super) fn is_known(&self, callee: &str, word: Word) -> bool {
        let promises = self.0.get(callee).and_then(|it| it.specification.as_ref());
        promises.is_some_and(|promises| promises.words.contains(&word))
    }

    /// Whether the specification promises something of an argument of all its calls of a function.
    pub(super) fn is_known_of_argument(&self, callee: &str, place: usize, word: Word) -> bool {
        let promises = self.0.get(callee).and_then(|it| it.specification.as_ref());
        promises
            .and_then(|promises| promises.parameters.get(place))
            .is_some_and(|(words, _)| words.contains(&word))
    }

    /// Whether calls of a function are told apart by what is promised of them.
    pub(super) fn are_told_apart(&self, callee: &str) -> bool {
        self.0.get(callee).is_some_and(Callee::are_told_apart)
    }

    /// Whether calls of some function are.
    pub(super) fn are_any_told_apart(&self) -> bool {
        self.0.values().any(Callee::are_told_apart)
    }

    /// Whether something is known of a function that is called.
    pub(super) fn is_restrained(&self) -> bool {
        self.0.values().any(|callee| callee.restrained)
    }

    fn is_restrained_one(&self, callee: &str) -> bool {
        self.0.get(callee).is_some_and(|callee| callee.restrained)
    }

    /// What the implementation promises beyond the specification, with the function and the place of
    /// such a call.
    pub(super) fn beyond(&self) -> Option<(String, &str, usize)> {
        self.0.iter().find_map(|(name, callee)| {
            if callee.library || callee.defined || callee.are_told_apart() {
                return None;
            }
            // Where the specification has no such call, the events differ anyway.
            let promises = callee.implementation.as_ref()?;
            let what = promises.beyond(callee.specification.as_ref()?)?;
            Some((what, name.as_str(), promises.at))
        })
    }

    /// Whether the implementation counts on what is known of the C library.
    pub(super) fn relies_on_library(&self) -> bool {
        self.0.values().any(|callee| {
            let both = callee
                .implementation
                .as_ref()
                .zip(callee.specification.as_ref());
            callee.library && both.is_some_and(|(ours, theirs)| ours.beyond(theirs).is_some())
        })
    }
}

/// Functions of the C library that compilers know, so that calls of them come and go.
const LIBRARY: &[&str] = &[
    "_Exit",
    "abort",
    "abs",
    "access",
    "acos",
    "acosf",
    "acosh",
    "acosl",
    "aligned_alloc",
    "asctime",
    "asin",
    "asinf",
    "asinh",
    "asinl",
    "asprintf",
    "atan",
    "atan2",
    "atan2f",
    "atan2l",
    "atanf",
    "atanh",
    "atanl",
    "atexit",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "basename",
    "bcmp",
    "bcopy",
    "bsearch",
    "btowc",
    "bzero",
    "cabs",
    "cabsf",
    "cabsl",
    "calloc",
    "cbrt",
    "cbrtf",
    "cbrtl",
    "ceil",
    "ceilf",
    "ceill",
    "chdir",
    "chmod",
    "chown",
    "clearerr",
    "clock",
    "close",
    "closedir",
    "copysign",
    "copysignf",
    "copysignl",
    "cos",
    "cosf",
    "cosh",
    "coshf",
    "coshl",
    "cosl",
    "ctermid",
    "ctime",
    "difftime",
    "dirname",
    "div",
    "dup",
    "dup2",
    "erf",
    "erff",
    "erfl",
    "execl",
    "execle",
    "execlp",
    "execv",
    "execvP",
    "execve",
    "execvp",
    "execvpe",
    "exit",
    "exp",
    "exp10",
    "exp10f",
    "exp10l",
    "exp2",
    "exp2f",
    "exp2l",
    "expf",
    "expl",
    "expm1",
    "expm1f",
    "expm1l",
    "fabs",
    "fabsf",
    "fabsl",
    "fclose",
    "fdim",
    "fdimf",
    "fdiml",
    "fdopen",
    "feof",
    "ferror",
    "fflush",
    "ffs",
    "ffsl",
    "ffsll",
    "fgetc",
    "fgetc_unlocked",
    "fgetpos",
    "fgets",
    "fgets_unlocked",
    "fileno",
    "fiprintf",
    "flock",
    "flockfile",
    "floor",
    "floorf",
    "floorl",
    "fls",
    "flsl",
    "flsll",
    "fmax",
    "fmaxf",
    "fmaximum_num",
    "fmaxl",
    "fmin",
    "fminf",
    "fminimum_num",
    "fminl",
    "fmod",
    "fmodf",
    "fmodl",
    "fopen",
    "fopen64",
    "fork",
    "fprintf",
    "fputc",
    "fputc_unlocked",
    "fputs",
    "fputs_unlocked",
    "fread",
    "fread_unlocked",
    "free",
    "freopen",
    "frexp",
    "frexpf",
    "frexpl",
    "fscanf",
    "fseek",
    "fseeko",
    "fseeko64",
    "fsetpos",
    "fstat",
    "fstat64",
    "fstatvfs",
    "fstatvfs64",
    "ftell",
    "ftello",
    "ftello64",
    "ftrylockfile",
    "funlockfile",
    "fwrite",
    "fwrite_unlocked",
    "getc",
    "getc_unlocked",
    "getchar",
    "getchar_unlocked",
    "getcwd",
    "getenv",
    "getitimer",
    "getlogin_r",
    "getopt",
    "getpid",
    "getppid",
    "getpwnam",
    "gets",
    "gettimeofday",
    "getuid",
    "getw",
    "gmtime",
    "hdestroy",
    "hsearch",
    "htonl",
    "htons",
    "ilogb",
    "ilogbf",
    "ilogbl",
    "iprintf",
    "isalnum",
    "isalpha",
    "isascii",
    "isatty",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "iswalnum",
    "iswalpha",
    "isxdigit",
    "kill",
    "labs",
    "lchown",
    "ldexp",
    "ldexpf",
    "ldexpl",
    "ldiv",
    "link",
    "llabs",
    "lldiv",
    "llrint",
    "llround",
    "localeconv",
    "localtime",
    "log",
    "log10",
    "log10f",
    "log10l",
    "log1p",
    "log1pf",
    "log1pl",
    "log2",
    "log2f",
    "log2l",
    "logb",
    "logbf",
    "logbl",
    "logf",
    "logl",
    "longjmp",
    "lrint",
    "lround",
    "lseek",
    "lstat",
    "lstat64",
    "malloc",
    "mblen",
    "mbrlen",
    "mbrtowc",
    "mbsrtowcs",
    "mbstowcs",
    "mbtowc",
    "memalign",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmem",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "memset_pattern16",
    "memset_pattern4",
    "memset_pattern8",
    "mkdir",
    "mkfifo",
    "mkstemp",
    "mktime",
    "modf",
    "modff",
    "modfl",
    "nan",
    "nanf",
    "nanl",
    "nanosleep",
    "nearbyint",
    "nearbyintf",
    "nearbyintl",
    "nextafter",
    "nextafterf",
    "nextafterl",
    "ntohl",
    "ntohs",
    "open",
    "open64",
    "openat",
    "opendir",
    "pathconf",
    "pause",
    "pclose",
    "perror",
    "pipe",
    "poll",
    "popen",
    "posix_memalign",
    "pow",
    "powf",
    "powl",
    "pread",
    "printf",
    "putc",
    "putc_unlocked",
    "putchar",
    "putchar_unlocked",
    "putenv",
    "puts",
    "putw",
    "pvalloc",
    "pwrite",
    "qsort",
    "qsort_r",
    "raise",
    "rand",
    "rand_r",
    "random",
    "read",
    "readdir",
    "readlink",
    "realloc",
    "reallocarray",
    "reallocf",
    "realpath",
    "recv",
    "regcomp",
    "regexec",
    "remainder",
    "remainderf",
    "remainderl",
    "remove",
    "remquo",
    "remquof",
    "remquol",
    "rename",
    "rewind",
    "rewinddir",
    "rint",
    "rintf",
    "rintl",
    "rmdir",
    "round",
    "roundeven",
    "roundevenf",
    "roundevenl",
    "roundf",
    "roundl",
    "scalbln",
    "scalbn",
    "scalbnf",
    "scalbnl",
    "scanf",
    "select",
    "send",
    "setbuf",
    "setenv",
    "setitimer",
    "setjmp",
    "setlocale",
    "setsid",
    "setuid",
    "setvbuf",
    "sigaction",
    "siglongjmp",
    "signal",
    "sigprocmask",
    "sin",
    "sincos",
    "sincosf",
    "sincosl",
    "sinf",
    "sinh",
    "sinhf",
    "sinhl",
    "sinl",
    "siprintf",
    "sleep",
    "small_fprintf",
    "small_printf",
    "small_sprintf",
    "snprintf",
    "socket",
    "sprintf",
    "sqrt",
    "sqrtf",
    "sqrtl",
    "srand",
    "srandom",
    "sscanf",
    "stat",
    "stat64",
    "statvfs",
    "statvfs64",
    "stpcpy",
    "stpncpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcoll",
    "strcpy",
    "strcspn",
    "strdup",
    "strerror",
    "strftime",
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
    "strptime",
    "strrchr",
    "strsep",
    "strsignal",
    "strspn",
    "strstr",
    "strtod",
    "strtof",
    "strtok",
    "strtok_r",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "strverscmp",
    "strxfrm",
    "symlink",
    "sync",
    "sysconf",
    "system",
    "tan",
    "tanf",
    "tanh",
    "tanhf",
    "tanhl",
    "tanl",
    "tgamma",
    "tgammaf",
    "tgammal",
    "time",
    "times",
    "tmpfile",
    "tmpfile64",
    "tmpnam",
    "toascii",
    "tolower",
    "toupper",
    "towlower",
    "towupper",
    "trunc",
    "truncf",
    "truncl",
    "ttyname",
    "tzset",
    "umask",
    "uname",
    "ungetc",
    "unlink",
    "unsetenv",
    "usleep",
    "utime",
    "utimes",
    "valloc",
    "vasprintf",
    "vec_calloc",
    "vec_free",
    "vec_malloc",
    "vec_realloc",
    "vfork",
    "vfprintf",
    "vfscanf",
    "vprintf",
    "vscanf",
    "vsnprintf",
    "vsprintf",
    "vsscanf",
    "wait",
    "waitpid",
    "wcrtomb",
    "wcscat",
    "wcschr",
    "wcscmp",
    "wcscpy",
    "wcslen",
    "wcsncmp",
    "wcsnlen",
    "wcstombs",
    "wctomb",
    "wmemchr",
    "wmemcmp",
    "wmemcpy",
    "wmemset",
    "write",
];

/// Whether a function is one of the C library, or one of those that stand for one when a compiler checks
/// sizes (`__memcpy_chk`) or replaces them.
fn is_library(name: &str) -> bool {
    let plain = name
        .strip_prefix("__")
        .and_then(|it| it.strip_suffix("_chk"));
    let plain = plain.unwrap_or(name);
    let allocates = ["_Zn", "_Zd", "__cxa_", "__isoc99_", "__rust_"];
    LIBRARY.binary_search(&plain).is_ok() || allocates.iter().any(|it| plain.starts_with(it))
}

/// The words that are promises.
fn promised(attributes: &syntax::Attributes<'_>) -> Vec<Word> {
    let words = attributes.words();
    // What is said of memory is compared by what it means.
    let memory = [
        Word::Readnone,
        Word::Readonly,
        Word::Writeonly,
        Word::Argmemonly,
        Word::Inaccessiblememonly,
        Word::InaccessiblememOrArgmemonly,
        Word::Memory,
        Word::Captures,
    ];
    words
        .filter(|word| word.class() == Class::Promise || *word == Word::Returned)
        .filter(|word| !memory.contains(word))
        .collect()
}

/// What stands in brackets behind promises, each a text.
fn in_brackets(attributes: &syntax::Attributes<'_>, of: &str) -> Vec<String> {
    let all = attributes.arguments.iter();
    all.map(|(word, text)| format!("`{}{text}`{of}", word.name()))
        .collect()
}

impl<'t> Lowering<'_, 't> {
    /// What a function and a call of it say together.
    pub(super) fn call_attributes(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
    ) -> syntax::Attributes<'t> {
        let mut all = self.module.resolved(&function.attributes);
        all.absorb(&self.module.resolved(&call.attributes));
        all
    }

    /// Notes what is promised of a callee, and ends the run there where it is lowered for a refutation
    /// that such a promise could speak against.
    ///
    /// An event may do anything, which is good for proofs: the same event is answered the same. For a
    /// refutation it is too much: an implementation may rely on what the callee promises. So where
    /// anything is known of a callee, or its body is there, a refutation says nothing about runs that
    /// call it.
    pub(super) fn rely(&mut self, function: &syntax::Function<'t>, call: &Call<'t>) {
        let name = function.name.to_string();
        let is_named = self.module.function(function.name).is_some();
        self.facts.named.1 |= is_named;
        let all = self.call_attributes(function, call);
        let nothing = syntax::Attributes::default();
        let mut arguments = BTreeSet::new();
        let parameters = call.arguments.iter().enumerate().map(|(place, argument)| {
            let own = function.parameters.get(place);
            let mut attributes = own.map_or(nothing.clone(), |own| own.attributes.clone());
            attributes.absorb(&argument.attributes);
            arguments.extend(in_brackets(
                &attributes,
                &format!(" of argument {}", place + 1),
            ));
            (promised(&attributes), attributes.effects.argument)
        });
        let parameters = parameters.collect();
        let mut result = function.result_attributes.clone();
        result.absorb(&call.result_attributes);
        arguments.extend(in_brackets(&all, ""));
        let mut words = promised(&all);
        if self.role.side == Side::Specification {
            // What the function promises of itself, whoever it calls has to keep as well.
            let own = self
                .stack
                .first()
                .and_then(|name| self.module.function(*name));
            let own = own.map(|own| self.module.resolved(&own.attributes));
            let passed_on = [Word::Nounwind, Word::Willreturn, Word::Nofree, Word::Nosync];
            let passed_on = passed_on
                .into_iter()
                .filter(|word| own.as_ref().is_some_and(|own| own.has(*word)));
            words.extend(passed_on);
            words.sort_unstable();
            words.dedup();
        }
        let promises = Promises {
            words,
            effects: all.effects,
            parameters,
            result: promised(&result),
            arguments,
            at: self.at,
        };
        let is_library = is_library(&name);
        let is_defined = function.is_defined() && !self.module.is_replaceable(function);
        if is_defined {
            self.rests_on(function.name);
        }
        // That a call returns, does not unwind and does not call back says nothing against a run in
        // which it does neither.
        let harmless = [
            Word::Nounwind,
            Word::Willreturn,
            Word::Mustprogress,
            Word::Nofree,
            Word::Nosync,
            Word::Norecurse,
            Word::Noreturn,
        ];
        let is_said = |words: &[Word]| words.iter().any(|word| !harmless.contains(word));
        let mut restrained = is_defined || is_library || is_said(&promises.words);
        restrained |= promises.effects != MemoryEffects::default();
        restrained |= !promises.arguments.is_empty();
        restrained |= is_said(&promises.result);
        restrained |= promises
            .parameters
            .iter()
            .any(|(words, access)| is_said(words) || *access != ModRef::ANY);
        // An implementation may find out who is called, and call it by its name.
        restrained |= !is_named && self.plan.named.1;
        let own = self.facts.callees.0.entry(name.clone()).or_default();
        own.restrained |= restrained;
        own.library |= is_library;
        own.defined |= is_defined;
        let kind = promises.text();
        match self.role.side {
            Side::Specification => drop(own.kinds.0.insert(kind.clone())),
            Side::Implementation => drop(own.kinds.1.insert(kind.clone())),
        }
        self.promised = kind;
        let side = match self.role.side {
            Side::Specification => &mut own.specification,
            Side::Implementation => &mut own.implementation,
        };
        *side = Some(match (side.take(), self.role.side) {
            (None, _) => promises,
            (Some(own), Side::Specification) => own.meet(&promises),
            (Some(own), Side::Implementation) => own.join(&promises),
        });
        if self.plan.callees.is_restrained_one(&name) {
            self.end_refutation(logic::Term::top());
        }
        self.note_call(&all, &name, call);
    }

    /// What comes behind a call that the specification promises never to return is never reached.
    pub(super) fn stops(&mut self, function: &syntax::Function<'t>) {
        let name = function.name.to_string();
        if self.plan.is_known_of(&name, Word::Noreturn) {
            self.stopping(Stop::Ended);
            self.undefined_if(logic::Term::top());
        }
    }

    /// The position of the argument that a call returns.
    pub(super) fn returned(
        &self,
        function: &syntax::Function<'t>,
        call: &Call<'t>,
    ) -> Option<usize> {
        let own = function.parameters.iter().map(|p| &p.attributes);
        let mut own = own.map(|attributes| attributes.has(Word::Returned));
        let mut given = call
            .arguments
            .iter()
            .map(|a| a.attributes.has(Word::Returned));
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
        let nothing = Handed::default();
        self.note_event(
            EventKind::Trap,
            &nothing,
            Vec::new(),
            &arguments,
            Vec::new(),
        );
        self.step(program::function::Step::Event(program::function::Event {
            name: logic::Symbol::new("llvm.trap"),
            arguments,
            results: Vec::new(),
            returns: false,
        }));
        self.stopping(Stop::Ended);
        self.undefined_if(logic::Term::top());
    }
}
