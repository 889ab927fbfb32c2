//! What the edges of a process do.

use logic::{Sort, Symbol, Term, Var};

use super::collective::{Agreed, Collective};

/// One step of a process.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Goes on only where the formula holds. Where no edge of a process can go on because of
    /// formulas that do not hold, the process stops for good; that is no deadlock, and nothing is
    /// asked of such a run any more.
    Assume(Term),
    /// `x = e`.
    Assign(Var, Term),
    /// Gives the variable any value of its sort.
    Havoc(Var),
    /// Goes on where the formula holds; where it does not, the system fails.
    Assert(Term),
    /// The same, but a proof may assume the formula instead of showing it, and then says so: what a
    /// language leaves undefined, and what nobody looks at in the programs of that language.
    Presume(Term, Presumption),
    /// Goes on where no operation that has begun uses these places; where one does, the system fails.
    Use(Vec<Area>),
    /// Appends a message to the queue towards another process: never blocked. A rank that no
    /// process of the group has is a failure.
    Send {
        /// The rank of the receiver.
        to: Term,
        /// The tag, an integer.
        tag: Term,
        /// The message.
        value: Term,
    },
    /// Waits until no message with the tag is left in the queue towards another process. A send
    /// and such a wait are a synchronous send.
    Flush {
        /// The rank of the receiver.
        to: Term,
        /// The tag, an integer.
        tag: Term,
    },
    /// Decides whether to wait until no message with the tag is left in the queue towards another
    /// process. Where none is left there is nothing to decide.
    MayWait {
        /// The rank of the receiver.
        to: Term,
        /// The tag, an integer.
        tag: Term,
        /// Where it is put whether to wait.
        into: Var,
    },
    /// Takes the first message with the tag from a queue towards this process; waits where there
    /// is none. Messages that a receive may get which has begun before are left to it.
    Receive {
        /// From whom.
        from: Source,
        /// The tag; without one, the first message of the queue, whatever its tag is.
        tag: Option<Term>,
        /// Where the message is put. A message of another sort is a failure.
        into: Var,
        /// Where the sender's rank is put.
        sender_into: Option<Var>,
        /// Where the message's tag is put.
        tag_into: Option<Var>,
    },
    /// Looks at the message that a receive would take here, and leaves it where it is, or puts it
    /// aside for a receive that names it.
    Probe {
        /// From whom.
        from: Source,
        /// The tag; without one, any.
        tag: Option<Term>,
        /// What is learnt.
        status: Status,
        /// What is measured of the message, over [`message`].
        measures: Vec<Term>,
        /// Whether it waits for a message. Where it does not, it may find none at any time.
        waits: bool,
        /// Where it is put whether a message was found.
        found_into: Option<Var>,
        /// Where the number is put under which the message is put aside: the least positive one that
        /// no other message to the process has. Without it, the message stays as it is.
        aside_into: Option<Var>,
    },
    /// A step that a group takes together: see [`Collective`].
    Collective(Collective),
    /// Begins an operation, and goes on at once.
    Begin {
        /// What begins.
        operation: Operation,
        /// Where the number is put by which the operation is completed: the least positive one that no
        /// other operation of the process has, nor one of the numbers that are avoided.
        into: Var,
        /// The numbers that are avoided, since the process may still have them from operations that are
        /// over.
        avoids: Vec<Term>,
    },
    /// Begins a persistent operation again that is not under way.
    Start {
        /// Its number.
        request: Term,
    },
    /// Completes operations that have begun.
    Complete(Completion),
    /// Gives up the number of an operation, which goes on if it is under way; one of a group must not
    /// be.
    Free {
        /// Its number.
        request: Term,
    },
    /// Goes on where no operation of the process is left; where one is, the system fails.
    Finish,
    /// A collective assertion: a snapshot of the process is kept until each process in which the
    /// label occurs has given as many; then the formulas of all of them must hold for the
    /// snapshots together (papers/002, section 2.2). A snapshot without partners at the end is a
    /// failure.
    CollectiveAssert {
        /// What brings the assertions of different processes together.
        label: Symbol,
        /// The formula, over variables of any process in which the label occurs.
        formula: Term,
    },
}

/// What a proof may assume of a run instead of showing it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Presumption {
    /// No result of arithmetic leaves the range of its type.
    NoOverflow,
    /// Nothing is read that was not written before.
    Initialised,
}

/// From whom a message is received.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source<T = Term> {
    /// The process with this rank. A rank that no process of the group has is a failure.
    Rank(T),
    /// Any process of the group.
    Any,
    /// Whoever has sent the message that was put aside under this number, whatever its tag is. A
    /// number that no such message has is a failure.
    Aside(T),
}

impl<T> Source<T> {
    /// The rank that is named.
    pub fn rank(&self) -> Option<&T> {
        match self {
            Source::Rank(rank) => Some(rank),
            Source::Any | Source::Aside(_) => None,
        }
    }

    /// The number that it has.
    pub fn number(&self) -> Option<&T> {
        match self {
            Source::Rank(number) | Source::Aside(number) => Some(number),
            Source::Any => None,
        }
    }
}

/// What is done to memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Access {
    /// It is read.
    Read,
    /// It is written, or must not be looked at by anybody else.
    Write,
}

/// Places in memory: a variable, or neighbours in an array.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Area<T = Term> {
    /// The variable, an array where there are indices or elements.
    pub var: Var,
    /// The indices of the row, of an array of arrays.
    pub row: Vec<T>,
    /// The first element and how many there are; without them, all of it.
    pub elements: Option<(T, T)>,
    /// What is done to it.
    pub access: Access,
}

/// An operation that begins at one place and is completed at another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// What it does.
    pub kind: OperationKind,
    /// Terms that keep the values which they have when the operation is made: the others know them as
    /// [`kept`].
    pub kept: Vec<Term>,
    /// What it uses until it is completed, over variables and what is kept.
    pub areas: Vec<Area>,
    /// Whether it is persistent: it is made here, and begins with each [`Action::Start`].
    pub is_persistent: bool,
}

/// What an operation does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OperationKind {
    /// Sends a message. What is sent is what the terms mean when it begins.
    Send {
        /// The rank of the receiver, over what is kept.
        to: Term,
        /// The tag, over what is kept.
        tag: Term,
        /// The message, over variables and what is kept.
        value: Term,
        /// Whether it is completed only when a receive has got the message; over what is kept.
        waits: Term,
    },
    /// Receives a message: the first that fits and goes to no receive that has begun before.
    Receive {
        /// From whom, over what is kept.
        from: Source,
        /// The tag, over what is kept; without one, any.
        tag: Option<Term>,
        /// The sort of the messages that it can hold.
        sort: Sort,
        /// What must hold of the message, over what is kept and [`message`].
        demands: Vec<(Agreed, Term)>,
        /// What becomes of variables, one after the other, over them, what is kept and [`message`].
        deliver: Vec<(Var, Term)>,
        /// What statuses say of the message, such as the number of its elements, over it.
        measures: Vec<Term>,
    },
    /// Takes part in an operation of a group.
    Collective(Collective),
    /// Communicates with nobody, which may be completed at once.
    Nothing {
        /// What the status of a receive says that its sender is; that of a send says nothing.
        source: Option<i64>,
    },
}

/// The variable that stands for something that an operation has kept.
#[must_use]
pub fn kept(position: usize, sort: Sort) -> Var {
    Var::new(format!("kept!{position}").as_str(), sort)
}

/// The variable that stands for a message that is received.
#[must_use]
pub fn message(sort: Sort) -> Var {
    Var::new("message!", sort)
}

/// Completes operations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Completion {
    /// The numbers of the operations. [`super::NO_REQUEST`] is none, and so is a persistent one that is not under way.
    pub requests: Vec<Term>,
    /// How many are completed.
    pub extent: Extent,
    /// Whether it waits. Where it does not, it may complete nothing at any time.
    pub waits: bool,
    /// Where it is put whether something was completed, or nothing was under way.
    pub done_into: Option<Var>,
    /// Where the position of the one that was completed is put, or -1.
    pub which_into: Option<Var>,
    /// What is learnt: of the one that is completed, or of each.
    pub statuses: Vec<Status>,
}

/// How many operations are completed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// One of them, whichever can be.
    One,
    /// All of them.
    All,
}

/// Where it is put what a receive learns of its message.
#[derive(Clone, PartialEq, Eq, Default, Hash, Debug)]
pub struct Status {
    /// Its sender's rank.
    pub source: Option<Var>,
    /// Its tag.
    pub tag: Option<Var>,
    /// What is measured of it, such as the number of its elements.
    pub measures: Vec<Var>,
}

/// What a status says where there is no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMessage;

impl NoMessage {
    /// The rank of its sender, which no process has.
    pub const SOURCE: i64 = -1_000_001;
    /// Its tag, which no message has.
    pub const TAG: i64 = -1_000_003;
    /// What stands for the rank, the tag and all else in the status of what receives nothing, such as a
    /// send, of which nothing is said.
    pub const UNTOLD: i64 = -1_000_013;
}

impl Status {
    /// The variables that it writes.
    pub fn vars(&self) -> impl Iterator<Item = &Var> {
        let rank_and_tag = [&self.source, &self.tag].into_iter().flatten();
        rank_and_tag.chain(&self.measures)
    }
}

impl Action {
    /// The guard that always holds.
    #[must_use]
    pub fn skip() -> Action {
        Action::Assume(Term::top())
    }

    /// The terms of the action.
    #[must_use]
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Action::Assume(term)
            | Action::Assign(_, term)
            | Action::Assert(term)
            | Action::Presume(term, _)
            | Action::Start { request: term }
            | Action::Free { request: term }
            | Action::CollectiveAssert { formula: term, .. } => vec![term],
            Action::Havoc(_) | Action::Finish => Vec::new(),
            Action::Use(areas) => areas.iter().flat_map(Area::terms).collect(),
            Action::Send { to, tag, value } => vec![to, tag, value],
            Action::Flush { to, tag } | Action::MayWait { to, tag, .. } => vec![to, tag],
            Action::Receive { from, tag, .. } => from.number().into_iter().chain(tag).collect(),
            Action::Probe {
                from,
                tag,
                measures,
                ..
            } => (from.number().into_iter())
                .chain(tag)
                .chain(measures)
                .collect(),
            Action::Collective(collective) => collective.terms(),
            Action::Begin {
                operation, avoids, ..
            } => operation.terms().into_iter().chain(avoids).collect(),
            Action::Complete(completion) => completion.requests.iter().collect(),
        }
    }

    /// The variables that the action may write.
    #[must_use]
    pub fn writes(&self) -> Vec<&Var> {
        match self {
            Action::Assign(var, _) | Action::Havoc(var) => vec![var],
            Action::Receive {
                into,
                sender_into,
                tag_into,
                ..
            } => [Some(into), sender_into.as_ref(), tag_into.as_ref()]
                .into_iter()
                .flatten()
                .collect(),
            Action::Probe {
                status,
                found_into,
                aside_into,
                ..
            } => (status.vars())
                .chain(found_into)
                .chain(aside_into)
                .collect(),
            Action::Collective(collective) => collective.deliver.iter().map(|(v, _)| v).collect(),
            Action::Begin { into, .. } | Action::MayWait { into, .. } => vec![into],
            Action::Complete(completion) => {
                let statuses = completion.statuses.iter().flat_map(Status::vars);
                let others = [&completion.done_into, &completion.which_into];
                statuses.chain(others.into_iter().flatten()).collect()
            }
            Action::Assume(_)
            | Action::Assert(_)
            | Action::Presume(..)
            | Action::Use(_)
            | Action::Send { .. }
            | Action::Flush { .. }
            | Action::Start { .. }
            | Action::Free { .. }
            | Action::Finish
            | Action::CollectiveAssert { .. } => Vec::new(),
        }
    }

    /// The variables that an operation which begins here writes when it is completed.
    pub fn delivers(&self) -> impl Iterator<Item = &Var> {
        let deliver = match self {
            Action::Begin { operation, .. } => match &operation.kind {
                OperationKind::Receive { deliver, .. } => deliver.as_slice(),
                OperationKind::Collective(collective) => collective.deliver.as_slice(),
                OperationKind::Send { .. } | OperationKind::Nothing { .. } => &[],
            },
            _ => &[],
        };
        deliver.iter().map(|(var, _)| var)
    }

    /// Whether the action concerns nobody but its process: whether and how it goes on depends on
    /// no other process, and no other process depends on it.
    #[must_use]
    pub fn is_local(&self) -> bool {
        matches!(
            self,
            Action::Assume(_)
                | Action::Assign(..)
                | Action::Havoc(_)
                | Action::Assert(_)
                | Action::Presume(..)
                | Action::Use(_)
                | Action::Finish
                | Action::CollectiveAssert { .. }
        )
    }

    /// Whether the action may receive from anybody, or may go on whether or not another process has
    /// done something: then the order of steps decides what happens.
    #[must_use]
    pub fn is_race(&self) -> bool {
        match self {
            Action::Receive { from, .. } => *from == Source::Any,
            Action::Probe { from, waits, .. } => *from == Source::Any || !waits,
            Action::Begin { operation, .. } => match &operation.kind {
                OperationKind::Receive { from, .. } => *from == Source::Any,
                OperationKind::Send { .. }
                | OperationKind::Collective(_)
                | OperationKind::Nothing { .. } => false,
            },
            Action::Complete(completion) => {
                let one_of_many = completion.extent == Extent::One && completion.requests.len() > 1;
                one_of_many || !completion.waits
            }
            _ => false,
        }
    }
}

impl Area {
    /// All of a variable, which is written or must not be looked at.
    #[must_use]
    pub fn whole(var: &Var) -> Area {
        Area {
            var: var.clone(),
            row: Vec::new(),
            elements: None,
            access: Access::Write,
        }
    }

    /// The terms of the area.
    pub fn terms(&self) -> Vec<&Term> {
        let elements = self
            .elements
            .iter()
            .flat_map(|(first, count)| [first, count]);
        self.row.iter().chain(elements).collect()
    }

    /// The area with its terms changed.
    #[must_use]
    pub fn map<U>(&self, change: &mut dyn FnMut(&Term) -> U) -> Area<U> {
        Area {
            var: self.var.clone(),
            row: self.row.iter().map(&mut *change).collect(),
            elements: (self.elements.as_ref()).map(|(first, count)| (change(first), change(count))),
            access: self.access,
        }
    }

    /// That both have a place in common, and one of them writes; `None` if that is never so.
    #[must_use]
    pub fn clashes_with(&self, other: &Area) -> Option<Term> {
        if self.var != other.var || (self.access, other.access) == (Access::Read, Access::Read) {
            return None;
        }
        let rows = self.row.iter().zip(&other.row);
        let mut parts: Vec<Term> = rows.map(|(a, b)| Term::eq(a.clone(), b.clone())).collect();
        if let (Some((a, n)), Some((b, m))) = (&self.elements, &other.elements) {
            let is_some = |count: &Term| Term::lt(Term::int(0), count.clone());
            parts.extend([is_some(n), is_some(m)]);
            parts.push(Term::lt(a.clone(), Term::add([b.clone(), m.clone()])));
            parts.push(Term::lt(b.clone(), Term::add([a.clone(), n.clone()])));
        }
        let both = Term::and(parts);
        (!both.is_false()).then_some(both)
    }
}

impl Operation {
    /// The terms of the operation that are over variables of the process alone.
    fn terms(&self) -> Vec<&Term> {
        let mut terms: Vec<&Term> = self.kept.iter().collect();
        terms.extend(self.areas.iter().flat_map(Area::terms));
        match &self.kind {
            OperationKind::Send {
                to,
                tag,
                value,
                waits,
            } => terms.extend([to, tag, value, waits]),
            OperationKind::Receive {
                from,
                tag,
                demands,
                deliver,
                measures,
                ..
            } => {
                terms.extend(from.number());
                terms.extend(tag);
                terms.extend(demands.iter().map(|(_, term)| term));
                terms.extend(deliver.iter().map(|(_, term)| term));
                terms.extend(measures);
            }
            OperationKind::Collective(collective) => terms.extend(collective.terms()),
            OperationKind::Nothing { .. } => {}
        }
        terms
    }
}
