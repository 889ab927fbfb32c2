//! What functions are run on: corners of the types, small numbers, and anything else.

use random_programs::Rng;

use crate::case::{Argument, Case, Inputs, OBJECTS, Parameter, Passing, SIZE, Style, mixed};
use crate::types::Type;

/// The lowest bits of a number.
pub(super) fn masked(number: u128, width: u32) -> u128 {
    match width {
        128 => number,
        _ => number & ((1 << width) - 1),
    }
}

fn any(rng: &mut Rng) -> u128 {
    let mut part = || u128::from(rng.below(u32::MAX));
    part() | part() << 32 | part() << 64 | part() << 96
}

/// A number of a width, mostly one at which something changes.
#[must_use]
pub fn corner(rng: &mut Rng, width: u32) -> u128 {
    let number = match rng.below(10) {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => 1 << (width - 1),
        4 => (1u128 << (width - 1)).wrapping_sub(1),
        5 => 1 << rng.below(width),
        6 => (1u128 << rng.below(width)).wrapping_sub(1 + u128::from(rng.below(2))),
        7 | 8 => u128::from(rng.below(10)),
        _ => any(rng),
    };
    masked(number, width)
}

/// Inputs for a function; the same for the same seed.
#[must_use]
pub fn inputs(case: &Case, seed: u64) -> Inputs {
    let mut rng = Rng(mixed(seed));
    let mut free: Vec<usize> = (0..OBJECTS).collect();
    let mut arguments: Vec<Option<Argument>> = vec![None; case.parameters.len()];
    // What must be alone is placed first.
    for (parameter, argument) in case.parameters.iter().zip(&mut arguments) {
        if parameter.ty == Type::Pointer && parameter.passing != Passing::Plain {
            let object = free.remove(rng.below(free.len() as u32) as usize);
            *argument = Some(place(parameter, object, &mut rng));
        }
    }
    for (parameter, argument) in case.parameters.iter().zip(&mut arguments) {
        if argument.is_some() {
            continue;
        }
        *argument = Some(match &parameter.ty {
            Type::Pointer if !parameter.is_object && rng.chance(15) => Argument::Null,
            Type::Pointer => {
                let object = free[rng.below(free.len() as u32) as usize];
                place(parameter, object, &mut rng)
            }
            ty => {
                let leaves = ty.leaves();
                let leaves = leaves.iter().map(|(_, leaf)| match leaf {
                    Type::Int(width) => number(case.style, parameter, *width, &mut rng),
                    _ => 0,
                });
                Argument::Numbers(leaves.collect())
            }
        });
    }
    let byte = |rng: &mut Rng| match rng.below(4) {
        0 => 0,
        1 => 255,
        _ => rng.below(256) as u8,
    };
    Inputs {
        arguments: arguments.into_iter().flatten().collect(),
        objects: (0..OBJECTS)
            .map(|_| (0..SIZE).map(|_| byte(&mut rng)).collect())
            .collect(),
        fill: u64::from(rng.below(1000)),
    }
}

fn number(style: Style, parameter: &Parameter, width: u32, rng: &mut Rng) -> u128 {
    let chosen = corner(rng, width);
    match parameter.range {
        Some((low, high)) if style == Style::Safe || rng.chance(80) => {
            let count = (high - low).saturating_add(1);
            low + chosen % count
        }
        _ => chosen,
    }
}

fn place(parameter: &Parameter, object: usize, rng: &mut Rng) -> Argument {
    let offset = match parameter.passing {
        Passing::Copy => 0,
        _ => {
            let steps = (SIZE as u64 - parameter.room) / parameter.align;
            let steps = u32::try_from(steps).unwrap_or(0);
            u64::from(rng.below(steps + 1)) * parameter.align
        }
    };
    Argument::Place { object, offset }
}
