//! Temporal formulas of claims: the operators `always`, `eventually`, `next` and `until` are written
//! like calls of functions, outside of which everything is a formula about one state.

use logic::Symbol;
use question::Temporal;

use super::claims::Aliases;
use super::expressions::{Elaborator, Place};
use super::globals::Globals;
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, Sink};
use crate::syntax::{BinaryOp, Expr, ExprKind, UnaryOp};

/// The formula; `None` where it has an error.
pub(super) fn lower(
    expr: &Expr,
    aliases: &Aliases<'_>,
    globals: &Globals<'_>,
    sink: &mut Sink,
) -> Option<Temporal> {
    logic::recursion::guard(|| {
        if !is_temporal(expr) {
            let mut scope = Scope::default();
            let place = Place::Claim(aliases);
            let term = Elaborator::new(globals, &mut scope, place, sink).formula(expr)?;
            return Some(Temporal::State(term));
        }
        let mut inner = |expr: &Expr| lower(expr, aliases, globals, sink);
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, part) => Some(Temporal::Not(Box::new(inner(part)?))),
            ExprKind::Call(name, arguments) => {
                let arguments: Vec<Option<Temporal>> = arguments.iter().map(inner).collect();
                let arguments: Vec<Temporal> = arguments.into_iter().collect::<Option<_>>()?;
                let count = arguments.len();
                let mut arguments = arguments.into_iter();
                let mut next = || arguments.next().map(Box::new);
                match (name.text.as_str(), count) {
                    ("always", 1) => Some(Temporal::always(*next()?)),
                    ("eventually", 1) => Some(Temporal::eventually(*next()?)),
                    ("next", 1) => Some(Temporal::Next(next()?)),
                    ("until", 2) => Some(Temporal::Until(next()?, next()?)),
                    (operator, _) => {
                        let wanted = match operator {
                            "until" => "two arguments",
                            _ => "one argument",
                        };
                        let message = format!("`{operator}` has {wanted}");
                        sink.push(Diagnostic::error(expr.span, message));
                        None
                    }
                }
            }
            ExprKind::Chain(first, rest) => {
                let operator = rest.first().map(|(operator, _)| *operator);
                let mut parts = vec![inner(first)?];
                for (_, part) in rest {
                    parts.push(inner(part)?);
                }
                match operator {
                    Some(BinaryOp::And) => Some(Temporal::All(parts)),
                    Some(BinaryOp::Or) => Some(Temporal::Any(parts)),
                    Some(BinaryOp::Implies) => {
                        // Read from the right: all but the last are premises.
                        let last = parts.pop()?;
                        let not = |part| Temporal::Not(Box::new(part));
                        let premises = parts.into_iter().map(not);
                        Some(Temporal::Any(premises.chain([last]).collect()))
                    }
                    _ => misplaced(expr, sink),
                }
            }
            _ => misplaced(expr, sink),
        }
    })
}

fn misplaced(expr: &Expr, sink: &mut Sink) -> Option<Temporal> {
    let message = "a temporal operator cannot stand inside of this expression";
    let hint = "temporal formulas are joined by `!`, `&&`, `||` and `==>`";
    sink.push(Diagnostic::error(expr.span, message).hint(hint));
    None
}

/// Whether a temporal operator stands somewhere in the expression.
fn is_temporal(expr: &Expr) -> bool {
    let operator =
        |name: Symbol| matches!(name.as_str(), "always" | "eventually" | "next" | "until");
    logic::recursion::guard(|| match &expr.kind {
        ExprKind::Call(name, arguments) => operator(name.text) || arguments.iter().any(is_temporal),
        ExprKind::Unary(_, part) | ExprKind::Quantified(_, _, part) => is_temporal(part),
        ExprKind::Chain(first, rest) => {
            is_temporal(first) || rest.iter().any(|(_, part)| is_temporal(part))
        }
        ExprKind::Index(a, b) => is_temporal(a) || is_temporal(b),
        ExprKind::Store(a, b, c) | ExprKind::Conditional(a, b, c) => {
            [a, b, c].into_iter().any(|part| is_temporal(part))
        }
        ExprKind::Int(_)
        | ExprKind::Decimal(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::Qualified(..)
        | ExprKind::Member(..)
        | ExprKind::Variant(..)
        | ExprKind::Error => false,
    })
}
