//! A real MPI and a real C compiler as judges of the C front end.
//!
//! Random programs that communicate ([`communication`]) run under MPICH ([`native::launch`]), where
//! sends wait or not and everything takes its time at random. What Tandem proves must not fail there,
//! what is right by how it was made must not be refuted, and what a run shows must be possible
//! ([`agree`]). Random programs that calculate ([`calculation`]) are compiled by GCC with its
//! sanitizers; what these complain about must not be proved, and values that are printed are those that
//! Tandem computes ([`exact`]). What is found is made small ([`code`]).
//!
//! For tests only. Where the tools are not installed, nothing is judged.
//!
//! # Where to start
//! `communication.rs` for what is judged, `native/harness.c` for how it is run.

#![forbid(unsafe_code)]

pub mod agree;
pub mod calculation;
pub mod code;
pub mod communication;
pub mod exact;
pub mod native;
pub mod pairs;
pub mod verdict;
