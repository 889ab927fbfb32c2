//! Systems of processes.
//!
//! The words of systems are names everywhere else, so that programs may use them.

use super::{Parser, Result};
use crate::lexer::Token;
use crate::syntax::{
    Expr, Input, LabelledFormula, Name, Process, ProcessStatement, Reduction, StatementKind, System,
};

impl Parser<'_> {
    pub(super) fn system(&mut self) -> Result<System> {
        let start = self.next();
        let name = self.name("the name of a system")?;
        let head = start.to(self.previous());
        self.expect(Token::LeftBrace, "`{`")?;
        let (mut inputs, mut processes) = (Vec::new(), Vec::new());
        while !self.at_end() && self.eat(Token::RightBrace).is_none() {
            if self.eat_word("input").is_some() {
                inputs.push(self.input()?);
            } else if self.at_word("process") {
                processes.push(self.process()?);
            } else if self.eat(Token::Semicolon).is_none() {
                return Err(self.expected("`input`, `process` or `}`"));
            }
        }
        Ok(System {
            name,
            inputs,
            processes,
            head,
            span: start.to(self.previous()),
        })
    }

    fn input(&mut self) -> Result<Input> {
        let name = self.name("the name of an input")?;
        let ty = self.annotation()?;
        let condition = match self.eat(Token::Where) {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        self.semicolon()?;
        Ok(Input {
            name,
            ty,
            condition,
        })
    }

    fn process(&mut self) -> Result<Process> {
        let start = self.next();
        let name = self.name("the name of a process")?;
        let count = match self.eat(Token::LeftBracket) {
            Some(_) => {
                let count = self.expression()?;
                self.expect(Token::RightBracket, "`]`")?;
                Some(count)
            }
            None => None,
        };
        let head = start.to(self.previous());
        Ok(Process {
            name,
            count,
            body: self.block()?,
            head,
        })
    }

    /// Whether a statement starts here that only a process has.
    pub(super) fn at_process_statement(&self) -> bool {
        let next = self.nth(1);
        match self.word() {
            "barrier" => next == Token::Semicolon,
            "broadcast" | "output" => next == Token::Name,
            "collective" => next == Token::Assert,
            "reduce" | "allreduce" => {
                !matches!(next, Token::Equals | Token::LeftBracket | Token::Semicolon)
            }
            _ => false,
        }
    }

    pub(super) fn process_statement(&mut self) -> Result<StatementKind> {
        let word = self.word();
        self.next();
        let statement = match word {
            "barrier" => ProcessStatement::Barrier,
            "broadcast" => {
                let target = self.name("the name of a variable")?;
                self.expect_words("from")?;
                ProcessStatement::Broadcast {
                    target,
                    root: self.expression()?,
                }
            }
            "output" => {
                let mut names = vec![self.name("the name of a variable")?];
                while self.eat(Token::Comma).is_some() {
                    names.push(self.name("the name of a variable")?);
                }
                ProcessStatement::Output(names)
            }
            "collective" => {
                self.expect(Token::Assert, "`assert`")?;
                ProcessStatement::CollectiveAssert(self.labelled_formula()?)
            }
            word => {
                let value = self.expression()?;
                self.expect_words("with")?;
                let op = Reduction::ALL
                    .into_iter()
                    .find(|op| op.sign() == self.word());
                let Some(op) = op else {
                    return Err(self.expected("`+`, `*`, `min`, `max`, `&&` or `||`"));
                };
                self.next();
                self.expect_words("into")?;
                let target = self.name("the name of a variable")?;
                let root = match word {
                    "reduce" => {
                        self.expect_words("at")?;
                        Some(self.expression()?)
                    }
                    _ => None,
                };
                ProcessStatement::Reduce {
                    value,
                    op,
                    target,
                    root,
                }
            }
        };
        Ok(StatementKind::Process(Box::new(statement)))
    }

    /// What stands behind `send e to`.
    pub(super) fn send_to(&mut self, value: Expr) -> Result<StatementKind> {
        let to = self.expression()?;
        let tag = self.tag()?;
        let statement = ProcessStatement::Send { value, to, tag };
        Ok(StatementKind::Process(Box::new(statement)))
    }

    /// What stands behind `receive x from`.
    pub(super) fn receive_from(&mut self, target: Name) -> Result<StatementKind> {
        let from = match self.eat_word("any") {
            Some(_) => None,
            None => Some(self.expression()?),
        };
        let tag = self.tag()?;
        let statement = ProcessStatement::Receive { target, from, tag };
        Ok(StatementKind::Process(Box::new(statement)))
    }

    fn tag(&mut self) -> Result<Option<Expr>> {
        match self.eat_word("tag") {
            Some(_) => Ok(Some(self.expression()?)),
            None => Ok(None),
        }
    }

    pub(super) fn labelled_formula(&mut self) -> Result<LabelledFormula> {
        let label = match self.at(Token::Name) && self.nth(1) == Token::Colon {
            true => {
                let label = self.name("a label")?;
                self.next();
                Some(label)
            }
            false => None,
        };
        Ok(LabelledFormula {
            label,
            formula: self.expression()?,
        })
    }

    fn expect_words(&mut self, word: &str) -> Result<()> {
        match self.eat_word(word) {
            Some(_) => Ok(()),
            None => Err(self.expected(&format!("`{word}`"))),
        }
    }
}
