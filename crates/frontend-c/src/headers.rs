//! Headers: which are known by their names, and what becomes of the others.
//!
//! A header of a library is passed over, since what it declares is known where it is used. What another
//! one says is asked of whoever calls this crate; its tokens stand where it is included. One that is
//! not there is passed over as well, as long as nothing is missing: a name that nobody declares is an
//! error, and so is a condition on a macro that it might define.

use logic::{Integer, Symbol};

use crate::macros;
use crate::preprocess::Preprocessor;
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::token::{IntegerType, Kind, Token};

/// The headers of libraries.
pub(crate) const KNOWN: &[&str] = &[
    "assert.h",
    "complex.h",
    "ctype.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "inttypes.h",
    "limits.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "mpi.h",
    "omp.h",
    "pthread.h",
    "setjmp.h",
    "signal.h",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "sys/resource.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "time.h",
    "unistd.h",
];

/// How many headers may include each other.
const DEEPEST: usize = 32;

/// The headers that were included and not found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Missing {
    names: Vec<String>,
}

impl Missing {
    /// One of them.
    pub(crate) fn any(&self) -> Option<&str> {
        self.names.first().map(String::as_str)
    }

    /// A problem with what may be its cause.
    pub(crate) fn blamed(&self, problem: Problem) -> Problem {
        // What a header declares are types, names, macros and functions.
        let may_be = problem.kind == ProblemKind::Wrong
            || problem.message.starts_with("unsupported: the function");
        match (self.list(), &problem.hint) {
            (Some(all), None) if may_be => problem.hint(format!(
                "{all} was not found beside the file: put what it declares into this one"
            )),
            _ => problem,
        }
    }

    /// What is said with the verdict.
    pub(crate) fn note(&self) -> Option<String> {
        let all = self.list()?;
        Some(format!(
            "{all} was not found; it is assumed to change nothing here"
        ))
    }

    fn list(&self) -> Option<String> {
        let names: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

impl Preprocessor<'_> {
    /// `#include <name>` and `#include "name"`.
    pub(crate) fn include(&mut self, text: &str, at: &Span, rest: &[Token]) -> Reads<()> {
        let span = at.start..rest.last().map_or(at.end, |token| token.span.end);
        let said = text.get(at.end..span.end).unwrap_or_default().trim();
        let between = |open: char, close: char| {
            let name = said.strip_prefix(open)?;
            Some(name[..name.find(close)?].trim().to_owned())
        };
        let (name, is_own) = match (between('"', '"'), between('<', '>')) {
            (Some(name), _) => (name, true),
            (None, Some(name)) => (name, false),
            (None, None) => return Err(Problem::unsupported(&span, "an `#include` of this form")),
        };
        let path = self.beside(&name);
        if is_own && let Some(header) = (self.surroundings.headers)(&path) {
            if self.is_read(&path, &header, &span)? {
                return Ok(());
            }
            let around = std::mem::replace(&mut self.path, path);
            let result = self.header(&name, &header, &span);
            self.path = around;
            return result;
        }
        if !KNOWN.contains(&name.as_str()) {
            if !self.missing.names.contains(&name) {
                self.missing.names.push(name);
            }
            return Ok(());
        }
        self.included.add(&name);
        if name == "stdbool.h" {
            let number = |value: i64| Kind::Integer(Integer::from(value), IntegerType::INT);
            for (name, kind) in [
                ("bool", Kind::Word(Symbol::new("_Bool"))),
                ("true", number(1)),
                ("false", number(0)),
            ] {
                self.macros.define_plain(name, vec![macros::token(kind)]);
            }
        }
        Ok(())
    }

    /// The path of a header beside the text that includes it, seen from the folder of the file.
    fn beside(&self, name: &str) -> String {
        match self.path.rsplit_once('/') {
            Some((folder, _)) if !name.starts_with('/') => format!("{folder}/{name}"),
            _ => name.to_owned(),
        }
    }

    /// A header that was found. Everything in it stands where it is included.
    fn header(&mut self, name: &str, text: &str, span: &Span) -> Reads<()> {
        if self.depth >= DEEPEST {
            let what = format!("headers nested this deeply, the last one being `{name}`");
            return Err(Problem::unsupported(span, what));
        }
        self.depth += 1;
        let first = self.output.len();
        let result = self.text(text);
        self.depth -= 1;
        result.map_err(|problem| Problem {
            span: span.clone(),
            message: format!("in the header `{name}`: {}", problem.message),
            ..problem
        })?;
        let own = &mut self.output[first..];
        let mut depth = 0_usize;
        for position in 0..own.len() {
            // Loops and calls are known by their places, which all that is in a header shares.
            let is_body = depth == 0 && position > 0 && own[position - 1].is_mark(")");
            if own[position].is_mark("{") {
                if is_body {
                    let what = format!("a function that the header `{name}` defines");
                    return Err(Problem::unsupported(span, what));
                }
                depth += 1;
            } else if own[position].is_mark("}") {
                depth = depth.saturating_sub(1);
            }
            own[position].span = span.clone();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::Surroundings;
    use crate::preprocess::run;
    use crate::token::Token;

    fn shown(text: &str) -> Result<String, String> {
        let headers = |name: &str| match name {
            "own.h" => {
                Some("#ifndef OWN\n#define OWN\n#define N 4\nint f(void);\n#endif\n".to_owned())
            }
            "outer.h" => Some("#include \"own.h\"\nint g;".to_owned()),
            "round.h" => Some("#include \"round.h\"".to_owned()),
            "part/a.h" => Some("#include \"b.h\"\n#include \"own.h\"".to_owned()),
            "part/b.h" => Some("#pragma once\nint b;\n#include \"../once.h\"".to_owned()),
            "part/../once.h" | "once.h" => Some("#pragma once\nint once;".to_owned()),
            "open.h" => Some("#endif".to_owned()),
            "code.h" => Some("int f(void) { return 1; }".to_owned()),
            _ => None,
        };
        let surroundings = Surroundings {
            definitions: &[("M".to_owned(), "7".to_owned())],
            headers: &headers,
        };
        let (tokens, missing) = run(text, surroundings).map_err(|it| it.message)?;
        let words: Vec<String> = tokens.iter().map(Token::describe).collect();
        let words = words
            .join(" ")
            .replace('`', "")
            .replace(" the end of the file", "");
        Ok(match missing.note() {
            Some(note) => format!("{words}; {note}"),
            None => words,
        })
    }

    #[test]
    fn headers_are_asked_for() {
        let text = "#include \"outer.h\"\n#include \"own.h\"\n#include \"mpi.h\"\nN M";
        assert_eq!(shown(text).as_deref(), Ok("int f ( void ) ; int g ; 4 7"));
        let missing = shown("#include \"gone.h\"\nint x;");
        let note = "`gone.h` was not found; it is assumed to change nothing here";
        assert_eq!(missing, Ok(format!("int x ;; {note}")));
    }

    #[test]
    fn headers_in_headers_are_beside_them() {
        let note = "`own.h` was not found; it is assumed to change nothing here";
        let text = "#include \"part/a.h\"\n#include \"part/b.h\"\nN";
        assert_eq!(shown(text), Ok(format!("int b ; int once ; N; {note}")));
        let twice = shown("#include \"once.h\"\n#include \"once.h\"");
        assert_eq!(twice.as_deref(), Ok("int once ;"));
        let what = "unsupported: a header with `#pragma once` that is included by several paths";
        assert_eq!(
            shown("#include \"part/b.h\"\n#include \"once.h\""),
            Err(what.to_owned())
        );
    }

    #[test]
    fn headers_are_refused_where_they_are_not_understood() {
        let round = "in the header `round.h`: ".repeat(32);
        let deep = "unsupported: headers nested this deeply, the last one being `round.h`";
        assert_eq!(shown("#include \"round.h\""), Err(format!("{round}{deep}")));
        let open = "in the header `open.h`: `#endif` stands outside of a condition";
        assert_eq!(shown("#if 1\n#include \"open.h\""), Err(open.to_owned()));
        assert_eq!(
            shown("#include \"code.h\""),
            Err("unsupported: a function that the header `code.h` defines".to_owned())
        );
    }
}
