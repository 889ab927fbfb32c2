//! Statements.

use logic::Term;
use program::Origin;
use program::system::Action;

use crate::problem::{Problem, Reads};
use crate::syntax::{Expression, Scalar, Statement, StatementKind};

use super::memory::Owner;
use super::scope::Returned;
use super::{Jump, Lowering, State};

impl Lowering<'_, '_> {
    /// Statements with a scope of their own.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Reads<()> {
        self.scope.open();
        let result = self
            .sequence(statements)
            .and_then(|()| match statements.last() {
                // What is left of `main` is seen to where the process ends.
                Some(last) if !self.scope.is_last() => self.end_of_scope(1, &last.span),
                _ => Ok(()),
            });
        if self.scope.is_last() {
            // What `main` ends with can be seen when it has ended.
            self.see();
        }
        self.scope.close();
        result
    }

    /// Statements one behind the other. Where one of them may end in several states, what follows it
    /// is read for each of them.
    fn sequence(&mut self, statements: &[Statement]) -> Reads<()> {
        for (position, statement) in statements.iter().enumerate() {
            self.statement(statement)?;
            if self.others.is_empty() {
                continue;
            }
            let mut states = std::mem::take(&mut self.others);
            states.push(State {
                here: self.here,
                known: std::mem::take(&mut self.known),
            });
            let end = self.target();
            for state in states.into_iter().rev() {
                self.here = state.here;
                self.known = state.known;
                self.sequence(&statements[position + 1..])?;
                self.jump(end, Origin::default());
            }
            self.resume(end);
            return Ok(());
        }
        Ok(())
    }

    pub(super) fn statement(&mut self, statement: &Statement) -> Reads<()> {
        // Nothing is known where nothing is reached; only names may still be needed, behind the next
        // `case`.
        if self.here.is_none() && !matches!(statement.kind, StatementKind::Declare(_)) {
            return Ok(());
        }
        // Variables for parts of a statement are free again behind it.
        let temporaries = self.temporaries;
        self.see();
        let result = logic::recursion::guard(|| {
            self.passing_over(&statement.span, |it| it.statement_inside(statement))
        });
        self.temporaries = temporaries;
        result
    }

    fn statement_inside(&mut self, statement: &Statement) -> Reads<()> {
        let span = &statement.span;
        match &statement.kind {
            StatementKind::Empty => Ok(()),
            StatementKind::Declare(declarations) => {
                for declaration in declarations {
                    self.local(declaration)?;
                    self.see();
                }
                Ok(())
            }
            StatementKind::Expression(expression) => self.effect(expression),
            StatementKind::Block(statements) => self.block(statements),
            StatementKind::If(condition, then, otherwise) => {
                let formula = self.truth(condition)?;
                let origin = self.origin(&condition.span);
                let is_known = formula.is_true() || formula.is_false();
                if self.context.splits_cases && !is_known {
                    let otherwise = otherwise.as_deref();
                    return self.cases(&formula, then, otherwise, origin);
                }
                self.branch(
                    &formula,
                    origin,
                    |it| it.scoped(then),
                    |it| match otherwise {
                        Some(otherwise) => it.scoped(otherwise),
                        None => Ok(()),
                    },
                )
            }
            StatementKind::Loop(it) => self.loop_statement(it, span),
            StatementKind::Switch(value, body) => self.switch(value, body),
            StatementKind::Case(_) => {
                let what = "a `case` that is not directly inside of a `switch`";
                Err(Problem::unsupported(span, what))
            }
            StatementKind::Break | StatementKind::Continue => {
                let jump = self.innermost_jump();
                let target = match statement.kind {
                    StatementKind::Break => jump.map(|jump| jump.break_to),
                    _ => jump.and_then(|jump| jump.continue_to),
                };
                let Some(target) = target else {
                    return Err(Problem::wrong(span, "there is no loop around this"));
                };
                let kept = jump.map_or(0, |jump| match statement.kind {
                    StatementKind::Break => jump.blocks.0,
                    _ => jump.blocks.1,
                });
                let ending = self.scope.depth().saturating_sub(kept);
                self.end_of_scope(ending, span)?;
                let origin = self.origin(span);
                self.jump(target, origin);
                Ok(())
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref(), statement),
            StatementKind::Assume(formula) => {
                let origin = self.origin(span);
                let formula = self.annotation(formula, None)?;
                self.emit(Action::Assume(formula), origin)
            }
            StatementKind::Assert(labelled) => {
                let origin = self.origin(span);
                let label = self.context.assertions().unwrap_or(labelled.label);
                let formula = self.annotation(&labelled.formula, Some(label))?;
                let same = self.same_label(labelled.label, origin)?;
                let formula = Term::and([formula, same]);
                self.emit(Action::CollectiveAssert { label, formula }, origin)
            }
            StatementKind::Unread(problem) => Err(problem.clone()),
        }
    }

    /// A statement with a scope of its own, such as a branch.
    pub(super) fn scoped(&mut self, statement: &Statement) -> Reads<()> {
        self.block(std::slice::from_ref(statement))
    }

    fn return_statement(&mut self, value: Option<&Expression>, statement: &Statement) -> Reads<()> {
        let span = &statement.span;
        let origin = self.origin(span);
        let Some(frame) = self.scope.frames.last() else {
            return Ok(());
        };
        let (end, result) = (frame.end, frame.result.clone());
        match (result, value) {
            (_, None) => {}
            // The value of `main` is an `int`.
            (Returned::Nothing, Some(value))
                if self.scope.frames.len() == 1 && self.type_of(value).is_some() =>
            {
                self.argument_as(value, Scalar::INT)?;
            }
            (Returned::Nothing, Some(value)) => self.effect(value)?,
            (Returned::Number(var, scalar), Some(value)) => {
                let value = self.value(value)?;
                if !value.scalar.is_number() {
                    let what = "returning a value of this type";
                    return Err(Problem::unsupported(span, what));
                }
                let value = self.converted(&value, scalar, span)?;
                self.assign(&var, value.number(), origin)?;
            }
            (Returned::Record(into), Some(value)) => {
                let from = self.record_value(value)?;
                self.copy(&from, &(into, Term::int(0)), span)?;
            }
            (Returned::Address(key, scalar), Some(value)) => {
                let owner = Owner {
                    name: key.as_str(),
                    scalar,
                };
                let pointer = self.pointed(value, owner)?;
                self.point(key, pointer, origin)?;
            }
        }
        if self.scope.frames.len() > 1 {
            self.end_of_scope(usize::MAX, span)?;
        }
        self.jump(end, origin);
        Ok(())
    }

    /// Whether what is being read stands in a loop.
    pub(super) fn is_in_loop(&self) -> bool {
        self.jumps.iter().any(|jump| jump.continue_to.is_some())
    }

    /// Where `break` and `continue` lead in the function that is being read.
    fn innermost_jump(&self) -> Option<Jump> {
        let first = self.scope.frames.last().map_or(0, |frame| frame.first_jump);
        self.jumps[first..].last().copied()
    }

    fn switch(&mut self, value: &Expression, body: &[Statement]) -> Reads<()> {
        if let Some(case) = body.iter().find_map(|it| inner_case(it, Within::Switch)) {
            let what = "a `case` that is not directly inside of a `switch`";
            return Err(Problem::unsupported(&case.span, what));
        }
        let origin = self.origin(&value.span);
        let value = self.promoted_integer(value)?;
        let mut labels: Vec<(usize, Option<Term>)> = Vec::new();
        for (position, statement) in body.iter().enumerate() {
            if let StatementKind::Case(label) = &statement.kind {
                let label = match label {
                    Some(label) => {
                        let term = self.promoted_integer(label)?;
                        // Labels have the type of what is compared with them.
                        let term = term.convert(value.scalar).number();
                        if term.as_value().is_none() {
                            let message = "the value of a `case` must be a constant";
                            return Err(Problem::wrong(&label.span, message));
                        }
                        Some(term)
                    }
                    None => None,
                };
                if labels.iter().any(|(_, other)| *other == label) {
                    let message = "there is already a `case` for this value";
                    return Err(Problem::wrong(&statement.span, message));
                }
                labels.push((position, label));
            }
        }
        let value = value.number();
        let end = self.target();
        let is_none_of = Term::and(
            labels
                .iter()
                .filter_map(|(_, label)| label.clone())
                .map(|label| Term::ne(value.clone(), label)),
        );
        let mut ways: Vec<(usize, usize, Term)> = Vec::new();
        for (position, label) in &labels {
            let condition = match label {
                Some(label) => Term::eq(value.clone(), label.clone()),
                None => is_none_of.clone(),
            };
            let target = self.target();
            ways.push((*position, target, condition));
        }
        let has_default = labels.iter().any(|(_, label)| label.is_none());
        if !has_default {
            ways.push((body.len(), end, is_none_of));
        }
        let (start, known) = (self.here, self.known.clone());
        for (_, target, condition) in &ways {
            if condition.is_false() {
                continue;
            }
            self.here = start;
            self.known = known.clone();
            self.emit(Action::Assume(condition.clone()), origin)?;
            self.jump(*target, origin);
        }
        self.here = None;
        let around = self.innermost_jump().and_then(|jump| jump.continue_to);
        let depth = self.scope.depth();
        let left = self.innermost_jump().map_or(depth, |jump| jump.blocks.1);
        self.jumps.push(Jump {
            blocks: (depth, left),
            break_to: end,
            continue_to: around,
        });
        let first_declaration = body
            .iter()
            .position(|it| matches!(it.kind, StatementKind::Declare(_)));
        let last_label = labels.last().map(|(position, _)| *position);
        if let Some(first) = first_declaration.filter(|first| last_label > Some(*first)) {
            // A label behind it leads past its initial value.
            let what = "a declaration in front of a label of the same `switch`";
            return Err(Problem::unsupported(&body[first].span, what));
        }
        self.scope.open();
        for (position, statement) in body.iter().enumerate() {
            if let Some((_, target, _)) = ways.iter().find(|(at, ..)| *at == position) {
                // The way from the label before it leads here as well.
                self.jump(*target, Origin::default());
                self.resume(*target);
            } else {
                self.sequence(std::slice::from_ref(statement))?;
            }
        }
        if let Some(last) = body.last() {
            self.end_of_scope(1, &last.span)?;
        }
        self.scope.close();
        self.jumps.pop();
        self.jump(end, origin);
        self.resume(end);
        Ok(())
    }
}

/// Where a statement stands in the body of a `switch`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Directly in it.
    Switch,
    /// In another statement of it.
    Statement,
}

/// A label of a `switch` that is inside of another statement, wherever that is reached from.
fn inner_case(statement: &Statement, within: Within) -> Option<&Statement> {
    let inside = |it| inner_case(it, Within::Statement);
    match &statement.kind {
        StatementKind::Case(_) => (within == Within::Statement).then_some(statement),
        StatementKind::Block(inner) => inner.iter().find_map(inside),
        StatementKind::If(_, then, otherwise) => {
            inside(then).or_else(|| otherwise.as_deref().and_then(inside))
        }
        StatementKind::Loop(it) => inside(&it.body),
        StatementKind::Switch(..)
        | StatementKind::Empty
        | StatementKind::Declare(_)
        | StatementKind::Expression(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Assume(_)
        | StatementKind::Assert(_)
        | StatementKind::Unread(_) => None,
    }
}
