//! Instructions.

use super::functions::Head;
use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{
    self, Argument, Attributes, Call, Flags, Instruction, Kind, Name, Tail, Type, Typed, Value,
};

/// The flags of floating-point operations.
const FLOAT_FLAGS: &[&str] = &[
    "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc",
];

impl<'t> Parser<'t> {
    pub(super) fn instruction(&mut self) -> Parsed<Instruction<'t>> {
        let at = self.start;
        let result = match self.token {
            Token::Local(name) => {
                self.advance();
                self.expect(b'=')?;
                Some(name)
            }
            _ => None,
        };
        let Token::Word(opcode) = self.token else {
            return self.error("an instruction is expected here");
        };
        self.advance();
        let kind = self.kind(opcode)?;
        let mut instruction = Instruction {
            result,
            kind,
            repeats: None,
            metadata: Vec::new(),
            at,
        };
        self.trailing(&mut instruction)?;
        Ok(instruction)
    }

    fn kind(&mut self, opcode: &'t str) -> Parsed<Kind<'t>> {
        match opcode {
            "add" | "sub" | "mul" | "udiv" | "sdiv" | "urem" | "srem" | "shl" | "lshr" | "ashr"
            | "and" | "or" | "xor" => self.binary(opcode),
            "icmp" => self.compare(),
            "trunc" | "zext" | "sext" | "bitcast" | "inttoptr" | "ptrtoint" | "addrspacecast"
            | "ptrtoaddr" | "fptrunc" | "fpext" | "fptoui" | "fptosi" | "uitofp" | "sitofp" => {
                self.cast(opcode)
            }
            "select" => self.select(),
            "phi" => self.phi(),
            "freeze" => Ok(Kind::Freeze(self.typed()?)),
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "getelementptr" => self.pointer(),
            "extractvalue" => {
                let from = self.typed()?;
                let indices = self.places()?;
                Ok(Kind::ExtractValue { from, indices })
            }
            "insertvalue" => {
                let into = self.typed()?;
                self.expect(b',')?;
                let value = self.typed()?;
                let indices = self.places()?;
                Ok(Kind::InsertValue {
                    into,
                    value,
                    indices,
                })
            }
            "extractelement" => {
                let from = self.typed()?;
                self.expect(b',')?;
                let index = self.typed()?;
                Ok(Kind::ExtractElement { from, index })
            }
            "insertelement" => {
                let into = self.typed()?;
                self.expect(b',')?;
                let value = self.typed()?;
                self.expect(b',')?;
                let index = self.typed()?;
                Ok(Kind::InsertElement { into, value, index })
            }
            "shufflevector" => {
                let left = self.typed()?;
                self.expect(b',')?;
                let right = self.typed()?;
                self.expect(b',')?;
                let mask = self.typed()?;
                Ok(Kind::Shuffle { left, right, mask })
            }
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                self.call(match opcode {
                    "tail" => Tail::Tail,
                    "musttail" => Tail::MustTail,
                    _ => Tail::No,
                })
            }
            "call" => self.call(Tail::No),
            "ret" => {
                let ty = self.ty()?;
                if ty == Type::Void {
                    return Ok(Kind::Return(None));
                }
                let value = self.value(&ty)?;
                Ok(Kind::Return(Some(Typed { ty, value })))
            }
            "br" => self.branch(),
            "switch" => self.switch(),
            "unreachable" => Ok(Kind::Unreachable),
            _ => self.other(opcode),
        }
    }

    /// Passes over an instruction that is not understood: to the end of its line, and over the
    /// lines that continue it.
    fn other(&mut self, opcode: &'t str) -> Parsed<Kind<'t>> {
        let bytes = self.text.as_bytes();
        loop {
            let is_line_end = self.text[self.behind..self.start].contains('\n');
            let continues = matches!(
                self.token,
                Token::Word("to" | "cleanup" | "catch" | "filter" | "unwind")
            );
            match self.token {
                Token::End | Token::Bad => {
                    return self.error(format!("`{opcode}` is not understood"));
                }
                Token::Sign(b'}') => break,
                _ if is_line_end && !continues => break,
                Token::Sign(b'(' | b'[' | b'{') if bytes[self.start] != b'<' => {
                    self.skip_bracket()?;
                }
                _ => drop(self.advance()),
            }
        }
        Ok(Kind::Other(opcode))
    }

    /// What follows an instruction behind commas: metadata, mostly.
    fn trailing(&mut self, instruction: &mut Instruction<'t>) -> Parsed<()> {
        while self.is(b',') {
            self.advance();
            match self.token {
                Token::Metadata(kind) => {
                    self.advance();
                    instruction.metadata.push(kind);
                    let node = self.metadata_node()?;
                    if kind == "llvm.loop" {
                        instruction.repeats = Some(node);
                    }
                }
                Token::Word("align") => {
                    self.advance();
                    self.number()?;
                }
                Token::Word("addrspace") => drop(self.address_space()?),
                _ => return self.error("this follows no instruction"),
            }
        }
        Ok(())
    }

    pub(super) fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        while let Token::Word(word) = self.token {
            let Some((_, flag)) = Flags::ALL.iter().find(|(name, _)| *name == word) else {
                break;
            };
            *flag(&mut flags) = true;
            self.advance();
        }
        flags
    }

    fn binary(&mut self, opcode: &'t str) -> Parsed<Kind<'t>> {
        let flags = self.flags();
        let (ty, left, right) = self.two()?;
        Ok(Kind::Binary {
            opcode,
            flags,
            ty,
            left,
            right,
        })
    }

    /// `i32 %x, %y`.
    fn two(&mut self) -> Parsed<(Type<'t>, Value<'t>, Value<'t>)> {
        let ty = self.ty()?;
        let left = self.value(&ty)?;
        self.expect(b',')?;
        let right = self.value(&ty)?;
        Ok((ty, left, right))
    }

    fn compare(&mut self) -> Parsed<Kind<'t>> {
        let flags = self.flags();
        let Token::Word(predicate) = self.advance() else {
            return self.error("a predicate is expected before this");
        };
        let (ty, left, right) = self.two()?;
        Ok(Kind::Compare {
            predicate,
            flags,
            ty,
            left,
            right,
        })
    }

    fn cast(&mut self, opcode: &'t str) -> Parsed<Kind<'t>> {
        let flags = self.flags();
        while let Token::Word(word) = self.token
            && FLOAT_FLAGS.contains(&word)
        {
            self.advance();
        }
        let from = self.typed()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        Ok(Kind::Cast {
            opcode,
            flags,
            from,
            to,
        })
    }

    /// Passes over the flags of floating-point instructions.
    fn skip_to_type(&mut self) {
        while matches!(self.token, Token::Word(_)) && !self.begins_type() {
            self.advance();
        }
    }

    fn select(&mut self) -> Parsed<Kind<'t>> {
        self.skip_to_type();
        let condition = self.typed()?;
        self.expect(b',')?;
        let then = self.typed()?;
        self.expect(b',')?;
        let otherwise = self.typed()?;
        Ok(Kind::Select {
            condition,
            then,
            otherwise,
        })
    }

    fn phi(&mut self) -> Parsed<Kind<'t>> {
        self.skip_to_type();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(&ty)?;
            self.expect(b',')?;
            let Token::Local(block) = self.advance() else {
                return self.error("a block is expected before this");
            };
            self.expect(b']')?;
            incoming.push((value, block));
            let mut ahead = self.clone();
            if !(ahead.eat(b',') && ahead.is(b'[')) {
                break;
            }
            *self = ahead;
        }
        Ok(Kind::Phi { ty, incoming })
    }

    /// `, 0, 1`: the places of a part of an aggregate.
    fn places(&mut self) -> Parsed<Vec<u64>> {
        let mut places = Vec::new();
        while self.is(b',') {
            let mut ahead = self.clone();
            ahead.advance();
            if !matches!(ahead.token, Token::Integer(_)) {
                break;
            }
            places.push(ahead.number()?);
            *self = ahead;
        }
        Ok(places)
    }

    fn call(&mut self, tail: Tail) -> Parsed<Kind<'t>> {
        let mut result_attributes = Attributes::default();
        let mut head = Head::default();
        while !self.begins_type() {
            let is_float_flag =
                matches!(self.token, Token::Word(word) if FLOAT_FLAGS.contains(&word));
            if is_float_flag {
                self.advance();
            } else if self.is_word("addrspace") {
                let at = self.start;
                if self.address_space()?.is_some() {
                    result_attributes.unknown = Some(("addrspace", at));
                }
            } else if !self.head_word(&mut head)? && !self.attribute(&mut result_attributes)? {
                return self.error("the type of a call is expected here");
            }
        }
        let (result, variadic) = match self.ty()? {
            Type::Function(ty) => {
                let variadic = ty.variadic.then_some(ty.parameters.len());
                (ty.result.clone(), variadic)
            }
            ty => (ty, None),
        };
        let callee = self.value(&Type::Pointer)?;
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        while !self.eat(b')') {
            let ty = self.ty()?;
            let mut attributes = Attributes::default();
            let is_metadata = matches!(ty, Type::Other("metadata"));
            while !is_metadata && self.attribute(&mut attributes)? {}
            let value = self.value(&ty)?;
            arguments.push(Argument {
                value: Typed { ty, value },
                attributes,
            });
            if !self.eat(b',') && !self.is(b')') {
                return self.error("`,` or `)` is expected here");
            }
        }
        let mut attributes = Attributes::default();
        // A word on the next line is the next instruction.
        while !self.text[self.behind..self.start].contains('\n')
            && self.attribute(&mut attributes)?
        {}
        let bundles = self.bundles()?;
        let mut metadata = Vec::new();
        let mut range = None;
        let mut parts = None;
        let mut aliasing = Vec::new();
        while self.is(b',') {
            let mut ahead = self.clone();
            ahead.advance();
            let Token::Metadata(kind) = ahead.token else {
                break;
            };
            ahead.advance();
            metadata.push(kind);
            let node = ahead.metadata_node()?;
            match kind {
                "range" => range = Some(node),
                "tbaa.struct" => parts = Some(node),
                _ => {}
            }
            if syntax::says_apart(kind) {
                aliasing.push((kind, node));
            }
            *self = ahead;
        }
        Ok(Kind::Call(Box::new(Call {
            result,
            callee,
            arguments,
            result_attributes,
            attributes,
            range,
            parts,
            aliasing,
            bundles,
            convention: head.convention,
            tail,
            variadic,
            metadata,
        })))
    }

    /// `[ "align"(ptr %p, i64 8) ]`, where it stands.
    fn bundles(&mut self) -> Parsed<Vec<(&'t str, Vec<Typed<'t>>)>> {
        let mut bundles = Vec::new();
        if !self.eat(b'[') {
            return Ok(bundles);
        }
        while !self.eat(b']') {
            let Token::Text(tag) = self.advance() else {
                return self.error("the tag of a bundle is expected before this");
            };
            self.expect(b'(')?;
            let mut operands = Vec::new();
            while !self.eat(b')') {
                operands.push(self.typed()?);
                if !self.eat(b',') && !self.is(b')') {
                    return self.error("`,` or `)` is expected here");
                }
            }
            bundles.push((tag, operands));
            if !self.eat(b',') && !self.is(b']') {
                return self.error("`,` or `]` is expected here");
            }
        }
        Ok(bundles)
    }

    /// `label %x`.
    fn label(&mut self) -> Parsed<Name<'t>> {
        self.expect_word("label")?;
        match self.advance() {
            Token::Local(name) => Ok(name),
            _ => self.error("a block is expected before this"),
        }
    }

    fn branch(&mut self) -> Parsed<Kind<'t>> {
        if self.is_word("label") {
            return Ok(Kind::Goto(self.label()?));
        }
        let condition = self.typed()?.value;
        self.expect(b',')?;
        let then = self.label()?;
        self.expect(b',')?;
        let otherwise = self.label()?;
        Ok(Kind::Branch {
            condition,
            then,
            otherwise,
        })
    }

    fn switch(&mut self) -> Parsed<Kind<'t>> {
        let value = self.typed()?;
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.eat(b']') {
            let case = self.typed()?.value;
            self.expect(b',')?;
            cases.push((case, self.label()?));
        }
        Ok(Kind::Switch {
            value,
            default,
            cases,
        })
    }
}
