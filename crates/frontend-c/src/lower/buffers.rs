//! The buffers of MPI: where the elements of a message are, and how they become one value.

use logic::{Op, Sort, Symbol, Term, Var};
use program::Origin;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};
use crate::token::Signedness;

use super::places::Place;
use super::scope::{Array, Binding, Layout, Pointer};
use super::value;
use super::{Lowering, Payload};

/// The most elements of a buffer: each is a term of its own.
const MOST_ELEMENTS: i64 = 1024;

/// The most elements of a buffer whose number is not known.
const MOST_OPEN: i64 = 128;

/// The largest number of a type of elements.
const KINDS: i64 = 2 * 64 + 1;

/// Where a message of several elements has their number and the number of their type.
const LENGTH_AT: i64 = -1;
const KIND_AT: i64 = -2;

/// The elements of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Buffer {
    /// As many places as there are elements; where that is not known, as many as there can be.
    pub(super) places: Vec<Place>,
    pub(super) scalar: Scalar,
    pub(super) count: Term,
}

impl Buffer {
    /// A buffer of all these places.
    pub(super) fn new(places: Vec<Place>, scalar: Scalar) -> Self {
        let count = Term::int(i64::try_from(places.len()).unwrap_or(i64::MAX));
        Buffer {
            places,
            scalar,
            count,
        }
    }

    /// The number of elements as a number like them.
    fn length(&self) -> Term {
        match self.element_sort() {
            Sort::Real => Term::to_real(self.count.clone()),
            _ => self.count.clone(),
        }
    }

    /// The sort of its elements.
    pub(super) fn element_sort(&self) -> Sort {
        value::sort(self.scalar)
    }

    /// A number for the type and the count, by which processes see whether they agree.
    pub(super) fn code(&self) -> Term {
        let count = Term::mul([self.count.clone(), Term::int(KINDS + 1)]);
        Term::add([count, Term::int(self.kind())])
    }

    /// A number for the type, by which a receiver sees whether it is the sender's.
    fn kind(&self) -> i64 {
        match self.scalar {
            Scalar::Integer { sign, bits } => {
                i64::from(bits) * 2 + i64::from(sign == Signedness::Unsigned)
            }
            Scalar::Bool => 1,
            _ => 0,
        }
    }

    /// The sort of a message.
    pub(super) fn message_sort(&self, payload: Payload) -> Sort {
        match payload {
            Payload::Single => self.element_sort(),
            Payload::Counted => Sort::array(Sort::Int, self.element_sort()),
        }
    }
}

impl Lowering<'_, '_> {
    /// The buffer of a call, from the three arguments that describe it.
    pub(super) fn buffer(
        &mut self,
        address: &Expression,
        count: &Expression,
        datatype: &Expression,
    ) -> Reads<Buffer> {
        let count = self.count(count)?;
        self.uses.counts |= count != 1;
        self.buffer_of(address, count, datatype)
    }

    /// A number of elements, which must be known.
    pub(super) fn count(&mut self, count: &Expression) -> Reads<i64> {
        let value = self.value(count)?;
        match value.literal() {
            Some(number) if (0..=MOST_ELEMENTS).contains(&number) => Ok(number),
            Some(_) => {
                let what = format!("a buffer of another size than 0 to {MOST_ELEMENTS} elements");
                Err(Problem::unsupported(&count.span, what))
            }
            None => {
                let problem = Problem::unsupported(&count.span, "a count that is not known here");
                Err(problem.hint(
                    "it must follow from ranks, the number of processes and literals; in messages \
                     and broadcasts of small arrays whose size is known it may be anything",
                ))
            }
        }
    }

    /// The buffer with a number of elements.
    pub(super) fn buffer_of(
        &mut self,
        address: &Expression,
        count: i64,
        datatype: &Expression,
    ) -> Reads<Buffer> {
        let expected = self.datatype(datatype)?;
        let span = &address.span;
        let pointer = self.pointer(address)?;
        let (places, scalar) = match pointer {
            Pointer::Scalar(var, scalar) => {
                let fits = Term::bool(count <= 1);
                self.oblige(fits, span, "buffer smaller than the count")?;
                let place = Place::Variable(var, scalar);
                (vec![place; usize::from(count > 0)], scalar)
            }
            Pointer::Element {
                array,
                rows,
                offset,
            } => {
                let scalar = array.scalar;
                (self.elements(array, rows, offset, count, span)?, scalar)
            }
            Pointer::Cell { array, index } => {
                let fits = Term::bool(count <= 1);
                self.oblige(fits, span, "buffer smaller than the count")?;
                let scalar = array.scalar;
                let count = count.min(1);
                (
                    self.elements(array, Vec::new(), index, count, span)?,
                    scalar,
                )
            }
            Pointer::Null if count == 0 => (Vec::new(), expected),
            Pointer::Record(..) => {
                let problem = Problem::unsupported(span, "a struct as a buffer");
                return Err(problem.hint("send its members one by one"));
            }
            Pointer::Null | Pointer::Status(_) | Pointer::Opaque => {
                return Err(Problem::unsupported(span, "this buffer"));
            }
        };
        self.is_of_type(scalar, expected, datatype)?;
        Ok(Buffer::new(places, scalar))
    }

    /// The buffer of a message whose number of elements need not be known, if it is known how many
    /// there can be.
    pub(super) fn open_buffer(
        &mut self,
        address: &Expression,
        count: &Expression,
        datatype: &Expression,
    ) -> Reads<Buffer> {
        // What is looked at twice must not do anything.
        let is_term = |part: &Expression| self.context.analysis.expression(part).is_term();
        if !is_term(address) || !is_term(count) {
            return self.buffer(address, count, datatype);
        }
        let number = self.value(count)?;
        if number.literal().is_some() {
            return self.buffer(address, count, datatype);
        }
        let span = &address.span;
        let literal = |term: &Term| value::Value::of_int(term.clone()).literal();
        let most = match self.pointer(address)? {
            Pointer::Scalar(..) | Pointer::Cell { .. } => Some(1),
            // Behind the end of a row are the next ones.
            Pointer::Element { array, .. }
                if array.sizes.len() > 1 && array.layout == Layout::Packed =>
            {
                None
            }
            Pointer::Element { array, offset, .. } => {
                let size = array.sizes.last().map(|size| self.known.settle(size));
                let size = size.as_ref().and_then(literal);
                size.zip(literal(&offset)).map(|(size, at)| size - at)
            }
            _ => None,
        };
        let Some(most) = most.filter(|most| (0..=MOST_OPEN).contains(most)) else {
            return self.buffer(address, count, datatype);
        };
        if !matches!(number.scalar, Scalar::Bool | Scalar::Integer { .. }) {
            return Err(Problem::wrong(&count.span, "this must be an integer"));
        }
        if !self.known.requests().is_empty() {
            let what = "a count that is not known here while a communication is under way";
            return Err(Problem::unsupported(&count.span, what));
        }
        let number = number.number();
        let inside = Term::and([
            Term::le(Term::int(0), number.clone()),
            Term::le(number.clone(), Term::int(most)),
        ]);
        self.oblige(inside, span, "buffer out of bounds")?;
        self.uses.counts = true;
        let buffer = self.buffer_of(address, most, datatype)?;
        Ok(Buffer {
            count: number,
            ..buffer
        })
    }

    fn is_of_type(&mut self, own: Scalar, expected: Scalar, datatype: &Expression) -> Reads<()> {
        if own != expected {
            let message = "the datatype is not that of the buffer";
            return Err(Problem::wrong(&datatype.span, message));
        }
        if !self.uses.message_types.contains(&own) {
            self.uses.message_types.push(own);
        }
        Ok(())
    }

    /// The elements that follow each other from one on.
    pub(super) fn elements(
        &mut self,
        array: Array,
        mut rows: Vec<Term>,
        offset: Term,
        count: i64,
        span: &Span,
    ) -> Reads<Vec<Place>> {
        while rows.len() + 1 < array.sizes.len() {
            rows.push(Term::int(0));
        }
        let literal = |term: &Term| value::Value::of_int(term.clone()).literal();
        // In an array whose sizes are known, elements go on in the next row.
        let flat = match (&rows[..], &array.sizes[..]) {
            ([row], [_, width]) if array.layout == Layout::Packed => literal(row)
                .zip(literal(&offset))
                .zip(literal(width))
                .filter(|(_, width)| *width > 0),
            _ => None,
        };
        let mut places = Vec::new();
        for by in 0..count {
            let indices = match flat {
                Some(((row, offset), width)) => {
                    let index = row * width + offset + by;
                    vec![
                        Term::int(index.div_euclid(width)),
                        Term::int(index.rem_euclid(width)),
                    ]
                }
                None => {
                    let mut indices = rows.clone();
                    indices.push(Term::add([offset.clone(), Term::int(by)]));
                    indices
                }
            };
            // The first and the last element lie inside only if all do.
            if by == 0 || by == count - 1 {
                let inside = indices.iter().zip(&array.sizes).map(|(index, size)| {
                    Term::and([
                        Term::le(Term::int(0), index.clone()),
                        Term::lt(index.clone(), self.known.settle(size)),
                    ])
                });
                let inside = Term::and(inside);
                self.oblige(inside, span, "buffer out of bounds")?;
            }
            places.push(Place::Element {
                array: array.clone(),
                indices,
            });
        }
        Ok(places)
    }

    pub(super) fn datatype(&self, datatype: &Expression) -> Reads<Scalar> {
        let name = match &datatype.kind {
            ExpressionKind::Name(name) => name.as_str(),
            _ => "",
        };
        let integer = |sign, bits| Ok(Scalar::Integer { sign, bits });
        match name {
            "MPI_CHAR" | "MPI_SIGNED_CHAR" => integer(Signedness::Signed, 8),
            "MPI_SHORT" => integer(Signedness::Signed, 16),
            "MPI_INT" => integer(Signedness::Signed, 32),
            "MPI_LONG" | "MPI_LONG_LONG" | "MPI_LONG_LONG_INT" => integer(Signedness::Signed, 64),
            "MPI_UNSIGNED_CHAR" => integer(Signedness::Unsigned, 8),
            "MPI_UNSIGNED_SHORT" => integer(Signedness::Unsigned, 16),
            "MPI_UNSIGNED" => integer(Signedness::Unsigned, 32),
            "MPI_UNSIGNED_LONG" | "MPI_UNSIGNED_LONG_LONG" => integer(Signedness::Unsigned, 64),
            "MPI_C_BOOL" => Ok(Scalar::Bool),
            "MPI_FLOAT" | "MPI_DOUBLE" => Ok(Scalar::Real),
            _ => {
                let problem = Problem::unsupported(&datatype.span, "this datatype");
                Err(problem.hint("known are the datatypes of integers, bool, float and double"))
            }
        }
    }

    /// Refuses any communicator but the one of all processes.
    pub(super) fn world(&self, communicator: &Expression) -> Reads<()> {
        if let ExpressionKind::Name(name) = &communicator.kind {
            let is_world = *name == Symbol::new("MPI_COMM_WORLD");
            if is_world || matches!(self.scope.find(*name), Some(Binding::Opaque)) {
                return Ok(());
            }
        }
        let what = "another communicator than MPI_COMM_WORLD";
        Err(Problem::unsupported(&communicator.span, what))
    }

    /// The elements of a buffer as one value.
    pub(super) fn pack(&mut self, buffer: &Buffer, span: &Span) -> Reads<Term> {
        let zero = Term::number(&buffer.element_sort(), 0);
        let mut elements = Vec::new();
        for place in &buffer.places {
            elements.push(self.read(place, span)?.number());
        }
        Ok(match self.context.payload {
            Payload::Single => elements.pop().unwrap_or(zero),
            Payload::Counted => {
                let start = Term::const_array(Sort::Int, zero);
                let start = Term::store(start, Term::int(LENGTH_AT), buffer.length());
                let kind = Term::number(&buffer.element_sort(), buffer.kind());
                let start = Term::store(start, Term::int(KIND_AT), kind);
                (0_i64..)
                    .zip(elements)
                    .fold(start, |array, (index, element)| {
                        Term::store(array, Term::int(index), element)
                    })
            }
        })
    }

    /// How many elements a message has.
    pub(super) fn message_length(&self, message: &Var, buffer: &Buffer) -> Term {
        if self.context.payload == Payload::Single {
            return Term::int(1);
        }
        let length = Term::select(message.term(), Term::int(LENGTH_AT));
        match buffer.scalar {
            Scalar::Real => Term::app(Op::ToInt, vec![length]),
            _ => length,
        }
    }

    /// Where a message can be received directly: a variable of its sort.
    pub(super) fn direct(&self, buffer: &Buffer) -> Option<Var> {
        match (&buffer.places[..], self.context.payload) {
            ([Place::Variable(var, _)], Payload::Single) => Some(var.clone()),
            _ => None,
        }
    }

    /// Puts a message into a buffer. A shorter one leaves the rest as it is, a longer one is an
    /// error of the program.
    pub(super) fn unpack(
        &mut self,
        message: &Var,
        buffer: &Buffer,
        origin: Origin,
        span: &Span,
    ) -> Reads<()> {
        let message = message.term();
        if self.context.payload == Payload::Single {
            return match buffer.places.first() {
                Some(place) => self.store(place, message, origin, span),
                None => Ok(()),
            };
        }
        let number = |value| Term::number(&buffer.element_sort(), value);
        let kind = Term::select(message.clone(), Term::int(KIND_AT));
        let same = Term::eq(kind, number(buffer.kind()));
        self.oblige(same, span, "message of another type")?;
        let length = Term::select(message.clone(), Term::int(LENGTH_AT));
        let fits = Term::le(length.clone(), buffer.length());
        self.oblige(fits, span, "message longer than the buffer")?;
        for (index, place) in (0_i64..).zip(&buffer.places) {
            let old = self.read(place, span)?.number();
            let new = Term::select(message.clone(), Term::int(index));
            let is_there = Term::lt(number(index), length.clone());
            self.store(place, Term::ite(is_there, new, old), origin, span)?;
        }
        Ok(())
    }
}
