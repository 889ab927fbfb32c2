//! Commands of Z3's fixedpoint format: relations, rules and queries.
//!
//! They are read as what they mean: a rule is the assertion that it holds for all values of the
//! variables that `declare-var` has introduced, and a query the assertion that what it asks for
//! never holds. So the assertions can be satisfied together if and only if no query can be derived,
//! where Z3 answers `unsat`.

use super::declarations::Meaning;
use super::error::Error;
use super::lexer::Atom;
use super::script::{Assertion, Command, ScriptParser};
use super::sexpr::{Id, View};
use crate::{Sort, Term, Var};

impl ScriptParser<'_, '_> {
    /// Reads one of these commands; false where it is none, or not well formed.
    pub(super) fn rule_command(&mut self, id: Id, word: &str, parts: &[Id]) -> Result<bool, Error> {
        match (word, parts) {
            ("declare-rel", [name, sorts]) => {
                let Some(sorts) = self.parser.arena.list(*sorts).map(<[Id]>::to_vec) else {
                    return Ok(false);
                };
                self.declare_at(*name, &sorts, |_| Ok(Sort::Bool))?;
            }
            ("declare-var", [name, sort]) => {
                self.declare(*name, &[], *sort)?;
                let meaning = (self.parser.arena.name(*name))
                    .and_then(|name| self.parser.declarations.meaning(name));
                if let Some(Meaning::Var(var)) = meaning {
                    self.script.variables.insert(var.clone());
                }
            }
            ("rule", [formula] | [formula, _]) if self.is_label(&parts[1..]) => {
                let formula = self.formula(*formula)?;
                self.assert_for_all(formula, id);
            }
            ("query", [goal, options @ ..]) if self.is_options(options) => {
                let goal = match self.any_instance(*goal) {
                    Some(goal) => goal,
                    None => self.formula(*goal)?,
                };
                self.assert_for_all(Term::not(goal), id);
                let count = self.script.assertions.len();
                self.script.commands.push(Command::CheckSat(count));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether there is nothing, or the name of a rule.
    fn is_label(&self, parts: &[Id]) -> bool {
        let mut parts = parts.iter();
        parts.all(|part| self.parser.arena.name(*part).is_some())
    }

    /// Whether there is nothing, or keywords with what belongs to them.
    fn is_options(&self, parts: &[Id]) -> bool {
        parts.first().is_none_or(|first| {
            matches!(self.parser.arena.view(*first), View::Atom(Atom::Keyword(_)))
        })
    }

    /// The application of a relation that only its name is written of.
    fn any_instance(&self, id: Id) -> Option<Term> {
        let name = self.parser.arena.name(id)?;
        let Some(Meaning::Function(function)) = self.parser.declarations.meaning(name) else {
            return None;
        };
        (*function.result() == Sort::Bool).then(|| {
            let sorts = function.parameters().iter().enumerate();
            let vars: Vec<Var> = sorts
                .map(|(i, sort)| Var::new(format!("x{}", i + 1).as_str(), sort.clone()))
                .collect();
            let arguments: Vec<Term> = vars.iter().map(Var::term).collect();
            Term::exists(vars, Term::apply(function, arguments))
        })
    }

    /// Asserts a formula for all values of the variables of rules that occur in it.
    fn assert_for_all(&mut self, formula: Term, command: Id) {
        let variables = &self.script.variables;
        let free = formula.free_vars().into_iter();
        let bound: Vec<Var> = free.filter(|var| variables.contains(var)).collect();
        self.script.assertions.push(Assertion {
            formula: Term::forall(bound, formula),
            position: self.parser.position(command),
        });
    }
}
