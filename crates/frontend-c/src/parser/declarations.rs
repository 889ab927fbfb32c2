//! Types, variables and functions.

use logic::Symbol;

use crate::constant::{self, Types};
use crate::mpi;
use crate::problem::{Problem, Reads};
use crate::syntax::{Declaration, Initial, Part, Role, Scalar, Shape, Storage, Unit};
use crate::token::{Kind, Signedness};

use super::Parser;
use super::annotations::Annotation;
use super::names::Meaning;

/// What the words before a declaration say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specifiers {
    pub(super) scalar: Scalar,
    pub(super) storage: Storage,
    /// Whether it is `const`.
    pub(super) is_constant: bool,
    /// Whether it is a `long double`, which is a real number as `double` is, of another size.
    pub(super) is_long_double: bool,
}

/// The types that headers define.
fn known_type(name: &str) -> Option<Scalar> {
    let integer = |sign, bits| Some(Scalar::Integer { sign, bits });
    match name {
        "size_t" | "uint64_t" | "uintptr_t" => integer(Signedness::Unsigned, 64),
        "uint32_t" => integer(Signedness::Unsigned, 32),
        "uint16_t" => integer(Signedness::Unsigned, 16),
        "uint8_t" => integer(Signedness::Unsigned, 8),
        "int8_t" => integer(Signedness::Signed, 8),
        "int16_t" => integer(Signedness::Signed, 16),
        "int32_t" => integer(Signedness::Signed, 32),
        "int64_t" | "ptrdiff_t" | "ssize_t" | "time_t" | "clock_t" => {
            integer(Signedness::Signed, 64)
        }
        "MPI_Status" => Some(Scalar::Status),
        "MPI_Aint" | "MPI_Count" | "MPI_Offset" => integer(Signedness::Signed, 64),
        // Handles of MPI are numbers.
        _ => mpi::handle_type(name).map(|_| Scalar::INT),
    }
}

impl Parser {
    /// Whether a type begins at a token ahead.
    pub(super) fn begins_type(&self, distance: usize) -> bool {
        const WORDS: &[&str] = &[
            "auto", "char", "const", "double", "enum", "extern", "float", "inline", "int", "long",
            "register", "restrict", "short", "signed", "static", "struct", "typedef", "union",
            "unsigned", "void", "volatile", "_Bool",
        ];
        self.ahead(distance).word().is_some_and(|word| {
            WORDS.contains(&word.as_str())
                || self.named_type(word).is_some()
                || self.names.find(word) == Some(Meaning::Unread)
        })
    }

    /// The type that a name stands for.
    fn named_type(&self, name: Symbol) -> Option<Scalar> {
        match self.names.find(name) {
            Some(Meaning::Type(scalar)) => Some(scalar),
            Some(Meaning::Constant(_) | Meaning::Variable | Meaning::Unread) => None,
            None => known_type(name.as_str()),
        }
    }

    /// The words before a declaration: the type, and how long the variable lives.
    pub(super) fn specifiers(&mut self) -> Reads<Specifiers> {
        let start = self.span().start;
        let mut storage = Storage::Automatic;
        let mut is_constant = false;
        let mut named = None;
        let mut words: Vec<&'static str> = Vec::new();
        while let Some(word) = self.peek().word() {
            let text = word.as_str();
            if let Some(found) = self.storage(text) {
                storage = found;
            } else if matches!(text, "const" | "volatile" | "inline" | "restrict") {
                is_constant |= text == "const";
                self.restricts |= text == "restrict";
            } else if mpi::handle_type(text) == Some(false) {
                let what = format!("`{text}` is not supported yet");
                return Err(Problem::unsupported(&self.span(), what));
            } else if text == "typedef" {
                return Err(Problem::unsupported(
                    &self.span(),
                    "a `typedef` of this form",
                ));
            } else if self.names.find(word) == Some(Meaning::Unread)
                && named.is_none()
                && words.is_empty()
            {
                let what = format!("the type `{text}`, which was not read,");
                return Err(Problem::unsupported(&self.span(), what));
            } else if text == "union" {
                return Err(Problem::unsupported(&self.span(), "a `union`"));
            } else if text == "struct" {
                named = Some(Scalar::Record(self.record()?));
                continue;
            } else if text == "enum" {
                named = Some(self.enumeration()?);
                continue;
            } else if matches!(
                text,
                "char"
                    | "double"
                    | "float"
                    | "int"
                    | "long"
                    | "short"
                    | "signed"
                    | "unsigned"
                    | "void"
                    | "_Bool"
            ) {
                words.push(text);
            } else {
                match self.named_type(word) {
                    Some(found) if named.is_none() && words.is_empty() => named = Some(found),
                    _ => break,
                }
            }
            self.advance();
        }
        let span = self.since(start);
        if let Some(named) = named.filter(|_| words.is_empty()) {
            return Ok(Specifiers {
                scalar: named,
                storage,
                is_constant,
                is_long_double: false,
            });
        }
        let count = |word: &str| words.iter().filter(|own| **own == word).count();
        let sign = if count("unsigned") > 0 {
            Signedness::Unsigned
        } else {
            Signedness::Signed
        };
        let scalar = if words.is_empty() {
            return Err(self.expected("a type"));
        } else if count("void") > 0 {
            Scalar::Void
        } else if count("_Bool") > 0 {
            Scalar::Bool
        } else if count("double") > 0 {
            Scalar::Real
        } else if count("float") > 0 {
            Scalar::Float
        } else {
            let bits = match (count("char"), count("short"), count("long")) {
                (1, 0, 0) => 8,
                (0, 1, 0) => 16,
                (0, 0, 0) => 32,
                (0, 0, _) => 64,
                _ => return Err(Problem::wrong(&span, "these words make no type")),
            };
            Scalar::Integer { sign, bits }
        };
        let is_long_double = scalar == Scalar::Real && count("long") > 0;
        self.has_long_doubles |= is_long_double;
        Ok(Specifiers {
            scalar,
            storage,
            is_constant,
            is_long_double,
        })
    }

    /// `enum name { A, B = 4 }`, whose constants are integers. C leaves open which type the variables
    /// have: it is unsigned where no constant is negative, as with GCC and Clang.
    fn enumeration(&mut self) -> Reads<Scalar> {
        self.advance();
        self.has_enumerations = true;
        let tag = match self.peek().word() {
            Some(_) => Some(self.expect_name()?.0),
            None => None,
        };
        if !self.accept("{") {
            let known = tag.and_then(|tag| self.names.enumeration(tag));
            return Ok(known.unwrap_or(Scalar::INT));
        }
        let mut next = 0_i64;
        let mut sign = Signedness::Unsigned;
        while !self.accept("}") {
            let (name, span) = self.expect_name()?;
            if self.accept("=") {
                let value = self.conditional()?;
                next = constant::evaluate(&value, Types::Own)
                    .ok()
                    .and_then(|value| i32::try_from(value).ok())
                    .map(i64::from)
                    .ok_or_else(|| Problem::unsupported(&value.span, "this constant"))?;
            }
            if next < 0 {
                sign = Signedness::Signed;
            }
            self.names.bind(name, Meaning::Constant(next));
            next = next
                .checked_add(1)
                .ok_or_else(|| Problem::wrong(&span, "this constant is too large"))?;
            if !self.peek().is_mark("}") {
                self.expect(",")?;
            }
        }
        let scalar = Scalar::Integer { sign, bits: 32 };
        if let Some(tag) = tag {
            self.names.bind_enumeration(tag, scalar);
        }
        Ok(scalar)
    }

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
            let mut declaration = self.declarator(scalar)?;
            if !self.is_member {
                self.names.bind(declaration.name, Meaning::Variable);
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
        let scalar = self.specifiers()?.scalar;
        let span = self.span();
        let is_plain = self.peek().word().is_some() && self.ahead(1).is_mark(";");
        if !is_plain {
            return Err(Problem::unsupported(&span, "a `typedef` of this form"));
        }
        let (name, _) = self.expect_name()?;
        self.expect(";")?;
        self.names.bind(name, Meaning::Type(scalar));
        Ok(())
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

    /// Stars, a name and brackets.
    pub(super) fn declarator(&mut self, scalar: Scalar) -> Reads<Declaration> {
        let mut stars = 0;
        while self.accept("*") {
            stars += 1;
            loop {
                self.restricts |= self.peek().is_word("restrict");
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
        Ok(Declaration {
            name,
            span,
            scalar,
            shape,
            initial: None,
            role: Role::Plain,
            storage: Storage::Automatic,
            is_constant: false,
        })
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
                Annotation::Ignored => {}
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
