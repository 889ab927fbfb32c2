//! MPI's point-to-point communication, and the calls that every program makes.

use logic::{Sort, Symbol, Term};
use program::Origin;
use program::system::{Action, Source};

use crate::Buffering;
use crate::library::{self, ANY_SOURCE, ANY_TAG, PROC_NULL};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::Lowering;
use super::buffers::Buffer;
use super::scope::{Pointer, StatusVars};
use super::value::Value;

/// Whether a send waits for its receiver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    /// It returns at once; MPI may keep the message.
    Buffered,
    /// It returns when the message is received.
    Synchronous,
}

/// A message to be sent.
pub(super) struct Outgoing {
    pub(super) to: Term,
    pub(super) tag: Term,
    pub(super) value: Term,
    pub(super) buffer: Buffer,
}

/// A message to be received.
pub(super) struct Incoming {
    pub(super) buffer: Buffer,
    pub(super) from: Term,
    pub(super) tag: Term,
    pub(super) status: Option<StatusVars>,
}

impl Lowering<'_, '_> {
    pub(super) fn mpi_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        // What `MPI_Send` may do without waiting, it may also wait for.
        let plain = match self.context.options.buffering {
            Buffering::Unbounded => Waiting::Buffered,
            Buffering::None => Waiting::Synchronous,
        };
        match (name, arguments) {
            ("MPI_Init", [_, _]) | ("MPI_Finalize", []) => {}
            ("MPI_Comm_rank", [world, into]) => self.fixed_number(world, into, self.rank)?,
            ("MPI_Comm_size", [world, into]) => {
                self.fixed_number(world, into, self.context.size)?;
            }
            ("MPI_Abort", [world, code]) => {
                self.world(world)?;
                self.value(code)?;
                self.oblige(Term::bottom(), span, "the program aborts")?;
            }
            ("MPI_Wtime", []) => {
                let origin = self.origin(span);
                let time = self.temporary(Sort::Real, origin);
                self.emit(Action::Havoc(time.clone()), origin)?;
                return Ok(Value {
                    term: time.term(),
                    scalar: Scalar::Real,
                });
            }
            ("MPI_Send" | "MPI_Ssend", [buffer, count, datatype, to, tag, world]) => {
                self.world(world)?;
                self.uses.sends |= name == "MPI_Send";
                let outgoing = self.outgoing(buffer, count, datatype, to, tag)?;
                let waiting = match name {
                    "MPI_Send" => plain,
                    _ => Waiting::Synchronous,
                };
                self.send(&outgoing, span)?;
                if waiting == Waiting::Synchronous {
                    self.flush(&outgoing.to, &outgoing.tag, span)?;
                }
            }
            ("MPI_Recv", [buffer, count, datatype, from, tag, world, status]) => {
                self.world(world)?;
                let incoming = self.incoming(buffer, count, datatype, from, tag, status)?;
                self.is_not_taken(&incoming.from, &incoming.tag, span)?;
                self.receive(&incoming, span)?;
            }
            (
                "MPI_Sendrecv",
                [
                    out_buffer,
                    out_count,
                    out_datatype,
                    to,
                    out_tag,
                    in_buffer,
                    in_count,
                    in_datatype,
                    from,
                    in_tag,
                    world,
                    status,
                ],
            ) => {
                self.world(world)?;
                let outgoing = self.outgoing(out_buffer, out_count, out_datatype, to, out_tag)?;
                let incoming =
                    self.incoming(in_buffer, in_count, in_datatype, from, in_tag, status)?;
                // Both happen at the same time: the send waits, if it does, behind the receive.
                self.exchange(&outgoing, &incoming, plain, span)?;
            }
            (
                "MPI_Sendrecv_replace",
                [
                    buffer,
                    count,
                    datatype,
                    to,
                    out_tag,
                    from,
                    in_tag,
                    world,
                    status,
                ],
            ) => {
                self.world(world)?;
                let outgoing = self.outgoing(buffer, count, datatype, to, out_tag)?;
                let incoming = self.incoming(buffer, count, datatype, from, in_tag, status)?;
                self.exchange(&outgoing, &incoming, plain, span)?;
            }
            ("MPI_Get_count", [status, datatype, into]) => {
                self.got_count(status, datatype, into)?;
            }
            ("MPI_Get_processor_name", [name, length]) => {
                self.processor_name(name, length, span)?;
            }
            ("MPI_Isend" | "MPI_Issend" | "MPI_Irecv" | "MPI_Wait" | "MPI_Waitall", arguments) => {
                return self.request_call(name, arguments, span);
            }
            _ => return self.collective_call(name, arguments, span),
        }
        Ok(Value::int(0))
    }

    fn fixed_number(&mut self, world: &Expression, into: &Expression, number: usize) -> Reads<()> {
        self.world(world)?;
        let number = Value::int(i64::try_from(number).unwrap_or(i64::MAX));
        let pointer = self.pointer(into)?;
        let place = self.element(pointer, Term::int(0), &into.span)?;
        self.write(&place, &number, &into.span)?;
        Ok(())
    }

    /// How many elements a message had.
    fn got_count(
        &mut self,
        status: &Expression,
        datatype: &Expression,
        into: &Expression,
    ) -> Reads<()> {
        self.datatype(datatype)?;
        let Pointer::Status(status) = self.status(status)? else {
            let message = "this must be the address of an MPI_Status";
            return Err(Problem::wrong(&datatype.span, message));
        };
        let count = Value::of_int(self.known.read(&status.count));
        let pointer = self.pointer(into)?;
        let place = self.element(pointer, Term::int(0), &into.span)?;
        self.write(&place, &count, &into.span)?;
        Ok(())
    }

    /// Any name, and its length.
    fn processor_name(&mut self, name: &Expression, length: &Expression, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let Pointer::Element { array, .. } = self.pointer(name)? else {
            return Err(Problem::unsupported(&name.span, "this buffer"));
        };
        self.emit(Action::Havoc(array.var), origin)?;
        let pointer = self.pointer(length)?;
        let place = self.element(pointer, Term::int(0), &length.span)?;
        let any = self.temporary(Sort::Int, origin);
        self.emit(Action::Havoc(any.clone()), origin)?;
        let is_possible = Term::and([
            Term::ge(any.term(), Term::int(0)),
            Term::lt(any.term(), Term::int(library::MOST_NAME)),
        ]);
        self.emit(Action::Assume(is_possible), origin)?;
        self.write(&place, &Value::of_int(any.term()), &length.span)?;
        Ok(())
    }

    pub(super) fn outgoing(
        &mut self,
        buffer: &Expression,
        count: &Expression,
        datatype: &Expression,
        to: &Expression,
        tag: &Expression,
    ) -> Reads<Outgoing> {
        let span = &buffer.span;
        let buffer = self.buffer(buffer, count, datatype)?;
        let value = self.pack(&buffer, span)?;
        let to = self.integer(to)?;
        let number = self.integer(tag)?;
        self.oblige(
            Term::ge(number.clone(), Term::int(0)),
            &tag.span,
            "negative tag",
        )?;
        Ok(Outgoing {
            to,
            tag: number,
            value,
            buffer,
        })
    }

    fn incoming(
        &mut self,
        buffer: &Expression,
        count: &Expression,
        datatype: &Expression,
        from: &Expression,
        tag: &Expression,
        status: &Expression,
    ) -> Reads<Incoming> {
        let buffer = self.buffer(buffer, count, datatype)?;
        let from = self.integer(from)?;
        let tag = self.integer(tag)?;
        let status = match self.status(status)? {
            Pointer::Status(status) => Some(status),
            _ => None,
        };
        Ok(Incoming {
            buffer,
            from,
            tag,
            status,
        })
    }

    pub(super) fn status(&mut self, status: &Expression) -> Reads<Pointer> {
        match self.pointer(status)? {
            pointer @ (Pointer::Status(_) | Pointer::Null) => Ok(pointer),
            _ => Err(Problem::wrong(
                &status.span,
                "this must be the address of an MPI_Status",
            )),
        }
    }

    pub(super) fn send(&mut self, outgoing: &Outgoing, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let action = Action::Send {
            to: outgoing.to.clone(),
            tag: outgoing.tag.clone(),
            value: outgoing.value.clone(),
        };
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, &outgoing.to);
        self.branch(&is_nobody, origin, |_| Ok(()), |it| it.emit(action, origin))
    }

    pub(super) fn flush(&mut self, to: &Term, tag: &Term, span: &Span) -> Reads<()> {
        self.may_wait(span)?;
        let origin = self.origin(span);
        let action = Action::Flush {
            to: to.clone(),
            tag: tag.clone(),
        };
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, to);
        self.branch(&is_nobody, origin, |_| Ok(()), |it| it.emit(action, origin))
    }

    fn exchange(
        &mut self,
        outgoing: &Outgoing,
        incoming: &Incoming,
        waiting: Waiting,
        span: &Span,
    ) -> Reads<()> {
        // The receive may change what the destination was computed from.
        let origin = self.origin(span);
        let keep = |it: &mut Self, term: &Term| -> Reads<Term> {
            if term.as_value().is_some() {
                return Ok(term.clone());
            }
            let kept = it.temporary(Sort::Int, origin);
            it.assign(&kept, term.clone(), origin)?;
            Ok(kept.term())
        };
        let outgoing = Outgoing {
            to: keep(self, &outgoing.to)?,
            tag: keep(self, &outgoing.tag)?,
            value: outgoing.value.clone(),
            buffer: outgoing.buffer.clone(),
        };
        self.is_not_taken(&incoming.from, &incoming.tag, span)?;
        self.send(&outgoing, span)?;
        self.receive(incoming, span)?;
        if waiting == Waiting::Synchronous {
            self.flush(&outgoing.to, &outgoing.tag, span)?;
        }
        Ok(())
    }

    /// Whether a rank or tag is one of MPI's special values. A program that does not name the
    /// special value cannot mean it.
    fn is_special(&self, name: &str, special: i64, term: &Term) -> Term {
        if term.as_value().is_none() && !self.context.mentions(name) {
            return Term::bottom();
        }
        Term::eq(term.clone(), Term::int(special))
    }

    pub(super) fn receive(&mut self, incoming: &Incoming, span: &Span) -> Reads<()> {
        self.may_wait(span)?;
        let origin = self.origin(span);
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, &incoming.from);
        let is_anybody = self.is_special("MPI_ANY_SOURCE", ANY_SOURCE, &incoming.from);
        let is_any_tag = self.is_special("MPI_ANY_TAG", ANY_TAG, &incoming.tag);
        self.branch(
            &is_nobody,
            origin,
            |it| it.receive_nothing(incoming, origin),
            |it| {
                it.branch(
                    &is_anybody,
                    origin,
                    |it| it.receive_from(&Source::Any, &is_any_tag, incoming, origin, span),
                    |it| {
                        let source = Source::Rank(incoming.from.clone());
                        it.receive_from(&source, &is_any_tag, incoming, origin, span)
                    },
                )
            },
        )
    }

    /// What a receive from `MPI_PROC_NULL` does.
    fn receive_nothing(&mut self, incoming: &Incoming, origin: Origin) -> Reads<()> {
        if let Some(status) = &incoming.status {
            self.assign(&status.source, Term::int(PROC_NULL), origin)?;
            self.assign(&status.tag, Term::int(ANY_TAG), origin)?;
            self.assign(&status.count, Term::int(0), origin)?;
        }
        Ok(())
    }

    fn receive_from(
        &mut self,
        source: &Source,
        is_any_tag: &Term,
        incoming: &Incoming,
        origin: Origin,
        span: &Span,
    ) -> Reads<()> {
        let direct = self.direct(&incoming.buffer);
        let into = match &direct {
            Some(var) => var.clone(),
            None => {
                let sort = incoming.buffer.message_sort(self.context.payload);
                self.temporary(sort, origin)
            }
        };
        let status = incoming.status.as_ref();
        let action = |tag: Option<Term>| Action::Receive {
            from: source.clone(),
            tag,
            into: into.clone(),
            sender_into: status.map(|status| status.source.clone()),
            tag_into: status.map(|status| status.tag.clone()),
        };
        let tag = incoming.tag.clone();
        self.branch(
            is_any_tag,
            origin,
            |it| it.emit(action(None), origin),
            |it| it.emit(action(Some(tag)), origin),
        )?;
        // Only a program that asks for the count needs to know it.
        if let Some(status) = status
            && self.context.call_count(Symbol::new("MPI_Get_count")) > 0
        {
            let count = self.message_length(&into, &incoming.buffer);
            self.assign(&status.count, count, origin)?;
        }
        match direct {
            Some(_) => Ok(()),
            None => self.unpack(&into, &incoming.buffer, origin, span),
        }
    }

    /// The problem of a call of MPI that is not known.
    pub(super) fn unknown_call(&self, name: &str, span: &Span) -> Problem {
        let problem = Problem::unsupported(span, format!("`{name}` with these arguments"));
        problem.hint("see docs/c.md for the calls that are known")
    }

    /// Whether an argument is a name of MPI.
    pub(super) fn is_named(argument: &Expression, name: &str) -> bool {
        matches!(&argument.kind, ExpressionKind::Name(own) if own.as_str() == name)
    }
}
