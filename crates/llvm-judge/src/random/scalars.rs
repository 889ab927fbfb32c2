//! Instructions on integers.

use super::maker::{Maker, shown};
use crate::types::Type;

/// The predicates of `icmp`.
pub(super) const PREDICATES: [&str; 10] = [
    "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
];

impl Maker {
    pub(super) fn scalars(&mut self) {
        match self.rng.below(13) {
            0..=3 => self.binary(),
            4 | 5 => self.compare(),
            6 | 7 => self.cast(),
            8 => self.select(),
            9 if self.is_safe() => self.flagged(),
            9 => {
                let width = self.width();
                let value = self.int(width);
                self.value(Type::Int(width), &format!("freeze i{width} {value}"));
            }
            10 if self.is_safe() => self.flagged(),
            _ => self.intrinsic(),
        }
    }

    fn binary(&mut self) {
        let width = self.width();
        self.binary_on(&Type::Int(width), width);
    }

    /// A binary operation on integers or on vectors of them.
    pub(super) fn binary_on(&mut self, ty: &Type, width: u32) {
        let operations = [
            "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "sdiv",
            "srem",
        ];
        let operation = self.one_of(&operations.each_ref().map(|it| *it));
        let left = self.operand(ty);
        let mut right = self.operand(ty);
        let is_shift = matches!(operation, "shl" | "lshr" | "ashr");
        let is_division = matches!(operation, "udiv" | "urem" | "sdiv" | "srem");
        // What is not masked is mostly undefined.
        let is_masked = self.is_safe() || self.rng.chance(60);
        if is_shift && is_masked {
            right = self.amount(ty, width, &right);
        }
        if is_division {
            if operation.starts_with('s') && width == 1 {
                return;
            }
            if is_masked {
                right = self.divisor(ty, width, operation, &right);
            }
        }
        let flags = match operation {
            "add" | "sub" | "mul" | "shl" => self.flags(&["nuw", "nsw"]),
            "lshr" | "ashr" | "udiv" | "sdiv" => self.flags(&["exact"]),
            "or" => self.flags(&["disjoint"]),
            _ => String::new(),
        };
        self.value(
            ty.clone(),
            &format!("{operation} {flags}{ty} {left}, {right}"),
        );
    }

    /// A number that a type can be shifted by.
    fn amount(&mut self, ty: &Type, width: u32, value: &str) -> String {
        let bound = self.splat(ty, u128::from(width), width);
        match width {
            1 => self.splat(ty, 0, width),
            _ => self.hidden(&format!("urem {ty} {value}, {bound}")),
        }
    }

    /// A number that can be divided by.
    fn divisor(&mut self, ty: &Type, width: u32, operation: &str, value: &str) -> String {
        let one = self.splat(ty, 1, width);
        let positive = self.hidden(&format!("or {ty} {value}, {one}"));
        match operation {
            "udiv" | "urem" => positive,
            _ => {
                let most = self.splat(ty, (1 << (width - 1)) - 1, width);
                self.hidden(&format!("and {ty} {positive}, {most}"))
            }
        }
    }

    /// The literal of a number, in all lanes of a vector.
    pub(super) fn splat(&mut self, ty: &Type, number: u128, width: u32) -> String {
        let number = shown(number, width);
        match ty {
            Type::Vector(count, _) => {
                let lanes = vec![format!("i{width} {number}"); *count as usize];
                format!("<{}>", lanes.join(", "))
            }
            _ => number,
        }
    }

    fn compare(&mut self) {
        let width = self.width();
        let ty = Type::Int(width);
        let (left, right) = (self.operand(&ty), self.operand(&ty));
        let predicate = self.one_of(&PREDICATES);
        let flags = self.samesign();
        self.value(
            Type::Int(1),
            &format!("icmp {flags}{predicate} {ty} {left}, {right}"),
        );
    }

    /// LLVM 19 does not know `samesign` yet; the reader does, which other tests look at.
    pub(super) fn samesign(&mut self) -> &'static str {
        ""
    }

    fn cast(&mut self) {
        let Some((name, Type::Int(from))) = self.known(|ty| matches!(ty, Type::Int(_))) else {
            return self.binary();
        };
        let to = self.width();
        let (cast, flags) = match from.cmp(&to) {
            std::cmp::Ordering::Equal => return self.compare(),
            std::cmp::Ordering::Less => match self.one_of(&["zext", "sext"]) {
                "zext" => ("zext", self.flags(&["nneg"])),
                cast => (cast, String::new()),
            },
            std::cmp::Ordering::Greater if self.is_new() => ("trunc", self.flags(&["nuw", "nsw"])),
            std::cmp::Ordering::Greater => ("trunc", String::new()),
        };
        self.value(
            Type::Int(to),
            &format!("{cast} {flags}i{from} {name} to i{to}"),
        );
    }

    fn select(&mut self) {
        let width = self.width();
        let condition = self.int(1);
        let (then, otherwise) = (self.int(width), self.int(width));
        self.value(
            Type::Int(width),
            &format!("select i1 {condition}, i{width} {then}, i{width} {otherwise}"),
        );
    }

    /// An operation whose flags hold by what its operands are.
    fn flagged(&mut self) {
        let from = match self.width() {
            wide if wide > 60 => wide / 3,
            narrow => narrow,
        };
        let to = 2 * from + 2;
        let ty = Type::Int(to);
        let (left, right) = (self.int(from), self.int(from));
        let choice = self.rng.below(12);
        let extension = match choice {
            0 | 1 => "sext",
            _ => "zext",
        };
        let left = self.hidden(&format!("{extension} i{from} {left} to i{to}"));
        let right = self.hidden(&format!("{extension} i{from} {right} to i{to}"));
        let text = match choice {
            0 => format!("add nsw i{to} {left}, {right}"),
            1 => format!("mul nsw i{to} {left}, {right}"),
            2 => format!("add nuw nsw i{to} {left}, {right}"),
            3 => format!("sub nsw i{to} {left}, {right}"),
            4 => format!("mul nuw nsw i{to} {left}, {right}"),
            5 => format!("shl nuw nsw i{to} {left}, {}", 1 + self.rng.below(from)),
            6 => {
                let up = self.hidden(&format!("shl i{to} {left}, {from}"));
                let operation = self.one_of(&["lshr", "ashr"]);
                format!("{operation} exact i{to} {up}, {}", self.rng.below(from + 1))
            }
            7 => {
                let factor = shown(u128::from(1 + self.rng.below(3)), to);
                let product = self.hidden(&format!("mul nuw i{to} {left}, {factor}"));
                let operation = self.one_of(&["udiv", "sdiv"]);
                format!("{operation} exact i{to} {product}, {factor}")
            }
            8 if self.is_new() => {
                let up = self.hidden(&format!("shl i{to} {left}, {from}"));
                format!("or disjoint i{to} {up}, {right}")
            }
            9 if self.is_new() => {
                let wider = to + 1 + self.rng.below(3);
                let text = format!("zext nneg i{to} {left} to i{wider}");
                return drop(self.value(Type::Int(wider), &text));
            }
            10 if self.is_new() => {
                let text = format!("trunc nuw nsw i{to} {left} to i{}", from + 1);
                return drop(self.value(Type::Int(from + 1), &text));
            }
            11 if self.is_new() => {
                let text = format!("trunc nuw i{to} {left} to i{from}");
                return drop(self.value(Type::Int(from), &text));
            }
            _ => format!("sub nuw i{to} -1, {left}"),
        };
        self.value(ty, &text);
    }
}
