//! Instructions about memory.

use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{self, Access, Kind, Type, Value};

impl<'t> Parser<'t> {
    pub(super) fn alloca(&mut self) -> Parsed<Kind<'t>> {
        let mut is_special = false;
        while self.eat_word("inalloca") || self.eat_word("swifterror") {
            is_special = true;
        }
        let ty = self.ty()?;
        let mut count = None;
        let mut align = 0;
        while self.is(b',') {
            let mut ahead = self.clone();
            ahead.advance();
            if ahead.eat_word("align") {
                align = ahead.number()?;
            } else if ahead.begins_type() {
                count = Some(ahead.typed()?);
            } else if ahead.is_word("addrspace") {
                is_special |= ahead.address_space()?.is_some();
            } else {
                break;
            }
            *self = ahead;
        }
        if is_special {
            return Ok(Kind::Other("alloca"));
        }
        Ok(Kind::Alloca { ty, count, align })
    }

    pub(super) fn load(&mut self) -> Parsed<Kind<'t>> {
        let mut access = Access::default();
        while self.eat_word("atomic") || self.eat_word("volatile") {
            access.special = true;
        }
        let ty = self.ty()?;
        self.expect(b',')?;
        let pointer = self.accessed(&mut access)?;
        self.access(&mut access)?;
        Ok(Kind::Load {
            ty,
            pointer,
            access,
        })
    }

    pub(super) fn store(&mut self) -> Parsed<Kind<'t>> {
        let mut access = Access::default();
        while self.eat_word("atomic") || self.eat_word("volatile") {
            access.special = true;
        }
        let value = self.typed()?;
        self.expect(b',')?;
        let pointer = self.accessed(&mut access)?;
        self.access(&mut access)?;
        Ok(Kind::Store {
            value,
            pointer,
            access,
        })
    }

    /// The pointer of an access.
    fn accessed(&mut self, access: &mut Access<'t>) -> Parsed<Value<'t>> {
        let pointer = self.typed()?;
        access.elsewhere = pointer.ty != Type::Pointer;
        Ok(pointer.value)
    }

    /// What follows the operands of a load or store.
    fn access(&mut self, access: &mut Access<'t>) -> Parsed<()> {
        // The scope and the ordering of an atomic access.
        while let Token::Word(word) = self.token
            && access.special
            && !self.text[self.behind..self.start].contains('\n')
        {
            self.advance();
            if word == "syncscope" && self.is(b'(') {
                self.skip_bracket()?;
            }
        }
        while self.eat(b',') {
            match self.token {
                Token::Word("align") => {
                    self.advance();
                    access.align = self.number()?;
                }
                Token::Metadata(kind) => {
                    self.advance();
                    match kind {
                        "noundef" => access.noundef = true,
                        "nonnull" => access.nonnull = true,
                        _ => {}
                    }
                    access.metadata.push(kind);
                    let node = self.metadata_node()?;
                    match kind {
                        "range" => access.range = Some(node),
                        "align" => access.pointer_align = Some(node),
                        "dereferenceable" => access.dereferenceable = Some(node),
                        "dereferenceable_or_null" => access.dereferenceable_or_null = Some(node),
                        _ => {}
                    }
                    if syntax::says_apart(kind) {
                        access.aliasing.push((kind, node));
                    }
                }
                _ => return self.error("this follows no memory access"),
            }
        }
        Ok(())
    }

    pub(super) fn pointer(&mut self) -> Parsed<Kind<'t>> {
        let flags = self.flags();
        if self.eat_word("inrange") {
            self.skip_bracket()?;
        }
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.typed()?;
        let mut indices = Vec::new();
        while self.is(b',') {
            let mut ahead = self.clone();
            ahead.advance();
            ahead.eat_word("inrange");
            if !ahead.begins_type() {
                break;
            }
            indices.push(ahead.typed()?);
            *self = ahead;
        }
        Ok(Kind::Pointer {
            flags,
            source,
            base,
            indices,
        })
    }
}
