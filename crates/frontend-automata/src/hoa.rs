//! The Hanoi Omega-Automata format, version 1.
//!
//! Labels on states and on transitions, implicit labels, aliases, marks on states and on
//! transitions, and every acceptance condition. Universal branching is not supported.

mod acceptance;
mod body;
mod header;
mod lexer;
mod parser;

use crate::ReadError;
use crate::source::Source;

pub(crate) fn read(text: &str) -> Result<Source, ReadError> {
    let mut parser = parser::Parser::new(lexer::tokens(text)?);
    let header = header::read(&mut parser)?;
    body::read(&mut parser, header)
}
