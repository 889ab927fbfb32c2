//! Messages from one process to another.

use logic::{Sort, Symbol, Term};
use program::Origin;
use program::system::{Action, Source};

use crate::library::{ANY_SOURCE, ANY_TAG, PROC_NULL};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::buffers::Buffer;
use super::scope::{Pointer, StatusVars};

/// Whether a send waits for its receiver.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
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
    pub(super) fn outgoing(
        &mut self,
        buffer: &Expression,
        count: &Expression,
        datatype: &Expression,
        to: &Expression,
        tag: &Expression,
    ) -> Reads<Outgoing> {
        let span = &buffer.span;
        let buffer = self.open_buffer(buffer, count, datatype)?;
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

    pub(super) fn incoming(
        &mut self,
        buffer: &Expression,
        count: &Expression,
        datatype: &Expression,
        from: &Expression,
        tag: &Expression,
        status: &Expression,
    ) -> Reads<Incoming> {
        let buffer = self.open_buffer(buffer, count, datatype)?;
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

    pub(super) fn exchange(
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
}
