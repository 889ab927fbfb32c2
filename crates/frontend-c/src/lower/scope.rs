//! What names stand for.

use std::collections::BTreeMap;

use logic::{Symbol, Term, Var};

use crate::syntax::Scalar;

use super::records::Record;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    Scalar(Var, Scalar),
    Array(Array),
    /// A pointer that is never set again.
    Pointer(Pointer),
    /// A pointer that is a variable: where it leads is known by this name.
    PointerVariable(Symbol, Scalar),
    Status(StatusVars),
    Statuses(Vec<StatusVars>),
    /// A `struct`.
    Record(Record),
    /// An array of structs.
    Records(Record),
    /// A value that does not change: an input that is never written, a bound variable.
    Value(Term, Scalar),
    /// Something that nobody looks into.
    Opaque,
    /// The first parameter of `main`.
    ArgumentCount,
    /// The second parameter of `main`.
    Arguments,
}

/// The variables that make up an `MPI_Status`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StatusVars {
    pub(super) source: Var,
    pub(super) tag: Var,
    pub(super) count: Var,
    /// The number of the type of its elements.
    pub(super) kind: Var,
}

/// An array of one or two dimensions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Array {
    pub(super) var: Var,
    pub(super) scalar: Scalar,
    /// The number of elements in each dimension, terms that do not change.
    pub(super) sizes: Vec<Term>,
    pub(super) is_writable: bool,
    pub(super) memory: Memory,
    pub(super) layout: Layout,
}

/// What lies behind the end of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// The next row.
    Packed,
    /// Other members: the array is a member of the structs of an array.
    Spread,
}

/// Where an array comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// From its declaration.
    Declared,
    /// From `malloc` or `calloc`. Its size is a variable, which is negative when it was freed.
    Allocated,
}

/// An address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Pointer {
    /// That of a variable.
    Scalar(Var, Scalar),
    /// That of an element; further ones follow it in its dimension, the last one.
    Element {
        array: Array,
        /// The indices in the dimensions before the last.
        rows: Vec<Term>,
        /// The index in the last dimension.
        offset: Term,
    },
    /// That of an element without neighbours: a member of one of the structs of an array.
    Cell {
        array: Array,
        index: Term,
    },
    /// That of a `struct`: the first one of an array and an index, or a single one and zero.
    Record(Record, Term),
    Status(StatusVars),
    Null,
    /// An address that only says something to MPI. It is not `NULL`, and leads nowhere.
    Mark(Mark),
    Opaque,
}

/// What an address says to MPI that is none of a buffer or a status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// `MPI_IN_PLACE`.
    InPlace,
    /// `MPI_STATUS_IGNORE` and `MPI_STATUSES_IGNORE`.
    Ignore,
}

impl Mark {
    /// The mark with a name.
    pub(super) fn named(name: &str) -> Option<Mark> {
        match name {
            "MPI_IN_PLACE" => Some(Mark::InPlace),
            "MPI_STATUS_IGNORE" | "MPI_STATUSES_IGNORE" => Some(Mark::Ignore),
            _ => None,
        }
    }
}

impl Pointer {
    /// The variables that it leads to.
    pub(super) fn vars(&self) -> Vec<&Var> {
        match self {
            Pointer::Scalar(var, _) => vec![var],
            Pointer::Element { array, .. } | Pointer::Cell { array, .. } => vec![&array.var],
            Pointer::Record(record, _) => record.vars(),
            Pointer::Status(status) => status.vars(),
            Pointer::Null | Pointer::Mark(_) | Pointer::Opaque => Vec::new(),
        }
    }

    /// The type of what it leads to.
    pub(super) fn target(&self) -> Option<Scalar> {
        match self {
            Pointer::Scalar(_, scalar) => Some(*scalar),
            Pointer::Element { array, .. } | Pointer::Cell { array, .. } => Some(array.scalar),
            Pointer::Record(record, _) => Some(Scalar::Record(record.kind)),
            Pointer::Status(_) => Some(Scalar::Status),
            Pointer::Null | Pointer::Mark(_) | Pointer::Opaque => None,
        }
    }

    /// The terms in it that may change: sizes of memory, and indices.
    pub(super) fn terms(&self) -> Vec<&Term> {
        match self {
            Pointer::Element {
                array,
                rows,
                offset,
            } => array.sizes.iter().chain(rows).chain([offset]).collect(),
            Pointer::Cell { array, index } => array.sizes.iter().chain([index]).collect(),
            Pointer::Record(record, offset) => {
                let sizes = record.arrays().into_iter().flat_map(|array| &array.sizes);
                sizes.chain([offset]).collect()
            }
            Pointer::Scalar(..)
            | Pointer::Status(_)
            | Pointer::Null
            | Pointer::Mark(_)
            | Pointer::Opaque => Vec::new(),
        }
    }

    /// The pointer a number of elements further; none where there is nothing to move in.
    pub(super) fn moved(self, by: Term) -> Option<Pointer> {
        match self {
            Pointer::Element {
                array,
                rows,
                offset,
            } if rows.len() + 1 == array.sizes.len() => Some(Pointer::Element {
                array,
                rows,
                offset: Term::add([offset, by]),
            }),
            Pointer::Record(record, offset) => {
                Some(Pointer::Record(record, Term::add([offset, by])))
            }
            _ => None,
        }
    }
}

impl StatusVars {
    pub(super) fn vars(&self) -> Vec<&Var> {
        vec![&self.source, &self.tag, &self.count, &self.kind]
    }
}

impl Binding {
    /// The variables behind a name.
    pub(super) fn vars(&self) -> Vec<&Var> {
        match self {
            Binding::Scalar(var, _) => vec![var],
            Binding::Array(array) => vec![&array.var],
            Binding::Pointer(pointer) => pointer.vars(),
            Binding::Status(status) => status.vars(),
            Binding::Statuses(all) => all.iter().flat_map(StatusVars::vars).collect(),
            Binding::Record(record) | Binding::Records(record) => record.vars(),
            Binding::PointerVariable(..)
            | Binding::Value(..)
            | Binding::Opaque
            | Binding::ArgumentCount
            | Binding::Arguments => Vec::new(),
        }
    }
}

impl Binding {
    /// The names of the pointers that are members of it.
    pub(super) fn addresses(&self) -> Vec<Symbol> {
        match self {
            Binding::Record(record)
            | Binding::Records(record)
            | Binding::Pointer(Pointer::Record(record, _)) => record.addresses(),
            _ => Vec::new(),
        }
    }
}

/// The names of a block.
pub(super) type Block = BTreeMap<Symbol, Binding>;

/// A function that is being read: a call of it, put in the caller's place.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) function: Symbol,
    /// What stands before the names of its variables.
    pub(super) prefix: String,
    pub(super) blocks: Vec<Block>,
    /// Where the result goes.
    pub(super) result: Returned,
    /// Where `return` leads.
    pub(super) end: usize,
    /// How many places `break` and `continue` could lead to before it was called.
    pub(super) first_jump: usize,
}

/// Where the result of a function goes.
#[derive(Clone, Debug)]
pub(super) enum Returned {
    Nothing,
    Number(Var, Scalar),
    Record(Record),
    /// An address, known by this name, of a value of this type.
    Address(Symbol, Scalar),
}

/// All names that can be seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) globals: Block,
    pub(super) frames: Vec<Frame>,
}

impl Scope {
    pub(super) fn find(&self, name: Symbol) -> Option<&Binding> {
        let local = self.frames.last().and_then(|frame| {
            let mut blocks = frame.blocks.iter().rev();
            blocks.find_map(|block| block.get(&name))
        });
        local.or_else(|| self.globals.get(&name))
    }

    /// Gives a name to something in the innermost block.
    pub(super) fn bind(&mut self, name: Symbol, binding: Binding) {
        let block = self
            .frames
            .last_mut()
            .and_then(|frame| frame.blocks.last_mut());
        block.unwrap_or(&mut self.globals).insert(name, binding);
    }

    /// How many blocks of the function that is being read are open.
    pub(super) fn depth(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.blocks.len())
    }

    /// Whether the innermost block is the body of `main`.
    pub(super) fn is_last(&self) -> bool {
        matches!(&self.frames[..], [main] if main.blocks.len() <= 2)
    }

    pub(super) fn open(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.blocks.push(Block::new());
        }
    }

    pub(super) fn close(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.blocks.pop();
        }
    }
}
