//! Messages from one process to another.

use logic::{Sort, Term, Var};
use program::Origin;
use program::system::{Access, Action, Source, Status, message};

use crate::library::{ANY_SOURCE, ANY_TAG, PROC_NULL};
use crate::mpi;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::buffers::Buffer;
use super::declarations::Start;
use super::scope::{Mark, Pointer, StatusVars};

/// The most statuses of an array.
const MOST_STATUSES: i64 = 1024;

/// Whether a send waits for its receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Waiting {
    /// It returns at once; MPI keeps the message.
    Buffered,
    /// It returns when the message is received.
    Synchronous,
    /// It does the one or the other.
    Either,
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
    /// The variables of a status.
    pub(super) fn status_variables(
        &mut self,
        name: &str,
        start: &Start,
        origin: Origin,
    ) -> Reads<StatusVars> {
        let mut part = |part: &str| {
            let var = self.declare(&format!("{name}.{part}"), Sort::Int, None, origin);
            if matches!(start, Start::Open) {
                self.unwritten(&var, origin)?;
            }
            Ok(var)
        };
        Ok(StatusVars {
            source: part("MPI_SOURCE")?,
            tag: part("MPI_TAG")?,
            count: part("count")?,
            kind: part("kind")?,
        })
    }

    /// The size of an array of statuses, each of which is something of its own.
    pub(super) fn literal_size(&mut self, sizes: &[Option<Expression>], span: &Span) -> Reads<i64> {
        if let [Some(size)] = sizes
            && let Some(size) = self.value(size)?.literal()
            && (0..=MOST_STATUSES).contains(&size)
        {
            return Ok(size);
        }
        let problem = Problem::unsupported(span, "an array of this type and size");
        Err(problem.hint("the size must follow from ranks, the number of processes and literals"))
    }

    /// The tag of a message that is sent.
    pub(super) fn sent_tag(&mut self, tag: &Expression) -> Reads<Term> {
        let number = self.integer(tag)?;
        let is_allowed = Term::and([
            Term::ge(number.clone(), Term::int(0)),
            Term::le(number.clone(), Term::int(mpi::LARGEST_TAG)),
        ]);
        self.oblige(
            is_allowed,
            &tag.span,
            "tag that is negative or beyond 32767, the largest that MPI promises",
        )?;
        Ok(number)
    }

    /// The tag of a message that is received.
    pub(super) fn received_tag(&mut self, tag: &Expression) -> Reads<Term> {
        let number = self.integer(tag)?;
        let is_any = Term::eq(number.clone(), Term::int(ANY_TAG));
        let is_allowed = Term::and([
            Term::ge(number.clone(), Term::int(0)),
            Term::le(number.clone(), Term::int(mpi::LARGEST_TAG)),
        ]);
        self.oblige(
            Term::or([is_any, is_allowed]),
            &tag.span,
            "tag that is negative or beyond 32767, the largest that MPI promises",
        )?;
        Ok(number)
    }

    pub(super) fn outgoing(
        &mut self,
        [buffer, count, datatype]: [&Expression; 3],
        to: &Expression,
        tag: &Expression,
    ) -> Reads<Outgoing> {
        let span = &buffer.span;
        let buffer = self.buffer(buffer, count, datatype)?;
        let value = self.pack(&buffer, span)?;
        let to = self.integer(to)?;
        let tag = self.sent_tag(tag)?;
        Ok(Outgoing {
            to,
            tag,
            value,
            buffer,
        })
    }

    pub(super) fn incoming(
        &mut self,
        [buffer, count, datatype]: [&Expression; 3],
        from: &Expression,
        tag: &Expression,
        status: &Expression,
    ) -> Reads<Incoming> {
        let span = &buffer.span;
        let buffer = self.buffer(buffer, count, datatype)?;
        self.are_writable(&buffer, span)?;
        self.claim(buffer.areas(Access::Write), span)?;
        let from = self.integer(from)?;
        let tag = self.received_tag(tag)?;
        let status = self.optional_status(status)?;
        Ok(Incoming {
            buffer,
            from,
            tag,
            status,
        })
    }

    /// The status behind an argument.
    pub(super) fn status(&mut self, status: &Expression) -> Reads<Pointer> {
        match self.pointer(status)? {
            pointer @ (Pointer::Status(_) | Pointer::Null | Pointer::Mark(Mark::Ignore)) => {
                Ok(pointer)
            }
            _ => Err(Problem::wrong(
                &status.span,
                "this must be the address of an MPI_Status",
            )),
        }
    }

    /// The status behind an argument, unless the program does not want it.
    pub(super) fn optional_status(&mut self, status: &Expression) -> Reads<Option<StatusVars>> {
        match self.status(status)? {
            Pointer::Status(status) => Ok(Some(status)),
            Pointer::Mark(_) => Ok(None),
            _ => Err(Problem::defect(&status.span, "status that is NULL")),
        }
    }

    /// Two buffers of one call have no place in common.
    pub(super) fn are_apart(&mut self, read: &Buffer, written: &Buffer, span: &Span) -> Reads<()> {
        let mut clashes = Vec::new();
        let written = written.areas(Access::Write);
        for area in read.areas(Access::Read) {
            clashes.extend(written.iter().filter_map(|other| area.clashes_with(other)));
        }
        self.oblige(
            Term::not(Term::or(clashes)),
            span,
            "buffers that have elements in common",
        )
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

    /// Waits for the receiver, where the mode of a send says so.
    pub(super) fn wait_for_receiver(
        &mut self,
        to: &Term,
        tag: &Term,
        waiting: Waiting,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let (to, tag) = (to.clone(), tag.clone());
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, &to);
        let flush = Action::Flush {
            to: to.clone(),
            tag: tag.clone(),
        };
        match waiting {
            Waiting::Buffered => Ok(()),
            Waiting::Synchronous => {
                self.branch(&is_nobody, origin, |_| Ok(()), |it| it.emit(flush, origin))
            }
            Waiting::Either => self.branch(
                &is_nobody,
                origin,
                |_| Ok(()),
                |it| {
                    let into = it.temporary(Sort::Bool, origin);
                    let decide = Action::MayWait {
                        to,
                        tag,
                        into: into.clone(),
                    };
                    it.emit(decide, origin)?;
                    it.branch(
                        &into.term(),
                        origin,
                        |it| it.emit(flush, origin),
                        |_| Ok(()),
                    )
                },
            ),
        }
    }

    pub(super) fn exchange(
        &mut self,
        outgoing: &Outgoing,
        incoming: &Incoming,
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
        self.is_attached("MPI_Sendrecv", &outgoing.to, &outgoing.tag, span)?;
        self.send(&outgoing, span)?;
        self.receive(incoming, span)?;
        let waiting = self.waiting_of("MPI_Send");
        self.wait_for_receiver(&outgoing.to, &outgoing.tag, waiting, span)
    }

    /// That a term is one of MPI's special numbers. What is no literal can be one only where the file
    /// mentions it, or MPI says it.
    pub(super) fn is_special(&self, name: &str, special: i64, term: &Term) -> Term {
        // A receive from nobody says that its tag is any, and so does a request that stands for nothing,
        // of its source as well.
        let is_told = match special {
            ANY_TAG => self.context.mentions("MPI_PROC_NULL") || self.context.may_tell("MPI_TAG"),
            ANY_SOURCE => self.context.may_tell("MPI_SOURCE"),
            _ => false,
        };
        if term.as_value().is_none() && !is_told && !self.context.mentions(name) {
            return Term::bottom();
        }
        Term::eq(term.clone(), Term::int(special))
    }

    /// Does something for each kind of sender that a rank may be, and for each kind of tag.
    pub(super) fn by_source(
        &mut self,
        (from, tag): (&Term, &Term),
        origin: Origin,
        nothing: impl FnOnce(&mut Self) -> Reads<()>,
        something: impl Fn(&mut Self, Source, Option<Term>) -> Reads<()>,
    ) -> Reads<()> {
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, from);
        let is_anybody = self.is_special("MPI_ANY_SOURCE", ANY_SOURCE, from);
        let is_any_tag = self.is_special("MPI_ANY_TAG", ANY_TAG, tag);
        self.uses.races |= !is_anybody.is_false();
        let something = &something;
        self.branch(&is_nobody, origin, nothing, |it| {
            let with_tag = |it: &mut Self, source: &Source| {
                it.branch(
                    &is_any_tag,
                    origin,
                    |it| something(it, source.clone(), None),
                    |it| something(it, source.clone(), Some(tag.clone())),
                )
            };
            it.branch(
                &is_anybody,
                origin,
                |it| with_tag(it, &Source::Any),
                |it| with_tag(it, &Source::Rank(from.clone())),
            )
        })
    }

    pub(super) fn receive(&mut self, incoming: &Incoming, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let status = incoming.status.as_ref();
        let landing = self.landing_place(&incoming.buffer, origin);
        self.by_source(
            (&incoming.from, &incoming.tag),
            origin,
            |it| it.learn_nothing(status, origin),
            |it, source, tag| {
                it.take_message((source, tag), &incoming.buffer, &landing, status, span)
            },
        )
    }

    /// Where a message is put first that is received into a buffer.
    pub(super) fn landing_place(&mut self, buffer: &Buffer, origin: Origin) -> Var {
        match self.direct(buffer) {
            Some(var) => var,
            None => {
                let sort = buffer.message_sort(self.context.payload);
                self.temporary(sort, origin)
            }
        }
    }

    /// Receives a message into a buffer.
    pub(super) fn take_message(
        &mut self,
        (from, tag): (Source, Option<Term>),
        buffer: &Buffer,
        into: &Var,
        status: Option<&StatusVars>,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let action = Action::Receive {
            from,
            tag,
            into: into.clone(),
            sender_into: status.map(|status| status.source.clone()),
            tag_into: status.map(|status| status.tag.clone()),
        };
        self.emit(action, origin)?;
        // Only a program that asks for the count needs to know it.
        if let Some(status) = status
            && self.context.asks_for_counts()
        {
            let count = self.message_length(&into.term());
            self.assign(&status.count, count, origin)?;
            let kind = Term::int(buffer.datatype.number);
            self.assign(&status.kind, kind, origin)?;
        }
        match self.direct(buffer) {
            Some(_) => Ok(()),
            None => self.unpack(into, buffer, origin, span),
        }
    }

    /// What a receive from `MPI_PROC_NULL` says.
    pub(super) fn learn_nothing(
        &mut self,
        status: Option<&StatusVars>,
        origin: Origin,
    ) -> Reads<()> {
        if let Some(status) = status {
            self.assign(&status.source, Term::int(PROC_NULL), origin)?;
            self.assign(&status.tag, Term::int(ANY_TAG), origin)?;
            self.assign(&status.count, Term::int(0), origin)?;
        }
        Ok(())
    }

    /// The variables of a status, as an action fills them.
    pub(super) fn filled(&self, status: Option<&StatusVars>) -> Status {
        let asks = self.context.asks_for_counts();
        match status {
            None => Status::default(),
            Some(status) => Status {
                source: Some(status.source.clone()),
                tag: Some(status.tag.clone()),
                measures: match asks {
                    true => vec![status.count.clone(), status.kind.clone()],
                    false => Vec::new(),
                },
            },
        }
    }

    /// What is measured of a message of which only its sort is known: how many elements it has, and of
    /// which type they are.
    pub(super) fn measures_of_any(&mut self, span: &Span) -> Reads<Vec<Term>> {
        let types: Vec<mpi::Datatype> = self
            .context
            .datatypes
            .iter()
            .filter_map(|number| mpi::datatype(*number))
            .collect();
        let Some(first) = types.first() else {
            return Ok(vec![Term::int(0), Term::int(0)]);
        };
        let like = Buffer::new(Vec::new(), *first);
        if types
            .iter()
            .any(|it| it.scalar.is_real() != first.scalar.is_real())
        {
            let what = "looking at a message in a program that sends integers and reals";
            return Err(Problem::unsupported(span, what));
        }
        let message = message(like.message_sort(self.context.payload)).term();
        Ok(vec![
            self.message_length(&message),
            self.message_kind(&message, *first),
        ])
    }
}
