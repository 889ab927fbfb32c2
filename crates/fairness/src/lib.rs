//! Fair trace inclusion between finite-state systems (papers/004).
//!
//! [`decide`] answers for automata on infinite words, and its answer is complete: a separating
//! lasso where one is easily found, fair simulation with growing lookahead, or with temporal
//! testers, and at last sets of states that follow every run. Whatever it returns is evidence for the automata as they were
//! given: conversions and reductions are links of the chain that a proof is.
//!
//! # What this crate does not know
//! Files, syntax, and whether its evidence is accepted.
//!
//! # Where to start
//! [`claim`], [`satisfaction`] and [`network`] for programs, `decide.rs` for the order of methods,
//! `game.rs` for formula (2), `symbolic.rs` for the same with sets of states, `prophecy.rs` for
//! testers, `powersets.rs` for the complete procedure, `emptiness.rs` for whether
//! there is a word at all.

#![forbid(unsafe_code)]

mod augment;
mod bits;
pub mod claim;
mod components;
mod decide;
mod degeneralise;
mod emptiness;
mod follow;
mod game;
mod justice;
mod lasso;
pub mod network;
mod powersets;
mod prophecy;
mod quotient;
pub mod satisfaction;
mod separate;
mod sets;
mod symbolic;
mod system;
mod tester;
mod trim;

pub use decide::{Methods, decide};
