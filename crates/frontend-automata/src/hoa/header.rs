//! The header.

use rustc_hash::FxHashMap;

use crate::ReadError;
use crate::guard::Guard;
use crate::hoa::acceptance::{self, Condition};
use crate::hoa::lexer::Token;
use crate::hoa::parser::Parser;

/// The most propositions.
const PROPOSITIONS: u32 = 1000;

/// The most parts of an alias: aliases of aliases can grow exponentially.
const ALIAS: usize = 1000;

/// What the header says.
pub(super) struct Header {
    pub(super) states: Option<u32>,
    /// The initial states with their lines.
    pub(super) initial: Vec<(u32, u32)>,
    pub(super) propositions: Vec<String>,
    pub(super) aliases: Aliases,
    pub(super) condition: Condition,
}

/// Formulas that have a name.
pub(super) type Aliases = FxHashMap<String, Guard>;

/// Reads from the start to `--BODY--`.
pub(super) fn read(parser: &mut Parser<'_>) -> Result<Header, ReadError> {
    let start = parser.line();
    match (parser.next(), parser.next()) {
        (Some(Token::Header("HOA")), Some(Token::Word("v1"))) => {}
        (_, Some(Token::Word(version))) => {
            let message = format!("version `{version}` of the format is not known, only `v1`");
            return Err(ReadError::new(start, message));
        }
        _ => return Err(ReadError::new(start, "expected `HOA: v1`")),
    }
    let mut states = None;
    let mut initial = Vec::new();
    let mut propositions = None;
    let mut aliases: Vec<(String, Guard, u32)> = Vec::new();
    let mut known = Aliases::default();
    let mut condition = None;
    let body = loop {
        let line = parser.line();
        let name = match parser.next() {
            Some(Token::Header(name)) => name,
            Some(Token::Body) => break line,
            Some(token) => {
                let message = format!(
                    "expected a header or `--BODY--`, found {}",
                    token.describe()
                );
                return Err(ReadError::new(line, message));
            }
            None => return Err(parser.expected("`--BODY--`")),
        };
        let twice = || ReadError::new(line, format!("a second `{name}:`"));
        match name {
            "States" => {
                let count = parser.number("the number of states")?;
                if states.replace(count).is_some() {
                    return Err(twice());
                }
            }
            "Start" => initial.push((state(parser)?, line)),
            "AP" => {
                if propositions.replace(names(parser)?).is_some() {
                    return Err(twice());
                }
            }
            "Alias" => {
                let Some(Token::Alias(alias)) = parser.next() else {
                    return Err(ReadError::new(line, "expected `@name` after `Alias:`"));
                };
                let guard = guard(parser, u32::MAX, &known)?;
                if guard.size() > ALIAS {
                    return Err(ReadError::new(line, format!("`@{alias}` is too large")));
                }
                if known.insert(alias.to_owned(), guard.clone()).is_some() {
                    return Err(ReadError::new(line, format!("a second alias `@{alias}`")));
                }
                aliases.push((alias.to_owned(), guard, line));
            }
            "Acceptance" => {
                if condition.replace(acceptance::read(parser)?).is_some() {
                    return Err(twice());
                }
            }
            // Headers whose names begin with a capital change the meaning.
            other if other.starts_with(char::is_uppercase) => {
                let message = format!("the header `{other}:` is not known");
                return Err(ReadError::new(line, message));
            }
            _ => skip(parser),
        }
    };
    let Some(condition) = condition else {
        return Err(ReadError::new(body, "there is no `Acceptance:`"));
    };
    let propositions = propositions.unwrap_or_default();
    for (alias, guard, line) in aliases {
        if let Some(position) = unknown_proposition(&guard, propositions.len() as u32) {
            let message =
                format!("`@{alias}` speaks of proposition {position}, which is not declared");
            return Err(ReadError::new(line, message));
        }
    }
    Ok(Header {
        states,
        initial,
        propositions,
        aliases: known,
        condition,
    })
}

/// A state; several with `&` between them are universal branching.
pub(super) fn state(parser: &mut Parser<'_>) -> Result<u32, ReadError> {
    let state = parser.number("a state")?;
    match parser.peek() {
        Some(Token::Symbol('&')) => Err(parser.error("universal branching is not supported")),
        _ => Ok(state),
    }
}

fn names(parser: &mut Parser<'_>) -> Result<Vec<String>, ReadError> {
    let line = parser.line();
    let count = parser.number("the number of propositions")?;
    if count > PROPOSITIONS {
        let message = format!("{count} propositions are too many: at most {PROPOSITIONS}");
        return Err(ReadError::new(line, message));
    }
    let mut names: Vec<String> = Vec::new();
    for _ in 0..count {
        let Some(name) = parser.text() else {
            let message = format!(
                "`AP:` declares {count} propositions and names {}",
                names.len()
            );
            return Err(ReadError::new(line, message));
        };
        if names.contains(&name) {
            return Err(ReadError::new(
                line,
                format!("a second proposition \"{name}\""),
            ));
        }
        names.push(name);
    }
    match parser.text() {
        Some(_) => Err(ReadError::new(
            line,
            format!("`AP:` names more than {count} propositions"),
        )),
        None => Ok(names),
    }
}

/// Skips what follows a header that does not matter.
fn skip(parser: &mut Parser<'_>) {
    while !matches!(parser.peek(), None | Some(Token::Header(_) | Token::Body)) {
        parser.next();
    }
}

/// A formula over so many propositions and the aliases.
pub(super) fn guard(
    parser: &mut Parser<'_>,
    propositions: u32,
    aliases: &Aliases,
) -> Result<Guard, ReadError> {
    parser.formula(
        &mut |parser| atom(parser, propositions, aliases),
        &|conjunction, parts| match conjunction {
            true => Guard::All(parts),
            false => Guard::Any(parts),
        },
    )
}

fn atom(parser: &mut Parser<'_>, propositions: u32, aliases: &Aliases) -> Result<Guard, ReadError> {
    if parser.eat('!') {
        parser.deeper()?;
        let negated = if parser.eat('(') {
            let inner = guard(parser, propositions, aliases)?;
            parser.expect(')')?;
            inner
        } else {
            atom(parser, propositions, aliases)?
        };
        parser.shallower();
        return Ok(Guard::Not(Box::new(negated)));
    }
    let guard = match parser.peek() {
        Some(Token::Word("t")) => Guard::Constant(true),
        Some(Token::Word("f")) => Guard::Constant(false),
        Some(Token::Number(position)) if *position < propositions => Guard::Proposition(*position),
        Some(Token::Number(position)) => {
            let message = format!("proposition {position} is not declared by `AP:`");
            return Err(parser.error(message));
        }
        Some(Token::Alias(alias)) => match aliases.get(*alias) {
            Some(guard) => guard.clone(),
            None => return Err(parser.error(format!("the alias `@{alias}` is not declared"))),
        },
        _ => return Err(parser.expected("a label")),
    };
    parser.next();
    Ok(guard)
}

fn unknown_proposition(guard: &Guard, propositions: u32) -> Option<u32> {
    match guard {
        Guard::Constant(_) => None,
        Guard::Proposition(position) => (*position >= propositions).then_some(*position),
        Guard::Not(part) => unknown_proposition(part, propositions),
        Guard::All(parts) | Guard::Any(parts) => parts
            .iter()
            .find_map(|part| unknown_proposition(part, propositions)),
    }
}
