//! Simple statements to commands.

use logic::{Sort, Term, Var};
use program::{Command, Origin};

use super::expressions::{Place, Typed, described};
use super::globals::Global;
use super::programs::Lowering;
use super::scope::Role;
use crate::Span;
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::{Declaration, Expr, Name, Sharing, StatementKind};

impl Lowering<'_, '_> {
    /// The command of a simple statement; `None` where it has an error.
    pub(super) fn command(
        &mut self,
        kind: &StatementKind,
        span: Span,
        origin: Origin,
    ) -> Option<Command> {
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
            | StatementKind::Observe(_)
            | StatementKind::Open(_) => {
                let message = "this declaration belongs to the program as a whole";
                let hint = "move it out of the block, to the top of the program";
                self.error(Diagnostic::error(span, message).hint(hint));
                None
            }
            StatementKind::Process(_) => {
                self.only_in_a_process(span);
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
    pub(super) fn written(&mut self, name: Name) -> Option<Var> {
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
}
