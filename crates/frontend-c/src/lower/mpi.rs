//! Calls of MPI: which of them there are, and those that every program makes.

use logic::{Sort, Term};
use program::system::Action;

use crate::Buffering;
use crate::library;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::Lowering;
use super::messages::Waiting;
use super::scope::Pointer;
use super::value::Value;

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
            ("MPI_Init_thread", [_, _, required, provided]) => {
                self.value(required)?;
                let level = self.any(Sort::Int, Scalar::INT, span)?;
                let is_level = Term::and([
                    Term::ge(level.term.clone(), Term::int(0)),
                    Term::le(level.term.clone(), Term::int(3)),
                ]);
                let origin = self.origin(span);
                self.emit(Action::Assume(is_level), origin)?;
                let pointer = self.pointer(provided)?;
                let place = self.element(pointer, Term::int(0), &provided.span)?;
                self.write(&place, &level, &provided.span)?;
            }
            // What would be an error that a handler sees is a failure anyway.
            ("MPI_Comm_set_errhandler" | "MPI_Errhandler_set", [world, _]) => self.world(world)?,
            ("MPI_Wtime" | "MPI_Wtick", []) => {
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
