//! Pointers as values.

use super::maker::{Maker, Place};
use super::scalars::PREDICATES;
use crate::types::Type;

impl Maker {
    pub(super) fn pointers(&mut self) {
        if self.places.is_empty() {
            return self.scalars();
        }
        match self.rng.below(7) {
            0 | 1 => self.compare_pointers(),
            2 | 3 => self.choose_pointer(),
            4 => self.number_of_pointer(),
            5 => self.pointer_through_memory(),
            _ => self.difference(),
        }
    }

    /// Whether the address of a place is the same in all programs.
    fn is_fixed(place: &Place) -> bool {
        let object = place.object.as_deref();
        !object.is_some_and(|it| it.starts_with("local") || it.starts_with("global"))
    }

    fn compare_pointers(&mut self) {
        let (left, right) = (self.place(), self.place());
        let is_same = left.object.is_some() && left.object == right.object;
        let is_fixed = |place: &Place| Self::is_fixed(place) && !self.is_copy(place);
        let predicate = match is_same || is_fixed(&left) && is_fixed(&right) {
            true => self.one_of(&PREDICATES),
            // Only equality of different objects is the same in all programs.
            false => self.one_of(&["eq", "ne"]),
        };
        let right = match self.rng.below(4) {
            0 => "null".to_owned(),
            _ => right.pointer,
        };
        self.value(
            Type::Int(1),
            &format!("icmp {predicate} ptr {}, {right}", left.pointer),
        );
    }

    fn choose_pointer(&mut self) {
        let (then, otherwise) = (self.place(), self.place());
        let condition = self.int(1);
        let pointer = self.hidden(&format!(
            "select i1 {condition}, ptr {}, ptr {}",
            then.pointer, otherwise.pointer
        ));
        let object = match then.object == otherwise.object {
            true => then.object.clone(),
            // An address that differs from program to program is not shown.
            false if Self::is_fixed(&then) && Self::is_fixed(&otherwise) => None,
            false => return,
        };
        self.places.push(Place {
            pointer,
            before: then.before.min(otherwise.before),
            room: then.room.min(otherwise.room),
            align: then.align.min(otherwise.align),
            writable: then.writable && otherwise.writable,
            object,
        });
    }

    fn number_of_pointer(&mut self) {
        let place = self.place();
        if !Self::is_fixed(&place) || self.is_copy(&place) {
            return;
        }
        let number = self.value(
            Type::Int(64),
            &format!("ptrtoint ptr {} to i64", place.pointer),
        );
        if self.rng.chance(40) {
            let pointer = self.hidden(&format!("inttoptr i64 {number} to ptr"));
            self.places.push(Place { pointer, ..place });
        }
    }

    /// A copy is at another address than what it was made from.
    fn is_copy(&self, place: &Place) -> bool {
        let copies = self.parameters.iter().zip(0u32..);
        let copies = copies.filter(|(p, _)| p.passing == crate::case::Passing::Copy);
        let names: Vec<String> = copies
            .map(|(p, _)| format!("parameter {}", p.name.trim_start_matches('p')))
            .collect();
        place.object.as_ref().is_some_and(|it| names.contains(it))
    }

    fn pointer_through_memory(&mut self) {
        let (value, place) = (self.place(), self.place());
        if !place.writable || !Self::is_fixed(&value) || self.is_copy(&value) {
            return;
        }
        if let Some(target) = self.inside(&place, 8) {
            let at = target.pointer;
            self.line(&format!("store ptr {}, ptr {at}, align 1", value.pointer));
            let pointer = self.hidden(&format!("load ptr, ptr {at}, align 1"));
            self.places.push(Place { pointer, ..value });
        }
    }

    /// How far two pointers are apart.
    fn difference(&mut self) {
        let (left, right) = (self.place(), self.place());
        let is_same = left.object.is_some() && left.object == right.object;
        let is_fixed = |place: &Place| Self::is_fixed(place) && !self.is_copy(place);
        let are_fixed = is_fixed(&left) && is_fixed(&right);
        if !is_same && !are_fixed {
            return;
        }
        let [left, right] = [left, right]
            .map(|place| self.hidden(&format!("ptrtoint ptr {} to i64", place.pointer)));
        self.value(Type::Int(64), &format!("sub i64 {left}, {right}"));
    }
}
