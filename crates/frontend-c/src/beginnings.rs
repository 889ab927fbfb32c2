//! Whether persistent requests may be started in any order.
//!
//! `MPI_Startall` starts its requests in an order that MPI leaves open (MPI 4.0, section 3.9). That
//! decides nothing where no two of them are sends to one process with one tag, or receives of the same
//! messages.

use std::ops::ControlFlow;

use crate::syntax::{Expression, ExpressionKind, StatementKind, Unit};
use crate::visit;

/// A call that makes a persistent request: whether it receives, and what is written for its partner and its
/// tag, where these are numbers.
type Made = (bool, Option<i64>, Option<i64>);

impl Unit {
    /// Whether no two persistent requests of the file can be for the same messages.
    pub(crate) fn starts_in_any_order(&self) -> bool {
        let mut made: Vec<Made> = Vec::new();
        let mut is_repeated = false;
        for function in &self.functions {
            let is_main = function.name.as_str() == "main";
            for statement in &function.body {
                let mut note = |expression: &Expression| {
                    if let Some(found) = made_by(expression) {
                        made.push(found);
                        is_repeated |= !is_main;
                    }
                    ControlFlow::Continue(())
                };
                let _ = visit::expressions_in(statement, &mut note);
                let mut in_loop = |inner: &crate::syntax::Statement| {
                    let StatementKind::Loop(it) = &inner.kind else {
                        return ControlFlow::Continue(());
                    };
                    visit::expressions_in(&it.body, &mut |expression| match made_by(expression) {
                        Some(_) => ControlFlow::Break(()),
                        None => ControlFlow::Continue(()),
                    })
                };
                is_repeated |= visit::statements_in(statement, &mut in_loop).is_break();
            }
        }
        let differ =
            |a: &Option<i64>, b: &Option<i64>| matches!((a, b), (Some(a), Some(b)) if a != b);
        let are_apart = |a: &Made, b: &Made| a.0 != b.0 || differ(&a.1, &b.1) || differ(&a.2, &b.2);
        let mut pairs = (0..made.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        !is_repeated && pairs.all(|(i, j)| are_apart(&made[i], &made[j]))
    }
}

/// What persistent request an expression makes, if it makes one.
fn made_by(expression: &Expression) -> Option<Made> {
    let ExpressionKind::Call(name, arguments) = &expression.kind else {
        return None;
    };
    let name = name.as_str();
    if !name.starts_with("MPI_") || !name.ends_with("_init") {
        return None;
    }
    let number = |position: usize| match arguments.get(position).map(|it| &it.kind) {
        Some(ExpressionKind::Integer(value, _)) => value.to_i64(),
        _ => None,
    };
    Some((name == "MPI_Recv_init", number(3), number(4)))
}
