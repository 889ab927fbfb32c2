//! Which receive gets which message.
//!
//! The messages of one sender are in order, and so are the receives of one process. A receive may get
//! the first message of a sender that fits it, unless a receive that has begun before fits that message
//! as well and has none yet. Where a receive names its sender, that decides which message it gets,
//! whenever the two meet, so that they are brought together at once ([`StepMaker::settle`]). A receive
//! from anybody gets its message by a step of the network, or, if it waits, by its own.

use logic::{EvalError, Term};

use super::super::concrete::Failure;
use super::super::state::{Message, Stage, State};
use super::super::{Action, OperationKind, Source};
use super::{Draft, Made, StepMaker, Ways, taken};

/// That a message with a tag fits a receive with this one.
fn fits(wanted: Option<&Term>, tag: &Term) -> Term {
    match wanted {
        Some(wanted) => Term::eq(wanted.clone(), tag.clone()),
        None => Term::top(),
    }
}

/// That a message of a sender goes to one of the first `before` requests of a process.
fn is_reserved(state: &State, process: usize, before: usize, from: usize, tag: &Term) -> Term {
    let earlier = state
        .receiving(process)
        .filter(|(position, ..)| *position < before);
    let mut takers = earlier.filter(|(_, source, _)| match source {
        Source::Any => true,
        Source::Rank(rank) => *rank == from,
        Source::Aside(_) => false,
    });
    Term::or(takers.by_ref().map(|(_, _, wanted)| fits(wanted, tag)))
}

/// For each message of a queue, that it is the first that fits a receive, and goes to no request among
/// the first `before`. What is put aside is no message for anybody else.
fn available(
    state: &State,
    (from, process): (usize, usize),
    wanted: Option<&Term>,
    before: usize,
) -> Vec<Term> {
    let mut earlier = Vec::new();
    let mut all = Vec::new();
    for message in state.queue(from, process) {
        if message.aside.is_some() {
            all.push(Term::bottom());
            continue;
        }
        let here = fits(wanted, &message.tag);
        let reserved = is_reserved(state, process, before, from, &message.tag);
        let parts = earlier.iter().cloned();
        all.push(Term::and(parts.chain([here.clone(), Term::not(reserved)])));
        earlier.push(Term::not(here));
    }
    all
}

impl StepMaker<'_> {
    /// The message that a receive takes here: its sender and its position. None in it where no process
    /// is such a sender, or no message is put aside so, which is a failure.
    pub(super) fn find(
        &self,
        draft: &mut Draft,
        from: &Source,
        tag: &Option<Term>,
        ways: &mut Ways<'_>,
    ) -> Made<Option<(usize, usize)>> {
        let tag = match tag {
            Some(tag) => Some(self.eval(tag)?),
            None => None,
        };
        let before = self.state.requests[self.process].len();
        let from = match from {
            Source::Rank(rank) => {
                let rank = self.eval(rank)?;
                match taken!(self.peer_at(&rank, ways)) {
                    Some(from) => from,
                    None => {
                        self.astray(draft, &rank);
                        return Ok(Some(None));
                    }
                }
            }
            Source::Any => {
                let has = |rank: usize| {
                    let queue = self.state.queue(self.peer(rank), self.process);
                    Term::bool(!queue.is_empty())
                };
                let senders: Vec<Term> = (0..self.size()).map(has).collect();
                self.peer(taken!(ways.pick(&senders)))
            }
            Source::Aside(number) => return self.put_aside(draft, &self.eval(number)?, ways),
        };
        let ends = (from, self.process);
        let position = taken!(ways.pick(&available(self.state, ends, tag.as_ref(), before)));
        Ok(Some(Some((from, position))))
    }

    /// The messages that the process has put aside: sender, position, and under which number.
    pub(super) fn all_aside(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let queues = self.state.queues.iter();
        let own = queues.filter(|((_, to), _)| *to == self.process);
        own.flat_map(|((from, _), queue)| {
            let messages = queue.iter().enumerate();
            messages.filter_map(|(position, message)| Some((*from, position, message.aside?)))
        })
    }

    /// The message that is put aside under a number.
    fn put_aside(
        &self,
        draft: &mut Draft,
        number: &Term,
        ways: &mut Ways<'_>,
    ) -> Made<Option<(usize, usize)>> {
        let number = number.clone().simplify();
        let is = |own: u32| Term::eq(number.clone(), Term::int(i64::from(own)));
        let all: Vec<_> = self.all_aside().collect();
        let mut alternatives: Vec<Term> = all.iter().map(|(_, _, own)| is(*own)).collect();
        alternatives.push(Term::not(Term::or(alternatives.clone())));
        let chosen = taken!(ways.pick(&alternatives));
        let found = all
            .get(chosen)
            .map(|(from, position, _)| (*from, *position));
        if found.is_none() {
            let failure = Failure::NoMessage {
                process: self.process,
                edge: self.number,
            };
            draft.must(Term::bottom(), failure);
        }
        Ok(Some(found))
    }

    /// Sends a message to another process.
    pub(super) fn post(
        &self,
        draft: &mut Draft,
        to: usize,
        message: Message,
        ways: &mut Ways<'_>,
    ) -> Made<()> {
        let queue = draft.next.queues.entry((self.process, to)).or_default();
        queue.push(message);
        self.settle(draft, to, ways)
    }

    /// Takes a message out of its queue. The operation that has sent it need not wait any more.
    pub(super) fn take(
        &self,
        draft: &mut Draft,
        from: usize,
        to: usize,
        position: usize,
    ) -> Message {
        let queues = &mut draft.next.queues;
        let queue = queues.get_mut(&(from, to)).expect("the message is there");
        let message = queue.remove(position);
        if queue.is_empty() {
            queues.remove(&(from, to));
        }
        if let Some(number) = message.request {
            let mut own = draft.next.requests[from].iter_mut();
            if let Some(request) = own.find(|request| request.number == Some(number)) {
                request.stage = Stage::Sent;
            }
        }
        message
    }

    /// Gives messages to the receives of a process that name their senders.
    pub(super) fn settle(
        &self,
        draft: &mut Draft,
        process: usize,
        ways: &mut Ways<'_>,
    ) -> Made<()> {
        'again: loop {
            let state = &draft.next;
            let named = state
                .receiving(process)
                .filter_map(|(position, from, tag)| match from {
                    Source::Rank(from) => Some((position, *from, tag.cloned())),
                    Source::Any | Source::Aside(_) => None,
                });
            let named: Vec<_> = named.collect();
            for (request, from, tag) in named {
                let options = available(&draft.next, (from, process), tag.as_ref(), request);
                for (position, here) in options.into_iter().enumerate() {
                    if taken!(ways.decide(here)) {
                        self.give(draft, process, request, from, position)?;
                        continue 'again;
                    }
                }
            }
            return Ok(Some(()));
        }
    }

    /// Gives a message to a receive that has begun.
    fn give(
        &self,
        draft: &mut Draft,
        process: usize,
        request: usize,
        from: usize,
        position: usize,
    ) -> Result<(), EvalError> {
        let message = self.take(draft, from, process, position);
        draft.next.requests[process][request].stage = Stage::Received {
            from,
            tag: message.tag,
            value: message.value,
            request: message.request,
        };
        self.look_at_given_up(draft, process, request)
    }

    /// Gives a message to a receive of the process that takes from anybody.
    pub(super) fn network_step(&self, ways: &mut Ways<'_>) -> Made<Draft> {
        let process = self.process;
        let receiving: Vec<(usize, Option<&Term>)> = self
            .state
            .receiving(process)
            .filter(|(_, from, _)| **from == Source::Any)
            .map(|(position, _, tag)| (position, tag))
            .collect();
        let any = vec![Term::top(); receiving.len()];
        let (request, tag) = receiving[taken!(ways.pick(&any))];
        let has = |rank: usize| {
            let queue = self.state.queue(self.peer(rank), process);
            Term::bool(!queue.is_empty())
        };
        let senders: Vec<Term> = (0..self.size()).map(has).collect();
        let from = self.peer(taken!(ways.pick(&senders)));
        let options = available(self.state, (from, process), tag, request);
        let position = taken!(ways.pick(&options));
        let mut draft = Draft {
            edge: Some(self.state.requests[process][request].edge),
            next: self.state.clone(),
            duties: Vec::new(),
            fresh: None,
        };
        self.give(&mut draft, process, request, from, position)?;
        taken!(self.settle(&mut draft, process, ways)?);
        Ok(Some(draft))
    }

    /// What an operation of a process is.
    pub(super) fn operation(&self, process: usize, edge: usize) -> &super::super::Operation {
        let graph = &self.system.processes[process].graph;
        match &graph.edges()[edge].action {
            Action::Begin { operation, .. } => operation,
            _ => unreachable!("requests are made by edges that begin operations"),
        }
    }

    /// The values of the variables of the process and of what an operation has kept.
    pub(super) fn with_kept(&self, kept: &[Term]) -> logic::Substitution {
        let mut values = self.values.clone();
        for (position, term) in kept.iter().enumerate() {
            let sort = term.sort().carrier();
            values.insert(super::super::kept(position, sort), term.clone());
        }
        values
    }

    /// From whom and with which tag an operation receives.
    pub(super) fn wanted(
        &self,
        draft: &mut Draft,
        kind: &OperationKind,
        values: &logic::Substitution,
        ways: &mut Ways<'_>,
    ) -> Made<Option<Stage>> {
        let OperationKind::Receive { from, tag, .. } = kind else {
            return Ok(Some(None));
        };
        let tag = match tag {
            Some(tag) => Some(self.meaning.value(tag, values)?),
            None => None,
        };
        let from = match from {
            Source::Any => Source::Any,
            Source::Rank(rank) => {
                let rank: Result<Term, EvalError> = self.meaning.value(rank, values);
                let rank = rank?;
                match taken!(self.peer_at(&rank, ways)) {
                    Some(from) => Source::Rank(from),
                    None => {
                        self.astray(draft, &rank);
                        return Ok(Some(None));
                    }
                }
            }
            Source::Aside(number) => {
                let number = self.meaning.value(number, values)?;
                let Some((from, position)) = taken!(self.put_aside(draft, &number, ways)?) else {
                    return Ok(Some(None));
                };
                let message = self.take(draft, from, self.process, position);
                return Ok(Some(Some(Stage::Received {
                    from,
                    tag: message.tag,
                    value: message.value,
                    request: message.request,
                })));
            }
        };
        Ok(Some(Some(Stage::Receiving(from, tag))))
    }
}
