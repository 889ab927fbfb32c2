//! Functions that can be changed and printed.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Write as _};

/// A type of a sketch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ty {
    Int(u32),
    /// A vector of so many lanes of this width.
    Lanes(u32, u32),
    Ptr,
}

impl Ty {
    /// The width of the integer or of a lane.
    pub(crate) fn width(self) -> u32 {
        match self {
            Ty::Int(width) | Ty::Lanes(_, width) => width,
            Ty::Ptr => 64,
        }
    }

    /// The same shape with other integers.
    pub(crate) fn with_width(self, width: u32) -> Ty {
        match self {
            Ty::Int(_) => Ty::Int(width),
            Ty::Lanes(lanes, _) => Ty::Lanes(lanes, width),
            Ty::Ptr => Ty::Ptr,
        }
    }

    /// As it is part of the name of an intrinsic.
    pub(crate) fn mangled(self) -> String {
        match self {
            Ty::Int(width) => format!("i{width}"),
            Ty::Lanes(lanes, width) => format!("v{lanes}i{width}"),
            Ty::Ptr => "p0".to_owned(),
        }
    }

    /// How many bits it takes to choose a value.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Ty::Int(width) => width,
            Ty::Lanes(lanes, width) => lanes * width,
            Ty::Ptr => 64,
        }
    }
}

impl Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Int(width) => write!(f, "i{width}"),
            Ty::Lanes(lanes, width) => write!(f, "<{lanes} x i{width}>"),
            Ty::Ptr => f.write_str("ptr"),
        }
    }
}

/// An operand: a local with its `%`, or a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Operand {
    pub(crate) ty: Ty,
    pub(crate) text: String,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Binary(&'static str),
    Icmp(&'static str),
    Cast(&'static str),
    Select,
    Freeze,
    /// An intrinsic, without `llvm.` and its types.
    Intrinsic(&'static str),
    /// An intrinsic of two operands whose result is a structure, and one part of that.
    Checked(&'static str, u8),
    Extract,
    Insert,
    /// A shuffle with its mask.
    Shuffle(Vec<Option<u8>>),
    /// A call of a function that is not known.
    Event,
    /// A call of the function that the module defines.
    Local,
    Assume,
    /// An object of this type.
    Alloca(&'static str),
    /// A load with this alignment.
    Load(u32),
    /// A store with this alignment.
    Store(u32),
    /// An address, stepping through this type.
    Gep(&'static str),
}

impl Op {
    /// Whether there is a result.
    pub(crate) fn has_result(&self) -> bool {
        !matches!(self, Op::Assume | Op::Store(_))
    }
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Inst {
    /// The local that it defines, with its `%`.
    pub(crate) name: String,
    /// The type of that.
    pub(crate) ty: Ty,
    pub(crate) op: Op,
    pub(crate) flags: Vec<&'static str>,
    pub(crate) operands: Vec<Operand>,
}

/// A phi.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Phi {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) incoming: Vec<(String, String)>,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Ret(Operand),
    Br(String),
    Cond(String, String, String),
    Switch(Operand, String, Vec<(String, String)>),
    Unreachable,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) label: String,
    pub(crate) phis: Vec<Phi>,
    pub(crate) insts: Vec<Inst>,
    pub(crate) term: Term,
}

/// A parameter with its attributes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) attributes: Vec<String>,
}

/// A function, and perhaps another one that it calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sketch {
    /// `f`, or `h` for the one that is called.
    pub(crate) name: &'static str,
    pub(crate) helper: Option<Box<Sketch>>,
    pub(crate) params: Vec<Param>,
    pub(crate) result: Ty,
    pub(crate) result_attributes: Vec<String>,
    pub(crate) attributes: Vec<String>,
    pub(crate) blocks: Vec<Block>,
}

impl Inst {
    /// The name of the intrinsic that is called.
    fn callee(&self) -> Option<String> {
        let ty = self.operands.first().map(|it| it.ty)?;
        match self.op {
            Op::Intrinsic(stem @ ("scmp" | "ucmp")) => Some(format!(
                "llvm.{stem}.{}.{}",
                self.ty.mangled(),
                ty.mangled()
            )),
            Op::Intrinsic(stem) => Some(format!("llvm.{stem}.{}", ty.mangled())),
            Op::Checked(stem, _) => Some(format!("llvm.{stem}.with.overflow.{}", ty.mangled())),
            Op::Assume => Some("llvm.assume".to_owned()),
            Op::Event => Some("g".to_owned()),
            _ => None,
        }
    }

    fn call_result(&self) -> String {
        match self.op {
            Op::Checked(..) => {
                let ty = self.operands[0].ty;
                format!("{{ {ty}, {} }}", ty.with_width(1))
            }
            Op::Assume => "void".to_owned(),
            _ => self.ty.to_string(),
        }
    }

    /// The declaration that it needs.
    fn declaration(&self) -> Option<String> {
        let callee = self.callee()?;
        let types: Vec<String> = self.operands.iter().map(|it| it.ty.to_string()).collect();
        Some(format!(
            "declare {} @{callee}({})\n",
            self.call_result(),
            types.join(", ")
        ))
    }
}

fn typed(operands: &[Operand]) -> String {
    let each: Vec<String> = operands
        .iter()
        .map(|it| format!("{} {}", it.ty, it.text))
        .collect();
    each.join(", ")
}

/// Operands of one type, the type written once.
fn alike(operands: &[Operand]) -> String {
    let each: Vec<&str> = operands.iter().map(|it| it.text.as_str()).collect();
    format!("{} {}", operands[0].ty, each.join(", "))
}

impl Display for Inst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let flags: String = self.flags.iter().map(|it| format!(" {it}")).collect();
        let operands = typed(&self.operands);
        match &self.op {
            Op::Binary(op) => write!(f, "{name} = {op}{flags} {}", alike(&self.operands)),
            Op::Icmp(predicate) => {
                write!(
                    f,
                    "{name} = icmp{flags} {predicate} {}",
                    alike(&self.operands)
                )
            }
            Op::Cast(op) => write!(f, "{name} = {op}{flags} {operands} to {}", self.ty),
            Op::Select => write!(f, "{name} = select {operands}"),
            Op::Freeze => write!(f, "{name} = freeze {operands}"),
            Op::Extract => write!(f, "{name} = extractelement {operands}"),
            Op::Insert => write!(f, "{name} = insertelement {operands}"),
            Op::Shuffle(mask) => {
                let lanes: Vec<String> = mask
                    .iter()
                    .map(|lane| match lane {
                        Some(lane) => format!("i32 {lane}"),
                        None => "i32 poison".to_owned(),
                    })
                    .collect();
                let (count, lanes) = (mask.len(), lanes.join(", "));
                write!(
                    f,
                    "{name} = shufflevector {operands}, <{count} x i32> <{lanes}>"
                )
            }
            Op::Local => write!(f, "{name} = call{flags} {} @h({operands})", self.ty),
            Op::Assume => write!(f, "call void @llvm.assume({operands})"),
            Op::Alloca(ty) => write!(f, "{name} = alloca {ty}, align 4"),
            Op::Load(align) => write!(f, "{name} = load {}, {operands}, align {align}", self.ty),
            Op::Store(align) => write!(f, "store {operands}, align {align}"),
            Op::Gep(ty) => write!(f, "{name} = getelementptr{flags} {ty}, {operands}"),
            Op::Checked(_, part) => {
                let (result, callee) = (self.call_result(), self.callee().unwrap_or_default());
                writeln!(f, "{name}.both = call {result} @{callee}({operands})")?;
                write!(f, "  {name} = extractvalue {result} {name}.both, {part}")
            }
            Op::Intrinsic(_) | Op::Event => {
                let (result, callee) = (self.call_result(), self.callee().unwrap_or_default());
                write!(f, "{name} = call{flags} {result} @{callee}({operands})")
            }
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Ret(value) => write!(f, "ret {} {}", value.ty, value.text),
            Term::Br(to) => write!(f, "br label %{to}"),
            Term::Cond(condition, then, otherwise) => {
                write!(f, "br i1 {condition}, label %{then}, label %{otherwise}")
            }
            Term::Switch(value, default, cases) => {
                write!(f, "switch {} {}, label %{default} [", value.ty, value.text)?;
                for (case, to) in cases {
                    write!(f, " {} {case}, label %{to}", value.ty)?;
                }
                f.write_str(" ]")
            }
            Term::Unreachable => f.write_str("unreachable"),
        }
    }
}

fn words(words: &[String]) -> String {
    words.iter().map(|word| format!("{word} ")).collect()
}

impl Sketch {
    /// The module with this function.
    pub(crate) fn text(&self) -> String {
        let functions = || self.helper.as_deref().into_iter().chain([self]);
        let blocks = functions().flat_map(|it| &it.blocks);
        let insts = blocks.flat_map(|block| &block.insts);
        let declarations: BTreeSet<String> = insts.filter_map(Inst::declaration).collect();
        let mut text: String = declarations.into_iter().collect();
        functions().for_each(|it| text.push_str(&it.definition()));
        text
    }

    fn definition(&self) -> String {
        let mut text = String::new();
        let params: Vec<String> = self
            .params
            .iter()
            .map(|it| format!("{} {}{}", it.ty, words(&it.attributes), it.name))
            .collect();
        let _ = writeln!(
            text,
            "define {}{}{} @{}({}) {}{{",
            if self.name == "f" { "" } else { "internal " },
            words(&self.result_attributes),
            self.result,
            self.name,
            params.join(", "),
            words(&self.attributes)
        );
        for block in &self.blocks {
            let _ = writeln!(text, "{}:", block.label);
            for phi in &block.phis {
                let incoming: Vec<String> = phi
                    .incoming
                    .iter()
                    .map(|(value, label)| format!("[ {value}, %{label} ]"))
                    .collect();
                let _ = writeln!(
                    text,
                    "  {} = phi {} {}",
                    phi.name,
                    phi.ty,
                    incoming.join(", ")
                );
            }
            for inst in &block.insts {
                let _ = writeln!(text, "  {inst}");
            }
            let _ = writeln!(text, "  {}", block.term);
        }
        text.push_str("}\n");
        text
    }
}
