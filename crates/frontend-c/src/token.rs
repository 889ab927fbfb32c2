//! Tokens.

use logic::{Integer, Rational, Symbol};

use crate::problem::Span;

/// A token and where it stands. A token from a macro stands where the macro is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    /// Whether it is the first of its line, continued lines being one.
    pub(crate) starts_line: bool,
    /// Whether it follows the token before it directly; `f(` begins a macro with parameters only so.
    pub(crate) is_glued: bool,
    /// Whether it names a macro inside of its own expansion, which is never expanded again.
    pub(crate) is_painted: bool,
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name or a keyword.
    Word(Symbol),
    /// An integer or character.
    Integer(Integer, IntegerType),
    /// A number with a point or an exponent.
    Real(Rational),
    /// A string: what stands between the quotation marks.
    Text(Symbol),
    /// An operator or a bracket.
    Mark(&'static str),
    /// A pragma with its tokens, macros expanded.
    Pragma(Vec<Token>),
    /// Something that is no token, which is an error only where it is used.
    Bad(&'static str),
    /// The end of the text.
    End,
}

/// The type of an integer literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IntegerType {
    pub(crate) sign: Signedness,
    pub(crate) bits: u8,
}

impl IntegerType {
    pub(crate) const INT: IntegerType = IntegerType {
        sign: Signedness::Signed,
        bits: 32,
    };

    /// Whether a number is one of the type.
    pub(crate) fn holds(self, value: u64) -> bool {
        let places = match self.sign {
            Signedness::Signed => u32::from(self.bits) - 1,
            Signedness::Unsigned => u32::from(self.bits),
        };
        places >= u64::BITS || value >> places == 0
    }
}

/// Whether an integer type has negative numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signedness {
    Signed,
    Unsigned,
}

impl Token {
    pub(crate) fn word(&self) -> Option<Symbol> {
        match self.kind {
            Kind::Word(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.word().is_some_and(|own| own.as_str() == word)
    }

    pub(crate) fn is_mark(&self, mark: &str) -> bool {
        self.kind == Kind::Mark(mark_named(mark))
    }

    /// The token in words, for messages.
    pub(crate) fn describe(&self) -> String {
        match &self.kind {
            Kind::Word(name) => format!("`{name}`"),
            Kind::Integer(value, _) => format!("`{value}`"),
            Kind::Real(_) => "a number".to_owned(),
            Kind::Text(_) => "a string".to_owned(),
            Kind::Mark(mark) => format!("`{mark}`"),
            Kind::Pragma(_) => "a pragma".to_owned(),
            Kind::Bad(what) => (*what).to_owned(),
            Kind::End => "the end of the file".to_owned(),
        }
    }
}

/// All operators and brackets, longer ones before their beginnings.
pub(crate) const MARKS: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "=>", "&&", "||",
    "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "[", "]", "(", ")", "{", "}", ".", "&",
    "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":", ";", "=", ",", "#", "@",
];

/// The one copy of a mark; the empty mark, which no text has, for anything else.
fn mark_named(mark: &str) -> &'static str {
    let found = MARKS.iter().find(|own| **own == mark);
    found.copied().unwrap_or_default()
}
