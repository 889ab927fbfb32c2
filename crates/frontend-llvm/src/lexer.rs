//! Tokens of textual LLVM IR.
//!
//! Comments and white space separate tokens and are otherwise skipped. Names and numbers borrow
//! the text; nothing is copied.

use crate::syntax::Name;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'t> {
    /// `%name`, `%"name"` or `%12`.
    Local(Name<'t>),
    /// `@name`.
    Global(Name<'t>),
    /// `$name`.
    Comdat(&'t str),
    /// A keyword, a type such as `i32`, or any other bare word.
    Word(&'t str),
    /// A word, number or string directly in front of a colon.
    Label(Name<'t>),
    /// A decimal integer, with its sign.
    Integer(&'t str),
    /// A floating-point number, decimal or hexadecimal.
    Float(&'t str),
    /// `"…"`, without its quotes, escapes as they stand.
    Text(&'t str),
    /// `c"…"`, likewise.
    Bytes(&'t str),
    /// `!name` or `!12`, without the mark.
    Metadata(&'t str),
    /// `#12` or `#dbg_value`, without the mark.
    Hash(&'t str),
    /// One of the characters `= , * ( ) [ ] { } < > ! | : ^ /`.
    Sign(u8),
    /// `...`.
    Ellipsis,
    /// The end of the text.
    End,
    /// A character that begins no token, or a string without its end.
    Bad,
}

/// Cuts a text into tokens.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    position: usize,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')
}

impl<'t> Lexer<'t> {
    /// A lexer that starts at a position.
    pub(crate) fn at(text: &'t str, position: usize) -> Self {
        Lexer { text, position }
    }

    /// Where the next token is looked for.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.position) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.position += 1,
                b';' => self.position = end_of_line(bytes, self.position),
                _ => break,
            }
        }
    }

    /// The next token and where it starts.
    pub(crate) fn next(&mut self) -> (Token<'t>, usize) {
        self.skip_space();
        let start = self.position;
        let Some(&byte) = self.text.as_bytes().get(start) else {
            return (Token::End, start);
        };
        let token = match byte {
            b'%' => self.named(Token::Local),
            b'@' => self.named(Token::Global),
            b'$' => self.comdat(),
            b'!' if is_word(self.byte(start + 1)) || self.byte(start + 1) == b'\\' => {
                self.position += 1;
                Token::Metadata(self.metadata_name())
            }
            b'#' => {
                self.position += 1;
                Token::Hash(self.word())
            }
            b'"' => self.string(Token::Text),
            b'c' if self.byte(start + 1) == b'"' => {
                self.position += 1;
                self.string(Token::Bytes)
            }
            b'.' if self.text[start..].starts_with("...") => {
                self.position += 3;
                Token::Ellipsis
            }
            b'=' | b',' | b'*' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'!'
            | b'|' | b':' | b'^' | b'/' => {
                self.position += 1;
                Token::Sign(byte)
            }
            b'+' => self.number(),
            _ if is_word(byte) => self.bare(byte),
            _ => Token::Bad,
        };
        (token, start)
    }

    fn word(&mut self) -> &'t str {
        let bytes = self.text.as_bytes();
        let start = self.position;
        while bytes.get(self.position).is_some_and(|b| is_word(*b)) {
            self.position += 1;
        }
        &self.text[start..self.position]
    }

    /// Names of metadata may contain escapes.
    fn metadata_name(&mut self) -> &'t str {
        let start = self.position;
        while is_word(self.byte(self.position)) || self.byte(self.position) == b'\\' {
            self.position += 1;
        }
        &self.text[start..self.position]
    }

    /// The string at the position, its quotes left out; `None` where it has no end.
    fn quoted(&mut self) -> Option<&'t str> {
        let start = self.position + 1;
        let end = start
            + self.text.as_bytes()[start..]
                .iter()
                .position(|b| *b == b'"')?;
        self.position = end + 1;
        self.text.get(start..end)
    }

    /// A name in quotes; `None` where it is written in another way than LLVM writes it, so that two
    /// spellings are not two names.
    fn quoted_name(&mut self) -> Option<&'t str> {
        self.quoted().filter(|text| is_canonical(text))
    }

    fn string(&mut self, make: fn(&'t str) -> Token<'t>) -> Token<'t> {
        match self.quoted() {
            Some(text) if self.byte(self.position) == b':' => {
                self.position += 1;
                match is_canonical(text) {
                    true => Token::Label(Name::Text(text)),
                    false => Token::Bad,
                }
            }
            Some(text) => make(text),
            None => Token::Bad,
        }
    }

    fn named(&mut self, make: fn(Name<'t>) -> Token<'t>) -> Token<'t> {
        self.position += 1;
        if self.byte(self.position) == b'"' {
            return self
                .quoted_name()
                .map_or(Token::Bad, |text| make(Name::Text(text)));
        }
        match self.word() {
            "" => Token::Bad,
            word => make(Name::bare(word)),
        }
    }

    /// `$name`, or a label that starts with a dollar.
    fn comdat(&mut self) -> Token<'t> {
        if self.byte(self.position + 1) == b'"' {
            self.position += 1;
            return self.quoted_name().map_or(Token::Bad, Token::Comdat);
        }
        let word = self.word();
        if self.byte(self.position) == b':' {
            self.position += 1;
            return Token::Label(Name::bare(word));
        }
        Token::Comdat(word.strip_prefix('$').unwrap_or(word))
    }

    fn number(&mut self) -> Token<'t> {
        let start = self.position;
        self.position += 1;
        self.word();
        Token::Float(&self.text[start..self.position])
    }

    /// A word, a number, or a label.
    fn bare(&mut self, first: u8) -> Token<'t> {
        let start = self.position;
        let word = self.word();
        if self.byte(self.position) == b':' {
            self.position += 1;
            return Token::Label(Name::bare(word));
        }
        if !first.is_ascii_digit() && first != b'-' {
            return Token::Word(word);
        }
        let digits = word.strip_prefix('-').unwrap_or(word);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Token::Integer(word);
        }
        // `1.5e+10`: the exponent's sign is not a character of words.
        if digits.starts_with(|c: char| c.is_ascii_digit()) {
            if self.byte(self.position) == b'+' {
                self.position += 1;
                self.word();
            }
            return Token::Float(&self.text[start..self.position]);
        }
        Token::Word(word)
    }
}

/// The position of the next line break, or of the end.
pub(crate) fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(rest.len())
}

/// The position behind the bracket that closes the one at `open`, strings and comments passed
/// over; `None` where there is none.
pub(crate) fn behind_bracket(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut position = open;
    let mut depth = 0usize;
    loop {
        match bytes.get(position)? {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(position + 1);
                }
            }
            b'"' => position += 1 + bytes[position + 1..].iter().position(|b| *b == b'"')?,
            b';' => position = end_of_line(bytes, position),
            _ => {}
        }
        position += 1;
    }
}

fn is_printed(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

/// Whether a name is written as LLVM writes it: only what cannot be printed, quotation marks and
/// backslashes as numbers, and these with capital letters.
fn is_canonical(name: &str) -> bool {
    let bytes = name.as_bytes();
    if !bytes.iter().all(|byte| is_printed(*byte)) {
        return false;
    }
    let mut escapes = (0..bytes.len()).filter(|place| bytes[*place] == b'\\');
    escapes.all(|place| {
        let digits = name.get(place + 1..place + 3);
        let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let is_capital = digits.is_some_and(|digits| !digits.contains(char::is_lowercase));
        let is_needed = |value: u8| !is_printed(value) || matches!(value, b'"' | b'\\');
        is_capital && value.is_some_and(is_needed)
    })
}

/// The bytes of `c"…"`: `\0A` is one byte.
pub(crate) fn unescaped(text: &str) -> Vec<u8> {
    let source = text.as_bytes();
    let mut bytes = Vec::new();
    let mut position = 0;
    while let Some(byte) = source.get(position) {
        let escaped = source
            .get(position + 1..position + 3)
            .filter(|_| *byte == b'\\')
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escaped {
            Some(value) => {
                bytes.push(value);
                position += 3;
            }
            None => {
                bytes.push(*byte);
                // `\\` is one backslash.
                position += if source[position..].starts_with(b"\\\\") {
                    2
                } else {
                    1
                };
            }
        }
    }
    bytes
}
