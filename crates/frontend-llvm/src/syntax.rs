//! The syntax tree of a module.
//!
//! It borrows the text that it was read from. Pointee types of LLVM before 15 are dropped: every
//! instruction names the types that it needs, so that typed and opaque pointers read the same.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

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
    /// `<4 x i32>`, scalable ones included.
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
    /// The type of a function, of which only the result matters: a call lists its arguments.
    Function(Rc<Type<'t>>),
    /// Anything else: labels, metadata, tokens, opaque and target types.
    Other(&'t str),
}

/// What attributes say of a parameter, a result, a function or a call, as far as it matters.
#[derive(Clone, Default, Debug)]
pub struct Attributes<'t> {
    flags: u32,
    /// The bytes that may be accessed behind a pointer.
    pub dereferenceable: u64,
    /// The same, unless the pointer is null.
    pub dereferenceable_or_null: u64,
    /// The alignment of a pointer; 0 where nothing is said.
    pub align: u64,
    /// The groups `#0` that are referred to.
    pub groups: Vec<&'t str>,
    /// `range(i32 0, 10)`: the two numbers.
    pub range: Option<(&'t str, &'t str)>,
}

/// An attribute that is a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub enum Flag {
    Noundef = 1,
    Noalias = 2,
    Nonnull = 4,
    /// `readnone` or `memory(none)`.
    Readnone = 8,
    Willreturn = 16,
    Nounwind = 32,
    Mustprogress = 64,
    Noreturn = 128,
    /// An argument that is passed in a way of its own: `byval`, `sret`, `inalloca`, `preallocated`,
    /// `swifterror`, `nest`.
    Special = 256,
    /// An argument that is the result.
    Returned = 512,
    /// A function whose call never has undefined behaviour.
    Speculatable = 1024,
    /// A function that does less than one that nothing is said of: it reads or writes only some of
    /// the memory, or calls nobody back.
    Restrained = 2048,
}

impl<'t> Attributes<'t> {
    pub(crate) fn set(&mut self, flag: Flag) {
        self.flags |= flag as u32;
    }

    /// Whether a word is there, groups not looked at.
    #[must_use]
    pub fn has(&self, flag: Flag) -> bool {
        self.flags & flag as u32 != 0
    }
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

/// Flags of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub struct Flags {
    pub nsw: bool,
    pub nuw: bool,
    pub exact: bool,
    pub disjoint: bool,
    pub nneg: bool,
    pub samesign: bool,
    pub inbounds: bool,
    pub nusw: bool,
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction<'t> {
    /// The local that it defines.
    pub result: Option<Name<'t>>,
    /// What it does.
    pub kind: Kind<'t>,
    /// The node of `!llvm.loop`.
    pub repeats: Option<&'t str>,
    /// Where it starts in the text.
    pub at: usize,
}

/// A memory access: what a load or store says beside its operands.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Access<'t> {
    /// The alignment; 0 where none is given.
    pub align: u64,
    /// Whether it is volatile or atomic.
    pub special: bool,
    /// `!noundef`.
    pub noundef: bool,
    /// The node of `!range`.
    pub range: Option<&'t str>,
    /// Other metadata that restricts the value: `!nonnull`, `!align`, `!dereferenceable`.
    pub restricted: bool,
}

/// The argument of a call.
#[derive(Clone, Debug)]
pub struct Argument<'t> {
    /// The value.
    pub value: Typed<'t>,
    /// What the call says of it.
    pub attributes: Attributes<'t>,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call<'t> {
    /// The type of the result.
    pub result: Type<'t>,
    /// Who is called.
    pub callee: Value<'t>,
    /// The arguments.
    pub arguments: Vec<Argument<'t>>,
    /// What the call says of its result.
    pub result_attributes: Attributes<'t>,
    /// What the call says of itself.
    pub attributes: Attributes<'t>,
    /// The node of `!range`.
    pub range: Option<&'t str>,
    /// Whether there are operand bundles.
    pub bundles: bool,
}

impl PartialEq for Call<'_> {
    fn eq(&self, other: &Self) -> bool {
        let values = |call: &Self| -> Vec<Typed<'_>> {
            call.arguments.iter().map(|a| a.value.clone()).collect()
        };
        self.callee == other.callee && values(self) == values(other)
    }
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub enum Kind<'t> {
    Binary {
        opcode: &'t str,
        flags: Flags,
        ty: Type<'t>,
        left: Value<'t>,
        right: Value<'t>,
    },
    Compare {
        predicate: &'t str,
        flags: Flags,
        ty: Type<'t>,
        left: Value<'t>,
        right: Value<'t>,
    },
    Cast {
        opcode: &'t str,
        flags: Flags,
        from: Typed<'t>,
        to: Type<'t>,
    },
    Select {
        condition: Typed<'t>,
        then: Typed<'t>,
        otherwise: Typed<'t>,
    },
    Phi {
        ty: Type<'t>,
        incoming: Vec<(Value<'t>, Name<'t>)>,
    },
    Freeze(Typed<'t>),
    Alloca {
        ty: Type<'t>,
        count: Option<Typed<'t>>,
        align: u64,
    },
    Load {
        ty: Type<'t>,
        pointer: Value<'t>,
        access: Access<'t>,
    },
    Store {
        value: Typed<'t>,
        pointer: Value<'t>,
        access: Access<'t>,
    },
    Pointer {
        flags: Flags,
        source: Type<'t>,
        base: Typed<'t>,
        indices: Vec<Typed<'t>>,
    },
    ExtractValue {
        from: Typed<'t>,
        indices: Vec<u64>,
    },
    InsertValue {
        into: Typed<'t>,
        value: Typed<'t>,
        indices: Vec<u64>,
    },
    Call(Box<Call<'t>>),
    Return(Option<Typed<'t>>),
    Goto(Name<'t>),
    Branch {
        condition: Value<'t>,
        then: Name<'t>,
        otherwise: Name<'t>,
    },
    Switch {
        value: Typed<'t>,
        default: Name<'t>,
        cases: Vec<(Value<'t>, Name<'t>)>,
    },
    Unreachable,
    /// Any other instruction, by its opcode. It is read over; only lowering objects.
    Other(&'t str),
}

impl Kind<'_> {
    /// Whether it ends a block.
    #[must_use]
    pub fn is_terminator(&self) -> bool {
        match self {
            Kind::Return(_)
            | Kind::Goto(_)
            | Kind::Branch { .. }
            | Kind::Switch { .. }
            | Kind::Unreachable => true,
            Kind::Other(opcode) => matches!(
                *opcode,
                "invoke"
                    | "resume"
                    | "indirectbr"
                    | "callbr"
                    | "catchswitch"
                    | "catchret"
                    | "cleanupret"
            ),
            _ => false,
        }
    }
}

/// A block of a body.
#[derive(Clone, PartialEq, Debug)]
pub struct Block<'t> {
    /// Its label.
    pub name: Name<'t>,
    /// Its instructions; the last one is a terminator.
    pub instructions: Vec<Instruction<'t>>,
    /// Where it starts in the text.
    pub at: usize,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter<'t> {
    /// Its name.
    pub name: Name<'t>,
    /// Its type.
    pub ty: Type<'t>,
    /// What is said of it.
    pub attributes: Attributes<'t>,
}

/// A function, its body unread.
#[derive(Clone, Debug)]
pub struct Function<'t> {
    /// Its name.
    pub name: Name<'t>,
    /// The type of its result.
    pub result: Type<'t>,
    /// What is said of its result.
    pub result_attributes: Attributes<'t>,
    /// Its parameters.
    pub parameters: Vec<Parameter<'t>>,
    /// Whether it takes more arguments than it has parameters.
    pub variadic: bool,
    /// What is said of it.
    pub attributes: Attributes<'t>,
    /// Whether another definition may take its place when the program is linked or run.
    pub interposable: bool,
    /// The text between the braces; `None` for a declaration.
    pub(crate) body: Option<Range<usize>>,
    /// Where it starts in the text.
    pub at: usize,
}

impl Function<'_> {
    /// Whether there is a body.
    #[must_use]
    pub fn is_defined(&self) -> bool {
        self.body.is_some()
    }
}

/// A global variable or constant.
#[derive(Clone, Debug)]
pub struct Global<'t> {
    /// Its name.
    pub name: Name<'t>,
    /// The type of its content; `None` for an alias and the like.
    pub ty: Option<Type<'t>>,
    /// Whether it is never written.
    pub constant: bool,
    /// Whether nobody outside of the module sees it.
    pub local: bool,
    /// Whether its initial value is the one that the program starts with.
    pub definitive: bool,
    /// Whether it may not be there, its address being null then.
    pub optional: bool,
    /// The initial value.
    pub initial: Option<Value<'t>>,
    /// The alignment; 0 where none is given.
    pub align: u64,
    /// Where it starts in the text.
    pub at: usize,
}

/// A module. The bodies of functions are read when they are asked for: [`Module::body`].
#[derive(Clone, Debug)]
pub struct Module<'t> {
    pub(crate) text: &'t str,
    /// The data layout, as a string.
    pub layout: Option<&'t str>,
    pub(crate) types: FxHashMap<Name<'t>, Type<'t>>,
    pub(crate) groups: FxHashMap<&'t str, Attributes<'t>>,
    /// The functions, in order.
    pub functions: Vec<Function<'t>>,
    /// The globals, in order.
    pub globals: Vec<Global<'t>>,
    pub(crate) function_places: FxHashMap<Name<'t>, usize>,
    pub(crate) global_places: FxHashMap<Name<'t>, usize>,
}

impl<'t> Module<'t> {
    /// The function with this name.
    #[must_use]
    pub fn function(&self, name: Name<'_>) -> Option<&Function<'t>> {
        let place = self.function_places.get(&name)?;
        self.functions.get(*place)
    }

    /// The global with this name.
    #[must_use]
    pub fn global(&self, name: Name<'_>) -> Option<&Global<'t>> {
        let place = self.global_places.get(&name)?;
        self.globals.get(*place)
    }

    /// The names of the functions that have bodies, in order.
    #[must_use]
    pub fn function_names(&self) -> Vec<String> {
        let defined = self.functions.iter().filter(|f| f.is_defined());
        defined.map(|f| f.name.to_string()).collect()
    }

    /// Whether attributes, or a group that they refer to, say a word.
    #[must_use]
    pub fn says(&self, attributes: &Attributes<'_>, flag: Flag) -> bool {
        attributes.has(flag)
            || attributes
                .groups
                .iter()
                .any(|group| self.groups.get(group).is_some_and(|g| g.has(flag)))
    }
}
