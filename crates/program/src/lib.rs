//! Programs as graphs of commands, their composition, and their meaning.
//!
//! What a program does is defined twice, and the two definitions are tested against each other:
//! concretely by the interpreter [`concrete::Machine`], and symbolically by the control-flow graph
//! [`Cfg`] with the predicate transformers [`wp`], [`pre`] and [`sp`].
//!
//! # What this crate does not know
//! Any syntax: an [`Origin`] says that something came from somewhere, and only the front end knows
//! where that is. Any engine or solver.
//!
//! # Where to start
//! [`Command`] and [`Graph`], then [`Program`], then [`concrete::Machine::successors`].

#![forbid(unsafe_code)]

mod cfg;
mod command;
pub mod compose;
pub mod concrete;
mod declared;
pub mod function;
mod graph;
mod map_terms;
mod mark;
mod rename;
pub mod system;
mod transform;

pub use cfg::{Cfg, CfgEdge, Point, Thread, TooLarge};
pub use command::{Command, Parfor};
pub use declared::{Constant, Program, Variable, VariableKind};
pub use function::Function;
pub use graph::{
    Action, Edge, Graph, GraphBuilder, Location, Origin, SharedVariable, check_parallel,
};
pub use mark::Mark;
pub use rename::Renaming;
pub use transform::{in_sort, pre, sp, wp};
