//! Calls: of the file's own functions, of MPI, and of C's library.

use logic::{Op, Sort, Symbol, Term};
use program::system::Action;

use crate::library;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Function, Scalar, Shape};

use super::Lowering;
use super::declarations::Argument;
use super::scope::{Binding, Block, Frame};
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
        let all: Vec<&Expression> = arguments.iter().collect();
        self.refuse_conflict(&all, span)?;
        if let Some(function) = self.context.unit.function(name) {
            return self.own_call(function, arguments, span);
        }
        if name.as_str().starts_with("MPI_") {
            return self.mpi_call(name.as_str(), arguments, span);
        }
        self.library_call(name.as_str(), arguments, span)
    }

    /// Puts a function in the place of its call.
    fn own_call(
        &mut self,
        function: &Function,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        let name = function.name;
        if self.scope.frames.iter().any(|frame| frame.function == name) {
            let what = format!("the recursion of `{name}`");
            return Err(Problem::unsupported(span, what).hint("write a loop"));
        }
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
        let mut values = Vec::new();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            values.push(self.argument(parameter.scalar, &parameter.shape, argument)?);
        }
        let origin = self.origin(span);
        let result = match function.result {
            Scalar::Void => None,
            scalar if scalar.is_number() => {
                Some((self.temporary(value::sort(scalar), origin), scalar))
            }
            _ => return Err(Problem::unsupported(span, "a function of this type")),
        };
        let outer = self.scope.frames.last().map_or("", |frame| &frame.prefix);
        let site = if self.context.call_count(name) > 1 {
            format!("{name}@{}", self.context.line(span.start))
        } else {
            name.to_string()
        };
        let prefix = format!("{outer}{site}.");
        let end = self.target();
        self.scope.frames.push(Frame {
            function: name,
            prefix,
            blocks: vec![Block::new()],
            result: result.clone(),
            end,
            first_jump: self.jumps.len(),
        });
        let outcome = function
            .parameters
            .iter()
            .zip(values)
            .try_for_each(|(parameter, value)| self.parameter(parameter, value))
            .and_then(|()| self.block(&function.body));
        self.scope.frames.pop();
        outcome?;
        if let Some((var, _)) = &result {
            // A function that ends without a `return` has any value.
            self.emit(Action::Havoc(var.clone()), origin)?;
        }
        self.jump(end, origin);
        self.resume(end);
        Ok(match result {
            Some((var, scalar)) => Value {
                term: self.known.read(&var),
                scalar,
            },
            None => Value {
                term: Term::int(0),
                scalar: Scalar::Void,
            },
        })
    }

    fn argument(
        &mut self,
        scalar: Scalar,
        shape: &Shape,
        argument: &Expression,
    ) -> Reads<Argument> {
        match shape {
            Shape::Single if scalar == Scalar::Opaque => Ok(Argument::Opaque),
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
            Shape::Array(_) | Shape::Pointer(1) if scalar == Scalar::Request => {
                Ok(Argument::Requests(self.handles(argument)?))
            }
            Shape::Pointer(2..) => Err(Problem::unsupported(
                &argument.span,
                "a pointer to a pointer",
            )),
            Shape::Array(_) | Shape::Pointer(_) => {
                let pointer = self.pointer(argument)?;
                let own = match &pointer {
                    super::scope::Pointer::Element { array, .. } => Some(array.scalar),
                    super::scope::Pointer::Scalar(_, scalar) => Some(*scalar),
                    _ => None,
                };
                if own.is_some_and(|own| own != scalar) {
                    let message = "the parameter points to another type";
                    return Err(Problem::wrong(&argument.span, message));
                }
                Ok(Argument::Pointer(pointer))
            }
        }
    }

    /// Any value, another one each time.
    fn any(&mut self, sort: Sort, scalar: Scalar, span: &Span) -> Reads<Value> {
        let origin = self.origin(span);
        let var = self.temporary(sort, origin);
        self.emit(Action::Havoc(var.clone()), origin)?;
        Ok(Value {
            term: var.term(),
            scalar,
        })
    }

    /// Evaluates what is printed.
    pub(super) fn printed(&mut self, arguments: &[Expression]) -> Reads<()> {
        for argument in arguments {
            let is_text = matches!(argument.kind, ExpressionKind::Text);
            let is_stream = matches!(&argument.kind, ExpressionKind::Name(name)
                if matches!(name.as_str(), "stdout" | "stderr"));
            if !is_text && !is_stream && !self.is_address(argument) && !self.is_string(argument) {
                self.value(argument)?;
            }
        }
        Ok(())
    }

    /// Whether an argument is one of those of `main`, such as `argv[0]`.
    fn is_string(&self, argument: &Expression) -> bool {
        let array = match &argument.kind {
            ExpressionKind::Index(array, _) => array,
            _ => argument,
        };
        matches!(&array.kind, ExpressionKind::Name(name)
            if matches!(self.scope.find(*name), Some(Binding::Opaque)))
    }

    fn library_call(&mut self, name: &str, arguments: &[Expression], span: &Span) -> Reads<Value> {
        let origin = self.origin(span);
        let nothing = Value {
            term: Term::int(0),
            scalar: Scalar::INT,
        };
        match (name, arguments) {
            ("assert", [formula]) => {
                let formula = self.truth(formula)?;
                self.oblige(formula, span, "assertion")?;
                Ok(nothing)
            }
            (name, arguments) if library::is_printing(name) => {
                self.printed(arguments)?;
                // How much was printed, or a negative number.
                self.any(Sort::Int, Scalar::INT, span)
            }
            ("exit", [code]) => {
                self.value(code)?;
                if let Some(end) = self.scope.frames.first().map(|frame| frame.end) {
                    self.jump(end, origin);
                }
                Ok(nothing)
            }
            ("abort", []) => {
                self.oblige(Term::bottom(), span, "the program aborts")?;
                Ok(nothing)
            }
            ("abs" | "labs" | "llabs" | "fabs" | "fabsf", [number]) => {
                let value = self.value(number)?;
                if !value.scalar.is_number() {
                    return Err(Problem::wrong(span, "this function is for numbers"));
                }
                let scalar = if name.starts_with('f') {
                    Scalar::Real
                } else {
                    value::common(value.scalar, Scalar::INT)
                };
                let term = Term::abs(value.convert(scalar).number());
                Ok(Value { term, scalar })
            }
            ("fmin" | "fmax" | "fminf" | "fmaxf", [a, b]) => {
                let a = self.value(a)?.convert(Scalar::Real).term;
                let b = self.value(b)?.convert(Scalar::Real).term;
                let first = if name.starts_with("fmin") {
                    Term::le(a.clone(), b.clone())
                } else {
                    Term::ge(a.clone(), b.clone())
                };
                Ok(Value {
                    term: Term::ite(first, a, b),
                    scalar: Scalar::Real,
                })
            }
            ("floor" | "ceil", [number]) => {
                let value = self.value(number)?.convert(Scalar::Real).term;
                let floor = |term| Term::to_real(Term::app(Op::ToInt, vec![term]));
                let term = match name {
                    "floor" => floor(value),
                    _ => Term::neg(floor(Term::neg(value))),
                };
                Ok(Value {
                    term,
                    scalar: Scalar::Real,
                })
            }
            ("sqrt" | "sqrtf", [number]) => {
                let square = self.value(number)?.convert(Scalar::Real).term;
                let exists = Term::ge(square.clone(), Term::real(0));
                self.oblige(exists, span, "root of a negative number")?;
                let root = self.any(Sort::Real, Scalar::Real, span)?;
                let is_root = Term::and([
                    Term::ge(root.term.clone(), Term::real(0)),
                    Term::eq(Term::mul([root.term.clone(), root.term.clone()]), square),
                ]);
                self.emit(Action::Assume(is_root), origin)?;
                Ok(root)
            }
            ("rand", []) => {
                let number = self.any(Sort::Int, Scalar::INT, span)?;
                let most = Term::int(i64::from(i32::MAX));
                let is_possible = Term::and([
                    Term::ge(number.term.clone(), Term::int(0)),
                    Term::le(number.term.clone(), most),
                ]);
                self.emit(Action::Assume(is_possible), origin)?;
                Ok(number)
            }
            ("free", [pointer]) => self.free(pointer, span).map(|()| nothing),
            ("srand", [seed]) => self.value(seed).map(|_| nothing),
            ("time", [_]) => self.any(Sort::Int, library::result(name), span),
            ("sleep" | "usleep", [time]) => self.value(time).map(|_| nothing),
            _ => {
                let problem = Problem::unsupported(span, format!("the function `{name}`"));
                Err(problem.hint("define it in this file, or see docs/c.md for what is known"))
            }
        }
    }
}
