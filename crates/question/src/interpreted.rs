//! Uninterpreted functions replaced by what a model says they are.

use logic::{FunctionTable, Model, Substitution, Symbol, Template, Term, Var};
use program::Constant;

use crate::{SafeFor, Setting};

impl SafeFor {
    /// The question in which the functions are what the model says, so that the interpreter can run its
    /// programs. Functions that the model says nothing of stay as they are.
    #[must_use]
    pub fn interpreted(&self, model: &Model) -> SafeFor {
        let mut functions = Substitution::new();
        for (function, table) in model.functions() {
            let parameters = function.parameters().iter().enumerate();
            let parameters: Vec<Var> = parameters
                .map(|(position, sort)| {
                    Var::new(Symbol::new(&format!("argument!{position}")), sort.clone())
                })
                .collect();
            let body = definition(&parameters, table);
            functions.insert_function(function.clone(), Template::new(parameters, body));
        }
        if functions.is_empty() {
            return self.clone();
        }
        let map = |term: &Term| term.substitute(&functions);
        let Setting {
            aliases,
            programs,
            constants,
            requires,
        } = &self.setting;
        let constants = constants.iter().map(|constant| Constant {
            var: constant.var.clone(),
            constraint: map(&constant.constraint),
        });
        SafeFor {
            setting: Setting {
                aliases: aliases.clone(),
                programs: programs.iter().map(|p| p.map_terms(&map)).collect(),
                constants: constants.collect(),
                requires: map(requires),
            },
            ensures: map(&self.ensures),
            hints: self.hints.iter().map(map).collect(),
        }
    }
}

/// The table as a chain of conditionals.
fn definition(parameters: &[Var], table: &FunctionTable) -> Term {
    let default = Term::value(table.default.clone());
    table
        .entries
        .iter()
        .fold(default, |rest, (arguments, result)| {
            let equal = parameters.iter().zip(arguments);
            let here = Term::and(
                equal.map(|(var, value)| Term::eq(var.term(), Term::value(value.clone()))),
            );
            Term::ite(here, Term::value(result.clone()), rest)
        })
}
