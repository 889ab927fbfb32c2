//! What attributes make of values that are handed over.

use frontend_llvm::Module;
use frontend_llvm::syntax::{Attributes, Class, Type, WORDS, Word};

use crate::constants::number;
use crate::integers::Width;
use crate::lift::{Done, given};
use crate::problem::{Answer, unsupported};
use crate::types::lane_width;
use crate::value::{Atom, Scalar, Value};

/// A parameter or a result as whoever receives it sees it.
///
/// > `noundef`: "If the value representation contains any undefined or poison bits, the behavior is
/// > undefined." (Parameter Attributes)
///
/// What other attributes turn into poison is then undefined behaviour as well: LLVM says of
/// `nonnull` that it "should be combined with the `noundef` attribute to ensure a pointer is not
/// null or otherwise the behavior is undefined".
pub(crate) fn received(
    module: &Module<'_>,
    attributes: &Attributes<'_>,
    ty: &Type<'_>,
    value: Value,
) -> Answer<Done<Value>> {
    // What says how a value is passed, and what is not known, is not interpreted.
    let is_plain = |word: Word| {
        let (_, _, class) = WORDS[word as usize];
        !matches!(class, Class::Convention | Class::Refused)
            || matches!(word, Word::Zeroext | Word::Signext | Word::Noext)
    };
    let all = module.resolved(attributes);
    if !all.words().all(is_plain) || all.unknown.is_some() {
        return unsupported("an argument that is passed in a way of its own");
    }
    let value = match attributes.range {
        Some((low, high)) => ranged(value, lane_width(ty)?, low, high)?,
        None => value,
    };
    let value = given!(crate::pointers::received(module, attributes, value)?);
    match module.says(attributes, Word::Noundef) && !value.is_well_defined() {
        true => Ok(Done::Undefined),
        false => Ok(Done::Gives(value)),
    }
}

/// > `range(<ty> <a>, <b>)`: "If the value is not in the specified range, it is converted to
/// > poison. […] The pair a,b represents the range [a,b). […] The range is allowed to wrap. The
/// > empty range is represented using 0,0. […] For vector-typed parameters, the range is applied
/// > element-wise." (Parameter Attributes)
fn ranged(value: Value, width: Width, low: &str, high: &str) -> Answer<Value> {
    let (low, high) = (number(low, width)?, number(high, width)?);
    let contains = |it: u64| match low <= high {
        true => low <= it && it < high,
        false => low <= it || it < high,
    };
    fn each(value: Value, contains: &dyn Fn(u64) -> bool) -> Answer<Value> {
        match value {
            Value::Scalar(scalar) => {
                let atoms = scalar.atoms().iter().map(|atom| match *atom {
                    Atom::Integer(it) if contains(it) => Atom::Integer(it),
                    _ => Atom::Poison,
                });
                match Scalar::of(atoms) {
                    Some(set) => Ok(Value::Scalar(set)),
                    None => unreachable!("each element has an image"),
                }
            }
            Value::Undef => unsupported("a range of `undef` of a type with many values"),
            Value::Parts(parts) => {
                let parts = parts.into_iter().map(|part| each(part, contains));
                Ok(Value::Parts(parts.collect::<Answer<_>>()?))
            }
        }
    }
    each(value, &contains)
}
