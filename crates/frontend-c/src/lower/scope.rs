//! What names stand for.

use std::collections::BTreeMap;

use logic::{Symbol, Term, Var};

use crate::syntax::Scalar;

use super::handles::Handles;

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
    Requests(Handles),
    /// A value that does not change: an input that is never written, a bound variable.
    Value(Term, Scalar),
    /// A communicator, a datatype, or the arguments of `main`, which nobody looks into.
    Opaque,
}

/// The variables that make up an `MPI_Status`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StatusVars {
    pub(super) source: Var,
    pub(super) tag: Var,
    pub(super) count: Var,
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
    Status(StatusVars),
    Null,
    Opaque,
}

impl StatusVars {
    fn vars(&self) -> Vec<&Var> {
        vec![&self.source, &self.tag, &self.count]
    }
}

impl Binding {
    /// The variables behind a name.
    pub(super) fn vars(&self) -> Vec<&Var> {
        match self {
            Binding::Scalar(var, _) | Binding::Pointer(Pointer::Scalar(var, _)) => vec![var],
            Binding::Array(array) | Binding::Pointer(Pointer::Element { array, .. }) => {
                vec![&array.var]
            }
            Binding::Status(status) | Binding::Pointer(Pointer::Status(status)) => status.vars(),
            Binding::Statuses(all) => all.iter().flat_map(StatusVars::vars).collect(),
            Binding::Pointer(Pointer::Null | Pointer::Opaque)
            | Binding::PointerVariable(..)
            | Binding::Requests(_)
            | Binding::Value(..)
            | Binding::Opaque => Vec::new(),
        }
    }
}

/// The names of a block.
pub(super) type Block = BTreeMap<Symbol, Binding>;

/// A function that is being read: a call of it, put in the caller's place.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) function: Symbol,
    /// What stands before the names of its variables.
    pub(super) prefix: String,
    pub(super) blocks: Vec<Block>,
    /// Where the result goes.
    pub(super) result: Option<(Var, Scalar)>,
    /// Where `return` leads.
    pub(super) end: usize,
    /// How many places `break` and `continue` could lead to before it was called.
    pub(super) first_jump: usize,
}

/// All names that can be seen.
#[derive(Debug, Default)]
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
