//! Systems of processes.

use super::{Block, Expr, Name, Type};
use crate::Span;

/// `system s { … }`.
#[derive(Clone, PartialEq, Debug)]
pub struct System {
    /// The name.
    pub name: Name,
    /// The inputs, in their order.
    pub inputs: Vec<Input>,
    /// The processes, in their order.
    pub processes: Vec<Process>,
    /// Where its head stands: all in front of the first brace.
    pub head: Span,
    /// Where all of it stands.
    pub span: Span,
}

/// `input n: int where n >= 0;`.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Type,
    /// What is known of the value.
    pub condition: Option<Expr>,
}

/// `process p[4] { … }`, or `process p { … }` for a single one.
#[derive(Clone, PartialEq, Debug)]
pub struct Process {
    /// The name.
    pub name: Name,
    /// How many there are; without it, one, which has no number.
    pub count: Option<Expr>,
    /// Declarations and statements.
    pub body: Block,
    /// Where its head stands.
    pub head: Span,
}

/// A formula with a name that may be left out: `L: e`.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelledFormula {
    /// What brings it together with those of other processes.
    pub label: Option<Name>,
    /// The formula.
    pub formula: Expr,
}

/// What only a process of a system can do.
#[derive(Clone, PartialEq, Debug)]
pub enum ProcessStatement {
    /// `send e to r tag t;`.
    Send {
        /// The message.
        value: Expr,
        /// The rank of the receiver.
        to: Expr,
        /// The tag.
        tag: Option<Expr>,
    },
    /// `receive x from r tag t;` or `receive x from any;`.
    Receive {
        /// The variable.
        target: Name,
        /// The rank of the sender; without it, any.
        from: Option<Expr>,
        /// The tag.
        tag: Option<Expr>,
    },
    /// `barrier;`.
    Barrier,
    /// `broadcast x from r;`.
    Broadcast {
        /// The variable.
        target: Name,
        /// The rank of the root.
        root: Expr,
    },
    /// `reduce e with + into x at r;`, or `allreduce e with + into x;`.
    Reduce {
        /// The value of each process.
        value: Expr,
        /// How values are combined.
        op: Reduction,
        /// Where the result is put.
        target: Name,
        /// The rank of the root; without it, all processes get the result.
        root: Option<Expr>,
    },
    /// `collective assert L: e;`.
    CollectiveAssert(LabelledFormula),
    /// `output x, y;`.
    Output(Vec<Name>),
}

/// How the values of processes are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Reduction {
    Sum,
    Product,
    Min,
    Max,
    And,
    Or,
}

impl Reduction {
    /// All of them.
    pub const ALL: [Reduction; 6] = [
        Reduction::Sum,
        Reduction::Product,
        Reduction::Min,
        Reduction::Max,
        Reduction::And,
        Reduction::Or,
    ];

    /// The word or sign for it.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Reduction::Sum => "+",
            Reduction::Product => "*",
            Reduction::Min => "min",
            Reduction::Max => "max",
            Reduction::And => "&&",
            Reduction::Or => "||",
        }
    }
}
