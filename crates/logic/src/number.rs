//! Exact numbers without bounds: small ones fast, large ones right.

mod integer;
mod rational;

pub use integer::{Integer, ParseIntegerError};
pub use rational::Rational;
