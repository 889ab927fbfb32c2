//! Where values are kept: variables, elements of arrays, and what pointers lead to.

use logic::{Sort, Term, Var};

use crate::library;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Binary, Expression, ExpressionKind, Scalar, Unary};

use super::Lowering;
use super::requests::Access;
use super::scope::{Array, Binding, Pointer};
use super::value::{self, Value};

/// Where a value is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Variable(Var, Scalar),
    Element { array: Array, indices: Vec<Term> },
}

impl Place {
    pub(super) fn scalar(&self) -> Scalar {
        match self {
            Place::Variable(_, scalar) => *scalar,
            Place::Element { array, .. } => array.scalar,
        }
    }
}

/// The sort of an array of a type with a number of dimensions.
pub(super) fn array_sort(scalar: Scalar, dimensions: usize) -> Sort {
    let mut sort = value::sort(scalar);
    for _ in 0..dimensions {
        sort = Sort::array(Sort::Int, sort);
    }
    sort
}

impl Lowering<'_, '_> {
    /// The place that an expression stands for.
    pub(super) fn place(&mut self, expression: &Expression) -> Reads<Place> {
        let span = &expression.span;
        match &expression.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(Binding::Scalar(var, scalar)) => Ok(Place::Variable(var.clone(), *scalar)),
                Some(Binding::Array(_)) => {
                    Err(Problem::unsupported(span, "a whole array used as a value"))
                }
                Some(Binding::Pointer(_) | Binding::PointerVariable(..)) => {
                    Err(Problem::unsupported(span, "a pointer used as a value"))
                }
                Some(Binding::Value(..)) => Err(Problem::unsupported(span, "writing to this name")),
                Some(
                    Binding::Status(_)
                    | Binding::Statuses(_)
                    | Binding::Requests(_)
                    | Binding::Opaque,
                ) => {
                    let what = format!("looking into `{name}`");
                    Err(Problem::unsupported(span, what))
                }
                None => {
                    let message = format!("the name `{name}` is not declared");
                    Err(Problem::wrong(span, message))
                }
            },
            ExpressionKind::Index(inner, index) => {
                self.refuse_conflict(&[inner, index], span)?;
                let pointer = self.pointer(inner)?;
                let index = self.integer(index)?;
                self.element(pointer, index, span)
            }
            ExpressionKind::Unary(Unary::Target, inner) => {
                let pointer = self.pointer(inner)?;
                self.element(pointer, Term::int(0), span)
            }
            ExpressionKind::Member(inner, member) => {
                let pointer = match &inner.kind {
                    ExpressionKind::Unary(Unary::Target, inner) => self.pointer(inner)?,
                    _ => self.address(inner)?,
                };
                match (pointer, member.as_str()) {
                    (Pointer::Status(status), "MPI_SOURCE") => {
                        Ok(Place::Variable(status.source, Scalar::INT))
                    }
                    (Pointer::Status(status), "MPI_TAG") => {
                        Ok(Place::Variable(status.tag, Scalar::INT))
                    }
                    _ => Err(Problem::unsupported(span, format!("the member `{member}`"))),
                }
            }
            ExpressionKind::Remote {
                program,
                process,
                name,
            } => self.remote(*program, process, *name, span),
            _ => Err(Problem::wrong(span, "this is no variable")),
        }
    }

    /// What an expression points to: an array's name, a pointer, or an address.
    pub(super) fn pointer(&mut self, expression: &Expression) -> Reads<Pointer> {
        let span = &expression.span;
        match &expression.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(Binding::Array(array)) => Ok(start_of(array.clone())),
                Some(Binding::Pointer(pointer)) => Ok(pointer.clone()),
                Some(Binding::PointerVariable(name, _)) => self.pointer_of(*name, span),
                Some(Binding::Opaque) => Ok(Pointer::Opaque),
                None if library::is_null(name.as_str()) => Ok(Pointer::Null),
                None => {
                    let message = format!("the name `{name}` is not declared");
                    Err(Problem::wrong(span, message))
                }
                Some(_) => Err(Problem::wrong(span, format!("`{name}` is no array"))),
            },
            ExpressionKind::Integer(value, _) if value.is_zero() => Ok(Pointer::Null),
            ExpressionKind::Unary(Unary::Address, inner) => self.address(inner),
            ExpressionKind::PointerCast(scalar, inner) => {
                let fits =
                    matches!(scalar, Scalar::Void) || self.target_type(inner) == Some(*scalar);
                match self.pointer(inner)? {
                    Pointer::Null => Ok(Pointer::Null),
                    pointer if fits => Ok(pointer),
                    _ => {
                        let what = "a pointer to one type as one to another";
                        Err(Problem::unsupported(span, what))
                    }
                }
            }
            ExpressionKind::Step(operator, fix, operand) => {
                self.pointer_step(*operator, *fix, operand, span)
            }
            // A row of an array of two dimensions.
            ExpressionKind::Index(inner, index) => match self.pointer(inner)? {
                Pointer::Element {
                    array,
                    mut rows,
                    offset,
                } if rows.len() + 1 < array.sizes.len() => {
                    let index = self.integer(index)?;
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
                _ => Err(Problem::wrong(span, "this is no array")),
            },
            ExpressionKind::Remote {
                program,
                process,
                name,
            } => match self.remote(*program, process, *name, span)? {
                Place::Element { array, .. } => Ok(start_of(array)),
                Place::Variable(..) => Err(Problem::wrong(span, "this is no array")),
            },
            ExpressionKind::Binary(operator @ (Binary::Add | Binary::Subtract), left, right) => {
                self.refuse_conflict(&[left, right], span)?;
                let (left, right) = if *operator == Binary::Add && self.is_address(right) {
                    (right, left)
                } else {
                    (left, right)
                };
                let pointer = self.pointer(left)?;
                let by = self.integer(right)?;
                let by = match operator {
                    Binary::Add => by,
                    _ => Term::neg(by),
                };
                match pointer {
                    Pointer::Element {
                        array,
                        rows,
                        offset,
                    } if rows.len() + 1 == array.sizes.len() => Ok(Pointer::Element {
                        array,
                        rows,
                        offset: Term::add([offset, by]),
                    }),
                    _ => Err(Problem::unsupported(span, "this computation with pointers")),
                }
            }
            _ => Err(Problem::unsupported(
                span,
                "a pointer that is computed like this",
            )),
        }
    }

    /// `&e`.
    pub(super) fn address(&mut self, expression: &Expression) -> Reads<Pointer> {
        let span = &expression.span;
        if let ExpressionKind::Name(name) = &expression.kind {
            match self.scope.find(*name) {
                Some(Binding::Status(status)) => return Ok(Pointer::Status(status.clone())),
                Some(Binding::Opaque) => return Ok(Pointer::Opaque),
                Some(Binding::Array(array)) => return Ok(start_of(array.clone())),
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
            return match self.pointer(inner)? {
                Pointer::Element {
                    array,
                    mut rows,
                    offset,
                } => {
                    let index = self.integer(index)?;
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
                _ => Err(Problem::wrong(span, "this is no array")),
            };
        }
        match self.place(expression)? {
            Place::Variable(var, scalar) => Ok(Pointer::Scalar(var, scalar)),
            Place::Element { array, mut indices } => {
                let offset = indices.pop().unwrap_or_else(|| Term::int(0));
                Ok(Pointer::Element {
                    array,
                    rows: indices,
                    offset,
                })
            }
        }
    }

    /// The place that lies a number of elements behind a pointer.
    pub(super) fn element(&mut self, pointer: Pointer, by: Term, span: &Span) -> Reads<Place> {
        match pointer {
            Pointer::Element {
                array,
                rows: mut indices,
                offset,
            } => {
                indices.push(Term::add([offset, by]));
                if indices.len() != array.sizes.len() {
                    return Err(Problem::unsupported(
                        span,
                        "a row of an array used as a value",
                    ));
                }
                for (index, size) in indices.iter().zip(&array.sizes) {
                    let inside = Term::and([
                        Term::le(Term::int(0), index.clone()),
                        Term::lt(index.clone(), self.known.settle(size)),
                    ]);
                    self.oblige(inside, span, "index out of bounds")?;
                }
                Ok(Place::Element { array, indices })
            }
            Pointer::Scalar(var, scalar) => {
                let inside = Term::eq(by, Term::int(0));
                self.oblige(inside, span, "index out of bounds")?;
                Ok(Place::Variable(var, scalar))
            }
            Pointer::Status(_) | Pointer::Null | Pointer::Opaque => {
                Err(Problem::unsupported(span, "looking behind this pointer"))
            }
        }
    }

    /// The value that a place has.
    pub(super) fn read(&mut self, place: &Place, span: &Span) -> Reads<Value> {
        self.may_access(place, Access::Read, span)?;
        let term = match place {
            Place::Variable(var, _) => self.known.read(var),
            Place::Element { array, indices } => {
                if indices.len() != array.sizes.len() {
                    return Err(Problem::unsupported(span, "a whole array used as a value"));
                }
                let whole = array.var.term();
                indices.iter().cloned().fold(whole, Term::select)
            }
        };
        Ok(Value {
            term,
            scalar: place.scalar(),
        })
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
