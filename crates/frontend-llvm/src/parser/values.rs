//! Constants and operands.

use std::rc::Rc;

use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{Expression, Type, Typed, Value};

impl<'t> Parser<'t> {
    /// A type and a value of it.
    pub(super) fn typed(&mut self) -> Parsed<Typed<'t>> {
        let ty = self.ty()?;
        let value = self.value(&ty)?;
        Ok(Typed { ty, value })
    }

    /// A value of a type.
    pub(super) fn value(&mut self, ty: &Type<'t>) -> Parsed<Value<'t>> {
        if matches!(ty, Type::Other("metadata")) {
            return self.metadata_value();
        }
        let value = match self.token {
            Token::Local(name) => Value::Local(name),
            Token::Global(name) => Value::Global(name),
            Token::Integer(digits) => Value::Integer(digits),
            Token::Float(digits) => Value::Float(digits),
            Token::Bytes(bytes) => Value::Bytes(bytes),
            Token::Word(word) => match word {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                "null" => Value::Null,
                "undef" => Value::Undef,
                "poison" => Value::Poison,
                "zeroinitializer" => Value::Zero,
                "none" => Value::Other(word),
                _ if word.starts_with("0x") => Value::Float(word),
                _ => return self.deeper(|parser| parser.expression(word)),
            },
            Token::Sign(b'[' | b'{' | b'<') => return self.deeper(Self::aggregate),
            Token::Sign(b'!') | Token::Metadata(_) => return self.metadata_value(),
            _ => return self.error("a value is expected here"),
        };
        self.advance();
        Ok(value)
    }

    /// Something of type `metadata`: passed over.
    fn metadata_value(&mut self) -> Parsed<Value<'t>> {
        let start = self.start;
        match self.token {
            Token::Metadata(_) | Token::Sign(b'!') => self.metadata_reference()?,
            _ => drop(self.typed()?),
        }
        Ok(Value::Other(&self.text[start..self.behind]))
    }

    fn aggregate(&mut self) -> Parsed<Value<'t>> {
        let packed = self.is(b'<') && {
            let mut ahead = self.clone();
            ahead.advance();
            ahead.is(b'{')
        };
        if packed {
            self.advance();
        }
        let close = match self.advance() {
            Token::Sign(b'[') => b']',
            Token::Sign(b'{') => b'}',
            _ => b'>',
        };
        let mut elements = Vec::new();
        while !self.eat(close) {
            elements.push(self.typed()?);
            if !self.eat(b',') && !self.is(close) {
                return self.error("`,` or the end of this constant is expected here");
            }
        }
        if packed {
            self.expect(b'>')?;
        }
        Ok(Value::Aggregate(elements))
    }

    fn expression(&mut self, opcode: &'t str) -> Parsed<Value<'t>> {
        let start = self.start;
        self.advance();
        match opcode {
            "asm" => {
                while matches!(
                    self.token,
                    Token::Word(_) | Token::Text(_) | Token::Sign(b',')
                ) {
                    self.advance();
                }
                return Ok(Value::Other(&self.text[start..self.behind]));
            }
            "dso_local_equivalent" | "no_cfi" => {
                self.advance();
                return Ok(Value::Other(&self.text[start..self.behind]));
            }
            "blockaddress" | "ptrauth" if self.is(b'(') => {
                self.skip_bracket()?;
                return Ok(Value::Other(&self.text[start..self.behind]));
            }
            _ => {}
        }
        let flags = self.flags();
        // What else stands there: `inrange(…)`, or the predicate of a comparison.
        let mut is_limited = false;
        while let Token::Word(flag) = self.token {
            self.advance();
            is_limited |= flag == "inrange";
            if flag == "inrange" && self.is(b'(') {
                self.skip_bracket()?;
            }
        }
        if !self.is(b'(') {
            return Err(crate::Problem::at(
                self.text,
                start,
                format!("`{opcode}` begins no value"),
            ));
        }
        self.advance();
        let source = if opcode == "getelementptr" {
            let ty = self.ty()?;
            self.expect(b',')?;
            Some(ty)
        } else {
            None
        };
        let mut operands = Vec::new();
        let mut to = None;
        while !self.eat(b')') {
            is_limited |= self.eat_word("inrange");
            operands.push(self.typed()?);
            if self.eat_word("to") {
                to = Some(self.ty()?);
            }
            if !self.eat(b',') && !self.is(b')') {
                return self.error("`,` or `)` is expected here");
            }
        }
        if is_limited {
            // Whoever gets such a pointer must not leave the range, of which pointers know nothing here.
            return Ok(Value::Other(&self.text[start..self.behind]));
        }
        Ok(Value::Expression(Rc::new(Expression {
            opcode,
            flags,
            source,
            operands,
            to,
        })))
    }
}
