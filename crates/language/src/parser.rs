//! The parser: tokens to syntax tree, by recursive descent.
//!
//! A function that cannot go on has reported why and returns [`Reported`]. The statement or item
//! around it then skips to the next place where one can start again, so that each mistake is
//! reported once and those behind it are still found. Nothing is looked at more than a bounded
//! number of times, so parsing takes linear time on any text.

mod claims;
mod compositions;
mod expressions;
mod imports;
mod items;
mod statements;
mod systems;
mod types;

use logic::Symbol;
use rustc_hash::FxHashSet;

use crate::Span;
use crate::diagnostic::{Diagnostic, Sink, quote};
use crate::lexer::{Lexeme, Token};
use crate::syntax::{File, Name};

/// A tree, and what is known of the text that did not make it into the tree.
pub(crate) struct Parsed {
    pub(crate) file: File,
    /// The names that occur in skipped text. One of them may well be declared there, so it would be
    /// rash to call it unknown.
    pub(crate) skipped_names: FxHashSet<Symbol>,
}

pub(crate) fn parse(text: &str, tokens: &[Lexeme], sink: &mut Sink) -> Parsed {
    let mut parser = Parser {
        text,
        tokens,
        position: 0,
        depth: 0,
        abandoned: false,
        last_error: None,
        skipped_names: FxHashSet::default(),
        sink,
    };
    let file = parser.file();
    Parsed {
        file,
        skipped_names: parser.skipped_names,
    }
}

/// The proof that an error was reported.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Result<T> = std::result::Result<T, Reported>;

/// How deeply blocks and expressions may be nested. People stay far below it; generated garbage
/// must not exhaust the stack.
const DEEPEST: u32 = 200;

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Lexeme],
    position: usize,
    depth: u32,
    /// Whether the rest of the item is given up, and nothing more is to be said about it.
    abandoned: bool,
    /// The position of the token at which the last error was reported; a second one there would
    /// only be an echo.
    last_error: Option<usize>,
    skipped_names: FxHashSet<Symbol>,
    sink: &'t mut Sink,
}

impl<'t> Parser<'t> {
    fn nth(&self, ahead: usize) -> Token {
        self.tokens
            .get(self.position + ahead)
            .map_or(Token::End, |lexeme| lexeme.token)
    }

    fn peek(&self) -> Token {
        self.nth(0)
    }

    fn at(&self, token: Token) -> bool {
        self.peek() == token
    }

    fn at_end(&self) -> bool {
        self.position >= self.tokens.len()
    }

    /// The place of the next token; at the end the place behind the last one.
    fn span(&self) -> Span {
        match self.tokens.get(self.position) {
            Some(lexeme) => lexeme.span,
            None => self.previous().behind(),
        }
    }

    /// The place of the token that was consumed last.
    fn previous(&self) -> Span {
        match self
            .position
            .checked_sub(1)
            .and_then(|position| self.tokens.get(position))
        {
            Some(lexeme) => lexeme.span,
            None => Span::default(),
        }
    }

    fn word(&self) -> &'t str {
        self.span().of(self.text)
    }

    /// Whether the next token is this word, which is a name everywhere else.
    fn at_word(&self, word: &str) -> bool {
        self.at(Token::Name) && self.word() == word
    }

    fn next(&mut self) -> Span {
        let span = self.span();
        self.position = (self.position + 1).min(self.tokens.len());
        span
    }

    fn eat(&mut self, token: Token) -> Option<Span> {
        self.at(token).then(|| self.next())
    }

    fn eat_word(&mut self, word: &str) -> Option<Span> {
        self.at_word(word).then(|| self.next())
    }

    fn expect(&mut self, token: Token, what: &str) -> Result<Span> {
        match self.eat(token) {
            Some(span) => Ok(span),
            None => Err(self.expected(what)),
        }
    }

    fn name(&mut self, what: &str) -> Result<Name> {
        if self.at(Token::Name) {
            let text = Symbol::new(self.word());
            return Ok(Name {
                text,
                span: self.next(),
            });
        }
        if self.peek().is_keyword(self.word()) {
            let word = quote(self.word());
            let error = Diagnostic::error(
                self.span(),
                format!("{word} is a word of the language and cannot be {what}"),
            );
            return Err(self.report(error.hint("choose another name")));
        }
        Err(self.expected(what))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if !self.abandoned && self.last_error != Some(self.position) {
            self.sink.push(diagnostic);
        }
        self.last_error = Some(self.position);
        Reported
    }

    /// Reports that something else stands here than what should.
    fn expected(&mut self, what: &str) -> Reported {
        self.report(self.expectation(what))
    }

    fn expectation(&self, what: &str) -> Diagnostic {
        let found = if self.at_end() {
            "the end of the file".to_owned()
        } else {
            quote(self.word())
        };
        let error = Diagnostic::error(self.span(), format!("expected {what}, found {found}"))
            .label(format!("expected {what}"));
        match (what, self.peek()) {
            ("`)`" | "`;`", Token::Equals) => {
                error.hint("`=` assigns and is a statement; write `==` to compare")
            }
            ("`>`", Token::GreaterEquals) => error.hint("put a space between `>` and `=`"),
            _ => error,
        }
    }

    /// Consumes the semicolon behind a statement. Where it is missing, that is reported at the end
    /// of the statement, which is as good as complete.
    fn semicolon(&mut self) -> Result<()> {
        if self.eat(Token::Semicolon).is_some() {
            return Ok(());
        }
        let next_starts = self.at_end()
            || self.at(Token::RightBrace)
            || self.peek().starts_item()
            || self.peek().starts_statement()
            || (self.at(Token::Name) && self.on_new_line());
        if next_starts {
            let end = self.previous().behind();
            self.report(Diagnostic::error(end, "expected `;`").label("expected `;`"));
            return Ok(());
        }
        Err(self.expected("`;`"))
    }

    fn on_new_line(&self) -> bool {
        let between = self.previous().end as usize..self.span().start as usize;
        self.text[between].contains('\n')
    }

    /// Parses something that is nested in something else.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEEPEST {
            let error = Diagnostic::error(
                self.span(),
                format!("the text is nested more than {DEEPEST} levels deep here"),
            );
            self.report(error.hint("name parts of it with variables of their own"));
            self.abandon_item();
            return Err(Reported);
        }
        let depth = self.depth;
        self.depth += 1;
        let result = logic::recursion::guard(|| parse(self));
        self.depth = depth;
        result
    }

    /// Skips to the next item and says nothing more until it is reached.
    fn abandon_item(&mut self) {
        self.abandoned = true;
        let start = self.position;
        while !self.at_end() && !self.peek().starts_item() {
            self.next();
        }
        self.note_names(start);
    }

    /// Remembers the names that occur between a position and the current one.
    fn note_names(&mut self, start: usize) {
        for lexeme in &self.tokens[start..self.position] {
            if lexeme.token == Token::Name {
                self.skipped_names
                    .insert(Symbol::new(lexeme.span.of(self.text)));
            }
        }
    }

    /// Parses a list up to a closing token, which is consumed. A comma behind the last element is
    /// accepted.
    fn list<T>(
        &mut self,
        close: Token,
        sign: &str,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut elements = Vec::new();
        while !self.at(close) {
            elements.push(element(self)?);
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(close, &format!("`,` or {sign}"))?;
        Ok(elements)
    }
}
