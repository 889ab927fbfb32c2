//! Expressions.

use logic::{Sort, Term};

use crate::library;
use crate::mpi;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::{
    Binary, Expression, ExpressionKind, Fix, Initial, Logical, Part, Scalar, Unary,
};

use super::Lowering;
use super::arithmetic;
use super::outside::Scanned;
use super::scope::Binding;
use super::value::{self, Value};

impl Lowering<'_, '_> {
    /// The value of an expression. What it does besides happens on the way.
    pub(super) fn value(&mut self, expression: &Expression) -> Reads<Value> {
        let span = &expression.span;
        match &expression.kind {
            ExpressionKind::Integer(value, kind) => Ok(Value {
                scalar: Scalar::Integer {
                    sign: kind.sign,
                    bits: kind.bits,
                },
                term: Term::int(value.clone()),
            }),
            ExpressionKind::Real(value) => Ok(Value {
                term: Term::real(value.clone()),
                scalar: Scalar::Real,
            }),
            ExpressionKind::Text(_) => Err(Problem::unsupported(span, "a string used as a value")),
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(Binding::Value(term, scalar)) => Ok(Value {
                    term: term.clone(),
                    scalar: *scalar,
                }),
                Some(Binding::ArgumentCount) => Ok(self.argument_count()),
                None => self.header_constant(name.as_str(), span),
                Some(_) => {
                    let place = self.place(expression)?;
                    self.read(&place, span)
                }
            },
            ExpressionKind::Index(..) | ExpressionKind::Unary(Unary::Target, _) => {
                let place = self.place(expression)?;
                self.read(&place, span)
            }
            ExpressionKind::Member(inner, member) => {
                if let Some(place) = self.joint(inner, *member, span)? {
                    return self.read(&place, span);
                }
                let place = self.place(expression)?;
                self.read(&place, span)
            }
            ExpressionKind::Remote { .. } => {
                let place = self.place(expression)?;
                self.read(&place, span)
            }
            ExpressionKind::Quantified(quantifier, name, range, body) => {
                self.quantified(*quantifier, *name, range, body, span)
            }
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, span),
            ExpressionKind::Binary(operator, left, right) => {
                if *operator == Binary::Divide
                    && let Some(ratio) = self.size_ratio(left, right)
                {
                    return Ok(ratio);
                }
                if self.is_address(left) || self.is_address(right) {
                    return self.pointer_binary(*operator, left, right, span);
                }
                let (left, right) = self.both(span, |it| it.value(left), |it| it.value(right))?;
                self.binary(*operator, &left, &right, span)
            }
            ExpressionKind::Logical(operator, left, right) => {
                self.logical(*operator, left, right, span)
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, span)
            }
            ExpressionKind::Comma(left, right) => {
                self.effect(left)?;
                self.value(right)
            }
            ExpressionKind::Assign(operator, left, right) => {
                self.assignment(*operator, left, right, span)
            }
            ExpressionKind::Step(operator, fix, operand) => {
                self.step(*operator, *fix, operand, span)
            }
            ExpressionKind::Cast(scalar, operand) => {
                let value = self.value(operand)?;
                if !value.scalar.is_number() || !(scalar.is_number() || *scalar == Scalar::Void) {
                    return Err(Problem::unsupported(span, "this cast"));
                }
                self.converted(&value, *scalar, span)
            }
            ExpressionKind::SizeOf(sized) => self.size_of(sized, span),
            ExpressionKind::Literal(scalar, initial) => match &**initial {
                Initial::Value(_) => Err(Problem::unsupported(span, "a literal of this form")),
                Initial::List(parts, _) => match &parts[..] {
                    [
                        Part {
                            designator: None,
                            initial: Initial::Value(value),
                        },
                    ] if scalar.is_number() => {
                        let value = self.value(value)?;
                        self.converted(&value, *scalar, span)
                    }
                    _ => Err(Problem::unsupported(span, "a literal of this form")),
                },
            },
            ExpressionKind::PointerCast(..) => {
                Err(Problem::unsupported(span, "an address used as a value"))
            }
            ExpressionKind::Call(name, arguments) => self.call(*name, arguments, span),
        }
    }

    /// Runs an expression whose value nobody uses.
    pub(super) fn effect(&mut self, expression: &Expression) -> Reads<()> {
        match &expression.kind {
            ExpressionKind::Comma(left, right) => {
                self.effect(left)?;
                self.effect(right)
            }
            // The value before `i++` needs no variable to be kept in.
            ExpressionKind::Step(operator, _, operand) => self
                .step(*operator, Fix::Prefix, operand, &expression.span)
                .map(|_| ()),
            // `(void) x` says that nobody needs `x`.
            ExpressionKind::Cast(Scalar::Void, operand)
                if matches!(operand.kind, ExpressionKind::Name(_)) =>
            {
                Ok(())
            }
            ExpressionKind::Cast(Scalar::Void, operand) => self.effect(operand),
            ExpressionKind::Call(name, arguments)
                if library::is_printing(name.as_str())
                    && self.context.unit.function(*name).is_none() =>
            {
                self.print(name.as_str(), arguments, &expression.span)
            }
            ExpressionKind::Call(name, arguments)
                if name.as_str() == "scanf" && self.context.unit.function(*name).is_none() =>
            {
                self.scanned(arguments, Scanned::Ignored, &expression.span)?;
                Ok(())
            }
            ExpressionKind::Call(name, arguments)
                if self.called_for_nothing(*name, arguments, &expression.span)? =>
            {
                Ok(())
            }
            _ => self.value(expression).map(|_| ()),
        }
    }

    /// Whether an expression counts as true.
    pub(super) fn truth(&mut self, expression: &Expression) -> Reads<Term> {
        if self.is_address(expression) {
            return self.leads_somewhere(expression);
        }
        let value = self.value(expression)?;
        if !value.scalar.is_number() {
            return Err(Problem::wrong(&expression.span, "this is no truth value"));
        }
        Ok(value.truth())
    }

    /// An expression that must be an integer.
    pub(super) fn integer(&mut self, expression: &Expression) -> Reads<Term> {
        let value = self.value(expression)?;
        match value.scalar {
            Scalar::Bool | Scalar::Integer { .. } => Ok(value.number()),
            _ => Err(Problem::wrong(&expression.span, "this must be an integer")),
        }
    }

    /// An integer, `int` at least.
    pub(super) fn promoted_integer(&mut self, expression: &Expression) -> Reads<Value> {
        let value = self.value(expression)?;
        match value.scalar {
            Scalar::Bool | Scalar::Integer { .. } => {
                Ok(value.convert(arithmetic::promoted(value.scalar)))
            }
            _ => Err(Problem::wrong(&expression.span, "this must be an integer")),
        }
    }

    fn header_constant(&mut self, name: &str, span: &Span) -> Reads<Value> {
        if let Some(value) = library::real_constant(name) {
            return Ok(Value {
                term: Term::real(value),
                scalar: Scalar::Real,
            });
        }
        if mpi::is_open(name) {
            return Ok(self.open_constant(name));
        }
        match library::constant(name) {
            Some((value, scalar)) => Ok(Value {
                term: Term::int(value),
                scalar,
            }),
            // Compilers have names of their own.
            None if name.starts_with("__") => Err(Problem::unsupported(span, format!("`{name}`"))),
            None => Err(Problem::wrong(
                span,
                format!("the name `{name}` is not declared"),
            )),
        }
    }

    fn unary(&mut self, operator: Unary, operand: &Expression, span: &Span) -> Reads<Value> {
        if operator == Unary::Address {
            let problem = Problem::unsupported(span, "an address used as a value");
            return Err(problem.hint("addresses may be arguments of functions"));
        }
        if operator == Unary::Not && self.is_address(operand) {
            let leads = self.leads_somewhere(operand)?;
            return Ok(Value::of_int(Term::not(leads)));
        }
        let value = self.value(operand)?;
        if !value.scalar.is_number() {
            return Err(Problem::wrong(span, "this operator is for numbers"));
        }
        let zero = Value {
            term: Term::int(0),
            scalar: value.scalar,
        };
        match operator {
            Unary::Not => Ok(Value::of_int(Term::not(value.truth()))),
            Unary::Plus => self.binary(Binary::Add, &zero.convert(value.scalar), &value, span),
            Unary::Complement if !value.scalar.is_real() => {
                // In two's complement `~x` is `-x - 1`.
                // Every number has such a value, also the least.
                let negative = self.computed(Binary::Subtract, &zero, &value, span)?;
                self.computed(Binary::Subtract, &negative, &Value::int(1), span)
            }
            Unary::Minus => {
                self.binary(Binary::Subtract, &zero.convert(value.scalar), &value, span)
            }
            _ => Err(Problem::wrong(span, "this operator is for integers")),
        }
    }

    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
        span: &Span,
    ) -> Reads<Value> {
        if matches!(operator, Binary::Divide | Binary::Remainder) && right.scalar.is_number() {
            self.oblige(right.truth(), span, "division by zero")?;
        }
        let result = self.computed(operator, left, right, span)?;
        self.fits(operator, (left, right), &result, span)?;
        Ok(result)
    }

    /// What an operator makes of its operands, in its type or beyond it.
    fn computed(&self, operator: Binary, left: &Value, right: &Value, span: &Span) -> Reads<Value> {
        arithmetic::binary(operator, left, right).map_err(|refusal| match refusal {
            arithmetic::Refusal::Wrong => Problem::wrong(span, "this operator does not take these operands"),
            arithmetic::Refusal::Bits => Problem::unsupported(span, "bits of numbers that are not known here")
                .hint("shifts by literals and masks of the lowest bits are known; so is everything that follows from ranks and literals"),
        })
    }

    /// `&&`, `||` and `=>`: the second operand is evaluated only where it matters.
    fn logical(
        &mut self,
        operator: Logical,
        left: &Expression,
        right: &Expression,
        span: &Span,
    ) -> Reads<Value> {
        let left = self.truth(left)?;
        let matters = match operator {
            Logical::And | Logical::Implies => left.clone(),
            Logical::Or => Term::not(left.clone()),
        };
        let combine = |right: Term| match operator {
            Logical::And => Term::and([left.clone(), right]),
            Logical::Or => Term::or([left.clone(), right]),
            Logical::Implies => Term::implies(left.clone(), right),
        };
        if matters.is_false() {
            return Ok(Value::of_int(Term::bool(operator != Logical::And)));
        }
        if self.is_term(right) {
            let right = self.guarded(matters, |it| it.truth(right))?;
            return Ok(Value::of_int(combine(right)));
        }
        let origin = self.origin(span);
        let result = self.temporary(Sort::Bool, origin);
        let short = Term::bool(operator != Logical::And);
        self.branch(
            &matters,
            origin,
            |it| {
                let right = it.truth(right)?;
                it.assign(&result, right, origin)
            },
            |it| it.assign(&result, short, origin),
        )?;
        Ok(Value::of_int(self.value_of(&result)))
    }

    fn conditional(
        &mut self,
        condition: &Expression,
        then: &Expression,
        otherwise: &Expression,
        span: &Span,
    ) -> Reads<Value> {
        let condition = self.truth(condition)?;
        // Both parts decide the type, whichever of them is evaluated.
        let types = (self.type_of(then), self.type_of(otherwise));
        let common = match types {
            (Some(a), Some(b)) => Some(arithmetic::common(a, b)),
            _ => None,
        };
        if condition.is_true() || condition.is_false() {
            let part = if condition.is_true() { then } else { otherwise };
            let value = self.value(part)?;
            return match common {
                Some(common) if value.scalar.is_number() => Ok(value.convert(common)),
                // What is not evaluated has a say in the type.
                None if value.scalar.is_number() => Err(Problem::unsupported(
                    span,
                    "a choice whose other part is not understood",
                )),
                _ => Ok(value),
            };
        }
        if self.is_term(then) && self.is_term(otherwise) {
            let a = self.guarded(condition.clone(), |it| it.value(then))?;
            let b = self.guarded(Term::not(condition.clone()), |it| it.value(otherwise))?;
            if !a.scalar.is_number() || !b.scalar.is_number() {
                return Err(Problem::unsupported(span, "a choice between these values"));
            }
            let scalar = arithmetic::common(a.scalar, b.scalar);
            let term = if *a.term.sort() == Sort::Bool && *b.term.sort() == Sort::Bool {
                Term::ite(condition, a.term, b.term)
            } else {
                Term::ite(condition, a.convert(scalar).term, b.convert(scalar).term)
            };
            return Ok(Value { term, scalar });
        }
        let origin = self.origin(span);
        let Some(common) = common else {
            self.branch(
                &condition,
                origin,
                |it| it.effect(then),
                |it| it.effect(otherwise),
            )?;
            return Ok(Value {
                term: Term::int(0),
                scalar: Scalar::Void,
            });
        };
        let result = self.temporary(value::sort(common), origin);
        let part = |it: &mut Self, part: &Expression| {
            let value = it.value(part)?;
            it.assign(&result, value.convert(common).number(), origin)
        };
        self.branch(
            &condition,
            origin,
            |it| part(it, then),
            |it| part(it, otherwise),
        )?;
        Ok(Value {
            term: self.value_of(&result),
            scalar: common,
        })
    }

    /// Whether the value of an expression is a term, for which no step is needed.
    pub(super) fn is_term(&self, expression: &Expression) -> bool {
        self.context.analysis.expression(expression).is_term()
    }

    fn guarded<T>(&mut self, guard: Term, step: impl FnOnce(&mut Self) -> Reads<T>) -> Reads<T> {
        self.guards.push(guard);
        let result = step(self);
        self.guards.pop();
        result
    }
}
