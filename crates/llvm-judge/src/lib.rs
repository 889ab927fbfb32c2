//! Native code as the judge of the LLVM front end.
//!
//! Random functions ([`random`]) are compiled by LLVM itself and run ([`native`]); what they show is
//! compared with what the front end makes of them ([`agree`]). The optimiser's work on them must
//! never be refuted ([`passes`]), and what native code tells apart must never be proved
//! ([`mutants`]). What is found is made small ([`reduce`]).
//!
//! For tests only. Where LLVM is not installed, nothing is judged.
//!
//! # Where to start
//! `case.rs` for what is judged, `lowered.rs` for how inputs are given to lowered functions.

#![forbid(unsafe_code)]

pub mod agree;
pub mod batch;
mod case;
mod lowered;
pub mod mutants;
pub mod native;
pub mod passes;
pub mod question;
pub mod random;
pub mod reduce;
mod types;

pub use case::{Argument, Callee, Case, Global, Inputs, Parameter, Passing, Style, Syntax};
pub use random_programs::report;
pub use types::Type;
