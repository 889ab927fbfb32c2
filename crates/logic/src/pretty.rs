//! Terms as people read them, in the notation of the Tandem language.
//!
//! What the language has no words for (bit-vectors, constant arrays) is written as a call.

use std::fmt::{self, Write};

use crate::{Node, Op, Quantifier, Term, Value, recursion};

/// How strongly an operator binds; a part in parentheses wherever it binds less than its place
/// asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Quantifier,
    Conditional,
    Implies,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Prefix,
    Atom,
}

use Strength::{And, Atom, Comparison, Conditional, Implies, Or, Prefix, Product, Sum};

/// The most parts that are written. A term is a graph, and its text may be exponentially longer.
const MOST_PARTS: usize = 100_000;

/// Where the text goes, and how much more of it there may be.
struct Writer<'a, 'b> {
    formatter: &'a mut fmt::Formatter<'b>,
    parts_left: usize,
}

impl fmt::Write for Writer<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.formatter.write_str(text)
    }
}

impl fmt::Display for Term {
    /// Writes the term for people. Of a very long text the rest is shown as `…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer {
            formatter: f,
            parts_left: MOST_PARTS,
        };
        write_term(self, Strength::Quantifier, &mut writer)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write_term(term: &Term, least: Strength, f: &mut Writer<'_, '_>) -> fmt::Result {
    let size = size(term);
    if f.parts_left < size {
        return f.write_str("…");
    }
    f.parts_left -= size;
    recursion::guard(|| {
        let strength = strength_of(term);
        if strength < least {
            f.write_str("(")?;
            write_bare(term, f)?;
            f.write_str(")")
        } else {
            write_bare(term, f)
        }
    })
}

/// How much a part counts, its own parts aside: writing a number of very many digits takes long.
fn size(term: &Term) -> usize {
    const BITS: usize = 64;
    let bits = match term.as_value() {
        Some(Value::Int(value)) => value.bit_length(),
        Some(Value::Real(value)) => {
            value.numerator().bit_length() + value.denominator().bit_length()
        }
        _ => 0,
    };
    1 + bits / BITS
}

fn strength_of(term: &Term) -> Strength {
    match term.node() {
        Node::Const(Value::Int(value)) if value.is_negative() => Prefix,
        Node::Const(Value::Real(value)) if value.to_integer().is_none() => Product,
        Node::Const(Value::Real(value)) if value.is_negative() => Prefix,
        Node::Const(_) | Node::Var(_) => Atom,
        Node::Quantified(..) => Strength::Quantifier,
        Node::App(op, arguments) => match op {
            Op::Not if comparison_of(&arguments[0], true).is_some() => Comparison,
            Op::Not => Prefix,
            Op::And => And,
            Op::Or => Or,
            Op::Implies => Implies,
            Op::Ite => Conditional,
            Op::Eq | Op::Le | Op::Lt | Op::Xor | Op::Divisible(_) => Comparison,
            Op::Add => Sum,
            Op::Mul if negated(term).is_some() => Prefix,
            Op::Mul | Op::Div | Op::Mod | Op::RealDiv => Product,
            _ => Atom,
        },
    }
}

/// The sign between the sides of a comparison, or of its negation.
fn comparison_of(term: &Term, negate: bool) -> Option<(&'static str, &Term, &Term)> {
    let [a, b] = term.children() else { return None };
    match (term.op()?, negate) {
        (Op::Eq, false) => Some(("==", a, b)),
        (Op::Eq, true) | (Op::Xor, false) => Some(("!=", a, b)),
        // A literal reads better on the right: `0 <= x` is shown as `x >= 0`.
        (Op::Le, false) | (Op::Lt, true) if a.as_value().is_some() => {
            Some((if negate { "<=" } else { ">=" }, b, a))
        }
        (Op::Lt, false) | (Op::Le, true) if a.as_value().is_some() => {
            Some((if negate { "<" } else { ">" }, b, a))
        }
        (Op::Le, false) => Some(("<=", a, b)),
        (Op::Lt, false) => Some(("<", a, b)),
        (Op::Le, true) => Some((">", a, b)),
        (Op::Lt, true) => Some((">=", a, b)),
        _ => None,
    }
}

/// The term whose negation this product is, where it is written with a minus sign.
fn negated(term: &Term) -> Option<Term> {
    let (Some(Op::Mul), [first, rest @ ..]) = (term.op(), term.children()) else {
        return None;
    };
    match first.as_value()? {
        Value::Int(value) if *value == crate::Integer::MINUS_ONE => {}
        Value::Real(value) if value.to_integer() == Some(&crate::Integer::MINUS_ONE) => {}
        _ => return None,
    }
    Some(Term::mul(rest.iter().cloned()))
}

fn write_bare(term: &Term, f: &mut Writer<'_, '_>) -> fmt::Result {
    let (op, arguments) = match term.node() {
        Node::Const(value) => return write!(f, "{value}"),
        Node::Var(var) => return write!(f, "{}", var.name),
        Node::Quantified(quantifier, vars, body) => {
            f.write_str(match quantifier {
                Quantifier::Forall => "forall ",
                Quantifier::Exists => "exists ",
            })?;
            for (position, var) in vars.iter().enumerate() {
                let separator = if position == 0 { "" } else { ", " };
                write!(f, "{separator}{}: {}", var.name, var.sort)?;
            }
            f.write_str(" :: ")?;
            return write_term(body, Strength::Quantifier, f);
        }
        Node::App(op, arguments) => (op, arguments),
    };
    let comparison = match op {
        Op::Not => comparison_of(&arguments[0], true),
        _ => comparison_of(term, false),
    };
    if let Some((sign, a, b)) = comparison {
        write_term(a, Sum, f)?;
        write!(f, " {sign} ")?;
        return write_term(b, Sum, f);
    }
    match op {
        Op::Not => {
            f.write_str("!")?;
            write_term(&arguments[0], Prefix, f)
        }
        Op::And => write_list(arguments, " && ", Comparison, f),
        Op::Or => write_list(arguments, " || ", And, f),
        Op::Implies => {
            write_term(&arguments[0], Or, f)?;
            f.write_str(" ==> ")?;
            write_term(&arguments[1], Implies, f)
        }
        Op::Ite => {
            write_term(&arguments[0], Implies, f)?;
            f.write_str(" ? ")?;
            write_term(&arguments[1], Implies, f)?;
            f.write_str(" : ")?;
            write_term(&arguments[2], Conditional, f)
        }
        Op::Add => write_sum(arguments, f),
        Op::Mul => match negated(term) {
            Some(positive) => {
                f.write_str("-")?;
                write_term(&positive, Prefix, f)
            }
            None => write_list(arguments, "*", Prefix, f),
        },
        Op::Div | Op::Mod | Op::RealDiv => {
            write_term(&arguments[0], Product, f)?;
            f.write_str(if *op == Op::Mod { " % " } else { " / " })?;
            write_term(&arguments[1], Prefix, f)
        }
        Op::Divisible(divisor) => {
            write_term(&arguments[0], Product, f)?;
            write!(f, " % {divisor} == 0")
        }
        Op::Select => {
            write_term(&arguments[0], Atom, f)?;
            f.write_str("[")?;
            write_term(&arguments[1], Strength::Quantifier, f)?;
            f.write_str("]")
        }
        Op::Store => {
            write_term(&arguments[0], Atom, f)?;
            f.write_str("[")?;
            write_term(&arguments[1], Conditional, f)?;
            f.write_str(" := ")?;
            write_term(&arguments[2], Conditional, f)?;
            f.write_str("]")
        }
        op => {
            match op {
                Op::Apply(function) => write!(f, "{}(", function.name())?,
                Op::Distinct => f.write_str("distinct(")?,
                Op::ToReal => f.write_str("real(")?,
                Op::ToInt => f.write_str("floor(")?,
                Op::IsInt => f.write_str("is_int(")?,
                Op::ConstArray(_) => f.write_str("constant(")?,
                Op::Copy => f.write_str("copy(")?,
                op => write!(f, "{op:?}(")?,
            }
            write_list(arguments, ", ", Strength::Quantifier, f)?;
            f.write_str(")")
        }
    }
}

fn write_sum(arguments: &[Term], f: &mut Writer<'_, '_>) -> fmt::Result {
    for (position, argument) in arguments.iter().enumerate() {
        if position == 0 {
            write_term(argument, Sum, f)?;
            continue;
        }
        match subtracted(argument) {
            Some(positive) => {
                f.write_str(" - ")?;
                write_term(&positive, Product, f)?;
            }
            None => {
                f.write_str(" + ")?;
                write_term(argument, Product, f)?;
            }
        }
    }
    Ok(())
}

/// The term that a summand subtracts, where it is negative on its face.
fn subtracted(term: &Term) -> Option<Term> {
    let opposite = |value: &Value| match value {
        Value::Int(value) if value.is_negative() => Some(Value::Int(-value)),
        Value::Real(value) if value.is_negative() => Some(Value::Real(-value)),
        _ => None,
    };
    if let Some(value) = term.as_value() {
        return opposite(value).map(Term::value);
    }
    let (Some(Op::Mul), [first, rest @ ..]) = (term.op(), term.children()) else {
        return None;
    };
    let factor = Term::value(opposite(first.as_value()?)?);
    Some(Term::mul(
        std::iter::once(factor).chain(rest.iter().cloned()),
    ))
}

fn write_list(
    terms: &[Term],
    separator: &str,
    least: Strength,
    f: &mut Writer<'_, '_>,
) -> fmt::Result {
    for (position, term) in terms.iter().enumerate() {
        if position > 0 {
            f.write_str(separator)?;
        }
        write_term(term, least, f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn exponential_texts_are_cut() {
        let mut term = Term::constant("p", Sort::Bool);
        for _ in 0..100 {
            term = Term::xor(term.clone(), term);
        }
        let text = term.to_string();
        assert!(text.len() < 20 * MOST_PARTS && text.contains('…'));
    }

    #[test]
    fn texts_of_many_long_numbers_are_cut() {
        let mut number = crate::Integer::from(10);
        for _ in 0..16 {
            number = &number * &number;
        }
        let x = Term::constant("x", Sort::Int);
        let sums = (0..500).map(|k| Term::div(x.clone(), Term::int(&number + &k.into())));
        let text = Term::app(Op::Distinct, sums.collect()).to_string();
        assert!(text.len() < 100 * MOST_PARTS && text.contains('…'));
    }

    #[test]
    fn terms_read_like_the_language() {
        let [x, y] = ["x", "y"].map(|name| Term::constant(name, Sort::Int));
        let p = Term::constant("p", Sort::Bool);
        let check = |term: Term, expected: &str| assert_eq!(term.to_string(), expected);
        check(Term::sub(x.clone(), Term::int(1)), "x - 1");
        check(
            Term::sub(x.clone(), Term::mul([Term::int(2), y.clone()])),
            "x - 2*y",
        );
        check(Term::neg(Term::add([x.clone(), y.clone()])), "-(x + y)");
        check(Term::ge(x.clone(), Term::int(0)), "x >= 0");
        check(Term::not(Term::le(x.clone(), y.clone())), "x > y");
        check(Term::not(Term::lt(x.clone(), Term::int(3))), "x >= 3");
        check(Term::not(Term::le(Term::int(3), x.clone())), "x < 3");
        check(Term::ne(x.clone(), y.clone()), "x != y");
        check(
            Term::and([
                Term::or([p.clone(), Term::eq(x.clone(), y.clone())]),
                Term::not(p.clone()),
            ]),
            "(p || x == y) && !p",
        );
        check(Term::ite(p.clone(), x.clone(), y.clone()), "p ? x : y");
        check(
            Term::div(Term::add([x.clone(), Term::int(1)]), Term::int(2)),
            "(x + 1) / 2",
        );
        check(
            Term::mul([Term::int(2), Term::modulo(x.clone(), y.clone())]),
            "2*(x % y)",
        );
        let bound = crate::Var::new("i", Sort::Int);
        check(
            Term::implies(p, Term::forall([bound.clone()], Term::le(bound.term(), x))),
            "p ==> (forall i: int :: i <= x)",
        );
    }
}
