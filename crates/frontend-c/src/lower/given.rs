//! The memory that a call of MPI is given, and arguments that depend on it: C evaluates all arguments before
//! the call, so that none of them changes with what the call writes.

use std::collections::BTreeSet;

use logic::Var;

use crate::problem::Reads;
use crate::syntax::{Binary, Expression, ExpressionKind, Unary};
use crate::visit;

use super::Lowering;

/// The parts of an address: what it leads to, and the values that say where in it.
#[derive(Default)]
struct Address<'e> {
    targets: Vec<&'e Expression>,
    values: Vec<&'e Expression>,
}

impl Lowering<'_, '_> {
    /// The arguments of a call, those by names for what they are now that depend on memory which the call
    /// is given; nothing where there are none.
    pub(super) fn independent(
        &mut self,
        arguments: &[Expression],
    ) -> Reads<Option<Vec<Expression>>> {
        let mut given: BTreeSet<Var> = BTreeSet::new();
        let mut values: Vec<Vec<&Expression>> = Vec::new();
        for argument in arguments {
            let mut parts = Address::default();
            match self.is_address(argument) {
                true => self.take_apart(argument, &mut parts),
                false => parts.values.push(argument),
            }
            for target in parts.targets {
                given.extend(self.variables_in(target));
            }
            values.push(parts.values);
        }
        let depends = |values: &Vec<&Expression>| {
            let mut vars = values.iter().flat_map(|value| self.variables_in(value));
            vars.any(|var| given.contains(&var))
        };
        let dependent: Vec<bool> = values.iter().map(depends).collect();
        if !dependent.contains(&true) {
            return Ok(None);
        }
        let mut settled = Vec::new();
        for (argument, depends) in arguments.iter().zip(dependent) {
            settled.push(match depends {
                true => self.settled_argument(argument)?,
                false => argument.clone(),
            });
        }
        Ok(Some(settled))
    }

    fn take_apart<'e>(&self, address: &'e Expression, parts: &mut Address<'e>) {
        match &address.kind {
            ExpressionKind::Unary(Unary::Address | Unary::Target, inner)
            | ExpressionKind::Member(inner, _)
            | ExpressionKind::Cast(_, inner)
            | ExpressionKind::PointerCast(_, inner) => self.take_apart(inner, parts),
            ExpressionKind::Index(array, index) if !self.is_address(index) => {
                self.take_apart(array, parts);
                parts.values.push(index);
            }
            ExpressionKind::Binary(Binary::Add | Binary::Subtract, left, right)
                if self.is_address(left) && !self.is_address(right) =>
            {
                self.take_apart(left, parts);
                parts.values.push(right);
            }
            ExpressionKind::Name(_) => parts.targets.push(address),
            _ => {
                parts.targets.push(address);
                parts.values.push(address);
            }
        }
    }

    /// The variables behind all names in an expression.
    fn variables_in(&self, expression: &Expression) -> Vec<Var> {
        let mut vars = Vec::new();
        let _ = visit::expressions(expression, &mut |part| {
            if let ExpressionKind::Name(name) = &part.kind
                && let Some(binding) = self.scope.find(*name)
            {
                vars.extend(self.variables_behind(binding));
            }
            visit::Found::Continue(())
        });
        vars
    }
}
