//! Items.

use super::{Parser, Reported, Result};
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::syntax::{
    Block, Constant, Enumeration, File, Function, Item, Parameter, Program, Type, TypeKind,
};

/// What a file is made of.
const ITEMS: &str = "`import`, `enum`, `const`, `fn`, `program`, `system` or `claim`";

impl Parser<'_> {
    pub(super) fn file(&mut self) -> File {
        let mut items = Vec::new();
        while !self.at_end() {
            self.abandoned = false;
            let start = self.position;
            match self.item() {
                Ok(Some(item)) => items.push(item),
                Ok(None) => {}
                Err(Reported) => {
                    self.skip_rest_of_item(start);
                    self.note_names(start);
                }
            }
        }
        File { items }
    }

    /// An item; `None` for a stray semicolon.
    fn item(&mut self) -> Result<Option<Item>> {
        Ok(Some(match self.peek() {
            Token::Semicolon => {
                self.next();
                return Ok(None);
            }
            Token::Enum => Item::Enumeration(self.enumeration()?),
            Token::Const => Item::Constant(self.constant()?),
            Token::Fn => Item::Function(self.function()?),
            Token::Program => self.program()?,
            Token::Claim => Item::Claim(self.claim()?),
            Token::Name if self.at_word("system") => Item::System(self.system()?),
            Token::Name if self.at_word("import") => Item::Import(self.import()?),
            Token::RightBrace => {
                let error = Diagnostic::error(self.span(), "this `}` closes nothing");
                return Err(self.report(error));
            }
            token if token.starts_statement() => {
                let error = self.expectation(ITEMS);
                let hint = "statements and variables belong inside a `program name { … }`";
                return Err(self.report(error.hint(hint)));
            }
            _ => return Err(self.expected(ITEMS)),
        }))
    }

    /// Skips to where an item can start: behind a semicolon if the item was one that ends in one,
    /// otherwise at the next word that starts one.
    fn skip_rest_of_item(&mut self, start: usize) {
        let first = self.tokens[start];
        let ends_in_semicolon = matches!(first.token, Token::Const | Token::Fn | Token::Claim)
            || first.span.of(self.text) == "import";
        if self.position == start {
            self.next();
        }
        while !self.at_end() && !self.peek().starts_item() {
            let end = self.next();
            if ends_in_semicolon && end.of(self.text) == ";" {
                return;
            }
        }
    }

    fn enumeration(&mut self) -> Result<Enumeration> {
        let start = self.next();
        let name = self.name("the name of an enumeration")?;
        self.expect(Token::LeftBrace, "`{`")?;
        let variants = self.list(Token::RightBrace, "`}`", |parser| {
            parser.name("the name of a variant")
        })?;
        Ok(Enumeration {
            name,
            variants,
            span: start.to(self.previous()),
        })
    }

    fn constant(&mut self) -> Result<Constant> {
        let start = self.next();
        let name = self.name("the name of a constant")?;
        let ty = self.annotation()?;
        if self.at(Token::Equals) {
            let text = name.text;
            let error = self.expectation("`where` or `;`");
            let hint = format!("say what is known of it: `const {text}: … where {text} == …;`");
            return Err(self.report(error.hint(hint)));
        }
        let condition = match self.eat(Token::Where) {
            Some(_) => Some(self.expression()?),
            None => None,
        };
        self.semicolon()?;
        Ok(Constant {
            name,
            ty,
            condition,
            span: start.to(self.previous()),
        })
    }

    fn function(&mut self) -> Result<Function> {
        let start = self.next();
        let name = self.name("the name of a function")?;
        self.expect(Token::LeftParen, "`(`")?;
        let parameters = self.list(Token::RightParen, "`)`", |parser| {
            // A name in front of the type reads well and means nothing.
            if parser.at(Token::Name) && parser.nth(1) == Token::Colon {
                let error = parser.expectation("a type");
                let hint = "a function's parameters are types only: `fn f(int) -> int;`";
                return Err(parser.report(error.hint(hint)));
            }
            parser.ty()
        })?;
        self.expect(Token::Arrow, "`->`")?;
        let result = self.ty()?;
        self.semicolon()?;
        Ok(Function {
            name,
            parameters,
            result,
            span: start.to(self.previous()),
        })
    }

    fn program(&mut self) -> Result<Item> {
        let start = self.next();
        let name = self.name("the name of a program")?;
        if self.at(Token::Equals) {
            return Ok(Item::Composed(self.composed(start, name)?));
        }
        let mut parameters = Vec::new();
        if self.eat(Token::LeftParen).is_some() {
            let before = self.position;
            let list = self.list(Token::RightParen, "`)`", |parser| {
                let name = parser.name("the name of a parameter")?;
                Ok(Parameter {
                    name,
                    ty: parser.annotation()?,
                })
            });
            match list {
                Ok(list) => parameters = list,
                // The body can be read all the same, and its mistakes are worth knowing.
                Err(Reported) => {
                    while !self.at_end() && !self.at(Token::LeftBrace) && !self.peek().starts_item()
                    {
                        self.next();
                    }
                    self.note_names(before);
                }
            }
        }
        let head = start.to(self.previous());
        let body = self.block()?;
        Ok(Item::Program(Program {
            name,
            parameters,
            body,
            head,
        }))
    }

    /// `: type`.
    pub(super) fn annotation(&mut self) -> Result<Type> {
        if !self.at(Token::Colon) {
            let error = self.expectation("`:` and a type");
            let error = if self.at(Token::Comma) {
                error.hint("each name has its own type: `x: int, y: int`")
            } else {
                error
            };
            return Err(self.report(error));
        }
        self.next();
        self.ty()
    }

    pub(super) fn error_type(&self) -> Type {
        Type {
            kind: TypeKind::Error,
            span: self.previous().behind(),
        }
    }

    /// `{ … }`. Mistakes inside are recovered from inside.
    pub(super) fn block(&mut self) -> Result<Block> {
        let open = self.expect(Token::LeftBrace, "`{`")?;
        self.nested(|parser| {
            let statements = parser.statements();
            if parser.eat(Token::RightBrace).is_none() {
                let mut error = parser.expectation("`}`").also(open, "closes this `{`");
                error.primary.span = parser.previous().behind();
                parser.report(error);
            }
            Ok(Block {
                statements,
                span: open.to(parser.previous()),
            })
        })
    }
}
