//! Operations that begin at one place and are completed at another.

use logic::{EvalError, Term, Var};

use super::super::concrete::Failure;
use super::super::state::{Message, Request, Stage, State};
use super::super::{Completion, Edge, Extent, NoMessage, Operation, OperationKind, Status};
use super::{Draft, Made, StepMaker, Ways, taken};

/// What stands for no operation. A number that a program writes by mistake, as zero, is none of these.
pub const NO_REQUEST: i64 = -1_000_007;

/// The least number of a persistent operation. A number tells which kind it is, so that the process
/// knows whether it keeps it.
pub const FIRST_PERSISTENT: u32 = 1 << 20;

/// The least number of an operation that the process has given up, by which nobody can name it.
const FIRST_GIVEN_UP: u32 = 1 << 30;

/// Whether a process can name an operation by its number.
fn is_named(number: u32) -> bool {
    number < FIRST_GIVEN_UP
}

/// Whether the process has given up the operation that has this number.
#[must_use]
pub fn is_given_up(number: u32) -> bool {
    !is_named(number)
}

/// Drops the operations that were given up and are over. A send is over when the receive of its message
/// is completed: until then the message may still be read out of the sender's memory.
pub(super) fn forget_given_up(state: &mut State) {
    let may_be_over =
        |request: &Request| request.stage == Stage::Sent && !request.number.is_some_and(is_named);
    if !state.requests.iter().flatten().any(may_be_over) {
        return;
    }
    let received = state.requests.iter().flatten();
    let in_transfer: Vec<(usize, Option<u32>)> = received
        .filter_map(|request| match &request.stage {
            Stage::Received { from, request, .. } => Some((*from, *request)),
            _ => None,
        })
        .collect();
    for (process, own) in state.requests.iter_mut().enumerate() {
        own.retain(|request| {
            !may_be_over(request) || in_transfer.contains(&(process, request.number))
        });
    }
}

/// What a number of a request stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// Nothing.
    Null,
    /// A request, by its position.
    Request(usize),
    /// A number that no request has.
    Wrong,
}

impl StepMaker<'_> {
    fn no_request(&self, draft: &mut Draft) {
        let failure = Failure::NoRequest {
            process: self.process,
            edge: self.number,
        };
        draft.must(Term::bottom(), failure);
    }

    /// What a number stands for.
    fn named(&self, number: &Term, ways: &mut Ways<'_>) -> Made<Named> {
        // Requests in arrays are read out of what was written there: which one is meant must show, or
        // there is a way for each.
        let number = self.eval(number)?.simplify();
        let is = |own: u32| Term::eq(number.clone(), Term::int(i64::from(own)));
        let own = &self.state.requests[self.process];
        let mut positions = Vec::new();
        let mut alternatives = vec![Term::eq(number.clone(), Term::int(NO_REQUEST))];
        for (position, request) in own.iter().enumerate() {
            if let Some(number) = request.number.filter(|number| is_named(*number)) {
                positions.push(position);
                alternatives.push(is(number));
            }
        }
        let other = Term::not(Term::or(alternatives.clone()));
        alternatives.push(other);
        let chosen = taken!(ways.pick(&alternatives));
        Ok(Some(match chosen.checked_sub(1) {
            None => Named::Null,
            Some(chosen) => positions
                .get(chosen)
                .map_or(Named::Wrong, |position| Named::Request(*position)),
        }))
    }

    /// The least number from one on that no operation has.
    fn least_free(&self, first: u32) -> u32 {
        let own = &self.state.requests[self.process];
        let is_free = |number: &u32| own.iter().all(|other| other.number != Some(*number));
        (first..).find(is_free).unwrap_or(u32::MAX)
    }

    /// Makes an operation, and begins it unless it is persistent.
    pub(super) fn begin(
        &self,
        edge: &Edge,
        operation: &Operation,
        (into, avoids): (&Var, &[Term]),
        ways: &mut Ways<'_>,
    ) -> Made<Draft> {
        let mut draft = self.plain(edge)?;
        let kept = operation.kept.iter().map(|term| self.eval(term));
        let kept = kept.collect::<Result<Vec<_>, _>>()?;
        let first = match operation.is_persistent {
            true => FIRST_PERSISTENT,
            false => 1,
        };
        let mut number = self.least_free(first);
        if !avoids.is_empty() {
            let avoided = avoids.iter().map(|term| Ok(self.eval(term)?.simplify()));
            let avoided = avoided.collect::<Result<Vec<Term>, EvalError>>()?;
            let is = |own: u32| {
                let own = Term::int(i64::from(own));
                Term::or(
                    avoided
                        .iter()
                        .map(|other| Term::eq(other.clone(), own.clone())),
                )
            };
            // As many numbers as there are avoided ones cannot all be among these and one more as well.
            for _ in &avoided {
                if !taken!(ways.decide(is(number))) {
                    break;
                }
                number = self.least_free(number + 1);
            }
        }
        let values = self.with_kept(&kept);
        let areas = self.areas(&operation.areas, &values)?;
        draft.next.requests[self.process].push(Request {
            number: Some(number),
            edge: self.number,
            kept,
            areas,
            stage: Stage::Inactive,
        });
        self.write(&mut draft, self.process, into, Term::int(i64::from(number)));
        if operation.is_persistent {
            // What is not under way uses nothing.
            if let Some(request) = draft.next.requests[self.process].last_mut() {
                request.areas.clear();
            }
            return Ok(Some(draft));
        }
        let position = draft.next.requests[self.process].len() - 1;
        taken!(self.set_off(&mut draft, position, ways)?);
        Ok(Some(draft))
    }

    /// Begins a persistent operation again.
    pub(super) fn start(&self, edge: &Edge, number: &Term, ways: &mut Ways<'_>) -> Made<Draft> {
        let mut draft = self.plain(edge)?;
        let named = taken!(self.named(number, ways)?);
        let own = &self.state.requests[self.process];
        let position = match named {
            Named::Request(position) if own[position].stage == Stage::Inactive => position,
            _ => {
                self.no_request(&mut draft);
                return Ok(Some(draft));
            }
        };
        // Receives are in the order in which they were started.
        let requests = &mut draft.next.requests[self.process];
        let request = requests.remove(position);
        requests.push(request);
        let position = requests.len() - 1;
        taken!(self.set_off(&mut draft, position, ways)?);
        Ok(Some(draft))
    }

    /// Begins an operation that is made.
    fn set_off(&self, draft: &mut Draft, position: usize, ways: &mut Ways<'_>) -> Made<()> {
        let request = draft.next.requests[self.process][position].clone();
        let operation = self.operation(self.process, request.edge);
        let values = self.with_kept(&request.kept);
        let areas = self.areas(&operation.areas, &values)?;
        self.claim(draft, &areas);
        draft.next.requests[self.process][position].areas = areas;
        let stage = match &operation.kind {
            OperationKind::Send {
                to,
                tag,
                value,
                waits,
            } => {
                let rank = self.meaning.value(to, &values)?;
                let Some(to) = taken!(self.peer_at(&rank, ways)) else {
                    self.astray(draft, &rank);
                    return Ok(Some(()));
                };
                let message = Message {
                    tag: self.meaning.value(tag, &values)?,
                    value: self.meaning.value(value, &values)?,
                    request: request.number,
                    aside: None,
                };
                let waits = self.meaning.value(waits, &values)?;
                draft.next.requests[self.process][position].stage = Stage::Sending(waits);
                taken!(self.post(draft, to, message, ways)?);
                return Ok(Some(()));
            }
            kind @ OperationKind::Receive { .. } => {
                match taken!(self.wanted(draft, kind, &values, ways)?) {
                    Some(stage) => stage,
                    None => return Ok(Some(())),
                }
            }
            OperationKind::Collective(collective) => {
                self.call(draft, collective, &values, request.edge, request.number)?;
                Stage::Meeting
            }
            OperationKind::Nothing { .. } => Stage::Sent,
        };
        draft.next.requests[self.process][position].stage = stage;
        taken!(self.settle(draft, self.process, ways)?);
        Ok(Some(()))
    }

    /// That an operation can be completed.
    fn is_ready(&self, request: &Request) -> Result<Term, EvalError> {
        Ok(match &request.stage {
            Stage::Inactive | Stage::Sent | Stage::Received { .. } => Term::top(),
            Stage::Receiving(..) => Term::bottom(),
            Stage::Sending(waits) => Term::not(waits.clone()),
            Stage::Meeting => self.has_met(request)?,
        })
    }

    /// Completes operations.
    pub(super) fn complete(
        &self,
        edge: &Edge,
        completion: &Completion,
        ways: &mut Ways<'_>,
    ) -> Made<Draft> {
        let mut draft = self.plain(edge)?;
        let mut named = Vec::new();
        for number in &completion.requests {
            match taken!(self.named(number, ways)?) {
                Named::Wrong => {
                    self.no_request(&mut draft);
                    return Ok(Some(draft));
                }
                other => named.push(other),
            }
        }
        let own = &self.state.requests[self.process];
        let is_active = |named: &Named| match named {
            Named::Request(position) => own[*position].stage != Stage::Inactive,
            Named::Null | Named::Wrong => false,
        };
        let active: Vec<usize> = (0..named.len())
            .filter(|position| is_active(&named[*position]))
            .collect();
        // Only what is asked for is decided: deciding for each whether it can be completed would be as
        // many ways as there are sets of them.
        let mut ready = vec![Term::bottom(); named.len()];
        for position in &active {
            if let Named::Request(request) = named[*position] {
                ready[*position] = self.is_ready(&own[request])?;
            }
        }
        // Nothing is known to be completed at any time, unless nothing is under way.
        let may_pass = Term::bool(!completion.waits && !active.is_empty());
        let completed: Vec<usize> = match completion.extent {
            Extent::All => {
                let all = Term::and(active.iter().map(|position| ready[*position].clone()));
                match taken!(ways.pick(&[all, may_pass])) {
                    0 => (0..named.len()).collect(),
                    _ => return self.passed(draft, completion),
                }
            }
            Extent::One if active.is_empty() => Vec::new(),
            Extent::One => {
                let mut options = ready;
                options.push(may_pass);
                let chosen = taken!(ways.pick(&options));
                if chosen == named.len() {
                    return self.passed(draft, completion);
                }
                vec![chosen]
            }
        };
        self.note(&mut draft, completion.done_into.as_ref(), 1);
        if completion.extent == Extent::One {
            let which = completed.first().map_or(-1, |which| *which as i64);
            self.note(&mut draft, completion.which_into.as_ref(), which);
        }
        if completed.is_empty() {
            for status in &completion.statuses {
                self.tell_nothing(&mut draft, status);
            }
        }
        let mut over = Vec::new();
        for position in completed {
            let status = match completion.extent {
                Extent::One => completion.statuses.first(),
                Extent::All => completion.statuses.get(position),
            };
            match named[position] {
                Named::Request(request) if is_active(&named[position]) => {
                    if over.contains(&request) {
                        self.no_request(&mut draft);
                        continue;
                    }
                    self.finish_request(&mut draft, request, status)?;
                    over.push(request);
                }
                _ => {
                    if let Some(status) = status {
                        self.tell_nothing(&mut draft, status);
                    }
                }
            }
        }
        over.sort_unstable();
        for position in over.into_iter().rev() {
            self.remove(&mut draft, position);
        }
        self.tidy(&mut draft);
        Ok(Some(draft))
    }

    /// Nothing was completed.
    fn passed(&self, mut draft: Draft, completion: &Completion) -> Made<Draft> {
        self.note(&mut draft, completion.done_into.as_ref(), 0);
        self.note(&mut draft, completion.which_into.as_ref(), -1);
        Ok(Some(draft))
    }

    fn tell_nothing(&self, draft: &mut Draft, status: &Status) {
        self.note(draft, status.source.as_ref(), NoMessage::SOURCE);
        self.note(draft, status.tag.as_ref(), NoMessage::TAG);
        for var in &status.measures {
            self.note(draft, Some(var), 0);
        }
    }

    /// The status of what receives nothing.
    fn tell_untold(&self, draft: &mut Draft, status: &Status) {
        for var in status.vars() {
            self.note(draft, Some(var), NoMessage::UNTOLD);
        }
    }

    /// What an operation does when it is completed.
    fn finish_request(
        &self,
        draft: &mut Draft,
        position: usize,
        status: Option<&Status>,
    ) -> Result<(), EvalError> {
        let request = &self.state.requests[self.process][position];
        let operation = self.operation(self.process, request.edge);
        match (&operation.kind, &request.stage) {
            (
                OperationKind::Receive {
                    deliver,
                    measures,
                    sort,
                    ..
                },
                Stage::Received {
                    from, tag, value, ..
                },
            ) => {
                if !self.meets_demands(draft, self.process, request)? {
                    return Ok(());
                }
                let message = (super::super::message(sort.carrier()), value.clone());
                self.deliver(draft, deliver, &request.kept, &[message])?;
                if let Some(status) = status {
                    let measured = self.measured(measures, value)?;
                    self.tell(draft, status, (*from, tag.clone()), measured);
                }
            }
            (OperationKind::Collective(collective), Stage::Meeting) => {
                self.be_over(draft, collective, request)?;
            }
            (
                OperationKind::Nothing {
                    source: Some(source),
                },
                _,
            ) => {
                if let Some(status) = status {
                    self.tell_nothing(draft, status);
                    self.note(draft, status.source.as_ref(), *source);
                }
            }
            _ => {}
        }
        if !matches!(request.stage, Stage::Received { .. })
            && !matches!(operation.kind, OperationKind::Nothing { source: Some(_) })
            && let Some(status) = status
        {
            self.tell_untold(draft, status);
        }
        Ok(())
    }

    /// What a receive demands of the message that it has got. Gives whether the message can be looked at
    /// at all.
    fn meets_demands(
        &self,
        draft: &mut Draft,
        process: usize,
        request: &Request,
    ) -> Result<bool, EvalError> {
        let operation = self.operation(process, request.edge);
        let (OperationKind::Receive { demands, sort, .. }, Stage::Received { value, .. }) =
            (&operation.kind, &request.stage)
        else {
            return Ok(true);
        };
        let mismatch = |what| Failure::Mismatch {
            process,
            edge: request.edge,
            other: None,
            what,
        };
        if value.sort().carrier() != sort.carrier() {
            draft.must(Term::bottom(), mismatch(super::super::Agreed::Type));
            return Ok(false);
        }
        let mut known = self.with_kept(&request.kept);
        known.insert(super::super::message(sort.carrier()), value.clone());
        for (what, formula) in demands {
            let formula = self.meaning.value(formula, &known)?;
            draft.must(formula, mismatch(*what));
        }
        Ok(true)
    }

    /// A receive that was given up is completed by nobody, so that its message is looked at when both are
    /// known.
    pub(super) fn look_at_given_up(
        &self,
        draft: &mut Draft,
        process: usize,
        position: usize,
    ) -> Result<(), EvalError> {
        let request = draft.next.requests[process][position].clone();
        if !request.number.is_some_and(is_named) {
            self.meets_demands(draft, process, &request)?;
        }
        Ok(())
    }

    /// Writes variables, one after the other.
    pub(super) fn deliver(
        &self,
        draft: &mut Draft,
        deliver: &[(Var, Term)],
        kept: &[Term],
        more: &[(Var, Term)],
    ) -> Result<(), EvalError> {
        for (var, term) in deliver {
            let own = super::valuation(self.system, &draft.next, self.process);
            let mut values = own;
            for (position, term) in kept.iter().enumerate() {
                let sort = term.sort().carrier();
                values.insert(super::super::kept(position, sort), term.clone());
            }
            for (var, term) in more {
                values.insert(var.clone(), term.clone());
            }
            let value = self.meaning.value(term, &values)?;
            self.write(draft, self.process, var, value);
        }
        Ok(())
    }

    /// Removes a request that is over; a persistent one is only not under way any more.
    fn remove(&self, draft: &mut Draft, position: usize) {
        let requests = &mut draft.next.requests[self.process];
        let request = requests[position].clone();
        if self.operation(self.process, request.edge).is_persistent {
            requests[position].stage = Stage::Inactive;
            requests[position].areas.clear();
        } else {
            requests.remove(position);
        }
        self.let_go(draft, request.number);
    }

    /// The message of a request that is over goes on alone.
    fn let_go(&self, draft: &mut Draft, number: Option<u32>) {
        self.renumber(draft, number, None);
    }

    /// The message of a request belongs to another number.
    fn renumber(&self, draft: &mut Draft, from: Option<u32>, to: Option<u32>) {
        let queues = draft.next.queues.iter_mut();
        let own = queues.filter(|((sender, _), _)| *sender == self.process);
        for message in own.flat_map(|(_, queue)| queue) {
            if message.request == from {
                message.request = to;
            }
        }
        for received in draft.next.requests.iter_mut().flatten() {
            if let Stage::Received {
                from: sender,
                request,
                ..
            } = &mut received.stage
                && *sender == self.process
                && *request == from
            {
                *request = to;
            }
        }
    }

    /// Gives up the number of an operation.
    pub(super) fn free(&self, edge: &Edge, number: &Term, ways: &mut Ways<'_>) -> Made<Draft> {
        let mut draft = self.plain(edge)?;
        let named = taken!(self.named(number, ways)?);
        let requests = &mut draft.next.requests[self.process];
        match named {
            Named::Request(position) => match requests[position].stage {
                Stage::Inactive => {
                    requests.remove(position);
                }
                Stage::Meeting => self.no_request(&mut draft),
                _ => {
                    // Its memory is in use until the receive of its message is completed.
                    let given_up = Some(self.least_free(FIRST_GIVEN_UP));
                    let number = std::mem::replace(&mut requests[position].number, given_up);
                    self.renumber(&mut draft, number, given_up);
                    self.look_at_given_up(&mut draft, self.process, position)?;
                }
            },
            Named::Null | Named::Wrong => self.no_request(&mut draft),
        }
        Ok(Some(draft))
    }

    /// Nothing may be left.
    pub(super) fn finish(&self, edge: &Edge) -> Made<Draft> {
        let mut draft = self.plain(edge)?;
        let own = self.state.requests[self.process].iter();
        // What is persistent and not under way is only left.
        let left = own
            .filter(|request| request.number.is_some_and(is_named))
            .filter(|request| request.stage != Stage::Inactive);
        for request in left {
            let failure = Failure::LeftRequest {
                process: self.process,
                edge: request.edge,
            };
            draft.must(Term::bottom(), failure);
        }
        Ok(Some(draft))
    }
}
