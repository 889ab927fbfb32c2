//! Reading sorts.

use super::error::{Error, Position, shown};
use super::lexer::Atom;
use super::sexpr::{Id, View};
use super::terms::Parser;
use crate::{Sort, recursion};

/// The widest bit-vector. Wider ones would let a short text ask for all the memory there is.
pub(super) const WIDEST: u32 = 1 << 16;

/// The largest sort, counted in the sorts that it is made of. Definitions of sorts can double the
/// size of a sort with every line.
const LARGEST: usize = 1000;

fn size(sort: &Sort) -> usize {
    match sort {
        Sort::Array(array) => size(&array.index)
            .saturating_add(size(&array.element))
            .saturating_add(1),
        _ => 1,
    }
}

/// Checks the width of a bit-vector.
pub(super) fn width(width: Option<u32>, position: Position) -> Result<u32, Error> {
    match width {
        Some(0) => Err(Error::invalid(
            position,
            "a bit-vector has at least one bit",
        )),
        Some(width) if width <= WIDEST => Ok(width),
        _ => Err(Error::unsupported(
            position,
            format!("bit-vectors of more than {WIDEST} bits are not supported"),
        )),
    }
}

impl Parser<'_, '_> {
    pub(super) fn sort(&mut self, id: Id) -> Result<Sort, Error> {
        self.nested(id, |parser| recursion::guard(|| parser.sort_inner(id)))
    }

    fn sort_inner(&mut self, id: Id) -> Result<Sort, Error> {
        let position = self.position(id);
        if let Some(name) = self.arena.name(id) {
            return self.named_sort(name, position);
        }
        let Some(parts) = self.arena.list(id) else {
            return Err(Error::invalid(position, "this is no sort"));
        };
        let parts = parts.to_vec();
        match parts.first().and_then(|first| self.arena.word(*first)) {
            Some("_") => match (self.arena.name(*parts.get(1).unwrap_or(&id)), parts.get(2)) {
                (Some("BitVec"), Some(index)) if parts.len() == 3 => {
                    let index = match self.arena.view(*index) {
                        View::Atom(Atom::Numeral(digits)) => digits.parse().ok(),
                        _ => None,
                    };
                    Ok(Sort::BitVec(width(index, position)?))
                }
                _ => Err(Error::unsupported(
                    position,
                    "this indexed sort is not supported",
                )),
            },
            Some("Array") if parts.len() == 3 => {
                let (index, element) = (self.sort(parts[1])?, self.sort(parts[2])?);
                if size(&index).saturating_add(size(&element)) > LARGEST {
                    return Err(Error::unsupported(position, "the sort is too large"));
                }
                Ok(Sort::array(index, element))
            }
            Some("Array") => Err(Error::invalid(position, "an array sort has two arguments")
                .with_hint("write `(Array Int Bool)` for arrays from integers to truth values")),
            Some(name) => Err(Error::unsupported(
                position,
                format!("the sort {} takes no arguments here", shown(name)),
            )),
            None => Err(Error::invalid(position, "this is no sort")),
        }
    }

    fn named_sort(&self, name: &str, position: Position) -> Result<Sort, Error> {
        if let Some(sort) = self.sort_definitions.get(name) {
            return Ok(sort.clone());
        }
        if let Some(sort) = self.declarations.sort(name) {
            return Ok(Sort::Enum(sort.clone()));
        }
        match name {
            "Bool" => Ok(Sort::Bool),
            "Int" => Ok(Sort::Int),
            "Real" => Ok(Sort::Real),
            "String" | "RegLan" | "RoundingMode" | "Float16" | "Float32" | "Float64" => {
                Err(Error::unsupported(
                    position,
                    format!("the sort {} is not supported", shown(name)),
                ))
            }
            _ => Err(
                Error::invalid(position, format!("there is no sort {}", shown(name))).with_hint(
                    "sorts are Bool, Int, Real, (_ BitVec n), (Array I E) and enumerations",
                ),
            ),
        }
    }
}

/// A sort as it is written in SMT-LIB, for messages.
pub(super) fn described(sort: &Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Int | Sort::Range(_) => "Int".into(),
        Sort::Real => "Real".into(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Enum(sort) => sort.name().to_string(),
        Sort::Array(sort) => format!(
            "(Array {} {})",
            described(&sort.index),
            described(&sort.element)
        ),
    }
}
