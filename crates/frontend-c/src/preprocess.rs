//! Directives: `#include`, `#define`, `#if` and `#pragma`.
//!
//! The headers of libraries are not opened: what they declare is known where it is used. Others are
//! asked for ([`crate::headers`]).

use logic::{Integer, Symbol};

use crate::Surroundings;
use crate::constant::{self, NoValue, Types};
use crate::headers::Missing;
use crate::lexer;
use crate::macros::{self, Macros};
use crate::parser;
use crate::pragmas::Once;
use crate::predefined::{Included, Predefined};
use crate::problem::{Problem, Reads, Span};
use crate::token::{IntegerType, Kind, Token};

/// The tokens of a text behind the preprocessor, and the headers that were not found. Pragmas are
/// tokens; the last one is [`Kind::End`].
///
/// # Errors
/// The first directive that is wrong or not known.
pub(crate) fn run(text: &str, surroundings: Surroundings<'_>) -> Reads<(Vec<Token>, Missing)> {
    let mut preprocessor = Preprocessor {
        surroundings,
        macros: Macros::default(),
        conditions: Vec::new(),
        output: Vec::new(),
        missing: Missing::default(),
        included: Included::default(),
        depth: 0,
        path: String::new(),
        once: Vec::new(),
    };
    let one = Kind::Integer(Integer::ONE, IntegerType::INT);
    preprocessor
        .macros
        .define_plain("__TANDEM__", vec![macros::token(one)]);
    for (name, value) in surroundings.definitions {
        let mut body = lexer::tokens(value);
        body.retain(|token| token.kind != Kind::End);
        preprocessor.macros.define_plain(name, body);
    }
    let end = preprocessor.text(text)?;
    preprocessor.output.push(end);
    Ok((preprocessor.output, preprocessor.missing))
}

pub(crate) struct Preprocessor<'a> {
    pub(crate) surroundings: Surroundings<'a>,
    pub(crate) macros: Macros,
    conditions: Vec<Condition>,
    pub(crate) output: Vec<Token>,
    /// The headers that were included and not found.
    pub(crate) missing: Missing,
    /// The headers of libraries, which say what other macros there are.
    pub(crate) included: Included,
    /// How many headers include each other around the text that is being read.
    pub(crate) depth: usize,
    /// The path of the header that is being read, seen from the folder of the file; empty in the file.
    pub(crate) path: String,
    /// The texts that are read once only.
    pub(crate) once: Vec<Once>,
}

/// An open `#if`.
struct Condition {
    span: Span,
    branch: Branch,
    /// Whether what is around it counts.
    is_outer_active: bool,
    /// Whether its `#else` was there.
    is_last: bool,
}

/// The branches of a condition, seen from where the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    /// None was chosen yet.
    Before,
    /// This one counts.
    Chosen,
    /// An earlier one counted.
    Behind,
}

impl Preprocessor<'_> {
    /// Reads a text, that of the file or of a header; gives the token at its end.
    pub(crate) fn text(&mut self, text: &str) -> Reads<Token> {
        // Conditions end in the text that they begin in.
        let around = std::mem::take(&mut self.conditions);
        let end = self.tokens_of(text);
        self.conditions = around;
        end
    }

    fn tokens_of(&mut self, text: &str) -> Reads<Token> {
        let mut tokens = lexer::tokens(text);
        let mut at = 0;
        while at < tokens.len() {
            let is_directive = tokens[at].is_mark("#") && tokens[at].starts_line;
            let from = if is_directive { at + 1 } else { at };
            let is_end = |token: &Token| {
                let next_directive = !is_directive && token.is_mark("#");
                token.kind == Kind::End || (token.starts_line && (is_directive || next_directive))
            };
            let length = tokens[from..].iter().position(is_end);
            let end = length.map_or(tokens.len(), |length| from + length);
            if is_directive {
                self.directive(text, &tokens[at].span, &tokens[from..end])?;
            } else if self.is_active() {
                let expanded = self.macros.expand(&tokens[from..end])?;
                self.output.extend(expanded);
            }
            at = end;
            if tokens[at..]
                .first()
                .is_none_or(|token| token.kind == Kind::End)
            {
                break;
            }
        }
        if let Some(open) = self.conditions.first() {
            let message = "this condition has no `#endif`";
            return Err(Problem::wrong(&open.span, message));
        }
        let end = text.len();
        let last = Token {
            span: end..end,
            ..macros::token(Kind::End)
        };
        Ok(tokens.pop().unwrap_or(last))
    }

    fn is_active(&self) -> bool {
        self.conditions
            .last()
            .is_none_or(|condition| condition.branch == Branch::Chosen && condition.is_outer_active)
    }

    fn directive(&mut self, text: &str, at: &Span, tokens: &[Token]) -> Reads<()> {
        let Some((name, rest)) = tokens.split_first() else {
            return Ok(());
        };
        let word = name.word().map_or("", Symbol::as_str);
        let at = &(at.start..name.span.end);
        if self.condition(at, word, rest)? || !self.is_active() {
            return Ok(());
        }
        match word {
            "include" => self.include(text, at, rest),
            "define" => self.macros.define(at, rest),
            "undef" => {
                if let Some(name) = rest.first().and_then(Token::word) {
                    self.macros.remove(name);
                    self.included.remove(name);
                }
                Ok(())
            }
            "pragma" => {
                if self.is_settled(text, at, rest)? {
                    return Ok(());
                }
                let tokens = self.macros.expand(rest)?;
                let end = rest.last().map_or(at.end, |token| token.span.end);
                self.output.push(Token {
                    span: at.start..end,
                    ..macros::token(Kind::Pragma(tokens))
                });
                Ok(())
            }
            "error" => Err(Problem::wrong(at, "the file says `#error` here")),
            "line" | "warning" => Ok(()),
            _ => {
                let message = format!("the directive {} is not known", name.describe());
                Err(Problem::wrong(&name.span, message))
            }
        }
    }

    /// Conditions; whether the directive was one.
    fn condition(&mut self, at: &Span, word: &str, rest: &[Token]) -> Reads<bool> {
        match word {
            "if" | "ifdef" | "ifndef" => {
                let is_outer_active = self.is_active();
                let holds = is_outer_active
                    && match word {
                        "if" => self.evaluate(at, rest)?,
                        _ => self.is_defined(at, rest)? == (word == "ifdef"),
                    };
                self.conditions.push(Condition {
                    span: at.clone(),
                    branch: if holds {
                        Branch::Chosen
                    } else {
                        Branch::Before
                    },
                    is_outer_active,
                    is_last: false,
                });
            }
            "elif" | "else" => {
                let Some(condition) = self.conditions.last_mut() else {
                    let message = format!("`#{word}` stands outside of a condition");
                    return Err(Problem::wrong(at, message));
                };
                if condition.is_last {
                    let message = format!("`#{word}` stands behind the `#else` of its condition");
                    return Err(Problem::wrong(at, message));
                }
                condition.is_last = word == "else";
                let (branch, is_outer_active) = (condition.branch, condition.is_outer_active);
                let branch = match branch {
                    Branch::Chosen | Branch::Behind => Branch::Behind,
                    Branch::Before if !is_outer_active => Branch::Before,
                    Branch::Before if word == "else" || self.evaluate(at, rest)? => Branch::Chosen,
                    Branch::Before => Branch::Before,
                };
                if let Some(condition) = self.conditions.last_mut() {
                    condition.branch = branch;
                }
            }
            "endif" => {
                if self.conditions.pop().is_none() {
                    return Err(Problem::wrong(at, "`#endif` stands outside of a condition"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn is_defined(&self, at: &Span, rest: &[Token]) -> Reads<bool> {
        match rest.first() {
            Some(token) if token.word().is_some() => self.knows(token),
            _ => Err(Problem::wrong(at, "the name of a macro is missing here")),
        }
    }

    /// Whether a name is that of a macro.
    fn knows(&self, token: &Token) -> Reads<bool> {
        let Some(name) = token.word() else {
            return Ok(false);
        };
        Ok(self.macros.contains(name)
            || self.predefined(name, &token.span)? != Predefined::Undefined)
    }

    /// What a name is that the text does not define. A header that is not there may define whatever
    /// nobody else does.
    fn predefined(&self, name: Symbol, at: &Span) -> Reads<Predefined> {
        let found = self.included.about(name);
        match (&found, self.missing.any()) {
            (Predefined::Undefined, Some(header)) => {
                let what =
                    format!("a condition on `{name}`, which the header `{header}` may define");
                Err(Problem::unsupported(at, what))
            }
            (Predefined::Open, _) => {
                let what = format!(
                    "a condition on `{name}`, which a compiler or a header of a library may define"
                );
                Err(Problem::unsupported(at, what))
            }
            _ => Ok(found),
        }
    }

    /// What stands for a name in the condition of an `#if`, all macros being expanded.
    fn number_of(&self, name: Symbol, at: &Span) -> Reads<Kind> {
        let zero = Kind::Integer(Integer::ZERO, IntegerType::INT);
        // The name of a macro inside of its own expansion.
        if self.macros.contains(name) {
            return Ok(zero);
        }
        match self.predefined(name, at)? {
            Predefined::Value(value, kind) => Ok(Kind::Integer(value, kind)),
            Predefined::Undefined => Ok(zero),
            Predefined::Defined | Predefined::Open => {
                let what = format!("a condition on the value of `{name}`");
                Err(Problem::unsupported(at, what))
            }
        }
    }

    /// Whether the condition of an `#if` holds.
    fn evaluate(&mut self, at: &Span, tokens: &[Token]) -> Reads<bool> {
        let number = |span: &Span, value: bool| Token {
            span: span.clone(),
            ..macros::token(Kind::Integer(
                Integer::from(i64::from(value)),
                IntegerType::INT,
            ))
        };
        let mut plain = Vec::new();
        let mut rest = tokens.iter();
        while let Some(token) = rest.next() {
            if !token.is_word("defined") {
                plain.push(token.clone());
                continue;
            }
            let mut name = rest.next();
            let mut is_closed = true;
            if name.is_some_and(|token| token.is_mark("(")) {
                name = rest.next();
                is_closed = rest.next().is_some_and(|token| token.is_mark(")"));
            }
            let known = match name {
                Some(name) if name.word().is_some() && is_closed => self.knows(name)?,
                _ => {
                    let message = "`defined` needs the name of a macro";
                    return Err(Problem::wrong(&token.span, message));
                }
            };
            plain.push(number(&token.span, known));
        }
        let mut expanded = self.macros.expand(&plain)?;
        for token in &mut expanded {
            if let Some(name) = token.word() {
                if name.as_str() == "defined" {
                    let what = "`defined` that comes out of a macro, which C leaves open";
                    return Err(Problem::unsupported(&token.span, what));
                }
                token.kind = self.number_of(name, &token.span)?;
            }
        }
        let end = tokens.last().map_or(at.end, |token| token.span.end);
        expanded.push(Token {
            span: end..end,
            ..macros::token(Kind::End)
        });
        let condition = parser::condition(expanded)?;
        let value = constant::evaluate(&condition, Types::Largest);
        value.map(|value| value != 0).map_err(|why| match why {
            NoValue::Division => Problem::wrong(at, "this condition divides by zero"),
            NoValue::Overflow => Problem::unsupported(at, "a condition whose numbers overflow"),
            NoValue::Form => Problem::unsupported(at, "a condition of this form"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let (tokens, _) = run(text, Surroundings::NONE).expect("the text is right");
        let shown: Vec<String> = tokens.iter().map(Token::describe).collect();
        let shown = shown.join(" ").replace('`', "");
        assert_eq!(
            shown.trim_end_matches(" the end of the file"),
            expected,
            "{text}"
        );
    }

    #[test]
    fn macros_are_expanded() {
        check("#define N 4\nint a[N];", "int a [ 4 ] ;");
        check(
            "#define SQ(x) ((x)*(x))\nSQ(a+1)",
            "( ( a + 1 ) * ( a + 1 ) )",
        );
        check("#define x x+1\n#define f(y) y\nf(x)", "x + 1");
        check("#define f(a,b) b a\nf(g(1,2),3) f", "3 g ( 1 , 2 ) f");
        check("#define N 4\n#undef N\nN", "N");
        check("#define f (x)\nf", "( x )");
    }

    #[test]
    fn conditions_choose_one_branch() {
        check(
            "#if 1 + 1 == 2 && defined(N)\na\n#elif !defined N\nb\n#else\nc\n#endif",
            "b",
        );
        check("#ifdef A\n#if nonsense (\n#endif\na\n#else\nb\n#endif", "b");
        check("#ifndef A\n#define A 0\n#endif\n#if A\na\n#endif\nb", "b");
    }

    #[test]
    fn wrong_directives_say_what_is_wrong() {
        let wrong = |text: &str, message: &str| {
            let problem = run(text, Surroundings::NONE).expect_err("the text is wrong");
            assert_eq!(problem.message, message, "{text}");
        };
        wrong("#if 1\n", "this condition has no `#endif`");
        wrong("#endif", "`#endif` stands outside of a condition");
        wrong(
            "#include \"own.h\"\n#ifdef N\n#endif",
            "unsupported: a condition on `N`, which the header `own.h` may define",
        );
        wrong(
            "#define f(x) #x\nf(1)",
            "unsupported: macros that make tokens with `#` or `##`",
        );
        wrong(
            "#define f(x) x\nf(1",
            "the arguments of `f` have no closing bracket",
        );
        wrong(
            "#define f(x) x\nf(1,2)",
            "the macro `f` takes 1 arguments, not 2",
        );
    }
}
