//! Calls: of the file's own functions, of MPI, and of C's library.

use logic::{Symbol, Term};
use program::system::Action;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, Function, Gives, Scalar, Shape};

use super::Lowering;
use super::parameters::Argument;
use super::places::Place;
use super::records::Record;
use super::scope::{Block, Frame, Pointer, Returned};
use super::value::{self, Value};

impl Lowering<'_, '_> {
    pub(super) fn call(
        &mut self,
        name: Symbol,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        if self.is_annotation && self.context.unit.function(name).is_some() {
            return Err(Problem::unsupported(span, "a call in an annotation"));
        }
        if let Some(function) = self.context.unit.function(name) {
            return self.own_call(function, arguments, span);
        }
        let settled = self.settled(arguments, span)?;
        let arguments = settled.as_deref().unwrap_or(arguments);
        if name.as_str().starts_with("MPI_") {
            let independent = self.independent(arguments)?;
            let arguments = independent.as_deref().unwrap_or(arguments);
            return self.mpi_call(name.as_str(), arguments, span);
        }
        self.library_call(name.as_str(), arguments, span)
    }

    /// A call of one of the file's own functions, for its number or for nothing.
    fn own_call(
        &mut self,
        function: &Function,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        let nothing = |scalar| Value {
            term: Term::int(0),
            scalar,
        };
        Ok(match self.inlined(function, arguments, span)? {
            Returned::Number(var, scalar) => {
                self.is_written(&Place::Variable(var.clone(), scalar), span)?;
                Value {
                    term: self.value_of(&var),
                    scalar,
                }
            }
            Returned::Record(record) => nothing(Scalar::Record(record.kind)),
            Returned::Nothing | Returned::Address(..) => nothing(Scalar::Void),
        })
    }

    /// A call of one of the file's own functions whose value nobody uses; whether it is one.
    pub(super) fn called_for_nothing(
        &mut self,
        name: Symbol,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<bool> {
        let Some(function) = self.context.unit.function(name) else {
            return Ok(false);
        };
        self.inlined(function, arguments, span)?;
        Ok(true)
    }

    /// A call for the struct that it gives.
    pub(super) fn called_record(
        &mut self,
        name: Symbol,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Record> {
        if let Some(function) = self.context.unit.function(name)
            && let Returned::Record(record) = self.inlined(function, arguments, span)?
        {
            return Ok(record);
        }
        Err(Problem::wrong(span, "this is no struct"))
    }

    /// A call for the address that it gives.
    pub(super) fn called_address(
        &mut self,
        name: Symbol,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Pointer> {
        if let Some(function) = self.context.unit.function(name)
            && let Returned::Address(key, _) = self.inlined(function, arguments, span)?
        {
            let pointer = self.pointer_of(key, span)?;
            self.known.unpoint(key);
            return Ok(pointer);
        }
        Err(Problem::wrong(span, "this is no address"))
    }

    /// Puts a function in the place of its call; says where its result is.
    fn inlined(
        &mut self,
        function: &Function,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Returned> {
        let name = function.name;
        if self.scope.frames.iter().any(|frame| frame.function == name) {
            let what = format!("the recursion of `{name}`");
            return Err(Problem::unsupported(span, what).hint("write a loop"));
        }
        let Some(left) = self.calls_left.checked_sub(1) else {
            let what = "a program with this many calls when its functions are inlined";
            return Err(Problem::unsupported(span, what));
        };
        self.calls_left = left;
        if arguments.len() != function.parameters.len() {
            let message = format!(
                "`{name}` takes {} arguments, not {}",
                function.parameters.len(),
                arguments.len()
            );
            return Err(Problem::wrong(span, message));
        }
        if !self.guards.is_empty() {
            return Err(Problem::unsupported(span, "a call in this place"));
        }
        let parts = function.parameters.iter().zip(arguments);
        let values = self.in_any_order(parts, span, |it, (parameter, argument)| {
            it.argument(parameter.scalar, &parameter.shape, argument)
        })?;
        let origin = self.origin(span);
        let result = match (function.gives, function.result) {
            (Gives::Address, scalar) => {
                self.temporaries += 1;
                let key = format!("address${}", self.temporaries);
                Returned::Address(Symbol::new(&key), scalar)
            }
            (Gives::Value, Scalar::Void) => Returned::Nothing,
            (Gives::Value, Scalar::Record(kind)) => {
                Returned::Record(self.record_temporary(kind, span)?)
            }
            (Gives::Value, scalar) if scalar.is_number() => {
                Returned::Number(self.temporary(value::sort(scalar), origin), scalar)
            }
            _ => return Err(Problem::unsupported(span, "a function of this type")),
        };
        // It is written by `return`.
        match &result {
            Returned::Number(var, _) => self.unwritten(var, origin)?,
            Returned::Record(record) => {
                for var in record.vars() {
                    self.unwritten(var, origin)?;
                }
            }
            Returned::Nothing | Returned::Address(..) => {}
        }
        let outer = self.scope.frames.last().map_or("", |frame| &frame.prefix);
        let site = self.context.site(name, span.start);
        let prefix = format!("{outer}{site}.");
        let end = self.target();
        self.scope.frames.push(Frame {
            function: name,
            prefix: prefix.clone(),
            blocks: vec![Block::new()],
            result: result.clone(),
            end,
            first_jump: self.jumps.len(),
        });
        let outcome = self.traced_call(&prefix, |it| {
            for (parameter, value) in function.parameters.iter().zip(values) {
                it.parameter(parameter, value)?;
            }
            it.block(&function.body)?;
            it.end_of_scope(1, span)
        });
        self.scope.frames.pop();
        outcome?;
        self.see();
        match &result {
            // A function that ends without a `return` has no value.
            Returned::Number(var, _) => {
                self.emit(Action::Havoc(var.clone()), origin)?;
                self.unwritten(var, origin)?;
            }
            Returned::Record(record) => {
                for var in record.vars() {
                    self.emit(Action::Havoc(var.clone()), origin)?;
                    self.unwritten(var, origin)?;
                }
            }
            Returned::Nothing | Returned::Address(..) => {}
        }
        self.jump(end, origin);
        self.resume(end);
        Ok(result)
    }

    fn argument(
        &mut self,
        scalar: Scalar,
        shape: &Shape,
        argument: &Expression,
    ) -> Reads<Argument> {
        match shape {
            Shape::Single if matches!(scalar, Scalar::Record(_)) => {
                let (record, offset) = self.record_value(argument)?;
                if Scalar::Record(record.kind) != scalar {
                    let message = "this is a struct of another type";
                    return Err(Problem::wrong(&argument.span, message));
                }
                for var in record.vars() {
                    self.note_read(var);
                }
                Ok(Argument::Record(record, offset))
            }
            Shape::Single => {
                let value = self.value(argument)?;
                if !value.scalar.is_number() || !scalar.is_number() {
                    let what = "an argument of this type";
                    return Err(Problem::unsupported(&argument.span, what));
                }
                // The value must outlive what the evaluation of other arguments and the function
                // itself write.
                Ok(Argument::Value(value))
            }
            Shape::Pointer(2..) => match self.pointer(argument)? {
                pointer @ (Pointer::Null | Pointer::Opaque) => Ok(Argument::Pointer(pointer)),
                _ => Err(Problem::unsupported(
                    &argument.span,
                    "a pointer to a pointer",
                )),
            },
            Shape::Array(_) | Shape::Pointer(_) => {
                let pointer = self.pointer(argument)?;
                self.is_alive(&pointer, &argument.span)?;
                let is_other = pointer.target().is_some_and(|own| own != scalar);
                if is_other && scalar != Scalar::Void {
                    let message = "the parameter points to another type";
                    return Err(Problem::wrong(&argument.span, message));
                }
                Ok(Argument::Pointer(pointer))
            }
        }
    }
}
