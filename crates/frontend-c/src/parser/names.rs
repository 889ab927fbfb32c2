//! What names mean to the parser: whether they are types, constants or variables, in the blocks that
//! they are declared in.

use std::collections::{BTreeMap, BTreeSet};

use logic::Symbol;

use crate::syntax::{RecordKind, Scalar};

/// What a name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A type.
    Type(Scalar),
    /// A constant of an enumeration.
    Constant(i64),
    Variable(Held),
    Function(Takes),
    /// A type that is not read.
    Unread,
}

/// What is kept of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Held {
    /// How many dimensions it has as an array.
    pub(super) dimensions: usize,
    /// Whether it is `const` itself.
    pub(super) is_constant: bool,
    /// Whether what it leads to is `const`.
    pub(super) leads_to_constant: bool,
}

/// Whether the declarations of a function say what it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    Said,
    /// `int f();`, whose calls pass arguments as they are.
    Unsaid,
}

/// The names of a block. Those behind `struct` and `enum` are names of their own.
#[derive(Clone, Default, Debug)]
struct Block {
    names: BTreeMap<Symbol, Meaning>,
    enumerations: BTreeMap<Symbol, Scalar>,
    records: BTreeMap<Symbol, RecordKind>,
}

/// The names that can be seen, those of the innermost block last.
#[derive(Clone, Debug)]
pub(super) struct Names {
    outside: Block,
    blocks: Vec<Block>,
    /// The names outside of functions that have a declaration which is not read.
    untold: BTreeSet<Symbol>,
}

impl Names {
    pub(super) fn new(untold: BTreeSet<Symbol>) -> Self {
        Names {
            outside: Block::default(),
            blocks: Vec::new(),
            untold,
        }
    }

    /// Whether a name has a declaration which is not read.
    pub(super) fn is_untold(&self, name: Symbol) -> bool {
        let is_local = self
            .blocks
            .iter()
            .any(|block| block.names.contains_key(&name));
        !is_local && self.untold.contains(&name)
    }

    pub(super) fn open(&mut self) {
        self.blocks.push(Block::default());
    }

    pub(super) fn close(&mut self) {
        self.blocks.pop();
    }

    /// How many blocks are open.
    pub(super) fn depth(&self) -> usize {
        self.blocks.len()
    }

    /// Closes the blocks that were opened since there were so many.
    pub(super) fn close_to(&mut self, depth: usize) {
        self.blocks.truncate(depth);
    }

    fn all(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().rev().chain([&self.outside])
    }

    fn innermost(&mut self) -> &mut Block {
        self.blocks.last_mut().unwrap_or(&mut self.outside)
    }

    pub(super) fn find(&self, name: Symbol) -> Option<Meaning> {
        self.all().find_map(|block| block.names.get(&name).copied())
    }

    /// What a name is in the innermost block itself.
    pub(super) fn own(&self, name: Symbol) -> Option<Meaning> {
        let block = self.blocks.last().unwrap_or(&self.outside);
        block.names.get(&name).copied()
    }

    /// What a name is outside of functions.
    pub(super) fn outside(&self, name: Symbol) -> Option<Meaning> {
        self.outside.names.get(&name).copied()
    }

    pub(super) fn bind_outside(&mut self, name: Symbol, meaning: Meaning) {
        self.outside.names.insert(name, meaning);
    }

    pub(super) fn bind(&mut self, name: Symbol, meaning: Meaning) {
        self.innermost().names.insert(name, meaning);
    }

    /// The type that has a name behind `enum`.
    pub(super) fn enumeration(&self, tag: Symbol) -> Option<Scalar> {
        let mut all = self.all();
        all.find_map(|block| block.enumerations.get(&tag).copied())
    }

    pub(super) fn bind_enumeration(&mut self, tag: Symbol, scalar: Scalar) {
        self.innermost().enumerations.insert(tag, scalar);
    }

    /// The type that has a name behind `struct`.
    pub(super) fn record(&self, tag: Symbol) -> Option<RecordKind> {
        self.all()
            .find_map(|block| block.records.get(&tag).copied())
    }

    /// The one that the innermost block itself has.
    pub(super) fn own_record(&self, tag: Symbol) -> Option<RecordKind> {
        let block = self.blocks.last().unwrap_or(&self.outside);
        block.records.get(&tag).copied()
    }

    pub(super) fn bind_record(&mut self, tag: Symbol, kind: RecordKind) {
        self.innermost().records.insert(tag, kind);
    }
}
