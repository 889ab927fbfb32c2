//! Integer expressions without variables, for `#if` and enumerations.

use crate::syntax::{Binary, Expression, ExpressionKind, Logical, Unary};

/// The value, where it exists and fits.
pub(crate) fn evaluate(expression: &Expression) -> Option<i64> {
    match &expression.kind {
        ExpressionKind::Integer(value, _) => value.to_i64(),
        ExpressionKind::Unary(operator, operand) => {
            let value = evaluate(operand)?;
            match operator {
                Unary::Minus => value.checked_neg(),
                Unary::Plus => Some(value),
                Unary::Not => Some(i64::from(value == 0)),
                Unary::Complement => Some(!value),
                Unary::Address | Unary::Target => None,
            }
        }
        ExpressionKind::Binary(operator, left, right) => {
            binary(*operator, evaluate(left)?, evaluate(right)?)
        }
        ExpressionKind::Logical(operator, left, right) => {
            let left = evaluate(left)? != 0;
            match operator {
                Logical::And if !left => Some(0),
                Logical::Or if left => Some(1),
                Logical::Implies if !left => Some(1),
                _ => Some(i64::from(evaluate(right)? != 0)),
            }
        }
        ExpressionKind::Conditional(condition, then, otherwise) => {
            evaluate(if evaluate(condition)? != 0 {
                then
            } else {
                otherwise
            })
        }
        _ => None,
    }
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
