//! The concrete meaning of programs: states, steps and runs.
//!
//! [`Machine`] is the interpreter that everything else is measured against: the exact engine
//! explores with it, the checker replays evidence with it, and `tandem run` executes with it.

mod chooser;
mod code;
mod compiled;
mod domain;
mod explore;
mod machine;
mod state;

pub use chooser::{Choice, Chooser, Random, Run, Scripted, ScriptedChoice, Stop, run};
pub use code::{Code, Layout};
pub use domain::{Enumerator, Unbounded, bounds, candidates};
pub use explore::{Explored, explore};
pub use machine::{Machine, Move, Performed, Step, StepError};
pub use state::{Control, CopyState, Label, State};
