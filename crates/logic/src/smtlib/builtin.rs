//! The operators that SMT-LIB's theories define.

use super::error::{Error, Position, shown};
use super::sorts::{described, width};
use crate::{Integer, Op, Sort, Term, Value};

/// How an operator of the text is made of operators of the logic.
#[derive(Clone)]
enum Builtin {
    /// The operator itself.
    Same(Op),
    /// The operator itself, after integers among reals have become reals.
    Numbers(Op),
    /// `(f a b c)` is `(f (f a b) c)`.
    LeftAssociative(Op),
    /// `(f a b c)` is `(f a (f b c))`.
    RightAssociative(Op),
    /// `(f a b c)` is `(f a b)` and `(f b c)`.
    Chainable(Op),
    /// The same with the arguments of each pair swapped.
    ChainableSwapped(Op),
    /// The operator with its arguments swapped.
    Swapped(Op),
    /// The operator with all bits of the result flipped.
    Flipped(Op),
    Minus,
    Divide,
    Abs,
    BvComp,
    SignedToInt,
}

fn lookup(name: &str) -> Option<Builtin> {
    use Builtin::{
        Chainable, ChainableSwapped, Flipped, LeftAssociative, Numbers, RightAssociative, Same,
        Swapped,
    };
    Some(match name {
        "not" => Same(Op::Not),
        "and" => Same(Op::And),
        "or" => Same(Op::Or),
        "=>" => RightAssociative(Op::Implies),
        "xor" => LeftAssociative(Op::Xor),
        "=" => Chainable(Op::Eq),
        "distinct" => Numbers(Op::Distinct),
        "ite" => Numbers(Op::Ite),
        "+" => Numbers(Op::Add),
        "*" => Numbers(Op::Mul),
        "-" => Builtin::Minus,
        "/" => Builtin::Divide,
        "div" => LeftAssociative(Op::Div),
        "mod" => Same(Op::Mod),
        "abs" => Builtin::Abs,
        "<=" => Chainable(Op::Le),
        "<" => Chainable(Op::Lt),
        ">=" => ChainableSwapped(Op::Le),
        ">" => ChainableSwapped(Op::Lt),
        "to_real" => Same(Op::ToReal),
        "to_int" => Same(Op::ToInt),
        "is_int" => Same(Op::IsInt),
        "select" => Same(Op::Select),
        "store" => Same(Op::Store),
        // No theory of SMT-LIB has it.
        "tandem.copy" => Same(Op::Copy),
        "concat" => LeftAssociative(Op::Concat),
        "bvnot" => Same(Op::BvNot),
        "bvneg" => Same(Op::BvNeg),
        "bvand" => LeftAssociative(Op::BvAnd),
        "bvor" => LeftAssociative(Op::BvOr),
        "bvxor" => LeftAssociative(Op::BvXor),
        "bvadd" => LeftAssociative(Op::BvAdd),
        "bvsub" => LeftAssociative(Op::BvSub),
        "bvmul" => LeftAssociative(Op::BvMul),
        "bvnand" => Flipped(Op::BvAnd),
        "bvnor" => Flipped(Op::BvOr),
        "bvxnor" => Flipped(Op::BvXor),
        "bvudiv" => Same(Op::BvUdiv),
        "bvurem" => Same(Op::BvUrem),
        "bvsdiv" => Same(Op::BvSdiv),
        "bvsrem" => Same(Op::BvSrem),
        "bvsmod" => Same(Op::BvSmod),
        "bvshl" => Same(Op::BvShl),
        "bvlshr" => Same(Op::BvLshr),
        "bvashr" => Same(Op::BvAshr),
        "bvult" => Same(Op::BvUlt),
        "bvule" => Same(Op::BvUle),
        "bvslt" => Same(Op::BvSlt),
        "bvsle" => Same(Op::BvSle),
        "bvugt" => Swapped(Op::BvUlt),
        "bvuge" => Swapped(Op::BvUle),
        "bvsgt" => Swapped(Op::BvSlt),
        "bvsge" => Swapped(Op::BvSle),
        "bvcomp" => Builtin::BvComp,
        "bv2nat" | "ubv_to_int" => Same(Op::BvToInt),
        "sbv_to_int" => Builtin::SignedToInt,
        _ => return None,
    })
}

/// Whether a name stands for something of a theory.
pub(super) fn is_taken(name: &str) -> bool {
    lookup(name).is_some() || matches!(name, "true" | "false" | "const")
}

/// Whether a script that declares the name cannot mean it: the operators of every logic.
pub(super) fn is_core(name: &str) -> bool {
    matches!(
        name,
        "true"
            | "false"
            | "not"
            | "and"
            | "or"
            | "=>"
            | "xor"
            | "="
            | "distinct"
            | "ite"
            | "+"
            | "-"
            | "*"
            | "/"
            | "<="
            | "<"
            | ">="
            | ">"
    )
}

/// Whether nested applications of the operator are one application to more arguments.
pub(super) fn is_flat(name: &str) -> bool {
    matches!(name, "and" | "or" | "+" | "*")
}

/// A number as a real; any other term as it is.
pub(super) fn as_real(term: Term) -> Term {
    match term.as_value() {
        Some(Value::Int(value)) => Term::real(value.clone()),
        _ if term.sort().is_integer() => Term::to_real(term),
        _ => term,
    }
}

/// Turns the integers among reals into reals, as SMT-LIB's `Reals_Ints` and most tools allow.
fn unify(arguments: Vec<Term>) -> Vec<Term> {
    if arguments.iter().any(|a| *a.sort() == Sort::Real) {
        arguments.into_iter().map(as_real).collect()
    } else {
        arguments
    }
}

/// Says that an operator does not take its arguments.
pub(super) fn refused(name: &str, arguments: &[Term], position: Position) -> Error {
    const MOST: usize = 6;
    let mut sorts: Vec<String> = arguments
        .iter()
        .take(MOST)
        .map(|argument| described(argument.sort()))
        .collect();
    if arguments.len() > MOST {
        sorts.push(format!("and {} more", arguments.len() - MOST));
    }
    Error::invalid(
        position,
        format!(
            "{} does not take arguments of the sorts ({})",
            shown(name),
            sorts.join(", ")
        ),
    )
}

/// The application of an operator of a theory; `None` where there is none of this name.
pub(super) fn apply(
    name: &str,
    arguments: Vec<Term>,
    position: Position,
) -> Option<Result<Term, Error>> {
    let builtin = lookup(name)?;
    if arguments.is_empty() {
        return Some(Err(Error::invalid(
            position,
            format!("{} needs arguments", shown(name)),
        )));
    }
    let arguments = match &builtin {
        Builtin::Same(Op::ToInt | Op::IsInt) => arguments.into_iter().map(as_real).collect(),
        Builtin::Same(Op::Copy) => arguments,
        Builtin::Same(Op::Select | Op::Store) => fit_array(arguments),
        Builtin::Same(Op::ToReal) if *arguments[0].sort() == Sort::Real => {
            // The identity on reals, as most tools read it.
            let first = arguments.into_iter().next()?;
            return Some(Ok(first));
        }
        Builtin::Divide => arguments.into_iter().map(as_real).collect(),
        _ => unify(arguments),
    };
    if let Some(Err(error)) = concatenated_width(&builtin, &arguments, position) {
        return Some(Err(error));
    }
    Some(build(&builtin, arguments.clone()).ok_or_else(|| refused(name, &arguments, position)))
}

/// The width of a concatenation, checked before it is built.
fn concatenated_width(
    builtin: &Builtin,
    arguments: &[Term],
    position: Position,
) -> Option<Result<u32, Error>> {
    if !matches!(builtin, Builtin::LeftAssociative(Op::Concat)) {
        return None;
    }
    let mut sum = Some(0u32);
    for argument in arguments {
        let Sort::BitVec(width) = argument.sort() else {
            return None;
        };
        sum = sum.and_then(|sum| sum.checked_add(*width));
    }
    Some(width(sum, position))
}

/// Makes the index and the element of an array access fit the array.
fn fit_array(arguments: Vec<Term>) -> Vec<Term> {
    let Some(Sort::Array(array)) = arguments.first().map(|array| array.sort().clone()) else {
        return arguments;
    };
    let wanted = [None, Some(&array.index), Some(&array.element)];
    let fit = |(position, argument): (usize, Term)| match wanted.get(position) {
        Some(Some(Sort::Real)) => as_real(argument),
        _ => argument,
    };
    arguments.into_iter().enumerate().map(fit).collect()
}

fn build(builtin: &Builtin, mut arguments: Vec<Term>) -> Option<Term> {
    match builtin {
        Builtin::Same(op) | Builtin::Numbers(op) => Term::checked(op.clone(), arguments),
        Builtin::LeftAssociative(op) => {
            let mut rest = arguments.into_iter();
            let (first, second) = (rest.next()?, rest.next()?);
            let start = Term::checked(op.clone(), vec![first, second])?;
            rest.try_fold(start, |left, right| {
                Term::checked(op.clone(), vec![left, right])
            })
        }
        Builtin::RightAssociative(op) => {
            let (last, before) = (arguments.pop()?, arguments.pop()?);
            let end = Term::checked(op.clone(), vec![before, last])?;
            let mut rest = arguments.into_iter().rev();
            rest.try_fold(end, |right, left| {
                Term::checked(op.clone(), vec![left, right])
            })
        }
        Builtin::Chainable(op) => chain(&arguments, |a, b| {
            Term::checked(op.clone(), vec![a.clone(), b.clone()])
        }),
        Builtin::ChainableSwapped(op) => chain(&arguments, |a, b| {
            Term::checked(op.clone(), vec![b.clone(), a.clone()])
        }),
        Builtin::Swapped(op) => {
            arguments.reverse();
            Term::checked(op.clone(), arguments)
        }
        Builtin::Flipped(op) => {
            Term::checked(Op::BvNot, vec![Term::checked(op.clone(), arguments)?])
        }
        Builtin::Minus => {
            if !arguments.iter().all(|a| a.sort().is_arithmetic()) {
                return None;
            }
            let mut rest = arguments.into_iter();
            let first = rest.next()?;
            if rest.len() == 0 {
                return Some(Term::neg(first));
            }
            let summands = std::iter::once(first).chain(rest.map(Term::neg)).collect();
            Term::checked(Op::Add, summands)
        }
        Builtin::Divide => build(&Builtin::LeftAssociative(Op::RealDiv), arguments),
        Builtin::Abs => match &arguments[..] {
            [a] if a.sort().is_arithmetic() => Some(Term::abs(a.clone())),
            _ => None,
        },
        Builtin::BvComp => match &arguments[..] {
            [a, b] if matches!(a.sort(), Sort::BitVec(_)) && a.sort() == b.sort() => {
                Some(Term::ite(
                    Term::eq(a.clone(), b.clone()),
                    Term::bit_vec(1, 1),
                    Term::bit_vec(1, 0),
                ))
            }
            _ => None,
        },
        Builtin::SignedToInt => {
            let [a] = &arguments[..] else { return None };
            let Sort::BitVec(width) = a.sort() else {
                return None;
            };
            let unsigned = Term::checked(Op::BvToInt, vec![a.clone()])?;
            let span = Term::int(Integer::power_of_two(*width));
            let zero = Term::bit_vec(*width, 0);
            let negative = Term::checked(Op::BvSlt, vec![a.clone(), zero])?;
            Some(Term::ite(
                negative,
                Term::sub(unsigned.clone(), span),
                unsigned,
            ))
        }
    }
}

fn chain(arguments: &[Term], pair: impl Fn(&Term, &Term) -> Option<Term>) -> Option<Term> {
    if arguments.len() < 2 {
        return None;
    }
    let pairs: Option<Vec<Term>> = arguments
        .windows(2)
        .map(|neighbours| pair(&neighbours[0], &neighbours[1]))
        .collect();
    Some(Term::and(pairs?))
}
