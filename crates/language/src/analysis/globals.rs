//! What all programs and claims see: enumerations, constants and functions.

use std::collections::BTreeMap;

use logic::{EnumSort, Function, Symbol, Term, Var};
use program::Constant;
use rustc_hash::FxHashSet;

use super::expressions::{Elaborator, Place};
use super::scope::Scope;
use super::types;
use crate::Span;
use crate::diagnostic::{Diagnostic, Sink};
use crate::parser::Parsed;
use crate::syntax::{self, Item, Name};

/// The functions that need no declaration.
pub(super) const BUILT_IN: [&str; 5] = ["real", "floor", "is_int", "distinct", "constant"];

/// What a global name stands for.
#[derive(Clone)]
pub(super) enum Global {
    Constant(Var),
    Variant(EnumSort, u32),
    Function(Function),
    /// Something whose declaration is wrong.
    Unclear,
}

/// Everything that is declared outside programs.
pub(super) struct Globals<'a> {
    pub(super) values: BTreeMap<Symbol, (Global, Span)>,
    /// The enumerations; `None` where the declaration is wrong.
    pub(super) enumerations: BTreeMap<Symbol, (Option<EnumSort>, Span)>,
    pub(super) constants: Vec<Constant>,
    pub(super) functions: Vec<Function>,
    /// The names in text that could not be read.
    pub(super) skipped: &'a FxHashSet<Symbol>,
}

/// Reports a second declaration of a name.
pub(super) fn duplicate(name: Name, first: Span, sink: &mut Sink) {
    sink.push(
        Diagnostic::error(
            name.span,
            format!("the name `{}` is declared twice", name.text),
        )
        .label("declared again here")
        .also(first, "first declared here")
        .hint("rename one of them"),
    );
}

pub(super) fn declare<'a>(parsed: &'a Parsed, sink: &mut Sink) -> Globals<'a> {
    let mut globals = Globals {
        values: BTreeMap::new(),
        enumerations: BTreeMap::new(),
        constants: Vec::new(),
        functions: Vec::new(),
        skipped: &parsed.skipped_names,
    };
    for item in &parsed.file.items {
        if let Item::Enumeration(item) = item {
            globals.enumeration(item, sink);
        }
    }
    let mut conditions = Vec::new();
    for item in &parsed.file.items {
        match item {
            Item::Constant(item) => conditions.extend(globals.constant(item, sink)),
            Item::Function(item) => globals.function(item, sink),
            _ => {}
        }
    }
    // A condition may speak of every constant, so it is read when all are known.
    for (position, condition) in conditions {
        let mut scope = Scope::default();
        let mut elaborator = Elaborator::new(&globals, &mut scope, Place::Constant, sink);
        if let Some(term) = elaborator.formula(condition) {
            globals.constants[position].constraint = term;
        }
    }
    globals
}

impl Globals<'_> {
    fn add(&mut self, name: Name, global: Global, sink: &mut Sink) {
        if let Some((_, first)) = self.values.get(&name.text) {
            duplicate(name, *first, sink);
        } else {
            self.values.insert(name.text, (global, name.span));
        }
    }

    fn enumeration(&mut self, item: &syntax::Enumeration, sink: &mut Sink) {
        if let Some((_, first)) = self.enumerations.get(&item.name.text) {
            duplicate(item.name, *first, sink);
            return;
        }
        let mut names: Vec<Name> = Vec::new();
        let mut seen: BTreeMap<Symbol, Span> = BTreeMap::new();
        for variant in &item.variants {
            if let Some(first) = seen.insert(variant.text, variant.span) {
                duplicate(*variant, first, sink);
            } else {
                names.push(*variant);
            }
        }
        let variants = names.iter().map(|variant| variant.text).collect();
        let sort = EnumSort::new(item.name.text, variants);
        if sort.is_none() {
            let message = format!("the enumeration `{}` has no variants", item.name.text);
            let hint = format!(
                "name its values: `enum {} {{ red, green }}`",
                item.name.text
            );
            sink.push(Diagnostic::error(item.span, message).hint(hint));
        }
        if let Some(sort) = &sort {
            for (position, variant) in (0..).zip(&names) {
                self.add(*variant, Global::Variant(sort.clone(), position), sink);
            }
        }
        self.enumerations
            .insert(item.name.text, (sort, item.name.span));
    }

    /// Declares a constant; gives back the condition on it, and the position of the constant.
    fn constant<'i>(
        &mut self,
        item: &'i syntax::Constant,
        sink: &mut Sink,
    ) -> Option<(usize, &'i syntax::Expr)> {
        let Some(sort) = types::sort(&item.ty, self, sink) else {
            self.add(item.name, Global::Unclear, sink);
            return None;
        };
        let var = Var::new(item.name.text, sort);
        let before = sink.error_count();
        self.add(item.name, Global::Constant(var.clone()), sink);
        if sink.error_count() > before {
            return None;
        }
        self.constants.push(Constant {
            var,
            constraint: Term::top(),
        });
        let position = self.constants.len() - 1;
        item.condition
            .as_ref()
            .map(|condition| (position, condition))
    }

    fn function(&mut self, item: &syntax::Function, sink: &mut Sink) {
        if BUILT_IN.contains(&item.name.text.as_str()) {
            let message = format!("the function `{}` is built in", item.name.text);
            sink.push(Diagnostic::error(item.name.span, message).hint("choose another name"));
            return;
        }
        let parameters: Vec<_> = item
            .parameters
            .iter()
            .map(|ty| types::sort(ty, self, sink))
            .collect();
        let result = types::sort(&item.result, self, sink);
        let parameters: Option<Vec<_>> = parameters.into_iter().collect();
        let (Some(parameters), Some(result)) = (parameters, result) else {
            self.add(item.name, Global::Unclear, sink);
            return;
        };
        if parameters.is_empty() {
            let message = format!("the function `{}` has no parameters", item.name.text);
            let hint = format!("declare a constant: `const {}: …;`", item.name.text);
            sink.push(Diagnostic::error(item.span, message).hint(hint));
            self.add(item.name, Global::Unclear, sink);
            return;
        }
        let function = Function::new(item.name.text, parameters, result);
        let before = sink.error_count();
        self.add(item.name, Global::Function(function.clone()), sink);
        if sink.error_count() == before {
            self.functions.push(function);
        }
    }
}
