//! Verdicts, and the evidence that comes with them, as plain data.
//!
//! An engine makes evidence, the checker reads it, a file keeps it. It is written so that checking
//! needs no search: whatever had to be found is stated.
//!
//! # What this crate does not know
//! How evidence is found (the engines) and when it is good enough (the checker). A value of a type
//! in this crate has been promised by somebody and checked by nobody.
//!
//! # Where to start
//! [`Verdict`], then [`simulation`], [`unwinding`], [`safety`] and [`reduction`]; [`strategy`] for
//! quantified formulas, [`ranking`] for termination, [`horn`] for constrained Horn clauses,
//! [`inclusion`], [`symbolic`] and [`fair_run`] for infinite runs, [`collective`] and [`long_run`] for systems of
//! processes.

#![forbid(unsafe_code)]

pub mod abstraction;
pub mod collective;
mod datum;
pub mod fair_run;
pub mod formula;
pub mod horn;
pub mod inclusion;
pub mod long_run;
pub mod network;
pub mod ranking;
pub mod reduction;
pub mod safety;
pub mod simulation;
mod state;
pub mod strategy;
pub mod symbolic;
pub mod tester;
pub mod unwinding;
mod verdict;

pub use datum::Datum;
pub use state::{ControlData, CopyData, LabelData, StateData};
pub use verdict::{Evidence, Reason, Verdict, VerdictKind};
