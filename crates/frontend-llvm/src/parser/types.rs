//! Types.

use std::rc::Rc;

use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{FunctionType, Type};

/// The widest integer that LLVM has.
const WIDEST: u32 = 1 << 23;

/// The width that a word such as `i32` names.
fn integer_width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits
        .parse()
        .ok()
        .filter(|width| (1..=WIDEST).contains(width))
}

fn is_float(word: &str) -> bool {
    matches!(
        word,
        "half" | "bfloat" | "float" | "double" | "x86_fp80" | "fp128" | "ppc_fp128"
    )
}

fn is_other(word: &str) -> bool {
    matches!(
        word,
        "label" | "metadata" | "token" | "x86_mmx" | "x86_amx" | "opaque" | "target"
    )
}

impl<'t> Parser<'t> {
    /// Whether the current token begins a type.
    pub(super) fn begins_type(&self) -> bool {
        match self.token {
            Token::Local(_) | Token::Sign(b'[' | b'{' | b'<') => true,
            Token::Word(word) => {
                matches!(word, "void" | "ptr")
                    || is_float(word)
                    || is_other(word)
                    || integer_width(word).is_some()
            }
            _ => false,
        }
    }

    /// A type, with whatever follows it: stars, address spaces, the parameters of a function type.
    pub(super) fn ty(&mut self) -> Parsed<Type<'t>> {
        let mut ty = self.deeper(Self::plain_type)?;
        // Where an address space stands in front of a star, it is the pointer's.
        let mut elsewhere = None;
        loop {
            match self.token {
                Token::Sign(b'*') => {
                    self.advance();
                    ty = elsewhere.take().map_or(Type::Pointer, Type::Elsewhere);
                }
                Token::Word("addrspace") => {
                    let space = self.address_space()?;
                    if ty == Type::Pointer && !self.is(b'*') {
                        ty = space.map_or(Type::Pointer, Type::Elsewhere);
                    } else {
                        elsewhere = space;
                    }
                }
                Token::Sign(b'(') => {
                    ty = self.deeper(|parser| parser.function_type(ty.clone()))?;
                }
                _ => return Ok(ty),
            }
        }
    }

    /// `addrspace(3)`: the number, unless it is that of the first.
    pub(super) fn address_space(&mut self) -> Parsed<Option<&'t str>> {
        self.advance();
        if !self.is(b'(') {
            return self.error("the number of an address space is expected here");
        }
        let open = self.start;
        self.skip_bracket()?;
        let number = self.text[open + 1..self.behind].trim_end_matches(')');
        Ok((number.trim() != "0").then_some(number))
    }

    /// The parameters of a function type, behind its result.
    fn function_type(&mut self, result: Type<'t>) -> Parsed<Type<'t>> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.eat(b')') {
            if self.token == Token::Ellipsis {
                self.advance();
                variadic = true;
            } else {
                parameters.push(self.ty()?);
            }
            if !self.eat(b',') && !self.is(b')') {
                return self.error("`,` or `)` is expected here");
            }
        }
        Ok(Type::Function(Rc::new(FunctionType {
            result,
            parameters,
            variadic,
        })))
    }

    fn plain_type(&mut self) -> Parsed<Type<'t>> {
        match self.token {
            Token::Word(word) => {
                let ty = match word {
                    "void" => Type::Void,
                    "ptr" => Type::Pointer,
                    _ if is_float(word) => Type::Float(word),
                    _ if is_other(word) => Type::Other(word),
                    _ => match integer_width(word) {
                        Some(width) => Type::Integer(width),
                        None => return self.error("a type is expected here"),
                    },
                };
                self.advance();
                if word == "target" && self.is(b'(') {
                    self.skip_bracket()?;
                }
                Ok(ty)
            }
            Token::Local(name) => {
                self.advance();
                Ok(Type::Named(name))
            }
            Token::Sign(b'[') => {
                self.advance();
                let (count, element) = self.sequence()?;
                self.expect(b']')?;
                Ok(Type::Array(count, Rc::new(element)))
            }
            Token::Sign(b'{') => self.structure(false),
            Token::Sign(b'<') => {
                self.advance();
                if self.is(b'{') {
                    let ty = self.structure(true)?;
                    self.expect(b'>')?;
                    return Ok(ty);
                }
                let is_scalable = self.eat_word("vscale");
                if is_scalable {
                    self.expect_word("x")?;
                }
                let (count, element) = self.sequence()?;
                self.expect(b'>')?;
                Ok(match is_scalable {
                    true => Type::Other("vscale"),
                    false => Type::Vector(count, Rc::new(element)),
                })
            }
            _ => self.error("a type is expected here"),
        }
    }

    /// `4 x i32`.
    fn sequence(&mut self) -> Parsed<(u64, Type<'t>)> {
        let count = self.number()?;
        self.expect_word("x")?;
        Ok((count, self.ty()?))
    }

    fn structure(&mut self, packed: bool) -> Parsed<Type<'t>> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        while !self.eat(b'}') {
            fields.push(self.ty()?);
            if !self.eat(b',') && !self.is(b'}') {
                return self.error("`,` or `}` is expected here");
            }
        }
        Ok(Type::Struct {
            fields: fields.into(),
            packed,
        })
    }
}
