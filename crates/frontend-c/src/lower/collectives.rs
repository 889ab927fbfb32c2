//! MPI's collective operations: one call of a group, whatever the operation is.
//!
//! What a process gives to others are packed messages; what it gets it takes out of theirs. So all
//! operations are told by who gives what to whom, and whose calls are needed for that.

use logic::{Sort, Term};
use program::system::{Access, Agreed, Area, Awaits, Collective, at_rank, item};

use crate::mpi::{self, Datatype, Operator};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, Scalar};
use crate::token::Signedness;

use super::Lowering;
use super::buffers::{Buffer, Length, stored};
use super::messages::Waiting;
use super::places::Place;
use super::requests::Keeper;
use super::scope::Pointer;
use super::value::Value;

/// The most elements of the buffer of an operation with numbers for each process.
const MOST_VARIED: i64 = 128;

/// The type of sums, which are in range of no other.
const WIDEST: Scalar = Scalar::Integer {
    sign: Signedness::Signed,
    bits: 64,
};

/// Who the root is.
struct Root {
    term: Term,
    /// Whether it is this process; none if that is not known.
    is_own: Option<bool>,
}

/// What a call is made of.
struct Parts {
    call: Collective,
    areas: Vec<Area>,
}

impl Parts {
    /// What the buffer of the sender gives.
    fn give(&mut self, term: Term) {
        self.call.gives.push(term);
    }

    fn agree(&mut self, what: Agreed, term: Term) {
        self.call.agreed.push((what, term));
    }

    /// All must have the same type and number of elements; what is empty has no type.
    fn agree_on(&mut self, datatype: Datatype, count: &Term) {
        let is_empty = Term::eq(count.clone(), Term::int(0));
        let kind = Term::ite(is_empty, Term::int(0), Term::int(datatype.number));
        self.agree(Agreed::Type, kind);
        self.agree(Agreed::Count, count.clone());
    }
}

impl Lowering<'_, '_> {
    /// A call that waits until it is over.
    pub(super) fn collective(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Collective> {
        let mut keeper = Keeper::at_once();
        let (mut call, areas) = self.group_call(name, arguments, &mut keeper, span)?;
        self.claim(areas, span)?;
        call.name = logic::Symbol::new(name);
        Ok(call)
    }

    /// A call of an operation by the name that it has where it waits, and what memory it uses.
    pub(super) fn group_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<(Collective, Vec<Area>)> {
        let Some((world, rest)) = arguments.split_last() else {
            return Err(Problem::wrong(span, "this call has no arguments"));
        };
        self.world(world)?;
        let synchronises = match self.context.standard_sends() {
            Waiting::Synchronous => Term::top(),
            Waiting::Buffered => Term::bottom(),
            Waiting::Either if name == "MPI_Barrier" => Term::top(),
            Waiting::Either => {
                let any = self.any_truth(span)?;
                keeper.keep(&any)
            }
        };
        let mut parts = Parts {
            call: Collective {
                synchronises,
                ..Collective::synchronous(name)
            },
            areas: Vec::new(),
        };
        match (name, rest) {
            ("MPI_Barrier", []) => {}
            ("MPI_Bcast", [buffer, count, datatype, root]) => {
                let root = self.root(root)?;
                let buffer = self.buffer(buffer, count, datatype)?;
                self.broadcast(&mut parts, &buffer, &root, keeper, span)?;
            }
            ("MPI_Reduce", [from, into, count, datatype, op, root]) => {
                let root = self.root(root)?;
                let ends = [from, into, count, datatype];
                self.reduce(&mut parts, ends, op, Some(root), keeper, span)?;
            }
            ("MPI_Allreduce", [from, into, count, datatype, op]) => {
                let ends = [from, into, count, datatype];
                self.reduce(&mut parts, ends, op, None, keeper, span)?;
            }
            ("MPI_Scan" | "MPI_Exscan", [from, into, count, datatype, op]) => {
                let ends = [from, into, count, datatype];
                self.scan(&mut parts, ends, op, name == "MPI_Scan", keeper, span)?;
            }
            ("MPI_Reduce_scatter_block", [from, into, count, datatype, op]) => {
                let ends = [from, into, count, datatype];
                self.reduce_scatter(&mut parts, ends, op, keeper, span)?;
            }
            ("MPI_Gather", [out, n, out_type, into, m, in_type, root]) => {
                let root = self.root(root)?;
                let ends = [out, n, out_type, into, m, in_type];
                self.gather(&mut parts, ends, Some(&root), keeper, span)?;
            }
            ("MPI_Allgather", [out, n, out_type, into, m, in_type]) => {
                let ends = [out, n, out_type, into, m, in_type];
                self.gather(&mut parts, ends, None, keeper, span)?;
            }
            ("MPI_Gatherv", [out, n, out_type, into, counts, at, in_type, root]) => {
                let root = self.root(root)?;
                let own = [out, n, out_type];
                self.gather_varied(
                    &mut parts,
                    own,
                    [into, counts, at, in_type],
                    Some(&root),
                    keeper,
                    span,
                )?;
            }
            ("MPI_Allgatherv", [out, n, out_type, into, counts, at, in_type]) => {
                let own = [out, n, out_type];
                self.gather_varied(
                    &mut parts,
                    own,
                    [into, counts, at, in_type],
                    None,
                    keeper,
                    span,
                )?;
            }
            ("MPI_Scatter", [out, n, out_type, into, m, in_type, root]) => {
                let root = self.root(root)?;
                let ends = [out, n, out_type, into, m, in_type];
                self.scatter(&mut parts, ends, &root, keeper, span)?;
            }
            ("MPI_Scatterv", [out, counts, at, out_type, into, m, in_type, root]) => {
                let root = self.root(root)?;
                let own = [into, m, in_type];
                self.scatter_varied(
                    &mut parts,
                    [out, counts, at, out_type],
                    own,
                    &root,
                    keeper,
                    span,
                )?;
            }
            ("MPI_Alltoall", [out, n, out_type, into, m, in_type]) => {
                let ends = [out, n, out_type, into, m, in_type];
                self.all_to_all(&mut parts, ends, keeper, span)?;
            }
            ("MPI_Alltoallv", [out, counts, at, out_type, into, in_counts, in_at, in_type]) => {
                let source = [out, counts, at, out_type];
                let target = [into, in_counts, in_at, in_type];
                self.all_to_all_varied(&mut parts, source, target, keeper, span)?;
            }
            _ => {
                let problem = Problem::unsupported(span, format!("`{name}` is not supported yet"));
                return Err(problem);
            }
        }
        let Parts { call, areas } = parts;
        Ok((call, areas))
    }

    fn root(&mut self, root: &Expression) -> Reads<Root> {
        let term = self.integer(root)?;
        let literal = Value::of_int(term.clone()).literal();
        Ok(Root {
            is_own: literal.map(|rank| usize::try_from(rank) == Ok(self.rank)),
            term,
        })
    }

    /// Refuses a root that is not known, where what it does differs too much.
    fn known_root(&self, root: &Root, span: &Span) -> Reads<bool> {
        root.is_own.ok_or_else(|| {
            let problem = Problem::unsupported(span, "a root that is not known here");
            problem.hint("it must be a rank that follows from literals")
        })
    }

    /// The message of a process in a variable of its own.
    fn item_of(&self, rank: usize, position: usize, buffer: &Buffer) -> Term {
        item(rank, position, buffer.message_sort(self.context.payload)).term()
    }

    /// What a process gives: its buffer as it is when it calls.
    fn given(&mut self, parts: &mut Parts, buffer: &Buffer, keeper: &mut Keeper) {
        let own = buffer.map(&mut |term| keeper.keep(term));
        parts.areas.extend(own.areas(Access::Read));
        // It is looked at when the call is made, and nothing may change it before that.
        let packed = self.packed_later(buffer);
        parts.give(packed);
    }

    /// Puts a message into a buffer. Those of other sizes are for the demands to refuse, where calls do
    /// not agree on sizes already.
    fn taken(
        &self,
        parts: &mut Parts,
        message: &Term,
        buffer: &Buffer,
        demands: bool,
        keeper: &mut Keeper,
    ) {
        let own = buffer.map(&mut |term| keeper.keep(term));
        parts.areas.extend(own.areas(Access::Write));
        let landing = self.landing(message, &own, Length::Exact);
        if demands {
            parts.call.demands.extend(landing.demands);
        }
        parts.call.deliver.extend(landing.deliver);
    }

    fn broadcast(
        &mut self,
        parts: &mut Parts,
        buffer: &Buffer,
        root: &Root,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        parts.agree(Agreed::Root, root.term.clone());
        parts.agree_on(buffer.datatype, &buffer.count);
        match root.is_own {
            Some(true) => {
                self.given(parts, buffer, keeper);
                parts.call.awaits = Awaits::Nobody;
            }
            Some(false) => {
                self.are_writable(buffer, span)?;
                let literal = Value::of_int(root.term.clone()).literal();
                let rank = literal.and_then(|rank| usize::try_from(rank).ok());
                if let Some(rank) = rank.filter(|rank| *rank < self.context.size) {
                    let message = self.item_of(rank, 0, buffer);
                    self.taken(parts, &message, buffer, false, keeper);
                }
                parts.call.awaits = Awaits::Rank(root.term.clone());
            }
            None => {
                self.are_writable(buffer, span)?;
                self.given(parts, buffer, keeper);
                let root = keeper.keep(&root.term);
                let size = self.context.size;
                let message = at_rank(&root, size, &|rank| self.item_of(rank, 0, buffer));
                self.taken(parts, &message, buffer, false, keeper);
                parts.call.awaits = Awaits::All;
            }
        }
        Ok(())
    }

    /// The operator of an argument, which must be defined on the elements.
    fn operator(&mut self, op: &Expression, datatype: Datatype) -> Reads<(Operator, i64)> {
        let span = &op.span;
        let Some(number) = self.value(op)?.literal() else {
            return Err(Problem::unsupported(
                span,
                "an operator that is not known here",
            ));
        };
        match mpi::operator(number) {
            None => Err(Problem::defect(span, "invalid operator")),
            Some(op) if !op.is_for(datatype.class) => Err(Problem::defect(
                span,
                "operator that MPI does not define on the datatype",
            )),
            Some(Operator::NotRead) => {
                let problem = Problem::unsupported(span, "this operator");
                Err(problem.hint("known are SUM, PROD, MIN, MAX, LAND, LOR and LXOR"))
            }
            Some(op) => Ok((op, number)),
        }
    }

    /// What some processes give together, element by element.
    fn combined(
        &self,
        op: Operator,
        ranks: std::ops::Range<usize>,
        (buffer, position): (&Buffer, usize),
    ) -> Option<Term> {
        let element = |rank: usize| {
            let message = self.item_of(rank, 0, buffer);
            match self.context.payload {
                super::Payload::Single => message,
                super::Payload::Counted => Term::select(message, Term::int(position as i64)),
            }
        };
        let sum = ranks.map(element).reduce(|a, b| combine(op, a, b))?;
        Some(reduced(sum, buffer.datatype.scalar))
    }

    /// The buffer that a process gives to a reduction.
    fn operand(
        &mut self,
        [from, into, count, datatype]: [&Expression; 4],
        may_be_in_place: bool,
    ) -> Reads<(Buffer, bool)> {
        let is_in_place = Self::is_named(from, "MPI_IN_PLACE");
        if is_in_place && !may_be_in_place {
            return Err(Problem::defect(
                &from.span,
                "MPI_IN_PLACE at another process than the root",
            ));
        }
        let from = if is_in_place { into } else { from };
        Ok((self.buffer(from, count, datatype)?, is_in_place))
    }

    fn reduce(
        &mut self,
        parts: &mut Parts,
        ends: [&Expression; 4],
        op: &Expression,
        root: Option<Root>,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let [_, into, count, datatype] = ends;
        let is_root = root.as_ref().map_or(Some(true), |root| root.is_own);
        let (own, is_in_place) = self.operand(ends, is_root != Some(false))?;
        let (op, number) = self.operator(op, own.datatype)?;
        parts.agree(Agreed::Operator, Term::int(number));
        if let Some(root) = &root {
            parts.agree(Agreed::Root, root.term.clone());
        }
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        if is_root == Some(false) {
            parts.call.awaits = Awaits::Nobody;
            return Ok(());
        }
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
        let is_root = match &root {
            Some(root) if is_root.is_none() => {
                let own = Term::int(self.rank as i64);
                Term::eq(keeper.keep(&root.term), own)
            }
            _ => Term::top(),
        };
        for (position, place) in kept.places.iter().enumerate() {
            let sum = self.combined(op, 0..self.context.size, (&own, position));
            let sum = sum.unwrap_or_else(|| Term::number(&own.element_sort(), 0));
            let (var, new) = stored(place, sum);
            let value = Term::ite(is_root.clone(), new, var.term());
            parts.call.deliver.push((var, value));
        }
        Ok(())
    }

    fn scan(
        &mut self,
        parts: &mut Parts,
        ends: [&Expression; 4],
        op: &Expression,
        includes_own: bool,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let [_, into, count, datatype] = ends;
        let (own, is_in_place) = self.operand(ends, true)?;
        let (op, number) = self.operator(op, own.datatype)?;
        parts.agree(Agreed::Operator, Term::int(number));
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        parts.call.awaits = Awaits::Lower;
        let target = self.buffer(into, count, datatype)?;
        self.are_writable(&target, span)?;
        if !is_in_place {
            self.are_apart(&own, &target, span)?;
        }
        let kept = target.map(&mut |term| keeper.keep(term));
        parts.areas.extend(kept.areas(Access::Write));
        let last = self.rank + usize::from(includes_own);
        for (position, place) in kept.places.iter().enumerate() {
            let sum = match self.combined(op, 0..last, (&own, position)) {
                Some(sum) => sum,
                // Nobody is before the first process: its result may be anything.
                None => {
                    let any = self.any(own.element_sort(), own.datatype.scalar, span)?;
                    keeper.keep(&any.term)
                }
            };
            parts.call.deliver.push(stored(place, sum));
        }
        Ok(())
    }

    fn reduce_scatter(
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
        let is_in_place = Self::is_named(from, "MPI_IN_PLACE");
        let from = if is_in_place { into } else { from };
        let own = self.buffer_of(from, all, datatype)?;
        let (op, number) = self.operator(op, own.datatype)?;
        parts.agree(Agreed::Operator, Term::int(number));
        parts.agree_on(own.datatype, &own.count);
        self.given(parts, &own, keeper);
        let target = self.buffer_of(into, each, datatype)?;
        self.are_writable(&target, span)?;
        if !is_in_place {
            self.are_apart(&own, &target, span)?;
        }
        let kept = target.map(&mut |term| keeper.keep(term));
        parts.areas.extend(kept.areas(Access::Write));
        let first = self.rank * usize::try_from(each).unwrap_or(0);
        for (position, place) in kept.places.iter().enumerate() {
            let sum = self.combined(op, 0..self.context.size, (&own, first + position));
            let sum = sum.unwrap_or_else(|| Term::number(&own.element_sort(), 0));
            parts.call.deliver.push(stored(place, sum));
        }
        Ok(())
    }

    /// The numbers of elements of a process's own part and of what it sends must be the same.
    fn same_counts(
        &mut self,
        own: &Buffer,
        each: i64,
        datatype: Datatype,
        span: &Span,
    ) -> Reads<()> {
        let is_type = own.datatype == datatype || each == 0;
        self.oblige(Term::bool(is_type), span, "message of another type")?;
        let same = Term::eq(own.count.clone(), Term::int(each));
        self.oblige(
            same,
            span,
            "what a process sends to itself differs from what it receives",
        )
    }

    /// The parts of all processes, one behind the other, at the root or at all of them.
    fn gather(
        &mut self,
        parts: &mut Parts,
        [out, n, out_type, into, m, in_type]: [&Expression; 6],
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
        let is_in_place = Self::is_named(out, "MPI_IN_PLACE");
        if is_in_place && !is_root {
            return Err(Problem::defect(
                &out.span,
                "MPI_IN_PLACE at another process than the root",
            ));
        }
        if !is_root {
            let own = self.buffer(out, n, out_type)?;
            parts.agree_on(own.datatype, &own.count);
            self.given(parts, &own, keeper);
            parts.call.awaits = Awaits::Nobody;
            return Ok(());
        }
        let datatype = self.datatype(in_type)?;
        let each = self.count(m)?;
        let all = self.buffer_of(into, each * self.context.size as i64, datatype)?;
        self.are_writable(&all, span)?;
        self.uses.counts |= each != 1;
        let size = usize::try_from(each).unwrap_or(0);
        parts.agree_on(datatype, &Term::int(each));
        let own = match is_in_place {
            true => all.part(self.rank, size),
            false => {
                let own = self.buffer(out, n, out_type)?;
                self.same_counts(&own, each, datatype, span)?;
                self.are_apart(&own, &all, span)?;
                own
            }
        };
        self.given(parts, &own, keeper);
        for rank in 0..self.context.size {
            if is_in_place && rank == self.rank {
                continue;
            }
            let message = self.item_of(rank, 0, &own);
            self.taken(parts, &message, &all.part(rank, size), false, keeper);
        }
        Ok(())
    }

    /// The part of a buffer that belongs to a process by an array of numbers and one of places.
    fn varied(
        &mut self,
        [address, counts, at]: [&Expression; 3],
        rank: usize,
        datatype: Datatype,
    ) -> Reads<Buffer> {
        let span = &address.span;
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
                return Ok(Buffer {
                    count,
                    ..Buffer::new(vec![Place::Variable(var, scalar)], datatype)
                });
            }
            _ => return Err(Problem::unsupported(span, "this buffer")),
        };
        if array.scalar != datatype.scalar {
            return Err(Problem::defect(
                span,
                "datatype that is not the one of the buffer",
            ));
        }
        let size = self.known.settle(&array.sizes[0]);
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
            return Err(Problem::unsupported(
                span,
                "a buffer whose size is not known here",
            ));
        };
        let places = (0..most).map(|by| {
            let mut indices = rows.clone();
            indices.push(Term::add([start.clone(), Term::int(by)]));
            Place::Element {
                array: array.clone(),
                indices,
            }
        });
        Ok(Buffer {
            count,
            ..Buffer::new(places.collect(), datatype)
        })
    }

    fn gather_varied(
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
        let is_in_place = Self::is_named(out, "MPI_IN_PLACE");
        if is_in_place && !is_root {
            return Err(Problem::defect(
                &out.span,
                "MPI_IN_PLACE at another process than the root",
            ));
        }
        if !is_root {
            let own = self.buffer(out, n, out_type)?;
            self.given(parts, &own, keeper);
            parts.call.awaits = Awaits::Nobody;
            return Ok(());
        }
        let datatype = self.datatype(in_type)?;
        let own = match is_in_place {
            true => self.varied([into, counts, at], self.rank, datatype)?,
            false => self.buffer(out, n, out_type)?,
        };
        self.given(parts, &own, keeper);
        for rank in 0..self.context.size {
            let target = self.varied([into, counts, at], rank, datatype)?;
            self.are_writable(&target, span)?;
            if is_in_place && rank == self.rank {
                continue;
            }
            if !is_in_place {
                self.are_apart_open(&own, &target, span)?;
            }
            let message = self.item_of(rank, 0, &target);
            self.taken(parts, &message, &target, true, keeper);
        }
        Ok(())
    }

    /// Two buffers of which one has a number of elements that is not known have nothing in common.
    fn are_apart_open(&mut self, read: &Buffer, written: &Buffer, span: &Span) -> Reads<()> {
        let is_known = |buffer: &Buffer| buffer.count.as_value().is_some();
        let vars = |buffer: &Buffer| -> Vec<logic::Var> {
            let areas = buffer.areas(Access::Write);
            areas.into_iter().map(|area| area.var).collect()
        };
        if is_known(read) && is_known(written) {
            return self.are_apart(read, written, span);
        }
        let theirs = vars(written);
        match vars(read).iter().any(|var| theirs.contains(var)) {
            true => Err(Problem::unsupported(
                span,
                "two parts of one array as buffers",
            )),
            false => Ok(()),
        }
    }

    /// The root's parts, one for each process.
    fn scatter(
        &mut self,
        parts: &mut Parts,
        [out, n, out_type, into, m, in_type]: [&Expression; 6],
        root: &Root,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        let is_root = self.known_root(root, span)?;
        parts.agree(Agreed::Root, root.term.clone());
        let is_in_place = Self::is_named(into, "MPI_IN_PLACE");
        if is_in_place && !is_root {
            return Err(Problem::defect(
                &into.span,
                "MPI_IN_PLACE at another process than the root",
            ));
        }
        if !is_root {
            let own = self.buffer(into, m, in_type)?;
            parts.agree_on(own.datatype, &own.count);
            self.receive_part(parts, &own, root, false, keeper, span)?;
            return Ok(());
        }
        let datatype = self.datatype(out_type)?;
        let each = self.count(n)?;
        let all = self.buffer_of(out, each * self.context.size as i64, datatype)?;
        self.uses.counts |= each != 1;
        let size = usize::try_from(each).unwrap_or(0);
        parts.agree_on(datatype, &Term::int(each));
        for rank in 0..self.context.size {
            self.given(parts, &all.part(rank, size), keeper);
        }
        parts.call.awaits = Awaits::Nobody;
        if !is_in_place {
            let own = self.buffer(into, m, in_type)?;
            self.are_writable(&own, span)?;
            self.same_counts(&own, each, datatype, span)?;
            self.are_apart(&all, &own, span)?;
            let message = self.item_of(self.rank, self.rank, &own);
            self.taken(parts, &message, &own, false, keeper);
        }
        Ok(())
    }

    /// What a process gets of the root.
    fn receive_part(
        &mut self,
        parts: &mut Parts,
        own: &Buffer,
        root: &Root,
        demands: bool,
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        self.are_writable(own, span)?;
        let literal = Value::of_int(root.term.clone()).literal();
        let rank = literal.and_then(|rank| usize::try_from(rank).ok());
        if let Some(rank) = rank.filter(|rank| *rank < self.context.size) {
            let message = self.item_of(rank, self.rank, own);
            self.taken(parts, &message, own, demands, keeper);
        }
        parts.call.awaits = Awaits::Rank(root.term.clone());
        Ok(())
    }

    fn scatter_varied(
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
        let is_in_place = Self::is_named(into, "MPI_IN_PLACE");
        if is_in_place && !is_root {
            return Err(Problem::defect(
                &into.span,
                "MPI_IN_PLACE at another process than the root",
            ));
        }
        if !is_root {
            let own = self.buffer(into, m, in_type)?;
            return self.receive_part(parts, &own, root, true, keeper, span);
        }
        let datatype = self.datatype(out_type)?;
        let mut sources = Vec::new();
        for rank in 0..self.context.size {
            let source = self.varied([out, counts, at], rank, datatype)?;
            self.given(parts, &source, keeper);
            sources.push(source);
        }
        parts.call.awaits = Awaits::Nobody;
        if !is_in_place {
            let own = self.buffer(into, m, in_type)?;
            self.are_writable(&own, span)?;
            for source in &sources {
                self.are_apart_open(source, &own, span)?;
            }
            let message = self.item_of(self.rank, self.rank, &own);
            self.taken(parts, &message, &own, true, keeper);
        }
        Ok(())
    }

    /// Each process's part for each other, in the order of the senders.
    fn all_to_all(
        &mut self,
        parts: &mut Parts,
        [out, n, out_type, into, m, in_type]: [&Expression; 6],
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        if Self::is_named(out, "MPI_IN_PLACE") {
            return Err(Problem::unsupported(&out.span, "MPI_IN_PLACE here"));
        }
        let size = self.context.size as i64;
        let out_type = self.datatype(out_type)?;
        let in_type = self.datatype(in_type)?;
        let each = self.count(n)?;
        let source = self.buffer_of(out, each * size, out_type)?;
        let in_each = self.count(m)?;
        let target = self.buffer_of(into, in_each * size, in_type)?;
        self.uses.counts |= each != 1 || in_each != 1;
        self.are_writable(&target, span)?;
        let own = Buffer::new(Vec::new(), out_type);
        let own = Buffer {
            count: Term::int(each),
            ..own
        };
        self.same_counts(&own, in_each, in_type, span)?;
        self.are_apart(&source, &target, span)?;
        parts.agree_on(in_type, &Term::int(in_each));
        let (give, take) = (
            usize::try_from(each).unwrap_or(0),
            usize::try_from(in_each).unwrap_or(0),
        );
        for rank in 0..self.context.size {
            self.given(parts, &source.part(rank, give), keeper);
        }
        for rank in 0..self.context.size {
            let part = target.part(rank, take);
            let message = self.item_of(rank, self.rank, &part);
            self.taken(parts, &message, &part, false, keeper);
        }
        Ok(())
    }

    fn all_to_all_varied(
        &mut self,
        parts: &mut Parts,
        [out, counts, at, out_type]: [&Expression; 4],
        [into, in_counts, in_at, in_type]: [&Expression; 4],
        keeper: &mut Keeper,
        span: &Span,
    ) -> Reads<()> {
        if Self::is_named(out, "MPI_IN_PLACE") {
            return Err(Problem::unsupported(&out.span, "MPI_IN_PLACE here"));
        }
        let out_type = self.datatype(out_type)?;
        let in_type = self.datatype(in_type)?;
        let mut sources = Vec::new();
        for rank in 0..self.context.size {
            let source = self.varied([out, counts, at], rank, out_type)?;
            self.given(parts, &source, keeper);
            sources.push(source);
        }
        for rank in 0..self.context.size {
            let target = self.varied([into, in_counts, in_at], rank, in_type)?;
            self.are_writable(&target, span)?;
            for source in &sources {
                self.are_apart_open(source, &target, span)?;
            }
            let message = self.item_of(rank, self.rank, &target);
            self.taken(parts, &message, &target, true, keeper);
        }
        Ok(())
    }
}

/// Two elements combined. Logical operators give zero or one.
fn combine(op: Operator, a: Term, b: Term) -> Term {
    let truth = |term: &Term| Term::ne(term.clone(), Term::number(term.sort(), 0));
    let number = |formula: Term| Term::ite(formula, Term::int(1), Term::int(0));
    match op {
        Operator::Sum => Term::add([a, b]),
        Operator::Product => Term::mul([a, b]),
        Operator::Min => Term::ite(Term::le(a.clone(), b.clone()), a, b),
        Operator::Max => Term::ite(Term::le(a.clone(), b.clone()), b, a),
        Operator::And => number(Term::and([truth(&a), truth(&b)])),
        Operator::Or => number(Term::or([truth(&a), truth(&b)])),
        Operator::Xor | Operator::NotRead => number(Term::ne(truth(&a), truth(&b))),
    }
}

/// The result of a reduction as a number of its type.
fn reduced(result: Term, scalar: Scalar) -> Term {
    let own = match *result.sort() {
        Sort::Real => Scalar::Real,
        _ => WIDEST,
    };
    let value = Value {
        term: result,
        scalar: own,
    };
    value.convert(scalar).number()
}
