//! Linear normal forms.
//!
//! [`Linear`] is a sum of monomials with coefficients, and [`LinearAtom`] such a sum compared with
//! zero. Both are typed by their coefficients: `Linear<Integer>` is a term of the sort `Int`,
//! `Linear<Rational>` one of the sort `Real`, and what holds only for integers, such as tightening
//! `2*x <= 5` to `x <= 2`, cannot happen to a real.

mod atom;
mod coefficient;
mod expression;

pub use atom::{LinearAtom, Normalised, Relation};
pub use coefficient::Coefficient;
pub use expression::Linear;
