//! The order in which the parts of an expression are evaluated, which C leaves open.

use std::collections::BTreeSet;

use logic::{Symbol, Var};

use crate::effects::Effects;
use crate::problem::{Problem, Reads, Span};
use crate::syntax::Expression;

use super::Lowering;
use super::scope::{Binding, Pointer};

impl Lowering<'_, '_> {
    /// Refuses operands of which one writes what another uses: C does not say who comes first.
    pub(super) fn refuse_conflict(&self, operands: &[&Expression], span: &Span) -> Reads<()> {
        let effects: Vec<_> = operands
            .iter()
            .map(|operand| self.context.analysis.expression(operand))
            .collect();
        for (position, effect) in effects.iter().enumerate() {
            let mut later = effects[position + 1..].iter();
            if later.any(|other| self.conflict(effect, other)) {
                return Err(unordered(span));
            }
        }
        Ok(())
    }

    /// Whether the result depends on which of two parts comes first. One variable may have several
    /// names, if there are pointers to it.
    pub(super) fn conflict(&self, a: &Effects, b: &Effects) -> bool {
        let spoils = |a: &Effects, b: &Effects| {
            let written = self.variables_of(a.changed());
            let used = self.variables_of(b.reads.iter().chain(b.changed()));
            !written.is_disjoint(&used)
        };
        a.conflicts_with(b) || spoils(a, b) || spoils(b, a)
    }

    /// The variables behind a name, also where it is a pointer that is a variable.
    pub(super) fn variables_behind(&self, binding: &Binding) -> Vec<Var> {
        let target = match binding {
            Binding::PointerVariable(name, _) => self.known.pointer(*name).cloned(),
            _ => None,
        };
        let target = target.map(Binding::Pointer);
        let binding = target.as_ref().unwrap_or(binding);
        let mut vars: Vec<Var> = binding.vars().into_iter().cloned().collect();
        for name in binding.addresses() {
            let behind = self.known.pointer(name).into_iter();
            vars.extend(behind.flat_map(Pointer::vars).cloned());
        }
        vars
    }

    /// The variables that names may stand for, here or in a function that is called.
    fn variables_of<'n>(&self, names: impl IntoIterator<Item = &'n Symbol>) -> BTreeSet<Var> {
        let mut variables = BTreeSet::new();
        for name in names {
            let bindings = self.scope.find(*name).into_iter();
            for binding in bindings.chain(self.scope.globals.get(name)) {
                variables.extend(self.variables_behind(binding));
            }
        }
        variables
    }
}

pub(super) fn unordered(span: &Span) -> Problem {
    let what = "an expression whose meaning depends on which of its parts comes first";
    Problem::unsupported(span, what).hint("C does not say it; write two statements")
}
