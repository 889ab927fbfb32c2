//! How the functions of a module use a global.

use rustc_hash::FxHashSet;

use super::super::{Lowering, Result_};
use crate::syntax::{Block, Kind, Name, Value};

/// How the functions of a module use a global.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Uses {
    pub(super) loaded: bool,
    pub(super) stored: bool,
    /// Any other use, after which all is possible.
    pub(super) other: bool,
}

impl<'t> Lowering<'_, 't> {
    /// How all functions of the module use a global.
    pub(super) fn uses(&self, name: Name<'t>) -> Result_<Uses> {
        let mut uses = Uses::default();
        for function in &self.module.functions {
            uses.note_body(&self.module.body(function)?, name);
            // What stands beside the code may point to it as well.
            uses.other |= function.has_data && self.module.is_in_head(function, name);
        }
        // What other globals hold may point to it.
        let mentions = |value: &Value<'_>| mentions(value, name);
        uses.other |= self
            .module
            .globals
            .iter()
            .any(|g| g.initial.as_ref().is_some_and(mentions));
        Ok(uses)
    }
}

impl Uses {
    /// All of them: somebody outside of the module sees the global.
    pub(super) const ANY: Uses = Uses {
        loaded: true,
        stored: true,
        other: true,
    };

    pub(super) fn may_change(self) -> bool {
        self.stored || self.other
    }

    /// Notes how a body uses a global. Pointers into it that are made by adding an offset are followed,
    /// as long as nothing else is done with them than access what they point to.
    fn note_body<'t>(&mut self, blocks: &[Block<'t>], name: Name<'t>) {
        let mut derived: FxHashSet<Name<'t>> = FxHashSet::default();
        let instructions = || blocks.iter().flat_map(|block| &block.instructions);
        loop {
            let before = derived.len();
            for instruction in instructions() {
                if let (Some(result), Kind::Pointer { base, indices, .. }) =
                    (instruction.result, &instruction.kind)
                    && is_into(&base.value, name, &derived)
                    && !indices.iter().any(|index| mentions(&index.value, name))
                {
                    derived.insert(result);
                }
            }
            if derived.len() == before {
                break;
            }
        }
        for instruction in instructions() {
            let is_offset = instruction.result.is_some_and(|it| derived.contains(&it));
            if !is_offset {
                self.note(&instruction.kind, name, &derived);
            }
        }
    }

    /// Notes how an instruction uses a global.
    fn note<'t>(&mut self, kind: &Kind<'t>, name: Name<'t>, derived: &FxHashSet<Name<'t>>) {
        let is = |value: &Value<'t>| is_into(value, name, derived);
        let within = |value: &Value<'t>| mentions(value, name) || is(value);
        match kind {
            Kind::Load { pointer, .. } if is(pointer) => self.loaded = true,
            Kind::Store { value, pointer, .. } => {
                self.stored |= is(pointer);
                self.other |= within(&value.value) || !is(pointer) && within(pointer);
            }
            // Where such a pointer goes is not followed.
            other => {
                let mut found = false;
                visit_values(other, &mut |value| found |= within(value));
                // An instruction that was read over may use anything.
                self.other |= found || matches!(other, Kind::Other(_));
            }
        }
    }
}

/// Whether a value is a pointer into a global: the global itself, or an offset from it.
fn is_into<'t>(value: &Value<'t>, name: Name<'t>, derived: &FxHashSet<Name<'t>>) -> bool {
    match value {
        Value::Global(found) => *found == name,
        Value::Local(local) => derived.contains(local),
        Value::Expression(expression) if expression.opcode == "getelementptr" => {
            let mut operands = expression.operands.iter();
            let base = operands.next();
            base.is_some_and(|base| is_into(&base.value, name, derived))
                && !operands.any(|index| mentions(&index.value, name))
        }
        _ => false,
    }
}

fn mentions(value: &Value<'_>, name: Name<'_>) -> bool {
    match value {
        Value::Global(found) => *found == name,
        Value::Aggregate(elements) => elements.iter().any(|e| mentions(&e.value, name)),
        Value::Expression(expression) => {
            expression.operands.iter().any(|o| mentions(&o.value, name))
        }
        // Assembly and the like may mention anything.
        Value::Other(text) => text.contains('@'),
        _ => false,
    }
}

/// Visits the operands of an instruction.
fn visit_values<'k, 't>(kind: &'k Kind<'t>, visit: &mut dyn FnMut(&'k Value<'t>)) {
    match kind {
        Kind::Binary { left, right, .. } | Kind::Compare { left, right, .. } => {
            visit(left);
            visit(right);
        }
        Kind::Cast { from, .. } | Kind::ExtractValue { from, .. } => visit(&from.value),
        Kind::Select {
            condition,
            then,
            otherwise,
        } => {
            visit(&condition.value);
            visit(&then.value);
            visit(&otherwise.value);
        }
        Kind::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
        Kind::Freeze(typed) | Kind::Return(Some(typed)) => visit(&typed.value),
        Kind::Alloca { count, .. } => {
            if let Some(count) = count {
                visit(&count.value);
            }
        }
        Kind::Load { pointer, .. } => visit(pointer),
        Kind::Store { value, pointer, .. } => {
            visit(&value.value);
            visit(pointer);
        }
        Kind::Pointer { base, indices, .. } => {
            visit(&base.value);
            indices.iter().for_each(|index| visit(&index.value));
        }
        Kind::InsertValue { into, value, .. } => {
            visit(&into.value);
            visit(&value.value);
        }
        Kind::ExtractElement { from, index } => {
            visit(&from.value);
            visit(&index.value);
        }
        Kind::InsertElement { into, value, index } => {
            visit(&into.value);
            visit(&value.value);
            visit(&index.value);
        }
        Kind::Shuffle { left, right, .. } => {
            visit(&left.value);
            visit(&right.value);
        }
        Kind::Call(call) => {
            visit(&call.callee);
            call.arguments.iter().for_each(|a| visit(&a.value.value));
            let bundles = call.bundles.iter().flat_map(|(_, operands)| operands);
            bundles.for_each(|operand| visit(&operand.value));
        }
        Kind::Branch { condition, .. } => visit(condition),
        Kind::Switch { value, cases, .. } => {
            visit(&value.value);
            cases.iter().for_each(|(case, _)| visit(case));
        }
        Kind::Return(None) | Kind::Goto(_) | Kind::Unreachable | Kind::Other(_) => {}
    }
}
