//! Programs as graphs of commands, their composition, and their meaning.
//!
//! A front end builds a [`Module`]: programs and claims. [`Module::task`] makes one claim ready for
//! an engine. What a program does is defined twice, and the two definitions are tested against
//! each other: concretely by the interpreter [`concrete::Machine`], and symbolically by the
//! control-flow graph [`Cfg`] with the predicate transformers [`wp`], [`pre`] and [`sp`].
//!
//! # What this crate does not know
//! Any syntax: an [`Origin`] says that something came from somewhere, and only the front end knows
//! where that is. Any engine or solver.
//!
//! # Where to start
//! [`Command`] and [`Graph`], then [`Module`], then [`concrete::Machine::successors`].

#![forbid(unsafe_code)]

mod cfg;
mod command;
pub mod compose;
pub mod concrete;
pub mod copies;
pub mod function;
mod graph;
pub mod import;
mod interpret;
mod mark;
mod module;
pub mod network;
mod rename;
pub mod system;
mod task;
mod temporal;
mod transform;

pub use cfg::{Cfg, CfgEdge, Point, Thread, TooLarge};
pub use command::{Command, Parfor};
pub use function::Function;
pub use graph::{
    Action, Edge, Graph, GraphBuilder, Location, Origin, SharedVariable, check_parallel,
};
pub use mark::Mark;
pub use module::{
    Claim, ClaimKind, Constant, Expectation, Losable, Module, Operand, Program, Variable,
    VariableKind,
};
pub use rename::Renaming;
pub use task::{Augmentation, Relation, Task};
pub use temporal::Temporal;
pub use transform::{in_sort, pre, sp, wp};
