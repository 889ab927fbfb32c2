//! Instructions on vectors.

use super::maker::{Kind, Maker, shown};
use super::scalars::PREDICATES;
use crate::types::Type;

impl Maker {
    fn vector_type(&mut self) -> (u32, u32) {
        if let Some((_, Type::Vector(count, part))) =
            self.known(|ty| matches!(ty, Type::Vector(..)))
            && let Type::Int(width) = *part
            && self.rng.chance(70)
        {
            return (count, width);
        }
        let count = [1, 2, 2, 3, 4, 4, 5, 8][self.rng.below(8) as usize];
        let width = [1, 3, 8, 8, 16, 24, 32, 33, 64][self.rng.below(9) as usize];
        (count, width)
    }

    /// An operand that is a vector.
    pub(super) fn vector(&mut self, ty: &Type) -> String {
        let wanted = ty.clone();
        if self.rng.chance(80)
            && let Some((name, _)) = self.known(|ty| *ty == wanted)
        {
            return name;
        }
        let Type::Vector(count, part) = ty else {
            return "zeroinitializer".to_owned();
        };
        let Type::Int(width) = **part else {
            return "zeroinitializer".to_owned();
        };
        if self.rng.chance(50) {
            return self.vector_literal(*count, width);
        }
        let mut vector = self.vector_literal(*count, width);
        for lane in 0..*count {
            if self.rng.chance(60) {
                let value = self.int(width);
                let text = format!("insertelement {ty} {vector}, i{width} {value}, i32 {lane}");
                vector = self.hidden(&text);
            }
        }
        vector
    }

    pub(super) fn vector_literal(&mut self, count: u32, width: u32) -> String {
        let lanes: Vec<String> = (0..count)
            .map(|_| {
                let is_open = self.has(Kind::Undef) && !self.is_safe() && self.rng.chance(8);
                let lane = match is_open {
                    true => self.one_of(&["undef", "poison"]).to_owned(),
                    false => self.literal(width),
                };
                format!("i{width} {lane}")
            })
            .collect();
        format!("<{}>", lanes.join(", "))
    }

    pub(super) fn vectors(&mut self) {
        let (count, width) = self.vector_type();
        let ty = Type::lanes(count, width);
        match self.rng.below(13) {
            0 | 1 => self.binary_on(&ty, width),
            2 => {
                let (left, right) = (self.vector(&ty), self.vector(&ty));
                let predicate = self.one_of(&PREDICATES);
                self.value(
                    Type::lanes(count, 1),
                    &format!("icmp {predicate} {ty} {left}, {right}"),
                );
            }
            3 => {
                let (condition, shape) = match self.rng.below(2) {
                    0 => (self.int(1), Type::Int(1)),
                    _ => (self.vector(&Type::lanes(count, 1)), Type::lanes(count, 1)),
                };
                let (then, otherwise) = (self.vector(&ty), self.vector(&ty));
                self.value(
                    ty.clone(),
                    &format!("select {shape} {condition}, {ty} {then}, {ty} {otherwise}"),
                );
            }
            4 | 5 => {
                let vector = self.vector(&ty);
                let index = self.lane_index(count, width);
                self.value(
                    Type::Int(width),
                    &format!("extractelement {ty} {vector}, {index}"),
                );
            }
            6 => {
                let vector = self.vector(&ty);
                let value = self.int(width);
                let index = self.lane_index(count, width);
                self.value(
                    ty.clone(),
                    &format!("insertelement {ty} {vector}, i{width} {value}, {index}"),
                );
            }
            7 => self.shuffle(&ty, count, width),
            8 => self.reduce(&ty, count, width),
            9 => self.vector_cast(&ty, count, width),
            10 => self.reinterpret(&ty, count, width),
            11 if !self.is_safe() => {
                let vector = self.vector(&ty);
                self.value(ty.clone(), &format!("freeze {ty} {vector}"));
            }
            _ => self.intrinsic_on(&ty, width),
        }
    }

    /// The index of a lane, with its type. It has no sign, so that a narrow type will do.
    fn lane_index(&mut self, count: u32, lane_width: u32) -> String {
        let least = 32 - (count - 1).leading_zeros();
        let narrow = least.max(1);
        let width = match self.rng.below(3) {
            0 => 32,
            1 => 64,
            // LLVM 14 takes the highest bit of a narrow one for a sign.
            _ if self.is_new() => narrow,
            _ => 32,
        };
        let lane = u128::from(self.rng.below(count));
        // LLVM 14 looks for a lane that is no bytes, and is not known before, at the wrong place.
        let is_found = self.is_new() || lane_width.is_multiple_of(8);
        if self.rng.chance(60) || !is_found {
            return format!("i{width} {}", shown(lane, width));
        }
        let value = self.int(width);
        if !self.is_safe() && self.rng.chance(30) {
            return format!("i{width} {value}");
        }
        if u128::from(count) >= 1 << width.min(100) {
            // All numbers of this width are lanes.
            return format!("i{width} {value}");
        }
        let count = shown(u128::from(count), width);
        let index = self.hidden(&format!("urem i{width} {value}, {count}"));
        format!("i{width} {index}")
    }

    fn shuffle(&mut self, ty: &Type, count: u32, width: u32) {
        let (left, right) = (self.vector(ty), self.vector(ty));
        let lanes = 1 + self.rng.below(5);
        let mask: Vec<String> = (0..lanes)
            .map(|_| match !self.is_safe() && self.rng.chance(10) {
                true if self.is_new() => "i32 poison".to_owned(),
                true => "i32 undef".to_owned(),
                false => format!("i32 {}", self.rng.below(2 * count)),
            })
            .collect();
        let mask = mask.join(", ");
        self.value(
            Type::lanes(lanes, width),
            &format!("shufflevector {ty} {left}, {ty} {right}, <{lanes} x i32> <{mask}>"),
        );
    }

    fn reduce(&mut self, ty: &Type, count: u32, width: u32) {
        let operations = [
            "add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin",
        ];
        let operation = self.one_of(&operations);
        let name = format!("@llvm.vector.reduce.{operation}.v{count}i{width}");
        let vector = self.vector(ty);
        self.declare(format!("i{width} {name}({ty})"));
        self.value(
            Type::Int(width),
            &format!("call i{width} {name}({ty} {vector})"),
        );
    }

    fn vector_cast(&mut self, ty: &Type, count: u32, width: u32) {
        let to = self.width().min(64);
        let (cast, flags) = match width.cmp(&to) {
            std::cmp::Ordering::Equal => return self.reduce(ty, count, width),
            std::cmp::Ordering::Less => (self.one_of(&["zext", "sext"]), String::new()),
            std::cmp::Ordering::Greater if self.is_new() => ("trunc", self.flags(&["nuw", "nsw"])),
            std::cmp::Ordering::Greater => ("trunc", String::new()),
        };
        let vector = self.vector(ty);
        let to = Type::lanes(count, to);
        self.value(to.clone(), &format!("{cast} {flags}{ty} {vector} to {to}"));
    }

    /// `bitcast` between a vector, an integer and another vector.
    fn reinterpret(&mut self, ty: &Type, count: u32, width: u32) {
        let bits = count * width;
        if bits > 128 {
            return self.reduce(ty, count, width);
        }
        let whole = Type::Int(bits);
        // LLVM 14 and 19 compile those wrongly whose lanes are no bytes, and LLVM 19 constants with
        // lanes of three or six.
        let half = bits / 2;
        let is_right = bits.is_multiple_of(16) && half.is_power_of_two();
        let halves = is_right.then(|| Type::lanes(2, half));
        match (self.rng.below(3), halves) {
            (0, _) => {
                let value = self.int(bits);
                self.value(ty.clone(), &format!("bitcast {whole} {value} to {ty}"));
            }
            (1, Some(halves)) => {
                let vector = self.vector(ty);
                self.value(
                    halves.clone(),
                    &format!("bitcast {ty} {vector} to {halves}"),
                );
            }
            _ => {
                let vector = self.vector(ty);
                self.value(whole.clone(), &format!("bitcast {ty} {vector} to {whole}"));
            }
        }
    }
}
