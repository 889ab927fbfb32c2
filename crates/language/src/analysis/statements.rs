//! Statements to edges.
//!
//! A statement is given the locations where it starts and ends, and puts its edges between them.
//! The location where a loop starts is its header.

use logic::{Sort, Term, Var};
use program::{Command, Graph, Location, Origin, Parfor};

use super::expressions::Place;
use super::flow::Flow;
use super::parallel;
use super::programs::Lowering;
use super::scope::{Local, Role};
use crate::diagnostic::Diagnostic;
use crate::syntax::{Arm, Block, Condition, Expr, Name, Statement, StatementKind};

/// The two guards at a branching.
pub(super) struct Guards {
    pub(super) taken: Term,
    pub(super) not_taken: Term,
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
                StatementKind::While {
                    condition,
                    invariant,
                    body,
                } => {
                    if let Some(invariant) = invariant {
                        self.only_in_a_process(invariant.formula.span);
                    }
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

    pub(super) fn guards(&mut self, condition: &Condition) -> Guards {
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
