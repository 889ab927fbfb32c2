//! Acceptance conditions.

use question::automaton::{Acceptance, MAX_MARKS};

use crate::ReadError;
use crate::hoa::lexer::Token;
use crate::hoa::parser::Parser;

/// A condition, and the marks that are complements of others.
pub(super) struct Condition {
    pub(super) acceptance: Acceptance,
    /// The number of marks that the text knows.
    pub(super) marks: u32,
    /// Marks beyond these stand for transitions without one of the text's: `Inf(!0)`.
    pub(super) complements: Vec<u32>,
}

/// Reads what follows `Acceptance:`.
pub(super) fn read(parser: &mut Parser<'_>) -> Result<Condition, ReadError> {
    let line = parser.line();
    let marks = parser.number("the number of acceptance sets")?;
    if marks > MAX_MARKS {
        let message = format!("{marks} acceptance sets are too many: at most {MAX_MARKS}");
        return Err(ReadError::new(line, message));
    }
    let mut complements = Vec::new();
    let acceptance = parser.formula(
        &mut |parser| atom(parser, marks, &mut complements),
        &|conjunction, parts| match conjunction {
            true => Acceptance::All(parts),
            false => Acceptance::Any(parts),
        },
    )?;
    Ok(Condition {
        acceptance: plain(acceptance),
        marks,
        complements,
    })
}

fn atom(
    parser: &mut Parser<'_>,
    marks: u32,
    complements: &mut Vec<u32>,
) -> Result<Acceptance, ReadError> {
    let make: fn(u32) -> Acceptance = match parser.peek() {
        Some(Token::Word("t")) => {
            parser.next();
            return Ok(Acceptance::All(Vec::new()));
        }
        Some(Token::Word("f")) => {
            parser.next();
            return Ok(Acceptance::Any(Vec::new()));
        }
        Some(Token::Word("Inf")) => Acceptance::Inf,
        Some(Token::Word("Fin")) => Acceptance::Fin,
        _ => return Err(parser.expected("`Inf`, `Fin`, `t` or `f`")),
    };
    parser.next();
    parser.expect('(')?;
    let negated = parser.eat('!');
    let line = parser.line();
    let mark = parser.number("an acceptance set")?;
    if mark >= marks {
        let message = format!("acceptance set {mark} is not among the {marks} declared");
        return Err(ReadError::new(line, message));
    }
    parser.expect(')')?;
    if !negated {
        return Ok(make(mark));
    }
    let known = complements.iter().position(|other| *other == mark);
    let position = known.unwrap_or_else(|| {
        complements.push(mark);
        complements.len() - 1
    });
    let complement = marks + position as u32;
    match complement < MAX_MARKS {
        true => Ok(make(complement)),
        false => Err(parser.error("too many acceptance sets with their complements")),
    }
}

/// Generalised Büchi acceptance in its plain form, where it is that.
fn plain(acceptance: Acceptance) -> Acceptance {
    match acceptance {
        Acceptance::Inf(mark) => Acceptance::All(vec![Acceptance::Inf(mark)]),
        Acceptance::All(mut parts) => {
            if parts.iter().all(|part| matches!(part, Acceptance::Inf(_))) {
                parts.sort_unstable_by_key(Acceptance::mark_count);
                parts.dedup();
            }
            Acceptance::All(parts)
        }
        other => other,
    }
}
