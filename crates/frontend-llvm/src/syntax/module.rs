//! Functions, globals and modules.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Attributes, Linkage, Name, Type, Value, Word};
use crate::lexer::{Lexer, Token};

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter<'t> {
    /// Its name.
    pub name: Name<'t>,
    /// Its type.
    pub ty: Type<'t>,
    /// What is said of it.
    pub attributes: Attributes<'t>,
}

/// Where others find a function or a global, in the words of LLVM; nothing where nothing is said.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exposure<'t> {
    /// `hidden` or `protected`.
    pub visibility: Option<&'t str>,
    /// `dllimport` or `dllexport`.
    pub storage: Option<&'t str>,
    /// `comdat`, with its name if it has one of its own.
    pub comdat: Option<&'t str>,
    /// The section.
    pub section: Option<&'t str>,
}

impl<'t> Exposure<'t> {
    /// Takes note of a word in front of the type.
    pub(crate) fn note(&mut self, word: &'t str) {
        match word {
            "hidden" | "protected" => self.visibility = Some(word),
            "dllimport" | "dllexport" => self.storage = Some(word),
            _ => {}
        }
    }
}

/// A function, its body unread.
#[derive(Clone, Debug)]
pub struct Function<'t> {
    /// Its name.
    pub name: Name<'t>,
    /// The type of its result.
    pub result: Type<'t>,
    /// What is said of its result.
    pub result_attributes: Attributes<'t>,
    /// Its parameters.
    pub parameters: Vec<Parameter<'t>>,
    /// Whether it takes more arguments than it has parameters.
    pub variadic: bool,
    /// What is said of it.
    pub attributes: Attributes<'t>,
    /// Who else sees it, and who else may define it.
    pub linkage: Linkage,
    /// Where others find it.
    pub exposure: Exposure<'t>,
    /// Who collects its garbage (`gc`).
    pub collector: Option<&'t str>,
    /// Who is asked when somebody unwinds through it.
    pub personality: Option<&'t str>,
    /// Whether it is found in this module or the one that it is linked with (`dso_local`, or not
    /// visible from outside), so that no other definition takes its place at run time.
    pub stays: bool,
    /// Whether its address does not matter (`unnamed_addr`), so that it may be one with another.
    pub unnamed: bool,
    /// How it is called, as LLVM writes it; `ccc` where nothing is said.
    pub convention: &'t str,
    /// Whether data stands in front of it or at its start (`prefix`, `prologue`).
    pub has_data: bool,
    /// The kinds of its metadata, with their places.
    pub metadata: Vec<(&'t str, usize)>,
    /// The text between the braces; `None` for a declaration.
    pub(crate) body: Option<Range<usize>>,
    /// Where it starts in the text.
    pub at: usize,
    /// Where it ends in the text.
    pub(crate) end: usize,
}

impl Function<'_> {
    /// Whether there is a body.
    #[must_use]
    pub fn is_defined(&self) -> bool {
        self.body.is_some()
    }
}

/// A global variable or constant.
#[derive(Clone, Debug)]
pub struct Global<'t> {
    /// Its name.
    pub name: Name<'t>,
    /// The type of its content; `None` for an alias and the like.
    pub ty: Option<Type<'t>>,
    /// Whether it is never written.
    pub constant: bool,
    /// Who else sees it, and who else may define it.
    pub linkage: Linkage,
    /// Where others find it.
    pub exposure: Exposure<'t>,
    /// Whether the program starts with its initial value: nobody else writes it before.
    pub starts_as_said: bool,
    /// Whether its address does not matter (`unnamed_addr`), so that it may be one with another.
    pub unnamed: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// Whether it is in another address space than the first.
    pub elsewhere: bool,
    /// The initial value.
    pub initial: Option<Value<'t>>,
    /// The alignment; 0 where none is given.
    pub align: u64,
    /// The kinds of its metadata, with their places.
    pub metadata: Vec<(&'t str, usize)>,
    /// Where it starts in the text.
    pub at: usize,
    /// Where it ends in the text.
    pub(crate) end: usize,
}

/// What stands for a node of metadata that is not read, since there are comments in it. It may say
/// anything.
pub(crate) const UNREAD: &str = "?";

/// A module. The bodies of functions are read when they are asked for: [`Module::body`].
#[derive(Clone, Debug)]
pub struct Module<'t> {
    pub(crate) text: &'t str,
    /// The data layout, as a string.
    pub layout: Option<&'t str>,
    pub(crate) types: FxHashMap<Name<'t>, Type<'t>>,
    pub(crate) groups: FxHashMap<&'t str, Attributes<'t>>,
    /// The strings of each group of attributes, in order.
    pub(crate) group_strings: FxHashMap<&'t str, Vec<&'t str>>,
    /// The nodes of metadata, each with the text behind its `=`, or [`UNREAD`].
    pub(crate) nodes: FxHashMap<&'t str, &'t str>,
    /// The functions, in order.
    pub functions: Vec<Function<'t>>,
    /// The globals, in order.
    pub globals: Vec<Global<'t>>,
    /// The globals and functions that aliases and the like refer to. Whoever knows the alias knows
    /// them.
    pub(crate) aliased: FxHashSet<Name<'t>>,
    /// Whether definitions that others see may be replaced at run time.
    pub(crate) semantic_interposition: bool,
    /// Whether functions run before the program starts (`llvm.global_ctors`).
    pub(crate) has_constructors: bool,
    /// Assembly, which may use anything by its name.
    pub(crate) assembly: Vec<&'t str>,
    /// How the linker chooses among the comdats of a name.
    pub(crate) comdats: FxHashMap<&'t str, &'t str>,
    pub(crate) function_places: FxHashMap<Name<'t>, usize>,
    pub(crate) global_places: FxHashMap<Name<'t>, usize>,
}

impl<'t> Module<'t> {
    /// The function with this name.
    #[must_use]
    pub fn function(&self, name: Name<'_>) -> Option<&Function<'t>> {
        let place = self.function_places.get(&name)?;
        self.functions.get(*place)
    }

    /// The function that people call so; one without a name has a number.
    #[must_use]
    pub fn function_called(&self, name: &str) -> Option<&Function<'t>> {
        let named = self.function(Name::bare(name));
        named.or_else(|| self.function(Name::Text(name)))
    }

    /// The global with this name.
    #[must_use]
    pub fn global(&self, name: Name<'_>) -> Option<&Global<'t>> {
        let place = self.global_places.get(&name)?;
        self.globals.get(*place)
    }

    /// The text of a function or a global, whether it is defined here or only declared.
    pub(crate) fn entity(&self, name: Name<'_>) -> Option<&'t str> {
        if let Some(function) = self.function(name) {
            return self.text.get(function.at..function.end);
        }
        let global = self.global(name)?;
        self.text.get(global.at..global.end)
    }

    /// Whether what stands in front of the body of a function mentions a global.
    pub(crate) fn is_in_head(&self, function: &Function<'_>, name: Name<'_>) -> bool {
        let end = function.body.as_ref().map_or(function.end, |it| it.start);
        let mut lexer = Lexer::at(self.text.get(function.at..end).unwrap_or_default(), 0);
        loop {
            match lexer.next().0 {
                Token::End | Token::Bad => return false,
                Token::Global(found) if found == name => return true,
                _ => {}
            }
        }
    }

    /// What a group of attributes says, in an order in which the same is the same.
    pub(crate) fn group_words(&self, group: &str) -> Option<String> {
        let strings = self.group_strings.get(group);
        let group = self.groups.get(group)?;
        let mut alone = group.clone();
        alone.groups.clear();
        Some(format!("{alone:?} {strings:?}"))
    }

    /// The names of the functions that have bodies and that others may call by name, in order.
    #[must_use]
    pub fn public_function_names(&self) -> Vec<String> {
        let is_public = |function: &&Function<'_>| {
            let is_seen = !function.linkage.is_local() && !function.linkage.is_discardable();
            function.is_defined() && is_seen
        };
        let public = self.functions.iter().filter(is_public);
        public.map(|f| f.name.to_string()).collect()
    }

    /// The type that a name stands for.
    pub(crate) fn named_type<'s>(&'s self, name: Name<'s>) -> Option<&'s Type<'s>> {
        self.types.get(&name)
    }

    /// How the linker chooses among functions of this name in other modules, if they are in a comdat.
    pub(crate) fn comdat_of(&self, function: &Function<'t>) -> Option<&'t str> {
        let said = function.exposure.comdat?;
        let own = said
            .split_once('$')
            .map(|(_, name)| name.trim_end_matches(')'));
        let own = own.map(|name| name.trim_matches('"'));
        let name = own.or(function.name.text())?;
        self.comdats.get(name).copied()
    }

    /// The names of the functions that have bodies, in order.
    #[must_use]
    pub fn function_names(&self) -> Vec<String> {
        let defined = self.functions.iter().filter(|f| f.is_defined());
        defined.map(|f| f.name.to_string()).collect()
    }

    /// What attributes say together with the groups that they refer to.
    #[must_use]
    pub fn resolved(&self, attributes: &Attributes<'t>) -> Attributes<'t> {
        let mut all = attributes.clone();
        for group in &attributes.groups {
            if let Some(group) = self.groups.get(group) {
                all.absorb(group);
            }
        }
        all
    }

    /// Whether attributes, or a group that they refer to, say a word.
    #[must_use]
    pub fn says(&self, attributes: &Attributes<'t>, word: Word) -> bool {
        attributes.has(word)
            || attributes
                .groups
                .iter()
                .any(|group| self.groups.get(group).is_some_and(|g| g.has(word)))
    }

    /// Whether what runs under a function's name is another definition than the one here, for all that
    /// is known.
    #[must_use]
    pub fn is_replaceable(&self, function: &Function<'_>) -> bool {
        function.linkage.is_interposable() || self.semantic_interposition && !function.stays
    }
}
