//! Parameters and their attributes.

use super::maker::{Kind, Maker, Place, shown};
use crate::case::{Parameter, Passing, SIZE};
use crate::types::Type;

impl Maker {
    pub(super) fn choose_parameters(&mut self) {
        let numbers = 1 + self.rng.below(3);
        for at in 0..numbers {
            self.number_parameter(at);
        }
        if self.has(Kind::Memory) {
            for at in 0..1 + self.rng.below(3) {
                self.pointer_parameter(at);
            }
        }
    }

    fn number_parameter(&mut self, at: u32) {
        let width = self.width();
        let mut ty = Type::Int(width);
        if self.has(Kind::Vectors) && self.rng.chance(20) {
            let forms = [(2, 16), (4, 8), (4, 32), (2, 64), (8, 16)];
            let (lanes, width) = forms[self.rng.below(5) as usize];
            ty = Type::lanes(lanes, width);
        }
        let mut parameter = Parameter {
            name: format!("a{at}"),
            ty: ty.clone(),
            abi: String::new(),
            passing: Passing::Plain,
            align: 1,
            room: 0,
            is_object: false,
            range: None,
        };
        let mut attributes = String::new();
        if self.has(Kind::Attributes) && ty == Type::Int(width) {
            if width < 32 && self.rng.chance(30) {
                parameter.abi = self.one_of(&["zeroext", "signext"]).to_owned();
                attributes.push_str(&parameter.abi);
                attributes.push(' ');
            }
            if self.rng.chance(30) {
                attributes.push_str("noundef ");
            }
            if self.is_new() && (2..100).contains(&width) && self.rng.chance(30) {
                let low = super::corner(&mut self.rng, width);
                let high = super::corner(&mut self.rng, width);
                if low < high {
                    let [from, to] = [low, high].map(|it| shown(it, width));
                    attributes.push_str(&format!("range(i{width} {from}, {to}) "));
                    parameter.range = Some((low, high - 1));
                }
            }
        }
        self.scope.push((format!("%a{at}"), ty));
        self.parameters.push(parameter);
        self.attributes.push(attributes);
    }

    fn pointer_parameter(&mut self, at: u32) {
        let room = [8, 16, 32, 64][self.rng.below(4) as usize];
        let align = [1, 1, 2, 4, 8, 16][self.rng.below(6) as usize];
        let mut parameter = Parameter {
            name: format!("p{at}"),
            ty: Type::Pointer,
            abi: String::new(),
            passing: Passing::Plain,
            align,
            room,
            is_object: self.is_safe() || self.rng.chance(70),
            range: None,
        };
        let mut attributes = String::new();
        let mut object = None;
        if self.has(Kind::Attributes) {
            if self.rng.chance(25) {
                attributes.push_str("noundef ");
            }
            match self.rng.below(8) {
                0 => {
                    attributes.push_str("noalias ");
                    parameter.passing = Passing::Apart;
                }
                // Only the first two can be where the result goes.
                1 if at == 0 && self.parameters.len() < 2 => {
                    parameter.abi = format!("sret([{room} x i8])");
                    attributes.push_str(&format!("noalias {} ", parameter.abi));
                    parameter.passing = Passing::Apart;
                    parameter.is_object = true;
                }
                2 => {
                    // What is copied is copied as a whole, from the start of an object.
                    parameter.abi = format!("byval([{room} x i8]) align {}", align.max(8));
                    parameter.align = align.max(8);
                    attributes.push_str(&format!("{} ", parameter.abi));
                    parameter.passing = Passing::Copy;
                    parameter.is_object = true;
                }
                _ => {}
            }
            if parameter.passing != Passing::Copy && self.rng.chance(30) && align > 1 {
                attributes.push_str(&format!("align {align} "));
            }
            if self.rng.chance(25) && parameter.is_object {
                attributes.push_str("nonnull ");
            }
            match self.rng.below(6) {
                0 if parameter.is_object => {
                    attributes.push_str(&format!("dereferenceable({room}) "));
                }
                1 => attributes.push_str(&format!("dereferenceable_or_null({room}) ")),
                _ => {}
            }
        }
        if parameter.passing != Passing::Plain {
            object = Some(format!("parameter {at}"));
        }
        assert!(room <= SIZE as u64, "an object has room");
        self.places.push(Place {
            pointer: format!("%p{at}"),
            before: 0,
            room,
            align: parameter.align,
            writable: true,
            object,
        });
        self.parameters.push(parameter);
        self.attributes.push(attributes);
    }
}
