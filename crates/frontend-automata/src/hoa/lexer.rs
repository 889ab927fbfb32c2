//! The tokens of HOA, with their lines.

use crate::ReadError;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A word that is followed by a colon: `States:`.
    Header(&'t str),
    /// A name: `t`, `Inf`, `trans-labels`.
    Word(&'t str),
    /// `@name`.
    Alias(&'t str),
    Number(u32),
    /// A text in quotes.
    Text(String),
    /// One of `! & | ( ) [ ] { }`.
    Symbol(char),
    /// `--BODY--`.
    Body,
    /// `--END--`.
    End,
}

impl Token<'_> {
    /// The token as a message calls it.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Header(name) => format!("`{name}:`"),
            Token::Word(name) => format!("`{name}`"),
            Token::Alias(name) => format!("`@{name}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::Text(text) => format!("`\"{text}\"`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::Body => "`--BODY--`".to_owned(),
            Token::End => "`--END--`".to_owned(),
        }
    }
}

/// All tokens of the text with their lines.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, u32)>, ReadError> {
    let mut lexer = Lexer {
        rest: text.trim_start_matches('\u{feff}'),
        line: 1,
    };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer<'t> {
    rest: &'t str,
    line: u32,
}

impl<'t> Lexer<'t> {
    fn next(&mut self) -> Result<Option<(Token<'t>, u32)>, ReadError> {
        self.skip_blanks()?;
        let line = self.line;
        let Some(start) = self.rest.chars().next() else {
            return Ok(None);
        };
        let token = match start {
            '"' => Token::Text(self.text()?),
            '-' => self.marker()?,
            '0'..='9' => {
                let digits = self.take_while(|c| c.is_ascii_digit());
                let number = digits.parse().map_err(|_| {
                    let shown: String = digits.chars().take(20).collect();
                    ReadError::new(line, format!("the number `{shown}` is too large"))
                })?;
                Token::Number(number)
            }
            '@' => {
                self.advance(1);
                Token::Alias(self.take_while(is_name))
            }
            '!' | '&' | '|' | '(' | ')' | '[' | ']' | '{' | '}' => {
                self.advance(1);
                Token::Symbol(start)
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                let name = self.take_while(is_name);
                if self.rest.starts_with(':') {
                    self.advance(1);
                    Token::Header(name)
                } else {
                    Token::Word(name)
                }
            }
            other => {
                let shown = other.escape_debug();
                let message = format!("the character `{shown}` has no meaning here");
                return Err(ReadError::new(line, message));
            }
        };
        Ok(Some((token, line)))
    }

    fn advance(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes);
        let lines = taken.bytes().filter(|byte| *byte == b'\n').count();
        self.line = self.line.saturating_add(lines as u32);
        self.rest = rest;
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let taken = &self.rest[..end];
        self.advance(end);
        taken
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), ReadError> {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with("/*") {
                return Ok(());
            }
            // Comments nest.
            let (start, mut depth) = (self.line, 0_u32);
            loop {
                if self.rest.starts_with("/*") {
                    depth += 1;
                    self.advance(2);
                } else if self.rest.starts_with("*/") {
                    depth -= 1;
                    self.advance(2);
                    if depth == 0 {
                        break;
                    }
                } else if let Some(next) = self.rest.chars().next() {
                    self.advance(next.len_utf8());
                } else {
                    return Err(ReadError::new(start, "the comment does not end"));
                }
            }
        }
    }

    fn text(&mut self) -> Result<String, ReadError> {
        let start = self.line;
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((position, next)) = chars.next() {
            match next {
                '"' => {
                    self.advance(position + 1);
                    return Ok(text);
                }
                '\\' => text.extend(chars.next().map(|(_, escaped)| escaped)),
                other => text.push(other),
            }
        }
        Err(ReadError::new(start, "the text in quotes does not end"))
    }

    fn marker(&mut self) -> Result<Token<'t>, ReadError> {
        for (marker, token) in [("--BODY--", Token::Body), ("--END--", Token::End)] {
            if self.rest.starts_with(marker) {
                self.advance(marker.len());
                return Ok(token);
            }
        }
        let message = if self.rest.starts_with("--ABORT--") {
            "the automaton was given up by its writer (`--ABORT--`)"
        } else {
            "expected `--BODY--` or `--END--`"
        };
        Err(ReadError::new(self.line, message))
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}
