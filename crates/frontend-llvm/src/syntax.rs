//! The syntax tree of a module.
//!
//! It borrows the text that it was read from. Pointee types of LLVM before 15 are dropped: every
//! instruction names the types that it needs, so that typed and opaque pointers read the same.

mod attributes;
mod instruction;
mod linkage;
mod module;
mod operands;
mod spelling;

use std::fmt;
use std::rc::Rc;

pub use attributes::{Attributes, Class, MemoryEffects, ModRef, WORDS, Word};
pub(crate) use instruction::says_apart;
pub use instruction::{Access, Argument, Block, Call, Flag, Flags, Instruction, Kind, Tail};
pub use linkage::Linkage;
pub(crate) use module::UNREAD;
pub use module::{Exposure, Function, Global, Module, Parameter};
pub(crate) use spelling::TooLarge;

/// A name, without its `%` or `@`: given by somebody, or a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Name<'t> {
    /// Given.
    Text(&'t str),
    /// A number that LLVM gave.
    Number(u64),
}

impl<'t> Name<'t> {
    /// The name that a bare word stands for.
    pub(crate) fn bare(word: &'t str) -> Self {
        if let Some(given) = word.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
            return Name::Text(given);
        }
        match word.parse() {
            Ok(number) if word.bytes().all(|byte| byte.is_ascii_digit()) => Name::Number(number),
            _ => Name::Text(word),
        }
    }

    /// The given name, if it is one.
    #[must_use]
    pub fn text(self) -> Option<&'t str> {
        match self {
            Name::Text(text) => Some(text),
            Name::Number(_) => None,
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A given name that looks like a number is none.
            Name::Text(text) if Name::bare(text) != *self => write!(f, "\"{text}\""),
            Name::Text(text) => f.write_str(text),
            Name::Number(number) => number.fmt(f),
        }
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type<'t> {
    /// `void`.
    Void,
    /// `i32`.
    Integer(u32),
    /// A pointer, whatever it points to.
    Pointer,
    /// A floating-point type, by its name.
    Float(&'t str),
    /// `[4 x i32]`.
    Array(u64, Rc<Type<'t>>),
    /// `<4 x i32>`.
    Vector(u64, Rc<Type<'t>>),
    /// `{ i32, i8 }` or, packed, `<{ i32, i8 }>`.
    Struct {
        /// The types of the fields.
        fields: Rc<[Type<'t>]>,
        /// Whether there is no padding.
        packed: bool,
    },
    /// `%name`.
    Named(Name<'t>),
    /// The type of a function.
    Function(Rc<FunctionType<'t>>),
    /// A pointer into another address space than the first.
    Elsewhere(&'t str),
    /// Anything else: labels, metadata, tokens, opaque, scalable and target types.
    Other(&'t str),
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionType<'t> {
    /// The type of the result.
    pub result: Type<'t>,
    /// The types of the parameters.
    pub parameters: Vec<Type<'t>>,
    /// Whether more arguments may follow.
    pub variadic: bool,
}

/// A constant, a local or a global.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub enum Value<'t> {
    Local(Name<'t>),
    Global(Name<'t>),
    Integer(&'t str),
    Bool(bool),
    Null,
    Undef,
    Poison,
    Zero,
    Float(&'t str),
    /// `c"…"`, escapes as they stand.
    Bytes(&'t str),
    /// The elements of an array, a structure or a vector.
    Aggregate(Vec<Typed<'t>>),
    Expression(Rc<Expression<'t>>),
    /// Something that is read over: metadata, assembly, the address of a block.
    Other(&'t str),
}

/// A value with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Typed<'t> {
    /// The type.
    pub ty: Type<'t>,
    /// The value.
    pub value: Value<'t>,
}

/// A constant expression: an instruction over constants.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression<'t> {
    /// The opcode.
    pub opcode: &'t str,
    /// The flags.
    pub flags: Flags,
    /// For `getelementptr`, the type that is stepped through.
    pub source: Option<Type<'t>>,
    /// The operands.
    pub operands: Vec<Typed<'t>>,
    /// For a cast, the type of the result.
    pub to: Option<Type<'t>>,
}
