//! MPI's point-to-point communication, and the calls that every program makes.

use logic::{Sort, Term, Var};
use program::Origin;
use program::system::{Action, Source};

use crate::Buffering;
use crate::library::{ANY_SOURCE, ANY_TAG, PROC_NULL};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::Lowering;
use super::buffers::Buffer;
use super::scope::Pointer;
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
struct Outgoing {
    to: Term,
    tag: Term,
    value: Term,
}

/// A message to be received.
struct Incoming {
    buffer: Buffer,
    from: Term,
    tag: Term,
    sender_into: Option<Var>,
    tag_into: Option<Var>,
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
                    self.flush(&outgoing, span)?;
                }
            }
            ("MPI_Recv", [buffer, count, datatype, from, tag, world, status]) => {
                self.world(world)?;
                let incoming = self.incoming(buffer, count, datatype, from, tag, status)?;
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

    fn outgoing(
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
        let (sender_into, tag_into) = match self.status(status)? {
            Pointer::Status(status) => (Some(status.source), Some(status.tag)),
            _ => (None, None),
        };
        Ok(Incoming {
            buffer,
            from,
            tag,
            sender_into,
            tag_into,
        })
    }

    fn status(&mut self, status: &Expression) -> Reads<Pointer> {
        match self.pointer(status)? {
            pointer @ (Pointer::Status(_) | Pointer::Null) => Ok(pointer),
            _ => Err(Problem::wrong(
                &status.span,
                "this must be the address of an MPI_Status",
            )),
        }
    }

    fn send(&mut self, outgoing: &Outgoing, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let action = Action::Send {
            to: outgoing.to.clone(),
            tag: outgoing.tag.clone(),
            value: outgoing.value.clone(),
        };
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, &outgoing.to);
        self.branch(&is_nobody, origin, |_| Ok(()), |it| it.emit(action, origin))
    }

    fn flush(&mut self, outgoing: &Outgoing, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let action = Action::Flush {
            to: outgoing.to.clone(),
            tag: outgoing.tag.clone(),
        };
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, &outgoing.to);
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
        };
        self.send(&outgoing, span)?;
        self.receive(incoming, span)?;
        if waiting == Waiting::Synchronous {
            self.flush(&outgoing, span)?;
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

    fn receive(&mut self, incoming: &Incoming, span: &Span) -> Reads<()> {
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
        if let Some(var) = &incoming.sender_into {
            self.assign(var, Term::int(PROC_NULL), origin)?;
        }
        if let Some(var) = &incoming.tag_into {
            self.assign(var, Term::int(ANY_TAG), origin)?;
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
        let action = |tag: Option<Term>| Action::Receive {
            from: source.clone(),
            tag,
            into: into.clone(),
            sender_into: incoming.sender_into.clone(),
            tag_into: incoming.tag_into.clone(),
        };
        let tag = incoming.tag.clone();
        self.branch(
            is_any_tag,
            origin,
            |it| it.emit(action(None), origin),
            |it| it.emit(action(Some(tag)), origin),
        )?;
        match direct {
            Some(_) => Ok(()),
            None => self.unpack(&into, &incoming.buffer, origin, span),
        }
    }

    /// The problem of a call of MPI that is not known.
    pub(super) fn unknown_call(&self, name: &str, span: &Span) -> Problem {
        let problem = Problem::unsupported(span, format!("`{name}` with these arguments"));
        match name {
            "MPI_Isend" | "MPI_Irecv" | "MPI_Wait" | "MPI_Waitall" => {
                problem.hint("a send and a receive at the same time can be written as MPI_Sendrecv")
            }
            _ => problem.hint("see docs/c.md for the calls that are known"),
        }
    }

    /// Whether an argument is a name of MPI.
    pub(super) fn is_named(argument: &Expression, name: &str) -> bool {
        matches!(&argument.kind, ExpressionKind::Name(own) if own.as_str() == name)
    }
}
