//! Statements and declarations.

use super::{Parser, Reported, Result};
use crate::Span;
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::syntax::{Arm, Block, Condition, Declaration, Name, Sharing, Statement, StatementKind};

impl Parser<'_> {
    /// All statements up to a brace that closes, an item, or the end.
    pub(super) fn statements(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        // Behind a statement whose head was broken, its blocks are read as blocks of their own, and
        // the words between them are no new mistakes.
        let mut recovering = false;
        while !self.at_end() && !self.at(Token::RightBrace) && !self.peek().starts_item() {
            let start = self.position;
            if self.eat(Token::Semicolon).is_some() {
                continue;
            }
            if recovering && matches!(self.peek(), Token::Else | Token::Or | Token::OrOr) {
                self.next();
                continue;
            }
            let head = self.span();
            match self.statement() {
                Ok(statement) => {
                    recovering &= matches!(statement.kind, StatementKind::Block(_));
                    statements.push(statement);
                }
                Err(Reported) => {
                    recovering = true;
                    if self.position == start {
                        self.next();
                    }
                    self.skip_rest_of_statement();
                    self.note_names(start);
                    let head = head.to(self.previous());
                    statements.push(Statement {
                        kind: StatementKind::Error,
                        head,
                    });
                }
            }
        }
        statements
    }

    /// Skips behind the next semicolon, or to where a statement can start or a block ends.
    fn skip_rest_of_statement(&mut self) {
        while !self.at_end()
            && !self.at(Token::RightBrace)
            && !self.peek().starts_item()
            && !self.peek().starts_statement()
        {
            if self.next().of(self.text) == ";" {
                return;
            }
        }
    }

    fn statement(&mut self) -> Result<Statement> {
        let start = self.span();
        // Simple statements end with a semicolon and are their own heads.
        let kind = match self.peek() {
            Token::If => return self.conditional(),
            Token::While => return self.while_loop(),
            Token::Loop => return self.with_block(StatementKind::Loop),
            Token::Atomic => return self.with_block(StatementKind::Atomic),
            Token::Choose => return self.choose(),
            Token::Par => return self.par(),
            Token::Parfor => return self.parfor(),
            Token::LeftBrace => {
                let block = self.block()?;
                return Ok(Statement {
                    head: start,
                    kind: StatementKind::Block(block),
                });
            }
            Token::Var | Token::Shared => {
                let declaration = self.declaration()?;
                let kind = StatementKind::Declaration(declaration);
                return Ok(Statement {
                    kind,
                    head: start.to(self.previous()),
                });
            }
            Token::Name if self.at_process_statement() => self.process_statement()?,
            Token::Name => self.assignment()?,
            Token::Skip => {
                self.next();
                StatementKind::Skip
            }
            Token::Havoc => {
                self.next();
                let target = self.target("havoc")?;
                let condition = match self.eat(Token::Where) {
                    Some(_) => Some(self.expression()?),
                    None => None,
                };
                StatementKind::Havoc { target, condition }
            }
            Token::Send => {
                self.next();
                let value = self.expression()?;
                if self.at_word("to") {
                    self.next();
                    let kind = self.send_to(value)?;
                    self.semicolon()?;
                    return Ok(Statement {
                        kind,
                        head: start.to(self.previous()),
                    });
                }
                self.expect(Token::On, "`on`")?;
                StatementKind::Send {
                    value,
                    channel: self.expression()?,
                }
            }
            Token::Receive => {
                self.next();
                let target = self.target("receive")?;
                if self.at_word("from") {
                    self.next();
                    let kind = self.receive_from(target)?;
                    self.semicolon()?;
                    return Ok(Statement {
                        kind,
                        head: start.to(self.previous()),
                    });
                }
                self.expect(Token::On, "`on`")?;
                StatementKind::Receive {
                    target,
                    channel: self.expression()?,
                }
            }
            Token::Assume => {
                self.next();
                StatementKind::Assume(self.expression()?)
            }
            Token::Assert => {
                self.next();
                StatementKind::Assert(self.expression()?)
            }
            Token::Justice => {
                self.next();
                StatementKind::Justice(self.expression()?)
            }
            Token::Compassion => {
                self.next();
                let first = self.expression()?;
                self.expect(Token::Comma, "`,` and a second formula")?;
                StatementKind::Compassion(first, self.expression()?)
            }
            Token::Observe => {
                self.next();
                StatementKind::Observe(self.variables()?)
            }
            Token::Open => {
                self.next();
                StatementKind::Open(self.variables()?)
            }
            Token::Else => {
                let error = Diagnostic::error(self.span(), "this `else` follows no `if`");
                return Err(self.report(error));
            }
            Token::Or | Token::OrOr => {
                let word = self.word();
                let hint =
                    "branches follow each other: `choose { … } or { … }`, `par { … } || { … }`";
                let error = Diagnostic::error(self.span(), format!("this `{word}` joins nothing"));
                return Err(self.report(error.hint(hint)));
            }
            _ => return Err(self.expected("a statement or `}`")),
        };
        self.semicolon()?;
        Ok(Statement {
            kind,
            head: start.to(self.previous()),
        })
    }

    /// The variables that an `observe` or `open` names.
    fn variables(&mut self) -> Result<Vec<Name>> {
        let mut names = vec![self.name("the name of a variable")?];
        while self.eat(Token::Comma).is_some() {
            names.push(self.name("the name of a variable")?);
        }
        Ok(names)
    }

    /// The variable that a `havoc` or `receive` writes.
    fn target(&mut self, word: &str) -> Result<Name> {
        let name = self.name("the name of a variable")?;
        if self.at(Token::LeftBracket) {
            let message = format!("`{word}` writes a variable, not an element of an array");
            let hint = format!(
                "{word} into a variable and store it: `{}[…] = …;`",
                name.text
            );
            return Err(self.report(Diagnostic::error(self.span(), message).hint(hint)));
        }
        Ok(name)
    }

    fn declaration(&mut self) -> Result<Declaration> {
        let sharing = match self.eat(Token::Shared) {
            Some(_) => Sharing::Shared,
            None => Sharing::Local,
        };
        if sharing == Sharing::Local || self.at(Token::Var) {
            self.expect(Token::Var, "`var`")?;
        }
        let name = self.name("the name of a variable")?;
        let mut declaration = Declaration {
            sharing,
            name,
            ty: self.error_type(),
            initial: None,
        };
        // From here on the variable is declared, whatever goes wrong: no use of it is a mistake.
        let start = self.position;
        if self.declaration_rest(&mut declaration).is_err() {
            self.skip_rest_of_statement();
            self.note_names(start);
        }
        Ok(declaration)
    }

    fn declaration_rest(&mut self, declaration: &mut Declaration) -> Result<()> {
        declaration.ty = self.annotation()?;
        if self.eat(Token::Equals).is_some() {
            declaration.initial = Some(self.expression()?);
        }
        self.semicolon()
    }

    fn assignment(&mut self) -> Result<StatementKind> {
        let target = self.name("the name of a variable")?;
        let mut indices = Vec::new();
        while self.eat(Token::LeftBracket).is_some() {
            indices.push(self.expression()?);
            self.expect(Token::RightBracket, "`]`")?;
        }
        if self.at(Token::Equals) {
            self.next();
            return Ok(StatementKind::Assign {
                target,
                indices,
                value: self.expression()?,
            });
        }
        let error = self.expectation("`=`");
        let name = target.text;
        let error = match (self.peek(), self.nth(1)) {
            (Token::Plus | Token::Minus | Token::Star | Token::Slash, Token::Equals) => {
                error.hint(format!("write `{name} = {name} {} …;`", self.word()))
            }
            (Token::Plus, Token::Plus) => error.hint(format!("write `{name} = {name} + 1;`")),
            (Token::Minus, Token::Minus) => error.hint(format!("write `{name} = {name} - 1;`")),
            (Token::ColonEquals | Token::EqualsEquals, _) => error.hint("`=` assigns"),
            (Token::LeftParen, _) => error.hint("there are no procedures to call"),
            _ => error,
        };
        Err(self.report(error))
    }

    /// `(e)` or `(*)` behind `if` or `while`.
    fn condition(&mut self) -> Result<Condition> {
        self.expect(Token::LeftParen, "`(`")?;
        let condition = if self.at(Token::Star) && self.nth(1) == Token::RightParen {
            self.next();
            Condition::Any
        } else {
            Condition::Formula(self.expression()?)
        };
        self.expect(Token::RightParen, "`)`")?;
        Ok(condition)
    }

    fn conditional(&mut self) -> Result<Statement> {
        let head = self.span();
        let mut arms = Vec::new();
        let otherwise = loop {
            let start = self.next();
            let condition = self.condition()?;
            let head = start.to(self.previous());
            arms.push(Arm {
                condition,
                body: self.block()?,
                head,
            });
            if self.eat(Token::Else).is_none() {
                break None;
            }
            if !self.at(Token::If) {
                break Some(self.block()?);
            }
        };
        let head = arms.first().map_or(head, |arm| arm.head);
        Ok(Statement {
            kind: StatementKind::If { arms, otherwise },
            head,
        })
    }

    fn while_loop(&mut self) -> Result<Statement> {
        let start = self.next();
        let condition = self.condition()?;
        let head = start.to(self.previous());
        let invariant = match self.eat_word("invariant") {
            Some(_) => Some(Box::new(self.labelled_formula()?)),
            None => None,
        };
        let body = self.block()?;
        Ok(Statement {
            kind: StatementKind::While {
                condition,
                invariant,
                body,
            },
            head,
        })
    }

    fn with_block(&mut self, kind: fn(Block) -> StatementKind) -> Result<Statement> {
        let head = self.next();
        Ok(Statement {
            kind: kind(self.block()?),
            head,
        })
    }

    fn choose(&mut self) -> Result<Statement> {
        let (head, blocks) = self.branches(Token::Or)?;
        Ok(Statement {
            kind: StatementKind::Choose(blocks),
            head,
        })
    }

    fn par(&mut self) -> Result<Statement> {
        let (head, blocks) = self.branches(Token::OrOr)?;
        Ok(Statement {
            kind: StatementKind::Par(blocks),
            head,
        })
    }

    fn branches(&mut self, separator: Token) -> Result<(Span, Vec<Block>)> {
        let head = self.next();
        let mut blocks = vec![self.block()?];
        while self.eat(separator).is_some() {
            blocks.push(self.block()?);
        }
        Ok((head, blocks))
    }

    fn parfor(&mut self) -> Result<Statement> {
        let start = self.next();
        let id = self.name("the name of a variable")?;
        self.expect(Token::In, "`in`")?;
        let low = self.expression()?;
        self.expect(Token::DotDotEquals, "`..=`")?;
        let high = self.expression()?;
        let head = start.to(self.previous());
        let body = self.block()?;
        Ok(Statement {
            kind: StatementKind::Parfor {
                id,
                low,
                high,
                body,
            },
            head,
        })
    }
}
