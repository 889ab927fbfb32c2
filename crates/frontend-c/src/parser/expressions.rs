//! Expressions, by the strength of their operators.

use logic::{Integer, Symbol};

use crate::problem::{Problem, Reads};
use crate::syntax::{Binary, Expression, ExpressionKind, Fix, Logical, Scalar, Sized, Unary};
use crate::token::{IntegerType, Kind, Token};

use super::names::Meaning;
use super::{DEEPEST, Parser};

/// An operator between two operands.
#[derive(Clone, Copy)]
enum Infix {
    Binary(Binary),
    Logical(Logical),
}

impl Parser {
    /// An expression with commas.
    pub(super) fn expression(&mut self) -> Reads<Expression> {
        let start = self.span().start;
        let mut left = self.assignment()?;
        let mut length = 0;
        while self.accept(",") {
            length = self.longer(length)?;
            let right = self.assignment()?;
            left = Expression {
                kind: ExpressionKind::Comma(Box::new(left), Box::new(right)),
                span: self.since(start),
            };
        }
        Ok(left)
    }

    /// An expression without commas outside of brackets.
    pub(super) fn assignment(&mut self) -> Reads<Expression> {
        self.deeper(|parser| {
            let start = parser.span().start;
            let left = parser.conditional()?;
            let Some(operator) = assignment_operator(parser.peek()) else {
                return Ok(left);
            };
            parser.may_write(&left)?;
            parser.advance();
            let right = parser.assignment()?;
            Ok(Expression {
                kind: ExpressionKind::Assign(operator, Box::new(left), Box::new(right)),
                span: parser.since(start),
            })
        })
    }

    /// An expression without assignments and commas outside of brackets.
    pub(super) fn conditional(&mut self) -> Reads<Expression> {
        let start = self.span().start;
        let condition = self.operators(0)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        let then = self.deeper(Parser::expression)?;
        self.expect(":")?;
        let otherwise = self.deeper(Parser::conditional)?;
        Ok(Expression {
            kind: ExpressionKind::Conditional(
                Box::new(condition),
                Box::new(then),
                Box::new(otherwise),
            ),
            span: self.since(start),
        })
    }

    fn operators(&mut self, weakest: u8) -> Reads<Expression> {
        let start = self.span().start;
        let mut left = self.unary()?;
        let mut length = 0;
        loop {
            let Some((operator, strength)) = self.infix() else {
                return Ok(left);
            };
            if strength < weakest {
                return Ok(left);
            }
            length = self.longer(length)?;
            self.advance();
            // An implication is the only operator that groups to the right.
            let next = match operator {
                Infix::Logical(Logical::Implies) => strength,
                _ => strength + 1,
            };
            let right = self.deeper(|parser| parser.operators(next))?;
            let (left_box, right_box) = (Box::new(left), Box::new(right));
            left = Expression {
                kind: match operator {
                    Infix::Binary(it) => ExpressionKind::Binary(it, left_box, right_box),
                    Infix::Logical(it) => ExpressionKind::Logical(it, left_box, right_box),
                },
                span: self.since(start),
            };
        }
    }

    /// A chain of operators is a tree that is as deep as the chain is long.
    fn longer(&self, length: usize) -> Reads<usize> {
        if length >= DEEPEST {
            return Err(Problem::unsupported(
                &self.span(),
                "an expression this long",
            ));
        }
        Ok(length + 1)
    }

    fn infix(&self) -> Option<(Infix, u8)> {
        let Kind::Mark(mark) = self.peek().kind else {
            return None;
        };
        if mark == "=>" && self.is_annotation {
            return Some((Infix::Logical(Logical::Implies), 0));
        }
        let logical = |it| Infix::Logical(it);
        let binary = |it| Infix::Binary(it);
        Some(match mark {
            "||" => (logical(Logical::Or), 1),
            "&&" => (logical(Logical::And), 2),
            "|" => (binary(Binary::BitOr), 3),
            "^" => (binary(Binary::BitXor), 4),
            "&" => (binary(Binary::BitAnd), 5),
            "==" => (binary(Binary::Equal), 6),
            "!=" => (binary(Binary::NotEqual), 6),
            "<" => (binary(Binary::Less), 7),
            "<=" => (binary(Binary::LessEqual), 7),
            ">" => (binary(Binary::Greater), 7),
            ">=" => (binary(Binary::GreaterEqual), 7),
            "<<" => (binary(Binary::ShiftLeft), 8),
            ">>" => (binary(Binary::ShiftRight), 8),
            "+" => (binary(Binary::Add), 9),
            "-" => (binary(Binary::Subtract), 9),
            "*" => (binary(Binary::Multiply), 10),
            "/" => (binary(Binary::Divide), 10),
            "%" => (binary(Binary::Remainder), 10),
            _ => return None,
        })
    }

    fn unary(&mut self) -> Reads<Expression> {
        let start = self.span().start;
        let Kind::Mark(mark) = self.peek().kind else {
            return self.postfix();
        };
        let step = match mark {
            "++" => Some(Binary::Add),
            "--" => Some(Binary::Subtract),
            _ => None,
        };
        if let Some(step) = step {
            self.advance();
            let operand = self.deeper(Parser::unary)?;
            self.may_write(&operand)?;
            return Ok(Expression {
                kind: ExpressionKind::Step(step, Fix::Prefix, Box::new(operand)),
                span: self.since(start),
            });
        }
        let operator = match mark {
            "-" => Unary::Minus,
            "+" => Unary::Plus,
            "!" => Unary::Not,
            "~" => Unary::Complement,
            "&" => Unary::Address,
            "*" => Unary::Target,
            "(" if self.begins_type(1) => return self.cast(),
            _ => return self.postfix(),
        };
        self.advance();
        let operand = self.deeper(Parser::unary)?;
        Ok(Expression {
            kind: ExpressionKind::Unary(operator, Box::new(operand)),
            span: self.since(start),
        })
    }

    fn cast(&mut self) -> Reads<Expression> {
        let start = self.expect("(")?.span.start;
        let scalar = self.specifiers()?.scalar;
        let is_pointer = self.accept("*");
        if self.peek().is_mark("*") {
            let span = self.since(start);
            return Err(Problem::unsupported(&span, "a pointer to a pointer"));
        }
        if self.peek().is_mark("[") || self.peek().is_mark("(") {
            let span = self.since(start);
            return Err(Problem::unsupported(
                &span,
                "an array or a function as a type here",
            ));
        }
        self.expect(")")?;
        if self.peek().is_mark("{") && !is_pointer {
            let initial = Box::new(self.initial()?);
            if [".", "[", "->"]
                .iter()
                .any(|mark| self.peek().is_mark(mark))
            {
                let span = self.since(start);
                return Err(Problem::unsupported(&span, "a part of a literal"));
            }
            return Ok(Expression {
                kind: ExpressionKind::Literal(scalar, initial),
                span: self.since(start),
            });
        }
        let operand = Box::new(self.deeper(Parser::unary)?);
        Ok(Expression {
            kind: if is_pointer {
                ExpressionKind::PointerCast(scalar, operand)
            } else {
                ExpressionKind::Cast(scalar, operand)
            },
            span: self.since(start),
        })
    }

    /// `sizeof` of a type or an expression.
    fn size_of(&mut self) -> Reads<Expression> {
        let start = self.advance().span.start;
        let sized = if self.peek().is_mark("(") && self.begins_type(1) {
            self.advance();
            let specifiers = self.specifiers()?;
            let scalar = specifiers.scalar;
            let mut stars = 0;
            while self.accept("*") {
                stars += 1;
            }
            let span = self.since(start);
            if self.peek().is_mark("[") || self.peek().is_mark("(") {
                return Err(Problem::unsupported(&span, "the size of this type"));
            }
            self.expect(")")?;
            let bytes = match scalar {
                _ if stars > 0 => Some(8),
                Scalar::Bool => Some(1),
                Scalar::Integer { bits, .. } => Some(i64::from(bits) / 8),
                Scalar::Float => Some(4),
                Scalar::Real => Some(8),
                _ => None,
            };
            let is_known = bytes.is_some() && (stars > 0 || !specifiers.is_long_double);
            if !is_known && !matches!(scalar, Scalar::Record(_)) {
                return Err(Problem::unsupported(&span, "the size of this type"));
            }
            Sized::Type((stars == 0).then_some(scalar), bytes)
        } else {
            Sized::Expression(Box::new(self.deeper(Parser::unary)?))
        };
        Ok(Expression {
            kind: ExpressionKind::SizeOf(sized),
            span: self.since(start),
        })
    }

    fn postfix(&mut self) -> Reads<Expression> {
        let start = self.span().start;
        let mut expression = self.primary()?;
        let mut length = 0;
        loop {
            length = self.longer(length)?;
            let kind = if self.accept("[") {
                let index = self.deeper(Parser::expression)?;
                self.expect("]")?;
                ExpressionKind::Index(Box::new(expression), Box::new(index))
            } else if self.accept(".") {
                if self.is_annotation
                    && self.peek().is_word("PROC")
                    && let ExpressionKind::Name(program) = expression.kind
                {
                    expression = self.remote(Some(program))?;
                    continue;
                }
                let (member, _) = self.expect_name()?;
                ExpressionKind::Member(Box::new(expression), member)
            } else if self.accept("->") {
                let (member, _) = self.expect_name()?;
                let span = self.since(start);
                let target = ExpressionKind::Unary(Unary::Target, Box::new(expression));
                let target = Expression { kind: target, span };
                ExpressionKind::Member(Box::new(target), member)
            } else if self.accept("++") {
                self.may_write(&expression)?;
                ExpressionKind::Step(Binary::Add, Fix::Postfix, Box::new(expression))
            } else if self.accept("--") {
                self.may_write(&expression)?;
                ExpressionKind::Step(Binary::Subtract, Fix::Postfix, Box::new(expression))
            } else {
                return Ok(expression);
            };
            expression = Expression {
                kind,
                span: self.since(start),
            };
        }
    }

    fn primary(&mut self) -> Reads<Expression> {
        let token = self.peek().clone();
        let start = token.span.start;
        let kind = match &token.kind {
            Kind::Integer(value, kind) => ExpressionKind::Integer(value.clone(), *kind),
            Kind::Real(value) => ExpressionKind::Real(value.clone()),
            Kind::Text(text) => {
                // Strings side by side are one string.
                let mut all = text.to_string();
                while let Kind::Text(next) = self.ahead(1).kind {
                    all.push_str(next.as_str());
                    self.advance();
                }
                ExpressionKind::Text(Symbol::new(&all))
            }
            Kind::Mark("(") => {
                self.advance();
                let mut inner = self.deeper(Parser::expression)?;
                self.expect(")")?;
                inner.span = self.since(start);
                if self.peek().is_mark("(") {
                    return Err(Problem::unsupported(&inner.span, "a call of this form"));
                }
                return Ok(inner);
            }
            Kind::Word(word) if self.is_annotation && word.as_str() == "PROC" => {
                return self.remote(None);
            }
            Kind::Word(word)
                if self.is_annotation
                    && matches!(word.as_str(), "forall" | "exists")
                    && self.ahead(1).is_mark("{") =>
            {
                return self.quantified();
            }
            Kind::Word(word) if word.as_str() == "sizeof" => return self.size_of(),
            Kind::Word(_) => {
                let (name, span) = self.expect_name()?;
                if let Some(Meaning::Constant(value)) = self.names.find(name) {
                    return Ok(Expression {
                        kind: ExpressionKind::Integer(Integer::from(value), IntegerType::INT),
                        span,
                    });
                }
                if self.names.is_untold(name) {
                    let what = format!("`{name}`, which has a declaration that is not read");
                    return Err(Problem::unsupported(&span, what));
                }
                if !self.accept("(") {
                    self.is_declared(name, &span)?;
                    return Ok(Expression {
                        kind: ExpressionKind::Name(name),
                        span,
                    });
                }
                let arguments = self.arguments()?;
                let span = self.since(start);
                self.may_call(name, &arguments, &span)?;
                return Ok(Expression {
                    kind: ExpressionKind::Call(name, arguments),
                    span,
                });
            }
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        Ok(Expression {
            kind,
            span: self.since(start),
        })
    }

    fn arguments(&mut self) -> Reads<Vec<Expression>> {
        let mut arguments = Vec::new();
        if self.accept(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if self.accept(")") {
                return Ok(arguments);
            }
            self.expect(",")?;
        }
    }
}

/// The operator of an assignment: `Some(None)` for the plain one.
#[allow(
    clippy::option_option,
    reason = "the outer one says whether it is an assignment, the inner one is part of the tree"
)]
fn assignment_operator(token: &Token) -> Option<Option<Binary>> {
    let Kind::Mark(mark) = token.kind else {
        return None;
    };
    Some(match mark {
        "=" => None,
        "+=" => Some(Binary::Add),
        "-=" => Some(Binary::Subtract),
        "*=" => Some(Binary::Multiply),
        "/=" => Some(Binary::Divide),
        "%=" => Some(Binary::Remainder),
        "<<=" => Some(Binary::ShiftLeft),
        ">>=" => Some(Binary::ShiftRight),
        "&=" => Some(Binary::BitAnd),
        "|=" => Some(Binary::BitOr),
        "^=" => Some(Binary::BitXor),
        _ => return None,
    })
}
