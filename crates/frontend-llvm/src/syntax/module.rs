//! Functions, globals and modules.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Attributes, Flag, Name, Type, Value};

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
    /// Whether another definition may take its place when the program is linked or run.
    pub interposable: bool,
    /// The text between the braces; `None` for a declaration.
    pub(crate) body: Option<Range<usize>>,
    /// Where it starts in the text.
    pub at: usize,
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
    /// Whether nobody outside of the module sees it.
    pub local: bool,
    /// Whether its initial value is the one that the program starts with.
    pub definitive: bool,
    /// Whether it may not be there, its address being null then.
    pub optional: bool,
    /// The initial value.
    pub initial: Option<Value<'t>>,
    /// The alignment; 0 where none is given.
    pub align: u64,
    /// Where it starts in the text.
    pub at: usize,
}

/// A module. The bodies of functions are read when they are asked for: [`Module::body`].
#[derive(Clone, Debug)]
pub struct Module<'t> {
    pub(crate) text: &'t str,
    /// The data layout, as a string.
    pub layout: Option<&'t str>,
    pub(crate) types: FxHashMap<Name<'t>, Type<'t>>,
    pub(crate) groups: FxHashMap<&'t str, Attributes<'t>>,
    /// The functions, in order.
    pub functions: Vec<Function<'t>>,
    /// The globals, in order.
    pub globals: Vec<Global<'t>>,
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

    /// The global with this name.
    #[must_use]
    pub fn global(&self, name: Name<'_>) -> Option<&Global<'t>> {
        let place = self.global_places.get(&name)?;
        self.globals.get(*place)
    }

    /// The names of the functions that have bodies, in order.
    #[must_use]
    pub fn function_names(&self) -> Vec<String> {
        let defined = self.functions.iter().filter(|f| f.is_defined());
        defined.map(|f| f.name.to_string()).collect()
    }

    /// Whether attributes, or a group that they refer to, say a word.
    #[must_use]
    pub fn says(&self, attributes: &Attributes<'_>, flag: Flag) -> bool {
        attributes.has(flag)
            || attributes
                .groups
                .iter()
                .any(|group| self.groups.get(group).is_some_and(|g| g.has(flag)))
    }
}
