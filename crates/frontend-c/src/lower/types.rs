//! Types of expressions, without evaluating them.

use crate::library;
use crate::syntax::{Binary, Expression, ExpressionKind, Gives, RecordKind, Scalar, Shape, Unary};
use crate::token::Signedness;

use super::Lowering;
use super::arithmetic::{common, promoted};
use super::scope::{Binding, Pointer};

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
                Some(Binding::ArgumentCount) => Scalar::INT,
                Some(_) => return None,
                None if library::real_constant(name.as_str()).is_some() => Scalar::Real,
                None => library::constant(name.as_str()).map(|(_, scalar)| scalar)?,
            },
            ExpressionKind::Member(inner, name) => match self.member_declaration(inner, *name) {
                Some(member) if !matches!(member.shape, Shape::Single) => return None,
                Some(member) => member.scalar,
                // The members of a status.
                None if matches!(name.as_str(), "MPI_SOURCE" | "MPI_TAG" | "MPI_ERROR") => {
                    Scalar::INT
                }
                None => return None,
            },
            ExpressionKind::Unary(Unary::Not, _)
            | ExpressionKind::Logical(..)
            | ExpressionKind::Quantified(..) => Scalar::INT,
            ExpressionKind::Unary(Unary::Minus | Unary::Plus | Unary::Complement, operand) => {
                promoted(self.type_of(operand)?)
            }
            ExpressionKind::Unary(Unary::Target, inner) | ExpressionKind::Index(inner, _) => {
                if self.dimensions(inner) > 1 {
                    return None;
                }
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
            ExpressionKind::Cast(scalar, _) | ExpressionKind::Literal(scalar, _) => *scalar,
            ExpressionKind::SizeOf(_) => Scalar::Integer {
                sign: Signedness::Unsigned,
                bits: 64,
            },
            ExpressionKind::Call(name, _) => match self.context.unit.function(*name) {
                Some(function) if function.gives == Gives::Address => return None,
                Some(function) => function.result,
                None => library::result(name.as_str())?,
            },
            ExpressionKind::Text(_)
            | ExpressionKind::PointerCast(..)
            | ExpressionKind::Unary(Unary::Address, _)
            | ExpressionKind::Remote { .. } => return None,
        };
        scalar.is_number().then_some(scalar)
    }

    /// How many dimensions an array has; one for a pointer.
    pub(super) fn dimensions(&self, array: &Expression) -> usize {
        match &array.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(Binding::Array(array)) => array.sizes.len(),
                Some(Binding::Pointer(Pointer::Element { array, rows, .. })) => {
                    array.sizes.len() - rows.len()
                }
                _ => 1,
            },
            ExpressionKind::Member(inner, name) => match self.member_declaration(inner, *name) {
                Some(member) => match &member.shape {
                    Shape::Array(sizes) => sizes.len(),
                    Shape::Single | Shape::Pointer(_) => 1,
                },
                None => 1,
            },
            ExpressionKind::Index(inner, _) | ExpressionKind::Unary(Unary::Target, inner) => {
                self.dimensions(inner).saturating_sub(1).max(1)
            }
            ExpressionKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                self.dimensions(left).max(self.dimensions(right))
            }
            _ => 1,
        }
    }

    /// The type of an expression that is a struct; none for everything else.
    pub(super) fn record_type(&self, expression: &Expression) -> Option<RecordKind> {
        let scalar = match &expression.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name)? {
                Binding::Record(record) => return Some(record.kind),
                _ => return None,
            },
            ExpressionKind::Index(inner, _) | ExpressionKind::Unary(Unary::Target, inner) => {
                self.target_type(inner)?
            }
            ExpressionKind::Member(inner, name) => {
                let member = self.member_declaration(inner, *name)?;
                matches!(member.shape, Shape::Single).then_some(member.scalar)?
            }
            ExpressionKind::Call(name, _) => {
                let function = self.context.unit.function(*name)?;
                (function.gives == Gives::Value).then_some(function.result)?
            }
            ExpressionKind::Literal(scalar, _) => *scalar,
            ExpressionKind::Assign(_, place, _) => return self.record_type(place),
            ExpressionKind::Comma(_, last) => return self.record_type(last),
            ExpressionKind::Conditional(_, then, _) => return self.record_type(then),
            _ => return None,
        };
        match scalar {
            Scalar::Record(kind) => Some(kind),
            _ => None,
        }
    }

    /// The type of what a pointer leads to.
    pub(super) fn target_type(&self, pointer: &Expression) -> Option<Scalar> {
        match &pointer.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name)? {
                Binding::Array(array) => Some(array.scalar),
                Binding::Records(record) => Some(Scalar::Record(record.kind)),
                Binding::Pointer(pointer) => pointer.target(),
                Binding::PointerVariable(_, scalar) => Some(*scalar),
                _ => None,
            },
            ExpressionKind::Member(inner, name) => {
                let member = self.member_declaration(inner, *name)?;
                let is_address = !matches!(member.shape, Shape::Single);
                is_address.then_some(member.scalar)
            }
            ExpressionKind::Call(name, _) => {
                let function = self.context.unit.function(*name)?;
                (function.gives == Gives::Address).then_some(function.result)
            }
            ExpressionKind::Index(inner, _)
            | ExpressionKind::Step(_, _, inner)
            | ExpressionKind::Assign(_, inner, _)
            | ExpressionKind::Comma(_, inner) => self.target_type(inner),
            ExpressionKind::Conditional(_, then, otherwise) => self
                .target_type(then)
                .or_else(|| self.target_type(otherwise)),
            ExpressionKind::PointerCast(scalar, _) => Some(*scalar),
            ExpressionKind::Unary(Unary::Address, inner) => {
                let record = || self.record_type(inner).map(Scalar::Record);
                self.type_of(inner).or_else(record)
            }
            ExpressionKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                self.target_type(left).or_else(|| self.target_type(right))
            }
            _ => None,
        }
    }
}
