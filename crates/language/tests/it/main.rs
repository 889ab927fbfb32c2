//! The tests of the language from outside: text in, diagnostics, graphs and text out.

mod claims;
mod common;
mod diagnostics;
mod examples;
mod format;
mod lowering;
mod properties;
mod random;
mod reference;
mod robustness;
mod shape;
mod terms;
