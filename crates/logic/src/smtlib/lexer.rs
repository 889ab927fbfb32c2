//! From characters to tokens.

use super::error::{Error, Position, shown};

/// A token that is no parenthesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Atom<'a> {
    /// A name written without bars; it may be a reserved word.
    Symbol(&'a str),
    /// A name written between bars, without them.
    Quoted(&'a str),
    /// A keyword with its colon.
    Keyword(&'a str),
    /// Decimal digits.
    Numeral(&'a str),
    /// Decimal digits with a point.
    Decimal(&'a str),
    /// The digits after `#x`.
    Hexadecimal(&'a str),
    /// The digits after `#b`.
    Binary(&'a str),
    /// A string with its quotes.
    String(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Open,
    Close,
    Atom(Atom<'a>),
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    offset: usize,
    position: Position,
}

/// Whether a byte may occur in a name without bars.
pub(super) fn is_symbol_byte(byte: u8) -> bool {
    const TABLE: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 128 {
            table[byte] = (byte as u8).is_ascii_alphanumeric();
            byte += 1;
        }
        let others = b"~!@$%^&*_-+=<>.?/";
        let mut at = 0;
        while at < others.len() {
            table[others[at] as usize] = true;
            at += 1;
        }
        table
    };
    TABLE[byte as usize]
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer {
            text,
            offset: 0,
            position: Position { line: 1, column: 1 },
        }
    }

    pub(super) fn position(&self) -> Position {
        self.position
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn advance(&mut self) {
        match self.peek() {
            Some(b'\n') => {
                self.position.line = self.position.line.saturating_add(1);
                self.position.column = 1;
            }
            // Only the last byte of a character counts, so that columns are characters.
            Some(_) if self.text.is_char_boundary(self.offset + 1) => {
                self.position.column = self.position.column.saturating_add(1);
            }
            _ => {}
        }
        self.offset += 1;
    }

    fn advance_while(&mut self, accept: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&accept) {
            self.advance();
        }
    }

    /// The same for the bytes of names and numbers, which are all characters of one line.
    fn advance_word(&mut self, accept: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.offset..];
        let length = rest.iter().take_while(|byte| accept(**byte)).count();
        self.offset += length;
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        self.position.column = self.position.column.saturating_add(length);
    }

    fn skip_blanks(&mut self) {
        loop {
            self.advance_while(|byte| byte.is_ascii_whitespace());
            if self.peek() != Some(b';') {
                return;
            }
            self.advance_while(|byte| byte != b'\n');
        }
    }

    /// The next token with the place where it begins; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<(Token<'a>, Position)>, Error> {
        self.skip_blanks();
        let (start, position) = (self.offset, self.position);
        let Some(byte) = self.peek() else {
            return Ok(None);
        };
        let token = match byte {
            b'(' | b')' => {
                self.advance();
                if byte == b'(' {
                    Token::Open
                } else {
                    Token::Close
                }
            }
            b'|' => Token::Atom(Atom::Quoted(self.quoted(position)?)),
            b'"' => Token::Atom(Atom::String(self.string(position)?)),
            b'#' => Token::Atom(self.bits(position)?),
            b'0'..=b'9' => Token::Atom(self.number(position)?),
            b':' => {
                self.advance();
                self.advance_word(is_symbol_byte);
                Token::Atom(Atom::Keyword(&self.text[start..self.offset]))
            }
            byte if is_symbol_byte(byte) => {
                self.advance_word(is_symbol_byte);
                Token::Atom(Atom::Symbol(&self.text[start..self.offset]))
            }
            _ => {
                let character = self.text[start..].chars().next().unwrap_or_default();
                return Err(Error::invalid(
                    position,
                    format!(
                        "the character `{}` cannot stand here",
                        character.escape_debug()
                    ),
                )
                .with_hint("names with other characters are written between bars, as in `|a b|`"));
            }
        };
        Ok(Some((token, position)))
    }

    fn quoted(&mut self, position: Position) -> Result<&'a str, Error> {
        self.advance();
        let start = self.offset;
        self.advance_while(|byte| byte != b'|' && byte != b'\\');
        let name = &self.text[start..self.offset];
        if self.peek() == Some(b'|') {
            self.advance();
            return Ok(name);
        }
        let message = match self.peek() {
            Some(_) => "a name between bars cannot contain a backslash",
            None => "the name that begins here has no closing bar",
        };
        Err(Error::invalid(position, message))
    }

    fn string(&mut self, position: Position) -> Result<&'a str, Error> {
        let start = self.offset;
        loop {
            self.advance();
            self.advance_while(|byte| byte != b'"');
            if self.peek().is_none() {
                return Err(Error::invalid(
                    position,
                    "the string that begins here has no closing quote",
                ));
            }
            self.advance();
            // Two quotes in a row stand for one inside the string.
            if self.peek() != Some(b'"') {
                return Ok(&self.text[start..self.offset]);
            }
        }
    }

    fn bits(&mut self, position: Position) -> Result<Atom<'a>, Error> {
        self.advance();
        let base = self.peek();
        let start = self.offset + 1;
        self.advance_word(is_symbol_byte);
        let digits = self.text.get(start..self.offset).unwrap_or_default();
        let is_digit = |byte: &u8| match base {
            Some(b'b') => matches!(byte, b'0' | b'1'),
            _ => byte.is_ascii_hexdigit(),
        };
        match base {
            Some(b'b' | b'x') if !digits.is_empty() && digits.as_bytes().iter().all(is_digit) => {
                Ok(if base == Some(b'b') {
                    Atom::Binary(digits)
                } else {
                    Atom::Hexadecimal(digits)
                })
            }
            _ => Err(Error::invalid(position, "this is no bit-vector literal")
                .with_hint("bit-vectors are written like `#b0101` or `#x5f`")),
        }
    }

    fn number(&mut self, position: Position) -> Result<Atom<'a>, Error> {
        let start = self.offset;
        self.advance_word(|byte| byte.is_ascii_digit());
        let mut is_decimal = false;
        if self.peek() == Some(b'.') {
            self.advance();
            let fraction = self.offset;
            self.advance_word(|byte| byte.is_ascii_digit());
            is_decimal = self.offset > fraction;
        }
        let end = self.offset;
        self.advance_word(is_symbol_byte);
        let text = &self.text[start..self.offset];
        if self.offset > end || text.ends_with('.') {
            return Err(
                Error::invalid(position, format!("{} is no number", shown(text)))
                    .with_hint("a name that begins with a digit is written between bars"),
            );
        }
        Ok(if is_decimal {
            Atom::Decimal(text)
        } else {
            Atom::Numeral(text)
        })
    }
}
