//! Statements and declarations.

use super::{Expr, LabelledFormula, Name, ProcessStatement, Type};
use crate::Span;

/// `{ … }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// What stands between the braces.
    pub statements: Vec<Statement>,
    /// Where it stands, braces included.
    pub span: Span,
}

/// A statement or declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where the part stands that says what is done: a whole simple statement; of a compound one
    /// all in front of its first block.
    pub head: Span,
}

/// The statements and declarations.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// `var x: int = e;`.
    Declaration(Declaration),
    /// `justice e;`.
    Justice(Expr),
    /// `compassion p, q;`.
    Compassion(Expr, Expr),
    /// `observe x, y;`.
    Observe(Vec<Name>),
    /// `open x, y;`.
    Open(Vec<Name>),
    /// `x = e;` or `a[i][j] = e;`.
    Assign {
        /// The variable.
        target: Name,
        /// The indices, none for a variable as a whole.
        indices: Vec<Expr>,
        /// What is assigned.
        value: Expr,
    },
    /// `havoc x where e;`.
    Havoc {
        /// The variable.
        target: Name,
        /// What holds of the new value.
        condition: Option<Expr>,
    },
    /// `send e on c;`.
    Send {
        /// The message.
        value: Expr,
        /// The channel.
        channel: Expr,
    },
    /// `receive x on c;`.
    Receive {
        /// The variable.
        target: Name,
        /// The channel.
        channel: Expr,
    },
    /// `assume e;`.
    Assume(Expr),
    /// `assert e;`.
    Assert(Expr),
    /// `skip;`.
    Skip,
    /// `if (e) { … } else if (*) { … } else { … }`.
    If {
        /// The conditions with their blocks, at least one.
        arms: Vec<Arm>,
        /// What is done where no condition holds.
        otherwise: Option<Block>,
    },
    /// `while (e) { … }`.
    While {
        /// The condition.
        condition: Condition,
        /// What a process says of all processes in the loop.
        invariant: Option<Box<LabelledFormula>>,
        /// What is repeated.
        body: Block,
    },
    /// `loop { … }`.
    Loop(Block),
    /// `choose { … } or { … }`.
    Choose(Vec<Block>),
    /// `par { … } || { … }`.
    Par(Vec<Block>),
    /// `parfor id in low..=high { … }`.
    Parfor {
        /// The name of a copy's number.
        id: Name,
        /// The first number.
        low: Expr,
        /// The last number.
        high: Expr,
        /// What each copy does.
        body: Block,
    },
    /// `atomic { … }`.
    Atomic(Block),
    /// `{ … }`.
    Block(Block),
    /// What only a process of a system can do.
    Process(Box<ProcessStatement>),
    /// Could not be parsed.
    Error,
}

/// One condition of an `if` and its block.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// The condition.
    pub condition: Condition,
    /// What is done where it holds.
    pub body: Block,
    /// Where `if (e)` stands.
    pub head: Span,
}

/// The condition of an `if` or `while`.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// `*`: either way.
    Any,
    /// A formula.
    Formula(Expr),
}

/// `shared var x: int = e;`.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// Whether parallel parts may share it.
    pub sharing: Sharing,
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Type,
    /// The value that it starts with.
    pub initial: Option<Expr>,
}

/// Whether parallel parts may share a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// `var`.
    Local,
    /// `shared var`.
    Shared,
}

impl StatementKind {
    /// Whether it belongs to the program as a whole where it stands at the top of one: it says
    /// something about the program and is no step of it.
    #[must_use]
    pub fn is_declaration(&self) -> bool {
        matches!(
            self,
            StatementKind::Declaration(_)
                | StatementKind::Justice(_)
                | StatementKind::Compassion(..)
                | StatementKind::Observe(_)
                | StatementKind::Open(_)
        ) || matches!(self, StatementKind::Process(s) if matches!(**s, ProcessStatement::Output(_)))
    }
}
