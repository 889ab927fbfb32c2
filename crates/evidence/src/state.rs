//! States and labels as they stand in evidence.

use logic::{Integer, Sort, Value};
use program::Location;
use program::concrete::{Control, CopyState, Label, Layout, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Datum;

/// A state of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StateData {
    /// Where the program is.
    pub at: ControlData,
    /// The values of its variables, in the order of the interpreter's layout.
    pub values: Vec<Datum>,
}

/// Where a program is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ControlData {
    /// At a location of its graph.
    Location(u32),
    /// Inside parallel parts: the edge, and where each part is.
    Par(u32, Vec<ControlData>),
    /// Inside a `parfor`: the edge, and its copies.
    Parfor(u32, Vec<CopyData>),
    /// Stopped by a failed assertion.
    Failed,
}

/// A copy of the body of a `parfor`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CopyData {
    /// Its number.
    pub id: Datum,
    /// Where it is.
    pub at: ControlData,
    /// Its own variables, each with the slot that it has in the store.
    pub locals: Vec<(u32, Datum)>,
}

/// What the environment sees of a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LabelData {
    /// Nothing.
    Silent,
    /// A message and its channel.
    Send(Datum, Datum),
    /// A message and its channel.
    Receive(Datum, Datum),
    /// A failing assertion.
    Fail,
}

fn int(value: &Integer) -> Datum {
    Datum::from(&Value::Int(value.clone()))
}

impl From<&Label> for LabelData {
    fn from(label: &Label) -> Self {
        match label {
            Label::Silent => LabelData::Silent,
            Label::Send { value, channel } => LabelData::Send(value.into(), int(channel)),
            Label::Receive { value, channel } => LabelData::Receive(value.into(), int(channel)),
            Label::Fail => LabelData::Fail,
        }
    }
}

impl From<&State> for StateData {
    fn from(state: &State) -> Self {
        StateData {
            at: (&state.control).into(),
            values: state.store.iter().map(Datum::from).collect(),
        }
    }
}

impl From<&Control> for ControlData {
    fn from(control: &Control) -> Self {
        match control {
            Control::At(location) => ControlData::Location(location.index() as u32),
            Control::Par { edge, branches } => {
                ControlData::Par(*edge, branches.iter().map(ControlData::from).collect())
            }
            Control::Parfor { edge, copies } => {
                let copies = copies.iter().map(|copy| CopyData {
                    id: int(&copy.id),
                    at: (&copy.control).into(),
                    locals: copy
                        .locals
                        .iter()
                        .map(|(slot, value)| (*slot, value.into()))
                        .collect(),
                });
                ControlData::Parfor(*edge, copies.collect())
            }
            Control::Failed => ControlData::Failed,
        }
    }
}

impl StateData {
    /// The state for a machine with this layout; `None` where the data do not fit.
    ///
    /// Whether control is at a place that the machine has is for the caller to check.
    #[must_use]
    pub fn decode(&self, layout: &Layout) -> Option<State> {
        if self.values.len() != layout.vars().len() {
            return None;
        }
        let values = self.values.iter().zip(layout.vars());
        let store = values
            .map(|(datum, var)| datum.decode(&var.sort))
            .collect::<Option<_>>()?;
        Some(State {
            control: self.at.decode(layout)?,
            store,
        })
    }
}

impl ControlData {
    fn decode(&self, layout: &Layout) -> Option<Control> {
        logic::recursion::guard(|| {
            Some(match self {
                ControlData::Location(location) => {
                    Control::At(Location::at(usize::try_from(*location).ok()?))
                }
                ControlData::Par(edge, branches) => Control::Par {
                    edge: *edge,
                    branches: branches
                        .iter()
                        .map(|b| b.decode(layout))
                        .collect::<Option<_>>()?,
                },
                ControlData::Parfor(edge, copies) => Control::Parfor {
                    edge: *edge,
                    copies: copies
                        .iter()
                        .map(|c| c.decode(layout))
                        .collect::<Option<_>>()?,
                },
                ControlData::Failed => Control::Failed,
            })
        })
    }
}

impl CopyData {
    fn decode(&self, layout: &Layout) -> Option<CopyState> {
        let Value::Int(id) = self.id.decode(&Sort::Int)? else {
            return None;
        };
        let local = |(slot, datum): &(u32, Datum)| {
            let var = layout.vars().get(*slot as usize)?;
            Some((*slot, datum.decode(&var.sort)?))
        };
        let locals = self.locals.iter().map(local).collect::<Option<_>>()?;
        Some(CopyState {
            id,
            control: self.at.decode(layout)?,
            locals,
        })
    }
}
