//! Constrained Horn clauses over linear arithmetic: what labels, covers, collective invariants and
//! alignments of all engines come down to.
//!
//! [`solve`] finds for a [`System`] either an interpretation of its predicates under which every
//! clause is valid, or a derivation of a contradiction with concrete values. The checker has
//! accepted whatever it returns.
//!
//! # What this crate does not know
//! Programs. A predicate is whatever its caller says.
//!
//! # Where to start
//! [`solve`], then `portfolio`, where the engines share the time, and `board`, which says what an
//! engine is. [`read`](fn@read) for clauses in text.
//!
//! | engine | finds |
//! |---|---|
//! | `acyclic` | interpolants for systems without recursion, by a pass from the queries backwards |
//! | `abstraction` | invariants by abstract interpretation over polyhedra with congruences |
//! | `data` | invariants that concrete unwindings suggest and Houdini keeps; short derivations |
//! | `refine` | candidates from what the invariants still allow, and from Spacer's lemmas |
//! | `spacer` | whatever Spacer finds |

#![forbid(unsafe_code)]

mod abstraction;
mod acyclic;
mod affine;
mod board;
mod candidates;
mod data;
mod derive;
mod distinct;
mod facts;
mod form;
mod houdini;
mod path;
mod points;
mod portfolio;
mod problem;
mod read;
mod refine;
mod shrink;
mod spacer;
mod unroll;

pub use abstraction::invariants;
pub use evidence::horn::{Answer, Derivation, Interpretation, Step};
pub use portfolio::{Engines, Options, solve};
pub use question::clauses::{Application, Clause, Predicate, PredicateId, System};
pub use read::{Read, ReadError, read};
