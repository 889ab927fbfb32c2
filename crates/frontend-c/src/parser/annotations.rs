//! The pragmas of TASS (papers/002, Figs. 1, 2 and 4).
//!
//! | pragma | where |
//! |---|---|
//! | `TASS input` or `TASS input {condition}` | before the declaration of a variable |
//! | `TASS output` | before the declaration of a variable |
//! | `TASS assume condition;` | anywhere |
//! | `TASS collective invariant L formula;`, `TASS joint invariant L formula;` | before a loop |
//! | `TASS collective assert L formula;` | as a statement |
//!
//! More are Tandem's own, outside of functions: `TANDEM expect refuted`, `TANDEM processes 4`, and
//! `TANDEM sends buffered`.

use logic::{Quantifier, Symbol};
use question::Expectation;

use crate::Buffering;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Labelled, Role};
use crate::token::{Kind, Token};

use super::{Foresight, Parser};

/// What a pragma says.
pub(super) enum Annotation {
    Role(Role),
    Assume(Expression),
    Invariant(Labelled),
    Assert(Labelled),
    Expect(Expectation),
    Processes(usize),
    /// What `MPI_Send` does.
    Sends(Buffering),
}

impl Parser {
    /// Reads the pragma that is the next token.
    pub(super) fn annotation(&mut self) -> Reads<(Annotation, Span)> {
        let token = self.advance();
        let span = token.span.clone();
        let Kind::Pragma(mut tokens) = token.kind else {
            return Err(Problem::wrong(&span, "a pragma was expected here"));
        };
        match tokens.first().and_then(Token::word).map(Symbol::as_str) {
            Some("TASS" | "TANDEM") => {}
            Some(other @ ("omp" | "acc")) => {
                let what = format!("`#pragma {other}`, which changes what the program does");
                return Err(Problem::unsupported(&span, what));
            }
            _ => return Err(Problem::unsupported(&span, "this pragma")),
        }
        let end = span.end;
        tokens.push(Token {
            span: end..end,
            ..crate::macros::token(Kind::End)
        });
        let mut inner = Parser {
            is_annotation: true,
            depth: self.depth,
            names: self.names.clone(),
            ..Parser::new(tokens, Foresight::default())
        };
        let annotation = if inner.advance().is_word("TASS") {
            inner.tass(&span)?
        } else {
            inner.tandem(&span)?
        };
        inner.expect_end()?;
        Ok((annotation, span))
    }

    fn tass(&mut self, span: &Span) -> Reads<Annotation> {
        let word = self.advance();
        let annotation = match word.word().map_or("", Symbol::as_str) {
            "input" => {
                let mut condition = None;
                if self.accept("{") {
                    condition = Some(self.expression()?);
                    self.expect("}")?;
                }
                Annotation::Role(Role::Input(condition))
            }
            "output" => Annotation::Role(Role::Output),
            "assume" => Annotation::Assume(self.expression()?),
            "collective" | "joint" => {
                let is_invariant = self.accept_word("invariant");
                if !is_invariant && !self.accept_word("assert") {
                    return Err(self.expected("`invariant` or `assert`"));
                }
                let (label, _) = self.expect_name()?;
                let formula = self.expression()?;
                let labelled = Labelled { label, formula };
                if is_invariant {
                    Annotation::Invariant(labelled)
                } else {
                    Annotation::Assert(labelled)
                }
            }
            _ => {
                let problem = Problem::wrong(span, "this pragma of TASS is not known");
                return Err(problem.hint(
                    "known are input, output, assume, collective invariant, collective assert and \
                     joint invariant",
                ));
            }
        };
        self.accept(";");
        Ok(annotation)
    }

    fn tandem(&mut self, span: &Span) -> Reads<Annotation> {
        let word = self.advance();
        let argument = self.advance();
        let said = argument.word().map_or("", Symbol::as_str);
        match (word.word().map_or("", Symbol::as_str), said, &argument.kind) {
            ("expect", "proved", _) => Ok(Annotation::Expect(Expectation::Proved)),
            ("expect", "refuted", _) => Ok(Annotation::Expect(Expectation::Refuted)),
            ("expect", "unknown", _) => Ok(Annotation::Expect(Expectation::Unknown)),
            ("processes", _, Kind::Integer(count, _)) => {
                let count = count.to_i64().and_then(|count| usize::try_from(count).ok());
                let count = count.ok_or_else(|| Problem::wrong(span, "this is too large"))?;
                Ok(Annotation::Processes(count))
            }
            ("sends", "buffered", _) => Ok(Annotation::Sends(Buffering::Unbounded)),
            ("sends", "unbuffered", _) => Ok(Annotation::Sends(Buffering::None)),
            _ => {
                let problem = Problem::wrong(span, "this pragma of Tandem is not known");
                Err(problem.hint(
                    "known are `expect refuted` and its kin, `processes 4`, `sends buffered` and \
                     `sends unbuffered`",
                ))
            }
        }
    }

    /// `PROC[e]@f.x`, perhaps behind the name of a program, or `PROC[e]@x`.
    pub(super) fn remote(&mut self, program: Option<Symbol>) -> Reads<Expression> {
        let start = self.advance().span.start;
        self.expect("[")?;
        let process = self.deeper(Parser::expression)?;
        self.expect("]")?;
        self.expect("@")?;
        let (mut name, _) = self.expect_name()?;
        let mut function = None;
        if self.accept(".") {
            function = Some(name);
            (name, _) = self.expect_name()?;
        }
        Ok(Expression {
            kind: ExpressionKind::Remote {
                program,
                process: Box::new(process),
                function,
                name,
            },
            span: self.since(start),
        })
    }

    /// `forall {int i | range} body`.
    pub(super) fn quantified(&mut self) -> Reads<Expression> {
        let word = self.advance();
        let start = word.span.start;
        let quantifier = if word.is_word("forall") {
            Quantifier::Forall
        } else {
            Quantifier::Exists
        };
        self.expect("{")?;
        self.accept_word("int");
        let (name, _) = self.expect_name()?;
        self.expect("|")?;
        let range = self.deeper(Parser::expression)?;
        self.expect("}")?;
        let body = self.deeper(Parser::expression)?;
        Ok(Expression {
            kind: ExpressionKind::Quantified(quantifier, name, Box::new(range), Box::new(body)),
            span: self.since(start),
        })
    }
}
