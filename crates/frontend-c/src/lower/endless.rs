//! Loops that may go on forever.
//!
//! That it is enough to look at sends and collective operations that wait rests on every waiting process
//! getting what it waits for, or on a deadlock that is found. Beside a process that runs forever a waiting
//! one may wait forever without a deadlock, and what it would do behind its send if that did not wait
//! is never looked at. So it is asked of each loop whether its rounds come to an end, by the plainest of
//! arguments, or whether all processes meet in each of its rounds.

use std::ops::ControlFlow;

use logic::Symbol;

use crate::mpi;
use crate::syntax::{
    Binary, Expression, ExpressionKind, Logical, Loop, Scalar, Statement, StatementKind, Unary,
};

use crate::visit::{certain, expressions, expressions_in, statements_in};

use super::Lowering;
use super::scope::Binding;

/// Which way a counter goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

impl Lowering<'_, '_> {
    /// Whether it is plain from its text that a loop does not keep one process busy forever while others
    /// wait for it.
    pub(super) fn lets_others_go_on(&self, it: &Loop) -> bool {
        self.counts(it) || meets(&it.body)
    }

    /// Whether each round brings a counter nearer to a bound that stays where it is.
    fn counts(&self, it: &Loop) -> bool {
        let Some(condition) = &it.condition else {
            return false;
        };
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        parts.into_iter().any(|part| self.is_neared(part, it))
    }

    /// Whether a comparison in the condition of a loop becomes false after finitely many rounds.
    fn is_neared(&self, comparison: &Expression, it: &Loop) -> bool {
        let ExpressionKind::Binary(operator, left, right) = &comparison.kind else {
            return false;
        };
        let ways: &[(&Expression, &Expression, Way)] = match operator {
            Binary::Less | Binary::LessEqual => &[(left, right, Way::Up), (right, left, Way::Down)],
            Binary::Greater | Binary::GreaterEqual => {
                &[(left, right, Way::Down), (right, left, Way::Up)]
            }
            _ => &[],
        };
        ways.iter().any(|(counter, bound, way)| {
            counted(counter).is_some_and(|name| {
                self.is_counter(name, *operator)
                    && self.stays(bound, it)
                    && self.goes(name, *way, it)
            })
        })
    }

    /// Whether a name is that of a variable that may count: nobody else writes it, and it does not wrap
    /// around before it has passed its bound.
    fn is_counter(&self, name: Symbol, operator: Binary) -> bool {
        let Some(Binding::Scalar(_, scalar)) = self.scope.find(name) else {
            return false;
        };
        let is_strict = matches!(operator, Binary::Less | Binary::Greater);
        let never_wraps = matches!(
            scalar,
            Scalar::Integer { sign: crate::token::Signedness::Signed, bits } if *bits >= Scalar::INT_BITS
        );
        (never_wraps || is_strict && matches!(scalar, Scalar::Integer { .. }))
            && !self.context.has_address(name)
    }

    /// Whether each round of a loop moves a counter one way, and nothing in it moves the counter in another.
    fn goes(&self, name: Symbol, way: Way, it: &Loop) -> bool {
        let mut check = |expression: &Expression| {
            let is_written_by_call = match &expression.kind {
                ExpressionKind::Call(function, _) => {
                    let is_own = self.context.unit.function(*function).is_some();
                    let effects = self.context.analysis.expression(expression);
                    is_own && effects.changed().any(|own| *own == name)
                }
                _ => false,
            };
            match moved(expression, name) {
                _ if is_written_by_call => ControlFlow::Break(()),
                Some(step) if step != Some(way) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let mut parts = it.condition.iter().chain(&it.step);
        let is_moved_otherwise = parts.any(|part| expressions(part, &mut check).is_break())
            || expressions_in(&it.body, &mut check).is_break();
        let mut declares = |statement: &Statement| match &statement.kind {
            StatementKind::Declare(all) if all.iter().any(|own| own.name == name) => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        };
        !is_moved_otherwise
            && statements_in(&it.body, &mut declares).is_continue()
            && is_moved_always(name, it)
    }

    /// Whether a bound is a term over variables that the loop does not write.
    fn stays(&self, bound: &Expression, it: &Loop) -> bool {
        let mut effects = self.context.analysis.statement(&it.body);
        for part in it.condition.iter().chain(&it.step) {
            let own = self.context.analysis.expression(part);
            effects.writes.extend(own.writes);
            effects.moves.extend(own.moves);
        }
        let is_kept = |name: Symbol| {
            let is_plain = matches!(
                self.scope.find(name),
                None | Some(Binding::Scalar(..) | Binding::Value(..) | Binding::ArgumentCount)
            );
            is_plain
                && !effects.changed().any(|own| *own == name)
                && !self.context.has_address(name)
        };
        is_fixed(bound, &is_kept)
    }
}

/// The parts of a condition that must all hold.
fn conjuncts<'e>(condition: &'e Expression, parts: &mut Vec<&'e Expression>) {
    match &condition.kind {
        ExpressionKind::Logical(Logical::And, left, right) => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        _ => parts.push(condition),
    }
}

/// The variable that is compared, as it is or while it is counted: `i` or `n--`.
fn counted(expression: &Expression) -> Option<Symbol> {
    match &expression.kind {
        ExpressionKind::Name(name) => Some(*name),
        ExpressionKind::Step(_, _, inner) => counted(inner),
        _ => None,
    }
}

/// Whether an expression is made of literals and of names that keep their values.
fn is_fixed(expression: &Expression, is_kept: &dyn Fn(Symbol) -> bool) -> bool {
    match &expression.kind {
        ExpressionKind::Integer(..) | ExpressionKind::SizeOf(_) => true,
        ExpressionKind::Name(name) => is_kept(*name),
        ExpressionKind::Unary(Unary::Minus | Unary::Plus, inner)
        | ExpressionKind::Cast(_, inner) => is_fixed(inner, is_kept),
        ExpressionKind::Binary(_, left, right) => {
            is_fixed(left, is_kept) && is_fixed(right, is_kept)
        }
        _ => false,
    }
}

/// Whether a step of a counter stands where each round comes by.
fn is_moved_always(name: Symbol, it: &Loop) -> bool {
    let in_expression = |expression: &Expression| {
        let mut find = |inner: &Expression| match moved(inner, name) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        certain(expression, &mut find).is_break()
    };
    let mut conditions = Vec::new();
    it.condition
        .iter()
        .for_each(|it| conjuncts(it, &mut conditions));
    let first = conditions.first().copied();
    if it.step.iter().chain(first).any(in_expression) {
        return true;
    }
    let statements = match &it.body.kind {
        StatementKind::Block(statements) => &statements[..],
        _ => std::slice::from_ref(&it.body),
    };
    let is_step = |statement: &Statement| match &statement.kind {
        StatementKind::Expression(expression) => in_expression(expression),
        _ => false,
    };
    let mut continues = |statement: &Statement| match statement.kind {
        StatementKind::Continue => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    statements_in(&it.body, &mut continues).is_continue() && statements.iter().any(is_step)
}

/// If an expression writes a variable itself, which way it moves it, as far as that is known.
fn moved(expression: &Expression, name: Symbol) -> Option<Option<Way>> {
    let is_own =
        |place: &Expression| matches!(&place.kind, ExpressionKind::Name(own) if *own == name);
    let is_positive =
        |by: &Expression| matches!(&by.kind, ExpressionKind::Integer(value, _) if !value.is_zero());
    let way = |operator: Binary| match operator {
        Binary::Add => Some(Way::Up),
        Binary::Subtract => Some(Way::Down),
        _ => None,
    };
    match &expression.kind {
        ExpressionKind::Step(operator, _, place) if is_own(place) => Some(way(*operator)),
        ExpressionKind::Assign(Some(operator), place, by) if is_own(place) => {
            Some(way(*operator).filter(|_| is_positive(by)))
        }
        ExpressionKind::Assign(None, place, sum) if is_own(place) => match &sum.kind {
            ExpressionKind::Binary(operator, left, by) if is_own(left) => {
                Some(way(*operator).filter(|_| is_positive(by)))
            }
            _ => Some(None),
        },
        // Whoever is given its address may write it.
        ExpressionKind::Unary(Unary::Address, place) if is_own(place) => Some(None),
        _ => None,
    }
}

/// Whether each round of a loop comes by a collective operation, which waits for all where sends wait.
fn meets(body: &Statement) -> bool {
    let statements = match &body.kind {
        StatementKind::Block(statements) => &statements[..],
        _ => std::slice::from_ref(body),
    };
    for statement in statements {
        match &statement.kind {
            StatementKind::Expression(expression) => {
                let mut find = |inner: &Expression| match &inner.kind {
                    ExpressionKind::Call(name, _)
                        if name.as_str().starts_with("MPI_")
                            && mpi::is_collective(name.as_str()) =>
                    {
                        ControlFlow::Break(())
                    }
                    _ => ControlFlow::Continue(()),
                };
                if certain(expression, &mut find).is_break() {
                    return true;
                }
            }
            StatementKind::Declare(_) | StatementKind::Empty => {}
            // What stands behind a `continue` may be left out.
            _ => {
                let mut find = |inner: &Statement| match inner.kind {
                    StatementKind::Continue => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                };
                if statements_in(statement, &mut find).is_break() {
                    return false;
                }
            }
        }
    }
    false
}
