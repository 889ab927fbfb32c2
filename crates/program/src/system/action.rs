//! What the edges of a process do.

use logic::{Symbol, Term, Var};

/// One step of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// Takes the first message with the tag from a queue towards this process; waits where there
    /// is none.
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
    /// A step that all processes of the group take together, when each of them is at a collective
    /// operation of the same kind.
    Collective(Collective),
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

/// From whom a message is received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The process with this rank. A rank that no process of the group has is a failure.
    Rank(Term),
    /// Any process of the group.
    Any,
}

/// Operations of a whole group. They synchronise: nobody goes on before all are there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Collective {
    /// Nothing but the synchronisation.
    Barrier,
    /// The variables of all processes get the value of the root's. Processes that name different
    /// roots are a failure.
    Broadcast {
        /// The rank of the root.
        root: Term,
        /// The variable.
        var: Var,
    },
    /// The values of all processes are combined in the order of the ranks. Processes that name
    /// different roots are a failure; the operators must be the same.
    Reduce {
        /// How.
        op: ReduceOp,
        /// The value of this process.
        value: Term,
        /// Where the root puts the result; the other processes do not write theirs.
        into: Var,
        /// The rank of the root; without one, all processes get the result.
        root: Option<Term>,
    },
}

/// How values are combined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReduceOp {
    /// The sum.
    Sum,
    /// The product.
    Product,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The conjunction.
    And,
    /// The disjunction.
    Or,
}

impl ReduceOp {
    /// Two values combined.
    #[must_use]
    pub fn combine(self, a: Term, b: Term) -> Term {
        match self {
            ReduceOp::Sum => Term::add([a, b]),
            ReduceOp::Product => Term::mul([a, b]),
            ReduceOp::Min => Term::ite(Term::le(a.clone(), b.clone()), a, b),
            ReduceOp::Max => Term::ite(Term::le(a.clone(), b.clone()), b, a),
            ReduceOp::And => Term::and([a, b]),
            ReduceOp::Or => Term::or([a, b]),
        }
    }
}

impl Collective {
    /// Whether two processes that are at these operations can take the step together.
    #[must_use]
    pub fn agrees_with(&self, other: &Collective) -> bool {
        match (self, other) {
            (Collective::Barrier, Collective::Barrier)
            | (Collective::Broadcast { .. }, Collective::Broadcast { .. }) => true,
            (
                Collective::Reduce { op: a, root: r, .. },
                Collective::Reduce { op: b, root: s, .. },
            ) => a == b && r.is_some() == s.is_some(),
            _ => false,
        }
    }

    /// The rank of the root, if there is one.
    #[must_use]
    pub fn root(&self) -> Option<&Term> {
        match self {
            Collective::Barrier => None,
            Collective::Broadcast { root, .. } => Some(root),
            Collective::Reduce { root, .. } => root.as_ref(),
        }
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
            | Action::CollectiveAssert { formula: term, .. } => vec![term],
            Action::Havoc(_) => Vec::new(),
            Action::Send { to, tag, value } => vec![to, tag, value],
            Action::Flush { to, tag } => vec![to, tag],
            Action::Receive { from, tag, .. } => {
                let from = match from {
                    Source::Rank(rank) => Some(rank),
                    Source::Any => None,
                };
                from.into_iter().chain(tag).collect()
            }
            Action::Collective(collective) => {
                let value = match collective {
                    Collective::Reduce { value, .. } => Some(value),
                    Collective::Barrier | Collective::Broadcast { .. } => None,
                };
                value.into_iter().chain(collective.root()).collect()
            }
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
            Action::Collective(Collective::Broadcast { var, .. }) => vec![var],
            Action::Collective(Collective::Reduce { into, .. }) => vec![into],
            Action::Assume(_)
            | Action::Assert(_)
            | Action::Send { .. }
            | Action::Flush { .. }
            | Action::CollectiveAssert { .. }
            | Action::Collective(Collective::Barrier) => Vec::new(),
        }
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
                | Action::CollectiveAssert { .. }
        )
    }
}
