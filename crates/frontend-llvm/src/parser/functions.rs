//! The heads of functions.

use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{Attributes, Function, Module, Name, Parameter, Type};

impl<'t> Parser<'t> {
    /// `define … { … }` or `declare …`.
    pub(super) fn function(&mut self, module: &mut Module<'t>) -> Parsed<()> {
        let at = self.start;
        let is_definition = self.is_word("define");
        self.advance();
        while let Token::Metadata(_) = self.token {
            self.advance();
            self.metadata_reference()?;
        }
        let mut interposable = false;
        let mut result_attributes = Attributes::default();
        while !self.begins_type() {
            interposable |= matches!(
                self.token,
                Token::Word("weak" | "linkonce" | "extern_weak" | "available_externally")
            );
            if !self.attribute(&mut result_attributes)? {
                return self.error("a type is expected here");
            }
        }
        let result = self.ty()?;
        let Token::Global(name) = self.advance() else {
            return self.error("the name of a function is expected before this");
        };
        self.expect(b'(')?;
        let (parameters, variadic) = self.parameters()?;
        let attributes = self.function_attributes()?;
        let body = if is_definition && self.is(b'{') {
            let open = self.start;
            self.skip_bracket()?;
            Some(open + 1..self.behind - 1)
        } else if is_definition {
            return self.error("`{` is expected here");
        } else {
            None
        };
        // The first one that has a body counts, as in LLVM, where there is only one.
        let place = module.function_places.get(&name);
        if place.is_none_or(|place| !module.functions[*place].is_defined()) {
            module.function_places.insert(name, module.functions.len());
        }
        module.functions.push(Function {
            name,
            result,
            result_attributes,
            parameters,
            variadic,
            attributes,
            interposable,
            body,
            at,
        });
        Ok(())
    }

    fn parameters(&mut self) -> Parsed<(Vec<Parameter<'t>>, bool)> {
        let mut parameters = Vec::new();
        let mut next = 0;
        let mut variadic = false;
        while !self.eat(b')') {
            if self.token == Token::Ellipsis {
                self.advance();
                variadic = true;
                self.expect(b')')?;
                break;
            }
            let ty = self.ty()?;
            let mut attributes = Attributes::default();
            while self.attribute(&mut attributes)? {}
            let name = match self.token {
                Token::Local(name) => {
                    self.advance();
                    name
                }
                _ => Name::Number(next),
            };
            if let Name::Number(number) = name {
                next = number + 1;
            }
            if let Type::Other("metadata") = ty
                && !self.is(b',')
                && !self.is(b')')
            {
                return self.error("a parameter of this type has no name");
            }
            parameters.push(Parameter {
                name,
                ty,
                attributes,
            });
            if !self.eat(b',') && !self.is(b')') {
                return self.error("`,` or `)` is expected here");
            }
        }
        Ok((parameters, variadic))
    }

    /// What follows the parameters of a function, up to its body or the next entity.
    fn function_attributes(&mut self) -> Parsed<Attributes<'t>> {
        let mut attributes = Attributes::default();
        loop {
            match self.token {
                Token::Word("define" | "declare" | "attributes" | "target" | "source_filename")
                | Token::Word("uselistorder" | "uselistorder_bb" | "module") => break,
                Token::Word("personality" | "prefix" | "prologue") => {
                    self.advance();
                    let ty = self.ty()?;
                    self.value(&ty)?;
                }
                Token::Word("gc" | "section" | "partition") => {
                    self.advance();
                    self.advance();
                }
                Token::Word("comdat") => {
                    self.advance();
                    if self.is(b'(') {
                        self.skip_bracket()?;
                    }
                }
                // A piece of metadata, unless it begins the entity `!0 = …` of the module.
                Token::Metadata(_) => {
                    let mut ahead = self.clone();
                    ahead.advance();
                    if ahead.is(b'=') {
                        break;
                    }
                    self.advance();
                    self.metadata_reference()?;
                }
                _ => {
                    if !self.attribute(&mut attributes)? {
                        break;
                    }
                }
            }
        }
        Ok(attributes)
    }
}
