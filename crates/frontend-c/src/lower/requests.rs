//! Nonblocking communication: what begins at one place and is completed at another.
//!
//! A request is a number, as every handle is: that of an operation of the process which has begun. What
//! an operation needs when it is completed, such as where its buffer is, it keeps from its beginning on.
//! Its buffer is in use until then, which every access of the program has to respect.

use logic::{Sort, Term, Var};
use program::system::{
    Access, Action, Area, Completion, Extent, FIRST_PERSISTENT, Operation, OperationKind, Source,
    kept, message,
};

use crate::library::PROC_NULL;
use crate::mpi;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::arguments::MOST_ELEMENTS;
use super::buffers::{Buffer, Length};
use super::messages::Waiting;
use super::places::Place;
use super::scope::{Binding, Mark, Pointer, StatusVars};
use super::value::Value;

/// Whether a standard send waits that is about to start.
const START_WAITS: &str = "mpi$waits";

/// What an operation keeps from its beginning on.
#[derive(Default)]
pub(super) struct Keeper {
    /// Whether it is completed where it begins, so that nothing need be kept.
    pub(super) is_at_once: bool,
    terms: Vec<Term>,
}

impl Keeper {
    /// A keeper for what is completed at once.
    pub(super) fn at_once() -> Self {
        Keeper {
            is_at_once: true,
            terms: Vec::new(),
        }
    }

    /// What stands for a term when the operation is completed.
    pub(super) fn keep(&mut self, term: &Term) -> Term {
        if self.is_at_once || term.as_value().is_some() {
            return term.clone();
        }
        let known = self.terms.iter().position(|own| own == term);
        let position = known.unwrap_or_else(|| {
            self.terms.push(term.clone());
            self.terms.len() - 1
        });
        kept(position, term.sort().carrier()).term()
    }
}

impl Lowering<'_, '_> {
    pub(super) fn request_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<()> {
        let is_persistent = name.ends_with("_init");
        match (name, arguments) {
            (
                "MPI_Isend" | "MPI_Issend" | "MPI_Ibsend" | "MPI_Irsend" | "MPI_Send_init"
                | "MPI_Ssend_init" | "MPI_Bsend_init" | "MPI_Rsend_init",
                [buffer, count, datatype, to, tag, world, request],
            ) => {
                self.world(world)?;
                let buffer = self.buffer(buffer, count, datatype)?;
                let to = self.integer(to)?;
                let tag = self.sent_tag(tag)?;
                self.is_attached(name, &to, &tag, span)?;
                let waits = self.choice(name, span)?;
                let mut keeper = Keeper::default();
                let waits = match is_persistent {
                    true => waits,
                    false => keeper.keep(&waits),
                };
                let own = buffer.map(&mut |term| keeper.keep(term));
                let kind = OperationKind::Send {
                    to: keeper.keep(&to),
                    tag: keeper.keep(&tag),
                    value: self.packed_later(&own),
                    waits,
                };
                let areas = own.areas(Access::Read);
                let operation = self.operation(kind, keeper, areas, is_persistent);
                self.begin(&to, operation, request, span)?;
            }
            (
                "MPI_Irecv" | "MPI_Recv_init",
                [buffer, count, datatype, from, tag, world, request],
            ) => {
                self.world(world)?;
                let buffer = self.buffer(buffer, count, datatype)?;
                self.are_writable(&buffer, span)?;
                let from = self.integer(from)?;
                let tag = self.received_tag(tag)?;
                let mut keeper = Keeper::default();
                let own = buffer.map(&mut |term| keeper.keep(term));
                let kept = (keeper.keep(&from), keeper.keep(&tag));
                let areas = own.areas(Access::Write);
                let place = self.place_behind(request)?;
                let origin = self.origin(span);
                let nobody = OperationKind::Nothing {
                    source: Some(PROC_NULL),
                };
                let operation = self.operation(nobody, keeper, areas, is_persistent);
                self.by_source(
                    (&from, &tag),
                    origin,
                    |it| it.emit_begin(operation.clone(), &place, span),
                    |it, source, wanted| {
                        let source = match source {
                            Source::Rank(_) => Source::Rank(kept.0.clone()),
                            other => other,
                        };
                        let wanted = wanted.map(|_| kept.1.clone());
                        let operation = Operation {
                            kind: it.receiving(&own, source, wanted),
                            ..operation.clone()
                        };
                        it.emit_begin(operation, &place, span)
                    },
                )?;
            }
            ("MPI_Imrecv", [buffer, count, datatype, message, request]) => {
                self.begin_matched([buffer, count, datatype], message, request, span)?;
            }
            ("MPI_Start", [request]) => {
                let place = self.place_behind(request)?;
                self.start(&place, span)?;
            }
            ("MPI_Startall", [count, requests]) => {
                let places = self.requests(requests, count)?;
                if places.len() > 1 && !self.context.unit.starts_in_any_order() {
                    let what =
                        "starting requests together whose order decides which message is whose";
                    return Err(Problem::unsupported(span, what));
                }
                for place in places {
                    self.start(&place, span)?;
                }
            }
            ("MPI_Request_free", [request]) => {
                let place = self.place_behind(request)?;
                let number = self.read(&place, span)?.number();
                let origin = self.spans.noted(span, "request that is not under way");
                self.emit(Action::Free { request: number }, origin)?;
                self.set_request(&place, Term::int(mpi::REQUEST_NULL), span)?;
            }
            ("MPI_Wait", [request, status]) => {
                let places = vec![self.place_behind(request)?];
                let statuses = self.optional_status(status)?.into_iter().collect();
                self.complete(&places, Extent::One, true, statuses, span)?;
            }
            ("MPI_Test", [request, flag, status]) => {
                let places = vec![self.place_behind(request)?];
                let statuses = self.optional_status(status)?.into_iter().collect();
                let (done, _) = self.complete(&places, Extent::One, false, statuses, span)?;
                self.write_number(flag, &Value::of_int(done))?;
            }
            ("MPI_Waitall", [count, requests, statuses]) => {
                let places = self.requests(requests, count)?;
                let statuses = self.statuses(statuses, places.len())?;
                self.complete(&places, Extent::All, true, statuses, span)?;
            }
            ("MPI_Testall", [count, requests, flag, statuses]) => {
                let places = self.requests(requests, count)?;
                let statuses = self.statuses(statuses, places.len())?;
                let (done, _) = self.complete(&places, Extent::All, false, statuses, span)?;
                self.write_number(flag, &Value::of_int(done))?;
            }
            ("MPI_Waitany", [count, requests, index, status]) => {
                let places = self.requests(requests, count)?;
                let statuses = self.optional_status(status)?.into_iter().collect();
                let (_, which) = self.complete(&places, Extent::One, true, statuses, span)?;
                self.write_number(index, &position(&which))?;
            }
            ("MPI_Testany", [count, requests, index, flag, status]) => {
                let places = self.requests(requests, count)?;
                let statuses = self.optional_status(status)?.into_iter().collect();
                let (done, which) = self.complete(&places, Extent::One, false, statuses, span)?;
                self.write_number(index, &position(&which))?;
                self.write_number(flag, &Value::of_int(done))?;
            }
            ("MPI_Waitsome" | "MPI_Testsome", [count, requests, number, indices, statuses]) => {
                if self.mpi_mark(statuses)? != Some(Mark::Ignore) {
                    let what = "the statuses of some requests";
                    return Err(Problem::unsupported(&statuses.span, what));
                }
                let places = self.requests(requests, count)?;
                self.complete_some(&places, name == "MPI_Waitsome", number, indices, span)?;
            }
            _ => {
                let Some(blocking) = mpi::blocking(name) else {
                    let what = format!("`{name}` is not supported yet");
                    return Err(Problem::unsupported(span, what));
                };
                let Some((request, arguments)) = arguments.split_last() else {
                    return Err(Problem::wrong(span, "this call has no arguments"));
                };
                self.by_root(&blocking, arguments, span, |it| {
                    let mut keeper = Keeper::default();
                    let (mut call, areas) =
                        it.group_call(&blocking, arguments, &mut keeper, span)?;
                    call.name = logic::Symbol::new(name);
                    let kind = OperationKind::Collective(call);
                    let operation = it.operation(kind, keeper, areas, false);
                    let place = it.place_behind(request)?;
                    it.emit_begin(operation, &place, span)
                })?;
            }
        }
        Ok(())
    }

    /// A receive into a buffer, all over what is kept.
    pub(super) fn receiving(
        &self,
        buffer: &Buffer,
        from: Source,
        tag: Option<Term>,
    ) -> OperationKind {
        let sort = buffer.message_sort(self.context.payload);
        let message = message(sort.clone()).term();
        let landing = self.landing(&message, buffer, Length::AtMost);
        let measures = match self.context.asks_for_counts() {
            true => vec![
                self.message_length(&message),
                Term::int(buffer.datatype.number),
            ],
            false => Vec::new(),
        };
        OperationKind::Receive {
            from,
            tag,
            sort,
            demands: landing.demands,
            deliver: landing.deliver,
            measures,
        }
    }

    pub(super) fn operation(
        &mut self,
        kind: OperationKind,
        keeper: Keeper,
        areas: Vec<Area>,
        is_persistent: bool,
    ) -> Operation {
        let vars: Vec<Var> = areas.iter().map(|area| area.var.clone()).collect();
        if is_persistent {
            self.uses.lasting.extend(vars.iter().cloned());
        }
        self.uses.held.extend(vars);
        Operation {
            kind,
            kept: keeper.terms,
            areas,
            is_persistent,
        }
    }

    /// Whether a send waits for its receiver, as a term: any, where it may do both.
    fn choice(&mut self, name: &str, span: &Span) -> Reads<Term> {
        Ok(match self.waiting_of(name) {
            Waiting::Synchronous => Term::top(),
            Waiting::Buffered => Term::bottom(),
            // A persistent one decides with each start.
            Waiting::Either if name.ends_with("_init") => self.start_waits(span).term(),
            Waiting::Either => self.any_truth(span)?,
        })
    }

    /// The variable that says whether a persistent send waits which is about to start.
    fn start_waits(&mut self, span: &Span) -> Var {
        let origin = self.origin(span);
        self.declare(START_WAITS, Sort::Bool, Some(Term::bottom()), origin)
    }

    /// Any truth value.
    pub(super) fn any_truth(&mut self, span: &Span) -> Reads<Term> {
        let origin = self.origin(span);
        let any = self.temporary(Sort::Bool, origin);
        self.emit(Action::Havoc(any.clone()), origin)?;
        Ok(any.term())
    }

    /// Begins a send, which may be to nobody.
    fn begin(
        &mut self,
        partner: &Term,
        operation: Operation,
        request: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let place = self.place_behind(request)?;
        let is_nobody = self.is_special("MPI_PROC_NULL", PROC_NULL, partner);
        let nobody = Operation {
            kind: OperationKind::Nothing { source: None },
            ..operation.clone()
        };
        self.branch(
            &is_nobody,
            origin,
            |it| it.emit_begin(nobody, &place, span),
            |it| it.emit_begin(operation, &place, span),
        )
    }

    pub(super) fn emit_begin(
        &mut self,
        operation: Operation,
        place: &Place,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let into = self.temporary(Sort::Int, origin);
        self.emit(
            Action::Begin {
                operation,
                into: into.clone(),
                avoids: Vec::new(),
            },
            origin,
        )?;
        self.set_request(place, into.term(), span)
    }

    fn set_request(&mut self, place: &Place, number: Term, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        if let Place::Element { array, .. } = place {
            let size = array.sizes.first().map(|size| self.settle(size));
            let size = size.and_then(|size| Value::of_int(size).literal());
            let arrays = &mut self.uses.request_arrays;
            arrays.insert(array.var.clone(), (size, span.clone()));
        }
        self.store(place, number, origin, span)
    }

    fn start(&mut self, place: &Place, span: &Span) -> Reads<()> {
        let number = self.read(place, span)?.number();
        if self.context.standard_sends() == Waiting::Either {
            let waits = self.start_waits(span);
            let origin = self.origin(span);
            self.emit(Action::Havoc(waits), origin)?;
        }
        let origin = self.spans.noted(span, "request that cannot be started");
        self.emit(Action::Start { request: number }, origin)
    }

    /// The places of requests that follow each other.
    fn requests(&mut self, requests: &Expression, count: &Expression) -> Reads<Vec<Place>> {
        let count = self.count(count)?;
        let span = &requests.span;
        if count > MOST_ELEMENTS {
            return Err(Problem::unsupported(span, "this many requests"));
        }
        match self.pointer(requests)? {
            Pointer::Element {
                array,
                rows,
                offset,
            } => self.elements(array, rows, offset, count, span),
            Pointer::Scalar(var, scalar) => {
                let fits = Term::bool(count <= 1);
                self.oblige(fits, span, "more requests than there are")?;
                let places = vec![Place::Variable(var, scalar)];
                Ok(places
                    .into_iter()
                    .take(usize::try_from(count).unwrap_or(0))
                    .collect())
            }
            _ if count == 0 => Ok(Vec::new()),
            _ => Err(Problem::unsupported(span, "requests given like this")),
        }
    }

    /// The statuses behind an argument.
    fn statuses(&mut self, status: &Expression, count: usize) -> Reads<Vec<StatusVars>> {
        if let crate::syntax::ExpressionKind::Name(name) = &status.kind
            && let Some(Binding::Statuses(all)) = self.scope.find(*name)
        {
            let all = all.clone();
            let fits = Term::bool(count <= all.len());
            self.oblige(fits, &status.span, "fewer statuses than requests")?;
            return Ok(all);
        }
        match self.optional_status(status)? {
            Some(one) if count <= 1 => Ok(vec![one]),
            Some(_) => Err(Problem::unsupported(&status.span, "these statuses")),
            None => Ok(Vec::new()),
        }
    }

    /// Completes requests. Gives whether something was completed, and which.
    fn complete(
        &mut self,
        places: &[Place],
        extent: Extent,
        waits: bool,
        statuses: Vec<StatusVars>,
        span: &Span,
    ) -> Reads<(Term, Term)> {
        let origin = self.spans.noted(span, "request that is not under way");
        self.uses.races |= !waits || extent == Extent::One && places.len() > 1;
        let mut numbers = Vec::new();
        for place in places {
            numbers.push(self.read(place, span)?.number());
        }
        let done = (!waits).then(|| self.temporary(Sort::Int, origin));
        let which = (extent == Extent::One).then(|| self.temporary(Sort::Int, origin));
        // Of an array, only as many as there are requests are written.
        let wanted = match extent {
            Extent::One => 1,
            Extent::All => places.len(),
        };
        let filled = statuses.iter().take(wanted);
        let statuses = filled.map(|status| self.filled(Some(status))).collect();
        self.emit(
            Action::Complete(Completion {
                requests: numbers.clone(),
                extent,
                waits,
                done_into: done.clone(),
                which_into: which.clone(),
                statuses,
            }),
            origin,
        )?;
        self.forget_held();
        let done = done.map_or_else(|| Term::int(1), |done| done.term());
        let which = which.map_or_else(|| Term::int(-1), |which| which.term());
        for (position, (place, number)) in places.iter().zip(numbers).enumerate() {
            let null = Term::int(mpi::REQUEST_NULL);
            let over = match self.context.has_persistent() {
                false => null,
                true => {
                    let first = Term::int(i64::from(FIRST_PERSISTENT));
                    Term::ite(Term::le(first, number.clone()), number.clone(), null)
                }
            };
            let is_over = match extent {
                Extent::All => Term::eq(done.clone(), Term::int(1)),
                Extent::One if places.len() == 1 && waits => Term::top(),
                Extent::One if places.len() == 1 => Term::eq(done.clone(), Term::int(1)),
                Extent::One => Term::eq(which.clone(), Term::int(position as i64)),
            };
            self.set_request(place, Term::ite(is_over, over, number), span)?;
        }
        Ok((done, which))
    }

    /// What is completed may have written anything that it was to write.
    pub(super) fn forget_held(&mut self) {
        let held: Vec<Var> = self.context.held.iter().cloned().collect();
        for var in &held {
            self.known.forget(var);
        }
    }

    /// `MPI_Waitsome` and `MPI_Testsome`: one after the other, as long as that goes.
    fn complete_some(
        &mut self,
        places: &[Place],
        waits: bool,
        number: &Expression,
        indices: &Expression,
        span: &Span,
    ) -> Reads<()> {
        let origin = self.origin(span);
        let count = self.temporary(Sort::Int, origin);
        // Where there is nothing to complete at all, nothing is under way.
        let none = Term::int(mpi::UNDEFINED);
        self.assign(&count, none.clone(), origin)?;
        let array = self.pointer(indices)?;
        for round in 0..places.len() {
            let waits = waits && round == 0;
            let (done, which) = self.complete(places, Extent::One, waits, Vec::new(), span)?;
            if round == 0 {
                let nothing = Term::and([
                    Term::eq(done, Term::int(1)),
                    Term::eq(which.clone(), Term::int(-1)),
                ]);
                let first = Term::ite(nothing, none.clone(), Term::int(0));
                self.assign(&count, first, origin)?;
            }
            let some = Term::le(Term::int(0), which.clone());
            let at = count.term();
            self.branch(
                &some,
                origin,
                |it| {
                    let place = it.element(array.clone(), at.clone(), &indices.span)?;
                    it.write(&place, &Value::of_int(which.clone()), &indices.span)?;
                    it.assign(&count, Term::add([at.clone(), Term::int(1)]), origin)
                },
                |_| Ok(()),
            )?;
        }
        self.write_number(number, &Value::of_int(count.term()))
    }

    /// Claims that nothing under way uses a place.
    pub(super) fn may_access(&mut self, place: &Place, access: Access, span: &Span) -> Reads<()> {
        self.claim(vec![super::buffers::area_of(place, access)], span)
    }
}

/// A position as MPI gives it.
fn position(which: &Term) -> Value {
    let is_none = Term::eq(which.clone(), Term::int(-1));
    Value::of_int(Term::ite(is_none, Term::int(mpi::UNDEFINED), which.clone()))
}
