//! Reading and writing arrays.

use super::{arithmetic, bit_vectors};
use crate::linear::Linear;
use crate::{Integer, Op, Sort, Term, Value, recursion};

/// Whether two indices differ whatever the variables are.
fn are_distinct(a: &Term, b: &Term) -> bool {
    if a.as_value().is_some() && b.as_value().is_some() {
        return a != b;
    }
    if matches!(a.sort(), Sort::BitVec(_)) {
        return bit_vectors::are_distinct(a, b);
    }
    match (Linear::<Integer>::of(a), Linear::<Integer>::of(b)) {
        (Some(a), Some(b)) => {
            let difference = &a - &b;
            difference.is_literal() && !difference.constant().is_zero()
        }
        _ => false,
    }
}

/// Whether an index is one of so many from a start on, where that is plain.
fn is_among(index: &Term, start: &Term, count: &Term) -> Option<bool> {
    let difference = &Linear::<Integer>::of(index)? - &Linear::<Integer>::of(start)?;
    let by = difference.is_literal().then(|| difference.constant())?;
    if by.is_negative() {
        return Some(false);
    }
    let count = count.as_value()?.as_int()?;
    Some(by < count)
}

/// Whether a number is zero or less.
pub(super) fn is_nothing(count: &Term) -> bool {
    let count = count.as_value().and_then(Value::as_int);
    count.is_some_and(|count| !count.is_positive())
}

/// The element at an index, looked up below the writes at other indices.
pub(super) fn select(array: &Term, index: &Term) -> Term {
    let mut current = array;
    loop {
        match (current.op(), current.children()) {
            (Some(Op::Store), [_, place, element]) if place == index => return element.clone(),
            (Some(Op::Store), [rest, place, _]) if are_distinct(place, index) => current = rest,
            (Some(Op::ConstArray(_)), [element]) => return element.clone(),
            (Some(Op::Copy), [to, at, source, from, count]) => match is_among(index, at, count) {
                Some(true) => {
                    let by = Term::sub(index.clone(), at.clone());
                    let place = arithmetic::sum(&Term::add([from.clone(), by]));
                    return recursion::guard(|| select(source, &place));
                }
                Some(false) => current = to,
                None => return Term::select(current.clone(), index.clone()),
            },
            _ => return Term::select(current.clone(), index.clone()),
        }
    }
}

/// An array with another element at an index; a write that changes nothing or that is written over
/// goes away.
pub(super) fn store(array: &Term, index: &Term, element: &Term) -> Term {
    if select(array, index) == *element {
        return array.clone();
    }
    match (array.op(), array.children()) {
        (Some(Op::Store), [rest, place, _]) if place == index => store(rest, index, element),
        _ => Term::store(array.clone(), index.clone(), element.clone()),
    }
}
