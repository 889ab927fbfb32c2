//! Evidence for people: counterexamples as stories, strategies as graphs to look at, and what else evidence
//! says in words and formulas.
//!
//! # What this crate does not know
//! Engines, and how anything was found. It reads evidence as anybody could who has it; a story in which
//! nothing is violated is none. Only what a lasso of a fair system is as a run of its programs it has
//! `fairness` say.
//!
//! # Where to start
//! [`story::tell`] for counterexamples, [`strategy`] for games, [`explained`] for the rest.

#![forbid(unsafe_code)]

mod actor;
mod explained;
pub mod functions;
pub mod story;
pub mod strategy;

pub use explained::{Line, answer, explained};
