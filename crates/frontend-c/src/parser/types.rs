//! Types: the words before a declaration, and enumerations.

use logic::Symbol;

use crate::constant::{self, Types};
use crate::mpi;
use crate::problem::{Problem, Reads};
use crate::syntax::{Scalar, Storage};
use crate::token::Signedness;

use super::Parser;
use super::names::Meaning;

/// What the words before a declaration say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specifiers {
    pub(super) scalar: Scalar,
    pub(super) storage: Storage,
    /// Whether it is `const`.
    pub(super) is_constant: bool,
    /// Whether it is a `long double`, which is a real number as `double` is, of another size.
    pub(super) is_long_double: bool,
}

/// The types that headers define.
fn known_type(name: &str) -> Option<Scalar> {
    let integer = |sign, bits| Some(Scalar::Integer { sign, bits });
    match name {
        "size_t" | "uint64_t" | "uintptr_t" => integer(Signedness::Unsigned, 64),
        "uint32_t" => integer(Signedness::Unsigned, 32),
        "uint16_t" => integer(Signedness::Unsigned, 16),
        "uint8_t" => integer(Signedness::Unsigned, 8),
        "int8_t" => integer(Signedness::Signed, 8),
        "int16_t" => integer(Signedness::Signed, 16),
        "int32_t" => integer(Signedness::Signed, 32),
        "int64_t" | "ptrdiff_t" | "ssize_t" | "time_t" | "clock_t" => {
            integer(Signedness::Signed, 64)
        }
        "MPI_Status" => Some(Scalar::Status),
        "MPI_Aint" | "MPI_Count" | "MPI_Offset" => integer(Signedness::Signed, 64),
        // Handles of MPI are numbers.
        _ => mpi::handle_type(name).map(|_| Scalar::INT),
    }
}

/// Whether a word is a part of the name of a type.
fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "char"
            | "double"
            | "float"
            | "int"
            | "long"
            | "short"
            | "signed"
            | "unsigned"
            | "void"
            | "_Bool"
    )
}

/// The type that words make in any order; none if they make none.
fn type_of_words(words: &[&str]) -> Option<Scalar> {
    let count = |word: &str| words.iter().filter(|own| **own == word).count();
    let rest = |own: &[&str]| words.iter().all(|word| own.contains(word));
    let once = |own: &str| count(own) <= 1;
    let signs = count("signed") + count("unsigned");
    let all_once = ["int", "char", "short", "double"]
        .iter()
        .all(|own| once(own));
    if signs > 1 || count("long") > 2 || !all_once {
        return None;
    }
    let sign = match count("unsigned") {
        0 => Signedness::Signed,
        _ => Signedness::Unsigned,
    };
    let integer = |bits| Some(Scalar::Integer { sign, bits });
    match words {
        ["void"] => Some(Scalar::Void),
        ["_Bool"] => Some(Scalar::Bool),
        ["float"] => Some(Scalar::Float),
        _ if count("double") == 1 && rest(&["double", "long"]) && once("long") => {
            Some(Scalar::Real)
        }
        _ if count("char") == 1 && rest(&["char", "signed", "unsigned"]) => integer(8),
        _ if count("short") == 1 && rest(&["short", "int", "signed", "unsigned"]) => integer(16),
        _ if rest(&["int", "signed", "unsigned"]) => integer(32),
        _ if rest(&["long", "int", "signed", "unsigned"]) => integer(64),
        _ => None,
    }
}

impl Parser {
    /// Whether a type begins at a token ahead.
    pub(super) fn begins_type(&self, distance: usize) -> bool {
        const WORDS: &[&str] = &[
            "auto", "char", "const", "double", "enum", "extern", "float", "inline", "int", "long",
            "register", "restrict", "short", "signed", "static", "struct", "typedef", "union",
            "unsigned", "void", "volatile", "_Bool",
        ];
        self.ahead(distance).word().is_some_and(|word| {
            WORDS.contains(&word.as_str())
                || self.named_type(word).is_some()
                || self.names.find(word) == Some(Meaning::Unread)
        })
    }

    /// The type that a name stands for.
    fn named_type(&self, name: Symbol) -> Option<Scalar> {
        match self.names.find(name) {
            Some(Meaning::Type(scalar)) => Some(scalar),
            Some(_) => None,
            None => known_type(name.as_str()),
        }
    }

    /// The words before a declaration: the type, and how long the variable lives.
    pub(super) fn specifiers(&mut self) -> Reads<Specifiers> {
        let start = self.span().start;
        let mut storage = Storage::Automatic;
        let mut is_stored = false;
        let mut is_constant = false;
        let mut named = None;
        let mut words: Vec<&'static str> = Vec::new();
        while let Some(word) = self.peek().word() {
            let text = word.as_str();
            if let Some(found) = self.storage(text) {
                if std::mem::replace(&mut is_stored, true) {
                    let message = "there is more than one word for how long this lives";
                    return Err(Problem::wrong(&self.span(), message));
                }
                storage = found;
            } else if matches!(text, "const" | "volatile" | "inline" | "restrict") {
                is_constant |= text == "const";
                self.restricts |= text == "restrict";
            } else if mpi::handle_type(text) == Some(false) {
                let what = format!("`{text}` is not supported yet");
                return Err(Problem::unsupported(&self.span(), what));
            } else if text == "typedef" {
                return Err(Problem::unsupported(
                    &self.span(),
                    "a `typedef` of this form",
                ));
            } else if self.names.find(word) == Some(Meaning::Unread)
                && named.is_none()
                && words.is_empty()
            {
                let what = format!("the type `{text}`, which was not read,");
                return Err(Problem::unsupported(&self.span(), what));
            } else if text == "union" {
                return Err(Problem::unsupported(&self.span(), "a `union`"));
            } else if is_type_word(text) || matches!(text, "struct" | "enum") {
                let is_made = matches!(text, "struct" | "enum");
                if named.is_some() || is_made && !words.is_empty() {
                    let problem = Problem::wrong(&self.span(), "there is a type already");
                    return Err(problem.hint("a semicolon may be missing before it"));
                }
                match text {
                    "struct" => named = Some(Scalar::Record(self.record()?)),
                    "enum" => named = Some(self.enumeration()?),
                    _ => words.push(text),
                }
                if is_made {
                    continue;
                }
            } else {
                match self.named_type(word) {
                    Some(found) if named.is_none() && words.is_empty() => named = Some(found),
                    _ => break,
                }
            }
            self.advance();
        }
        let span = self.since(start);
        let scalar = match named {
            Some(named) => named,
            None if words.is_empty() => return Err(self.expected("a type")),
            None => type_of_words(&words)
                .ok_or_else(|| Problem::wrong(&span, "these words make no type"))?,
        };
        let is_long_double = scalar == Scalar::Real && words.contains(&"long");
        self.has_long_doubles |= is_long_double;
        Ok(Specifiers {
            scalar,
            storage,
            is_constant,
            is_long_double,
        })
    }

    /// `enum name { A, B = 4 }`, whose constants are integers. C leaves open which type the variables
    /// have: it is unsigned where no constant is negative, as with GCC and Clang.
    fn enumeration(&mut self) -> Reads<Scalar> {
        self.advance();
        self.has_enumerations = true;
        let tag = match self.peek().word() {
            Some(_) => Some(self.expect_name()?.0),
            None => None,
        };
        if !self.accept("{") {
            let known = tag.and_then(|tag| self.names.enumeration(tag));
            let what = "an `enum` whose constants are not known";
            return known.ok_or_else(|| Problem::unsupported(&self.span(), what));
        }
        let mut next = 0_i64;
        let mut sign = Signedness::Unsigned;
        while !self.accept("}") {
            let (name, span) = self.expect_name()?;
            if self.accept("=") {
                let value = self.conditional()?;
                next = constant::evaluate(&value, Types::Own)
                    .ok()
                    .and_then(|value| i32::try_from(value).ok())
                    .map(i64::from)
                    .ok_or_else(|| Problem::unsupported(&value.span, "this constant"))?;
            }
            if next < 0 {
                sign = Signedness::Signed;
            }
            self.introduce(name, &span, Meaning::Constant(next))?;
            next = next
                .checked_add(1)
                .ok_or_else(|| Problem::wrong(&span, "this constant is too large"))?;
            if !self.peek().is_mark("}") {
                self.expect(",")?;
            }
        }
        let scalar = Scalar::Integer { sign, bits: 32 };
        if let Some(tag) = tag {
            self.names.bind_enumeration(tag, scalar);
        }
        Ok(scalar)
    }
}
