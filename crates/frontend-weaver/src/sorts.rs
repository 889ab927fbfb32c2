//! Sorts: `Int`, `Bool`, `Real` and `(Array index element)`.

use logic::Sort;

use crate::Problem;
use crate::sexpr::Sexpr;

/// The sort that is written there.
pub(crate) fn sort(written: &Sexpr) -> Result<Sort, Problem> {
    match (written.atom(), written.head(), written.arguments()) {
        (Some("Int"), ..) => Ok(Sort::Int),
        (Some("Bool"), ..) => Ok(Sort::Bool),
        (Some("Real"), ..) => Ok(Sort::Real),
        (None, Some("Array"), [index, element]) => Ok(Sort::array(sort(index)?, sort(element)?)),
        _ => Err(Problem::new(&written.span, "expected a sort")
            .hint("the sorts are `Int`, `Bool`, `Real` and `(Array index element)`")),
    }
}
