//! The buffers of MPI: where the elements of a message are, and how they become one value and back.

use logic::{Op, Sort, Term, Var};
use program::Origin;
use program::system::{Access, Action, Agreed, Area};

use crate::mpi::{self, Datatype};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::places::Place;
use super::scope::Array;
use super::value::{self, Value};
use super::{Lowering, Payload};

/// Where a message of several elements has their number and the number of their type.
const LENGTH_AT: i64 = -1;
const KIND_AT: i64 = -2;

/// The elements of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Buffer {
    elements: Elements,
    pub(super) datatype: Datatype,
    pub(super) count: Term,
}

/// Where elements are.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Elements {
    /// As many places as there are elements, or twice as many where each is a pair; where that is not
    /// known, as many as there can be.
    Each(Vec<Place>),
    /// However many neighbours in an array.
    Run(Run),
}

/// Neighbours in an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) array: Array,
    /// The row, in an array of arrays.
    pub(super) row: Vec<Term>,
    /// The first of them.
    pub(super) at: Term,
}

impl Run {
    /// The array or its row.
    fn whole(&self) -> Term {
        let whole = self.array.var.term();
        self.row.iter().cloned().fold(whole, Term::select)
    }

    /// The variable that changes when the elements do, and what it becomes where so many of them come
    /// from an array.
    fn filled(&self, source: &Term, count: Term) -> (Var, Term) {
        let zero = Term::int(0);
        let filled = Term::copy(self.whole(), self.at.clone(), source.clone(), zero, count);
        let value = match self.row.first() {
            None => filled,
            Some(row) => Term::store(self.array.var.term(), row.clone(), filled),
        };
        (self.array.var.clone(), value)
    }
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
        let count = places.len() / datatype.width();
        let count = Term::int(i64::try_from(count).unwrap_or(i64::MAX));
        Buffer {
            elements: Elements::Each(places),
            datatype,
            count,
        }
    }

    /// The same where so many of the places count.
    pub(super) fn with_count(self, count: Term) -> Self {
        Buffer { count, ..self }
    }

    /// A buffer of so many neighbours, of the very type that messages have.
    pub(super) fn run(run: Run, count: Term, datatype: Datatype) -> Self {
        Buffer {
            elements: Elements::Run(run),
            datatype,
            count,
        }
    }

    /// The places, where each of them is known.
    pub(super) fn places(&self, span: &Span) -> Reads<&[Place]> {
        match &self.elements {
            Elements::Each(places) => Ok(places),
            Elements::Run(_) => {
                let what = "so large or unknown a number of elements in this call";
                Err(Problem::unsupported(span, what))
            }
        }
    }

    /// The place of an element, where there are places.
    fn place(&self, position: usize) -> Option<&Place> {
        match &self.elements {
            Elements::Each(places) => places.get(position),
            Elements::Run(_) => None,
        }
    }

    /// The first place in an array, whose row and index are given.
    pub(super) fn first_index(&self) -> Option<&Term> {
        match &self.elements {
            Elements::Each(places) => match places.first()? {
                Place::Element { indices, .. } => indices.last(),
                Place::Variable(..) => None,
            },
            Elements::Run(run) => Some(&run.at),
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

    /// The type of what a message has for a place: that of the elements, or of the second of a pair.
    fn slot(&self, position: usize) -> Scalar {
        match position % self.datatype.width() {
            0 => self.datatype.scalar,
            _ => Scalar::INT,
        }
    }

    /// What a place holds as a message has it: an integer beside a real number is one as well, and a
    /// character may be a byte.
    pub(super) fn sent(&self, position: usize, held: Term) -> Term {
        let place = self.place(position).map(Place::scalar);
        let slot = self.slot(position);
        let own = match place {
            Some(scalar) if scalar != slot => {
                let value = Value { term: held, scalar };
                value.convert(slot).number()
            }
            _ => held,
        };
        match (self.element_sort(), own.sort()) {
            (Sort::Real, Sort::Int) => Term::to_real(own),
            _ => own,
        }
    }

    /// The other way round.
    pub(super) fn received(&self, position: usize, part: Term) -> Term {
        let slot = self.slot(position);
        let own = match (value::sort(slot), part.sort()) {
            (Sort::Int, Sort::Real) => Term::app(Op::ToInt, vec![part]),
            _ => part,
        };
        match self.place(position).map(Place::scalar) {
            Some(scalar) if scalar != slot => {
                let value = Value {
                    term: own,
                    scalar: slot,
                };
                value.convert(scalar).number()
            }
            _ => own,
        }
    }

    /// The buffer with its terms changed.
    pub(super) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Buffer {
        let elements = match &self.elements {
            Elements::Each(places) => Elements::Each(
                places
                    .iter()
                    .map(|place| match place {
                        Place::Variable(..) => place.clone(),
                        Place::Element { array, indices } => Place::Element {
                            array: array.clone(),
                            indices: indices.iter().map(&mut *change).collect(),
                        },
                    })
                    .collect(),
            ),
            Elements::Run(run) => Elements::Run(Run {
                array: run.array.clone(),
                row: run.row.iter().map(&mut *change).collect(),
                at: change(&run.at),
            }),
        };
        Buffer {
            elements,
            datatype: self.datatype,
            count: change(&self.count),
        }
    }

    /// The part of a buffer that belongs to one of several, all of the same size.
    pub(super) fn part(&self, position: usize, each: &Term) -> Buffer {
        match &self.elements {
            Elements::Each(places) => {
                let each = value::Value::of_int(each.clone()).literal();
                let each = each.and_then(|each| usize::try_from(each).ok());
                let each = each.unwrap_or(0) * self.datatype.width();
                let own = places[position * each..(position + 1) * each].to_vec();
                Buffer::new(own, self.datatype)
            }
            Elements::Run(run) => {
                let before = Term::mul([Term::int(position as i64), each.clone()]);
                let run = Run {
                    at: Term::add([run.at.clone(), before]),
                    ..run.clone()
                };
                Buffer::run(run, each.clone(), self.datatype)
            }
        }
    }

    /// What the places are in memory, neighbours together.
    pub(super) fn areas(&self, access: Access) -> Vec<Area> {
        let mut areas: Vec<Area> = Vec::new();
        let places = match &self.elements {
            Elements::Each(places) => places,
            Elements::Run(run) => {
                return vec![Area {
                    var: run.array.var.clone(),
                    row: run.row.clone(),
                    elements: Some((run.at.clone(), self.count.clone())),
                    access,
                }];
            }
        };
        for place in places {
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
        // Where it is not known how many elements there are, these are only as many as there can be.
        if self.count.as_value().is_none()
            && let [only] = &mut areas[..]
            && let Some((_, count)) = &mut only.elements
        {
            *count = Term::mul([self.count.clone(), Term::int(self.datatype.width() as i64)]);
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
pub(super) fn held_at(place: &Place) -> Term {
    match place {
        Place::Variable(var, _) => var.term(),
        Place::Element { array, indices } => {
            let whole = array.var.term();
            indices.iter().cloned().fold(whole, Term::select)
        }
    }
}

impl Lowering<'_, '_> {
    /// Nothing under way uses these areas, of those that something may use. Behind `MPI_Finalize` nothing is
    /// under way, since it does not return before MPI is done with the memory of its process.
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
        let is_before = Term::not(self.is_finalized_here(span));
        let guard = Term::and(self.guards.iter().cloned().chain([is_before]));
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
            Place::Variable(var, _) => self.value_of(var),
            Place::Element { .. } => held_at(place),
        };
        Ok(packed(buffer, known, self.context.payload))
    }

    /// The same, as a term over variables that mean what they hold when it is looked at.
    pub(super) fn packed_later(&self, buffer: &Buffer) -> Term {
        packed(buffer, held_at, self.context.payload)
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
        match (&buffer.elements, self.context.payload) {
            (Elements::Each(places), Payload::Single) => match &places[..] {
                [Place::Variable(var, scalar)] if *scalar == buffer.datatype.scalar => {
                    Some(var.clone())
                }
                _ => None,
            },
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
            let first = buffer.place(0);
            let message = buffer.received(0, message.clone());
            let first = first.map(|place| stored(place, message));
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
        let width = buffer.datatype.width();
        let places = match &buffer.elements {
            Elements::Each(places) => places,
            Elements::Run(run) => {
                let count = match wanted {
                    // A message that is too long has failed by then.
                    Length::AtMost => self.message_length(message),
                    Length::Exact => buffer.count.clone(),
                };
                landing.deliver.push(run.filled(message, count));
                return landing;
            }
        };
        for (position, place) in places.iter().enumerate() {
            let new = Term::select(message.clone(), Term::int(position as i64));
            let new = buffer.received(position, new);
            let value = match is_open {
                false => new,
                true => {
                    let element = (position / width) as i64;
                    let is_there = Term::lt(number(element), length.clone());
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
        let has_fixed = match &buffer.elements {
            Elements::Each(places) => places.iter().any(is_fixed),
            Elements::Run(run) => !run.array.is_writable,
        };
        match has_fixed {
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

/// Elements as one value, of places that hold something.
fn packed(buffer: &Buffer, held: impl Fn(&Place) -> Term, payload: Payload) -> Term {
    let zero = Term::number(&buffer.element_sort(), 0);
    let places = match &buffer.elements {
        Elements::Each(places) => &places[..],
        Elements::Run(_) => &[],
    };
    let places = places.iter().enumerate();
    let mut elements = places.map(|(position, place)| buffer.sent(position, held(place)));
    match payload {
        Payload::Single => elements.next().unwrap_or(zero),
        Payload::Counted => {
            let start = match &buffer.elements {
                Elements::Each(_) => Term::const_array(Sort::Int, zero),
                Elements::Run(run) => {
                    let none = Term::const_array(Sort::Int, zero);
                    let (at, count) = (run.at.clone(), buffer.count.clone());
                    Term::copy(none, Term::int(0), run.whole(), at, count)
                }
            };
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
