//! Attributes: words with or without arguments, strings, references to groups.

use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{Attributes, Class, MemoryEffects, ModRef, Name, Word};

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
            Token::Text(key) => {
                self.advance();
                let mut value = Token::End;
                if self.eat(b'=') {
                    value = self.advance();
                }
                if key == "null-pointer-is-valid" && value == Token::Text("true") {
                    attributes.set(Word::NullPointerIsValid);
                }
                Ok(true)
            }
            Token::Word(word) if !VALUE_WORDS.contains(&word) => {
                let at = self.start;
                self.advance();
                match Word::of(word) {
                    Some(word) => self.attribute_word(word, attributes)?,
                    None => {
                        attributes.unknown = attributes.unknown.or(Some((word, at)));
                        self.skip_argument(word)?;
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Passes over what follows a word in brackets.
    fn skip_argument(&mut self, word: &str) -> Parsed<()> {
        match self.token {
            Token::Sign(b'(') => self.skip_bracket(),
            Token::Sign(b'=') if word == "vscale_range" => {
                self.advance();
                self.advance();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn attribute_word(&mut self, word: Word, attributes: &mut Attributes<'t>) -> Parsed<()> {
        let effects = match word {
            Word::Readnone => MemoryEffects::all(ModRef::NONE),
            Word::Readonly => MemoryEffects::all(ModRef::READ),
            Word::Writeonly => MemoryEffects::all(ModRef::WRITE),
            Word::Argmemonly => MemoryEffects::ARGUMENTS,
            Word::Inaccessiblememonly => MemoryEffects::INACCESSIBLE,
            Word::InaccessiblememOrArgmemonly => MemoryEffects::INACCESSIBLE_OR_ARGUMENTS,
            _ => MemoryEffects::default(),
        };
        attributes.effects = attributes.effects.and(effects);
        if self.is(b'(') {
            return self.attribute_arguments(word, attributes);
        }
        attributes.set(word);
        match (word, self.token) {
            // `align 4`; behind any other word, a number is the value that follows.
            (Word::Align, Token::Integer(_)) => attributes.align = self.number()?,
            (Word::Alignstack | Word::Align, Token::Sign(b'=')) => {
                self.advance();
                let number = self.number()?;
                match word {
                    Word::Align => attributes.align = number,
                    _ => attributes.stack_align = number,
                }
            }
            _ => self.skip_argument(word.name())?,
        }
        Ok(())
    }

    fn attribute_arguments(&mut self, word: Word, attributes: &mut Attributes<'t>) -> Parsed<()> {
        let mut inside = self.clone();
        inside.advance();
        match word {
            Word::Dereferenceable => attributes.dereferenceable = inside.number()?,
            Word::DereferenceableOrNull => attributes.dereferenceable_or_null = inside.number()?,
            Word::Align => attributes.align = inside.number()?,
            Word::Alignstack => attributes.stack_align = inside.number()?,
            Word::Byval | Word::Sret => attributes.behind = Some(inside.ty()?),
            Word::Memory => {
                let effects = inside.memory_effects()?;
                attributes.effects = attributes.effects.and(effects);
            }
            // `captures(none)` is the same as `nocapture`; whatever else it says, something is kept.
            Word::Captures if inside.eat_word("none") && inside.is(b')') => {
                attributes.set(Word::Nocapture);
                return self.skip_bracket();
            }
            Word::Range => {
                inside.ty()?;
                if let Token::Integer(low) = inside.advance()
                    && inside.eat(b',')
                    && let Token::Integer(high) = inside.advance()
                {
                    attributes.range = Some((low, high));
                } else {
                    return self.error("a range has two numbers");
                }
            }
            _ => {}
        }
        attributes.set(word);
        let start = self.start;
        self.skip_bracket()?;
        // What is said of memory is compared by what it means.
        if word.class() == Class::Promise && word != Word::Memory {
            let arguments = &self.text[start..self.behind];
            attributes.arguments.push((word, arguments));
        }
        Ok(())
    }

    /// What stands in `memory(…)`: a word for all memory, then words for some kinds of it.
    fn memory_effects(&mut self) -> Parsed<MemoryEffects> {
        let mut effects = MemoryEffects::all(ModRef::NONE);
        while !self.is(b')') {
            let kind = match self.token {
                Token::Label(Name::Text(kind)) => {
                    self.advance();
                    Some(kind)
                }
                _ => None,
            };
            let Token::Word(word) = self.token else {
                return self.error("`none`, `read`, `write` or `readwrite` is expected here");
            };
            let Some(access) = ModRef::of_word(word) else {
                return self.error("`none`, `read`, `write` or `readwrite` is expected here");
            };
            self.advance();
            match kind {
                None => effects = MemoryEffects::all(access),
                Some("argmem") => effects.argument = access,
                Some("inaccessiblemem") => effects.inaccessible = access,
                Some("errnomem") => effects.errno = access,
                // Memory of a target is memory that the module does not see.
                Some(kind) if kind.starts_with("target_mem") => {
                    effects.inaccessible = effects.inaccessible.or(access);
                }
                Some(_) => return self.error("this is no kind of memory"),
            }
            if !self.eat(b',') {
                break;
            }
        }
        Ok(effects)
    }
}
