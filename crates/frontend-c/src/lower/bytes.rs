//! `memset` and `memcpy`.

use logic::Term;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::places::Place;
use super::scope::Pointer;
use super::value::Value;

/// The most elements that are set one by one.
const MOST_ELEMENTS: i64 = 1024;

impl Lowering<'_, '_> {
    /// `memset(a, 0, n * sizeof *a)`.
    pub(super) fn memory_set(
        &mut self,
        target: &Expression,
        byte: &Expression,
        size: &Expression,
        span: &Span,
    ) -> Reads<()> {
        if self.value(byte)?.literal() != Some(0) {
            return Err(Problem::unsupported(&byte.span, "filling memory with this"));
        }
        let origin = self.origin(span);
        for place in self.memory_places(target, size, span)? {
            let zero = Value::int(0).convert(place.scalar());
            self.store(&place, zero.number(), origin, span)?;
        }
        Ok(())
    }

    /// `memcpy(a, b, n * sizeof *a)`.
    pub(super) fn memory_copy(
        &mut self,
        target: &Expression,
        source: &Expression,
        size: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let into = self.memory_places(target, size, span)?;
        let from = self.memory_places(source, size, span)?;
        let types = |places: &[Place]| places.first().map(Place::scalar);
        if types(&into) != types(&from) {
            let what = "copying the bytes of one type to another";
            return Err(Problem::unsupported(span, what));
        }
        let overlap = |a: &Place, b: &Place| match (a, b) {
            (Place::Element { array: a, .. }, Place::Element { array: b, .. }) => a.var == b.var,
            (a, b) => a == b,
        };
        if let (Some(a), Some(b)) = (into.first(), from.first())
            && overlap(a, b)
        {
            return Err(Problem::unsupported(span, "copying within an array"));
        }
        for (to, place) in into.iter().zip(&from) {
            self.copying((place.var(), to.var()), origin, |it| {
                let value = it.read(place, span)?.number();
                it.store(to, value, origin, span)
            })?;
        }
        Ok(())
    }

    /// The elements behind an address that a number of bytes holds.
    fn memory_places(
        &mut self,
        address: &Expression,
        size: &Expression,
        span: &Span,
    ) -> Reads<Vec<Place>> {
        let origin = self.origin(span);
        let pointer = self.pointer(address)?;
        let pointer = self.steady(pointer, origin)?;
        let Some(scalar) = pointer.target().filter(|scalar| scalar.is_number()) else {
            return Err(Problem::unsupported(&address.span, "the bytes of this"));
        };
        let elements = self.element_count(&[size], scalar, span)?;
        if elements.rest != Term::int(0) {
            return Err(Problem::unsupported(&size.span, "a part of an element"));
        }
        let count = Value::of_int(elements.whole).literal();
        let Some(count) = count.filter(|count| (0..=MOST_ELEMENTS).contains(count)) else {
            let problem =
                Problem::unsupported(&size.span, "a number of bytes that is not known here");
            return Err(
                problem.hint("it must follow from ranks, the number of processes and literals")
            );
        };
        match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } => self.elements(array, rows, offset, count, span),
            pointer => (0..count)
                .map(|by| self.element(pointer.clone(), Term::int(by), span))
                .collect(),
        }
    }
}
