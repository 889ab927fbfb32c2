//! Numeric abstract domains with exact arithmetic: convex polyhedra and affine congruences.

#![forbid(unsafe_code)]

mod affine;
mod bits;
mod block;
pub mod congruence;
mod conversion;
mod generator;
mod partition;
mod polyhedron;
mod redundancy;
mod row;
mod simplex;
mod system;

pub use affine::{Affine, Constraint, Relation};
pub use generator::Generator;
pub use polyhedron::{Bounds, Polyhedron};
