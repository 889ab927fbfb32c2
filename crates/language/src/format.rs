//! Formatting: the same tokens and comments, laid out anew.
//!
//! The formatter works on tokens, not on the tree, so it cannot lose a comment or change what the
//! text means. `roles` tells apart the uses of one sign (the minus of `-x` and of `x - y`), `plan`
//! says where lines end and how far they are indented, `write` puts the comments in and writes.

mod plan;
mod roles;
mod write;

use crate::diagnostic::{Diagnostic, Sink};
use crate::lexer::{self, Lexed, Token};

/// How long a line may get where it can be broken.
const WIDTH: usize = 100;

/// Lays a text out anew. Its meaning and its comments stay as they are; formatting twice is the
/// same as formatting once.
///
/// ```
/// let text = language::format("program p{var x:int;x=x+1;/* done */}").unwrap();
/// assert_eq!(text, "program p {\n    var x: int;\n    x = x + 1; /* done */\n}\n");
/// ```
///
/// # Errors
/// The errors in its syntax: what could not be read is not formatted.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    crate::parse(text)?;
    Ok(lay_out(text))
}

/// Lays out text that is known to be right.
pub(crate) fn lay_out(text: &str) -> String {
    let mut lexed = lexer::lex(text, &mut Sink::default());
    drop_stray_semicolons(&mut lexed);
    let roles = roles::roles(&lexed.tokens);
    let plan = plan::plan(text, &lexed, &roles);
    write::write(text, &lexed, &roles, &plan)
}

/// A semicolon behind another one or next to a brace says nothing.
fn drop_stray_semicolons(lexed: &mut Lexed) {
    let mut before = Token::Semicolon;
    lexed.tokens.retain(|lexeme| {
        let ends = matches!(
            before,
            Token::Semicolon | Token::LeftBrace | Token::RightBrace
        );
        let stray = lexeme.token == Token::Semicolon && ends;
        if !stray {
            before = lexeme.token;
        }
        !stray
    });
}
