//! What locals are bound to.

use logic::{Sort, Term, Value};

use super::memory::ObjectId;

/// A value and when it is poison.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Scalar {
    /// The value; anything where it is poison.
    pub(super) value: Term,
    /// Where it is poison instead.
    pub(super) poison: Term,
    /// For a pointer, where it points.
    pub(super) pointer: Option<Pointer>,
    /// Whether it is a number of 64 bits that came from 32 or fewer, so that small multiples of it
    /// do not overflow.
    pub(super) narrow: bool,
}

/// What is known of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pointer {
    /// The object that it was made from; `None` for null.
    pub(super) object: Option<ObjectId>,
    /// A power of two that divides the distance to the object's reference address.
    pub(super) multiple: u64,
    /// Whether it is known to point into its object or just behind it, where it is not poison.
    pub(super) bounded: bool,
}

/// What a local stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Bound {
    /// An integer or a pointer.
    Scalar(Scalar),
    /// A structure or an array.
    Aggregate(Vec<Bound>),
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
            pointer: None,
            narrow: false,
        }
    }

    /// Poison of a sort.
    pub(super) fn poison(sort: &Sort) -> Self {
        Scalar::new(Term::value(Value::default_of(sort)), Term::top())
    }

    pub(super) fn at(mut self, pointer: Pointer) -> Self {
        self.pointer = Some(pointer);
        self
    }

    /// The same value, poison in more cases.
    pub(super) fn or_poison(mut self, poison: Term) -> Self {
        self.poison = Term::or([self.poison, poison]);
        self
    }
}

impl Bound {
    /// All scalars in it, in order.
    pub(super) fn scalars(&self) -> Vec<Scalar> {
        match self {
            Bound::Scalar(scalar) => vec![scalar.clone()],
            Bound::Aggregate(parts) => parts.iter().flat_map(Bound::scalars).collect(),
        }
    }
}
