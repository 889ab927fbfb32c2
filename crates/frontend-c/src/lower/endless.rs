//! Loops that may go on forever.
//!
//! That it is enough to look at sends and collective operations that wait rests on every waiting process
//! getting what it waits for, or on a deadlock that is found. Beside a process that runs forever a waiting
//! one may wait forever without a deadlock, and what it would do behind its send if that did not wait
//! is never looked at. So it is asked of each loop whether its rounds come to an end, by the plainest of
//! arguments, or whether all processes meet in each of its rounds.

use std::ops::ControlFlow;

use logic::{Symbol, Var};

use crate::mpi;
use crate::syntax::{
    Binary, Expression, ExpressionKind, Initial, Logical, Loop, Scalar, Statement, StatementKind,
    Unary,
};
use crate::token::Signedness;
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
        self.comes_to_an_end(it) || meets(&it.body)
    }

    /// Whether each round brings a counter nearer to a bound that stays where it is.
    pub(super) fn comes_to_an_end(&self, it: &Loop) -> bool {
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
                self.counter(name, *operator, bound).is_some_and(|wraps| {
                    let also = Also::of(name, it, (*operator, bound), wraps);
                    self.stays(bound, it) && self.goes(name, *way, it, also)
                })
            })
        })
    }

    /// How the variable with a name may count, if nobody else writes it and it does not wrap around before
    /// it has passed its bound.
    fn counter(&self, name: Symbol, operator: Binary, bound: &Expression) -> Option<Wraps> {
        let Some(Binding::Scalar(var, Scalar::Integer { sign, bits })) = self.scope.find(name)
        else {
            return None;
        };
        if self.context.has_address(name) || self.is_held(var) || *bits < Scalar::INT_BITS {
            return None;
        }
        if *sign == Signedness::Signed {
            return Some(Wraps::Never);
        }
        let is_strict = matches!(operator, Binary::Less | Binary::Greater);
        let is_narrower = match self.type_of(bound) {
            Some(Scalar::Integer { bits: other, .. }) => other <= *bits,
            _ => false,
        };
        (is_strict && is_narrower).then_some(Wraps::BeyondOne)
    }

    /// Whether an operation may write a variable that begins somewhere and is completed elsewhere.
    fn is_held(&self, var: &Var) -> bool {
        self.context.held.contains(var) || self.uses.held.contains(var)
    }

    /// Whether each round of a loop moves a counter one way, and nothing in it moves the counter in another.
    fn goes(&self, name: Symbol, way: Way, it: &Loop, also: Also) -> bool {
        let mut moves = 0_usize;
        let mut check = |expression: &Expression| {
            let is_written_by_call = match &expression.kind {
                ExpressionKind::Call(function, _) => {
                    let is_own = self.context.unit.function(*function).is_some();
                    let effects = self.context.analysis.expression(expression);
                    is_own && effects.changed().any(|own| *own == name)
                }
                _ => false,
            };
            match moved(expression, name, also) {
                _ if is_written_by_call => ControlFlow::Break(()),
                Some(step) if step != Some(way) => ControlFlow::Break(()),
                Some(_) => {
                    moves += 1;
                    // Two steps of one may pass the bound between two comparisons, and wrap around.
                    match also.wraps == Wraps::BeyondOne && moves > 1 {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                }
                None => ControlFlow::Continue(()),
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
            && is_moved_always(name, it, also)
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
                && !matches!(self.scope.find(name), Some(Binding::Scalar(var, _)) if self.is_held(var))
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
fn is_moved_always(name: Symbol, it: &Loop, also: Also) -> bool {
    let in_expression = |expression: &Expression| {
        let mut find = |inner: &Expression| match moved(inner, name, also) {
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

/// Which moves of a counter bring it nearer to its bound, beside adding to it and subtracting from it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Also {
    /// Multiplying, which moves a positive number up.
    multiplies: bool,
    /// Dividing, which moves a positive number down.
    divides: bool,
    wraps: Wraps,
}

/// Whether a counter wraps around instead of passing its bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wraps {
    /// It overflows instead, which is a failure.
    Never,
    /// It may, unless each round moves it by one, and once.
    BeyondOne,
}

impl Also {
    /// What else moves a counter of a loop: it is positive at the start, or where it is compared.
    fn of(name: Symbol, it: &Loop, (operator, bound): (Binary, &Expression), wraps: Wraps) -> Self {
        let least = match &bound.kind {
            ExpressionKind::Integer(value, _) => value.to_i64(),
            _ => None,
        };
        let is_strict = matches!(operator, Binary::Less | Binary::Greater);
        Also {
            multiplies: wraps == Wraps::Never
                && it
                    .initial
                    .as_ref()
                    .is_some_and(|it| starts_above_zero(it, name)),
            divides: least.is_some_and(|least| least >= i64::from(!is_strict)),
            wraps,
        }
    }
}

/// Whether a statement sets a variable to a positive number.
fn starts_above_zero(initial: &Statement, name: Symbol) -> bool {
    let is_positive =
        |by: &Expression| matches!(&by.kind, ExpressionKind::Integer(value, _) if !value.is_zero());
    match &initial.kind {
        StatementKind::Expression(Expression {
            kind: ExpressionKind::Assign(None, place, value),
            ..
        }) => {
            matches!(&place.kind, ExpressionKind::Name(own) if *own == name) && is_positive(value)
        }
        StatementKind::Declare(all) => all.iter().any(|declaration| {
            declaration.name == name
                && matches!(&declaration.initial, Some(Initial::Value(value)) if is_positive(value))
        }),
        _ => false,
    }
}

/// If an expression writes a variable itself, which way it moves it, as far as that is known.
fn moved(expression: &Expression, name: Symbol, also: Also) -> Option<Option<Way>> {
    let is_own =
        |place: &Expression| matches!(&place.kind, ExpressionKind::Name(own) if *own == name);
    let number = |by: &Expression| match &by.kind {
        ExpressionKind::Integer(value, _) => value.to_i64().unwrap_or(0),
        _ => 0,
    };
    let adds = |by: i64| by == 1 || by > 1 && also.wraps == Wraps::Never;
    let way = |operator: Binary, by: i64| match operator {
        Binary::Add if adds(by) => Some(Way::Up),
        Binary::Subtract if adds(by) => Some(Way::Down),
        Binary::Multiply if by > 1 && also.multiplies => Some(Way::Up),
        Binary::ShiftLeft if by > 0 && also.multiplies => Some(Way::Up),
        Binary::Divide if by > 1 && also.divides => Some(Way::Down),
        Binary::ShiftRight if by > 0 && also.divides => Some(Way::Down),
        _ => None,
    };
    match &expression.kind {
        ExpressionKind::Step(operator, _, place) if is_own(place) => Some(way(*operator, 1)),
        ExpressionKind::Assign(Some(operator), place, by) if is_own(place) => {
            Some(way(*operator, number(by)))
        }
        ExpressionKind::Assign(None, place, sum) if is_own(place) => match &sum.kind {
            ExpressionKind::Binary(operator, left, by) if is_own(left) => {
                Some(way(*operator, number(by)))
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
