//! A function on its way: its lines, and the values and pointers that later lines may use.

use std::collections::BTreeSet;

use random_programs::Rng;

use crate::case::{Callee, Global, Parameter, Style, Syntax};
use crate::types::Type;

/// A kind of instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Arithmetic, comparisons, casts and intrinsics on integers; always there.
    Scalars,
    /// Branches, loops and `switch`.
    Control,
    /// Vectors.
    Vectors,
    /// Structures and arrays as values.
    Aggregates,
    /// Pointer parameters and locals.
    Memory,
    /// Pointers as values: compared, chosen, in memory, as numbers.
    Pointers,
    /// Globals.
    Globals,
    /// Calls of functions, known and unknown.
    Calls,
    /// Attributes of parameters.
    Attributes,
    /// `undef`, and memory that was never written.
    Undef,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 10] = [
        Kind::Scalars,
        Kind::Control,
        Kind::Vectors,
        Kind::Aggregates,
        Kind::Memory,
        Kind::Pointers,
        Kind::Globals,
        Kind::Calls,
        Kind::Attributes,
        Kind::Undef,
    ];
}

/// A pointer, and what is known of the memory around it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The pointer.
    pub(super) pointer: String,
    /// How many bytes there are before it and behind it at least.
    pub(super) before: u64,
    pub(super) room: u64,
    /// What divides its address.
    pub(super) align: u64,
    /// Whether it may be written.
    pub(super) writable: bool,
    /// Which object it points into, where that is known: two places with different ones do not meet.
    pub(super) object: Option<String>,
}

/// What was in scope at some point.
pub(super) struct Mark {
    values: usize,
    places: usize,
}

pub(super) struct Maker {
    pub(super) rng: Rng,
    pub(super) style: Style,
    pub(super) syntax: Syntax,
    kinds: BTreeSet<Kind>,
    pub(super) lines: Vec<String>,
    /// The block that is being made.
    pub(super) block: String,
    fresh: u32,
    /// The values that can be used here.
    pub(super) scope: Vec<(String, Type)>,
    pub(super) places: Vec<Place>,
    /// Lines before the function, those that declare intrinsics, and lines behind it.
    pub(super) prelude: Vec<String>,
    pub(super) declared: BTreeSet<String>,
    pub(super) postlude: Vec<String>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) attributes: Vec<String>,
    /// The attributes of the result.
    pub(super) result_attributes: String,
    pub(super) globals: Vec<Global>,
    pub(super) callees: Vec<Callee>,
    pub(super) helpers: Vec<(String, Vec<u32>, u32)>,
    widths: Vec<u32>,
    /// How many blocks this one stands in.
    pub(super) depth: u32,
}

/// The widths of integers, the common ones more often.
const WIDTHS: [u32; 30] = [
    1, 1, 2, 3, 4, 5, 7, 8, 8, 8, 9, 13, 16, 16, 17, 24, 31, 32, 32, 32, 33, 40, 48, 63, 64, 64,
    65, 96, 127, 128,
];

impl Maker {
    pub(super) fn new(mut rng: Rng, style: Style, syntax: Syntax, kinds: &[Kind]) -> Self {
        // A few widths for all of the function, so that values meet.
        let widths = (0..3)
            .map(|_| WIDTHS[rng.below(WIDTHS.len() as u32) as usize])
            .collect();
        Maker {
            rng,
            style,
            syntax,
            kinds: kinds.iter().copied().collect(),
            lines: Vec::new(),
            block: "entry".to_owned(),
            fresh: 0,
            scope: Vec::new(),
            places: Vec::new(),
            prelude: Vec::new(),
            declared: BTreeSet::new(),
            postlude: Vec::new(),
            parameters: Vec::new(),
            attributes: Vec::new(),
            result_attributes: String::new(),
            globals: Vec::new(),
            callees: Vec::new(),
            helpers: Vec::new(),
            widths,
            depth: 0,
        }
    }

    pub(super) fn is_safe(&self) -> bool {
        self.style == Style::Safe
    }

    pub(super) fn is_new(&self) -> bool {
        self.syntax == Syntax::New
    }

    pub(super) fn has(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// One of these.
    pub(super) fn one_of<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.rng.below(choices.len() as u32) as usize]
    }

    pub(super) fn width(&mut self) -> u32 {
        match self.rng.below(8) {
            0 => WIDTHS[self.rng.below(WIDTHS.len() as u32) as usize],
            at => self.widths[at as usize % self.widths.len()],
        }
    }

    /// A width of whole bytes: what can be accessed in memory whatever it holds.
    pub(super) fn byte_width(&mut self) -> u32 {
        let most = if self.is_new() { 9 } else { 8 };
        [8, 8, 16, 32, 32, 64, 24, 40, 128][self.rng.below(most) as usize]
    }

    pub(super) fn name(&mut self) -> String {
        self.fresh += 1;
        format!("%v{}", self.fresh)
    }

    pub(super) fn label(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    pub(super) fn line(&mut self, text: &str) {
        self.lines.push(format!("  {text}"));
    }

    /// Begins a block.
    pub(super) fn begin(&mut self, label: &str) {
        self.lines.push(format!("{label}:"));
        self.block = label.to_owned();
    }

    /// A value that later lines do not choose.
    pub(super) fn hidden(&mut self, text: &str) -> String {
        let name = self.name();
        self.lines.push(format!("  {name} = {text}"));
        name
    }

    /// A value.
    pub(super) fn value(&mut self, ty: Type, text: &str) -> String {
        let name = self.hidden(text);
        self.scope.push((name.clone(), ty));
        name
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            values: self.scope.len(),
            places: self.places.len(),
        }
    }

    /// Forgets what came into scope since then.
    pub(super) fn forget(&mut self, mark: &Mark) {
        self.scope.truncate(mark.values);
        self.places.truncate(mark.places);
    }

    /// Some value in scope of a type that fits.
    pub(super) fn known(&mut self, fits: impl Fn(&Type) -> bool) -> Option<(String, Type)> {
        let fitting: Vec<usize> = (0..self.scope.len())
            .filter(|at| fits(&self.scope[*at].1))
            .collect();
        if fitting.is_empty() {
            return None;
        }
        // Later values more often, so that results depend on much of the function.
        let count = fitting.len() as u32;
        let at = self.rng.below(count).max(self.rng.below(count));
        Some(self.scope[fitting[at as usize]].clone())
    }

    /// A literal of a width.
    pub(super) fn literal(&mut self, width: u32) -> String {
        let number = super::corner(&mut self.rng, width);
        shown(number, width)
    }

    /// An operand of a width: a value, a cast of one, or a literal.
    pub(super) fn int(&mut self, width: u32) -> String {
        let choice = self.rng.below(12);
        if self.has(Kind::Undef) && !self.is_safe() && self.rng.chance(2) {
            return self.one_of(&["undef", "poison"]).to_owned();
        }
        if choice < 8
            && let Some((name, _)) = self.known(|ty| *ty == Type::Int(width))
        {
            return name;
        }
        if choice < 10
            && let Some((name, Type::Int(from))) = self.known(|ty| matches!(ty, Type::Int(_)))
        {
            return self.resized(&name, from, width);
        }
        self.literal(width)
    }

    /// A number in another width.
    pub(super) fn resized(&mut self, name: &str, from: u32, to: u32) -> String {
        let cast = match from.cmp(&to) {
            std::cmp::Ordering::Equal => return name.to_owned(),
            std::cmp::Ordering::Less => self.one_of(&["zext", "sext"]),
            std::cmp::Ordering::Greater => "trunc",
        };
        self.hidden(&format!("{cast} i{from} {name} to i{to}"))
    }

    /// An operand of any type.
    pub(super) fn operand(&mut self, ty: &Type) -> String {
        match ty {
            Type::Int(width) => self.int(*width),
            Type::Vector(..) => self.vector(ty),
            Type::Pointer => self.place().pointer,
            Type::Array(..) | Type::Struct { .. } => self.aggregate(ty),
        }
    }

    /// Declares an intrinsic.
    pub(super) fn declare(&mut self, text: String) {
        self.declared.insert(format!("declare {text}"));
    }

    /// Some of these words, each followed by a space: what holds only now and then.
    pub(super) fn flags(&mut self, words: &[&str]) -> String {
        let mut text = String::new();
        if self.is_safe() {
            return text;
        }
        for word in words {
            let is_new = matches!(*word, "disjoint" | "nneg" | "samesign" | "nusw");
            if (self.is_new() || !is_new) && self.rng.chance(25) {
                text.push_str(word);
                text.push(' ');
            }
        }
        text
    }

    /// So many steps.
    pub(super) fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }

    fn step(&mut self) {
        let kinds: Vec<Kind> = self.kinds.iter().copied().collect();
        match kinds[self.rng.below(kinds.len() as u32) as usize] {
            Kind::Control if self.depth < 2 => self.control(),
            Kind::Vectors => self.vectors(),
            Kind::Aggregates => self.aggregates(),
            Kind::Memory => self.memory(),
            Kind::Pointers => self.pointers(),
            Kind::Globals => self.global_step(),
            Kind::Calls => self.call(),
            _ => self.scalars(),
        }
    }
}

/// A number as LLVM reads it, with a sign where its highest bit is set.
pub(super) fn shown(number: u128, width: u32) -> String {
    let number = super::inputs::masked(number, width);
    match width {
        1 => (number == 1).to_string(),
        // The sign is what the highest of its bits says.
        _ => ((number << (128 - width)) as i128 >> (128 - width)).to_string(),
    }
}
