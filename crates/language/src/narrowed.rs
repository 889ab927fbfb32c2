//! A text whose integers are few, to be tried where the one at hand is too much.

use crate::lexer::{self, Token};
use crate::{diagnostic, parse};

/// The text with a range in the place of every `int` that is the type of a variable or a constant; `None`
/// where there is none, or the text is wrong.
///
/// ```
/// let text = "program p { var x: int; var y: bool; }";
/// let narrow = language::narrowed(text, 0, 3).unwrap();
/// assert_eq!(narrow, "program p { var x: 0..=3; var y: bool; }");
/// assert_eq!(language::narrowed(&narrow, 0, 3), None);
/// ```
#[must_use]
pub fn narrowed(text: &str, low: i64, high: i64) -> Option<String> {
    parse(text).ok()?;
    let lexed = lexer::lex(text, &mut diagnostic::Sink::default());
    let mut written = String::new();
    let mut from = 0;
    for pair in lexed.tokens.windows(2) {
        if let [Token::Colon, Token::IntType] = [&pair[0].token, &pair[1].token] {
            let at = pair[1].span.range();
            written.push_str(text.get(from..at.start)?);
            written.push_str(&format!("{low}..={high}"));
            from = at.end;
        }
    }
    if from == 0 {
        return None;
    }
    written.push_str(text.get(from..)?);
    Some(written)
}
