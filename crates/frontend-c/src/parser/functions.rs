//! Functions and their parameters.

use logic::Symbol;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Declaration, Function, Gives, Role, Scalar, Shape, Storage, Unit};

use super::Parser;
use super::declarations::held;
use super::names::{Held, Meaning};
use super::signatures::{Parameter, Signature};

impl Parser {
    /// A function, behind the type of its result.
    pub(super) fn function(&mut self, unit: &mut Unit, result: Scalar, start: usize) -> Reads<()> {
        let gives = if self.accept("*") {
            Gives::Address
        } else {
            Gives::Value
        };
        let (name, name_span) = self.expect_name()?;
        self.expect("(")?;
        let is_open = self.peek().is_mark(")");
        self.names.open();
        let is_list = self.peek().word().is_some() && !self.begins_type(0);
        let parameters = match is_list {
            true => self.listed_parameters()?,
            false => self.parameters()?,
        };
        let types = parameters.iter().map(Parameter::of).collect();
        let span = self.since(start);
        // Behind a definition with empty brackets, there are no parameters.
        let is_said = !is_open || self.peek().is_mark("{");
        let signature = Signature {
            result,
            gives,
            parameters: is_said.then_some(types),
        };
        if self.accept(";") {
            self.names.close();
            return self.introduce_function(name, &name_span, signature);
        }
        if self.peek().is_mark(",") {
            let what = "functions that are declared together";
            return Err(Problem::unsupported(&self.span(), what));
        }
        self.expect("{")?;
        let is_old = is_list && name.as_str() != "main";
        if !is_old {
            self.introduce_function(name, &name_span, signature)?;
        }
        let body = self.statements()?;
        self.names.close();
        // Calls pass their arguments as they are, whatever the types behind the bracket.
        if is_old {
            let what = "a function in the old style";
            let problem = Problem::unsupported(&span, what);
            let hint = "write the types of the parameters between the brackets";
            self.unread.push(problem.hint(hint));
            self.untold.insert(name);
            return Ok(());
        }
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
                None => {
                    let meaning = Meaning::Variable(Held::default());
                    self.introduce(name, &span, meaning)?;
                    plain(name, span, Scalar::INT, Shape::Single)
                }
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
            parameters.push(self.parameter()?);
            if self.accept(")") {
                return Ok(parameters);
            }
            self.expect(",")?;
        }
    }

    fn parameter(&mut self) -> Reads<Declaration> {
        if self.peek().is_mark("...") {
            return Err(Problem::unsupported(
                &self.span(),
                "any number of arguments",
            ));
        }
        let specifiers = self.specifiers()?;
        // A function that is only declared need not name its parameters.
        let mut distance = 0;
        while self.ahead(distance).is_mark("*") {
            distance += 1;
        }
        if self.ahead(distance).word().is_none() {
            return self.unnamed_parameter(specifiers.scalar);
        }
        let (mut parameter, is_fixed) = self.declarator(specifiers.scalar)?;
        // An array is a pointer here, and no constant of its own.
        let is_pointer = !matches!(parameter.shape, Shape::Single);
        parameter.is_constant = specifiers.is_constant && !is_pointer;
        let held = Held {
            dimensions: 0,
            is_constant: is_fixed || parameter.is_constant,
            ..held(&parameter.shape, specifiers.is_constant, is_fixed)
        };
        self.introduce(parameter.name, &parameter.span, Meaning::Variable(held))?;
        Ok(parameter)
    }

    fn unnamed_parameter(&mut self, scalar: Scalar) -> Reads<Declaration> {
        let span = self.span();
        let mut stars = 0;
        while self.accept("*") {
            stars += 1;
        }
        if self.peek().is_mark("(") {
            let what = "a pointer to a function or to an array";
            return Err(Problem::unsupported(&span, what));
        }
        let mut sizes = Vec::new();
        while self.accept("[") {
            let is_open = self.peek().is_mark("*") && self.ahead(1).is_mark("]");
            if is_open || self.begins_type(0) {
                let what = "an array declared like this";
                return Err(Problem::unsupported(&span, what));
            }
            sizes.push(match self.peek().is_mark("]") {
                true => None,
                false => Some(self.conditional()?),
            });
            self.expect("]")?;
        }
        let shape = match (stars, sizes.len()) {
            (0, 0) => Shape::Single,
            (0, _) => Shape::Array(sizes),
            (stars, dimensions) => Shape::Pointer(stars + dimensions),
        };
        Ok(plain(Symbol::new(""), span, scalar, shape))
    }
}

/// A parameter of which nothing else is said.
fn plain(name: Symbol, span: Span, scalar: Scalar, shape: Shape) -> Declaration {
    Declaration {
        name,
        span,
        scalar,
        shape,
        initial: None,
        role: Role::Plain,
        storage: Storage::Automatic,
        is_constant: false,
    }
}
