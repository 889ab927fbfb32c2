//! Values as they stand in evidence.

use std::sync::Arc;

use logic::{ArrayValue, BitVec, Integer, Rational, Sort, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value without its sort: the program says what sort it has. Numbers that do not fit into 53
/// bits are texts, because readers of JSON may round them otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Datum {
    /// A truth value.
    Bool(bool),
    /// A small integer.
    Small(i64),
    /// A large integer, a fraction, or the name of a variant.
    Text(String),
    /// An array.
    Array {
        /// The element at all places that are not entries.
        default: Box<Datum>,
        /// The other places, with their elements.
        entries: Vec<(Datum, Datum)>,
    },
}

/// The integers that every reader of JSON represents exactly.
const EXACT: i64 = 1 << 53;

impl From<&Value> for Datum {
    fn from(value: &Value) -> Self {
        let number = |value: &Integer| match value.to_i64() {
            Some(small) if (-EXACT..=EXACT).contains(&small) => Datum::Small(small),
            _ => Datum::Text(value.to_string()),
        };
        match value {
            Value::Bool(value) => Datum::Bool(*value),
            Value::Int(value) => number(value),
            Value::Real(value) => Datum::Text(value.to_string()),
            Value::BitVec(value) => number(value.unsigned()),
            Value::Enum(sort, position) => {
                Datum::Text(sort.variants()[*position as usize].to_string())
            }
            Value::Array(value) => Datum::Array {
                default: Box::new(value.default().into()),
                entries: value.entries().map(|(i, e)| (i.into(), e.into())).collect(),
            },
        }
    }
}

impl Datum {
    /// The value of this sort; `None` where it is none.
    #[must_use]
    pub fn decode(&self, sort: &Sort) -> Option<Value> {
        let integer = || match self {
            Datum::Small(value) => Some(Integer::from(*value)),
            Datum::Text(text) => text.parse::<Integer>().ok(),
            _ => None,
        };
        let value = match (sort, self) {
            (Sort::Bool, Datum::Bool(value)) => Value::Bool(*value),
            (Sort::Int | Sort::Range(_), _) => Value::Int(integer()?),
            (Sort::Real, Datum::Text(text)) => Value::Real(text.parse::<Rational>().ok()?),
            (Sort::BitVec(width), _) => {
                let value = integer()?;
                let vector = BitVec::new(*width, &value);
                if *vector.unsigned() != value {
                    return None;
                }
                Value::BitVec(vector)
            }
            (Sort::Enum(sort), Datum::Text(text)) => {
                Value::Enum(sort.clone(), sort.position(text.as_str().into())?)
            }
            (Sort::Array(array), Datum::Array { default, entries }) => {
                let default = default.decode(&array.element)?;
                let mut value = ArrayValue::constant(array.index.clone(), default);
                for (index, element) in entries {
                    value =
                        value.with(index.decode(&array.index)?, element.decode(&array.element)?);
                }
                Value::Array(Arc::new(value))
            }
            _ => return None,
        };
        value.is_of(sort).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(value: &Value, sort: &Sort) {
        let text = serde_json::to_string(&Datum::from(value)).unwrap();
        let read: Datum = serde_json::from_str(&text).unwrap();
        assert_eq!(read.decode(sort).as_ref(), Some(value), "{text}");
    }

    #[test]
    fn values_survive_the_way_through_a_file() {
        round_trip(&Value::Bool(true), &Sort::Bool);
        for text in [
            "0",
            "-5",
            "9007199254740993",
            "123456789012345678901234567890",
        ] {
            round_trip(&Value::Int(text.parse().unwrap()), &Sort::Int);
        }
        round_trip(&Value::Real("-1/3".parse().unwrap()), &Sort::Real);
        let color = logic::EnumSort::new("color".into(), vec!["red".into(), "blue".into()]);
        let color = color.expect("two variants");
        round_trip(&Value::Enum(color.clone(), 1), &Sort::Enum(color));
        let array = ArrayValue::constant(Sort::Int, 0.into()).with(3.into(), 4.into());
        round_trip(
            &Value::Array(Arc::new(array)),
            &Sort::array(Sort::Int, Sort::Int),
        );
        round_trip(
            &Value::BitVec(BitVec::new(8, &Integer::from(200))),
            &Sort::BitVec(8),
        );
    }

    #[test]
    fn what_is_not_of_the_sort_is_refused() {
        let range = Sort::range(0, 3).unwrap();
        assert_eq!(Datum::Small(4).decode(&range), None);
        assert_eq!(Datum::Bool(true).decode(&range), None);
        assert_eq!(Datum::Text("x".into()).decode(&Sort::Int), None);
        assert_eq!(Datum::Small(256).decode(&Sort::BitVec(8)), None);
    }
}
