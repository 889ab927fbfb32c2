#![forbid(unsafe_code)]
mod constant;
mod lexer;
mod macros;
mod parser;
mod preprocess;
mod problem;
mod syntax;
mod token;
pub use problem::{Problem, ProblemKind};
pub fn parse(text: &str) -> Result<(), Problem> { parser::unit(preprocess::run(text)?).map(|_| ()) }
