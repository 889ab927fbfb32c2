//! Loads and stores.

use frontend_llvm::syntax::Type;

use super::layout::Layout;
use super::{Byte, Object, Pointer};
use crate::lift::{Done, combinations};
use crate::problem::{Answer, malformed, unsupported};
use crate::types::{poison, undef};
use crate::value::{Atom, Scalar, Value};

/// Where an access begins in its object, if it may be made.
///
/// > "If <pointer> is not a well-defined value, the behavior is undefined." "Overestimating the
/// > alignment results in undefined behavior." (`load`, `store`) "Any memory access must be done
/// > through a pointer value associated with an address range of the memory access, otherwise the
/// > behavior is undefined." (Pointer Aliasing Rules)
pub(crate) fn place(
    objects: &[Object],
    pointer: &Value,
    size: u64,
    align: u64,
) -> Answer<Done<(usize, usize)>> {
    let well_defined = match pointer {
        Value::Scalar(scalar) => scalar.well_defined(),
        Value::Undef => None,
        Value::Parts(_) => return malformed("an access through something that is no pointer"),
    };
    let pointer = match well_defined {
        Some(Atom::Pointer(pointer)) => pointer,
        Some(_) => return malformed("an access through something that is no pointer"),
        None => return Ok(Done::Undefined),
    };
    let Some(number) = pointer.object else {
        return Ok(Done::Undefined);
    };
    let number = number as usize;
    let Some(object) = objects.get(number) else {
        return malformed("a pointer into no object");
    };
    let start = usize::try_from(pointer.offset).ok();
    let end = start.and_then(|start| start.checked_add(usize::try_from(size).ok()?));
    let (Some(start), Some(end)) = (start, end) else {
        return Ok(Done::Undefined);
    };
    if !object.is_live || end > object.bytes.len() {
        return Ok(Done::Undefined);
    }
    let known = align.min(object.align);
    if !(start as u64).is_multiple_of(known) {
        return Ok(Done::Undefined);
    }
    if align > object.align {
        return unsupported("an alignment that depends on where an object lies");
    }
    Ok(Done::Gives((number, start)))
}

/// The bytes that a store of a value writes, the lowest first. Padding of aggregates "is filled with
/// undef" (`store`).
pub(crate) fn to_bytes(layout: &Layout, ty: &Type<'_>, value: &Value) -> Answer<Vec<Byte>> {
    let size = usize::try_from(layout.store_size(ty)?).unwrap_or(usize::MAX);
    match (ty, value) {
        (Type::Integer(_) | Type::Pointer, Value::Undef) => Ok(vec![Byte::Undef; size]),
        (Type::Integer(width), Value::Scalar(scalar)) => integer_bytes(*width, scalar, size),
        (Type::Pointer, Value::Scalar(scalar)) => match scalar.atoms() {
            [Atom::Poison] => Ok(vec![Byte::poison(); size]),
            _ => Ok(split(64, scalar, size)),
        },
        (Type::Array(_, element), Value::Parts(parts)) => {
            let step = usize::try_from(layout.size(element)?).unwrap_or(usize::MAX);
            let mut bytes = vec![Byte::Undef; size];
            for (number, part) in parts.iter().enumerate() {
                let part = to_bytes(layout, element, part)?;
                bytes[number * step..][..part.len()].clone_from_slice(&part);
            }
            Ok(bytes)
        }
        (Type::Struct { fields, .. }, Value::Parts(parts)) => {
            let places = layout.fields(ty)?;
            let mut bytes = vec![Byte::Undef; size];
            for ((place, field), part) in places.iter().zip(fields.iter()).zip(parts) {
                let part = to_bytes(layout, field, part)?;
                let place = usize::try_from(*place).unwrap_or(usize::MAX);
                bytes[place..][..part.len()].clone_from_slice(&part);
            }
            Ok(bytes)
        }
        _ => unsupported(format!("a store of {ty:?}")),
    }
}

fn split(width: u32, scalar: &Scalar, size: usize) -> Vec<Byte> {
    let parts = (0..).take(size).map(|index| Byte::Part {
        of: scalar.clone(),
        width,
        index,
    });
    parts.collect()
}

/// > "store i32 %poison, ptr @g ; Poison value stored to memory" (Poison Values)
fn integer_bytes(width: u32, scalar: &Scalar, size: usize) -> Answer<Vec<Byte>> {
    if !width.is_multiple_of(8) {
        return Ok(split(width, scalar, size));
    }
    match scalar.atoms() {
        [Atom::Poison] => Ok(vec![Byte::poison(); size]),
        [Atom::Integer(number)] => Ok(number.to_le_bytes()[..size]
            .iter()
            .map(|it| Byte::number(*it))
            .collect()),
        atoms if size == 1 => match atoms.len() == 256 && !scalar.may_be_poison() {
            true => Ok(vec![Byte::Undef]),
            false => Ok(vec![Byte::Bits(scalar.clone())]),
        },
        _ => Ok(split(width, scalar, size)),
    }
}

/// The value of a type that bytes hold.
pub(crate) fn from_bytes(layout: &Layout, ty: &Type<'_>, bytes: &[Byte]) -> Answer<Value> {
    let slice = |start: u64, ty: &Type<'_>| -> Answer<&[Byte]> {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let size = usize::try_from(layout.store_size(ty)?).unwrap_or(usize::MAX);
        match bytes.get(start..).and_then(|it| it.get(..size)) {
            Some(bytes) => Ok(bytes),
            None => malformed("a part that ends behind its whole"),
        }
    };
    match ty {
        Type::Integer(width) => loaded(ty, *width, bytes),
        Type::Pointer => loaded(ty, 64, bytes),
        Type::Array(count, element) => {
            let step = layout.size(element)?;
            let parts = (0..*count)
                .map(|number| from_bytes(layout, element, slice(number * step, element)?));
            Ok(Value::Parts(parts.collect::<Answer<_>>()?))
        }
        Type::Struct { fields, .. } => {
            let places = layout.fields(ty)?;
            let parts = places
                .iter()
                .zip(fields.iter())
                .map(|(place, field)| from_bytes(layout, field, slice(*place, field)?));
            Ok(Value::Parts(parts.collect::<Answer<_>>()?))
        }
        other => unsupported(format!("a load of {other:?}")),
    }
}

/// > "%poison4 = load i16, ptr @g ; Returns a poison value. %poison5 = load i64, ptr @g ; Returns a
/// > poison value." (Poison Values): one byte that is poison makes all of it poison.
fn loaded(ty: &Type<'_>, width: u32, bytes: &[Byte]) -> Answer<Value> {
    if let Some(Byte::Part {
        of,
        width: stored,
        index: 0,
    }) = bytes.first()
        && *stored == width
        && bytes == split(width, of, bytes.len())
    {
        return Ok(Value::Scalar(of.clone()));
    }
    if bytes.iter().any(|it| *it == Byte::poison()) {
        return poison(ty);
    }
    if bytes.iter().all(|it| *it == Byte::Undef) {
        return undef(ty);
    }
    // "When loading a value of a type like i20 with a size that is not an integral number of bytes,
    // the result is undefined if the value was not originally written using a store of the same
    // type." (`load`)
    if !width.is_multiple_of(8) {
        return undef(ty);
    }
    if let Type::Pointer = ty {
        return unsupported("a pointer made from bytes");
    }
    let any = Scalar::of((0..256).map(Atom::Integer));
    let mut sets = Vec::new();
    for byte in bytes {
        sets.push(match (byte, &any) {
            (Byte::Bits(scalar), _) => scalar,
            (Byte::Undef, Some(any)) => any,
            _ => return unsupported("a load of a part of a value that is not well defined"),
        });
    }
    let mut atoms = Vec::new();
    for chosen in combinations(&sets)? {
        let mut number = Some(0);
        for (place, atom) in chosen.iter().enumerate() {
            number = match (number, atom) {
                (Some(number), Atom::Integer(byte)) => Some(number | byte << (8 * place)),
                _ => None,
            };
        }
        atoms.push(number.map_or(Atom::Poison, Atom::Integer));
    }
    match Scalar::of(atoms) {
        Some(set) => Ok(Value::Scalar(set)),
        None => unreachable!("no byte is an empty set"),
    }
}

/// A pointer to the start of an object.
pub(crate) fn start(object: usize) -> Answer<Value> {
    match u32::try_from(object) {
        Ok(number) => Ok(Value::Scalar(Scalar::one(Atom::Pointer(Pointer {
            object: Some(number),
            offset: 0,
        })))),
        Err(_) => unsupported("more objects than numbers"),
    }
}
