//! Fair trace inclusion between finite-state systems (papers/004).
//!
//! [`decide`] answers for automata on infinite words, and its answer is complete: a separating
//! lasso where one is easily found, fair simulation with growing lookahead, and at last sets of
//! states that follow every run. Whatever it returns is evidence for the automata as they were
//! given: conversions and reductions are links of the chain that a proof is.
//!
//! # What this crate does not know
//! Files, syntax, and whether its evidence is accepted.
//!
//! # Where to start
//! [`claim`] and [`satisfaction`] for programs, `decide.rs` for the order of methods, `game.rs` for formula (2), `powersets.rs` for the complete
//! procedure.

#![forbid(unsafe_code)]

mod augment;
mod bits;
pub mod claim;
mod components;
mod decide;
mod degeneralise;
mod emptiness;
mod game;
mod justice;
mod lasso;
pub mod network;
mod powersets;
mod quotient;
pub mod satisfaction;
mod separate;
mod sets;
mod system;
mod tester;
mod trim;

pub use decide::{Methods, decide};
