//! Integer expressions without variables, for `#if` and enumerations.

use crate::syntax::{Binary, Expression, ExpressionKind, Logical, Unary};
use crate::token::{IntegerType, Signedness};

/// The types that the numbers of an expression have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Types {
    /// Those of the literals, `int` at least.
    Own,
    /// The largest ones, as in `#if`: signed or unsigned, of 64 bits.
    Largest,
}

/// Why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoValue {
    /// It divides by zero.
    Division,
    /// A result is not one of its type, or C leaves it open.
    Overflow,
    /// It has something in it that is no constant.
    Form,
}

/// A number and its type.
#[derive(Clone, Copy)]
struct Typed {
    value: i128,
    kind: IntegerType,
}

/// The value of an expression. What C does not evaluate in it need not have one.
///
/// # Errors
/// It has none.
pub(crate) fn evaluate(expression: &Expression, types: Types) -> Result<i128, NoValue> {
    typed(expression, types).map(|it| it.value)
}

const fn of_bits(sign: Signedness, bits: u8) -> IntegerType {
    IntegerType { sign, bits }
}

fn truth(value: bool, types: Types) -> Typed {
    Typed {
        value: i128::from(value),
        kind: least(types),
    }
}

fn least(types: Types) -> IntegerType {
    match types {
        Types::Own => IntegerType::INT,
        Types::Largest => of_bits(Signedness::Signed, 64),
    }
}

/// The type of an operation on two types, each `int` at least.
fn common(left: IntegerType, right: IntegerType) -> IntegerType {
    match left.bits.cmp(&right.bits) {
        std::cmp::Ordering::Less => right,
        std::cmp::Ordering::Greater => left,
        std::cmp::Ordering::Equal if left.sign == Signedness::Unsigned => left,
        std::cmp::Ordering::Equal => right,
    }
}

/// A number in a type: unsigned ones wrap around, and others must fit.
fn fitted(value: i128, kind: IntegerType) -> Result<Typed, NoValue> {
    let size = 1_i128 << kind.bits;
    let value = match kind.sign {
        Signedness::Unsigned => value.rem_euclid(size),
        Signedness::Signed if value < -size / 2 || value >= size / 2 => {
            return Err(NoValue::Overflow);
        }
        Signedness::Signed => value,
    };
    Ok(Typed { value, kind })
}

/// The type of an expression, whether or not it has a value.
fn type_of(expression: &Expression, types: Types) -> Result<IntegerType, NoValue> {
    Ok(match &expression.kind {
        ExpressionKind::Integer(_, kind) => match types {
            Types::Own => common(*kind, IntegerType::INT),
            Types::Largest => of_bits(kind.sign, 64),
        },
        ExpressionKind::Unary(Unary::Not, _) | ExpressionKind::Logical(..) => least(types),
        ExpressionKind::Unary(Unary::Minus | Unary::Plus | Unary::Complement, operand) => {
            type_of(operand, types)?
        }
        ExpressionKind::Binary(operator, left, right) => match operator {
            Binary::ShiftLeft | Binary::ShiftRight => type_of(left, types)?,
            operator if compares(*operator) => least(types),
            _ => common(type_of(left, types)?, type_of(right, types)?),
        },
        ExpressionKind::Conditional(_, then, otherwise) => {
            common(type_of(then, types)?, type_of(otherwise, types)?)
        }
        _ => return Err(NoValue::Form),
    })
}

fn compares(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual
            | Binary::Equal
            | Binary::NotEqual
    )
}

fn typed(expression: &Expression, types: Types) -> Result<Typed, NoValue> {
    match &expression.kind {
        ExpressionKind::Integer(value, _) => {
            let kind = type_of(expression, types)?;
            // A literal has at most 64 bits.
            let value = value.to_string().parse().map_err(|_| NoValue::Overflow)?;
            fitted(value, kind)
        }
        ExpressionKind::Unary(operator, operand) => {
            let operand = typed(operand, types)?;
            match operator {
                Unary::Minus => fitted(-operand.value, operand.kind),
                Unary::Plus => Ok(operand),
                Unary::Not => Ok(truth(operand.value == 0, types)),
                Unary::Complement => fitted(!operand.value, operand.kind),
                Unary::Address | Unary::Target => Err(NoValue::Form),
            }
        }
        ExpressionKind::Binary(operator, left, right) => {
            operation(*operator, typed(left, types)?, typed(right, types)?, types)
        }
        ExpressionKind::Logical(operator, left, right) => {
            let left = typed(left, types)?.value != 0;
            let value = match operator {
                Logical::And if !left => false,
                Logical::Or if left => true,
                Logical::Implies if !left => true,
                _ => typed(right, types)?.value != 0,
            };
            Ok(truth(value, types))
        }
        ExpressionKind::Conditional(condition, then, otherwise) => {
            let kind = type_of(expression, types)?;
            let chosen = match typed(condition, types)?.value {
                0 => otherwise,
                _ => then,
            };
            fitted(typed(chosen, types)?.value, kind)
        }
        _ => Err(NoValue::Form),
    }
}

fn operation(operator: Binary, left: Typed, right: Typed, types: Types) -> Result<Typed, NoValue> {
    if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) {
        // What is shifted from and by negative numbers is for the compiler to say.
        if left.value < 0 || !(0..i128::from(left.kind.bits)).contains(&right.value) {
            return Err(NoValue::Overflow);
        }
        return match operator {
            Binary::ShiftLeft => fitted(left.value << right.value, left.kind),
            _ => fitted(left.value >> right.value, left.kind),
        };
    }
    let kind = common(left.kind, right.kind);
    let (a, b) = (
        fitted(left.value, kind)?.value,
        fitted(right.value, kind)?.value,
    );
    if compares(operator) {
        let holds = match operator {
            Binary::Less => a < b,
            Binary::LessEqual => a <= b,
            Binary::Greater => a > b,
            Binary::GreaterEqual => a >= b,
            Binary::Equal => a == b,
            _ => a != b,
        };
        return Ok(truth(holds, types));
    }
    let value = match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a.checked_mul(b).ok_or(NoValue::Overflow)?,
        Binary::Divide | Binary::Remainder if b == 0 => return Err(NoValue::Division),
        // The quotient must fit for the remainder to exist.
        Binary::Divide => a / b,
        Binary::Remainder => fitted(a / b, kind).map(|_| a % b)?,
        Binary::BitAnd => a & b,
        Binary::BitOr => a | b,
        _ => a ^ b,
    };
    fitted(value, kind)
}

/// An operator on numbers, where the result exists and fits.
pub(crate) fn binary(operator: Binary, left: i64, right: i64) -> Option<i64> {
    let shift = || u32::try_from(right).ok().filter(|by| *by < 63);
    match operator {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide => left.checked_div(right),
        Binary::Remainder => left.checked_rem(right),
        Binary::ShiftLeft => left.checked_mul(1_i64.checked_shl(shift()?)?),
        Binary::ShiftRight => left.checked_shr(shift()?),
        Binary::BitAnd => Some(left & right),
        Binary::BitOr => Some(left | right),
        Binary::BitXor => Some(left ^ right),
        Binary::Less => Some(i64::from(left < right)),
        Binary::LessEqual => Some(i64::from(left <= right)),
        Binary::Greater => Some(i64::from(left > right)),
        Binary::GreaterEqual => Some(i64::from(left >= right)),
        Binary::Equal => Some(i64::from(left == right)),
        Binary::NotEqual => Some(i64::from(left != right)),
    }
}
