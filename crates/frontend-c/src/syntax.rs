//! The syntax tree.

use logic::{Integer, Rational, Symbol};

use crate::Buffering;
use crate::problem::{Problem, Span};
use crate::token::{IntegerType, Signedness};

/// A file.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) functions: Vec<Function>,
    /// The variables outside of functions, in their order.
    pub(crate) globals: Vec<Declaration>,
    /// What `TASS assume` says outside of functions.
    pub(crate) assumptions: Vec<Expression>,
    /// Whether pointers are `restrict`.
    pub(crate) restricts: bool,
    /// Where the file first has anything to do with floating-point numbers.
    pub(crate) first_real: Option<Span>,
    /// Whether `long double` occurs, which is taken for `double` but for its size.
    pub(crate) has_long_doubles: bool,
    /// Whether there are types made with `enum`.
    pub(crate) has_enumerations: bool,
    /// The types made with `struct`, by their numbers.
    pub(crate) records: Vec<RecordType>,
    /// What `TANDEM expect` says.
    pub(crate) expect: Option<question::Expectation>,
    /// What `TANDEM processes` says.
    pub(crate) processes: Option<usize>,
    /// What `TANDEM sends` says.
    pub(crate) buffering: Option<Buffering>,
    /// What the parser does not know.
    pub(crate) unread: Vec<Problem>,
}

impl Unit {
    pub(crate) fn function(&self, name: Symbol) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// The members of a `struct`.
    pub(crate) fn members(&self, kind: RecordKind) -> &[Declaration] {
        &self.records[kind.0].members
    }
}

/// The number of a type made with `struct`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct RecordKind(pub(crate) usize);

/// A type made with `struct`.
#[derive(Debug)]
pub(crate) struct RecordType {
    /// Nothing where the type was named and its members were never listed.
    pub(crate) members: Vec<Declaration>,
}

/// A function with its body.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: Symbol,
    pub(crate) result: Scalar,
    pub(crate) gives: Gives,
    pub(crate) parameters: Vec<Declaration>,
    pub(crate) body: Vec<Statement>,
}

impl Function {
    /// Whether it is what C takes a function for that is called before it is declared, with nothing to
    /// be passed.
    pub(crate) fn is_what_calls_declare(&self) -> bool {
        let is_number = self.result == Scalar::INT && self.gives == Gives::Value;
        is_number && self.parameters.is_empty()
    }
}

/// What a function gives back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gives {
    /// A value of its type, or nothing.
    Value,
    /// The address of such a value.
    Address,
}

/// The types of single values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    Void,
    Bool,
    Integer {
        sign: Signedness,
        bits: u8,
    },
    /// `double`, as a real number.
    Real,
    /// `float`, as a real number as well.
    Float,
    /// `MPI_Status`.
    Status,
    /// A `struct`.
    Record(RecordKind),
}

impl Scalar {
    pub(crate) const INT: Scalar = Scalar::Integer {
        sign: Signedness::Signed,
        bits: Scalar::INT_BITS,
    };

    pub(crate) const CHAR: Scalar = Scalar::Integer {
        sign: Signedness::Signed,
        bits: 8,
    };

    /// The width of `int`, the narrowest type in which anything is computed.
    pub(crate) const INT_BITS: u8 = 32;

    pub(crate) const UNSIGNED: Scalar = Scalar::Integer {
        sign: Signedness::Unsigned,
        bits: Scalar::INT_BITS,
    };

    pub(crate) const UNSIGNED_CHAR: Scalar = Scalar::Integer {
        sign: Signedness::Unsigned,
        bits: 8,
    };

    /// Whether values of the type are numbers.
    pub(crate) fn is_number(self) -> bool {
        matches!(self, Scalar::Bool | Scalar::Integer { .. }) || self.is_real()
    }

    /// Whether values of the type are real numbers.
    pub(crate) fn is_real(self) -> bool {
        matches!(self, Scalar::Real | Scalar::Float)
    }
}

/// A variable or parameter.
#[derive(Debug)]
pub(crate) struct Declaration {
    pub(crate) name: Symbol,
    pub(crate) span: Span,
    pub(crate) scalar: Scalar,
    pub(crate) shape: Shape,
    pub(crate) initial: Option<Initial>,
    pub(crate) role: Role,
    pub(crate) storage: Storage,
    /// Whether it must not be written once it has its first value.
    pub(crate) is_constant: bool,
}

/// What is made of single values.
#[derive(Debug)]
pub(crate) enum Shape {
    Single,
    /// The sizes of an array's dimensions; that of the first may be left out.
    Array(Vec<Option<Expression>>),
    /// As many stars.
    Pointer(usize),
}

impl Shape {
    /// Whether both are certainly the same.
    pub(crate) fn is_like(&self, other: &Shape) -> bool {
        let same_size = |a: &Option<Expression>, b: &Option<Expression>| match (a, b) {
            (Some(a), Some(b)) => match (&a.kind, &b.kind) {
                (ExpressionKind::Integer(a, _), ExpressionKind::Integer(b, _)) => a == b,
                _ => false,
            },
            _ => false,
        };
        match (self, other) {
            (Shape::Single, Shape::Single) => true,
            (Shape::Pointer(a), Shape::Pointer(b)) => a == b,
            (Shape::Array(a), Shape::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_size(a, b))
            }
            _ => false,
        }
    }
}

/// What a variable starts with.
#[derive(Clone, Debug)]
pub(crate) enum Initial {
    Value(Expression),
    List(Vec<Part>, Span),
}

/// A part of a list of initial values.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// What it is for, where that is not what follows the part before it.
    pub(crate) designator: Option<Designator>,
    pub(crate) initial: Initial,
}

/// `.x =` or `[3] =`.
#[derive(Clone, Debug)]
pub(crate) enum Designator {
    Member(Symbol),
    Index(Expression),
}

/// What a variable is for the claim.
#[derive(Debug)]
pub(crate) enum Role {
    Plain,
    /// Any value that satisfies the condition, the same for all processes.
    Input(Option<Expression>),
    /// What equivalent programs agree on.
    Output,
}

/// How long a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    Automatic,
    Static,
    /// Declared with `extern`: the variable is defined elsewhere.
    Elsewhere,
}

#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) kind: StatementKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum StatementKind {
    Empty,
    Declare(Vec<Declaration>),
    Expression(Expression),
    Block(Vec<Statement>),
    If(Expression, Box<Statement>, Option<Box<Statement>>),
    Loop(Box<Loop>),
    Switch(Expression, Vec<Statement>),
    /// A label of the `switch` around it; `None` is `default`.
    Case(Option<Expression>),
    Break,
    Continue,
    Return(Option<Expression>),
    Assume(Expression),
    /// `TASS collective assert`.
    Assert(Labelled),
    /// Something that the parser does not know.
    Unread(Problem),
}

/// All loops.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) initial: Option<Statement>,
    pub(crate) condition: Option<Expression>,
    pub(crate) step: Option<Expression>,
    pub(crate) body: Statement,
    pub(crate) tested: Tested,
    pub(crate) invariant: Option<Labelled>,
}

/// When a loop looks at its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tested {
    Before,
    After,
}

/// A formula with a label, by which processes agree what they speak of.
#[derive(Debug)]
pub(crate) struct Labelled {
    pub(crate) label: Symbol,
    pub(crate) formula: Expression,
}

#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    Name(Symbol),
    Integer(Integer, IntegerType),
    Real(Rational),
    /// What stands between the quotation marks.
    Text(Symbol),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    Logical(Logical, Box<Expression>, Box<Expression>),
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    Comma(Box<Expression>, Box<Expression>),
    /// `a = b`, or `a += b` with its operator.
    Assign(Option<Binary>, Box<Expression>, Box<Expression>),
    /// `++a` and its kin: what is added, and whether the value is the one before or behind it.
    Step(Binary, Fix, Box<Expression>),
    Index(Box<Expression>, Box<Expression>),
    Member(Box<Expression>, Symbol),
    Call(Symbol, Vec<Expression>),
    Cast(Scalar, Box<Expression>),
    /// `(struct point) {1, 2}`.
    Literal(Scalar, Box<Initial>),
    /// A cast to a pointer to a type.
    PointerCast(Scalar, Box<Expression>),
    SizeOf(Sized),
    /// `PROC[e]@main.x` or `spec.PROC[e]@main.x`, only in annotations.
    Remote {
        program: Option<Symbol>,
        process: Box<Expression>,
        /// The function whose variable it is; without one, whatever the name stands for at the place.
        function: Option<Symbol>,
        name: Symbol,
    },
    /// `forall {int i | range} body`, only in annotations.
    Quantified(logic::Quantifier, Symbol, Box<Expression>, Box<Expression>),
}

/// What `sizeof` is asked of.
#[derive(Clone, Debug)]
pub(crate) enum Sized {
    /// A type with its number of bytes, which is not known of a `struct`; no type for a pointer.
    Type(Option<Scalar>, Option<i64>),
    /// An expression, which is not evaluated.
    Expression(Box<Expression>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Minus,
    Plus,
    Not,
    Complement,
    Address,
    Target,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Logical {
    And,
    Or,
    /// `=>`, only in annotations.
    Implies,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fix {
    Prefix,
    Postfix,
}
