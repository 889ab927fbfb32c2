//! Values as the user writes them.

use std::sync::Arc;

use logic::{ArrayValue, BitVec, Integer, Rational, Sort, Value};

/// Reads a value of a sort. An array is written as the one value that it has everywhere.
///
/// # Errors
/// A sentence that says what was expected.
pub(crate) fn parse(text: &str, sort: &Sort) -> Result<Value, String> {
    read(text.trim(), sort)
        .filter(|value| value.is_of(sort))
        .ok_or_else(|| {
            format!(
                "`{}` is no value of the type {sort}",
                crate::render::shorten(text, 40)
            )
        })
}

fn read(text: &str, sort: &Sort) -> Option<Value> {
    Some(match sort {
        Sort::Bool => Value::Bool(text.parse().ok()?),
        Sort::Int | Sort::Range(_) => Value::Int(text.parse::<Integer>().ok()?),
        Sort::Real => Value::Real(text.parse::<Rational>().ok()?),
        Sort::BitVec(width) => Value::BitVec(BitVec::new(*width, &text.parse::<Integer>().ok()?)),
        Sort::Enum(sort) => Value::Enum(sort.clone(), sort.position(text.into())?),
        Sort::Array(array) => {
            let element = read(text, &array.element)?;
            Value::Array(Arc::new(ArrayValue::constant(array.index.clone(), element)))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_by_their_sort() {
        assert_eq!(parse("true", &Sort::Bool), Ok(Value::Bool(true)));
        assert_eq!(parse(" -3 ", &Sort::Int), Ok((-3).into()));
        let range = Sort::range(0, 3).expect("not empty");
        assert_eq!(parse("3", &range), Ok(3.into()));
        assert!(parse("4", &range).is_err());
        assert!(parse("", &Sort::Int).is_err());
        assert!(parse("1/0", &Sort::Real).is_err());
    }
}
