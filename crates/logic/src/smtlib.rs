//! SMT-LIB 2.6 text, in and out.
//!
//! [`parse_script`] reads a file of commands, [`parse_term`] one term; [`print_script`] and
//! [`print_term`] write them. What was printed is read back as the same term, given the same
//! [`Declarations`].
//!
//! SMT-LIB has no ranges. A variable of a range is declared as an `Int` together with an assertion
//! of its bounds, and a quantifier over one has the bounds in its body; [`Declarations`] remember
//! the range, so that reading with them restores it.
//!
//! Relations, rules and queries of Z3's fixedpoint format are read too, as assertions.
//!
//! A text is never trusted: whatever is wrong with it comes back as an [`Error`] with its place, a
//! sentence and mostly a hint. Input that nests a hundred thousand deep or shares exponentially
//! through `let` takes time and memory linear in its length.

mod builtin;
mod declarations;
mod error;
mod indexed;
mod lexer;
mod names;
mod print;
mod quantifiers;
mod rules;
mod script;
mod sexpr;
mod sharing;
mod sorts;
mod symbols;
mod terms;

pub use declarations::{Declaration, Declarations};
pub use error::{Error, ErrorKind, Position};
pub use print::{print_script, print_term, print_term_with};
pub use script::{Assertion, Command, Script, parse_script, parse_script_with, parse_term};

#[cfg(test)]
mod tests;
