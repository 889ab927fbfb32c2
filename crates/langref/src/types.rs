//! Types, as far as values of them are interpreted.

use frontend_llvm::syntax::Type;

use crate::integers::Width;
use crate::problem::{Answer, unsupported};
use crate::value::{Atom, Scalar, Value};

/// An integer type up to this width has few enough values to list all of them, which is what `undef`
/// and poison that is frozen stand for.
pub(crate) const LISTED: u32 = 8;

/// The parts of a type that has parts.
pub(crate) fn parts<'t>(ty: &Type<'t>) -> Option<Vec<Type<'t>>> {
    match ty {
        Type::Vector(count, element) | Type::Array(count, element) => {
            Some((0..*count).map(|_| element.as_ref().clone()).collect())
        }
        Type::Struct { fields, .. } => Some(fields.to_vec()),
        _ => None,
    }
}

/// The width of an integer, or of the lanes of a vector of integers.
pub(crate) fn lane_width(ty: &Type<'_>) -> Answer<Width> {
    let lane = match ty {
        Type::Vector(_, lane) => lane.as_ref(),
        ty => ty,
    };
    match lane {
        Type::Integer(bits) => match Width::new(*bits) {
            Some(width) => Ok(width),
            None => unsupported(format!("i{bits}")),
        },
        other => unsupported(format!("{other:?} where an integer is expected")),
    }
}

/// All numbers of a width, if these are few.
pub(crate) fn numbers(width: Width) -> Option<impl Iterator<Item = Atom>> {
    (width.bits() <= LISTED).then(|| (0..=width.mask()).map(Atom::Integer))
}

/// The value that has the same scalar everywhere.
pub(crate) fn filled(ty: &Type<'_>, scalar: &dyn Fn(&Type<'_>) -> Answer<Value>) -> Answer<Value> {
    match parts(ty) {
        Some(parts) => {
            let parts = parts.iter().map(|part| filled(part, scalar));
            Ok(Value::Parts(parts.collect::<Answer<_>>()?))
        }
        None => scalar(ty),
    }
}

/// > "indicates that the user of the value may receive an unspecified bit-pattern" (Undefined
/// > Values)
pub(crate) fn undef(ty: &Type<'_>) -> Answer<Value> {
    filled(ty, &|ty| match ty {
        Type::Integer(_) => {
            let listed = numbers(lane_width(ty)?).and_then(Scalar::of);
            Ok(listed.map_or(Value::Undef, Value::Scalar))
        }
        Type::Pointer => Ok(Value::Undef),
        other => unsupported(format!("{other:?}")),
    })
}

/// Poison in all parts.
pub(crate) fn poison(ty: &Type<'_>) -> Answer<Value> {
    filled(ty, &|ty| match ty {
        Type::Integer(_) | Type::Pointer => Ok(Value::poison()),
        other => unsupported(format!("{other:?}")),
    })
}

/// Whether a value can be one of a type. Not every mistake shows: poison is of any type.
pub(crate) fn fits(ty: &Type<'_>, value: &Value) -> bool {
    match value {
        Value::Scalar(scalar) => scalar.atoms().iter().all(|atom| match (atom, ty) {
            (Atom::Poison, Type::Integer(_) | Type::Pointer) => true,
            (Atom::Integer(number), Type::Integer(bits)) => {
                Width::new(*bits).is_some_and(|width| number & !width.mask() == 0)
            }
            (Atom::Pointer(_), Type::Pointer) => true,
            _ => false,
        }),
        Value::Undef => matches!(ty, Type::Integer(_) | Type::Pointer),
        Value::Parts(values) => parts(ty).is_some_and(|types| {
            types.len() == values.len()
                && types.iter().zip(values).all(|(ty, value)| fits(ty, value))
        }),
    }
}
