//! Reading terms.

use rustc_hash::FxHashMap;

use super::builtin;
use super::declarations::{Declarations, Meaning};
use super::error::{Error, Position, shown};
use super::lexer::Atom;
use super::sexpr::{Arena, Id, View};
use super::sorts::{described, width};
use crate::construct::LONGEST_FLATTENED;
use crate::{Integer, Quantifier, Sort, Template, Term, Var, recursion};

/// How deep terms and sorts may nest; `let` after `let` and nested conjunctions, disjunctions, sums
/// and products do not count.
const DEEPEST: usize = 100_000;

/// What has been read so far, and the command that is being read.
pub(super) struct Parser<'a, 'd> {
    pub(super) arena: Arena<'a>,
    pub(super) declarations: &'d mut Declarations,
    pub(super) sort_definitions: FxHashMap<String, Sort>,
    pub(super) definitions: FxHashMap<String, Template>,
    /// What `let`, quantifiers and parameters bind, innermost last.
    scope: FxHashMap<&'a str, Vec<Term>>,
    /// How many binders in scope bind each variable.
    pub(super) bound: FxHashMap<Var, usize>,
    /// How many names in scope stand for terms.
    pub(super) lets: usize,
    depth: usize,
    pub(super) provisional: u64,
}

impl<'a, 'd> Parser<'a, 'd> {
    pub(super) fn new(declarations: &'d mut Declarations) -> Self {
        Parser {
            arena: Arena::default(),
            declarations,
            sort_definitions: FxHashMap::default(),
            definitions: FxHashMap::default(),
            scope: FxHashMap::default(),
            bound: FxHashMap::default(),
            lets: 0,
            depth: 0,
            provisional: 0,
        }
    }

    pub(super) fn position(&self, id: Id) -> Position {
        self.arena.position(id)
    }

    /// Runs one level of a recursion; an error where there are too many.
    pub(super) fn nested<T>(
        &mut self,
        id: Id,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.depth == DEEPEST {
            return Err(Error::unsupported(
                self.position(id),
                format!("the text nests more than {DEEPEST} deep here"),
            )
            .with_hint("name inner terms with `let`"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    pub(super) fn term(&mut self, id: Id) -> Result<Term, Error> {
        self.nested(id, |parser| recursion::guard(|| parser.term_after_lets(id)))
    }

    /// A chain of `let`s is a loop, because printers make chains as long as the text.
    fn term_after_lets(&mut self, id: Id) -> Result<Term, Error> {
        let mut current = id;
        let mut names: Vec<&'a str> = Vec::new();
        loop {
            match self.arena.head(current) {
                Some("let") => current = self.enter_let(current, &mut names)?,
                Some("!") => match self.arena.list(current) {
                    Some([_, inner, ..]) => current = *inner,
                    _ => return Err(Error::invalid(self.position(current), "`!` needs a term")),
                },
                _ => break,
            }
        }
        let result = self.plain_term(current)?;
        self.lets -= names.len();
        for name in names {
            self.leave(name);
        }
        Ok(result)
    }

    /// Binds what a `let` binds and returns its body.
    fn enter_let(&mut self, id: Id, names: &mut Vec<&'a str>) -> Result<Id, Error> {
        let wrong = |position| {
            Error::invalid(position, "this `let` is not well formed")
                .with_hint("write `(let ((x 1) (y 2)) (+ x y))`")
        };
        let Some([_, bindings, body]) = self.arena.list(id) else {
            return Err(wrong(self.position(id)));
        };
        let (bindings, body) = (*bindings, *body);
        let bindings = self
            .pairs(bindings)
            .ok_or_else(|| wrong(self.position(bindings)))?;
        self.refuse_repetition(&bindings)?;
        // All values are read before any name is bound.
        let mut values = Vec::with_capacity(bindings.len());
        for (_, _, value) in &bindings {
            values.push(self.term(*value)?);
        }
        for ((name, _, _), value) in bindings.into_iter().zip(values) {
            self.enter(name, value);
            names.push(name);
            self.lets += 1;
        }
        Ok(body)
    }

    /// A list of at least one pair of a name and something: the name, where it stands, and the
    /// other part.
    pub(super) fn pairs(&self, id: Id) -> Option<Vec<(&'a str, Id, Id)>> {
        let list = self.arena.list(id)?;
        if list.is_empty() {
            return None;
        }
        list.iter()
            .map(|pair| match self.arena.list(*pair)? {
                [name, other] => Some((self.arena.name(*name)?, *name, *other)),
                _ => None,
            })
            .collect()
    }

    pub(super) fn refuse_repetition(&self, pairs: &[(&'a str, Id, Id)]) -> Result<(), Error> {
        let mut seen = rustc_hash::FxHashSet::default();
        for (name, id, _) in pairs {
            if !seen.insert(name) {
                return Err(Error::invalid(
                    self.position(*id),
                    format!("{} is bound twice here", shown(name)),
                ));
            }
        }
        Ok(())
    }

    pub(super) fn enter(&mut self, name: &'a str, meaning: Term) {
        self.scope.entry(name).or_default().push(meaning);
    }

    pub(super) fn leave(&mut self, name: &'a str) {
        if let Some(meanings) = self.scope.get_mut(name) {
            meanings.pop();
        }
    }

    fn plain_term(&mut self, id: Id) -> Result<Term, Error> {
        let position = self.position(id);
        let parts = match self.arena.view(id) {
            View::Atom(atom) => return self.atom(atom, position),
            View::List(parts) => parts.to_vec(),
        };
        let Some(head) = parts.first() else {
            return Err(Error::invalid(position, "an empty list is no term"));
        };
        match self.arena.word(*head) {
            Some("forall") => return self.quantified(Quantifier::Forall, &parts, position),
            Some("exists") => return self.quantified(Quantifier::Exists, &parts, position),
            Some("_") => return self.indexed_constant(&parts, position),
            Some("as") => return self.qualified(&parts, position),
            Some("match") => {
                return Err(Error::unsupported(position, "`match` is not supported"));
            }
            _ => {}
        }
        if let Some(name) = self.arena.name(*head) {
            let arguments = self.arguments(name, &parts[1..])?;
            return self.application(name, arguments, position);
        }
        let Some(operator) = self.arena.list(*head).map(<[Id]>::to_vec) else {
            return Err(Error::invalid(
                self.position(*head),
                "this cannot be applied to arguments",
            ));
        };
        let arguments = self.arguments("", &parts[1..])?;
        match operator.first().and_then(|first| self.arena.word(*first)) {
            Some("_") => self.indexed_application(&operator, arguments, position),
            Some("as") if operator.len() == 3 => {
                let sort = self.sort(operator[2])?;
                match (self.arena.name(operator[1]), &sort, &arguments[..]) {
                    (Some("const"), Sort::Array(array), [element]) => {
                        let element = self.fit(element.clone(), &array.element, position)?;
                        Ok(Term::const_array(array.index.clone(), element))
                    }
                    (Some("const"), ..) => Err(Error::invalid(
                        position,
                        "`const` takes an array sort and one element",
                    )
                    .with_hint("write `((as const (Array Int Int)) 0)`")),
                    (Some(name), ..) => {
                        let result = self.application(name, arguments, position)?;
                        self.fit(result, &sort, position)
                    }
                    (None, ..) => Err(Error::invalid(position, "`as` takes a name and a sort")),
                }
            }
            _ => Err(Error::invalid(
                self.position(*head),
                "this cannot be applied to arguments",
            )),
        }
    }

    /// The arguments of an operator. Where `(and a (and b c))` is `(and a b c)`, nesting is undone
    /// here, so that long chains cost neither stack nor terms in between.
    fn arguments(&mut self, name: &str, ids: &[Id]) -> Result<Vec<Term>, Error> {
        if !builtin::is_flat(name) {
            return ids.iter().map(|id| self.term(*id)).collect();
        }
        let mut arguments = Vec::with_capacity(ids.len());
        let mut open: Vec<Id> = ids.iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            match self.arena.list(id) {
                Some([head, inner @ ..])
                    if self.arena.word(*head) == Some(name)
                        && (1..=LONGEST_FLATTENED).contains(&inner.len()) =>
                {
                    open.extend(inner.iter().rev());
                }
                _ => arguments.push(self.term(id)?),
            }
        }
        Ok(arguments)
    }

    fn atom(&mut self, atom: Atom<'a>, position: Position) -> Result<Term, Error> {
        match atom {
            Atom::Symbol(name) | Atom::Quoted(name) => self.named(name, position),
            Atom::Numeral(digits) => match digits.parse::<Integer>() {
                Ok(value) => Ok(Term::int(value)),
                Err(_) => Err(Error::invalid(
                    position,
                    format!("{} is no number", shown(digits)),
                )),
            },
            Atom::Decimal(digits) => match digits.parse::<crate::Rational>() {
                Ok(value) => Ok(Term::real(value)),
                Err(_) => Err(Error::invalid(
                    position,
                    format!("{} is no number", shown(digits)),
                )),
            },
            Atom::Binary(digits) => bits(digits, 1, position),
            Atom::Hexadecimal(digits) => bits(digits, 4, position),
            Atom::String(_) => Err(Error::unsupported(position, "strings are not supported")),
            Atom::Keyword(word) => Err(Error::invalid(
                position,
                format!("the keyword {} is no term", shown(word)),
            )),
        }
    }

    fn named(&mut self, name: &str, position: Position) -> Result<Term, Error> {
        if let Some(meaning) = self.scope.get(name).and_then(|meanings| meanings.last()) {
            return Ok(meaning.clone());
        }
        if self.is_function(name) {
            return self.application(name, Vec::new(), position);
        }
        match (self.declarations.meaning(name), name) {
            (Some(Meaning::Var(var)), _) => Ok(var.term()),
            (Some(Meaning::Variant(sort, variant)), _) => Ok(Term::variant(sort, *variant)),
            (_, "true") => Ok(Term::top()),
            (_, "false") => Ok(Term::bottom()),
            _ => Err(unknown(name, position)),
        }
    }

    fn is_function(&self, name: &str) -> bool {
        self.definitions.contains_key(name)
            || matches!(self.declarations.meaning(name), Some(Meaning::Function(_)))
    }

    /// `(as name Sort)`.
    fn qualified(&mut self, parts: &[Id], position: Position) -> Result<Term, Error> {
        match parts {
            [_, name, sort] if self.arena.name(*name).is_some() => {
                let term = self.term(*name)?;
                let sort = self.sort(*sort)?;
                self.fit(term, &sort, position)
            }
            _ => Err(Error::invalid(position, "`as` takes a name and a sort")),
        }
    }

    fn application(
        &mut self,
        name: &str,
        arguments: Vec<Term>,
        position: Position,
    ) -> Result<Term, Error> {
        let is_local = self
            .scope
            .get(name)
            .is_some_and(|meanings| !meanings.is_empty());
        if is_local {
            return Err(Error::invalid(
                position,
                format!("{} is no function", shown(name)),
            ));
        }
        if let Some(definition) = self.definitions.get(name).cloned() {
            let sorts: Vec<Sort> = definition
                .parameters()
                .iter()
                .map(|p| p.sort.clone())
                .collect();
            let arguments = self.fit_all(name, arguments, &sorts, position)?;
            return Ok(definition.instantiate(&arguments));
        }
        match self.declarations.meaning(name).cloned() {
            Some(Meaning::Function(function)) => {
                let arguments = self.fit_all(name, arguments, function.parameters(), position)?;
                Ok(Term::apply(&function, arguments))
            }
            Some(_) => Err(Error::invalid(
                position,
                format!("{} is no function", shown(name)),
            )),
            None => match builtin::apply(name, arguments, position) {
                Some(result) => result,
                None => Err(unknown(name, position)),
            },
        }
    }

    fn fit_all(
        &self,
        name: &str,
        arguments: Vec<Term>,
        sorts: &[Sort],
        position: Position,
    ) -> Result<Vec<Term>, Error> {
        if arguments.len() != sorts.len() {
            return Err(Error::invalid(
                position,
                format!(
                    "{} takes {} arguments, not {}",
                    shown(name),
                    sorts.len(),
                    arguments.len()
                ),
            ));
        }
        arguments
            .into_iter()
            .zip(sorts)
            .map(|(argument, sort)| self.fit(argument, sort, position))
            .collect()
    }

    /// The term as one of the sort: an integer may become a real.
    pub(super) fn fit(&self, term: Term, sort: &Sort, position: Position) -> Result<Term, Error> {
        if term.sort().is_comparable(sort) {
            return Ok(term);
        }
        if *sort == Sort::Real && term.sort().is_integer() {
            return Ok(builtin::as_real(term));
        }
        Err(Error::invalid(
            position,
            format!(
                "a term of the sort {} is needed here, and this one is of the sort {}",
                described(sort),
                described(term.sort())
            ),
        ))
    }
}

fn bits(digits: &str, per_digit: u32, position: Position) -> Result<Term, Error> {
    let count = u32::try_from(digits.len()).ok();
    let width = width(
        count.and_then(|count| count.checked_mul(per_digit)),
        position,
    )?;
    let base = Integer::power_of_two(per_digit);
    let value = digits.chars().fold(Integer::ZERO, |value, digit| {
        let digit = digit
            .to_digit(16)
            .expect("the lexer has checked the digits");
        value * &base + Integer::from(digit)
    });
    Ok(Term::bit_vec(width, value))
}

fn unknown(name: &str, position: Position) -> Error {
    let error = Error::invalid(position, format!("{} is not declared", shown(name)));
    let is_negative = name.strip_prefix('-').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    if is_negative {
        error.with_hint(format!("negative numbers are written `(- {})`", &name[1..]))
    } else {
        error.with_hint("declare constants with `declare-const` and functions with `declare-fun`")
    }
}
