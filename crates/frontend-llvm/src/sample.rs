//! Inputs that make sense: pointers into objects that exist, memory with something in it, numbers
//! that are small or at a boundary.
//!
//! Inputs at random would end in undefined behaviour at the first access to memory.

use std::sync::Arc;

use logic::{ArrayValue, BitVec, Integer, Sort, Value};
use program::Function;

/// The first object's address; objects are this far apart.
const APART: u64 = 0x1000;

/// Inputs for a function that [`pair`](crate::pair) has lowered: the same for the same seed, and
/// for two functions with the same inputs.
#[must_use]
pub fn sample(function: &Function, seed: u64) -> Vec<Value> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let names: Vec<&str> = function.inputs.iter().map(|v| v.name.as_str()).collect();
    let mut values: Vec<Value> = Vec::new();
    let (mut objects, mut globals) = (0, 0);
    for (position, var) in function.inputs.iter().enumerate() {
        let name = var.name.as_str();
        let is_pointer = names.get(position + 1) == Some(&format!("{name}~low").as_str());
        let value = if is_pointer {
            objects += 1;
            number(&var.sort, &Integer::from(objects * APART))
        } else if name.ends_with("~low") {
            number(&var.sort, &Integer::from(objects * APART - 1))
        } else if name.ends_with("~high") {
            number(&var.sort, &Integer::from(objects * APART + APART / 2))
        } else if name.ends_with("~address") {
            globals += 1;
            number(&var.sort, &Integer::from((globals + 64) * APART))
        } else {
            random.value(&var.sort, objects)
        };
        values.push(value);
    }
    values
}

/// A number of a sort.
fn number(sort: &Sort, value: &Integer) -> Value {
    match sort {
        Sort::BitVec(width) => Value::BitVec(BitVec::new(*width, value)),
        Sort::Bool => Value::Bool(!value.is_zero()),
        _ => Value::Int(value.clone()),
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
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

    /// Mostly a small number, sometimes one at a boundary, sometimes any.
    fn integer(&mut self, width: u32) -> Integer {
        let near = Integer::from(self.below(5)) - Integer::from(2u64);
        match self.below(8) {
            0..=3 => Integer::from(self.below(12)),
            4 => near,
            5 => Integer::power_of_two(width - 1) + near,
            6 => Integer::from(self.below(200)) - Integer::from(100u64),
            _ => {
                let high = Integer::from(self.next() >> 1);
                high * Integer::power_of_two(width / 2) + Integer::from(self.next() >> 1)
            }
        }
    }

    /// Memory in which each object starts with a few cells and goes on with zeros.
    fn memory(&mut self, index: &Sort, cell: &Sort, objects: u64) -> Value {
        let bits = match cell {
            Sort::BitVec(width) => width - width % 8,
            _ => 8,
        };
        let bytes = u64::from(bits / 8).max(1);
        let mut array = ArrayValue::constant(index.clone(), Value::default_of(cell));
        let cells = 4 + self.below(24);
        // Globals start at zero, the objects of parameters at their addresses.
        for object in 0..=objects {
            for place in 0..cells {
                let value = match self.below(3) {
                    0 if bits == 8 => Integer::from(b'0' as u64 + self.below(10)),
                    1 if bits == 8 => Integer::from(b' ' as u64 + self.below(90)),
                    _ => self.integer(bits),
                };
                // A cell with the highest of nine bits set would be poison.
                let value = BitVec::new(bits, &value).unsigned().clone();
                let address = Integer::from(object * APART / bytes + place);
                array = array.with(number(index, &address), number(cell, &value));
            }
        }
        Value::Array(Arc::new(array))
    }
}
