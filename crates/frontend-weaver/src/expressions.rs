//! Expressions.

use logic::{Integer, Op, Rational, Sort, Term, Value};

use crate::Problem;
use crate::scope::{Meaning, Scope};
use crate::sexpr::{Sexpr, Shape};

/// An expression that is true or false.
pub(crate) fn formula(written: &Sexpr, scope: &Scope) -> Result<Term, Problem> {
    of_sort(written, &Sort::Bool, scope)
}

/// An expression of a sort.
pub(crate) fn of_sort(written: &Sexpr, sort: &Sort, scope: &Scope) -> Result<Term, Problem> {
    let mut term = expression(written, scope)?;
    if *sort == Sort::Real
        && let Some(Value::Int(number)) = term.as_value()
    {
        term = Term::real(Rational::from(number.clone()));
    }
    if term.sort().is_comparable(sort) {
        Ok(term)
    } else {
        let message = format!("expected a value of {sort}, found one of {}", term.sort());
        Err(Problem::new(&written.span, message))
    }
}

/// An expression.
pub(crate) fn expression(written: &Sexpr, scope: &Scope) -> Result<Term, Problem> {
    match &written.shape {
        Shape::Atom(text) => atom(text, written, scope),
        Shape::List(_) => application(written, scope),
    }
}

fn atom(text: &str, written: &Sexpr, scope: &Scope) -> Result<Term, Problem> {
    match (text, scope.meaning(text)) {
        (_, Some(Meaning::Variable(var))) => Ok(var.term()),
        (_, Some(Meaning::Function(function))) => {
            let count = function.parameters().len();
            let message = format!("the function `{text}` needs {count} arguments");
            Err(Problem::new(&written.span, message))
        }
        ("true", _) => Ok(Term::top()),
        ("false", _) => Ok(Term::bottom()),
        _ => number(text).ok_or_else(|| {
            let message = format!("there is no variable called `{text}`");
            Problem::new(&written.span, message).hint("variables are declared by `var`")
        }),
    }
}

/// An integer such as `12`, or a real number such as `0.5`.
fn number(text: &str) -> Option<Term> {
    if let Ok(number) = text.parse::<Integer>() {
        return Some(Term::int(number));
    }
    let is_decimal = text.contains('.') && !text.contains('/');
    let value = text.parse::<Rational>().ok().filter(|_| is_decimal);
    value.map(Term::real)
}

fn application(written: &Sexpr, scope: &Scope) -> Result<Term, Problem> {
    let Some(head) = written.head() else {
        return Err(Problem::new(&written.span, "expected an expression"));
    };
    let arguments = written
        .arguments()
        .iter()
        .map(|argument| expression(argument, scope))
        .collect::<Result<Vec<Term>, Problem>>()?;
    let arguments = as_reals(arguments);
    if let Some(Meaning::Function(function)) = scope.meaning(head) {
        let built = Term::checked(Op::Apply(function.clone()), arguments);
        return built.ok_or_else(|| misfit(written, head));
    }
    builtin(head, arguments)
        .ok_or_else(|| {
            Problem::new(
                &written.span,
                format!("there is no function called `{head}`"),
            )
        })?
        .ok_or_else(|| misfit(written, head))
}

/// Integers that are written down are real numbers where they stand beside real numbers.
fn as_reals(mut arguments: Vec<Term>) -> Vec<Term> {
    if arguments.iter().any(|term| *term.sort() == Sort::Real) {
        for term in &mut arguments {
            if let Some(Value::Int(number)) = term.as_value() {
                *term = Term::real(Rational::from(number.clone()));
            }
        }
    }
    arguments
}

fn misfit(written: &Sexpr, head: &str) -> Problem {
    Problem::new(
        &written.span,
        format!("`{head}` does not take these arguments"),
    )
}

/// A built-in function on arguments: `None` where there is no such function, and `Some(None)` where
/// the arguments do not fit.
fn builtin(head: &str, mut arguments: Vec<Term>) -> Option<Option<Term>> {
    Some(match head {
        "and" => Term::checked(Op::And, arguments),
        "or" => Term::checked(Op::Or, arguments),
        "not" => Term::checked(Op::Not, arguments),
        "+" => Term::checked(Op::Add, arguments),
        "*" => Term::checked(Op::Mul, arguments),
        "-" => difference(arguments),
        "div" => division(Op::Div, arguments),
        "mod" => division(Op::Mod, arguments),
        "/" => division(Op::RealDiv, arguments),
        "if" | "ite" => Term::checked(Op::Ite, arguments),
        "select" => Term::checked(Op::Select, arguments),
        "store" => Term::checked(Op::Store, arguments),
        "=>" => implication(arguments),
        "=" => chain(&Op::Eq, &arguments),
        "<" => chain(&Op::Lt, &arguments),
        "<=" => chain(&Op::Le, &arguments),
        ">" => {
            arguments.reverse();
            chain(&Op::Lt, &arguments)
        }
        ">=" => {
            arguments.reverse();
            chain(&Op::Le, &arguments)
        }
        "/=" | "distinct" => {
            Term::checked(Op::Distinct, arguments).map(|distinct| match distinct.children() {
                [a, b] => Term::ne(a.clone(), b.clone()),
                _ => distinct,
            })
        }
        _ => return None,
    })
}

/// A division that has a value for the divisor zero as well, the one of Tandem's language: the
/// quotient is zero, and the dividend remains.
fn division(op: Op, arguments: Vec<Term>) -> Option<Term> {
    let [dividend, divisor] = arguments.as_slice() else {
        return None;
    };
    let (dividend, divisor) = (dividend.clone(), divisor.clone());
    let zero = Term::number(&divisor.sort().carrier(), 0);
    let at_zero = if op == Op::Mod {
        dividend
    } else {
        zero.clone()
    };
    let divided = Term::checked(op, arguments)?;
    let is_nonzero = divisor.as_value().is_some() && divisor != zero;
    if is_nonzero {
        return Some(divided);
    }
    Term::checked(Op::Ite, vec![Term::eq(divisor, zero), at_zero, divided])
}

fn difference(arguments: Vec<Term>) -> Option<Term> {
    let mut arguments = arguments.into_iter();
    let first = arguments.next()?;
    let minus_one = Term::number(&first.sort().carrier(), -1);
    let negated = |term: Term| Term::checked(Op::Mul, vec![minus_one.clone(), term]);
    let mut rest = arguments.peekable();
    if rest.peek().is_none() {
        return negated(first);
    }
    let mut sum = vec![first];
    for term in rest {
        sum.push(negated(term)?);
    }
    Term::checked(Op::Add, sum)
}

/// `(=> a b c)` is `a => (b => c)`.
fn implication(mut arguments: Vec<Term>) -> Option<Term> {
    let mut conclusion = arguments.pop()?;
    while let Some(premise) = arguments.pop() {
        conclusion = Term::checked(Op::Implies, vec![premise, conclusion])?;
    }
    (*conclusion.sort() == Sort::Bool).then_some(conclusion)
}

/// A relation between each argument and the next one.
fn chain(relation: &Op, arguments: &[Term]) -> Option<Term> {
    if arguments.len() < 2 {
        return None;
    }
    let links = arguments
        .windows(2)
        .map(|pair| Term::checked(relation.clone(), pair.to_vec()))
        .collect::<Option<Vec<Term>>>()?;
    Some(Term::and(links))
}
