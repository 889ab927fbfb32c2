//! Types to sorts.

use logic::{Sort, Value};

use super::expressions::{Elaborator, Place};
use super::globals::Globals;
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, Sink};
use crate::suggest;
use crate::syntax::{Expr, Type, TypeKind};

/// The sort that a type stands for; `None` where that has been reported as unclear.
pub(super) fn sort(ty: &Type, globals: &Globals<'_>, sink: &mut Sink) -> Option<Sort> {
    match &ty.kind {
        TypeKind::Int => Some(Sort::Int),
        TypeKind::Bool => Some(Sort::Bool),
        TypeKind::Real => Some(Sort::Real),
        TypeKind::Array(index, element) => {
            let span = index.span;
            let (index, element) = (sort(index, globals, sink), sort(element, globals, sink));
            let (index, element) = (index?, element?);
            if index.has_range() {
                // A term that computes with an array no longer tells which indices it has, so that
                // nobody could say what lies outside of them.
                let message = "an array cannot be indexed by a range";
                let hint = "index it by `int`, and give it an initial value such as `constant(0)`";
                sink.push(Diagnostic::error(span, message).hint(hint));
                return None;
            }
            Some(Sort::array(index, element))
        }
        TypeKind::Range(low, high) => {
            let (first, last) = (bound(low, globals, sink), bound(high, globals, sink));
            let (first, last) = (first?, last?);
            let sort = Sort::range(first, last);
            if sort.is_none() {
                let message = format!("the range {first}..={last} is empty");
                sink.push(Diagnostic::error(ty.span, message).hint("the lower bound comes first"));
            }
            sort
        }
        TypeKind::Named(name) => {
            if let Some((sort, _)) = globals.enumerations.get(name) {
                return sort.clone().map(Sort::Enum);
            }
            if !globals.skipped.contains(name) {
                let known = globals.enumerations.keys().map(|name| name.as_str());
                let known = known.chain(["int", "bool", "real", "array"]);
                let hint = match name.as_str() {
                    "integer" | "nat" | "uint" => Some("did you mean `int`?".to_owned()),
                    "boolean" => Some("did you mean `bool`?".to_owned()),
                    "float" | "double" => Some("did you mean `real`?".to_owned()),
                    name => suggest::did_you_mean(name, known),
                };
                let message = format!(
                    "there is no type {}",
                    crate::diagnostic::quote(name.as_str())
                );
                sink.push(Diagnostic::error(ty.span, message).maybe_hint(hint));
            }
            None
        }
        TypeKind::Error => None,
    }
}

/// The value of a range's bound.
fn bound(expr: &Expr, globals: &Globals<'_>, sink: &mut Sink) -> Option<i64> {
    let mut scope = Scope::default();
    let term = Elaborator::new(globals, &mut scope, Place::Bound, sink).integer(expr)?;
    let Some(Value::Int(value)) = term.as_value() else {
        // Without names every operation on numbers is computed, so there is a name: reported.
        return None;
    };
    let bound = value.to_i64();
    if bound.is_none() {
        let message = "the bounds of a range must fit into 64 bits";
        sink.push(Diagnostic::error(expr.span, message).hint("without bounds, use `int`"));
    }
    bound
}
