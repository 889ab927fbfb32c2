//! Inputs that make sense: pointers into objects that exist, memory with something in it, numbers
//! that are small, at a boundary, or near one that the function mentions.
//!
//! Inputs at random would end in undefined behaviour at the first access to memory, and would
//! hardly ever spell a word that a parser looks for.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use logic::{ArrayValue, BitVec, Integer, Model, Node, Op, Sort, Term, Value};
use program::Function;
use program::function::{End, Step};
use rustc_hash::FxHashSet;

use crate::lower::FIXED;

/// The first object's address; objects are this far apart.
const APART: u64 = 0x1000;

/// Inputs for a function that [`pair`](crate::pair) has lowered: the same for the same seed. They
/// fit the other function of the pair as well.
#[must_use]
pub fn sample(function: &Function, seed: u64) -> Vec<Value> {
    let mut random = Random {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        // Half of the samples do without the walk through the function.
        mentioned: if seed % 2 == 1 {
            mentioned(function)
        } else {
            Vec::new()
        },
        style: Style::Mixed,
        alphabet: Vec::new(),
        fill: 0,
        twins: false,
        bytes: 0x800,
        is_high: seed % 8 == 6,
        links: 0,
        is_linked: false,
        words: false,
    };
    random.style = [
        Style::Mixed,
        Style::Mentioned,
        Style::Digits,
        Style::Small,
        Style::Alphabet,
        Style::Alphabet,
    ][random.below(6) as usize];
    random.alphabet();
    // Behind the cells that are chosen one by one, memory is filled with one number.
    // Mostly that is zero, at which texts end.
    random.fill = match random.below(16) {
        0 => 255,
        1 => random.below(256),
        _ => 0,
    };
    random.twins = random.below(4) == 0;
    random.words = random.below(4) == 0;
    // Small objects show accesses outside of them, large ones let loops run.
    random.bytes = [32, 64, 0x800, 0x800][random.below(4) as usize];
    let names: Vec<&str> = function.inputs.iter().map(|v| v.name.as_str()).collect();
    if names.contains(&"mem~ends") {
        random.links = [0, 1, 2, 4][random.below(4) as usize];
    }
    let mut values: Vec<Value> = Vec::new();
    let (mut objects, mut globals) = (0, 0);
    let mut place = Place::NULL;
    for (position, var) in function.inputs.iter().enumerate() {
        let name = var.name.as_str();
        let is_pointer = names.get(position + 1) == Some(&format!("{name}~low").as_str());
        let value = if let "mem~begins" | "mem~ends" = name {
            random.layout(&var.sort)
        } else if is_pointer {
            place = random.place(objects, base(&var.sort, random.is_high));
            objects = objects.max(place.object);
            number(&var.sort, &Integer::from(place.address))
        } else if name.ends_with("~low") {
            number(&var.sort, &Integer::from(place.low))
        } else if name.ends_with("~high") {
            number(&var.sort, &Integer::from(place.high))
        } else if name.ends_with("~address") {
            globals += 1;
            number(&var.sort, &Integer::from((globals + 64) * APART))
        } else if name.ends_with("~size") && name.starts_with('@') {
            number(&var.sort, &Integer::from(random.bytes))
        } else if name == FIXED {
            random.fixed(&var.sort, objects)
        } else {
            random.value(&var.sort, objects)
        };
        values.push(value);
    }
    settle(function, &mut values);
    values
}

/// Gives inputs the values that the facts at the start of the function say they have.
fn settle(function: &Function, values: &mut [Value]) {
    let Some(entry) = function.blocks.first() else {
        return;
    };
    for (step, _) in &entry.steps {
        let Step::Assume(fact) = step else {
            return;
        };
        let (Some(Op::Eq), [left, right]) = (fact.op(), fact.children()) else {
            continue;
        };
        for (var, term) in [(left, right), (right, left)] {
            let place = var
                .as_var()
                .and_then(|var| function.inputs.iter().position(|input| input == var));
            let Some(place) = place else {
                continue;
            };
            let mut known = Model::new();
            for (input, value) in function.inputs.iter().zip(values.iter()) {
                known.set(input.clone(), value.clone());
            }
            if let Ok(value) = known.eval(term) {
                values[place] = value;
                break;
            }
        }
    }
}

/// Where a pointer points, and where its object is.
#[derive(Clone, Copy)]
struct Place {
    /// The number of the object, from one; zero for none.
    object: u64,
    address: u64,
    low: u64,
    high: u64,
}

impl Place {
    /// The start of an object of so many bytes, where objects start behind an address.
    fn of(object: u64, bytes: u64, base: u64) -> Self {
        let address = base + object * APART;
        Place {
            object,
            address,
            low: address - 1,
            high: address + bytes,
        }
    }

    /// Nowhere.
    const NULL: Place = Place {
        object: 0,
        address: 0,
        low: 0,
        high: 0,
    };
}

/// A number of a sort.
fn number(sort: &Sort, value: &Integer) -> Value {
    match sort {
        Sort::BitVec(width) => Value::BitVec(BitVec::new(*width, value)),
        Sort::Bool => Value::Bool(!value.is_zero()),
        _ => Value::Int(value.clone()),
    }
}

/// So many bits of a number, from a byte on.
fn part_of(number: &Integer, bits: u32, byte: u64) -> Integer {
    let shift = Integer::power_of_two(8 * u32::try_from(byte).unwrap_or(0));
    let rest = number
        .div_mod(&shift)
        .map_or(Integer::ZERO, |(rest, _)| rest);
    BitVec::new(bits, &rest).unsigned().clone()
}

/// The numbers that a function mentions.
fn mentioned(function: &Function) -> Vec<Integer> {
    let mut terms: Vec<Term> = Vec::new();
    for block in &function.blocks {
        for (step, _) in &block.steps {
            match step {
                Step::Assign(_, term) | Step::Assume(term) | Step::UndefinedIf(term) => {
                    terms.push(term.clone());
                }
                Step::Choose(_) | Step::Event(_) => {}
            }
        }
        if let End::Branch(branches) = &block.end {
            for branch in branches {
                terms.push(branch.condition.clone());
                terms.extend(branch.assigns.iter().map(|(_, term)| term.clone()));
            }
        }
    }
    let mut numbers = BTreeSet::new();
    let mut seen = FxHashSet::default();
    while let Some(term) = terms.pop() {
        if !seen.insert(term.clone()) {
            continue;
        }
        match term.node() {
            Node::Const(Value::BitVec(bits)) => drop(numbers.insert(bits.signed())),
            Node::Const(Value::Int(value)) => drop(numbers.insert(value.clone())),
            _ => terms.extend_from_slice(term.children()),
        }
    }
    numbers.into_iter().collect()
}

/// What memory is filled with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Mixed,
    Mentioned,
    Digits,
    Small,
    /// A few of the numbers that are mentioned, again and again.
    Alphabet,
}

struct Random {
    state: u64,
    mentioned: Vec<Integer>,
    style: Style,
    /// The numbers of [`Style::Alphabet`].
    alphabet: Vec<Integer>,
    /// What memory holds where nothing is chosen.
    fill: u64,
    /// Whether all objects hold the same, but for a cell perhaps.
    twins: bool,
    /// The size of each object.
    bytes: u64,
    /// Whether objects are in the upper half of memory, where addresses are negative as numbers with
    /// a sign.
    is_high: bool,
    /// How many objects there are that only pointers in memory point to.
    links: u64,
    /// Whether the object that is being filled holds pointers.
    is_linked: bool,
    /// Whether memory that is cut into bytes holds words of four.
    words: bool,
}

/// The address behind which objects start.
fn base(address: &Sort, is_high: bool) -> u64 {
    match address {
        Sort::BitVec(width @ 16..=64) if is_high => 1 << (width - 1),
        _ => 0,
    }
}

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Where the next pointer points. Mostly that is the start of an object of its own; now and then it
    /// is an object that another one points to as well, the middle of one, or nowhere.
    fn place(&mut self, objects: u64, base: u64) -> Place {
        let fresh = Place::of(objects + 1, self.bytes, base);
        match self.below(16) {
            0 | 1 if objects > 0 => {
                let shared = Place::of(1 + self.below(objects), self.bytes, base);
                let offset = [0, 0, 1, 4, 8][self.below(5) as usize];
                Place {
                    address: shared.address + offset,
                    ..shared
                }
            }
            2 => Place {
                address: fresh.address + [1, 4, 8, self.bytes][self.below(4) as usize],
                ..fresh
            },
            3 if self.below(4) == 0 => Place::NULL,
            _ => fresh,
        }
    }

    /// Which objects cannot be written: mostly none.
    fn fixed(&mut self, sort: &Sort, objects: u64) -> Value {
        let Sort::Array(array) = sort else {
            return Value::default_of(sort);
        };
        let none = ArrayValue::constant(array.index.clone(), Value::Bool(false));
        if objects == 0 || self.below(8) > 0 {
            return Value::Array(Arc::new(none));
        }
        let place = Place::of(
            1 + self.below(objects),
            self.bytes,
            base(&array.index, self.is_high),
        );
        let low = number(&array.index, &Integer::from(place.low));
        Value::Array(Arc::new(none.with(low, Value::Bool(true))))
    }

    /// How large the objects are that pointers in memory point to: as large as the others.
    fn layout(&self, sort: &Sort) -> Value {
        match sort {
            Sort::Array(array) => {
                let size = number(&array.element, &Integer::from(self.bytes));
                Value::Array(Arc::new(ArrayValue::constant(array.index.clone(), size)))
            }
            sort => Value::default_of(sort),
        }
    }

    fn value(&mut self, sort: &Sort, objects: u64) -> Value {
        match sort {
            // The only truth values among inputs are poison flags and `i1` parameters.
            Sort::Bool => Value::Bool(self.below(4) == 0),
            Sort::BitVec(width) => {
                let value = self.integer(*width);
                Value::BitVec(BitVec::new(*width, &value))
            }
            Sort::Array(array) => self.memory(&array.index, &array.element, objects),
            sort if sort.is_integer() => Value::Int(self.integer(32)),
            sort => Value::default_of(sort),
        }
    }

    /// Chooses a few of the numbers that fit into a byte.
    fn alphabet(&mut self) {
        let fits = |number: &&Integer| number.to_i64().is_some_and(|it| (1..256).contains(&it));
        let letters: Vec<Integer> = self.mentioned.iter().filter(fits).cloned().collect();
        if letters.is_empty() {
            return;
        }
        for _ in 0..2 + self.below(3) {
            let place = self.below(letters.len() as u64) as usize;
            self.alphabet.push(letters[place].clone());
        }
    }

    /// Mostly a small number, sometimes one at a boundary or near one that is mentioned, sometimes
    /// any.
    fn integer(&mut self, width: u32) -> Integer {
        let near = Integer::from(self.below(5)) - Integer::from(2u64);
        match self.below(11) {
            0..=3 => Integer::from(self.below(16)),
            9 => Integer::from(self.below(40)),
            // Where memory is full, loops may run for long.
            10 if self.fill > 0 => Integer::from(self.below(600)),
            4 => near,
            5 => Integer::power_of_two(width - 1) + near,
            6 => Integer::from(self.below(200)) - Integer::from(100u64),
            7 if !self.mentioned.is_empty() => self.near_mentioned(),
            _ => {
                let high = Integer::from(self.next() >> 1);
                high * Integer::power_of_two(width / 2) + Integer::from(self.next() >> 1)
            }
        }
    }

    /// A number that is mentioned, or one beside it.
    fn near_mentioned(&mut self) -> Integer {
        let place = self.below(self.mentioned.len() as u64) as usize;
        let beside = match self.below(6) {
            0 => Integer::from(1i64),
            1 => Integer::from(-1i64),
            _ => Integer::ZERO,
        };
        let number = self.mentioned[place].clone();
        // A range that starts elsewhere is compared after its start has been subtracted.
        match self.below(4) {
            0 => Integer::ZERO - number + beside,
            _ => number + beside,
        }
    }

    fn cell(&mut self, bits: u32) -> Integer {
        // Words are not made of one kind of character only.
        let style = match self.below(12) {
            0 => Style::Mixed,
            _ => self.style,
        };
        match style {
            Style::Mentioned if !self.mentioned.is_empty() => self.near_mentioned(),
            Style::Alphabet if !self.alphabet.is_empty() => {
                let place = self.below(self.alphabet.len() as u64) as usize;
                self.alphabet[place].clone()
            }
            Style::Digits => Integer::from(u64::from(b'0') + self.below(10)),
            Style::Small => Integer::from(self.below(6)),
            _ => match self.below(3) {
                0 if bits == 8 => Integer::from(u64::from(b'0') + self.below(10)),
                1 if bits == 8 => Integer::from(u64::from(b' ') + self.below(90)),
                _ => self.integer(bits),
            },
        }
    }

    /// A number of several cells that begins at a byte, and its bytes: where a pointer fits, there is
    /// one now and then, and memory that is cut into bytes may hold words all the same.
    fn word(
        &mut self,
        byte: u64,
        bits: u32,
        object: impl Fn(&mut Self) -> u64,
    ) -> Option<(Integer, Range<u64>)> {
        if self.is_linked && byte.is_multiple_of(8) && self.below(3) > 0 {
            let link = Integer::from(object(self));
            return Some((link, byte..byte + 8));
        }
        (self.words && bits < 32).then(|| (self.integer(32), byte..byte + 4))
    }

    /// Memory in which each object starts with a few cells and goes on with zeros.
    fn memory(&mut self, index: &Sort, cell: &Sort, objects: u64) -> Value {
        let bits = match cell {
            Sort::BitVec(width) => width - width % 8,
            _ => 8,
        };
        let bytes = u64::from(bits / 8).max(1);
        let fill = number(cell, &Integer::from(self.fill));
        let mut entries = Vec::new();
        let most = (self.bytes / bytes).saturating_sub(1).clamp(1, 28);
        let cells = 1 + self.below(most);
        // Globals start at zero, the objects of parameters at their addresses.
        let mut first: Vec<Integer> = Vec::new();
        let odd = self.below(4 * cells);
        let linked = objects + self.links;
        let is_high = self.is_high;
        let start = |object: u64| match object {
            0 => 0,
            _ => base(index, is_high) + object * APART,
        };
        for object in 0..=linked {
            // Some objects are made of pointers, others of text.
            self.is_linked = self.links > 0 && self.below(2) == 0;
            let mut word: Option<(Integer, Range<u64>)> = None;
            for place in 0..cells {
                let twin = first
                    .get(place as usize)
                    .filter(|_| self.twins && place != odd);
                let value = match twin.cloned() {
                    Some(value) => value,
                    // A cell with the highest of nine bits set would be poison.
                    None => BitVec::new(bits, &self.cell(bits)).unsigned().clone(),
                };
                let byte = place * bytes;
                if word
                    .as_ref()
                    .is_some_and(|(_, range)| !range.contains(&byte))
                {
                    word = None;
                }
                if word.is_none() && byte.is_multiple_of(4) {
                    word = self.word(byte, bits, |it| start(it.below(linked + 1)));
                }
                let value = match &word {
                    Some((number, range)) => part_of(number, bits, byte - range.start),
                    None => value,
                };
                if object <= 1 {
                    first.resize(place as usize, Integer::ZERO);
                    first.push(value.clone());
                }
                let address = Integer::from(start(object) / bytes + place);
                entries.push((number(index, &address), number(cell, &value)));
            }
        }
        let filled = ArrayValue::constant(index.clone(), fill);
        Value::Array(Arc::new(filled.with_all(entries)))
    }
}
