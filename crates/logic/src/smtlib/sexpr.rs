//! From tokens to S-expressions.
//!
//! The S-expressions of one command live in one arena and refer to each other by number, so that
//! nesting costs no stack, neither in reading nor in dropping.

use super::error::{Error, Position};
use super::lexer::{Atom, Lexer, Token};

/// The number of an S-expression in its arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Id(u32);

#[derive(Clone, Copy)]
enum Node<'a> {
    Atom(Atom<'a>),
    /// Where the numbers of the parts begin and end.
    List(u32, u32),
}

/// The S-expressions of one command.
#[derive(Default)]
pub(super) struct Arena<'a> {
    nodes: Vec<(Node<'a>, Position)>,
    parts: Vec<Id>,
}

/// An S-expression as it is looked at.
#[derive(Clone, Copy)]
pub(super) enum View<'s, 'a> {
    Atom(Atom<'a>),
    List(&'s [Id]),
}

impl<'a> Arena<'a> {
    pub(super) fn view(&self, id: Id) -> View<'_, 'a> {
        match self.nodes[id.0 as usize].0 {
            Node::Atom(atom) => View::Atom(atom),
            Node::List(start, end) => View::List(&self.parts[start as usize..end as usize]),
        }
    }

    pub(super) fn position(&self, id: Id) -> Position {
        self.nodes[id.0 as usize].1
    }

    /// The parts of a list; `None` for an atom.
    pub(super) fn list(&self, id: Id) -> Option<&[Id]> {
        match self.view(id) {
            View::List(parts) => Some(parts),
            View::Atom(_) => None,
        }
    }

    /// The name that an atom is, with or without bars; `None` for all else.
    pub(super) fn name(&self, id: Id) -> Option<&'a str> {
        match self.view(id) {
            View::Atom(Atom::Symbol(name) | Atom::Quoted(name)) => Some(name),
            _ => None,
        }
    }

    /// The word that an atom without bars is.
    pub(super) fn word(&self, id: Id) -> Option<&'a str> {
        match self.view(id) {
            View::Atom(Atom::Symbol(name)) => Some(name),
            _ => None,
        }
    }

    /// The word that a list begins with.
    pub(super) fn head(&self, id: Id) -> Option<&'a str> {
        self.word(*self.list(id)?.first()?)
    }

    fn add(&mut self, node: Node<'a>, position: Position) -> Result<Id, Error> {
        // A command of four thousand million tokens is beyond any machine that this runs on.
        let id = u32::try_from(self.nodes.len())
            .map_err(|_| Error::unsupported(position, "the command is too long"))?;
        self.nodes.push((node, position));
        Ok(Id(id))
    }
}

/// Reads S-expressions one after the other.
pub(super) struct Reader<'a> {
    lexer: Lexer<'a>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Reader {
            lexer: Lexer::new(text),
        }
    }

    /// Where the reader is.
    pub(super) fn position(&self) -> Position {
        self.lexer.position()
    }

    /// The next S-expression in its own arena; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<(Arena<'a>, Id)>, Error> {
        let mut arena = Arena::default();
        // The lists that are open: where each began, and where its parts begin among those that
        // wait for their list to close.
        let mut open: Vec<(Position, usize)> = Vec::new();
        let mut waiting: Vec<Id> = Vec::new();
        loop {
            let Some((token, position)) = self.lexer.next()? else {
                return match open.last() {
                    None => Ok(None),
                    Some((position, _)) => Err(Error::invalid(
                        *position,
                        "the parenthesis that opens here is never closed",
                    )),
                };
            };
            let id = match token {
                Token::Open => {
                    open.push((position, waiting.len()));
                    continue;
                }
                Token::Close => {
                    let Some((start, first)) = open.pop() else {
                        return Err(Error::invalid(position, "this parenthesis closes nothing"));
                    };
                    let begin = arena.parts.len() as u32;
                    arena.parts.extend(waiting.drain(first..));
                    arena.add(Node::List(begin, arena.parts.len() as u32), start)?
                }
                Token::Atom(atom) => arena.add(Node::Atom(atom), position)?,
            };
            if open.is_empty() {
                return Ok(Some((arena, id)));
            }
            waiting.push(id);
        }
    }
}
