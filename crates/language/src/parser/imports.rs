//! Imports, and functions of imported files.

use logic::Symbol;

use super::{Parser, Result};
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::syntax::{Import, ImportedFunction, Name, Relation};

impl Parser<'_> {
    pub(super) fn import(&mut self) -> Result<Import> {
        let start = self.next();
        if !self.at(Token::Text) {
            let error = self.expectation("the path of a file, in quotes");
            return Err(self.report(error.hint("write `import \"file.ll\" as name;`")));
        }
        let path = self.quoted();
        if self.eat_word("as").is_none() {
            let error = self.expectation("`as` and a name for the file");
            return Err(self.report(error.hint("write `import \"file.ll\" as name;`")));
        }
        let alias = self.name("the name of an imported file")?;
        self.semicolon()?;
        Ok(Import {
            path: path.text.to_string(),
            path_span: path.span,
            alias,
            span: start.to(self.previous()),
        })
    }

    /// A text in quotes, without them.
    fn quoted(&mut self) -> Name {
        let text = self.word().trim_matches('"');
        Name {
            text: Symbol::new(text),
            span: self.next(),
        }
    }

    /// Whether a function of an imported file is named here: `s.f`.
    pub(super) fn at_function(&self) -> bool {
        self.at(Token::Name) && self.nth(1) == Token::Dot
    }

    /// What is claimed of a function of an imported file.
    pub(super) fn function_relation(&mut self) -> Result<Relation> {
        let implementation = self.imported_function()?;
        if self.eat_word("abstracted").is_none() {
            let error = self.expectation("`abstracted by`");
            let hint = "of functions it can be claimed that one refines the other: \
                        `t.f abstracted by s.f`";
            return Err(self.report(error.hint(hint)));
        }
        self.expect_word("by")?;
        if !self.at_function() {
            let error = self.expectation("a function of an imported file");
            let hint = "functions are compared with functions: `t.f abstracted by s.f`";
            return Err(self.report(error.hint(hint)));
        }
        let specification = self.imported_function()?;
        Ok(Relation::Refines(implementation, specification))
    }

    /// `s.f` or `s."f.1"`.
    fn imported_function(&mut self) -> Result<ImportedFunction> {
        let import = self.name("the name of an imported file")?;
        self.expect(Token::Dot, "`.`")?;
        // Names of functions are other people's: they may well be words of this language.
        let is_word = self.peek().is_keyword(self.word());
        let function = match self.peek() {
            Token::Text => self.quoted(),
            _ if is_word => Name {
                text: Symbol::new(self.word()),
                span: self.next(),
            },
            _ => self.name("the name of a function")?,
        };
        if self.at(Token::LeftParen) {
            let message = "a function is compared on all its inputs, and takes no arguments here";
            return Err(self.report(Diagnostic::error(self.span(), message)));
        }
        Ok(ImportedFunction {
            import,
            function,
            span: import.span.to(self.previous()),
        })
    }
}
