//! States of a system: where its processes are, what they know, and what is under way between them.
//!
//! The values of a state are terms. Where all of them are literals, the state is a concrete one; where
//! they are over inputs and symbolic constants, it stands for all concrete states that these have for
//! some values. What a step makes of a state is defined once for both ([`super::step`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use logic::{Symbol, Term};

use super::{Area, Source, System};
use crate::Location;

/// A state of all processes and of what is under way between them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State<T = Term> {
    /// Where each process is.
    pub at: Vec<Location>,
    /// The values of each process's variables, in the order of their declaration.
    pub values: Vec<Arc<Vec<T>>>,
    /// The messages that no receive has got, by the positions of sender and receiver; no queue is
    /// empty.
    pub queues: BTreeMap<(usize, usize), Vec<Message<T>>>,
    /// The operations of each process that are not completed, in the order in which they began.
    pub requests: Vec<Vec<Request<T>>>,
    /// The operations of each group that not all have left, the oldest first.
    pub meetings: BTreeMap<usize, Vec<Meeting<T>>>,
    /// The snapshots that wait for partners, by label and process.
    pub snapshots: BTreeMap<(Symbol, usize), Vec<Snapshot<T>>>,
}

/// A message on its way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Message<T = Term> {
    /// The tag.
    pub tag: T,
    /// What is sent.
    pub value: T,
    /// The sender's operation that waits for a receive to get it.
    pub request: Option<u32>,
    /// The number under which its receiver has put it aside: only a receive that names it gets it.
    pub aside: Option<u32>,
}

/// An operation that has begun and is not completed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Request<T = Term> {
    /// Its number, another one once the process has given it up.
    pub number: Option<u32>,
    /// The edge that has made it.
    pub edge: usize,
    /// What it has kept.
    pub kept: Vec<T>,
    /// What it uses.
    pub areas: Vec<Area<T>>,
    /// How far it is.
    pub stage: Stage<T>,
}

/// How far an operation is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage<T = Term> {
    /// It is persistent, and not under way.
    Inactive,
    /// A send whose message no receive has got yet, and whether it waits for that.
    Sending(T),
    /// A send whose message has gone to a receive, or what is done with nobody.
    Sent,
    /// A receive that has got no message yet: from whom and with which tag.
    Receiving(Source<usize>, Option<T>),
    /// A receive that has got its message.
    Received {
        /// The position of the sender.
        from: usize,
        /// The tag.
        tag: T,
        /// What was sent.
        value: T,
        /// The sender's operation, unless that is completed: its memory may be read until this receive
        /// is.
        request: Option<u32>,
    },
    /// It takes part in a meeting of its group.
    Meeting,
}

/// An operation of a group.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Meeting<T = Term> {
    /// Who has called, by position.
    pub calls: BTreeMap<usize, Call<T>>,
}

/// What a process has brought to a meeting.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Call<T = Term> {
    /// The edge that calls.
    pub edge: usize,
    /// The number of the request that is completed when the call is over; none if it is over.
    pub request: Option<u32>,
    /// What must be agreed on.
    pub agreed: Vec<T>,
    /// What is given.
    pub gives: Vec<T>,
}

/// What a process contributes to a collective assertion or invariant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Snapshot<T = Term> {
    /// What makes it.
    pub maker: Maker,
    /// The values of the process's variables.
    pub values: Arc<Vec<T>>,
}

/// What makes a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Maker {
    /// The collective assertion on this edge: it is a failure when no partners come.
    Assertion(usize),
    /// The invariant at this location.
    Invariant(Location),
}

/// What a term of a state is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// The value of a variable of a process, by their positions.
    Variable(usize, usize),
    /// The tag of a message: sender, receiver, position in the queue.
    Tag(usize, usize, usize),
    /// The value of a message.
    Value(usize, usize, usize),
    /// Something that a request has: process, position of the request, position among its terms.
    Request(usize, usize, usize),
    /// Something that was brought to a meeting: group, position of the meeting, process, position.
    Call(usize, usize, usize, usize),
    /// The value of a variable in a snapshot: label, process, position of the snapshot, variable.
    Snapshot(Symbol, usize, usize, usize),
}

impl State<Term> {
    /// The start: a variable without an initial value is a constant of its own name.
    #[must_use]
    pub fn start(system: &System) -> State {
        let processes = &system.processes;
        let values = processes.iter().map(|process| {
            let value = |v: &super::ProcessVariable| {
                let initial = v.initial.clone();
                initial.unwrap_or_else(|| v.var.term())
            };
            Arc::new(process.variables.iter().map(value).collect())
        });
        State {
            at: processes.iter().map(|p| p.graph.entry()).collect(),
            values: values.collect(),
            queues: BTreeMap::new(),
            requests: vec![Vec::new(); processes.len()],
            meetings: BTreeMap::new(),
            snapshots: BTreeMap::new(),
        }
    }

    /// All terms of the state, in a fixed order.
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        self.map(&mut |_, term| terms.push(term.clone()));
        terms
    }

    /// What each of the terms is, in the same order.
    #[must_use]
    pub fn slots(&self) -> Vec<(Slot, logic::Sort)> {
        let mut slots = Vec::new();
        self.map(&mut |slot, term| slots.push((slot, term.sort().carrier())));
        slots
    }

    /// The same state with other terms, which are given in the same order.
    #[must_use]
    pub fn with_terms(&self, terms: &[Term]) -> State {
        let mut rest = terms.iter();
        self.map(&mut |_, term| rest.next().unwrap_or(term).clone())
    }
}

impl<T> State<T> {
    /// The state with its terms changed.
    pub fn map<U>(&self, change: &mut dyn FnMut(Slot, &T) -> U) -> State<U> {
        let mut changed = |slot: Slot, term: &T| change(slot, term);
        let values = self.values.iter().enumerate().map(|(process, values)| {
            let own = values.iter().enumerate();
            let own = own.map(|(position, term)| changed(Slot::Variable(process, position), term));
            Arc::new(own.collect())
        });
        let values = values.collect();
        let mut queues = BTreeMap::new();
        for ((from, to), queue) in &self.queues {
            let messages = queue.iter().enumerate();
            let messages = messages.map(|(position, message)| Message {
                tag: changed(Slot::Tag(*from, *to, position), &message.tag),
                value: changed(Slot::Value(*from, *to, position), &message.value),
                request: message.request,
                aside: message.aside,
            });
            queues.insert((*from, *to), messages.collect());
        }
        let mut requests = Vec::new();
        for (process, own) in self.requests.iter().enumerate() {
            let own = own.iter().enumerate().map(|(position, request)| {
                let mut at = 0;
                request.map(&mut |term| {
                    at += 1;
                    changed(Slot::Request(process, position, at - 1), term)
                })
            });
            requests.push(own.collect());
        }
        let mut meetings = BTreeMap::new();
        for (group, own) in &self.meetings {
            let mut all = Vec::new();
            for (position, meeting) in own.iter().enumerate() {
                let mut calls = BTreeMap::new();
                for (process, call) in &meeting.calls {
                    let mut at = 0;
                    let mut term = |term: &T| {
                        at += 1;
                        changed(Slot::Call(*group, position, *process, at - 1), term)
                    };
                    calls.insert(
                        *process,
                        Call {
                            edge: call.edge,
                            request: call.request,
                            agreed: call.agreed.iter().map(&mut term).collect(),
                            gives: call.gives.iter().map(&mut term).collect(),
                        },
                    );
                }
                all.push(Meeting { calls });
            }
            meetings.insert(*group, all);
        }
        let mut snapshots = BTreeMap::new();
        for ((label, process), queue) in &self.snapshots {
            let queue = queue.iter().enumerate().map(|(position, snapshot)| {
                let values = snapshot.values.iter().enumerate();
                let values = values.map(|(variable, term)| {
                    changed(Slot::Snapshot(*label, *process, position, variable), term)
                });
                Snapshot {
                    maker: snapshot.maker,
                    values: Arc::new(values.collect()),
                }
            });
            snapshots.insert((*label, *process), queue.collect());
        }
        State {
            at: self.at.clone(),
            values,
            queues,
            requests,
            meetings,
            snapshots,
        }
    }

    /// The messages of a queue.
    #[must_use]
    pub fn queue(&self, from: usize, to: usize) -> &[Message<T>] {
        self.queues.get(&(from, to)).map_or(&[], Vec::as_slice)
    }

    /// The request of a process that has a number.
    #[must_use]
    pub fn request(&self, process: usize, number: u32) -> Option<&Request<T>> {
        let mut own = self.requests[process].iter();
        own.find(|request| request.number == Some(number))
    }

    /// The receives of a process that have got no message yet, in the order in which they began.
    pub fn receiving(
        &self,
        process: usize,
    ) -> impl Iterator<Item = (usize, &Source<usize>, Option<&T>)> {
        let own = self.requests[process].iter().enumerate();
        own.filter_map(|(position, request)| match &request.stage {
            Stage::Receiving(from, tag) => Some((position, from, tag.as_ref())),
            _ => None,
        })
    }

    /// Whether a receive of a process that takes from anybody has got no message yet.
    #[must_use]
    pub fn has_open_receive(&self, process: usize) -> bool {
        self.receiving(process)
            .any(|(_, from, _)| *from == Source::Any)
    }

    /// How many operations of its group a process has called, of those that are kept.
    #[must_use]
    pub fn called(&self, group: usize, process: usize) -> usize {
        let meetings = self.meetings.get(&group).map_or(&[][..], Vec::as_slice);
        let own = meetings.iter();
        own.filter(|meeting| meeting.calls.contains_key(&process))
            .count()
    }
}

impl<T> Request<T> {
    fn map<U>(&self, change: &mut dyn FnMut(&T) -> U) -> Request<U> {
        let kept = self.kept.iter().map(&mut *change).collect();
        let mut areas = Vec::new();
        for area in &self.areas {
            areas.push(Area {
                var: area.var.clone(),
                row: area.row.iter().map(&mut *change).collect(),
                elements: (area.elements.as_ref())
                    .map(|(first, count)| (change(first), change(count))),
                access: area.access,
            });
        }
        Request {
            number: self.number,
            edge: self.edge,
            kept,
            areas,
            stage: match &self.stage {
                Stage::Inactive => Stage::Inactive,
                Stage::Sending(waits) => Stage::Sending(change(waits)),
                Stage::Sent => Stage::Sent,
                Stage::Receiving(from, tag) => {
                    Stage::Receiving(from.clone(), tag.as_ref().map(change))
                }
                Stage::Received {
                    from,
                    tag,
                    value,
                    request,
                } => Stage::Received {
                    from: *from,
                    tag: change(tag),
                    value: change(value),
                    request: *request,
                },
                Stage::Meeting => Stage::Meeting,
            },
        }
    }
}
