//! States and the labels of steps.

use std::fmt;

use logic::{Integer, Value};

use crate::Location;

/// A state of a running program: where it is, and the values of its variables.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State {
    /// Where the program is.
    pub control: Control,
    /// The values of the variables, in the order of the machine's layout.
    pub store: Box<[Value]>,
}

/// Where a program is.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Control {
    /// At a location of the graph at hand.
    At(Location),
    /// Inside an edge that runs graphs in parallel.
    Par {
        /// The position of the edge.
        edge: u32,
        /// Where each branch is.
        branches: Vec<Control>,
    },
    /// Inside an edge with a `parfor`.
    Parfor {
        /// The position of the edge.
        edge: u32,
        /// The copies in the order of their numbers.
        copies: Vec<CopyState>,
    },
    /// An assertion has failed: no step follows.
    Failed,
}

/// One copy of a `parfor`'s body.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CopyState {
    /// The number of the copy.
    pub id: Integer,
    /// Where it is in the body.
    pub control: Control,
    /// Its versions of the local variables, each with the slot that it has in the store.
    pub locals: Vec<(u32, Value)>,
}

/// What the environment sees of a step (papers/000, section 2.1: the alphabet and τ).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Label {
    /// Nothing: τ.
    Silent,
    /// A message goes out.
    Send {
        /// The message.
        value: Value,
        /// The channel.
        channel: Integer,
    },
    /// A message comes in.
    Receive {
        /// The message.
        value: Value,
        /// The channel.
        channel: Integer,
    },
    /// An assertion fails.
    Fail,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Silent => f.write_str("silent"),
            Label::Send { value, channel } => write!(f, "send {value} on {channel}"),
            Label::Receive { value, channel } => write!(f, "receive {value} on {channel}"),
            Label::Fail => f.write_str("assertion fails"),
        }
    }
}

impl fmt::Display for Control {
    /// Writes locations as numbers, parallel parts as `(3 || 5)`, copies as `[1: 2, 2: 0]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::At(location) => write!(f, "{}", location.index()),
            Control::Par { branches, .. } => {
                for (position, branch) in branches.iter().enumerate() {
                    write!(f, "{}{branch}", if position == 0 { "(" } else { " || " })?;
                }
                f.write_str(")")
            }
            Control::Parfor { copies, .. } => {
                f.write_str("[")?;
                for (position, copy) in copies.iter().enumerate() {
                    let separator = if position == 0 { "" } else { ", " };
                    write!(f, "{separator}{}: {}", copy.id, copy.control)?;
                }
                f.write_str("]")
            }
            Control::Failed => f.write_str("failed"),
        }
    }
}
