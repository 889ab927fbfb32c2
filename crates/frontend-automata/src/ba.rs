//! RABIT's format `.ba`: an optional line with the initial state, lines `symbol,source->target`,
//! lines with the accepting states.
//!
//! Names are raw text. Without an initial line the first transition's source is initial; without
//! accepting lines all states are accepting. A state that only an initial or accepting line names
//! is taken for a mistake, unless there are no transitions at all.

use question::automaton::Acceptance;
use rustc_hash::FxHashMap;

use crate::ReadError;
use crate::source::{Alphabet, Edge, Source};

/// Names with their numbers, in the order of their first use.
#[derive(Default)]
struct Names<'t> {
    numbers: FxHashMap<&'t str, u32>,
    names: Vec<String>,
}

impl<'t> Names<'t> {
    fn number(&mut self, name: &'t str) -> u32 {
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name.to_owned());
            self.names.len() as u32 - 1
        })
    }
}

pub(crate) fn read(text: &str) -> Result<Source, ReadError> {
    let (mut states, mut symbols) = (Names::default(), Names::default());
    let mut edges: Vec<Edge> = Vec::new();
    let mut initial: Option<(u32, &str)> = None;
    let mut accepting: Vec<(u32, &str)> = Vec::new();
    for (position, line) in text.lines().enumerate() {
        let number = u32::try_from(position + 1).unwrap_or(u32::MAX);
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() {
            continue;
        }
        let Some((left, target)) = line.split_once("->") else {
            if !edges.is_empty() {
                accepting.push((number, line));
            } else if initial.is_none() {
                initial = Some((number, line));
            } else {
                return Err(ReadError::new(number, "a second initial state"));
            }
            continue;
        };
        if let Some((line, _)) = accepting.first() {
            let message = format!("a transition after the accepting states of line {line}");
            return Err(ReadError::new(number, message));
        }
        let Some((symbol, source)) = left.split_once(',') else {
            return Err(ReadError::new(
                number,
                "expected `symbol,source->target`, found no comma",
            ));
        };
        let (symbol, source, target) = (symbol.trim(), source.trim(), target.trim());
        if source.is_empty() || target.is_empty() {
            return Err(ReadError::new(number, "a state without a name"));
        }
        edges.push(Edge {
            from: states.number(source),
            label: symbols.number(symbol),
            to: states.number(target),
            marks: 0,
        });
    }
    if edges.is_empty() {
        return without_transitions(initial);
    }
    let known = |(line, name): (u32, &str)| match states.numbers.get(name) {
        Some(state) => Ok(*state),
        None => {
            let message = format!("the state `{name}` occurs in no transition");
            Err(ReadError::new(line, message))
        }
    };
    let start = initial.map_or(Ok(edges[0].from), known)?;
    let mut is_accepting = vec![accepting.is_empty(); states.names.len()];
    for state in accepting {
        is_accepting[known(state)? as usize] = true;
    }
    for edge in &mut edges {
        edge.marks = u64::from(is_accepting[edge.from as usize]);
    }
    Ok(Source {
        states: states.names,
        initial: vec![start],
        edges,
        acceptance: Acceptance::justice(1),
        alphabet: Alphabet::Symbols(symbols.names),
    })
}

/// A text with an initial state at most: no infinite word is accepted.
fn without_transitions(initial: Option<(u32, &str)>) -> Result<Source, ReadError> {
    let Some((_, name)) = initial else {
        return Err(ReadError::new(1, "the text has no transition and no state"));
    };
    Ok(Source {
        states: vec![name.to_owned()],
        initial: vec![0],
        edges: Vec::new(),
        acceptance: Acceptance::justice(1),
        alphabet: Alphabet::Symbols(Vec::new()),
    })
}
