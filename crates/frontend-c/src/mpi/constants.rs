//! The predefined datatypes and operators of MPI, and the constants of its types.

use program::system::NO_REQUEST;

use crate::syntax::Scalar;
use crate::token::Signedness;

/// A predefined datatype.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Datatype {
    /// Its number among the constants of MPI.
    pub(crate) number: i64,
    /// The type of C that its elements have.
    pub(crate) scalar: Scalar,
    /// What may be done with its elements in a reduction.
    pub(crate) class: Class,
}

impl Datatype {
    /// How many numbers an element has.
    pub(crate) fn width(self) -> usize {
        match self.class {
            Class::Pair => 2,
            _ => 1,
        }
    }
}

/// The classes of datatypes that operators are defined on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Integer,
    Floating,
    Logical,
    Byte,
    /// A value, of the type that is named, and an `int`: its place.
    Pair,
    /// Characters, which are for text.
    Text,
}

const DATATYPES: i64 = 1_275_068_416;
const OPERATORS: i64 = 1_476_395_008;

/// A number that no datatype is.
pub(crate) const DATATYPE_NULL: i64 = DATATYPES;
/// A number that no operator is.
pub(crate) const OP_NULL: i64 = OPERATORS;
/// The communicator of all processes.
pub(crate) const COMM_WORLD: i64 = 1_140_850_688;
/// The communicator of each process alone.
pub(crate) const COMM_SELF: i64 = 1_140_850_689;
/// A number such that larger ones are datatypes that a program makes.
pub(crate) const FIRST_NEW_TYPE: i64 = 1_275_069_440;
/// A number such that larger ones are communicators that a program makes.
pub(crate) const FIRST_NEW_COMM: i64 = 1_140_850_700;
/// A number that no communicator is.
pub(crate) const COMM_NULL: i64 = 1_140_850_687;
/// What a request is that stands for nothing.
pub(crate) const REQUEST_NULL: i64 = NO_REQUEST;
/// What a matched message is that stands for nothing.
pub(crate) const MESSAGE_NULL: i64 = -1_000_011;
/// What a matched message is where nobody sends.
pub(crate) const MESSAGE_NO_PROC: i64 = -1_000_012;
/// A position that is none.
pub(crate) const UNDEFINED: i64 = -32_766;
/// The largest tag that every implementation allows.
pub(crate) const LARGEST_TAG: i64 = 32_767;

const fn integer(sign: Signedness, bits: u8) -> Scalar {
    Scalar::Integer { sign, bits }
}

const NAMES: &[(&str, Scalar, Class)] = {
    use Class::*;
    use Signedness::{Signed, Unsigned};
    &[
        ("MPI_CHAR", integer(Signed, 8), Text),
        ("MPI_SIGNED_CHAR", integer(Signed, 8), Integer),
        ("MPI_UNSIGNED_CHAR", integer(Unsigned, 8), Integer),
        ("MPI_SHORT", integer(Signed, 16), Integer),
        ("MPI_UNSIGNED_SHORT", integer(Unsigned, 16), Integer),
        ("MPI_INT", integer(Signed, 32), Integer),
        ("MPI_UNSIGNED", integer(Unsigned, 32), Integer),
        ("MPI_LONG", integer(Signed, 64), Integer),
        ("MPI_UNSIGNED_LONG", integer(Unsigned, 64), Integer),
        ("MPI_LONG_LONG", integer(Signed, 64), Integer),
        ("MPI_UNSIGNED_LONG_LONG", integer(Unsigned, 64), Integer),
        ("MPI_INT8_T", integer(Signed, 8), Integer),
        ("MPI_INT16_T", integer(Signed, 16), Integer),
        ("MPI_INT32_T", integer(Signed, 32), Integer),
        ("MPI_INT64_T", integer(Signed, 64), Integer),
        ("MPI_UINT8_T", integer(Unsigned, 8), Integer),
        ("MPI_UINT16_T", integer(Unsigned, 16), Integer),
        ("MPI_UINT32_T", integer(Unsigned, 32), Integer),
        ("MPI_UINT64_T", integer(Unsigned, 64), Integer),
        ("MPI_FLOAT", Scalar::Float, Floating),
        ("MPI_DOUBLE", Scalar::Real, Floating),
        ("MPI_C_BOOL", Scalar::Bool, Logical),
        ("MPI_BYTE", integer(Unsigned, 8), Byte),
        ("MPI_2INT", integer(Signed, 32), Pair),
        ("MPI_SHORT_INT", integer(Signed, 16), Pair),
        ("MPI_LONG_INT", integer(Signed, 64), Pair),
        ("MPI_FLOAT_INT", Scalar::Float, Pair),
        ("MPI_DOUBLE_INT", Scalar::Real, Pair),
    ]
};

/// The datatype with a number.
pub(crate) fn datatype(number: i64) -> Option<Datatype> {
    let position = usize::try_from(number - DATATYPES - 1).ok()?;
    let (_, scalar, class) = *NAMES.get(position)?;
    Some(Datatype {
        number,
        scalar,
        class,
    })
}

/// How values are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Sum,
    Product,
    Min,
    Max,
    And,
    Or,
    Xor,
    BitAnd,
    BitOr,
    BitXor,
    /// The least value with its place, the first of those that have it.
    MinLoc,
    /// The greatest value with its place, the first of those that have it.
    MaxLoc,
}

const OPERATOR_NAMES: &[(&str, Operator)] = &[
    ("MPI_SUM", Operator::Sum),
    ("MPI_PROD", Operator::Product),
    ("MPI_MIN", Operator::Min),
    ("MPI_MAX", Operator::Max),
    ("MPI_LAND", Operator::And),
    ("MPI_LOR", Operator::Or),
    ("MPI_LXOR", Operator::Xor),
    ("MPI_BAND", Operator::BitAnd),
    ("MPI_BOR", Operator::BitOr),
    ("MPI_BXOR", Operator::BitXor),
    ("MPI_MINLOC", Operator::MinLoc),
    ("MPI_MAXLOC", Operator::MaxLoc),
];

/// The operator with a number.
pub(crate) fn operator(number: i64) -> Option<Operator> {
    let position = usize::try_from(number - OPERATORS - 1).ok()?;
    OPERATOR_NAMES.get(position).map(|(_, operator)| *operator)
}

impl Operator {
    /// Whether the standard defines it on elements of a class.
    pub(crate) fn is_for(self, class: Class) -> bool {
        match self {
            Operator::Sum | Operator::Product | Operator::Min | Operator::Max => {
                matches!(class, Class::Integer | Class::Floating)
            }
            Operator::And | Operator::Or | Operator::Xor => {
                matches!(class, Class::Integer | Class::Logical)
            }
            Operator::BitAnd | Operator::BitOr | Operator::BitXor => {
                matches!(class, Class::Integer | Class::Byte)
            }
            Operator::MinLoc | Operator::MaxLoc => class == Class::Pair,
        }
    }
}

/// Whether a name is a constant whose value MPI does not say, and which nobody compares with others:
/// the keys of attributes.
pub(crate) fn is_open(name: &str) -> bool {
    matches!(
        name,
        "MPI_TAG_UB"
            | "MPI_HOST"
            | "MPI_IO"
            | "MPI_WTIME_IS_GLOBAL"
            | "MPI_UNIVERSE_SIZE"
            | "MPI_LASTUSEDCODE"
            | "MPI_APPNUM"
    )
}

/// The constants of MPI's own types.
pub(crate) fn constant(name: &str) -> Option<i64> {
    let name = match name {
        "MPI_LONG_LONG_INT" => "MPI_LONG_LONG",
        other => other,
    };
    let among = |first: i64, position: usize| first + 1 + i64::try_from(position).unwrap_or(0);
    if let Some(position) = NAMES.iter().position(|(own, ..)| *own == name) {
        return Some(among(DATATYPES, position));
    }
    if let Some(position) = OPERATOR_NAMES.iter().position(|(own, _)| *own == name) {
        return Some(among(OPERATORS, position));
    }
    Some(match name {
        "MPI_DATATYPE_NULL" => DATATYPE_NULL,
        "MPI_OP_NULL" => OP_NULL,
        "MPI_COMM_WORLD" => COMM_WORLD,
        "MPI_COMM_SELF" => COMM_SELF,
        "MPI_COMM_NULL" => COMM_NULL,
        "MPI_REQUEST_NULL" => REQUEST_NULL,
        "MPI_MESSAGE_NULL" => MESSAGE_NULL,
        "MPI_MESSAGE_NO_PROC" => MESSAGE_NO_PROC,
        "MPI_GROUP_NULL" | "MPI_INFO_NULL" | "MPI_ERRHANDLER_NULL" => -1,
        "MPI_ERRORS_RETURN" | "MPI_ERRORS_ARE_FATAL" => 1,
        // Operators that no reduction is defined for.
        "MPI_REPLACE" => OPERATORS + 101,
        "MPI_NO_OP" => OPERATORS + 102,
        "MPI_UNDEFINED" => UNDEFINED,
        "MPI_MAX_ERROR_STRING" => 512,
        "MPI_MAX_OBJECT_NAME" => 128,
        "MPI_BSEND_OVERHEAD" => 96,
        _ => return None,
    })
}
