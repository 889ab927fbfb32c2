//! Mutants: a module with one small change in one function.
//!
//! A mutant is again text, so that it is read, lowered and compared like any other module, and a
//! user can look at it. Changes are those that a tired programmer makes: another operator, another
//! relation, another constant, a guard that is turned round or always taken.

use std::ops::Range;

use crate::Problem;
use crate::lexer::{Lexer, Token, end_of_line};
use crate::syntax::{Instruction, Kind, Module};

/// What was changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mutation {
    /// Another operator.
    Operator,
    /// Another comparison.
    Relation,
    /// Another constant.
    Constant,
    /// Another branch.
    Guard,
}

/// A module with one change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The kind of the change.
    pub mutation: Mutation,
    /// The line of the changed instruction, from one.
    pub line: u32,
    /// The bytes of the text that were replaced.
    pub range: Range<usize>,
    /// What stands there now.
    pub replacement: String,
    /// What was changed into what, for people.
    pub change: String,
}

impl Mutant {
    /// The text with the change.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        let mut mutated = String::with_capacity(text.len() + self.replacement.len());
        mutated.push_str(text.get(..self.range.start).unwrap_or_default());
        mutated.push_str(&self.replacement);
        mutated.push_str(text.get(self.range.end..).unwrap_or_default());
        mutated
    }
}

/// All mutants of a function, in the order of its instructions.
///
/// # Errors
/// Where there is no such function, or its body cannot be read.
pub fn mutants(module: &Module<'_>, function: &str) -> Result<Vec<Mutant>, Problem> {
    let found = module.function_called(function);
    let Some(found) = found.filter(|function| function.is_defined()) else {
        let message = format!("no function `{function}` is defined here");
        return Err(Problem::at(module.text, 0, message));
    };
    let mut mutants = Vec::new();
    for block in module.body(found)? {
        for instruction in &block.instructions {
            Mutator::new(module.text, instruction, &mut mutants).all();
        }
    }
    Ok(mutants)
}

/// The operators that may stand for each other, with the flags that they take.
const OPERATORS: &[(&str, &[&str])] = &[
    ("add", &["sub", "mul"]),
    ("sub", &["add"]),
    ("mul", &["add"]),
    ("and", &["or", "xor"]),
    ("or", &["and", "xor"]),
    ("xor", &["and", "or"]),
    ("shl", &["lshr"]),
    ("lshr", &["shl", "ashr"]),
    ("ashr", &["lshr"]),
    ("udiv", &["urem", "mul"]),
    ("sdiv", &["srem", "mul"]),
    ("urem", &["udiv"]),
    ("srem", &["sdiv"]),
];

const RELATIONS: &[(&str, &[&str])] = &[
    ("eq", &["ne"]),
    ("ne", &["eq"]),
    ("slt", &["sle", "sge", "ult"]),
    ("sle", &["slt", "sgt"]),
    ("sgt", &["sge", "sle", "ugt"]),
    ("sge", &["sgt", "slt"]),
    ("ult", &["ule", "uge", "slt"]),
    ("ule", &["ult", "ugt"]),
    ("ugt", &["uge", "ule", "sgt"]),
    ("uge", &["ugt", "ult"]),
];

/// Makes the mutants of one instruction.
struct Mutator<'a, 't> {
    text: &'t str,
    instruction: &'a Instruction<'t>,
    /// The tokens of the instruction, on its own line, with their places.
    tokens: Vec<(Token<'t>, Range<usize>)>,
    line: u32,
    mutants: &'a mut Vec<Mutant>,
}

impl<'a, 't> Mutator<'a, 't> {
    fn new(text: &'t str, instruction: &'a Instruction<'t>, mutants: &'a mut Vec<Mutant>) -> Self {
        let end = end_of_line(text.as_bytes(), instruction.at);
        let mut lexer = Lexer::at(text, instruction.at);
        let mut tokens = Vec::new();
        loop {
            let (token, start) = lexer.next();
            let is_over = matches!(token, Token::End | Token::Bad | Token::Metadata(_));
            if is_over || start >= end {
                break;
            }
            tokens.push((token, start..lexer.position()));
        }
        Mutator {
            text,
            instruction,
            tokens,
            line: crate::problem::place(text, instruction.at).0,
            mutants,
        }
    }

    fn push(&mut self, mutation: Mutation, range: Range<usize>, replacement: String) {
        let change = format!("{} -> {replacement}", &self.text[range.clone()]);
        self.mutants.push(Mutant {
            mutation,
            line: self.line,
            range,
            replacement,
            change,
        });
    }

    /// Where a word stands in the instruction.
    fn word(&self, word: &str) -> Option<usize> {
        self.tokens
            .iter()
            .position(|(token, _)| *token == Token::Word(word))
    }

    fn all(&mut self) {
        match &self.instruction.kind {
            Kind::Binary { opcode, .. } => {
                self.operators(opcode);
                self.constants();
            }
            Kind::Compare { predicate, .. } => {
                self.relations(predicate);
                self.constants();
            }
            Kind::Select { .. } | Kind::Phi { .. } | Kind::Return(Some(_)) => self.constants(),
            Kind::Branch { .. } => self.guards(),
            _ => {}
        }
    }

    fn operators(&mut self, opcode: &str) {
        let Some(place) = self.word(opcode) else {
            return;
        };
        // Flags that the new operator may not have go with the old one.
        let flags = self.tokens[place + 1..].iter().take_while(|(token, _)| {
            matches!(token, Token::Word("nsw" | "nuw" | "exact" | "disjoint"))
        });
        let end = flags.last().map_or(&self.tokens[place].1, |(_, r)| r).end;
        let start = self.tokens[place].1.start;
        let others = OPERATORS.iter().find(|(old, _)| *old == opcode);
        for other in others.map_or(&[][..], |(_, others)| others) {
            self.push(Mutation::Operator, start..end, (*other).to_owned());
        }
    }

    fn relations(&mut self, predicate: &str) {
        let Some(place) = self.word(predicate) else {
            return;
        };
        let range = self.tokens[place].1.clone();
        let others = RELATIONS.iter().find(|(old, _)| *old == predicate);
        for other in others.map_or(&[][..], |(_, others)| others) {
            self.push(Mutation::Relation, range.clone(), (*other).to_owned());
        }
    }

    /// Each constant becomes one more and one less; a truth value becomes the other.
    fn constants(&mut self) {
        let mut depth = 0;
        for place in 0..self.tokens.len() {
            let (token, range) = self.tokens[place].clone();
            let next = self.tokens.get(place + 1).map(|(token, _)| *token);
            match token {
                // Within a constant expression a number may be part of a type, or lead nowhere.
                Token::Sign(b'(') => depth += 1,
                Token::Sign(b')') => depth -= 1,
                Token::Integer(_) if depth > 0 || next == Some(Token::Word("x")) => {}
                Token::Integer(digits) => {
                    let Ok(number) = digits.parse::<i64>() else {
                        continue;
                    };
                    let others = [number.checked_add(1), number.checked_sub(1)];
                    for other in others.into_iter().flatten() {
                        self.push(Mutation::Constant, range.clone(), other.to_string());
                    }
                }
                Token::Word("true") => {
                    self.push(Mutation::Constant, range, "false".to_owned());
                }
                Token::Word("false") => {
                    self.push(Mutation::Constant, range, "true".to_owned());
                }
                _ => {}
            }
        }
    }

    /// The condition of a branch becomes true, false, or its opposite: then the targets change
    /// places.
    fn guards(&mut self) {
        let locals: Vec<Range<usize>> = self
            .tokens
            .iter()
            .filter(|(token, _)| matches!(token, Token::Local(_)))
            .map(|(_, range)| range.clone())
            .collect();
        let [condition, then, otherwise] = locals.as_slice() else {
            return;
        };
        for value in ["true", "false"] {
            self.push(Mutation::Guard, condition.clone(), value.to_owned());
        }
        let swapped = format!(
            "{}{}{}",
            &self.text[otherwise.clone()],
            &self.text[then.end..otherwise.start],
            &self.text[then.clone()]
        );
        self.push(Mutation::Guard, then.start..otherwise.end, swapped);
    }
}
