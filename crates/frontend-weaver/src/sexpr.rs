//! S-expressions with their places.

use std::ops::Range;

use crate::Problem;

/// An atom or a list.
#[derive(Debug)]
pub(crate) struct Sexpr {
    pub(crate) shape: Shape,
    /// The bytes in the text.
    pub(crate) span: Range<usize>,
}

#[derive(Debug)]
pub(crate) enum Shape {
    Atom(String),
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The atom, if it is one.
    pub(crate) fn atom(&self) -> Option<&str> {
        match &self.shape {
            Shape::Atom(text) => Some(text),
            Shape::List(_) => None,
        }
    }

    /// The parts, if it is a list.
    pub(crate) fn list(&self) -> Option<&[Sexpr]> {
        match &self.shape {
            Shape::Atom(_) => None,
            Shape::List(parts) => Some(parts),
        }
    }

    /// The word that a list begins with.
    pub(crate) fn head(&self) -> Option<&str> {
        self.list()?.first()?.atom()
    }

    /// What follows the first part of a list.
    pub(crate) fn arguments(&self) -> &[Sexpr] {
        self.list()
            .and_then(|parts| parts.get(1..))
            .unwrap_or_default()
    }
}

/// How deep lists may nest: deeper ones would exhaust the stack of whoever walks them.
const DEEPEST: usize = 1000;

/// All expressions of a text. A semicolon begins a comment that ends with its line.
pub(crate) fn parse(text: &str) -> Result<Vec<Sexpr>, Problem> {
    let bytes = text.as_bytes();
    let mut finished: Vec<Sexpr> = Vec::new();
    let mut open: Vec<(usize, Vec<Sexpr>)> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        let complete = match byte {
            b';' => {
                at = text[at..].find('\n').map_or(bytes.len(), |end| at + end);
                continue;
            }
            b'(' => {
                if open.len() >= DEEPEST {
                    return Err(Problem::new(&(at..at + 1), "the lists nest too deep"));
                }
                open.push((at, Vec::new()));
                at += 1;
                continue;
            }
            b')' => {
                let Some((start, parts)) = open.pop() else {
                    return Err(Problem::new(&(at..at + 1), "this `)` closes nothing"));
                };
                at += 1;
                Sexpr {
                    shape: Shape::List(parts),
                    span: start..at,
                }
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                let length = text[at..]
                    .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';'))
                    .unwrap_or(bytes.len() - at)
                    // A blank that is not ASCII is a part of no word, and no blank here either.
                    .max(text[at..].chars().next().map_or(1, char::len_utf8));
                at += length;
                Sexpr {
                    shape: Shape::Atom(text[start..at].to_owned()),
                    span: start..at,
                }
            }
        };
        match open.last_mut() {
            Some((_, parts)) => parts.push(complete),
            None => finished.push(complete),
        }
    }
    match open.last() {
        Some((start, _)) => Err(Problem::new(
            &(*start..start + 1),
            "this `(` is never closed",
        )),
        None => Ok(finished),
    }
}
