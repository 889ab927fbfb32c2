//! The pragmas that the preprocessor has to know: those that change what is read, and those that may
//! change the program. What a pragma of TASS, of Tandem or of OpenMP says is for the parser.

use logic::Symbol;

use crate::preprocess::Preprocessor;
use crate::problem::{Problem, Reads, Span};
use crate::token::Token;

/// A text that is read once only.
pub(crate) struct Once {
    /// Its path, seen from the folder of the file.
    path: String,
    text: String,
}

impl Preprocessor<'_> {
    /// Whether a pragma is one that says nothing to the parser.
    ///
    /// # Errors
    /// It may change the program, and is not known.
    pub(crate) fn is_settled(&mut self, text: &str, at: &Span, rest: &[Token]) -> Reads<bool> {
        let word = |position: usize| {
            let word = rest.get(position).and_then(Token::word);
            word.map_or("", Symbol::as_str)
        };
        match (word(0), word(1)) {
            ("TASS" | "TANDEM" | "omp" | "acc", _) => Ok(false),
            ("once", _) => {
                self.once.push(Once {
                    path: self.path.clone(),
                    text: text.to_owned(),
                });
                Ok(true)
            }
            (first, second) if is_harmless(first, second) => Ok(true),
            (first, _) => {
                let span = at.start..rest.last().map_or(at.end, |token| token.span.end);
                let what = format!("`#pragma {first}`, which may change what the program does");
                Err(Problem::unsupported(&span, what))
            }
        }
    }

    /// Whether a header was read and says that once is enough. Compilers go by the file; where another
    /// path has the same text, they may take it for the same file or not.
    pub(crate) fn is_read(&self, path: &str, text: &str, span: &Span) -> Reads<bool> {
        if self.once.iter().any(|once| once.path == path) {
            return Ok(true);
        }
        if self.once.iter().any(|once| once.text == text) {
            let what = "a header with `#pragma once` that is included by several paths";
            return Err(Problem::unsupported(span, what));
        }
        Ok(false)
    }
}

/// Whether no compiler lets a pragma change what a program does: warnings, marks for editors, the
/// shape of loops, what is said of rounding (which is not modelled), and the language of CIVL.
fn is_harmless(first: &str, second: &str) -> bool {
    match first {
        "" | "message" | "region" | "endregion" | "mark" | "unroll" | "nounroll" | "warning"
        | "ident" | "CIVL" => true,
        "STDC" => matches!(second, "FP_CONTRACT" | "CX_LIMITED_RANGE"),
        "GCC" | "clang" => matches!(
            second,
            "diagnostic" | "system_header" | "warning" | "unroll"
        ),
        _ => false,
    }
}
