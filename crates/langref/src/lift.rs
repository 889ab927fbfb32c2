//! Operations on numbers, as operations on what uses of values may see.

use crate::integers::Out;
use crate::problem::{Answer, Refusal, malformed, unsupported};
use crate::value::{Atom, Scalar, Value};

/// What an instruction without a choice does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Done<T> {
    /// It gives a result.
    Gives(T),
    /// Its behaviour is undefined.
    Undefined,
}

/// Goes on with the result of an instruction, or hands over that there is none.
macro_rules! given {
    ($done:expr) => {
        match $done {
            $crate::lift::Done::Gives(value) => value,
            $crate::lift::Done::Undefined => return Ok($crate::lift::Done::Undefined),
        }
    };
}
pub(crate) use given;

/// How many combinations of what operands may be are looked at for one instruction.
const MOST_COMBINATIONS: usize = 1 << 17;

/// The scalar that a value is.
pub(crate) fn scalar(value: &Value) -> Answer<&Scalar> {
    match value {
        Value::Scalar(scalar) => Ok(scalar),
        Value::Undef => unsupported("an operation on `undef` of a type with many values"),
        Value::Parts(_) => malformed("a vector or an aggregate where a scalar is expected"),
    }
}

/// Every choice of one element from each set.
pub(crate) fn combinations(operands: &[&Scalar]) -> Answer<Vec<Vec<Atom>>> {
    let count: usize = operands.iter().map(|it| it.atoms().len()).product();
    if count > MOST_COMBINATIONS {
        return Err(Refusal::TooMany("combinations of undefined operands"));
    }
    let mut all = vec![Vec::new()];
    for operand in operands {
        all = all
            .iter()
            .flat_map(|chosen: &Vec<Atom>| {
                operand.atoms().iter().map(|atom| {
                    let mut longer = chosen.clone();
                    longer.push(*atom);
                    longer
                })
            })
            .collect();
    }
    Ok(all)
}

/// An operation on scalars, by what it does for what uses may see. Each operand is one use.
///
/// Undefined behaviour for one choice is undefined behaviour: "because the undef is allowed to be an
/// arbitrary value, we are allowed to assume that it could be zero" (Undefined Values, of `sdiv`).
pub(crate) fn on_atoms(
    operands: &[&Value],
    operation: &dyn Fn(&[Atom]) -> Answer<Done<Atom>>,
) -> Answer<Done<Value>> {
    let scalars = operands.iter().map(|it| scalar(it));
    let scalars: Vec<&Scalar> = scalars.collect::<Answer<_>>()?;
    let mut atoms = Vec::new();
    for chosen in combinations(&scalars)? {
        atoms.push(given!(operation(&chosen)?));
    }
    match Scalar::of(atoms) {
        Some(set) => Ok(Done::Gives(Value::Scalar(set))),
        // No operand is an empty set, hence neither is the result.
        None => unreachable!("the product of sets that are not empty is not empty"),
    }
}

/// The number that an element is; `None` for poison.
pub(crate) fn number(atom: Atom) -> Answer<Option<u64>> {
    match atom {
        Atom::Integer(number) => Ok(Some(number)),
        Atom::Poison => Ok(None),
        Atom::Pointer(_) => malformed("a pointer where an integer is expected"),
    }
}

/// The numbers that elements are; `None` if one is poison.
pub(crate) fn all_numbers(atoms: &[Atom]) -> Answer<Option<Vec<u64>>> {
    atoms.iter().map(|atom| number(*atom)).collect()
}

impl From<Out> for Done<Atom> {
    fn from(out: Out) -> Self {
        match out {
            Out::Is(number) => Done::Gives(Atom::Integer(number)),
            Out::Poison => Done::Gives(Atom::Poison),
            Out::Undefined => Done::Undefined,
        }
    }
}

/// An operation on integers.
///
/// > "Most instructions return 'poison' when one of their arguments is 'poison'." (Poison Values)
pub(crate) fn on_numbers(
    operands: &[&Value],
    operation: &dyn Fn(&[u64]) -> Answer<Out>,
) -> Answer<Done<Value>> {
    on_atoms(operands, &|atoms| match all_numbers(atoms)? {
        Some(numbers) => Ok(operation(&numbers)?.into()),
        None => Ok(Done::Gives(Atom::Poison)),
    })
}

/// An operation lane by lane where the operands are vectors. A lane is a use of its own.
pub(crate) fn by_lanes(
    operands: &[&Value],
    operation: &dyn Fn(&[&Value]) -> Answer<Done<Value>>,
) -> Answer<Done<Value>> {
    let Some(Value::Parts(first)) = operands.first() else {
        return operation(operands);
    };
    let mut lanes = Vec::with_capacity(first.len());
    for lane in 0..first.len() {
        let parts = operands.iter().map(|operand| match operand {
            Value::Parts(parts) if parts.len() == first.len() => Ok(&parts[lane]),
            _ => malformed("vectors of different lengths"),
        });
        let parts: Vec<&Value> = parts.collect::<Answer<_>>()?;
        lanes.push(given!(operation(&parts)?));
    }
    Ok(Done::Gives(Value::Parts(lanes)))
}

/// What a use may see that sees one of two values.
///
/// Of two values with parts one choice would be made for all parts, which only a set of whole values
/// could say; two values that are the same need no choice.
pub(crate) fn either(one: &Value, other: &Value) -> Answer<Value> {
    match (one, other) {
        (one, other) if one == other => Ok(one.clone()),
        (Value::Scalar(one), Value::Scalar(other)) => {
            let atoms = one.atoms().iter().chain(other.atoms()).copied();
            match Scalar::of(atoms) {
                Some(set) => Ok(Value::Scalar(set)),
                None => unreachable!("neither set is empty"),
            }
        }
        (Value::Undef, Value::Scalar(other)) | (Value::Scalar(other), Value::Undef)
            if !other.may_be_poison() =>
        {
            Ok(Value::Undef)
        }
        // Which of several parts is chosen matters only where at most one of them differs.
        (Value::Parts(ones), Value::Parts(others)) if ones.len() == others.len() => {
            let differing = ones.iter().zip(others).filter(|(a, b)| a != b).count();
            if differing > 1 {
                return unsupported("one undefined choice for several parts of a value");
            }
            let parts = ones.iter().zip(others).map(|(a, b)| either(a, b));
            Ok(Value::Parts(parts.collect::<Answer<_>>()?))
        }
        _ => unsupported("a choice between poison and `undef` of a type with many values"),
    }
}
