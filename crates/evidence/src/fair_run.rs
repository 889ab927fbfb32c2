//! Evidence against `A included in B` without the states of all runs: one run of the concrete
//! program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::StateData;

/// A fair run of the concrete program, a lasso, that shows what no fair run of the specification
/// shows. That none does is a plain computation on what is shown: the specification's states that
/// go together with each position of the run.
///
/// Of a program with `open` variables the environment changes the first state, and every other
/// one after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FairRun {
    /// The states of the run, from a start on.
    pub states: Vec<StateData>,
    /// The position that comes again after the last one.
    pub cycle: u32,
}

impl FairRun {
    /// What it is and how large, in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        let all = self.states.len();
        let prefix = (self.cycle as usize).min(all);
        let steps = if prefix == 1 { "step" } else { "steps" };
        format!("lasso of {prefix} {steps} and {}", all - prefix)
    }
}
