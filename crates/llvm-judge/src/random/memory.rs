//! Locals, loads, stores and what copies memory.

use super::maker::{Kind, Maker, Place};
use crate::types::Type;

impl Maker {
    /// Some place in memory.
    pub(super) fn place(&mut self) -> Place {
        if self.places.is_empty() {
            return Place {
                pointer: "null".to_owned(),
                before: 0,
                room: 0,
                align: 1,
                writable: false,
                object: None,
            };
        }
        let at = self.rng.below(self.places.len() as u32) as usize;
        self.places[at].clone()
    }

    pub(super) fn memory(&mut self) {
        let is_entry = self.block == "entry" && self.depth == 0;
        match self.rng.below(12) {
            0 | 1 if is_entry => self.local(),
            0..=3 => self.store(),
            4..=7 => self.load(),
            8 => self.derive(),
            9 => self.odd_round_trip(),
            10 => self.fill(),
            _ => self.copy(),
        }
    }

    /// A local; where everything has to be defined, it is filled at once.
    fn local(&mut self) {
        let bytes = [4u64, 8, 16, 32][self.rng.below(4) as usize];
        let ty = match self.rng.below(3) {
            0 if bytes < 16 => Type::Int(8 * bytes as u32),
            1 => Type::Struct {
                fields: vec![Type::Int(32); bytes as usize / 4],
                packed: false,
            },
            _ => Type::Array(bytes as u32, Box::new(Type::Int(8))),
        };
        let align = [1, 4, 8, 16][self.rng.below(4) as usize];
        let pointer = self.hidden(&format!("alloca {ty}, align {align}"));
        let place = Place {
            object: Some(format!("local {pointer}")),
            pointer: pointer.clone(),
            before: 0,
            room: bytes,
            align,
            writable: true,
        };
        if self.is_safe() || !self.has(Kind::Undef) || self.rng.chance(60) {
            self.fill_place(&pointer, bytes);
        }
        self.places.push(place);
    }

    fn fill_place(&mut self, pointer: &str, bytes: u64) {
        self.declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)".to_owned());
        let byte = self.int(8);
        self.line(&format!(
            "call void @llvm.memset.p0.i64(ptr {pointer}, i8 {byte}, i64 {bytes}, i1 false)"
        ));
    }

    /// A place inside of another one with room for some bytes.
    pub(super) fn inside(&mut self, place: &Place, bytes: u64) -> Option<Place> {
        // Wild functions leave their objects now and then.
        let is_astray = !self.is_safe() && self.rng.chance(6);
        let slack = place.room.checked_sub(bytes);
        if slack.is_none() && !is_astray {
            return None;
        }
        let slack = slack.unwrap_or(0) + if is_astray { 24 } else { 0 };
        let back = if is_astray { 16 } else { place.before };
        match self.rng.below(4) {
            0 => Some(place.clone()),
            1 if slack > 0 => Some(self.indexed(place, slack)),
            _ => {
                let span = (slack + back + 1) as u32;
                let offset = i64::from(self.rng.below(span)) - back as i64;
                Some(self.moved(place, offset))
            }
        }
    }

    /// The place at a fixed distance.
    pub(super) fn moved(&mut self, place: &Place, offset: i64) -> Place {
        // A step in elements of several bytes where that is possible.
        let steps: Vec<i64> = [1i64, 2, 3, 4, 8]
            .into_iter()
            .filter(|step| offset % step == 0)
            .collect();
        let step = steps[self.rng.below(steps.len() as u32) as usize];
        let element = match step {
            1 => "i8",
            2 => "i16",
            3 => "[3 x i8]",
            4 => self.one_of(&["i32", "<2 x i16>", "[2 x i16]", "{ i8, i16 }"]),
            _ => self.one_of(&["i64", "{ i8, i32 }", "<2 x i32>", "ptr"]),
        };
        let index = offset / step;
        let width = match self.rng.below(3) {
            0 if (-128..128).contains(&index) => 8,
            1 => 32,
            _ => 64,
        };
        let flags = self.pointer_flags(offset >= 0);
        let pointer = self.hidden(&format!(
            "getelementptr {flags}{element}, ptr {}, i{width} {index}",
            place.pointer
        ));
        let distance = offset.unsigned_abs();
        let behind = |bytes: u64| match offset >= 0 {
            true => bytes.saturating_sub(distance),
            false => bytes + distance,
        };
        let before = |bytes: u64| match offset >= 0 {
            true => bytes + distance,
            false => bytes.saturating_sub(distance),
        };
        let divides = |align: u64| distance.is_multiple_of(align);
        let mut align = place.align;
        while !divides(align) {
            align /= 2;
        }
        Place {
            pointer,
            before: before(place.before),
            room: behind(place.room),
            align,
            ..place.clone()
        }
    }

    /// The place at a distance up to a bound that is only known when the function runs.
    fn indexed(&mut self, place: &Place, slack: u64) -> Place {
        let width = [8, 16, 32, 64][self.rng.below(4) as usize];
        let value = self.int(width);
        let bound = slack.min(100) + 1;
        let index = self.hidden(&format!("urem i{width} {value}, {bound}"));
        let flags = self.pointer_flags(true);
        let pointer = self.hidden(&format!(
            "getelementptr {flags}i8, ptr {}, i{width} {index}",
            place.pointer
        ));
        Place {
            pointer,
            room: place.room.saturating_sub(slack),
            align: 1,
            ..place.clone()
        }
    }

    /// Flags of an offset that stays inside: all of them hold, `nuw` only if it is not negative.
    fn pointer_flags(&mut self, is_forward: bool) -> String {
        let mut flags = String::new();
        let may_lie = !self.is_safe() && self.rng.chance(10);
        if self.rng.chance(50) {
            flags.push_str("inbounds ");
        } else if self.is_new() && self.rng.chance(40) {
            flags.push_str("nusw ");
        }
        if self.is_new() && (is_forward || may_lie) && self.rng.chance(30) {
            flags.push_str("nuw ");
        }
        flags
    }

    /// An alignment that an access may name.
    fn access_align(&mut self, place: &Place) -> u64 {
        let most = place.align.trailing_zeros();
        let lie = u32::from(!self.is_safe() && self.rng.chance(4));
        1 << (self.rng.below(most + 1) + lie)
    }

    /// What is accessed: numbers of whole bytes, or vectors of such.
    fn accessed(&mut self) -> Type {
        match self.rng.below(8) {
            0 if self.has(Kind::Vectors) => {
                let count = 2 + self.rng.below(3);
                Type::lanes(count, [8, 16][self.rng.below(2) as usize])
            }
            _ => Type::Int(self.byte_width()),
        }
    }

    fn store(&mut self) {
        let ty = self.accessed();
        let place = self.place();
        if !place.writable {
            return;
        }
        let value = self.operand(&ty);
        if let Some(target) = self.inside(&place, ty.bytes()) {
            let align = self.access_align(&target);
            self.line(&format!(
                "store {ty} {value}, ptr {}, align {align}",
                target.pointer
            ));
        }
    }

    fn load(&mut self) {
        let ty = self.accessed();
        let place = self.place();
        if let Some(source) = self.inside(&place, ty.bytes()) {
            let align = self.access_align(&source);
            let pointer = source.pointer;
            self.value(
                ty.clone(),
                &format!("load {ty}, ptr {pointer}, align {align}"),
            );
        }
    }

    fn derive(&mut self) {
        let place = self.place();
        if let Some(derived) = self.inside(&place, 1) {
            self.places.push(derived);
        }
    }

    /// A number of any width through memory: what was stored is loaded again.
    fn odd_round_trip(&mut self) {
        let width = self.width();
        if width > 64 && !self.is_new() {
            return;
        }
        let ty = Type::Int(width);
        let place = self.place();
        if !place.writable {
            return;
        }
        let value = self.int(width);
        if let Some(target) = self.inside(&place, ty.bytes()) {
            let align = self.access_align(&target);
            let pointer = target.pointer;
            self.line(&format!("store {ty} {value}, ptr {pointer}, align {align}"));
            self.value(
                ty.clone(),
                &format!("load {ty}, ptr {pointer}, align {align}"),
            );
        }
    }

    fn fill(&mut self) {
        let place = self.place();
        if !place.writable || place.room == 0 {
            return;
        }
        let bytes = 1 + u64::from(self.rng.below(place.room as u32));
        if let Some(target) = self.inside(&place, bytes) {
            self.fill_place(&target.pointer, bytes);
        }
    }

    /// Copies a few bytes; where the two may overlap, by `memmove`.
    fn copy(&mut self) {
        let (to, from) = (self.place(), self.place());
        let most = to.room.min(from.room);
        if !to.writable || most == 0 {
            return;
        }
        let bytes = 1 + u64::from(self.rng.below(most as u32));
        let (Some(to), Some(from)) = (self.inside(&to, bytes), self.inside(&from, bytes)) else {
            return;
        };
        let is_local = |place: &Place| {
            let object = place.object.as_deref();
            object.is_some_and(|object| object.starts_with("local"))
        };
        let are_apart = to.object != from.object
            && (to.object.is_some() && from.object.is_some() || is_local(&to) || is_local(&from));
        let name = match are_apart || !self.is_safe() && self.rng.chance(20) {
            true => "memcpy",
            false => "memmove",
        };
        self.declare(format!(
            "void @llvm.{name}.p0.p0.i64(ptr, ptr, i64, i1 immarg)"
        ));
        self.line(&format!(
            "call void @llvm.{name}.p0.p0.i64(ptr {}, ptr {}, i64 {bytes}, i1 false)",
            to.pointer, from.pointer
        ));
    }
}
