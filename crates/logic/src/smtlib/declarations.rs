//! The names that a text may use.

use rustc_hash::FxHashMap;

use super::builtin;
use super::symbols::{SORTS, writable};
use crate::{EnumSort, Function, Node, Op, Sort, Symbol, Term, Value, Var};

/// Something that a script declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// An enumeration with its variants.
    Enumeration(EnumSort),
    /// A free constant.
    Var(Var),
    /// An uninterpreted function.
    Function(Function),
}

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Var(Var),
    Function(Function),
    Variant(EnumSort, u32),
}

/// The names of a text and what they stand for, in the order in which they were declared.
///
/// Mostly a thing has its own name in the text. Where two things have the same name (a variable at
/// two sorts, variants of two enumerations), where SMT-LIB has taken the name, or where it cannot
/// be written, the later one gets another name: `x!1`, `x!2`, ….
#[derive(Clone, Default, Debug)]
pub struct Declarations {
    order: Vec<Declaration>,
    meanings: FxHashMap<&'static str, Meaning>,
    sorts: FxHashMap<&'static str, EnumSort>,
    vars: FxHashMap<Var, Symbol>,
    functions: FxHashMap<Function, Symbol>,
    enumerations: FxHashMap<EnumSort, Symbol>,
    variants: FxHashMap<(EnumSort, u32), Symbol>,
    declared: rustc_hash::FxHashSet<Var>,
}

impl Declarations {
    /// No declarations.
    #[must_use]
    pub fn new() -> Self {
        Declarations::default()
    }

    /// Declarations of all that occurs in the terms.
    #[must_use]
    pub fn of<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Self {
        let mut declarations = Declarations::new();
        for term in terms {
            declarations.add_term(term);
        }
        declarations
    }

    /// What is declared, in order. Variables that only occur bound are not among it.
    pub fn iter(&self) -> impl Iterator<Item = &Declaration> {
        self.order.iter()
    }

    /// Declares a free variable, and the enumerations in its sort.
    pub fn add_var(&mut self, var: &Var) {
        self.name_var(var);
        if self.declared.insert(var.clone()) {
            self.order.push(Declaration::Var(var.clone()));
        }
    }

    /// Declares a function, and the enumerations in its signature.
    pub fn add_function(&mut self, function: &Function) {
        if self.functions.contains_key(function) {
            return;
        }
        for sort in function.parameters().iter().chain([function.result()]) {
            self.add_sort(sort);
        }
        let name = self.free_name(function.name());
        self.functions.insert(function.clone(), name);
        let meaning = Meaning::Function(function.clone());
        self.meanings.insert(name.as_str(), meaning);
        self.order.push(Declaration::Function(function.clone()));
    }

    /// Declares the enumerations in a sort.
    pub fn add_sort(&mut self, sort: &Sort) {
        match sort {
            Sort::Array(array) => {
                self.add_sort(&array.index);
                self.add_sort(&array.element);
            }
            Sort::Enum(sort) if !self.enumerations.contains_key(sort) => {
                let name = first_free(sort.name(), |name| {
                    SORTS.contains(&name) || self.sorts.contains_key(name)
                });
                self.enumerations.insert(sort.clone(), name);
                self.sorts.insert(name.as_str(), sort.clone());
                for (position, variant) in sort.variants().iter().enumerate() {
                    let position = position as u32;
                    let name = self.free_name(*variant);
                    let meaning = Meaning::Variant(sort.clone(), position);
                    self.meanings.insert(name.as_str(), meaning);
                    self.variants.insert((sort.clone(), position), name);
                }
                self.order.push(Declaration::Enumeration(sort.clone()));
            }
            _ => {}
        }
    }

    /// Declares all that occurs in a term.
    pub fn add_term(&mut self, term: &Term) {
        let mut free_vars = crate::FreeVars::new();
        let mut free = free_vars.of(term);
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![term.clone()];
        while let Some(term) = open.pop() {
            if !seen.insert(term.clone()) {
                continue;
            }
            match term.node() {
                Node::Const(Value::Enum(sort, _)) => self.add_sort(&Sort::Enum(sort.clone())),
                Node::Const(_) => {}
                Node::Var(var) if free.remove(var) => {
                    self.add_var(var);
                    open.push(var.invariant());
                }
                // A bound variable, or the second time that a free one is met.
                Node::Var(_) => {}
                Node::App(op, _) => match op {
                    Op::Apply(function) => {
                        self.add_function(function);
                        open.push(function.invariant());
                    }
                    Op::ConstArray(sort) => self.add_sort(sort),
                    _ => {}
                },
                Node::Quantified(_, vars, _) => {
                    for var in vars {
                        self.name_var(var);
                        open.push(var.invariant());
                    }
                }
            }
            open.extend(term.children().iter().rev().cloned());
        }
    }

    /// Gives a variable a name without declaring it.
    pub(super) fn name_var(&mut self, var: &Var) {
        if !self.vars.contains_key(var) {
            self.add_sort(&var.sort);
            let name = self.free_name(var.name);
            self.vars.insert(var.clone(), name);
            self.meanings
                .insert(name.as_str(), Meaning::Var(var.clone()));
        }
    }

    fn free_name(&self, wanted: Symbol) -> Symbol {
        first_free(wanted, |name| {
            builtin::is_taken(name) || self.meanings.contains_key(name)
        })
    }

    /// Declares a variable of a text under its own name, which is not taken by another meaning.
    /// Unlike [`Declarations::add_var`] this keeps a name that a theory also has.
    pub(super) fn declare_var(&mut self, var: &Var) {
        self.vars.insert(var.clone(), var.name);
        let meaning = Meaning::Var(var.clone());
        self.meanings.insert(var.name.as_str(), meaning);
        self.add_var(var);
    }

    /// Declares a function of a text under its own name; see [`Declarations::declare_var`].
    pub(super) fn declare_function(&mut self, function: &Function) {
        self.functions.insert(function.clone(), function.name());
        let meaning = Meaning::Function(function.clone());
        self.meanings.insert(function.name().as_str(), meaning);
        self.order.push(Declaration::Function(function.clone()));
    }

    /// Declares an enumeration of a text under its own name. False where one of the names is taken
    /// by something else; the enumeration itself may be known.
    pub(super) fn declare_enumeration(&mut self, sort: &EnumSort) -> bool {
        if self.enumerations.contains_key(sort) {
            return true;
        }
        let is_taken = |variant: &Symbol| self.meanings.contains_key(variant.as_str());
        if self.sorts.contains_key(sort.name().as_str()) || sort.variants().iter().any(is_taken) {
            return false;
        }
        self.enumerations.insert(sort.clone(), sort.name());
        self.sorts.insert(sort.name().as_str(), sort.clone());
        for (position, variant) in sort.variants().iter().enumerate() {
            let position = position as u32;
            let meaning = Meaning::Variant(sort.clone(), position);
            self.meanings.insert(variant.as_str(), meaning);
            self.variants.insert((sort.clone(), position), *variant);
        }
        self.order.push(Declaration::Enumeration(sort.clone()));
        true
    }

    /// Whether a variable is declared, and not only named.
    pub(super) fn is_declared(&self, var: &Var) -> bool {
        self.declared.contains(var)
    }

    pub(super) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.meanings.get(name)
    }

    pub(super) fn sort(&self, name: &str) -> Option<&EnumSort> {
        self.sorts.get(name)
    }

    /// The name of a variable in the text.
    #[must_use]
    pub fn var_name(&self, var: &Var) -> Option<Symbol> {
        self.vars.get(var).copied()
    }

    /// The name of a function in the text.
    #[must_use]
    pub fn function_name(&self, function: &Function) -> Option<Symbol> {
        self.functions.get(function).copied()
    }

    /// The name of an enumeration in the text.
    #[must_use]
    pub fn sort_name(&self, sort: &EnumSort) -> Option<Symbol> {
        self.enumerations.get(sort).copied()
    }

    /// The name of a variant in the text.
    #[must_use]
    pub fn variant_name(&self, sort: &EnumSort, position: u32) -> Option<Symbol> {
        self.variants.get(&(sort.clone(), position)).copied()
    }

    /// All names that stand for a value or a function.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.meanings.keys().copied()
    }
}

/// The name itself or the first of `x!1`, `x!2`, … that is not taken.
fn first_free(wanted: Symbol, is_taken: impl Fn(&str) -> bool) -> Symbol {
    let stem = writable(wanted.as_str());
    if !is_taken(&stem) {
        return Symbol::new(&stem);
    }
    let mut number = 1u64;
    loop {
        let name = format!("{stem}!{number}");
        if !is_taken(&name) {
            return Symbol::new(&name);
        }
        number += 1;
    }
}
