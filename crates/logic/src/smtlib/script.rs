//! Reading commands.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::declarations::Declarations;
use super::error::{Error, Position, shown};
use super::lexer::Atom;
use super::sexpr::{Id, Reader, View};
use super::terms::Parser;
use crate::{Sort, Symbol, Term, Var};

/// An asserted formula and where its command begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// The formula.
    pub formula: Term,
    /// Where the command begins.
    pub position: Position,
}

/// A command that asks for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Whether the assertions before it are satisfiable together. The number says how many there
    /// are.
    CheckSat(usize),
    /// A model of them.
    GetModel,
    /// Any other question about the last answer, such as `get-proof`.
    Other,
}

/// What a script says.
#[derive(Clone, Default, Debug)]
pub struct Script {
    /// The logic that it names.
    pub logic: Option<Symbol>,
    /// Its declarations.
    pub declarations: Declarations,
    /// Those of its declarations that are variables of rules, and no constants.
    pub variables: BTreeSet<Var>,
    /// Its assertions, in order.
    pub assertions: Vec<Assertion>,
    /// Its questions, in order.
    pub commands: Vec<Command>,
    /// What it says about itself: keywords such as `:status` and the words after them.
    pub info: BTreeMap<String, String>,
}

/// Reads a script.
///
/// # Errors
/// Where the text is not SMT-LIB, or beyond what this logic has.
pub fn parse_script(text: &str) -> Result<Script, Error> {
    parse_script_with(text, Declarations::new())
}

/// Reads a script some of whose names are known before. Where it declares one of them, at a sort
/// with the same carrier, the known declaration stays: so a variable keeps the range that the text
/// cannot say.
///
/// # Errors
/// Where the text is not SMT-LIB, or beyond what this logic has.
pub fn parse_script_with(text: &str, known: Declarations) -> Result<Script, Error> {
    let mut script = Script::default();
    let mut declarations = known;
    let mut reader = Reader::new(text);
    let mut scripts = ScriptParser {
        parser: Parser::new(&mut declarations),
        script: &mut script,
        declared: FxHashSet::default(),
    };
    while let Some((arena, id)) = reader.next()? {
        scripts.parser.arena = arena;
        if scripts.command(id)? == Next::Stop {
            break;
        }
    }
    script.declarations = declarations;
    Ok(script)
}

/// Reads one term over what is declared.
///
/// # Errors
/// Where the text is not exactly one well-sorted term.
pub fn parse_term(text: &str, declarations: &Declarations) -> Result<Term, Error> {
    let mut reader = Reader::new(text);
    let Some((arena, id)) = reader.next()? else {
        return Err(Error::invalid(reader.position(), "there is no term"));
    };
    let end = reader.position();
    if reader.next()?.is_some() {
        return Err(Error::invalid(end, "there is more than one term"));
    }
    let mut declarations = declarations.clone();
    let mut parser = Parser::new(&mut declarations);
    parser.arena = arena;
    parser.term(id)
}

/// Whether there may be more commands.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Stop,
}

pub(super) struct ScriptParser<'a, 's> {
    pub(super) parser: Parser<'a, 's>,
    pub(super) script: &'s mut Script,
    /// The names that this script has declared, as opposed to those known before.
    pub(super) declared: FxHashSet<&'a str>,
}

impl ScriptParser<'_, '_> {
    fn command(&mut self, id: Id) -> Result<Next, Error> {
        let position = self.parser.position(id);
        let word = self.parser.arena.head(id);
        let (Some(word), Some([_, parts @ ..])) = (word, self.parser.arena.list(id)) else {
            return Err(Error::invalid(position, "a script is a list of commands")
                .with_hint("commands are written like `(assert (= x 1))`"));
        };
        let parts = parts.to_vec();
        let wrong = |form: &str| {
            Err(
                Error::invalid(position, format!("this `{word}` is not well formed"))
                    .with_hint(format!("write `{form}`")),
            )
        };
        match (word, &parts[..]) {
            ("set-logic", [logic]) => {
                self.script.logic = self.parser.arena.name(*logic).map(Symbol::new);
            }
            ("set-info" | "set-option", [keyword, rest @ ..]) => {
                if let View::Atom(Atom::Keyword(keyword)) = self.parser.arena.view(*keyword)
                    && word == "set-info"
                {
                    let value = rest.first().and_then(|value| self.shown_value(*value));
                    let value = value.unwrap_or_default();
                    self.script.info.insert(keyword.to_owned(), value);
                }
            }
            ("declare-const", [name, sort]) => self.declare(*name, &[], *sort)?,
            ("declare-fun", [name, parameters, sort]) => {
                let Some(parameters) = self.parser.arena.list(*parameters).map(<[Id]>::to_vec)
                else {
                    return wrong("(declare-fun f (Int Int) Bool)");
                };
                self.declare(*name, &parameters, *sort)?;
            }
            ("declare-datatype", [name, constructors]) => {
                self.declare_enumeration(*name, *constructors)?;
            }
            ("declare-datatypes", [names, definitions]) => {
                self.declare_enumerations(*names, *definitions, position)?;
            }
            ("define-sort", [name, parameters, sort]) => {
                self.define_sort(*name, *parameters, *sort)?;
            }
            ("define-const", [name, sort, body]) => self.define(*name, None, *sort, *body)?,
            ("define-fun", [name, parameters, sort, body]) => {
                self.define(*name, Some(*parameters), *sort, *body)?;
            }
            ("assert", [formula]) => {
                let formula = self.formula(*formula)?;
                self.script.assertions.push(Assertion { formula, position });
            }
            ("declare-rel" | "declare-var" | "rule" | "query", _)
                if self.rule_command(id, word, &parts)? => {}
            ("check-sat", []) => {
                let count = self.script.assertions.len();
                self.script.commands.push(Command::CheckSat(count));
            }
            ("get-model", []) => self.script.commands.push(Command::GetModel),
            ("exit", []) => return Ok(Next::Stop),
            ("echo", _) => {}
            (
                "get-assertions"
                | "get-assignment"
                | "get-info"
                | "get-option"
                | "get-proof"
                | "get-unsat-assumptions"
                | "get-unsat-core"
                | "get-value",
                _,
            ) => self.script.commands.push(Command::Other),
            ("set-logic", _) => return wrong("(set-logic HORN)"),
            ("set-info" | "set-option", _) => return wrong("(set-info :status sat)"),
            ("declare-const", _) => return wrong("(declare-const x Int)"),
            ("declare-fun", _) => return wrong("(declare-fun f (Int Int) Bool)"),
            ("declare-datatype", _) => return wrong("(declare-datatype Color ((red) (green)))"),
            ("declare-datatypes", _) => {
                return wrong("(declare-datatypes ((Color 0)) (((red) (green))))");
            }
            ("define-sort", _) => return wrong("(define-sort Row () (Array Int Int))"),
            ("define-const", _) => return wrong("(define-const x Int 3)"),
            ("define-fun", _) => return wrong("(define-fun next ((x Int)) Int (+ x 1))"),
            ("assert", _) => return wrong("(assert (= x 1))"),
            ("declare-rel", _) => return wrong("(declare-rel p (Int Int))"),
            ("declare-var", _) => return wrong("(declare-var x Int)"),
            ("rule", _) => return wrong("(rule (=> (p x) (p (+ x 1))))"),
            ("query", _) => return wrong("(query p)"),
            ("check-sat" | "get-model" | "exit", _) => return wrong(&format!("({word})")),
            ("push" | "pop", _) => {
                return Err(
                    Error::unsupported(position, "`push` and `pop` are not supported")
                        .with_hint("write one script for each query"),
                );
            }
            (
                "declare-sort" | "define-fun-rec" | "define-funs-rec" | "check-sat-assuming"
                | "reset" | "reset-assertions",
                _,
            ) => {
                return Err(Error::unsupported(
                    position,
                    format!("`{word}` is not supported"),
                ));
            }
            _ => {
                return Err(Error::invalid(
                    position,
                    format!("there is no command {}", shown(word)),
                ));
            }
        }
        Ok(Next::Go)
    }

    /// Reads a term that is true or false.
    pub(super) fn formula(&mut self, id: Id) -> Result<Term, Error> {
        let term = self.parser.term(id)?;
        let place = self.parser.position(id);
        self.parser.fit(term, &Sort::Bool, place)
    }

    /// The value of an attribute, as far as it is one word or string.
    fn shown_value(&self, id: Id) -> Option<String> {
        match self.parser.arena.view(id) {
            View::Atom(Atom::String(text)) => {
                let inner = text.trim_start_matches('"').strip_suffix('"');
                Some(inner.unwrap_or_default().replace("\"\"", "\""))
            }
            View::Atom(
                Atom::Symbol(text)
                | Atom::Quoted(text)
                | Atom::Keyword(text)
                | Atom::Numeral(text)
                | Atom::Decimal(text),
            ) => Some(text.to_owned()),
            _ => None,
        }
    }
}
