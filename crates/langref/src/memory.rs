//! Memory: objects, their bytes, and pointers into them.

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod instructions;
pub(crate) mod layout;

use std::fmt;

use crate::value::{Atom, Scalar, Value};

/// A pointer: an object and a distance from its start.
///
/// Where objects lie is not known; what would depend on it is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pointer {
    /// The object that it is based on; `None` for null and what is computed from it.
    pub object: Option<u32>,
    /// The distance from the object's start, or the address where there is no object.
    pub offset: i64,
}

/// What a byte of memory holds.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Byte {
    /// Any bits at each use.
    Undef,
    /// What a use of the byte may see, independently of other bytes.
    Bits(Scalar),
    /// One byte of a value that is more than the sum of its bytes: a pointer, an integer whose width
    /// is no multiple of eight, or one of which several values are possible.
    Part {
        /// The value.
        of: Scalar,
        /// Its width.
        width: u32,
        /// Which of its bytes.
        index: u32,
    },
}

/// > "Memory is allocated; the returned value is a pointer to it" (`alloca`), and every pointer is
/// > based on the object that it was made for (Pointer Aliasing Rules).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Object {
    pub(crate) bytes: Vec<Byte>,
    /// What its address is a multiple of, and nothing more is known of it.
    pub(crate) align: u64,
    /// Whether it may be written.
    pub(crate) is_constant: bool,
    /// Whether it still exists.
    pub(crate) is_live: bool,
    /// Whether somebody else knows of it.
    pub(crate) is_visible: bool,
}

impl Pointer {
    pub(crate) const NULL: Pointer = Pointer {
        object: None,
        offset: 0,
    };
}

impl Byte {
    /// Whether whoever is allowed `other` is satisfied with this byte.
    pub(crate) fn refines(&self, other: &Byte) -> bool {
        match (self, other) {
            (one, other) if one == other => true,
            (_, other) if *other == Byte::poison() => true,
            (Byte::Bits(one), Byte::Undef) => !one.may_be_poison(),
            (Byte::Bits(one), Byte::Bits(other)) => {
                Value::Scalar(one.clone()).refines(&Value::Scalar(other.clone()))
            }
            _ => false,
        }
    }

    /// Poison.
    pub(crate) fn poison() -> Self {
        Byte::Bits(Scalar::one(Atom::Poison))
    }

    /// The byte with this number.
    pub(crate) fn number(number: u8) -> Self {
        Byte::Bits(Scalar::one(Atom::Integer(u64::from(number))))
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.object {
            Some(object) => write!(f, "#{object}+{}", self.offset),
            None if self.offset == 0 => f.write_str("null"),
            None => write!(f, "null+{}", self.offset),
        }
    }
}
