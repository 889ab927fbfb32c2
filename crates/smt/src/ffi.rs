//! The one place that calls Z3.
//!
//! Everything outside sees handles that count references, compare by identity and turn Z3's error
//! codes into values.
//!
//! # Why the unsafe blocks are sound
//! - A [`Z3`] owns its context, every handle shares ownership of it, and neither is `Send`: the
//!   context outlives what was made in it and is used from one thread. The exception is the
//!   watchdog, which calls only Z3's interrupt functions; those may be called from any thread, and
//!   it calls them only while the thread that owns the context is inside [`Z3::watched`].
//! - A handle is made only from a pointer that Z3 has just returned, and takes a reference to it
//!   before the next object is made, which would free an object that nobody refers to.
//! - The crate never mixes handles of two contexts: a handle is only ever combined with others
//!   through the `Context` that it came from.
//! - Arrays are passed with the length of the slice that they come from.

mod ast;
mod context;
mod fixedpoint;
mod inspect;
mod memory;
mod model;
mod operator;
mod solver;
mod tactic;
mod watchdog;
mod work;

pub(crate) use ast::{Ast, Decl, Sort};
pub(crate) use context::{Error, Z3, version};
pub(crate) use fixedpoint::Fixedpoint;
pub(crate) use inspect::{Binder, Kind, Shape, SortShape};
pub(crate) use model::{Interpretation, Model, Wanted};
pub(crate) use operator::operator;
pub(crate) use solver::{Answer, Engine, Solver};
pub(crate) use tactic::apply_tactics;
