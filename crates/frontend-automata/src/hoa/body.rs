//! The body: states and their transitions.

use rustc_hash::FxHashMap;

use crate::ReadError;
use crate::guard::Guard;
use crate::hoa::header::{Header, guard, state};
use crate::hoa::lexer::Token;
use crate::hoa::parser::Parser;
use crate::source::{Alphabet, Edge, Source};

/// The most propositions whose valuations may be listed one by one, by implicit labels.
const IMPLICIT: usize = 20;

struct Body {
    header: Header,
    /// The states with their names, by their numbers in the text.
    states: FxHashMap<u32, String>,
    /// The transitions, with the lines of their targets.
    edges: Vec<(Edge, u32)>,
    labels: Vec<Guard>,
    known: FxHashMap<Guard, u32>,
}

/// Reads from `--BODY--` to the end.
pub(super) fn read(parser: &mut Parser<'_>, header: Header) -> Result<Source, ReadError> {
    let mut body = Body {
        header,
        states: FxHashMap::default(),
        edges: Vec::new(),
        labels: Vec::new(),
        known: FxHashMap::default(),
    };
    loop {
        let line = parser.line();
        match parser.next() {
            Some(Token::Header("State")) => body.state(parser)?,
            Some(Token::End) => break,
            Some(token) => {
                let message = format!("expected `State:` or `--END--`, found {}", token.describe());
                return Err(ReadError::new(line, message));
            }
            None => return Err(parser.expected("`--END--`")),
        }
    }
    if parser.peek().is_some() {
        return Err(parser.error("the text goes on behind `--END--`; one automaton was expected"));
    }
    body.finish()
}

impl Body {
    fn state(&mut self, parser: &mut Parser<'_>) -> Result<(), ReadError> {
        let line = parser.line();
        let label = self.label(parser)?;
        let from = parser.number("a state")?;
        if self.header.states.is_some_and(|count| from >= count) {
            return Err(ReadError::new(line, undeclared(from)));
        }
        let name = parser.text().unwrap_or_else(|| from.to_string());
        if self.states.insert(from, name).is_some() {
            return Err(ReadError::new(line, format!("a second `State: {from}`")));
        }
        let of_state = self.marks(parser)?;
        let mut implicit: u64 = 0;
        let mut explicit = false;
        while matches!(parser.peek(), Some(Token::Number(_) | Token::Symbol('['))) {
            let line = parser.line();
            let own = self.label(parser)?;
            explicit |= own.is_some();
            if explicit && (implicit != 0 || (own.is_none() && label.is_none())) {
                let message = format!("state {from} has transitions with and without labels");
                return Err(ReadError::new(line, message));
            }
            let label = match (own, label) {
                (Some(_), Some(_)) => {
                    let message = "a label on the transition and on its state";
                    return Err(ReadError::new(line, message));
                }
                (Some(label), None) | (None, Some(label)) => label,
                (None, None) => {
                    let propositions = self.header.propositions.len();
                    if propositions > IMPLICIT || implicit >> propositions != 0 {
                        let message = "a transition without a label";
                        return Err(ReadError::new(line, message));
                    }
                    implicit += 1;
                    let minterm = Guard::minterm(propositions as u32, implicit - 1);
                    self.number(minterm)
                }
            };
            let to = state(parser)?;
            let marks = self.complete(of_state | self.marks(parser)?);
            let edge = Edge {
                from,
                label,
                to,
                marks,
            };
            self.edges.push((edge, line));
        }
        if implicit != 0 && implicit >> self.header.propositions.len() != 1 {
            let message =
                format!("state {from} has implicit labels, but not one for each valuation");
            return Err(ReadError::new(line, message));
        }
        Ok(())
    }

    fn label(&mut self, parser: &mut Parser<'_>) -> Result<Option<u32>, ReadError> {
        if !parser.eat('[') {
            return Ok(None);
        }
        let propositions = self.header.propositions.len() as u32;
        let guard = guard(parser, propositions, &self.header.aliases)?;
        parser.expect(']')?;
        Ok(Some(self.number(guard)))
    }

    /// The number of a label.
    fn number(&mut self, guard: Guard) -> u32 {
        *self.known.entry(guard).or_insert_with_key(|guard| {
            self.labels.push(guard.clone());
            self.labels.len() as u32 - 1
        })
    }

    fn marks(&self, parser: &mut Parser<'_>) -> Result<u64, ReadError> {
        let mut marks = 0;
        if parser.eat('{') {
            while !parser.eat('}') {
                let line = parser.line();
                let mark = parser.number("an acceptance set or `}`")?;
                let declared = self.header.condition.marks;
                if mark >= declared {
                    let message =
                        format!("acceptance set {mark} is not among the {declared} declared");
                    return Err(ReadError::new(line, message));
                }
                marks |= 1 << mark;
            }
        }
        Ok(marks)
    }

    /// The marks with those that stand for missing ones.
    fn complete(&self, marks: u64) -> u64 {
        let condition = &self.header.condition;
        let missing = condition.complements.iter().zip(condition.marks..);
        missing.fold(marks, |all, (mark, complement)| {
            all | (u64::from(marks >> mark & 1 == 0) << complement)
        })
    }

    fn finish(self) -> Result<Source, ReadError> {
        let mut numbers: Vec<u32> = self.states.keys().copied().collect();
        numbers.sort_unstable();
        let dense: FxHashMap<u32, u32> = numbers.iter().copied().zip(0..).collect();
        let number = |state: u32, line: u32| {
            let number = dense.get(&state).copied();
            number.ok_or_else(|| ReadError::new(line, undeclared(state)))
        };
        let mut edges = Vec::with_capacity(self.edges.len());
        for (edge, line) in self.edges {
            edges.push(Edge {
                from: number(edge.from, line)?,
                to: number(edge.to, line)?,
                ..edge
            });
        }
        let mut initial = Vec::new();
        for (state, line) in &self.header.initial {
            initial.push(number(*state, *line)?);
        }
        Ok(Source {
            states: numbers
                .iter()
                .map(|state| self.states[state].clone())
                .collect(),
            initial,
            edges,
            acceptance: self.header.condition.acceptance,
            alphabet: Alphabet::Propositions {
                names: self.header.propositions,
                labels: self.labels,
            },
        })
    }
}

fn undeclared(state: u32) -> String {
    format!("state {state} is not declared")
}
