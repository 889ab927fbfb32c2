//! The syntax tree.
//!
//! The tree says what was written, not what it means: names are not resolved, types not checked.
//! Parentheses and stray semicolons leave no trace; the printer puts parentheses where the tree
//! needs them. What could not be parsed is an `Error` node, and has been reported.
//!
//! [`File`] and its parts print themselves in the layout of [`format`](crate::format()).

mod claim;
mod composition;
mod expression;
mod import;
mod item;
mod print;
mod statement;
mod system;

pub use claim::{
    Argument, Claim, Clause, ClauseKind, NetworkClaim, Operand, Property, PropertyKind, Relation,
    Verdict,
};
pub use composition::{Composed, Composition, CompositionKind, Count};
pub use expression::{BinaryOp, Binder, Expr, ExprKind, Level, UnaryOp};
pub use import::{Import, ImportedFunction};
pub use item::{Constant, Enumeration, File, Function, Item, Parameter, Program};
pub use statement::{Arm, Block, Condition, Declaration, Sharing, Statement, StatementKind};
pub use system::{Input, LabelledFormula, Process, ProcessStatement, Reduction, System};

use logic::Symbol;

use crate::Span;

/// A name where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name.
    pub text: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// A type where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The types.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// `int`.
    Int,
    /// `bool`.
    Bool,
    /// `real`.
    Real,
    /// `low..=high`.
    Range(Box<Expr>, Box<Expr>),
    /// The name of an enumeration.
    Named(Symbol),
    /// `array<index, element>`.
    Array(Box<Type>, Box<Type>),
    /// Could not be parsed.
    Error,
}
