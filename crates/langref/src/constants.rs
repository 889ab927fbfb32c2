//! Constants.

use frontend_llvm::syntax::{Type, Value as Constant};

use crate::integers::Width;
use crate::memory::Pointer;
use crate::problem::{Answer, malformed, unsupported};
use crate::types::{filled, lane_width, parts, poison, undef};
use crate::value::{Atom, Scalar, Value};

/// A number as it is written.
///
/// > "They can be either decimal or hexadecimal. Decimal integers can be prefixed with - to
/// > represent negative integers […]. Hexadecimal integers must be prefixed with either u or s to
/// > indicate whether they are unsigned or signed respectively." (Simple Constants)
pub(crate) fn number(text: &str, width: Width) -> Answer<u64> {
    let wrong = || malformed(format!("`{text}` is no number"));
    if let Some(digits) = text.strip_prefix("u0x") {
        let Ok(bits) = u64::from_str_radix(digits, 16) else {
            return wrong();
        };
        return Ok(width.wrap(i128::from(bits)));
    }
    if text.starts_with("s0x") {
        return unsupported("hexadecimal numbers with a sign");
    }
    match text.parse::<i128>() {
        Ok(number) if width.fits_unsigned(number) || width.fits_signed(number) => {
            Ok(width.wrap(number))
        }
        Ok(_) => malformed(format!("`{text}` is too large for its type")),
        Err(_) => wrong(),
    }
}

/// A constant that is no global and no expression.
pub(crate) fn constant(ty: &Type<'_>, constant: &Constant<'_>) -> Answer<Value> {
    match constant {
        Constant::Integer(text) => match ty {
            Type::Integer(_) => Ok(Value::integer(number(text, lane_width(ty)?)?)),
            _ => malformed("a number of a type that is no integer"),
        },
        Constant::Bool(truth) => match ty {
            Type::Integer(1) => Ok(Value::integer(u64::from(*truth))),
            _ => malformed("a truth value of a type that is not i1"),
        },
        Constant::Null => Ok(null()),
        Constant::Bytes(text) => characters(ty, text),
        Constant::Undef => undef(ty),
        Constant::Poison => poison(ty),
        // "The string 'zeroinitializer' can be used to zero initialize a value to zero of any type".
        Constant::Zero => filled(ty, &|ty| match ty {
            Type::Integer(_) => Ok(Value::integer(0)),
            Type::Pointer => Ok(null()),
            other => unsupported(format!("{other:?}")),
        }),
        Constant::Aggregate(elements) => {
            let Some(parts) = parts(ty) else {
                return malformed("an aggregate of a type without parts");
            };
            if parts.len() != elements.len() {
                return malformed("an aggregate with another number of parts than its type");
            }
            let values =
                elements
                    .iter()
                    .zip(&parts)
                    .map(|(element, part)| match element.ty == *part {
                        true => self::constant(part, &element.value),
                        false => malformed("a part of an aggregate that has another type"),
                    });
            Ok(Value::Parts(values.collect::<Answer<_>>()?))
        }
        // "the preferred syntax is `splat (<Ty> Val)`".
        Constant::Expression(expression) if expression.opcode == "splat" => {
            let ([operand], Some(parts)) = (&expression.operands[..], parts(ty)) else {
                return malformed("`splat` of a type that is no vector");
            };
            let value = self::constant(&operand.ty, &operand.value)?;
            Ok(Value::Parts(vec![value; parts.len()]))
        }
        other => unsupported(format!("the constant {other:?}")),
    }
}

/// > "character array constants may also be represented as a double-quoted string using the c
/// > prefix" (Complex Constants); `\\xx` is the byte with that hexadecimal number.
fn characters(ty: &Type<'_>, text: &str) -> Answer<Value> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        let byte = match (*byte, rest) {
            (b'\\', [b'\\', behind @ ..]) => {
                rest = behind;
                b'\\'
            }
            (b'\\', [high, low, behind @ ..]) => {
                let digits = [*high, *low];
                rest = behind;
                let digits = std::str::from_utf8(&digits).unwrap_or("");
                match u8::from_str_radix(digits, 16) {
                    Ok(byte) => byte,
                    Err(_) => return malformed("an escape that is no byte"),
                }
            }
            (byte, _) => byte,
        };
        bytes.push(Value::integer(u64::from(byte)));
    }
    match ty {
        Type::Array(count, _) if *count == bytes.len() as u64 => Ok(Value::Parts(bytes)),
        _ => malformed("a text of another length than its type"),
    }
}

/// The null pointer.
pub(crate) fn null() -> Value {
    Value::Scalar(Scalar::one(Atom::Pointer(Pointer::NULL)))
}
