//! Addresses: `getelementptr` and comparisons of pointers.

use frontend_llvm::syntax::{Flags, Type};

use super::layout::Layout;
use super::{Object, Pointer};
use crate::integers::Width;
use crate::problem::{Answer, malformed, unsupported};

/// One step of an address: an index of some type, or the offset of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// An index, already extended with its sign, and the distance of neighbours.
    Index(i64, u64),
    /// The offset of a field.
    Field(u64),
}

/// The steps that indices make through a type.
///
/// > "The first index always indexes the pointer value given as the second argument, the second
/// > index indexes a value of the type pointed to" and "the index itself is sign-extended or
/// > truncated, and then multiplied by the type allocation size" (`getelementptr`)
pub(crate) fn steps(
    layout: &Layout,
    source: &Type<'_>,
    indices: &[(u32, u64)],
) -> Answer<Vec<Step>> {
    let mut steps = Vec::new();
    let mut ty = source.clone();
    for (place, (width, bits)) in indices.iter().enumerate() {
        let Some(width) = Width::new(*width) else {
            return unsupported("an index wider than an address");
        };
        let Ok(index) = i64::try_from(width.signed(*bits)) else {
            return malformed("an index that is wider than its type");
        };
        if place == 0 {
            steps.push(Step::Index(index, layout.size(&ty)?));
            continue;
        }
        ty = match &ty {
            Type::Array(_, element) => {
                steps.push(Step::Index(index, layout.size(element)?));
                element.as_ref().clone()
            }
            Type::Struct { fields, .. } => {
                let field = usize::try_from(index).ok();
                let places = layout.fields(&ty)?;
                let Some((at, field)) = field.and_then(|it| places.get(it).zip(fields.get(it)))
                else {
                    return malformed("an index of a field that is not there");
                };
                steps.push(Step::Field(*at));
                field.clone()
            }
            other => return unsupported(format!("an index into {other:?}")),
        };
    }
    Ok(steps)
}

/// The pointer that steps lead to; `None` for poison.
///
/// > "The offsets are then added to the low bits of the base address up to the index type width,
/// > with silently-wrapping two's complement arithmetic." (`getelementptr`)
pub(crate) fn moved(
    objects: &[Object],
    flags: Flags,
    base: Pointer,
    steps: &[Step],
) -> Answer<Option<Pointer>> {
    let is_zero = steps.iter().all(|step| match step {
        Step::Index(index, _) => *index == 0,
        Step::Field(offset) => *offset == 0,
    });
    let nusw = flags.nusw || flags.inbounds;
    let mut pointer = base;
    let (mut signed, mut unsigned) = (0_i64, 0_u64);
    for step in steps {
        let (offset, wraps_signed, wraps_unsigned) = match *step {
            Step::Index(index, size) => product(index, size),
            Step::Field(offset) => (offset as i64, false, false),
        };
        // "The multiplication of an index by the type size does not wrap the pointer index type in a
        // signed sense (mul nsw)" for `nusw`, in an unsigned sense for `nuw`.
        if nusw && wraps_signed || flags.nuw && wraps_unsigned {
            return Ok(None);
        }
        // "The successive addition of each offset (without adding the base address) does not wrap".
        let (sum, wraps) = signed.overflowing_add(offset);
        if nusw && wraps {
            return Ok(None);
        }
        signed = sum;
        let (sum, wraps) = unsigned.overflowing_add(offset as u64);
        if flags.nuw && wraps {
            return Ok(None);
        }
        unsigned = sum;
        let next = Pointer {
            offset: pointer.offset.wrapping_add(offset),
            ..pointer
        };
        // "The base pointer has an in bounds address of the allocated object that it is based on
        // […]. During the successive addition of offsets to the address, the resulting pointer must
        // remain in bounds of the allocated object at each step." The base counts as the first step.
        let leaves = |it: Pointer| !is_in_bounds(objects, it);
        if flags.inbounds && !is_zero && (leaves(pointer) || leaves(next)) {
            return Ok(None);
        }
        if (nusw || flags.nuw) && !keeps(objects, flags, pointer, offset)? {
            return Ok(None);
        }
        pointer = next;
    }
    Ok(Some(pointer))
}

/// A product, and whether it wraps with and without a sign.
fn product(index: i64, size: u64) -> (i64, bool, bool) {
    let exact = i128::from(index) * i128::from(size);
    let wraps_signed = i64::try_from(exact).is_err();
    let wraps_unsigned = u64::try_from(u128::from(index as u64) * u128::from(size)).is_err();
    (
        index.wrapping_mul(size as i64),
        wraps_signed,
        wraps_unsigned,
    )
}

/// Whether adding an offset to an address keeps within all addresses, as `nusw` and `nuw` ask for.
fn keeps(objects: &[Object], flags: Flags, from: Pointer, offset: i64) -> Answer<bool> {
    if offset == 0 {
        return Ok(true);
    }
    let Some(object) = from.object else {
        // "The successive addition of the current address, truncated to the pointer index type and
        // interpreted as an unsigned number, and each offset": the address is known here.
        let address = from.offset as u64;
        let nusw = !(flags.nusw || flags.inbounds) || address.checked_add_signed(offset).is_some();
        let nuw = !flags.nuw || address.checked_add(offset as u64).is_some();
        return Ok(nusw && nuw);
    };
    let to = Pointer {
        object: Some(object),
        offset: from.offset.wrapping_add(offset),
    };
    // An object is not at address zero and does not wrap around: between two places of it nothing
    // wraps, except an offset that counts down and is read without its sign.
    if is_in_bounds(objects, from) && is_in_bounds(objects, to) {
        return Ok(!(flags.nuw && offset < 0));
    }
    unsupported("an address outside of its object that must not wrap")
}

/// Whether a pointer points into its object or to its end. "the only pointer in bounds of the null
/// pointer in the default address space is the null pointer itself" (`getelementptr`).
pub(crate) fn is_in_bounds(objects: &[Object], pointer: Pointer) -> bool {
    let Some(number) = pointer.object else {
        return pointer.offset == 0;
    };
    let object = objects.get(number as usize);
    let offset = usize::try_from(pointer.offset);
    object
        .zip(offset.ok())
        .is_some_and(|(object, offset)| offset <= object.bytes.len())
}

/// > "If the operands are pointer typed, the pointer values are compared as if they were integers."
/// > (`icmp`)
///
/// Of pointers into different objects only equality is known, and only where both point at a byte.
pub(crate) fn compared(
    objects: &[Object],
    predicate: &str,
    left: Pointer,
    right: Pointer,
) -> Answer<bool> {
    let Some(width) = Width::new(64) else {
        return unsupported("addresses");
    };
    let of_bits = |left: i64, right: i64| match crate::integers::compare::holds(
        predicate,
        width,
        left as u64,
        right as u64,
    ) {
        Some(truth) => Ok(truth),
        None => malformed(format!("`icmp {predicate}`")),
    };
    let points_at_byte = |it: Pointer| {
        let Some(number) = it.object else {
            return false;
        };
        let object = objects.get(number as usize);
        object.is_some_and(|object| {
            let size = i64::try_from(object.bytes.len()).unwrap_or(i64::MAX);
            object.is_live && (0..size).contains(&it.offset)
        })
    };
    if left == right {
        return of_bits(0, 0);
    }
    let is_equality = matches!(predicate, "eq" | "ne");
    match (left.object, right.object) {
        (None, None) => of_bits(left.offset, right.offset),
        (Some(one), Some(other)) if one == other => {
            // Without a sign, and within one object, addresses are ordered as distances are.
            let both = is_in_bounds(objects, left) && is_in_bounds(objects, right);
            match is_equality || both && predicate.starts_with('u') {
                true => of_bits(left.offset, right.offset),
                false => unsupported("an order of addresses that depends on where an object lies"),
            }
        }
        // "no allocated object may cross the unsigned address space boundary (including the pointer
        // after the end of the object)" (Allocated Objects): the end is not null either.
        (Some(_), None) if is_in_bounds(objects, left) && right == Pointer::NULL && is_equality => {
            of_bits(1, 0)
        }
        (None, Some(_)) if is_in_bounds(objects, right) && left == Pointer::NULL && is_equality => {
            of_bits(0, 1)
        }
        (Some(_), Some(_)) if points_at_byte(left) && points_at_byte(right) && is_equality => {
            of_bits(0, 1)
        }
        _ => unsupported("a comparison that depends on where objects lie"),
    }
}
