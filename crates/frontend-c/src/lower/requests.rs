//! Nonblocking communication.
//!
//! `MPI_Isend` sends at once, and `MPI_Irecv` receives where the program waits for it: until then
//! nobody may look at its buffer, which is an obligation of every access. What is under way is known
//! where the text is read ([`super::known`]); a request that depends on values is unsupported.
//!
//! MPI gives a message to the receive that was begun first, so that waiting in another order makes a
//! difference where two of them fit the same message: that is unsupported. So is a process that
//! waits for something else while a receive is under way, in a program whose sends wait: they would
//! wait for the end of the receive here, and in MPI only for its beginning.

use logic::{Symbol, Term};

use crate::Buffering;
use crate::library::{ANY_SOURCE, ANY_TAG};
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::buffers::Buffer;
use super::handles::{Handle, Handles};
use super::messages::{Incoming, Outgoing};
use super::places::Place;
use super::scope::StatusVars;
use super::value::Value;

/// What is under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    Send {
        to: Term,
        tag: Term,
        buffer: Buffer,
        waits: bool,
    },
    Receive {
        from: Term,
        tag: Term,
        buffer: Buffer,
    },
    /// Different things on different ways to this place.
    Unclear,
}

/// What is done to a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

impl Lowering<'_, '_> {
    pub(super) fn request_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        match (name, arguments) {
            ("MPI_Isend" | "MPI_Issend", [buffer, count, datatype, to, tag, world, request]) => {
                self.world(world)?;
                self.uses.sends |= name == "MPI_Isend";
                let outgoing = self.outgoing(buffer, count, datatype, to, tag)?;
                if outgoing.buffer.count.as_value().is_none() {
                    let what = "a count that is not known here";
                    return Err(Problem::unsupported(&count.span, what));
                }
                self.send(&outgoing, span)?;
                let waits =
                    name == "MPI_Issend" || self.context.options.buffering == Buffering::None;
                let handle = self.free_handle(request)?;
                let Outgoing {
                    to, tag, buffer, ..
                } = outgoing;
                let request = Request::Send {
                    to: self.kept(to, &handle, "to", span)?,
                    tag: self.kept(tag, &handle, "tag", span)?,
                    buffer: self.kept_buffer(buffer, &handle, span)?,
                    waits,
                };
                self.known.begin(handle, request);
            }
            ("MPI_Irecv", [buffer, count, datatype, from, tag, world, request]) => {
                self.world(world)?;
                let buffer = self.buffer(buffer, count, datatype)?;
                for place in &buffer.places {
                    self.may_access(place, Access::Write, span)?;
                }
                let from = self.integer(from)?;
                let tag = self.integer(tag)?;
                let handle = self.free_handle(request)?;
                let request = Request::Receive {
                    from: self.kept(from, &handle, "from", span)?,
                    tag: self.kept(tag, &handle, "tag", span)?,
                    buffer: self.kept_buffer(buffer, &handle, span)?,
                };
                self.known.begin(handle, request);
            }
            ("MPI_Wait", [request, status]) => {
                let handles = self.handles(request)?;
                let status = self.statuses(status, 1)?;
                self.wait(&[handles.first], &status, span)?;
            }
            ("MPI_Waitall", [count, requests, statuses]) => {
                let count = self.count(count)?;
                let Handles { first, size } = self.handles(requests)?;
                let fits = Term::bool(count <= size);
                self.oblige(fits, &requests.span, "more requests than there are")?;
                let statuses = self.statuses(statuses, count)?;
                let all: Vec<Handle> = (0..count.min(size))
                    .map(|by| Handle {
                        name: first.name,
                        index: first.index + by,
                    })
                    .collect();
                self.wait(&all, &statuses, span)?;
            }
            _ => return Err(self.unknown_call(name, span)),
        }
        Ok(Value::int(0))
    }

    /// A request that nothing is under way for.
    fn free_handle(&mut self, request: &Expression) -> Reads<Handle> {
        let handle = self.handles(request)?.first;
        let mut begun = self.known.requests().iter();
        if begun.any(|(own, _)| *own == handle) {
            let what = "a request that is still under way";
            return Err(Problem::unsupported(&request.span, what));
        }
        Ok(handle)
    }

    /// Forgets a request without waiting, as `r = MPI_REQUEST_NULL` does; only where nothing is
    /// under way for it.
    pub(super) fn nothing_under_way(&self, handles: &Handles, span: &Span) -> Reads<()> {
        let mut begun = self.known.requests().iter();
        if begun.any(|(own, _)| own.name == handles.first.name) {
            let what = "writing to a request that is still under way";
            return Err(Problem::unsupported(span, what));
        }
        Ok(())
    }

    fn wait(&mut self, handles: &[Handle], statuses: &[StatusVars], span: &Span) -> Reads<()> {
        let begun: Vec<(Handle, Request)> = self
            .known
            .requests()
            .iter()
            .filter(|(handle, _)| handles.contains(handle))
            .cloned()
            .collect();
        let status_of = |handle: &Handle| {
            let position = handles.iter().position(|own| own == handle);
            position.and_then(|position| statuses.get(position))
        };
        for (handle, request) in &begun {
            match request {
                Request::Unclear => return Err(unclear(span)),
                Request::Send { .. } => {}
                Request::Receive { from, tag, buffer } => {
                    self.is_first(handle, from, tag, span)?;
                    self.known.end(handle);
                    let status = status_of(handle);
                    let incoming = Incoming {
                        buffer: buffer.clone(),
                        from: self.known.settle(from),
                        tag: self.known.settle(tag),
                        status: status.cloned(),
                    };
                    self.receive(&incoming, span)?;
                }
            }
        }
        for (handle, request) in begun {
            if let Request::Send { to, tag, waits, .. } = request {
                let mut others = self.known.requests().iter();
                let alike = others.any(|(own, other)| {
                    *own != handle
                        && matches!(other, Request::Send { to: t, tag: g, .. }
                        if may_match(t, &to, None) && may_match(g, &tag, None))
                });
                if waits && alike {
                    let what = "waiting for one of several messages to the same process";
                    return Err(Problem::unsupported(span, what));
                }
                self.known.end(&handle);
                if waits {
                    self.flush(&to, &tag, span)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a receive is the first that its message can go to.
    fn is_first(&self, handle: &Handle, from: &Term, tag: &Term, span: &Span) -> Reads<()> {
        let earlier = self.known.requests().iter();
        let mut earlier = earlier.take_while(|(own, _)| own != handle);
        if earlier.any(|(_, other)| other.may_take(from, tag)) {
            return Err(out_of_order(span));
        }
        Ok(())
    }

    /// Whether a blocking receive gets its message although others are under way.
    pub(super) fn is_not_taken(&self, from: &Term, tag: &Term, span: &Span) -> Reads<()> {
        let mut others = self.known.requests().iter();
        if others.any(|(_, other)| other.may_take(from, tag)) {
            return Err(out_of_order(span));
        }
        Ok(())
    }

    /// Whether a process may wait here: sends that wait for a receive that is under way are not
    /// understood.
    pub(super) fn may_wait(&self, span: &Span) -> Reads<()> {
        let sends_wait = self.context.options.buffering == Buffering::None
            || ["MPI_Ssend", "MPI_Issend"]
                .iter()
                .any(|name| self.context.call_count(Symbol::new(name)) > 0);
        let is_receiving =
            |(_, request): &(Handle, Request)| !matches!(request, Request::Send { .. });
        if sends_wait && self.known.requests().iter().any(is_receiving) {
            let what = "waiting while a receive is under way, in a program whose sends wait";
            return Err(Problem::unsupported(span, what));
        }
        Ok(())
    }

    /// At the end of the process, nothing may be left to be received.
    pub(super) fn all_received(&mut self, span: &Span) -> Reads<()> {
        let left = self.known.requests().to_vec();
        for (_, request) in left {
            match request {
                Request::Send { .. } => {}
                Request::Unclear => return Err(unclear(span)),
                Request::Receive { .. } => {
                    self.oblige(Term::bottom(), span, "a receive that is never waited for")?;
                }
            }
        }
        Ok(())
    }

    /// Claims that nothing under way uses a place.
    pub(super) fn may_access(&mut self, place: &Place, access: Access, span: &Span) -> Reads<()> {
        let mut clashes = Vec::new();
        for (_, request) in self.known.requests() {
            let buffer = match request {
                Request::Send { buffer, .. } if access == Access::Write => buffer,
                Request::Receive { buffer, .. } => buffer,
                _ => continue,
            };
            clashes.extend(buffer.places.iter().filter_map(|own| same(own, place)));
        }
        if clashes.is_empty() {
            return Ok(());
        }
        let free = Term::not(Term::or(clashes));
        self.oblige(free, span, "buffer of a communication that is under way")
    }

    /// A term that stays the same as long as a request is under way.
    fn kept(&mut self, term: Term, handle: &Handle, part: &str, span: &Span) -> Reads<Term> {
        let origin = self.origin(span);
        let name = format!("{}.{}.{part}", handle.name, handle.index);
        self.constant_term(term, &name, origin)
    }

    fn kept_buffer(&mut self, buffer: Buffer, handle: &Handle, span: &Span) -> Reads<Buffer> {
        let mut places = Vec::new();
        for (position, place) in buffer.places.into_iter().enumerate() {
            places.push(match place {
                Place::Variable(..) => place,
                Place::Element { array, indices } => {
                    let mut kept = Vec::new();
                    for (dimension, index) in indices.into_iter().enumerate() {
                        let part = format!("at{position}.{dimension}");
                        kept.push(self.kept(index, handle, &part, span)?);
                    }
                    Place::Element {
                        array,
                        indices: kept,
                    }
                }
            });
        }
        Ok(Buffer { places, ..buffer })
    }
}

impl Request {
    /// Whether it can take a message that another receive could get.
    fn may_take(&self, from: &Term, tag: &Term) -> bool {
        match self {
            Request::Send { .. } => false,
            Request::Unclear => true,
            Request::Receive {
                from: own,
                tag: own_tag,
                ..
            } => may_match(own, from, Some(ANY_SOURCE)) && may_match(own_tag, tag, Some(ANY_TAG)),
        }
    }
}

/// Whether two ranks or tags may be the same, or one of them any.
fn may_match(a: &Term, b: &Term, any: Option<i64>) -> bool {
    let literal = |term: &Term| Value::of_int(term.clone()).literal();
    match (literal(a), literal(b)) {
        (Some(a), Some(b)) => a == b || Some(a) == any || Some(b) == any,
        _ => true,
    }
}

/// When two places are the same; none if they never are.
fn same(a: &Place, b: &Place) -> Option<Term> {
    match (a, b) {
        (Place::Variable(a, _), Place::Variable(b, _)) => (a == b).then(Term::top),
        (
            Place::Element {
                array: a,
                indices: i,
            },
            Place::Element {
                array: b,
                indices: j,
            },
        ) if a.var == b.var => {
            let pairs = i.iter().zip(j);
            Some(Term::and(
                pairs.map(|(i, j)| Term::eq(i.clone(), j.clone())),
            ))
        }
        _ => None,
    }
}

fn unclear(span: &Span) -> Problem {
    let problem = Problem::unsupported(span, "a request that is not known here");
    problem.hint("which communication is under way must not depend on values")
}

fn out_of_order(span: &Span) -> Problem {
    let what = "a receive whose message may go to another one that was begun before";
    Problem::unsupported(span, what).hint("wait for them in the order in which they were begun")
}
