//! Functions and their parameters.

use logic::Symbol;

use crate::problem::{Problem, Reads};
use crate::syntax::{Declaration, Expression, Function, Gives, Role, Scalar, Shape, Storage, Unit};

use super::Parser;
use super::names::Meaning;

impl Parser {
    /// A function, behind the type of its result.
    pub(super) fn function(&mut self, unit: &mut Unit, result: Scalar, start: usize) -> Reads<()> {
        let gives = if self.accept("*") {
            Gives::Address
        } else {
            Gives::Value
        };
        let (name, _) = self.expect_name()?;
        self.names.bind(name, Meaning::Variable);
        self.expect("(")?;
        self.names.open();
        let is_list = self.peek().word().is_some() && !self.begins_type(0);
        let parameters = match is_list {
            true => self.listed_parameters()?,
            false => self.parameters()?,
        };
        let span = self.since(start);
        if self.accept(";") {
            self.names.close();
            return Ok(());
        }
        if self.peek().is_mark(",") {
            let what = "functions that are declared together";
            return Err(Problem::unsupported(&self.span(), what));
        }
        self.expect("{")?;
        let body = self.block()?;
        self.names.close();
        if unit.function(name).is_some() {
            let message = format!("there is already a function `{name}`");
            return Err(Problem::wrong(&span, message));
        }
        unit.functions.push(Function {
            name,
            result,
            gives,
            parameters,
            body,
        });
        Ok(())
    }

    /// Parameters in the old style: their names, and behind the bracket their declarations.
    fn listed_parameters(&mut self) -> Reads<Vec<Declaration>> {
        let mut names = vec![self.expect_name()?];
        while self.accept(",") {
            names.push(self.expect_name()?);
        }
        self.expect(")")?;
        let mut declared = Vec::new();
        while !self.peek().is_mark("{") && self.begins_type(0) {
            declared.extend(self.declarations(Role::Plain)?);
        }
        let mut parameters = Vec::new();
        for (name, span) in names {
            let position = declared.iter().position(|it| it.name == name);
            parameters.push(match position {
                Some(position) => declared.swap_remove(position),
                // One that is not declared is an `int`.
                None => Declaration {
                    name,
                    span,
                    scalar: Scalar::INT,
                    shape: Shape::Single,
                    initial: None,
                    role: Role::Plain,
                    storage: Storage::Automatic,
                    is_constant: false,
                },
            });
        }
        match declared.first() {
            Some(other) => {
                let message = format!("`{}` is no parameter", other.name);
                Err(Problem::wrong(&other.span, message))
            }
            None => Ok(parameters),
        }
    }

    fn parameters(&mut self) -> Reads<Vec<Declaration>> {
        let mut parameters = Vec::new();
        if self.accept(")") {
            return Ok(parameters);
        }
        if self.peek().is_word("void") && self.ahead(1).is_mark(")") {
            self.advance();
            self.advance();
            return Ok(parameters);
        }
        loop {
            if self.peek().is_mark("...") {
                return Err(Problem::unsupported(
                    &self.span(),
                    "any number of arguments",
                ));
            }
            let scalar = self.specifiers()?.scalar;
            // A function that is only declared need not name its parameters.
            let is_named = |parser: &Parser| {
                let mut distance = 0;
                while parser.ahead(distance).is_mark("*") {
                    distance += 1;
                }
                parser.ahead(distance).word().is_some()
            };
            if is_named(self) {
                let parameter = self.declarator(scalar)?;
                self.names.bind(parameter.name, Meaning::Variable);
                parameters.push(parameter);
            } else {
                let span = self.span();
                while self.accept("*") {}
                if self.peek().is_mark("(") {
                    let what = "a pointer to a function or to an array";
                    return Err(Problem::unsupported(&span, what));
                }
                while self.accept("[") {
                    let is_open = self.peek().is_mark("*") && self.ahead(1).is_mark("]");
                    if is_open || self.begins_type(0) {
                        let what = "an array declared like this";
                        return Err(Problem::unsupported(&span, what));
                    }
                    if !self.peek().is_mark("]") {
                        let _: Expression = self.conditional()?;
                    }
                    self.expect("]")?;
                }
                parameters.push(Declaration {
                    name: Symbol::new(""),
                    span,
                    scalar,
                    shape: Shape::Single,
                    initial: None,
                    role: Role::Plain,
                    storage: Storage::Automatic,
                    is_constant: false,
                });
            }
            if self.accept(")") {
                return Ok(parameters);
            }
            self.expect(",")?;
        }
    }
}
