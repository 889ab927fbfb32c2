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
    /// The node of `!tbaa`: what type of object is accessed.
    pub tbaa: Option<&'t str>,
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
    /// The operand bundles, with their tags.
    pub bundles: Vec<(&'t str, Vec<Typed<'t>>)>,
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
