//! Values: what a closed term evaluates to.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::{EnumSort, EvalError, Integer, Rational, Sort};

/// A value of some sort. The values of a range are `Int`s.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Integer),
    /// A rational; evaluation never leaves the rationals.
    Real(Rational),
    /// A bit-vector.
    BitVec(BitVec),
    /// A variant of an enumeration, by its position.
    Enum(EnumSort, u32),
    /// A map that differs from a default at finitely many places.
    Array(Arc<ArrayValue>),
}

/// A bit-vector: its bits read as an unsigned number below two to the width.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BitVec {
    width: u32,
    value: Integer,
}

impl BitVec {
    /// The bit-vector of this width whose unsigned value is `value` modulo two to the width.
    #[must_use]
    pub fn new(width: u32, value: &Integer) -> Self {
        if let (1..=64, Some(small)) = (width, value.to_i64()) {
            return BitVec::narrow(width, small as u64);
        }
        let (_, value) = value
            .div_mod(&Integer::power_of_two(width))
            .expect("a power of two is not zero");
        BitVec { width, value }
    }

    /// The bit-vector of at most 64 bits that are the lowest ones of a number.
    pub(crate) fn narrow(width: u32, bits: u64) -> Self {
        let value = Integer::from(bits & (u64::MAX >> (64 - width)));
        BitVec { width, value }
    }

    /// The bits as a machine's number, if they are at most 64.
    pub(crate) fn to_u64(&self) -> Option<u64> {
        match self.width <= 64 {
            true => self.value.to_u64(),
            false => None,
        }
    }

    /// The number of bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The bits as an unsigned number.
    #[must_use]
    pub fn unsigned(&self) -> &Integer {
        &self.value
    }

    /// The bits as a number in two's complement.
    #[must_use]
    pub fn signed(&self) -> Integer {
        if self.value < Integer::power_of_two(self.width - 1) {
            self.value.clone()
        } else {
            &self.value - &Integer::power_of_two(self.width)
        }
    }
}

/// The most elements that are copied one by one from an array to another.
const MOST_COPIED: i64 = 1 << 16;

/// An array: a default and the places that differ from it.
///
/// Invariant: equal maps are equal values. No entry has the default as its element, and where the
/// indices are finitely many, the default is the element that occurs most often, the least one of
/// several. The index sort is a carrier: an array over a range is total over all integers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    index: Sort,
    default: Value,
    entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The array that is `default` everywhere.
    #[must_use]
    pub fn constant(index: Sort, default: Value) -> Self {
        ArrayValue {
            index: index.carrier(),
            default,
            entries: BTreeMap::new(),
        }
    }

    /// The element at `index`.
    #[must_use]
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with `element` at `index`.
    #[must_use]
    pub fn with(&self, index: Value, element: Value) -> Self {
        let mut result = self.clone();
        if element == result.default {
            result.entries.remove(&index);
        } else {
            result.entries.insert(index, element);
        }
        result.choose_default();
        result
    }

    /// The array with these elements at these indices; of several at one index the last counts.
    #[must_use]
    pub fn with_all(&self, entries: impl IntoIterator<Item = (Value, Value)>) -> Self {
        let mut result = self.clone();
        result.entries.extend(entries);
        let default = result.default.clone();
        result.entries.retain(|_, element| *element != default);
        result.choose_default();
        result
    }

    /// The array with elements of another one: `count` of them from `from` on, at `at` and behind it.
    ///
    /// # Errors
    /// That would be more entries than anybody wants to keep.
    pub(crate) fn with_copied(
        &self,
        at: &Integer,
        source: &ArrayValue,
        from: &Integer,
        count: &Integer,
    ) -> Result<Self, EvalError> {
        if !count.is_positive() {
            return Ok(self.clone());
        }
        let number = |value: &Value| value.as_int().cloned().unwrap_or(Integer::ZERO);
        let (at_end, from_end) = (at + count, from + count);
        let mut result = self.clone();
        result.entries.retain(|index, _| {
            let index = number(index);
            index < *at || index >= at_end
        });
        if source.default != self.default {
            let count = count.to_i64().filter(|count| *count <= MOST_COPIED);
            for by in 0..count.ok_or(EvalError::TooLarge)? {
                let index = Value::Int(at + &Integer::from(by));
                result.entries.insert(index, source.default.clone());
            }
        }
        let first = Value::Int(from.clone());
        for (index, element) in source.entries.range(first..) {
            let index = number(index);
            if index >= from_end {
                break;
            }
            let index = Value::Int(&(at + &index) - from);
            match *element == self.default {
                true => result.entries.remove(&index),
                false => result.entries.insert(index, element.clone()),
            };
        }
        Ok(result)
    }

    /// Restores the invariant on the default after entries have changed.
    fn choose_default(&mut self) {
        // With fewer entries than this the default has the majority, whatever the entries are.
        let Some(size) = self.index.size() else {
            return;
        };
        if self.entries.len() as u128 * 2 < size {
            return;
        }
        let mut counts: BTreeMap<&Value, u128> = BTreeMap::new();
        counts.insert(&self.default, size - self.entries.len() as u128);
        for element in self.entries.values() {
            *counts.entry(element).or_default() += 1;
        }
        let best = counts
            .iter()
            .max_by(|(a, m), (b, n)| m.cmp(n).then(b.cmp(a)))
            .map_or(&self.default, |(value, _)| *value)
            .clone();
        if best != self.default {
            let old = std::mem::replace(&mut self.default, best);
            // At most twice as many values as there are entries.
            for index in crate::eval::all_values(&self.index) {
                self.entries.entry(index).or_insert_with(|| old.clone());
            }
            self.entries.retain(|_, element| *element != self.default);
        }
    }

    /// The sort of the indices.
    #[must_use]
    pub fn index_sort(&self) -> &Sort {
        &self.index
    }

    /// The element at every place that is not an entry.
    #[must_use]
    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The places that differ from the default, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }
}

impl Value {
    /// The sort of the value; for an integer always `Int`.
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::BitVec(value) => Sort::BitVec(value.width),
            Value::Enum(sort, _) => Sort::Enum(sort.clone()),
            Value::Array(value) => Sort::array(value.index.clone(), value.default.sort()),
        }
    }

    /// A value of the sort: false, zero or the value of a range nearest to it, the first variant.
    #[must_use]
    pub fn default_of(sort: &Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Integer::ZERO),
            Sort::Real => Value::Real(Rational::ZERO),
            Sort::BitVec(width) => Value::BitVec(BitVec::new(*width, &Integer::ZERO)),
            Sort::Range(range) => {
                let nearest = 0.clamp(range.low(), range.high());
                Value::Int(nearest.into())
            }
            Sort::Enum(sort) => Value::Enum(sort.clone(), 0),
            Sort::Array(sort) => Value::Array(Arc::new(ArrayValue::constant(
                sort.index.clone(),
                Value::default_of(&sort.element),
            ))),
        }
    }

    /// Whether the value belongs to the sort: a range admits only the integers within it, and an
    /// array of ranges only elements within them.
    #[must_use]
    pub fn is_of(&self, sort: &Sort) -> bool {
        match (self, sort) {
            (Value::Int(value), Sort::Range(range)) => range.contains(value),
            (Value::Array(value), Sort::Array(sort)) => {
                value.index == sort.index.carrier()
                    && value.default.is_of(&sort.element)
                    && value
                        .entries
                        .iter()
                        .all(|(i, e)| i.is_of(&sort.index) && e.is_of(&sort.element))
            }
            (value, sort) => value.sort() == *sort,
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if it is one.
    #[must_use]
    pub fn as_int(&self) -> Option<&Integer> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Int(value.into())
    }
}

impl From<Integer> for Value {
    fn from(value: Integer) -> Self {
        Value::Int(value)
    }
}

impl From<Rational> for Value {
    fn from(value: Rational) -> Self {
        Value::Real(value)
    }
}

impl fmt::Display for Value {
    /// Writes the value as the Tandem language does; arrays as `[default; index: element, …]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => value.fmt(f),
            Value::Int(value) => value.fmt(f),
            Value::Real(value) => match value.to_integer() {
                Some(value) => write!(f, "{value}.0"),
                None => value.fmt(f),
            },
            Value::BitVec(value) => write!(f, "{}bv{}", value.value, value.width),
            Value::Enum(sort, position) => sort.variants()[*position as usize].fmt(f),
            Value::Array(value) => {
                write!(f, "[{}", value.default)?;
                for (position, (index, element)) in value.entries.iter().enumerate() {
                    let separator = if position == 0 { ';' } else { ',' };
                    write!(f, "{separator} {index}: {element}")?;
                }
                f.write_str("]")
            }
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
