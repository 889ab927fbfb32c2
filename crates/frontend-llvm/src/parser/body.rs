//! The bodies of functions: blocks and their labels.

use super::{Parsed, Parser};
use crate::Problem;
use crate::lexer::Token;
use crate::syntax::{Block, Function, Kind, Module, Name, Type};

impl<'t> Module<'t> {
    /// Reads the body of a function; no blocks for a declaration.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn body(&self, function: &Function<'t>) -> Result<Vec<Block<'t>>, Problem> {
        let Some(range) = function.body.clone() else {
            return Ok(Vec::new());
        };
        let numbered = function.parameters.iter().filter_map(|p| match p.name {
            Name::Number(number) => Some(number + 1),
            Name::Text(_) => None,
        });
        Parser::at(self.text, range.start).blocks(numbered.max().unwrap_or(0))
    }
}

impl<'t> Parser<'t> {
    /// The blocks up to the brace that closes the body. `next` is the first number that LLVM has
    /// not given away yet.
    fn blocks(&mut self, mut next: u64) -> Parsed<Vec<Block<'t>>> {
        let mut blocks: Vec<Block<'t>> = Vec::new();
        let mut open = false;
        loop {
            match self.token {
                Token::Sign(b'}') if !open => break,
                Token::Sign(b'}') | Token::End => {
                    return self.error("the last block does not end with a terminator");
                }
                Token::Hash(_) => {
                    // A debug record: `#dbg_value(…)`.
                    self.advance();
                    if self.is(b'(') {
                        self.skip_bracket()?;
                    }
                    continue;
                }
                Token::Label(name) => {
                    if open {
                        return self.error("the block before this does not end with a terminator");
                    }
                    if let Name::Number(number) = name {
                        next = number.saturating_add(1);
                    }
                    blocks.push(Block {
                        name,
                        instructions: Vec::new(),
                        at: self.start,
                    });
                    self.advance();
                    open = true;
                    continue;
                }
                Token::Word("uselistorder") => {
                    self.skip_line();
                    continue;
                }
                _ => {}
            }
            if !open {
                blocks.push(Block {
                    name: Name::Number(next),
                    instructions: Vec::new(),
                    at: self.start,
                });
                next += 1;
            }
            let mut instruction = self.instruction()?;
            match instruction.result {
                Some(Name::Number(number)) => next = number.saturating_add(1),
                None if has_result(&instruction.kind) => {
                    instruction.result = Some(Name::Number(next));
                    next += 1;
                }
                _ => {}
            }
            open = !instruction.kind.is_terminator();
            if let Some(block) = blocks.last_mut() {
                block.instructions.push(instruction);
            }
        }
        Ok(blocks)
    }
}

/// Whether the instruction defines a local, named or not.
fn has_result(kind: &Kind<'_>) -> bool {
    match kind {
        Kind::Call(call) => call.result != Type::Void,
        // What these are is not known, and they print their results where they have them.
        Kind::Other(_) | Kind::Store { .. } => false,
        kind => !kind.is_terminator(),
    }
}
