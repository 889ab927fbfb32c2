//! Globals with all kinds of initial values.

use super::maker::{Kind, Maker, Place};
use crate::case::Global;
use crate::types::Type;

impl Maker {
    pub(super) fn choose_globals(&mut self) {
        if !self.has(Kind::Globals) {
            return;
        }
        for at in 0..1 + self.rng.below(3) {
            self.global(&format!("g{at}"));
        }
    }

    fn global(&mut self, name: &str) {
        let is_plain = self.rng.chance(50);
        let ty = match is_plain {
            true => self.plain_type(),
            false => self.any_type(2),
        };
        let linkage = match self.rng.below(14) {
            // Another module could define these, but none does.
            10 => "weak global",
            11 => "common global",
            12 => "weak constant",
            13 => "linkonce_odr constant",
            0 | 1 => "external global",
            2 => "external constant",
            3 => "global",
            4 => "constant",
            5 | 6 => "internal global",
            7 => "internal unnamed_addr constant",
            _ => "private unnamed_addr constant",
        };
        let is_external = linkage.starts_with("external");
        let is_constant = linkage.ends_with("constant");
        let initial = match is_external {
            true => String::new(),
            false if linkage.starts_with("common") => " zeroinitializer".to_owned(),
            false => format!(" {}", self.initial(&ty)),
        };
        let align = ty.align().max([1, 1, 16][self.rng.below(3) as usize]);
        self.prelude
            .push(format!("@{name} = {linkage} {ty}{initial}, align {align}"));
        self.globals.push(Global {
            name: name.to_owned(),
            ty: ty.clone(),
            is_external,
            is_constant: is_constant && !is_external,
        });
        self.places.push(Place {
            pointer: format!("@{name}"),
            before: 0,
            // What has padding is accessed field by field.
            room: if is_plain { ty.bytes() } else { 0 },
            align,
            writable: !is_constant,
            object: Some(format!("global {name}")),
        });
    }

    /// A type without padding.
    fn plain_type(&mut self) -> Type {
        let width = [8, 16, 32, 64][self.rng.below(4) as usize];
        match self.rng.below(3) {
            0 => Type::Int(width),
            1 => Type::Array(1 + self.rng.below(6), Box::new(Type::Int(width))),
            _ => Type::Struct {
                // An integer of three bytes would take four, the last of them padding.
                fields: vec![Type::Int(width), Type::Int(8), Type::Int(32), Type::Int(16)],
                packed: true,
            },
        }
    }

    /// Any type, nested so many times at most.
    fn any_type(&mut self, depth: u32) -> Type {
        let most = if self.is_new() { 10 } else { 6 };
        let width = [8, 1, 24, 32, 16, 64, 33, 8, 128, 65][self.rng.below(most) as usize];
        match self.rng.below(if depth == 0 { 2 } else { 5 }) {
            0 => Type::Int(width),
            1 => {
                // In memory, LLVM 14 takes for ever over lanes that are no bytes.
                let most = if self.is_new() { 6 } else { 3 };
                let width = [8, 32, 16, 1, 24, 3][self.rng.below(most) as usize];
                Type::lanes([2, 3, 4, 8][self.rng.below(4) as usize], width)
            }
            2 => Type::Array(1 + self.rng.below(3), Box::new(self.any_type(depth - 1))),
            _ => {
                let count = 1 + self.rng.below(3);
                Type::Struct {
                    fields: (0..count).map(|_| self.any_type(depth - 1)).collect(),
                    packed: self.rng.chance(30),
                }
            }
        }
    }

    /// An initial value.
    fn initial(&mut self, ty: &Type) -> String {
        if self.rng.chance(8) {
            return "zeroinitializer".to_owned();
        }
        let mut list = |parts: Vec<&Type>| {
            let parts: Vec<String> = parts
                .into_iter()
                .map(|part| format!("{part} {}", self.initial(part)))
                .collect();
            parts.join(", ")
        };
        match ty {
            Type::Int(width) => self.literal(*width),
            Type::Pointer => "null".to_owned(),
            Type::Vector(count, part) => format!("<{}>", list(vec![&**part; *count as usize])),
            Type::Array(count, part) => {
                if **part == Type::Int(8) && self.rng.chance(50) {
                    let bytes: String = (0..*count)
                        .map(|_| format!("\\{:02X}", self.rng.below(256)))
                        .collect();
                    return format!("c\"{bytes}\"");
                }
                let mut list = |parts: Vec<&Type>| {
                    let parts: Vec<String> = parts
                        .into_iter()
                        .map(|part| format!("{part} {}", self.initial(part)))
                        .collect();
                    parts.join(", ")
                };
                format!("[{}]", list(vec![&**part; *count as usize]))
            }
            Type::Struct { fields, packed } => {
                let inside = list(fields.iter().collect());
                match packed {
                    true => format!("<{{ {inside} }}>"),
                    false => format!("{{ {inside} }}"),
                }
            }
        }
    }

    /// A field of a global is loaded, or stored and loaded.
    pub(super) fn global_step(&mut self) {
        if self.globals.is_empty() {
            return self.memory();
        }
        let at = self.rng.below(self.globals.len() as u32) as usize;
        let global = self.globals[at].clone();
        let object = Some(format!("global {}", global.name));
        let is_writable = self
            .places
            .iter()
            .any(|place| place.object == object && place.writable);
        let Some((path, part)) = self.field(&global.ty) else {
            return;
        };
        let pointer = match path.is_empty() && self.rng.chance(50) {
            true => format!("@{}", global.name),
            false => {
                let path: String = path.iter().map(|at| format!(", i32 {at}")).collect();
                let flags = self.one_of(&["", "inbounds "]);
                let (ty, name) = (&global.ty, &global.name);
                self.hidden(&format!(
                    "getelementptr {flags}{ty}, ptr @{name}, i64 0{path}"
                ))
            }
        };
        let stores = is_writable && self.rng.chance(50);
        if stores {
            let value = self.operand(&part);
            self.line(&format!("store {part} {value}, ptr {pointer}, align 1"));
        }
        // What others fill holds bits beyond odd widths.
        let is_whole = match &part {
            Type::Int(width) => width.is_multiple_of(8),
            Type::Vector(_, lane) => matches!(**lane, Type::Int(w) if w.is_multiple_of(8)),
            _ => false,
        };
        if stores || is_whole || !global.is_external {
            self.value(
                part.clone(),
                &format!("load {part}, ptr {pointer}, align 1"),
            );
        }
    }

    /// An integer or a vector somewhere in a type, and the way to it.
    fn field(&mut self, ty: &Type) -> Option<(Vec<u32>, Type)> {
        let (at, part) = match ty {
            Type::Int(_) | Type::Vector(..) => return Some((Vec::new(), ty.clone())),
            Type::Pointer => return None,
            Type::Array(count, part) => (self.rng.below(*count), (**part).clone()),
            Type::Struct { fields, .. } => {
                let at = self.rng.below(fields.len() as u32);
                (at, fields[at as usize].clone())
            }
        };
        let (mut path, leaf) = self.field(&part)?;
        path.insert(0, at);
        Some((path, leaf))
    }
}
