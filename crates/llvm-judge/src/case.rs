//! A function to be judged, and what it is run on.

use crate::types::Type;

/// The versions of LLVM whose text a case is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Syntax {
    /// What LLVM 14 reads and LLVM 19 reads as well.
    Old,
    /// What only LLVM 19 reads.
    New,
}

/// What is known of all runs of a function on the inputs that it is given here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// They are defined, by how the function was made.
    Safe,
    /// Nothing.
    Wild,
}

/// How the memory behind a pointer parameter is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// As a pointer.
    Plain,
    /// As a pointer into an object that no other parameter points into.
    Apart,
    /// As a copy, by `byval`.
    Copy,
}

/// A parameter of the function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, without `%`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The attributes that decide how it is passed, as they are written.
    pub abi: String,
    /// How memory is passed.
    pub passing: Passing,
    /// What divides the address of a pointer.
    pub align: u64,
    /// How many bytes there are behind a pointer at least.
    pub room: u64,
    /// Whether a pointer is never null.
    pub is_object: bool,
    /// Inclusive bounds of a number that its attributes promise, without a sign.
    pub range: Option<(u128, u128)>,
}

/// A global of the module.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name, without `@`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether the module only declares it, so that the program must define it.
    pub is_external: bool,
    /// Whether it is constant. Others may hold no addresses, which differ from program to program.
    pub is_constant: bool,
}

/// A function that the module only declares.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its name, without `@`.
    pub name: String,
    /// The types of its parameters: numbers and pointers.
    pub parameters: Vec<Type>,
    /// The attributes of each parameter that decide how it is passed.
    pub abi: Vec<String>,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
}

/// A function of a module of LLVM that calls itself `@f`.
#[derive(Clone, Debug)]
pub struct Case {
    /// The module.
    pub text: String,
    /// Which versions read it.
    pub syntax: Syntax,
    /// What is known of its runs.
    pub style: Style,
    /// The parameters of `@f`.
    pub parameters: Vec<Parameter>,
    /// The type of the result, if it has one.
    pub result: Option<Type>,
    /// The attributes of the result that decide how it is passed.
    pub result_abi: String,
    /// The globals.
    pub globals: Vec<Global>,
    /// The functions that are called and not defined.
    pub callees: Vec<Callee>,
}

impl Case {
    /// Whether a parameter is passed as a copy of memory.
    #[must_use]
    pub fn has_copies(&self) -> bool {
        let mut passing = self.parameters.iter().map(|it| it.passing);
        passing.any(|it| it == Passing::Copy)
    }
}

/// Where the memory begins that is handed over.
pub(crate) const ARENA: u64 = 0x1000_0000;
/// How far the beginnings of two objects are apart.
pub(crate) const PAGE: u64 = 0x1000;
/// The most objects that are handed over.
pub(crate) const OBJECTS: usize = 4;
/// The bytes of each object.
pub(crate) const SIZE: usize = 64;

/// The address of an object that is handed over.
#[must_use]
pub(crate) fn object_address(object: usize) -> u64 {
    ARENA + object as u64 * PAGE
}

/// An argument of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The scalars of a number, a vector or a structure of numbers.
    Numbers(Vec<u128>),
    /// A place in an object.
    Place {
        /// Which object.
        object: usize,
        /// The distance from its start.
        offset: u64,
    },
    /// The null pointer.
    Null,
}

impl Argument {
    /// The scalars that are passed.
    #[must_use]
    pub fn scalars(&self) -> Vec<u128> {
        match self {
            Argument::Numbers(numbers) => numbers.clone(),
            Argument::Place { object, offset } => {
                vec![u128::from(object_address(*object) + offset)]
            }
            Argument::Null => vec![0],
        }
    }
}

/// What a function is run on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// What the objects hold that are handed over.
    pub objects: Vec<Vec<u8>>,
    /// What the bytes of external globals are filled with, from a seed.
    pub fill: u64,
}

/// The number at a position of a sequence that both judge and judged know: answers of functions that
/// are called, and what external globals hold.
#[must_use]
pub(crate) fn mixed(position: u64) -> u64 {
    let mut z = position.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What the call of this number is answered, as long as the answer is no pointer.
#[must_use]
pub(crate) fn answer(call: usize) -> u128 {
    let call = call as u64;
    // Small numbers are more interesting than large ones, and both occur.
    let low = match call % 3 {
        0 => mixed(call) % 8,
        1 => mixed(call) % 256,
        _ => mixed(call),
    };
    let high = if call % 3 == 2 { mixed(call + 1000) } else { 0 };
    u128::from(high) << 64 | u128::from(low)
}

/// The object that the call of this number points to with its answer, if that is a pointer.
#[must_use]
pub(crate) fn answered_object(call: usize) -> usize {
    (mixed(call as u64) % OBJECTS as u64) as usize
}
