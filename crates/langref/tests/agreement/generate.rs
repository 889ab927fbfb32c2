//! Random functions.

use crate::random::Random;
use crate::sketch::{Inst, Op, Operand, Param, Sketch, Ty};

pub(crate) const BINARY: &[&str] = &[
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
];
pub(crate) const PREDICATES: &[&str] = &[
    "eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle",
];
const TWO_OPERANDS: &[&str] = &[
    "smin", "smax", "umin", "umax", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "sshl.sat",
    "ushl.sat",
];
const CHECKED: &[&str] = &["sadd", "uadd", "ssub", "usub", "smul", "umul"];

/// The flags that an instruction may have.
pub(crate) fn possible_flags(op: &Op) -> &'static [&'static str] {
    match op {
        Op::Binary("add" | "sub" | "mul" | "shl") | Op::Cast("trunc") => &["nsw", "nuw"],
        Op::Binary("udiv" | "sdiv" | "lshr" | "ashr") => &["exact"],
        Op::Binary("or") => &["disjoint"],
        Op::Icmp(_) => &["samesign"],
        Op::Cast("zext") => &["nneg"],
        Op::Intrinsic(_) | Op::Event | Op::Local => &["noundef"],
        Op::Gep(_) => &["inbounds", "nuw"],
        _ => &[],
    }
}

/// What a generator has made so far.
pub(crate) struct Writer<'r> {
    pub(crate) random: &'r mut Random,
    next: usize,
    /// The locals that are defined where it writes.
    pub(crate) scope: Vec<Operand>,
    /// How many instructions may still be written.
    left: usize,
    /// Calls of unknown functions make many runs; there are few.
    events: usize,
    /// The types of the parameters and of the result of a function that can be called.
    helper: Option<(Vec<Ty>, Ty)>,
}

/// A constant of a type.
pub(crate) fn constant(random: &mut Random, ty: Ty) -> Operand {
    let scalar = |random: &mut Random, width: u32| match random.below(16) {
        0 => "undef".to_owned(),
        1 => "poison".to_owned(),
        2..6 => "0".to_owned(),
        6..9 => "-1".to_owned(),
        9..12 if width > 1 => "1".to_owned(),
        _ => {
            // Small numbers of wide types are as good as any.
            let width = width.min(24);
            let number = random.below(1 << width) as i64;
            let half = 1_i64 << (width - 1);
            (if number >= half {
                number - 2 * half
            } else {
                number
            })
            .to_string()
        }
    };
    let text = match ty {
        Ty::Ptr => (*random.pick(&["null", "null", "undef", "poison"])).to_owned(),
        Ty::Int(width) => scalar(random, width),
        Ty::Lanes(..) if random.percent(10) => {
            (*random.pick(&["undef", "poison", "zeroinitializer"])).to_owned()
        }
        Ty::Lanes(lanes, width) => {
            let each: Vec<String> = (0..lanes)
                .map(|_| format!("i{width} {}", scalar(random, width)))
                .collect();
            format!("<{}>", each.join(", "))
        }
    };
    Operand { ty, text }
}

/// Attributes of a parameter or a result.
pub(crate) fn attributes(random: &mut Random, ty: Ty, chance: usize) -> Vec<String> {
    let mut all = Vec::new();
    if random.percent(chance) {
        all.push("noundef".to_owned());
    }
    if random.percent(chance / 2) {
        all.push(range(random, ty));
    }
    all
}

/// A range of a type: two different numbers.
pub(crate) fn range(random: &mut Random, ty: Ty) -> String {
    let width = ty.width();
    let count = 1_usize << width;
    let low = random.below(count);
    let high = (low + 1 + random.below(count - 1)) % count;
    let signed = |number: usize| match number >= count / 2 {
        true => number as i64 - count as i64,
        false => number as i64,
    };
    format!("range(i{width} {}, {})", signed(low), signed(high))
}

impl Writer<'_> {
    pub(crate) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn scalar_type(&mut self) -> Ty {
        Ty::Int(*self.random.pick(&[1, 1, 2, 2, 2, 3, 4]))
    }

    fn some_type(&mut self) -> Ty {
        match self.random.below(8) {
            0 => Ty::Lanes(2, 1),
            1 => Ty::Lanes(2, 2),
            _ => self.scalar_type(),
        }
    }

    /// A type that something in scope has, mostly.
    pub(crate) fn known_type(&mut self) -> Ty {
        match self.scope.is_empty() || self.random.percent(10) {
            true => self.some_type(),
            false => self.random.pick(&self.scope).ty,
        }
    }

    pub(crate) fn operand(&mut self, ty: Ty) -> Operand {
        let locals: Vec<&Operand> = self.scope.iter().filter(|it| it.ty == ty).collect();
        match locals.is_empty() || self.random.percent(22) {
            true => constant(self.random, ty),
            false => (*self.random.pick(&locals)).clone(),
        }
    }

    /// An operand of which later ones are more likely.
    pub(crate) fn late_operand(&mut self, ty: Ty) -> Operand {
        let locals: Vec<&Operand> = self.scope.iter().filter(|it| it.ty == ty).collect();
        match locals.len() {
            0 => constant(self.random, ty),
            count => {
                let back = self.random.below(count.min(2));
                locals[count - 1 - back].clone()
            }
        }
    }

    fn inst(&mut self) -> Inst {
        let mut ty = self.known_type();
        if self.random.percent(5) {
            ty = self.some_type();
        }
        if let Some((types, result)) = self.helper.clone()
            && self.random.percent(30)
        {
            let operands = types.iter().map(|ty| self.operand(*ty)).collect();
            return self.finished(Op::Local, result, operands);
        }
        let (op, result, operands) = match self.random.below(24) {
            0..9 => {
                let op = Op::Binary(self.random.pick::<&str>(BINARY));
                (op, ty, vec![self.operand(ty), self.operand(ty)])
            }
            9..12 => {
                let op = Op::Icmp(self.random.pick::<&str>(PREDICATES));
                let operands = vec![self.operand(ty), self.operand(ty)];
                (op, ty.with_width(1), operands)
            }
            12..14 => self.cast(ty),
            14..17 => {
                let is_by_lanes = self.random.percent(60);
                let condition = match ty {
                    Ty::Lanes(lanes, _) if is_by_lanes => Ty::Lanes(lanes, 1),
                    _ => Ty::Int(1),
                };
                let operands = vec![self.operand(condition), self.operand(ty), self.operand(ty)];
                (Op::Select, ty, operands)
            }
            17..19 => (Op::Freeze, ty, vec![self.operand(ty)]),
            19..21 if ty.width() > 1 || self.random.percent(10) => self.intrinsic(ty),
            19..23 => self.lanes(),
            _ if self.events > 0 && self.random.percent(40) => {
                self.events -= 1;
                let operands = vec![self.operand(Ty::Int(2))];
                (Op::Event, Ty::Int(1), operands)
            }
            _ => (Op::Assume, Ty::Int(1), vec![self.late_operand(Ty::Int(1))]),
        };
        self.finished(op, result, operands)
    }

    /// The instruction with some flags and a name.
    fn finished(&mut self, op: Op, ty: Ty, operands: Vec<Operand>) -> Inst {
        let possible = possible_flags(&op);
        let flags = possible.iter().filter(|_| self.random.percent(25));
        let flags = flags.copied().collect();
        Inst {
            name: self.fresh(),
            ty,
            op,
            flags,
            operands,
        }
    }

    fn cast(&mut self, ty: Ty) -> (Op, Ty, Vec<Operand>) {
        let width = ty.width();
        let op = match width {
            1 => *self.random.pick(&["zext", "sext"]),
            4 => "trunc",
            _ => *self.random.pick(&["zext", "sext", "trunc"]),
        };
        let to = match op {
            "trunc" => 1 + self.random.below(width as usize - 1) as u32,
            _ => width + 1 + self.random.below(4 - width as usize) as u32,
        };
        (Op::Cast(op), ty.with_width(to), vec![self.operand(ty)])
    }

    fn intrinsic(&mut self, ty: Ty) -> (Op, Ty, Vec<Operand>) {
        let flag = Operand {
            ty: Ty::Int(1),
            text: (*self.random.pick(&["true", "false"])).to_owned(),
        };
        match self.random.below(8) {
            0 => {
                let stem = *self.random.pick(&["abs", "ctlz", "cttz"]);
                (Op::Intrinsic(stem), ty, vec![self.operand(ty), flag])
            }
            1 => {
                let stem = *self.random.pick(&["ctpop", "bitreverse"]);
                (Op::Intrinsic(stem), ty, vec![self.operand(ty)])
            }
            2 => {
                let stem = *self.random.pick(&["fshl", "fshr"]);
                let operands = (0..3).map(|_| self.operand(ty)).collect();
                (Op::Intrinsic(stem), ty, operands)
            }
            3 => {
                let stem = *self.random.pick(&["scmp", "ucmp"]);
                let operands = vec![self.operand(ty), self.operand(ty)];
                (Op::Intrinsic(stem), ty.with_width(2), operands)
            }
            4 => {
                let stem = *self.random.pick(CHECKED);
                let part = self.random.below(2) as u8;
                let result = if part == 0 { ty } else { ty.with_width(1) };
                let operands = vec![self.operand(ty), self.operand(ty)];
                (Op::Checked(stem, part), result, operands)
            }
            _ => {
                let stem = *self.random.pick(TWO_OPERANDS);
                let operands = vec![self.operand(ty), self.operand(ty)];
                (Op::Intrinsic(stem), ty, operands)
            }
        }
    }

    fn lanes(&mut self) -> (Op, Ty, Vec<Operand>) {
        let vectors: Vec<Ty> = self.scope.iter().map(|it| it.ty).collect();
        let vectors: Vec<Ty> = vectors
            .into_iter()
            .filter(|ty| matches!(ty, Ty::Lanes(..)))
            .collect();
        let vector = match vectors.is_empty() {
            true => Ty::Lanes(*self.random.pick(&[2, 4]), *self.random.pick(&[1, 2])),
            false => *self.random.pick(&vectors),
        };
        let Ty::Lanes(lanes, width) = vector else {
            unreachable!("only vectors were kept");
        };
        let index = Ty::Int(*self.random.pick(&[1, 2, 2, 3]));
        match self.random.below(3) {
            0 => {
                let operands = vec![self.operand(vector), self.operand(index)];
                (Op::Extract, Ty::Int(width), operands)
            }
            1 => {
                let operands = vec![
                    self.operand(vector),
                    self.operand(Ty::Int(width)),
                    self.operand(index),
                ];
                (Op::Insert, vector, operands)
            }
            _ => {
                let count = *self.random.pick(&[2, 2, 4]);
                let mask = (0..count)
                    .map(|_| match self.random.below(7) {
                        0 => None,
                        _ => Some(self.random.below(2 * lanes as usize) as u8),
                    })
                    .collect();
                let operands = vec![self.operand(vector), self.operand(vector)];
                (Op::Shuffle(mask), Ty::Lanes(count, width), operands)
            }
        }
    }

    pub(crate) fn insts(&mut self, most: usize) -> Vec<Inst> {
        let count = self.random.below(most + 1).min(self.left);
        self.left -= count;
        let mut all = Vec::new();
        for _ in 0..count {
            let inst = self.inst();
            if inst.op.has_result() {
                self.scope.push(Operand {
                    ty: inst.ty,
                    text: inst.name.clone(),
                });
            }
            all.push(inst);
        }
        all
    }
}

/// The most bits that all parameters have together.
const MOST_INPUT_BITS: u32 = 7;

/// A random function.
pub(crate) fn function(random: &mut Random) -> Sketch {
    let helper = random
        .percent(20)
        .then(|| Box::new(named(random, "h", None)));
    named(random, "f", helper)
}

fn named(random: &mut Random, name: &'static str, helper: Option<Box<Sketch>>) -> Sketch {
    let is_helper = name != "f";
    let types = |it: &Sketch| (it.params.iter().map(|it| it.ty).collect(), it.result);
    let mut writer = Writer {
        random,
        next: 0,
        scope: Vec::new(),
        left: if is_helper { 3 } else { 8 },
        events: if is_helper { 0 } else { 2 },
        helper: helper.as_deref().map(types),
    };
    let mut params = Vec::new();
    let mut bits = 0;
    for place in 0..1 + writer.random.below(3) {
        // Tandem compares no vectors as parameters and results.
        let ty = writer.scalar_type();
        if bits + ty.bits() > MOST_INPUT_BITS {
            continue;
        }
        bits += ty.bits();
        let param = Param {
            name: format!("%p{place}"),
            ty,
            attributes: attributes(writer.random, ty, 20),
        };
        writer.scope.push(Operand {
            ty,
            text: param.name.clone(),
        });
        params.push(param);
    }
    let result = writer.known_type();
    let blocks = match writer.random.below(10) {
        0..5 => vec![writer.block("entry", 7, |it| it.ret(result))],
        5..8 => writer.diamond(result),
        _ => writer.repeated(result),
    };
    let result_attributes = attributes(writer.random, result, 12);
    let attributes = match writer.random.below(20) {
        0 => vec!["willreturn".to_owned()],
        1 => vec!["mustprogress".to_owned()],
        _ => Vec::new(),
    };
    Sketch {
        name,
        helper,
        params,
        result,
        result_attributes,
        attributes,
        blocks,
    }
}
