//! Instructions that compute a value from values, without a choice and without memory.

use frontend_llvm::syntax::{Flags, Kind, Type, Typed, Value as Operand};

use crate::constants::number as written;
use crate::integers::binary::Operation;
use crate::integers::{Out, casts, compare};
use crate::lift::{Done, by_lanes, either, given, number, on_atoms, on_numbers, scalar};
use crate::problem::{Answer, malformed, unsupported};
use crate::types::{lane_width, poison};
use crate::value::{Atom, Value};
use crate::vectors;

/// How an operand of a type is looked up.
pub(crate) type Lookup<'l, 't> = &'l dyn Fn(&Type<'t>, &Operand<'t>) -> Answer<Value>;

/// The value that an instruction computes; `None` if it is an instruction of another kind.
pub(crate) fn compute<'t>(kind: &Kind<'t>, operand: Lookup<'_, 't>) -> Answer<Option<Done<Value>>> {
    let typed = |it: &Typed<'t>| operand(&it.ty, &it.value);
    let gives = |value: Value| Ok(Some(Done::Gives(value)));
    match kind {
        Kind::Binary {
            opcode,
            flags,
            ty,
            left,
            right,
        } => {
            let operands = [operand(ty, left)?, operand(ty, right)?];
            binary(opcode, *flags, ty, &operands).map(Some)
        }
        Kind::Compare {
            predicate,
            flags,
            ty,
            left,
            right,
        } => {
            let operands = [operand(ty, left)?, operand(ty, right)?];
            compared(predicate, *flags, ty, &operands).map(Some)
        }
        Kind::Cast {
            opcode,
            flags,
            from,
            to,
        } => cast(opcode, *flags, &from.ty, to, typed(from)?).map(Some),
        Kind::Select {
            condition,
            then,
            otherwise,
        } => {
            let [condition, then, otherwise] = [typed(condition)?, typed(then)?, typed(otherwise)?];
            gives(select(&kind_type(kind)?, &condition, &then, &otherwise)?)
        }
        Kind::ExtractValue { from, indices } => {
            gives(vectors::part(&typed(from)?, indices)?.clone())
        }
        Kind::InsertValue {
            into,
            value,
            indices,
        } => gives(vectors::with_part(&typed(into)?, indices, &typed(value)?)?),
        Kind::ExtractElement { from, index } => {
            let element = lane_type(&from.ty)?;
            gives(vectors::extract(element, &typed(from)?, &typed(index)?)?)
        }
        Kind::InsertElement { into, value, index } => {
            let [vector, element, index] = [typed(into)?, typed(value)?, typed(index)?];
            gives(vectors::insert(&into.ty, &vector, &element, &index)?)
        }
        Kind::Shuffle { left, right, mask } => {
            let element = lane_type(&left.ty)?;
            let mask = mask_of(mask)?;
            gives(vectors::shuffle(
                element,
                &typed(left)?,
                &typed(right)?,
                &mask,
            )?)
        }
        _ => Ok(None),
    }
}

fn lane_type<'a, 't>(ty: &'a Type<'t>) -> Answer<&'a Type<'t>> {
    match ty {
        Type::Vector(_, lane) => Ok(lane.as_ref()),
        _ => malformed("a lane of something that is no vector"),
    }
}

/// The type of what a `select` gives.
fn kind_type<'t>(kind: &Kind<'t>) -> Answer<Type<'t>> {
    match kind {
        Kind::Select { then, .. } => Ok(then.ty.clone()),
        _ => malformed("this instruction has no type"),
    }
}

/// The elements that a mask selects; `None` where an element is poison.
fn mask_of(mask: &Typed<'_>) -> Answer<Vec<Option<u64>>> {
    let Type::Vector(count, lane) = &mask.ty else {
        return malformed("a mask that is no vector");
    };
    let width = lane_width(lane)?;
    let count = usize::try_from(*count).unwrap_or(usize::MAX);
    match &mask.value {
        Operand::Zero => Ok(vec![Some(0); count]),
        Operand::Undef | Operand::Poison => Ok(vec![None; count]),
        Operand::Aggregate(elements) => {
            let lanes = elements.iter().map(|element| match element.value {
                Operand::Integer(text) => written(text, width).map(Some),
                Operand::Undef | Operand::Poison => Ok(None),
                _ => malformed("a mask that is no constant"),
            });
            lanes.collect()
        }
        Operand::Expression(expression) => match &expression.operands[..] {
            [one] if expression.opcode == "splat" => match one.value {
                Operand::Integer(text) => Ok(vec![Some(written(text, width)?); count]),
                _ => unsupported("a mask that is an expression"),
            },
            _ => unsupported("a mask that is an expression"),
        },
        _ => unsupported("a mask of this form"),
    }
}

/// A binary operation; `operands` are its two operands.
fn binary(opcode: &str, flags: Flags, ty: &Type<'_>, operands: &[Value; 2]) -> Answer<Done<Value>> {
    let Some(operation) = Operation::of(opcode) else {
        return unsupported(format!("`{opcode}`"));
    };
    let width = lane_width(ty)?;
    by_lanes(&[&operands[0], &operands[1]], &|operands| {
        if !operation.may_be_undefined() {
            return on_numbers(operands, &|given| {
                Ok(operation.apply(flags, width, given[0], given[1]))
            });
        }
        on_atoms(operands, &|atoms| {
            let [left, right] = [number(atoms[0])?, number(atoms[1])?];
            Ok(match (left, right) {
                (Some(left), Some(right)) => operation.apply(flags, width, left, right).into(),
                // "immediate undefined behavior occurs if a poison value is used as an instruction
                // operand that has any values that trigger undefined behavior" (Poison Values): any
                // divisor may be zero, and the dividend may be the smallest number.
                (_, None) => Done::Undefined,
                (None, Some(right)) => {
                    let smallest = width.smallest();
                    let worst = operation.apply(Flags::default(), width, smallest, right);
                    match worst {
                        Out::Undefined => Done::Undefined,
                        _ => Done::Gives(Atom::Poison),
                    }
                }
            })
        })
    })
}

fn compared(
    predicate: &str,
    flags: Flags,
    ty: &Type<'_>,
    operands: &[Value; 2],
) -> Answer<Done<Value>> {
    let width = match ty {
        Type::Pointer => return unsupported("a comparison of pointers"),
        ty => lane_width(ty)?,
    };
    by_lanes(&[&operands[0], &operands[1]], &|operands| {
        on_numbers(operands, &|given| match compare::compare(
            predicate,
            flags.samesign,
            width,
            given[0],
            given[1],
        ) {
            Some(out) => Ok(out),
            None => malformed(format!("`icmp {predicate}`")),
        })
    })
}

fn cast(
    opcode: &str,
    flags: Flags,
    from: &Type<'_>,
    to: &Type<'_>,
    value: Value,
) -> Answer<Done<Value>> {
    match opcode {
        "trunc" | "zext" | "sext" => {}
        "bitcast" => return Ok(Done::Gives(vectors::bitcast(from, to, value)?)),
        _ => return unsupported(format!("`{opcode}`")),
    }
    let same_shape = match (from, to) {
        (Type::Vector(one, _), Type::Vector(other, _)) => one == other,
        (Type::Integer(_), Type::Integer(_)) => true,
        _ => false,
    };
    let (narrow, wide) = (lane_width(from)?, lane_width(to)?);
    // "The bit size of the value must be larger than the bit size of the destination type" (`trunc`)
    // and smaller for `zext` and `sext`.
    let is_well_formed = same_shape
        && match opcode {
            "trunc" => narrow > wide,
            _ => narrow < wide,
        };
    if !is_well_formed {
        return malformed(format!("`{opcode}` between types that it does not convert"));
    }
    by_lanes(&[&value], &|operands| {
        on_numbers(operands, &|given| {
            Ok(match opcode {
                "trunc" => casts::trunc(flags, narrow, wide, given[0]),
                "zext" => casts::zext(flags, narrow, given[0]),
                _ => casts::sext(narrow, wide, given[0]),
            })
        })
    })
}

/// > "If the condition is an i1 and it evaluates to 1, the instruction returns the first value
/// > argument; otherwise, it returns the second value argument. If the condition is a vector of i1,
/// > then the value arguments must be vectors of the same size, and the selection is done element by
/// > element." (`select`)
///
/// Poison in the arm that is not taken does not matter: "A notable exception is the select
/// instruction" (Poison Values). An undefined condition "can go *either way*, but they have to come
/// from one of the two operands" (Undefined Values).
fn select(ty: &Type<'_>, condition: &Value, then: &Value, otherwise: &Value) -> Answer<Value> {
    if let Value::Parts(_) = condition {
        let lane = lane_type(ty)?;
        let done = by_lanes(&[condition, then, otherwise], &|lanes| {
            Ok(Done::Gives(select(lane, lanes[0], lanes[1], lanes[2])?))
        })?;
        return match done {
            Done::Gives(value) => Ok(value),
            Done::Undefined => malformed("a selection has no undefined behaviour"),
        };
    }
    let mut chosen: Option<Value> = None;
    for atom in scalar(condition)?.atoms() {
        let arm = match number(*atom)? {
            Some(0) => otherwise.clone(),
            Some(_) => then.clone(),
            None => poison(ty)?,
        };
        chosen = Some(match chosen {
            Some(other) => either(&other, &arm)?,
            None => arm,
        });
    }
    match chosen {
        Some(value) => Ok(value),
        None => unreachable!("a condition may be seen as something"),
    }
}

/// Checks a condition that decides where control goes.
///
/// > "Branching on an undefined value is undefined behavior." (Undefined Values) Poison as "the
/// > condition operand of a br instruction" is one as well (Poison Values).
pub(crate) fn decided(value: &Value) -> Answer<Done<u64>> {
    if let Value::Undef = value {
        return Ok(Done::Undefined);
    }
    let Some(atom) = scalar(value)?.well_defined() else {
        return Ok(Done::Undefined);
    };
    match number(atom)? {
        Some(number) => Ok(Done::Gives(number)),
        None => Ok(Done::Undefined),
    }
}

/// Whether what is computed never depends on a choice: used for immediate arguments.
pub(crate) fn immediate(value: &Value) -> Answer<u64> {
    match decided(value)? {
        Done::Gives(number) => Ok(number),
        Done::Undefined => malformed("an immediate argument that is no number"),
    }
}

/// The results of an intrinsic for all lanes.
pub(crate) fn intrinsic(
    name: &str,
    result: &Type<'_>,
    types: &[Type<'_>],
    values: &[Value],
) -> Answer<Option<Done<Value>>> {
    use crate::integers::intrinsics::{Checked, Intrinsic};
    if let Some(intrinsic) = Intrinsic::of(name) {
        if values.len() != intrinsic.arguments() {
            return malformed(format!("`{name}` with another number of arguments"));
        }
        let (width, wide) = (lane_width(&types[0])?, lane_width(result)?);
        let (lanes, rest) = values.split_at(intrinsic.lanes_arguments());
        let rest: Vec<u64> = rest.iter().map(immediate).collect::<Answer<_>>()?;
        let lanes: Vec<&Value> = lanes.iter().collect();
        let done = by_lanes(&lanes, &|operands| {
            on_numbers(operands, &|given| {
                let all = [given, &rest].concat();
                match intrinsic.apply(width, wide, &all) {
                    Some(out) => Ok(out),
                    None => malformed(format!("`{name}` of this type")),
                }
            })
        })?;
        return Ok(Some(done));
    }
    let Some(checked) = Checked::of(name) else {
        return Ok(None);
    };
    let ([left, right], [ty, _]) = (values, types) else {
        return malformed(format!("`{name}` with another number of arguments"));
    };
    let width = lane_width(ty)?;
    let of = |pick: &dyn Fn((u64, bool)) -> u64| {
        by_lanes(&[left, right], &|operands| {
            on_numbers(operands, &|given| {
                Ok(Out::Is(pick(checked.apply(width, given[0], given[1]))))
            })
        })
    };
    // Result and flag come from one use of the operands; they are independent of each other only
    // where there is nothing to choose.
    let is_fixed = |value: &Value| value.is_well_defined() || *value == Value::poison();
    if !is_fixed(left) || !is_fixed(right) {
        return unsupported(format!("`{name}` of operands that may be undefined"));
    }
    let number = of(&|(number, _)| number)?;
    let flag = of(&|(_, overflows)| u64::from(overflows))?;
    let done = || -> Answer<Done<Value>> {
        Ok(Done::Gives(Value::Parts(vec![
            given!(number),
            given!(flag),
        ])))
    };
    done().map(Some)
}
