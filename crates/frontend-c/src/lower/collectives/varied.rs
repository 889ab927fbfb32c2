//! Parts of a size for each process: the operations with an array of numbers and one of places.

use logic::{Sort, Term};
use program::system::{Access, Agreed, Area, Awaits, item};

use crate::mpi::Datatype;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::super::Lowering;
use super::super::buffers::{Buffer, Run};
use super::super::places::Place;
use super::super::requests::Keeper;
use super::super::scope::Pointer;
use super::super::value::Value;
use super::{Parts, Root, is_some};

/// The most elements of the buffer of an operation with numbers for each process.
const MOST_VARIED: i64 = 128;

impl Lowering<'_, '_> {
    /// The part of a buffer that belongs to a process by an array of numbers and one of places.
    pub(super) fn varied(
        &mut self,
        [address, counts, at]: [&Expression; 3],
        rank: usize,
        datatype: Datatype,
    ) -> Reads<Buffer> {
        let span = &address.span;
        if datatype.width() > 1 {
            return Err(Problem::unsupported(span, "pairs here"));
        }
        let number = |it: &mut Self, array: &Expression| -> Reads<Term> {
            let pointer = it.pointer(array)?;
            let place = it.element(pointer, Term::int(rank as i64), &array.span)?;
            Ok(it.read(&place, &array.span)?.number())
        };
        let count = number(self, counts)?;
        let first = number(self, at)?;
        self.uses.counts = true;
        let (array, rows, offset) = match self.pointer(address)? {
            Pointer::Element {
                array,
                rows,
                offset,
            } if array.sizes.len() == 1 => (array, rows, offset),
            Pointer::Scalar(var, scalar) if scalar == datatype.scalar => {
                let inside = Term::and([
                    Term::le(Term::int(0), count.clone()),
                    Term::le(count.clone(), Term::int(1)),
                    Term::or([
                        Term::eq(count.clone(), Term::int(0)),
                        Term::eq(first, Term::int(0)),
                    ]),
                ]);
                self.oblige(inside, span, "buffer out of bounds")?;
                let only = vec![Place::Variable(var, scalar)];
                return Ok(Buffer::new(only, datatype).with_count(count));
            }
            _ => return Err(Problem::unsupported(span, "this buffer")),
        };
        self.is_type(array.scalar, datatype, span)?;
        let size = self.settle(&array.sizes[0]);
        let start = Term::add([offset, first]);
        let end = Term::add([start.clone(), count.clone()]);
        let inside = Term::and([
            Term::le(Term::int(0), count.clone()),
            Term::or([
                Term::eq(count.clone(), Term::int(0)),
                Term::and([
                    Term::le(Term::int(0), start.clone()),
                    Term::le(end, size.clone()),
                ]),
            ]),
        ]);
        self.oblige(inside, span, "buffer out of bounds")?;
        let literal = |term: &Term| Value::of_int(term.clone()).literal();
        let most = literal(&count).or_else(|| literal(&size));
        let Some(most) = most.filter(|most| (0..=MOST_VARIED).contains(most)) else {
            if array.scalar != datatype.scalar {
                return Err(Problem::unsupported(
                    span,
                    "a buffer whose size is not known here",
                ));
            }
            let run = Run {
                array,
                row: rows,
                at: start,
            };
            self.uses.counts = true;
            return Ok(Buffer::run(run, count, datatype));
        };
        let places = (0..most).map(|by| {
            let mut indices = rows.clone();
            indices.push(Term::add([start.clone(), Term::int(by)]));
            Place::Element {
                array: array.clone(),
                indices,
            }
        });
        Ok(Buffer::new(places.collect(), datatype).with_count(count))
    }

    pub(super) fn gather_varied(
        &mut self,
        parts: &mut Parts,
        [out, n, out_type]: [&Expression; 3],
        [into, counts, at, in_type]: [&Expression; 4],
        root: Option<&Root>,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let is_root = match root {
            None => true,
            Some(root) => self.known_root(root, span)?,
        };
        if let Some(root) = root {
            parts.agree(Agreed::Root, root.term.clone());
        }
        let is_in_place = self.is_in_place(out, Some(is_root))?;
        if root.is_none() {
            self.agree_on_place(parts, is_in_place);
        }
        if !is_root {
            let own = self.buffer(out, n, out_type)?;
            self.given(parts, &own, keeper);
            parts.call.awaits = Awaits::Nobody;
            if let Some(root) = root.and_then(|root| root.rank(self.context.size)) {
                self.suits(parts, (root, 1 + self.rank), &own.count, keeper);
            }
            return Ok(());
        }
        let datatype = self.datatype(in_type)?;
        let own = match is_in_place {
            true => self.varied([into, counts, at], self.rank, datatype)?,
            false => self.buffer(out, n, out_type)?,
        };
        self.given(parts, &own, keeper);
        self.uses_numbers(parts, [counts, at], keeper)?;
        let mut targets = Vec::new();
        for rank in 0..self.context.size {
            let target = self.varied([into, counts, at], rank, datatype)?;
            self.are_writable(&target, span)?;
            self.is_apart_from(&targets, &target, span)?;
            targets.push(target.clone());
            if is_in_place && rank == self.rank {
                // It stays as it is, but it is a part of what is received.
                let own = target.map(&mut |term| keeper.keep(term));
                parts.areas.extend(own.areas(Access::Write));
                continue;
            }
            if !is_in_place {
                self.are_apart(&own, &target, span)?;
            }
            let message = self.item_of(rank, 0, &target);
            self.taken(parts, &message, &target, true, keeper);
        }
        self.expect(parts, &targets, keeper);
        for rank in (0..self.context.size).filter(|rank| root.is_none() && *rank != self.rank) {
            self.suits(parts, (rank, 1 + self.rank), &own.count, keeper);
        }
        Ok(())
    }

    /// What a process wants of each other one: nothing of those who are to send nothing. How much it
    /// wants it gives to them behind all else.
    fn expect(&self, parts: &mut Parts, targets: &[Buffer], keeper: &mut Keeper) {
        let counts: Vec<Term> = targets.iter().map(|own| own.count.clone()).collect();
        let kept: Vec<Term> = counts.iter().map(|count| keeper.keep(count)).collect();
        parts.call.awaits = self.needed(|rank| is_some(&kept[rank]));
        counts.into_iter().for_each(|count| parts.give(count));
    }

    /// Nothing is sent to a process that wants nothing, as one of its items says. It may be gone, and
    /// then nobody else looks whether that is so.
    fn suits(
        &self,
        parts: &mut Parts,
        (rank, position): (usize, usize),
        count: &Term,
        keeper: &mut Keeper,
    ) {
        let wanted = item(rank, position, Sort::Int).term();
        let nothing = Term::eq(keeper.keep(count), Term::int(0));
        let suits = Term::or([is_some(&wanted), nothing]);
        parts.call.demands.push((Agreed::Count, suits));
    }

    /// An operation that is completed later looks at its arrays of numbers until then.
    pub(super) fn uses_numbers<const N: usize>(
        &mut self,
        parts: &mut Parts,
        arrays: [&Expression; N],
        keeper: &mut Keeper,
    ) -> Reads<()> {
        if keeper.is_at_once {
            return Ok(());
        }
        for numbers in arrays {
            let area = match self.pointer(numbers)? {
                Pointer::Element {
                    array,
                    rows,
                    offset,
                } => {
                    let count = Term::int(self.context.size as i64);
                    let row = rows.iter().map(|row| keeper.keep(row)).collect();
                    Area {
                        var: array.var,
                        row,
                        elements: Some((keeper.keep(&offset), count)),
                        access: Access::Read,
                    }
                }
                Pointer::Scalar(var, _) => Area {
                    var,
                    row: Vec::new(),
                    elements: None,
                    access: Access::Read,
                },
                _ => {
                    return Err(Problem::unsupported(
                        &numbers.span,
                        "numbers given like this",
                    ));
                }
            };
            parts.areas.push(area);
        }
        Ok(())
    }

    /// No element is received or given by the root twice: a part has nothing in common with those before
    /// it.
    fn is_apart_from(&mut self, others: &[Buffer], own: &Buffer, span: &Span) -> Reads<()> {
        for other in others {
            if other.areas(Access::Read).is_empty() || own.areas(Access::Read).is_empty() {
                continue;
            }
            let mut ways = vec![
                Term::le(other.count.clone(), Term::int(0)),
                Term::le(own.count.clone(), Term::int(0)),
            ];
            if let (Some(a), Some(b)) = (other.first_index(), own.first_index()) {
                let behind = |at: &Term, count: &Term| Term::add([at.clone(), count.clone()]);
                ways.push(Term::le(behind(a, &other.count), b.clone()));
                ways.push(Term::le(behind(b, &own.count), a.clone()));
            }
            self.oblige(Term::or(ways), span, "buffers that have elements in common")?;
        }
        Ok(())
    }

    pub(super) fn scatter_varied(
        &mut self,
        parts: &mut Parts,
        [out, counts, at, out_type]: [&Expression; 4],
        [into, m, in_type]: [&Expression; 3],
        root: &Root,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let is_root = self.known_root(root, span)?;
        parts.agree(Agreed::Root, root.term.clone());
        let is_in_place = self.is_in_place(into, Some(is_root))?;
        if !is_root {
            let own = self.buffer(into, m, in_type)?;
            parts.give(own.count.clone());
            return self.receive_part(parts, &own, root, true, keeper, span);
        }
        let datatype = self.datatype(out_type)?;
        self.uses_numbers(parts, [counts, at], keeper)?;
        let mut sources = Vec::new();
        for rank in 0..self.context.size {
            let source = self.varied([out, counts, at], rank, datatype)?;
            self.is_apart_from(&sources, &source, span)?;
            self.given(parts, &source, keeper);
            if rank != self.rank {
                self.suits(parts, (rank, 0), &source.count, keeper);
            }
            sources.push(source);
        }
        parts.call.awaits = Awaits::Nobody;
        if !is_in_place {
            let own = self.buffer(into, m, in_type)?;
            self.are_writable(&own, span)?;
            for source in &sources {
                self.are_apart(source, &own, span)?;
            }
            let message = self.item_of(self.rank, self.rank, &own);
            self.taken(parts, &message, &own, true, keeper);
        }
        Ok(())
    }

    pub(super) fn all_to_all_varied(
        &mut self,
        parts: &mut Parts,
        [out, counts, at, out_type]: [&Expression; 4],
        [into, in_counts, in_at, in_type]: [&Expression; 4],
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let is_in_place = self.is_in_place(out, None)?;
        self.agree_on_place(parts, is_in_place);
        let in_type = self.datatype(in_type)?;
        self.uses_numbers(parts, [in_counts, in_at], keeper)?;
        if !is_in_place {
            self.uses_numbers(parts, [counts, at], keeper)?;
        }
        let source = match is_in_place {
            true => ([into, in_counts, in_at], in_type),
            false => ([out, counts, at], self.datatype(out_type)?),
        };
        let mut sources = Vec::new();
        for rank in 0..self.context.size {
            let source = self.varied(source.0, rank, source.1)?;
            self.given(parts, &source, keeper);
            sources.push(source);
        }
        let mut targets = Vec::new();
        for rank in 0..self.context.size {
            let target = self.varied([into, in_counts, in_at], rank, in_type)?;
            self.are_writable(&target, span)?;
            self.is_apart_from(&targets, &target, span)?;
            targets.push(target.clone());
            for source in sources.iter().filter(|_| !is_in_place) {
                self.are_apart(source, &target, span)?;
            }
            let message = self.item_of(rank, self.rank, &target);
            self.taken(parts, &message, &target, true, keeper);
        }
        self.expect(parts, &targets, keeper);
        let size = self.context.size;
        for rank in (0..size).filter(|rank| *rank != self.rank) {
            self.suits(
                parts,
                (rank, size + self.rank),
                &sources[rank].count,
                keeper,
            );
        }
        Ok(())
    }
}
