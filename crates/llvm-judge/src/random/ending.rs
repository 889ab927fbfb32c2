//! The end of a function, and what is promised of its result.

use super::maker::{Kind, Maker, Place, shown};
use crate::case::Passing;
use crate::types::Type;

impl Maker {
    /// The end of the function; the type of its result.
    pub(super) fn ending(&mut self) -> Option<Type> {
        let choice = self.rng.below(12);
        if choice == 0 && self.has(Kind::Memory) {
            self.line("ret void");
            return None;
        }
        if choice < 3
            && let Some((name, ty)) = self.known(|ty| !matches!(ty, Type::Int(_)))
        {
            self.line(&format!("ret {ty} {name}"));
            return Some(ty);
        }
        if choice == 3
            && self.has(Kind::Attributes)
            && let Some(ty) = self.returned()
        {
            return Some(ty);
        }
        if choice < 5 && self.has(Kind::Pointers) && !self.places.is_empty() {
            let place = self.place();
            // The address of a local means nothing outside.
            let object = place.object.as_deref();
            if !object.is_some_and(|object| object.starts_with("local")) {
                self.result_attributes = self.of_pointer(&place);
                self.line(&format!("ret ptr {}", place.pointer));
                return Some(Type::Pointer);
            }
        }
        let width = self.width();
        let mut result = self.int(width);
        for _ in 0..self.rng.below(4) {
            let other = self.int(width);
            result = self.hidden(&format!("xor i{width} {result}, {other}"));
        }
        self.result_attributes = self.of_number(width);
        self.line(&format!("ret i{width} {result}"));
        Some(Type::Int(width))
    }

    /// Returns a parameter, and says so; a wild function may say it of another one.
    fn returned(&mut self) -> Option<Type> {
        let count = self.parameters.len() as u32;
        let [at, other] = [0, 1].map(|_| self.rng.below(count) as usize);
        let parameter = self.parameters[at].clone();
        if parameter.passing != Passing::Plain {
            return None;
        }
        let is_wrong = !self.is_safe()
            && self.parameters[other].ty == parameter.ty
            && self.parameters[other].passing == Passing::Plain;
        let said = if is_wrong { other } else { at };
        self.attributes[said].push_str("returned ");
        self.line(&format!("ret {} %{}", parameter.ty, parameter.name));
        Some(parameter.ty)
    }

    /// What is said of a number that is a result: of a safe function what holds.
    pub(super) fn of_number(&mut self, width: u32) -> String {
        let mut text = String::new();
        if !self.has(Kind::Attributes) {
            return text;
        }
        if self.rng.chance(25) {
            text.push_str("noundef ");
        }
        if !self.is_safe() && self.is_new() && (2..100).contains(&width) && self.rng.chance(30) {
            let [low, high] = [0, 1].map(|_| super::corner(&mut self.rng, width));
            if low != high {
                let [from, to] = [low, high].map(|it| shown(it, width));
                text.push_str(&format!("range(i{width} {from}, {to}) "));
            }
        }
        text
    }

    /// What is said of a pointer that is a result: of a safe function what holds.
    pub(super) fn of_pointer(&mut self, place: &Place) -> String {
        let mut text = String::new();
        if !self.has(Kind::Attributes) {
            return text;
        }
        let more = if self.is_safe() { 1 } else { 2 };
        if self.rng.chance(25) {
            text.push_str("noundef ");
        }
        if self.rng.chance(25) {
            text.push_str("nonnull ");
        }
        if self.rng.chance(25) {
            text.push_str(&format!("align {} ", place.align.min(64) * more));
        }
        match self.rng.below(6) {
            0 if place.room > 0 => {
                text.push_str(&format!("dereferenceable({}) ", place.room * more));
            }
            1 if place.room > 0 => {
                text.push_str(&format!("dereferenceable_or_null({}) ", place.room * more));
            }
            _ => {}
        }
        text
    }
}
