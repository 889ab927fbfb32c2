//! Reductions: what is computed of the elements that all processes give.

use logic::{Sort, Term};
use program::system::{Access, Action, Agreed, Awaits};

use crate::mpi::{self, Datatype, Operator};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, Scalar};
use crate::token::Signedness;

use super::super::bits;
use super::super::buffers::{Buffer, held_at, stored};
use super::super::inputs::of_type;
use super::super::requests::Keeper;
use super::super::scope::{Mark, Pointer};
use super::super::value::{self, Value};
use super::super::{Lowering, Payload};
use super::{Parts, Root, is_some};

/// The type of sums, which are in range of no other.
const WIDEST: Scalar = Scalar::Integer {
    sign: Signedness::Signed,
    bits: 64,
};

/// The most numbers, of all processes together, whose bits one call combines: each bit is a term.
const MOST_COMBINED: usize = 512;

impl Lowering<'_, '_> {
    /// The operator of an argument, which must be defined on the elements.
    fn operator(&mut self, op: &Expression, datatype: Datatype) -> Reads<(Operator, i64)> {
        let span = &op.span;
        let number = self.handle(op, "an operator that is not known here")?;
        match mpi::operator(number) {
            None => Err(Problem::defect(span, "invalid operator")),
            Some(op) if !op.is_for(datatype.class) => Err(Problem::defect(
                span,
                "operator that MPI does not define on the datatype",
            )),
            Some(op) => {
                if matches!(op, Operator::Sum | Operator::Product) {
                    self.computes_unseen(datatype.scalar, span)?;
                }
                Ok((op, number))
            }
        }
    }

    /// Numbers are combined bit by bit, which takes long for many of them.
    fn are_few_bits(&self, op: Operator, buffer: &Buffer, span: &Span) -> Reads<()> {
        let is_of_bits = matches!(op, Operator::BitAnd | Operator::BitOr | Operator::BitXor);
        if is_of_bits && buffer.places(span)?.len() * self.context.size > MOST_COMBINED {
            return Err(Problem::unsupported(span, "the bits of this many numbers"));
        }
        Ok(())
    }

    /// What some processes give together for a place of a buffer: the element whose number it has,
    /// counted from another one.
    fn combined(
        &self,
        op: Operator,
        ranks: std::ops::Range<usize>,
        (buffer, position): (&Buffer, usize),
        first: &Term,
    ) -> Option<Term> {
        let width = buffer.datatype.width();
        let (number, part) = (position / width, position % width);
        let number = Term::add([first.clone(), Term::int(number as i64)]);
        let element = |rank: usize| {
            let message = self.item_of(rank, 0, buffer);
            let parts = (0..width as i64).map(|part| match self.context.payload {
                Payload::Single => message.clone(),
                Payload::Counted => {
                    let at = Term::mul([number.clone(), Term::int(width as i64)]);
                    Term::select(message.clone(), Term::add([at, Term::int(part)]))
                }
            });
            parts.collect::<Vec<Term>>()
        };
        let elements = ranks.map(element);
        let mut result = elements.reduce(|a, b| combine(op, buffer.datatype, a, b))?;
        Some(result.swap_remove(part))
    }

    /// Puts the results of a reduction into a buffer, as many as it has elements.
    fn deliver(
        &self,
        parts: &mut Parts,
        target: &Buffer,
        span: &Span,
        result: &mut dyn FnMut(usize) -> Reads<Term>,
    ) -> Reads<()> {
        let width = target.datatype.width();
        for (position, place) in target.places(span)?.iter().enumerate() {
            let element = Term::int((position / width) as i64);
            let is_there = match target.count.as_value() {
                Some(_) => Term::top(),
                None => Term::lt(element, target.count.clone()),
            };
            let new = target.received(position, result(position)?);
            let (var, new) = stored(place, new);
            let value = Term::ite(is_there, new, var.term());
            parts.call.deliver.push((var, value));
        }
        Ok(())
    }

    /// The buffer that a process gives to a reduction.
    fn operand(
        &mut self,
        [from, into, count, datatype]: [&Expression; 4],
        is_root: Option<bool>,
    ) -> Reads<(Buffer, bool)> {
        let is_in_place = self.is_in_place(from, is_root)?;
        let from = if is_in_place { into } else { from };
        Ok((self.buffer(from, count, datatype)?, is_in_place))
    }

    pub(super) fn reduce(
        &mut self,
        parts: &mut Parts,
        ends: [&Expression; 4],
        op: &Expression,
        root: Option<Root>,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let [_, into, count, datatype] = ends;
        let is_root = match &root {
            None => true,
            Some(root) => self.known_root(root, span)?,
        };
        let (own, is_in_place) = self.operand(ends, Some(is_root))?;
        let at = op.span.clone();
        let (op, number) = self.operator(op, own.datatype)?;
        self.are_few_bits(op, &own, &at)?;
        parts.agree(Agreed::Operator, Term::int(number));
        match &root {
            Some(root) => parts.agree(Agreed::Root, root.term.clone()),
            None => self.agree_on_place(parts, is_in_place),
        }
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        if !is_root {
            parts.call.awaits = Awaits::Nobody;
            return Ok(());
        }
        parts.call.awaits = self.all_needed(&own.count, keeper);
        let target = match is_in_place {
            true => own.clone(),
            false => self.buffer(into, count, datatype)?,
        };
        self.are_writable(&target, span)?;
        if !is_in_place {
            self.are_apart(&own, &target, span)?;
        }
        let kept = target.map(&mut |term| keeper.keep(term));
        parts.areas.extend(kept.areas(Access::Write));
        self.deliver(parts, &kept, span, &mut |position| {
            let all = 0..self.context.size;
            let sum = self.combined(op, all, (&own, position), &Term::int(0));
            Ok(sum.unwrap_or_else(|| Term::number(&own.element_sort(), 0)))
        })
    }

    pub(super) fn scan(
        &mut self,
        parts: &mut Parts,
        ends: [&Expression; 4],
        op: &Expression,
        includes_own: bool,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let [_, into, count, datatype] = ends;
        let (own, is_in_place) = self.operand(ends, Some(true))?;
        self.agree_on_place(parts, is_in_place);
        let at = op.span.clone();
        let (op, number) = self.operator(op, own.datatype)?;
        self.are_few_bits(op, &own, &at)?;
        parts.agree(Agreed::Operator, Term::int(number));
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        let is_some = is_some(&keeper.keep(&own.count));
        let is_lower = |rank: usize| Term::bool(rank < self.rank);
        parts.call.awaits = self.needed(|rank| Term::and([is_lower(rank), is_some.clone()]));
        // Nobody is before the first process, which may have no place for a result.
        if !includes_own && self.rank == 0 && self.pointer(into)? == Pointer::Null {
            return Ok(());
        }
        let target = self.buffer(into, count, datatype)?;
        self.are_writable(&target, span)?;
        if !is_in_place {
            self.are_apart(&own, &target, span)?;
        }
        let kept = target.map(&mut |term| keeper.keep(term));
        parts.areas.extend(kept.areas(Access::Write));
        let last = self.rank + usize::from(includes_own);
        let mut results = Vec::new();
        for (position, place) in kept.places(span)?.iter().enumerate() {
            results.push(
                match self.combined(op, 0..last, (&own, position), &Term::int(0)) {
                    Some(sum) => sum,
                    // Nobody is before the first process: in place, its elements stay as they are.
                    None if is_in_place => kept.sent(position, held_at(place)),
                    // Otherwise its result may be anything, and nothing need be written.
                    None => {
                        let scalar = place.scalar();
                        let any = self.any(value::sort(scalar), scalar, span)?;
                        let any = kept.sent(position, keeper.keep(&any.term));
                        let is_written = keeper.keep(&self.any_truth(span)?);
                        Term::ite(is_written, any, kept.sent(position, held_at(place)))
                    }
                },
            );
        }
        self.deliver(parts, &kept, span, &mut |position| {
            Ok(results[position].clone())
        })
    }

    pub(super) fn reduce_scatter(
        &mut self,
        parts: &mut Parts,
        [from, into, count, datatype]: [&Expression; 4],
        op: &Expression,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let each = self.count(count)?;
        let datatype = self.datatype(datatype)?;
        let all = each * self.context.size as i64;
        let is_in_place = self.mpi_mark(from)? == Some(Mark::InPlace);
        self.agree_on_place(parts, is_in_place);
        let from = if is_in_place { into } else { from };
        let own = self.buffer_of(from, all, datatype)?;
        let at = op.span.clone();
        let (op, number) = self.operator(op, own.datatype)?;
        self.are_few_bits(op, &own, &at)?;
        parts.agree(Agreed::Operator, Term::int(number));
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        parts.call.awaits = self.all_needed(&Term::int(each), keeper);
        let target = self.buffer_of(into, each, datatype)?;
        self.are_writable(&target, span)?;
        let kept = target.map(&mut |term| keeper.keep(term));
        match is_in_place {
            true => self.spoil_rest(parts, &own, &kept.count, keeper, span)?,
            false => self.are_apart(&own, &target, span)?,
        }
        parts.areas.extend(kept.areas(Access::Write));
        let first = Term::int(self.rank as i64 * each);
        self.deliver(parts, &kept, span, &mut |position| {
            let all = 0..self.context.size;
            let sum = self.combined(op, all, (&own, position), &first);
            Ok(sum.unwrap_or_else(|| Term::number(&own.element_sort(), 0)))
        })
    }

    /// In place, what a process gives stands where its result comes, and what is behind the result is
    /// not promised to stay.
    fn spoil_rest(
        &mut self,
        parts: &mut Parts,
        own: &Buffer,
        results: &Term,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        self.are_writable(own, span)?;
        let kept = own.map(&mut |term| keeper.keep(term));
        parts.areas.extend(kept.areas(Access::Write));
        let width = kept.datatype.width();
        for (position, place) in kept.places(span)?.iter().enumerate() {
            let element = Term::int((position / width) as i64);
            let is_rest = Term::and([
                Term::le(results.clone(), element.clone()),
                Term::lt(element, kept.count.clone()),
            ]);
            if is_rest.is_false() {
                continue;
            }
            let scalar = place.scalar();
            let any = self.any(value::sort(scalar), scalar, span)?;
            let is_possible = of_type(&any.term, scalar);
            let origin = self.origin(span);
            self.emit(Action::Assume(is_possible), origin)?;
            let any = keeper.keep(&any.term);
            let left = Term::ite(is_rest, any, held_at(place));
            parts.call.deliver.push(stored(place, left));
        }
        Ok(())
    }

    /// `MPI_Reduce_scatter`: a part of the result for each process, of a size for each.
    pub(super) fn reduce_scatter_varied(
        &mut self,
        parts: &mut Parts,
        [from, into, counts, datatype]: [&Expression; 4],
        op: &Expression,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let datatype = self.datatype(datatype)?;
        let pointer = self.pointer(counts)?;
        let mut each = Vec::new();
        for rank in 0..self.context.size {
            let index = Term::int(rank as i64);
            let place = self.element(pointer.clone(), index, &counts.span)?;
            let count = self.read(&place, &counts.span)?.number();
            let is_count = Term::le(Term::int(0), count.clone());
            self.oblige(is_count, &counts.span, "negative count")?;
            each.push(count);
        }
        let is_in_place = self.is_in_place(from, None)?;
        self.agree_on_place(parts, is_in_place);
        self.uses_numbers(parts, [counts], keeper)?;
        let from = if is_in_place { into } else { from };
        let own = self.open_buffer(from, Term::add(each.clone()), datatype)?;
        let (op, number) = self.operator(op, datatype)?;
        parts.agree(Agreed::Operator, Term::int(number));
        parts.agree_on(datatype, &own.count);
        for count in &each {
            parts.agree(Agreed::Count, count.clone());
        }
        self.given(parts, &own, keeper);
        parts.call.awaits = self.all_needed(&each[self.rank], keeper);
        let target = self.open_buffer(into, each[self.rank].clone(), datatype)?;
        self.are_writable(&target, span)?;
        let kept = target.map(&mut |term| keeper.keep(term));
        match is_in_place {
            true => self.spoil_rest(parts, &own, &kept.count, keeper, span)?,
            false => self.are_apart(&own, &target, span)?,
        }
        parts.areas.extend(kept.areas(Access::Write));
        let before = each[..self.rank].iter().cloned();
        let first = Term::add(before.chain([Term::int(0)]));
        let first = keeper.keep(&first);
        self.deliver(parts, &kept, span, &mut |position| {
            let all = 0..self.context.size;
            let sum = self.combined(op, all, (&own, position), &first);
            Ok(sum.unwrap_or_else(|| Term::number(&own.element_sort(), 0)))
        })
    }

    /// `MPI_Reduce_local`: the elements of two buffers of this process, combined into the second.
    pub(in crate::lower) fn reduce_local(
        &mut self,
        [from, into, count, datatype]: [&Expression; 4],
        op: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let count = self.count(count)?;
        let datatype = self.datatype(datatype)?;
        let source = self.buffer_of(from, count, datatype)?;
        let target = self.buffer_of(into, count, datatype)?;
        let (op, _) = self.operator(op, datatype)?;
        self.are_writable(&target, span)?;
        self.are_apart(&source, &target, span)?;
        let width = datatype.width();
        for element in 0..source.places(span)?.len() / width {
            let places = element * width..(element + 1) * width;
            let mut read = |buffer: &Buffer| -> Reads<Vec<Term>> {
                let mut parts = Vec::new();
                for position in places.clone() {
                    let held = self.read(&buffer.places(span)?[position], span)?.number();
                    parts.push(buffer.sent(position, held));
                }
                Ok(parts)
            };
            let (a, b) = (read(&source)?, read(&target)?);
            let results = combine(op, datatype, a, b);
            for (position, result) in places.zip(results) {
                let value = target.received(position, result);
                self.store(&target.places(span)?[position], value, origin, span)?;
            }
        }
        Ok(())
    }
}

/// Two elements combined: numbers, or values with their places.
fn combine(op: Operator, datatype: Datatype, mut a: Vec<Term>, mut b: Vec<Term>) -> Vec<Term> {
    match (op, a.len()) {
        (Operator::MinLoc | Operator::MaxLoc, 2) => {
            // Where both are the same, the place is the lesser one.
            let [value, other] = [a[0].clone(), b[0].clone()];
            let is_first = match op {
                Operator::MinLoc => Term::lt(value.clone(), other.clone()),
                _ => Term::lt(other.clone(), value.clone()),
            };
            let is_tie = Term::and([Term::eq(value, other), Term::le(a[1].clone(), b[1].clone())]);
            let is_first = Term::or([is_first, is_tie]);
            let both = a.into_iter().zip(b);
            both.map(|(a, b)| Term::ite(is_first.clone(), a, b))
                .collect()
        }
        _ => {
            let both = a.swap_remove(0);
            let number = combine_numbers(op, datatype.scalar, both, b.swap_remove(0));
            vec![reduced(number, datatype.scalar)]
        }
    }
}

/// Two numbers combined. Logical operators give zero or one.
fn combine_numbers(op: Operator, scalar: Scalar, a: Term, b: Term) -> Term {
    let truth = |term: &Term| Term::ne(term.clone(), Term::number(term.sort(), 0));
    let number = |formula: Term| Term::ite(formula, Term::int(1), Term::int(0));
    match op {
        Operator::Sum => Term::add([a, b]),
        Operator::Product => Term::mul([a, b]),
        // Values with their places are combined as pairs.
        Operator::Min | Operator::MinLoc => Term::ite(Term::le(a.clone(), b.clone()), a, b),
        Operator::Max | Operator::MaxLoc => Term::ite(Term::le(a.clone(), b.clone()), b, a),
        Operator::And => number(Term::and([truth(&a), truth(&b)])),
        Operator::Or => number(Term::or([truth(&a), truth(&b)])),
        Operator::Xor => number(Term::ne(truth(&a), truth(&b))),
        Operator::BitAnd => bits::combined(scalar, [&a, &b], &|a, b| Term::mul([a, b])),
        Operator::BitOr => bits::combined(scalar, [&a, &b], &|a, b| {
            Term::ite(Term::eq(a, Term::int(1)), Term::int(1), b)
        }),
        Operator::BitXor => bits::combined(scalar, [&a, &b], &|a, b| number(Term::ne(a, b))),
    }
}

/// The result of a reduction as a number of its type.
fn reduced(result: Term, scalar: Scalar) -> Term {
    let own = match *result.sort() {
        Sort::Real => Scalar::Real,
        // That a sum fits its type is assumed, and said.
        _ if value::may_overflow(scalar) => scalar,
        _ => WIDEST,
    };
    let value = Value {
        term: result,
        scalar: own,
    };
    value.convert(scalar).number()
}
