//! The buffers of MPI: where the elements of a message are, and how they become one value and back.

use logic::{Op, Sort, Term, Var};
use program::Origin;
use program::system::{Access, Action, Agreed, Area};

use crate::mpi::{self, Datatype};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::places::Place;
use super::scope::{Array, Layout, Mark, Pointer};
use super::value;
use super::{Lowering, Payload};

/// The most elements of a buffer: each is a term of its own.
pub(super) const MOST_ELEMENTS: i64 = 1024;

/// The most elements of a buffer whose number is not known.
const MOST_OPEN: i64 = 128;

/// Where a message of several elements has their number and the number of their type.
const LENGTH_AT: i64 = -1;
const KIND_AT: i64 = -2;

/// The elements of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Buffer {
    /// As many places as there are elements; where that is not known, as many as there can be.
    pub(super) places: Vec<Place>,
    pub(super) datatype: Datatype,
    pub(super) count: Term,
}

/// How many elements of a message there must be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// As many as the buffer has.
    Exact,
    /// At most so many.
    AtMost,
}

/// What becomes of a message in a buffer.
pub(super) struct Landing {
    /// What must hold of it.
    pub(super) demands: Vec<(Agreed, Term)>,
    /// What becomes of variables, one after the other.
    pub(super) deliver: Vec<(Var, Term)>,
}

impl Buffer {
    /// A buffer of all these places.
    pub(super) fn new(places: Vec<Place>, datatype: Datatype) -> Self {
        let count = Term::int(i64::try_from(places.len()).unwrap_or(i64::MAX));
        Buffer {
            places,
            datatype,
            count,
        }
    }

    /// A number like its elements.
    fn number(&self, term: Term) -> Term {
        match self.element_sort() {
            Sort::Real => Term::to_real(term),
            _ => term,
        }
    }

    /// The sort of its elements.
    pub(super) fn element_sort(&self) -> Sort {
        value::sort(self.datatype.scalar)
    }

    /// The sort of a message.
    pub(super) fn message_sort(&self, payload: Payload) -> Sort {
        match payload {
            Payload::Single => self.element_sort(),
            Payload::Counted => Sort::array(Sort::Int, self.element_sort()),
        }
    }

    /// The buffer with its terms changed.
    pub(super) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Buffer {
        let places = self.places.iter().map(|place| match place {
            Place::Variable(..) => place.clone(),
            Place::Element { array, indices } => Place::Element {
                array: array.clone(),
                indices: indices.iter().map(&mut *change).collect(),
            },
        });
        let places = places.collect();
        Buffer {
            places,
            datatype: self.datatype,
            count: change(&self.count),
        }
    }

    /// The part of a buffer that belongs to one of several, all of the same size.
    pub(super) fn part(&self, position: usize, each: usize) -> Buffer {
        let places = self.places[position * each..(position + 1) * each].to_vec();
        Buffer::new(places, self.datatype)
    }

    /// What the places are in memory, neighbours together.
    pub(super) fn areas(&self, access: Access) -> Vec<Area> {
        let mut areas: Vec<Area> = Vec::new();
        for place in &self.places {
            let area = area_of(place, access);
            if let (Some(last), Some((at, _))) = (areas.last_mut(), &area.elements)
                && last.var == area.var
                && last.row == area.row
                && let Some((first, count)) = &mut last.elements
                && Term::add([first.clone(), count.clone()]) == *at
            {
                *count = Term::add([count.clone(), Term::int(1)]);
                continue;
            }
            areas.push(area);
        }
        areas
    }
}

/// A place as memory.
pub(super) fn area_of(place: &Place, access: Access) -> Area {
    match place {
        Place::Variable(var, _) => Area {
            var: var.clone(),
            row: Vec::new(),
            elements: None,
            access,
        },
        Place::Element { array, indices } => {
            let (last, row) = match indices.split_last() {
                Some((last, row)) => (Some(last.clone()), row.to_vec()),
                None => (None, Vec::new()),
            };
            Area {
                var: array.var.clone(),
                row,
                elements: last.map(|last| (last, Term::int(1))),
                access,
            }
        }
    }
}

/// The variable that is written when a place is, and what it becomes.
pub(super) fn stored(place: &Place, value: Term) -> (Var, Term) {
    match place {
        Place::Variable(var, _) => (var.clone(), value),
        Place::Element { array, indices } => {
            let whole = array.var.term();
            let updated = match &indices[..] {
                [row, column] => {
                    let inner = Term::select(whole.clone(), row.clone());
                    let inner = Term::store(inner, column.clone(), value);
                    Term::store(whole, row.clone(), inner)
                }
                [index] => Term::store(whole, index.clone(), value),
                _ => whole,
            };
            (array.var.clone(), updated)
        }
    }
}

/// What a place holds.
fn held_at(place: &Place) -> Term {
    match place {
        Place::Variable(var, _) => var.term(),
        Place::Element { array, indices } => {
            let whole = array.var.term();
            indices.iter().cloned().fold(whole, Term::select)
        }
    }
}

impl Lowering<'_, '_> {
    /// A number of elements, which must be known.
    pub(super) fn count(&mut self, count: &Expression) -> Reads<i64> {
        let value = self.value(count)?;
        match value.literal() {
            Some(number) if number < 0 => Err(Problem::defect(&count.span, "negative count")),
            Some(number) if i32::try_from(number).is_ok() => Ok(number),
            Some(_) => Err(Problem::unsupported(&count.span, "a count of this size")),
            None => {
                let problem = Problem::unsupported(&count.span, "a count that is not known here");
                Err(problem.hint(
                    "it must follow from ranks, the number of processes and literals; in messages \
                     and broadcasts of small arrays whose size is known it may be anything",
                ))
            }
        }
    }

    /// The datatype of an argument, which must be known.
    pub(super) fn datatype(&mut self, datatype: &Expression) -> Reads<Datatype> {
        let span = &datatype.span;
        let number = self.handle(datatype, "a datatype that is not known here")?;
        match mpi::datatype(number) {
            Some(found) if found.class == mpi::Class::Byte => {
                Err(Problem::unsupported(span, "the datatype MPI_BYTE"))
            }
            Some(found) => {
                if !self.uses.datatypes.contains(&number) {
                    self.uses.datatypes.push(number);
                }
                Ok(found)
            }
            None => Err(Problem::defect(span, "invalid datatype")),
        }
    }

    /// The buffer with a number of elements.
    pub(super) fn buffer_of(
        &mut self,
        address: &Expression,
        count: i64,
        datatype: Datatype,
    ) -> Reads<Buffer> {
        self.uses.counts |= count != 1;
        if count == 0 && self.uses.empty.is_none() {
            self.uses.empty = Some(address.span.clone());
        }
        let span = &address.span;
        let pointer = self.pointer(address)?;
        if count > MOST_ELEMENTS {
            return Err(self.too_large(&pointer, count, span));
        }
        let (places, scalar) = match pointer {
            Pointer::Scalar(var, scalar) => {
                let fits = Term::bool(count <= 1);
                self.oblige(fits, span, "buffer smaller than the count")?;
                let place = Place::Variable(var, scalar);
                (vec![place; usize::try_from(count).unwrap_or(0)], scalar)
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
            Pointer::Null if count == 0 => (Vec::new(), datatype.scalar),
            Pointer::Null => return Err(Problem::defect(span, "buffer that is NULL")),
            Pointer::Record(..) => {
                let problem = Problem::unsupported(span, "a struct as a buffer");
                return Err(problem.hint("send its members one by one"));
            }
            Pointer::Mark(Mark::InPlace) if self.mpi_mark(address)?.is_some() => {
                return Err(Problem::defect(
                    span,
                    "MPI_IN_PLACE where MPI does not allow it",
                ));
            }
            Pointer::Status(_) | Pointer::Mark(_) | Pointer::Opaque => {
                return Err(Problem::unsupported(span, "this buffer"));
            }
        };
        if scalar != datatype.scalar {
            return Err(Problem::defect(
                span,
                "datatype that is not the one of the buffer",
            ));
        }
        Ok(Buffer::new(places, datatype))
    }

    /// What is wrong with a buffer of very many elements: memory may not have as many.
    fn too_large(&self, pointer: &Pointer, count: i64, span: &Span) -> Problem {
        let literal = |term: &Term| value::Value::of_int(self.known.settle(term)).literal();
        let size = match pointer {
            Pointer::Scalar(..) | Pointer::Cell { .. } => Some(1),
            Pointer::Element { array, offset, .. } => match &array.sizes[..] {
                [size] => literal(size)
                    .zip(literal(offset))
                    .map(|(size, at)| size - at),
                _ => None,
            },
            _ => None,
        };
        match size {
            Some(size) if size < count => Problem::defect(span, "buffer out of bounds"),
            _ => {
                let what = format!("a buffer of more than {MOST_ELEMENTS} elements");
                Problem::unsupported(span, what)
            }
        }
    }

    /// The buffer of a call, from the three arguments that describe it. The number of elements need not
    /// be known, if it is known how many there can be.
    pub(super) fn buffer(
        &mut self,
        address: &Expression,
        count: &Expression,
        datatype: &Expression,
    ) -> Reads<Buffer> {
        let datatype = self.datatype(datatype)?;
        // What is looked at twice must not do anything.
        let is_term = |part: &Expression| self.context.analysis.expression(part).is_term();
        if !is_term(address) || !is_term(count) {
            let count = self.count(count)?;
            return self.buffer_of(address, count, datatype);
        }
        let number = self.value(count)?;
        if number.literal().is_some() {
            let count = self.count(count)?;
            return self.buffer_of(address, count, datatype);
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
            let count = self.count(count)?;
            return self.buffer_of(address, count, datatype);
        };
        if !matches!(number.scalar, Scalar::Bool | Scalar::Integer { .. }) {
            return Err(Problem::wrong(&count.span, "this must be an integer"));
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

    /// Refuses any communicator but the one of all processes.
    pub(super) fn world(&mut self, communicator: &Expression) -> Reads<()> {
        let span = &communicator.span;
        match self.handle(communicator, "another communicator than MPI_COMM_WORLD")? {
            mpi::COMM_WORLD => Ok(()),
            mpi::COMM_SELF => Err(Problem::unsupported(span, "MPI_COMM_SELF")),
            _ => Err(Problem::defect(span, "invalid communicator")),
        }
    }

    /// The handle of an argument, which must be known. A pointer to nothing is none.
    pub(super) fn handle(&mut self, argument: &Expression, unknown: &'static str) -> Reads<i64> {
        let number = match self.is_address(argument) {
            true if self.pointer(argument)? == Pointer::Null => Some(0),
            true => None,
            false => self.value(argument)?.literal(),
        };
        number.ok_or_else(|| Problem::unsupported(&argument.span, unknown))
    }

    /// Nothing under way uses these areas, of those that something may use.
    pub(super) fn claim(&mut self, areas: Vec<Area>, span: &Span) -> Reads<()> {
        if self.is_annotation {
            return Ok(());
        }
        let held = |area: &Area| self.context.held.contains(&area.var);
        let areas: Vec<Area> = areas.into_iter().filter(held).collect();
        if areas.is_empty() {
            return Ok(());
        }
        let origin = self
            .spans
            .noted(span, "buffer of a communication that is under way");
        let guard = Term::and(self.guards.iter().cloned());
        self.branch(
            &guard,
            origin,
            |it| it.emit(Action::Use(areas), origin),
            |_| Ok(()),
        )
    }

    /// The elements of a buffer as one value.
    pub(super) fn pack(&mut self, buffer: &Buffer, span: &Span) -> Reads<Term> {
        self.claim(buffer.areas(Access::Read), span)?;
        let known = |place: &Place| match place {
            Place::Variable(var, _) => self.known.read(var),
            Place::Element { .. } => held_at(place),
        };
        let elements = buffer.places.iter().map(known).collect();
        Ok(packed(buffer, elements, self.context.payload))
    }

    /// The same, as a term over variables that mean what they hold when it is looked at.
    pub(super) fn packed_later(&self, buffer: &Buffer) -> Term {
        let elements = buffer.places.iter().map(held_at).collect();
        packed(buffer, elements, self.context.payload)
    }

    /// How many elements a message has.
    pub(super) fn message_length(&self, message: &Term) -> Term {
        if self.context.payload == Payload::Single {
            return Term::int(1);
        }
        let length = Term::select(message.clone(), Term::int(LENGTH_AT));
        match *length.sort() {
            Sort::Real => Term::app(Op::ToInt, vec![length]),
            _ => length,
        }
    }

    /// The number of the type of a message's elements, which are of some type like this one.
    pub(super) fn message_kind(&self, message: &Term, like: Datatype) -> Term {
        if self.context.payload == Payload::Single {
            return Term::int(like.number);
        }
        let kind = Term::select(message.clone(), Term::int(KIND_AT));
        let kind = match *kind.sort() {
            Sort::Real => Term::app(Op::ToInt, vec![kind]),
            _ => kind,
        };
        Term::add([kind, Term::int(mpi::DATATYPE_NULL)])
    }

    /// Where a message can be received directly: a variable of its sort that nothing else uses.
    pub(super) fn direct(&self, buffer: &Buffer) -> Option<Var> {
        match (&buffer.places[..], self.context.payload) {
            ([Place::Variable(var, _)], Payload::Single) => Some(var.clone()),
            _ => None,
        }
    }

    /// What becomes of a message in a buffer. A shorter one leaves the rest as it is.
    pub(super) fn landing(&self, message: &Term, buffer: &Buffer, wanted: Length) -> Landing {
        let mut landing = Landing {
            demands: Vec::new(),
            deliver: Vec::new(),
        };
        if self.context.payload == Payload::Single {
            let first = buffer.places.first();
            let first = first.map(|place| stored(place, message.clone()));
            landing.deliver.extend(first);
            return landing;
        }
        let number = |value: i64| Term::number(&buffer.element_sort(), value);
        let length = Term::select(message.clone(), Term::int(LENGTH_AT));
        let own = buffer.number(buffer.count.clone());
        let fits = match wanted {
            Length::AtMost => Term::le(length.clone(), own),
            Length::Exact => Term::eq(length.clone(), own),
        };
        let kind = Term::select(message.clone(), Term::int(KIND_AT));
        // What is empty has no type.
        let same = Term::or([
            Term::eq(kind, number(kind_of(buffer))),
            Term::eq(length.clone(), number(0)),
        ]);
        landing.demands.push((Agreed::Type, same));
        landing.demands.push((Agreed::Count, fits));
        let is_open = wanted == Length::AtMost || buffer.count.as_value().is_none();
        for (index, place) in (0_i64..).zip(&buffer.places) {
            let new = Term::select(message.clone(), Term::int(index));
            let value = match is_open {
                false => new,
                true => {
                    let is_there = Term::lt(number(index), length.clone());
                    Term::ite(is_there, new, held_at(place))
                }
            };
            landing.deliver.push(stored(place, value));
        }
        landing
    }

    /// Puts a message into a buffer. A longer one is an error of the program.
    pub(super) fn unpack(
        &mut self,
        message: &Var,
        buffer: &Buffer,
        origin: Origin,
        span: &Span,
    ) -> Reads<()> {
        let landing = self.landing(&message.term(), buffer, Length::AtMost);
        for (what, formula) in landing.demands {
            let what = match what {
                Agreed::Type => "message of another type",
                _ => "message longer than the buffer",
            };
            self.oblige(formula, span, what)?;
        }
        self.are_writable(buffer, span)?;
        for (var, value) in landing.deliver {
            self.assign(&var, value, origin)?;
        }
        Ok(())
    }

    /// Refuses to write to inputs.
    pub(super) fn are_writable(&self, buffer: &Buffer, span: &Span) -> Reads<()> {
        let is_fixed =
            |place: &Place| matches!(place, Place::Element { array, .. } if !array.is_writable);
        match buffer.places.iter().any(is_fixed) {
            true => Err(Problem::unsupported(span, "writing to an input array")),
            false => Ok(()),
        }
    }

    /// Whether an argument is a name of MPI.
    pub(super) fn is_named(argument: &Expression, name: &str) -> bool {
        matches!(&argument.kind, ExpressionKind::Name(own) if own.as_str() == name)
    }
}

/// A number for the type of elements, by which a receiver sees whether it is the sender's.
fn kind_of(buffer: &Buffer) -> i64 {
    buffer.datatype.number - mpi::DATATYPE_NULL
}

/// Elements as one value.
fn packed(buffer: &Buffer, mut elements: Vec<Term>, payload: Payload) -> Term {
    let zero = Term::number(&buffer.element_sort(), 0);
    match payload {
        Payload::Single => elements.pop().unwrap_or(zero),
        Payload::Counted => {
            let start = Term::const_array(Sort::Int, zero);
            let length = buffer.number(buffer.count.clone());
            let start = Term::store(start, Term::int(LENGTH_AT), length);
            let kind = Term::number(&buffer.element_sort(), kind_of(buffer));
            let start = Term::store(start, Term::int(KIND_AT), kind);
            (0_i64..)
                .zip(elements)
                .fold(start, |array, (index, element)| {
                    Term::store(array, Term::int(index), element)
                })
        }
    }
}
