//! What a run of a function shows to the world.

use std::fmt;

use crate::memory::Byte;
use crate::value::Value;

/// A call of a function that is not known: what it was given and what it answered.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Event {
    /// The name of the function.
    pub callee: String,
    /// What it sees.
    pub arguments: Vec<Value>,
    /// What it does.
    pub answer: Response,
}

/// What a function that is not known does when it is called.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Response {
    /// It returns, with a value unless its type is `void`.
    Returns(Option<Value>),
    /// It never returns.
    Stays,
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum End {
    /// The function returns.
    Returns(Option<Value>),
    /// A function that was called never returns.
    Stays,
    /// It runs on for ever without an event.
    Diverges,
    /// The behaviour is undefined from here on.
    Undefined,
}

/// What one run shows.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Behaviour {
    /// The calls of functions that are not known, in order.
    pub events: Vec<Event>,
    /// How it ends.
    pub end: End,
    /// What the objects hold in the end that others know of.
    pub memory: Vec<Vec<Byte>>,
}

impl Event {
    /// Whether this event is one that `allowed` covers: the same function, given nothing that it
    /// could not have been given, answering the same.
    fn refines(&self, allowed: &Event) -> bool {
        self.callee == allowed.callee
            && self.answer == allowed.answer
            && self.arguments.len() == allowed.arguments.len()
            && self
                .arguments
                .iter()
                .zip(&allowed.arguments)
                .all(|(one, two)| one.refines(two))
    }
}

impl Behaviour {
    /// Whether a specification that may behave like `allowed` lets an implementation behave like
    /// this. Undefined behaviour allows everything, once the events before it have happened: the
    /// world can stop a program in each of its calls.
    #[must_use]
    pub fn refines(&self, allowed: &Behaviour) -> bool {
        let begins_alike = self.events.len() >= allowed.events.len()
            && self
                .events
                .iter()
                .zip(&allowed.events)
                .all(|(one, two)| one.refines(two));
        if !begins_alike {
            return false;
        }
        if allowed.end == End::Undefined {
            return true;
        }
        self.events.len() == allowed.events.len()
            && match (&self.end, &allowed.end) {
                (End::Returns(Some(one)), End::Returns(Some(two))) => one.refines(two),
                (one, two) => one == two,
            }
            && self.memory.len() == allowed.memory.len()
            && self
                .memory
                .iter()
                .flatten()
                .zip(allowed.memory.iter().flatten())
                .all(|(one, two)| one.refines(two))
    }
}

impl fmt::Display for Behaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for event in &self.events {
            write!(f, "@{}(", event.callee)?;
            for (place, argument) in event.arguments.iter().enumerate() {
                let comma = if place > 0 { ", " } else { "" };
                write!(f, "{comma}{argument}")?;
            }
            match &event.answer {
                Response::Returns(Some(value)) => write!(f, ") = {value}; ")?,
                Response::Returns(None) | Response::Stays => write!(f, "); ")?,
            }
        }
        match &self.end {
            End::Returns(Some(value)) => write!(f, "returns {value}"),
            End::Returns(None) => f.write_str("returns"),
            End::Stays => f.write_str("stays in that call"),
            End::Diverges => f.write_str("runs for ever"),
            End::Undefined => f.write_str("undefined behaviour"),
        }
    }
}
