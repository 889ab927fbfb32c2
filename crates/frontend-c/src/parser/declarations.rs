//! Variables, and what stands outside of functions.

use crate::problem::{Problem, Reads};
use crate::syntax::{Declaration, Initial, Part, Role, Scalar, Shape, Storage, Unit};
use crate::token::Kind;

use super::Parser;
use super::annotations::Annotation;
use super::names::{Held, Meaning};
use super::types::Specifiers;

impl Parser {
    /// A declaration of variables with its semicolon.
    pub(super) fn declarations(&mut self, role: Role) -> Reads<Vec<Declaration>> {
        let start = self.span().start;
        if self.peek().is_word("typedef") {
            self.typedef()?;
            return Ok(Vec::new());
        }
        let specifiers = self.specifiers()?;
        let declared = self.variables(specifiers, role, start)?;
        match declared.iter().find(|it| it.storage == Storage::Elsewhere) {
            Some(variable) => {
                let what = "`extern` in this place";
                Err(Problem::unsupported(&variable.span, what))
            }
            None => Ok(declared),
        }
    }

    /// The variables of a type, with the semicolon behind them.
    fn variables(
        &mut self,
        specifiers: Specifiers,
        role: Role,
        start: usize,
    ) -> Reads<Vec<Declaration>> {
        let Specifiers {
            scalar, storage, ..
        } = specifiers;
        let mut declarations = Vec::new();
        if self.accept(";") {
            return Ok(declarations);
        }
        let mut role = Some(role);
        loop {
            let (mut declaration, is_fixed) = self.declarator(scalar)?;
            let held = held(&declaration.shape, specifiers.is_constant, is_fixed);
            if self.is_member {
                self.guard_member(declaration.name, held);
            } else {
                let meaning = Meaning::Variable(held);
                self.introduce(declaration.name, &declaration.span, meaning)?;
            }
            if self.peek().is_mark("(") {
                let problem = Problem::unsupported(&self.since(start), "a function declared here");
                return Err(problem.hint("declare functions outside of functions"));
            }
            if self.peek().is_mark(":") {
                return Err(Problem::unsupported(&self.span(), "a bit-field"));
            }
            declaration.storage = storage;
            // What a pointer leads to is no constant of its own.
            let is_pointer = matches!(declaration.shape, Shape::Pointer(_));
            declaration.is_constant = specifiers.is_constant && !is_pointer;
            if self.accept("=") {
                declaration.initial = Some(self.initial()?);
                // Whoever gives it a value defines it.
                if storage == Storage::Elsewhere {
                    declaration.storage = Storage::Automatic;
                }
            }
            self.is_settled_before(&declaration)?;
            match role.take() {
                Some(role) => declaration.role = role,
                None if !matches!(
                    declarations.first(),
                    Some(Declaration {
                        role: Role::Plain,
                        ..
                    })
                ) =>
                {
                    let message = "a pragma for inputs and outputs speaks of one variable";
                    return Err(Problem::wrong(&declaration.span, message));
                }
                None => {}
            }
            if let Role::Input(_) = declaration.role {
                self.inputs.insert(declaration.name);
            }
            declarations.push(declaration);
            if self.accept(";") {
                return Ok(declarations);
            }
            if !self.accept(",") {
                return Err(self.expected("`;`"));
            }
        }
    }

    fn typedef(&mut self) -> Reads<()> {
        let start = self.at;
        self.advance();
        let result = self.plain_typedef();
        if result.is_err() {
            self.bind_unread(start);
        }
        result
    }

    fn plain_typedef(&mut self) -> Reads<()> {
        let specifiers = self.specifiers()?;
        let span = self.span();
        let is_plain = self.peek().word().is_some() && self.ahead(1).is_mark(";");
        if !is_plain || specifiers.is_constant {
            return Err(Problem::unsupported(&span, "a `typedef` of this form"));
        }
        let (name, span) = self.expect_name()?;
        self.expect(";")?;
        self.introduce(name, &span, Meaning::Type(specifiers.scalar))
    }

    /// Notes the names that a `typedef` declares which is not read: those in front of a comma, a bracket
    /// or the end.
    fn bind_unread(&mut self, start: usize) {
        let mut depth = 0_usize;
        for at in start..self.tokens.len().saturating_sub(1) {
            let (token, next) = (&self.tokens[at], &self.tokens[at + 1]);
            if token.is_mark("{") {
                depth += 1;
            } else if token.is_mark("}") {
                depth = depth.saturating_sub(1);
            } else if depth == 0 && token.is_mark(";") {
                return;
            }
            let ends = [";", ",", "[", ")"].iter().any(|mark| next.is_mark(mark));
            if let Some(name) = token.word().filter(|_| depth == 0 && ends) {
                self.names.bind(name, Meaning::Unread);
            }
        }
    }

    /// Stars, a name and brackets; whether the last star is `const`.
    pub(super) fn declarator(&mut self, scalar: Scalar) -> Reads<(Declaration, bool)> {
        let mut stars = 0;
        let mut is_fixed = false;
        while self.accept("*") {
            stars += 1;
            is_fixed = false;
            loop {
                self.restricts |= self.peek().is_word("restrict");
                is_fixed |= self.peek().is_word("const");
                let words = ["const", "restrict", "volatile"];
                if !words.iter().any(|word| self.accept_word(word)) {
                    break;
                }
            }
        }
        if self.peek().is_mark("(") {
            let what = if self.ahead(1).is_mark("*") {
                "a pointer to a function or to an array"
            } else {
                "a declaration of this form"
            };
            return Err(Problem::unsupported(&self.span(), what));
        }
        let (name, span) = self.expect_name()?;
        let mut dimensions = Vec::new();
        while self.accept("[") {
            let is_open = self.peek().is_mark("*") && self.ahead(1).is_mark("]");
            if is_open || self.begins_type(0) {
                return Err(Problem::unsupported(
                    &self.span(),
                    "an array declared like this",
                ));
            }
            let size = if self.peek().is_mark("]") {
                None
            } else {
                Some(self.conditional()?)
            };
            self.expect("]")?;
            dimensions.push(size);
        }
        let shape = match (stars, dimensions.is_empty()) {
            (0, true) => Shape::Single,
            (0, false) => Shape::Array(dimensions),
            (_, true) => Shape::Pointer(stars),
            // `char *argv[]` is never looked into.
            (_, false) => Shape::Pointer(stars + dimensions.len()),
        };
        let declaration = Declaration {
            name,
            span,
            scalar,
            shape,
            initial: None,
            role: Role::Plain,
            storage: Storage::Automatic,
            is_constant: false,
        };
        Ok((declaration, is_fixed))
    }

    pub(super) fn initial(&mut self) -> Reads<Initial> {
        self.deeper(|parser| {
            let start = parser.span().start;
            if !parser.accept("{") {
                return Ok(Initial::Value(parser.assignment()?));
            }
            let mut parts = Vec::new();
            while !parser.accept("}") {
                let designator = parser.designator()?;
                let initial = parser.initial()?;
                parts.push(Part {
                    designator,
                    initial,
                });
                if !parser.peek().is_mark("}") {
                    parser.expect(",")?;
                }
            }
            Ok(Initial::List(parts, parser.since(start)))
        })
    }

    /// Something outside of functions.
    pub(super) fn item(&mut self, unit: &mut Unit) -> Reads<()> {
        if self.accept(";") {
            return Ok(());
        }
        if matches!(self.peek().kind, Kind::Pragma(_)) {
            let (annotation, span) = self.annotation()?;
            match annotation {
                Annotation::Role(role) => {
                    for variable in self.declarations(role)? {
                        define(unit, variable)?;
                    }
                }
                Annotation::Assume(formula) => unit.assumptions.push(formula),
                Annotation::Expect(expectation) => unit.expect = Some(expectation),
                Annotation::Processes(count) => unit.processes = Some(count),
                Annotation::Sends(buffering) => unit.buffering = Some(buffering),
                Annotation::Invariant(_) | Annotation::Assert(_) => {
                    let message = "this pragma belongs inside of a function";
                    return Err(Problem::wrong(&span, message));
                }
            }
            return Ok(());
        }
        if self.peek().is_word("typedef") {
            return self.typedef();
        }
        let start = self.span().start;
        let specifiers = self.specifiers()?;
        let stars = usize::from(self.peek().is_mark("*"));
        if self.ahead(stars).word().is_some() && self.ahead(stars + 1).is_mark("(") {
            return self.function(unit, specifiers.scalar, start);
        }
        let variables = self.variables(specifiers, Role::Plain, start)?;
        for variable in variables {
            match variable.storage {
                Storage::Elsewhere => self.elsewhere.push((variable.name, variable.span)),
                Storage::Automatic | Storage::Static => define(unit, variable)?,
            }
        }
        Ok(())
    }
}

/// What the parser keeps of a variable.
pub(super) fn held(shape: &Shape, is_constant: bool, is_fixed: bool) -> Held {
    let is_pointer = matches!(shape, Shape::Pointer(_));
    Held {
        dimensions: match shape {
            Shape::Array(sizes) => sizes.len(),
            Shape::Single | Shape::Pointer(_) => 0,
        },
        is_constant: is_fixed || is_constant && !is_pointer,
        leads_to_constant: is_constant && !matches!(shape, Shape::Single | Shape::Pointer(2..)),
    }
}

/// Adds a variable outside of functions. It may be declared several times, and has the initial value
/// that one of these gives it.
fn define(unit: &mut Unit, variable: Declaration) -> Reads<()> {
    let mut all = unit.globals.iter_mut();
    let Some(known) = all.find(|known| known.name == variable.name) else {
        unit.globals.push(variable);
        return Ok(());
    };
    let is_plain = matches!((&known.role, &variable.role), (Role::Plain, Role::Plain));
    let is_same = known.scalar == variable.scalar && known.shape.is_like(&variable.shape);
    if !is_plain || !is_same {
        let what = "a variable that is declared again in another way";
        return Err(Problem::unsupported(&variable.span, what));
    }
    match (&known.initial, variable.initial) {
        (Some(_), Some(_)) => {
            let message = format!("there is already a variable `{}`", variable.name);
            Err(Problem::wrong(&variable.span, message))
        }
        (None, Some(initial)) => {
            known.initial = Some(initial);
            Ok(())
        }
        (_, None) => Ok(()),
    }
}
