//! What all parts of HOA have in common: looking at tokens, and formulas.

use crate::ReadError;
use crate::hoa::lexer::Token;

/// How deep parentheses and negations may nest.
const DEPTH: u32 = 200;

/// A reader of tokens.
pub(super) struct Parser<'t> {
    tokens: Vec<(Token<'t>, u32)>,
    position: usize,
    depth: u32,
}

impl<'t> Parser<'t> {
    pub(super) fn new(tokens: Vec<(Token<'t>, u32)>) -> Self {
        Parser {
            tokens,
            position: 0,
            depth: 0,
        }
    }

    /// The line of the next token, or of the last one at the end.
    pub(super) fn line(&self) -> u32 {
        let at = self.tokens.get(self.position).or(self.tokens.last());
        at.map_or(1, |(_, line)| *line)
    }

    pub(super) fn peek(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.position).map(|(token, _)| token)
    }

    pub(super) fn next(&mut self) -> Option<Token<'t>> {
        let (token, _) = self.tokens.get(self.position)?.clone();
        self.position += 1;
        Some(token)
    }

    pub(super) fn eat(&mut self, symbol: char) -> bool {
        let eats = self.peek() == Some(&Token::Symbol(symbol));
        self.position += usize::from(eats);
        eats
    }

    pub(super) fn expect(&mut self, symbol: char) -> Result<(), ReadError> {
        match self.eat(symbol) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{symbol}`"))),
        }
    }

    pub(super) fn number(&mut self, what: &str) -> Result<u32, ReadError> {
        match self.peek() {
            Some(Token::Number(number)) => {
                let number = *number;
                self.position += 1;
                Ok(number)
            }
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn text(&mut self) -> Option<String> {
        let Some(Token::Text(text)) = self.peek() else {
            return None;
        };
        let text = text.clone();
        self.position += 1;
        Some(text)
    }

    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(self.line(), message)
    }

    /// An error that says what should stand here.
    pub(super) fn expected(&self, what: &str) -> ReadError {
        match self.peek() {
            Some(token) => self.error(format!("expected {what}, found {}", token.describe())),
            None => self.error(format!("expected {what}, but the text ends")),
        }
    }

    /// A formula of disjunctions over conjunctions over atoms; `join` makes one of several parts,
    /// of a conjunction where its first argument is true.
    pub(super) fn formula<F>(
        &mut self,
        atom: &mut dyn FnMut(&mut Self) -> Result<F, ReadError>,
        join: &dyn Fn(bool, Vec<F>) -> F,
    ) -> Result<F, ReadError> {
        let mut disjuncts = vec![self.conjunction(atom, join)?];
        while self.eat('|') {
            disjuncts.push(self.conjunction(atom, join)?);
        }
        Ok(match disjuncts.len() {
            1 => disjuncts.swap_remove(0),
            _ => join(false, disjuncts),
        })
    }

    fn conjunction<F>(
        &mut self,
        atom: &mut dyn FnMut(&mut Self) -> Result<F, ReadError>,
        join: &dyn Fn(bool, Vec<F>) -> F,
    ) -> Result<F, ReadError> {
        let mut conjuncts = vec![self.part(atom, join)?];
        while self.eat('&') {
            conjuncts.push(self.part(atom, join)?);
        }
        Ok(match conjuncts.len() {
            1 => conjuncts.swap_remove(0),
            _ => join(true, conjuncts),
        })
    }

    fn part<F>(
        &mut self,
        atom: &mut dyn FnMut(&mut Self) -> Result<F, ReadError>,
        join: &dyn Fn(bool, Vec<F>) -> F,
    ) -> Result<F, ReadError> {
        if !self.eat('(') {
            return atom(self);
        }
        self.deeper()?;
        let inner = self.formula(atom, join)?;
        self.expect(')')?;
        self.depth -= 1;
        Ok(inner)
    }

    /// Counts one level of nesting.
    pub(super) fn deeper(&mut self) -> Result<(), ReadError> {
        self.depth += 1;
        match self.depth > DEPTH {
            true => Err(self.error(format!("more than {DEPTH} levels of nesting"))),
            false => Ok(()),
        }
    }

    pub(super) fn shallower(&mut self) {
        self.depth -= 1;
    }
}
