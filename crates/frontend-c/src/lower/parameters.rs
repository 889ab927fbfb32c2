//! Parameters of functions.

use logic::{Symbol, Term};
use program::Origin;

use crate::problem::{Problem, Reads};
use crate::syntax::{Declaration, Shape};

use super::Lowering;
use super::records::Record;
use super::scope::{Binding, Pointer};
use super::value::{self, Value};

impl Lowering<'_, '_> {
    /// A pointer whose indices do not change when variables do.
    pub(super) fn fixed(&mut self, pointer: Pointer, name: &str, origin: Origin) -> Reads<Pointer> {
        let (array, rows, offset) = match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } => (array, rows, offset),
            Pointer::Cell { array, index } => {
                let index = self.constant_term(index, &format!("{name}.offset"), origin)?;
                return Ok(Pointer::Cell { array, index });
            }
            Pointer::Record(record, offset) => {
                let offset = self.constant_term(offset, &format!("{name}.offset"), origin)?;
                return Ok(Pointer::Record(record, offset));
            }
            other => return Ok(other),
        };
        let mut fixed = Vec::new();
        for (position, row) in rows.into_iter().enumerate() {
            fixed.push(self.constant_term(row, &format!("{name}.row{position}"), origin)?);
        }
        let offset = self.constant_term(offset, &format!("{name}.offset"), origin)?;
        Ok(Pointer::Element {
            array,
            rows: fixed,
            offset,
        })
    }

    /// Whether the rows of an array may be longer or shorter than a parameter says.
    fn is_of_another_width(&mut self, declaration: &Declaration, pointer: &Pointer) -> Reads<bool> {
        let Shape::Array(sizes) = &declaration.shape else {
            return Ok(false);
        };
        let (Some(Some(width)), Pointer::Element { array, rows, .. }) = (sizes.get(1), pointer)
        else {
            return Ok(sizes.len() > 1 && !matches!(pointer, Pointer::Null));
        };
        if array.sizes.len() != 2 || !rows.is_empty() {
            return Ok(true);
        }
        let own = self.settle(&array.sizes[1]);
        let wanted = self.integer(width)?;
        Ok(!Term::eq(own, wanted).is_true())
    }

    /// A parameter of a function that is called with an argument.
    pub(super) fn parameter(&mut self, declaration: &Declaration, argument: Argument) -> Reads<()> {
        let name = self.local_name(declaration);
        let origin = self.origin(&declaration.span);
        let binding = match argument {
            Argument::Value(value) => {
                let var = self.declare(&name, value::sort(declaration.scalar), None, origin);
                let value = self
                    .converted(&value, declaration.scalar, &declaration.span)?
                    .number();
                // It gets its first value anew with each call.
                self.constants.remove(&var);
                self.assign(&var, value, origin)?;
                if declaration.is_constant {
                    self.constants.insert(var.clone());
                }
                Binding::Scalar(var, declaration.scalar)
            }
            Argument::Pointer(pointer) if self.is_of_another_width(declaration, &pointer)? => {
                let what = "an array of another width than the parameter's";
                return Err(Problem::unsupported(&declaration.span, what));
            }
            Argument::Pointer(pointer) if self.context.is_moved(declaration.name) => {
                let key = Symbol::new(&name);
                self.point(key, pointer, origin)?;
                Binding::PointerVariable(key, declaration.scalar)
            }
            Argument::Pointer(pointer) => Binding::Pointer(self.fixed(pointer, &name, origin)?),
            Argument::Record(record, offset) => {
                let span = &declaration.span;
                let own = self.record_parameter(record.kind, &name, span)?;
                self.copy(&(record, offset), &(own.clone(), Term::int(0)), span)?;
                Binding::Record(own)
            }
        };
        self.scope.bind(declaration.name, binding);
        Ok(())
    }
}

/// What a parameter gets.
pub(super) enum Argument {
    Value(Value),
    Pointer(Pointer),
    /// A struct, which is copied.
    Record(Record, Term),
}
