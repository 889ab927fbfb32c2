//! Expressions.

use logic::{Integer, Quantifier, Rational, Symbol};

use super::{Name, Type};
use crate::Span;

/// An expression where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, parentheses around it excepted.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `42`.
    Int(Integer),
    /// `1.5`.
    Decimal(Rational),
    /// `true`.
    Bool(bool),
    /// A variable, constant or variant.
    Name(Symbol),
    /// `alias.x`, in claims.
    Qualified(Name, Name),
    /// `p[i].x` or `s.p.x`: a variable of a process.
    Member(Box<Expr>, Name),
    /// `Color::red`.
    Variant(Name, Name),
    /// `a[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `a[i := e]`.
    Store(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `f(e, e)`.
    Call(Name, Vec<Expr>),
    /// `!e` or `-e`.
    Unary(UnaryOp, Box<Expr>),
    /// Operators of one level with their operands: `a - b + c`. Long sums are common, so a chain
    /// is flat. All but `==>` are read from the left; a comparison has just two operands.
    Chain(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// `c ? a : b`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `forall i: int :: e`.
    Quantified(Quantifier, Vec<Binder>, Box<Expr>),
    /// Could not be parsed.
    Error,
}

/// A variable that a quantifier binds.
#[derive(Clone, PartialEq, Debug)]
pub struct Binder {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Type,
}

/// The operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum UnaryOp {
    Not,
    Minus,
}

/// The operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Implies,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// How strongly expressions bind, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Level {
    Quantifier,
    Conditional,
    Implies,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Prefix,
    Atom,
}

impl Level {
    /// The next stronger level.
    #[must_use]
    pub fn tighter(self) -> Level {
        match self {
            Level::Quantifier => Level::Conditional,
            Level::Conditional => Level::Implies,
            Level::Implies => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Comparison,
            Level::Comparison => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Prefix,
            Level::Prefix | Level::Atom => Level::Atom,
        }
    }
}

impl BinaryOp {
    /// How strongly the operator binds.
    #[must_use]
    pub fn level(self) -> Level {
        match self {
            BinaryOp::Implies => Level::Implies,
            BinaryOp::Or => Level::Or,
            BinaryOp::And => Level::And,
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual => Level::Comparison,
            BinaryOp::Add | BinaryOp::Subtract => Level::Sum,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => Level::Product,
        }
    }

    /// The sign of the operator.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOp::Implies => "==>",
            BinaryOp::Or => "||",
            BinaryOp::And => "&&",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessOrEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterOrEqual => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
        }
    }
}

impl ExprKind {
    /// How strongly the expression binds.
    #[must_use]
    pub fn level(&self) -> Level {
        match self {
            ExprKind::Quantified(..) => Level::Quantifier,
            ExprKind::Conditional(..) => Level::Conditional,
            ExprKind::Chain(_, rest) => match rest.first() {
                Some((op, _)) => op.level(),
                None => Level::Atom,
            },
            ExprKind::Unary(..) => Level::Prefix,
            _ => Level::Atom,
        }
    }
}
