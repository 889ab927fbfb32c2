//! What a declaration says of a name, and what may be done with it then.

use logic::Symbol;

use crate::library;
use crate::predefined;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{
    Binary, Declaration, Expression, ExpressionKind, Initial, Shape, Storage, Unary,
};

use super::Parser;
use super::names::{Held, Meaning, Takes};

/// The variables that headers declare.
const HEADER_VARIABLES: &[&str] = &[
    "daylight", "environ", "optarg", "opterr", "optind", "optopt", "signgam", "timezone", "tzname",
];

impl Parser {
    /// A name that is declared here. A block declares a name once; outside of functions, variables
    /// may be declared again.
    pub(super) fn introduce(&mut self, name: Symbol, span: &Span, meaning: Meaning) -> Reads<()> {
        let is_outside = self.names.depth() == 0;
        let may_stand = match (self.names.own(name), meaning) {
            (None | Some(Meaning::Unread), _) => true,
            (Some(Meaning::Type(own)), Meaning::Type(new)) => own == new,
            (Some(Meaning::Variable(_)), Meaning::Variable(_)) => is_outside,
            _ => false,
        };
        if !may_stand {
            let message = format!("`{name}` is already declared in this block");
            return Err(Problem::wrong(span, message));
        }
        self.names.bind(name, meaning);
        Ok(())
    }

    /// Notes what may not be written of a member. Members are known by their names alone here.
    pub(super) fn guard_member(&mut self, name: Symbol, held: Held) {
        if held.is_constant {
            self.constant_members.insert(name);
        }
        if held.leads_to_constant {
            self.constant_targets.insert(name);
        }
    }

    /// Whether a function may be called here: where nothing says what it takes, C passes the arguments
    /// as they are, and leaves open what becomes of them.
    pub(super) fn may_call(
        &mut self,
        name: Symbol,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<()> {
        let is_unsaid = match self.names.find(name) {
            Some(Meaning::Function(Takes::Said)) => false,
            Some(Meaning::Function(Takes::Unsaid)) => !arguments.is_empty(),
            Some(_) => {
                let message = format!("`{name}` is no function");
                return Err(Problem::wrong(span, message));
            }
            None => {
                self.undeclared.insert(name);
                self.foresight.unprototyped.contains(&name)
            }
        };
        if is_unsaid && !self.is_annotation {
            let problem = Problem::unsupported(span, "a call of a function without a prototype");
            return Err(problem.hint(format!("declare `{name}` before, with its parameters")));
        }
        Ok(())
    }

    /// Refuses a name that nobody declares, wherever it stands: code that never runs is read as well.
    pub(super) fn is_declared(&self, name: Symbol, span: &Span) -> Reads<()> {
        let text = name.as_str();
        let is_from_a_header = || {
            text.starts_with("MPI")
                || text.starts_with('_')
                || library::constant(text).is_some()
                || library::real_constant(text).is_some()
                || HEADER_VARIABLES.contains(&text)
                || predefined::is_of_a_library(text)
        };
        if self.is_annotation || self.names.find(name).is_some() || is_from_a_header() {
            return Ok(());
        }
        let message = format!("the name `{name}` is not declared");
        // What was passed over may declare it.
        Err(match self.unread.is_empty() {
            true => Problem::wrong(span, message),
            false => Problem::unsupported(span, message),
        })
    }

    /// Refuses to write what is `const` or no variable.
    pub(super) fn may_write(&self, place: &Expression) -> Reads<()> {
        if self.is_annotation {
            return Ok(());
        }
        let is_constant = match &place.kind {
            ExpressionKind::Name(name) => match self.names.find(*name) {
                Some(Meaning::Function(_)) => {
                    return Err(Problem::wrong(&place.span, "this is a function"));
                }
                Some(Meaning::Variable(held)) if held.dimensions > 0 => {
                    return Err(Problem::wrong(&place.span, "this is an array"));
                }
                Some(Meaning::Variable(held)) => held.is_constant,
                _ => false,
            },
            ExpressionKind::Member(inner, member) => {
                if self.constant_members.contains(member) {
                    let what = "writing a member that may be `const`";
                    return Err(Problem::unsupported(&place.span, what));
                }
                return self.may_write(inner);
            }
            ExpressionKind::Index(base, _) | ExpressionKind::Unary(Unary::Target, base) => {
                return self.may_write_behind(base);
            }
            ExpressionKind::Literal(..) => false,
            _ => return Err(Problem::wrong(&place.span, "this is no variable")),
        };
        match is_constant {
            true => Err(Problem::wrong(&place.span, "this is `const`")),
            false => Ok(()),
        }
    }

    /// Refuses to write what an address leads to that says that it is `const`.
    fn may_write_behind(&self, address: &Expression) -> Reads<()> {
        match &address.kind {
            ExpressionKind::Name(name) => {
                match self.held(*name).is_some_and(|held| held.leads_to_constant) {
                    true => Err(Problem::wrong(
                        &address.span,
                        "what this leads to is `const`",
                    )),
                    false => Ok(()),
                }
            }
            ExpressionKind::Member(inner, member) => {
                if self.constant_targets.contains(member) {
                    let what = "writing what a member leads to that may be `const`";
                    return Err(Problem::unsupported(&address.span, what));
                }
                let is_array =
                    |own: &Declaration| own.name == *member && matches!(own.shape, Shape::Array(_));
                let mut members = self.records.iter().flat_map(|record| &record.members);
                match members.any(is_array) {
                    true => self.may_write(inner),
                    false => Ok(()),
                }
            }
            ExpressionKind::Unary(Unary::Address, place) => self.may_write(place),
            ExpressionKind::Index(inner, _)
            | ExpressionKind::Step(_, _, inner)
            | ExpressionKind::Assign(_, inner, _)
            | ExpressionKind::Comma(_, inner) => self.may_write_behind(inner),
            ExpressionKind::Binary(Binary::Add | Binary::Subtract, left, right)
            | ExpressionKind::Conditional(_, left, right) => {
                self.may_write_behind(left)?;
                self.may_write_behind(right)
            }
            _ => Ok(()),
        }
    }

    fn held(&self, name: Symbol) -> Option<Held> {
        match self.names.find(name) {
            Some(Meaning::Variable(held)) => Some(held),
            _ => None,
        }
    }

    /// Refuses what a variable that lives beyond its block cannot begin with or be as large as.
    pub(super) fn is_settled_before(&self, declaration: &Declaration) -> Reads<()> {
        let is_lasting = self.names.depth() == 0 || declaration.storage == Storage::Static;
        if self.is_member || !is_lasting {
            return Ok(());
        }
        if let Shape::Array(sizes) = &declaration.shape {
            for size in sizes.iter().flatten() {
                self.is_settled(size, Constants::Inputs)?;
            }
        }
        match &declaration.initial {
            Some(initial) => self.is_settled_initial(initial),
            None => Ok(()),
        }
    }

    fn is_settled_initial(&self, initial: &Initial) -> Reads<()> {
        match initial {
            Initial::Value(value) => self.is_settled(value, Constants::Any),
            Initial::List(parts, _) => {
                let mut all = parts.iter();
                all.try_for_each(|part| self.is_settled_initial(&part.initial))
            }
        }
    }

    /// Refuses an expression that a compiler cannot compute. What headers define is taken for constant.
    pub(super) fn is_settled(&self, expression: &Expression, allowed: Constants) -> Reads<()> {
        let wrong = || Err(Problem::wrong(&expression.span, "this is no constant"));
        match &expression.kind {
            ExpressionKind::Name(name) => match self.held(*name) {
                Some(_) if allowed == Constants::Inputs && self.inputs.contains(name) => Ok(()),
                Some(_) if allowed != Constants::Any => wrong(),
                Some(held) if held.dimensions == 0 && !held.is_constant => wrong(),
                _ => Ok(()),
            },
            ExpressionKind::Index(..) if self.is_row(expression, 1) => Ok(()),
            ExpressionKind::Call(..)
            | ExpressionKind::Assign(..)
            | ExpressionKind::Step(..)
            | ExpressionKind::Index(..)
            | ExpressionKind::Unary(Unary::Target, _) => wrong(),
            ExpressionKind::Unary(Unary::Address, place) => self.is_settled_place(place),
            ExpressionKind::Unary(_, inner)
            | ExpressionKind::Cast(_, inner)
            | ExpressionKind::PointerCast(_, inner) => self.is_settled(inner, allowed),
            ExpressionKind::Binary(_, left, right) | ExpressionKind::Logical(_, left, right) => {
                self.is_settled(left, allowed)?;
                self.is_settled(right, allowed)
            }
            ExpressionKind::Conditional(condition, left, right) => {
                self.is_settled(condition, allowed)?;
                self.is_settled(left, allowed)?;
                self.is_settled(right, allowed)
            }
            ExpressionKind::Literal(_, initial) => self.is_settled_initial(initial),
            _ => Ok(()),
        }
    }

    /// Whether an expression is a row of an array, which is an address.
    fn is_row(&self, expression: &Expression, depth: usize) -> bool {
        let ExpressionKind::Index(base, _) = &expression.kind else {
            return false;
        };
        match &base.kind {
            ExpressionKind::Name(name) => {
                self.held(*name).is_some_and(|held| held.dimensions > depth)
            }
            _ => self.is_row(base, depth + 1),
        }
    }

    /// Refuses a place whose address a compiler cannot compute.
    fn is_settled_place(&self, place: &Expression) -> Reads<()> {
        match &place.kind {
            ExpressionKind::Index(base, index) => {
                self.is_settled(index, Constants::Any)?;
                match &base.kind {
                    ExpressionKind::Index(..) => self.is_settled_place(base),
                    _ => self.is_settled(base, Constants::Any),
                }
            }
            ExpressionKind::Member(inner, _) => self.is_settled_place(inner),
            ExpressionKind::Unary(Unary::Target, base) => self.is_settled(base, Constants::Any),
            _ => Ok(()),
        }
    }
}

/// Which variables are constants for a compiler.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Constants {
    /// None: labels are made of literals.
    Literal,
    /// Those that are inputs, which stand for literals: sizes are made of both, as in TASS.
    Inputs,
    /// Those that are `const` as well, and the addresses of arrays.
    Any,
}
