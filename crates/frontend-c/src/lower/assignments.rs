//! Expressions that write: assignments, and steps such as `i++`.

use logic::Term;
use program::Origin;
use program::system::{Access, Action};

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Binary, Expression, ExpressionKind, Fix, Scalar};

use super::Lowering;
use super::order::unordered;
use super::places::Place;
use super::scope::Binding;
use super::value::{self, Value};

impl Lowering<'_, '_> {
    pub(super) fn assignment(
        &mut self,
        operator: Option<Binary>,
        left: &Expression,
        right: &Expression,
        span: &Span,
    ) -> Reads<Value> {
        if let Some(pointer) = self.pointer_variable(left) {
            return self.pointer_assignment(pointer, operator, left, right, span);
        }
        if operator.is_none() && self.record_type(left).is_some() {
            let (record, _) = self.record_assignment(left, right, span)?;
            return Ok(Value {
                term: Term::int(0),
                scalar: Scalar::Record(record.kind),
            });
        }
        let (place, located) = self.traced(|it| it.place(left))?;
        let (mut value, computed) = self.traced(|it| it.value(right))?;
        // The value is computed before the variable is written, so that reading it is no conflict;
        // writing it twice is.
        let conflicts = located.conflicts_with(&computed) || computed.writes(place.var());
        if conflicts && !self.is_chain(left, right) {
            return Err(unordered(span));
        }
        if let Some(operator) = operator {
            let before = self.read(&place, &left.span)?;
            value = self.binary(operator, &before, &value, span)?;
        }
        self.write(&place, &value, span)
    }

    /// Whether a value is assigned to other elements of the same array before: `a[0] = a[1] = 3`.
    fn is_chain(&self, place: &Expression, value: &Expression) -> bool {
        let element = |place: &Expression| match &place.kind {
            ExpressionKind::Index(array, index) => match (&array.kind, &index.kind) {
                (ExpressionKind::Name(name), ExpressionKind::Integer(index, _))
                    if matches!(self.scope.find(*name), Some(Binding::Array(_))) =>
                {
                    Some((*name, index.clone()))
                }
                _ => None,
            },
            _ => None,
        };
        match &value.kind {
            ExpressionKind::Assign(None, other, value) => {
                let (Some(own), Some(other)) = (element(place), element(other)) else {
                    return false;
                };
                let is_last = self.context.analysis.expression(value).is_term();
                own.0 == other.0 && own.1 != other.1 && (is_last || self.is_chain(place, value))
            }
            _ => false,
        }
    }

    pub(super) fn step(
        &mut self,
        operator: Binary,
        fix: Fix,
        operand: &Expression,
        span: &Span,
    ) -> Reads<Value> {
        if self.pointer_variable(operand).is_some() {
            self.pointer_step(operator, fix, operand, span)?;
            return Ok(Value {
                term: Term::int(0),
                scalar: Scalar::Void,
            });
        }
        let place = self.place(operand)?;
        let mut before = self.read(&place, &operand.span)?;
        let origin = self.origin(span);
        if fix == Fix::Postfix && before.term.as_value().is_none() {
            // The old value must outlive the write.
            let kept = self.temporary(value::sort(before.scalar), origin);
            self.assign(&kept, before.number(), origin)?;
            before.term = kept.term();
        }
        let after = self.binary(operator, &before, &Value::int(1), span)?;
        let after = self.write(&place, &after, span)?;
        Ok(match fix {
            Fix::Prefix => after,
            Fix::Postfix => before,
        })
    }

    /// Writes a value to a place, and gives the value that the place then has.
    pub(super) fn write(&mut self, place: &Place, value: &Value, span: &Span) -> Reads<Value> {
        if self.is_annotation {
            return Err(Problem::wrong(
                span,
                "an annotation must not change anything",
            ));
        }
        let scalar = place.scalar();
        if !value.scalar.is_number() || !scalar.is_number() {
            return Err(Problem::unsupported(span, "an assignment of this type"));
        }
        let value = self.converted(value, scalar, span)?;
        let origin = self.origin(span);
        // What was stored must be known behind the write, which changes what terms mean.
        let number = match place {
            Place::Variable(..) => value.number(),
            Place::Element { array, .. } => self.frozen(value.number(), &[&array.var], origin)?,
        };
        self.store(place, number.clone(), origin, span)?;
        let term = match place {
            Place::Variable(var, _) => self.value_of(var),
            Place::Element { .. } => number,
        };
        Ok(Value { term, scalar })
    }

    /// Puts a term of the right sort into a place.
    pub(super) fn store(
        &mut self,
        place: &Place,
        term: Term,
        origin: Origin,
        span: &Span,
    ) -> Reads<()> {
        self.may_access(place, Access::Write, span)?;
        match place {
            Place::Variable(var, _) => self.assign(var, term, origin),
            Place::Element { array, indices } => {
                if !array.is_writable {
                    return Err(Problem::unsupported(span, "writing to an input array"));
                }
                let whole = array.var.term();
                let updated = match &indices[..] {
                    [row, column] => {
                        let inner = Term::select(whole.clone(), row.clone());
                        let inner = Term::store(inner, column.clone(), term);
                        Term::store(whole, row.clone(), inner)
                    }
                    [index] => Term::store(whole, index.clone(), term),
                    _ => return Err(Problem::wrong(span, "this is no element of the array")),
                };
                self.emit(Action::Assign(array.var.clone(), updated), origin)
            }
        }
    }
}
