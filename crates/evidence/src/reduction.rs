//! Evidence for and against k-safety of programs with infinitely many states: a reduction of the
//! programs with its proof (papers/001), and concrete runs.
//!
//! Threads are the copies of the claim and the parallel parts inside them, counted from the first
//! copy on, each followed by its parts in the order of the edges that run them.

use std::collections::BTreeMap;

use logic::{FunctionTable, Model};
use question::SafeFor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Datum;

/// A reduction of the programs in which every trace is proved.
///
/// A step is a path of a thread from one stop to the next. At each node, the steps of the threads
/// are explored in the given order; a step of an earlier thread is asleep behind a step of a later
/// one, until something happens that it does not commute with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reduction {
    /// The places at which steps end, besides the ends of threads.
    pub stops: Vec<Place>,
    /// Pairs of commands that commute though they share variables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commuting: Vec<(Edge, Edge)>,
    /// The assertions, in SMT-LIB.
    pub assertions: Vec<String>,
    /// Where the programs start.
    pub starts: Vec<Case>,
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// A proof for each conjunct of the postcondition, in order.
///
/// Where a conjunct says that two arrays are equal, alone or as an alternative or a conclusion, its
/// proof shows that their elements are equal at an index of which nothing is known: the constant
/// `element!0`, then `element!1` and so on for arrays of arrays and for further equations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Parts {
    /// The proofs.
    pub proofs: Vec<Reduction>,
}

/// A location of a thread.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Place {
    /// The thread.
    pub thread: u32,
    /// The location.
    pub location: u32,
}

/// An edge of a thread.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Edge {
    /// The thread.
    pub thread: u32,
    /// The edge.
    pub edge: u32,
}

/// Where the programs are, what is asleep and what holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// For each thread its location; an edge whose parallel parts run is counted on from the
    /// locations, and a thread that does not run is nowhere.
    pub at: Vec<Option<u32>>,
    /// The steps that are asleep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asleep: Vec<Letter>,
    /// The assertions that hold, by their positions.
    pub holds: Vec<u32>,
    /// The order in which threads are explored; threads that are missing come last.
    pub order: Vec<u32>,
    /// Where the steps lead. A step that is not listed is impossible here, asleep, or one after
    /// which nothing that matters can follow.
    pub steps: Vec<Step>,
}

/// A step of a thread.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Letter {
    /// The thread.
    pub thread: u32,
    /// The edges of the path; the last one may run parallel parts.
    pub path: Vec<u32>,
}

/// Where a step leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The step.
    pub letter: Letter,
    /// Its cases, which together are all there are.
    pub cases: Vec<Case>,
}

/// A case of a step, or of the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Case {
    /// What holds before it in this case, in SMT-LIB; without it, the only case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The node where it leads.
    pub to: u32,
}

/// Concrete runs that start related and do not end so, or one of which fails an assertion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// What the uninterpreted functions are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionData>,
    /// The values of all variables at the start, in the order of the question.
    pub start: Vec<Datum>,
    /// For each copy what it does.
    pub runs: Vec<Vec<Choice>>,
    /// The copy whose run ends with a failed assertion, if one does; the others then need not end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<u32>,
}

impl Violation {
    /// The functions of a question as the evidence has them; `None` where it says nothing of one, or
    /// nothing that fits.
    #[must_use]
    pub fn interpretation(&self, question: &SafeFor) -> Option<Model> {
        let mut model = Model::new();
        for function in question.functions() {
            let name = function.name();
            let data = self
                .functions
                .iter()
                .find(|data| data.name == name.as_str())?;
            let mut table = FunctionTable {
                entries: BTreeMap::new(),
                default: data.default.decode(function.result())?,
            };
            for (arguments, result) in &data.entries {
                if arguments.len() != function.parameters().len() {
                    return None;
                }
                let arguments = arguments.iter().zip(function.parameters());
                let arguments = arguments.map(|(datum, sort)| datum.decode(sort));
                let arguments = arguments.collect::<Option<Vec<_>>>()?;
                let result = result.decode(function.result())?;
                table.entries.insert(arguments, result);
            }
            model.set_function(function, table);
        }
        Some(model)
    }

    /// The values of all variables of a question at the start; `None` where they do not fit.
    #[must_use]
    pub fn start(&self, question: &SafeFor) -> Option<Model> {
        let vars = question.setting.initial_vars();
        if self.start.len() != vars.len() {
            return None;
        }
        let values = vars.into_iter().zip(&self.start);
        values
            .map(|(var, datum)| {
                let value = datum.decode(&var.sort)?;
                Some((var, value))
            })
            .collect()
    }
}

/// What an uninterpreted function is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionData {
    /// Its name.
    pub name: String,
    /// Results at some arguments.
    pub entries: Vec<(Vec<Datum>, Datum)>,
    /// The result everywhere else.
    pub default: Datum,
}

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// From the outermost graph inwards, the parallel part in which the step happens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// The edge; none where parallel parts that have all ended are joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<u32>,
    /// The value that is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Datum>,
}
