//! MPI's collective operations on all processes.

use logic::{Sort, Term, Var};
use program::Origin;
use program::system::{Action, Collective};

use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::buffers::Buffer;
use super::places::Place;
use super::reductions::Upto;
use super::value::Value;
use super::{Lowering, Payload};

impl Lowering<'_, '_> {
    pub(super) fn collective_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        self.may_wait(span)?;
        let origin = self.origin(span);
        match (name, arguments) {
            ("MPI_Barrier", [world]) => {
                self.world(world)?;
                self.emit(Action::Collective(Collective::Barrier), origin)?;
            }
            ("MPI_Bcast", [buffer, count, datatype, root, world]) => {
                self.world(world)?;
                let buffer = self.open_buffer(buffer, count, datatype)?;
                let root = self.integer(root)?;
                self.broadcast(&root, &buffer, &buffer, origin, span)?;
            }
            ("MPI_Reduce", [from, into, count, datatype, op, root, world]) => {
                self.world(world)?;
                let root = self.integer(root)?;
                self.reduce([from, into, count, datatype, op], Some(root), span)?;
            }
            ("MPI_Allreduce", [from, into, count, datatype, op, world]) => {
                self.world(world)?;
                self.reduce([from, into, count, datatype, op], None, span)?;
            }
            ("MPI_Gather", [out, n, out_type, into, m, in_type, root, world]) => {
                self.world(world)?;
                let root = self.root(root)?;
                self.gather([out, n, out_type], [into, m, in_type], Some(root), span)?;
            }
            ("MPI_Allgather", [out, n, out_type, into, m, in_type, world]) => {
                self.world(world)?;
                self.gather([out, n, out_type], [into, m, in_type], None, span)?;
            }
            ("MPI_Scatter", [out, n, out_type, into, m, in_type, root, world]) => {
                self.world(world)?;
                let root = self.root(root)?;
                self.scatter([out, n, out_type], [into, m, in_type], root, span)?;
            }
            ("MPI_Alltoall", [out, n, out_type, into, m, in_type, world]) => {
                self.world(world)?;
                self.all_to_all([out, n, out_type], [into, m, in_type], span)?;
            }
            ("MPI_Scan", [from, into, count, datatype, op, world]) => {
                self.world(world)?;
                self.scan([from, into, count, datatype, op], Upto::Itself, span)?;
            }
            ("MPI_Exscan", [from, into, count, datatype, op, world]) => {
                self.world(world)?;
                self.scan([from, into, count, datatype, op], Upto::Before, span)?;
            }
            ("MPI_Reduce_scatter_block", [from, into, count, datatype, op, world]) => {
                self.world(world)?;
                self.reduce_scatter([from, into, count, datatype, op], span)?;
            }
            _ => return Err(self.unknown_call(name, span)),
        }
        Ok(Value::int(0))
    }

    /// A root that is known.
    fn root(&mut self, root: &Expression) -> Reads<usize> {
        let value = self.value(root)?.literal();
        let rank = value.and_then(|rank| usize::try_from(rank).ok());
        rank.filter(|rank| *rank < self.context.size)
            .ok_or_else(|| {
                let problem = Problem::unsupported(&root.span, "a root that is not known here");
                problem.hint("it must be a rank that follows from literals")
            })
    }

    /// Where not all buffers of the program look alike, the processes first see whether those of
    /// this operation do: MPI forbids that they differ.
    pub(super) fn agree(&mut self, buffer: &Buffer, origin: Origin, span: &Span) -> Reads<()> {
        let sort = buffer.element_sort();
        if !self.uses.collective_sorts.contains(&sort) {
            self.uses.collective_sorts.push(sort);
        }
        if self.context.payload == Payload::Single {
            return Ok(());
        }
        let code = self.temporary(Sort::Int, origin);
        self.assign(&code, buffer.code(), origin)?;
        let broadcast = Collective::Broadcast {
            root: Term::int(0),
            var: code.clone(),
        };
        self.emit(Action::Collective(broadcast), origin)?;
        let same = Term::eq(code.term(), buffer.code());
        self.oblige(same, span, "processes that disagree about count or type")
    }

    /// Sends what the root has in one buffer to everybody's other buffer.
    fn broadcast(
        &mut self,
        root: &Term,
        from: &Buffer,
        into: &Buffer,
        origin: Origin,
        span: &Span,
    ) -> Reads<()> {
        self.agree(into, origin, span)?;
        if let Some(var) = self
            .direct(into)
            .filter(|_| from.places.len() == into.places.len())
        {
            let broadcast = Collective::Broadcast {
                root: root.clone(),
                var,
            };
            return self.emit(Action::Collective(broadcast), origin);
        }
        let message = self.broadcast_message(root, from, origin, span)?;
        self.unpack(&message, into, origin, span)
    }

    /// The root's message, in a variable of every process.
    fn broadcast_message(
        &mut self,
        root: &Term,
        from: &Buffer,
        origin: Origin,
        span: &Span,
    ) -> Reads<Var> {
        let message = self.temporary(from.message_sort(self.context.payload), origin);
        let packed = self.pack(from, span)?;
        self.assign(&message, packed, origin)?;
        let broadcast = Collective::Broadcast {
            root: root.clone(),
            var: message.clone(),
        };
        self.emit(Action::Collective(broadcast), origin)?;
        Ok(message)
    }

    /// The parts of all processes, one behind the other, at the root or at all of them.
    fn gather(
        &mut self,
        [out, count, out_type]: [&Expression; 3],
        [into, in_count, in_type]: [&Expression; 3],
        root: Option<usize>,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let is_root = root.is_none_or(|root| root == self.rank);
        let is_in_place = Self::is_named(out, "MPI_IN_PLACE") && is_root;
        let mut target = Vec::new();
        let own = if is_in_place {
            // The own part already is where it belongs.
            let each = usize::try_from(self.count(in_count)?).unwrap_or_default();
            self.uses.counts |= each != 1;
            target = self.all_parts(into, in_type, each)?;
            let scalar = self.datatype(in_type)?;
            let like = Buffer::new(Vec::new(), scalar);
            part(&target, self.rank, each, &like)
        } else {
            self.buffer(out, count, out_type)?
        };
        let each = own.places.len();
        if is_root && !is_in_place {
            self.same_count(in_count, each)?;
            target = self.all_parts(into, in_type, each)?;
        }
        self.agree(&own, origin, span)?;
        for rank in 0..self.context.size {
            let temporaries = self.temporaries;
            let message = self.broadcast_message(&Term::int(rank as i64), &own, origin, span)?;
            if is_root {
                let part = part(&target, rank, each, &own);
                self.unpack(&message, &part, origin, span)?;
            }
            self.temporaries = temporaries;
        }
        Ok(())
    }

    /// The root's parts, one for each process.
    fn scatter(
        &mut self,
        [out, out_count, out_type]: [&Expression; 3],
        [into, count, in_type]: [&Expression; 3],
        root: usize,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let is_in_place = Self::is_named(into, "MPI_IN_PLACE") && root == self.rank;
        let mut source = Vec::new();
        let own = if is_in_place {
            // The own part stays where it is.
            let each = usize::try_from(self.count(out_count)?).unwrap_or_default();
            self.uses.counts |= each != 1;
            source = self.all_parts(out, out_type, each)?;
            let scalar = self.datatype(out_type)?;
            let like = Buffer::new(Vec::new(), scalar);
            part(&source, self.rank, each, &like)
        } else {
            self.buffer(into, count, in_type)?
        };
        let each = own.places.len();
        if root == self.rank && !is_in_place {
            self.same_count(out_count, each)?;
            source = self.all_parts(out, out_type, each)?;
        }
        self.agree(&own, origin, span)?;
        for rank in 0..self.context.size {
            let temporaries = self.temporaries;
            // Only the root's value counts; the others give what they have.
            let from = if root == self.rank {
                part(&source, rank, each, &own)
            } else {
                own.clone()
            };
            let root = Term::int(root as i64);
            let message = self.broadcast_message(&root, &from, origin, span)?;
            if rank == self.rank {
                self.unpack(&message, &own, origin, span)?;
            }
            self.temporaries = temporaries;
        }
        Ok(())
    }

    /// Each process's part for each other, in the order of the senders.
    fn all_to_all(
        &mut self,
        [out, count, out_type]: [&Expression; 3],
        [into, in_count, in_type]: [&Expression; 3],
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let each = usize::try_from(self.count(count)?).unwrap_or_default();
        self.same_count(in_count, each)?;
        self.uses.counts |= each != 1;
        let source = self.all_parts(out, out_type, each)?;
        let target = self.all_parts(into, in_type, each)?;
        let like = Buffer::new(Vec::new(), self.datatype(out_type)?);
        self.agree(&part(&source, 0, each, &like), origin, span)?;
        // What is received must not be what is still to be sent.
        for sender in 0..self.context.size {
            for receiver in 0..self.context.size {
                let temporaries = self.temporaries;
                let from = part(&source, receiver, each, &like);
                let root = Term::int(sender as i64);
                let message = self.broadcast_message(&root, &from, origin, span)?;
                if receiver == self.rank {
                    let own = part(&target, sender, each, &like);
                    self.unpack(&message, &own, origin, span)?;
                }
                self.temporaries = temporaries;
            }
        }
        Ok(())
    }

    /// The buffer of all processes' parts.
    pub(super) fn all_parts(
        &mut self,
        address: &Expression,
        datatype: &Expression,
        each: usize,
    ) -> Reads<Vec<Place>> {
        let all = i64::try_from(each * self.context.size).unwrap_or(i64::MAX);
        Ok(self.buffer_of(address, all, datatype)?.places)
    }

    fn same_count(&mut self, count: &Expression, each: usize) -> Reads<()> {
        let number = self.count(count)?;
        if usize::try_from(number) != Ok(each) {
            let message = "what is sent to a process must be as much as it receives";
            return Err(Problem::wrong(&count.span, message));
        }
        Ok(())
    }
}

/// The part of one process.
pub(super) fn part(all: &[Place], rank: usize, each: usize, like: &Buffer) -> Buffer {
    Buffer::new(all[rank * each..(rank + 1) * each].to_vec(), like.scalar)
}
