//! Addresses: of variables, of elements, and those that are computed from others.

use logic::Term;

use crate::library;
use crate::mpi;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Binary, Expression, ExpressionKind, Scalar, Unary};

use super::Lowering;
use super::places::Place;
use super::records::Found;
use super::scope::{Array, Binding, Layout, Mark, Pointer};
use super::value;

impl Lowering<'_, '_> {
    /// What an expression points to: an array's name, a pointer, or an address.
    pub(super) fn pointer(&mut self, expression: &Expression) -> Reads<Pointer> {
        let span = &expression.span;
        match &expression.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(Binding::Array(array)) => Ok(start_of(array.clone())),
                Some(Binding::Records(record)) => Ok(Pointer::Record(record.clone(), Term::int(0))),
                Some(Binding::Pointer(pointer)) => Ok(pointer.clone()),
                Some(Binding::PointerVariable(name, _)) => self.pointer_of(*name, span),
                Some(Binding::Opaque) => Ok(Pointer::Opaque),
                Some(Binding::Arguments) => Err(Problem::unsupported(
                    span,
                    "the arguments of `main` as a pointer",
                )),
                None if library::is_null(name.as_str()) => Ok(Pointer::Null),
                None => match Mark::named(name.as_str()) {
                    Some(mark) => Ok(Pointer::Mark(mark)),
                    None if mpi::constant(name.as_str()).is_some() => {
                        Err(Problem::unsupported(span, "a handle as a pointer"))
                    }
                    None => {
                        let message = format!("the name `{name}` is not declared");
                        Err(Problem::wrong(span, message))
                    }
                },
                Some(_) => Err(Problem::wrong(span, format!("`{name}` is no array"))),
            },
            ExpressionKind::Integer(value, _) if value.is_zero() => Ok(Pointer::Null),
            ExpressionKind::Unary(Unary::Address, inner) => {
                let pointer = self.address(inner)?;
                self.leads_inside(&pointer, span)?;
                Ok(pointer)
            }
            ExpressionKind::PointerCast(scalar, inner) => match self.pointer(inner)? {
                pointer @ (Pointer::Null | Pointer::Mark(_)) => Ok(pointer),
                pointer if *scalar == Scalar::Void || pointer.target() == Some(*scalar) => {
                    Ok(pointer)
                }
                _ => {
                    let what = "a pointer to one type as one to another";
                    Err(Problem::unsupported(span, what))
                }
            },
            ExpressionKind::Step(operator, fix, operand) => {
                self.pointer_step(*operator, *fix, operand, span)
            }
            // A row of an array of two dimensions.
            ExpressionKind::Index(inner, index) => match self.indexed(inner, index, span)? {
                (
                    Pointer::Element {
                        array,
                        mut rows,
                        offset,
                    },
                    index,
                ) if rows.len() + 1 < array.sizes.len() => {
                    rows.push(Term::add([offset, index]));
                    Ok(Pointer::Element {
                        array,
                        rows,
                        offset: Term::int(0),
                    })
                }
                _ => Err(Problem::wrong(span, "this is no array")),
            },
            ExpressionKind::Member(inner, member) => match self.joint(inner, *member, span)? {
                Some(Place::Element { array, .. }) => Ok(start_of(array)),
                Some(Place::Variable(..)) => Err(Problem::wrong(span, "this is no array")),
                None => match self.member(inner, *member, span)? {
                    Some(Found::Array(pointer)) => Ok(pointer),
                    Some(Found::Address(name, _)) => self.pointer_of(name, span),
                    _ => Err(Problem::wrong(span, "this is no array")),
                },
            },
            ExpressionKind::Call(name, arguments)
                if self.context.unit.function(*name).is_some() =>
            {
                self.called_address(*name, arguments, span)
            }
            ExpressionKind::Remote {
                program,
                process,
                function,
                name,
            } => match self.remote(*program, process, (*function, *name), span)? {
                Place::Element { array, .. } => Ok(start_of(array)),
                Place::Variable(..) => Err(Problem::wrong(span, "this is no array")),
            },
            ExpressionKind::Binary(operator @ (Binary::Add | Binary::Subtract), left, right) => {
                let (left, right) = if *operator == Binary::Add && self.is_address(right) {
                    (right, left)
                } else {
                    (left, right)
                };
                let (pointer, by) =
                    self.both(span, |it| it.pointer(left), |it| it.integer(right))?;
                let by = match operator {
                    Binary::Add => by,
                    _ => Term::neg(by),
                };
                let Some(moved) = pointer.moved(by) else {
                    return Err(Problem::unsupported(span, "this computation with pointers"));
                };
                self.leads_inside(&moved, span)?;
                Ok(moved)
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                let formula = self.truth(condition)?;
                if formula.is_true() {
                    self.pointer(then)
                } else if formula.is_false() {
                    self.pointer(otherwise)
                } else {
                    let problem = Problem::unsupported(span, "a pointer that is not known here");
                    Err(problem.hint("which array it leads to must not depend on values"))
                }
            }
            ExpressionKind::Comma(left, right) => {
                self.effect(left)?;
                self.pointer(right)
            }
            ExpressionKind::Assign(operator, place, right)
                if self.context.analysis.expression(place).is_term() =>
            {
                self.assignment(*operator, place, right, span)?;
                self.pointer(place)
            }
            _ => Err(Problem::unsupported(
                span,
                "a pointer that is computed like this",
            )),
        }
    }

    /// The array and the index of `a[i]`.
    fn indexed(
        &mut self,
        array: &Expression,
        index: &Expression,
        span: &Span,
    ) -> Reads<(Pointer, Term)> {
        self.both(span, |it| it.pointer(array), |it| it.integer(index))
    }

    /// What an argument says to MPI instead of leading somewhere: by a name, or by a choice or a variable
    /// of which it is known what it is. Nothing is done for it that would be done again where the
    /// argument is read.
    pub(super) fn mpi_mark(&mut self, argument: &Expression) -> Reads<Option<Mark>> {
        match &argument.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                None => Ok(Mark::named(name.as_str())),
                Some(Binding::Pointer(Pointer::Mark(mark))) => Ok(Some(*mark)),
                Some(Binding::PointerVariable(..)) => match self.pointer(argument) {
                    Ok(Pointer::Mark(mark)) => Ok(Some(mark)),
                    _ => Ok(None),
                },
                Some(_) => Ok(None),
            },
            ExpressionKind::PointerCast(_, inner) => self.mpi_mark(inner),
            ExpressionKind::Conditional(condition, then, otherwise)
                if self.context.analysis.expression(condition).is_term() =>
            {
                let formula = self.truth(condition)?;
                if formula.is_true() {
                    self.mpi_mark(then)
                } else if formula.is_false() {
                    self.mpi_mark(otherwise)
                } else {
                    Ok(None)
                }
            }
            _ => Ok(None),
        }
    }

    /// `&e`.
    pub(super) fn address(&mut self, expression: &Expression) -> Reads<Pointer> {
        let span = &expression.span;
        if let ExpressionKind::Name(name) = &expression.kind {
            match self.scope.find(*name) {
                Some(Binding::Status(status)) => return Ok(Pointer::Status(status.clone())),
                Some(Binding::Opaque | Binding::ArgumentCount | Binding::Arguments) => {
                    return Ok(Pointer::Opaque);
                }
                Some(Binding::Array(array)) => return Ok(start_of(array.clone())),
                Some(Binding::Record(record) | Binding::Records(record)) => {
                    return Ok(Pointer::Record(record.clone(), Term::int(0)));
                }
                Some(Binding::Value(value, scalar)) => {
                    // The value needs a variable to be sent from.
                    let (value, scalar) = (value.clone(), *scalar);
                    let origin = self.origin(span);
                    let copy = self.temporary(value::sort(scalar), origin);
                    self.assign(&copy, value, origin)?;
                    return Ok(Pointer::Scalar(copy, scalar));
                }
                _ => {}
            }
        }
        if let ExpressionKind::Member(inner, member) = &expression.kind {
            match self.member(inner, *member, span)? {
                Some(Found::Record(record, offset)) => return Ok(Pointer::Record(record, offset)),
                Some(Found::Array(pointer)) => return Ok(pointer),
                Some(Found::Place(place)) => return Ok(address_of(place)),
                Some(Found::Address(..)) => {
                    return Err(Problem::unsupported(span, "a pointer to a pointer"));
                }
                None => {}
            }
        }
        if let ExpressionKind::Unary(Unary::Target, inner) = &expression.kind
            && self.record_type(expression).is_some()
        {
            return self.pointer(inner);
        }
        if let ExpressionKind::Index(inner, index) = &expression.kind {
            if let ExpressionKind::Name(name) = &inner.kind
                && let Some(Binding::Statuses(all)) = self.scope.find(*name)
            {
                let all = all.clone();
                let index = self.value(index)?.literal();
                let status = index
                    .and_then(|index| usize::try_from(index).ok())
                    .and_then(|index| all.get(index));
                return match status {
                    Some(status) => Ok(Pointer::Status(status.clone())),
                    None => Err(Problem::unsupported(
                        span,
                        "a status that is not known here",
                    )),
                };
            }
            return match self.indexed(inner, index, span)? {
                (
                    Pointer::Element {
                        array,
                        mut rows,
                        offset,
                    },
                    index,
                ) => {
                    let offset = Term::add([offset, index]);
                    if rows.len() + 1 == array.sizes.len() {
                        return Ok(Pointer::Element {
                            array,
                            rows,
                            offset,
                        });
                    }
                    rows.push(offset);
                    Ok(Pointer::Element {
                        array,
                        rows,
                        offset: Term::int(0),
                    })
                }
                (Pointer::Record(record, offset), index) => {
                    Ok(Pointer::Record(record, Term::add([offset, index])))
                }
                _ => Err(Problem::wrong(span, "this is no array")),
            };
        }
        if let ExpressionKind::Literal(..) = &expression.kind {
            return Err(Problem::unsupported(span, "the address of a literal"));
        }
        self.place(expression).map(address_of)
    }
}

/// The address of a place.
fn address_of(place: Place) -> Pointer {
    match place {
        Place::Variable(var, scalar) => Pointer::Scalar(var, scalar),
        Place::Element { array, mut indices } => {
            let offset = indices.pop().unwrap_or_else(|| Term::int(0));
            if array.layout == Layout::Spread && indices.is_empty() {
                return Pointer::Cell {
                    array,
                    index: offset,
                };
            }
            Pointer::Element {
                array,
                rows: indices,
                offset,
            }
        }
    }
}

/// The address of an array.
fn start_of(array: Array) -> Pointer {
    Pointer::Element {
        array,
        rows: Vec::new(),
        offset: Term::int(0),
    }
}
