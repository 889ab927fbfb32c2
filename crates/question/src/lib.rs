//! Claims about programs, and the questions that they are for an engine.
//!
//! A front end builds a [`Module`]: programs and claims. [`Module::question`] makes one claim ready for
//! an engine: a [`Question`] has a variant for each relation, with exactly the data of that relation.
//! Files in other formats are questions without being modules: two automata, a formula, Horn clauses.
//!
//! # What this crate does not know
//! Any syntax, any engine, and how a question is decided.
//!
//! # Where to start
//! [`Question`], then [`Module`] and [`Claim`].

#![forbid(unsafe_code)]

mod asked;
pub mod automaton;
pub mod clauses;
pub mod copies;
pub mod import;
mod interpreted;
mod module;
pub mod network;
mod question;
mod setting;
mod temporal;

pub use module::{Augmentation, Claim, ClaimKind, Expectation, Losable, Module, Operand, Relation};
pub use question::{
    Abstracted, AllSizes, Clauses, ForallExists, Formula, Included, Question, Refines, Safe,
    SafeFor, Satisfies, Simulated, Unreadable, Words,
};
pub use setting::{Group, Setting};
pub use temporal::Temporal;
