//! MPI's collective operations on all processes.

use logic::{Sort, Term, Var};
use program::Origin;
use program::system::{Action, Collective, ReduceOp};

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind};

use super::buffers::Buffer;
use super::places::Place;
use super::value::Value;
use super::{Lowering, Payload};

impl Lowering<'_, '_> {
    pub(super) fn collective_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        let origin = self.origin(span);
        match (name, arguments) {
            ("MPI_Barrier", [world]) => {
                self.world(world)?;
                self.emit(Action::Collective(Collective::Barrier), origin)?;
            }
            ("MPI_Bcast", [buffer, count, datatype, root, world]) => {
                self.world(world)?;
                let buffer = self.buffer(buffer, count, datatype)?;
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
    fn agree(&mut self, buffer: &Buffer, origin: Origin, span: &Span) -> Reads<()> {
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

    fn reduce(
        &mut self,
        [from, into, count, datatype, op]: [&Expression; 5],
        root: Option<Term>,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let op = reduce_op(op)?;
        let is_root = match &root {
            None => Term::top(),
            Some(root) => Term::eq(root.clone(), Term::int(self.rank as i64)),
        };
        let from = if Self::is_named(from, "MPI_IN_PLACE") {
            into
        } else {
            from
        };
        let buffer = self.buffer(from, count, datatype)?;
        self.agree(&buffer, origin, span)?;
        let is_logical = matches!(op, ReduceOp::And | ReduceOp::Or);
        let mut results = Vec::new();
        for place in &buffer.places {
            let value = self.read(place, span)?;
            let (value, sort) = if is_logical {
                (value.truth(), Sort::Bool)
            } else {
                (value.number(), buffer.element_sort())
            };
            let result = self.temporary(sort, origin);
            let reduce = Collective::Reduce {
                op,
                value,
                into: result.clone(),
                root: root.clone(),
            };
            self.emit(Action::Collective(reduce), origin)?;
            results.push(result);
        }
        self.branch(
            &is_root,
            origin,
            |it| {
                let target = it.buffer(into, count, datatype)?;
                for (place, result) in target.places.iter().zip(&results) {
                    let number = Value::of_int(result.term()).number();
                    it.store(place, number, origin, span)?;
                }
                Ok(())
            },
            |_| Ok(()),
        )
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
        let own = self.buffer(out, count, out_type)?;
        let each = own.places.len();
        let is_root = root.is_none_or(|root| root == self.rank);
        let mut target = Vec::new();
        if is_root {
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
        let own = self.buffer(into, count, in_type)?;
        let each = own.places.len();
        let mut source = Vec::new();
        if root == self.rank {
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

    /// The buffer of all processes' parts.
    fn all_parts(
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
fn part(all: &[Place], rank: usize, each: usize, like: &Buffer) -> Buffer {
    Buffer {
        places: all[rank * each..(rank + 1) * each].to_vec(),
        scalar: like.scalar,
    }
}

fn reduce_op(op: &Expression) -> Reads<ReduceOp> {
    let name = match &op.kind {
        ExpressionKind::Name(name) => name.as_str(),
        _ => "",
    };
    match name {
        "MPI_SUM" => Ok(ReduceOp::Sum),
        "MPI_PROD" => Ok(ReduceOp::Product),
        "MPI_MIN" => Ok(ReduceOp::Min),
        "MPI_MAX" => Ok(ReduceOp::Max),
        "MPI_LAND" => Ok(ReduceOp::And),
        "MPI_LOR" => Ok(ReduceOp::Or),
        _ => {
            let problem = Problem::unsupported(&op.span, "this operation");
            Err(problem.hint("known are SUM, PROD, MIN, MAX, LAND and LOR"))
        }
    }
}
