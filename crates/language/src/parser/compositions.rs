//! Programs made of other programs: `local x: (p o q^2) || ring(r, 3)`.

use super::{Parser, Result};
use crate::Span;
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::syntax::{Composed, Composition, CompositionKind, Count, Name, Operand};

impl Parser<'_> {
    /// What follows the name of a program that is made of others.
    pub(super) fn composed(&mut self, start: Span, name: Name) -> Result<Composed> {
        self.expect(Token::Equals, "`=`")?;
        let whole = self.composition()?;
        self.semicolon()?;
        Ok(Composed {
            name,
            whole,
            span: start.to(self.previous()),
        })
    }

    pub(super) fn composition(&mut self) -> Result<Composition> {
        self.nested(|parser| {
            let start = parser.span();
            if !(parser.at_word("local") && parser.nth(1) == Token::Name) {
                return parser.parallel();
            }
            parser.next();
            let mut names = vec![parser.name("the name of a variable")?];
            while parser.eat(Token::Comma).is_some() {
                names.push(parser.name("the name of a variable")?);
            }
            parser.expect(Token::Colon, "`,` or `:`")?;
            let whole = parser.composition()?;
            Ok(Composition {
                kind: CompositionKind::Local(names, Box::new(whole)),
                span: start.to(parser.previous()),
            })
        })
    }

    fn parallel(&mut self) -> Result<Composition> {
        self.joined(
            Self::synchronous,
            |parser| parser.eat(Token::OrOr).is_some(),
            CompositionKind::Parallel,
        )
    }

    fn synchronous(&mut self) -> Result<Composition> {
        self.joined(
            Self::chain,
            |parser| parser.eat(Token::OrOrOr).is_some(),
            CompositionKind::Synchronous,
        )
    }

    fn chain(&mut self) -> Result<Composition> {
        self.joined(
            Self::power,
            |parser| {
                parser
                    .eat(Token::Compose)
                    .or(parser.eat_word("o"))
                    .is_some()
            },
            CompositionKind::Chain,
        )
    }

    /// Parts with an operator between them; one part alone is itself.
    fn joined(
        &mut self,
        part: impl Fn(&mut Self) -> Result<Composition>,
        operator: impl Fn(&mut Self) -> bool,
        kind: impl Fn(Vec<Composition>) -> CompositionKind,
    ) -> Result<Composition> {
        let start = self.span();
        let mut parts = vec![part(self)?];
        while operator(self) {
            parts.push(part(self)?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        Ok(Composition {
            kind: kind(parts),
            span: start.to(self.previous()),
        })
    }

    fn power(&mut self) -> Result<Composition> {
        let start = self.span();
        let part = self.part()?;
        if self.eat(Token::Caret).is_none() {
            return Ok(part);
        }
        let count = match self.at(Token::Name) {
            true => Count::Any(self.name("a number of copies")?),
            false => Count::Number(self.copies()?),
        };
        Ok(Composition {
            kind: CompositionKind::Power(Box::new(part), count),
            span: start.to(self.previous()),
        })
    }

    /// A number of copies.
    pub(super) fn copies(&mut self) -> Result<u32> {
        let span = self.expect(Token::Int, "a number of copies")?;
        match span.of(self.text).parse() {
            Ok(number @ 1..=1000) => Ok(number),
            _ => {
                let message = "a number of copies lies between 1 and 1000";
                Err(self.report(Diagnostic::error(span, message)))
            }
        }
    }

    fn part(&mut self) -> Result<Composition> {
        let start = self.span();
        if self.eat(Token::LeftParen).is_some() {
            let inner = self.composition()?;
            self.expect(Token::RightParen, "`)`")?;
            return Ok(inner);
        }
        if self.at_word("ring") && self.nth(1) == Token::LeftParen {
            self.next();
            self.next();
            let mut inner = self.composition()?;
            if self.eat(Token::Comma).is_some() {
                let count = Count::Number(self.copies()?);
                let span = inner.span.to(self.previous());
                let kind = CompositionKind::Power(Box::new(inner), count);
                inner = Composition { kind, span };
            }
            self.expect(Token::RightParen, "`,` or `)`")?;
            return Ok(Composition {
                kind: CompositionKind::Ring(Box::new(inner)),
                span: start.to(self.previous()),
            });
        }
        let first = self.name("the name of a program")?;
        let (alias, program) = match self.eat(Token::Equals) {
            Some(_) => (Some(first), self.name("the name of a program")?),
            None => (None, first),
        };
        let span = start.to(self.previous());
        Ok(Composition {
            kind: CompositionKind::Program(Operand {
                alias,
                program,
                arguments: Vec::new(),
                span,
            }),
            span,
        })
    }
}
