//! Instructions that take vectors and aggregates apart and put them together.

use frontend_llvm::syntax::Type;

use crate::lift::{either, number, scalar};
use crate::problem::{Answer, malformed, unsupported};
use crate::types::poison;
use crate::value::Value;

/// The parts of a value that has parts.
pub(crate) fn parts_of(value: &Value) -> Answer<&[Value]> {
    match value {
        Value::Parts(parts) => Ok(parts),
        _ => malformed("a scalar where a vector or an aggregate is expected"),
    }
}

/// The lanes that an index may name; `None` for an index that is poison or out of range.
///
/// > "The index may be a variable of any integer type, and will be treated as an unsigned integer."
/// > (`extractelement`)
fn lanes(index: &Value, count: usize) -> Answer<Vec<Option<usize>>> {
    let atoms = scalar(index)?.atoms().iter();
    let lanes = atoms.map(|atom| {
        let lane = number(*atom)?.and_then(|lane| usize::try_from(lane).ok());
        Ok(lane.filter(|lane| *lane < count))
    });
    lanes.collect()
}

/// What a use may see that sees any of several values.
fn any(values: Vec<Value>) -> Answer<Value> {
    let mut values = values.into_iter();
    let Some(first) = values.next() else {
        return malformed("a vector without lanes");
    };
    values.try_fold(first, |all, one| either(&all, &one))
}

/// > "Its value is the value at position idx of val. If idx exceeds the length of val for a
/// > fixed-length vector, the result is a poison value." (`extractelement`)
pub(crate) fn extract(element: &Type<'_>, from: &Value, index: &Value) -> Answer<Value> {
    let parts = parts_of(from)?;
    let mut seen = Vec::new();
    for lane in lanes(index, parts.len())? {
        seen.push(match lane {
            Some(lane) => parts[lane].clone(),
            None => poison(element)?,
        });
    }
    any(seen)
}

/// > "Its element values are those of val except at position idx, where it gets the value elt. If
/// > idx exceeds the length of val for a fixed-length vector, the result is a poison value."
/// > (`insertelement`)
pub(crate) fn insert(ty: &Type<'_>, into: &Value, element: &Value, index: &Value) -> Answer<Value> {
    let parts = parts_of(into)?;
    let mut seen = Vec::new();
    for lane in lanes(index, parts.len())? {
        seen.push(match lane {
            Some(lane) => {
                let mut parts = parts.to_vec();
                parts[lane] = element.clone();
                Value::Parts(parts)
            }
            None => poison(ty)?,
        });
    }
    any(seen)
}

/// > "The elements of the two input vectors are numbered from left to right across both of the
/// > vectors. For each element of the result vector, the shuffle mask selects an element from one
/// > of the input vectors to copy to the result. […] A poison element in the mask vector specifies
/// > that the resulting element is poison. […] If the shuffle mask selects an undefined element
/// > from one of the input vectors, the resulting element is undefined." (`shufflevector`)
///
/// LLVM reads an element `undef` of a mask as poison.
pub(crate) fn shuffle(
    element: &Type<'_>,
    left: &Value,
    right: &Value,
    mask: &[Option<u64>],
) -> Answer<Value> {
    let (left, right) = (parts_of(left)?, parts_of(right)?);
    let lanes = mask.iter().map(|lane| {
        let Some(lane) = lane else {
            return poison(element);
        };
        let lane = usize::try_from(*lane).ok();
        match lane.and_then(|lane| left.iter().chain(right).nth(lane)) {
            Some(value) => Ok(value.clone()),
            None => malformed("a mask that names no element"),
        }
    });
    Ok(Value::Parts(lanes.collect::<Answer<_>>()?))
}

/// The part at the end of a path of indices (`extractvalue`).
pub(crate) fn part<'v>(value: &'v Value, indices: &[u64]) -> Answer<&'v Value> {
    indices.iter().try_fold(value, |value, index| {
        let place = usize::try_from(*index).ok();
        match place.and_then(|place| parts_of(value).ok()?.get(place)) {
            Some(part) => Ok(part),
            None => malformed("an index that names no part"),
        }
    })
}

/// The value with another part at the end of a path of indices (`insertvalue`).
pub(crate) fn with_part(value: &Value, indices: &[u64], new: &Value) -> Answer<Value> {
    let Some((first, rest)) = indices.split_first() else {
        return Ok(new.clone());
    };
    let mut parts = parts_of(value)?.to_vec();
    let place = usize::try_from(*first).ok();
    match place.and_then(|place| parts.get_mut(place)) {
        Some(part) => *part = with_part(part, rest, new)?,
        None => return malformed("an index that names no part"),
    }
    Ok(Value::Parts(parts))
}

/// > "It is always a no-op cast because no bits change with this conversion. […] the conversion is
/// > done as if the value had been stored to memory and read back as type ty2." (`bitcast`)
///
/// Only the casts that change nothing are interpreted.
pub(crate) fn bitcast(from: &Type<'_>, to: &Type<'_>, value: Value) -> Answer<Value> {
    match from == to {
        true => Ok(value),
        false => unsupported("a bitcast between different types"),
    }
}
