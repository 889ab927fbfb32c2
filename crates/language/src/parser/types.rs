//! Types.

use super::{Parser, Result};
use crate::lexer::Token;
use crate::syntax::{Expr, Level, Type, TypeKind};

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Result<Type> {
        self.nested(Self::ty_here)
    }

    fn ty_here(&mut self) -> Result<Type> {
        let start = self.span();
        let kind = match self.peek() {
            Token::IntType => {
                self.next();
                TypeKind::Int
            }
            Token::BoolType => {
                self.next();
                TypeKind::Bool
            }
            Token::RealType => {
                self.next();
                TypeKind::Real
            }
            Token::Array => {
                self.next();
                self.expect(Token::Less, "`<`")?;
                let index = self.ty()?;
                self.expect(Token::Comma, "`,`")?;
                let element = self.ty()?;
                self.expect(Token::Greater, "`>`")?;
                TypeKind::Array(Box::new(index), Box::new(element))
            }
            Token::Name if !self.bound_goes_on() => TypeKind::Named(self.name("a type")?.text),
            Token::Name | Token::Int | Token::Minus | Token::LeftParen => {
                let low = self.bound()?;
                self.expect(Token::DotDotEquals, "`..=`")?;
                let high = self.bound()?;
                TypeKind::Range(Box::new(low), Box::new(high))
            }
            _ => return Err(self.expected("a type")),
        };
        Ok(Type {
            kind,
            span: start.to(self.previous()),
        })
    }

    /// Whether the name that comes next is part of a range's bound. Names are not allowed there,
    /// but it takes the whole range to say so.
    fn bound_goes_on(&self) -> bool {
        matches!(
            self.nth(1),
            Token::DotDotEquals | Token::Plus | Token::Minus | Token::Star | Token::LeftParen
        )
    }

    fn bound(&mut self) -> Result<Expr> {
        self.operators(Level::Sum)
    }
}
