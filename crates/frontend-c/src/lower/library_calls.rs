//! Calls of C's library.

use logic::{Op, Sort, Term};
use program::system::Action;

use crate::library;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Binary, Expression, ExpressionKind, Scalar};

use super::Lowering;
use super::inputs::of_type;
use super::outside::Scanned;
use super::scope::{Binding, Pointer};
use super::value::Value;

/// The largest exponent of a power.
const MOST_FACTORS: i64 = 16;

impl Lowering<'_, '_> {
    /// An argument as the type that a function takes.
    pub(super) fn argument_as(&mut self, argument: &Expression, scalar: Scalar) -> Reads<Value> {
        let value = self.value(argument)?;
        self.converted(&value, scalar, &argument.span)
    }

    /// Any value, another one each time.
    pub(super) fn any(&mut self, sort: Sort, scalar: Scalar, span: &Span) -> Reads<Value> {
        let origin = self.origin(span);
        let var = self.temporary(sort, origin);
        self.emit(Action::Havoc(var.clone()), origin)?;
        Ok(Value {
            term: var.term(),
            scalar,
        })
    }

    /// A time: any number of its type.
    fn any_time(&mut self, name: &str, span: &Span) -> Reads<Value> {
        let origin = self.origin(span);
        let time = self.any(Sort::Int, known_result(name), span)?;
        let is_possible = of_type(&time.term, time.scalar);
        self.emit(Action::Assume(is_possible), origin)?;
        Ok(time)
    }

    /// A power whose exponent is known.
    fn power(&mut self, base: &Expression, exponent: &Expression) -> Reads<Value> {
        let base = self.value(base)?.convert(Scalar::Real).term;
        let known = match self.value(exponent)?.convert(Scalar::Real).term.as_value() {
            Some(logic::Value::Real(value)) => {
                (0..=MOST_FACTORS).find(|count| *value == logic::Rational::from(*count))
            }
            _ => None,
        };
        let Some(count) = known else {
            let what = format!("another exponent than a known one from 0 to {MOST_FACTORS}");
            return Err(Problem::unsupported(&exponent.span, what));
        };
        let factors = (0..count).map(|_| base.clone());
        Ok(Value {
            term: Term::mul(std::iter::once(Term::real(1)).chain(factors)),
            scalar: Scalar::Real,
        })
    }

    /// `printf` and its kin.
    pub(super) fn print(&mut self, name: &str, arguments: &[Expression], span: &Span) -> Reads<()> {
        let format = match name {
            "printf" => Some(0),
            "fprintf" => Some(1),
            _ => None,
        };
        match (name, arguments) {
            ("puts" | "perror", [string]) => self.is_string_to_print(string)?,
            ("fprintf", [stream, ..]) | ("fflush", [stream]) => {
                let is_known = Self::is_named(stream, "stdout")
                    || Self::is_named(stream, "stderr")
                    || name == "fflush" && Self::is_named(stream, "NULL");
                if !is_known {
                    return Err(Problem::unsupported(&stream.span, "this stream"));
                }
            }
            _ => {}
        }
        if let Some(format) = format
            && let Some((format, values)) = arguments.get(format..).and_then(<[_]>::split_first)
        {
            self.are_printable(format, values, span)?;
        }
        self.printed(arguments, span)
    }

    /// Evaluates what is printed.
    pub(super) fn printed(&mut self, arguments: &[Expression], span: &Span) -> Reads<()> {
        let settled = self.settled(arguments, span)?;
        for argument in settled.as_deref().unwrap_or(arguments) {
            let is_text = matches!(argument.kind, ExpressionKind::Text(_));
            let is_stream = matches!(&argument.kind, ExpressionKind::Name(name)
                if matches!(name.as_str(), "stdout" | "stderr"));
            if self.is_string(argument) {
                self.is_given(argument)?;
            } else if self.is_address(argument) {
                // What cannot be followed is not looked into.
                if let Ok(pointer) = self.pointer(argument) {
                    self.is_alive(&pointer, &argument.span)?;
                }
            } else if !is_text && !is_stream {
                self.value(argument)?;
            }
        }
        Ok(())
    }

    /// An argument of `main` is looked at only where it is given.
    fn is_given(&mut self, argument: &Expression) -> Reads<()> {
        let ExpressionKind::Index(_, index) = &argument.kind else {
            return Ok(());
        };
        let index = self.integer(index)?;
        let count = self.argument_count();
        let is_given = Term::and([
            Term::le(Term::int(0), index.clone()),
            Term::lt(index, count.term),
        ]);
        self.oblige(is_given, &argument.span, "an argument that is not given")
    }

    /// Whether an argument is one of those of `main`, such as `argv[0]`.
    pub(super) fn is_string(&self, argument: &Expression) -> bool {
        let array = match &argument.kind {
            ExpressionKind::Index(array, _) => array,
            _ => argument,
        };
        matches!(&array.kind, ExpressionKind::Name(name)
            if matches!(self.scope.find(*name), Some(Binding::Opaque | Binding::Arguments)))
    }

    pub(super) fn library_call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        span: &Span,
    ) -> Reads<Value> {
        let origin = self.origin(span);
        let nothing = Value {
            term: Term::int(0),
            scalar: Scalar::INT,
        };
        match (name, arguments) {
            ("assert", [formula]) => {
                let formula = self.truth(formula)?;
                self.oblige(formula, span, "assertion")?;
                Ok(nothing)
            }
            (name, arguments) if library::is_printing(name) => {
                self.print(name, arguments, span)?;
                // How much was printed, or a negative number.
                self.any(Sort::Int, Scalar::INT, span)
            }
            ("exit", [code]) => {
                self.argument_as(code, Scalar::INT)?;
                self.note_exit();
                if let Some(end) = self.scope.frames.first().map(|frame| frame.end) {
                    self.jump(end, origin);
                }
                Ok(nothing)
            }
            ("abort", []) => {
                self.oblige(Term::bottom(), span, "the program aborts")?;
                Ok(nothing)
            }
            ("abs" | "labs" | "llabs" | "fabs" | "fabsf", [number]) => {
                let value = self.value(number)?;
                if !value.scalar.is_number() {
                    return Err(Problem::wrong(span, "this function is for numbers"));
                }
                let scalar = known_result(name);
                let value = self.converted(&value, scalar, span)?;
                let result = Value {
                    term: Term::abs(value.number()),
                    scalar,
                };
                self.fits(Binary::Subtract, (&Value::int(0), &value), &result, span)?;
                Ok(result)
            }
            ("fmin" | "fmax" | "fminf" | "fmaxf", [a, b]) => {
                let a = self.value(a)?.convert(Scalar::Real).term;
                let b = self.value(b)?.convert(Scalar::Real).term;
                let first = if name.starts_with("fmin") {
                    Term::le(a.clone(), b.clone())
                } else {
                    Term::ge(a.clone(), b.clone())
                };
                Ok(Value {
                    term: Term::ite(first, a, b),
                    scalar: Scalar::Real,
                })
            }
            ("floor" | "ceil", [number]) => {
                let value = self.value(number)?.convert(Scalar::Real).term;
                let floor = |term| Term::to_real(Term::app(Op::ToInt, vec![term]));
                let term = match name {
                    "floor" => floor(value),
                    _ => Term::neg(floor(Term::neg(value))),
                };
                Ok(Value {
                    term,
                    scalar: Scalar::Real,
                })
            }
            ("sqrt" | "sqrtf", [number]) => {
                let square = self.value(number)?.convert(Scalar::Real).term;
                let exists = Term::ge(square.clone(), Term::real(0));
                self.oblige(exists, span, "root of a negative number")?;
                let root = self.any(Sort::Real, Scalar::Real, span)?;
                let is_root = Term::and([
                    Term::ge(root.term.clone(), Term::real(0)),
                    Term::eq(Term::mul([root.term.clone(), root.term.clone()]), square),
                ]);
                self.emit(Action::Assume(is_root), origin)?;
                Ok(root)
            }
            ("rand" | "random", []) => {
                let number = self.any(Sort::Int, known_result(name), span)?;
                let most = Term::int(i64::from(i32::MAX));
                let is_possible = Term::and([
                    Term::ge(number.term.clone(), Term::int(0)),
                    Term::le(number.term.clone(), most),
                ]);
                self.emit(Action::Assume(is_possible), origin)?;
                Ok(number)
            }
            ("drand48", []) => {
                let number = self.any(Sort::Real, Scalar::Real, span)?;
                let is_possible = Term::and([
                    Term::ge(number.term.clone(), Term::real(0)),
                    Term::lt(number.term.clone(), Term::real(1)),
                ]);
                self.emit(Action::Assume(is_possible), origin)?;
                Ok(number)
            }
            ("round", [number]) => {
                let value = self.value(number)?.convert(Scalar::Real).term;
                let half = Term::real_div(Term::real(1), Term::real(2));
                let up = |term| {
                    let moved = Term::add([term, half.clone()]);
                    Term::to_real(Term::app(Op::ToInt, vec![moved]))
                };
                let is_negative = Term::lt(value.clone(), Term::real(0));
                let below = Term::neg(up(Term::neg(value.clone())));
                Ok(Value {
                    term: Term::ite(is_negative, below, up(value)),
                    scalar: Scalar::Real,
                })
            }
            ("pow", [base, exponent]) => self.power(base, exponent),
            ("atoi" | "atol" | "atof", [argument]) => {
                self.argument_number(argument, known_result(name), span)
            }
            ("strtol", [argument, end, radix]) if Self::is_named(end, "NULL") => {
                if self.value(radix)?.literal() != Some(10) {
                    return Err(Problem::unsupported(&radix.span, "this base"));
                }
                self.argument_number(argument, known_result(name), span)
            }
            ("strtod", [argument, end]) if Self::is_named(end, "NULL") => {
                self.argument_number(argument, known_result(name), span)
            }
            ("scanf", [_, ..]) => self.scanned(arguments, Scanned::Used, span),
            ("strlen", [string]) => self.string_length(string),
            ("sprintf", [target, format, values @ ..]) => {
                self.are_printable(format, values, span)?;
                self.printed(values, span)?;
                let text = self.text_printed(format, values)?;
                self.print_into(target, None, &text, span)
            }
            ("snprintf", [target, most, format, values @ ..]) => {
                self.are_printable(format, values, span)?;
                self.printed(values, span)?;
                let text = self.text_printed(format, values)?;
                self.print_into(target, Some(most), &text, span)
            }
            ("strcpy", [target, source]) if let ExpressionKind::Text(text) = &source.kind => {
                self.copy_text(target, *text, span)?;
                Ok(nothing)
            }
            ("memset", [target, byte, size]) => {
                self.memory_set(target, byte, size, span)?;
                Ok(nothing)
            }
            ("memcpy", [target, source, size]) => {
                self.memory_copy(target, source, size, span)?;
                Ok(nothing)
            }
            ("free", [pointer]) => self.free(pointer, span).map(|()| nothing),
            ("srand" | "srandom", [seed]) => {
                self.argument_as(seed, Scalar::UNSIGNED).map(|_| nothing)
            }
            ("srand48", [seed]) => self
                .argument_as(seed, known_result("labs"))
                .map(|_| nothing),
            ("time", [into]) => {
                let time = self.any_time(name, span)?;
                if self.pointer(into)? != Pointer::Null {
                    self.write_number(into, &time)?;
                }
                Ok(time)
            }
            ("clock", []) => self.any_time(name, span),
            ("sleep" | "usleep", [time]) => {
                self.argument_as(time, Scalar::UNSIGNED).map(|_| nothing)
            }
            _ => {
                let problem = Problem::unsupported(span, format!("the function `{name}`"));
                Err(problem.hint("define it in this file, or see docs/c.md for what is known"))
            }
        }
    }
}

/// The type of the result of one of the functions that are read here.
fn known_result(name: &str) -> Scalar {
    library::result(name).unwrap_or(Scalar::INT)
}
