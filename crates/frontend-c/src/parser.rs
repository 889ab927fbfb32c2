//! From tokens to the syntax tree: a parser by recursive descent. It stops at the first thing that is
//! no C; what is C and not known it notes, and goes on behind it.

mod annotations;
mod declarations;
mod expressions;
mod functions;
mod meanings;
mod names;
mod records;
mod signatures;
mod statements;
mod types;
mod untold;

use std::collections::{BTreeMap, BTreeSet};

use logic::Symbol;

use crate::library;
use crate::problem::{Problem, ProblemKind, Reads, Span};
use crate::syntax::{Expression, RecordType, Scalar, Unit};
use crate::token::{Kind, Token};

use names::Names;
use signatures::Signature;

/// How deep brackets, blocks and operators may be nested. A tree of this depth can be walked and
/// dropped on any stack.
const DEEPEST: usize = 200;

/// What has to be known of a file before it is read.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Foresight {
    /// The names outside of functions that have a declaration which is not read: nothing that other
    /// declarations or the library say of them holds.
    untold: BTreeSet<Symbol>,
    /// The functions that are called before they are declared, and whose definitions do not fit what C
    /// takes of them then.
    unprototyped: BTreeSet<Symbol>,
}

/// Reads a whole file.
pub(crate) fn unit(tokens: Vec<Token>) -> Reads<Unit> {
    let first_real = first_real(&tokens);
    let (mut unit, foresight) = foreseen(tokens.clone(), Foresight::default())?;
    if foresight != Foresight::default() {
        unit = foreseen(tokens, foresight)?.0;
    }
    unit.first_real = first_real;
    Ok(unit)
}

/// Reads a whole file with what is known of it; says what should have been known.
fn foreseen(tokens: Vec<Token>, foresight: Foresight) -> Reads<(Unit, Foresight)> {
    let mut parser = Parser::new(tokens, foresight);
    let mut unit = Unit::default();
    while parser.peek().kind != Kind::End {
        let start = parser.at;
        match parser.item(&mut unit) {
            Err(problem) if problem.kind == ProblemKind::Unsupported => {
                parser.names.close_to(0);
                parser.pass_over(start, &problem);
                let passed = untold::names(&parser.tokens[start..parser.at]);
                parser.untold.extend(passed);
            }
            other => other?,
        }
    }
    let is_missing = |name: Symbol| unit.globals.iter().all(|global| global.name != name);
    if let Some((name, span)) = parser.elsewhere.iter().find(|(name, _)| is_missing(*name)) {
        let what = format!("`{name}`, which another file defines");
        return Err(Problem::unsupported(span, what));
    }
    let mut untold = parser.untold;
    unit.globals.retain(|global| !untold.contains(&global.name));
    untold.retain(|name| unit.function(*name).is_none());
    let is_unprototyped = |name: &&Symbol| {
        let defined = unit.function(**name);
        defined.is_some_and(|function| !function.is_what_calls_declare())
    };
    let unprototyped = parser.undeclared.iter().filter(is_unprototyped);
    let foresight = Foresight {
        unprototyped: unprototyped.copied().collect(),
        untold,
    };
    unit.has_enumerations = parser.has_enumerations;
    unit.restricts = parser.restricts;
    unit.has_long_doubles = parser.has_long_doubles;
    unit.unread = parser.unread;
    unit.records = parser.records;
    Ok((unit, foresight))
}

/// The first token that has to do with floating-point numbers. Verdicts rest on how these are understood
/// wherever one may take part: as a literal, in a cast, or as the result of a function.
fn first_real(tokens: &[Token]) -> Option<Span> {
    tokens.iter().find_map(|token| match &token.kind {
        Kind::Real(_) => Some(token.span.clone()),
        Kind::Word(word) => {
            let name = word.as_str();
            let is_real = matches!(name, "float" | "double")
                || library::real_constant(name).is_some()
                || library::result(name).is_some_and(Scalar::is_real);
            is_real.then(|| token.span.clone())
        }
        Kind::Pragma(inner) => first_real(inner).map(|_| token.span.clone()),
        _ => None,
    })
}

/// Reads the condition of an `#if`.
pub(crate) fn condition(tokens: Vec<Token>) -> Reads<Expression> {
    let mut parser = Parser::new(tokens, Foresight::default());
    let expression = parser.expression()?;
    parser.expect_end()?;
    Ok(expression)
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// Whether the text is an annotation, whose language is a little larger.
    is_annotation: bool,
    names: Names,
    foresight: Foresight,
    /// The functions that are called and not declared before.
    undeclared: BTreeSet<Symbol>,
    /// The names outside of functions that have a declaration which is not read, so far.
    untold: BTreeSet<Symbol>,
    /// What the declarations of functions say so far.
    signatures: BTreeMap<Symbol, Signature>,
    /// The variables that are inputs.
    inputs: BTreeSet<Symbol>,
    /// How many `switch` are around.
    switches: usize,
    /// The names of members that are `const`.
    constant_members: BTreeSet<Symbol>,
    /// The names of members that lead to what is `const`.
    constant_targets: BTreeSet<Symbol>,
    /// Whether the members of a `struct` are read, which are no names of the block.
    is_member: bool,
    has_enumerations: bool,
    /// Whether `restrict` occurs.
    restricts: bool,
    /// Whether `long double` occurs.
    has_long_doubles: bool,
    /// The variables outside of functions that `extern` declares, and where it does.
    elsewhere: Vec<(Symbol, Span)>,
    records: Vec<RecordType>,
    /// What is C and not known.
    unread: Vec<Problem>,
}

impl Parser {
    /// Invariant: the last token is the end, and the parser never goes behind it.
    fn new(tokens: Vec<Token>, foresight: Foresight) -> Self {
        debug_assert!(tokens.last().is_some_and(|token| token.kind == Kind::End));
        Parser {
            tokens,
            at: 0,
            depth: 0,
            is_annotation: false,
            names: Names::new(foresight.untold.clone()),
            foresight,
            undeclared: BTreeSet::new(),
            untold: BTreeSet::new(),
            signatures: BTreeMap::new(),
            inputs: BTreeSet::new(),
            switches: 0,
            constant_members: BTreeSet::new(),
            constant_targets: BTreeSet::new(),
            is_member: false,
            has_enumerations: false,
            restricts: false,
            has_long_doubles: false,
            elsewhere: Vec::new(),
            records: Vec::new(),
            unread: Vec::new(),
        }
    }

    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    /// The token that follows after `distance` others, or the end.
    fn ahead(&self, distance: usize) -> &Token {
        &self.tokens[(self.at + distance).min(self.tokens.len() - 1)]
    }

    fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn span(&self) -> Span {
        self.peek().span.clone()
    }

    /// What was read since a place.
    fn since(&self, start: usize) -> Span {
        let before = self.at.checked_sub(1).map(|before| &self.tokens[before]);
        start..before.map_or(start, |token| token.span.end.max(start))
    }

    fn accept(&mut self, mark: &str) -> bool {
        let found = self.peek().is_mark(mark);
        if found {
            self.advance();
        }
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek().is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, mark: &str) -> Reads<Token> {
        if self.peek().is_mark(mark) {
            return Ok(self.advance());
        }
        Err(self.expected(&format!("`{mark}`")))
    }

    fn expect_end(&mut self) -> Reads<()> {
        match self.peek().kind {
            Kind::End => Ok(()),
            _ => Err(self.expected("an operator")),
        }
    }

    fn expect_name(&mut self) -> Reads<(Symbol, Span)> {
        match self.peek().word() {
            Some(name) if !is_keyword(name.as_str()) && !is_not_read(name.as_str()) => {
                let span = self.advance().span;
                Ok((name, span))
            }
            _ => Err(self.expected("a name")),
        }
    }

    /// The problem that something else was expected here.
    fn expected(&self, what: &str) -> Problem {
        let token = self.peek();
        match &token.kind {
            Kind::Bad(bad) => Problem::wrong(&token.span, format!("this is {bad}")),
            Kind::Word(word) if is_not_read(word.as_str()) => {
                Problem::unsupported(&token.span, format!("`{word}`"))
            }
            _ => {
                let message = format!("{what} was expected here, not {}", token.describe());
                Problem::wrong(&token.span, message)
            }
        }
    }

    /// Goes behind the statement or item that begins at a token.
    fn pass_over(&mut self, start: usize, problem: &Problem) {
        self.unread.push(problem.clone());
        self.at = start;
        let mut depth = 0_usize;
        // Whether what is in braces is a body, and not a part of a declaration.
        let mut is_body = true;
        while self.peek().kind != Kind::End {
            let token = self.peek();
            if depth == 0 && token.is_mark("{") {
                let before = (self.at > start).then(|| &self.tokens[self.at - 1]);
                is_body = before.is_none_or(|before| {
                    before.is_mark(")") || before.is_word("else") || before.is_word("do")
                });
            }
            let (opens, closes) = (
                ["{", "(", "["].iter().any(|mark| token.is_mark(mark)),
                ["}", ")", "]"].iter().any(|mark| token.is_mark(mark)),
            );
            // A brace that was not opened here belongs to what is around it.
            if closes && depth == 0 {
                // Nothing would be passed over where a statement begins with it.
                if self.at == start {
                    self.advance();
                }
                return;
            }
            let ends_block = token.is_mark("}") && depth == 1 && is_body;
            let ends = depth == 0 && (token.is_mark(";") || matches!(token.kind, Kind::Pragma(_)));
            depth = (depth + usize::from(opens)).saturating_sub(usize::from(closes));
            self.advance();
            if (ends || ends_block) && !self.peek().is_word("else") {
                return;
            }
        }
    }

    /// Runs a step one level deeper.
    fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Reads<T>) -> Reads<T> {
        if self.depth >= DEEPEST {
            return Err(Problem::unsupported(
                &self.span(),
                "code nested this deeply",
            ));
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }
}

/// The keywords of C that are not read.
fn is_not_read(word: &str) -> bool {
    matches!(
        word,
        "_Alignas"
            | "_Alignof"
            | "_Atomic"
            | "_Complex"
            | "_Generic"
            | "_Imaginary"
            | "_Noreturn"
            | "_Static_assert"
            | "_Thread_local"
            | "typeof"
            | "__attribute__"
            | "__extension__"
    )
}

/// The words that are no names.
fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
        "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
        "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
        "union", "unsigned", "void", "volatile", "while", "_Bool",
    ];
    KEYWORDS.contains(&word)
}
