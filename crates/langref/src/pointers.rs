//! What attributes make of pointers that are handed over.

use frontend_llvm::Module;
use frontend_llvm::syntax::{Attributes, Word};

use crate::lift::Done;
use crate::memory::Pointer;
use crate::problem::{Answer, unsupported};
use crate::value::{Atom, Scalar, Value};

/// A pointer as whoever receives it sees it.
///
/// > `nonnull`: "if the parameter or return pointer is null, poison value is returned or passed
/// > instead" (Parameter Attributes)
pub(crate) fn received(
    module: &Module<'_>,
    attributes: &Attributes<'_>,
    value: Value,
) -> Answer<Done<Value>> {
    let says_more = attributes.align != 0
        || attributes.dereferenceable != 0
        || attributes.dereferenceable_or_null != 0
        || module.says(attributes, Word::Noalias);
    if says_more {
        return unsupported("attributes of what a pointer points to");
    }
    if !module.says(attributes, Word::Nonnull) {
        return Ok(Done::Gives(value));
    }
    let Value::Scalar(scalar) = value else {
        return unsupported("`nonnull` of an undefined pointer");
    };
    let atoms = scalar.atoms().iter().map(|atom| match *atom {
        Atom::Pointer(Pointer::NULL) => Atom::Poison,
        atom => atom,
    });
    match Scalar::of(atoms) {
        Some(set) => Ok(Done::Gives(Value::Scalar(set))),
        None => unreachable!("each element has an image"),
    }
}
