//! Visiting the parts of statements and expressions, until somebody has seen enough.

use std::ops::ControlFlow;

use logic::Symbol;

use crate::syntax::{Expression, ExpressionKind, Initial, Sized, Statement, StatementKind};

/// Whether somebody has seen enough.
pub(crate) type Found = ControlFlow<()>;

/// Visits the parts of an expression that are evaluated whenever it is.
pub(crate) fn certain(
    expression: &Expression,
    visit: &mut dyn FnMut(&Expression) -> Found,
) -> Found {
    visit(expression)?;
    match &expression.kind {
        ExpressionKind::Logical(_, first, _) | ExpressionKind::Conditional(first, _, _) => {
            certain(first, visit)
        }
        _ => parts(expression)
            .into_iter()
            .try_for_each(|part| certain(part, visit)),
    }
}

/// Visits all parts of an expression.
pub(crate) fn expressions(
    expression: &Expression,
    visit: &mut dyn FnMut(&Expression) -> Found,
) -> Found {
    visit(expression)?;
    parts(expression)
        .into_iter()
        .try_for_each(|part| expressions(part, visit))
}

/// The direct parts of an expression.
fn parts(expression: &Expression) -> Vec<&Expression> {
    match &expression.kind {
        ExpressionKind::Unary(_, inner)
        | ExpressionKind::Step(_, _, inner)
        | ExpressionKind::Cast(_, inner)
        | ExpressionKind::PointerCast(_, inner)
        | ExpressionKind::Member(inner, _) => vec![inner],
        ExpressionKind::Binary(_, left, right)
        | ExpressionKind::Logical(_, left, right)
        | ExpressionKind::Comma(left, right)
        | ExpressionKind::Assign(_, left, right)
        | ExpressionKind::Index(left, right) => vec![left, right],
        ExpressionKind::Conditional(condition, then, otherwise) => {
            vec![condition, then, otherwise]
        }
        ExpressionKind::Call(_, arguments) => arguments.iter().collect(),
        ExpressionKind::Literal(_, initial) => values(initial),
        _ => Vec::new(),
    }
}

fn values(initial: &Initial) -> Vec<&Expression> {
    match initial {
        Initial::Value(value) => vec![value],
        Initial::List(parts, _) => parts.iter().flat_map(|it| values(&it.initial)).collect(),
    }
}

/// Whether something in an initial value has the size of a variable of this name in it.
pub(crate) fn measures(initial: &Initial, name: Symbol) -> bool {
    fn mentions(expression: &Expression, name: Symbol, is_measured: bool) -> bool {
        let mut find = |part: &Expression| {
            let is_found = match &part.kind {
                ExpressionKind::Name(own) => is_measured && *own == name,
                ExpressionKind::SizeOf(Sized::Expression(inner)) => mentions(inner, name, true),
                _ => false,
            };
            match is_found {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        expressions(expression, &mut find).is_break()
    }
    values(initial)
        .into_iter()
        .any(|value| mentions(value, name, false))
}

/// Visits a statement and all inside of it.
pub(crate) fn statements_in(
    statement: &Statement,
    visit: &mut dyn FnMut(&Statement) -> Found,
) -> Found {
    visit(statement)?;
    match &statement.kind {
        StatementKind::Block(inner) | StatementKind::Switch(_, inner) => {
            inner.iter().try_for_each(|it| statements_in(it, visit))
        }
        StatementKind::If(_, then, otherwise) => {
            statements_in(then, visit)?;
            otherwise.iter().try_for_each(|it| statements_in(it, visit))
        }
        StatementKind::Loop(it) => {
            it.initial
                .iter()
                .try_for_each(|it| statements_in(it, visit))?;
            statements_in(&it.body, visit)
        }
        _ => ControlFlow::Continue(()),
    }
}

/// Visits all expressions in a statement.
pub(crate) fn expressions_in(
    statement: &Statement,
    visit: &mut dyn FnMut(&Expression) -> Found,
) -> Found {
    statements_in(statement, &mut |it| {
        let own: Vec<&Expression> = match &it.kind {
            StatementKind::Expression(value)
            | StatementKind::If(value, ..)
            | StatementKind::Switch(value, _) => vec![value],
            StatementKind::Return(value) | StatementKind::Case(value) => value.iter().collect(),
            StatementKind::Declare(all) => {
                let initials = all.iter().filter_map(|it| it.initial.as_ref());
                initials.flat_map(values).collect()
            }
            StatementKind::Loop(it) => it.condition.iter().chain(&it.step).collect(),
            _ => Vec::new(),
        };
        own.into_iter().try_for_each(|it| expressions(it, visit))
    })
}
