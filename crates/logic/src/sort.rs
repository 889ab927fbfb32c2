//! Sorts: what a term can stand for.

use std::fmt;
use std::sync::Arc;

use crate::{Integer, Symbol};

/// The sort of a term.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Real numbers.
    Real,
    /// Bit-vectors of a width of at least one.
    BitVec(u32),
    /// The integers of a finite, non-empty range. Only variables have this sort, or an array sort
    /// that contains it; a term that computes with them has their carrier as its sort.
    Range(Range),
    /// A finite set of named values.
    Enum(EnumSort),
    /// Total maps from an index sort to an element sort.
    Array(Arc<ArraySort>),
}

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Range {
    low: i64,
    high: i64,
}

impl Range {
    /// The range from `low` to `high`; `None` where it would be empty.
    #[must_use]
    pub fn new(low: i64, high: i64) -> Option<Range> {
        (low <= high).then_some(Range { low, high })
    }

    /// The least value.
    #[must_use]
    pub fn low(self) -> i64 {
        self.low
    }

    /// The greatest value.
    #[must_use]
    pub fn high(self) -> i64 {
        self.high
    }

    /// How many values there are.
    #[must_use]
    pub fn len(self) -> u128 {
        (i128::from(self.high) - i128::from(self.low)) as u128 + 1
    }

    /// Never: a range has at least one value.
    #[must_use]
    pub fn is_empty(self) -> bool {
        false
    }

    /// Whether `value` lies in the range.
    #[must_use]
    pub fn contains(self, value: &Integer) -> bool {
        value
            .to_i64()
            .is_some_and(|value| self.low <= value && value <= self.high)
    }
}

/// An enumeration: a name and its variants in their order.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumSort(Arc<EnumData>);

#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct EnumData {
    name: Symbol,
    variants: Vec<Symbol>,
}

impl EnumSort {
    /// An enumeration of at least one variant; `None` where there is none.
    #[must_use]
    pub fn new(name: Symbol, variants: Vec<Symbol>) -> Option<Self> {
        (!variants.is_empty()).then(|| EnumSort(Arc::new(EnumData { name, variants })))
    }

    /// The name of the enumeration.
    #[must_use]
    pub fn name(&self) -> Symbol {
        self.0.name
    }

    /// The variants in their order.
    #[must_use]
    pub fn variants(&self) -> &[Symbol] {
        &self.0.variants
    }

    /// The position of a variant.
    #[must_use]
    pub fn position(&self, variant: Symbol) -> Option<u32> {
        self.0
            .variants
            .iter()
            .position(|v| *v == variant)
            .map(|i| i as u32)
    }
}

impl fmt::Debug for EnumSort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.name(), self.variants())
    }
}

/// The sorts of an array's indices and elements.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArraySort {
    /// The sort of the indices.
    pub index: Sort,
    /// The sort of the elements.
    pub element: Sort,
}

impl Sort {
    /// The sort of arrays from `index` to `element`.
    #[must_use]
    pub fn array(index: Sort, element: Sort) -> Sort {
        Sort::Array(Arc::new(ArraySort { index, element }))
    }

    /// The sort of the integers from `low` to `high`; `None` where there is none.
    #[must_use]
    pub fn range(low: i64, high: i64) -> Option<Sort> {
        Range::new(low, high).map(Sort::Range)
    }

    /// The sort that the values are computed in: `Int` for a range, also within an array, otherwise
    /// the sort itself. Two terms can be compared when their carriers are equal.
    #[must_use]
    pub fn carrier(&self) -> Sort {
        match self {
            Sort::Range(_) => Sort::Int,
            Sort::Array(sort) if self.has_range() => {
                Sort::array(sort.index.carrier(), sort.element.carrier())
            }
            other => other.clone(),
        }
    }

    /// Whether the sort is a range or an array of ranges, so that it differs from its carrier.
    #[must_use]
    pub fn has_range(&self) -> bool {
        match self {
            Sort::Range(_) => true,
            Sort::Array(sort) => sort.index.has_range() || sort.element.has_range(),
            _ => false,
        }
    }

    /// Whether the carriers are equal.
    #[must_use]
    pub fn is_comparable(&self, other: &Sort) -> bool {
        match (self, other) {
            (Sort::Array(a), Sort::Array(b)) => {
                a.index.is_comparable(&b.index) && a.element.is_comparable(&b.element)
            }
            (a, b) => a == b || (a.is_integer() && b.is_integer()),
        }
    }

    /// Whether the values are integers.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        matches!(self, Sort::Int | Sort::Range(_))
    }

    /// Whether the values are integers or reals.
    #[must_use]
    pub fn is_arithmetic(&self) -> bool {
        self.is_integer() || *self == Sort::Real
    }

    /// How many values the sort has; `None` where they are infinitely many or more than `u128`
    /// counts.
    #[must_use]
    pub fn size(&self) -> Option<u128> {
        match self {
            Sort::Bool => Some(2),
            Sort::Int | Sort::Real => None,
            Sort::BitVec(width) => 1u128.checked_shl(*width),
            Sort::Range(range) => Some(range.len()),
            Sort::Enum(sort) => Some(sort.variants().len() as u128),
            Sort::Array(sort) => sort
                .element
                .size()?
                .checked_pow(u32::try_from(sort.index.size()?).ok()?),
        }
    }
}

impl fmt::Display for Sort {
    /// Writes the sort as the Tandem language does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Int => f.write_str("int"),
            Sort::Real => f.write_str("real"),
            Sort::BitVec(width) => write!(f, "bv{width}"),
            Sort::Range(range) => write!(f, "{}..={}", range.low, range.high),
            Sort::Enum(sort) => write!(f, "{}", sort.name()),
            Sort::Array(sort) => write!(f, "array<{}, {}>", sort.index, sort.element),
        }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_count_values() {
        assert_eq!(Sort::range(-2, 2).unwrap().size(), Some(5));
        assert_eq!(
            Sort::range(i64::MIN, i64::MAX).unwrap().size(),
            Some(1 << 64)
        );
        assert_eq!(Sort::range(1, 0), None);
        assert_eq!(
            Sort::array(Sort::Bool, Sort::range(0, 2).unwrap()).size(),
            Some(9)
        );
        assert_eq!(Sort::array(Sort::Int, Sort::Bool).size(), None);
        assert_eq!(Sort::BitVec(128).size(), None);
    }
}
