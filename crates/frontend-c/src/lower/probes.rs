//! Looking for messages: `MPI_Probe` and its kin, and what a matched probe puts aside.
//!
//! A message that `MPI_Mprobe` has found is in its queue until it is received, since a synchronous send
//! is not over before that; but no other receive gets it. The handle is the number under which it is put
//! aside.

use logic::{Sort, Term};
use program::Origin;
use program::system::{Access, Action, OperationKind, Source};

use crate::library::PROC_NULL;
use crate::mpi;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::requests::Keeper;
use super::scope::StatusVars;
use super::value::Value;

/// What a probe looks for, and where it says what it has found.
pub(super) struct Looking {
    from: Term,
    tag: Term,
    status: Option<StatusVars>,
}

impl Lowering<'_, '_> {
    /// What the arguments of a probe say.
    pub(super) fn looking(
        &mut self,
        from: &Expression,
        tag: &Expression,
        status: &Expression,
    ) -> Reads<Looking> {
        Ok(Looking {
            from: self.integer(from)?,
            tag: self.received_tag(tag)?,
            status: self.optional_status(status)?,
        })
    }

    /// `MPI_Probe`; with a flag it does not wait, with a message it puts aside what it finds.
    pub(super) fn probe(
        &mut self,
        looking: &Looking,
        flag: Option<&Expression>,
        message: Option<&Expression>,
        span: &Span,
    ) -> Reads<()> {
        // A send waits for its own message only; where others with its tag may be put aside before it,
        // it is not known which is whose.
        if message.is_some() && self.context.leaves_sends() {
            let what = "putting messages aside in a program with sends that go on by themselves";
            return Err(Problem::unsupported(span, what));
        }
        let origin = self.origin(span);
        let status = looking.status.as_ref();
        let found = flag.map(|_| self.temporary(Sort::Int, origin));
        let aside = message.map(|_| self.temporary(Sort::Int, origin));
        self.uses.races |= flag.is_some();
        // What a probe that finds nothing leaves behind is anything.
        if let (Some(_), Some(aside)) = (&found, &aside) {
            self.emit(Action::Havoc(aside.clone()), origin)?;
        }
        let filled = self.filled(status);
        let measures = match filled.measures.is_empty() {
            true => Vec::new(),
            false => self.measures_of_any(span)?,
        };
        self.by_source(
            (&looking.from, &looking.tag),
            origin,
            |it| {
                it.learn_nothing(status, origin)?;
                if let Some(aside) = &aside {
                    it.assign(aside, Term::int(mpi::MESSAGE_NO_PROC), origin)?;
                }
                match &found {
                    Some(found) => it.assign(found, Term::int(1), origin),
                    None => Ok(()),
                }
            },
            |it, source, tag| {
                let action = Action::Probe {
                    from: source,
                    tag,
                    status: filled.clone(),
                    measures: measures.clone(),
                    waits: found.is_none(),
                    found_into: found.clone(),
                    aside_into: aside.clone(),
                };
                it.emit(action, origin)
            },
        )?;
        if let (Some(flag), Some(found)) = (flag, found) {
            let value = Value::of_int(self.value_of(&found));
            self.write_number(flag, &value)?;
        }
        if let (Some(message), Some(aside)) = (message, aside) {
            let value = Value::of_int(self.value_of(&aside));
            self.write_number(message, &value)?;
        }
        Ok(())
    }

    /// The number of a message that a probe has matched, which is used up.
    fn matched(&mut self, message: &Expression, span: &Span) -> Reads<Term> {
        let origin = self.origin(span);
        let place = self.place_behind(message)?;
        let number = self.read(&place, &message.span)?.number();
        let number = match number.as_value() {
            Some(_) => number,
            None => {
                let kept = self.temporary(Sort::Int, origin);
                self.assign(&kept, number, origin)?;
                self.value_of(&kept)
            }
        };
        self.oblige(
            Term::ne(number.clone(), Term::int(mpi::MESSAGE_NULL)),
            &message.span,
            "message that is MPI_MESSAGE_NULL",
        )?;
        self.store(&place, Term::int(mpi::MESSAGE_NULL), origin, span)?;
        Ok(number)
    }

    /// That a matched message is one of nobody.
    fn is_of_nobody(&self, number: &Term) -> Term {
        Term::eq(number.clone(), Term::int(mpi::MESSAGE_NO_PROC))
    }

    /// `MPI_Mrecv`.
    pub(super) fn receive_matched(
        &mut self,
        [buffer, count, datatype]: [&Expression; 3],
        message: &Expression,
        status: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.noted_message(span);
        let at = &buffer.span;
        let buffer = self.buffer(buffer, count, datatype)?;
        self.are_writable(&buffer, at)?;
        self.claim(buffer.areas(Access::Write), at)?;
        let status = self.optional_status(status)?;
        let number = self.matched(message, span)?;
        let into = self.landing_place(&buffer, origin);
        self.branch(
            &self.is_of_nobody(&number),
            origin,
            |it| it.learn_nothing(status.as_ref(), origin),
            |it| {
                let from = Source::Aside(number.clone());
                it.take_message((from, None), &buffer, &into, status.as_ref(), span)
            },
        )
    }

    /// `MPI_Imrecv`.
    pub(super) fn begin_matched(
        &mut self,
        [buffer, count, datatype]: [&Expression; 3],
        message: &Expression,
        request: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.noted_message(span);
        let at = &buffer.span;
        let buffer = self.buffer(buffer, count, datatype)?;
        self.are_writable(&buffer, at)?;
        let number = self.matched(message, span)?;
        let mut keeper = Keeper::default();
        let own = buffer.map(&mut |term| keeper.keep(term));
        let from = Source::Aside(keeper.keep(&number));
        let kind = self.receiving(&own, from, None);
        let place = self.place_behind(request)?;
        let areas = own.areas(Access::Write);
        let operation = self.operation(kind, keeper, areas, false);
        let nobody = program::system::Operation {
            kind: OperationKind::Nothing {
                source: Some(PROC_NULL),
            },
            ..operation.clone()
        };
        self.branch(
            &self.is_of_nobody(&number),
            origin,
            |it| it.emit_begin(nobody, &place, span),
            |it| it.emit_begin(operation, &place, span),
        )
    }

    fn noted_message(&mut self, span: &Span) -> Origin {
        self.spans.noted(span, "message that no probe has matched")
    }
}
