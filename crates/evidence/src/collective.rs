//! Evidence for and against the safety of systems of communicating processes (papers/002).
//!
//! A proof is a finite graph of symbolic states that covers every run, up to the order of steps
//! that do not concern each other. Only the states at which runs are brought together are written
//! down, the *cuts*; what lies between them is a graph of steps without cycles that the checker
//! executes itself, symbolically. Several cases may lead to one node of it where their states are the
//! same. A refutation is a schedule with concrete values.
//!
//! Symbolic constants: a cut names its own. From the start on, a variable without an initial value
//! has a constant of its own name. A `havoc` of a process at a node gives a constant named
//! [`fresh_name`].

use std::collections::BTreeSet;

use logic::{EnumSort, Sort, Var};
use program::system::concrete::Choice;
use program::system::{self, Action, System};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Datum;

/// The name of the constant that a `havoc` of a process gives at a node.
#[must_use]
pub fn fresh_name(node: u32, process: usize) -> String {
    format!("new!{node}!{process}")
}

/// A finite graph of symbolic states that covers all runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Covering {
    /// The states at which runs are brought together.
    pub cuts: Vec<Cut>,
    /// The nodes between them. The first one is the start.
    pub nodes: Vec<Node>,
    /// What the proof assumes of runs instead of showing it, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<Presumption>,
}

/// What a proof may assume of a run instead of showing it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Presumption {
    /// No result of arithmetic leaves the range of its type.
    NoOverflow,
    /// Nothing is read that was not written before.
    Initialised,
}

impl From<Presumption> for system::Presumption {
    fn from(from: Presumption) -> Self {
        match from {
            Presumption::NoOverflow => system::Presumption::NoOverflow,
            Presumption::Initialised => system::Presumption::Initialised,
        }
    }
}

impl From<system::Presumption> for Presumption {
    fn from(from: system::Presumption) -> Self {
        match from {
            system::Presumption::NoOverflow => Presumption::NoOverflow,
            system::Presumption::Initialised => Presumption::Initialised,
        }
    }
}

/// A symbolic state: what is the case for some values of its constants that satisfy its condition.
/// Terms are in SMT-LIB, over the inputs and the constants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cut {
    /// The symbolic constants.
    pub constants: Vec<Constant>,
    /// The location of each process.
    pub at: Vec<u32>,
    /// The values of each process's variables, in the order of their declaration.
    pub values: Vec<Vec<String>>,
    /// The messages on their way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queues: Vec<Queue>,
    /// The operations that have begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Requests>,
    /// The operations of groups that not all have left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meetings: Vec<Meetings>,
    /// The snapshots that wait for partners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub snapshots: Vec<Snapshots>,
    /// What holds: all of these.
    pub condition: Vec<String>,
    /// Measures of what is left to do: integers by which cycles that give a process no turn are
    /// seen to end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<String>,
    /// The node that goes on from here.
    pub node: u32,
}

/// A symbolic constant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Constant {
    /// The name.
    pub name: String,
    /// The sort.
    pub sort: SortData,
}

/// The messages from one process to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Queue {
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// The messages, the oldest first.
    pub messages: Vec<Message>,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    /// The tag.
    pub tag: String,
    /// What is sent.
    pub value: String,
    /// The number of the sender's operation that waits for a receive to get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<u32>,
    /// The number under which the receiver has put it aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aside: Option<u32>,
}

/// The operations of a process that have begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Requests {
    /// The process.
    pub process: u32,
    /// The operations, the oldest first.
    pub requests: Vec<Request>,
}

/// An operation that has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Its number; none once the process has given it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The edge that has made it.
    pub edge: u32,
    /// What it has kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<String>,
    /// What it uses, in the order of the edge's areas: indices of the row, first element and number.
    /// None where it is not under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<Vec<String>>>,
    /// How far it is.
    pub stage: Stage,
}

/// How far an operation is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It is persistent, and not under way.
    Inactive,
    /// A send whose message no receive has got yet, and whether it waits for that.
    Sending(String),
    /// A send whose message has gone to a receive.
    Sent,
    /// A receive that has got no message yet.
    Receiving {
        /// From whom; none is anybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u32>,
        /// The tag; none is any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<String>,
    },
    /// A receive that has got its message.
    Received {
        /// The sender.
        from: u32,
        /// The tag.
        tag: String,
        /// What was sent.
        value: String,
        /// The number of the sender's operation, unless that is completed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<u32>,
    },
    /// It takes part in an operation of its group.
    Meeting,
}

/// The operations of a group that not all have left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Meetings {
    /// The group.
    pub group: u32,
    /// The calls of each operation, the oldest first.
    pub meetings: Vec<Vec<Call>>,
}

/// What a process has brought to an operation of its group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// The process.
    pub process: u32,
    /// The edge that calls.
    pub edge: u32,
    /// The number of the request that is completed when the call is over; none if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<u32>,
    /// What must be agreed on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<String>,
    /// What is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gives: Vec<String>,
}

/// The snapshots of a process that wait for partners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Snapshots {
    /// The label.
    pub label: String,
    /// The process.
    pub process: u32,
    /// The snapshots, the oldest first.
    pub waiting: Vec<Snapshot>,
}

/// A snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// What makes it: an assertion or an invariant.
    pub made_by: Maker,
    /// The values of the process's variables.
    pub values: Vec<String>,
}

/// What makes a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Maker {
    /// The collective assertion on this edge.
    Assertion(u32),
    /// The invariant at this location.
    Invariant(u32),
}

/// A node between cuts: who takes a step, and where that leads. Its state and its condition are those
/// of the first case that leads to it, in the order of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// Who takes a step: one process, the network of one (its number behind those of all processes), or
    /// all of these.
    pub movers: Vec<u32>,
    /// Where their steps lead. What is not listed is impossible.
    pub cases: Vec<Case>,
}

/// A case of a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Case {
    /// Who takes the step.
    pub mover: u32,
    /// The edge.
    pub edge: u32,
    /// Which way the step goes: the positions of what was taken among the alternatives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// Where it leads.
    pub to: Target,
}

/// Where a case leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// To a node behind the same cut.
    Node(u32),
    /// To a cut.
    Cut {
        /// The cut.
        cut: u32,
        /// The values of the cut's constants here.
        with: Vec<String>,
    },
}

/// A sort.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortData {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Reals.
    Real,
    /// Bit-vectors.
    BitVec(u32),
    /// An enumeration, by its name.
    Enum(String),
    /// Arrays.
    Array(Box<SortData>, Box<SortData>),
}

impl From<&Sort> for SortData {
    fn from(sort: &Sort) -> Self {
        match sort {
            Sort::Bool => SortData::Bool,
            Sort::Int | Sort::Range(_) => SortData::Int,
            Sort::Real => SortData::Real,
            Sort::BitVec(width) => SortData::BitVec(*width),
            Sort::Enum(sort) => SortData::Enum(sort.name().to_string()),
            Sort::Array(sort) => SortData::Array(
                Box::new((&sort.index).into()),
                Box::new((&sort.element).into()),
            ),
        }
    }
}

impl SortData {
    /// The sort, where the enumerations are those of a system's variables and inputs.
    #[must_use]
    pub fn decode(&self, system: &System) -> Option<Sort> {
        let vars = system.variables().chain(&system.inputs);
        let mut enumerations = BTreeSet::new();
        for var in vars {
            gather(&var.sort, &mut enumerations);
        }
        self.decode_with(&enumerations)
    }

    fn decode_with(&self, enumerations: &BTreeSet<EnumSort>) -> Option<Sort> {
        Some(match self {
            SortData::Bool => Sort::Bool,
            SortData::Int => Sort::Int,
            SortData::Real => Sort::Real,
            SortData::BitVec(width) if *width > 0 => Sort::BitVec(*width),
            SortData::BitVec(_) => return None,
            SortData::Enum(name) => {
                let named = enumerations.iter().find(|e| e.name().as_str() == name);
                Sort::Enum(named?.clone())
            }
            SortData::Array(index, element) => Sort::array(
                index.decode_with(enumerations)?,
                element.decode_with(enumerations)?,
            ),
        })
    }
}

fn gather(sort: &Sort, enumerations: &mut BTreeSet<EnumSort>) {
    match sort {
        Sort::Enum(sort) => {
            enumerations.insert(sort.clone());
        }
        Sort::Array(sort) => {
            gather(&sort.index, enumerations);
            gather(&sort.element, enumerations);
        }
        _ => {}
    }
}

/// A run that violates the claim: its last step fails, or it has ended as it should not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FailingRun {
    /// The values of the inputs, in the order of the system.
    pub inputs: Vec<Datum>,
    /// The values of the variables that have no initial one, in the order of the system.
    pub start: Vec<Datum>,
    /// What happens.
    pub schedule: Vec<Scheduled>,
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Scheduled {
    /// Who takes it.
    pub mover: u32,
    /// The edge.
    pub edge: u32,
    /// Which way the step goes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// The value that a `havoc` gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Datum>,
}

impl From<&Choice> for Scheduled {
    fn from(choice: &Choice) -> Self {
        let number = |n: usize| u32::try_from(n).expect("systems have fewer than 2^32 parts");
        Scheduled {
            mover: number(choice.mover),
            edge: number(choice.edge),
            path: choice.path.clone(),
            value: choice.value.as_ref().map(Datum::from),
        }
    }
}

impl FailingRun {
    /// The values of the inputs and of the variables that have no initial one; `None` where they do
    /// not fit.
    #[must_use]
    pub fn start(&self, system: &System) -> Option<Vec<(Var, logic::Value)>> {
        start_values(system, &self.inputs, &self.start)
    }

    /// The choice of a step; `None` where it does not fit.
    #[must_use]
    pub fn choice(step: &Scheduled, system: &System) -> Option<Choice> {
        let mover = step.mover as usize;
        let process = system.processes.get(system.process_of(mover))?;
        let edge = process.graph.edges().get(step.edge as usize)?;
        let value = match (&edge.action, &step.value) {
            (Action::Havoc(var), Some(datum)) => Some(datum.decode(&var.sort)?),
            (_, None) => None,
            _ => return None,
        };
        Some(Choice {
            mover,
            edge: step.edge as usize,
            path: step.path.clone(),
            value,
        })
    }
}

/// The values of the inputs and of the variables that have no initial one; `None` where they do not
/// fit.
pub(crate) fn start_values(
    system: &System,
    inputs: &[Datum],
    start: &[Datum],
) -> Option<Vec<(Var, logic::Value)>> {
    let open = system.processes.iter().flat_map(|p| &p.variables);
    let open = open.filter(|v| v.initial.is_none()).map(|v| &v.var);
    let vars: Vec<&Var> = system.inputs.iter().chain(open).collect();
    let data: Vec<&Datum> = inputs.iter().chain(start).collect();
    let fits = inputs.len() == system.inputs.len() && vars.len() == data.len();
    let pairs = fits.then(|| vars.into_iter().zip(data))?;
    pairs
        .map(|(var, datum)| Some((var.clone(), datum.decode(&var.sort)?)))
        .collect()
}
