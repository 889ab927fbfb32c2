//! Values, with what is not defined of them.
//!
//! # Why a set
//! > "an 'undef' \"variable\" can arbitrarily change its value over its \"live range\"" (Undefined
//! > Values)
//!
//! A register that holds `undef`, or anything computed from it, is therefore not one unknown number:
//! each use of it sees another one. All that is known of the register is what a use may see. So a
//! scalar here is the set of what a single use may see, poison among it, and each use picks an
//! element for itself. `xor %x, %x` of an undefined `%x` picks twice, which gives LLVM's example
//! `%C = xor %B, %B`, `Safe: %C = undef`. No two registers depend on each other, since they were
//! computed by different uses. `freeze` is what picks once for all uses: it makes one run for each
//! element.
//!
//! Parts of vectors and structures are values of their own. Where one choice would decide several
//! parts at once (`select i1 undef` of two vectors), the parts would depend on each other; such a
//! value is refused rather than approximated.

use std::fmt;

use crate::memory::Pointer;

/// What one use of a scalar may see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Atom {
    /// "A poison value is a result of an erroneous operation." (Poison Values)
    Poison,
    /// A number, its bits above the width of the type all zero.
    Integer(u64),
    /// A pointer.
    Pointer(Pointer),
}

/// The set of what a use of a register may see. It is never empty.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scalar(Vec<Atom>);

impl Scalar {
    /// The set with these elements; `None` if there are none.
    #[must_use]
    pub fn of(atoms: impl IntoIterator<Item = Atom>) -> Option<Self> {
        let mut atoms: Vec<Atom> = atoms.into_iter().collect();
        atoms.sort_unstable();
        atoms.dedup();
        (!atoms.is_empty()).then_some(Scalar(atoms))
    }

    /// The set of one element.
    #[must_use]
    pub fn one(atom: Atom) -> Self {
        Scalar(vec![atom])
    }

    /// The elements, in order.
    #[must_use]
    pub fn atoms(&self) -> &[Atom] {
        &self.0
    }

    /// Whether a use may see poison.
    #[must_use]
    pub fn may_be_poison(&self) -> bool {
        self.0.first() == Some(&Atom::Poison)
    }

    /// The element of a well-defined value.
    ///
    /// > "a value is *well defined* if the value does not have an undef bit and is not poison in
    /// > the execution" (Well-Defined Values)
    ///
    /// A value has an undefined bit exactly if two uses may see different numbers.
    #[must_use]
    pub fn well_defined(&self) -> Option<Atom> {
        match self.0[..] {
            [atom] if atom != Atom::Poison => Some(atom),
            _ => None,
        }
    }
}

/// A value of any type.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// An integer or a pointer.
    Scalar(Scalar),
    /// `undef` of a type with too many values to list.
    Undef,
    /// A vector, an array or a structure.
    Parts(Vec<Value>),
}

impl Value {
    /// A number.
    #[must_use]
    pub fn integer(number: u64) -> Self {
        Value::Scalar(Scalar::one(Atom::Integer(number)))
    }

    /// Poison of a scalar type.
    #[must_use]
    pub fn poison() -> Self {
        Value::Scalar(Scalar::one(Atom::Poison))
    }

    /// Whether it is well defined.
    ///
    /// > "An aggregate value or vector is well defined if its elements are well defined."
    #[must_use]
    pub fn is_well_defined(&self) -> bool {
        match self {
            Value::Scalar(scalar) => scalar.well_defined().is_some(),
            Value::Undef => false,
            Value::Parts(parts) => parts.iter().all(Value::is_well_defined),
        }
    }

    /// Whether a use may see poison in all parts alike.
    #[must_use]
    pub fn may_be_poison(&self) -> bool {
        match self {
            Value::Scalar(scalar) => scalar.may_be_poison(),
            Value::Undef => false,
            Value::Parts(parts) => parts.iter().any(Value::may_be_poison),
        }
    }

    /// Whether whoever is allowed `other` is satisfied with this value.
    ///
    /// > "It is correct to replace a poison value with an undef value or any value of the type."
    /// > (Poison Values)
    ///
    /// Apart from that, a use may see nothing that it could not see before.
    #[must_use]
    pub fn refines(&self, other: &Value) -> bool {
        match (self, other) {
            (_, Value::Scalar(allowed)) if allowed.may_be_poison() => true,
            (Value::Scalar(found), Value::Scalar(allowed)) => {
                let allowed = allowed.atoms();
                found.atoms().iter().all(|it| allowed.contains(it))
            }
            (Value::Scalar(found), Value::Undef) => !found.may_be_poison(),
            (Value::Undef, Value::Undef) => true,
            (Value::Parts(found), Value::Parts(allowed)) => {
                found.len() == allowed.len()
                    && found.iter().zip(allowed).all(|(one, two)| one.refines(two))
            }
            _ => false,
        }
    }
}

impl From<Scalar> for Value {
    fn from(scalar: Scalar) -> Self {
        Value::Scalar(scalar)
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Poison => f.write_str("poison"),
            Atom::Integer(number) => number.fmt(f),
            Atom::Pointer(pointer) => pointer.fmt(f),
        }
    }
}

/// Writes things between two brackets with commas.
fn list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    things: &[T],
    brackets: [&str; 2],
) -> fmt::Result {
    f.write_str(brackets[0])?;
    for (place, thing) in things.iter().enumerate() {
        if place > 0 {
            f.write_str(", ")?;
        }
        thing.fmt(f)?;
    }
    f.write_str(brackets[1])
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [atom] => atom.fmt(f),
            atoms => list(f, atoms, ["{", "}"]),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Scalar(scalar) => scalar.fmt(f),
            Value::Undef => f.write_str("undef"),
            Value::Parts(parts) => list(f, parts, ["<", ">"]),
        }
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
