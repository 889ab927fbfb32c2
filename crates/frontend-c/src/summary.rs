//! What occurs in a file: names, calls and loops.

use std::collections::{BTreeMap, BTreeSet};

use logic::Symbol;

use crate::effects::Analysis;
use crate::mpi::{self, Kind};
use crate::syntax::{Expression, ExpressionKind, Initial, Statement, StatementKind, Unary, Unit};

/// What occurs in a file.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// The names that are written somewhere.
    pub(crate) written: BTreeSet<Symbol>,
    /// The names that are used somewhere.
    pub(crate) mentioned: BTreeSet<Symbol>,
    /// The names of members that are used somewhere.
    pub(crate) members: BTreeSet<Symbol>,
    /// The names that are set again after their declaration.
    pub(crate) moved: BTreeSet<Symbol>,
    /// The names of variables whose address is taken by something else than a call of MPI or of C's library.
    pub(crate) addressed: BTreeSet<Symbol>,
    /// Where each function is called.
    pub(crate) calls: BTreeMap<Symbol, Vec<usize>>,
    /// Where loops start.
    pub(crate) loops: Vec<usize>,
    /// The names in arguments of MPI that must be known: counts, handles and roots.
    pub(crate) known: BTreeSet<Symbol>,
    /// The labels of collective assertions.
    pub(crate) asserted: BTreeSet<Symbol>,
    /// The functions of the file.
    own: BTreeSet<Symbol>,
}

impl Summary {
    pub(crate) fn of(unit: &Unit) -> Self {
        let mut summary = Summary {
            own: unit
                .functions
                .iter()
                .map(|function| function.name)
                .collect(),
            ..Summary::default()
        };
        let analysis = Analysis::new(unit);
        for function in &unit.functions {
            for statement in &function.body {
                summary.written.extend(written(&analysis, statement));
                summary.moved.extend(analysis.statement(statement).moves);
                summary.statement(statement);
            }
        }
        summary.loops.sort_unstable();
        summary
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Empty
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Assume(_)
            | StatementKind::Unread(_) => {}
            StatementKind::Assert(labelled) => {
                self.asserted.insert(labelled.label);
            }
            StatementKind::Declare(declarations) => {
                for initial in declarations.iter().filter_map(|it| it.initial.as_ref()) {
                    self.initial(initial);
                }
            }
            StatementKind::Expression(expression) => self.expression(expression),
            StatementKind::Block(inner) => inner.iter().for_each(|it| self.statement(it)),
            StatementKind::If(condition, then, otherwise) => {
                self.expression(condition);
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            StatementKind::Loop(it) => {
                self.loops.push(statement.span.start);
                if let Some(initial) = &it.initial {
                    self.statement(initial);
                }
                it.condition.iter().for_each(|it| self.expression(it));
                it.step.iter().for_each(|it| self.expression(it));
                self.statement(&it.body);
            }
            StatementKind::Switch(value, body) => {
                self.expression(value);
                body.iter().for_each(|it| self.statement(it));
            }
            StatementKind::Case(value) | StatementKind::Return(value) => {
                value.iter().for_each(|it| self.expression(it));
            }
        }
    }

    fn initial(&mut self, initial: &Initial) {
        match initial {
            Initial::Value(value) => self.expression(value),
            Initial::List(parts, _) => parts.iter().for_each(|it| self.initial(&it.initial)),
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Integer(..)
            | ExpressionKind::Real(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::SizeOf(_)
            | ExpressionKind::Remote { .. }
            | ExpressionKind::Quantified(..) => {}
            ExpressionKind::Name(name) => {
                self.mentioned.insert(*name);
            }
            ExpressionKind::Unary(Unary::Address, inner) => {
                if let ExpressionKind::Name(name) = inner.kind {
                    self.addressed.insert(name);
                }
                self.expression(inner);
            }
            ExpressionKind::Member(inner, member) => {
                self.members.insert(*member);
                self.expression(inner);
            }
            ExpressionKind::Unary(_, inner)
            | ExpressionKind::Step(_, _, inner)
            | ExpressionKind::Cast(_, inner)
            | ExpressionKind::PointerCast(_, inner) => self.expression(inner),
            ExpressionKind::Binary(_, left, right)
            | ExpressionKind::Logical(_, left, right)
            | ExpressionKind::Comma(left, right)
            | ExpressionKind::Assign(_, left, right)
            | ExpressionKind::Index(left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.expression(condition);
                self.expression(then);
                self.expression(otherwise);
            }
            ExpressionKind::Literal(_, initial) => self.initial(initial),
            ExpressionKind::Call(name, arguments) => {
                let calls = self.calls.entry(*name).or_default();
                calls.push(expression.span.start);
                self.call(*name, arguments);
                let is_own = self.own.contains(name);
                for argument in arguments {
                    match &argument.kind {
                        ExpressionKind::Unary(Unary::Address, inner) if !is_own => {
                            self.expression(inner);
                        }
                        _ => self.expression(argument),
                    }
                }
            }
        }
    }
}

impl Summary {
    /// Notes what must be known where MPI is called.
    fn call(&mut self, name: Symbol, arguments: &[Expression]) {
        let mpi::Function::Read(kinds) = mpi::function(name.as_str()) else {
            return;
        };
        for (kind, argument) in kinds.iter().zip(arguments) {
            let is_needed = matches!(
                kind,
                Kind::Count | Kind::Type | Kind::Op | Kind::Comm | Kind::Root
            );
            if is_needed {
                names(argument, &mut self.known);
            }
        }
    }
}

/// The names in an expression.
fn names(expression: &Expression, found: &mut BTreeSet<Symbol>) {
    match &expression.kind {
        ExpressionKind::Name(name) => {
            found.insert(*name);
        }
        ExpressionKind::Unary(_, inner)
        | ExpressionKind::Cast(_, inner)
        | ExpressionKind::PointerCast(_, inner)
        | ExpressionKind::Member(inner, _) => names(inner, found),
        ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
            names(left, found);
            names(right, found);
        }
        _ => {}
    }
}

/// What a statement writes, declarations of other variables with the same name aside.
fn written(analysis: &Analysis<'_>, statement: &Statement) -> BTreeSet<Symbol> {
    let effects = analysis.statement(statement);
    let mut names: BTreeSet<Symbol> = effects.changed().copied().collect();
    if let StatementKind::Declare(declarations) = &statement.kind {
        for declaration in declarations {
            names.remove(&declaration.name);
        }
    }
    names
}
