//! Chains of operators to terms.
//!
//! Chains can be very long, so a sum or conjunction of many parts is made at once and not part by
//! part, which would take quadratic time.

use logic::{Sort, Term, Value};

use super::expressions::{Elaborator, Typed, described};
use crate::diagnostic::Diagnostic;
use crate::syntax::{BinaryOp, Expr, Level};

impl Elaborator<'_, '_> {
    pub(super) fn chain(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Option<Typed> {
        let [(op, second), ..] = rest else {
            return self.typed(first, None);
        };
        match op.level() {
            Level::Implies => {
                let parts = self.formulas(first, rest)?;
                let mut parts = parts.into_iter().rev();
                let last = parts.next()?;
                Some(
                    parts
                        .fold(last, |conclusion, premise| {
                            Term::implies(premise, conclusion)
                        })
                        .into(),
                )
            }
            Level::Or => Some(Term::or(self.formulas(first, rest)?).into()),
            Level::And => Some(Term::and(self.formulas(first, rest)?).into()),
            Level::Sum => self.sum(first, rest),
            Level::Product => self.product(first, rest),
            _ => self.comparison(*op, first, second).map(Typed::from),
        }
    }

    fn formulas(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Option<Vec<Term>> {
        let first = self.formula(first);
        // All parts are looked at, so that the mistakes in all of them are found.
        let rest: Vec<_> = rest.iter().map(|(_, part)| self.formula(part)).collect();
        std::iter::once(first).chain(rest).collect()
    }

    fn comparison(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Term> {
        let (left, right) = self.alike(a, b, None)?;
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            let equal = Term::eq(left.term, right.term);
            return Some(if op == BinaryOp::Equal {
                equal
            } else {
                Term::not(equal)
            });
        }
        if !left.sort().is_arithmetic() {
            let message = format!(
                "`{}` compares numbers, and this is {}",
                op.sign(),
                described(left.sort())
            );
            let hint = match left.sort() {
                Sort::Enum(_) => {
                    Some("the values of an enumeration have no order; use `==` or `!=`")
                }
                Sort::Bool => Some("write `==>` for \"implies\""),
                _ => None,
            };
            let error = Diagnostic::error(a.span, message);
            self.error(error.maybe_hint(hint.map(str::to_owned)));
            return None;
        }
        let (a, b) = (left.term, right.term);
        Some(match op {
            BinaryOp::Less => Term::lt(a, b),
            BinaryOp::LessOrEqual => Term::le(a, b),
            BinaryOp::Greater => Term::gt(a, b),
            _ => Term::ge(a, b),
        })
    }

    fn sum(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Option<Typed> {
        let first = self.number(first);
        let rest: Vec<_> = rest
            .iter()
            .map(|(op, part)| (*op, self.number(part)))
            .collect();
        let mut parts = vec![(BinaryOp::Add, first?)];
        for (op, part) in rest {
            parts.push((op, part?));
        }
        let signed = |op: BinaryOp, term: Term| match op {
            BinaryOp::Subtract => Term::neg(term),
            _ => term,
        };
        if parts.iter().any(|(_, part)| *part.sort() == Sort::Real) {
            let terms = parts
                .into_iter()
                .map(|(op, part)| signed(op, part.widened()));
            return Some(Term::add(terms).into());
        }
        let real: Option<Vec<Term>> = parts
            .iter()
            .map(|(op, part)| Some(signed(*op, part.real.clone()?)))
            .collect();
        let terms = parts.into_iter().map(|(op, part)| signed(op, part.term));
        Some(Typed {
            term: Term::add(terms),
            real: real.map(Term::add),
        })
    }

    fn product(&mut self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Option<Typed> {
        let start = self.number(first);
        let rest: Vec<_> = rest
            .iter()
            .map(|(op, part)| (*op, part, self.number(part)))
            .collect();
        let mut product = Product::new(start?);
        for (op, expr, factor) in rest {
            let factor = factor?;
            match op {
                BinaryOp::Multiply => product.multiply(factor),
                BinaryOp::Divide => product.divide(factor),
                _ => {
                    let real = [product.is_real, *factor.sort() == Sort::Real];
                    if real.contains(&true) {
                        let error = Diagnostic::error(expr.span, "`%` works on integers only");
                        self.error(error.hint("round with `floor(…)` first"));
                        return None;
                    }
                    product.remainder(&factor);
                }
            }
        }
        Some(product.finish())
    }
}

/// A product that is being read from the left. The factors since the last division are kept apart.
struct Product {
    factors: Vec<Term>,
    is_real: bool,
    /// The value among the reals, while there are literals only.
    real: Option<Term>,
}

impl Product {
    fn new(start: Typed) -> Self {
        let is_real = *start.sort() == Sort::Real;
        Product {
            factors: vec![start.term],
            is_real,
            real: start.real,
        }
    }

    fn finish(self) -> Typed {
        Typed {
            term: product_of(self.factors),
            real: self.real,
        }
    }

    fn value(&mut self) -> Typed {
        Typed {
            term: product_of(std::mem::take(&mut self.factors)),
            real: self.real.take(),
        }
    }

    /// The factor as a term of the product's sort, after one of the two was widened if need be.
    fn adapt(&mut self, factor: Typed) -> Term {
        if *factor.sort() == Sort::Real && !self.is_real {
            self.factors = vec![self.value().widened()];
            self.is_real = true;
        }
        if self.is_real {
            factor.widened()
        } else {
            factor.term
        }
    }

    fn multiply(&mut self, factor: Typed) {
        let factor_real = factor.real.clone();
        let term = self.adapt(factor);
        self.factors.push(term);
        self.real = match (self.real.take(), factor_real) {
            (Some(a), Some(b)) => Some(Term::mul([a, b])),
            _ => None,
        };
    }

    fn divide(&mut self, divisor: Typed) {
        let divisor_real = divisor.real.clone();
        let divisor = self.adapt(divisor);
        let dividend = self.value();
        let term = match self.is_real {
            true => real_quotient(dividend.term, divisor),
            false => total(&divisor, Term::int(0), |divisor| {
                Term::div(dividend.term, divisor)
            }),
        };
        self.factors = vec![term];
        self.real = match (dividend.real, divisor_real) {
            (Some(a), Some(b)) => Some(real_quotient(a, b)),
            _ => None,
        };
    }

    fn remainder(&mut self, divisor: &Typed) {
        let dividend = self.value().term;
        let undivided = dividend.clone();
        let term = total(&divisor.term, undivided, |divisor| {
            Term::modulo(dividend, divisor)
        });
        self.factors = vec![term];
        self.real = None;
    }
}

fn product_of(mut factors: Vec<Term>) -> Term {
    if factors.len() == 1 {
        factors.swap_remove(0)
    } else {
        Term::mul(factors)
    }
}

fn real_quotient(dividend: Term, divisor: Term) -> Term {
    total(&divisor, Term::real(0), |divisor| {
        Term::real_div(dividend, divisor)
    })
}

/// A division that has a value for the divisor zero as well.
fn total(divisor: &Term, at_zero: Term, divide: impl FnOnce(Term) -> Term) -> Term {
    let is_zero = match divisor.as_value() {
        Some(Value::Int(value)) => Some(value.is_zero()),
        Some(Value::Real(value)) => Some(value.is_zero()),
        _ => None,
    };
    match is_zero {
        Some(true) => at_zero,
        Some(false) => divide(divisor.clone()),
        None => {
            let zero = Term::number(&divisor.sort().carrier(), 0);
            Term::ite(
                Term::eq(divisor.clone(), zero),
                at_zero,
                divide(divisor.clone()),
            )
        }
    }
}
