//! Attributes: those that matter are kept, all others passed over, known or not.

use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{Attributes, Flag};

/// Words that begin a value and are therefore no attributes.
const VALUE_WORDS: &[&str] = &[
    "null",
    "undef",
    "poison",
    "true",
    "false",
    "zeroinitializer",
    "none",
    "getelementptr",
    "bitcast",
    "addrspacecast",
    "inttoptr",
    "ptrtoint",
    "ptrtoaddr",
    "trunc",
    "zext",
    "sext",
    "add",
    "sub",
    "mul",
    "shl",
    "lshr",
    "ashr",
    "and",
    "or",
    "xor",
    "icmp",
    "fcmp",
    "select",
    "fptrunc",
    "fpext",
    "fptosi",
    "fptoui",
    "sitofp",
    "uitofp",
    "extractelement",
    "insertelement",
    "shufflevector",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "fneg",
    "blockaddress",
    "dso_local_equivalent",
    "no_cfi",
    "ptrauth",
    "asm",
    "splat",
];

impl<'t> Parser<'t> {
    /// Reads one attribute, if there is one: a word with or without arguments, a string with or
    /// without a value, or a reference to a group.
    pub(super) fn attribute(&mut self, attributes: &mut Attributes<'t>) -> Parsed<bool> {
        match self.token {
            Token::Hash(group) => {
                self.advance();
                attributes.groups.push(group);
                Ok(true)
            }
            Token::Text(_) => {
                self.advance();
                if self.eat(b'=') {
                    self.advance();
                }
                Ok(true)
            }
            Token::Word(word) if !VALUE_WORDS.contains(&word) => {
                self.advance();
                self.attribute_word(word, attributes)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn attribute_word(&mut self, word: &'t str, attributes: &mut Attributes<'t>) -> Parsed<()> {
        match word {
            "noundef" => attributes.set(Flag::Noundef),
            "noalias" => attributes.set(Flag::Noalias),
            "nonnull" => attributes.set(Flag::Nonnull),
            "readnone" => attributes.set(Flag::Readnone),
            "willreturn" => attributes.set(Flag::Willreturn),
            "nounwind" => attributes.set(Flag::Nounwind),
            "mustprogress" => attributes.set(Flag::Mustprogress),
            "noreturn" => attributes.set(Flag::Noreturn),
            "speculatable" => attributes.set(Flag::Speculatable),
            "readonly"
            | "writeonly"
            | "argmemonly"
            | "inaccessiblememonly"
            | "inaccessiblemem_or_argmemonly"
            | "memory"
            | "allocsize"
            | "nocallback" => attributes.set(Flag::Restrained),
            "returned" => attributes.set(Flag::Returned),
            "byval" => attributes.set(Flag::Copied),
            "sret" => attributes.set(Flag::Sret),
            "dead_on_return" | "inalloca" | "preallocated" | "swifterror" | "nest" | "byref" => {
                attributes.set(Flag::Special);
            }
            _ => {}
        }
        match self.token {
            Token::Sign(b'(') => self.attribute_arguments(word, attributes),
            // `align 4`, `cc 10`; behind any other word, a number is the value that follows.
            Token::Integer(_) if matches!(word, "align" | "cc") => {
                let number = self.number()?;
                if word == "align" {
                    attributes.align = number;
                }
                Ok(())
            }
            Token::Sign(b'=') if word == "alignstack" || word == "vscale_range" => {
                self.advance();
                self.advance();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn attribute_arguments(&mut self, word: &str, attributes: &mut Attributes<'t>) -> Parsed<()> {
        let mut inside = self.clone();
        inside.advance();
        match word {
            "dereferenceable" => attributes.dereferenceable = inside.number()?,
            "dereferenceable_or_null" => attributes.dereferenceable_or_null = inside.number()?,
            "align" => attributes.align = inside.number()?,
            "byval" | "sret" => attributes.behind = Some(inside.ty()?),
            "memory" => {
                let is_none = inside.eat_word("none") && inside.is(b')');
                if is_none {
                    attributes.set(Flag::Readnone);
                }
            }
            "range" => {
                inside.ty()?;
                if let Token::Integer(low) = inside.advance()
                    && inside.eat(b',')
                    && let Token::Integer(high) = inside.advance()
                {
                    attributes.range = Some((low, high));
                }
            }
            _ => {}
        }
        self.skip_bracket()
    }
}
