//! Macros and their expansion.

use std::collections::BTreeMap;

use logic::Symbol;

use crate::problem::{Problem, Reads, Span};
use crate::token::{Kind, Token};

/// How many tokens a file may expand to. Macros that use macros can double it line by line.
const MOST_TOKENS: usize = 1_000_000;

/// How deep macros may use macros.
const DEEPEST: usize = 64;

/// A macro.
#[derive(Clone, Debug)]
struct Macro {
    /// The parameters; none at all for one that is used without brackets.
    parameters: Option<Vec<Symbol>>,
    body: Vec<Token>,
    /// Why it cannot be used.
    unusable: Option<&'static str>,
}

/// The macros that are known at a point of the text.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    known: BTreeMap<Symbol, Macro>,
    produced: usize,
}

impl Macros {
    pub(crate) fn contains(&self, name: Symbol) -> bool {
        self.known.contains_key(&name)
    }

    pub(crate) fn remove(&mut self, name: Symbol) {
        self.known.remove(&name);
    }

    /// Defines a macro without parameters.
    pub(crate) fn define_plain(&mut self, name: &str, body: Vec<Token>) {
        let plain = Macro {
            parameters: None,
            body,
            unusable: None,
        };
        self.known.insert(Symbol::new(name), plain);
    }

    /// Reads what stands behind `#define`.
    pub(crate) fn define(&mut self, at: &Span, tokens: &[Token]) -> Reads<()> {
        let Some((name, rest)) = tokens.split_first() else {
            return Err(Problem::wrong(at, "a name is missing behind `#define`"));
        };
        let Some(word) = name.word() else {
            let message = format!("a macro cannot be named {}", name.describe());
            return Err(Problem::wrong(&name.span, message));
        };
        if word.as_str() == "defined" {
            return Err(Problem::wrong(
                &name.span,
                "no macro can be named `defined`",
            ));
        }
        let mut parameters = None;
        let mut body = rest;
        let mut unusable = None;
        if let Some(open) = rest
            .first()
            .filter(|token| token.is_mark("(") && token.is_glued)
        {
            let close = rest.iter().position(|token| token.is_mark(")"));
            let Some(close) = close else {
                let message = "the parameters of a macro have no closing bracket";
                return Err(Problem::wrong(&open.span, message));
            };
            let mut names = Vec::new();
            for (position, token) in rest[1..close].iter().enumerate() {
                match token.word() {
                    Some(name) if position % 2 == 0 => names.push(name),
                    None if position % 2 == 1 && token.is_mark(",") => {}
                    _ => unusable = Some("macros with parameters of this form"),
                }
            }
            if let Some(twice) = (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
                let message = format!("there is already a parameter `{}`", names[twice]);
                return Err(Problem::wrong(&open.span, message));
            }
            parameters = Some(names);
            body = &rest[close + 1..];
        }
        if body
            .iter()
            .any(|token| token.is_mark("#") || token.is_mark("##"))
        {
            unusable = Some("macros that make tokens with `#` or `##`");
        }
        let made = Macro {
            parameters,
            body: body.to_vec(),
            unusable,
        };
        self.known.insert(word, made);
        Ok(())
    }

    /// The tokens with all macros expanded.
    pub(crate) fn expand(&mut self, tokens: &[Token]) -> Reads<Vec<Token>> {
        self.expand_below(tokens, &mut Vec::new())
    }

    fn expand_below(&mut self, tokens: &[Token], active: &mut Vec<Symbol>) -> Reads<Vec<Token>> {
        let mut output: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            self.produced += 1;
            if self.produced > MOST_TOKENS {
                let message = format!("the macros expand to more than {MOST_TOKENS} tokens");
                return Err(Problem::unsupported(&token.span, message));
            }
            let found = token.word().filter(|_| !token.is_painted);
            let Some((name, found)) = found.and_then(|name| Some((name, self.known.get(&name)?)))
            else {
                output.push(token.clone());
                continue;
            };
            if active.contains(&name) {
                output.push(Token {
                    is_painted: true,
                    ..token.clone()
                });
                continue;
            }
            let found = found.clone();
            let mut body = found.body;
            let mut use_span = token.span.clone();
            if let Some(parameters) = &found.parameters {
                if !tokens.get(at).is_some_and(|next| next.is_mark("(")) {
                    output.push(token.clone());
                    continue;
                }
                let (arguments, behind) = arguments(token, &tokens[at..], parameters.len())?;
                use_span.end = tokens[at + behind - 1].span.end.max(use_span.end);
                at += behind;
                let mut expanded = Vec::new();
                for argument in arguments {
                    expanded.push(self.expand_below(argument, active)?);
                }
                body = substituted(&body, parameters, &expanded);
            }
            if let Some(unusable) = found.unusable {
                return Err(Problem::unsupported(&token.span, unusable));
            }
            if active.len() >= DEEPEST {
                return Err(Problem::unsupported(
                    &token.span,
                    "macros nested this deeply",
                ));
            }
            for token in &mut body {
                token.span = use_span.clone();
                token.starts_line = false;
            }
            active.push(name);
            let body = self.expand_below(&body, active);
            active.pop();
            output.extend(body?);
            self.refuse_late_call(&output, tokens.get(at))?;
        }
        Ok(output)
    }

    /// An expansion that ends with the name of a macro whose brackets stand behind it would be
    /// expanded by C, and is not here.
    fn refuse_late_call(&self, output: &[Token], next: Option<&Token>) -> Reads<()> {
        let last = output.last().and_then(|last| Some((last, last.word()?)));
        match (last, next) {
            (Some((last, name)), Some(next)) if next.is_mark("(") => {
                let takes = self
                    .known
                    .get(&name)
                    .is_some_and(|it| it.parameters.is_some());
                if takes && !last.is_painted {
                    let what = "a macro that expands to the name of another one with parameters";
                    return Err(Problem::unsupported(&last.span, what));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The arguments of a macro, and how many tokens they and their brackets are.
fn arguments<'a>(
    name: &Token,
    tokens: &'a [Token],
    expected: usize,
) -> Reads<(Vec<&'a [Token]>, usize)> {
    let mut arguments = Vec::new();
    let mut depth = 0_usize;
    let mut start = 1;
    for (at, token) in tokens.iter().enumerate() {
        if token.is_mark("(") {
            depth += 1;
        } else if token.is_mark(",") && depth == 1 {
            arguments.push(&tokens[start..at]);
            start = at + 1;
        } else if token.is_mark(")") {
            depth -= 1;
            if depth == 0 {
                arguments.push(&tokens[start..at]);
                if expected == 0 && arguments.len() == 1 && arguments[0].is_empty() {
                    arguments.clear();
                }
                if arguments.len() != expected {
                    let message = format!(
                        "the macro {} takes {expected} arguments, not {}",
                        name.describe(),
                        arguments.len()
                    );
                    return Err(Problem::wrong(&name.span, message));
                }
                return Ok((arguments, at + 1));
            }
        }
    }
    let message = format!(
        "the arguments of {} have no closing bracket",
        name.describe()
    );
    Err(Problem::wrong(&name.span, message))
}

fn substituted(body: &[Token], parameters: &[Symbol], arguments: &[Vec<Token>]) -> Vec<Token> {
    let mut output = Vec::new();
    for token in body {
        let position = token
            .word()
            .and_then(|word| parameters.iter().position(|parameter| *parameter == word));
        match position.and_then(|position| arguments.get(position)) {
            Some(argument) => output.extend(argument.iter().cloned()),
            None => output.push(token.clone()),
        }
    }
    output
}

/// A token that stands nowhere, for what headers define.
pub(crate) fn token(kind: Kind) -> Token {
    Token {
        kind,
        span: 0..0,
        starts_line: false,
        is_glued: false,
        is_painted: false,
    }
}
