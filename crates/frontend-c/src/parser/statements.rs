//! Statements.

use crate::problem::{Problem, ProblemKind, Reads};
use crate::syntax::{Labelled, Loop, Role, Statement, StatementKind, Storage, Tested};
use crate::token::Kind;

use super::Parser;
use super::annotations::Annotation;
use super::meanings::Constants;

impl Parser {
    /// What stands between braces, behind the opening one, up to and with the closing one.
    fn block(&mut self) -> Reads<Vec<Statement>> {
        self.names.open();
        let statements = self.statements()?;
        self.names.close();
        Ok(statements)
    }

    /// The same, for the innermost block that is open already.
    pub(super) fn statements(&mut self) -> Reads<Vec<Statement>> {
        let mut statements = Vec::new();
        let depth = self.names.depth();
        while !self.accept("}") {
            if self.peek().kind == Kind::End {
                return Err(self.expected("`}`"));
            }
            let (start, first) = (self.at, self.span().start);
            let statement = match self.statement() {
                Err(problem) if problem.kind == ProblemKind::Unsupported => {
                    self.names.close_to(depth);
                    self.pass_over(start, &problem);
                    Statement {
                        kind: StatementKind::Unread(problem),
                        span: self.since(first),
                    }
                }
                other => other?,
            };
            statements.push(statement);
        }
        Ok(statements)
    }

    pub(super) fn statement(&mut self) -> Reads<Statement> {
        self.deeper(|parser| {
            let start = parser.span().start;
            let kind = parser.statement_kind()?;
            Ok(Statement {
                kind,
                span: parser.since(start),
            })
        })
    }

    fn statement_kind(&mut self) -> Reads<StatementKind> {
        if matches!(self.peek().kind, Kind::Pragma(_)) {
            return self.annotated();
        }
        if self.accept(";") {
            return Ok(StatementKind::Empty);
        }
        if self.accept("{") {
            return Ok(StatementKind::Block(self.block()?));
        }
        if self.begins_declaration() {
            return Ok(StatementKind::Declare(self.declarations(Role::Plain)?));
        }
        if self.ahead(1).is_mark(":")
            && self
                .peek()
                .word()
                .is_some_and(|it| it.as_str() != "default")
        {
            return Err(Problem::unsupported(&self.span(), "a label for `goto`"));
        }
        let word = self.peek().word().map_or("", |word| word.as_str());
        match word {
            "if" => self.conditional_statement(),
            "while" | "do" | "for" => self.loop_statement(None),
            "switch" => {
                self.advance();
                let value = self.in_brackets()?;
                if !self.peek().is_mark("{") {
                    let what = "a `switch` without braces";
                    return Err(Problem::unsupported(&self.span(), what));
                }
                self.expect("{")?;
                self.switches += 1;
                let block = self.block();
                self.switches -= 1;
                Ok(StatementKind::Switch(value, block?))
            }
            "case" | "default" if self.switches == 0 => {
                let message = "there is no `switch` around this";
                Err(Problem::wrong(&self.span(), message))
            }
            "case" => {
                self.advance();
                let value = self.conditional()?;
                self.is_settled(&value, Constants::Literal)?;
                self.expect(":")?;
                Ok(StatementKind::Case(Some(value)))
            }
            "default" => {
                self.advance();
                self.expect(":")?;
                Ok(StatementKind::Case(None))
            }
            "break" | "continue" => {
                self.advance();
                self.expect(";")?;
                Ok(match word {
                    "break" => StatementKind::Break,
                    _ => StatementKind::Continue,
                })
            }
            "return" => {
                self.advance();
                let value = if self.peek().is_mark(";") {
                    None
                } else {
                    Some(self.expression()?)
                };
                self.expect(";")?;
                Ok(StatementKind::Return(value))
            }
            "goto" => Err(Problem::unsupported(&self.span(), "`goto`")
                .hint("write a loop, or put the statements into a function and return from it")),
            "asm" | "__asm__" => Err(Problem::unsupported(&self.span(), "assembly")),
            _ => {
                let expression = self.expression()?;
                self.expect(";")?;
                Ok(StatementKind::Expression(expression))
            }
        }
    }

    /// The statement that belongs to an `if` or a loop. What an annotation says there is said at its
    /// beginning: to a compiler it is no statement.
    fn inner_statement(&mut self) -> Reads<Statement> {
        let start = self.span().start;
        let mut said = Vec::new();
        loop {
            let statement = self.statement()?;
            if let StatementKind::Declare(_) = statement.kind {
                let problem = Problem::wrong(&statement.span, "a declaration is no statement");
                return Err(problem.hint("put braces around it"));
            }
            let is_said = matches!(
                statement.kind,
                StatementKind::Assume(_) | StatementKind::Assert(_)
            );
            said.push(statement);
            if !is_said {
                break;
            }
        }
        match said.pop() {
            Some(only) if said.is_empty() => Ok(only),
            last => {
                said.extend(last);
                Ok(Statement {
                    kind: StatementKind::Block(said),
                    span: self.since(start),
                })
            }
        }
    }

    fn in_brackets(&mut self) -> Reads<crate::syntax::Expression> {
        self.expect("(")?;
        let expression = self.expression()?;
        self.expect(")")?;
        Ok(expression)
    }

    fn conditional_statement(&mut self) -> Reads<StatementKind> {
        self.advance();
        let condition = self.in_brackets()?;
        let then = Box::new(self.inner_statement()?);
        let otherwise = if self.accept_word("else") {
            Some(Box::new(self.inner_statement()?))
        } else {
            None
        };
        Ok(StatementKind::If(condition, then, otherwise))
    }

    fn loop_statement(&mut self, invariant: Option<Labelled>) -> Reads<StatementKind> {
        let word = self.advance();
        let mut made = Loop {
            initial: None,
            condition: None,
            step: None,
            body: Statement {
                kind: StatementKind::Empty,
                span: word.span.clone(),
            },
            tested: Tested::Before,
            invariant,
        };
        if word.is_word("while") {
            made.condition = Some(self.in_brackets()?);
            made.body = self.inner_statement()?;
        } else if word.is_word("do") {
            made.tested = Tested::After;
            made.body = self.inner_statement()?;
            if !self.accept_word("while") {
                return Err(self.expected("`while`"));
            }
            made.condition = Some(self.in_brackets()?);
            self.expect(";")?;
        } else {
            self.expect("(")?;
            self.names.open();
            made.initial = Some(self.for_start()?);
            if !self.peek().is_mark(";") {
                made.condition = Some(self.expression()?);
            }
            self.expect(";")?;
            if !self.peek().is_mark(")") {
                made.step = Some(self.expression()?);
            }
            self.expect(")")?;
            made.body = self.inner_statement()?;
            self.names.close();
        }
        Ok(StatementKind::Loop(Box::new(made)))
    }

    /// What stands before the first semicolon of a `for`, with it.
    fn for_start(&mut self) -> Reads<Statement> {
        let start = self.span().start;
        let kind = if self.begins_declaration() {
            StatementKind::Declare(self.declarations(Role::Plain)?)
        } else if self.accept(";") {
            StatementKind::Empty
        } else {
            let expression = self.expression()?;
            self.expect(";")?;
            StatementKind::Expression(expression)
        };
        Ok(Statement {
            kind,
            span: self.since(start),
        })
    }

    /// A statement that a pragma is or belongs to.
    fn annotated(&mut self) -> Reads<StatementKind> {
        let mut invariant: Option<Labelled> = None;
        while matches!(self.peek().kind, Kind::Pragma(_)) {
            let (annotation, span) = self.annotation()?;
            match annotation {
                Annotation::Assume(formula) => return Ok(StatementKind::Assume(formula)),
                Annotation::Assert(labelled) => return Ok(StatementKind::Assert(labelled)),
                Annotation::Role(role) => {
                    if !self.begins_declaration() {
                        let message = "this pragma belongs before the declaration of a variable";
                        return Err(Problem::wrong(&span, message));
                    }
                    return Ok(StatementKind::Declare(self.declarations(role)?));
                }
                Annotation::Expect(_) | Annotation::Processes(_) | Annotation::Sends(_) => {
                    let message = "this pragma belongs outside of functions";
                    return Err(Problem::wrong(&span, message));
                }
                Annotation::Invariant(_) if invariant.is_some() => {
                    let message = "a loop has one invariant, and this one already has";
                    return Err(Problem::wrong(&span, message).hint("join them with &&"));
                }
                Annotation::Invariant(labelled) => invariant = Some(labelled),
            }
        }
        let word = self.peek().word().map_or("", |word| word.as_str());
        match invariant {
            None if self.peek().is_mark("}") => Ok(StatementKind::Empty),
            None => self.deeper(Parser::statement_kind),
            Some(invariant) if matches!(word, "while" | "do" | "for") => {
                self.loop_statement(Some(invariant))
            }
            Some(_) => {
                let message = "an invariant belongs directly before a loop";
                Err(Problem::wrong(&self.span(), message))
            }
        }
    }

    fn begins_declaration(&self) -> bool {
        self.begins_type(0)
    }

    /// Whether variables are declared to live beyond the function.
    pub(super) fn storage(&mut self, word: &str) -> Option<Storage> {
        match word {
            "static" => Some(Storage::Static),
            "extern" => Some(Storage::Elsewhere),
            "auto" | "register" => Some(Storage::Automatic),
            _ => None,
        }
    }
}
