//! Commands that introduce names: declarations and definitions.

use super::builtin;
use super::declarations::Meaning;
use super::error::{Error, Position, shown};
use super::lexer::Atom;
use super::script::ScriptParser;
use super::sexpr::{Id, View};
use super::terms::Parser;
use crate::{EnumSort, Function, Sort, Symbol, Template, Var};

impl<'a> ScriptParser<'a, '_> {
    /// The name that a command introduces.
    fn new_name(&mut self, id: Id) -> Result<&'a str, Error> {
        let position = self.parser.position(id);
        let Some(name) = self.parser.arena.name(id) else {
            return Err(Error::invalid(position, "a name is needed here"));
        };
        if builtin::is_core(name) {
            return Err(Error::invalid(
                position,
                format!("{} is an operator of the logic", shown(name)),
            ));
        }
        if self.parser.definitions.contains_key(name) || !self.declared.insert(name) {
            return Err(Error::invalid(
                position,
                format!("{} is declared twice", shown(name)),
            ));
        }
        Ok(name)
    }

    pub(super) fn declare(
        &mut self,
        name_id: Id,
        parameters: &[Id],
        sort: Id,
    ) -> Result<(), Error> {
        self.declare_at(name_id, parameters, |parser| parser.sort(sort))
    }

    /// As [`ScriptParser::declare`], with a sort that may not be in the text.
    pub(super) fn declare_at(
        &mut self,
        name_id: Id,
        parameters: &[Id],
        sort: impl FnOnce(&mut Parser<'a, '_>) -> Result<Sort, Error>,
    ) -> Result<(), Error> {
        let name = self.new_name(name_id)?;
        let position = self.parser.position(name_id);
        let parameters = parameters
            .iter()
            .map(|parameter| self.parser.sort(*parameter))
            .collect::<Result<Vec<Sort>, Error>>()?;
        let sort = sort(&mut self.parser)?;
        let known = self.parser.declarations.meaning(name).cloned();
        let is_known = match &known {
            None => false,
            Some(Meaning::Var(var)) => {
                // What was only bound so far is now declared.
                let fits = parameters.is_empty() && var.sort.is_comparable(&sort);
                if fits {
                    self.parser.declarations.add_var(var);
                }
                fits
            }
            Some(Meaning::Function(function)) => {
                function.result().is_comparable(&sort)
                    && function.parameters().len() == parameters.len()
                    && function
                        .parameters()
                        .iter()
                        .zip(&parameters)
                        .all(|(a, b)| a.is_comparable(b))
            }
            Some(Meaning::Variant(..)) => false,
        };
        if is_known {
            return Ok(());
        }
        if known.is_some() {
            return Err(Error::invalid(
                position,
                format!("{} is declared twice", shown(name)),
            ));
        }
        let symbol = Symbol::new(name);
        if parameters.is_empty() {
            self.parser
                .declarations
                .declare_var(&Var::new(symbol, sort));
        } else {
            let function = Function::new(symbol, parameters, sort);
            self.parser.declarations.declare_function(&function);
        }
        Ok(())
    }

    pub(super) fn declare_enumerations(
        &mut self,
        names: Id,
        definitions: Id,
        position: Position,
    ) -> Result<(), Error> {
        let names = self.parser.arena.list(names).map(<[Id]>::to_vec);
        let definitions = self.parser.arena.list(definitions).map(<[Id]>::to_vec);
        let (Some(names), Some(definitions)) = (names, definitions) else {
            return Err(Error::invalid(
                position,
                "this `declare-datatypes` is not well formed",
            ));
        };
        if names.len() != definitions.len() || names.is_empty() {
            return Err(Error::invalid(
                position,
                "there is one list of constructors for each datatype",
            )
            .with_hint("write `(declare-datatypes ((Color 0)) (((red) (green))))`"));
        }
        for (declared, constructors) in names.into_iter().zip(definitions) {
            match self.parser.arena.list(declared) {
                Some([name, arity])
                    if matches!(
                        self.parser.arena.view(*arity),
                        View::Atom(Atom::Numeral("0"))
                    ) =>
                {
                    self.declare_enumeration(*name, constructors)?;
                }
                _ => {
                    return Err(Error::unsupported(
                        self.parser.position(declared),
                        "datatypes with parameters are not supported",
                    ));
                }
            }
        }
        Ok(())
    }

    pub(super) fn declare_enumeration(
        &mut self,
        name_id: Id,
        constructors: Id,
    ) -> Result<(), Error> {
        let position = self.parser.position(name_id);
        let Some(name) = self.parser.arena.name(name_id) else {
            return Err(Error::invalid(position, "a name is needed here"));
        };
        let list = self.parser.arena.list(constructors).map(<[Id]>::to_vec);
        let mut variants: Vec<Symbol> = Vec::new();
        for constructor in list.unwrap_or_default() {
            let id = match self.parser.arena.list(constructor) {
                None => constructor,
                Some([id]) => *id,
                Some(_) => {
                    return Err(Error::unsupported(
                        self.parser.position(constructor),
                        "constructors with fields are not supported",
                    )
                    .with_hint("only enumerations are, as in `((red) (green))`"));
                }
            };
            let variant = self.new_name(id)?;
            variants.push(Symbol::new(variant));
        }
        let Some(sort) = EnumSort::new(Symbol::new(name), variants) else {
            return Err(Error::invalid(
                position,
                "a datatype has at least one constructor",
            ));
        };
        let is_taken = super::symbols::SORTS.contains(&name)
            || self.parser.sort_definitions.contains_key(name);
        if is_taken || !self.parser.declarations.declare_enumeration(&sort) {
            return Err(Error::invalid(
                position,
                format!(
                    "{} or one of its constructors is declared twice",
                    shown(name)
                ),
            ));
        }
        Ok(())
    }

    pub(super) fn define_sort(&mut self, name: Id, parameters: Id, sort: Id) -> Result<(), Error> {
        let position = self.parser.position(name);
        let Some(text) = self.parser.arena.name(name) else {
            return Err(Error::invalid(position, "a name is needed here"));
        };
        if self
            .parser
            .arena
            .list(parameters)
            .is_none_or(|list| !list.is_empty())
        {
            return Err(Error::unsupported(
                self.parser.position(parameters),
                "definitions of sorts with parameters are not supported",
            ));
        }
        let sort = self.parser.sort(sort)?;
        let is_taken = super::symbols::SORTS.contains(&text)
            || self.parser.declarations.sort(text).is_some()
            || self.parser.sort_definitions.contains_key(text);
        if is_taken {
            return Err(Error::invalid(
                position,
                format!("the sort {} is declared twice", shown(text)),
            ));
        }
        self.parser.sort_definitions.insert(text.to_owned(), sort);
        Ok(())
    }

    pub(super) fn define(
        &mut self,
        name_id: Id,
        parameters: Option<Id>,
        sort: Id,
        body_id: Id,
    ) -> Result<(), Error> {
        let position = self.parser.position(name_id);
        let is_empty = |id| self.parser.arena.list(id).is_some_and(<[Id]>::is_empty);
        let pairs = match parameters {
            None => Vec::new(),
            Some(id) if is_empty(id) => Vec::new(),
            Some(id) => self.parser.pairs(id).ok_or_else(|| {
                Error::invalid(
                    self.parser.position(id),
                    "these parameters are not well formed",
                )
                .with_hint("write `((x Int) (y Bool))`")
            })?,
        };
        self.parser.refuse_repetition(&pairs)?;
        let sort = self.parser.sort(sort)?;
        // Parameters are variables that no text can name, so that an argument or another
        // definition that mentions a constant of the same name is not confused with them.
        let mut vars = Vec::with_capacity(pairs.len());
        for (name, _, sort) in &pairs {
            let like = Var::new(*name, self.parser.sort(*sort)?);
            vars.push(self.parser.provisional_var(&like));
        }
        for ((name, _, _), var) in pairs.iter().zip(&vars) {
            self.parser.enter(name, var.term());
        }
        let body = self.parser.term(body_id)?;
        for (name, _, _) in &pairs {
            self.parser.leave(name);
        }
        let body = self
            .parser
            .fit(body, &sort, self.parser.position(body_id))?;
        let name = self.new_name(name_id)?;
        if self.parser.declarations.meaning(name).is_some() {
            return Err(Error::invalid(
                position,
                format!("{} is declared twice", shown(name)),
            ));
        }
        let template = Template::new(vars, body);
        self.parser.definitions.insert(name.to_owned(), template);
        Ok(())
    }
}
