//! What the arguments of MPI say: counts, datatypes, communicators and buffers.

use logic::{Op, Term};

use crate::mpi::{self, Datatype};
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::syntax::{Expression, Scalar};

use super::Lowering;
use super::buffers::{Buffer, Run};
use super::places::Place;
use super::records::{Member, Record};
use super::scope::{Array, Layout, Mark, Pointer};
use super::value;

/// The most elements of a buffer of which each is a place of its own; where there are more, they are
/// copied together.
pub(super) const MOST_ELEMENTS: i64 = 1024;

/// The words for a number of elements that may go on behind the row that they begin in.
const SEVERAL_ROWS: &str = "a count that is not known here, for several rows of an array";

/// The most elements of a buffer whose number is not known, of which each is a place of its own.
const MOST_OPEN: i64 = 128;

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
                    "it must follow from ranks, the number of processes and literals; where elements are \
                     only copied, from or to one row of an array, it may be anything",
                ))
            }
        }
    }

    /// The datatype of an argument, which must be known.
    pub(super) fn datatype(&mut self, datatype: &Expression) -> Reads<Datatype> {
        let span = &datatype.span;
        let number = self.handle(datatype, "a datatype that is not known here")?;
        match mpi::datatype(number) {
            Some(found) => {
                // Only a message of one number is that number.
                self.uses.counts |= found.width() > 1;
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
        let origin = self.origin(span);
        let pointer = self.pointer(address)?;
        // Elements are written one after the other.
        let pointer = self.steady(pointer, origin)?;
        if count > MOST_ELEMENTS {
            if self.is_too_large(&pointer, count) {
                return Err(Problem::defect(span, "buffer out of bounds"));
            }
            return self.run_of(pointer, (Term::int(count), span), datatype, span);
        }
        if datatype.class == mpi::Class::Pair {
            return self.pairs(pointer, count, datatype, span);
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
                let own = self.elements(array, Vec::new(), index, count.min(1), span)?;
                let places = own.into_iter().cycle();
                let count = usize::try_from(count).unwrap_or(0);
                (places.take(count).collect(), scalar)
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
        // What is empty has no type.
        if count > 0 {
            self.is_type(scalar, datatype, span)?;
        }
        Ok(Buffer::new(places, datatype))
    }

    /// The elements of a buffer have the datatype of a call.
    pub(super) fn is_type(&self, scalar: Scalar, datatype: Datatype, span: &Span) -> Reads<()> {
        let is_byte = matches!(scalar, Scalar::Integer { bits: 8, .. });
        // An enumeration is unsigned here; other compilers may think otherwise.
        let may_be_enumeration = self.context.unit.has_enumerations
            && (scalar, datatype.scalar) == (Scalar::UNSIGNED, Scalar::INT);
        match datatype.class {
            _ if may_be_enumeration => Err(Problem::unsupported(
                span,
                "unsigned integers as MPI_INT in a file with enumerations",
            )),
            _ if scalar == datatype.scalar => Ok(()),
            mpi::Class::Byte if is_byte => Ok(()),
            mpi::Class::Byte => Err(Problem::unsupported(
                span,
                "the bytes of something else than characters",
            )),
            _ => Err(Problem::defect(
                span,
                "datatype that is not the one of the buffer",
            )),
        }
    }

    /// A buffer of pairs: structs of a value and an `int`, or twice as many elements of an array.
    fn pairs(
        &mut self,
        pointer: Pointer,
        count: i64,
        datatype: Datatype,
        span: &Span,
    ) -> Reads<Buffer> {
        // `MPI_2INT` has the signature of two integers, so that one may be received as the other.
        if datatype.scalar == Scalar::INT && !self.is_reducing {
            let what = "`MPI_2INT` in another call than a reduction";
            return Err(Problem::unsupported(span, what));
        }
        let places = match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } if array.scalar == Scalar::INT && datatype.scalar == Scalar::INT => {
                self.elements(array, rows, offset, 2 * count, span)?
            }
            Pointer::Record(record, offset) => {
                let mut places = Vec::new();
                for element in 0..count {
                    let index = Term::add([offset.clone(), Term::int(element)]);
                    places.extend(self.pair(&record, &index, datatype, span)?);
                }
                places
            }
            Pointer::Null if count == 0 => Vec::new(),
            Pointer::Null => return Err(Problem::defect(span, "buffer that is NULL")),
            Pointer::Scalar(..) | Pointer::Element { .. } | Pointer::Cell { .. } => {
                return Err(Problem::unsupported(span, "pairs in memory of this type"));
            }
            Pointer::Status(_) | Pointer::Mark(_) | Pointer::Opaque => {
                return Err(Problem::unsupported(span, "this buffer"));
            }
        };
        Ok(Buffer::new(places, datatype))
    }

    /// The members of a struct that is a pair, or of one of an array.
    fn pair(
        &mut self,
        record: &Record,
        index: &Term,
        datatype: Datatype,
        span: &Span,
    ) -> Reads<Vec<Place>> {
        let [(_, first), (_, second)] = &record.members[..] else {
            return Err(Problem::unsupported(
                span,
                "a struct of another shape as a pair",
            ));
        };
        let mut places = Vec::new();
        for (member, wanted) in [(first, datatype.scalar), (second, Scalar::INT)] {
            let (place, inside) = match member {
                Member::Number(var, scalar) => {
                    let inside = Term::eq(index.clone(), Term::int(0));
                    (Place::Variable(var.clone(), *scalar), inside)
                }
                Member::Numbers(array) => {
                    let inside = Term::and([
                        Term::le(Term::int(0), index.clone()),
                        Term::lt(index.clone(), self.settle(&array.sizes[0])),
                    ]);
                    let indices = vec![index.clone()];
                    let array = array.clone();
                    (Place::Element { array, indices }, inside)
                }
                _ => {
                    return Err(Problem::unsupported(
                        span,
                        "a struct of another shape as a pair",
                    ));
                }
            };
            self.oblige(inside, span, "buffer out of bounds")?;
            if place.scalar() != wanted {
                return Err(Problem::defect(
                    span,
                    "datatype that is not the one of the buffer",
                ));
            }
            places.push(place);
        }
        Ok(places)
    }

    /// A buffer with a number of elements that need not be known, if it is known how many there can be.
    pub(super) fn open_buffer(
        &mut self,
        address: &Expression,
        count: Term,
        datatype: Datatype,
    ) -> Reads<Buffer> {
        let literal = |term: &Term| value::Value::of_int(term.clone()).literal();
        if let Some(count) = literal(&count).filter(|count| i32::try_from(*count).is_ok()) {
            return self.buffer_of(address, count, datatype);
        }
        let span = &address.span;
        let most = match self.pointer(address)? {
            Pointer::Scalar(..) | Pointer::Cell { .. } => Some(1),
            Pointer::Element { array, offset, .. } if array.sizes.len() == 1 => {
                let size = literal(&self.settle(&array.sizes[0]));
                size.zip(literal(&offset)).map(|(size, at)| size - at)
            }
            _ => None,
        };
        let most = most.filter(|most| (0..=MOST_OPEN).contains(most) && datatype.width() == 1);
        let Some(most) = most else {
            let what = "a buffer whose size is not known here";
            return Err(Problem::unsupported(span, what));
        };
        let inside = Term::and([
            Term::le(Term::int(0), count.clone()),
            Term::le(count.clone(), Term::int(most)),
        ]);
        self.oblige(inside, span, "buffer out of bounds")?;
        self.uses.counts = true;
        let buffer = self.buffer_of(address, most, datatype)?;
        Ok(buffer.with_count(count))
    }

    /// A part of the same size for each process, one behind the other, and that size.
    pub(super) fn parts_of(
        &mut self,
        address: &Expression,
        each: &Expression,
        datatype: Datatype,
    ) -> Reads<(Buffer, Term)> {
        let size = self.context.size as i64;
        let is_term = |part: &Expression| self.context.analysis.expression(part).is_term();
        let is_known = !is_term(address) || !is_term(each) || datatype.width() > 1;
        if is_known || self.value(each)?.literal().is_some() {
            let each = self.count(each)?;
            self.uses.counts |= each != 1;
            let all = self.buffer_of(address, each * size, datatype)?;
            return Ok((all, Term::int(each)));
        }
        let own = self.integer(each)?;
        let all = Term::mul([Term::int(size), own.clone()]);
        let all = self.run(address, (all, &each.span), datatype)?;
        Ok((all, own))
    }

    /// A buffer of any number of elements.
    fn run(
        &mut self,
        address: &Expression,
        count: (Term, &Span),
        datatype: Datatype,
    ) -> Reads<Buffer> {
        let span = &address.span;
        let pointer = self.pointer(address)?;
        let origin = self.origin(span);
        let pointer = self.steady(pointer, origin)?;
        self.run_of(pointer, count, datatype, span)
    }

    /// A buffer of any number of elements behind a pointer, which must stay in one row of an array and be
    /// of the type that messages have.
    fn run_of(
        &mut self,
        pointer: Pointer,
        (count, at): (Term, &Span),
        datatype: Datatype,
        span: &Span,
    ) -> Reads<Buffer> {
        self.uses.counts = true;
        let Pointer::Element {
            array,
            rows: row,
            offset,
        } = pointer
        else {
            let problem = Problem::unsupported(at, "a count that is not known here");
            return Err(problem.hint("it may be anything where the buffer is an array of numbers"));
        };
        let size = array.sizes.last().map(|size| self.settle(size));
        let Some(size) = size.filter(|_| row.len() + 1 == array.sizes.len()) else {
            return Err(Problem::unsupported(at, SEVERAL_ROWS));
        };
        // Behind the end of a row are the next ones.
        let may_go_on = !row.is_empty() && array.layout == Layout::Packed;
        if may_go_on && !(offset == Term::int(0) && count == size) {
            return Err(Problem::unsupported(at, SEVERAL_ROWS));
        }
        let is_some = Term::lt(Term::int(0), count.clone());
        let is_count = Term::le(Term::int(0), count.clone());
        self.oblige(is_count, at, "negative count")?;
        let rows = row.iter().zip(&array.sizes).map(|(index, size)| {
            let size = self.settle(size);
            Term::and([
                Term::le(Term::int(0), index.clone()),
                Term::lt(index.clone(), size),
            ])
        });
        let end = Term::add([offset.clone(), count.clone()]);
        let inside = Term::and(rows.chain([
            Term::le(Term::int(0), offset.clone()),
            Term::le(end, size.clone()),
        ]));
        let inside = Term::implies(is_some.clone(), inside);
        self.oblige(inside, span, "buffer out of bounds")?;
        match self.is_type(array.scalar, datatype, span) {
            Ok(()) => {}
            Err(Problem {
                kind: ProblemKind::Defect(what),
                span,
                ..
            }) => {
                // Only what is empty may be of another type.
                self.oblige(Term::not(is_some), &span, what)?;
                return Ok(Buffer::new(Vec::new(), datatype));
            }
            Err(problem) => return Err(problem),
        }
        if array.scalar != datatype.scalar {
            let what = "so large or unknown a number of elements of this type as this datatype";
            return Err(Problem::unsupported(span, what));
        }
        let run = Run {
            array,
            row,
            at: offset,
        };
        Ok(Buffer::run(run, count, datatype))
    }

    /// Whether memory is known not to have so many elements.
    fn is_too_large(&self, pointer: &Pointer, count: i64) -> bool {
        let literal = |term: &Term| value::Value::of_int(self.settle(term)).literal();
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
        size.is_some_and(|size| size < count)
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
        if !is_term(address) || !is_term(count) || datatype.width() > 1 {
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
                let size = array.sizes.last().map(|size| self.settle(size));
                let size = size.as_ref().and_then(literal);
                size.zip(literal(&offset)).map(|(size, at)| size - at)
            }
            _ => None,
        };
        if !matches!(number.scalar, Scalar::Bool | Scalar::Integer { .. }) {
            return Err(Problem::wrong(&count.span, "this must be an integer"));
        }
        let number = number.number();
        let Some(most) = most.filter(|most| (0..=MOST_OPEN).contains(most)) else {
            return self.run(address, (number, &count.span), datatype);
        };
        let inside = Term::and([
            Term::le(Term::int(0), number.clone()),
            Term::le(number.clone(), Term::int(most)),
        ]);
        self.oblige(inside, span, "buffer out of bounds")?;
        self.uses.counts = true;
        match self.buffer_of(address, most, datatype) {
            Err(Problem {
                kind: ProblemKind::Defect(what),
                span,
                ..
            }) => {
                // Only what is empty may be of another type.
                let is_empty = Term::eq(number, Term::int(0));
                self.oblige(is_empty, &span, what)?;
                self.buffer_of(address, 0, datatype)
            }
            buffer => Ok(buffer?.with_count(number)),
        }
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
            ([row], [_, width]) if array.layout == Layout::Packed => {
                let width = literal(&self.settle(width)).filter(|width| *width > 0);
                let is_one = count == 1 && literal(&offset).is_none();
                width.filter(|_| !is_one).map(|width| (row.clone(), width))
            }
            _ => None,
        };
        let mut places = Vec::new();
        for by in 0..count {
            let indices = match &flat {
                Some((row, width)) => {
                    let column = Term::add([offset.clone(), Term::int(by)]);
                    let (rows, column) = divided(&column, *width);
                    vec![Term::add([row.clone(), rows]), column]
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
                        Term::lt(index.clone(), self.settle(size)),
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
}

/// A number divided by a positive one, and what remains.
fn divided(number: &Term, by: i64) -> (Term, Term) {
    match value::Value::of_int(number.clone()).literal() {
        Some(number) => (
            Term::int(number.div_euclid(by)),
            Term::int(number.rem_euclid(by)),
        ),
        None => {
            let parts = || vec![number.clone(), Term::int(by)];
            (Term::app(Op::Div, parts()), Term::app(Op::Mod, parts()))
        }
    }
}
