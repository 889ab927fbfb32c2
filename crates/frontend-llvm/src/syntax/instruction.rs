//! Instructions and blocks.

use super::{Attributes, Name, Type, Typed, Value};

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

/// One of the flags.
pub type Flag = fn(&mut Flags) -> &mut bool;

impl Flags {
    /// All flags, by the word that each is written as.
    pub const ALL: &'static [(&'static str, Flag)] = &[
        ("nsw", |flags| &mut flags.nsw),
        ("nuw", |flags| &mut flags.nuw),
        ("exact", |flags| &mut flags.exact),
        ("disjoint", |flags| &mut flags.disjoint),
        ("nneg", |flags| &mut flags.nneg),
        ("samesign", |flags| &mut flags.samesign),
        ("inbounds", |flags| &mut flags.inbounds),
        ("nusw", |flags| &mut flags.nusw),
    ];
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
    /// The kinds of metadata that follow it; those of a memory access and of a call are theirs.
    pub metadata: Vec<&'t str>,
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
    /// The metadata that says which accesses it does not meet: kinds and nodes, as they are written.
    pub aliasing: Vec<(&'t str, &'t str)>,
    /// `!nonnull`.
    pub nonnull: bool,
    /// The node of `!align`, of a pointer that is loaded.
    pub pointer_align: Option<&'t str>,
    /// The node of `!dereferenceable`.
    pub dereferenceable: Option<&'t str>,
    /// The node of `!dereferenceable_or_null`.
    pub dereferenceable_or_null: Option<&'t str>,
    /// Whether the pointer is one into another address space than the first.
    pub elsewhere: bool,
    /// The kinds of all metadata.
    pub metadata: Vec<&'t str>,
}

/// Whether a kind of metadata says which accesses do not meet.
pub(crate) fn says_apart(kind: &str) -> bool {
    ["tbaa", "tbaa.struct", "alias.scope", "noalias"].contains(&kind)
}

impl Access<'_> {
    /// Whether metadata says something of the value that is loaded, or of the memory.
    #[must_use]
    pub fn is_restricted(&self) -> bool {
        let hints = ["dbg", "tbaa", "DIAssignID", "nontemporal", "prof"];
        self.metadata.iter().any(|kind| !hints.contains(kind))
    }
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
    /// The node of `!tbaa.struct`.
    pub parts: Option<&'t str>,
    /// The metadata that says which accesses it does not meet: kinds and nodes, as they are written.
    pub aliasing: Vec<(&'t str, &'t str)>,
    /// The operand bundles, with their tags.
    pub bundles: Vec<(&'t str, Vec<Typed<'t>>)>,
    /// How it is called, as LLVM writes it; `ccc` where nothing is said.
    pub convention: &'t str,
    /// Whether it is a tail call.
    pub tail: Tail,
    /// Whether the type of the callee takes more arguments than it has parameters, and how many it has;
    /// `None` where only the type of the result is written.
    pub variadic: Option<usize>,
    /// The kinds of all metadata.
    pub metadata: Vec<&'t str>,
}

/// What a call says of the frame that it is made from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Tail {
    /// Nothing, or that it is no tail call.
    #[default]
    No,
    /// `tail`: the callee does not access locals of the caller.
    Tail,
    /// `musttail`: the callee takes the caller's place.
    MustTail,
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
    ExtractElement {
        from: Typed<'t>,
        index: Typed<'t>,
    },
    InsertElement {
        into: Typed<'t>,
        value: Typed<'t>,
        index: Typed<'t>,
    },
    Shuffle {
        left: Typed<'t>,
        right: Typed<'t>,
        mask: Typed<'t>,
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
