//! Calls of MPI: which of them there are, and those that every program makes.

use logic::{Sort, Term};
use program::system::{Action, Awaits, Collective};

use crate::library;
use crate::mpi::{self, Function};
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::syntax::{Expression, Scalar};

use super::Lowering;
use super::messages::Waiting;
use super::partial::is_about_handles;
use super::places::Place;
use super::scope::Pointer;
use super::value::Value;

/// How far a process is with MPI.
const BEFORE: i64 = 0;
const BETWEEN: i64 = 1;
const BEHIND: i64 = 2;
const PHASE: &str = "mpi$phase";

impl Lowering<'_, '_> {
    /// A call of MPI. What is wrong whenever it is made is a failure there.
    pub(super) fn mpi_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        match mpi::function(name) {
            Function::Read(kinds) if kinds.len() == arguments.len() => {}
            Function::Read(kinds) => {
                let count = kinds.len();
                let message = format!("`{name}` takes {count} arguments, not {}", arguments.len());
                return Err(Problem::wrong(span, message));
            }
            Function::NotRead(Some(count)) if count != arguments.len() => {
                let message = format!("`{name}` takes {count} arguments, not {}", arguments.len());
                return Err(Problem::wrong(span, message));
            }
            Function::NotRead(_) if self.is_partial && is_about_handles(name) => {
                return self.handle_call(name, arguments, span);
            }
            Function::NotRead(_) => {
                let problem = Problem::unsupported(span, format!("`{name}` is not supported yet"));
                return Err(problem.hint("see docs/c.md for the calls that are known"));
            }
            Function::Unknown => {
                let message = format!("MPI has no function `{name}`");
                return Err(Problem::wrong(span, message));
            }
        }
        self.is_in_time(name, span)?;
        self.is_reducing = is_reduction(name);
        let called = match self.is_partial {
            false => self
                .are_distinct(name, arguments, span)
                .and_then(|()| self.known_call(name, arguments, span)),
            true => self.checked_call(name, arguments, span),
        };
        match called {
            Err(Problem {
                kind: ProblemKind::Defect(what),
                span,
                ..
            }) => {
                self.oblige(Term::bottom(), &span, what)?;
                Ok(Value::int(0))
            }
            other => other,
        }
    }

    /// MPI is initialised, once, and not finalized.
    pub(super) fn is_in_time(&mut self, name: &str, span: &Span) -> Reads<()> {
        if matches!(name, "MPI_Initialized" | "MPI_Finalized") {
            return Ok(());
        }
        let phase = self.phase_here(span);
        let (wrong, claim) = match name {
            "MPI_Init" | "MPI_Init_thread" => (BETWEEN, "second call of MPI_Init"),
            _ => (BEFORE, "call before MPI_Init"),
        };
        self.oblige(Term::ne(phase.clone(), Term::int(wrong)), span, claim)?;
        self.oblige(
            Term::ne(phase, Term::int(BEHIND)),
            span,
            "call after MPI_Finalize",
        )
    }

    /// How far the process is with MPI here. The program has a variable for that only where it is not
    /// known from the text.
    fn phase_here(&mut self, span: &Span) -> Term {
        let phase = self.phase(span);
        let here = self.value_of(&phase);
        self.uses.phases |= here.as_value().is_none();
        here
    }

    /// That the process is behind `MPI_Finalize` here.
    pub(super) fn is_finalized_here(&mut self, span: &Span) -> Term {
        if self.here.is_none() {
            return Term::bottom();
        }
        Term::eq(self.phase_here(span), Term::int(BEHIND))
    }

    /// The variable that says how far the process is with MPI.
    pub(super) fn phase(&mut self, span: &Span) -> logic::Var {
        let origin = self.origin(span);
        match self.context.phases {
            true => self.declare(PHASE, Sort::Int, Some(Term::int(BEFORE)), origin),
            false => self.var(PHASE, Sort::Int),
        }
    }

    /// At the start of a process, MPI is not initialised.
    pub(super) fn begin_phases(&mut self) {
        let phase = self.phase(&(0..0));
        self.learn(&phase, &Term::int(BEFORE));
    }

    /// At the end of a process, MPI must be finalized.
    pub(super) fn is_finalized(&mut self, span: &Span) -> Reads<()> {
        if self.context.first_mpi_call().is_none() || self.here.is_none() {
            return Ok(());
        }
        let phase = self.phase_here(span);
        let is_over = Term::ne(phase, Term::int(BETWEEN));
        self.oblige(is_over, span, "end without MPI_Finalize")
    }

    /// Everything that has begun must have been completed.
    pub(super) fn finish_requests(&mut self, span: &Span) -> Reads<()> {
        if !self.context.begins_requests() {
            return Ok(());
        }
        let origin = self.spans.noted(span, "a request that is never completed");
        self.emit(Action::Finish, origin)
    }

    fn enter_phase(&mut self, phase: i64, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let var = self.phase(span);
        if self.context.phases {
            return self.assign(&var, Term::int(phase), origin);
        }
        self.learn(&var, &Term::int(phase));
        Ok(())
    }

    pub(super) fn known_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        let origin = self.origin(span);
        match (name, arguments) {
            ("MPI_Init", _) => self.enter_phase(BETWEEN, span)?,
            ("MPI_Init_thread", [_, _, required, provided]) => {
                self.value(required)?;
                self.enter_phase(BETWEEN, span)?;
                let level = self.any(Sort::Int, Scalar::INT, span)?;
                let is_level = Term::and([
                    Term::ge(level.term.clone(), Term::int(0)),
                    Term::le(level.term.clone(), Term::int(3)),
                ]);
                self.emit(Action::Assume(is_level), origin)?;
                self.write_number(provided, &level)?;
            }
            ("MPI_Initialized" | "MPI_Finalized", [into]) => {
                let phase = self.phase_here(span);
                let is_so = match name {
                    "MPI_Initialized" => Term::ne(phase, Term::int(BEFORE)),
                    _ => Term::eq(phase, Term::int(BEHIND)),
                };
                self.write_number(into, &Value::of_int(is_so))?;
            }
            ("MPI_Finalize", []) => {
                self.give_back(span)?;
                self.finish_requests(span)?;
                let mut finalize = Collective::synchronous("MPI_Finalize");
                // MPI does not promise that it waits for anybody, and C may go on behind it.
                if self.context.operations() == Waiting::Either {
                    finalize.awaits = Awaits::Nobody;
                    finalize.synchronises = Term::bottom();
                }
                self.emit(Action::Collective(finalize), origin)?;
                self.enter_phase(BEHIND, span)?;
            }
            ("MPI_Comm_rank" | "MPI_Comm_size", [communicator, into]) => {
                let own = match self.new_group(communicator)? {
                    Some(group) if name == "MPI_Comm_rank" => Value::of_int(group.rank),
                    Some(group) => Value::of_int(group.size),
                    None => {
                        self.world(communicator)?;
                        Value::int(match name {
                            "MPI_Comm_rank" => self.rank as i64,
                            _ => self.context.size as i64,
                        })
                    }
                };
                self.write_number(into, &own)?;
            }
            ("MPI_Abort", [world, code]) => {
                self.world(world)?;
                self.value(code)?;
                self.oblige(Term::bottom(), span, "the program aborts")?;
            }
            // What would be an error that a handler sees is a failure anyway.
            ("MPI_Comm_set_errhandler" | "MPI_Errhandler_set", [world, _]) => self.world(world)?,
            ("MPI_Wtime", []) => {
                // Time does not go back.
                let time = self.any(Sort::Real, Scalar::Real, span)?;
                let last = self.declare("time$", Sort::Real, None, origin);
                let is_later = Term::le(last.term(), time.term.clone());
                self.emit(Action::Assume(is_later), origin)?;
                self.assign(&last, time.term.clone(), origin)?;
                return Ok(time);
            }
            ("MPI_Wtick", []) => {
                let tick = self.any(Sort::Real, Scalar::Real, span)?;
                let is_positive = Term::lt(Term::real(0), tick.term.clone());
                self.emit(Action::Assume(is_positive), origin)?;
                return Ok(tick);
            }
            ("MPI_Type_size", [datatype, into]) => {
                let datatype = self.datatype(datatype)?;
                let place = if datatype.width() > 1 { 32 } else { 0 };
                let bits = match datatype.scalar {
                    Scalar::Integer { bits, .. } => i64::from(bits),
                    Scalar::Real => 64,
                    Scalar::Float => 32,
                    _ => 8,
                };
                self.write_number(into, &Value::int((bits + place) / 8))?;
            }
            ("MPI_Get_processor_name", [name, length]) => {
                self.processor_name(name, length, span)?;
            }
            ("MPI_Buffer_attach", [memory, size]) => self.attach(memory, size, span)?,
            ("MPI_Buffer_detach", [memory, size]) => self.detach(memory, size, span)?,
            (
                "MPI_Send" | "MPI_Ssend" | "MPI_Bsend" | "MPI_Rsend",
                [buffer, count, datatype, to, tag, world],
            ) => {
                self.world(world)?;
                let outgoing = self.outgoing([buffer, count, datatype], to, tag)?;
                let waiting = self.waiting_of(name);
                self.is_attached(name, &outgoing.to, &outgoing.tag, span)?;
                self.send(&outgoing, span)?;
                self.wait_for_receiver(&outgoing.to, &outgoing.tag, waiting, span)?;
            }
            ("MPI_Recv", [buffer, count, datatype, from, tag, world, status]) => {
                self.world(world)?;
                let incoming = self.incoming([buffer, count, datatype], from, tag, status)?;
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
                let outgoing = self.outgoing([out_buffer, out_count, out_datatype], to, out_tag)?;
                let incoming =
                    self.incoming([in_buffer, in_count, in_datatype], from, in_tag, status)?;
                self.are_apart(&outgoing.buffer, &incoming.buffer, span)?;
                // Both happen at the same time: the send waits, if it does, behind the receive.
                self.exchange(&outgoing, &incoming, span)?;
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
                let outgoing = self.outgoing([buffer, count, datatype], to, out_tag)?;
                let incoming = self.incoming([buffer, count, datatype], from, in_tag, status)?;
                self.exchange(&outgoing, &incoming, span)?;
            }
            ("MPI_Probe", [from, tag, world, status]) => {
                self.world(world)?;
                let looking = self.looking(from, tag, status)?;
                self.probe(&looking, None, None, span)?;
            }
            ("MPI_Iprobe", [from, tag, world, flag, status]) => {
                self.world(world)?;
                let looking = self.looking(from, tag, status)?;
                self.probe(&looking, Some(flag), None, span)?;
            }
            ("MPI_Mprobe", [from, tag, world, message, status]) => {
                self.world(world)?;
                let looking = self.looking(from, tag, status)?;
                self.probe(&looking, None, Some(message), span)?;
            }
            ("MPI_Improbe", [from, tag, world, flag, message, status]) => {
                self.world(world)?;
                let looking = self.looking(from, tag, status)?;
                self.probe(&looking, Some(flag), Some(message), span)?;
            }
            ("MPI_Mrecv", [buffer, count, datatype, message, status]) => {
                self.receive_matched([buffer, count, datatype], message, status, span)?;
            }
            ("MPI_Get_count", [status, datatype, into]) => {
                self.got_count(status, datatype, into, span)?;
            }
            ("MPI_Reduce_local", [from, into, count, datatype, op]) => {
                self.reduce_local([from, into, count, datatype], op, span)?;
            }
            _ if mpi::is_collective(name) => {
                self.by_root(name, arguments, span, |it| {
                    let call = it.collective(name, arguments, span)?;
                    it.emit(Action::Collective(call), origin)
                })?;
            }
            _ => self.request_call(name, arguments, span)?,
        }
        Ok(Value::int(0))
    }

    /// Whether a send waits for its receiver.
    pub(super) fn waiting_of(&mut self, name: &str) -> Waiting {
        let name = name.to_ascii_lowercase();
        if name.contains("ssend") {
            return Waiting::Synchronous;
        }
        if name.contains("bsend") {
            return Waiting::Buffered;
        }
        self.uses.ready |= name.contains("rsend");
        self.uses.sends = true;
        self.context.standard_sends()
    }

    /// The place behind an address.
    pub(super) fn place_behind(&mut self, address: &Expression) -> Reads<Place> {
        let pointer = self.pointer(address)?;
        if pointer == Pointer::Null {
            return Err(Problem::defect(&address.span, "argument that is NULL"));
        }
        self.element(pointer, Term::int(0), &address.span)
    }

    /// Writes a number behind an address.
    pub(super) fn write_number(&mut self, into: &Expression, number: &Value) -> Reads<()> {
        let place = self.place_behind(into)?;
        self.write(&place, number, &into.span)?;
        Ok(())
    }

    /// How many elements a message had.
    fn got_count(
        &mut self,
        status: &Expression,
        datatype: &Expression,
        into: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let datatype = self.datatype(datatype)?;
        let Pointer::Status(status) = self.status(status)? else {
            return Err(Problem::defect(span, "argument that is NULL"));
        };
        // Of a message of another type, it is not known how many elements it has.
        let kind = self.value_of(&status.kind);
        let same = Term::or([
            Term::eq(kind, Term::int(datatype.number)),
            Term::eq(self.value_of(&status.count), Term::int(0)),
        ]);
        self.oblige(
            same,
            span,
            "count of elements of another type than the message's",
        )?;
        let count = Value::of_int(self.value_of(&status.count));
        self.write_number(into, &count)
    }

    /// Any name, and its length.
    fn processor_name(&mut self, name: &Expression, length: &Expression, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let Pointer::Element {
            array,
            rows,
            offset,
        } = self.pointer(name)?
        else {
            return Err(Problem::unsupported(&name.span, "this buffer"));
        };
        let Some(size) = array.sizes.last().map(|size| self.settle(size)) else {
            return Err(Problem::unsupported(&name.span, "this buffer"));
        };
        let behind = Term::sub(size, offset.clone());
        self.oblige(
            Term::le(Term::int(library::LEAST_NAME), behind.clone()),
            &name.span,
            "buffer shorter than MPI_MAX_PROCESSOR_NAME",
        )?;
        // The whole array may be anything, if all of it may be a part of the name or is new.
        let literal = |term: &Term| Value::of_int(term.clone()).literal();
        let is_short = literal(&behind).is_none_or(|size| size <= library::MOST_NAME);
        let is_new = self.known.unwritten.contains(&array.var);
        let is_whole = literal(&offset) == Some(0) && rows.is_empty() && (is_short || is_new);
        if !is_whole {
            let what = "a part of an array for the name of a processor";
            return Err(Problem::unsupported(&name.span, what));
        }
        self.emit(Action::Havoc(array.var.clone()), origin)?;
        let any = self.temporary(Sort::Int, origin);
        self.emit(Action::Havoc(any.clone()), origin)?;
        let is_possible = Term::and([
            Term::ge(any.term(), Term::int(0)),
            Term::lt(any.term(), Term::int(library::MOST_NAME)),
            Term::lt(any.term(), behind),
        ]);
        let row = rows.into_iter().fold(array.var.term(), Term::select);
        let last = Term::select(row, Term::add([offset, any.term()]));
        let ends = Term::eq(last, Term::int(0));
        self.emit(Action::Assume(Term::and([is_possible, ends])), origin)?;
        self.write_number(length, &Value::of_int(any.term()))
    }
}

/// Whether a call computes something of the elements that processes give.
fn is_reduction(name: &str) -> bool {
    let own = name.strip_prefix("MPI_").unwrap_or(name);
    [
        "Reduce",
        "Ireduce",
        "Allreduce",
        "Iallreduce",
        "Scan",
        "Iscan",
        "Exscan",
        "Iexscan",
    ]
    .iter()
    .any(|reduction| own.starts_with(reduction))
}
