//! Numeric abstract domains with exact arithmetic, for abstract interpretation: closed convex
//! polyhedra ([`Polyhedron`]) and affine congruences ([`congruence::Grid`]).
//!
//! # What this crate does not know
//! Terms, programs and solvers. Dimensions are numbers from 0 on; what they stand for is known to the
//! caller. A [`Constraint`] has the shape of `logic::linear::LinearAtom` with `Le` or `Eq`, a
//! [`congruence::Congruence`] that of one with `Divides`; strict inequalities of integers are to be
//! made weak ones before they come here.
//!
//! # Where to start
//! ```
//! use polyhedra::{Affine, Constraint, Polyhedron};
//!
//! // i = 0; while (i < n) { i = i + 1; } with n >= 0, dimension 0 being i and dimension 1 being n.
//! let (i, n, zero) = (Affine::dimension(0), Affine::dimension(1), Affine::constant_of(0));
//! let one = Affine::constant_of(1);
//! let start = Polyhedron::from_constraints(
//!     2,
//!     &[Constraint::eq(&i, &zero), Constraint::ge(&n, &zero)],
//! );
//! let guard = Constraint::le(&(&i + &one), &n);
//! let step = |invariant: &Polyhedron| invariant.meet_constraints([&guard]).assign(0, &(&i + &one));
//! let mut invariant = start.clone();
//! loop {
//!     let next = invariant.join(&step(&invariant));
//!     if next.is_subset(&invariant) {
//!         break;
//!     }
//!     invariant = invariant.widen(&next);
//! }
//! assert!(invariant.entails(&Constraint::le(&i, &n)));
//! assert!(invariant.entails(&Constraint::ge(&i, &zero)));
//! ```
//!
//! # How it is made, and why
//! *Numbers.* A row of coefficients is a slice of `i64` without a common divisor as long as all fit,
//! and of [`logic::Integer`] otherwise. Products are checked, with `i128` in between. So the usual
//! case is machine arithmetic and nothing ever overflows; the choice is made once for each row,
//! because it is rows that are combined.
//!
//! *Double description.* Each polyhedron has its constraints and its generators, both without
//! redundancy and in canonical form, by Chernikova's algorithm with saturation bit sets. Meets go on
//! from the generators of one side and joins from its constraints, so that most operations add a few
//! rows to a description that is already there. Both descriptions are made at once and not on
//! demand: a minimal one needs the other anyway, and in return emptiness is a flag, equality is
//! equality of values, and inclusion is a handful of scalar products. Projections along an equality,
//! and so invertible assignments, are substitutions that need no conversion; others are combinations
//! of constraints (Fourier and Motzkin) whose redundancy shows in the generators, which are known.
//!
//! *Blocks.* The dimensions are partitioned into blocks that no constraint relates (as in ELINA,
//! Singh, Püschel and Vechev 2017), and the description is one of blocks: a cube in twenty
//! dimensions is twenty intervals and not a million vertices. As constraints are canonical, the
//! partition is the finest at all times. Operations multiply out only the blocks they relate; a join
//! does so only with blocks that differ.
//!
//! *Limits.* A block may still have too many generators. Beyond a limit they are not written down,
//! and the block lives by its constraints alone: questions are answered by exact linear programs, and
//! redundant constraints are found by them. Joins then are larger than the convex hull, and
//! projections may be; everything else stays exact.
//!
//! *Congruences* are described in their module.
//!
//! # Invariants
//! - Every result contains what it should: where the doc comment says that an operation may be
//!   inexact, it errs to the larger side.
//! - Equal sets are equal values with equal constraints, whatever operations made them. (How exact a
//!   join beyond the limits is may depend on what is known of its operands, and so on their past.)
//! - Values are immutable, cheap to clone, and may be shared between threads.

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
