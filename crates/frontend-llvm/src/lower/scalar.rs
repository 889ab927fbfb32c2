//! What locals are bound to: integers, pointers, and values with parts.
//!
//! The numbers that pointers are made of have types of their own. An [`Address`] is one of the 2^64
//! places of memory; a [`Distance`] is how far a place is from the start of an object whose own address
//! is not known. Neither is an integer of the program, and nobody compares one with the other.

use logic::{Sort, Term, Value};

use super::arithmetic::{apply, literal};
use super::memory::ObjectId;

/// An integer and when it is poison.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Scalar {
    /// The value; anything where it is poison.
    pub(super) value: Term,
    /// Where it is poison instead.
    pub(super) poison: Term,
    /// Where it is `undef`: each use may see any value of its type. That is kept for a proof, as far as
    /// memory that was never written is copied, added to or compared; whoever does anything else with it
    /// takes it as one value or as poison (`Lowering::settled`).
    pub(super) undef: Term,
    /// Whether it is a number of 64 bits that came from 32 or fewer, so that small multiples of it
    /// do not overflow.
    pub(super) narrow: bool,
}

impl Scalar {
    /// A value that is never poison.
    pub(super) fn defined(value: Term) -> Self {
        Scalar::new(value, Term::bottom())
    }

    pub(super) fn new(value: Term, poison: Term) -> Self {
        Scalar {
            value,
            poison,
            undef: Term::bottom(),
            narrow: false,
        }
    }

    /// Where it must not be looked at: it is poison or `undef`.
    pub(super) fn ill(&self) -> Term {
        Term::or([self.poison.clone(), self.undef.clone()])
    }

    /// The same value, poison where it is outside of what it may be. What may be any value may be such a
    /// one, so that `undef` is poison for whoever has few behaviours and for whoever has many.
    pub(super) fn kept_from(mut self, outside: Term) -> Self {
        self.poison = Term::or([self.ill(), outside]);
        self.undef = Term::bottom();
        self
    }

    /// The same value, `undef` in some cases.
    pub(super) fn or_undef(mut self, undef: Term) -> Self {
        self.undef = undef;
        self
    }

    /// Poison of a sort.
    pub(super) fn poison(sort: &Sort) -> Self {
        Scalar::new(Term::value(Value::default_of(sort)), Term::top())
    }

    /// The same value, poison in more cases.
    pub(super) fn or_poison(mut self, poison: Term) -> Self {
        self.poison = Term::or([self.poison, poison]);
        self
    }
}

/// `a < b` for numbers of one sort, without a sign.
pub(super) fn below(a: &Term, b: &Term) -> Term {
    let op = match a.sort() {
        Sort::Int => logic::Op::Lt,
        _ => logic::Op::BvUlt,
    };
    apply(op, a, b)
}

/// `a - b`.
pub(super) fn minus(a: &Term, b: &Term) -> Term {
    match a.sort() {
        Sort::Int => Term::sub(a.clone(), b.clone()),
        _ => apply(logic::Op::BvSub, a, b),
    }
}

/// `a + b`; a literal zero is left out.
pub(super) fn plus(a: &Term, b: &Term) -> Term {
    let is_zero = |term: &Term| *term == literal(term, 0);
    if is_zero(b) {
        return a.clone();
    }
    if is_zero(a) {
        return b.clone();
    }
    match a.sort() {
        Sort::Int => Term::add([a.clone(), b.clone()]),
        _ => apply(logic::Op::BvAdd, a, b),
    }
}

/// A place of memory.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Address(pub(super) Term);

/// How many bytes a place is behind the start of an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Distance(pub(super) Term);

impl Address {
    /// The place so many bytes further on; the number may wrap around.
    pub(super) fn plus(&self, bytes: &Term) -> Address {
        Address(plus(&self.0, bytes))
    }

    /// The place a known number of bytes further on.
    pub(super) fn behind(&self, bytes: u64) -> Address {
        self.plus(&literal(&self.0, logic::Integer::from(bytes)))
    }

    /// The place before it.
    pub(super) fn before(&self) -> Address {
        Address(minus(&self.0, &literal(&self.0, 1)))
    }

    /// How far it is behind another one.
    pub(super) fn minus(&self, other: &Address) -> Distance {
        Distance(minus(&self.0, &other.0))
    }

    /// Whether it is in front of another one.
    pub(super) fn below(&self, other: &Address) -> Term {
        below(&self.0, &other.0)
    }

    /// Whether it is that of null.
    pub(super) fn is_null(&self) -> Term {
        Term::eq(self.0.clone(), literal(&self.0, 0))
    }
}

impl Distance {
    /// The distance as a number that is known.
    pub(super) fn known(&self) -> Option<u64> {
        let value = self.0.as_value()?;
        let number = match value {
            Value::BitVec(bits) => bits.signed().to_i64(),
            Value::Int(number) => number.to_i64(),
            _ => None,
        };
        number.and_then(|number| u64::try_from(number).ok())
    }
}

/// Where a pointer points.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Place {
    /// At an address: the object's own address is known.
    Address(Address),
    /// So far from the start of the object, wherever that is.
    Distance(Distance),
}

impl Place {
    /// The number of either kind, for whoever stores it in a variable of the same kind.
    pub(super) fn term(&self) -> &Term {
        match self {
            Place::Address(Address(term)) | Place::Distance(Distance(term)) => term,
        }
    }

    /// The same kind of place with another number.
    pub(super) fn with(&self, term: Term) -> Place {
        match self {
            Place::Address(_) => Place::Address(Address(term)),
            Place::Distance(_) => Place::Distance(Distance(term)),
        }
    }

    /// So many bytes further on.
    pub(super) fn plus(&self, bytes: &Term) -> Place {
        self.with(plus(self.term(), bytes))
    }
}

/// A pointer and when it is poison.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pointer {
    /// What it was made from; null is an object of its own.
    pub(super) object: ObjectId,
    /// Where it points; anything where it is poison.
    pub(super) place: Place,
    /// Where it is poison instead.
    pub(super) poison: Term,
    /// A power of two that divides the distance to the object's reference address.
    pub(super) multiple: u64,
    /// Whether it is known to point into its object or just behind it, where it is not poison.
    pub(super) bounded: bool,
    /// Whether it may be null that counts as a pointer into the object: that is no difference as long as
    /// nothing is added to it.
    pub(super) nulled: bool,
}

/// A multiple that no alignment exceeds.
pub(super) const FULLY: u64 = 1 << 32;

impl Pointer {
    /// Null.
    pub(super) fn null(sort: &Sort) -> Self {
        let zero = Term::value(Value::default_of(sort));
        Pointer {
            object: ObjectId::NULL,
            place: Place::Address(Address(zero)),
            poison: Term::bottom(),
            multiple: FULLY,
            bounded: false,
            nulled: false,
        }
    }

    /// Whether it is literally null, no offset from it.
    pub(super) fn is_literal_null(&self) -> bool {
        self.object == ObjectId::NULL && *self.place.term() == literal(self.place.term(), 0)
    }

    /// The same pointer, poison in more cases.
    pub(super) fn or_poison(mut self, poison: Term) -> Self {
        self.poison = Term::or([self.poison, poison]);
        self
    }
}

/// A value without parts.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Single {
    /// An integer.
    Integer(Scalar),
    /// A pointer.
    Pointer(Pointer),
}

impl Single {
    pub(super) fn poison(&self) -> &Term {
        match self {
            Single::Integer(scalar) => &scalar.poison,
            Single::Pointer(pointer) => &pointer.poison,
        }
    }

    /// Where it is `undef`.
    pub(super) fn undef(&self) -> Term {
        match self {
            Single::Integer(scalar) => scalar.undef.clone(),
            Single::Pointer(_) => Term::bottom(),
        }
    }

    /// Where it must not be looked at: it is poison or `undef`.
    pub(super) fn ill(&self) -> Term {
        match self {
            Single::Integer(scalar) => scalar.ill(),
            Single::Pointer(pointer) => pointer.poison.clone(),
        }
    }

    /// From here on it is neither poison nor `undef`.
    pub(super) fn is_well(&mut self) {
        self.set_poison(Term::bottom());
        if let Single::Integer(scalar) = self {
            scalar.undef = Term::bottom();
        }
    }

    pub(super) fn set_poison(&mut self, poison: Term) {
        match self {
            Single::Integer(scalar) => scalar.poison = poison,
            Single::Pointer(pointer) => pointer.poison = poison,
        }
    }

    /// The number that it is: of a pointer, an address or a distance, whichever it has.
    pub(super) fn term(&self) -> &Term {
        match self {
            Single::Integer(scalar) => &scalar.value,
            Single::Pointer(pointer) => pointer.place.term(),
        }
    }

    /// The same with another number of the same kind.
    pub(super) fn set_term(&mut self, term: Term) {
        match self {
            Single::Integer(scalar) => scalar.value = term,
            Single::Pointer(pointer) => pointer.place = pointer.place.with(term),
        }
    }

    pub(super) fn or_poison(mut self, poison: Term) -> Self {
        let own = self.poison().clone();
        self.set_poison(Term::or([own, poison]));
        self
    }
}

/// What a local stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Bound {
    /// An integer or a pointer.
    Single(Single),
    /// A structure, an array or a vector.
    Aggregate(Vec<Bound>),
}

impl From<Scalar> for Bound {
    fn from(scalar: Scalar) -> Self {
        Bound::Single(Single::Integer(scalar))
    }
}

impl From<Pointer> for Bound {
    fn from(pointer: Pointer) -> Self {
        Bound::Single(Single::Pointer(pointer))
    }
}

impl Bound {
    /// All values without parts in it, in order.
    pub(super) fn singles(&self) -> Vec<Single> {
        match self {
            Bound::Single(single) => vec![single.clone()],
            Bound::Aggregate(parts) => parts.iter().flat_map(Bound::singles).collect(),
        }
    }
}
