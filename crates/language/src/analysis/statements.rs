//! Statements to edges.
//!
//! A statement is given the locations where it starts and ends, and puts its edges between them.
//! The location where a loop starts is its header.

use logic::{Sort, Term, Var};
use program::{Command, Graph, Location, Origin, Parfor};

use super::expressions::{Place, Typed, described};
use super::flow::Flow;
use super::globals::Global;
use super::parallel;
use super::programs::Lowering;
use super::scope::{Local, Role};
use crate::Span;
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::{
    Arm, Block, Condition, Declaration, Expr, Name, Sharing, Statement, StatementKind,
};

/// The two guards at a branching.
struct Guards {
    taken: Term,
    not_taken: Term,
}

impl Lowering<'_, '_> {
    /// The statements of a program. Its declarations have been dealt with.
    pub(super) fn top_level(
        &mut self,
        flow: &mut Flow,
        statements: &[Statement],
        from: Location,
        to: Location,
        origin: Origin,
    ) {
        let steps: Vec<&Statement> = statements
            .iter()
            .filter(|statement| !statement.kind.is_declaration())
            .collect();
        self.sequence(flow, &steps, from, to, origin);
    }

    /// The statements of a block, whose variables are gone behind it.
    fn block(
        &mut self,
        flow: &mut Flow,
        block: &Block,
        from: Location,
        to: Location,
        origin: Origin,
    ) {
        let entered = self.scope.enter();
        let steps: Vec<&Statement> = block.statements.iter().collect();
        self.sequence(flow, &steps, from, to, origin);
        self.scope.leave(entered);
    }

    fn sequence(
        &mut self,
        flow: &mut Flow,
        steps: &[&Statement],
        from: Location,
        to: Location,
        origin: Origin,
    ) {
        let Some((last, steps)) = steps.split_last() else {
            flow.skip(from, to, origin);
            return;
        };
        let mut at = from;
        for step in steps {
            let next = flow.fresh();
            self.statement(flow, step, at, next);
            at = next;
        }
        self.statement(flow, last, at, to);
    }

    fn statement(&mut self, flow: &mut Flow, statement: &Statement, from: Location, to: Location) {
        logic::recursion::guard(|| {
            let origin = self.origins.add(statement.head);
            match &statement.kind {
                StatementKind::If { arms, otherwise } => {
                    self.conditional(flow, arms, otherwise.as_ref(), from, to);
                }
                StatementKind::While { condition, body } => {
                    let guards = self.guards(condition);
                    self.branch(flow, guards.taken, body, from, from, origin);
                    flow.command(from, Command::Guard(guards.not_taken), to, origin);
                }
                StatementKind::Loop(body) => self.block(flow, body, from, from, origin),
                StatementKind::Choose(branches) => {
                    for branch in branches {
                        self.branch(flow, Term::top(), branch, from, to, origin);
                    }
                }
                StatementKind::Par(branches) => {
                    self.no_parallelism_inside_atomic(flow, statement);
                    let graphs: Vec<Graph> = branches
                        .iter()
                        .map(|branch| self.graph(branch, origin))
                        .collect();
                    parallel::check(&graphs, &self.shared, self.origins, self.sink);
                    flow.par(from, graphs, to, origin);
                }
                StatementKind::Parfor {
                    id,
                    low,
                    high,
                    body,
                } => {
                    self.no_parallelism_inside_atomic(flow, statement);
                    let command = self.parfor(*id, low, high, body, origin);
                    self.step(flow, command, from, to, origin);
                }
                StatementKind::Atomic(body) => self.atomic(flow, body, from, to, origin),
                StatementKind::Block(body) => self.block(flow, body, from, to, origin),
                simple => {
                    let command = self.command(simple, statement.head, origin);
                    self.step(flow, command, from, to, origin);
                }
            }
        });
    }

    /// An edge with a command; a `skip` in place of one that has an error.
    fn step(
        &mut self,
        flow: &mut Flow,
        command: Option<Command>,
        from: Location,
        to: Location,
        origin: Origin,
    ) {
        flow.command(from, command.unwrap_or_else(Command::skip), to, origin);
    }

    fn command(&mut self, kind: &StatementKind, span: Span, origin: Origin) -> Option<Command> {
        match kind {
            StatementKind::Declaration(declaration) => self.inner_variable(declaration, origin),
            StatementKind::Assign {
                target,
                indices,
                value,
            } => self.assignment(*target, indices, value),
            StatementKind::Havoc { target, condition } => {
                let var = self.written(*target);
                let condition = match condition {
                    Some(condition) => self.at(Place::Statement).formula(condition),
                    None => Some(Term::top()),
                };
                Some(Command::Havoc(var?, condition?))
            }
            StatementKind::Send { value, channel } => {
                self.communicates.get_or_insert(span);
                let value_span = value.span;
                let value = self.at(Place::Statement).typed(value, None);
                let channel = self.channel(channel);
                let value = value?.term;
                self.message(value.sort(), value_span)?;
                Some(Command::Send {
                    value,
                    channel: channel?,
                })
            }
            StatementKind::Receive { target, channel } => {
                self.communicates.get_or_insert(span);
                self.receive(*target, channel)
            }
            StatementKind::Assume(formula) => {
                Some(Command::Guard(self.at(Place::Statement).formula(formula)?))
            }
            StatementKind::Assert(formula) => {
                Some(Command::Assert(self.at(Place::Statement).formula(formula)?))
            }
            StatementKind::Justice(_)
            | StatementKind::Compassion(..)
            | StatementKind::Observe(_) => {
                let message = "this declaration belongs to the program as a whole";
                let hint = "move it out of the block, to the top of the program";
                self.error(Diagnostic::error(span, message).hint(hint));
                None
            }
            _ => Some(Command::skip()),
        }
    }

    /// A declaration in a block gives the variable its value each time the block is entered.
    fn inner_variable(&mut self, declaration: &Declaration, origin: Origin) -> Option<Command> {
        if declaration.sharing == Sharing::Shared {
            let message = "a shared variable belongs to the program as a whole";
            let hint = "move its declaration out of the block, to the top of the program";
            self.error(Diagnostic::error(declaration.name.span, message).hint(hint));
        }
        let var = self.declare_inner(declaration, origin);
        let Some(value) = &declaration.initial else {
            return Some(Command::Havoc(var?, Term::top()));
        };
        let Some(var) = var else {
            self.at(Place::Statement).typed(value, None);
            return None;
        };
        let term = self.at(Place::Statement).of_sort(value, &var.sort)?;
        if term.free_vars().contains(&var) {
            let message = format!("`{}` has no value yet", declaration.name.text);
            self.error(Diagnostic::error(value.span, message));
            return None;
        }
        self.check_range(&var.sort, &term, value.span, Severity::Warning);
        Some(Command::Assign(var, term))
    }

    /// The variable that a statement writes, if it may.
    fn written(&mut self, name: Name) -> Option<Var> {
        let refusal = match self.scope.get(name.text) {
            Some(local) if local.role == Role::Variable => return local.var.clone(),
            Some(local) => {
                let what = match local.role {
                    Role::Parameter => "a parameter",
                    Role::ParforId => "the number of a copy",
                    Role::Bound | Role::Variable => "bound",
                };
                Some((what, local.span))
            }
            None => match self.globals.values.get(&name.text) {
                Some((Global::Constant(_), span)) => Some(("a constant", *span)),
                Some((Global::Variant(..), span)) => Some(("a variant", *span)),
                Some((Global::Function(_), span)) => Some(("a function", *span)),
                Some((Global::Unclear, _)) => return None,
                None => None,
            },
        };
        match refusal {
            Some((what, declared)) => {
                let message = format!("`{}` is {what} and cannot be written", name.text);
                let error = Diagnostic::error(name.span, message).also(declared, "declared here");
                self.error(error.hint("copy it into a variable and write that"));
            }
            None => self.unknown_variable(name),
        }
        None
    }

    fn assignment(&mut self, target: Name, indices: &[Expr], value: &Expr) -> Option<Command> {
        let Some(var) = self.written(target) else {
            for expr in indices.iter().chain([value]) {
                self.at(Place::Statement).typed(expr, None);
            }
            return None;
        };
        // `a[i][j] = e` stores into `a[i]` what storing `e` into it at `j` gives.
        let mut arrays: Vec<(Term, Term)> = Vec::new();
        let mut place = var.term();
        for index in indices {
            let mut elaborator = self.at(Place::Statement);
            let Sort::Array(sort) = place.sort().clone() else {
                elaborator.not_an_array(target.span, &Typed::from(place));
                return None;
            };
            let index = elaborator.of_sort(index, &sort.index)?;
            arrays.push((place.clone(), index.clone()));
            place = Term::select(place, index);
        }
        let sort = place.sort().clone();
        let value_term = self.at(Place::Statement).of_sort(value, &sort)?;
        self.check_range(&sort, &value_term, value.span, Severity::Warning);
        let stored = arrays
            .into_iter()
            .rev()
            .fold(value_term, |element, (array, index)| {
                Term::store(array, index, element)
            });
        Some(Command::Assign(var, stored))
    }

    fn channel(&mut self, channel: &Expr) -> Option<Term> {
        self.at(Place::Statement).integer(channel)
    }

    /// Checks that values of a sort can be sent.
    fn message(&mut self, sort: &Sort, span: Span) -> Option<()> {
        if let Sort::Array(_) = sort {
            let message = format!("a message cannot be {}", described(sort));
            self.error(Diagnostic::error(span, message).hint("send its elements one by one"));
            return None;
        }
        Some(())
    }

    fn receive(&mut self, target: Name, channel: &Expr) -> Option<Command> {
        let var = self.written(target);
        let span = channel.span;
        let channel = self.channel(channel);
        let (var, channel) = (var?, channel?);
        self.message(&var.sort, target.span)?;
        if channel.free_vars().contains(&var) {
            let message = format!(
                "the channel depends on `{}`, which is being received",
                target.text
            );
            let hint = "copy the channel into another variable first";
            let error = Diagnostic::error(span, message).also(target.span, "received here");
            self.error(error.hint(hint));
            return None;
        }
        Some(Command::Receive { var, channel })
    }

    fn guards(&mut self, condition: &Condition) -> Guards {
        let taken = match condition {
            Condition::Any => {
                return Guards {
                    taken: Term::top(),
                    not_taken: Term::top(),
                };
            }
            Condition::Formula(formula) => self.at(Place::Statement).formula(formula),
        };
        // The graph of a program with an error is thrown away, so its guards do not matter.
        let taken = taken.unwrap_or_else(Term::top);
        Guards {
            not_taken: Term::not(taken.clone()),
            taken,
        }
    }

    /// A guard and a block behind it; the guard alone where the block is empty.
    fn branch(
        &mut self,
        flow: &mut Flow,
        guard: Term,
        block: &Block,
        from: Location,
        to: Location,
        origin: Origin,
    ) {
        if block.statements.is_empty() {
            flow.command(from, Command::Guard(guard), to, origin);
            return;
        }
        let entry = flow.fresh();
        flow.command(from, Command::Guard(guard), entry, origin);
        self.block(flow, block, entry, to, origin);
    }

    fn conditional(
        &mut self,
        flow: &mut Flow,
        arms: &[Arm],
        otherwise: Option<&Block>,
        from: Location,
        to: Location,
    ) {
        let Some((last, arms)) = arms.split_last() else {
            return;
        };
        let mut at = from;
        for arm in arms {
            let origin = self.origins.add(arm.head);
            let guards = self.guards(&arm.condition);
            self.branch(flow, guards.taken, &arm.body, at, to, origin);
            let next = flow.fresh();
            flow.command(at, Command::Guard(guards.not_taken), next, origin);
            at = next;
        }
        let origin = self.origins.add(last.head);
        let guards = self.guards(&last.condition);
        self.branch(flow, guards.taken, &last.body, at, to, origin);
        match otherwise {
            Some(block) => self.branch(flow, guards.not_taken, block, at, to, origin),
            None => flow.command(at, Command::Guard(guards.not_taken), to, origin),
        }
    }

    /// A block as a graph of its own.
    fn graph(&mut self, block: &Block, origin: Origin) -> Graph {
        let mut flow = Flow::new();
        let (entry, exit) = (flow.entry(), flow.exit());
        self.block(&mut flow, block, entry, exit, origin);
        flow.finish()
    }

    fn no_parallelism_inside_atomic(&mut self, flow: &Flow, statement: &Statement) {
        if flow.is_inside_atomic() {
            let message = "an atomic block cannot have parallel parts";
            let hint = "an atomic block is one step, and its parts could not interleave";
            self.error(Diagnostic::error(statement.head, message).hint(hint));
        }
    }

    fn parfor(
        &mut self,
        id: Name,
        low: &Expr,
        high: &Expr,
        body: &Block,
        origin: Origin,
    ) -> Option<Command> {
        let low = self.at(Place::Statement).integer(low);
        let high = self.at(Place::Statement).integer(high);
        let var = Var::new(self.free_name(id.text), Sort::Int);
        let entered = self.scope.enter();
        let local = Local {
            var: Some(var.clone()),
            role: Role::ParforId,
            span: id.span,
        };
        let bound = self.at(Place::Statement).bind(id, local);
        let body = self.graph(body, origin);
        self.scope.leave(entered);
        let locals = body.writes().difference(&self.shared).cloned().collect();
        let (low, high) = (low?, high?);
        bound.then(|| {
            Command::Parfor(Box::new(Parfor {
                id: var,
                low,
                high,
                body,
                locals,
            }))
        })
    }

    fn atomic(
        &mut self,
        flow: &mut Flow,
        body: &Block,
        from: Location,
        to: Location,
        origin: Origin,
    ) {
        flow.atomically(|flow| {
            let mut start = from;
            // A loop's header is visited again and again, so it has to lie inside the block.
            if starts_with_loop(body) {
                start = flow.fresh();
                flow.skip(from, start, origin);
            }
            self.block(flow, body, start, to, origin);
        });
    }
}

fn starts_with_loop(block: &Block) -> bool {
    match block.statements.first().map(|statement| &statement.kind) {
        Some(StatementKind::While { .. } | StatementKind::Loop(_)) => true,
        Some(StatementKind::Block(block)) => starts_with_loop(block),
        _ => false,
    }
}
