//! Files and their items.

use super::{Block, Claim, Composed, Expr, Import, Name, System, Type};
use crate::Span;

/// All that a text says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// The items in their order.
    pub items: Vec<Item>,
}

/// An item.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// `import "s.ll" as s;`.
    Import(Import),
    /// `enum Color { red, green }`.
    Enumeration(Enumeration),
    /// `const N: int where N >= 1;`.
    Constant(Constant),
    /// `fn f(int) -> int;`.
    Function(Function),
    /// `program p { … }`.
    Program(Program),
    /// `system s { … }`.
    System(System),
    /// `program p = q || r;`.
    Composed(Composed),
    /// `claim c: …;`.
    Claim(Claim),
}

/// `enum Color { red, green }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Enumeration {
    /// The name of the type.
    pub name: Name,
    /// The names of its values.
    pub variants: Vec<Name>,
    /// Where it stands.
    pub span: Span,
}

/// `const N: int where N >= 1;`.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Type,
    /// What is known of the value.
    pub condition: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// `fn f(int) -> int;`.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The name.
    pub name: Name,
    /// The types of the arguments.
    pub parameters: Vec<Type>,
    /// The type of the result.
    pub result: Type,
    /// Where it stands.
    pub span: Span,
}

/// `program p(n: int) { … }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Declarations and statements.
    pub body: Block,
    /// Where its head stands: all in front of the body.
    pub head: Span,
}

/// A parameter of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Type,
}
