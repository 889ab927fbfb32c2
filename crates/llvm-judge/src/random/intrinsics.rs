//! Calls of intrinsics with a meaning, on integers and on vectors of them.

use super::maker::Maker;
use crate::types::Type;

impl Maker {
    pub(super) fn intrinsic(&mut self) {
        let width = self.width();
        self.intrinsic_on(&Type::Int(width), width);
    }

    /// An intrinsic on a type, which is an integer of a width or a vector of such.
    pub(super) fn intrinsic_on(&mut self, ty: &Type, width: u32) {
        let suffix = match ty {
            Type::Vector(count, _) => format!("v{count}i{width}"),
            _ => format!("i{width}"),
        };
        let is_vector = matches!(ty, Type::Vector(..));
        match self.rng.below(if is_vector { 6 } else { 9 }) {
            0 | 1 => {
                let mut names = vec!["smax", "smin", "umax", "umin"];
                names.extend(["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"]);
                let name = self.one_of(&names);
                self.apply(name, ty, &suffix, 2);
            }
            2 => {
                let name = self.one_of(&["sshl.sat", "ushl.sat"]);
                let left = self.operand(ty);
                let right = self.operand(ty);
                let right = self.reduced(ty, width, &right);
                let text = format!("{ty} @llvm.{name}.{suffix}({ty} {left}, {ty} {right})");
                self.declare(format!("{ty} @llvm.{name}.{suffix}({ty}, {ty})"));
                self.value(ty.clone(), &format!("call {text}"));
            }
            // LLVM 14 compiles those of other widths wrongly.
            3 if self.is_new() || width.is_power_of_two() => {
                let name = self.one_of(&["fshl", "fshr"]);
                self.apply(name, ty, &suffix, 3);
            }
            4 => {
                let name = match self.rng.below(3) {
                    0 if width.is_multiple_of(16) => "bswap",
                    1 => "bitreverse",
                    _ => "ctpop",
                };
                self.apply(name, ty, &suffix, 1);
            }
            5 => {
                let name = self.one_of(&["abs", "ctlz", "cttz"]);
                let flag = !self.is_safe() && self.rng.chance(50);
                let value = self.operand(ty);
                self.declare(format!("{ty} @llvm.{name}.{suffix}({ty}, i1 immarg)"));
                self.value(
                    ty.clone(),
                    &format!("call {ty} @llvm.{name}.{suffix}({ty} {value}, i1 {flag})"),
                );
            }
            6 => self.with_overflow(width),
            7 => {
                // Comparisons in three ways came with LLVM 19.
                let result = 2 + self.rng.below(9);
                if self.is_new() && width > 1 {
                    let name = self.one_of(&["scmp", "ucmp"]);
                    let (left, right) = (self.operand(ty), self.operand(ty));
                    let full = format!("@llvm.{name}.i{result}.{suffix}");
                    self.declare(format!("i{result} {full}({ty}, {ty})"));
                    self.value(
                        Type::Int(result),
                        &format!("call i{result} {full}({ty} {left}, {ty} {right})"),
                    );
                }
            }
            _ => self.assumption(width),
        }
    }

    fn apply(&mut self, name: &str, ty: &Type, suffix: &str, count: usize) {
        let operands: Vec<String> = (0..count)
            .map(|_| format!("{ty} {}", self.operand(ty)))
            .collect();
        let types = vec![ty.to_string(); count].join(", ");
        self.declare(format!("{ty} @llvm.{name}.{suffix}({types})"));
        let text = format!("call {ty} @llvm.{name}.{suffix}({})", operands.join(", "));
        self.value(ty.clone(), &text);
    }

    /// A number that a type can be shifted by, where that must be so.
    fn reduced(&mut self, ty: &Type, width: u32, value: &str) -> String {
        match width {
            1 => self.splat(ty, 0, 1),
            _ if !self.is_safe() && self.rng.chance(40) => value.to_owned(),
            _ => {
                let bound = self.splat(ty, u128::from(width), width);
                self.hidden(&format!("urem {ty} {value}, {bound}"))
            }
        }
    }

    fn with_overflow(&mut self, width: u32) {
        let sign = self.one_of(&["s", "u"]);
        let operation = self.one_of(&["add", "sub", "mul"]);
        // Products of this width need a function of the runtime library that may not be there.
        if width > 64 && operation == "mul" {
            return;
        }
        let ty = Type::Int(width);
        let both = format!("{{ {ty}, i1 }}");
        let name = format!("@llvm.{sign}{operation}.with.overflow.i{width}");
        self.declare(format!("{both} {name}({ty}, {ty})"));
        let (left, right) = (self.operand(&ty), self.operand(&ty));
        let pair = self.hidden(&format!("call {both} {name}({ty} {left}, {ty} {right})"));
        self.value(ty, &format!("extractvalue {both} {pair}, 0"));
        self.value(Type::Int(1), &format!("extractvalue {both} {pair}, 1"));
    }

    /// An assumption that holds, or perhaps does not.
    fn assumption(&mut self, width: u32) {
        self.declare("void @llvm.assume(i1)".to_owned());
        let value = self.int(width);
        let condition = match self.is_safe() || self.rng.chance(50) {
            true => {
                let half = self.hidden(&format!("and i{width} {value}, 0"));
                self.hidden(&format!("icmp eq i{width} {half}, 0"))
            }
            false => self.int(1),
        };
        self.line(&format!("call void @llvm.assume(i1 {condition})"));
    }
}
