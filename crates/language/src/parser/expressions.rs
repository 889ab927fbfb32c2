//! Expressions, by precedence climbing.

use logic::{Integer, Quantifier, Rational, Symbol};

use super::{Parser, Result};
use crate::Span;
use crate::diagnostic::{Diagnostic, quote};
use crate::lexer::Token;
use crate::syntax::{BinaryOp, Binder, Expr, ExprKind, Level, Name, UnaryOp};

/// Reading a number takes more than linear time, so there is an end to its length.
const MOST_DIGITS: usize = 10_000;

/// The digits of a product of literals grow with every factor, so there is an end to their number.
const MOST_FACTORS: usize = 10_000;

fn binary(token: Token) -> Option<BinaryOp> {
    Some(match token {
        Token::Implies => BinaryOp::Implies,
        Token::OrOr => BinaryOp::Or,
        Token::AndAnd => BinaryOp::And,
        Token::EqualsEquals => BinaryOp::Equal,
        Token::NotEquals => BinaryOp::NotEqual,
        Token::Less => BinaryOp::Less,
        Token::LessEquals => BinaryOp::LessOrEqual,
        Token::Greater => BinaryOp::Greater,
        Token::GreaterEquals => BinaryOp::GreaterOrEqual,
        Token::Plus => BinaryOp::Add,
        Token::Minus => BinaryOp::Subtract,
        Token::Star => BinaryOp::Multiply,
        Token::Slash => BinaryOp::Divide,
        Token::Percent => BinaryOp::Remainder,
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.nested(|parser| {
            let condition = parser.operators(Level::Implies)?;
            if parser.eat(Token::Question).is_none() {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(Token::Colon, "`:`")?;
            let otherwise = parser.expression()?;
            let span = condition.span.to(parser.previous());
            let parts = (Box::new(condition), Box::new(then), Box::new(otherwise));
            Ok(Expr {
                kind: ExprKind::Conditional(parts.0, parts.1, parts.2),
                span,
            })
        })
    }

    /// Operands joined by operators that bind at least as strongly as `weakest`.
    pub(super) fn operators(&mut self, weakest: Level) -> Result<Expr> {
        let start = self.span();
        let mut left = self.prefix()?;
        while let Some(op) = binary(self.peek())
            && op.level() >= weakest
        {
            let level = op.level();
            let mut rest = Vec::new();
            while let Some(op) = binary(self.peek())
                && op.level() == level
            {
                self.next();
                rest.push((op, self.operators(level.tighter())?));
            }
            let span = start.to(self.previous());
            if level == Level::Product && rest.len() > MOST_FACTORS {
                let message = format!("a product of more than {MOST_FACTORS} factors");
                self.report(Diagnostic::error(span, message));
                left = Expr {
                    kind: ExprKind::Error,
                    span,
                };
            } else if level == Level::Comparison && rest.len() > 1 {
                self.report_chained(&left, &rest, span);
                left = Expr {
                    kind: ExprKind::Error,
                    span,
                };
            } else {
                left = Expr {
                    kind: ExprKind::Chain(Box::new(left), rest),
                    span,
                };
            }
        }
        Ok(left)
    }

    fn report_chained(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)], span: Span) {
        let mut parts = Vec::new();
        let mut left = first;
        for (op, right) in rest {
            let [a, b] = [left, right].map(|side| side.span.of(self.text));
            parts.push(format!("{a} {} {b}", op.sign()));
            left = right;
        }
        let hint = if span.range().len() <= 80 && rest.len() <= 3 {
            format!("write {}", quote(&parts.join(" && ")))
        } else {
            "join single comparisons with `&&`".to_owned()
        };
        self.report(Diagnostic::error(span, "comparisons cannot be chained").hint(hint));
    }

    fn prefix(&mut self) -> Result<Expr> {
        let op = match self.peek() {
            Token::Bang => UnaryOp::Not,
            Token::Minus => UnaryOp::Minus,
            Token::Forall => return self.quantified(Quantifier::Forall),
            Token::Exists => return self.quantified(Quantifier::Exists),
            _ => return self.postfix(),
        };
        let start = self.next();
        let operand = self.nested(Self::prefix)?;
        let span = start.to(self.previous());
        Ok(Expr {
            kind: ExprKind::Unary(op, Box::new(operand)),
            span,
        })
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Result<Expr> {
        let start = self.next();
        let mut binders = Vec::new();
        loop {
            let name = self.name("the name of a variable")?;
            self.expect(Token::Colon, "`:`")?;
            binders.push(Binder {
                name,
                ty: self.ty()?,
            });
            if self.eat(Token::Comma).is_none() {
                break;
            }
        }
        self.expect(Token::ColonColon, "`,` or `::`")?;
        let body = self.expression()?;
        let span = start.to(self.previous());
        Ok(Expr {
            kind: ExprKind::Quantified(quantifier, binders, Box::new(body)),
            span,
        })
    }

    fn postfix(&mut self) -> Result<Expr> {
        let start = self.span();
        let depth = self.depth;
        let mut expr = self.atom()?;
        loop {
            if self.at(Token::Dot) && self.nth(1) == Token::Name {
                self.next();
                self.depth += 1;
                let name = self.name("the name of a variable")?;
                expr = Expr {
                    kind: ExprKind::Member(Box::new(expr), name),
                    span: start.to(self.previous()),
                };
                continue;
            }
            if self.eat(Token::LeftBracket).is_none() {
                break;
            }
            let index = self.expression()?;
            // Each index nests the tree once more, although the parser does not recurse.
            self.depth += 1;
            let kind = if self.eat(Token::ColonEquals).is_some() {
                let element = self.expression()?;
                ExprKind::Store(Box::new(expr), Box::new(index), Box::new(element))
            } else {
                ExprKind::Index(Box::new(expr), Box::new(index))
            };
            self.expect(Token::RightBracket, "`]`")?;
            expr = Expr {
                kind,
                span: start.to(self.previous()),
            };
        }
        self.depth = depth;
        Ok(expr)
    }

    fn atom(&mut self) -> Result<Expr> {
        let start = self.span();
        let kind = match self.peek() {
            Token::True | Token::False => {
                self.next();
                ExprKind::Bool(start.of(self.text) == "true")
            }
            Token::Int | Token::Decimal => self.number()?,
            Token::LeftParen => {
                self.next();
                let inner = self.expression()?;
                self.expect(Token::RightParen, "`)`")?;
                return Ok(inner);
            }
            Token::Name => {
                let name = self.name("a name")?;
                match self.peek() {
                    Token::LeftParen => self.call(name)?,
                    Token::Dot => {
                        self.next();
                        ExprKind::Qualified(name, self.name("the name of a variable")?)
                    }
                    Token::ColonColon => {
                        self.next();
                        ExprKind::Variant(name, self.name("the name of a variant")?)
                    }
                    _ => ExprKind::Name(name.text),
                }
            }
            // The one type whose name is also a function: the conversion of an integer.
            Token::RealType if self.nth(1) == Token::LeftParen => {
                let name = Name {
                    text: Symbol::new(self.word()),
                    span: self.next(),
                };
                self.call(name)?
            }
            _ => return Err(self.expected("an expression")),
        };
        Ok(Expr {
            kind,
            span: start.to(self.previous()),
        })
    }

    fn call(&mut self, name: Name) -> Result<ExprKind> {
        self.expect(Token::LeftParen, "`(`")?;
        let arguments = self.list(Token::RightParen, "`)`", Self::expression)?;
        Ok(ExprKind::Call(name, arguments))
    }

    fn number(&mut self) -> Result<ExprKind> {
        let (token, word) = (self.peek(), self.word());
        if word.len() > MOST_DIGITS {
            let message = format!("a number of more than {MOST_DIGITS} digits");
            self.report(Diagnostic::error(self.span(), message));
            self.next();
            return Ok(ExprKind::Error);
        }
        self.next();
        let kind = match token {
            Token::Int => word.parse::<Integer>().map(ExprKind::Int).ok(),
            _ => word.parse::<Rational>().map(ExprKind::Decimal).ok(),
        };
        // What is no number here, such as `2x`, the lexer has reported.
        Ok(kind.unwrap_or(ExprKind::Error))
    }
}
