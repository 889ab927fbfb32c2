//! What the values of lowered functions are in LLVM's words.
//!
//! A lowered function has inputs, shows values to others and stops where its behaviour is undefined. For
//! whoever tells people about a run, this says which parameter, which global or whose memory each of
//! these is. Nothing is decided by it.

use std::collections::BTreeMap;

use logic::{Symbol, Term};

/// What inputs, events and ends of two functions mean.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Meaning {
    /// The inputs, in the order of [`program::Function::inputs`].
    pub inputs: Vec<InputMeaning>,
    /// What the specification shows, and where it stops.
    pub specification: FunctionMeaning,
    /// The same of the implementation.
    pub implementation: FunctionMeaning,
}

/// What an input is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputMeaning {
    /// A parameter that is an integer, or a part of one that has several.
    Integer(Part),
    /// A parameter that is a pointer: its address.
    Pointer(Part),
    /// Whether the parameter before is poison.
    Poison(Part),
    /// The address before the object that a pointer parameter points into.
    Low(Part),
    /// The address behind that object.
    High(Part),
    /// The address of a global or a function.
    Address {
        /// What it is called.
        global: String,
        /// Its bytes, as far as they are known.
        bytes: u64,
    },
    /// How many bytes a global has whose size another module decides.
    Size {
        /// What it is called.
        global: String,
    },
    /// Where objects begin that pointers from elsewhere point into, by address.
    Begins,
    /// Where they end, by address. In functions for refutations the object at the start of a page has as
    /// many bytes as the low twelve bits say.
    Ends,
    /// Which objects cannot be written, by the address before them.
    Fixed,
    /// What memory holds.
    Memory(Memory),
}

/// A parameter, or one of its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The position of the parameter.
    pub position: usize,
    /// Its name with the sign before it, `%x`.
    pub name: String,
    /// Which part it is, where it has several.
    pub part: Option<usize>,
}

/// A region of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Whose it is.
    pub owner: Owner,
    /// The bytes of a cell. Cells are counted: the first byte of a cell is at its number times this.
    pub bytes: u64,
    /// Whether a cell has one bit more, which says that it holds poison.
    pub poison: bool,
}

/// Whose memory it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// What pointers from outside point to; places are addresses.
    Shared,
    /// What one parameter alone points to; places are addresses.
    Parameter(String),
    /// A global; places are distances from its start.
    Global(String),
    /// A local; places are distances from its start.
    Local(String),
}

/// What a function shows to others, and where it stops.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FunctionMeaning {
    /// Its events.
    pub events: BTreeMap<StepPlace, EventMeaning>,
    /// The steps at which it stops where their formula holds.
    pub stops: BTreeMap<StepPlace, Stop>,
    /// The locals that others see, by the variables that hold them.
    pub locals: BTreeMap<Symbol, Memory>,
    /// What returns show, by block.
    pub returns: BTreeMap<u32, Vec<ShownMeaning>>,
}

/// A step of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StepPlace {
    /// The position of the block.
    pub block: u32,
    /// The position of the step in the block.
    pub step: u32,
}

/// An event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventMeaning {
    /// What it is.
    pub kind: EventKind,
    /// What each value is that others are told.
    pub told: Vec<ToldMeaning>,
    /// What the first answers are; a flag that says whether it is poison follows each of them.
    pub answers: Vec<ValueKind>,
}

/// What an event is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A call of a function.
    Call {
        /// Its name with the sign before it, `@f`; none where whoever is at an address is called.
        callee: Option<String>,
        /// The types of the call, `i32 (i32, ptr)`, and how values are handed over.
        signature: String,
    },
    /// The end of the program by `llvm.trap`.
    Trap,
}

/// A value that others are told by an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldMeaning {
    /// The argument that it belongs to, by position; none for the address that is called and for memory.
    pub argument: Option<usize>,
    /// What it is.
    pub shown: ShownMeaning,
}

/// A value that others see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShownMeaning {
    /// A number.
    Integer,
    /// A pointer: its address.
    Pointer,
    /// The address before or behind the object of the pointer that was shown last.
    Bound,
    /// A pointer as the distance from the start of something.
    Into(String),
    /// Something of what a constant or a local holds.
    Content {
        /// What holds it.
        of: String,
        /// Which byte it is, where it is one. A byte is shown twice: its value, then whether it is poison.
        byte: Option<u64>,
    },
    /// What memory holds.
    Memory(Memory),
    /// Anything else.
    Other,
}

/// What kind of value it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// A number.
    Integer,
    /// A pointer.
    Pointer,
}

/// Why a run stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The behaviour is undefined: the first reason whose formula holds, as a sentence without its full
    /// stop.
    Undefined(Vec<(Term, String)>),
    /// The program has ended, or the call before does not return.
    Ended,
    /// What comes then is not looked at.
    Unseen,
}
