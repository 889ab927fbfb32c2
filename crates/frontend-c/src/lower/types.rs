//! Types of expressions, without evaluating them.

use crate::library;
use crate::syntax::{Binary, Expression, ExpressionKind, Scalar, Unary};
use crate::token::Signedness;

use super::Lowering;
use super::scope::{Binding, Pointer};
use super::value::{common, promoted};

impl Lowering<'_, '_> {
    /// The type of an expression that is a number; none for everything else.
    pub(super) fn type_of(&self, expression: &Expression) -> Option<Scalar> {
        let scalar = match &expression.kind {
            ExpressionKind::Integer(_, kind) => Scalar::Integer {
                sign: kind.sign,
                bits: kind.bits,
            },
            ExpressionKind::Real(_) => Scalar::Real,
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(Binding::Scalar(_, scalar) | Binding::Value(_, scalar)) => *scalar,
                Some(_) => return None,
                None => library::constant(name.as_str()).map_or(Scalar::INT, |(_, scalar)| scalar),
            },
            ExpressionKind::Unary(Unary::Not, _)
            | ExpressionKind::Logical(..)
            | ExpressionKind::Quantified(..)
            | ExpressionKind::Member(..) => Scalar::INT,
            ExpressionKind::Unary(Unary::Minus | Unary::Plus | Unary::Complement, operand) => {
                promoted(self.type_of(operand)?)
            }
            ExpressionKind::Unary(Unary::Target, inner) | ExpressionKind::Index(inner, _) => {
                self.target_type(inner)?
            }
            ExpressionKind::Binary(operator, left, right) => match operator {
                Binary::Less
                | Binary::LessEqual
                | Binary::Greater
                | Binary::GreaterEqual
                | Binary::Equal
                | Binary::NotEqual => Scalar::INT,
                Binary::ShiftLeft | Binary::ShiftRight => promoted(self.type_of(left)?),
                Binary::Subtract if self.is_address(right) => Scalar::Integer {
                    sign: Signedness::Signed,
                    bits: 64,
                },
                _ => common(self.type_of(left)?, self.type_of(right)?),
            },
            ExpressionKind::Conditional(_, then, otherwise) => {
                common(self.type_of(then)?, self.type_of(otherwise)?)
            }
            ExpressionKind::Comma(_, last) => self.type_of(last)?,
            ExpressionKind::Assign(_, place, _) | ExpressionKind::Step(_, _, place) => {
                self.type_of(place)?
            }
            ExpressionKind::Cast(scalar, _) => *scalar,
            ExpressionKind::SizeOf(_) => Scalar::Integer {
                sign: Signedness::Unsigned,
                bits: 64,
            },
            ExpressionKind::Call(name, arguments) => match self.context.unit.function(*name) {
                Some(function) => function.result,
                None => match (name.as_str(), &arguments[..]) {
                    ("abs" | "labs" | "llabs", [number]) => promoted(self.type_of(number)?),
                    (name, _) => library::result(name),
                },
            },
            ExpressionKind::Text
            | ExpressionKind::PointerCast(..)
            | ExpressionKind::Unary(Unary::Address, _)
            | ExpressionKind::Remote { .. } => return None,
        };
        scalar.is_number().then_some(scalar)
    }

    /// The type of what a pointer leads to.
    pub(super) fn target_type(&self, pointer: &Expression) -> Option<Scalar> {
        match &pointer.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name)? {
                Binding::Array(array) | Binding::Pointer(Pointer::Element { array, .. }) => {
                    Some(array.scalar)
                }
                Binding::Pointer(Pointer::Scalar(_, scalar))
                | Binding::PointerVariable(_, scalar) => Some(*scalar),
                _ => None,
            },
            ExpressionKind::Index(inner, _) | ExpressionKind::Step(_, _, inner) => {
                self.target_type(inner)
            }
            ExpressionKind::PointerCast(scalar, _) => Some(*scalar),
            ExpressionKind::Unary(Unary::Address, inner) => self.type_of(inner),
            ExpressionKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                self.target_type(left).or_else(|| self.target_type(right))
            }
            _ => None,
        }
    }
}
