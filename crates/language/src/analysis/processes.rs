//! Statements of processes to edges.

use logic::{Sort, Symbol, Term};
use program::system::{Action, Annotation, Collective, ProcessBuilder, ReduceOp, Source};
use program::{Command, Location, Origin};

use super::expressions::Place;
use super::members::Members;
use super::programs::Lowering;
use crate::Span;
use crate::diagnostic::Diagnostic;
use crate::syntax::{Block, Condition, ProcessStatement, Reduction, Statement, StatementKind};

/// The graph of a process that is being built.
pub(super) struct ProcessFlow<'m> {
    pub(super) builder: ProcessBuilder,
    /// Whose variables formulas may speak of.
    pub(super) members: &'m Members,
    /// What labels begin with where the author gives none.
    pub(super) name: Symbol,
    /// How many labels were made.
    pub(super) labels: usize,
    /// Formulas about several processes, with their labels and places.
    pub(super) formulas: Vec<(Symbol, Term, Span)>,
}

impl ProcessFlow<'_> {
    fn edge(&mut self, from: Location, action: Action, to: Location, origin: Origin) {
        self.builder.edge(from, action, to, origin);
    }

    /// A label that no author can write.
    fn own_label(&mut self) -> Symbol {
        self.labels += 1;
        Symbol::new(&format!("{}#{}", self.name, self.labels))
    }
}

impl Lowering<'_, '_> {
    /// Says that something is only for processes.
    pub(super) fn only_in_a_process(&mut self, span: Span) {
        let message = "only a process of a system can do this";
        let hint = "processes stand in a `system s { process p[2] { … } }`";
        self.error(Diagnostic::error(span, message).hint(hint));
    }

    /// The statements of a block between two locations.
    pub(super) fn process_statements(
        &mut self,
        flow: &mut ProcessFlow<'_>,
        statements: &[Statement],
        from: Location,
        to: Location,
        origin: Origin,
    ) {
        let entered = self.scope.enter();
        let mut at = from;
        for statement in statements {
            let next = flow.builder.location();
            self.process_step(flow, statement, at, next);
            at = next;
        }
        flow.edge(at, Action::skip(), to, origin);
        self.scope.leave(entered);
    }

    fn process_branch(
        &mut self,
        flow: &mut ProcessFlow<'_>,
        guard: Term,
        block: &Block,
        (from, to): (Location, Location),
        origin: Origin,
    ) {
        let entry = flow.builder.location();
        flow.edge(from, Action::Assume(guard), entry, origin);
        self.process_statements(flow, &block.statements, entry, to, origin);
    }

    fn process_step(
        &mut self,
        flow: &mut ProcessFlow<'_>,
        statement: &Statement,
        from: Location,
        to: Location,
    ) {
        logic::recursion::guard(|| {
            let origin = self.origins.add(statement.head);
            match &statement.kind {
                StatementKind::If { arms, otherwise } => {
                    let mut at = from;
                    for arm in arms {
                        let origin = self.origins.add(arm.head);
                        let guards = self.guards(&arm.condition);
                        self.process_branch(flow, guards.taken, &arm.body, (at, to), origin);
                        let next = flow.builder.location();
                        flow.edge(at, Action::Assume(guards.not_taken), next, origin);
                        at = next;
                    }
                    match otherwise {
                        Some(block) => {
                            self.process_statements(flow, &block.statements, at, to, origin);
                        }
                        None => flow.edge(at, Action::skip(), to, origin),
                    }
                }
                StatementKind::While {
                    condition,
                    invariant,
                    body,
                } => {
                    let head = flow.builder.location();
                    flow.edge(from, Action::skip(), head, origin);
                    let own = flow.own_label();
                    let (label, invariant) = match invariant {
                        Some(invariant) => {
                            let label = invariant.label.map_or(own, |label| label.text);
                            let formula = self.about_processes(flow, label, &invariant.formula);
                            (label, formula)
                        }
                        None => (own, None),
                    };
                    let annotation = Annotation {
                        label,
                        invariant,
                        origin,
                    };
                    flow.builder.annotate(head, annotation);
                    let guards = self.guards(condition);
                    self.process_branch(flow, guards.taken, body, (head, head), origin);
                    flow.edge(head, Action::Assume(guards.not_taken), to, origin);
                }
                StatementKind::Loop(body) => {
                    let forever = Condition::Formula(crate::syntax::Expr {
                        kind: crate::syntax::ExprKind::Bool(true),
                        span: statement.head,
                    });
                    let head = flow.builder.location();
                    flow.edge(from, Action::skip(), head, origin);
                    let guards = self.guards(&forever);
                    self.process_branch(flow, guards.taken, body, (head, head), origin);
                }
                StatementKind::Choose(branches) => {
                    for branch in branches {
                        self.process_branch(flow, Term::top(), branch, (from, to), origin);
                    }
                }
                StatementKind::Block(block) => {
                    self.process_statements(flow, &block.statements, from, to, origin);
                }
                StatementKind::Process(own) => {
                    let action = self.process_action(flow, own, statement.head);
                    flow.edge(from, action.unwrap_or_else(Action::skip), to, origin);
                }
                StatementKind::Par(_)
                | StatementKind::Parfor { .. }
                | StatementKind::Atomic(_)
                | StatementKind::Send { .. }
                | StatementKind::Receive { .. } => {
                    let message = "a process of a system cannot do this";
                    let hint = "processes send `to` and receive `from` each other, by rank";
                    self.error(Diagnostic::error(statement.head, message).hint(hint));
                }
                simple => {
                    let command = self.command(simple, statement.head, origin);
                    self.process_command(flow, command, from, to, origin);
                }
            }
        });
    }

    fn process_command(
        &mut self,
        flow: &mut ProcessFlow<'_>,
        command: Option<Command>,
        from: Location,
        to: Location,
        origin: Origin,
    ) {
        let action = match command {
            Some(Command::Assign(var, value)) => Action::Assign(var, value),
            Some(Command::Guard(formula)) => Action::Assume(formula),
            Some(Command::Assert(formula)) => Action::Assert(formula),
            Some(Command::Havoc(var, formula)) => {
                let chosen = flow.builder.location();
                flow.edge(from, Action::Havoc(var), chosen, origin);
                flow.edge(chosen, Action::Assume(formula), to, origin);
                return;
            }
            _ => Action::skip(),
        };
        flow.edge(from, action, to, origin);
    }

    /// A formula about several processes.
    fn about_processes(
        &mut self,
        flow: &mut ProcessFlow<'_>,
        label: Symbol,
        formula: &crate::syntax::Expr,
    ) -> Option<Term> {
        let term = self.at(Place::Processes(flow.members)).formula(formula)?;
        flow.formulas.push((label, term.clone(), formula.span));
        Some(term)
    }

    fn process_action(
        &mut self,
        flow: &mut ProcessFlow<'_>,
        statement: &ProcessStatement,
        span: Span,
    ) -> Option<Action> {
        match statement {
            ProcessStatement::Send { value, to, tag } => {
                let value = self.at(Place::Statement).typed(value, None);
                let to = self.at(Place::Statement).integer(to);
                let tag = self.tag(tag.as_ref());
                Some(Action::Send {
                    to: to?,
                    tag: tag?.unwrap_or_else(|| Term::int(0)),
                    value: value?.term,
                })
            }
            ProcessStatement::Receive { target, from, tag } => {
                let into = self.written(*target);
                let from = match from {
                    Some(rank) => Source::Rank(self.at(Place::Statement).integer(rank)?),
                    None => Source::Any,
                };
                let tag = self.tag(tag.as_ref());
                Some(Action::Receive {
                    from,
                    // Without a tag, messages have the tag 0, as those that are sent without one.
                    tag: Some(tag?.unwrap_or_else(|| Term::int(0))),
                    into: into?,
                    sender_into: None,
                    tag_into: None,
                })
            }
            ProcessStatement::Barrier => Some(Action::Collective(Collective::barrier())),
            ProcessStatement::Broadcast { target, root } => {
                let var = self.written(*target);
                let root = self.at(Place::Statement).integer(root);
                let size = flow.members.size();
                Some(Action::Collective(Collective::broadcast(root?, var?, size)))
            }
            ProcessStatement::Reduce {
                value,
                op,
                target,
                root,
            } => {
                let into = self.written(*target)?;
                let value = self.at(Place::Statement).of_sort(value, &into.sort);
                let root = match root {
                    Some(root) => Some(self.at(Place::Statement).integer(root)?),
                    None => None,
                };
                let logical = matches!(op, Reduction::And | Reduction::Or);
                if logical == into.sort.is_arithmetic() {
                    let message = format!("`{}` does not combine values of this type", op.sign());
                    self.error(Diagnostic::error(span, message));
                    return None;
                }
                let op = match op {
                    Reduction::Sum => ReduceOp::Sum,
                    Reduction::Product => ReduceOp::Product,
                    Reduction::Min => ReduceOp::Min,
                    Reduction::Max => ReduceOp::Max,
                    Reduction::And => ReduceOp::And,
                    Reduction::Or => ReduceOp::Or,
                };
                let me = Term::constant("me", Sort::Int);
                let size = flow.members.size();
                let reduce = Collective::reduce(op, value?, into, root, me, size);
                Some(Action::Collective(reduce))
            }
            ProcessStatement::CollectiveAssert(labelled) => {
                let own = flow.own_label();
                let label = labelled.label.map_or(own, |label| label.text);
                let formula = self.about_processes(flow, label, &labelled.formula)?;
                Some(Action::CollectiveAssert { label, formula })
            }
            ProcessStatement::Output(_) => {
                let message = "this declaration belongs to the process as a whole";
                self.error(Diagnostic::error(span, message));
                None
            }
        }
    }

    fn tag(&mut self, tag: Option<&crate::syntax::Expr>) -> Option<Option<Term>> {
        match tag {
            Some(tag) => Some(Some(self.at(Place::Statement).integer(tag)?)),
            None => Some(None),
        }
    }
}
