//! What the names of a file stand for.

use std::ops::Range;

use logic::{Function, Substitution, Symbol, Var};
use program::Program;
use rustc_hash::FxHashMap;

use crate::Problem;
use crate::sexpr::Sexpr;
use crate::sorts::sort;

/// What a name stands for. A variable with parameters cannot be written, so it is a function.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Variable(Var),
    Function(Function),
}

/// The declared names.
#[derive(Debug)]
pub(crate) struct Scope {
    meanings: FxHashMap<String, Meaning>,
    declared: Vec<(Meaning, Range<usize>)>,
}

impl Scope {
    pub(crate) fn new() -> Self {
        Scope {
            meanings: FxHashMap::default(),
            declared: Vec::new(),
        }
    }

    /// Reads `(var names… [(parameters…)] sort)`.
    pub(crate) fn declare(&mut self, declaration: &Sexpr) -> Result<(), Problem> {
        let expected = || {
            Problem::new(&declaration.span, "this declares no variable")
                .hint("`(var x y Int)` declares two integers, `(var f (Int) Int)` a function")
        };
        let (result, before) = declaration.arguments().split_last().ok_or_else(expected)?;
        let result = sort(result)?;
        let (parameters, names) = match before.split_last() {
            Some((parameters, names)) if parameters.list().is_some() => {
                let sorts = parameters.list().unwrap_or_default().iter().map(sort);
                (sorts.collect::<Result<Vec<_>, _>>()?, names)
            }
            _ => (Vec::new(), before),
        };
        if names.is_empty() {
            return Err(expected());
        }
        for written in names {
            let Some(name) = written.atom() else {
                return Err(Problem::new(
                    &written.span,
                    "expected the name of a variable",
                ));
            };
            let symbol = Symbol::new(name);
            let meaning = if parameters.is_empty() {
                Meaning::Variable(Var::new(symbol, result.clone()))
            } else {
                let function = Function::new(symbol, parameters.clone(), result.clone());
                Meaning::Function(function)
            };
            let known = self.meanings.insert(name.to_owned(), meaning.clone());
            if known.is_some() {
                let message = format!("the name `{name}` is declared twice");
                return Err(Problem::new(&written.span, message));
            }
            self.declared.push((meaning, written.span.clone()));
        }
        Ok(())
    }

    pub(crate) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.meanings.get(name)
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = (&Var, &Range<usize>)> {
        self.declared
            .iter()
            .filter_map(|(meaning, span)| match meaning {
                Meaning::Variable(var) => Some((var, span)),
                Meaning::Function(_) => None,
            })
    }

    pub(crate) fn functions(&self) -> impl Iterator<Item = Function> {
        self.declared
            .iter()
            .filter_map(|(meaning, _)| match meaning {
                Meaning::Variable(_) => None,
                Meaning::Function(function) => Some(function.clone()),
            })
    }

    /// Takes the variables to the names under which a claim speaks of them.
    pub(crate) fn qualification(&self, alias: Symbol) -> Substitution {
        self.variables()
            .map(|(var, _)| (var.clone(), Program::qualified(alias, var).term()))
            .collect()
    }
}
