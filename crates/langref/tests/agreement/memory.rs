//! Random functions with local memory.

use crate::generate::{constant, possible_flags};
use crate::random::Random;
use crate::sketch::{Block, Inst, Op, Operand, Param, Sketch, Term, Ty};

/// What a generator has made so far.
struct Writer<'r> {
    random: &'r mut Random,
    next: usize,
    scope: Vec<Operand>,
    insts: Vec<Inst>,
}

/// The widths that are loaded and stored.
const WIDTHS: [u32; 4] = [8, 8, 16, 24];

impl Writer<'_> {
    fn push(&mut self, op: Op, ty: Ty, operands: Vec<Operand>) {
        self.next += 1;
        let name = format!("%v{}", self.next);
        let possible = possible_flags(&op);
        let flags = possible.iter().filter(|_| self.random.percent(30));
        let flags = flags.copied().collect();
        if op.has_result() {
            self.scope.push(Operand {
                ty,
                text: name.clone(),
            });
        }
        self.insts.push(Inst {
            name,
            ty,
            op,
            flags,
            operands,
        });
    }

    fn local(&mut self, ty: Ty) -> Option<Operand> {
        let alike: Vec<&Operand> = self.scope.iter().filter(|it| it.ty == ty).collect();
        (!alike.is_empty()).then(|| (*self.random.pick(&alike)).clone())
    }

    fn operand(&mut self, ty: Ty) -> Operand {
        match self.local(ty) {
            Some(local) if self.random.percent(75) => local,
            _ => constant(self.random, ty),
        }
    }

    fn pointer(&mut self) -> Operand {
        match self.local(Ty::Ptr) {
            Some(local) if self.random.percent(97) => local,
            _ => constant(self.random, Ty::Ptr),
        }
    }

    fn align(&mut self) -> u32 {
        *self.random.pick(&[1, 1, 1, 2])
    }

    fn inst(&mut self) {
        let ty = Ty::Int(*self.random.pick(&WIDTHS));
        match self.random.below(12) {
            0..4 => {
                let (value, pointer) = (self.operand(ty), self.pointer());
                let align = self.align();
                self.push(Op::Store(align), ty, vec![value, pointer]);
            }
            4..7 => {
                let pointer = self.pointer();
                let align = self.align();
                self.push(Op::Load(align), ty, vec![pointer]);
            }
            7..10 => {
                let pointer = self.pointer();
                let index = match self.random.percent(30) {
                    true if self.random.percent(50) => self.operand(Ty::Int(3)),
                    true => self.operand(Ty::Int(2)),
                    false => Operand {
                        ty: Ty::Int(64),
                        text: (*self.random.pick(&["0", "1", "1", "2", "3", "-1"])).to_owned(),
                    },
                };
                let through = *self.random.pick(&["i8", "i8", "i16", "[2 x i8]"]);
                self.push(Op::Gep(through), Ty::Ptr, vec![pointer, index]);
            }
            10 => {
                let operands = vec![self.operand(ty), self.operand(ty)];
                let op = *self.random.pick(&["add", "xor", "and", "or", "lshr"]);
                self.push(Op::Binary(op), ty, operands);
            }
            _ => {
                let (op, from, to) = *self.random.pick(&[
                    ("zext", 8, 16),
                    ("trunc", 16, 8),
                    ("zext", 8, 24),
                    ("trunc", 24, 8),
                ]);
                let operands = vec![self.operand(Ty::Int(from))];
                self.push(Op::Cast(op), Ty::Int(to), operands);
            }
        }
    }
}

/// A function that writes and reads local memory.
pub(crate) fn function(random: &mut Random) -> Sketch {
    let mut writer = Writer {
        random,
        next: 0,
        scope: Vec::new(),
        insts: Vec::new(),
    };
    let mut params = Vec::new();
    // Objects of the caller are tried with few contents only; half of the functions have none, so
    // that all their inputs can be tried.
    let pointers = [0, 0, 1, 2][writer.random.below(4)];
    let widths = if pointers > 0 { [1, 2] } else { [2, 3] };
    let types = [
        ("%x", Ty::Int(widths[0])),
        ("%i", Ty::Int(widths[1])),
        ("%p", Ty::Ptr),
        ("%q", Ty::Ptr),
    ];
    for (name, ty) in types.into_iter().take(2 + pointers) {
        let attributes = match writer.random.percent(50) {
            true => vec!["noundef".to_owned()],
            false => Vec::new(),
        };
        params.push(Param {
            name: name.to_owned(),
            ty,
            attributes,
        });
        writer.scope.push(Operand {
            ty,
            text: name.to_owned(),
        });
    }
    // Bytes that depend on inputs, of which there are few.
    writer.push(Op::Cast("sext"), Ty::Int(8), vec![writer.scope[0].clone()]);
    writer.push(Op::Cast("zext"), Ty::Int(16), vec![writer.scope[1].clone()]);
    let locals = 1 + writer.random.below(2);
    for _ in usize::from(pointers > 0)..locals {
        let ty = *writer
            .random
            .pick(&["[4 x i8]", "i32", "{ i8, i16 }", "<{ i8, i16 }>", "i24"]);
        writer.push(Op::Alloca(ty), Ty::Ptr, Vec::new());
    }
    for _ in 0..3 + writer.random.below(6) {
        writer.inst();
    }
    let result = Ty::Int(*writer.random.pick(&WIDTHS));
    let mut insts = writer.insts.iter().rev();
    let value = match insts.find(|it| it.ty == result && it.op.has_result()) {
        Some(inst) => Operand {
            ty: result,
            text: inst.name.clone(),
        },
        None => writer.operand(result),
    };
    Sketch {
        name: "f",
        helper: None,
        params,
        result,
        result_attributes: Vec::new(),
        attributes: Vec::new(),
        blocks: vec![Block {
            label: "entry".to_owned(),
            phis: Vec::new(),
            insts: writer.insts,
            term: Term::Ret(value),
        }],
    }
}
