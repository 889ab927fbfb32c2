//! Where values are kept: variables, elements of arrays, and what pointers lead to.

use logic::{Op, Sort, Term, Var};
use program::system::Access;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar, Unary};

use super::Lowering;
use super::records::Found;
use super::scope::{Array, Binding, Layout, Pointer};
use super::value::{self, Value};

/// Where a value is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Variable(Var, Scalar),
    Element { array: Array, indices: Vec<Term> },
}

impl Place {
    /// The variable that it is, or the array that it is in.
    pub(super) fn var(&self) -> &Var {
        match self {
            Place::Variable(var, _) => var,
            Place::Element { array, .. } => &array.var,
        }
    }

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
                Some(Binding::Array(_) | Binding::Records(_)) => {
                    Err(Problem::unsupported(span, "a whole array used as a value"))
                }
                Some(Binding::Record(_)) => {
                    Err(Problem::unsupported(span, "a struct used like this"))
                }
                Some(Binding::Pointer(_) | Binding::PointerVariable(..)) => {
                    Err(Problem::unsupported(span, "a pointer used as a value"))
                }
                Some(Binding::Value(..)) => Err(Problem::unsupported(span, "writing to this name")),
                Some(
                    Binding::Status(_)
                    | Binding::Statuses(_)
                    | Binding::Opaque
                    | Binding::ArgumentCount
                    | Binding::Arguments,
                ) => {
                    let what = format!("looking into `{name}`");
                    Err(Problem::unsupported(span, what))
                }
                None => {
                    let message = format!("the name `{name}` is not declared");
                    Err(Problem::wrong(span, message))
                }
            },
            ExpressionKind::Index(array, _) | ExpressionKind::Unary(Unary::Target, array)
                if self.dimensions(array) > 1 =>
            {
                let what = "a row of an array used as a value";
                Err(Problem::unsupported(span, what))
            }
            ExpressionKind::Index(inner, index) => {
                let (pointer, index) =
                    self.both(span, |it| it.pointer(inner), |it| it.integer(index))?;
                let pointer = self.over_rows(inner, pointer);
                self.element(pointer, index, span)
            }
            ExpressionKind::Unary(Unary::Target, inner) => {
                let pointer = self.pointer(inner)?;
                let pointer = self.over_rows(inner, pointer);
                self.element(pointer, Term::int(0), span)
            }
            ExpressionKind::Member(inner, member) => {
                match self.member(inner, *member, span)? {
                    Some(Found::Place(place)) => return Ok(place),
                    Some(Found::Array(_)) => {
                        let what = "a whole array used as a value";
                        return Err(Problem::unsupported(span, what));
                    }
                    Some(Found::Address(..)) => {
                        return Err(Problem::unsupported(span, "a pointer used as a value"));
                    }
                    Some(Found::Record(..)) => {
                        return Err(Problem::unsupported(span, "a struct used like this"));
                    }
                    None => {}
                }
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
                function,
                name,
            } => self.remote(*program, process, (*function, *name), span),
            _ => Err(Problem::wrong(span, "this is no variable")),
        }
    }

    /// A pointer to an element of a row that may go on in the next rows: one that is a value, and not
    /// just the row of an array that is written out.
    fn over_rows(&self, expression: &Expression, pointer: Pointer) -> Pointer {
        let is_written_out = match &expression.kind {
            ExpressionKind::Index(..) | ExpressionKind::Member(..) => true,
            ExpressionKind::Name(name) => {
                matches!(self.scope.find(*name), Some(Binding::Array(_)))
            }
            _ => false,
        };
        match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } if !is_written_out
                && array.layout == Layout::Packed
                && rows.len() == 1
                && array.sizes.len() == 2 =>
            {
                let width = self.settle(&array.sizes[1]);
                let before = Term::mul([rows[0].clone(), width]);
                Pointer::Element {
                    array,
                    rows: Vec::new(),
                    offset: Term::add([before, offset]),
                }
            }
            other => other,
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
                if let ([all], [rows, width]) = (&indices[..], &array.sizes[..]) {
                    let (rows, width) = (self.settle(rows), self.settle(width));
                    let size = Term::mul([rows, width.clone()]);
                    let inside = Term::and([
                        Term::le(Term::int(0), all.clone()),
                        Term::lt(all.clone(), size),
                    ]);
                    self.oblige(inside, span, "index out of bounds")?;
                    let indices = vec![
                        Term::app(Op::Div, vec![all.clone(), width.clone()]),
                        Term::app(Op::Mod, vec![all.clone(), width]),
                    ];
                    return Ok(Place::Element { array, indices });
                }
                if indices.len() != array.sizes.len() {
                    return Err(Problem::unsupported(
                        span,
                        "a row of an array used as a value",
                    ));
                }
                for (index, size) in indices.iter().zip(&array.sizes) {
                    let inside = Term::and([
                        Term::le(Term::int(0), index.clone()),
                        Term::lt(index.clone(), self.settle(size)),
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
            Pointer::Cell { array, index } => {
                let inside = Term::and([
                    Term::eq(by, Term::int(0)),
                    Term::le(Term::int(0), index.clone()),
                    Term::lt(index.clone(), self.settle(&array.sizes[0])),
                ]);
                self.oblige(inside, span, "index out of bounds")?;
                let indices = vec![index];
                Ok(Place::Element { array, indices })
            }
            Pointer::Record(..) => Err(Problem::unsupported(span, "a struct used like this")),
            Pointer::Status(_) | Pointer::Null | Pointer::Mark(_) | Pointer::Opaque => {
                Err(Problem::unsupported(span, "looking behind this pointer"))
            }
        }
    }

    /// Claims that a place may be read.
    pub(super) fn may_read(&mut self, place: &Place, span: &Span) -> Reads<()> {
        self.note_read(place.var());
        self.is_written(place, span)?;
        self.may_access(place, Access::Read, span)
    }

    /// The value that a place has.
    pub(super) fn read(&mut self, place: &Place, span: &Span) -> Reads<Value> {
        self.may_read(place, span)?;
        if self.has_unknown_text(place.var()) {
            let what = "a character of what was printed into an array";
            return Err(Problem::unsupported(span, what));
        }
        let term = match place {
            Place::Variable(var, _) => self.value_of(var),
            Place::Element { array, indices } => {
                if indices.len() != array.sizes.len() {
                    return Err(Problem::unsupported(span, "a whole array used as a value"));
                }
                let whole = array.var.term();
                indices.iter().cloned().fold(whole, Term::select)
            }
        };
        Ok(Value {
            term: self.perhaps_any(place, term, span)?,
            scalar: place.scalar(),
        })
    }
}
